import { Matrix, Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { ClipAnimationGroup } from "../../scene/playing/index.js";
import { type ClipTime, type ResolvedClipSettings, TimestampAt } from "../../gltf/timing/index.js";
import { argumentError } from "../../gltf/util/index.js";
import { expectOfClip, trackOf } from "./clipRootMotionController.js";
import { createMotion, type RootMotion } from "./motionTrack.js";

/**
 * The motion of a clip between two total times, for rollback and prediction: a pure function of the clip's settings.
 * @param clip Babylon's `RootMotionClip`, made from a clip
 * @param fromTotalTime seconds since the clip began, >= 0
 * @param toTotalTime seconds since the clip began, >= 0; less than `fromTotalTime` for the way back
 * @param matrix receives the motion, in the local space of the character node: the character's world matrix becomes `matrix` times itself
 * @returns `matrix`
 * @throws TypeError if the clip is not a `RootMotionClip`, or a time is not a number; RangeError if the source is not a clip, or a time is not
 * finite and >= 0
 * @example GetMotionBetween(walk, 12.5, 12.1, matrix); // back by 0.4 s
 */
export function GetMotionBetween(clip: RootMotion, fromTotalTime: number, toTotalTime: number, matrix: Matrix): Matrix {
  expectOfClip("clip", clip);
  expectTime("fromTotalTime", fromTotalTime);
  expectTime("toTotalTime", toTotalTime);
  const { settings } = clip.animationGroup as ClipAnimationGroup;
  const from = TimestampAt(settings, fromTotalTime);
  const to = TimestampAt(settings, toTotalTime);
  const passes = passesOf(to, settings) - passesOf(from, settings);
  const seconds = to.timestamp - from.timestamp + (passes === 0 ? 0 : passes * (settings.end - settings.start));
  const track = trackOf(clip);
  const { x, y, z, turn } = track.until(to.timestamp, seconds, settings.start, settings.end, motion);
  return Matrix.ComposeToRef(Vector3.OneReadOnly, Quaternion.RotationAxis(track.up, turn), new Vector3(x, y, z), matrix);
}

/** How many passes a loop has begun after the first, less the passes begun backwards. */
function passesOf({ completedRepetitions, isFinished, direction }: ClipTime, { reverse }: ResolvedClipSettings): number {
  return reverse ? 0 : direction * (isFinished ? completedRepetitions - 1 : completedRepetitions);
}

function expectTime(name: string, value: number): void {
  if (!(Number.isFinite(value) && value >= 0)) {
    throw argumentError(name, "must be a finite number >= 0", value, "number");
  }
}

const motion = createMotion();
