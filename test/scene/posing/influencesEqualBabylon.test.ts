/** Compiled clips move morph targets as Babylon's own groups do, but tell their manager once a frame. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { MorphTarget } from "@babylonjs/core/Morph/morphTarget.js";
import { MorphTargetManager } from "@babylonjs/core/Morph/morphTargetManager.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CreateClip } from "../../../src/pure.js";
import { createAnimation } from "../../helpers/group.js";
import { createScene, disposeScenes, render } from "../../helpers/scene.js";

afterEach(disposeScenes);

interface Stage {
  readonly scene: Scene;
  /** Two that share the manager. */
  readonly meshes: readonly Mesh[];
  readonly manager: MorphTargetManager;
  /** All but the last one are animated, by both groups, as is the place of the first mesh. */
  readonly targets: readonly MorphTarget[];
  readonly groups: readonly AnimationGroup[];
  /** What observers of targets have heard. */
  readonly heard: string[];
  /** How often each mesh had to take up other targets. */
  readonly updates: number[];
}

/** At frames 0, 20, 40 and 60. Values of 0 that last, so that targets go out of use. */
const VALUES = [
  [
    [0, 1, 0, 0],
    [0, 0, 0.5, 1],
    [0.25, 0, 0, 0.75],
    [0.1, 0.2, 0.3, 0.4],
  ],
  [
    [1, 0, 0, 1],
    [0, 0, 0, 0],
    [0.5, 0.5, 0, 0],
    [1, 0, 1, 0],
  ],
];

function addTarget(mesh: Mesh, manager: MorphTargetManager, name: string): MorphTarget {
  const target = MorphTarget.FromMesh(mesh, name, 0);
  manager.addTarget(target);
  return target;
}

/** @param count the number of animated targets, which have the values of the first four in turn */
function createStage(areClips: boolean, count = 4): Stage {
  const scene = createScene();
  const meshes = [CreateBox("a", {}, scene), CreateBox("b", {}, scene)];
  const manager = new MorphTargetManager(scene);
  const names = [...Array.from({ length: count }, (_, i) => String(i)), "still"];
  const targets = names.map((name) => addTarget(meshes[0]!, manager, name));
  const updates = meshes.map((mesh, i) => {
    mesh.morphTargetManager = manager;
    for (const name of ["_markSubMeshesAsAttributesDirty", "_syncGeometryWithMorphTargetManager"] as const) {
      const own = mesh[name].bind(mesh);
      mesh[name] = () => {
        updates[i]!++;
        own();
      };
    }
    return 0;
  });
  const groups = VALUES.map((ofTargets, i) => {
    const group = new AnimationGroup(`group ${i}`, scene);
    const animate = (property: string, values: readonly number[], target: object): unknown =>
      group.addTargetedAnimation(
        createAnimation(property, { frames: [0, 20, 40, 60], values, dataType: Animation.ANIMATIONTYPE_FLOAT }),
        target,
      );
    targets.slice(0, count).forEach((target, t) => {
      if (t === count - 2) {
        animate("position.x", ofTargets[0]!, meshes[0]!); // between two that are written together
      }
      animate("influence", ofTargets[t % 4]!, target);
    });
    return areClips ? CreateClip(`clip ${i}`, group, { end: 1 }, { evaluationMode: "compiled" }) : group;
  });
  return { scene, meshes, manager, targets, groups, heard: [], updates };
}

function stateOf({ meshes, manager, targets, heard, updates }: Stage): object {
  return {
    place: meshes[0]!.position.x.toFixed(6),
    influences: targets.map(({ influence }) => influence.toFixed(6)),
    inUse: Array.from(
      { length: manager.numInfluencers },
      (_, i) => `${manager.getActiveTarget(i).name} ${manager.influences[i]!.toFixed(5)}`,
    ),
    heard: [...heard],
    updates: [...updates],
  };
}

function expectAsBabylons(count: number, act: (stage: Stage, frame: number) => void): void {
  const [clips, babylons] = [createStage(true, count), createStage(false, count)];
  for (let frame = 0; frame < 70; frame++) {
    const [actual, expected] = [clips, babylons].map((stage) => {
      act(stage, frame);
      render(stage.scene, 1);
      return { frame, ...stateOf(stage) };
    });
    expect(actual).toEqual(expected);
  }
}

function start(group: AnimationGroup | undefined, weight = -1): void {
  group!.weight = weight;
  group!.start(true);
}

describe.each([4, 24])("influences are those of Babylon's groups, with %d targets,", (count) => {
  it("of one clip", () => {
    expectAsBabylons(count, ({ groups }, frame) => frame === 0 && start(groups[0]));
  });

  it("of two clips that are mixed", () => {
    expectAsBabylons(count, ({ groups }, frame) => {
      if (frame === 0) {
        start(groups[0], 0.6);
        start(groups[1], 0.3);
      } else if (frame === 40) {
        groups[0]!.stop();
      }
    });
  });

  it("while the user sets some", () => {
    expectAsBabylons(count, ({ groups, targets }, frame) => {
      if (frame === 0) {
        start(groups[0]);
      }
      targets[frame % 5]!.influence = frame % 3 === 0 ? 0 : 0.5;
    });
  });

  it("while the user has frozen the manager", () => {
    expectAsBabylons(count, ({ groups, manager }, frame) => {
      if (frame === 0) {
        start(groups[0]);
      } else if (frame === 10 || frame === 45) {
        manager.areUpdatesFrozen = true;
      } else if (frame === 30 || frame === 50) {
        manager.areUpdatesFrozen = false;
      }
    });
  });

  it("while the user observes a target, and no longer", () => {
    expectAsBabylons(count, (stage, frame) => {
      if (frame === 0) {
        start(stage.groups[0]);
      } else if (frame === 15) {
        stage.targets[1]!.onInfluenceChanged.addOnce((isSwitched) => stage.heard.push(`once ${isSwitched}`));
        stage.targets[2]!.onInfluenceChanged.add((isSwitched) => stage.heard.push(`${isSwitched}, ${stage.manager.numInfluencers}`));
      } else if (frame === 50) {
        stage.targets[2]!.onInfluenceChanged.clear();
      }
    });
  });

  it("of targets that leave the manager, come back, and join another one", () => {
    expectAsBabylons(count, ({ scene, groups, manager, targets }, frame) => {
      if (frame === 0) {
        start(groups[0]);
      } else if (frame === 10) {
        manager.removeTarget(targets[1]!);
      } else if (frame === 20) {
        manager.addTarget(targets[1]!);
        new MorphTargetManager(scene).addTarget(targets[3]!);
        groups[0]!.stop();
        start(groups[0]);
      }
    });
  });

  it("of targets of which the last one has left the manager while nothing played", () => {
    expectAsBabylons(count, ({ groups, manager, targets }, frame) => {
      if (frame === 0 || frame === 10) {
        start(groups[0]);
      } else if (frame === 5) {
        groups[0]!.stop();
        manager.removeTarget(targets[3]!);
      }
    });
  });

  it("of a target that a group animates twice: the last channel counts", () => {
    expectAsBabylons(count, ({ groups: [group], targets }, frame) => {
      if (frame === 0) {
        group!.addTargetedAnimation(createAnimation("influence", { frames: [0, 30, 60], values: [0, 1, 0] }), targets[1]);
        group!.addTargetedAnimation(createAnimation("influence", { frames: [0, 60], values: [1, 0] }), targets[0]);
        group!.addTargetedAnimation(createAnimation("influence", { frames: [0, 20, 40, 60], values: [1, 0, 1, 0] }), targets[0]);
        start(group);
      }
    });
  });

  it("while targets are added", () => {
    expectAsBabylons(count, ({ groups, meshes, manager }, frame) => {
      if (frame === 0) {
        start(groups[0]);
      } else if (frame === 10) {
        addTarget(meshes[0]!, manager, "new").influence = 0.5;
      }
    });
  });
});

it.each([4, 24])("a manager hears once a frame of all its %d targets", (number) => {
  const { scene, targets, groups } = createStage(true, number);
  groups[0]!.removeTargetedAnimation(groups[0]!.targetedAnimations[number - 2]!.animation); // that of the place
  let count = 0;
  for (const { onInfluenceChanged } of targets) {
    const [observer] = onInfluenceChanged.observers;
    const { callback } = observer!;
    observer!.callback = (...event) => {
      count++;
      callback(...event);
    };
  }
  start(groups[0]);
  const counts = Array.from({ length: 30 }, () => {
    count = 0;
    render(scene, 1);
    return count;
  });
  expect(counts.slice(1)).toEqual(counts.slice(1).fill(1));
});
