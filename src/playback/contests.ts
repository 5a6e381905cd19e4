import type { Scene } from "@babylonjs/core/scene.js";
import { evaluatorOf } from "./animatableEvaluator.js";
import { propertiesOf, type AnimatedProperty } from "./animatedProperty.js";

/** A clip that may have to be mixed by Babylon. */
export interface Contestant {
  /** What it animates by weight, if it can be compiled; null where it does not mix. */
  readonly mixedProperties: readonly AnimatedProperty[] | null;
  /** Whether something mixes with it that is not compiled. */
  isContested: boolean;
}

/** Finds the clips that are mixed with what is not compiled, and those with which they are mixed in turn: Babylon has to mix them all. */
export class Contests {
  private _pass = 0;
  private _wereAny = false;

  constructor(private readonly _scene: Scene) {}

  /** @param playing all clips that play */
  update(playing: Iterable<{ readonly contestant: Contestant }>): void {
    this._pass++;
    if (!this._markForeign() && !this._wereAny) {
      return;
    }
    const open = new Set(Array.from(playing, ({ contestant }) => contestant).filter(mayMix));
    const contested = new Set<Contestant>();
    for (let size = -1; size !== contested.size;) {
      size = contested.size;
      for (const contestant of open) {
        if (contestant.mixedProperties?.some(({ contestedIn }) => contestedIn === this._pass)) {
          contestant.mixedProperties.forEach((property) => (property.contestedIn = this._pass));
          contested.add(contestant);
          open.delete(contestant);
        }
      }
    }
    contested.forEach((contestant) => (contestant.isContested = true));
    open.forEach((contestant) => (contestant.isContested = false));
    this._wereAny = contested.size > 0;
  }

  /**
   * Marks what is animated by animatables that do not just stand in for compiled tracks. Those of a clip without weight come before
   * all mixing; those of a plain group would come after it.
   * @returns whether there was something to mark
   */
  private _markForeign(): boolean {
    const { animatables } = this._scene;
    let areAny = false;
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
          property.contestedIn = this._pass;
          areAny = true;
        }
      }
    }
    return areAny;
  }
}

function mayMix({ mixedProperties, isContested }: Contestant): boolean {
  return mixedProperties !== null || isContested;
}
