/** The commands that change a file. */
import { win32 } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { packGlb, unpackGlb } from "../../../scripts/glb.mjs";
import { createFigure, SWAY, turns } from "../../helpers/engineAssets.js";
import { addTriangle, createAsset, createModel, nodeAnimation, pointerTarget } from "../../helpers/gltfAsset.js";
import { readAccessor, type Asset, type Json } from "../../helpers/gltfPose.js";
import { ruleOf } from "../../helpers/rules.js";
import { withClips } from "../../helpers/scene.js";
import { runInMemory, type Given, type Result } from "./memory.js";

const SOURCE = createModel(2, [
  [
    { node: 0, path: "translation", times: [0, 1, 2], values: [0, 0, 0, 1, 0, 0, 5, 0, 0] },
    { node: 1, path: "scale", times: [0, 4], values: [1, 1, 1, 2, 2, 2] },
  ],
  [{ node: 1, path: "rotation", times: [0, 2], values: [0, 0, 0, 1, 1, 0, 0, 0] }],
]);
const WALK = { name: "walk", animations: [0], start: 0.5, end: 1.5, extras: { foot: "left" } };
const BROKEN = { name: "broken", animations: [7] };
const MODEL = withClips(SOURCE, [WALK, BROKEN], [{ name: "old", animation: 1, end: 1 }]);

const glb = ({ json, bin }: Asset): Uint8Array => new Uint8Array(packGlb(json, bin));
const MOVES = withClips(
  SOURCE,
  ["idle", "walk", "jump"].map((name) => ({ name, animations: [0], end: 1 })),
);
const FILES = { "in.glb": glb(MODEL), "plain.glb": glb(SOURCE) };
const NAMED = { ...FILES, "moves.glb": glb(MOVES) };

async function edit(argv: readonly string[], given: Given = {}): Promise<Result & { asset: Asset }> {
  const result = await runInMemory([...argv, "-o", "out.glb"], { files: FILES, ...given });
  expect({ code: result.code, stderr: result.code === 0 ? "" : result.stderr }).toEqual({ code: 0, stderr: "" });
  return { ...result, asset: unpackGlb(result.files.get("out.glb")!) };
}

const clipsOf = ({ json }: Asset): Json[] => json["extensions"].KHR_animation_clip.clips;

/** The JSON without the extensions of clips. */
function withoutClips(json: Json): Json {
  const { extensions, extensionsUsed, ...rest } = structuredClone(json);
  const ours = ["KHR_animation_clip", "KHR_animation_controller"];
  const used = ((extensionsUsed ?? []) as string[]).filter((name) => !ours.includes(name));
  const others = Object.fromEntries(Object.entries((extensions ?? {}) as Json).filter(([name]) => !ours.includes(name)));
  return { ...rest, extensions: others, extensionsUsed: used };
}

describe("set", () => {
  it("changes only the given settings of the clip", async () => {
    const { asset, stderr } = await edit(["set", "in.glb", "walk", "--speed", "-1", "--offset", "1", "--end", "2", "--reverse"]);
    const changed = { name: "walk", animations: [0], start: 0.5, end: 2, offset: 1, speed: -1, reverse: true, extras: { foot: "left" } };
    expect(clipsOf(asset)).toEqual([changed, BROKEN]);
    expect(stderr).toBe("1 clip changed -> out.glb\n");
  });

  it("omits default values", async () => {
    const { asset } = await edit(["set", "in.glb", "0", "--start", "0", "--end", "Infinity", "--no-reverse", "--rename", "run"]);
    expect(clipsOf(asset)[0]).toEqual({ name: "run", animations: [0], extras: { foot: "left" } });
  });

  it.each([
    [["set", "in.glb", "walk", "--start", "8", "--end", "9"], "walk: ends at 9 s, but the animation ends at 4 s, where the pose holds"],
    [
      ["set", "in.glb", "walk", "--start", "8", "--end", "Infinity"],
      "walk: begins at 8 s, but the animation ends at 4 s, where the pose holds",
    ],
    [
      ["set", "moves.glb", "jump", "--rename", "idle"],
      "idle: is also the name of another clip; searching by name finds only the first one",
    ],
  ])("warns, but obeys: %j", async (argv, warning) => {
    const { stderr } = await edit(argv, { files: NAMED });
    expect(stderr).toBe(`warning  ${warning}\n1 clip changed -> out.glb\n`);
  });

  it("renames a clip to the name that it has, without a warning", async () => {
    const { stderr } = await edit(["set", "moves.glb", "jump", "--rename", "jump", "--end", "0.5"], { files: NAMED });
    expect(stderr).toBe("1 clip changed -> out.glb\n");
  });

  it("adds a clip if none has the name", async () => {
    const { asset } = await edit(["set", "plain.glb", "turn", "--animations", "animation 1,0", "--end", "2", "--repetitions", "3"]);
    expect(clipsOf(asset)).toEqual([{ name: "turn", animations: [1, 0], end: 2, repetitions: 3 }]);
    expect(asset.json["extensionsUsed"]).toEqual(["KHR_animation_clip"]);
  });

  it.each([
    [
      ["set", "plain.glb", "turn"],
      "no clip turn; there are none\nTo add the clip turn, state its --animations: 0 animation 0, 1 animation 1.\n",
    ],
    [
      ["set", "moves.glb", "jmp", "--speed", "2"],
      "no clip jmp; there are idle, walk, jump\n(Did you mean jump?)\nTo add the clip jmp, state its --animations: 0 animation 0, 1 animation 1.\n",
    ],
    [
      ["set", "in.glb", "7", "--speed", "2"],
      "no clip 7; there is walk\nTo add the clip 7, state its --animations: 0 animation 0, 1 animation 1.\n",
    ],
    [["split", "plain.glb", "a=0-1"], "state the animation: one of 0 animation 0, 1 animation 1\n"],
    [["set", "plain.glb", "turn", "--animations", "jump"], `animation jump: ${ruleOf("oneOfList", "0 animation 0, 1 animation 1")}\n`],
    [["set", "in.glb", "walk", "--start", "9"], `walk: ${ruleOf("beginBeforeEnds", 9, 1.5)}\n`],
    [["set", "in.glb", "walk", "--end", "0.25", "--rename", "run"], `walk: ${ruleOf("beginBeforeEnds", 0.5, 0.25)}\n`],
    [["set", "plain.glb", "turn", "--animations", "0", "--start", "2", "--end", "1"], `turn: ${ruleOf("beginBeforeEnds", 2, 1)}\n`],
    [["set", "in.glb", "walk", "--repetitions", "-2"], `walk: --repetitions ${ruleOf("integerAtLeastMinus1", -2)}\n`],
    [["set", "in.glb", "walk", "--start", "-1"], `walk: --start ${ruleOf("atLeast0", -1)}\n`],
    [["set", "in.glb", "new", "--animations", "9"], `animation 9: ${ruleOf("oneOfList", "0 animation 0, 1 animation 1")}\n`],
    [["split", "in.glb", "--animation", "0", "walk=0-1", "idle=2-1"], `idle: ${ruleOf("beginBeforeEnds", 2, 1)}\n`],
    [["split", "in.glb", "--animation", "0", "idle=48-24.5", "--fps", "24"], `idle: ${ruleOf("beginBeforeEnds", 48, 24.5)}\n`],
    [["set", "in.glb", "walk", "--ping-pong"], "error: unknown option '--ping-pong'\n(Did you mean --reverse?)\n"],
    [["set", "in.glb", "walk", "--no-ping-pong"], "error: unknown option '--no-ping-pong'\n(Did you mean --no-reverse?)\n"],
    [["set", "in.glb", "walk", "--loop"], "error: unknown option '--loop'\n(Did you mean --repetitions -1?)\n"],
    [["set", "in.glb", "walk", "--speeed", "2"], "error: unknown option '--speeed'\n(Did you mean --speed?)\n"],
    [
      ["set", "in.glb", "walk", "--start", "two"],
      `error: option '--start <seconds>' argument 'two' is invalid. ${ruleOf("optionNumber")}\n(See babylon-gltf-animation set --help)\n`,
    ],
    [["set", "in.glb"], "error: missing required argument 'clip'\n(See babylon-gltf-animation set --help)\n"],
    [["check", "in.glb"], "error: unknown command 'check'\n(See babylon-gltf-animation --help)\n"],
    [["validat", "in.glb"], "error: unknown command 'validat'\n(Did you mean validate?)\n"],
    [["controller", "read", "in.glb"], "error: unknown command 'read'\n(See babylon-gltf-animation controller --help)\n"],
    [["controller", "set"], "error: missing required argument 'in'\n(See babylon-gltf-animation controller set --help)\n"],
    [["import", "in.glb"], "error: required option '--from <format>' not specified\n(See babylon-gltf-animation import --help)\n"],
  ])("refuses %j", async (argv, message) => {
    const { code, stderr, files } = await runInMemory([...argv, "-o", "out.glb"], { files: NAMED });
    expect([code, stderr, files.has("out.glb")]).toEqual([2, message, false]);
  });
});

describe("remove", () => {
  it("removes the named clips and controllers", async () => {
    const { asset } = await edit(["remove", "in.glb", "walk", "old"]);
    expect(asset.json["extensions"]).toEqual({ KHR_animation_clip: { clips: [BROKEN] } });
    expect(asset.json["extensionsUsed"]).toEqual(["KHR_animation_clip"]);
  });

  it("removes the extensions completely with --all", async () => {
    const { asset } = await edit(["remove", "in.glb", "--all"]);
    expect(asset.json).toEqual(SOURCE.json);
  });

  it("leaves an empty object of extensions as it was before split", async () => {
    const json = { extensions: {}, ...SOURCE.json };
    const split = await edit(["split", "in.glb", "--animation", "0", "walk=0-1"], { files: { "in.glb": glb({ ...SOURCE, json }) } });
    expect(clipsOf(split.asset)).toHaveLength(1);
    const { asset } = await edit(["remove", "in.glb", "walk"], { files: { "in.glb": glb(split.asset) } });
    expect(asset.json).toEqual(json);
  });

  it.each([
    [["remove", "in.glb"], "state the clips, or --all\n"],
    [["remove", "in.glb", "run"], "no clip run; there are walk, old\n"],
    [["remove", "moves.glb", "idle", "Wlak"], "no clip Wlak; there are idle, walk, jump\n(Did you mean walk?)\n"],
  ])("refuses %j", async (argv, message) => {
    const { code, stderr } = await runInMemory([...argv, "-o", "out.glb"], { files: NAMED });
    expect([code, stderr]).toEqual([2, message]);
  });
});

describe("split", () => {
  it("makes a clip of each range, and replaces clips with the same names", async () => {
    const { asset } = await edit(["split", "in.glb", "--animation", "animation 0", "idle=0-0.25", "walk=.5-1.75"]);
    expect(clipsOf(asset)).toEqual([
      { name: "walk", animations: [0], start: 0.5, end: 1.75 },
      BROKEN,
      { name: "idle", animations: [0], end: 0.25 },
    ]);
  });

  it("converts frames to seconds", async () => {
    const { asset } = await edit(["split", "plain.glb", "--animation", "0", "--fps", "24", "a=b=12-36"]);
    expect(clipsOf(asset)).toEqual([{ name: "a=b", animations: [0], start: 0.5, end: 1.5 }]);
  });

  it.each([["0"], ["-24"], ["Infinity"]])("refuses %s frames per second", async (fps) => {
    const argv = ["split", "plain.glb", "--animation", "0", "--fps", fps, "walk=12-36", "-o", "out.glb"];
    const { code, stderr, files } = await runInMemory(argv, { files: FILES });
    expect([code, stderr, files.has("out.glb")]).toEqual([2, `--fps: ${ruleOf("finiteAndAbove0", fps)}\n`, false]);
  });

  it("refuses two ranges of the same name", async () => {
    const argv = ["split", "plain.glb", "--animation", "0", "walk=0-1", "idle=1-2", "walk=2-3", "-o", "out.glb"];
    const { code, stderr, files } = await runInMemory(argv, { files: FILES });
    expect([code, stderr, files.has("out.glb")]).toEqual([2, `range walk: ${ruleOf("rangeNamedOnce")}\n`, false]);
  });

  it.each([
    [["a=0-9"], "a: ends at 9 s, but the animation ends at 3.4 s, where the pose holds"],
    [["whole=0-3.4", "late=4-5"], "late: ends at 5 s, but the animation ends at 3.4 s, where the pose holds"],
    [["a=0-102", "b=60-103", "--fps", "30"], "b: ends at frame 103, but the animation ends at frame 102, where the pose holds"],
  ])("warns about ranges beyond the end of the animation: %j", async (argv, warning) => {
    const short = createModel(1, [[{ node: 0, path: "translation", times: [0, 3.4], values: [0, 0, 0, 1, 0, 0] }]]);
    const { stderr } = await edit(["split", "short.glb", ...argv], { files: { "short.glb": glb(short) } });
    expect(stderr.split("\n").slice(0, -2)).toEqual([`warning  ${warning}`]);
  });

  it("refuses an invalid range", async () => {
    const { code, stderr } = await runInMemory(["split", "plain.glb", "--animation", "0", "walk=2", "-o", "out.glb"], { files: FILES });
    expect([code, stderr]).toEqual([2, `range walk=2: ${ruleOf("rangeText")}\n`]);
  });
});

describe("import", () => {
  const SIDECAR = '_subresources={\n"animations": {\n"animation 1": {\n"settings/loop_mode": 2\n}\n}\n}\nanimation/fps=30\n';

  it("reads the sidecar next to the model", async () => {
    const { asset } = await edit(["import", "plain.glb", "--from", "godot"], { files: { ...FILES, "plain.glb.import": SIDECAR } });
    expect(clipsOf(asset)).toEqual([{ name: "animation 1", animations: [1], end: 2, reverse: true }]);
  });

  it("writes events of animations that have none", async () => {
    const json = structuredClone(SOURCE.json);
    json["animations"][1].extensions = { KHR_animation_events: { events: [{ time: 1, name: "own" }] } };
    const take = (name: string, event: string): string =>
      `- takeName: ${name}\n  firstFrame: 0\n  lastFrame: 30\n  events:\n  - time: 0.5\n    functionName: ${event}\n`;
    const meta = `clipAnimations:\n${take("animation 0", "dust")}${take("animation 1", "step")}`;
    const files = { "in.glb": glb({ ...SOURCE, json }), "in.glb.meta": meta };
    const { stderr, files: written } = await runInMemory(["import", "in.glb", "--from", "unity", "--fps", "30", "-o", "out.glb"], {
      files,
    });
    expect(stderr).toBe(
      "warning  /animations/1: has events already, which are kept; those of unity are left out\n2 clips, 1 event -> out.glb\n",
    );
    const { animations } = unpackGlb(written.get("out.glb")!).json;
    const events = (animations as Json[]).map(({ extensions }) => extensions.KHR_animation_events.events as Json);
    expect(events).toEqual([[{ time: 0.5, name: "dust" }], [{ time: 1, name: "own" }]]);
  });

  it("says which clips replace each other, because of their names", async () => {
    const json = structuredClone(SOURCE.json);
    (json["animations"] as Json[]).forEach((animation) => Object.assign(animation, { name: "Action", extras: { loop: true } }));
    const argv = ["import", "in.glb", "--from", "extras", "-o", "out.glb"];
    const { stderr, files } = await runInMemory(argv, { files: { "in.glb": glb({ ...SOURCE, json }) } });
    const message = "clips of the same name replace each other, so that the last one stays: Action";
    expect(stderr).toBe(`warning  ${message}\n1 clip -> out.glb\n`);
    expect(clipsOf(unpackGlb(files.get("out.glb")!))).toHaveLength(1);
  });

  it("writes nothing if there is nothing to import", async () => {
    const { code, stderr, files } = await runInMemory(["import", "plain.glb", "--from", "verge3d", "-o", "out.glb"], { files: FILES });
    expect([code, stderr, files.has("out.glb")]).toEqual([
      1,
      "nothing to do, nothing written: there are no clips or events of verge3d\n",
      false,
    ]);
  });

  it("reads rules for the names of animations from a sidecar", async () => {
    const files = { ...FILES, "rules.json": JSON.stringify({ " 1$": { speed: 2, repetitions: 3 } }) };
    const { asset } = await edit(["import", "plain.glb", "--from", "names", "--sidecar", "rules.json"], { files });
    expect(clipsOf(asset)).toEqual([{ name: "animation 1", animations: [1], end: 2, speed: 2, repetitions: 3 }]);
  });

  it("refuses a sidecar for a format without one", async () => {
    const argv = ["import", "plain.glb", "--from", "verge3d", "--sidecar", "settings", "-o", "out.glb"];
    const { code, stderr } = await runInMemory(argv, { files: { ...FILES, settings: "" } });
    expect([code, stderr]).toEqual([2, "--sidecar: verge3d has none\n"]);
  });

  it("refuses unknown formats and missing sidecars", async () => {
    const unknown = await runInMemory(["import", "plain.glb", "--from", "maya", "-o", "out.glb"], { files: FILES });
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining("Allowed choices are godot, unity")]);
    const missing = await runInMemory(["import", "plain.glb", "--from", "godot", "-o", "out.glb"], { files: FILES });
    expect([missing.code, missing.stderr]).toEqual([
      2,
      "plain.glb.import: there is no such file; state the settings of godot with --sidecar\n",
    ]);
  });
});

describe("set, remove, split, import and convert", () => {
  it.each([
    [["set", "in.glb", "walk", "--speed", "2"]],
    [["set", "plain.glb", "turn", "--animations", "1"]],
    [["remove", "in.glb", "walk"]],
    [["split", "in.glb", "--animation", "0", "idle=0-1"]],
    [["import", "loop.glb", "--from", "names"]],
    [["convert", "in.glb"]],
  ])("change neither the binary data nor other parts of the JSON: %j", async (argv) => {
    const loop = structuredClone(SOURCE);
    loop.json["animations"][0].name = "walk loop";
    const inputs: Readonly<Record<string, Asset>> = { "in.glb": MODEL, "plain.glb": SOURCE, "loop.glb": loop };
    const { asset } = await edit(argv, { files: { ...FILES, "loop.glb": glb(loop) } });
    expect(Buffer.compare(asset.bin, inputs[argv[1]!]!.bin)).toBe(0);
    expect(withoutClips(asset.json)).toEqual(withoutClips(inputs[argv[1]!]!.json));
  });
});

describe("convert", () => {
  it("turns controllers into clips", async () => {
    const { asset, stderr } = await edit(["convert", "in.glb"]);
    expect(clipsOf(asset).map(({ name }) => name as string)).toEqual(["walk", "broken", "old"]);
    expect(stderr).toBe("0 channels, 1 clip converted -> out.glb\n");
  });

  it("exits with 1 and writes nothing where there is nothing to convert", async () => {
    const { code, stderr, files } = await runInMemory(["convert", "plain.glb", "-o", "out.glb"], { files: FILES });
    expect([code, stderr, files.has("out.glb")]).toEqual([
      1,
      "nothing to do, nothing written: the file has no animations or controllers of older extensions\n",
      false,
    ]);
  });
});

describe("convert --pointers core", () => {
  const pointed = createFigure([
    { target: pointerTarget("/nodes/1/scale"), values: [1, 1, 1, 2, 2, 2] },
    { target: pointerTarget("/materials/0/alphaCutoff"), values: [0, 1] },
  ]);

  it("leaves out the pointers that core glTF has not, with a warning for each", async () => {
    const { asset, stderr } = await edit(["convert", "p.glb", "--pointers", "core"], { files: { "p.glb": glb(pointed) } });
    expect(stderr).toBe(
      "warning  /animations/0/channels/1: animates /materials/0/alphaCutoff, which core glTF cannot animate; it is left out\n2 channels, 0 clips converted -> out.glb\n",
    );
    expect((asset.json["animations"][0].channels as Json[]).map(({ target }) => target as Json)).toEqual([{ node: 1, path: "scale" }]);
    expect(asset.json["animations"][0].samplers).toHaveLength(1);
    expect(asset.json["extensionsUsed"]).toBeUndefined();
  });

  it("keeps them otherwise", async () => {
    const { asset } = await edit(["convert", "p.glb"], { files: { "p.glb": glb(pointed) } });
    expect(asset.json["animations"][0].channels).toHaveLength(2);
  });
});

describe("bake --for", () => {
  const turning = createFigure([{ ...SWAY, values: turns(0, 170, 0) }]);
  const files = { "t.glb": glb(turning), "sway.glb": glb(createFigure([SWAY])) };

  it("writes animations of a file without clips", async () => {
    const { asset, stderr } = await edit(["bake", "t.glb", "--for", "three, playcanvas"], { files });
    expect(stderr).toBe("1 animation -> out.glb\n");
    expect(readAccessor(asset, asset.json["animations"][0].samplers[0].input)).toHaveLength(35); // 17 arcs of 10 degrees there, and back
  });

  it("writes nothing where there is nothing to write", async () => {
    const { code, stderr } = await runInMemory(["bake", "sway.glb", "--for", "all", "-o", "out.glb"], { files });
    expect([code, stderr]).toEqual([1, "nothing to do, nothing written: there is nothing to write for these engines\n"]);
  });

  it.each([
    [["--for", "unity"], /^--for: must be all, or one of three, babylon, .* \(got "unity"\)$/m],
    [["--for", "all,unity"], /^--for: must be all, or one of /m],
    [["--for", "trhee"], /; did you mean three\?$/m],
    [["--for", "all", "--as", "interactivity"], /^--for: has no meaning with --as interactivity$/m],
  ])("refuses %j", async (options, message) => {
    const { code, stderr } = await runInMemory(["bake", "t.glb", ...options, "-o", "out.glb"], { files });
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});

describe("join", () => {
  /** Two rigid triangles on nodes that move. */
  const parts = createAsset((add) => ({
    nodes: ["a", "b"].map((name, mesh) => ({ name, mesh, ...(mesh === 0 && { children: [1] }) })),
    scenes: [{ nodes: [0] }],
    meshes: [0, 1].map(() => ({ primitives: [{ attributes: addTriangle(add) }] })),
    animations: [nodeAnimation(add, "move", [{ node: 0, path: "translation", times: [0, 1], values: [0, 0, 0, 1, 0, 0] }])],
  }));
  const files = { "parts.glb": glb(parts) };

  it("makes one mesh of parts, and says how many are drawn", async () => {
    const { asset, stderr } = await edit(["join", "parts.glb"], { files });
    expect(stderr).toBe("2 primitives joined to 1 -> out.glb\n");
    expect(asset.json["nodes"].map(({ mesh }: Json) => mesh as unknown)).toEqual([undefined, undefined, 2]);
  });

  it("counts the nodes that it leaves, and says why with --verbose", async () => {
    const other = structuredClone(parts.json);
    other["nodes"].push({ name: "floor", mesh: 0 });
    other["scenes"][0].nodes.push(2);
    const given = { files: { "parts.glb": glb({ json: other, bin: parts.bin }) } };
    const { stderr } = await edit(["join", "parts.glb"], given);
    expect(stderr).toBe("3 primitives joined to 2, 1 other node left -> out.glb\n");
    const said = await edit(["join", "parts.glb", "--verbose"], given);
    expect(said.stderr).toBe(`warning  /nodes/2: ${ruleOf("moveWithJoint")}\n${stderr}`);
  });

  it("keeps parts by name, and has nothing to do then", async () => {
    const { code, stderr } = await runInMemory(["join", "parts.glb", "--keep", "b", "-o", "out.glb"], { files });
    const stays = ruleOf("joinable");
    expect([code, stderr]).toEqual([
      1,
      `warning  /nodes/0: ${stays}\nnothing to do, nothing written: no mesh can be joined with another one\n`,
    ]);
  });
});

it.each<[argv: readonly string[], reason: string]>([
  [["bake", "plain.glb"], "the file has no clips"],
  [["bake", "plain.glb", "--as", "interactivity"], "the file has no clips"],
  [["remove", "plain.glb", "--all"], "the file has no clips or controllers"],
  [["events", "plain.glb", "0", "--clear"], "the animation has no events"],
  [["copy", "plain.glb", "still.glb"], "still.glb has no animations"],
])("nothing to do: %j says why", async (argv, reason) => {
  const files = { ...FILES, "still.glb": glb(createModel(1, [])) };
  const { code, stderr } = await runInMemory([...argv, "-o", "out.glb"], { files });
  expect([code, stderr]).toEqual([1, `nothing to do, nothing written: ${reason}\n`]);
});

describe("names that several items have", () => {
  const json = structuredClone(MOVES.json);
  json["animations"][1].name = "animation 0";
  json["extensions"].KHR_animation_clip.clips[2].name = "walk";
  const files = { ...FILES, "in.glb": glb({ ...MOVES, json }) };
  const animation =
    "warning  animation animation 0: is the name of 2 animations, 0, 1; the first one is taken, state an index for another one\n";
  const clip = "warning  clip walk: is the name of 2 clips, 1, 2; the first one is taken, state an index for another one\n";

  it.each([
    [["split", "in.glb", "--animation", "animation 0", "a=0-1"], animation],
    [["set", "in.glb", "new", "--animations", "animation 0"], animation],
    [["events", "in.glb", "animation 0", "1=step"], animation],
    [["copy", "plain.glb", "in.glb", "--animations", "animation 0"], `warning  in.glb: ${animation.slice(9)}`],
    [["set", "in.glb", "walk", "--speed", "2"], clip],
    [["remove", "in.glb", "walk"], clip],
    [["bake", "in.glb", "--clips", "walk"], clip],
  ])("are not taken silently: %j", async (argv, warning) => {
    const { code, stderr } = await runInMemory([...argv, "-o", "out.glb"], { files });
    expect(code).toBe(0);
    expect(stderr).toContain(warning);
  });
});

it("an animation whose name is misspelled is found by the most similar name", async () => {
  const json = structuredClone(SOURCE.json);
  json["animations"][0].name = "walk";
  const files = { ...FILES, "in.glb": glb({ ...SOURCE, json }) };
  const hint = `animation wlak: ${ruleOf("oneOfList", "0 walk, 1 animation 1")}\n(Did you mean walk?)\n`;
  const split = await runInMemory(["split", "in.glb", "--animation", "wlak", "a=0-1", "-o", "out.glb"], { files });
  expect([split.code, split.stderr]).toEqual([2, hint]);
  const copied = await runInMemory(["copy", "plain.glb", "in.glb", "--animations", "wlak", "-o", "out.glb"], { files });
  expect(copied.stderr).toMatch(/\(got "wlak"\); did you mean "walk"\?\n$/);
});

it("baking a compressed file says first that it is compressed, and how to decompress it", async () => {
  const json = structuredClone(MODEL.json);
  json["buffers"].push({ byteLength: 1000, extensions: { EXT_meshopt_compression: { fallback: true } } });
  json["bufferViews"].forEach((view: Json) => Object.assign(view, { buffer: 1, extensions: { EXT_meshopt_compression: { buffer: 0 } } }));
  json["extensionsUsed"].push("EXT_meshopt_compression");
  const { code, stderr } = await runInMemory(["bake", "in.glb", "-o", "out.glb"], { files: { "in.glb": glb({ ...MODEL, json }) } });
  expect(code).toBe(1);
  expect(stderr.split("\n")[0]).toMatch(
    /^warning {2}\/extensionsUsed\/\d: the file is compressed \(EXT_meshopt_compression\), which is not decoded here; decompress it first: npx gltf-transform copy in\.glb out\.glb --config node_modules\/babylon-gltf-animation\/dist\/esm\/gltf-transform\.config\.js$/,
  );
});

describe("copy", () => {
  const other = withClips(createModel(2, [[{ node: 1, path: "translation", times: [0, 3], values: [0, 0, 0, 9, 0, 0] }]]), [
    { name: "run", animations: [0], end: 2 },
  ]);
  other.json["nodes"][1].name = "mixamorig:n1";
  const files = { ...FILES, "run.glb": glb(other) };

  it("adds animations of other files, with their clips, and warns of names that are there twice then", async () => {
    const { asset, stderr } = await edit(["copy", "plain.glb", "run.glb", "run.glb", "--strip", "mixamorig:"], { files });
    const warningOf = (place: string, name: string): string =>
      `warning  run.glb: ${place}: names that the target already had, so that searching by name finds only the older ones (got ${name})\n`;
    const warning = warningOf("/animations", "animation 0");
    const ofClips = warningOf("/extensions/KHR_animation_clip/clips", "run");
    expect(stderr).toBe(`${warning}${warning}${ofClips}2 animations -> out.glb\n`);
    const { channels, samplers } = asset.json["animations"][3];
    expect(channels).toEqual([{ sampler: 0, target: { node: 1, path: "translation" } }]);
    expect(readAccessor(asset, samplers[0].output)).toEqual([0, 0, 0, 9, 0, 0]);
    expect(clipsOf(asset)).toEqual([2, 3].map((animation) => ({ name: "run", animations: [animation], end: 2 })));
  });

  it("writes nothing if no node matches, and says why", async () => {
    const { code, stderr, files: after } = await runInMemory(["copy", "plain.glb", "run.glb", "-o", "out.glb"], { files });
    expect([code, after.has("out.glb")]).toEqual([1, false]);
    const summary = "warning  run.glb: /nodes: the only animated one is not in the target; missing: mixamorig:n1 (see --rename)\n";
    expect(stderr).toBe(`${summary}nothing to do, nothing written\n`);
    const verbose = await runInMemory(["copy", "plain.glb", "run.glb", "-o", "out.glb", "--verbose"], { files });
    expect(verbose.stderr).toMatch(
      /^warning {2}run\.glb: \/animations\/0\/channels\/0\/target\/node: must be the name of an object in the target \(got mixamorig:n1\)\n/,
    );
  });

  it("renames single morph targets, and names those that the file does not have", async () => {
    const face = (names: readonly string[]): Asset =>
      createAsset((add) => ({
        nodes: [{ name: "head", mesh: 0 }],
        meshes: [{ primitives: [{ attributes: {}, targets: names.map(() => ({})) }], extras: { targetNames: names } }],
        animations: [nodeAnimation(add, "talk", [{ node: 0, path: "weights", times: [0, 1], values: [0.25, 0.5, 0.75, 1] }])],
      }));
    const faces = { "in.glb": glb(face(["jawOpen", "grin"])), "talk.glb": glb(face(["smile", "frown"])) };
    const { asset, stderr } = await edit(["copy", "in.glb", "talk.glb", "--rename-target", "smile=grin"], { files: faces });
    expect(readAccessor(asset, asset.json["animations"][1].samplers[0].output)).toEqual([0, 0.25, 0, 0.75]);
    expect(stderr).toContain(
      "warning  talk.glb: /meshes: only 1 of the 2 animated morph targets is in the target; missing: frown (see --rename-target)\n",
    );
    const { stderr: misused } = await runInMemory(["copy", "in.glb", "talk.glb", "--rename-target", "smile", "-o", "out.glb"], {
      files: faces,
    });
    expect(misused).toContain(ruleOf("renameText", "--rename-target", "smile"));
  });

  it("renames single nodes", async () => {
    const { asset } = await edit(["copy", "plain.glb", "run.glb", "--rename", "mixamorig:n1=n0"], { files });
    expect(asset.json["animations"][2].channels[0].target).toEqual({ node: 0, path: "translation" });
  });
});

describe("copy --clips", () => {
  const original = withClips(structuredClone(SOURCE), [WALK, { name: "turn", animations: [1], end: 1 }]);
  original.json["animations"][1].extensions = { KHR_animation_events: { events: [{ time: 0.5, name: "step" }] } };
  const files = { ...FILES, "original.glb": glb(original) };

  it("copies clips and events only", async () => {
    const { asset, stderr } = await edit(["copy", "plain.glb", "original.glb", "--clips"], { files });
    expect(stderr).toBe("2 clips, 1 event -> out.glb\n");
    expect(clipsOf(asset)).toEqual([WALK, { name: "turn", animations: [1], end: 1 }]);
    expect(asset.json["animations"]).toEqual(original.json["animations"]);
    expect(asset.bin).toEqual(SOURCE.bin);
  });

  it("finds animations without the prefix of the other file, and by other names", async () => {
    const renamed = structuredClone(original);
    renamed.json["animations"][0].name = "Armature|animation 0";
    renamed.json["animations"][1].name = "Armature|turn";
    const argv = ["copy", "plain.glb", "renamed.glb", "--clips", "--strip", "Armature|", "--rename", "turn=animation 1"];
    const { stderr } = await edit(argv, { files: { ...files, "renamed.glb": glb(renamed) } });
    expect(stderr).toBe("2 clips, 1 event -> out.glb\n");
  });

  it("warns of animations that are gone, or have another length", async () => {
    const packed = createModel(2, [[{ node: 0, path: "scale", times: [0, 4.5], values: [1, 1, 1, 2, 2, 2] }]]);
    const { stderr } = await edit(["copy", "packed.glb", "original.glb", "--clips"], { files: { ...files, "packed.glb": glb(packed) } });
    const gone = ruleOf("animationsOfTarget", "animation 1");
    expect(stderr.split("\n")).toEqual([
      "warning  original.glb: /animations/0: animation 0 is from 0 to 4.5 s in the target, not from 0 to 4 s; times of clips and events stay",
      `warning  original.glb: /extensions/KHR_animation_clip/clips/1: ${gone}`,
      `warning  original.glb: /animations/1: ${gone}`,
      "1 clip -> out.glb",
      "",
    ]);
  });

  it("says why nothing is written", async () => {
    const argv = ["copy", "original.glb", "moves.glb", "--clips", "-o", "out.glb"];
    const { code, stderr } = await runInMemory(argv, { files: { "original.glb": glb(original), "moves.glb": glb(original) } });
    expect(code).toBe(1);
    expect(stderr).toBe("nothing to do, nothing written: all clips and events of moves.glb are there, or have no animation\n");
  });

  it.each([
    [["--animations", "animation 0"], "--animations"],
    [["--verbose"], "--verbose"],
  ])("%j has no meaning with it", async (argv, option) => {
    const { code, stderr } = await runInMemory(["copy", "plain.glb", "original.glb", "--clips", ...argv, "-o", "out.glb"], { files });
    expect([code, stderr]).toEqual([2, `${option}: has no meaning with --clips\n`]);
  });
});

describe("bake", () => {
  it("names the clip that cannot be baked, and says why all animations stay", async () => {
    const still = { name: "still", animations: [0], repetitions: 0 };
    const given = { "in.glb": glb(withClips(SOURCE, [still, WALK, { ...WALK, name: "run" }])) };
    const { stderr } = await edit(["bake", "in.glb", "--clips", "still,walk"], { files: given });
    expect(stderr.split("\n")).toEqual([
      `warning  clip still, repetitions: ${ruleOf("repetitionsToBake")}`,
      "warning  /extensions/KHR_animation_clip: has clips that are not baked and need their animations, so all of them stay, and the baked ones come last",
      "1 animation -> out.glb",
      "",
    ]);
  });

  it("bakes the named clips", async () => {
    const { asset, stderr } = await edit(["bake", "in.glb", "--clips", "walk", "--keep"]);
    expect(stderr).toMatch(/^warning {2}\/extensions\/KHR_animation_clip\/clips\/1\/animations\/0: .*\n1 animation -> out\.glb\n$/);
    const { name, samplers } = asset.json["animations"][2];
    expect(name).toBe("walk");
    expect(readAccessor(asset, samplers[0].input)).toEqual([0, 0.5, 1]);
    expect(readAccessor(asset, samplers[0].output)).toEqual([0.5, 0, 0, 1, 0, 0, 3, 0, 0]);
  });

  it("takes out the travel of a node", async () => {
    const options = ["--clips", "walk", "--root-motion", "in-place", "--root-node", "n0"];
    const { asset } = await edit(["bake", "in.glb", ...options]);
    const [x, , , , , , last] = readAccessor(asset, (asset.json["animations"] as Json[]).at(-1)!["samplers"][0].output);
    expect([x, last]).toEqual([0.5, 0.5]);
  });

  it("refuses unknown clips", async () => {
    const { code, stderr } = await runInMemory(["bake", "in.glb", "--clips", "run", "-o", "out.glb"], { files: FILES });
    expect([code, stderr]).toEqual([2, "no clip run; there are walk, old\n"]);
  });

  it("adds a graph with --as interactivity, and keeps the clips", async () => {
    const { asset, stderr } = await edit(["bake", "in.glb", "--as", "interactivity", "--clips", "walk", "--start", "walk"]);
    expect(stderr).toMatch(/\na graph of 1 clip -> out\.glb\n$/);
    expect(asset.json["extensions"].KHR_interactivity.graphs[0].events).toEqual([{ id: "clip:walk" }]);
    expect(clipsOf(asset)[0]).toEqual(WALK);
  });

  it.each([
    [["--start", "walk"], "--start: has no meaning with --as animations\n"],
    [["--as", "interactivity", "--passes", "2"], "--passes: has no meaning with --as interactivity\n"],
    [["--as", "interactivity", "--root-motion", "world"], "--root-motion: has no meaning with --as interactivity\n"],
    [["--as", "interactivity", "--start", "run"], "no clip run; there are walk, old\n"],
  ])("refuses %j", async (options, message) => {
    const { code, stderr } = await runInMemory(["bake", "in.glb", ...options, "-o", "out.glb"], { files: FILES });
    expect([code, stderr]).toEqual([2, message]);
  });
});

describe("the output", () => {
  const SPEED = ["--speed", "2"];

  it("is the input with --in-place, and stdout with -", async () => {
    const there = await runInMemory(["set", "in.glb", "walk", ...SPEED, "--in-place"], { files: FILES });
    expect([there.code, [...there.files.keys()]]).toEqual([0, ["in.glb", "plain.glb"]]);
    const piped = await runInMemory(["set", "-", "walk", ...SPEED, "-o", "-"], { stdin: FILES["in.glb"] });
    expect([piped.code, piped.stderr]).toEqual([0, "1 clip changed -> stdout\n"]);
    expect(Buffer.compare(piped.bytes, there.files.get("in.glb")!)).toBe(0);
    expect(clipsOf(unpackGlb(piped.bytes))[0]).toEqual({ ...WALK, speed: 2 });
  });

  it("is only printed, as changes of the JSON, with --dry-run", async () => {
    const { code, stdout, files } = await runInMemory(["set", "in.glb", "walk", ...SPEED, "--rename", "a", "--dry-run"], { files: FILES });
    expect([code, [...files.keys()]]).toEqual([0, ["in.glb", "plain.glb"]]);
    expect(stdout).toBe(
      '~ /extensions/KHR_animation_clip/clips/0/name: "walk" -> "a"\n+ /extensions/KHR_animation_clip/clips/0/speed: 2\n',
    );
  });

  it.each<{ argv: readonly string[]; message: RegExp; isTTY?: boolean }>([
    { argv: [], message: /^state either --output/ },
    { argv: ["-o", "in.glb"], message: /^in\.glb: is an input; use --in-place to overwrite it\n$/ },
    { argv: ["-o", "./in.glb"], message: /is an input/ },
    { argv: ["-o", "out.glb", "--in-place"], message: /^state either --output/ },
    { argv: ["-o", "out.gltf"], message: /^out\.gltf: must be a \.glb, like the input/ },
    { argv: ["-o", "no/out.glb"], message: new RegExp(`^no/out\\.glb: ${ruleOf("existingFolder")}\n$`) },
    { argv: ["-o", "-"], message: new RegExp(`^-: ${ruleOf("notTerminal")}`), isTTY: true },
  ])("cannot be $argv", async ({ argv, message, isTTY = false }) => {
    const { code, stderr, stdout, files } = await runInMemory(["set", "in.glb", "walk", ...SPEED, ...argv], { files: FILES, isTTY });
    expect([code, stdout, files.size]).toEqual([2, "", 2]);
    expect(stderr).toMatch(message);
    expect(files.get("in.glb")).toBe(FILES["in.glb"]);
  });

  it("cannot be the sidecar of import", async () => {
    const argv = ["import", "plain.glb", "--from", "godot", "--sidecar", "settings", "-o", "settings"];
    const { code, stderr } = await runInMemory(argv, { files: { ...FILES, settings: "" } });
    expect([code, stderr]).toEqual([2, "settings: is an input; use --in-place to overwrite it\n"]);
  });

  it("cannot be another input of take", async () => {
    const { code, stderr } = await runInMemory(["copy", "in.glb", "plain.glb", "-o", "plain.glb"], { files: FILES });
    expect([code, stderr]).toEqual([2, "plain.glb: is an input; use --in-place to overwrite it\n"]);
  });

  it("leaves no file behind if it cannot be written", async () => {
    const { code, stderr, files } = await runInMemory(["set", "in.glb", "walk", ...SPEED, "--in-place"], {
      files: FILES,
      room: 100,
    });
    expect([code, stderr]).toEqual([2, "in.glb: cannot be written (ENOSPC)\n"]);
    expect([...files]).toEqual(Object.entries(FILES));
  });
});

describe("a .gltf with resources", () => {
  const { json, bin } = SOURCE;
  const text = `${JSON.stringify({ ...json, buffers: [{ byteLength: bin.length, uri: "my%20data.bin" }], images: [{ uri: "gone.png" }] }, null, 1)}\n`;
  const files = { "a/in.gltf": text, "a/my data.bin": bin, "b/other.txt": "" };
  const argv = ["set", "a/in.gltf", "walk", "--animations", "0", "--end", "2"];

  it("keeps unchanged lines, and does not copy resources within a folder", async () => {
    const { code, files: after } = await runInMemory([...argv, "-o", "a/out.gltf"], { files });
    expect([code, [...after.keys()]]).toEqual([0, [...Object.keys(files), "a/out.gltf"]]);
    const written = new TextDecoder().decode(after.get("a/out.gltf"));
    const [before, now] = [text, written].map((each) => each.split("\n").map((line) => line.replace(/,$/, "")));
    expect(before!.filter((line) => !now!.includes(line))).toEqual([]);
  });

  it("leaves no resource behind if the model cannot be written", async () => {
    const { code, stderr, files: after } = await runInMemory([...argv, "-o", "b/out.gltf"], { files, room: bin.length });
    expect([code, stderr]).toEqual([2, "b/out.gltf: cannot be written (ENOSPC)\n"]);
    expect([...after.keys()]).toEqual(Object.keys(files));
  });

  it.each(["a/my data.bin", "a/../a/my data.bin", "b/my data.bin", "a/gone.png"])("does not overwrite a resource: %s", async (output) => {
    const { code, stderr, files: after } = await runInMemory([...argv, "-o", output], { files });
    expect([code, stderr]).toEqual([2, `${output}: ${ruleOf("notReferredFile")}\n`]);
    expect([...after.keys()]).toEqual(Object.keys(files));
  });

  it("is copied with resources whose names begin with dots", async () => {
    const dotted = { ...files, "a/in.gltf": text.replace("my%20data.bin", "..data.bin"), "a/..data.bin": bin };
    const { files: after } = await runInMemory([...argv, "-o", "b/out.gltf"], { files: dotted });
    expect(after.get("b/..data.bin")).toEqual(bin);
  });

  it("is copied to another folder with its resources, and reports missing ones", async () => {
    const { code, stderr, files: after } = await runInMemory([...argv, "-o", "b/out.gltf"], { files });
    expect([code, stderr]).toEqual([
      0,
      "warning  gone.png: cannot be read beside the model, and is not copied\n1 clip added -> b/out.gltf\n",
    ]);
    expect([...after.keys()]).toEqual([...Object.keys(files), "b/my data.bin", "b/out.gltf"]);
    expect(after.get("b/my data.bin")).toEqual(bin);
  });

  it("does not replace other files in that folder", async () => {
    const { code, stderr, files: after } = await runInMemory([...argv, "-o", "b/out.gltf"], { files: { ...files, "b/my data.bin": "x" } });
    expect([code, stderr]).toEqual([2, "b/my data.bin: exists with other data, and would be replaced by a file of the model\n"]);
    expect(after.has("b/out.gltf")).toBe(false);
  });

  it("does not write outside of that folder", async () => {
    const outside = { ...files, "a/in.gltf": text.replace("my%20data.bin", "../c/data.bin"), "c/data.bin": bin };
    const { code, stderr, files: after } = await runInMemory([...argv, "-o", "a/b/out.gltf"], { files: { ...outside, "a/b/x": "" } });
    expect([code, after.has("a/c/data.bin"), after.has("a/b/out.gltf")]).toEqual([0, false, true]);
    expect(stderr).toContain("warning  ../c/data.bin: is outside of the model's folder, and is not copied\n");
  });

  describe("with paths of Windows", () => {
    const inFolder = (uri: string): NonNullable<Given["files"]> => ({
      "C:\\a\\in.gltf": text.replace("my%20data.bin", uri),
      "C:\\a\\sub\\data.bin": bin,
      "C:\\b\\x": "",
      "D:\\data.bin": bin,
    });
    const windows = (uri: string, ...output: readonly string[]): Promise<Result> =>
      runInMemory(["set", "C:\\a\\in.gltf", "walk", "--animations", "0", ...output], { files: inFolder(uri), path: win32 });

    it.each(["sub/data.bin", "sub\\\\data.bin", "sub%5Cdata.bin"])("copies the file of the URI %s", async (uri) => {
      const { code, files: after } = await windows(uri, "-o", "C:/b\\out.gltf");
      expect([code, after.get("C:\\b\\sub\\data.bin"), after.has("C:\\b\\out.gltf")]).toEqual([0, bin, true]);
    });

    it.each(["D:\\\\data.bin", "D:data.bin", "\\\\\\\\server\\\\data.bin", "/data.bin"])(
      "leaves out %s, which is not relative",
      async (uri) => {
        const { code, stderr, files: after } = await windows(uri, "-o", "C:\\b\\out.gltf");
        expect([code, after.size]).toEqual([0, 5]);
        expect(stderr).toContain("data.bin: cannot be read beside the model, and is not copied\n");
      },
    );

    it("does not write outside of the output's folder", async () => {
      const outside = { ...inFolder("..\\\\c\\\\data.bin"), "C:\\c\\data.bin": bin, "C:\\b\\d\\x": "" };
      const argv = ["set", "C:\\a\\in.gltf", "walk", "--animations", "0", "-o", "C:\\b\\d\\out.gltf"];
      const { code, stderr, files: after } = await runInMemory(argv, { files: outside, path: win32 });
      expect([code, after.has("C:\\b\\c\\data.bin")]).toEqual([0, false]);
      expect(stderr).toContain("is outside of the model's folder, and is not copied\n");
    });

    it("refuses the input as output in any spelling", async () => {
      const { code, stderr } = await windows("sub/data.bin", "-o", "C:/a/../a/in.gltf");
      expect([code, stderr]).toEqual([2, "C:/a/../a/in.gltf: is an input; use --in-place to overwrite it\n"]);
    });

    it("writes in place", async () => {
      const { code, files: after } = await windows("sub/data.bin", "--in-place");
      expect([code, [...after.keys()]]).toEqual([0, Object.keys(inFolder(""))]);
    });
  });

  it("is read with its resources", async () => {
    const { stdout } = await runInMemory(["inspect", "a/in.gltf", "--json"], { files });
    expect(JSON.parse(stdout).animations[0].range).toEqual([0, 4]);
  });
});

describe("messages name the flags of the command:", () => {
  const LIBRARY = /options|root(Node|Motion)/;

  it.each<[argv: readonly string[], message: RegExp]>([
    [["bake", "in.glb", "--tolerance", "-1"], /^--tolerance: must be .* \(got -1\)$/],
    [["bake", "in.glb", "--passes", "0.5"], /^--passes: must be .* \(got 0\.5\)$/],
    [
      ["bake", "in.glb", "--root-motion", "world", "--root-node", "hip"],
      new RegExp(`^--root-node: ${ruleOf("nameOfNode")} \\(got "hip"\\)$`),
    ],
    [["bake", "in.glb", "--root-node", "n0"], new RegExp(`^--root-node: ${ruleOf("statedWithRootMotionFlag")} \\(got "n0"\\)$`)],
    [
      ["bake", "in.glb", "--as", "interactivity", "--clips", "walk", "--start", "old"],
      /^--start: must be one of the clips of the graph \(got "old"\)$/,
    ],
    [["copy", "in.glb", "plain.glb", "--animations", "jump"], /^--animations: must be .* \(got "jump"\)$/],
    [["import", "in.glb", "--from", "unity", "--sidecar", "in.meta", "--fps", "-1"], /^--fps: must be .* \(got -1\)$/],
  ])("%j", async (argv, message) => {
    const { code, stderr } = await runInMemory([...argv, "-o", "out.glb"], { files: { ...FILES, "in.meta": "a: 1" } });
    expect(code).toBe(2);
    expect(stderr.trim()).toMatch(message);
    expect(stderr).not.toMatch(LIBRARY);
  });

  it("a value that is such a name stays", async () => {
    const argv = ["bake", "in.glb", "--root-motion", "world", "--root-node", "rootNode", "-o", "out.glb"];
    expect((await runInMemory(argv, { files: FILES })).stderr).toBe(`--root-node: ${ruleOf("nameOfNode", '"rootNode"')}\n`);
  });

  it("warnings, too", async () => {
    const { stderr } = await runInMemory(["bake", "in.glb", "--root-motion", "world", "-o", "out.glb"], { files: FILES });
    expect(stderr).toContain(`${ruleOf("translationOfRoot", "a joint")} (see --root-node)`);
    expect(stderr).not.toMatch(LIBRARY);
  });
});
