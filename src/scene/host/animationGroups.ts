import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { EngineStore } from "@babylonjs/core/Engines/engineStore.js";
import type { IAssetContainer } from "@babylonjs/core/IAssetContainer.js";
import type { Observable } from "@babylonjs/core/Misc/observable.js";
import type { Node } from "@babylonjs/core/node.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { show } from "../../gltf/util/index.js";
import { nodePointerOf } from "./targets.js";

interface SceneInternals {
  _blockEntityCollection: boolean;
}

/** A scene, an asset container, the instances made of one, or the result of loading. */
export interface AnimationGroupOwner {
  readonly animationGroups: readonly AnimationGroup[];
}

/** @throws TypeError if the argument has no animation groups */
export function groupsOf(owner: AnimationGroupOwner): readonly AnimationGroup[] {
  const groups: unknown = (owner as AnimationGroupOwner | undefined)?.animationGroups;
  if (!Array.isArray(groups)) {
    throw new TypeError(`owner: must have animationGroups (got ${show(owner)})`);
  }
  return groups as AnimationGroup[];
}

/**
 * Creates an animation group in a container instead of in the scene.
 * @param container null creates the group in the scene
 */
export function createInContainer<T extends AnimationGroup>(scene: Scene, container: IAssetContainer | null, create: () => T): T {
  const internals = scene as unknown as SceneInternals;
  const blocked = internals._blockEntityCollection;
  internals._blockEntityCollection = container !== null;
  try {
    const group = create();
    group._parentContainer = container;
    return group;
  } finally {
    internals._blockEntityCollection = blocked;
  }
}

/** Creates an animation group beside a given animation group: in the same container, in the scene, or in both. */
export function createBeside<T extends AnimationGroup>(neighbor: AnimationGroup, create: () => T): T {
  return createWith(neighbor, ({ animationGroups }) => animationGroups.includes(neighbor), create);
}

/** Creates an animation group for a node: in the container of the node, in the scene, or in both. */
export function createForNode<T extends AnimationGroup>(node: Node, create: () => T): T {
  return createWith(node, (scene) => scene.getNodes().includes(node), create);
}

/** @param isIn whether the scene has the object, which may have a container as well */
function createWith<T extends AnimationGroup>(object: AnimationGroup | Node, isIn: (scene: Scene) => boolean, create: () => T): T {
  const scene = object.getScene();
  const container = object._parentContainer;
  const group = createInContainer(scene, container, create);
  if (container) {
    container.animationGroups.push(group);
    if (isIn(scene)) {
      scene.addAnimationGroup(group);
    }
  }
  return group;
}

const OBSERVABLES = [
  "onAnimationEndObservable",
  "onAnimationLoopObservable",
  "onAnimationGroupEndObservable",
  "onAnimationGroupLoopObservable",
  "onAnimationGroupPauseObservable",
  "onAnimationGroupPlayObservable",
] as const satisfies readonly (keyof AnimationGroup)[];

/**
 * Replaces an animation group: moves its places, its id and its observers to another group, and disposes of it.
 * @param list a further list that may have the other one
 */
export function takePlaces(group: AnimationGroup, other: AnimationGroup, list: AnimationGroup[]): void {
  group.uniqueId = other.uniqueId;
  for (const name of OBSERVABLES) {
    const own = group[name];
    Object.assign(group, { [name]: other[name] });
    Object.assign(other, { [name]: own });
  }
  for (const groups of new Set([other.getScene().animationGroups, other._parentContainer?.animationGroups ?? [], list])) {
    const [at, added] = [groups.indexOf(other), groups.indexOf(group)];
    if (added >= 0) {
      groups.splice(added, 1);
    }
    if (at >= 0) {
      groups.splice(at, 0, group);
    }
  }
  other.dispose();
  const at = list.indexOf(other);
  if (at >= 0) {
    list.splice(at, 1);
  }
}

/** Whether a group of Babylon's was disposed: it then has no animations, and is in no scene or container. */
export function isDisposedGroup(group: AnimationGroup): boolean {
  return group.targetedAnimations.length === 0 && !group._parentContainer && !group.getScene().animationGroups.includes(group);
}

/**
 * The groups that Babylon evaluates, in all scenes, and that animate nodes of glTF files. Babylon's class is not imported here: it would be at the
 * start of every application, while Babylon's loader imports it with the first file.
 */
export function plainGroupsOfFiles(): readonly AnimationGroup[] {
  const groups = EngineStore.Instances.flatMap(({ scenes }) => scenes).flatMap(({ animationGroups }) => animationGroups);
  return groups.filter(
    (group) => !("evaluation" in group) && group.targetedAnimations.some(({ target }) => nodePointerOf(target) !== undefined),
  );
}

type Bound = "_from" | "_to";

const RANGE: Record<Bound, symbol> = { _from: Symbol("from"), _to: Symbol("to") };

/**
 * Observes the private fields of a group's key range. `AnimationGroup.ClipFrames` and similar functions assign the fields directly after
 * cutting the keys.
 * @param prototype prototype of a class of animation groups
 * @param onSet called when the second bound is assigned; the base class also assigns the bound in the constructor, for each added
 * animation, and in `normalize`
 */
export function observeKeyRange<T extends AnimationGroup>(prototype: T, onSet: (group: T) => void): void {
  for (const bound of ["_from", "_to"] as const) {
    Object.defineProperty(prototype, bound, {
      get(this: Record<symbol, number>) {
        return this[RANGE[bound]];
      },
      set(this: T & Record<symbol, number>, frame: number) {
        (this as Record<symbol, number>)[RANGE[bound]] = frame;
        if (bound === "_to") {
          onSet(this);
        }
      },
    });
  }
}

interface ObservableInternals {
  _onObserverAdded: (() => void) | null;
}

/** Calls a function whenever an observer is added. Replaces the callback that the observable was made with; those of animation groups have none. */
export function watchObservers(observable: Observable<never>, onAdded: () => void): void {
  (observable as unknown as ObservableInternals)._onObserverAdded = onAdded;
}
