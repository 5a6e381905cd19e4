import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import type { Node } from "@babylonjs/core/node.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Observable } from "@babylonjs/core/Misc/observable.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CameraViews, logError, watchObservers } from "../../host/index.js";
import { Player } from "../players/player.js";
import type { ScheduledPlayer } from "../players/rows.js";
import { ClipScheduler, type Pacer } from "../players/scheduler.js";
import { observe, Subscription } from "../players/sceneObservers.js";
import { Character, type CharacterKeeper, type UpdateRate } from "./character.js";
import { type CharacterView, SkinnedMeshes } from "./characterView.js";
import { nodesOf } from "./movedNodes.js";
import { sinceUpdate } from "./posePace.js";

/** What the sum of frames may lack of an interval, because it is rounded. */
const ALMOST = 1 - 1e-6;

/** The seconds that count as passed at the beginning: those of different characters differ. */
function startOf(interval: number, { spread }: Character): number {
  return interval < Infinity ? interval * spread : 0;
}

/** The characters of a scene. */
export class ScenePacer implements Pacer, CharacterKeeper {
  /** The rates of roots. */
  private readonly _rates = new WeakMap<Node, UpdateRate>();
  private _sceneRate: UpdateRate | null = null;
  /** The characters that have started groups, by each of their nodes. */
  private readonly _byNode = new Map<Node, Character>();
  private readonly _byMesh = new Map<AbstractMesh, Character[]>();
  private _areMeshesListed = true;
  private _isListed = true;
  /** The same characters, as of the last frame. */
  private _characters: readonly Character[] = [];
  /** The seconds since the last pose, and the intervals, of each character: most frames need no more of it. */
  private _since = new Float64Array(0);
  private _intervals = new Float64Array(0);
  private _wasDue = new Uint8Array(0);
  private readonly _watched = new WeakSet<AnimationGroup>();
  private readonly _reported = new WeakSet<object>();
  private readonly _views = new CameraViews();
  private readonly _scheduler: ClipScheduler;
  private readonly _drawing: Subscription;
  private readonly _skinned: SkinnedMeshes;
  /** The last frame in which Babylon's list of drawn meshes was gone through. */
  private _lastLook = -1;

  static For(scene: Scene): ScenePacer {
    const scheduler = ClipScheduler.For(scene);
    return (scheduler.pacer ??= new ScenePacer(scene, scheduler)) as ScenePacer;
  }

  private constructor(scene: Scene, scheduler: ClipScheduler) {
    this._scheduler = scheduler;
    this._skinned = new SkinnedMeshes(scene);
    this._drawing = new Subscription(
      () => this._byNode.size > 0,
      () => [
        observe(scene.onBeforeRenderObservable, () => this._listMeshes()),
        observe(scene.onAfterActiveMeshesEvaluationObservable, () => this._see(scene)),
        observe(scene.onAfterRenderObservable, () => this._endFrame(scene)),
      ],
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
    started.forEach((player) => this.remove(player));
    started.forEach((player) => this.add(player));
  }

  add(player: ScheduledPlayer): void {
    if (player instanceof Player) {
      const nodes = nodesOf(player.group);
      const root = this._rootOf(nodes);
      const rate = root ? this._rates.get(root) : this._sceneRate;
      if (nodes.size > 0 && rate !== null) {
        this._addTo(player as Player, root ? new Set([root]) : nodes, rate!);
      }
    }
  }

  private _addTo(player: Player, nodes: ReadonlySet<TransformNode>, rate: UpdateRate): void {
    const known = [...nodes].flatMap((node) => this._byNode.get(node) ?? []).filter((each) => each.rate === rate);
    const [character = new Character(rate, this, this._scheduler.nextSpread()), ...others] = new Set(known);
    others.forEach((other) => this._merge(other, character));
    this._move([player], nodes, character);
  }

  /** Groups that seemed to be of several characters are of one, as another group moves the nodes of all. */
  private _merge(from: Character, to: Character): void {
    from.wakeAll();
    this._move(from.players, from.nodes, to);
    from.players.clear();
    from.nodes.clear();
  }

  private _move(players: Iterable<Player>, nodes: Iterable<TransformNode>, to: Character): void {
    for (const player of players) {
      player.wake();
      player.pace.character = to;
      to.players.add(player);
    }
    for (const node of nodes) {
      if (this._byNode.get(node) !== to) {
        this._byNode.set(node, to);
        to.nodes.add(node);
        to.view.isStale = true;
        this._isListed = false;
      }
    }
    this._drawing.update();
  }

  remove(player: ScheduledPlayer): void {
    if (!(player instanceof Player)) {
      return;
    }
    const character = player.pace.character as Character | null;
    if (character) {
      player.wake();
      player.pace.character = null;
      character.players.delete(player as Player);
      if (character.players.size === 0) {
        for (const node of character.nodes) {
          if (this._byNode.get(node) === character) {
            this._byNode.delete(node);
          }
        }
        this._isListed = false;
        this._drawing.update();
        if (this._byNode.size === 0) {
          this._forget();
        }
      }
    }
  }

  /** Keeps nothing of the last characters: no frame may come that would list them anew. */
  private _forget(): void {
    this._characters = [];
    this._byMesh.clear();
    this._skinned.clear();
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
        this._pass(i, characters[i]!);
      }
    }
  }

  rest(player: Player): void {
    this._watch(player);
    this._scheduler.rows.rest(player);
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
  private _watch(player: Player): void {
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
    this._characters = [...new Set(this._byNode.values())];
    this._characters.forEach((character, i) => (character.index = i));
    this._areMeshesListed = false;
    this._intervals = Float64Array.from(this._characters, ({ interval }) => interval);
    this._since = Float64Array.from(this._characters, (each) => known.get(each) ?? 0);
    this._wasDue = Uint8Array.from(this._characters, ({ isDue }) => Number(isDue));
  }

  /** Lets a character show its poses in this frame. */
  private _pass(i: number, character: Character): void {
    this._since[i] = sinceUpdate(this._since[i]!, this._intervals[i]!);
    if (this._wasDue[i] === 0) {
      this._wasDue[i] = 1;
      character.isDue = true;
      character.wakeAll();
    }
  }

  /** Lists the characters' meshes, if there are others. */
  private _listMeshes(): void {
    if (!this._isListed) {
      this._list();
    }
    const areNew = this._skinned.update();
    if (areNew || !this._areMeshesListed) {
      this._areMeshesListed = true;
      this._byMesh.clear();
      for (const character of this._characters) {
        if (areNew || character.view.isStale) {
          character.view.findMeshes(this._skinned);
        }
        for (const mesh of character.view.meshes) {
          const known = this._byMesh.get(mesh);
          if (known) {
            known.push(character);
          } else {
            this._byMesh.set(mesh, [character]);
          }
        }
      }
    }
  }

  /**
   * Asks how often a character shows its poses from now on, and shows them if they are overdue.
   * @returns whether they were shown
   */
  private _ask(character: Character): boolean {
    const { _intervals: intervals } = this;
    const { index: i } = character;
    const interval = character.ask(this._views);
    if (interval !== intervals[i]) {
      if (intervals[i] === 0) {
        this._since[i] = startOf(interval, character);
        character.wakeAll();
      }
      character.interval = intervals[i] = interval;
    }
    const isOverdue = !character.isDue && this._since[i]! >= interval * ALMOST;
    if (isOverdue) {
      this._since[i] = 0;
      this._wasDue[i] = 1;
      character.isDue = true;
      character.show();
    }
    return isOverdue;
  }

  /** When Babylon knows which meshes a camera sees: characters that come into view have their exact pose in this frame. */
  private _see(scene: Scene): void {
    const frame = scene.getFrameId();
    const { data: meshes, length } = scene.getActiveMeshes();
    this._lastLook = frame;
    this._views.update(scene);
    let shown: CharacterView[] | null = null;
    for (let i = 0; i < length; i++) {
      const characters = this._byMesh.get(meshes[i]!);
      for (let k = 0; characters && k < characters.length; k++) {
        const character = characters[k]!;
        const { view } = character;
        if (view.lastSeen !== frame && character.players.size > 0) {
          view.lastSeen = frame;
          view.isVisible = true;
          if (this._ask(character)) {
            (shown ??= []).push(view);
          }
        }
      }
    }
    if (shown) {
      this._scheduler.mixer.flush();
      shown.forEach((view) => view.applyPose());
    }
  }

  /** When all cameras have drawn: the remaining characters are not in view. Frozen meshes, and those of a snapshot, are drawn without being looked for. */
  private _endFrame(scene: Scene): void {
    const frame = scene.getFrameId();
    const { snapshotRendering } = scene.getEngine();
    if (this._lastLook !== frame) {
      this._see(scene);
    }
    for (const character of this._characters) {
      const { view } = character;
      if (view.lastSeen !== frame && character.players.size > 0) {
        const wasVisible = view.isVisible;
        view.isVisible = view.meshes.length === 0 ? isEnabled(character) : snapshotRendering;
        if (wasVisible && !view.isVisible) {
          view.isStale = true;
          this._areMeshesListed = false;
        }
        this._ask(character);
      }
    }
    this._scheduler.mixer.flush();
  }

  /** The nearest root with a rate above the nodes that a group moves; null without one. */
  private _rootOf([first]: Iterable<TransformNode>): TransformNode | null {
    for (let node: Node | null = first ?? null; node; node = node.parent) {
      if (node instanceof TransformNode && this._rates.has(node)) {
        return node;
      }
    }
    return null;
  }
}

function isEnabled({ nodes }: Character): boolean {
  const [first] = nodes;
  return first!.isEnabled();
}
