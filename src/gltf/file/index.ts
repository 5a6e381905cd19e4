export { componentsOf } from "./accessor.js";
export type { AccessorComponents } from "./accessor.js";
export { GltfFile } from "./gltfFile.js";
export type { AppendOptions, AppendType, GltfResources } from "./gltfFile.js";
export { expectInteger, itemOf } from "./gltfJson.js";
export type { GltfAccessor, GltfAnimation, GltfChannel, GltfJson, GltfNode, GltfObject, GltfSampler, GltfTarget } from "./gltfJson.js";
export { FindJsonError } from "./jsonError.js";
export { countEqualEnds, isEqual } from "./jsonValue.js";
