/** Characters of a crowd that move by root motion, compared with ordinary ones and with formulas. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { RootMotionClip } from "@babylonjs/core/Animations/rootMotion.js";
import type { AssetContainer } from "@babylonjs/core/assetContainer.js";
import { Matrix, Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { type ClipController, ControlCrowd, type ControllerDefinition, CreateController } from "../../../src/controller.js";
import { CreateClipCrowd, type ClipCrowd, type CrowdPlaySettings } from "../../../src/crowd.js";
import { type ClipAnimationGroup, CreateClip, CrossFade } from "../../../src/index.js";
import { ClipRootMotionController } from "../../../src/root-motion.js";
import { ruleOf } from "../../helpers/rules.js";
import { createScene, disposeScenes, FRAME, loadContainer, render } from "../../helpers/scene.js";
import { createTraveller, importTraveller, type Walk } from "../../helpers/travellers.js";

const WALK: Walk = { name: "walk", seconds: 1.25, distance: 2 };
const RUN: Walk = { name: "run", seconds: 0.75, distance: 3 };
const TURN: Walk = { name: "turn", seconds: 1, distance: 1.5, turn: 30 };
const WALKS = [WALK, RUN, TURN];
const SPEED = WALK.distance / WALK.seconds;

afterEach(disposeScenes);

interface Travellers {
  readonly container: AssetContainer;
  readonly clips: readonly ClipAnimationGroup[];
  readonly crowd: ClipCrowd;
  /** The matrix of the node that Babylon's loader puts above a model. */
  readonly above: Matrix;
}

async function createTravellers(scene = createScene()): Promise<Travellers> {
  const container = await loadContainer(createTraveller(WALKS), scene);
  const clips = container.animationGroups.map((group, i) => CreateClip(group.name, group, { end: WALKS[i]!.seconds }));
  const rootMotion = clips.map((clip) => new RootMotionClip(clip));
  const crowd = CreateClipCrowd(container, { clips, rootMotion, halfFloat: false });
  return { container, clips, crowd, above: rootMotion[0]!.characterNode.computeWorldMatrix(true).clone() };
}

function matrixOf(crowd: ClipCrowd, index: number): Matrix {
  return Matrix.FromArray(crowd.matrices, 16 * index);
}

function placeOf(crowd: ClipCrowd, index: number): readonly number[] {
  return matrixOf(crowd, index).getTranslation().asArray();
}

function expectClose(actual: ArrayLike<number>, expected: ArrayLike<number>, digits = 5): void {
  Array.from(actual).forEach((component, i) => expect(component).toBeCloseTo(expected[i]!, digits));
}

describe("a character moves as an ordinary one", () => {
  const PLACE = Matrix.Compose(new Vector3(2, 2, 2), Quaternion.FromEulerAngles(0.1, 0.5, 0), new Vector3(3, 0, -4));

  it.each<[string, Walk, CrowdPlaySettings]>([
    ["straight on", WALK, {}],
    ["in circles", TURN, {}],
    ["backwards", TURN, { speed: -1.5 }],
    ["three times", TURN, { repetitions: 3 }],
    ["forth and back", TURN, { reverse: true }],
    ["a part", TURN, { start: 0.25, end: 0.75 }],
  ])("%s", async (_, walk, settings) => {
    const { scene, played, motions, character } = await importTraveller([walk], {}, createScene());
    new ClipRootMotionController(character, motions);
    played[0]!.settings = { ...played[0]!.settings, offset: (settings.speed ?? 1) < 0 ? walk.seconds : 0, ...settings };
    const { crowd, above } = await createTravellers(scene);
    const index = crowd.add(PLACE);
    crowd.play(index, walk.name, { ...settings, rootMotion: true });
    played[0]!.play();
    render(scene, 300);
    // the ordinary one stands at the origin
    expectClose(above.multiply(matrixOf(crowd, index)).m, character.computeWorldMatrix(true).multiply(PLACE).m, 4);
    expect(Vector3.Distance(matrixOf(crowd, index).getTranslation(), PLACE.getTranslation())).toBeGreaterThan(0.1);
  });

  it("in a fade", async () => {
    const { scene, played, motions, character } = await importTraveller(WALKS, {}, createScene());
    new ClipRootMotionController(character, motions);
    const { crowd, above } = await createTravellers(scene);
    const index = crowd.add();
    crowd.play(index, "walk", { rootMotion: true });
    played[0]!.play();
    render(scene, 21);
    crowd.play(index, "run", { rootMotion: true, fade: 0.8, keepStep: true });
    CrossFade(played[0]!, played[1]!, 0.8, { keepStep: true });
    render(scene, 80);
    const [x, y, z] = above.multiply(matrixOf(crowd, index)).getTranslation().asArray();
    // a crowd begins its fade a frame later
    const perFrame = FRAME * (RUN.distance / RUN.seconds - SPEED);
    const ordinary = character.computeWorldMatrix(true).getTranslation().asArray();
    expectClose([x, y], ordinary);
    expect(Math.abs(z - ordinary[2])).toBeLessThan(perFrame);
  });
});

describe("a controlled character moves as the same controller moves an ordinary one", () => {
  const FADE = { duration: 16 * FRAME };
  const DEFINITION: ControllerDefinition = {
    parameters: { pace: 0, next: "trigger", share: 0.25 },
    layers: [
      {
        states: {
          move: {
            blend: "pace",
            clips: [
              { clip: "walk", at: 0 },
              { clip: "run", at: 1 },
            ],
          },
          turn: { clip: "turn" },
          once: { clip: "walk", repetitions: 1 },
        },
        transitions: [
          { from: "move", to: "turn", when: { next: true }, ...FADE },
          { from: "turn", to: "once", when: { next: true }, ...FADE },
          { from: "once", to: "turn", after: 1, ...FADE },
        ],
      },
      { weight: "share", states: { over: { clip: "run" } } },
      { mask: { exclude: ["hips"] }, states: { masked: { clip: "turn" } } },
    ],
  };
  const ACTS: Readonly<Record<number, (controller: ClipController) => void>> = {
    8: (controller) => controller.set("pace", 0.4),
    20: (controller) => controller.fire("next"),
    28: (controller) => controller.go("move", FADE), // in the fade: two of each clip
    40: (controller) => controller.set("share", 0),
    60: (controller) => controller.fire("next"),
    90: (controller) => controller.fire("next"), // once, to its end within a frame
  };

  it("in blends, interrupted fades, copies, further layers and masks", async () => {
    const { scene, motions, character } = await importTraveller(WALKS, {}, createScene());
    new ClipRootMotionController(character, motions);
    const { crowd, above } = await createTravellers(scene);
    const index = crowd.add();
    const names = Object.fromEntries(motions.map(({ animationGroup }, i) => [WALKS[i]!.name, animationGroup.name]));
    const controllers = [
      CreateController({ animationGroups: motions.map(({ animationGroup }) => animationGroup) }, DEFINITION, { clips: names }),
      ControlCrowd(crowd, [index], DEFINITION, { rootMotion: true })[0]!,
    ];
    for (let frame = 0; frame < 240; frame++) {
      controllers.forEach((controller) => ACTS[frame]?.(controller));
      render(scene, 1);
      expect(controllers[1]!.stateOf()).toBe(controllers[0]!.stateOf());
      expectClose(above.multiply(matrixOf(crowd, index)).m, character.computeWorldMatrix(true).m, 4);
    }
    expect(Math.hypot(...placeOf(crowd, index))).toBeGreaterThan(1);
  });

  it("stays in place without rootMotion, and goes on by its own clip when the controller ends", async () => {
    const { crowd } = await createTravellers();
    const [still, moving] = crowd.addMany(2) as unknown as [number, number];
    const definition: ControllerDefinition = { layers: [{ states: { walk: { clip: "walk" } } }] };
    ControlCrowd(crowd, [still], definition);
    const [controller] = ControlCrowd(crowd, [moving], definition, { rootMotion: true });
    render(crowd.scene, 11);
    controller!.dispose();
    render(crowd.scene, 10);
    expectClose(placeOf(crowd, still), [0, 0, 0]);
    expectClose(placeOf(crowd, moving).map(Math.abs), [0, 0, 20 * FRAME * SPEED]);
  });

  it("moves as an ordinary instance, also from where that was put, and goes on there", async () => {
    const { crowd } = await createTravellers();
    const [index, twin] = crowd.addMany(2) as unknown as [number, number];
    const controllers = ControlCrowd(crowd, [index, twin], DEFINITION, { rootMotion: true });
    const play = (frames: number): void => {
      controllers.forEach((each) => each.fire("next"));
      render(crowd.scene, frames);
    };
    play(10);
    const promoted = crowd.promote(index);
    play(30);
    expectClose(promoted.root.computeWorldMatrix(true).m, matrixOf(crowd, twin).m);
    promoted.root.position.x += 5;
    render(crowd.scene, 10);
    promoted.demote();
    play(10);
    const [x, y, z] = placeOf(crowd, twin) as [number, number, number];
    expectClose(placeOf(crowd, index), [x + 5, y, z]);
  });

  it("does not move by a seek, and moves by what is put in place of its clip", async () => {
    const { crowd } = await createTravellers();
    const index = crowd.add();
    const [controller] = ControlCrowd(crowd, [index], { layers: [{ states: { walk: { clip: "walk" } } }] }, { rootMotion: true });
    render(crowd.scene, 11);
    crowd.seek(index, 1);
    render(crowd.scene, 10);
    expectClose(placeOf(crowd, index).map(Math.abs), [0, 0, 20 * FRAME * SPEED]);
    controller!.setClip("walk", "run");
    render(crowd.scene, 10);
    expectClose(placeOf(crowd, index).map(Math.abs), [0, 0, 20 * FRAME * SPEED + (10 * FRAME * RUN.distance) / RUN.seconds]);
  });

  it("needs root motion in the crowd", async () => {
    const { container } = await createTravellers();
    const crowd = CreateClipCrowd(container);
    expect(() => ControlCrowd(crowd, [crowd.add()], { layers: [{ states: { walk: { clip: "walk" } } }] }, { rootMotion: true })).toThrow(
      "options.rootMotion: needs clips with root motion; give their RootMotionClips to options.rootMotion of the crowd",
    );
    const wrong = { rootMotion: 1 } as never;
    expect(() => ControlCrowd(crowd, [crowd.add()], { layers: [{ states: { walk: { clip: "walk" } } }] }, wrong)).toThrow(
      new TypeError(`options.rootMotion: ${ruleOf("trueOrFalse", 1)}`),
    );
  });
});

describe("a character", () => {
  it("stays in place without rootMotion: its rows are baked in place", async () => {
    const { crowd } = await createTravellers();
    const [still, moving] = [crowd.add(), crowd.add()];
    crowd.play(still, "walk");
    crowd.play(moving, "walk", { rootMotion: true });
    const body = new Matrix();
    for (let frame = 0; frame < 100; frame++) {
      render(crowd.scene, 1);
      expectClose(crowd.getNodeMatrixToRef(still, "body", body).getTranslation().asArray(), [0, 1, 0]);
    }
    expectClose(placeOf(crowd, still), [0, 0, 0]);
    expectClose(placeOf(crowd, moving).map(Math.abs), [0, 0, 99 * FRAME * SPEED]);
  });

  it("goes 100 m and more in single precision as far as in double precision", async () => {
    const { crowd } = await createTravellers();
    const index = crowd.add(Matrix.Translation(0, 0, 5000));
    crowd.play(index, "walk", { rootMotion: true, speed: 0.125 });
    render(crowd.scene, 5001);
    const gone = 5000 * FRAME * SPEED * 0.125;
    expect(Math.abs(Math.abs(placeOf(crowd, index)[2]! - 5000) - gone)).toBeLessThan(5e-4); // one unit in the last place of 5,000
  });

  it("goes on from wherever its matrix is put", async () => {
    const { crowd } = await createTravellers();
    const index = crowd.add();
    crowd.play(index, "walk", { rootMotion: true });
    render(crowd.scene, 11);
    const before = placeOf(crowd, index)[2]!;
    crowd.setMatrix(index, Matrix.Translation(7, 1, 0));
    render(crowd.scene, 10);
    expectClose(placeOf(crowd, index), [7, 1, before]);
    crowd.matrices[16 * index + 12] = 8;
    crowd.markMatricesChanged();
    render(crowd.scene, 10);
    expectClose(placeOf(crowd, index), [8, 1, 2 * before]);
  });

  it("does not move by a seek, while it is paused, or after its end", async () => {
    const { crowd } = await createTravellers();
    const index = crowd.add();
    crowd.play(index, "walk", { rootMotion: true, repetitions: 2 });
    render(crowd.scene, 11);
    crowd.seek(index, 1);
    crowd.pause(index);
    render(crowd.scene, 10);
    expect(Math.abs(placeOf(crowd, index)[2]!)).toBeCloseTo(10 * FRAME * SPEED, 5);
    crowd.resume(index);
    render(crowd.scene, 300);
    expect(Math.abs(placeOf(crowd, index)[2]!)).toBeCloseTo(10 * FRAME * SPEED + 0.25 * SPEED + WALK.distance, 5);
  });

  it("fades out of its motion, and stays", async () => {
    const { crowd } = await createTravellers();
    const index = crowd.add();
    crowd.play(index, "walk", { rootMotion: true });
    render(crowd.scene, 11);
    crowd.play(index, "run", { fade: 0.32 });
    render(crowd.scene, 100);
    const gone = 10 * FRAME * SPEED;
    const fading = 0.16 * SPEED;
    expect(Math.abs(Math.abs(placeOf(crowd, index)[2]!) - gone - fading)).toBeLessThan(FRAME * SPEED);
  });

  it("that is removed leaves nothing to the next one of its index", async () => {
    const { crowd } = await createTravellers();
    const index = crowd.add();
    crowd.play(index, "walk", { rootMotion: true });
    render(crowd.scene, 5);
    crowd.remove(index);
    expect(crowd.add()).toBe(index);
    crowd.play(index, "walk");
    render(crowd.scene, 5);
    expectClose(placeOf(crowd, index), [0, 0, 0]);
  });

  it("moves in a mixture by the weights of its clips", async () => {
    const { crowd } = await createTravellers();
    const index = crowd.add();
    crowd.play(index, "walk", { rootMotion: true });
    crowd.setWeights(index, ["walk", "run"], [1, 3]);
    render(crowd.scene, 201);
    const cycles = (200 * FRAME) / WALK.seconds;
    expect(Math.abs(placeOf(crowd, index)[2]!)).toBeCloseTo(cycles * (0.25 * WALK.distance + 0.75 * RUN.distance), 4);
  });

  it("keeps its matrix among many that come and go", async () => {
    const { crowd } = await createTravellers();
    const indices = crowd.addMany(200);
    indices.forEach((index) => crowd.setMatrix(index, Matrix.Translation(index, 0, 0)));
    crowd.playMany(indices, "walk", { rootMotion: true });
    render(crowd.scene, 11);
    indices.filter((index) => index % 3 === 0).forEach((index) => crowd.play(index, "walk"));
    render(crowd.scene, 10);
    for (const index of indices) {
      const frames = index % 3 === 0 ? 10 : 20;
      expectClose(placeOf(crowd, index).map(Math.abs), [index, 0, frames * FRAME * SPEED]);
    }
  });
});

describe("below a root that is moved", () => {
  const PLACE = Matrix.Compose(new Vector3(2, 2, 2), Quaternion.FromEulerAngles(0, 0.5, 0), new Vector3(30, 0, -4));

  it("a character moves in the space of the root, and is promoted and given back there", async () => {
    const stages = [await createTravellers(), await createTravellers()];
    const [still, moved] = stages.map(({ crowd }) => crowd);
    PLACE.decompose(moved!.root.scaling, (moved!.root.rotationQuaternion = new Quaternion()), moved!.root.position);
    stages.forEach(({ crowd }) => crowd.play(crowd.add(), "turn", { rootMotion: true }));
    for (const run of [
      () => {},
      () => stages.forEach(({ crowd }) => crowd.promote(0)),
      () => stages.forEach(({ crowd }) => crowd.promote(0).demote()),
    ]) {
      run();
      stages.forEach(({ crowd }) => render(crowd.scene, 30));
      const [expected, actual] = [still, moved].map((crowd) => crowd!.getNodeMatrixToRef(0, "body", new Matrix()));
      expectClose(actual!.asArray(), expected!.multiply(PLACE).asArray(), 3);
    }
    expect(matrixOf(moved!, 0).getTranslation().length()).toBeGreaterThan(0.1);
  });
});

describe("setPace", () => {
  it.each([1.4, -0.7, 0])("moves a character of any scale at %s units of the world a second", async (pace) => {
    const { crowd } = await createTravellers();
    crowd.root.scaling.setAll(0.1);
    const [index, large] = [crowd.add(), crowd.add(Matrix.Scaling(3, 3, 3))];
    for (const each of [index, large]) {
      crowd.play(each, "walk", { rootMotion: true });
      crowd.setPace(each, pace);
    }
    render(crowd.scene, 201);
    for (const each of [index, large]) {
      expect(0.1 * Math.abs(placeOf(crowd, each)[2]!)).toBeCloseTo(200 * FRAME * Math.abs(pace), 4);
    }
  });

  it("is the pace of a mixture", async () => {
    const { crowd } = await createTravellers();
    const character = crowd.at(crowd.add());
    character.play("walk", { rootMotion: true });
    character.setWeights(["walk", "run"], [1, 1]);
    character.setPace(2.5);
    render(crowd.scene, 201);
    expect(Math.abs(placeOf(crowd, character.index)[2]!)).toBeCloseTo(200 * FRAME * 2.5, 4);
  });

  it("needs a clip with root motion, and a finite pace", async () => {
    const { crowd } = await createTravellers();
    const index = crowd.add();
    expect(() => crowd.setPace(index, 1)).toThrow(`index: ${ruleOf("characterWithRootMotion", index, "null")}`);
    crowd.play(index, "walk");
    expect(() => crowd.setPace(index, NaN)).toThrow(`pace: ${ruleOf("finiteNumber", "NaN")}`);
    expect(() => crowd.setPace(index, 1)).not.toThrow();
    expect(crowd.clips[0]!.averageSpeed).toBeCloseTo(SPEED, 6);
  });
});

describe("a character that is promoted", () => {
  it("goes on without a jump, and so when it is given back", async () => {
    const { crowd } = await createTravellers();
    const [ordinary, promoted] = [crowd.add(Matrix.Translation(5, 0, 0)), crowd.add(Matrix.Translation(5, 0, 0))];
    for (const index of [ordinary, promoted]) {
      crowd.play(index, "turn", { rootMotion: true });
    }
    render(crowd.scene, 31);
    const instance = crowd.promote(promoted);
    const { root } = instance;
    expectClose(root.computeWorldMatrix(true).m, matrixOf(crowd, ordinary).m);
    for (let frame = 0; frame < 100; frame++) {
      render(crowd.scene, 1);
      // its first frame shows where it was
      expect(Vector3.Distance(root.position, matrixOf(crowd, ordinary).getTranslation())).toBeLessThan(1.01 * FRAME * TURN.distance);
    }
    const moved = root.computeWorldMatrix(true).clone();
    instance.demote();
    expectClose(matrixOf(crowd, promoted).m, moved.m);
    render(crowd.scene, 100);
    expect(Vector3.Distance(matrixOf(crowd, promoted).getTranslation(), matrixOf(crowd, ordinary).getTranslation())).toBeLessThan(
      2.01 * FRAME * TURN.distance,
    );
  });
});

describe("a clip with root motion", () => {
  it("has the events of its source, whatever animations the group in place has", async () => {
    const { container, clips } = await createTravellers();
    clips[2]!.addEvent({ time: 0, name: "step" });
    const rootMotion = [new RootMotionClip(clips[2]!, { cloneAnimations: true })];
    const crowd = CreateClipCrowd(container, { clips, rootMotion });
    const names: string[] = [];
    crowd.onEventObservable.add(({ name }) => names.push(name));
    crowd.play(crowd.add(), "turn", { rootMotion: true });
    render(crowd.scene, 1);
    expect(names).toEqual(["step"]);
  });

  it("is additive where the group in place is, which Babylon makes of a group that is not", async () => {
    const { container, clips } = await createTravellers();
    const motion = new RootMotionClip(clips[2]!, { cloneAnimations: true });
    AnimationGroup.MakeAnimationAdditive(motion.animationGroup, { referenceFrame: 0 });
    const crowd = CreateClipCrowd(container, { clips, rootMotion: [motion], halfFloat: false, nodes: ["hips"] });
    const [index, resting] = [crowd.add(), crowd.add()];
    crowd.play(index, "turn", { speed: 0 });
    render(crowd.scene, 2);
    expect(crowd.clips[2]!.isAdditive).toBe(true);
    const [own, rest] = [index, resting].map((each) => crowd.getNodeMatrixToRef(each, "hips", new Matrix()).m) as [
      Matrix["m"],
      Matrix["m"],
    ];
    expectClose(own, rest);
  });

  it("gives promoted characters the instances that were given back, also where the container does not list the clip", async () => {
    const { container, crowd } = await createTravellers();
    container.animationGroups.splice(0);
    const index = crowd.add();
    crowd.play(index, "walk", { rootMotion: true });
    const first = crowd.promote(index);
    first.demote();
    expect(crowd.promote(index).root).toBe(first.root);
  });
});

describe("what cannot be", () => {
  it("is refused with its place", async () => {
    const { crowd, container, clips } = await createTravellers();
    expect(() => CreateClipCrowd(container, { rootMotion: [clips[0]] as never })).toThrow(
      `options.rootMotion/0: ${ruleOf("rootMotionClip")} (got `,
    );
    expect(() => CreateClipCrowd(container, { rootMotion: 1 as never })).toThrow(TypeError);
    const other = new RootMotionClip(clips[1]!);
    expect(() => CreateClipCrowd(container, { clips: [clips[0]!], rootMotion: [other] })).toThrow(
      `options.rootMotion/0: ${ruleOf("motionOfCrowdClip", '"run"')}`,
    );
    const without = CreateClipCrowd(container, { clips });
    expect(() => without.play(without.add(), "walk", { rootMotion: true })).toThrow(ruleOf("rootMotion", "settings.rootMotion: walk"));
    expect(crowd.findings).toEqual([]);
  });
});
