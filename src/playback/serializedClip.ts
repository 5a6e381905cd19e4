import type { ClipSettings } from "../timing/index.js";
import type { ClipOptions } from "./clipPlayer.js";

/** The result of {@link ClipAnimationGroup.serialize}: Babylon's members of a serialized group, and those of the clip. */
export interface SerializedClip {
  readonly name: string;
  readonly weight?: number;
  readonly playOrder?: number;
  readonly isAdditive?: boolean;
  readonly enableBlending?: boolean | null;
  readonly blendingSpeed?: number | null;
  readonly metadata?: unknown;
  readonly targetedAnimations: readonly SerializedChannel[];
  /** The settings, in seconds, and the options. */
  readonly clip: ClipSettings & ClipOptions;
}

/** One channel of a {@link SerializedClip}. */
export interface SerializedChannel {
  /** The `id` of the target. */
  readonly targetId: string;
  readonly animation: { readonly property: string };
}
