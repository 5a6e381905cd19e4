/** Animation by JSON pointer. The module is imported with the first library that has it. */
export { BoundPointers, importLazySetters } from "../../scene/pointer/index.js";
