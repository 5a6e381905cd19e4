/** The commands that only read, and what all commands have in common. */
import { createRequire } from "node:module";
import { describe, expect, it } from "@jest/globals";
import type { Validator } from "../../src/cli/io.js";
import { packGlb, unpackGlb } from "../../scripts/glb.mjs";
import { assetNames, describeWithAssets, readAssetBytes } from "../helpers/assets.js";
import { addTimes, createAsset, pointerTarget } from "../helpers/gltfAsset.js";
import type { Asset, Json } from "../helpers/gltfPose.js";
import { withClips } from "../helpers/scene.js";
import type { ValidatorMessage } from "../../src/tools.js";
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
  it("prints animations, clips with their timelines, pointers and issues", async () => {
    const { code, stdout, stderr } = await runInMemory(["inspect", "good.glb"], { files: FILES });
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toBe(`good.glb: 1 animation, 4 clips

Animations
  index  name  from  to   channels  keys  interpolation
  0      fade  0 s   4 s  1         2     LINEAR

Clips
  first      |=======>........................|  0 to 1 s, endless                               of fade
  back       |........<===============........|  1 to 3 s, offset 2 s, speed -0.5, 1 repetition  of fade
  (no name)  |................<==============>|  2 to 4 s, 3 repetitions, to and fro             of fade
  open       |........................=======>|  3 to no end, endless                            of fade

Pointers
  pointer                   lands in Babylon.js    channels
  /materials/0/alphaCutoff  material: alphaCutOff  /animations/0/channels/0
`);
  });

  it("prints issues with their places, without the control characters of names", async () => {
    const { code, stdout } = await runInMemory(["inspect", "bad.glb"], { files: FILES });
    expect(code).toBe(0);
    expect(stdout).toContain("Issues\n  error    CLIP_INVALID  /extensions/KHR_animation_clip/clips/0/end: must be >= start (got 1 < 2)\n");
    expect(stdout).not.toContain("\u001b");
  });

  it("says what it cannot list", async () => {
    const broken = structuredClone(GOOD);
    delete broken.json["animations"][0].channels[0].target;
    const { code, stdout } = await runInMemory(["inspect", "broken.glb"], { files: { "broken.glb": glb(broken) } });
    expect(code).toBe(0);
    expect(stdout).toContain("\n  error    UNREADABLE  /animations/0/channels/0/target: must be an object (got undefined)\n");
  });

  it("prints JSON for programs", async () => {
    const { stdout } = await runInMemory(["inspect", "-", "--json"], { stdin: FILES["good.glb"] });
    const { file, animations, clips, issues } = JSON.parse(stdout);
    expect([file, animations.length, clips.length, issues]).toEqual(["-", 1, 4, []]);
    expect(animations[0]).toMatchObject({ name: "fade", range: [0, 4] });
    expect(clips[3]).toMatchObject({ name: "open", settings: { start: 3, end: null } });
  });

  it("colours on a terminal, unless NO_COLOR is set", async () => {
    const coloured = async (env: Readonly<Record<string, string>>, isTTY = true): Promise<boolean> =>
      (await runInMemory(["inspect", "good.glb"], { files: FILES, isTTY, env })).stdout.includes("\u001b[1m");
    expect([await coloured({}), await coloured({ NO_COLOR: "1" }), await coloured({ NO_COLOR: "" }), await coloured({}, false)]).toEqual([
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
  ])("%j ends with %i", async (argv, expected) => {
    const { code } = await runInMemory(["validate", ...argv], { files: FILES, validator });
    expect(code).toBe(expected);
  });

  it("merges the issues of both validators", async () => {
    const broken = structuredClone(BAD);
    broken.json["scene"] = 5;
    const { code, stdout, stderr } = await runInMemory(["validate", "a.glb"], { files: { "a.glb": glb(broken) }, validator });
    expect([code, stderr]).toEqual([1, ""]);
    expect(stdout).toMatch(/^a\.glb: 2 errors, 0 warnings, \d+ notes?\n {2}error {4}\w+ {2}\/scene: .*\n {2}error {4}CLIP_INVALID .*\n$/);
  });

  it("gives reports in the schema of gltf-validator", async () => {
    const { stdout } = await runInMemory(["validate", "good.glb", "bad.glb", "--json"], { files: FILES, validator });
    const reports = JSON.parse(stdout) as Json[];
    expect(reports.map(({ uri, issues, validatorVersion }) => [uri, issues.numErrors, validatorVersion])).toEqual([
      ["good.glb", 0, "2.0.0-dev.3.10"],
      ["bad.glb", 1, "2.0.0-dev.3.10"],
    ]);
  });

  it("checks clips and pointers where gltf-validator is not installed, and says so", async () => {
    const { code, stdout, stderr } = await runInMemory(["validate", "bad.glb"], { files: FILES });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^gltf-validator is not installed: only clips, controllers and pointers are checked/);
    expect(stdout).toMatch(/^bad\.glb: 1 error, 0 warnings, 0 notes\n {2}error {4}CLIP_INVALID /);
  });

  it("tells on a terminal how far it is", async () => {
    const { stderr } = await runInMemory(["validate", "good.glb", "bad.glb", "--json"], { files: FILES, validator, isTTY: true });
    expect(stderr.split("\r\x1b[K").filter((text) => text !== "")).toEqual(["1 of 2: good.glb", "2 of 2: bad.glb"]);
  });
});

describe("diff", () => {
  it("prints nothing for the same file", async () => {
    const { code, stdout } = await runInMemory(["diff", "good.glb", "good.glb"], { files: FILES });
    expect([code, stdout]).toEqual([0, ""]);
  });

  it("prints values that were added, removed and changed, and accessors with other values", async () => {
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
      "~ /accessors/0: has other values",
      "",
    ]);
    const json = JSON.parse((await runInMemory(["diff", "good.glb", "other.glb", "--json"], { files })).stdout);
    expect(json.changes[0]).toEqual({ pointer: `${place}/0/end`, before: 1, after: 2 });
    expect(json.accessors).toEqual(["/accessors/0"]);
  });
});

const COMMANDS = ["inspect", "validate", "set", "remove", "split", "import", "take", "convert", "bake", "diff"];

describe("help", () => {
  it.each(COMMANDS)("of %s has an example", async (command) => {
    const { code, stdout, stderr } = await runInMemory([command, "--help"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(new RegExp(`^Usage: babylon-gltf-animation ${command} [^]*\nExample:\n {2}babylon-gltf-animation ${command} `));
  });

  it("lists all commands, and the exit codes", async () => {
    const { code, stdout } = await runInMemory(["--help"]);
    expect(code).toBe(0);
    expect(Array.from(stdout.matchAll(/^ {2}(\w+) \[options\]/gm), ([, name]) => name)).toEqual(COMMANDS);
    expect(stdout).toContain("Exit codes: 0 right, 1 errors found");
  });

  it.each([[[]], [["jump"]], [["inspect"]], [["inspect", "good.glb", "--jump"]]])("%j is wrong use", async (argv) => {
    const { code, stdout, stderr } = await runInMemory(argv, { files: FILES });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).not.toBe("");
  });

  it("tells the version", async () => {
    expect((await runInMemory(["--version"])).stdout).toBe("1.2.3\n");
  });
});

describe("files that cannot be read", () => {
  it.each([
    [["inspect", "missing.glb"], "missing.glb: there is no such file\n"],
    [["diff", "good.glb", "missing.glb"], "missing.glb: there is no such file\n"],
    [["diff", "-", "-"], "-: must not be both files\n"],
  ])("%j ends with 2", async (argv, message) => {
    const { code, stdout, stderr } = await runInMemory(argv, { files: FILES });
    expect([code, stdout, stderr]).toEqual([2, "", message]);
  });

  it("say what is wrong", async () => {
    const { code, stderr } = await runInMemory(["inspect", "none.glb"], { files: FILES });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^none\.glb: \/: must be valid JSON \(got /);
  });
});

describeWithAssets("real files that were baked and converted", () => {
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

  it.each(names)("have no errors but those of the original: %s", async (name) => {
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
        expect(code).toBe(0);
      }
      const errors = files.has("out.glb") ? await errorsOf(files.get("out.glb")!) : [];
      expect(errors.filter((error) => !known.includes(error.code))).toEqual([]);
    }
  });
});
