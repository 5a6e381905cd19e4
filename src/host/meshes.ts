import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { Observer } from "@babylonjs/core/Misc/observable.js";
import type { MorphTarget } from "@babylonjs/core/Morph/morphTarget.js";
import type { MorphTargetManager } from "@babylonjs/core/Morph/morphTargetManager.js";
import type { Scene } from "@babylonjs/core/scene.js";

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

/** A morph target, and the observer that notifies its manager of changes. */
interface ManagedTarget {
  readonly target: MorphTarget;
  readonly observer: Observer<boolean>;
  readonly news: InfluenceChanges;
}

/** The changes of influences that a manager has not been notified of yet. */
export class InfluenceChanges {
  private _last: ManagedTarget | null = null;
  /** Whether an influence became 0 or began to differ from 0, which changes the set of morph targets in use. */
  private _isSwitched = false;

  /** @returns whether the change is the first since the last notification of the manager */
  add(managed: ManagedTarget, isSwitched: boolean): boolean {
    const isFirst = this._last === null;
    this._last = managed;
    this._isSwitched ||= isSwitched;
    return isFirst;
  }

  /** Notifies the manager, by the observer of the morph target that changed last. */
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

/** The morph target with its manager in the scene; null if the morph target has no manager. */
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
 * Sets the influence of a morph target. Babylon notifies the manager of every change, which takes most of the time. Here, the manager is
 * notified later, once for all morph targets of the manager, unless the morph target has further observers.
 * @returns the changes to be written, if the change is the first since the last notification of the manager; otherwise null
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
