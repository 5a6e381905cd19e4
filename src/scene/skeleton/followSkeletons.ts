import type { Skeleton } from "@babylonjs/core/Bones/skeleton.js";
import type { Observer } from "@babylonjs/core/Misc/observable.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { show } from "../../gltf/util/index.js";
import { FollowingSkeleton } from "./followingSkeleton.js";

/** A scene, an asset container, the instances made of one, or the result of loading. */
export interface SkeletonOwner {
  readonly skeletons: readonly Skeleton[];
}

interface Following {
  readonly follower: FollowingSkeleton;
  readonly reference: WeakRef<Skeleton>;
}

const following = new WeakMap<Skeleton, Following>();
/** The skeletons that follow, as long as the application keeps them. */
const references = new Set<WeakRef<Skeleton>>();
const collected = new FinalizationRegistry<WeakRef<Skeleton>>((reference) => references.delete(reference));
const observers = new WeakMap<Scene, Observer<Skeleton>>();

/**
 * Computes the matrices of skeletons in typed arrays, from the nodes that are linked to their bones, which takes less time than Babylon's objects. Bones can be read and
 * changed as before: bones follow their nodes when code reads them. Clones, such as the instances of a container, follow, too.
 *
 * `RegisterCompiledGroups` does this for the skeletons of files. {@link ReasonNotToFollow} says why Babylon computes the matrices of a skeleton.
 * @param owner a scene, for all its skeletons, present and future; or what has skeletons
 * @throws TypeError if the argument has no skeletons
 * @example FollowSkeletons(scene);
 */
export function FollowSkeletons(owner: Scene | SkeletonOwner): void {
  skeletonsOf(owner).forEach(follow);
  if (isScene(owner) && !observers.has(owner)) {
    observers.set(owner, owner.onNewSkeletonAddedObservable.add(follow));
  }
}

/**
 * Gives skeletons back to Babylon. The instances of a container have skeletons of their own.
 * @param owner a scene, for all its skeletons, present and future; or what has skeletons
 * @throws TypeError if the argument has no skeletons
 */
export function UnfollowSkeletons(owner: Scene | SkeletonOwner): void {
  skeletonsOf(owner).forEach(unfollow);
  if (isScene(owner)) {
    observers.get(owner)?.remove();
    observers.delete(owner);
  }
}

/** Gives all skeletons back to Babylon. Scenes of {@link FollowSkeletons} still follow with skeletons that are made later. */
export function unfollowAll(): void {
  for (const reference of references) {
    const skeleton = reference.deref();
    if (skeleton) {
      unfollow(skeleton);
    }
  }
}

/**
 * Why Babylon computes the matrices of a skeleton.
 * @returns the reason, for people to read; null if the skeleton follows
 */
export function ReasonNotToFollow(skeleton: Skeleton): string | null {
  const found = following.get(skeleton);
  return found ? found.follower.reason : "FollowSkeletons was not called for it";
}

function follow(skeleton: Skeleton): void {
  if (!following.has(skeleton)) {
    const reference = new WeakRef(skeleton);
    following.set(skeleton, { follower: new FollowingSkeleton(skeleton, follow), reference });
    references.add(reference);
    collected.register(skeleton, reference);
  }
}

function unfollow(skeleton: Skeleton): void {
  const found = following.get(skeleton);
  if (found) {
    found.follower.dispose();
    following.delete(skeleton);
    references.delete(found.reference);
  }
}

function isScene(owner: Scene | SkeletonOwner): owner is Scene {
  return "onNewSkeletonAddedObservable" in owner;
}

function skeletonsOf(owner: SkeletonOwner): readonly Skeleton[] {
  const skeletons: unknown = (owner as SkeletonOwner | undefined)?.skeletons;
  if (!Array.isArray(skeletons)) {
    throw new TypeError(`owner: must have skeletons (got ${show(owner)})`);
  }
  return skeletons as Skeleton[];
}
