import { type AssetError, attempt, UnexpectedError } from "./assetError.js";

/** How grave a finding is, as in Khronos' glTF validator. 0: error, 1: warning, 2: information, 3: hint. */
export type Severity = 0 | 1 | 2 | 3;

/** The severities by code, but for warnings, the rest of {@link FindingCode}. */
const SEVERITIES = {
  /** A clip breaks a rule of its draft; players skip it. */
  CLIP_INVALID: 0,
  /** A clip has a member that the draft does not define. */
  CLIP_MEMBER_UNKNOWN: 2,
  /** A clip ends after the last key. */
  CLIP_END_BEYOND_KEYS: 2,
  /** Two clips have the same name. */
  CLIP_NAME_DUPLICATE: 2,
  /** A bound is between two keys of a spline; found in files only. */
  CLIP_CUTS_SPLINE: 3,
  /** Playback metadata of another tool is invalid, or clips do not support it. */
  METADATA_DOUBTFUL: 2,
  /** An event breaks a rule of its draft; players skip it. */
  EVENT_INVALID: 0,
  /** An event has a member that the draft does not define. */
  EVENT_MEMBER_UNKNOWN: 2,
  /** A pointer names no animatable property, a sampler does not fit, or two channels share a property. */
  POINTER_INVALID: 0,
  /** Babylon.js does not show the animated property. */
  POINTER_WITHOUT_EFFECT: 2,
  /** A bone or an expression of a humanoid names a node or a morph target that the file does not have; it is left out. */
  HUMANOID_INVALID: 0,
  /** A part of what a file declares about the face is not shown: colors and textures of expressions, or where the eyes look. */
  FACE_PARTLY_SHOWN: 2,
  /** An extension is used but not listed. */
  UNDECLARED_EXTENSION: 0,
  /** An extension is listed but not used. */
  UNUSED_EXTENSION: 2,
  /** A channel cannot be read, so that `InspectAnimations` does not list it. */
  CHANNEL_UNREADABLE: 0,
  /** `JoinParts` leaves a mesh as it is. */
  NOT_JOINED: 2,
  /** A part of a controller's definition breaks a rule; no controller is made. */
  CONTROLLER_INVALID: 0,
  /** An engine that was asked for starts animations by itself. */
  ENGINE_STARTS: 2,
  /** Several animations are one take, `Armature|walk` and `Key|walk`. */
  MOVE_SPLIT: 2,
  /** All keys of an animation begin a frame after 0. */
  MOVE_BEGINS_LATE: 2,
  /** Nodes of assimp for the pivots of FBX are above animated nodes. */
  MOVE_PIVOTS: 2,
  /** A skeleton is so high that its unit is probably the centimeter. */
  MOVE_UNIT: 2,
  /** Fbx2gltf baked an animation at 24 keys a second, which has another length. */
  MOVE_FRAME_RATE: 2,
  /** A rotation turns by more than 90 degrees between two keys. */
  MOVE_TURNS_FAR: 3,
  /** A bug in this package, please report it; only the part is skipped. */
  UNEXPECTED_ERROR: 0,
} as const satisfies Readonly<Record<string, Severity>>;

/**
 * The kind of a finding. Each code has one severity: 0 for an error, 1 for a warning, 2 for information, 3 for a hint.
 */
export type FindingCode =
  | keyof typeof SEVERITIES
  /** An offset is outside of the clip, or a clip plays backwards from its start. */
  | "CLIP_DOUBTFUL"
  /** A clip animates nothing that is loaded. */
  | "CLIP_WITHOUT_EFFECT"
  /** A clip has repetitions or `reverse`, but no end. */
  | "CLIP_WITHOUT_END"
  /** A clip starts after the last key. */
  | "CLIP_BEYOND_KEYS"
  /** The settings beside a model cannot be read. */
  | "SIDECAR_UNUSABLE"
  /** An event is before 0 or after the last key of its animation. */
  | "EVENT_BEYOND_KEYS"
  /** A channel has values that its property cannot have; players clamp them. */
  | "POINTER_BEYOND_BOUNDS"
  /** A channel has members that contradict its pointer, or is ignored. */
  | "POINTER_DOUBTFUL"
  /** An option has a name that a function does not know, and has no effect. */
  | "OPTION_UNKNOWN"
  /** `BakeClips` leaves out a clip, or a channel of a clip. */
  | "NOT_BAKED"
  /** `BakeClips` does something else than was asked for. */
  | "BAKED_OTHERWISE"
  /** `ConvertAnimations` leaves a channel or a controller as it is, or leaves out a pointer that core glTF has not. */
  | "NOT_CONVERTED"
  /** A channel, an animation or a clip is not copied into a file, or not given to a character by a library. */
  | "NOT_COPIED"
  /** The clips of a library, or copied animations, were made for a skeleton whose joints have other offsets at rest. */
  | "OTHER_REST_POSE"
  /** The target of a copy has an item of the same name already. */
  | "NAME_TAKEN"
  /** `WriteInteractivity` leaves out a clip, or its event. */
  | "NOT_IN_GRAPH"
  /** A graph says a setting of a clip otherwise. */
  | "GRAPH_DIFFERS"
  /** A crowd does not show a clip, or a part of it. */
  | "NOT_IN_CROWD"
  /** The tangents of a rotation went through a filter that gave them unit length: the file shows another motion. */
  | "SPLINE_QUATERNION_FILTER"
  /** An engine that was asked for shows something else than glTF says. */
  | "ENGINE_DIFFERS"
  /** `CompareMotion` leaves out a part that cannot be read. */
  | "NOT_COMPARED"
  /** `CopyClips` gives a clip to an animation that begins or ends at another time. */
  | "LENGTH_CHANGED"
  /** The bones or the pose of a skeleton are estimates, or a part of a clip does not go onto another body. */
  | "SKELETON_DOUBTFUL"
  /** A state or transition of a controller can never be reached, or has members without effect. */
  | "CONTROLLER_DOUBTFUL";

const severities: Readonly<Partial<Record<FindingCode, Severity>>> = SEVERITIES;

/** What a reader, a tool or the loader has found out about a part of an asset, in the message format of Khronos' glTF validator. */
export interface Finding {
  readonly code: FindingCode;
  /** The rule and the value, of bounded length, as in `must be >= start (got 1 < 2)`. */
  readonly message: string;
  /** The severity of the code. 0: error, 1: warning, 2: information, 3: hint. */
  readonly severity: Severity;
  /** JSON pointer of the part of the asset; or the argument, as in `options.fps`. */
  readonly pointer: string;
  /** The name of the option that can change what is found, if there is one. */
  readonly option?: string;
  /** Of `ENGINE_DIFFERS` and `ENGINE_STARTS`, the name of the engine. */
  readonly engine?: string;
  /** The error behind an `UNEXPECTED_ERROR`. */
  readonly cause?: unknown;
}

/**
 * @param pointer JSON pointer of the part of the asset, or the argument
 * @param option the name of the option that can change what is found
 */
export function createFinding(code: FindingCode, pointer: string, message: string, option?: string): Finding {
  return { code, message, severity: severities[code] ?? 1, pointer, ...(option && { option }) };
}

/** Turns an error into a finding. */
export function findingOf(code: FindingCode, error: AssetError): Finding {
  const { pointer, rule, cause } = error;
  return error instanceof UnexpectedError
    ? { ...createFinding("UNEXPECTED_ERROR", pointer, rule), cause }
    : createFinding(code, pointer, rule);
}

/** The findings of severity 0, because of which parts are skipped. */
export function errorsAmong(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ severity }) => severity === 0);
}

/** The findings about what counts although it probably means something else. */
export function doubtsAmong(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ severity }) => severity > 0);
}

/**
 * Reads or makes a part of an asset, and skips the part on failure.
 * @param pointer JSON pointer of the part
 * @param findings receives a finding if the part is skipped
 * @returns the part, or null if the part is skipped
 */
export function attemptOrNote<T>(code: FindingCode, pointer: string, findings: Finding[], run: () => T): T | null {
  return attempt(pointer, run, (error) => findings.push(findingOf(code, error)));
}
