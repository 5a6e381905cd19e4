import { getOrMake } from "../../../gltf/util/index.js";
import type { ClipAnimationGroup } from "./clipAnimationGroup.js";

const copies = /*#__PURE__*/ new WeakMap<ClipAnimationGroup, ClipAnimationGroup[]>();
const originals = /*#__PURE__*/ new WeakMap<ClipAnimationGroup, ClipAnimationGroup>();
const NONE: readonly ClipAnimationGroup[] = [];

/** Notes that a copy plays for a clip: the root motion of the clip is that of its copies, too. Copies of copies are copies of the clip. */
export function noteCopy(clip: ClipAnimationGroup, copy: ClipAnimationGroup): void {
  const original = originals.get(clip) ?? clip;
  const left = getOrMake(copies, original, () => []).filter(({ player }) => player.playhead.phase !== "disposed");
  copies.set(original, [...left, copy]);
  originals.set(copy, original);
}

/** The copies that play for a clip. Another list where there is another one. */
export function copiesOf(clip: ClipAnimationGroup): readonly ClipAnimationGroup[] {
  return copies.get(clip) ?? NONE;
}

/** Whether a clip is a copy that plays for another one. */
export function isCopy(clip: ClipAnimationGroup): boolean {
  return originals.has(clip);
}
