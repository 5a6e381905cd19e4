import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { Scene } from "@babylonjs/core/scene.js";
import { type AnimationGroupOwner, groupsOf, logWarningOnce } from "../../host/index.js";
import { excerpt } from "../../../gltf/util/index.js";
import { warnOfInterval } from "../groups/mistakes.js";
import { warnOfOtherCopies } from "../groups/otherCopies.js";
import { expectInterval, type UpdateRate } from "./character.js";
import { rootsOf } from "./movedNodes.js";
import { ScenePacer } from "./scenePacer.js";

export type { UpdateInterval, UpdateRate } from "./character.js";

/**
 * Sets how often the poses of characters are updated: less often where they are far away or out of view. Clips and compiled groups keep their exact time
 * and report their events in the same frames as ever; the poses that are shown are the same as without a rate. All groups of a character show their
 * poses in the same frames, and different characters in different frames. Poses that Babylon evaluates are shown in every frame.
 *
 * A character that comes into view has its exact pose in the same frame. A camera sees a character if Babylon draws one of its meshes, by the pose that
 * was shown last: do not use `"visible"` for clips that carry a node out of its place. Shadows and mirrors do not count.
 * @param target a root node, for what moves below it; a container, instance or result, for its own topmost nodes; or a scene, for all characters
 * without a rate of their own, where a character is what the same groups move
 * @param rate null ends it
 * @throws TypeError or RangeError if an argument is invalid
 * @example
 * SetUpdateRate(scene, (distance, isVisible) => (isVisible ? (distance < 30 ? 0 : 1 / 15) : "visible"));
 */
export function SetUpdateRate(target: TransformNode | AnimationGroupOwner | Scene, rate: UpdateRate | null): void {
  if (rate !== null && typeof rate !== "function") {
    expectInterval("rate", rate);
    warnOfInterval("SetUpdateRate", "rate", rate);
  }
  if (target instanceof TransformNode && rate !== null) {
    warnOfJointsElsewhere(target);
  }
  if (target instanceof Scene) {
    warnOfOtherCopies("SetUpdateRate", target.animationGroups);
    ScenePacer.For(target).setRate(null, rate);
  } else {
    const roots = target instanceof TransformNode ? [target] : rootsOf(target, groupsOf(target));
    for (const scene of new Set(roots.map((root) => root.getScene()))) {
      ScenePacer.For(scene).setRate(
        roots.filter((root) => root.getScene() === scene),
        rate,
      );
    }
  }
}

/** Warns of a node whose skinned meshes are moved by joints that are not below the node, so that no group moves a node below it. */
function warnOfJointsElsewhere(target: TransformNode): void {
  const joints = [target as AbstractMesh, ...target.getChildMeshes()].flatMap(
    ({ skeleton }) => skeleton?.bones[0]?.getTransformNode() ?? [],
  );
  if (joints.length > 0 && joints.every((joint) => joint !== target && !joint.isDescendantOf(target))) {
    logWarningOnce(`SetUpdateRate: target: must be above the joints of its meshes to have an effect (got ${excerpt(target.name)})`);
  }
}
