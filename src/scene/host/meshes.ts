import type { Matrix } from "@babylonjs/core/Maths/math.vector.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { EventState, type Observable, type Observer } from "@babylonjs/core/Misc/observable.js";
import type { MorphTarget } from "@babylonjs/core/Morph/morphTarget.js";
import type { MorphTargetManager } from "@babylonjs/core/Morph/morphTargetManager.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { getOrMake } from "../../gltf/util/index.js";

interface ThinInstanceInternals {
  readonly _thinInstanceDataStorage?: { worldMatrices: unknown };
}

/** Makes Babylon read the matrices of thin instances again for picking: Babylon keeps copies, and does not notice writes to the buffer. */
export function forgetInstanceMatrices(mesh: Mesh): void {
  const storage = (mesh as unknown as ThinInstanceInternals)._thinInstanceDataStorage;
  if (storage) {
    storage.worldMatrices = null;
  }
}

interface NodeInternals {
  _currentRenderId: number;
}

/**
 * The world matrix of a node as Babylon will draw it. Until it draws again, Babylon returns the matrix of the last frame, whatever has moved since; to
 * force it would compute all ancestors in every frame, and all their children in turn.
 */
export function updateWorldMatrix(node: TransformNode): Matrix {
  const { parent } = node;
  if (parent instanceof TransformNode) {
    updateWorldMatrix(parent);
  }
  (node as unknown as NodeInternals)._currentRenderId = -1;
  return node.computeWorldMatrix();
}

interface TargetInternals {
  _influence: number;
  readonly _scene: Scene | null;
}

interface ManagerInternals {
  readonly _targetInfluenceChangedObservers: readonly Observer<boolean>[];
}

interface ObservableInternals {
  readonly _observers: readonly Observer<boolean>[];
  readonly _numObserversMarkedAsDeleted: number;
}

/** The changes of influences that a manager has not been notified of yet. */
export class InfluenceChanges {
  /** Whether a morph target has, or has had, observers besides the manager's. */
  isObserved = false;
  /** Weak, since a table of properties, which has the changes, must not keep the morph targets of all. */
  readonly manager: WeakRef<MorphTargetManager>;
  private _last: MorphTarget | null = null;
  /** Whether an influence became 0 or began to differ from 0, which changes the set of morph targets in use. */
  private _isSwitched = false;

  constructor(manager: MorphTargetManager) {
    this.manager = new WeakRef(manager);
  }

  /** @returns whether the change is the first since the last notification of the manager */
  add(target: MorphTarget, isSwitched: boolean): boolean {
    const isFirst = this._last === null;
    this._last = target;
    this._isSwitched ||= isSwitched;
    return isFirst;
  }

  /** Notifies the manager, by the observer of the morph target that changed last. */
  write(): void {
    const { _last: last, _isSwitched: isSwitched } = this;
    this._last = null;
    this._isSwitched = false;
    last?.onInfluenceChanged.notifyObserver(managed.get(last.onInfluenceChanged)!.observer, isSwitched);
  }
}

/** The observer that notifies the manager of a morph target, and the manager's changes, by what is observed. */
const managed = new WeakMap<Observable<boolean>, { readonly observer: Observer<boolean>; readonly changes: InfluenceChanges }>();
/** The changes of each manager, and the number of its targets that are known. */
const managers = new WeakMap<MorphTargetManager, { readonly changes: InfluenceChanges; count: number }>();

/** The changes of the manager that a morph target has in the scene; null if the morph target has no manager. */
export function influenceChangesOf(target: MorphTarget): InfluenceChanges | null {
  if (!managed.has(target.onInfluenceChanged)) {
    (target as unknown as TargetInternals)._scene?.morphTargetManagers.forEach(addTargetsOf);
  }
  return managed.get(target.onInfluenceChanged)?.changes ?? null;
}

function addTargetsOf(manager: MorphTargetManager): void {
  const known = getOrMake(managers, manager, () => ({ changes: new InfluenceChanges(manager), count: 0 }));
  if (known.count !== manager.numTargets) {
    known.count = manager.numTargets;
    observersOf(manager).forEach((observer, i) => {
      const { onInfluenceChanged: observable } = manager.getTarget(i);
      managed.set(observable, { observer, changes: known.changes });
      known.changes.isObserved ||= hasOthers(observable, observer);
      Object.defineProperty(observable, "_onObserverAdded", WATCH);
    });
  }
}

/** The observers by which a manager is notified, one for each of its targets. */
function observersOf(manager: MorphTargetManager): readonly Observer<boolean>[] {
  return (manager as unknown as ManagerInternals)._targetInfluenceChangedObservers;
}

/** In place of the callback of an observable: notes that there are, or may soon be, other observers. */
const WATCH: PropertyDescriptor & ThisType<Observable<boolean>> = {
  configurable: true,
  get() {
    managed.get(this)!.changes.isObserved = true;
    return undefined;
  },
  set() {
    managed.get(this)!.changes.isObserved = true; // all observers are removed
  },
};

function hasOthers(observable: Observable<boolean>, own: Observer<boolean> | undefined): boolean {
  const { _observers: observers, _numObserversMarkedAsDeleted: deleted } = observable as unknown as ObservableInternals;
  return observers.length !== 1 || observers[0] !== own || deleted > 0;
}

/**
 * Sets the influence of a morph target. Babylon notifies the manager of every change, which takes most of the time. Here, the manager is
 * notified later, once for all morph targets of the manager, unless the morph target has further observers or has left the manager.
 * @param changes from {@link influenceChangesOf}
 * @returns the changes to be written, if the change is the first since the last notification of the manager; otherwise null
 */
export function setInfluence(target: MorphTarget, influence: number, changes: InfluenceChanges | null): InfluenceChanges | null {
  const internals = target as unknown as TargetInternals;
  const before = internals._influence;
  if (before === influence) {
    return null;
  }
  const { onInfluenceChanged: observable } = target;
  if (changes === null || !observable.hasObservers() || (changes.isObserved && hasOthers(observable, managed.get(observable)?.observer))) {
    changes?.write(); // who else observes the target may look at the manager
    target.influence = influence;
    return null;
  }
  internals._influence = influence;
  return changes.add(target, before === 0 || influence === 0) ? changes : null;
}

/** In place of the state of a target's observable, which managers do not look at, and which takes long to reach for each of many. */
const STATE = /*#__PURE__*/ new EventState(-1);

const AT_KEY = { amount: 0 };

/** The influences of morph targets of one manager, which are set in one go: the manager is notified once. */
export class JoinedInfluences {
  /** The number of the manager's targets when the observers were looked at. */
  private _count = -1;
  /** Notifies the manager; null if a morph target had other observers, or had left the manager, then. */
  private _tell: Observer<boolean>["callback"] | null = null;

  /**
   * @param from the index of the first target
   * @param to the index after the last one
   */
  constructor(
    private readonly _targets: readonly MorphTarget[],
    readonly from: number,
    readonly to: number,
    private readonly _manager: MorphTargetManager,
    private readonly _changes: InfluenceChanges,
  ) {}

  /**
   * Sets the influences to values, or to what lies between two rows of values. Babylon's objects lie far apart in memory; while the processor waits for
   * them, it has time to interpolate.
   * @param at the index of the first value; the others follow
   * @param next the index of the first value of the other row
   * @param position the amount of the way from one row to the other. In an object, because V8 may allocate 16 bytes for a fraction that it passes
   * @returns false if the influences have to be set by {@link setInfluence}
   */
  write(values: ArrayLike<number>, at: number, next = at, { amount }: { readonly amount: number } = AT_KEY): boolean {
    const { _targets: targets, from, to } = this;
    const tell = this._findTell();
    if (tell === null) {
      return false;
    }
    const shift = at - from;
    const shiftOfNext = next - from;
    let isChanged = false;
    let isSwitched = false;
    for (let i = from; i < to; i++) {
      const internals = targets[i] as unknown as TargetInternals;
      const value = values[i + shift]!;
      const influence = amount === 0 ? value : value + amount * (values[i + shiftOfNext]! - value);
      const before = internals._influence;
      if (before !== influence) {
        internals._influence = influence;
        isChanged = true;
        isSwitched ||= before === 0 || influence === 0;
      }
    }
    if (isChanged) {
      tell(isSwitched, STATE);
    }
    return true;
  }

  private _findTell(): Observer<boolean>["callback"] | null {
    const { numTargets } = this._manager;
    if (this._count !== numTargets) {
      this._count = numTargets;
      const observables = this._targets.slice(this.from, this.to).map(({ onInfluenceChanged }) => onInfluenceChanged);
      const areManaged = observables.every((observable) => !hasOthers(observable, managed.get(observable)?.observer));
      this._tell = areManaged ? managed.get(observables[0]!)!.observer.callback : null;
    }
    return this._changes.isObserved ? null : this._tell;
  }
}

/**
 * Joins the influences of morph targets of one manager.
 * @param from the index of the first target
 * @param to the index after the last one
 * @param changes from {@link influenceChangesOf}, the same for all targets
 * @returns null if there is no manager
 */
export function joinInfluences(
  targets: readonly MorphTarget[],
  from: number,
  to: number,
  changes: InfluenceChanges | null,
): JoinedInfluences | null {
  const manager = changes?.manager.deref();
  return manager ? new JoinedInfluences(targets, from, to, manager, changes!) : null;
}
