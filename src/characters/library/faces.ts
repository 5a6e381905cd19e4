/** What libraries with weights of morph targets need, imported on demand. */
export { WeightMatcher } from "../../gltf/matching/index.js";
