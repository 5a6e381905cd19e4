export { createBeside, createInContainer, observeKeyRange } from "./animationGroups.js";
export { makeKeysOnDemand, preventBlending, restoreTargets, showRuntimeAnimation, valueBeforeRun } from "./animations.js";
export {
  addToResult,
  channelExtensionsOf,
  containerOf,
  groupOf,
  loadAnimationsBy,
  loadChannelAsync,
  loadSamplerAsync,
  samplerOf,
  setGroupOf,
} from "./gltfLoader.js";
export type { ChannelArguments, OnAnimationLoaded, SamplerData } from "./gltfLoader.js";
export {
  hasMorphTargets,
  hasTransformChannels,
  isCameraFor,
  isLightFor,
  materialsOf,
  meshNodeOf,
  morphTargetsOf,
  nodeChannelOf,
  primitivesOf,
  transformNodeOf,
} from "./gltfObjects.js";
export type { IsMadeFor, NodeChannel } from "./gltfObjects.js";
export { logError, logWarning, logWithStack, notify, runSafely } from "./log.js";
export { environmentOf, setThicknessFromGreen, sortTransmission, withoutDirtying } from "./materials.js";
export { forgetInstanceMatrices, managedTargetOf, setInfluence, setPointerMovePickable } from "./meshes.js";
export { restoreExtension, takeExtension } from "./registry.js";
export { SceneClock, isHeadless, observeStopAll, observeStops } from "./scene.js";
export type { Stop } from "./scene.js";
export { convertOnClone, convertTarget, isComponentTarget, isDescribed, meshesOf, nodePointerOf } from "./targets.js";
export type {
  ComponentHolder,
  ComponentTarget,
  ConvertibleTarget,
  DescribedTarget,
  TargetConverter,
  TargetDescription,
} from "./targets.js";
