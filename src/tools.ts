/**
 * Tools for glTF files that have clips, or are to have some: without Babylon.js, in browsers and in Node.
 * @module
 */
export { ReadPlayCanvasGraph, ReadVRMXTController, WriteController } from "./gltf/controller/index.js";
export type { ControlledAsset, ImportedController, VRMXTAsset } from "./gltf/controller/index.js";
export { FindJsonError, GltfFile } from "./gltf/file/index.js";
export type {
  AccessorComponents,
  AppendOptions,
  AppendType,
  GltfAccessor,
  GltfAnimation,
  GltfChannel,
  GltfJson,
  GltfNode,
  GltfObject,
  GltfResources,
  GltfSampler,
  GltfTarget,
} from "./gltf/file/index.js";
export { AssetError, DescribeFinding } from "./gltf/util/index.js";
export type { Finding, FindingCode, Severity } from "./gltf/util/index.js";
export { ReadClips, ReadControllers, ReadEvents, WriteClips, WriteEvents } from "./gltf/schema/index.js";
export type {
  ClipAsset,
  ClipDefinition,
  ClipInput,
  ClipReading,
  EventDefinition,
  EventInput,
  EventReading,
  ExtensibleAsset,
  ReadClipsOptions,
  WriteReport,
} from "./gltf/schema/index.js";
export type { ClipSettings, ResolvedClipSettings, TimedEvent } from "./gltf/timing/index.js";
export {
  BakeClips,
  CompareMotion,
  ConvertAnimations,
  CopyAnimations,
  CopyClips,
  ENGINES,
  DescribeSkeleton,
  ImportClips,
  InspectAnimations,
  JoinParts,
  MergeIntoReport,
  ValidateAnimations,
  WriteInteractivity,
} from "./tools/index.js";
export type {
  AnimationMotion,
  AnimationPlace,
  BakeOptions,
  BakeReport,
  ChannelMotion,
  ClipCopyOptions,
  ClipCopyReport,
  ClipFormat,
  ClipImport,
  ConvertOptions,
  ConvertReport,
  CopyOptions,
  CopyReport,
  Engine,
  EngineName,
  DescribeSkeletonOptions,
  GltfSource,
  ImportedClip,
  ImportOptions,
  InspectedAnimation,
  InspectedChannel,
  InspectedMetadata,
  InspectedEvent,
  Inspection,
  InteractivityOptions,
  InteractivityReport,
  JoinOptions,
  JoinReport,
  MeshoptDecoder,
  MotionOptions,
  MotionReport,
  NameRules,
  OnlyIn,
  ValidateOptions,
  ValidatorMessage,
  ValidatorReport,
} from "./tools/index.js";
export type { DescribedBone, HumanBone, SkeletonDescription } from "./gltf/humanoid/index.js";
export type { RenameNodes } from "./gltf/matching/index.js";
