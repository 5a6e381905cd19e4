export {
  createBeside,
  createForNode,
  createInContainer,
  groupsOf,
  isDisposedGroup,
  observeKeyRange,
  plainGroupsOfFiles,
  takePlaces,
  watchObservers,
} from "./animationGroups.js";
export type { AnimationGroupOwner } from "./animationGroups.js";
export { declareBone, declaredBoneOf } from "./gltf/declaredBones.js";
export { declareFace, declaredFaceOf } from "./gltf/declaredFaces.js";
export { describeCharacter, fileNameOf, isFileRoot, UNNAMED_MORPH } from "./gltf/characterAsset.js";
export {
  blendingOf,
  goTo,
  loopsOf,
  onTurn,
  playFor,
  restoreTargets,
  setBlending,
  setFrame,
  setPlayback,
  showElapsedTime,
  valueBeforeRun,
} from "./animations.js";
export type { Blending, Playback } from "./animations.js";
export { continueRun, startQuietly, waitForNextStep } from "./continuedRun.js";
export type { PlayedRun } from "./continuedRun.js";
export {
  driveSkeleton,
  inverseBindOf,
  isDirty,
  matricesOf,
  matrixIndexOf,
  hasOwnPrepare,
  prepareByBabylon,
  publishMatrices,
  setBones,
} from "./followingBones.js";
export type { SkeletonDriver } from "./followingBones.js";
export { isRunning, runtimeAnimationsOf, showRuns } from "./shownRun.js";
export { movingAnimatable, ShownAnimatable } from "./shownAnimatable.js";
export type { ShownChannel, ShownPlayback } from "./shownAnimatable.js";
export type { ShowingAnimation } from "./shownRun.js";
export { ChannelAnimatable, GroupAnimatable, mixInStep, moveAnimatables, recordWrite } from "./groupAnimatable.js";
export type { AnimatableRun, AnimationStep, StepValue } from "./groupAnimatable.js";
export { ClockReader, expectClock, SetClock } from "./clocks.js";
export type { AnimationClock } from "./clocks.js";
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
  urlOf,
} from "./gltf/gltfLoader.js";
export type { ChannelArguments, OnAnimationLoaded, SamplerData } from "./gltf/gltfLoader.js";
export {
  hasMorphTargets,
  hasTransformChannels,
  isCameraFor,
  isLightFor,
  materialsOf,
  meshNodeOf,
  primitivesOf,
  skeletonsOf,
  transformNodeOf,
} from "./gltf/gltfObjects.js";
export type { IsMadeFor, LoadedAsset } from "./gltf/gltfObjects.js";
export { CameraViews } from "./cameraViews.js";
export { notify, runSafely } from "./callbacks.js";
export { logError, logLater, logWarning, logWarningOnce, logWithStack, warnOfUnknownMembers } from "./log.js";
export { environmentOf, setPointerMovePickable, setThicknessFromGreen, sortTransmission, withoutDirtying } from "./animatedProperties.js";
export { forgetInstanceMatrices, influenceChangesOf, joinInfluences, setInfluence, updateWorldMatrix } from "./meshes.js";
export { restoreExtension, takeExtension } from "./registry.js";
export { animationTimeOf, FrameObserver, isHeadless, observeDispose, observeStopAll, observeStops } from "./scene.js";
export type { Stop } from "./scene.js";
export { convertOnClone, convertTarget, isComponentTarget, isDescribed, meshesOf, nodePointerOf } from "./targets.js";
export { setQuaternion, setVector } from "./vectors.js";
export type {
  ComponentHolder,
  ComponentTarget,
  ConvertibleTarget,
  DescribedTarget,
  TargetConverter,
  TargetDescription,
} from "./targets.js";
export { makeKeysOnDemand } from "./animationKeys.js";
export { readWrites, sampleCountOf } from "./rootMotion.js";
export type { PropertyWrites } from "./rootMotion.js";
export { morphTargetsOf, nodeChannelOf, transformChannelOf } from "./gltf/nodeChannels.js";
export type { NodeChannel } from "./gltf/nodeChannels.js";
