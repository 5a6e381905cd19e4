import { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { AnimationGroup, TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import { RuntimeAnimation } from "@babylonjs/core/Animations/runtimeAnimation.js";

/** How far a channel has played, as Babylon's animatables count. */
export interface ShownPlayback {
  /** The bounds as an animatable has them, in frames. */
  readonly from: number;
  readonly to: number;
  readonly loop: boolean;
  /** Signed. */
  readonly speedRatio: number;
  /** The frame shown. */
  readonly frame: number;
  /** The frames played, not wrapped by loops. */
  readonly played: number;
  /** Milliseconds since the start. */
  readonly elapsed: number;
}

/** A channel that Babylon does not evaluate, as its animatable shows it. */
export interface ShownChannel {
  readonly group: AnimationGroup;
  readonly channel: TargetedAnimation;
  readonly playback: ShownPlayback;
  /** -1 for unweighted. */
  readonly weight: number;
  readonly syncRoot: Animatable | null;
  readonly isPaused: boolean;
  /** Whether the last animation step has played the channel. */
  readonly isAnimated: boolean;
  /** Whether the channel was stopped. */
  readonly isOver: boolean;
  /** Lets Babylon evaluate the group from now on, and calls `standFor` of its animatables. */
  use(): void;
}

/** The members that may be read while Babylon does not evaluate the channel, with their values. */
type Reads = ReadonlyMap<PropertyKey, (shown: ShownAnimatable, channel: ShownChannel) => unknown>;

function reads(values: Readonly<Record<string, (shown: ShownAnimatable, channel: ShownChannel) => unknown>>): Reads {
  return new Map(Object.entries(values));
}

const OF_ANIMATABLE: Reads = /*#__PURE__*/ reads({
  target: (_, { channel }) => channel.target as unknown,
  fromFrame: (_, { playback }) => playback.from,
  toFrame: (_, { playback }) => playback.to,
  loopAnimation: (_, { playback }) => playback.loop,
  speedRatio: (_, { playback }) => playback.speedRatio,
  masterFrame: (_, { playback }) => playback.frame,
  elapsedTime: (_, { playback }) => playback.elapsed,
  weight: (_, { weight }) => Math.min(weight, 1),
  isAdditive: (_, { group }) => group.isAdditive,
  playOrder: (_, { group }) => group.playOrder,
  paused: (_, { isPaused }) => isPaused,
  animationStarted: (_, { isAnimated }) => isAnimated,
  syncRoot: (_, { syncRoot }) => syncRoot,
  disposeOnEnd: () => true,
  getAnimations:
    ({ runtimeAnimations }) =>
    () =>
      runtimeAnimations,
  getAnimationByTargetProperty:
    (_, { channel: { animation } }) =>
    (property: string) =>
      animation.targetProperty === property ? animation : null,
  getRuntimeAnimationByTargetProperty:
    ({ runtimeAnimations }, { channel: { animation } }) =>
    (property: string) =>
      animation.targetProperty === property ? runtimeAnimations[0] : null,
});

const OF_RUNTIME_ANIMATION: Reads = /*#__PURE__*/ reads({
  animation: (_, { channel }) => channel.animation,
  target: (shown, { group, channel }) => (isReadAfterStep(group) ? shown.useRuntimeAnimation() : channel).target as unknown,
  targetPath: (_, { channel }) => channel.animation.targetPropertyPath.at(-1),
  currentFrame: (_, { playback }) => playback.frame,
  isAdditive: (_, { group }) => group.isAdditive,
  isStopped: () => () => false,
  // what animatables read that follow this one
  _currentFrame: (_, { playback }) => playback.frame,
  _playbackFrom: (_, { playback }) => playback.from,
  _playbackTo: (_, { playback }) => playback.to,
  _playbackFrames: (_, { playback }) => playback.played,
});

/**
 * Whether code observes the end of the animation step, as Babylon's root motion does. It asks for the targets of runtime animations to find what the step
 * wrote by them, and Babylon writes only what it evaluates.
 */
function isReadAfterStep(group: AnimationGroup): boolean {
  return group.getScene().onAfterAnimationsObservable.observers.length > 1; // one observer is this package's own
}

/** In place of the runtime animation of a channel that was stopped. */
const STOPPED = { isStopped: () => true, goToFrame() {}, animate: () => false, reset() {}, dispose() {} } as unknown as RuntimeAnimation;

const shown = new WeakMap<Animatable, ShownAnimatable>();

/** The animatable that moves: in place of one that only shows a channel, the one of Babylon's, which evaluates the channel from now on. */
export function movingAnimatable(animatable: Animatable): Animatable {
  return shown.get(animatable)?.use() ?? animatable;
}

/**
 * The animatable of a channel that Babylon does not evaluate. Reading it changes nothing; any other use, such as a call, an observer or an assignment of
 * another value, lets Babylon evaluate the group. From then on it stands for the animatable that Babylon has made.
 */
export class ShownAnimatable {
  readonly animatable: Animatable = this._standIn(Animatable.prototype, OF_ANIMATABLE, () => this.use());
  readonly runtimeAnimations: readonly RuntimeAnimation[] = [
    this._standIn(RuntimeAnimation.prototype, OF_RUNTIME_ANIMATION, () => this.useRuntimeAnimation()),
  ];
  /** The animatable of Babylon's that evaluates the channel, or one that has stopped; null while this one only shows the channel. */
  private _own: Animatable | null = null;

  constructor(private readonly _channel: ShownChannel) {
    shown.set(this.animatable, this);
  }

  standFor(own: Animatable): void {
    this._own = own;
  }

  use(): Animatable {
    if (!this._own && !this._channel.isOver) {
      this._channel.use();
    }
    return (this._own ??= this._createStopped());
  }

  useRuntimeAnimation(): RuntimeAnimation {
    return this.use().getAnimations()[0] ?? STOPPED;
  }

  private _standIn<T extends object>(prototype: T, values: Reads, use: () => T): T {
    const read = (name: PropertyKey): unknown => {
      const value = this._own || this._channel.isOver ? undefined : values.get(name);
      if (value) {
        return value(this, this._channel);
      }
      const own = use();
      const used: unknown = Reflect.get(own, name);
      return typeof used === "function" ? (used as () => unknown).bind(own) : used;
    };
    return new Proxy(Object.create(prototype) as T, {
      get: (bare, name) => (isOfAnyObject(name) ? (Reflect.get(bare, name) as unknown) : read(name)),
      set: (_, name, value) => (values.has(name) && Object.is(read(name), value)) || Reflect.set(use(), name, value),
      has: (bare, name) => values.has(name) || Reflect.has(bare, name),
    });
  }

  private _createStopped(): Animatable {
    const { channel, playback, group } = this._channel;
    const scene = group.getScene();
    const stopped = new Animatable(scene, channel.target, playback.from, playback.to, playback.loop, playback.speedRatio);
    scene.animatables.splice(scene.animatables.indexOf(stopped), 1);
    return stopped;
  }
}

/** Names that code asks any object for: promises, `JSON.stringify`, printing. */
function isOfAnyObject(name: PropertyKey): boolean {
  return typeof name === "symbol" || name === "then" || name === "toJSON" || name in Object.prototype;
}
