import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { movingAnimatable } from "../../host/index.js";
import { type EvaluationDescription, isDriven, needOfBabylon, warnOfLayer } from "../../posing/index.js";
import { boundKeysOf } from "../../keys/index.js";
import type { GroupKeys } from "../../../gltf/timing/index.js";
import { copyMembers, EvaluatedAnimationGroup } from "./evaluatedAnimationGroup.js";
import { BabylonPlayer } from "../players/babylonPlayer.js";
import { GroupPlayer } from "../players/groupPlayer.js";
import type { Plays } from "../players/plays.js";

const LOADED = { isOver: true };

/**
 * The group of a glTF animation that was loaded after {@link RegisterCompiledGroups}. It plays as any `AnimationGroup` of Babylon's plays, by
 * the same arguments, at the same frames and with the same events, but is evaluated from typed arrays.
 *
 * Where only Babylon can evaluate the group, Babylon plays it: see {@link EvaluatedAnimationGroup.evaluation}.
 */
export class CompiledAnimationGroup extends EvaluatedAnimationGroup {
  /** @internal */
  override readonly player: GroupPlayer;
  /** Babylon, if it plays the current or the last run; null for the player. */
  private _babylon: BabylonPlayer | null = null;
  /** Whether animations were added since the last start, so that `play()` starts again. */
  private _hasNewAnimations = false;

  /**
   * @internal
   * @param _loading the load of the asset: until it is over, starts leave compiling to the first frame
   */
  constructor(
    name: string,
    scene: Scene | null = null,
    weight = -1,
    playOrder = 0,
    private readonly _loading: { readonly isOver: boolean } = LOADED,
  ) {
    super(name, scene, weight, playOrder);
    const handOver = (reason: string, isShown: boolean): void => this._handOver(reason, isShown);
    this.player = new GroupPlayer(this, this.animatableList, this.createListener(), handOver);
  }

  override get evaluation(): EvaluationDescription {
    const reason = this.isStarted ? this._babylon?.reason : this._findReason(this.isAdditive);
    return reason === undefined ? super.evaluation : { by: "babylon", reason };
  }

  override get layer(): number {
    return super.layer;
  }

  override set layer(value: number) {
    super.layer = value;
    warnOfLayer(this, value, this.isStarted && this._babylon?.reason);
  }

  override get animatables(): Animatable[] {
    const { posing } = this.player;
    posing.wereAnimatablesUsed ||= this._babylon !== null && this.isStarted; // nothing tells what is done with those of Babylon
    return super.animatables;
  }

  override get from(): number {
    return super.from;
  }

  override set from(value: number) {
    this.player.change({ from: value });
    super.from = value;
  }

  override get to(): number {
    return super.to;
  }

  override set to(value: number) {
    this.player.change({ to: value });
    super.to = value;
  }

  override get speedRatio(): number {
    return super.speedRatio;
  }

  override set speedRatio(value: number) {
    if (value !== super.speedRatio) {
      this.player.change({ speedRatio: value });
      super.speedRatio = value;
    }
  }

  override get loopAnimation(): boolean {
    return super.loopAnimation;
  }

  override set loopAnimation(value: boolean) {
    this.player.change({ loop: value });
    super.loopAnimation = value;
  }

  override start(loop = false, speedRatio = 1, from = this.from, to = this.to, isAdditive = this.isAdditive): this {
    this.warnIfDisposed();
    if (this.isStarted || this.targetedAnimations.length === 0) {
      return this;
    }
    const reason = this._findReason(isAdditive);
    const playback = { from, to, loop, speedRatio };
    this.player.posing.wereAnimatablesUsed = false;
    this._hasNewAnimations = false;
    this._babylon = reason === undefined ? null : new BabylonPlayer(this, this.animatableList, reason);
    if (this._babylon) {
      this._babylon.start(playback, isAdditive);
      return this;
    }
    super.loopAnimation = loop;
    super.speedRatio = speedRatio;
    if (this.player.start(playback, this._keys, !this._loading.isOver)) {
      this.notify(this.onAnimationGroupPlayObservable, this);
    }
    return this;
  }

  override play(loop?: boolean): this {
    if (this.isStarted && !this._hasNewAnimations) {
      this.loopAnimation = loop ?? this.loopAnimation;
      this.restart();
    } else {
      this.stop();
      this.start(loop, this.speedRatio);
    }
    return this;
  }

  override reset(): this {
    if (this.isStarted && !this._babylon) {
      this.player.reset();
    } else {
      super.reset(); // a stopped group starts, seeks frame 0, and stops
    }
    return this;
  }

  override goToFrame(frame: number, useWeight = false): this {
    if (this._babylon) {
      super.goToFrame(frame, useWeight);
    } else if (this.isStarted) {
      this.player.seek(frame, useWeight);
    }
    return this;
  }

  override getCurrentFrame(): number {
    return this._babylon ? (this.animatableList[0]?.masterFrame ?? 0) : this.player.frame;
  }

  /** @internal */
  override getRetainedCurrentFrame(): number {
    return this._babylon ? super.getRetainedCurrentFrame() : this.player.retainedFrame;
  }

  /** @internal Lets Babylon play the group, because the timeline may extend beyond the keys. */
  override startWithVirtualTimeline(...args: Parameters<EvaluatedAnimationGroup["start"]>): this {
    if (!this.isStarted && this.targetedAnimations.length > 0) {
      this._babylon = new BabylonPlayer(this, this.animatableList, "it plays on a virtual timeline");
      super.startWithVirtualTimeline(...args);
    }
    return this;
  }

  /** @internal */
  override getVirtualCurrentFrame(): number {
    return this._babylon ? super.getVirtualCurrentFrame() : this.player.virtualFrame;
  }

  /** @internal */
  override isValidVirtualStopFrame(frame: number): boolean {
    return this._babylon ? super.isValidVirtualStopFrame(frame) : this.player.hasVirtual(frame);
  }

  /** @internal */
  override isVirtualFrameReached(frame: number): boolean {
    return this._babylon ? super.isVirtualFrameReached(frame) : this.player.hasReachedVirtual(frame);
  }

  /** @internal */
  override setVirtualCurrentFrame(frame: number): void {
    if (this._babylon) {
      super.setVirtualCurrentFrame(frame);
    } else {
      this.player.seekVirtual(frame);
    }
  }

  override addTargetedAnimation(animation: Animation, target: unknown): TargetedAnimation {
    this._hasNewAnimations = true;
    return super.addTargetedAnimation(animation, target);
  }

  /** Creates an independent group, which shares the compiled data. */
  override clone(
    newName?: string,
    targetConverter?: (target: unknown) => unknown,
    cloneAnimations = false,
    cloneAnimationKeys = false,
  ): CompiledAnimationGroup {
    const clone = new CompiledAnimationGroup(newName || this.name, this.getScene(), this.weight, this.playOrder);
    const channels = this.copyChannels(targetConverter, cloneAnimations, cloneAnimationKeys);
    clone.adoptChannels(channels);
    clone.from = channels.reduce((first, { firstFrame }) => Math.min(first, firstFrame), this.from);
    clone.to = channels.reduce((last, { lastFrame }) => Math.max(last, lastFrame), this.to);
    clone.speedRatio = this.speedRatio;
    clone.loopAnimation = this.loopAnimation;
    clone.evaluationMode = this.evaluationMode;
    clone.layer = this.layer;
    clone.updateInterval = this.updateInterval;
    copyMembers(this, clone);
    return clone;
  }

  /** Follows an animatable. If Babylon advances the animatable, Babylon plays the group, too. */
  override syncAllAnimationsWith(root: Animatable): this {
    if (root && this.player.isStarted && this.evaluationMode !== "compiled" && !isDriven(movingAnimatable(root))) {
      this._handOver("it follows an animatable that Babylon advances", true);
    }
    return super.syncAllAnimationsWith(root);
  }

  /** @internal */
  protected override get plays(): Plays {
    return this._babylon ?? this.player;
  }

  /** @internal */
  protected override readChannels(): void {
    if (this.unreadChannels.length > 0) {
      const { from, to } = this;
      super.readChannels();
      super.from = from; // channels extend the range
      super.to = to;
    }
  }

  private get _keys(): GroupKeys {
    const { animation } = this.targetedAnimations[0]!;
    const keys = boundKeysOf(animation);
    return { first: keys[0]!.frame, last: keys[keys.length - 1]!.frame, framePerSecond: animation.framePerSecond };
  }

  /**
   * Lets Babylon go on with the run.
   * @param isShown whether the player has shown the pose, if it has counted the present frame
   */
  private _handOver(reason: string, isShown: boolean): void {
    this._babylon = new BabylonPlayer(this, this.animatableList, reason);
    warnOfLayer(this, this.layer, reason);
    this.player.handOver(this._babylon, isShown);
  }

  /** Finds the reason why Babylon has to play the group from the start on. */
  private _findReason(isAdditive: boolean): string | undefined {
    const { evaluationMode: mode } = this;
    return mode === "compiled"
      ? undefined
      : mode === "babylon"
        ? 'its evaluationMode is "babylon"'
        : isAdditive !== this.isAdditive
          ? "it starts with another isAdditive than its own"
          : this.player.posing.wereAnimatablesUsed
            ? "its animatables are used"
            : (needOfBabylon(this) ?? this._findUnevenKeys());
  }

  /** Babylon loops each animation within the animation's own keys; a compiled group loops all animations together. */
  private _findUnevenKeys(): string | undefined {
    const { targetedAnimations } = this;
    if (targetedAnimations.length === 0) {
      return undefined;
    }
    const { first, last, framePerSecond } = this._keys;
    for (let i = 1; i < targetedAnimations.length; i++) {
      const { animation } = targetedAnimations[i]!;
      const keys = boundKeysOf(animation);
      if (keys[0]!.frame !== first || keys[keys.length - 1]!.frame !== last || animation.framePerSecond !== framePerSecond) {
        return "its animations begin or end at different frames";
      }
    }
    return first < 0 ? "its keys begin before frame 0" : undefined;
  }
}
