/** Controllers of characters of crowds. */
import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { AssetContainer, InstantiatedEntries } from "@babylonjs/core/assetContainer.js";
import { Matrix, Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { unpackGlb } from "../../../scripts/glb.mjs";
import { type ClipController, ControlCrowd, type ControllerDefinition, CreateController } from "../../../src/controller.js";
import { type ClipCrowd, type ClipCrowdOptions, CreateClipCrowd, type CrowdClip, type PromotedCharacter } from "../../../src/crowd.js";
import { LAYERED, PLAIN } from "../../../src/characters/crowd/play/characters.js";
import { type ClipAnimationGroup, CreateClip } from "../../../src/index.js";
import { AssetError } from "../../../src/gltf/util/index.js";
import { instantiate, pose } from "../../helpers/crowdOracle.js";
import { createScene, disposeScenes, FRAME, loadContainer, render } from "../../helpers/scene.js";
import { compareWithReference, DURATIONS } from "./randomDefinition.js";
import { layersOf, TimedCrowd } from "./timedCrowd.js";

function kindOf(crowd: ClipCrowd, index: number): number {
  return crowd["_characters"].kinds[index]!;
}

describe("random controllers of a crowd", () => {
  let timed: TimedCrowd;
  beforeAll(() => void (timed = new TimedCrowd(DURATIONS)));
  afterAll(disposeScenes);

  it.each(Array.from({ length: 300 }, (_, seed) => seed))("%i", (seed) => {
    const { crowd } = timed;
    const index = crowd.add();
    compareWithReference(seed, {
      control: (definition) => ControlCrowd(crowd, [index], definition)[0]!,
      frame: (delta) => timed.frame(delta),
      get shown() {
        return timed.shownBy(index);
      },
    });
    crowd.remove(index);
  });
});

/** The local transforms of an asset, by node. */
type Locals = ReadonlyMap<string, { readonly rotation: Quaternion; readonly position: Vector3; readonly scaling: Vector3 }>;

const HERO = unpackGlb(readFileSync(new URL("../../../playground/models/hero.glb", import.meta.url)));

/** What the clip "arm" animates. */
const ARM = ["right arm", "right forearm", "right hand"];
const BELOW_SPINE = [
  ...["spine", "chest", "neck", "head", "eyes", "cape", "cape middle", "cape hem"],
  ...["left arm", "left forearm", "left hand", ...ARM],
];

function nodesOf({ rootNodes }: InstantiatedEntries): TransformNode[] {
  return rootNodes.flatMap((root) => [root, ...root.getDescendants()]) as TransformNode[];
}

/** A crowd of heroes, and their poses by ordinary instances. */
class Heroes {
  private constructor(
    readonly scene: Scene,
    private readonly _container: AssetContainer,
    readonly crowd: ClipCrowd,
  ) {}

  static async create(options: ClipCrowdOptions = {}): Promise<Heroes> {
    const scene = createScene();
    const container = await loadContainer(HERO, scene);
    const wave = container.animationGroups.find(({ name }) => name === "wave")!;
    const arm = new AnimationGroup("arm group", scene);
    wave.targetedAnimations
      .filter(({ target }) => ARM.includes((target as TransformNode).name))
      .forEach(({ animation, target }) => arm.addTargetedAnimation(animation, target));
    const added = CreateClip("added", arm, { end: 2.4 });
    added.isAdditive = true;
    container.animationGroups.push(CreateClip("arm", arm, { end: 2.4 }), added);
    return new Heroes(scene, container, CreateClipCrowd(container, { halfFloat: false, ...options }));
  }

  /** The pose of a clip; of no clip, the pose at rest. */
  posed(clip: string | null, timestamp = 0): Locals {
    const instance = instantiate(this._container);
    if (clip !== null) {
      pose(
        this._container,
        instance,
        this._container.animationGroups.find(({ name }) => name === clip)!,
        timestamp,
      );
    }
    const locals = nodesOf(instance).map(({ name, rotationQuaternion, rotation, position, scaling }) => {
      return [
        name,
        { rotation: (rotationQuaternion ?? rotation.toQuaternion()).clone(), position: position.clone(), scaling: scaling.clone() },
      ] as const;
    });
    instance.dispose();
    return new Map(locals);
  }

  instantiate(): InstantiatedEntries {
    return this._container.instantiateModelsToScene((name) => name);
  }

  /** The largest difference between a character and a pose. */
  distance(index: number, locals: Locals): number {
    const instance = this.instantiate();
    for (const node of nodesOf(instance)) {
      const { rotation, position, scaling } = locals.get(node.name)!;
      node.rotationQuaternion = rotation;
      node.position = position;
      node.scaling = scaling;
    }
    const apart = this.distanceTo(index, instance);
    instance.dispose();
    return apart;
  }

  /** The largest difference between a character and an ordinary instance. */
  distanceTo(index: number, instance: InstantiatedEntries): number {
    const apart = nodesOf(instance).map((node) => {
      const expected = node.computeWorldMatrix(true).asArray(); // parents come first
      if (!BELOW_SPINE.includes(node.name) && node.name !== "hips" && !/left (shin|foot)/.test(node.name)) {
        return 0;
      }
      const actual = this.crowd.getNodeMatrixToRef(index, node.name, new Matrix()).asArray();
      return Math.max(...Array.from(actual, (component, i) => Math.abs(component - expected[i]!)));
    });
    return Math.max(...apart);
  }

  timestampsOf(index: number, layer: number): number[] {
    return layersOf(this.crowd, index)!.layers[layer]!.parts.map(({ timestamp }) => timestamp);
  }
}

/** One pose over the other. @param names of the nodes that it changes; null for all */
function over(below: Locals, above: Locals, share: number, names: readonly string[] | null = null): Locals {
  return new Map(
    Array.from(below, ([name, a]) => {
      const b = above.get(name)!;
      const isMixed = names === null || names.includes(name);
      const mixed = {
        rotation: Quaternion.Slerp(a.rotation, b.rotation, share),
        position: Vector3.Lerp(a.position, b.position, share),
        scaling: Vector3.Lerp(a.scaling, b.scaling, share),
      };
      return [name, isMixed ? mixed : a];
    }),
  );
}

/** A pose to which the rotations of another one are added. */
function plus(below: Locals, added: Locals, share: number, names: readonly string[]): Locals {
  return new Map(
    Array.from(below, ([name, a]) => {
      const sum = a.rotation.multiply(added.get(name)!.rotation);
      return [name, names.includes(name) ? { ...a, rotation: Quaternion.Slerp(a.rotation, sum, share) } : a];
    }),
  );
}

const WAVER: ControllerDefinition = {
  parameters: { isRunning: false, isWaving: false, share: 0.6 },
  layers: [
    {
      states: { walk: { clip: "walk" }, run: { clip: "run" }, nothing: {} },
      transitions: [
        { from: "walk", to: "run", when: { isRunning: true }, duration: 16 * FRAME },
        { from: "run", to: "nothing", when: { isRunning: false }, duration: 16 * FRAME },
      ],
    },
    {
      name: "arms",
      mask: "spine",
      weight: "share",
      states: { none: {}, wave: { clip: "wave", repetitions: -1 } },
      transitions: [
        { from: "none", to: "wave", when: { isWaving: true }, duration: 8 * FRAME },
        { from: "wave", to: "none", when: { isWaving: false }, duration: 8 * FRAME },
      ],
    },
  ],
};

/** How many frames after it began a fade of some frames is over, 0..1. */
const progress = (frames: number, of: number): number => Math.min(frames / of, 1);

describe.each([
  { halfFloat: false, tolerance: 2e-6 },
  { halfFloat: true, tolerance: 2e-3 },
])("the pose of a controlled character, half floats $halfFloat,", ({ halfFloat, tolerance }) => {
  afterEach(disposeScenes);

  it("is its layers mixed by hand, in and after fades", async () => {
    const heroes = await Heroes.create({ halfFloat, exact: true });
    const index = heroes.crowd.add();
    const [controller] = ControlCrowd(heroes.crowd, [index], WAVER);
    render(heroes.scene, 7);
    controller!.set("isWaving", true);
    for (let frame = 0; frame < 12; frame++) {
      render(heroes.scene, 1);
      const [walk, wave] = [heroes.timestampsOf(index, 0)[0]!, heroes.timestampsOf(index, 1)[0]!];
      expect(wave).toBeCloseTo(frame * FRAME, 9);
      const expected = over(heroes.posed("walk", walk), heroes.posed("wave", wave), 0.6 * progress(frame, 8), BELOW_SPINE);
      expect(heroes.distance(index, expected)).toBeLessThan(tolerance);
    }
    controller!.set("isRunning", true);
    for (let frame = 0; frame < 18; frame += 3) {
      render(heroes.scene, frame === 0 ? 1 : 3);
      const [[first, second], [wave]] = [heroes.timestampsOf(index, 0), heroes.timestampsOf(index, 1)];
      const lowest =
        second === undefined
          ? heroes.posed("run", first)
          : over(heroes.posed("walk", first), heroes.posed("run", second), progress(frame, 16));
      expect(heroes.distance(index, over(lowest, heroes.posed("wave", wave), 0.6, BELOW_SPINE))).toBeLessThan(tolerance);
    }
  });

  it("is that of the same controller of an ordinary instance", async () => {
    const heroes = await Heroes.create({ halfFloat, exact: true });
    const index = heroes.crowd.add();
    const instance = heroes.instantiate();
    const fade = { duration: 16 * FRAME };
    const definition: ControllerDefinition = {
      parameters: { pace: 0, lower: "trigger", upper: "trigger", share: 0.6 },
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
            jump: { clip: "jump" },
            nothing: {},
          },
          transitions: [
            { from: "move", to: "jump", when: { lower: true }, ...fade },
            { from: "jump", to: "nothing", when: { lower: true }, ...fade },
          ],
        },
        {
          mask: "spine",
          weight: "share",
          states: { none: {}, wave: { clip: "wave" }, turn: { clip: "turn" } },
          transitions: [
            { from: "none", to: "wave", when: { upper: true }, ...fade },
            { from: "wave", to: "turn", when: { upper: true }, ...fade },
          ],
        },
        { states: { arm: { clip: "arm" } }, weight: 0.25 },
      ],
    };
    const controllers = [ControlCrowd(heroes.crowd, [index], definition)[0]!, CreateController(instance, definition)];
    const acts: Readonly<Record<number, (controller: ClipController) => void>> = {
      3: (controller) => controller.set("pace", 0.3),
      6: (controller) => controller.fire("upper"),
      10: (controller) => controller.fire("lower"),
      14: (controller) => controller.fire("upper"), // in the fade
      18: (controller) => controller.set("share", 0.9),
      20: (controller) => controller.fire("lower"),
    };
    for (let frame = 0; frame < 35; frame++) {
      controllers.forEach((controller) => acts[frame]?.(controller));
      render(heroes.scene, 1);
      expect(heroes.distanceTo(index, instance)).toBeLessThan(tolerance);
    }
  });

  it("is that of an ordinary instance where fades are interrupted by states that are still shown", async () => {
    const heroes = await Heroes.create({ halfFloat, exact: true });
    const index = heroes.crowd.add();
    const instance = heroes.instantiate();
    const fade = { duration: 16 * FRAME };
    const definition: ControllerDefinition = {
      parameters: { pace: 0.3, go: "trigger" },
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
            jump: { clip: "jump" },
          },
          transitions: [
            { from: "move", to: "jump", when: { go: true }, ...fade },
            { from: "jump", to: "move", when: { go: true }, ...fade },
          ],
        },
      ],
    };
    const controllers = [ControlCrowd(heroes.crowd, [index], definition)[0]!, CreateController(instance, definition)];
    for (let frame = 0; frame < 40; frame++) {
      if ([10, 15, 19, 24].includes(frame)) {
        controllers.forEach((controller) => controller.fire("go"));
      }
      render(heroes.scene, 1);
      expect(heroes.distanceTo(index, instance)).toBeLessThan(tolerance);
    }
  });

  it("shows what an empty state leaves at rest", async () => {
    const heroes = await Heroes.create({ halfFloat, exact: true });
    const index = heroes.crowd.add();
    const [controller] = ControlCrowd(heroes.crowd, [index], WAVER);
    controller!.set("isRunning", true);
    render(heroes.scene, 30);
    controller!.set("isRunning", false);
    render(heroes.scene, 5);
    const [run] = heroes.timestampsOf(index, 0);
    const expected = over(heroes.posed("run", run), heroes.posed(null), progress(4, 16));
    expect(heroes.distance(index, expected)).toBeLessThan(tolerance);
    render(heroes.scene, 20);
    expect(kindOf(heroes.crowd, index)).toBe(PLAIN);
    expect(heroes.crowd.clipIndices[index]).toBe(65_535);
    expect(heroes.distance(index, heroes.posed(null))).toBeLessThan(tolerance);
  });

  it.each(["right forearm", "right_forearm"])("adds additive clips at the end of their layer, where its mask allows: %s", async (mask) => {
    const heroes = await Heroes.create({ halfFloat, exact: true });
    const index = heroes.crowd.add();
    const [controller] = ControlCrowd(heroes.crowd, [index], {
      parameters: { go: "trigger" },
      layers: [
        {
          states: { walk: { clip: "walk" }, added: { clip: "added" } },
          transitions: [{ from: "walk", to: "added", when: { go: true }, duration: 16 * FRAME }],
        },
        { mask, weight: 0.25, states: { added: { clip: "added" } } },
      ],
    });
    render(heroes.scene, 9);
    const HAND = ["right forearm", "right hand"];
    const layered = plus(heroes.posed("walk", 8 * FRAME), heroes.posed("arm", 8 * FRAME), 0.25, HAND);
    expect(heroes.distance(index, layered)).toBeLessThan(tolerance);
    controller!.fire("go");
    render(heroes.scene, 5);
    const rest = over(heroes.posed("walk", 13 * FRAME), heroes.posed(null), progress(4, 16));
    const lowest = plus(rest, heroes.posed("arm", 4 * FRAME), progress(4, 16), ARM);
    expect(heroes.distance(index, plus(lowest, heroes.posed("arm", 13 * FRAME), 0.25, HAND))).toBeLessThan(tolerance);
  });

  it("plays the clips that an option names for those of the definition", async () => {
    const heroes = await Heroes.create({ halfFloat, exact: true });
    const index = heroes.crowd.add();
    ControlCrowd(heroes.crowd, [index], { layers: [{ states: { a: { clip: "go" } } }] }, { clips: { go: "walk" } });
    render(heroes.scene, 9);
    expect(heroes.distance(index, heroes.posed("walk", 8 * FRAME))).toBeLessThan(tolerance);
  });

  it("leaves what the clips of a layer do not animate to the layers below", async () => {
    const heroes = await Heroes.create({ halfFloat, exact: true });
    const index = heroes.crowd.add();
    ControlCrowd(heroes.crowd, [index], {
      layers: [{ states: { walk: { clip: "walk" } } }, { weight: 0.5, states: { arm: { clip: "arm" } } }],
    });
    render(heroes.scene, 9);
    const [[walk], [arm]] = [heroes.timestampsOf(index, 0), heroes.timestampsOf(index, 1)];
    const expected = over(heroes.posed("walk", walk), heroes.posed("arm", arm), 0.5, ARM);
    expect(heroes.distance(index, expected)).toBeLessThan(tolerance);
  });
});

describe("a controlled character", () => {
  afterEach(disposeScenes);

  async function control(definition: ControllerDefinition = WAVER): Promise<{ heroes: Heroes; index: number; controller: ClipController }> {
    const heroes = await Heroes.create();
    const index = heroes.crowd.add();
    const [controller] = ControlCrowd(heroes.crowd, [index], definition);
    return { heroes, index, controller: controller! };
  }

  it("shows a baked row while it shows all of one clip", async () => {
    const { heroes, index, controller } = await control();
    const { crowd, scene } = heroes;
    render(scene, 5);
    const { rows } = crowd["_characters"];
    const walk = crowd.clips.find(({ name }) => name === "walk")!;
    expect(kindOf(crowd, index)).toBe(PLAIN);
    expect(rows[index]).toBe(walk.firstRow + Math.round(4 * FRAME * walk.rowRate));
    controller.set("isRunning", true);
    render(scene, 5);
    expect(kindOf(crowd, index)).toBe(LAYERED);
    expect(rows[index]).toBeGreaterThanOrEqual(crowd["_renderer"].texture.size.baked);
    render(scene, 20);
    expect(kindOf(crowd, index)).toBe(PLAIN);
    controller.set("isWaving", true);
    render(scene, 2);
    expect(kindOf(crowd, index)).toBe(LAYERED);
    controller.set("share", 0);
    render(scene, 2);
    expect(kindOf(crowd, index)).toBe(PLAIN);
  });

  it("has the clip of its lowest layer as its own, with its events", async () => {
    const { heroes, index, controller } = await control({
      parameters: { go: "trigger" },
      layers: [
        {
          states: { walk: { clip: "walk" }, jump: { clip: "jump", repetitions: 1 } },
          transitions: [{ from: "walk", to: "jump", when: { go: true }, duration: 0.1 }],
        },
      ],
    });
    const { crowd, scene } = heroes;
    const finished: number[] = [];
    crowd.onFinishObservable.add(({ indices, count }) => finished.push(...indices.subarray(0, count)));
    render(scene, 11);
    expect(crowd.clips[crowd.clipIndices[index]!]!.name).toBe("walk");
    expect(crowd.timestamps[index]).toBeCloseTo(10 * FRAME, 9);
    controller.fire("go");
    render(scene, 11);
    expect(crowd.clips[crowd.clipIndices[index]!]!.name).toBe("jump");
    expect(crowd.at(index).time).toMatchObject({ timestamp: expect.closeTo(10 * FRAME, 9), isFinished: false });
    expect(finished).toEqual([]);
    render(scene, 90);
    expect(finished).toEqual([index]);
    expect(crowd.at(index).time.isFinished).toBe(true);
  });

  it("reports all of a clip that is left after its time", async () => {
    const { heroes, index, controller } = await control({
      layers: [
        {
          states: { jump: { clip: "jump", repetitions: 1 }, walk: { clip: "walk" } },
          transitions: [{ from: "jump", to: "walk", after: 1 }],
        },
      ],
    });
    const { crowd, scene } = heroes;
    const other = crowd.add();
    const [jump, walk] = ["jump", "walk"].map((name) => crowd.clips.find((clip) => clip.name === name)!) as [CrowdClip, CrowdClip];
    const { duration } = jump;
    (jump.group as ClipAnimationGroup).addEvent({ name: "late", time: duration - 1e-3 });
    (walk.group as ClipAnimationGroup).addEvent({ name: "early", time: 1e-3 });
    const reported: string[] = [];
    crowd.onEventObservable.add(({ name, indices, count }) => reported.push(`${name} ${indices.subarray(0, count).join()}`));
    crowd.onFinishObservable.add(({ indices, count }) => reported.push(`finish ${indices.subarray(0, count).join()}`));
    const frames = 2 + Math.floor(duration / FRAME);
    render(scene, frames);
    expect(controller.stateOf()).toBe("walk");
    expect(crowd.timestamps[index]).toBeCloseTo((frames - 1) * FRAME - duration, 6);
    render(scene, 2);
    expect(reported).toEqual([`late ${index}`, `early ${index}`, `finish ${index}`]);
    expect(crowd.clipIndices[other]).toBe(65_535);
  });

  it("is where the lengths of its one-shots say, at any frame rate", () => {
    const lengths = { walk: 1, run: 0.5, jump: 1.25 };
    const names = Object.keys(lengths);
    const definition: ControllerDefinition = {
      layers: [
        {
          states: Object.fromEntries(names.map((name) => [name, { clip: name, repetitions: 1 }])),
          transitions: names.map((name, i) => ({ from: name, to: names[(i + 1) % 3]!, after: 1, duration: 0.1 })),
        },
      ],
    };
    for (const rate of [15, 59.94, 144]) {
      const timed = new TimedCrowd(lengths);
      const index = timed.crowd.add();
      const [controller] = ControlCrowd(timed.crowd, [index], definition);
      timed.frame(3);
      for (let seconds = 1 / rate; seconds < 8; seconds += 1 / rate) {
        timed.frame(1 / rate);
        let left = seconds % 2.75;
        const [name, length] = Object.entries(lengths).find(([, each]) => (left < each ? true : ((left -= each), false)))!;
        if (Math.min(left, length - left) > 1e-6) {
          expect([controller!.stateOf(), timed.crowd.timestamps[index]]).toEqual([name, expect.closeTo(left, 6)]);
        }
      }
    }
  });

  it.each<[string, (crowd: ClipCrowd, index: number) => void, string | null]>([
    ["plays another clip", (crowd, index) => crowd.play(index, "idle"), "idle"],
    ["plays nothing", (crowd, index) => crowd.play(index, "idle", { repetitions: 0 }), null],
    ["is mixed", (crowd, index) => crowd.setWeights(index, ["walk", "run"], [1, 1]), "walk"],
    ["is removed", (crowd, index) => crowd.remove(index), null],
    [
      "gets another controller",
      (crowd, index) => void ControlCrowd(crowd, [index], { layers: [{ states: { a: { clip: "turn" } } }] }),
      "turn",
    ],
    ["loses its crowd", (crowd) => crowd.dispose(), null],
  ])("has no controller from when it %s", async (_, act, clip) => {
    const { heroes, index, controller } = await control();
    const changes: string[] = [];
    controller.onStateChangedObservable.add(({ to }) => changes.push(to));
    render(heroes.scene, 3);
    act(heroes.crowd, index);
    controller.set("isRunning", true);
    render(heroes.scene, 3);
    expect(changes).toEqual([]);
    const own = heroes.crowd.clipIndices[index]!;
    expect(own === 65_535 || clip === null ? null : heroes.crowd.clips[own]!.name).toBe(clip);
    expect(() => controller.dispose()).not.toThrow();
    render(heroes.scene, 2);
  });

  it("goes on with its own clip when its controller ends", async () => {
    const { heroes, index, controller } = await control();
    const { crowd, scene } = heroes;
    controller.set("isWaving", true);
    controller.set("isRunning", true);
    render(scene, 5);
    controller.dispose();
    render(scene, 5);
    expect(layersOf(crowd, index)).toBeUndefined();
    expect(kindOf(crowd, index)).toBe(PLAIN);
    expect(crowd.clips[crowd.clipIndices[index]!]!.name).toBe("run");
    expect(crowd.timestamps[index]).toBeCloseTo(9 * FRAME, 9);
  });

  it.each([["the scene's time"], ["a clock of the crowd"]])("shows all layers and fades as an ordinary instance, by %s", async (by) => {
    let now = 0;
    const heroes = await Heroes.create({ halfFloat: false, exact: true, ...(by === "a clock of the crowd" ? { clock: () => now } : {}) });
    const { crowd, scene } = heroes;
    const [index, twin] = crowd.addMany(2) as unknown as [number, number];
    const fade = { duration: 16 * FRAME };
    const controllers = ControlCrowd(crowd, [index, twin], {
      parameters: { pace: 0.3, go: "trigger", upper: "trigger" },
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
            jump: { clip: "jump" },
            nothing: {},
          },
          transitions: [
            { from: "move", to: "jump", when: { go: true }, ...fade },
            { from: "jump", to: "move", when: { go: true }, ...fade },
          ],
        },
        {
          mask: "spine",
          weight: 0.6,
          states: { none: {}, wave: { clip: "wave" } },
          transitions: [{ from: "none", to: "wave", when: { upper: true }, ...fade }],
        },
        { additive: true, weight: 0.5, states: { turn: { clip: "turn" } } },
      ],
    });
    const acts: Readonly<Record<number, (controller: ClipController) => void>> = {
      3: (controller) => controller.fire("go"),
      6: (controller) => controller.fire("upper"),
      12: (controller) => controller.fire("go"), // in the fade: two of each clip
      16: (controller) => controller.set("pace", 0.8),
      30: (controller) => controller.go("nothing", fade),
      50: (controller) => controller.go("move", fade),
    };
    let promoted: PromotedCharacter | null = null;
    for (let frame = 0; frame < 70; frame++) {
      controllers.forEach((controller) => acts[frame]?.(controller));
      if (frame === 8 || frame === 40) {
        promoted = crowd.promote(index);
      } else if (frame === 35 || frame === 60) {
        promoted!.demote();
        promoted = null;
      }
      now += FRAME;
      render(scene, 1);
      expect(controllers[0]!.stateOf()).toBe(controllers[1]!.stateOf());
      if (promoted) {
        expect([frame, heroes.distanceTo(twin, promoted.entries) < 2e-6]).toEqual([frame, true]);
      } else {
        const [own, other] = [index, twin].map((each) => crowd.getNodeMatrixToRef(each, "right hand", new Matrix()));
        expect(own!.equals(other!)).toBe(true);
      }
    }
    const started = scene.animationGroups.filter((group) => group.isStarted);
    expect(started).toEqual([]);
  });

  it("shows its own clip where its controller ends while it is an ordinary instance", async () => {
    const heroes = await Heroes.create({ halfFloat: false, exact: true });
    const { crowd, scene } = heroes;
    const [index, twin] = crowd.addMany(2) as unknown as [number, number];
    const [controller] = ControlCrowd(crowd, [index], WAVER);
    crowd.play(twin, "walk");
    render(scene, 5);
    const promoted = crowd.promote(index);
    render(scene, 5);
    controller!.dispose();
    render(scene, 5);
    expect(heroes.distanceTo(twin, promoted.entries)).toBeLessThan(2e-6);
    expect(crowd.timestamps[index]).toBeCloseTo(14 * FRAME, 9);
    promoted.demote();
    render(scene, 5);
    expect(crowd.timestamps[index]).toBe(crowd.timestamps[twin]);
  });

  it("goes on with its controller while and after it is an ordinary instance", async () => {
    const { heroes, index, controller } = await control();
    const { crowd, scene } = heroes;
    render(scene, 11);
    const first = crowd.promote(index);
    expect([first.clip!.name, first.clip!.timestamp]).toEqual(["walk", expect.closeTo(10 * FRAME, 9)]);
    render(scene, 5);
    expect(first.clip!.timestamp).toBeCloseTo(15 * FRAME, 9);
    first.demote();
    expect(crowd.timestamps[index]).toBeCloseTo(15 * FRAME, 9);
    const second = crowd.promote(index);
    controller.set("isRunning", true);
    render(scene, 30);
    expect(controller.stateOf()).toBe("run");
    second.demote();
    expect(crowd.clips[crowd.clipIndices[index]!]!.name).toBe("run");
    expect(crowd.timestamps[index]).toBeCloseTo(29 * FRAME, 9);
  });

  it("is not asked for while nothing changes", async () => {
    const { heroes, index, controller } = await control();
    const { crowd, scene } = heroes;
    render(scene, 5);
    const advance = jest.spyOn(layersOf(crowd, index)!.driver!, "advance");
    render(scene, 5);
    expect(advance).not.toHaveBeenCalled();
    controller.set("isWaving", false); // as before
    render(scene, 1);
    expect(advance).not.toHaveBeenCalled();
    controller.set("isWaving", true);
    render(scene, 12);
    const { length } = advance.mock.calls;
    expect(length).toBeGreaterThanOrEqual(9);
    render(scene, 5);
    expect(advance).toHaveBeenCalledTimes(length);
    expect(controller.stateOf("arms")).toBe("wave");
  });

  it("goes on when an observer sets a parameter", async () => {
    const { heroes, controller } = await control();
    render(heroes.scene, 5);
    controller.onStateChangedObservable.addOnce(() => controller.set("isRunning", true));
    controller.set("isWaving", true);
    render(heroes.scene, 2);
    expect([controller.stateOf(), controller.stateOf("arms")]).toEqual(["run", "wave"]);
  });

  it("ends its controller, with its error, when it fails", async () => {
    const { heroes, index, controller } = await control();
    jest.spyOn(layersOf(heroes.crowd, index)!.driver!, "advance").mockImplementation(() => {
      throw new Error("broken");
    });
    render(heroes.scene, 2);
    expect(layersOf(heroes.crowd, index)).toBeUndefined();
    expect(() => controller.set("isRunning", true)).not.toThrow();
  });

  it("holds its clips while it is paused", async () => {
    const { heroes, index, controller } = await control();
    const { crowd, scene } = heroes;
    controller.set("isRunning", true);
    render(scene, 5);
    const before = heroes.timestampsOf(index, 0);
    expect(before).toHaveLength(2);
    crowd.pause(index);
    render(scene, 3);
    expect(heroes.timestampsOf(index, 0)).toEqual(before);
    crowd.resume(index);
    render(scene, 1);
    expect(heroes.timestampsOf(index, 0)[1]).toBeCloseTo(before[1]! + FRAME, 9);
  });
});

describe("ControlCrowd", () => {
  afterEach(disposeScenes);

  it("makes a controller for each character, with parameters of its own", async () => {
    const { crowd, scene } = await Heroes.create();
    const controllers = ControlCrowd(crowd, crowd.addMany(3), WAVER);
    controllers[1]!.set("isRunning", true);
    render(scene, 1);
    expect(controllers.map((controller) => controller.stateOf())).toEqual(["walk", "run", "walk"]);
  });

  it.each<[string, ControllerDefinition, string]>([
    ["a clip that the crowd does not have", { layers: [{ states: { a: { clip: "wal" } } }] }, "/layers/0/states/a/clip"],
    ["a mask that is no node of it", { layers: [{ mask: "spin", states: { a: { clip: "walk" } } }] }, "/layers/0/mask"],
  ])("refuses %s, and changes nothing", async (_, definition, pointer) => {
    const { crowd } = await Heroes.create();
    const index = crowd.add();
    crowd.play(index, "idle");
    const call = (): unknown => ControlCrowd(crowd, [index], definition);
    expect(call).toThrow(AssetError);
    expect(call).toThrow(pointer);
    expect(crowd.clips[crowd.clipIndices[index]!]!.name).toBe("idle");
  });

  it("refuses characters that the crowd does not have, and changes nothing", async () => {
    const { crowd } = await Heroes.create();
    const index = crowd.add();
    expect(() => ControlCrowd(crowd, [index, 7], WAVER)).toThrow(
      new RangeError("index: the crowd has no character 7; add() returns indices"),
    );
    expect(layersOf(crowd, index)).toBeUndefined();
    crowd.dispose();
    expect(() => ControlCrowd(crowd, [index], WAVER)).toThrow(RangeError);
  });
});
