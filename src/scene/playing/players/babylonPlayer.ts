import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { continueRun, type PlayedRun, startQuietly, waitForNextStep } from "../../host/index.js";
import type { GroupPlayback } from "../../../gltf/timing/index.js";
import type { Plays } from "./plays.js";

const babylons = AnimationGroup.prototype;

/** Lets Babylon play a group, as any group of Babylon's. Babylon notifies the observers. */
export class BabylonPlayer implements Plays {
  /**
   * @param _animatables the group's list of animatables
   * @param reason why Babylon plays the group
   */
  constructor(
    private readonly _group: AnimationGroup,
    private readonly _animatables: Animatable[],
    readonly reason: string,
  ) {}

  get isStarted(): boolean {
    return Reflect.get(babylons, "isStarted", this._group);
  }

  get isPlaying(): boolean {
    return Reflect.get(babylons, "isPlaying", this._group);
  }

  start({ loop, speedRatio, from, to }: GroupPlayback, isAdditive: boolean): void {
    try {
      babylons.start.call(this._group, loop, speedRatio, from, to, isAdditive);
    } catch (error) {
      // a target lacks the animated property: those before it would play
      this._animatables.splice(0).forEach((animatable) => animatable.stop(undefined, undefined, false, true));
      throw error;
    }
  }

  /**
   * Goes on with a run that another has played until now. Observers notice nothing.
   * @param args the arguments of the start
   * @param coming the milliseconds of the coming animation step that the run has counted already; null between frames
   * @param isShown whether the pose of that step is shown already
   */
  continue(args: GroupPlayback, run: PlayedRun, coming: number | null, isShown: boolean): void {
    startQuietly(this._group, () => this.start(args, this._group.isAdditive));
    continueRun(this._group, this._animatables, run, coming ?? 0);
    if (isShown) {
      waitForNextStep(this._group.getScene(), this._animatables);
    }
  }

  pause(): boolean {
    babylons.pause.call(this._group);
    return false;
  }

  resume(): boolean {
    babylons.restart.call(this._group);
    return false;
  }

  stop(silent: boolean): void {
    babylons.stop.call(this._group, silent);
  }

  setWeight(weight: number): void {
    babylons.setWeightForAllAnimatables.call(this._group, weight);
  }

  syncWith(root: Animatable): void {
    babylons.syncAllAnimationsWith.call(this._group, root);
  }

  updateMask(forceUpdate?: boolean): void {
    babylons.syncWithMask.call(this._group, forceUpdate);
  }
}
