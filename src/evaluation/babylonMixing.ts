import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { getOrMake } from "../util/index.js";
import { evaluatorOf } from "./animatableEvaluator.js";
import { type AnimatedProperty, propertiesOf } from "./properties/animatedProperty.js";

/** The first animatable of Babylon's that plays on a property of a group; null if there is none. */
export function findForeignAnimatable(group: AnimationGroup): Animatable | null {
  const { animatables } = group.getScene();
  const playing = animatables.filter((each) => !each.paused && !evaluatorOf(each));
  if (playing.length === 0) {
    return null;
  }
  const properties = new Map<unknown, string[]>();
  for (const { target, animation } of group.targetedAnimations) {
    getOrMake(properties, target as unknown, () => []).push(animation.targetProperty);
  }
  const isShared = (animatable: Animatable): boolean => {
    const animated = properties.get(animatable.target);
    return animated !== undefined && animatable.getAnimations().some(({ animation }) => animated.includes(animation.targetProperty));
  };
  return playing.find(isShared) ?? null;
}

/** A clip that may have to be mixed by Babylon. */
export interface MixableClip {
  /**
   * The properties that the clip animates by weight and by compiled tracks, or would animate so without Babylon's mixing; empty for other
   * clips.
   */
  findMixedProperties(): readonly AnimatedProperty[];
  /** Whether Babylon mixes the clip. */
  set isMixedByBabylon(value: boolean);
}

/**
 * Finds the compiled clips that Babylon has to mix: clips that share a weighted property with Babylon's animatables, or with a clip found
 * before.
 */
export class BabylonMixing {
  private _wasAny = false;

  constructor(private readonly _scene: Scene) {}

  /** @param playing all clips that play */
  update(playing: Iterable<{ readonly run: MixableClip | null }>): void {
    const mixed = this._findForeign();
    if (mixed || this._wasAny) {
      handOver(playing, mixed); // a function of its own: calling one with closures allocates, even if it returns before them
      this._wasAny = mixed !== null;
    }
  }

  /**
   * The properties that Babylon's animatables mix. Animatables that only replace compiled tracks do not count. An unweighted clip comes
   * before all mixing, an unweighted plain group after all mixing.
   * @returns the properties, or null for none
   */
  private _findForeign(): Set<AnimatedProperty> | null {
    const { animatables } = this._scene;
    let found: Set<AnimatedProperty> | null = null;
    for (let i = 0; i < animatables.length; i++) {
      const animatable = animatables[i]!;
      const evaluator = evaluatorOf(animatable);
      if (evaluator ? evaluator.isStandIn || animatable.weight === -1 : animatable.paused) {
        continue;
      }
      const properties = propertiesOf(animatable.target as object);
      if (properties.length === 0) {
        continue;
      }
      for (const { animation } of animatable.getAnimations()) {
        const property = properties.find((each) => each.isOf(animation));
        if (property) {
          (found ??= new Set()).add(property);
        }
      }
    }
    return found;
  }
}

/**
 * Makes Babylon mix exactly the clips that share a property with Babylon's animatables, or with a clip found before.
 * @param mixed the properties that animatables mix; receives the properties of the found clips
 */
function handOver(playing: Iterable<{ readonly run: MixableClip | null }>, mixed: Set<AnimatedProperty> | null): void {
  let others = [...playing].flatMap(({ run }) => (run ? [{ clip: run, properties: run.findMixedProperties() }] : []));
  for (let count = -1; mixed && count !== others.length;) {
    count = others.length;
    others = others.filter(({ clip, properties }) => {
      const isShared = properties.some((property) => mixed.has(property));
      if (isShared) {
        properties.forEach((property) => mixed.add(property));
        clip.isMixedByBabylon = true;
      }
      return !isShared;
    });
  }
  others.forEach(({ clip }) => (clip.isMixedByBabylon = false));
}
