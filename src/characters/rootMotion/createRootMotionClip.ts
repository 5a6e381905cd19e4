import type { IRootMotionClipOptions, RootMotionClip } from "@babylonjs/core/Animations/rootMotion.js";
import { AbstractEngine } from "@babylonjs/core/Engines/abstractEngine.js";
import { ClipAnimationGroup, shareTimedEvents } from "../../scene/playing/index.js";
import { show } from "../../gltf/util/index.js";

/** A `RootMotionClip` whose group in place is a clip. */
export type RootMotionOfClip = RootMotionClip & { readonly animationGroup: ClipAnimationGroup };

/**
 * Makes Babylon's `RootMotionClip` of a clip: measures how far the clip moves and turns its character, and creates a clip that plays in
 * place. Imports Babylon's module when it is first called.
 * @param clip is not changed
 * @param options Babylon's
 * @returns rejects with a TypeError if the first argument is not a clip, with an Error if the installed Babylon.js has no root motion, and with
 * Babylon's errors if the clip has nothing to measure
 * @example const walk = await CreateRootMotionClipAsync(RequireClip(result, "walk"));
 */
export async function CreateRootMotionClipAsync(clip: ClipAnimationGroup, options: IRootMotionClipOptions = {}): Promise<RootMotionOfClip> {
  if (!(clip instanceof ClipAnimationGroup)) {
    throw new TypeError(`clip: must be a ClipAnimationGroup (got ${show(clip)})`);
  }
  const Created = await importClass();
  const motion = new Created(clip, options) as RootMotionOfClip; // the clone of a clip is a clip
  shareTimedEvents(clip.targetedAnimations, motion.animationGroup.targetedAnimations); // Babylon copies animations without them
  return motion;
}

/** The class of the installed Babylon.js. */
async function importClass(): Promise<typeof RootMotionClip> {
  let problem: unknown;
  try {
    const module = await import("@babylonjs/core/Animations/rootMotion.js");
    // a global of an old version lacks the class
    if (module.RootMotionClip as unknown) {
      return module.RootMotionClip;
    }
  } catch (error) {
    problem = error;
  }
  throw new Error(`root motion: needs @babylonjs/core 9.28 or later (got ${AbstractEngine.Version})`, { cause: problem });
}
