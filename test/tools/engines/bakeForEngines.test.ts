/** `BakeClips` with the option `for`: what it writes, and that the motion stays. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { packGlb, unpackGlb } from "../../../scripts/glb.mjs";
import { BakeClips, GltfFile, ValidateAnimations, type BakeOptions } from "../../../src/tools.js";
import { ENGINE_RULES, type EngineName, ENGINES } from "../../../src/tools/engines/engineTable.js";
import { assetNames, eachAsset, readAsset } from "../../helpers/assets.js";
import { createFigure, engineAnimation, SWAY, turns, withSparseTarget, type EngineChannel } from "../../helpers/engineAssets.js";
import { sentencesOf } from "../../helpers/findings.js";
import { addTriangle, pointerTarget } from "../../helpers/gltfAsset.js";
import { evaluateAnimations, readAccessor, type Asset, type Json } from "../../helpers/gltfPose.js";
import { bakeFor, distanceOf, largestDifference, lengthOf, nodeChannels, timesOf, valuesOf } from "../../helpers/portable.js";
import { createRandom } from "../../helpers/random.js";
import { ruleOf } from "../../helpers/rules.js";
import { withClips } from "../../helpers/scene.js";
import { coreErrors } from "../../helpers/validator.js";

const CLIPS = readdirSync("conformance/clips").map((file) => ({ file, asset: unpackGlb(readFileSync(`conformance/clips/${file}`)) }));
const ALL: BakeOptions = { for: "all" };
const channel = (path: string, values: EngineChannel["values"], more: Partial<EngineChannel> = {}): EngineChannel => ({
  target: { node: 1, path },
  values,
  ...more,
});
const samplersOf = ({ json }: Asset, animation = 0): Json[] => json["animations"][animation].samplers as Json[];
const channelsOf = ({ json }: Asset, animation = 0): Json[] => json["animations"][animation].channels as Json[];
const keysOf = (asset: Asset, sampler = 0, animation = 0): { times: number[]; values: number[]; interpolation: string } => {
  const { input, output, interpolation } = samplersOf(asset, animation)[sampler]!;
  return { times: [...readAccessor(asset, input)], values: [...readAccessor(asset, output)], interpolation };
};
const rounded = (values: readonly number[], digits = 6): number[] => values.map((value) => Number(value.toFixed(digits)) + 0);

/** What engines that play everything as the rules want it would still find. */
function unmended(bytes: Uint8Array): string[] {
  const ofUse = Object.values(ENGINE_RULES).flatMap(({ what, mend }) => (typeof mend === "string" ? [] : [what]));
  return ValidateAnimations(GltfFile.parse(bytes), { for: "all" })
    .filter(({ code, message }) => code === "ENGINE_DIFFERS" && !ofUse.some((what) => message.startsWith(what)))
    .map(({ pointer, message }) => `${pointer} ${message}`);
}

/** Checks what point by point holds of each animation that is written for all engines. */
function expectPortable(asset: Asset): void {
  for (const [index, animation] of (asset.json["animations"] as Json[]).entries()) {
    const end = lengthOf(asset, index);
    expect(end).toBeGreaterThan(0);
    for (const { target, sampler } of animation["channels"] as Json[]) {
      const { input, output, interpolation = "LINEAR" } = animation["samplers"][sampler];
      const accessors = [input, output].map((each) => asset.json["accessors"][each] as Json);
      const times = readAccessor(asset, input);
      expect(target.extensions).toBeUndefined();
      expect([interpolation, ...accessors.map(({ componentType, sparse }) => [componentType, sparse])]).toEqual([
        "LINEAR",
        [5126, undefined],
        [5126, undefined],
      ]);
      expect([times[0], times.at(-1), times.length >= 2]).toEqual([0, end, true]);
      expect(times.every((time, i) => i === 0 || time > times[i - 1]!)).toBe(true);
      if (target.path === "rotation") {
        const values = readAccessor(asset, output);
        const isNear = times.every((time, key) => {
          const dot = key > 0 ? [0, 1, 2, 3].reduce((sum, i) => sum + values[4 * key + i]! * values[4 * key - 4 + i]!, 0) : 1;
          const degrees = (Math.acos(Math.min(1, Math.abs(dot))) * 360) / Math.PI;
          return degrees < 10.01 || time - times[key - 1]! < 1.1e-3; // what is shorter is a jump
        });
        expect(isNear).toBe(true);
      }
    }
  }
}

/** The largest difference of two animations at some of the times of the first. */
function largestOf([a, of]: readonly [Asset, number], [b, animation]: readonly [Asset, number], count: number): number {
  const [expected, shown] = [nodeChannels(a), nodeChannels(b)];
  const at = (asset: Asset, index: number, time: number) => evaluateAnimations(asset, [index], time, true);
  return timesOf(a, of, count).reduce(
    (most, time) => Math.max(most, largestDifference(at(expected, of, time), at(shown, animation, time))),
    0,
  );
}

describe("all clips of conformance/clips", () => {
  it.each(CLIPS)(
    "$file becomes LINEAR keys of floats from 0 to a common end, without other content that engines show otherwise",
    async ({ asset }) => {
      const { asset: baked, bytes } = bakeFor(asset, ALL);
      expectPortable(baked);
      expect(unmended(bytes)).toEqual([]);
      expect(await coreErrors(bytes)).toEqual([]);
    },
  );

  it.each(CLIPS)("$file moves as it does when baked exactly, within 1e-4, at 1,000 times", ({ asset }) => {
    const [exact, written] = [bakeFor(asset, {}), bakeFor(asset, ALL)];
    for (const { clip, animation } of written.report.animations) {
      const of = exact.report.animations.find((each) => each.clip === clip)!.animation;
      const length = lengthOf(exact.asset, of);
      expect(length === 0 || lengthOf(written.asset, animation) === length).toBe(true);
      expect(largestOf([exact.asset, of], [written.asset, animation], 1000)).toBeLessThanOrEqual(1.01e-4);
    }
  });

  it.each(CLIPS)("$file is the same byte for byte with no engine as without the option", ({ asset }) => {
    expect(bakeFor(asset, { for: [] }).bytes).toEqual(bakeFor(asset, {}).bytes);
    expect(bakeFor(asset, { for: [] }).report.written).toEqual([]);
  });
});

describe("real files without clips", () => {
  const files = assetNames(".glb").filter((file) => !/^odd-(magnum|validator)/.test(file) && !/validator-pointer/.test(file));

  eachAsset(files.map((file) => ({ file })))("$file moves as before, within 1e-4", async ({ file }) => {
    const asset = readAsset(file);
    const before = await coreErrors(packGlb(asset.json, asset.bin));
    const { asset: baked, bytes } = bakeFor(asset, ALL);
    expectPortable(baked);
    expect(unmended(bytes)).toEqual([]);
    expect((await coreErrors(bytes)).length).toBeLessThanOrEqual(before.length);
    for (const animation of (baked.json["animations"] as unknown[]).keys()) {
      expect(largestOf([asset, animation], [baked, animation], 50)).toBeLessThan(1.01e-4);
    }
  });
});

describe("the tolerance", () => {
  /** Splines of random keys, of all kinds of values. */
  function createSplines(seed: number): Asset {
    const random = createRandom(seed);
    const numbers = (count: number, scale: number): number[] => Array.from({ length: count }, () => (2 * random() - 1) * scale);
    const times = [0.25, 1, 1.5, 4];
    const spline = (path: string, width: number, scale: number): EngineChannel => ({
      ...channel(
        path,
        path === "rotation"
          ? times.flatMap(() => [...numbers(4, 2), ...unit(numbers(4, 1)), ...numbers(4, 2)])
          : numbers(3 * width * times.length, scale),
      ),
      times,
      interpolation: "CUBICSPLINE",
    });
    const faces = { ...spline("weights", 2, 1), target: { node: 3, path: "weights" } };
    return createFigure([spline("translation", 3, 10), spline("rotation", 4, 1), spline("scale", 3, 2), faces], { faces: 1 });
  }
  const unit = (value: readonly number[]): number[] => value.map((component) => component / Math.hypot(...value));

  it.each([1e-2, 1e-3, 1e-4])("bounds the error of random splines by %d, at 1,000 times", (tolerance) => {
    for (const seed of [1, 2, 3]) {
      const asset = createSplines(seed);
      const { asset: baked, report } = bakeFor(asset, { for: "all", tolerance });
      expect(report.findings.filter(({ code }) => code !== "ENGINE_DIFFERS")).toEqual([]);
      const [expected, shown] = [asset, baked].map(nodeChannels) as [Asset, Asset];
      const errors = timesOf(asset, 0, 1000).flatMap((time) => {
        const values = evaluateAnimations(shown, [0], time);
        return evaluateAnimations(expected, [0], time).map(({ node, path, value }) =>
          distanceOf(
            values.find((each) => each.node === node && each.path === path)!,
            value,
          ),
        );
      });
      expect(Math.max(...errors)).toBeLessThanOrEqual(tolerance + 1e-6); // floats of numbers up to 10
    }
  });

  it("makes fewer keys if it is larger", () => {
    const counts = [1e-2, 1e-4].map((tolerance) => keysOf(bakeFor(createSplines(1), { for: "all", tolerance }).asset).times.length);
    expect(counts[0]).toBeLessThan(counts[1]! / 5);
  });

  it("that keys of 0.1 ms cannot reach is reported", () => {
    const steep = channel("translation", [0, 0, 0, 0, 0, 0, 1e6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], {
      interpolation: "CUBICSPLINE",
      times: [0, 0.1],
    });
    const { report } = bakeFor(createFigure([steep]), { for: "all", tolerance: 1e-6 });
    expect(sentencesOf(report.findings, "BAKED_OTHERWISE")).toContain(
      "/animations/0/channels/0: has a curve that bends too fast for the tolerance 0.000001, with keys 0.1 ms apart, or 65,536 of them between two",
    );
  });

  it("takes no more than 2^16 keys between two keys of a spline, however long it is", () => {
    const long = channel("translation", [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], {
      interpolation: "CUBICSPLINE",
      times: [0, 1e30],
    });
    const { asset, report } = bakeFor(createFigure([long]), ALL);
    expect(keysOf(asset).times.length).toBeLessThanOrEqual(2 ** 16 + 2);
    expect(report.findings.map(({ code, pointer }) => [code, pointer])).toContainEqual(["BAKED_OTHERWISE", "/animations/0/channels/0"]);
  });
});

describe("pointers", () => {
  const pointed = (pointer: string, values: readonly number[]): EngineChannel => ({ target: pointerTarget(pointer), values });

  it("to nodes become channels of core glTF; others are left out, each with a finding, and the length stays", () => {
    const fade = { ...pointed("/materials/0/alphaCutoff", [0, 1]), times: [0, 4] };
    const { asset, report } = bakeFor(createFigure([pointed("/nodes/1/scale", [1, 1, 1, 2, 2, 2]), fade]), { for: ["three"] });
    expect(channelsOf(asset).map(({ target }) => target as Json)).toEqual([{ node: 1, path: "scale" }]);
    expect(asset.json["extensionsUsed"]).toBeUndefined();
    expect(report.written).toEqual([0]);
    expect(sentencesOf(report.findings, "NOT_BAKED")).toEqual([
      "/animations/0/channels/1: animates /materials/0/alphaCutoff, which core glTF cannot animate; it is left out",
    ]);
    expect(lengthOf(asset, 0)).toBe(4);
  });

  it("alone make an animation that is left out", () => {
    const { asset, report } = bakeFor(createFigure([pointed("/materials/0/alphaCutoff", [0, 1])]), ALL);
    expect([asset.json["animations"], report.written]).toEqual([undefined, []]);
  });

  it("of a clip that has nothing else are no animation of the report", () => {
    const { report } = bakeFor(withClips(createFigure([pointed("/materials/0/alphaCutoff", [0, 1])]), [{ animations: [0] }]), ALL);
    expect(report.animations).toEqual([]);
  });

  it("stay for engines that play them", () => {
    const asset = createFigure([pointed("/nodes/1/scale", [1, 1, 1, 2, 2, 2])]);
    expect(bakeFor(asset, { for: ["babylon"] }).asset.json["animations"]).toEqual(asset.json["animations"]);
  });
});

describe("steps", () => {
  const STEPS = channel("scale", [1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3], { interpolation: "STEP", times: [0, 1, 1.5, 2] });

  it("become ramps of half a millisecond before each jump", () => {
    const { times, values, interpolation } = keysOf(bakeFor(createFigure([STEPS]), ALL).asset);
    expect(interpolation).toBe("LINEAR");
    expect(rounded(times)).toEqual([0, 0.9995, 1, 1.9995, 2]);
    expect(values.filter((_, i) => i % 3 === 0)).toEqual([1, 1, 2, 2, 3]);
  });

  it("stay for Godot 3 alone, with the settings of its import", () => {
    const { asset, report } = bakeFor(createFigure([STEPS]), { for: ["godot3"] });
    expect(keysOf(asset).interpolation).toBe("STEP");
    expect(sentencesOf(report.findings, "ENGINE_DIFFERS").join()).toMatch(
      /STEP: Godot 3 .*; import with animation\/fps 60 and animation\/optimizer\/enabled off/,
    );
  });

  it("after a day become ramps of the next floats", () => {
    const late = channel("scale", [1, 1, 1, 2, 2, 2, 3, 3, 3], { interpolation: "STEP", times: [0, 86_000, 86_400] });
    const { times, values } = keysOf(bakeFor(createFigure([late]), ALL).asset);
    expect(times.every((time, i) => i === 0 || time > times[i - 1]!)).toBe(true);
    expect(values.filter((_, i) => i % 3 === 0)).toEqual([1, 1, 2, 2, 3]);
    expect(times[2]! - times[1]!).toBeLessThan(0.02);
  });

  it("that follow each other faster than a ramp become one ramp", () => {
    const fast = channel("scale", [1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 3], { interpolation: "STEP", times: [0, 1, 1.0001, 2] });
    const { times, values } = keysOf(bakeFor(createFigure([fast]), ALL).asset);
    expect(rounded(times, 4)).toEqual([0, 0.9995, 1.0001, 2]);
    expect(values.filter((_, i) => i % 3 === 0)).toEqual([1, 1, 3, 3]);
  });

  it("of rotations in integers become floats of unit length", () => {
    const turned = channel(
      "rotation",
      Int16Array.from(turns(0, 90), (each) => Math.round(each * 32767)),
      { interpolation: "STEP" },
    );
    const { values } = keysOf(bakeFor(createFigure([turned]), ALL).asset);
    expect(rounded(values.slice(-4), 4)).toEqual(rounded(turns(90), 4));
    expect(Math.hypot(...values.slice(-4))).toBeCloseTo(1, 6);
  });
});

describe("the range of each track", () => {
  it("is that of the animation", () => {
    const { asset } = bakeFor(createFigure([{ ...SWAY, times: [1, 2, 3] }, channel("scale", [2, 2, 2], { times: [0.5] })]), ALL);
    expect(keysOf(asset, 0).times).toEqual([0, 1, 2, 3]);
    expect(keysOf(asset, 1)).toEqual({ times: [0, 0.5, 3], values: [2, 2, 2, 2, 2, 2, 2, 2, 2], interpolation: "LINEAR" });
  });

  it("of single keys at 0 is 0.1 s", () => {
    const { times } = keysOf(bakeFor(createFigure([channel("scale", [2, 2, 2], { times: [0] })]), ALL).asset);
    expect(times).toEqual([0, Math.fround(0.1)]);
  });

  it("of splines and steps that stay is extended by what holds", () => {
    const spline = channel("scale", [9, 9, 9, 1, 1, 1, 0, 0, 0, 0, 0, 0, 2, 2, 2, 9, 9, 9], {
      interpolation: "CUBICSPLINE",
      times: [1, 2],
    });
    const steps = channel("translation", [1, 1, 1, 2, 2, 2], { interpolation: "STEP", times: [1, 2] });
    const source = createFigure([spline, steps, { ...SWAY, times: [0, 1, 3] }]);
    const { asset } = bakeFor(source, { for: ["three"] }); // keeps both
    expect(samplersOf(asset).map(({ interpolation }) => interpolation as string)).toEqual(["CUBICSPLINE", "STEP", "LINEAR"]);
    expect(keysOf(asset, 0).times).toEqual([0, 1, 2, 3]);
    for (const time of [0, 0.5, 1, 1.5, 2, 2.5, 3]) {
      expect(largestDifference(valuesOf(source, 0, time), valuesOf(asset, 0, time))).toBeLessThan(1e-6);
    }
  });
});

describe("what is animated", () => {
  const WEIGHTS: EngineChannel = { target: { node: 3, path: "weights" }, values: [0, 0, 1, 0.5] };
  const meshes = ({ json }: Asset): Json[] => json["meshes"] as Json[];

  it("has unique names of its own, which a finding reports", () => {
    const { asset, report } = bakeFor(
      createFigure([SWAY], {
        change: (json, add) => {
          json["nodes"][0].name = "rig:root.001";
          json["nodes"][2].name = "joint";
          delete json["materials"][0].name;
          json["animations"].push(engineAnimation(add, "play", [SWAY]), { ...engineAnimation(add, "", [SWAY]), name: undefined });
        },
      }),
      ALL,
    );
    const names = (list: string): string[] => (asset.json[list] as Json[]).map(({ name }) => name as string);
    expect(names("nodes")).toEqual(["rig-root-001", "joint-2", "joint"]);
    expect(names("animations")).toEqual(["play", "play-2", "animation-2"]);
    expect(names("materials")).toEqual(["material-0"]);
    expect(sentencesOf(report.findings, "BAKED_OTHERWISE").filter((text) => /^\/(nodes|animations|materials):/.test(text))).toEqual([
      '/nodes: has 2 other names, because engines cut "/", "." and ":", or take equal names for one: rig:root.001 is rig-root-001, joint is joint-2',
      '/animations: has 1 other name, because engines cut "/", "." and ":", or take equal names for one: play is play-2',
    ]);
  });

  it("has a morph mesh of its own, with the weights of the node", () => {
    const { asset } = bakeFor(
      createFigure([WEIGHTS], {
        faces: 2,
        change: (json) => {
          json["nodes"][4].mesh = 1;
          json["nodes"][3].weights = [0.25, 0.5];
          delete json["meshes"][1].weights;
        },
      }),
      ALL,
    );
    const [, , , animated, other] = asset.json["nodes"] as Json[];
    expect(animated!["mesh"]).not.toBe(other!["mesh"]);
    expect([animated!["weights"], meshes(asset)[animated!["mesh"]]!["weights"]]).toEqual([undefined, [0.25, 0.5]]);
    expect(meshes(asset)[other!["mesh"]]!["weights"]).toBeUndefined();
  });

  it("has morph targets that are not sparse", () => {
    const { asset } = bakeFor(withSparseTarget(createFigure([WEIGHTS], { faces: 1 })), ALL);
    const { POSITION: target } = (meshes(asset)[1]!["primitives"] as Json[])[0]!["targets"][0];
    expect(asset.json["accessors"][target].sparse).toBeUndefined();
    expect(readAccessor(asset, target)).toEqual([0, 0, 1, 0, 0, 0, 0, 0, 0]);
  });

  it("of two animated nodes is two meshes", () => {
    const other = { ...WEIGHTS, target: { node: 4, path: "weights" } };
    const { asset } = bakeFor(createFigure([WEIGHTS, other], { faces: 2, change: (json) => (json["nodes"][4].mesh = 1) }), ALL);
    expect(meshes(asset)).toHaveLength(4); // beside the body, and mesh 2, which no node has
    expect(asset.json["nodes"][3].mesh).not.toBe(asset.json["nodes"][4].mesh);
  });

  it("has positions and normals that no other mesh has", async () => {
    const { asset, bytes } = bakeFor(
      createFigure([WEIGHTS], {
        faces: 2,
        change: (json) => {
          json["nodes"].push({ name: "twin", mesh: 1 });
          json["meshes"][2].primitives[0].attributes = json["meshes"][1].primitives[0].attributes;
        },
      }),
      ALL,
    );
    const shapes = meshes(asset).map(({ primitives }) =>
      (primitives as Json[]).flatMap(({ attributes: { POSITION, NORMAL } }) => [POSITION, NORMAL]),
    );
    const [position, normal] = shapes[asset.json["nodes"][3].mesh]!;
    expect(shapes.flat().filter((accessor) => accessor === position || accessor === normal)).toEqual([position, normal]);
    expect(readAccessor(asset, position)).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    expect(readAccessor(asset, normal)).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1]);
    expect(await coreErrors(bytes)).toEqual([]);
  });

  it("has weights of the node also where nothing animates them", () => {
    const { asset } = bakeFor(createFigure([SWAY], { faces: 1, change: (json) => (json["nodes"][3].weights = [1, 0]) }), ALL);
    expect([asset.json["nodes"][3].weights, meshes(asset)[1]!["weights"]]).toEqual([undefined, [1, 0]]);
  });

  it("has a second target, and its keys a second weight", async () => {
    const { asset, bytes } = bakeFor(
      createFigure([{ ...WEIGHTS, values: [0, 1] }], {
        faces: 1,
        change: (json) => {
          json["meshes"][1].primitives[0].targets.pop();
          json["meshes"][1].weights = [0.5];
          json["meshes"][1].extras = { targetNames: ["smile"] };
        },
      }),
      ALL,
    );
    const { weights, primitives, extras } = meshes(asset)[1]!;
    expect([weights, extras]).toEqual([[0.5, 0], { targetNames: ["smile", "still"] }]);
    expect(readAccessor(asset, primitives[0].targets[1].POSITION)).toEqual(new Array<number>(9).fill(0));
    expect(keysOf(asset).values).toEqual([0, 0, 1, 0]);
    expect(await coreErrors(bytes)).toEqual([]);
  });

  it("keeps its mesh where positions are missing: a finding names the accessor", () => {
    const figure = createFigure([{ ...WEIGHTS, values: [0, 1] }], {
      faces: 1,
      change: (json) => {
        json["meshes"][1].primitives[0].targets.pop();
        json["meshes"][1].primitives[0].attributes.POSITION = 99;
      },
    });
    const { findings } = BakeClips(GltfFile.parse(packGlb(figure.json, figure.bin)), ALL);
    const rule = ruleOf("indexOfItems", figure.json["accessors"].length, "accessors", 99);
    expect(sentencesOf(findings, "BAKED_OTHERWISE")).toContain(`/accessors/99: ${rule}`);
    expect(findings.map(({ code }) => code)).not.toContain("UNEXPECTED_ERROR");
  });

  it("keeps the type of a target that is no VEC3", () => {
    const { json, bin } = createFigure([WEIGHTS], { faces: 1 });
    const [first, second] = json["meshes"][1].primitives[0].targets as [Json, Json];
    second["POSITION"] = first["POSITION"]; // needs an accessor of its own
    const { count } = Object.assign(json["accessors"][first["POSITION"]], { type: "VEC2", count: 1 });
    const file = GltfFile.parse(packGlb(json, bin));
    const { findings } = BakeClips(file, ALL);
    expect(findings.map(({ code }) => code)).not.toContain("UNEXPECTED_ERROR");
    const { targets } = meshes({ json: file.json, bin })[1]!["primitives"][0];
    expect(file.json.accessors![targets[1].POSITION]).toMatchObject({ type: "VEC2", count });
  });

  it("has flat normals where a mesh has none, and targets with accessors of their own", async () => {
    const { asset, bytes } = bakeFor(
      createFigure([WEIGHTS], {
        faces: 1,
        change: (json, add) => {
          const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
          const POSITION = add("VEC3", corners, { min: [0, 0, 0], max: [1, 1, 1] });
          const { targets } = json["meshes"][1].primitives[0] as { targets: Json[] };
          targets[0] = { POSITION };
          targets[1] = {
            POSITION: add(
              "VEC3",
              corners.map((each) => 2 * each),
              { min: [0, 0, 0], max: [2, 2, 2] },
            ),
          };
          json["meshes"][1].primitives[0] = {
            attributes: { POSITION },
            indices: add("SCALAR", new Uint16Array([0, 1, 2, 0, 2, 3])),
            targets,
          };
        },
      }),
      ALL,
    );
    const [{ attributes, targets, indices }] = meshes(asset)[1]!["primitives"] as [Json];
    expect(indices).toBeUndefined();
    expect(readAccessor(asset, attributes.NORMAL)).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 1, 0, 0]);
    expect(readAccessor(asset, attributes.POSITION)).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1]);
    expect(readAccessor(asset, targets[1].POSITION)).toEqual([0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 0, 0, 2, 0, 0, 0, 2]);
    expect(new Set([attributes.POSITION, targets[0].POSITION, targets[1].POSITION]).size).toBe(3);
    expect(await coreErrors(bytes)).toEqual([]);
  });

  it("has inverse bind matrices, and spots their angles", () => {
    const { asset } = bakeFor(
      createFigure([SWAY], {
        change: (json) => {
          delete json["skins"][0].inverseBindMatrices;
          json["extensions"] = { KHR_lights_punctual: { lights: [{ type: "spot", spot: {} }, { type: "point" }] } };
          json["extensionsUsed"] = ["KHR_lights_punctual"];
        },
      }),
      ALL,
    );
    expect(readAccessor(asset, asset.json["skins"][0].inverseBindMatrices)).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
    expect(asset.json["extensions"].KHR_lights_punctual.lights).toEqual([
      { type: "spot", spot: { innerConeAngle: 0, outerConeAngle: Math.PI / 4 } },
      { type: "point" },
    ]);
  });

  it("is in a scene: channels of other nodes, and of none, are left out with findings", () => {
    const { asset, report } = bakeFor(
      createFigure(
        [
          SWAY,
          { target: { path: "scale" }, values: [1, 1, 1, 2, 2, 2] },
          { target: { node: 3, path: "scale" }, values: [1, 1, 1, 2, 2, 2] },
        ],
        {
          change: (json) => json["nodes"].push({ name: "elsewhere" }),
        },
      ),
      ALL,
    );
    expect(channelsOf(asset).map(({ target }) => target as Json)).toEqual([{ node: 1, path: "rotation" }]);
    expect(sentencesOf(report.findings, "NOT_BAKED").filter((text) => text.includes("left out"))).toEqual([
      "/animations/0/channels/1: has no node, so that players ignore it; it is left out",
      "/animations/0/channels/2: animates node 3, which no scene shows; it is left out",
    ]);
  });

  it("outside of all scenes keeps its channels, if an animation has no others", async () => {
    const lost = { target: { node: 3, path: "scale" }, values: [1, 1, 1, 2, 2, 2] };
    const { asset, bytes, report } = bakeFor(createFigure([lost], { change: (json) => json["nodes"].push({ name: "elsewhere" }) }), ALL);
    expect(channelsOf(asset).map(({ target }) => target as Json)).toEqual([lost.target]);
    expect(sentencesOf(report.findings, "ENGINE_DIFFERS").join()).toContain("/nodes/3: an animated node outside of the scene: CesiumJS");
    expect(await coreErrors(bytes)).toEqual([]);
  });

  it("that shares nothing with others stays as it is", () => {
    const asset = createFigure([SWAY]);
    const { bytes, report } = bakeFor(asset, ALL);
    expect(report).toEqual({ animations: [], written: [], findings: [] });
    expect(bytes).toEqual(new Uint8Array(packGlb(asset.json, asset.bin)));
  });
});

describe("sparse outputs", () => {
  it("become dense, and what nothing uses any more is not sparse either", () => {
    const { asset } = bakeFor(readAsset("odd-blender-23-sparse-weights.glb"), ALL);
    expect(
      (asset.json["accessors"] as Json[]).filter(({ sparse, bufferView }) => sparse !== undefined && bufferView !== undefined),
    ).toEqual([]);
  });
});

describe("with clips that stay", () => {
  const TURN = channel("rotation", turns(0, 170));
  const kept = withClips(createFigure([TURN]), [{ name: "turn", animations: [0], end: 1 }]);

  it("their animations stay as they are, and the baked ones are written", () => {
    const { asset, report } = bakeFor(kept, { ...ALL, keep: true });
    expect(keysOf(asset, 0, 0).times).toEqual([0, 2]);
    expect(keysOf(asset, 0, 1).times).toHaveLength(10); // 85 degrees
    expect(report.written).toEqual([1]);
    expect(asset.json["animations"].map(({ name }: Json) => name as string)).toEqual(["play", "turn"]);
    expect(sentencesOf(report.findings, "ENGINE_DIFFERS").join()).toContain(
      "/animations/0/channels/0: a LINEAR rotation with wide angles between keys: PlayCanvas",
    );
  });

  it("their sparse keys stay sparse, also where another animation had the same", () => {
    const { json, bin } = createFigure([SWAY], {
      change: (figure, add) => {
        figure["change"] = [add("SCALAR", new Uint16Array([1])), add("VEC4", turns(4))];
        figure["animations"].push({ ...figure["animations"][0], name: "free" });
      },
    });
    const { change, ...rest } = json;
    const [indices, values] = (change as number[]).map((index) => ({ bufferView: json["accessors"][index].bufferView as number }));
    json["accessors"][json["animations"][0].samplers[0].output].sparse = { count: 1, indices: { ...indices, componentType: 5123 }, values };
    const asset = withClips({ json: rest, bin }, [{ name: "sway", animations: [0], end: 2 }]);
    const { asset: baked, report } = bakeFor(asset, { ...ALL, keep: true });
    expect(report.written).toContain(1);
    expect(rounded(keysOf(baked, 0, 0).values)).toEqual(rounded(turns(0, 4, 0)));
  });

  it("their meshes get no second target, which their keys would not fit", async () => {
    const smile: EngineChannel = { target: { node: 3, path: "weights" }, values: [0, 1] };
    const asset = createFigure([smile], {
      faces: 1,
      change: (json) => {
        json["meshes"][1].primitives[0].targets.pop();
        json["meshes"][1].weights = [0];
      },
    });
    const { asset: baked, bytes } = bakeFor(withClips(asset, [{ name: "smile", animations: [0], end: 2 }]), { ...ALL, keep: true });
    expect(baked.json["meshes"][1].primitives[0].targets).toHaveLength(1);
    expect(await coreErrors(bytes)).toEqual([]);
  });
});

describe("VRM animations", () => {
  it("have LINEAR keys, weights of expressions within 0..1, and no channel without a node", () => {
    const weight: EngineChannel = { target: { node: 3, path: "translation" }, values: [-1, 0, 0, 3, 0, 0], times: [0, 4] };
    const source = createFigure([{ target: { path: "scale" }, values: [1, 1, 1, 1, 1, 1] }, weight], {
      change: (json) => {
        json["nodes"].push({ name: "happy" });
        json["scenes"][0].nodes.push(3);
        const humanoid = { humanBones: { hips: { node: 1 } } };
        json["extensions"] = { VRMC_vrm_animation: { specVersion: "1.0", humanoid, expressions: { custom: { smile: { node: 3 } } } } };
        json["extensionsUsed"] = ["VRMC_vrm_animation"];
      },
    });
    const { asset, report } = bakeFor(source, { for: ["three-vrm"] });
    expect(channelsOf(asset)).toHaveLength(1);
    expect(keysOf(asset)).toEqual({ times: [0, 1, 2, 4], values: [0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0], interpolation: "LINEAR" });
    expect(report.findings.filter(({ code }) => code === "ENGINE_DIFFERS")).toEqual([]);
    for (const time of [0, 0.5, 1.5, 2.5, 4]) {
      const [expected, shown] = [source, asset].map((each) => evaluateAnimations(nodeChannels(each), [0], time)[0]!.value[0]!);
      expect(shown).toBeCloseTo(Math.min(Math.max(expected!, 0), 1), 6);
    }
  });
});

describe("options", () => {
  it("an unknown engine is refused, with the list", () => {
    expect(() => bakeFor(createFigure([SWAY]), { for: ["unity"] })).toThrow(
      `options.for/0: ${ruleOf("allOrOneOf", Object.keys(ENGINES).join(", "), '"unity"')}`,
    );
  });

  it.each(Object.keys(ENGINES) as EngineName[])(
    "for %s alone, only what it shows otherwise is written, and nothing of that is left",
    (name) => {
      const asset = createFigure(
        [
          { ...SWAY, times: [1, 1.25, 2] },
          channel("scale", [1, 1, 1, 2, 2, 2], { interpolation: "STEP", times: [0, 3] }),
          { target: { node: 3, path: "weights" }, values: [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0], interpolation: "CUBICSPLINE" },
        ],
        { faces: 1, change: (json, add) => Object.assign(json["meshes"][1].primitives[0].attributes as Json, addTriangle(add)) },
      );
      const { bytes } = bakeFor(asset, { for: [name] });
      const left = ValidateAnimations(GltfFile.parse(bytes), { for: [name] }).map(({ message }) => message);
      expect(left.filter((message) => message.includes("bake --for"))).toEqual([]);
    },
  );

  it("compressed keys are reported once, and nothing is written", () => {
    const asset = createFigure([SWAY], {
      change: (json) => {
        json["extensionsUsed"] = ["EXT_meshopt_compression"];
        json["extensionsRequired"] = ["EXT_meshopt_compression"];
      },
    });
    asset.json["buffers"].push({ byteLength: 1000, extensions: { EXT_meshopt_compression: { fallback: true } } });
    const [{ output }] = samplersOf(asset) as [Json];
    const view = asset.json["bufferViews"][asset.json["accessors"][output].bufferView] as Json;
    Object.assign(view, {
      buffer: 1,
      extensions: { EXT_meshopt_compression: { buffer: 0, byteStride: 16, count: 3, mode: "ATTRIBUTES" } },
    });
    const { report } = bakeFor(asset, ALL);
    expect([report.written, report.findings.map(({ code }) => code)]).toEqual([[], ["NOT_BAKED"]]);
  });
});
