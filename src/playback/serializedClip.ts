import type { ClipSettings } from "../timing/index.js";
import type { ClipOptions } from "./clipPlayer.js";

/** A clip as {@link ClipAnimationGroup.serialize} gives it: what Babylon serializes of a group, and the clip's own members. */
export interface SerializedClip {
  readonly name: string;
  readonly weight?: number;
  readonly playOrder?: number;
  readonly isAdditive?: boolean;
  readonly enableBlending?: boolean | null;
  readonly blendingSpeed?: number | null;
  readonly metadata?: unknown;
  readonly targetedAnimations: readonly SerializedTarget[];
  readonly clip: ClipSettings & ClipOptions;
}

/** One channel of a {@link SerializedClip}. */
export interface SerializedTarget {
  readonly targetId: string;
  readonly animation: { readonly property: string };
}
