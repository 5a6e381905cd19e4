import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { Node } from "@babylonjs/core/node.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Observable } from "@babylonjs/core/Misc/observable.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { logError, watchObservers } from "../../host/index.js";
import { argumentError } from "../../util/index.js";
import { type Pacing, Player, type PlayerClock, sinceUpdate } from "../player.js";
import { ClipScheduler, type Pacer, type ScheduledClip } from "../scheduler.js";
import { observe, Subscription } from "../sceneObservers.js";
import { CameraViews, CharacterView } from "./characterView.js";
import { RestingGroups } from "./restingGroups.js";

/**
 * Seconds of animation time between two poses of a character, >= 0: 0 for a pose in each frame, Infinity for none. `"visible"` is 0 while an
 * active camera sees the character, otherwise Infinity.
 */
export type UpdateInterval = number | "visible";

/**
 * How often the pose of a character is updated: an interval, or a function that is called for each character in each frame, when cameras have
 * moved.
 * @param distance units from the nearest active camera to the middle of the character
 * @param isVisible whether an active camera may see the character
 */
export type UpdateRate = UpdateInterval | ((distance: number, isVisible: boolean) => UpdateInterval);

type AnyPlayer = Player<PlayerClock>;

/** The groups that move the nodes below a root: their poses are shown in the same frames, so that they can be mixed. */
class Character implements Pacing {
  readonly players = new Set<AnyPlayer>();
  isDue = true;
  private readonly _view: CharacterView;
  private _interval = 0;
  /** Seconds since the last pose. */
  private _since = 0;

  constructor(
    readonly root: TransformNode,
    readonly rate: UpdateRate,
    private readonly _pacer: ScenePacer,
    private readonly _spread: number,
  ) {
    this._view = new CharacterView(root);
    if (typeof rate === "number") {
      this._setInterval(rate);
    }
  }

  /** Decides whether poses are shown in this frame. */
  advance(delta: number): void {
    const since = this._since + Math.abs(delta);
    this._since = sinceUpdate(since, this._interval);
    this.isDue = this._interval === 0 || this._since !== since;
    if (this.isDue || delta < 0) {
      this.wakeAll();
    }
  }

  /** Decides how often poses are shown from now on, and shows them if they are overdue. */
  look(views: CameraViews): void {
    if (typeof this.rate === "number") {
      return;
    }
    this._view.update(views);
    this._setInterval(this._ask());
    if (!this.isDue && (this._interval === 0 || sinceUpdate(this._since, this._interval) !== this._since)) {
      this._since = 0;
      this.isDue = true;
      this.wakeAll();
      this.players.forEach(showStale);
    }
  }

  onSkip(player: AnyPlayer): void {
    if (player.canRest) {
      this._pacer.rest(player);
    }
  }

  wake(player: AnyPlayer): void {
    this._pacer.wake(player);
  }

  wakeAll(): void {
    this.players.forEach(wake);
  }

  private _ask(): number {
    const { distance, isVisible } = this._view;
    try {
      const interval = typeof this.rate === "function" ? this.rate(distance, isVisible) : this.rate;
      return expectInterval("result", interval) === "visible" ? (isVisible ? 0 : Infinity) : (interval as number);
    } catch (error) {
      this._pacer.reportOnce(this.rate, error);
      return 0;
    }
  }

  private _setInterval(interval: number): void {
    if (this._interval === 0 && interval > 0 && interval < Infinity) {
      this._since = interval * this._spread;
    }
    this._interval = interval;
  }
}

/** @throws TypeError or RangeError unless the value is "visible" or a number >= 0 */
export function expectInterval(place: string, value: unknown): UpdateInterval {
  if (value !== "visible" && !(typeof value === "number" && value >= 0)) {
    throw argumentError(place, 'must be a number >= 0, or "visible"', value, "number");
  }
  return value;
}

function wake(player: AnyPlayer): void {
  player.wake();
}

function showStale(player: AnyPlayer): void {
  if (player.isStale) {
    player.isStale = false;
    try {
      player.run?.pose(player.timestamp);
    } catch (error) {
      player.fail(error);
    }
  }
}

/** The characters of a scene, by the roots of their nodes. */
export class ScenePacer implements Pacer {
  /** The rates of roots. */
  private readonly _rates = new WeakMap<Node, UpdateRate>();
  private _sceneRate: UpdateRate | null = null;
  /** The characters that have started groups. */
  private readonly _byRoot = new Map<Node, Character>();
  /** The same characters; replaced when one is added or removed. */
  private _characters: readonly Character[] = [];
  private readonly _resting = new RestingGroups();
  private readonly _watched = new WeakSet<AnimationGroup>();
  private readonly _reported = new WeakSet<object>();
  private readonly _views = new CameraViews();
  private readonly _scheduler: ClipScheduler;
  private readonly _drawing: Subscription;
  private _lastLook = -1;

  static For(scene: Scene): ScenePacer {
    const scheduler = ClipScheduler.For(scene);
    return (scheduler.pacer ??= new ScenePacer(scene, scheduler)) as ScenePacer;
  }

  private constructor(scene: Scene, scheduler: ClipScheduler) {
    this._scheduler = scheduler;
    this._drawing = new Subscription(
      () => this._characters.length > 0,
      () => [observe(scene.onBeforeRenderTargetsRenderObservable, () => this._look(scene))],
    );
  }

  /** @param root null for all roots without a rate of their own */
  setRate(root: Node | null, rate: UpdateRate | null): void {
    if (!root) {
      this._sceneRate = rate;
    } else if (rate === null) {
      this._rates.delete(root);
    } else {
      this._rates.set(root, rate);
    }
    const { started } = this._scheduler;
    started.forEach((clip) => this.remove(clip));
    started.forEach((clip) => this.add(clip));
  }

  add(clip: ScheduledClip): void {
    const root = clip instanceof Player ? this._rootOf(clip.group) : null;
    const rate = root && (this._rates.get(root) ?? this._sceneRate);
    if (root && rate !== null) {
      let character = this._byRoot.get(root);
      if (!character) {
        character = new Character(root, rate, this, this._scheduler.nextSpread());
        this._byRoot.set(root, character);
        this._list();
      }
      const player = clip as AnyPlayer;
      player.pacing = character;
      character.players.add(player);
    }
  }

  remove(clip: ScheduledClip): void {
    const player = clip as AnyPlayer;
    const character = player.pacing as Character | null | undefined;
    if (character) {
      player.wake();
      player.pacing = null;
      character.players.delete(player);
      if (character.players.size === 0) {
        this._byRoot.delete(character.root);
        this._list();
      }
    }
  }

  advance(delta: number): void {
    const characters = this._characters;
    for (let i = 0; i < characters.length; i++) {
      characters[i]!.advance(delta);
    }
    this._resting.advance(delta);
  }

  rest(player: AnyPlayer): void {
    this._watch(player);
    player.isResting = true;
    player.isTicked = false;
    this._resting.add(player);
  }

  wake(player: AnyPlayer): void {
    player.isResting = false;
    player.isTicked = true;
    player.lastFrame = this._scheduler.frame; // until then, time has passed
    this._resting.remove(player);
  }

  /** Logs an error of a rate once. */
  reportOnce(rate: UpdateRate, error: unknown): void {
    const key = rate as object;
    if (!this._reported.has(key)) {
      this._reported.add(key);
      logError("SetUpdateRate: poses are shown in each frame, because the function failed", error);
    }
  }

  /** An observer that is added while a group rests has to get the events from then on. */
  private _watch(player: AnyPlayer): void {
    const group = player.group as AnimationGroup & Partial<Record<"onRepeatObservable" | "onReverseObservable", Observable<never>>>;
    if (!this._watched.has(group)) {
      this._watched.add(group);
      const { onAnimationLoopObservable, onAnimationGroupLoopObservable, onRepeatObservable, onReverseObservable } = group;
      for (const observable of [onAnimationLoopObservable, onAnimationGroupLoopObservable, onRepeatObservable, onReverseObservable]) {
        if (observable) {
          watchObservers(observable as Observable<never>, () => player.wake());
        }
      }
    }
  }

  private _list(): void {
    this._characters = [...this._byRoot.values()];
    this._drawing.update();
  }

  /** When cameras have moved: Babylon notifies once before everything, and once more for each camera. */
  private _look(scene: Scene): void {
    const frame = scene.getFrameId();
    if (frame !== this._lastLook) {
      this._lastLook = frame;
      this._views.update(scene);
      const characters = this._characters;
      for (let i = 0; i < characters.length; i++) {
        characters[i]!.look(this._views);
      }
      this._scheduler.mixer.flush();
    }
  }

  /** The root of the nodes that a group moves: the nearest one with a rate, otherwise the topmost; null if it moves no nodes. */
  private _rootOf({ targetedAnimations }: AnimationGroup): TransformNode | null {
    const target = targetedAnimations.find((each) => (each.target as unknown) instanceof TransformNode)?.target as
      | TransformNode
      | undefined;
    let root: Node | null = null;
    for (let node: Node | null = target ?? null; node; node = node.parent) {
      root = node instanceof TransformNode ? node : root;
      if (this._rates.has(node)) {
        break;
      }
    }
    return root as TransformNode | null;
  }
}

/** The roots of an owner of animation groups: the topmost nodes that its groups move. */
export function rootsOf(groups: readonly AnimationGroup[]): Node[] {
  const roots = new Set<Node>();
  for (const { targetedAnimations } of groups) {
    for (const { target } of targetedAnimations) {
      let node = (target as unknown) instanceof TransformNode ? (target as Node) : null;
      while (node?.parent) {
        node = node.parent;
      }
      if (node) {
        roots.add(node);
      }
    }
  }
  return [...roots];
}
