import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { Node } from "@babylonjs/core/node.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Observable } from "@babylonjs/core/Misc/observable.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CameraViews, logError, watchObservers } from "../../host/index.js";
import { argumentError } from "../../util/index.js";
import { type Pacing, Player, type PlayerClock, sinceUpdate } from "../player.js";
import { ClipScheduler, type Pacer, type ScheduledClip } from "../scheduler.js";
import { observe, Subscription } from "../sceneObservers.js";
import { CharacterView } from "./characterView.js";
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
  /** How many of the players rest. */
  resting = 0;
  isDue = true;
  /** Seconds between two poses; 0 until the first pose is shown. */
  interval = 0;
  private readonly _view: CharacterView;

  constructor(
    readonly root: TransformNode,
    readonly rate: UpdateRate,
    private readonly _pacer: ScenePacer,
    /** The share of the first interval that is left out. */
    readonly spread: number,
  ) {
    this._view = new CharacterView(root);
  }

  /** How often poses are to be shown, now that the cameras have moved. */
  ask(views: CameraViews): number {
    const { rate, _view: view } = this;
    if (typeof rate === "number") {
      return rate;
    }
    view.update(views);
    const { distance, isVisible } = view;
    try {
      const interval = typeof rate === "function" ? rate(distance, isVisible) : rate;
      return expectInterval("result", interval) === "visible" ? (isVisible ? 0 : Infinity) : (interval as number);
    } catch (error) {
      this._pacer.reportOnce(rate, error);
      return 0;
    }
  }

  /** Shows the poses of the present timestamps. */
  show(): void {
    this.wakeAll();
    this.players.forEach(showStale);
  }

  onSkip(player: AnyPlayer): void {
    if (this.interval >= LONG && player.canRest) {
      this.resting++;
      this._pacer.rest(player);
    }
  }

  wake(player: AnyPlayer): void {
    this.resting--;
    this._pacer.wake(player);
  }

  peek(player: AnyPlayer): PlayerClock {
    return this._pacer.peek(player);
  }

  wakeAll(): void {
    if (this.resting > 0) {
      this.players.forEach(wake);
    }
  }
}

/** @throws TypeError or RangeError unless the value is "visible" or a number >= 0 */
export function expectInterval(place: string, value: unknown): UpdateInterval {
  if (value !== "visible" && !(typeof value === "number" && value >= 0)) {
    throw argumentError(place, 'must be a number >= 0, or "visible"', value, "number");
  }
  return value;
}

/** The seconds between two poses from which on groups rest: it saves more than to begin and end a rest takes. */
const LONG = 1;

/** What the sum of frames may lack of an interval, because it is rounded. */
const ALMOST = 1 - 1e-6;

/** The seconds that count as passed at the beginning: those of different characters differ. */
function startOf(interval: number, { spread }: Character): number {
  return interval < Infinity ? interval * spread : 0;
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
  private _isListed = true;
  /** The same characters, as of the last frame. */
  private _characters: readonly Character[] = [];
  /** The seconds since the last pose, and the intervals, of each character: most frames need no more of it. */
  private _since = new Float64Array(0);
  private _intervals = new Float64Array(0);
  private _wasDue = new Uint8Array(0);
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
      () => this._byRoot.size > 0,
      () => [observe(scene.onBeforeRenderTargetsRenderObservable, () => this._look(scene))],
    );
  }

  /** @param roots of the scene; null for all roots without a rate of their own */
  setRate(roots: readonly Node[] | null, rate: UpdateRate | null): void {
    if (roots) {
      roots.forEach((root) => (rate === null ? this._rates.delete(root) : this._rates.set(root, rate)));
    } else {
      this._sceneRate = rate;
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
        this._isListed = false;
        this._drawing.update();
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
        this._isListed = false;
        this._drawing.update();
      }
    }
  }

  advance(delta: number): void {
    if (!this._isListed) {
      this._list();
    }
    const { _characters: characters, _since: since, _intervals: intervals } = this;
    const seconds = Math.abs(delta);
    for (let i = 0; i < characters.length; i++) {
      since[i]! += seconds;
      if (since[i]! < intervals[i]! * ALMOST) {
        if (this._wasDue[i] === 1) {
          characters[i]!.isDue = false;
          this._wasDue[i] = 0;
        }
      } else {
        this._pass(i);
      }
    }
    this._resting.advance(delta);
  }

  rest(player: AnyPlayer): void {
    this._watch(player);
    player.isResting = true;
    this._scheduler.rest(player);
    this._resting.add(player);
  }

  wake(player: AnyPlayer): void {
    player.isResting = false;
    this._scheduler.endRest(player);
    this._resting.remove(player);
  }

  peek(player: AnyPlayer): PlayerClock {
    return this._resting.peek(player);
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
    const group = player.group as AnimationGroup &
      Partial<Record<"onRepeatObservable" | "onReverseObservable" | "onEventObservable", Observable<never>>>;
    if (!this._watched.has(group)) {
      this._watched.add(group);
      const { onAnimationLoopObservable, onAnimationGroupLoopObservable, onRepeatObservable, onReverseObservable, onEventObservable } =
        group;
      const all = [onAnimationLoopObservable, onAnimationGroupLoopObservable, onRepeatObservable, onReverseObservable, onEventObservable];
      for (const observable of all) {
        if (observable) {
          watchObservers(observable as Observable<never>, () => player.wake());
        }
      }
    }
  }

  /** Lists the characters after one was added or removed. */
  private _list(): void {
    this._isListed = true;
    const known = new Map(this._characters.map((character, i) => [character, this._since[i]!]));
    this._characters = [...this._byRoot.values()];
    this._intervals = Float64Array.from(this._characters, ({ interval }) => interval);
    this._since = Float64Array.from(this._characters, (each) => known.get(each) ?? 0);
    this._wasDue = Uint8Array.from(this._characters, ({ isDue }) => Number(isDue));
  }

  /** Lets a character show its poses in this frame. */
  private _pass(i: number): void {
    const character = this._characters[i]!;
    this._since[i] = sinceUpdate(this._since[i]!, this._intervals[i]!);
    this._wasDue[i] = 1;
    character.isDue = true;
    character.wakeAll();
  }

  /** Asks how often a character shows its poses from now on, and shows them if they are overdue. */
  private _ask(i: number): void {
    const { _characters: characters, _intervals: intervals } = this;
    const character = characters[i]!;
    const interval = character.ask(this._views);
    if (interval !== intervals[i]) {
      if (intervals[i] === 0) {
        this._since[i] = startOf(interval, character);
      }
      character.interval = intervals[i] = interval;
    }
    if (!character.isDue && this._since[i]! >= interval * ALMOST) {
      this._since[i] = 0;
      this._wasDue[i] = 1;
      character.isDue = true;
      character.show();
    }
  }

  /** When cameras have moved: Babylon notifies once before everything, and once more for each camera. */
  private _look(scene: Scene): void {
    const frame = scene.getFrameId();
    if (frame !== this._lastLook) {
      this._lastLook = frame;
      this._views.update(scene);
      for (let i = 0; i < this._characters.length; i++) {
        this._ask(i);
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
