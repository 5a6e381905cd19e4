/** Which clips are compiled and which are not, and that nobody sees it when that changes while they play. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { Matrix, Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import {
  CreateClip,
  GetClips,
  type ClipAnimationGroup,
  type ClipOptions,
  type ClipSettings,
  type EvaluationMode,
} from "../../../src/pure.js";
import "../../../src/index.js";
import { createRuler } from "../../helpers/gltfAsset.js";
import { createRandom } from "../../helpers/random.js";
import { ruleOf } from "../../helpers/rules.js";
import { createScene, disposeScenes, importAsset, render, withClips } from "../../helpers/scene.js";

afterEach(disposeScenes);

const { ANIMATIONTYPE_FLOAT: FLOAT, ANIMATIONTYPE_VECTOR3: VECTOR3, ANIMATIONTYPE_QUATERNION: QUATERNION } = Animation;
const { ANIMATIONTYPE_MATRIX: MATRIX } = Animation;

function animate(property: string, dataType: number, ...values: readonly unknown[]): Animation {
  const animation = new Animation(property, property, 60, dataType);
  animation.setKeys(values.map((value, i) => ({ frame: 30 * i, value })));
  return animation;
}

const turn = (x: number, angle: number): Quaternion => Quaternion.RotationAxis(new Vector3(x, 1, 0.5).normalize(), angle);

/** Three groups that share properties in a chain: 0 and 1 the position, 1 and 2 the rotation, 2 has the scaling alone; 3 has another node. */
function addGroups(scene: Scene): { node: TransformNode; groups: AnimationGroup[] } {
  const [node, other] = ["node", "other"].map((name) => new TransformNode(name, scene));
  node!.position.set(7, 8, 9);
  node!.rotationQuaternion = turn(1, 0.5);
  const move = (a: number): Animation => animate("position", VECTOR3, new Vector3(a, 0, 0), new Vector3(0, a, 1), new Vector3(a, a, a));
  const rotate = (a: number): Animation => animate("rotationQuaternion", QUATERNION, turn(a, 0), turn(a, 1), turn(a, 2));
  const grow = animate("scaling", VECTOR3, new Vector3(1, 1, 1), new Vector3(2, 3, 4), new Vector3(3, 2, 1));
  const groups = [[move(1)], [move(-2), rotate(2)], [rotate(-3), grow], []].map((animations, i) => {
    const group = new AnimationGroup(`group ${i}`, scene);
    animations.forEach((animation) => group.addTargetedAnimation(animation, node));
    return group;
  });
  groups[3]!.addTargetedAnimation(move(5), other);
  return { node: node!, groups };
}

interface Stage {
  readonly scene: Scene;
  readonly node: TransformNode;
  /** Clips of the groups 0 to 2. */
  readonly clips: readonly ClipAnimationGroup[];
  /** Babylon's own of the same animations. */
  readonly plain: readonly AnimationGroup[];
}

function createStage(settings: ClipSettings = { end: 1 }, options: ClipOptions = {}): Stage {
  const scene = createScene();
  const { node, groups: plain } = addGroups(scene);
  return { scene, node, plain, clips: plain.map((group, i) => CreateClip(`clip ${i}`, group, settings, options)) };
}

function poseOf({ node }: Stage): number[] {
  return [...node.position.asArray(), ...node.rotationQuaternion!.asArray(), ...node.scaling.asArray()];
}

/** Renders frame by frame, and compares with a twin that Babylon evaluates throughout, and to which only `both` is done. */
function expectUndisturbed(
  disturb: (stage: Stage, frame: number) => void,
  both: (stage: Stage, frame: number) => void,
  { settings, frames = 40, twin = "babylon" }: { settings?: ClipSettings; frames?: number; twin?: EvaluationMode } = {},
): void {
  const stage = createStage(settings);
  const undisturbed = createStage(settings, { evaluationMode: twin });
  for (let frame = 0; frame < frames; frame++) {
    both(stage, frame);
    both(undisturbed, frame);
    disturb(stage, frame);
    render(stage.scene, 1);
    render(undisturbed.scene, 1);
    const expected = poseOf(undisturbed);
    poseOf(stage).forEach((component, i) => {
      if (!(Math.abs(component - expected[i]!) < 1e-6)) {
        throw new Error(`frame ${frame}, component ${i}: ${component}, expected ${expected[i]}`);
      }
    });
  }
}

/** Uses the animatables of a clip, as code that adds an observer does. */
const useAnimatables = ({ animatables }: ClipAnimationGroup): void =>
  animatables.forEach(({ onAnimationEndObservable }) => onAnimationEndObservable);

const READ = { by: "babylon", reason: "its animatables are used" };
const COMPILED = { by: "compiled", reason: "its animations are compiled" };
const babylon = (reason: string): object => ({ by: "babylon", reason });

describe("the evaluation and its reason", () => {
  it("is available before, while and after a clip plays", () => {
    const { scene, clips } = createStage();
    const [clip] = clips;
    expect(clip!.evaluation).toEqual(COMPILED);
    clip!.evaluationMode = "babylon";
    expect(clip!.evaluation).toEqual(babylon('its evaluationMode is "babylon"'));
    clip!.start();
    render(scene, 1);
    expect([clip!.evaluation, scene.animatables.length]).toEqual([babylon('its evaluationMode is "babylon"'), 1]);
    clip!.evaluationMode = "auto";
    expect([clip!.evaluation, scene.animatables.length]).toEqual([COMPILED, 1]);
    clip!.stop();
    expect(clip!.evaluation).toEqual(COMPILED);
  });

  it.each<{ what: string; reason: string; set: (animation: Animation, node: TransformNode) => void }>([
    {
      what: "a loop that holds its end",
      reason: "has a loop mode other than CYCLE",
      set: (animation) => (animation.loopMode = Animation.ANIMATIONLOOPMODE_CONSTANT),
    },
    {
      what: "the loops of all of a target's",
      reason: "has a loop mode other than CYCLE",
      set: (_, target) => (target.animationPropertiesOverride = { enableBlending: true, loopMode: 2 } as never),
    },
    {
      what: "a custom interpolation",
      reason: "has a custom interpolation",
      set: (animation) => (animation.vector3InterpolateFunction = (a) => a),
    },
    {
      what: "a loop that continues from the previous value",
      reason: "is relative to the previous value",
      set: (animation) => (animation.loopMode = Animation.ANIMATIONLOOPMODE_RELATIVE_FROM_CURRENT),
    },
    {
      what: "two interpolations",
      reason: "has more than one interpolation",
      set: (animation) => (animation.getKeys()[1]!.interpolation = 1),
    },
    {
      what: "keys that are not in order",
      reason: "has keys that are not in order",
      set: (animation) => {
        const [a, b, c] = animation.getKeys();
        animation.setKeys([a!, { ...b!, frame: 55 }, { ...c!, frame: 40 }, { ...c!, frame: 60, value: new Vector3(4, 4, 4) }]);
      },
    },
  ])("$what", ({ reason, set }) => {
    const { scene, node, clips } = createStage();
    const [clip] = clips;
    const { animation } = clip!.targetedAnimations[0]!;
    set(animation, node);
    const told = babylon(`the animation position ${reason}`);
    expect(clip!.evaluation).toEqual(told);
    // it is what Babylon shows, also where it is only sought
    clip!.timestamp = 0.2;
    const sought = node.position.asArray();
    const expected = animation.evaluate(12) as Vector3;
    sought.forEach((component, i) => expect(component).toBeCloseTo(expected.asArray()[i]!, 6));
    clip!.start();
    render(scene, 1);
    expect([clip!.evaluation, scene.animatables.length]).toEqual([told, 1]);
    clip!.stop();
    clip!.evaluationMode = "compiled";
    expect(() => clip!.start()).toThrow(
      new RangeError(`evaluationMode: ${ruleOf("notCompiled", "clip 0", `the animation position ${reason}`)}`),
    );
    expect([clip!.isStarted, scene.animatables.length]).toEqual([false, 0]);
  });

  it("matrices", () => {
    const scene = createScene();
    const group = new AnimationGroup("group", scene);
    group.addTargetedAnimation(animate("matrix", MATRIX, Matrix.Identity(), Matrix.Translation(1, 2, 3)), { matrix: Matrix.Identity() });
    const clip = CreateClip("clip", group, { end: 1 });
    expect(clip.evaluation).toEqual(babylon("the animation matrix is of matrices or sizes"));
  });

  it("several targets in one", () => {
    const scene = createScene();
    const targets = [{ value: 1 }, { value: 2 }];
    const group = new AnimationGroup("group", scene);
    group.addTargetedAnimation(animate("value", FLOAT, 0, 1), targets);
    const clip = CreateClip("clip", group, { end: 1 });
    expect(clip.evaluation.by).toBe("babylon");
    clip.start();
    render(scene, 3);
    targets.forEach(({ value }) => expect(value).toBeCloseTo(clip.timestamp * 2, 6));
  });

  it("targets that lack the property behave as in Babylon's groups", () => {
    const scene = createScene();
    const group = new AnimationGroup("group", scene);
    group.addTargetedAnimation(animate("missing", FLOAT, 0, 1), {});
    const clip = CreateClip("clip", group, { end: 1 });
    expect(clip.evaluation).toEqual(babylon("the animation missing has a target without missing"));
    const thrown = (start: () => void): string => {
      try {
        start();
      } catch (error) {
        return (error as Error).message;
      }
      return "nothing";
    };
    expect(thrown(() => clip.start())).toBe(thrown(() => group.start()));
    expect([clip.isStarted, thrown(() => clip.start())]).toEqual([false, expect.stringContaining("Invalid property")]);
  });
});

describe("modes", () => {
  it("that do not exist are refused, and the mode stays", () => {
    const { clips, plain } = createStage();
    const wrong = "fast" as EvaluationMode;
    const message = `evaluationMode: ${ruleOf("oneOfList", "auto, babylon, compiled", '"fast"')}`;
    expect(() => (clips[0]!.evaluationMode = wrong)).toThrow(new RangeError(message));
    expect(clips[0]!.evaluationMode).toBe("auto");
    const groups = clips[0]!.getScene().animationGroups.length;
    expect(() => CreateClip("clip", plain[0]!, {}, { evaluationMode: wrong })).toThrow(new RangeError(message));
    expect(() => CreateClip("clip", plain[0]!, { speed: NaN })).toThrow(RangeError);
    expect(() => CreateClip("clip", plain[0]!, {}, { weight: -2 })).toThrow(new RangeError(`weight: ${ruleOf("minus1OrAtLeast0", -2)}`));
    expect(clips[0]!.getScene().animationGroups).toHaveLength(groups);
  });

  it('refuse "compiled" for a clip that cannot be, at once where it plays, and go on as before', () => {
    const { scene, clips } = createStage();
    const [clip, second] = clips;
    const { animation } = clip!.targetedAnimations[0]!;
    const reason = `the animation ${animation.name} has a loop mode other than CYCLE`;
    animation.loopMode = Animation.ANIMATIONLOOPMODE_CONSTANT;
    clip!.start();
    expect(() => (clip!.evaluationMode = "compiled")).toThrow(new RangeError(`evaluationMode: ${ruleOf("notCompiled", "clip 0", reason)}`));
    expect([clip!.evaluationMode, clip!.evaluation]).toEqual(["auto", babylon(reason)]);
    second!.evaluationMode = "compiled";
    second!.start();
    render(scene, 3);
    expect([second!.evaluation, second!.isPlaying]).toEqual([COMPILED, true]);
  });

  it("are kept by clones, and by instances", () => {
    const { clips } = createStage();
    clips[0]!.evaluationMode = "babylon";
    clips[1]!.evaluationMode = "compiled";
    expect(clips.map((clip) => clip.clone().evaluationMode)).toEqual(["babylon", "compiled", "auto", "auto"]);
  });

  it.each(["auto", "babylon", "compiled"] as const)("are an option of the loader: %s", async (evaluation) => {
    const scene = createScene();
    const [clip] = GetClips(
      await importAsset(withClips(createRuler(), [{ animations: [0] }]), scene, { clipOptions: { evaluationMode: evaluation } }),
    );
    expect(clip!.evaluationMode).toBe(evaluation);
    clip!.play();
    render(scene, 3);
    expect(clip!.evaluation.by).toBe(evaluation === "babylon" ? "babylon" : "compiled");
    expect((clip!.targetedAnimations[0]!.target as TransformNode).position.x).toBeCloseTo(clip!.timestamp, 6);
  });

  it('"compiled" has no animatables to read, and stays', () => {
    const { scene, clips } = createStage();
    clips[0]!.evaluationMode = "compiled";
    clips[0]!.start();
    render(scene, 1);
    expect([clips[0]!.animatables, clips[0]!.evaluation]).toEqual([[], COMPILED]);
  });
});

const PING_PONG: ClipSettings = { start: 0.1, end: 0.9, offset: 0.3, reverse: true, speed: 1.7 };

describe("switching evaluations while clips play is invisible", () => {
  const start = ({ clips }: Stage, weights: readonly (number | undefined)[]): void =>
    weights.forEach((weight, i) => {
      if (weight !== undefined) {
        clips[i]!.weight = weight;
        clips[i]!.start();
      }
    });

  it.each([
    { weights: [-1] },
    { weights: [0.6] },
    { weights: [0.3, 0.4, 0.5] },
    { weights: [0.8, 0.7, 1] },
    { weights: [undefined, 0.5, -1] },
  ])("the mode switched at random: weights $weights", ({ weights }) => {
    const random = createRandom(7);
    const seen = new Set<string>();
    expectUndisturbed(
      ({ clips }, frame) => {
        if (frame % 3 === 2) {
          for (const clip of clips) {
            // all of one kind: "compiled" does not mix with what Babylon mixes
            clip.evaluationMode = random() < 0.5 ? "auto" : "babylon";
            seen.add(clip.evaluation.by);
          }
        }
      },
      (stage, frame) => frame === 0 && start(stage, weights),
      { settings: PING_PONG, frames: 90 },
    );
    expect([...seen].sort()).toEqual(["babylon", "compiled"]);
  });

  it("the mode switched for all to one and the other", () => {
    const random = createRandom(8);
    expectUndisturbed(
      ({ clips }, frame) => {
        if (frame % 2 === 1) {
          const mode = random() < 0.5 ? "compiled" : "babylon";
          clips.forEach((clip) => (clip.evaluationMode = mode));
        }
      },
      (stage, frame) => frame === 0 && start(stage, [0.3, 0.2, 0.4]),
      { settings: PING_PONG, frames: 60 },
    );
  });

  it("animatables used", () => {
    const reasons: unknown[] = [];
    expectUndisturbed(
      ({ clips }, frame) => {
        if (frame === 10) {
          expect(clips[0]!.animatables).toHaveLength(1);
          useAnimatables(clips[0]!);
        }
        if (frame === 20) {
          clips.forEach(useAnimatables);
        }
        reasons.push(clips[0]!.evaluation.reason);
      },
      (stage, frame) => frame === 0 && start(stage, [0.3, 0.4, -1]),
      { settings: PING_PONG },
    );
    expect([reasons[9], reasons[10]]).toEqual([COMPILED.reason, "its animatables are used"]);
    // until it is started again
    const { scene, clips } = createStage();
    clips[0]!.start();
    expect(clips[0]!.animatables).toHaveLength(1);
    useAnimatables(clips[0]!);
    clips[0]!.stop();
    clips[0]!.start(); // from the first frame on as in the last run, for code that uses the animatables in every frame
    render(scene, 1);
    expect(clips[0]!.evaluation).toEqual(READ);
    clips[0]!.stop(); // no code has used them this time
    clips[0]!.start();
    render(scene, 1);
    expect(clips[0]!.evaluation).toEqual(COMPILED);
  });

  it("additive on and off", () => {
    expectUndisturbed(
      ({ clips }) => expect(clips[1]!.evaluation.by).toBe("compiled"),
      (stage, frame) => {
        if (frame === 0) {
          start(stage, [0.5, 0.3, 0.8]);
        } else if (frame === 10 || frame === 20) {
          stage.clips[1]!.isAdditive = frame === 10;
        }
      },
      { settings: PING_PONG },
    );
  });

  it("while it blends from the values before a start", () => {
    expectUndisturbed(
      ({ clips: [, clip] }, frame) => {
        if (frame === 23) {
          expect([clip!.evaluation.by, clip!.animatables.length, clip!.evaluation.by]).toEqual(["compiled", 2, "compiled"]);
          useAnimatables(clip!);
          expect(clip!.evaluation.by).toBe("babylon");
        } else if (frame === 27) {
          clip!.evaluationMode = "compiled";
          expect(clip!.evaluation.by).toBe("compiled");
        }
      },
      (stage, frame) => {
        if (frame === 0) {
          start(stage, [-1]);
        } else if (frame === 20) {
          stage.clips[1]!.enableBlending = true;
          stage.clips[1]!.blendingSpeed = 0.1;
          stage.clips[1]!.start();
        }
      },
      { settings: PING_PONG },
    );
  });

  it("targets added while it plays by weight", () => {
    for (const evaluation of ["auto", "babylon"] as const) {
      const { scene, node, clips } = createStage({ start: 0.5, end: 0.5 }, { evaluationMode: evaluation });
      const [clip] = clips;
      clip!.weight = 0.25;
      clip!.start();
      render(scene, 3);
      const before = node.position.asArray();
      clip!.addTargetedAnimation(animate("scaling", VECTOR3, new Vector3(5, 5, 5), new Vector3(5, 5, 5)), node);
      render(scene, 3);
      expect([evaluation, node.position.asArray()]).toEqual([evaluation, before]);
      expect(node.scaling.x).toBeCloseTo(0.75 + 0.25 * 5, 6);
    }
  });
});

describe("Babylon's own groups beside clips", () => {
  /** The same with all of them Babylon's. */
  function expectAsBabylons(
    act: (groups: readonly AnimationGroup[], plain: AnimationGroup, frame: number) => void,
    check: (clips: readonly ClipAnimationGroup[], frame: number) => void = () => undefined,
    frames = 40,
  ): void {
    const stage = createStage();
    const twin = createStage();
    const [plain, twinPlain] = [stage, twin].map(({ plain: [first], scene, node }) => {
      const group = new AnimationGroup("beside", scene);
      group.addTargetedAnimation(first!.targetedAnimations[0]!.animation.clone(), node);
      group.targetedAnimations[0]!.animation.setKeys([
        { frame: 0, value: new Vector3(-9, 3, 1) },
        { frame: 60, value: new Vector3(3, -9, 1) },
      ]);
      return group;
    });
    for (let frame = 0; frame < frames; frame++) {
      act(stage.clips, plain!, frame);
      act(twin.plain, twinPlain!, frame);
      render(stage.scene, 1);
      render(twin.scene, 1);
      check(stage.clips, frame);
      const expected = poseOf(twin);
      poseOf(stage).forEach((component, i) => {
        if (!(Math.abs(component - expected[i]!) < 1e-6)) {
          throw new Error(`frame ${frame}, component ${i}: ${component}, expected ${expected[i]}`);
        }
      });
    }
  }

  const begin = (group: AnimationGroup, weight: number): void => {
    group.weight = weight;
    group.start(true);
  };

  it("mix by weight with all clips that are connected by shared properties, until they stop", () => {
    const seen: unknown[] = [];
    expectAsBabylons(
      (groups, plain, frame) => {
        if (frame === 0) {
          [0.3, 0.2, 0.4].forEach((weight, i) => begin(groups[i]!, weight));
          begin(groups[3]!, 0.5);
        } else if (frame === 15) {
          begin(plain, 0.3);
        } else if (frame === 25) {
          plain.stop();
        }
      },
      (clips, frame) => [14, 15, 24, 25].includes(frame) && seen.push(clips.map(({ evaluation }) => evaluation.reason)),
    );
    expect(seen).toEqual(Array(4).fill(Array(4).fill(COMPILED.reason)));
  });

  it("without a weight come before the clips that have one", () => {
    expectAsBabylons((groups, plain, frame) => {
      if (frame === 0) {
        [0.3, 0.2, 0.4].forEach((weight, i) => begin(groups[i]!, weight));
      } else if (frame === 10) {
        begin(plain, -1);
      } else if (frame === 25) {
        plain.stop();
      }
    });
  });

  it("without a weight override clips without a weight", () => {
    const seen: unknown[] = [];
    expectAsBabylons(
      (groups, plain, frame) => {
        if (frame === 0) {
          begin(groups[0]!, -1);
          begin(groups[2]!, -1);
        } else if (frame === 10) {
          begin(plain, -1);
        }
      },
      ([clip]) => seen.push(clip!.evaluation.by),
    );
    expect(new Set(seen)).toEqual(new Set(["compiled"]));
  });

  it("while weights come and go", () => {
    expectAsBabylons((groups, plain, frame) => {
      if (frame === 0) {
        begin(groups[0]!, 0.5);
        begin(plain, 0.5);
      } else if (frame === 10) {
        groups[0]!.weight = 0.9;
        plain.weight = 0.05;
      } else if (frame === 20) {
        groups[0]!.weight = 0;
      } else if (frame === 26) {
        plain.weight = 0;
      } else if (frame === 30) {
        groups[0]!.weight = 0.4;
      }
    });
  });

  it("that are paused do not mix", () => {
    expectAsBabylons((groups, plain, frame) => {
      if (frame === 0) {
        begin(groups[0]!, 0.5);
        begin(plain, 0.5);
      } else if (frame === 10) {
        plain.pause();
      } else if (frame === 20) {
        plain.play(true);
      }
    });
  });

  it("mix with a clip that starts in another clip's loop event, in the same frame", () => {
    const stage = createStage({ end: 0.1 });
    const group = new AnimationGroup("beside", stage.scene);
    group.addTargetedAnimation(animate("position", VECTOR3, new Vector3(4, 4, 4), new Vector3(4, 4, 4)), stage.node);
    group.weight = 0.4;
    group.start(true);
    stage.clips[1]!.settings = { start: 0.5, end: 0.5 };
    stage.clips[1]!.weight = 0.6;
    stage.clips[3]!.onRepeatObservable.addOnce(() => stage.clips[1]!.start());
    stage.clips[3]!.start();
    const seen: number[] = [];
    for (let frame = 0; frame < 12; frame++) {
      render(stage.scene, 1);
      seen.push(stage.node.position.x);
    }
    // with the previous value at first, then with the clip: never anything else
    const [before, after] = [0.4 * 4 + 0.6 * 7, 0.4 * 4];
    expect(seen.every((x) => Math.abs(x - before) < 1e-6 || Math.abs(x - after) < 1e-6)).toBe(true);
    expect([seen[0], seen[11]]).toEqual([expect.closeTo(before, 6), expect.closeTo(after, 6)]);
    const changed = seen.findIndex((x) => Math.abs(x - after) < 1e-6);
    expect(changed).toBe(7);
  });

  it("are not needed to mix a clip that starts in another clip's loop event", () => {
    const { scene, node, clips, plain } = createStage({ end: 0.1 });
    const twin = createStage({ end: 0.1 }, { evaluationMode: "babylon" });
    for (const stage of [{ scene, node, clips, plain }, twin]) {
      stage.clips[0]!.weight = 0.5;
      stage.clips[0]!.onRepeatObservable.addOnce(() => {
        stage.clips[1]!.weight = 0.3;
        stage.clips[1]!.start();
      });
      stage.clips[0]!.start();
    }
    for (let frame = 0; frame < 20; frame++) {
      render(scene, 1);
      render(twin.scene, 1);
      poseOf({ scene, node, clips, plain }).forEach((component, i) => expect(component).toBeCloseTo(poseOf(twin)[i]!, 6));
    }
  });
});
