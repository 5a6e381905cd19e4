/** Compiled clips mix by weight as Babylon's own groups do: the same acts, frame by frame, on groups and on clips over the same animations. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { AnimationGroupMask } from "@babylonjs/core/Animations/animationGroupMask.js";
import { StandardMaterial } from "@babylonjs/core/Materials/standardMaterial.js";
import { Color3 } from "@babylonjs/core/Maths/math.color.js";
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CreateClip, type ClipAnimationGroup, type EvaluationMode } from "../../../src/pure.js";
import { createRandom } from "../../helpers/random.js";
import { ruleOf } from "../../helpers/rules.js";
import { createScene, disposeScenes, render } from "../../helpers/scene.js";

afterEach(disposeScenes);

const SEED = 99;

interface Stage {
  readonly scene: Scene;
  readonly nodes: readonly TransformNode[];
  readonly material: StandardMaterial;
  readonly groups: readonly AnimationGroup[];
}

const turn = (random: () => number): Quaternion =>
  Quaternion.RotationAxis(new Vector3(random() - 0.5, random() - 0.5, random() + 0.1).normalize(), 3 * random());
const vector = (random: () => number): Vector3 => new Vector3(random() * 10 - 5, random() * 10, random());
const color = (random: () => number): Color3 => new Color3(random(), random(), random());

/** What the groups animate, of nodes 0 and 1 and a material: sets that overlap in part, the last one with two animations of each property. */
const CHANNELS: readonly (readonly (readonly [target: 0 | 1 | "material", property: string])[])[] = [
  [
    [0, "position"],
    [0, "rotationQuaternion"],
    ["material", "diffuseColor"],
  ],
  [
    [0, "rotationQuaternion"],
    [0, "scaling"],
    [1, "position"],
    ["material", "alpha"],
  ],
  [
    [0, "position"],
    [1, "position"],
    [1, "rotationQuaternion"],
    ["material", "diffuseColor"],
    ["material", "alpha"],
  ],
  [
    [0, "position"],
    [0, "rotationQuaternion"],
    [0, "position"],
    [0, "rotationQuaternion"],
  ],
];

const TYPES: Readonly<Record<string, readonly [dataType: number, create: (random: () => number) => unknown]>> = {
  position: [Animation.ANIMATIONTYPE_VECTOR3, vector],
  scaling: [Animation.ANIMATIONTYPE_VECTOR3, vector],
  rotationQuaternion: [Animation.ANIMATIONTYPE_QUATERNION, turn],
  diffuseColor: [Animation.ANIMATIONTYPE_COLOR3, color],
  alpha: [Animation.ANIMATIONTYPE_FLOAT, (random) => random()],
};

function createStage(evaluation: EvaluationMode | null): Stage {
  const scene = createScene();
  const random = createRandom(SEED);
  const nodes = ["n0", "n1"].map((name) => new TransformNode(name, scene));
  nodes.forEach((node) => Object.assign(node, { position: vector(random), rotationQuaternion: turn(random) }));
  const material = new StandardMaterial("material", scene);
  material.diffuseColor = new Color3(0.1, 0.2, 0.3);
  material.alpha = 0.4;
  const groups = CHANNELS.map((channels, i) => {
    const group = new AnimationGroup(`group ${i}`, scene);
    for (const [target, property] of channels) {
      const [dataType, create] = TYPES[property]!;
      const animation = new Animation(property, property, 60, dataType);
      animation.setKeys([0, 40, 120].map((frame) => ({ frame, value: create(random) })));
      group.addTargetedAnimation(animation, target === "material" ? material : nodes[target]);
    }
    return evaluation ? CreateClip(`clip ${i}`, group, { end: 2 }, { evaluationMode: evaluation }) : group;
  });
  return { scene, nodes, material, groups };
}

function stateOf({ nodes, material }: Stage): number[] {
  return [
    ...nodes.flatMap((node) => [...node.position.asArray(), ...node.rotationQuaternion!.asArray(), ...node.scaling.asArray()]),
    ...material.diffuseColor.asArray(),
    material.alpha,
  ];
}

function expectAsBabylons(act: (stage: Stage, frame: number) => void, frames = 50, twin: EvaluationMode | null = null): void {
  const [clips, babylons] = [createStage("compiled"), createStage(twin)];
  for (let frame = 0; frame < frames; frame++) {
    const [actual, expected] = [clips, babylons].map((stage) => {
      act(stage, frame);
      render(stage.scene, 1);
      return stateOf(stage);
    });
    actual!.forEach((component, i) => {
      if (!(Math.abs(component - expected![i]!) <= 1e-6 * Math.max(1, Math.abs(expected![i]!)))) {
        throw new Error(`seed ${SEED}, frame ${frame}, component ${i}: ${component}, with Babylon's groups ${expected![i]}`);
      }
    });
  }
}

function start(groups: readonly AnimationGroup[], weights: readonly (number | undefined)[]): void {
  weights.forEach((weight, i) => {
    if (weight !== undefined) {
      groups[i]!.weight = weight;
      groups[i]!.start(true);
    }
  });
}

describe("weights", () => {
  it.each<{ weights: readonly (number | undefined)[]; comment: string }>([
    { weights: [-1, -1, -1], comment: "none: the last one has its way" },
    { weights: [0, 1], comment: "0 and 1" },
    { weights: [1, 1, 1], comment: "three of 1" },
    { weights: [0.2, 0.3], comment: "below 1, the rest is the previous value" },
    { weights: [0.2, 0.3, 0.1], comment: "three, below 1" },
    { weights: [0.9, 0.8, 0.7], comment: "three, above 1" },
    { weights: [0.5, 0.25, 0.25], comment: "exactly 1 where all take part, below elsewhere" },
    { weights: [-1, 0.3, -1], comment: "one beside others without" },
    { weights: [0.6, -1], comment: "one before another without" },
    { weights: [undefined, undefined, undefined, -1], comment: "two animations of a property: the later one" },
    { weights: [undefined, undefined, undefined, 0.3], comment: "two animations of a property: both, below 1 together" },
    { weights: [undefined, undefined, undefined, 0.8], comment: "two animations of a property: both, above 1 together" },
    { weights: [0.4, undefined, undefined, 0.5], comment: "two animations of a property, and another clip" },
    { weights: [7, 0.5], comment: "above 1 are 1" },
  ])("$weights: $comment", ({ weights }) => expectAsBabylons(({ groups }, frame) => frame === 0 && start(groups, weights)));

  it("changing each frame at random, also to 0, 1 and no weight", () => {
    const changes = createRandom(SEED);
    const table = Array.from({ length: 50 }, () => [0, 1, 2].map(() => [0.05 + 0.9 * changes(), 1, 0.5, -1][Math.floor(changes() * 4)]!));
    expectAsBabylons(({ groups }, frame) => {
      if (frame === 0) {
        start(groups, table[0]!);
      }
      groups.slice(0, 3).forEach((group, i) => (group.weight = table[frame]![i]!));
    });
  });

  it("0 for long, while somebody else moves things", () => {
    expectAsBabylons(({ groups, nodes }, frame) => {
      if (frame === 0) {
        start(groups, [0, undefined, 0]);
      } else if (frame === 10) {
        nodes[0]!.position = new Vector3(1, 2, 3);
      } else if (frame === 20) {
        groups[0]!.weight = 0.5;
      } else if (frame === 30) {
        groups[0]!.weight = 0;
      }
    });
  });

  it("of clips that stop while others play on", () => {
    expectAsBabylons(({ groups }, frame) => {
      if (frame === 0) {
        start(groups, [0.3, 0.4, 0.2]);
      } else if (frame === 10) {
        groups[1]!.stop();
      } else if (frame === 20) {
        groups[0]!.stop();
      } else if (frame === 30) {
        groups[2]!.stop();
      }
    });
  });

  it("of clips that start while others play: mixed with the pose before all of them", () => {
    const inherits = Animation as unknown as { InheritOriginalValueFromActiveAnimations?: boolean };
    const before = inherits.InheritOriginalValueFromActiveAnimations;
    if (before === undefined) {
      return; // Babylon.js before 9.20 or so mixes with the value that the late one finds
    }
    inherits.InheritOriginalValueFromActiveAnimations = true;
    try {
      expectAsBabylons(({ groups }, frame) => {
        if (frame === 0) {
          start(groups, [0.3]);
        } else if (frame === 10) {
          start(groups, [undefined, 0.2, 0.1]);
        } else if (frame === 20) {
          groups[0]!.stop();
        }
      });
    } finally {
      inherits.InheritOriginalValueFromActiveAnimations = before;
    }
  });

  it("the same in all modes, also for clips that start late", () => {
    const run = (mode: EvaluationMode): number[][] => {
      const stage = createStage(mode);
      return Array.from({ length: 40 }, (_, frame) => {
        if (frame === 0) {
          start(stage.groups, [-1]);
        } else if (frame === 10) {
          start(stage.groups, [undefined, 0.2, 0.1]);
        } else if (frame === 20) {
          stage.groups[0]!.stop();
        }
        render(stage.scene, 1);
        return stateOf(stage);
      });
    };
    const expected = run("babylon");
    run("compiled").forEach((state, frame) => state.forEach((component, i) => expect(component).toBeCloseTo(expected[frame]![i]!, 6)));
  });

  it("set for running animatables only", () => {
    expectAsBabylons(({ groups }, frame) => {
      if (frame === 0) {
        start(groups, [0.5, 0.5]);
      } else if (frame === 10) {
        groups[0]!.setWeightForAllAnimatables(0.1);
      } else if (frame === 20) {
        groups[1]!.setWeightForAllAnimatables(-1);
      }
    });
  });

  it("that are no finite number are refused, and the weight stays", () => {
    const { groups } = createStage("compiled");
    for (const weight of [NaN, -Infinity, Infinity]) {
      expect(() => (groups[0]!.weight = weight)).toThrow(new RangeError(`weight: ${ruleOf("minus1OrAtLeast0", weight)}`));
    }
    expect(groups[0]!.weight).toBe(-1);
  });
});

describe("masks", () => {
  it("leave targets out, with weights and without", () => {
    for (const weights of [
      [0.5, 0.5, 0.3],
      [-1, -1, -1],
    ]) {
      const act = ({ groups }: Stage, frame: number): void => {
        if (frame === 0) {
          start(groups, weights);
        } else if (frame === 10) {
          groups[0]!.mask = new AnimationGroupMask(["n1", "material"]);
        } else if (frame === 20) {
          groups[2]!.mask = new AnimationGroupMask(["n1"], 1);
        } else if (frame === 30) {
          groups[0]!.mask!.disabled = true;
          groups[0]!.syncWithMask();
        } else if (frame === 40) {
          groups[2]!.mask = null;
        }
      };
      expectAsBabylons(act, 30);
      // those of Babylon's groups go on from where they were masked; clips have one timestamp
      expectAsBabylons(act, 50, "babylon");
    }
  });

  it("outlast a change of the evaluation", () => {
    const { scene, nodes, groups } = createStage("compiled");
    const clip = groups[2] as ClipAnimationGroup;
    clip.mask = new AnimationGroupMask(["n0"]);
    clip.start();
    render(scene, 3);
    const before = nodes[1]!.position.asArray();
    clip.evaluationMode = "babylon";
    render(scene, 3);
    clip.evaluationMode = "compiled";
    render(scene, 3);
    expect(nodes[1]!.position.asArray()).toEqual(before);
  });
});
