export { GltfFile } from "./gltfFile.js";
export type { AppendOptions, AppendType, GltfResources } from "./gltfFile.js";
export { componentsOf } from "./accessor.js";
export type { Components } from "./accessor.js";
export { expectInteger, itemOf } from "./gltfJson.js";
export type { GltfAccessor, GltfAnimation, GltfChannel, GltfJson, GltfNode, GltfObject, GltfSampler, GltfTarget } from "./gltfJson.js";
export { countEqualEnds, isEqual, isMembers } from "./jsonValue.js";
