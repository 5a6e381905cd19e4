import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { Observer } from "@babylonjs/core/Misc/observable.js";
import type { MorphTarget } from "@babylonjs/core/Morph/morphTarget.js";
import type { MorphTargetManager } from "@babylonjs/core/Morph/morphTargetManager.js";
import type { Scene } from "@babylonjs/core/scene.js";

interface ThinInstanceInternals {
  readonly _thinInstanceDataStorage?: { worldMatrices: unknown };
}

/**
 * Makes Babylon read the matrices of thin instances again when it picks: it keeps copies, and does not notice that their buffer is written.
 */
export function forgetInstanceMatrices(mesh: Mesh): void {
  const storage = (mesh as unknown as ThinInstanceInternals)._thinInstanceDataStorage;
  if (storage) {
    storage.worldMatrices = null;
  }
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

/** A morph target, and the observer by which its manager hears of changes. */
interface ManagedTarget {
  readonly target: MorphTarget;
  readonly observer: Observer<boolean>;
  readonly news: InfluenceChanges;
}

/** Changes of influences that a manager has not heard of yet. */
export class InfluenceChanges {
  private _last: ManagedTarget | null = null;
  /** Whether an influence became 0 or began to differ from 0, which changes the targets that are in use. */
  private _isSwitched = false;

  /** @returns whether it is the first change since the manager heard of some */
  add(managed: ManagedTarget, isSwitched: boolean): boolean {
    const isFirst = this._last === null;
    this._last = managed;
    this._isSwitched ||= isSwitched;
    return isFirst;
  }

  /** Tells the manager, by the observer of one of the targets. */
  write(): void {
    const { _last: last, _isSwitched: isSwitched } = this;
    this._last = null;
    this._isSwitched = false;
    last?.target.onInfluenceChanged.notifyObserver(last.observer, isSwitched);
  }
}

const managedTargets = new WeakMap<MorphTarget, ManagedTarget>();
/** The number of targets of each manager whose targets are known. */
const knownCounts = new WeakMap<MorphTargetManager, number>();

/** The morph target with its manager in the scene; null if it has none. */
export function managedTargetOf(target: MorphTarget): ManagedTarget | null {
  if (!managedTargets.has(target)) {
    (target as unknown as TargetInternals)._scene?.morphTargetManagers.forEach(addTargetsOf);
  }
  return managedTargets.get(target) ?? null;
}

function addTargetsOf(manager: MorphTargetManager): void {
  if (knownCounts.get(manager) !== manager.numTargets) {
    knownCounts.set(manager, manager.numTargets);
    const news = new InfluenceChanges();
    (manager as unknown as ManagerInternals)._targetInfluenceChangedObservers.forEach((observer, i) => {
      const target = manager.getTarget(i);
      managedTargets.set(target, { target, observer, news });
    });
  }
}

/**
 * Sets an influence. Babylon notifies the manager of every change, which takes most of the time; here it is told later, once for all of
 * its targets, unless somebody else observes the target as well.
 * @returns the function that notifies the manager, for the first change since the last notification; otherwise null
 */
export function setInfluence(target: MorphTarget, influence: number, managed: ManagedTarget | null): InfluenceChanges | null {
  const internals = target as unknown as TargetInternals;
  const before = internals._influence;
  if (before === influence) {
    return null;
  }
  const { _observers: observers, _numObserversMarkedAsDeleted: deleted } = target.onInfluenceChanged as unknown as ObservableInternals;
  if (managed === null || observers.length !== 1 || observers[0] !== managed.observer || deleted > 0) {
    managed?.news.write(); // who else observes the target may look at the manager
    target.influence = influence;
    return null;
  }
  internals._influence = influence;
  return managed.news.add(managed, before === 0 || influence === 0) ? managed.news : null;
}
