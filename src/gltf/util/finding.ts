import { type AssetError, attempt, UnexpectedError } from "./assetError.js";

/** How grave a finding is, as in Khronos' glTF validator. 0: error, 1: warning, 2: information, 3: hint. */
export type Severity = 0 | 1 | 2 | 3;

/**
 * The kind of a finding. Each code has one severity: 0 for an error, 1 for a warning, 2 for information, 3 for a hint.
 *
 * | code | severity | the finding |
 * |---|---|---|
 * | `CLIP_INVALID` | 0 | a clip breaks a rule of its draft; players skip it |
 * | `CLIP_DOUBTFUL` | 1 | an offset is outside of the clip, or a clip plays backwards from its start |
 * | `CLIP_MEMBER_UNKNOWN` | 2 | a clip has a member that the draft does not define |
 * | `CLIP_WITHOUT_EFFECT` | 1 | a clip animates nothing that is loaded |
 * | `CLIP_WITHOUT_END` | 1 | a clip has repetitions or `reverse`, but no end |
 * | `CLIP_BEYOND_KEYS` | 1 | a clip starts after the last key |
 * | `CLIP_END_BEYOND_KEYS` | 2 | a clip ends after the last key |
 * | `CLIP_NAME_DUPLICATE` | 2 | two clips have the same name |
 * | `CLIP_CUTS_SPLINE` | 3 | a bound is between two keys of a spline; found in files only |
 * | `METADATA_DOUBTFUL` | 2 | playback metadata of another tool is invalid, or clips do not support it |
 * | `SIDECAR_UNUSABLE` | 1 | the settings beside a model cannot be read |
 * | `EVENT_INVALID` | 0 | an event breaks a rule of its draft; players skip it |
 * | `EVENT_BEYOND_KEYS` | 1 | an event is before 0 or after the last key of its animation |
 * | `EVENT_MEMBER_UNKNOWN` | 2 | an event has a member that the draft does not define |
 * | `POINTER_INVALID` | 0 | a pointer names no animatable property, a sampler does not fit, or two channels share a property |
 * | `POINTER_BEYOND_BOUNDS` | 1 | a channel has values that its property cannot have; players clamp them |
 * | `POINTER_DOUBTFUL` | 1 | a channel has members that contradict its pointer, or is ignored |
 * | `POINTER_WITHOUT_EFFECT` | 2 | Babylon.js does not show the animated property |
 * | `UNDECLARED_EXTENSION` | 0 | an extension is used but not listed |
 * | `UNUSED_EXTENSION` | 2 | an extension is listed but not used |
 * | `CHANNEL_UNREADABLE` | 0 | a channel cannot be read, so that `InspectAnimations` does not list it |
 * | `OPTION_UNKNOWN` | 1 | an option has a name that a function does not know, and has no effect |
 * | `NOT_BAKED` | 1 | `BakeClips` leaves out a clip, or a channel of a clip |
 * | `BAKED_OTHERWISE` | 1 | `BakeClips` does something else than was asked for |
 * | `NOT_CONVERTED` | 1 | `ConvertAnimations` leaves a channel or a controller as it is |
 * | `NOT_JOINED` | 2 | `JoinParts` leaves a mesh as it is |
 * | `NOT_COPIED` | 1 | a channel, an animation or a clip is not copied into a file, or not given to a character by a library |
 * | `OTHER_REST_POSE` | 1 | the clips of a library were made for a skeleton whose joints have other offsets at rest |
 * | `NAME_TAKEN` | 1 | the target of a copy has an item of the same name already |
 * | `NOT_IN_GRAPH` | 1 | `WriteInteractivity` leaves out a clip, or its event |
 * | `GRAPH_DIFFERS` | 1 | a graph says a setting of a clip otherwise |
 * | `NOT_IN_CROWD` | 1 | a crowd does not show a clip, or a part of it |
 * | `CONTROLLER_INVALID` | 0 | a part of a controller's definition breaks a rule; no controller is made |
 * | `CONTROLLER_DOUBTFUL` | 1 | a state or transition of a controller can never be reached, or has members without effect |
 * | `UNEXPECTED_ERROR` | 0 | a bug in this package, please report it; only the part is skipped |
 */
export type FindingCode =
  | "CLIP_INVALID"
  | "CLIP_DOUBTFUL"
  | "CLIP_MEMBER_UNKNOWN"
  | "CLIP_WITHOUT_EFFECT"
  | "CLIP_WITHOUT_END"
  | "CLIP_BEYOND_KEYS"
  | "CLIP_END_BEYOND_KEYS"
  | "CLIP_NAME_DUPLICATE"
  | "CLIP_CUTS_SPLINE"
  | "METADATA_DOUBTFUL"
  | "SIDECAR_UNUSABLE"
  | "EVENT_INVALID"
  | "EVENT_BEYOND_KEYS"
  | "EVENT_MEMBER_UNKNOWN"
  | "POINTER_INVALID"
  | "POINTER_BEYOND_BOUNDS"
  | "POINTER_DOUBTFUL"
  | "POINTER_WITHOUT_EFFECT"
  | "UNDECLARED_EXTENSION"
  | "UNUSED_EXTENSION"
  | "CHANNEL_UNREADABLE"
  | "OPTION_UNKNOWN"
  | "NOT_BAKED"
  | "BAKED_OTHERWISE"
  | "NOT_CONVERTED"
  | "NOT_JOINED"
  | "NOT_COPIED"
  | "OTHER_REST_POSE"
  | "NAME_TAKEN"
  | "NOT_IN_GRAPH"
  | "GRAPH_DIFFERS"
  | "NOT_IN_CROWD"
  | "CONTROLLER_INVALID"
  | "CONTROLLER_DOUBTFUL"
  | "UNEXPECTED_ERROR";

/** The severities by code, but for warnings, which are the rest. */
const SEVERITIES: Readonly<Partial<Record<FindingCode, Severity>>> = {
  CLIP_INVALID: 0,
  CLIP_MEMBER_UNKNOWN: 2,
  CLIP_END_BEYOND_KEYS: 2,
  CLIP_NAME_DUPLICATE: 2,
  CLIP_CUTS_SPLINE: 3,
  METADATA_DOUBTFUL: 2,
  EVENT_INVALID: 0,
  EVENT_MEMBER_UNKNOWN: 2,
  POINTER_INVALID: 0,
  POINTER_WITHOUT_EFFECT: 2,
  UNDECLARED_EXTENSION: 0,
  UNUSED_EXTENSION: 2,
  CHANNEL_UNREADABLE: 0,
  NOT_JOINED: 2,
  CONTROLLER_INVALID: 0,
  UNEXPECTED_ERROR: 0,
};

/** What a reader, a tool or the loader has found out about a part of an asset, in the message format of Khronos' glTF validator. */
export interface Finding {
  readonly code: FindingCode;
  /** The rule and the value, of bounded length, as in `must be >= start (got 1 < 2)`. */
  readonly message: string;
  /** The severity of the code. 0: error, 1: warning, 2: information, 3: hint. */
  readonly severity: Severity;
  /** JSON pointer of the part of the asset; or the argument, as in `options.fps`. */
  readonly pointer: string;
  /** The error behind an `UNEXPECTED_ERROR`. */
  readonly cause?: unknown;
}

/** @param pointer JSON pointer of the part of the asset, or the argument */
export function createFinding(code: FindingCode, pointer: string, message: string): Finding {
  return { code, message, severity: SEVERITIES[code] ?? 1, pointer };
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
