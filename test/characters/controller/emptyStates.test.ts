/** Layers that become empty: each node is at rest, or shows what plays above, as long after the fade as you like. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { type ControllerDefinition, CreateController, type LayerDefinition } from "../../../src/controller.js";
import { type ClipAnimationGroup, CreateClip, type EvaluationMode } from "../../../src/pure.js";
import { createAnimation, createGroup } from "../../helpers/group.js";
import { disposeScenes } from "../../helpers/scene.js";
import { Stage } from "./character.js";

afterEach(disposeScenes);

interface Pose {
  readonly position: Vector3;
  readonly rotation: Quaternion;
}

const AT_REST: Pose = { position: new Vector3(100, 0, 0), rotation: Quaternion.RotationAxis(Vector3.Up(), 0.3) };
/** The poses of clips that do not move. */
const POSES: Readonly<Record<"walk" | "wave" | "nod", Pose>> = {
  walk: { position: new Vector3(1, 2, 3), rotation: Quaternion.RotationAxis(Vector3.Right(), 1) },
  wave: { position: new Vector3(-7, 0, 5), rotation: Quaternion.RotationAxis(Vector3.Forward(), -0.8) },
  nod: { position: new Vector3(0, -4, 0), rotation: Quaternion.RotationAxis(Vector3.Right(), -0.5) },
};

function over(below: Pose, above: Pose, share: number): Pose {
  return {
    position: Vector3.Lerp(below.position, above.position, share),
    rotation: Quaternion.Slerp(below.rotation, above.rotation, share),
  };
}

function plus({ position, rotation }: Pose, added: Pose, share: number): Pose {
  return {
    position: position.add(added.position.scale(share)),
    rotation: Quaternion.Slerp(rotation, rotation.multiply(added.rotation), share), // as Babylon adds rotations
  };
}

interface Character {
  readonly stage: Stage;
  readonly hip: TransformNode;
  readonly arm: TransformNode;
  readonly clips: Readonly<Record<keyof typeof POSES, ClipAnimationGroup>>;
}

function createCharacter(mode: EvaluationMode = "auto"): Character {
  const stage = new Stage();
  const [hip, arm] = ["hip", "arm"].map((name) => new TransformNode(name, stage.scene)) as [TransformNode, TransformNode];
  arm.parent = hip;
  for (const node of [hip, arm]) {
    node.position = AT_REST.position.clone();
    node.rotationQuaternion = AT_REST.rotation.clone();
  }
  const channelsOf = (node: TransformNode, { position, rotation }: Pose) => {
    const frames = [0, 60];
    return [
      [node, createAnimation("position", { frames, values: [position, position], dataType: Animation.ANIMATIONTYPE_VECTOR3 })],
      [node, createAnimation("rotationQuaternion", { frames, values: [rotation, rotation], dataType: Animation.ANIMATIONTYPE_QUATERNION })],
    ] as const;
  };
  const createClip = (name: keyof typeof POSES): ClipAnimationGroup => {
    const group = createGroup(stage.scene, ...channelsOf(hip, POSES[name]), ...channelsOf(arm, POSES[name]));
    const clip = CreateClip(name, group, { end: 1 }, { evaluationMode: mode });
    group.dispose();
    return clip;
  };
  return { stage, hip, arm, clips: { walk: createClip("walk"), wave: createClip("wave"), nod: createClip("nod") } };
}

function expectPose(node: TransformNode, { position, rotation }: Pose): void {
  const sign = Quaternion.Dot(node.rotationQuaternion!, rotation) < 0 ? -1 : 1;
  const values = [...node.position.asArray(), ...node.rotationQuaternion!.scale(sign).asArray()];
  const expected = [...position.asArray(), ...rotation.asArray()];
  expect(values).toEqual(expected.map((value) => expect.closeTo(value, 6) as unknown));
}

/** A layer that `off` empties. */
const leaving = (clip: string, duration: number): LayerDefinition => ({
  states: { on: { clip }, none: {} },
  transitions: [{ from: "on", to: "none", when: { off: true }, duration }],
});

const PARAMETERS = { off: "trigger", out: "trigger", share: 1 } as const;

const define = (...layers: readonly LayerDefinition[]): ControllerDefinition => ({ parameters: PARAMETERS, layers });

const MODES: readonly EvaluationMode[] = ["auto", "babylon"];
const FADES = [0, 0.2].flatMap((duration) => [1 / 15, 1 / 60, 0.7].map((step) => ({ duration, step })));

describe.each(MODES)("evaluated by %s, the lowest layer", (mode) => {
  it.each(FADES)("comes to rest below a masked layer: a fade of $duration s, frames of $step s", ({ duration, step }) => {
    const { stage, hip, arm } = createCharacter(mode);
    const controller = CreateController(
      stage.scene,
      define(leaving("walk", duration), { mask: "arm", weight: 1, states: { on: { clip: "wave" } } }),
    );
    stage.frames(0, step, step);
    expectPose(hip, POSES.walk);
    controller.fire("off");
    stage.frames(...Array.from({ length: 10 }, () => Math.max(step, 0.07)));
    expectPose(hip, AT_REST);
    expectPose(arm, POSES.wave);
  });

  it.each(FADES)("comes to rest below a layer of a quarter: a fade of $duration s, frames of $step s", ({ duration, step }) => {
    const { stage, hip, arm } = createCharacter(mode);
    const controller = CreateController(
      stage.scene,
      define(leaving("walk", duration), {
        weight: 0.25,
        states: { none: {}, on: { clip: "wave" } },
        transitions: [{ from: "none", to: "on", when: { out: true }, duration: 0 }],
      }),
    );
    stage.frames(0, step);
    controller.fire("out"); // the layer above begins while the lowest one is shown
    stage.frames(step, step);
    controller.fire("off");
    stage.frames(...Array.from({ length: 10 }, () => Math.max(step, 0.07)));
    [hip, arm].forEach((node) => expectPose(node, over(AT_REST, POSES.wave, 0.25)));
  });

  it.each(FADES)("comes to rest below a layer of weight 0: a fade of $duration s, frames of $step s", ({ duration, step }) => {
    const { stage, hip, arm } = createCharacter(mode);
    const controller = CreateController(stage.scene, define(leaving("walk", duration), { weight: 0, states: { on: { clip: "wave" } } }));
    stage.frames(0, step, step);
    controller.fire("off");
    stage.frames(...Array.from({ length: 10 }, () => Math.max(step, 0.07)));
    [hip, arm].forEach((node) => expectPose(node, AT_REST));
  });

  it("comes to rest below an additive layer", () => {
    const { stage, hip, arm, clips } = createCharacter(mode);
    clips.nod.isAdditive = true;
    const controller = CreateController(stage.scene, define(leaving("walk", 0.1), { weight: 0.5, states: { on: { clip: "nod" } } }));
    stage.frames(0, 0.1);
    [hip, arm].forEach((node) => expectPose(node, plus(POSES.walk, POSES.nod, 0.5)));
    controller.fire("off");
    stage.frames(...Array.from({ length: 10 }, () => 0.07));
    [hip, arm].forEach((node) => expectPose(node, plus(AT_REST, POSES.nod, 0.5)));
  });
});

describe("a layer in the middle that becomes empty", () => {
  it("leaves what lies below it, under a masked layer above", () => {
    const { stage, hip, arm } = createCharacter();
    const controller = CreateController(
      stage.scene,
      define({ weight: 0.5, states: { on: { clip: "walk" } } }, leaving("nod", 0.1), {
        ...{ mask: "arm", weight: 0.25, states: { on: { clip: "wave" } } },
      }),
    );
    stage.frames(0, 0.1);
    controller.fire("off");
    stage.frames(...Array.from({ length: 10 }, () => 0.07));
    const below = over(AT_REST, POSES.walk, 0.5);
    expectPose(hip, below);
    expectPose(arm, over(below, POSES.wave, 0.25));
  });

  it("leaves what the application set below it", () => {
    const { stage, hip, arm } = createCharacter();
    const controller = CreateController(stage.scene, define({ states: { none: {} } }, leaving("nod", 0.1)));
    stage.frames(0, 0.1);
    hip.position.set(1, 2, 3);
    stage.frames(0.1);
    controller.fire("off");
    stage.frames(...Array.from({ length: 10 }, () => 0.07));
    expectPose(hip, { ...AT_REST, position: new Vector3(1, 2, 3) });
    expectPose(arm, AT_REST);
  });

  it("uncovers a clip that is paused below it", () => {
    const { stage, hip, arm, clips } = createCharacter();
    clips.walk.play();
    const controller = CreateController(stage.scene, define({ states: { none: {} } }, leaving("nod", 0.1)));
    stage.frames(0, 0.1);
    clips.walk.pause();
    stage.frames(0.1);
    controller.fire("off");
    stage.frames(...Array.from({ length: 10 }, () => 0.07));
    [hip, arm].forEach((node) => expectPose(node, POSES.walk));
  });
});

it("layers that become empty one after the other, in any order, come to rest", () => {
  for (const order of [
    ["off", "out"],
    ["out", "off"],
  ] as const) {
    const { stage, hip, arm } = createCharacter();
    const controller = CreateController(
      stage.scene,
      define(leaving("walk", 0.1), {
        weight: 0.5,
        states: { on: { clip: "wave" }, none: {} },
        transitions: [{ from: "on", to: "none", when: { out: true }, duration: 0.15 }],
      }),
    );
    stage.frames(0, 0.1);
    for (const trigger of order) {
      controller.fire(trigger);
      stage.frames(0.07, 0.07); // the second fade begins while the first one is under way, or has just ended
    }
    stage.frames(0.07, 0.07, 0.07);
    [hip, arm].forEach((node) => expectPose(node, AT_REST));
  }
});

describe("below a layer", () => {
  it("a clip whose weight becomes 0 leaves the values at rest", () => {
    const { stage, hip, clips } = createCharacter();
    clips.walk.weight = 1;
    clips.walk.play();
    stage.frames(0, 0.1);
    clips.wave.layer = 1;
    clips.wave.weight = 0.25;
    clips.wave.play();
    stage.frames(0.1);
    clips.walk.setWeightForAllAnimatables(0);
    stage.frames(0.1, 0.1, 0.1);
    expectPose(hip, over(AT_REST, POSES.wave, 0.25));
  });

  it("a clip with a weight covers what the application writes, also after it has stopped", () => {
    const { stage, hip, clips } = createCharacter();
    clips.walk.weight = 0.5;
    clips.walk.play();
    clips.wave.layer = 1;
    clips.wave.weight = 0.25;
    clips.wave.play();
    stage.frames(0);
    hip.position.set(9, 9, 9);
    stage.frames(0.1);
    clips.walk.stop();
    stage.frames(0.1, 0.1);
    expectPose(hip, over(over(AT_REST, POSES.walk, 0.5), POSES.wave, 0.25));
  });

  it("a clip with a weight that stops leaves its last pose, as without the layer", () => {
    const { stage, hip, clips } = createCharacter();
    clips.walk.weight = 0.5;
    clips.walk.play();
    clips.wave.layer = 1;
    clips.wave.weight = 0.25;
    clips.wave.play();
    stage.frames(0, 0.1);
    clips.walk.stop();
    stage.frames(0.1, 0.1);
    expectPose(hip, over(over(AT_REST, POSES.walk, 0.5), POSES.wave, 0.25));
  });
});
