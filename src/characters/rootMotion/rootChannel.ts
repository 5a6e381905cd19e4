import type { TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import type { Scene } from "@babylonjs/core/scene.js";
import type { AnimatedProperty, ClipBinding, Mixer, Posing } from "../../scene/posing/index.js";
import { type PropertyWrites, readWrites } from "../../scene/host/index.js";
import type { ClipAnimationGroup } from "../../scene/playing/index.js";

/** The channel of a clip's root: the share of the clip in the root's pose is the clip's share in the motion. */
export class RootChannel {
  private readonly _channel: TargetedAnimation;
  private _binding: ClipBinding | null = null;
  /** Null until the clip has played by compiled tracks. */
  private _property: AnimatedProperty | null = null;

  /** @param root null for the first animated target */
  constructor(
    private readonly _clip: ClipAnimationGroup,
    root: object | null,
  ) {
    const channels = _clip.targetedAnimations;
    const ofRoot = channels.filter(({ target }) => target === root);
    this._channel = ofRoot.find(({ animation }) => animation.targetProperty === "position") ?? ofRoot[0] ?? channels[0]!;
  }

  /**
   * The share of the clip in the pose of the last frame, 0..1. A clip without a weight has all of it, unless another animation of the root
   * has a weight or wrote later; a clip that does not animate the root, because of a mask or a stop, has none. Layers above take their part.
   */
  findShare(scene: Scene): number {
    const { animation } = this._channel;
    const { player } = this._clip;
    if (!player.posing.active.isActive(this._channel)) {
      return 0;
    }
    const { weight } = player.playhead.played;
    const property = this._findProperty();
    readWrites(scene, this._channel.target, animation.targetProperty, writes);
    const { layer, frame } = player.posing;
    const total = writes.weight + (property ? totalOf(property, layer, frame.mixer) : 0);
    const uncovered = property ? uncoveredBy(property, layer, frame.mixer) : 1;
    if (weight !== -1) {
      const isByBabylon = player.posing.choice?.by === "babylon";
      return ((isByBabylon ? weight : Math.min(weight, 1)) / Math.max(total, 1)) * uncovered;
    }
    const isOverwritten = total > 0 || (writes.unweighted !== null && writes.unweighted !== animation);
    return isOverwritten || (property && this._hasLater(property)) ? 0 : uncovered;
  }

  private _findProperty(): AnimatedProperty | null {
    const { runBinding: binding } = this._clip.player.posing;
    if (binding && binding !== this._binding) {
      this._binding = binding;
      const { targetedAnimations, properties } = binding;
      this._property = properties.properties[targetedAnimations.indexOf(this._channel)] ?? null;
    }
    return this._property;
  }

  /** Whether a clip without a weight writes the property after this clip. */
  private _hasLater(property: AnimatedProperty): boolean {
    const { posing } = this._clip.player;
    const { users } = property;
    for (let i = 0; i < users.length && posing.isStarted; i++) {
      const user = users[i] as Posing;
      const order = user.playOrder - posing.playOrder || user.startNumber - posing.startNumber;
      if (order > 0 && user.weight === -1 && user.animates(property)) {
        return true;
      }
    }
    return false;
  }
}

/** The sum of the weights of a layer in the last frame, with those of the poses that the frame left out. */
function totalOf(property: AnimatedProperty, layer: number, mixer: Mixer): number {
  const { users } = property;
  let sum = mixer.totalOf(property, layer);
  for (let i = 0; i < users.length; i++) {
    const user = users[i] as Posing;
    sum += user.layer === layer ? user.skippedWeight : 0;
  }
  return sum;
}

/** The share that the layers above a layer leave to it, 0..1. */
function uncoveredBy(property: AnimatedProperty, layer: number, mixer: Mixer): number {
  const { users } = property;
  let share = 1;
  for (let above = layerAbove(users, layer); above < Infinity; above = layerAbove(users, above)) {
    share *= 1 - Math.min(totalOf(property, above, mixer), 1);
  }
  return share;
}

/** The next higher layer of the users of a property; infinite without one. */
function layerAbove(users: AnimatedProperty["users"], layer: number): number {
  let next = Infinity;
  for (let i = 0; i < users.length; i++) {
    const { layer: other } = users[i] as Posing;
    next = other > layer ? Math.min(next, other) : next;
  }
  return next;
}

const writes: PropertyWrites = { weight: 0, unweighted: null };
