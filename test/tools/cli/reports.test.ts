/** The commands that only read, and features of all commands. */
import { createRequire } from "node:module";
import { describe, expect, it } from "@jest/globals";
import ts from "typescript";
import type { Validator } from "../../../src/tools/cli/io.js";
import { packGlb, unpackGlb } from "../../../scripts/glb.mjs";
import { createModel } from "../../helpers/gltfAsset.js";
import { assetNames, readAssetBytes } from "../../helpers/assets.js";
import { addTimes, createAsset, PNG, pointerTarget } from "../../helpers/gltfAsset.js";
import type { Asset, Json } from "../../helpers/gltfPose.js";
import { ruleOf } from "../../helpers/rules.js";
import { withClips } from "../../helpers/scene.js";
import { Humanoid } from "../../helpers/humanoids.js";
import { DescribeSkeleton, GltfFile, type SkeletonDescription, type ValidatorMessage } from "../../../src/tools.js";
import { runInMemory } from "./memory.js";

const validator = createRequire(import.meta.url)("gltf-validator") as Validator;
const glb = ({ json, bin }: Asset): Uint8Array => new Uint8Array(packGlb(json, bin));

const POINTED = createAsset((add) => {
  const sampler = { input: addTimes(add, [0, 4]), output: add("SCALAR", [0, 1]) };
  return {
    nodes: [{}],
    materials: [{}],
    animations: [{ name: "fade", channels: [{ sampler: 0, target: pointerTarget("/materials/0/alphaCutoff") }], samplers: [sampler] }],
    extensionsUsed: ["KHR_animation_pointer"],
  };
});
const GOOD = withClips(POINTED, [
  { name: "first", animations: [0], end: 1 },
  { name: "back", animations: [0], start: 1, end: 3, offset: 2, speed: -0.5, repetitions: 1 },
  { animations: [0], start: 2, end: 4, reverse: true, repetitions: 3 },
  { name: "open", animations: [0], start: 3 },
]);
const DOUBTFUL = withClips(POINTED, [{ name: "far", animations: [0], start: 9 }]);
const BAD = withClips(POINTED, [{ name: "\u001b[31mred", animations: [0], end: 1, start: 2 }]);
const FILES = { "good.glb": glb(GOOD), "doubtful.glb": glb(DOUBTFUL), "bad.glb": glb(BAD), "none.glb": "no glTF" };

describe("inspect", () => {
  it("lists playback metadata of other tools, and how to import them", async () => {
    const json = structuredClone(createModel(1, [[{ node: 0, path: "scale", times: [0, 1], values: [1, 1, 1, 2, 2, 2] }]]));
    json.json["animations"][0].extras = { loop: true };
    const { stdout } = await runInMemory(["inspect", "in.glb"], { files: { "in.glb": glb(json) } });
    expect(stdout).toContain("\nPlayback metadata\nextras: 1 clip (import --from extras)\n");
  });

  it("prints animations, clips with their timelines, pointers and issues", async () => {
    const { code, stdout, stderr } = await runInMemory(["inspect", "good.glb"], { files: FILES });
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toBe(`good.glb: 1 animation, 4 clips

Animations
  index  name  from  to   channels  keys  keys/s  interpolation
  0      fade  0 s   4 s  1         2     0.3     LINEAR

Clips
  index  name       timeline                            settings                                        animations
  0      first      |=======>........................|  0 to 1 s, endless                               fade
  1      back       |........<===============........|  1 to 3 s, offset 2 s, speed -0.5, 1 repetition  fade
  2      (no name)  |................<==============>|  2 to 4 s, 3 repetitions, ping-pong              fade
  3      open       |........................=======>|  from 3 s, no end                                fade

Pointers
  pointer                   channel                   lands in Babylon.js
  /materials/0/alphaCutoff  /animations/0/channels/0  material: alphaCutOff
`);
  });

  it("prints issues with their places, and escapes control characters", async () => {
    const { code, stdout } = await runInMemory(["inspect", "bad.glb"], { files: FILES });
    expect(code).toBe(0);
    expect(stdout).toContain(
      `Issues\n  error    CLIP_INVALID  /extensions/KHR_animation_clip/clips/0/end: ${ruleOf("atLeastStart", 1, 2)}\n`,
    );
    expect(stdout).not.toContain("\u001b");
  });

  it("shows empty names, and counts the channels of a pointer", async () => {
    const many = withClips(structuredClone(POINTED), [{ name: "", animations: [0], end: 1 }]);
    many.json["animations"].push(...structuredClone([many.json["animations"][0], many.json["animations"][0]]));
    const { stdout } = await runInMemory(["inspect", "many.glb"], { files: { "many.glb": glb(many) } });
    expect(stdout).toContain('\n  0      ""    |=======>');
    expect(stdout).toContain("  /materials/0/alphaCutoff  /animations/0/channels/0 and 2 more  material: alphaCutOff\n");
  });

  it("lists clips with the index that other commands accept", async () => {
    const broken = withClips(POINTED, [
      { name: "a", animations: [9] },
      { name: "b", animations: [0], end: 2 },
    ]);
    const files = { "in.glb": glb(broken) };
    expect((await runInMemory(["inspect", "in.glb"], { files })).stdout).toContain("\n  0      b ");
    const { code, files: after } = await runInMemory(["remove", "in.glb", "0", "--in-place"], { files });
    const { clips } = unpackGlb(after.get("in.glb")!).json["extensions"].KHR_animation_clip as Json;
    expect([code, clips]).toEqual([0, [{ name: "a", animations: [9] }]]);
  });

  it("reports parts that it cannot list", async () => {
    const broken = structuredClone(GOOD);
    delete broken.json["animations"][0].channels[0].target;
    const { code, stdout } = await runInMemory(["inspect", "broken.glb"], { files: { "broken.glb": glb(broken) } });
    expect(code).toBe(0);
    expect(stdout).toContain(`\n  error    CHANNEL_UNREADABLE  /animations/0/channels/0/target: ${ruleOf("object", "undefined")}\n`);
  });

  it("prints JSON", async () => {
    const { stdout } = await runInMemory(["inspect", "-", "--json"], { stdin: FILES["good.glb"] });
    const { file, animations, clips, issues } = JSON.parse(stdout);
    expect([file, animations.length, clips.length, issues]).toEqual(["-", 1, 4, []]);
    expect(animations[0]).toMatchObject({ name: "fade", range: [0, 4] });
    expect(clips[3]).toMatchObject({ name: "open", settings: { start: 3, end: null } });
  });

  it("prints colors on a terminal, unless NO_COLOR is set", async () => {
    const colored = async (env: Readonly<Record<string, string>>, isTTY = true): Promise<boolean> =>
      (await runInMemory(["inspect", "good.glb"], { files: FILES, isTTY, env })).stdout.includes("\u001b[1m");
    expect([await colored({}), await colored({ NO_COLOR: "1" }), await colored({ NO_COLOR: "" }), await colored({}, false)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });
});

describe("validate", () => {
  it.each([
    [["good.glb"], 0],
    [["good.glb", "--strict"], 0],
    [["doubtful.glb"], 0],
    [["doubtful.glb", "--strict"], 1],
    [["good.glb", "bad.glb"], 1],
    [["bad.glb", "--no-core"], 1],
    [["none.glb", "bad.glb"], 2],
    [["missing.glb"], 2],
  ])("%j exits with %i", async (argv, expected) => {
    const { code } = await runInMemory(["validate", ...argv], { files: FILES, validator });
    expect(code).toBe(expected);
  });

  it("--for says what engines show otherwise, and what mends it", async () => {
    const { code, stdout } = await runInMemory(["validate", "good.glb", "--for", "three,playcanvas", "--no-core"], { files: FILES });
    expect(code).toBe(0);
    expect(stdout).toBe(`good.glb: 0 errors, 2 warnings, 0 notes
  warning  ENGINE_DIFFERS  /animations/0/channels/0: a channel with KHR_animation_pointer: three.js 0.187.0 does not animate it, without a warning; bake --for three writes pointers to nodes as core channels, and leaves out the others
  warning  ENGINE_DIFFERS  /animations/0/channels/0: a channel with KHR_animation_pointer: PlayCanvas 2.23.3 throws an error in play, and the core channels beside it do not play either; bake --for playcanvas writes pointers to nodes as core channels, and leaves out the others
`);
  });

  it("--for refuses unknown engines with the list of engines, and counts as a warning with --strict", async () => {
    const unknown = await runInMemory(["validate", "good.glb", "--for", "three,unity"], { files: FILES });
    expect([unknown.code, unknown.stdout]).toEqual([2, ""]);
    expect(unknown.stderr).toMatch(/^--for: must be all, or one of three, babylon, .*, three-vrm \(got "unity"\)\n$/);
    const strict = await runInMemory(["validate", "good.glb", "--for", "three", "--strict", "--no-core"], { files: FILES });
    expect(strict.code).toBe(1);
  });

  it("merges the issues of both validators", async () => {
    const broken = structuredClone(BAD);
    broken.json["scene"] = 5;
    const { code, stdout, stderr } = await runInMemory(["validate", "a.glb"], { files: { "a.glb": glb(broken) }, validator });
    expect([code, stderr]).toEqual([1, ""]);
    const [, count, notes] =
      /^a\.glb: 2 errors, 0 warnings, (\d+) notes?\n {2}error {4}\w+ {2}\/scene: .*\n {2}error {4}CLIP_INVALID .*\n([^]*)$/.exec(stdout) ??
      [];
    expect(notes).toMatch(new RegExp(`^( {2}(info {3}|hint {3}) {2}\\w+ {2}/.*: .*\n){${count}}$`));
  });

  it("prints the notes that it counts, and only counts them with --no-notes", async () => {
    const long = withClips(POINTED, [{ name: "long", animations: [0], end: 9 }]);
    const print = async (...options: readonly string[]): Promise<string> =>
      (await runInMemory(["validate", "long.glb", "--no-core", ...options], { files: { "long.glb": glb(long) } })).stdout;
    const heading = "long.glb: 0 errors, 0 warnings, 1 note\n";
    const place = "/extensions/KHR_animation_clip/clips/0/end";
    const rule = ruleOf("afterLastKey", 4, 9);
    expect(await print()).toBe(`${heading}  info     CLIP_END_BEYOND_KEYS  ${place}: ${rule}\n`);
    expect(await print("--no-notes")).toBe(heading);
  });

  it("prints reports in the schema of gltf-validator", async () => {
    const { stdout } = await runInMemory(["validate", "good.glb", "bad.glb", "--json"], { files: FILES, validator });
    const reports = JSON.parse(stdout) as Json[];
    expect(reports.map(({ uri, issues, validatorVersion }) => [uri, issues.numErrors, validatorVersion])).toEqual([
      ["good.glb", 0, "2.0.0-dev.3.10"],
      ["bad.glb", 1, "2.0.0-dev.3.10"],
    ]);
  });

  describe("with files that share one array buffer, as Node's short files do", () => {
    const inPool = (bytes: Uint8Array): Uint8Array => Uint8Array.of(1, 2, 3, 4, 5, ...bytes, 6, 7).subarray(5, 5 + bytes.length);
    const text = (json: Json): Uint8Array => new TextEncoder().encode(JSON.stringify(json));
    const { json, bin } = POINTED;
    const [buffer] = json["buffers"] as Json[];
    const external = { ...json, buffers: [{ ...buffer, uri: "data.bin" }] };
    const second: Json = {
      ...external,
      buffers: [{ byteLength: 4 }, ...external.buffers],
      bufferViews: (json["bufferViews"] as Json[]).map((view) => ({ ...view, buffer: 1 })),
    };
    const image = { ...json, images: [{ uri: "data.bin" }] };

    it.each([
      ["a .gltf and its buffer", "in.gltf", text(external), bin],
      ["a .glb with a second buffer", "in.glb", packGlb(second, new Uint8Array(4)), bin],
      ["a .glb", "in.glb", packGlb(json, bin), bin],
      ["a .glb from stdin", "-", packGlb(json, bin), bin],
      ["an image", "in.glb", packGlb(image, bin), Buffer.from(PNG.split(",")[1]!, "base64")],
    ])("finds no errors in %s", async (_, path, model, resource) => {
      const given = { stdin: inPool(model), files: { [path]: inPool(model), "data.bin": inPool(resource) }, validator };
      const { stdout } = await runInMemory(["validate", path, "--json"], given);
      const [{ issues }] = JSON.parse(stdout) as [Json];
      expect([issues.numErrors, issues.numWarnings]).toEqual([0, 0]);
    });
  });

  it("checks clips and pointers without gltf-validator, and says that it is not installed", async () => {
    const { code, stdout, stderr } = await runInMemory(["validate", "bad.glb"], { files: FILES });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^gltf-validator is not installed: only clips, controllers and pointers are checked/);
    expect(stdout).toMatch(/^bad\.glb: 1 error, 0 warnings, 0 notes\n {2}error {4}CLIP_INVALID /);
  });

  it.each([
    [["inspect", "large.glb"], ["inspecting large.glb (16 MB)"]],
    [["validate", "large.glb", "--no-core"], ["validating large.glb (16 MB)"]],
    [
      ["remove", "large.glb", "first", "-o", "out.glb"],
      ["editing large.glb (16 MB)", "writing large.glb (16 MB)", "1 clip removed -> out.glb\n"],
    ],
  ])("%j shows its progress with a large file on a terminal", async (argv, expected) => {
    const files = { "large.glb": packGlb(GOOD.json, new Uint8Array(2 ** 24)) };
    const { stderr } = await runInMemory(argv, { files, isTTY: true });
    expect(stderr.split("\r\x1b[K").filter((text) => text !== "")).toEqual(expected);
    expect((await runInMemory(argv, { files })).stderr).not.toContain("large");
  });

  it("shows its progress with several files on a terminal", async () => {
    const { stderr } = await runInMemory(["validate", "good.glb", "bad.glb", "--json"], { files: FILES, validator, isTTY: true });
    expect(stderr.split("\r\x1b[K").filter((text) => text !== "")).toEqual(["1 of 2: good.glb", "2 of 2: bad.glb"]);
  });
});

describe("diff", () => {
  it("prints nothing for the same file", async () => {
    const { code, stdout } = await runInMemory(["diff", "good.glb", "good.glb"], { files: FILES });
    expect([code, stdout]).toEqual([0, ""]);
  });

  it("prints added, removed and changed values, and accessors with other data", async () => {
    const other = structuredClone(GOOD);
    const { clips } = other.json["extensions"].KHR_animation_clip;
    clips[0].end = 2;
    delete clips[1].speed;
    clips.push({ animations: [0] });
    other.bin[0] = 1;
    const files = { ...FILES, "other.glb": glb(other) };
    const { code, stdout } = await runInMemory(["diff", "good.glb", "other.glb"], { files });
    const place = "/extensions/KHR_animation_clip/clips";
    expect(code).toBe(1);
    expect(stdout.split("\n")).toEqual([
      `~ ${place}/0/end: 1 -> 2`,
      `- ${place}/1/speed: -0.5`,
      `+ ${place}/4: {"animations":[0]}`,
      "~ /accessors/0: has other data",
      "",
    ]);
    const json = JSON.parse((await runInMemory(["diff", "good.glb", "other.glb", "--json"], { files })).stdout);
    expect(json.changes[0]).toEqual({ pointer: `${place}/0/end`, before: 1, after: 2 });
    expect(json.data).toEqual(["/accessors/0"]);
  });

  describe("of data", () => {
    const JSON_OF_DATA = {
      asset: { version: "2.0" },
      buffers: [{ byteLength: 40 }, { byteLength: 2, uri: "side.bin" }],
      bufferViews: [
        { buffer: 0, byteLength: 8 },
        { buffer: 0, byteOffset: 8, byteLength: 4 },
        { buffer: 0, byteOffset: 12, byteLength: 4 },
        { buffer: 0, byteOffset: 16, byteLength: 12 },
        { buffer: 0, byteOffset: 28, byteLength: 4 },
        { buffer: 0, byteOffset: 32, byteLength: 4 },
      ],
      accessors: [
        { bufferView: 0, componentType: 5126, count: 2, type: "SCALAR" },
        {
          bufferView: 3,
          componentType: 5126,
          count: 3,
          type: "SCALAR",
          sparse: { count: 1, indices: { bufferView: 4, componentType: 5121 }, values: { bufferView: 5 } },
        },
      ],
      images: [{ bufferView: 1, mimeType: "image/png" }, { uri: "side.png" }, { uri: "gone.png" }],
    };
    type Files = Readonly<Record<string, Uint8Array>>;
    const given = (at: readonly number[], side = 1, picture = 1): Files => ({
      "model.glb": packGlb(
        JSON_OF_DATA,
        Uint8Array.from({ length: 40 }, (_, i) => (at.includes(i) ? 1 : 0)),
      ),
      "side.bin": Uint8Array.of(0, side),
      "side.png": Uint8Array.of(picture),
    });

    it.each<{ comment: string; base?: Files; other: Files; data: readonly string[] }>([
      { comment: "nothing", other: given([]), data: [] },
      { comment: "an accessor", other: given([4]), data: ["/accessors/0"] },
      { comment: "sparse values", other: given([35]), data: ["/accessors/1"] },
      { comment: "indices of sparse values", base: given([35]), other: given([28, 35]), data: ["/accessors/1"] },
      { comment: "values replaced by sparse ones", other: given([16]), data: ["/bufferViews/3"] },
      { comment: "an image in the file", other: given([9]), data: ["/images/0"] },
      { comment: "a buffer view used otherwise", other: given([12]), data: ["/bufferViews/2"] },
      { comment: "bytes outside of buffer views", other: given([38]), data: ["/buffers/0"] },
      { comment: "a resource", other: given([], 2), data: ["/buffers/1"] },
      { comment: "an image beside the file", other: given([], 1, 2), data: ["/images/1"] },
    ])("prints the smallest part with other bytes: $comment", async ({ base = given([]), other, data }) => {
      const files = Object.fromEntries([
        ...Object.entries(base).map(([name, bytes]) => [`a/${name}`, bytes]),
        ...Object.entries(other).map(([name, bytes]) => [`b/${name}`, bytes]),
      ]) as Record<string, Uint8Array>;
      const { code, stdout } = await runInMemory(["diff", "a/model.glb", "b/model.glb"], { files });
      expect([code, stdout]).toEqual([data.length, data.map((pointer) => `~ ${pointer}: has other data\n`).join("")]);
    });
  });
});

describe("diff --motion", () => {
  const door = (x: number, name = "open"): Uint8Array => {
    const asset = createModel(2, [
      [
        { node: 0, path: "translation", times: [0, 1], values: [0, 0, 0, x, 0, 0] },
        { node: 1, path: "rotation", times: [0, 1], values: [0, 0, 0, 1, 0, 0, 0, 1] },
      ],
    ]);
    asset.json["animations"][0].name = name;
    return glb(asset);
  };
  const files = { "a.glb": door(1), "b.glb": door(1.25), "near.glb": door(1.0005), "other.glb": door(1, "Armature|open") };

  it("prints the channels that differ, and how much the others do", async () => {
    const { code, stdout } = await runInMemory(["diff", "a.glb", "b.glb", "--motion"], { files });
    expect(code).toBe(1);
    expect(stdout.split("\n")).toEqual([
      "open: 0 to 1 s",
      "  property        difference  at   channel",
      "  n0 translation  0.25 units  1 s  in both files",
      "1 of 2 channels differ by more than 0.001, the others by 0 at most",
      "",
    ]);
  });

  it.each([
    [["a.glb", "a.glb"], 0],
    [["a.glb", "near.glb"], 0],
    [["a.glb", "near.glb", "--tolerance", "0.0001"], 1],
    [["a.glb", "b.glb", "--tolerance", "0.5"], 0],
    [["a.glb", "other.glb"], 1],
    [["a.glb", "other.glb", "--rename", "open=Armature|open"], 0],
  ])("%j exits with %i", async (argv, expected) => {
    expect((await runInMemory(["diff", ...argv, "--motion"], { files })).code).toBe(expected);
  });

  it("prints lengths, animations, clips and events that one file lacks", async () => {
    const before = withClips(createModel(1, [[{ node: 0, path: "scale", times: [0, 1.11], values: [1, 1, 1, 2, 2, 2] }], []]), [
      { name: "walk", animations: [0], end: 1 },
    ]);
    before.json["animations"][0].extensions = { KHR_animation_events: { events: [{ time: 0.3, name: "step.l" }] } };
    const after = createModel(1, [[{ node: 0, path: "scale", times: [0, 1.11, 1.133], values: [1, 1, 1, 2, 2, 2, 2, 2, 2] }]]);
    const given = { "a.glb": glb(before), "b.glb": glb(after) };
    const { stdout } = await runInMemory(["diff", "a.glb", "b.glb", "--motion"], { files: given });
    expect(stdout.split("\n").slice(0, 4)).toEqual([
      "animation 0: 0 to 1.11 s -> 0 to 1.133 s",
      "  - event step.l at 0.3 s",
      "- animation animation 1",
      "- clip walk",
    ]);
  });

  it("prints JSON", async () => {
    const { stdout } = await runInMemory(["diff", "a.glb", "b.glb", "--motion", "--json", "--times", "5"], { files });
    const { animations, clips, findings } = JSON.parse(stdout);
    expect([clips, findings]).toEqual([{ before: [], after: [] }, []]);
    expect(animations[0].channels[0]).toMatchObject({ property: "n0 translation", difference: 0.25, time: 1 });
  });

  it("needs meshoptimizer for compressed files, and says so", async () => {
    const packed = createModel(1, [[{ node: 0, path: "scale", times: [0, 1], values: [1, 1, 1, 2, 2, 2] }]]);
    packed.json["buffers"].push({ byteLength: 1000, extensions: { EXT_meshopt_compression: { fallback: true } } });
    packed.json["bufferViews"].forEach((view: Json) =>
      Object.assign(view, { buffer: 1, extensions: { EXT_meshopt_compression: { buffer: 0 } } }),
    );
    const given = { ...files, "packed.glb": glb(packed) };
    const { code, stdout, stderr } = await runInMemory(["diff", "a.glb", "packed.glb", "--motion"], { files: given });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toBe("packed.glb: is compressed (EXT_meshopt_compression); to compare it: npm install meshoptimizer\n");
  });

  it.each([
    [["--times", "5"], "--times: has no meaning without --motion\n"],
    [["--rename", "a=b"], "--rename: has no meaning without --motion\n"],
    [["--motion", "--times", "1"], `--times: ${ruleOf("integerFrom2", 100000, 1)}\n`],
    [["--motion", "--tolerance", "-1"], `--tolerance: ${ruleOf("atLeast0", -1)}\n`],
    [["--motion", "--rename", "a"], `${ruleOf("renameText", "--rename", "a")}\n`],
  ])("%j is wrong usage", async (argv, message) => {
    const { code, stderr } = await runInMemory(["diff", "a.glb", "b.glb", ...argv], { files });
    expect([code, stderr]).toEqual([2, message]);
  });
});

const COMMANDS = ["inspect", "validate", "set", "events", "remove", "split", "import", "copy", "convert", "join", "bake", "diff"];

describe("help", () => {
  it.each([...COMMANDS, "controller set", "controller get", "controller check"])("of %s contains an example", async (command) => {
    const { code, stdout, stderr } = await runInMemory([...command.split(" "), "--help"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(new RegExp(`^Usage: babylon-gltf-animation ${command} [^]*\nExample:\n {2}babylon-gltf-animation ${command} `));
  });

  it("lists all commands and exit codes", async () => {
    const { code, stdout } = await runInMemory(["--help"]);
    expect(code).toBe(0);
    expect(Array.from(stdout.matchAll(/^ {2}(\w+) \[options\]/gm), ([, name]) => name)).toEqual(COMMANDS);
    expect(stdout).toMatch(/^ {2}controller /m);
    expect(stdout).toContain("Exit codes: 0 success; 1 errors or differences found");
  });

  it.each([[[]], [["jump"]], [["inspect"]], [["inspect", "good.glb", "--jump"]]])("%j is wrong usage", async (argv) => {
    const { code, stdout, stderr } = await runInMemory(argv, { files: FILES });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).not.toBe("");
  });

  it("prints the version", async () => {
    expect((await runInMemory(["--version"])).stdout).toBe("1.2.3\n");
  });
});

describe("files that cannot be read", () => {
  it.each([
    [["inspect", "missing.glb"], "missing.glb: there is no such file\n"],
    [["diff", "good.glb", "missing.glb"], "missing.glb: there is no such file\n"],
    [["diff", "-", "-"], `-: ${ruleOf("stdinForOneFile")}\n`],
  ])("%j exits with 2", async (argv, message) => {
    const { code, stdout, stderr } = await runInMemory(argv, { files: FILES });
    expect([code, stdout, stderr]).toEqual([2, "", message]);
  });

  it.each(["inspect", "validate"])("are reported by %s with the bytes that are missing, if they are cut off", async (command) => {
    const whole = FILES["good.glb"];
    const half = whole.subarray(0, 500);
    const { code, stderr } = await runInMemory([command, "half.glb"], { files: { "half.glb": half }, validator });
    expect([code, stderr]).toEqual([2, `half.glb: byte 500: ${ruleOf("notCutOff", 500, whole.length)}\n`]);
  });

  it("are reported as cut off, if the text of a .gltf ends early", async () => {
    const text = JSON.stringify(unpackGlb(FILES["good.glb"]).json, null, 2);
    const { code, stderr } = await runInMemory(["inspect", "half.gltf"], { files: { "half.gltf": text.slice(0, 60) } });
    const [line, column] = [text.slice(0, 60).split("\n").length, 60 - text.lastIndexOf("\n", 59)];
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(
        new RegExp(`^half\\.gltf: /: ${ruleOf("validJson")}; the file is cut off \\(got .* in line ${line}, column ${column}\\)\n$`),
      ),
    ]);
  });

  it("are reported with the reason", async () => {
    const { code, stderr } = await runInMemory(["inspect", "none.glb"], { files: FILES });
    expect(code).toBe(2);
    expect(stderr).toBe(`none.glb: ${ruleOf("notGltf", "no glTF")}\n`);
  });

  it.each<[what: string, bytes: Uint8Array | string, found: RegExp]>([
    ["a picture", Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10), /^a: is not glTF: .*PNG/],
    ["an FBX file", "Kaydara FBX Binary  ", /^a: is not glTF: .*\(got Kaydara FBX/],
    ["an empty file", "", /^a: is not glTF: .*\(got nothing\)\n$/],
    ["a list", "[]", /^a: is not glTF: /],
    ["other JSON", '{ "name": "package" }', /^a: is not glTF 2\.0: \/asset: /],
    ["glTF 1.0", '{ "asset": { "version": "1.0" } }', /^a: is not glTF 2\.0: \/asset\/version: must be 2\.0/],
  ])("are not glTF: %s", async (_, bytes, found) => {
    const { code, stderr } = await runInMemory(["inspect", "a"], { files: { a: bytes } });
    expect(code).toBe(2);
    expect(stderr).toMatch(found);
  });
});

describe("real files that were baked and converted", () => {
  const names = assetNames(".glb", 1e6).filter((name) => !name.includes("/"));

  /** The errors of gltf-validator alone. */
  async function errorsOf(bytes: Uint8Array): Promise<readonly ValidatorMessage[]> {
    const report = await validator.validateBytes(new Uint8Array(bytes), {
      maxIssues: 0,
      writeTimestamp: false,
      externalResourceFunction: () => Promise.reject(new Error("none")),
    });
    return report.issues.messages.filter(({ severity }) => severity === 0);
  }

  it.each(names)("have no more errors than the original: %s", async (name) => {
    const bytes = readAssetBytes(name);
    const asset = unpackGlb(bytes);
    const animations = (asset.json["animations"] ?? []) as Json[];
    const known = (await errorsOf(bytes)).map(({ code }) => code);
    const clips = animations.flatMap((_, i) => [
      { name: `part ${i}`, animations: [i], start: 0.11, end: 0.73, offset: 0.2, repetitions: 2 },
      { name: `back ${i}`, animations: [i], end: 0.5, offset: 0.5, speed: -1.5, repetitions: 3, reverse: true },
    ]);
    const given = { files: { "in.glb": glb(withClips(asset, clips)) } };
    for (const command of ["convert", "bake"]) {
      const { code, files } = await runInMemory([command, "in.glb", "-o", "out.glb"], given);
      if (known.length === 0 && animations.length > 0) {
        expect(code).toBe(command === "bake" || files.has("out.glb") ? 0 : 1);
      }
      const errors = files.has("out.glb") ? await errorsOf(files.get("out.glb")!) : [];
      expect(errors.filter((error) => !known.includes(error.code))).toEqual([]);
    }
  });
});

describe("inspect --types", () => {
  const names = ["idle", "walk", 'a "b"\u2028', "idle"].map((name) => ({ name, animations: [0], end: 1 }));
  const model = withClips(createModel(1, [[{ node: 0, path: "translation", times: [0, 1], values: [0, 0, 0, 1, 0, 0] }]]), names);
  const files = { "models/2-my hero.glb": glb(model) };
  const type = 'export type _2MyHeroClips = "idle" | "walk" | "a \\"b\\"\\u2028";\n';

  it("prints the names of the clips as a type of TypeScript", async () => {
    const { code, stdout, stderr } = await runInMemory(["inspect", "models/2-my hero.glb", "--types"], { files });
    expect([code, stderr]).toEqual([0, "1 clip without a name of its own: not in the type\n"]);
    expect(stdout).toBe(`/** The names of the clips of 2-my hero.glb. */\n${type}`);
    const { diagnostics } = ts.transpileModule(stdout, { reportDiagnostics: true });
    expect(diagnostics).toEqual([]);
  });

  it("writes it to a file, but not to the model", async () => {
    const result = await runInMemory(["inspect", "models/2-my hero.glb", "--types", "-o", "models/clips.ts"], { files });
    expect([result.code, result.stdout]).toEqual([0, ""]);
    expect(new TextDecoder().decode(result.files.get("models/clips.ts"))).toContain(type);
    const same = await runInMemory(["inspect", "models/2-my hero.glb", "--types", "-o", "models/2-my hero.glb"], { files });
    expect([same.code, same.stderr]).toEqual([2, "models/2-my hero.glb: is an input; use another name\n"]);
  });

  it("has the names of animations in a file without clips, and never without names", async () => {
    const plain = createModel(1, [[{ node: 0, path: "translation", times: [0, 1], values: [0, 0, 0, 1, 0, 0] }]]);
    const still = createModel(1, []);
    const given = { files: { "plain.glb": glb(plain), "still.glb": glb(still) } };
    const types = async (path: string): Promise<string> => (await runInMemory(["inspect", path, "--types"], given)).stdout.split("\n")[1]!;
    expect(await types("plain.glb")).toBe('export type PlainClips = "animation 0";');
    expect(await types("still.glb")).toBe("export type StillClips = never;");
  });

  it.each([
    [["--types", "--json"], "--types: has no meaning with --json\n"],
    [["-o", "a.ts"], "--output: has no meaning without --types\n"],
  ])("refuses %j", async (argv, message) => {
    const { code, stderr } = await runInMemory(["inspect", "models/2-my hero.glb", ...argv], { files });
    expect([code, stderr]).toEqual([2, message]);
  });
});

describe("inspect --skeleton", () => {
  const files = { "hero.glb": glb(new Humanoid().asset), "none.glb": glb(createModel(1, [])) };

  it("lists the bones of a humanoid, with node, confidence and reason", async () => {
    const { code, stdout } = await runInMemory(["inspect", "hero.glb", "--skeleton"], { files });
    expect(code).toBe(0);
    const [first, , title, header, hips] = stdout.split("\n");
    expect(first).toMatch(/^hero.glb: a humanoid, confidence 0\.\d\d, 52 bones$/);
    expect(title).toBe("Bones");
    expect(header).toMatch(/^ *bone +node +name +confidence +reason$/);
    expect(hips).toMatch(/^ *hips +\/nodes\/1 +mixamorig:Hips +0\.90 +name$/);
  });

  it("prints JSON", async () => {
    const { stdout } = await runInMemory(["inspect", "hero.glb", "--skeleton", "--json"], { files });
    const description = JSON.parse(stdout) as SkeletonDescription<number> & { readonly file: string };
    expect(description).toEqual({ file: "hero.glb", ...DescribeSkeleton(GltfFile.parse(files["hero.glb"])) });
  });

  it("says what is missing", async () => {
    const { code, stdout } = await runInMemory(["inspect", "none.glb", "--skeleton"], { files });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^none.glb: no humanoid, confidence 0\.00, 0 bones\n\nFindings\nnot found: hips, spine, head, /);
  });

  it("has no meaning with --types", async () => {
    const { code, stderr } = await runInMemory(["inspect", "hero.glb", "--skeleton", "--types"], { files });
    expect([code, stderr.includes("--types: has no meaning with --skeleton")]).toEqual([2, true]);
  });
});
