export { observeKeyRange } from "./animationGroupRange.js";
export { makeKeysOnDemand } from "./animationKeys.js";
export { createBeside, createInContainer } from "./container.js";
export { isHeadless } from "./engine.js";
export { environmentOf } from "./environment.js";
export { loadSamplerAsync, setGroupOf } from "./gltfAnimation.js";
export type { SamplerData } from "./gltfAnimation.js";
export { addToResult, channelExtensionsOf, containerOf, groupOf, loadAnimationsBy, loadChannelAsync, samplerOf } from "./gltfLoader.js";
export type { ChannelArguments, OnAnimationLoaded } from "./gltfLoader.js";
export { morphTargetsOf, nodeChannelOf } from "./gltfNodeChannel.js";
export type { NodeChannel } from "./gltfNodeChannel.js";
export {
  hasMorphTargets,
  hasTransformChannels,
  isCameraFor,
  isLightFor,
  materialsOf,
  meshNodeOf,
  primitivesOf,
  transformNodeOf,
} from "./gltfObjects.js";
export type { IsMadeFor } from "./gltfObjects.js";
export { meshesOf, nodePointerOf } from "./gltfPointers.js";
export { logError, logWarning, logWithStack, notify, runSafely } from "./log.js";
export { sortTransmission, withoutDirtying } from "./material.js";
export { setPointerMovePickable } from "./mesh.js";
export { managedTargetOf, setInfluence } from "./morphTargets.js";
export { setThicknessFromGreen } from "./openPbrMaterial.js";
export { restoreExtension, takeExtension } from "./registry.js";
export { valueBeforeRun } from "./restValue.js";
export { preventBlending, restoreTargets, showRuntimeAnimation } from "./runtimeAnimation.js";
export { SceneClock } from "./sceneTime.js";
export { observeStopAll, observeStops } from "./stopAnimation.js";
export type { Stop } from "./stopAnimation.js";
export { convertOnClone, convertTarget, isComponentTarget, isDescribed } from "./targets.js";
export type {
  ComponentHolder,
  ComponentTarget,
  ConvertibleTarget,
  DescribedTarget,
  TargetConverter,
  TargetDescription,
} from "./targets.js";
export { forgetInstanceMatrices } from "./thinInstances.js";
