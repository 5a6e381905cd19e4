// three.js ships no types, and the little that is used of it here does not call for them
declare module "three";
declare module "three/examples/jsm/*";
