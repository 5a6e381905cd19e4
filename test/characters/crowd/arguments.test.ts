/** Wrong arguments of crowds: each is refused by a message with the argument, the rule and the value, and changes nothing. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { Color3, Color4 } from "@babylonjs/core/Maths/math.color.js";
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { CreateClipCrowd, CreateClipCrowdAsync, type ClipCrowd } from "../../../src/crowd.js";
import type { AssetContainer } from "@babylonjs/core/assetContainer.js";
import { ruleOf } from "../../helpers/rules.js";
import { collectWarnings, createScene, disposeScenes, render } from "../../helpers/scene.js";
import { createWalkers, loadWalker } from "../../helpers/walkers.js";

afterEach(disposeScenes);

/** Values of all kinds; a row names those that it allows. */
const VALUES = {
  null: null,
  undefined: undefined,
  NaN: NaN,
  "-1": -1,
  "1.5": 1.5,
  Infinity: Infinity,
  text: "text",
  true: true,
  "a function": () => 0,
  "an empty object": {},
  "an empty array": [],
  "a Set": new Set([0]),
  "a Promise": Promise.resolve(),
  "a Vector3": new Vector3(1, 2, 3),
  "a Color3": new Color3(1, 0, 0),
  "a color with NaN": new Color4(1, NaN, 0, 1),
  "a matrix with NaN": Matrix.Translation(0, NaN, 0),
  "a matrix beyond single precision": Matrix.Translation(1e300, 0, 0),
};

type ValueName = keyof typeof VALUES;

interface Row {
  readonly call: string;
  readonly argument: string;
  readonly allowed: readonly ValueName[];
  readonly make: (crowd: ClipCrowd, value: never) => unknown;
}

const INDEX: Omit<Row, "call" | "make"> = { argument: "index", allowed: [] };

/** The settings of a start, with what they may be. As in clips, null is the default of a setting of the clip. */
const SETTINGS: Readonly<Record<string, readonly ValueName[]>> = {
  fade: ["undefined", "1.5"],
  start: ["undefined", "null", "-1", "1.5"],
  end: ["undefined", "null", "1.5", "Infinity"],
  speed: ["undefined", "null", "-1", "1.5"],
  offset: ["undefined", "null", "-1", "1.5"],
  repetitions: ["undefined", "null", "-1"],
  reverse: ["undefined", "null", "true"],
};

const ROWS: readonly Row[] = [
  { call: "add(matrix)", argument: "matrix", allowed: ["undefined"], make: (crowd, value) => crowd.add(value) },
  { call: "addMany(count)", argument: "count", allowed: [], make: (crowd, value) => crowd.addMany(value) },
  { call: "addClips(library)", argument: "library", allowed: [], make: (crowd, value) => crowd.addClips(value, ["a"]) },
  {
    call: "addClips(.., names)",
    argument: "names",
    allowed: ["an empty array"],
    make: (crowd, value) => crowd.addClips({ addTo: () => [] } as never, value),
  },
  {
    call: "addClips(.., options)",
    argument: "options",
    allowed: [
      "undefined",
      "an empty object",
      "a Set",
      "a Promise",
      "a Vector3",
      "a Color3",
      "a color with NaN",
      "a matrix with NaN",
      "a matrix beyond single precision",
    ],
    make: (crowd, value) => crowd.addClips({ addTo: () => [] } as never, [], value),
  },
  { ...INDEX, call: "remove", make: (crowd, value) => crowd.remove(value) },
  { ...INDEX, call: "play", make: (crowd, value) => crowd.play(value, "walk") },
  { call: "play(.., clip)", argument: "clip", allowed: [], make: (crowd, value) => crowd.play(0, value) },
  {
    call: "play(.., settings)",
    argument: "settings",
    allowed: [
      "undefined",
      "an empty object",
      "a Set",
      "a Promise",
      "a Vector3",
      "a Color3",
      "a color with NaN",
      "a matrix with NaN",
      "a matrix beyond single precision",
    ],
    make: (crowd, value) => crowd.play(0, "walk", value),
  },
  ...Object.entries(SETTINGS).map(([name, allowed]) => ({
    call: `play(.., { ${name} })`,
    argument: `settings.${name}`,
    allowed,
    make: (crowd: ClipCrowd, value: never) => crowd.play(0, "walk", { end: 2, [name]: value }),
  })),
  ...(["keepStep", "rootMotion"] as const).map((name) => ({
    call: `play(.., { ${name} })`,
    argument: `settings.${name}`,
    allowed: ["undefined", "true"] as const,
    make: (crowd: ClipCrowd, value: never) =>
      (name === "rootMotion" && (value as unknown) === true) || crowd.play(0, "walk", { [name]: value }),
  })),
  { call: "playMany(indices)", argument: "indices", allowed: ["an empty array"], make: (crowd, value) => crowd.playMany(value, "walk") },
  { ...INDEX, call: "playMany([0, index])", make: (crowd, value) => crowd.playMany([0, value], "walk") },
  { ...INDEX, call: "pause", make: (crowd, value) => crowd.pause(value) },
  { ...INDEX, call: "resume", make: (crowd, value) => crowd.resume(value) },
  { ...INDEX, call: "isPlaying", make: (crowd, value) => crowd.isPlaying(value) },
  { ...INDEX, call: "seek", make: (crowd, value) => crowd.seek(value, 0) },
  { call: "seek(.., timestamp)", argument: "timestamp", allowed: ["-1", "1.5", "Infinity"], make: (crowd, value) => crowd.seek(0, value) },
  { ...INDEX, call: "setSpeed", make: (crowd, value) => crowd.setSpeed(value, 1) },
  { call: "setSpeed(.., speed)", argument: "speed", allowed: ["-1", "1.5"], make: (crowd, value) => crowd.setSpeed(0, value) },
  { ...INDEX, call: "setPace", make: (crowd, value) => crowd.setPace(value, 1) },
  {
    call: "setPace(.., pace)",
    argument: "pace",
    allowed: ["-1", "1.5"],
    make: (crowd, value) => (Number.isFinite(value) ? null : crowd.setPace(0, value)),
  },
  { ...INDEX, call: "getTimeToRef", make: (crowd, value) => crowd.getTimeToRef(value, {} as never) },
  {
    call: "getTimeToRef(.., ref)",
    argument: "ref",
    allowed: [
      "an empty object",
      "a Set",
      "a Promise",
      "a Vector3",
      "a Color3",
      "a color with NaN",
      "a matrix with NaN",
      "a matrix beyond single precision",
    ],
    make: (crowd, value) => crowd.getTimeToRef(0, value),
  },
  { ...INDEX, call: "setWeights", make: (crowd, value) => crowd.setWeights(value, ["walk"], [1]) },
  {
    call: "setWeights(.., clips)",
    argument: "clips",
    allowed: [],
    make: (crowd, value) => crowd.setWeights(0, (value as unknown) instanceof Array ? (null as never) : value, [1]),
  },
  { call: "setWeights(.., [clip])", argument: "clip", allowed: [], make: (crowd, value) => crowd.setWeights(0, [value], [1]) },
  { call: "setWeights(.., weights)", argument: "weights", allowed: ["null"], make: (crowd, value) => crowd.setWeights(0, ["walk"], value) },
  {
    call: "setWeights(.., [weight])",
    argument: "weights",
    allowed: ["1.5"],
    make: (crowd, value) => crowd.setWeights(0, ["walk"], [value]),
  },
  { ...INDEX, call: "setMatrix", make: (crowd, value) => crowd.setMatrix(value, Matrix.Identity()) },
  { call: "setMatrix(.., matrix)", argument: "matrix", allowed: [], make: (crowd, value) => crowd.setMatrix(0, value) },
  { ...INDEX, call: "setVisible", make: (crowd, value) => crowd.setVisible(value, true) },
  { call: "setVisible(.., visible)", argument: "visible", allowed: ["true"], make: (crowd, value) => crowd.setVisible(0, value) },
  { ...INDEX, call: "setColor", make: (crowd, value) => crowd.setColor(value, null) },
  { call: "setColor(.., color)", argument: "color", allowed: ["null"], make: (crowd, value) => crowd.setColor(0, value) },
  { ...INDEX, call: "getNodeMatrixToRef", make: (crowd, value) => crowd.getNodeMatrixToRef(value, "hips", new Matrix()) },
  {
    call: "getNodeMatrixToRef(.., node)",
    argument: "node",
    allowed: [],
    make: (crowd, value) => crowd.getNodeMatrixToRef(0, value, new Matrix()),
  },
  {
    call: "getNodeMatrixToRef(.., ref)",
    argument: "ref",
    allowed: ["a matrix with NaN", "a matrix beyond single precision"],
    make: (crowd, value) => crowd.getNodeMatrixToRef(0, "hips", value),
  },
  { call: "attach(mesh)", argument: "mesh", allowed: [], make: (crowd, value) => crowd.attach(value, "hips") },
  { call: "attach(.., node)", argument: "node", allowed: [], make: (crowd, value) => crowd.attach(boxOf(crowd), value) },
  {
    call: "attach(.., indices)",
    argument: "indices",
    allowed: ["null", "undefined", "an empty array"],
    make: (crowd, value) => crowd.attach(boxOf(crowd), "hips", value).dispose(),
  },
  { ...INDEX, call: "attach(.., [0, index])", make: (crowd, value) => crowd.attach(boxOf(crowd), "hips", [0, value]) },
  { ...INDEX, call: "attachment.setEnabled", make: (crowd, value) => attached(crowd, (attachment) => attachment.setEnabled(value, true)) },
  {
    call: "attachment.setEnabled(.., enabled)",
    argument: "enabled",
    allowed: ["true"],
    make: (crowd, value) => attached(crowd, (attachment) => attachment.setEnabled(0, value)),
  },
  { call: "pickWithRay(ray)", argument: "ray", allowed: [], make: (crowd, value) => crowd.pickWithRay(value) },
  {
    call: "indexOf(info)",
    argument: "info",
    allowed: [
      "an empty object",
      "a Set",
      "a Promise",
      "a Vector3",
      "a Color3",
      "a color with NaN",
      "a matrix with NaN",
      "a matrix beyond single precision",
    ],
    make: (crowd, value) => crowd.indexOf(value),
  },
  { ...INDEX, call: "promote", make: (crowd, value) => crowd.promote(value) },
  { ...INDEX, call: "at", make: (crowd, value) => crowd.at(value) },
  { call: "exact", argument: "exact", allowed: ["true", "1.5"], make: (crowd, value) => (crowd.exact = value) },
];

function boxOf({ scene }: ClipCrowd): ReturnType<typeof CreateBox> {
  return (scene.getMeshByName("box") as ReturnType<typeof CreateBox> | null) ?? CreateBox("box", {}, scene);
}

function attached(crowd: ClipCrowd, run: (attachment: ReturnType<ClipCrowd["attach"]>) => void): void {
  const attachment = crowd.attach(boxOf(crowd), "hips");
  try {
    run(attachment);
  } finally {
    attachment.dispose();
  }
}

function stateOf(crowd: ClipCrowd): unknown {
  const { count, capacity, scene, clips } = crowd;
  const characters = [0, 1].map((index) => [crowd.at(index).time, crowd.isPlaying(index), crowd.clipIndices[index]]);
  const { meshes, transformNodes, animationGroups } = scene;
  return structuredClone([
    count,
    capacity,
    [...crowd.matrices],
    characters,
    meshes.length,
    transformNodes.length,
    animationGroups.length,
    clips.length,
    crowd.exact,
  ]);
}

/** Argument, rule and value. */
const MESSAGE = /^[\w./]+: .*must .*\(got .*\)|^index: the crowd has no character .*; add\(\) returns indices$/;

describe("a wrong argument", () => {
  it.each(ROWS)("of $call is refused, and changes nothing", async ({ argument, allowed, make }) => {
    const { scene, crowd } = await createWalkers();
    boxOf(crowd);
    crowd.addMany(2);
    crowd.play(0, "walk");
    render(scene, 2);
    const before = stateOf(crowd);
    for (const [name, value] of Object.entries(VALUES)) {
      let error: unknown = null;
      try {
        make(crowd, value as never);
      } catch (thrown) {
        error = thrown;
      }
      if ((allowed as readonly string[]).includes(name)) {
        expect([name, error]).toEqual([name, null]);
      } else {
        expect([name, (error as Error | null)?.name, (error as Error | null)?.message]).toEqual([
          name,
          expect.stringMatching(/^(TypeError|RangeError)$/),
          expect.stringMatching(MESSAGE),
        ]);
        expect((error as Error).message.split(/[:/]/)[0]).toBe(argument);
        expect((error as Error).message.length).toBeLessThan(400);
        if (allowed.length === 0) {
          expect(stateOf(crowd)).toEqual(before);
        }
      }
    }
    render(scene, 1);
  });

  it("of setColor says what a Color3 lacks", async () => {
    const { crowd } = await createWalkers();
    crowd.add();
    expect(() => crowd.setColor(0, new Color3(1, 0, 0) as never)).toThrow(
      new TypeError(`color: ${ruleOf("color4", '"[Color3]"')}; color3.toColor4() has an alpha, and null is white`),
    );
  });

  it("is that of a number too many", async () => {
    const { crowd, container } = await createWalkers();
    expect(() => crowd.addMany(2 ** 24 + 1)).toThrow(new RangeError(`count: ${ruleOf("atMostBeside", 16777216, 0, 16777217)}`));
    expect(() => CreateClipCrowd(container, { capacity: 1e12 })).toThrow(`options.capacity: ${ruleOf("atMost", 16777216, 1000000000000)}`);
  });
});

describe("a wrong option", () => {
  const OPTIONS: readonly [option: string, values: readonly unknown[]][] = [
    ["options", [null, 3, "text", []]],
    ["options.name", [null, 3, {}]],
    ["options.clips", [3, "walk", ["walk"], [null]]],
    ["options.capacity", [null, "2", NaN, 0, 1.5]],
    ["options.posesPerSecond", [null, "30", NaN, 0, () => NaN]],
    ["options.halfFloat", [null, 1, "true"]],
    ["options.mergeMeshes", [null, 1, "true"]],
    ["options.exact", [null, "true", NaN, -1]],
    ["options.maxLivePoses", [null, "2", NaN, -1]],
    ["options.culling", [null, true, "cameras"]],
    ["options.cullingMargin", [null, "2", NaN, -1]],
    ["options.levels", [null, 3, {}]],
    ["options.levels/0", [[null], [3], ["far"]]],
    ["options.levels/0/distance", [[{}], [{ distance: NaN }], [{ distance: "2" }]]],
    ["options.levels/0/container", [[{ distance: 1 }], [{ distance: 1, container: null }], [{ distance: 1, container: {} }]]],
    ["options.rootMotion", [null, 3, {}]],
    ["options.rootMotion/0", [[null], [3], [{}]]],
    ["options.nodes", [null, "hips", [3]]],
    ["options.clock", [3, {}]],
    ["options.sliceMilliseconds", [null, "text", NaN, 0]],
    ["options.onProgress", [null, 3]],
    ["options.signal", [null, 3, {}]],
  ];

  async function expectRefused(container: AssetContainer, option: string, options: unknown): Promise<void> {
    const { scene } = container;
    const count = scene.meshes.length + scene.transformNodes.length;
    const errors: unknown[] = [await CreateClipCrowdAsync(container, options as never).catch((error: unknown) => error)];
    if (!/sliceMilliseconds|onProgress|signal/.test(option)) {
      try {
        errors.push(CreateClipCrowd(container, options as never));
      } catch (error) {
        errors.push(error);
      }
    }
    for (const error of errors) {
      expect(error).toBeInstanceOf(Error);
      expect((error as Error).name).toMatch(/^(TypeError|RangeError)$/);
      expect((error as Error).message).toMatch(MESSAGE);
      expect((error as Error).message.split(":")[0]).toBe(option);
    }
    expect(scene.meshes.length + scene.transformNodes.length).toBe(count);
  }

  it.each(OPTIONS)("%s is refused, and nothing is made", async (option, values) => {
    const container = await loadWalker(createScene());
    const [, name] = /^options\.(\w+)/.exec(option) ?? [];
    await collectWarnings(async () => {
      for (const value of values) {
        await expectRefused(container, option, name ? { [name]: value } : value);
      }
    });
  });

  it("is no container", async () => {
    const scene = createScene();
    for (const value of [null, undefined, 3, "hero.glb", {}, [], Promise.resolve(), new TransformNode("node", scene)]) {
      expect(() => CreateClipCrowd(value as never)).toThrow(
        /^container: must be an AssetContainer \(got .*\); await LoadAssetContainerAsync$/,
      );
      await expect(CreateClipCrowdAsync(value as never)).rejects.toThrow(/^container: must be an AssetContainer/);
    }
  });
});

describe("after a crowd is disposed", () => {
  it("each call that would change it says so", async () => {
    const { scene, crowd } = await createWalkers();
    const box = boxOf(crowd);
    const character = crowd.at(crowd.add());
    const attachment = crowd.attach(box, "hips");
    render(scene, 1);
    crowd.dispose();
    crowd.dispose();
    const calls: (() => unknown)[] = [
      () => crowd.add(),
      () => crowd.addMany(1),
      () => crowd.addClips({ addTo: () => [] } as never, []),
      () => crowd.playMany([], "walk"),
      () => crowd.play(0, "walk"),
      () => crowd.remove(0),
      () => crowd.pause(0),
      () => crowd.resume(0),
      () => crowd.seek(0, 0),
      () => crowd.setSpeed(0, 1),
      () => crowd.setPace(0, 1),
      () => crowd.setWeights(0, ["walk"], null),
      () => crowd.setMatrix(0, Matrix.Identity()),
      () => crowd.markMatricesChanged(),
      () => crowd.setVisible(0, true),
      () => crowd.setColor(0, null),
      () => crowd.getNodeMatrixToRef(0, "hips", new Matrix()),
      () => crowd.attach(box, "hips"),
      () => crowd.promote(0),
      () => crowd.at(0),
      () => character.play("walk"),
      () => character.time,
      () => attachment.setEnabled(0, true),
    ];
    calls.forEach((call) => expect(call).toThrow(/disposed.*create another/));
    expect([crowd.count, scene.getMeshByName("crowd Walker")]).toEqual([0, null]);
  });

  it("an attachment that is disposed says so, too", async () => {
    const { crowd } = await createWalkers();
    crowd.add();
    const attachment = crowd.attach(boxOf(crowd), "hips");
    attachment.dispose();
    expect(() => attachment.setEnabled(0, false)).toThrow(
      new RangeError(`attachment: ${ruleOf("attachmentNotDisposed", '"box attached"')}`),
    );
  });
});
