/** What other engines show of files that are baked for them: the values of the exact curves, to a thousandth. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it, jest } from "@jest/globals";
import { babylon } from "../../../conformance/engines/babylon.mjs";
import type { Adapter, Shown } from "../../../conformance/engines/cases.mjs";
import { playcanvas } from "../../../conformance/engines/playcanvas.mjs";
import { three } from "../../../conformance/engines/three.mjs";
import { packGlb, unpackGlb } from "../../../scripts/glb.mjs";
import { GltfFile, ValidateAnimations } from "../../../src/tools.js";
import { eachAsset, readAsset } from "../../helpers/assets.js";
import { createFigure, SWAY } from "../../helpers/engineAssets.js";
import type { Asset, Json } from "../../helpers/gltfPose.js";
import { bakeFor, largestDifference, lengthOf, timesOf, valuesOf } from "../../helpers/portable.js";

const CLIPS = readdirSync("conformance/clips").map((file) => ({ file, asset: unpackGlb(readFileSync(`conformance/clips/${file}`)) }));

/** The file without its materials and pictures, which engines without a page cannot load. */
function bare({ json, bin }: Asset): Uint8Array {
  const { extensionsUsed = [], ...rest } = structuredClone(json);
  ["materials", "textures", "images", "extensionsRequired"].forEach((member) => delete rest[member]);
  const primitives = ((rest["meshes"] ?? []) as Json[]).flatMap((mesh) => mesh["primitives"] as Json[]);
  primitives.forEach((primitive) => delete primitive["material"]);
  delete rest["extensions"]?.KHR_interactivity; // it names materials
  const used = (extensionsUsed as string[]).filter((name) => !/materials|texture|interactivity/.test(name));
  return packGlb({ ...rest, ...(used.length > 0 && { extensionsUsed: used }) }, bin);
}

/** The largest difference from the exact curve, of all animations that were written. */
async function largestOf(
  exact: Asset,
  baked: Asset,
  animations: readonly (readonly [exact: number, baked: number])[],
  { play }: Adapter,
  count: number,
): Promise<number> {
  const bytes = bare(baked);
  const nodes = (baked.json["nodes"] as Json[]).map(({ name }) => name as string);
  let largest = 0;
  for (const [of, animation] of animations) {
    const length = lengthOf(baked, animation);
    const times = timesOf(exact, of, count).filter((each) => each < length);
    const shown = await play({ bytes, animation, nodes, times });
    times.forEach((time, i) => {
      const expected = valuesOf(exact, of, time);
      const values = expected.map(({ node, path }) => ({ node, path, value: [...shown[i]![node]![path as keyof Shown]] }));
      largest = Math.max(largest, largestDifference(expected, values));
    });
  }
  return largest;
}

describe.each([three, playcanvas, babylon])("$name", (engine) => {
  it.each(CLIPS)("shows the clips of conformance/clips/$file", async ({ asset }) => {
    const exact = bakeFor(asset, {});
    const { asset: baked, report } = bakeFor(asset, { for: "all" });
    const names = exact.report.animations.map(({ clip }) => clip);
    const pairs = report.animations.map(
      ({ clip, animation }) => [exact.report.animations[names.indexOf(clip)]!.animation, animation] as const,
    );
    expect(pairs.length).toBeGreaterThan(0);
    expect(await largestOf(exact.asset, baked, pairs, engine, 67)).toBeLessThan(1e-3);
  });

  eachAsset([
    { file: "pointer-WhackAMole.glb" },
    { file: "pointer-ghost_v2.glb" },
    { file: "morph-MorphStressTest.glb" },
    { file: "pointer-AnimateAllTheThings-blender24.glb" },
    { file: "trs-InterpolationTest.glb" },
    { file: "odd-blender-23-sparse-weights.glb" },
    { file: "skin-CesiumMan.glb" },
    { file: "trs-BoxAnimated.glb" },
    { file: "morph-AnimatedMorphCube-quantized.glb" },
  ])("shows $file", async ({ file }) => {
    const asset = readAsset(file);
    const { asset: baked } = bakeFor(asset, { for: "all" });
    const pairs = (baked.json["animations"] as unknown[]).map((__, i) => [i, i] as const);
    expect(await largestOf(asset, baked, pairs, engine, 23)).toBeLessThan(1e-3);
  });
});

it("baked without naming engines, splines and wide arcs show otherwise in PlayCanvas", async () => {
  const { asset } = CLIPS.find(({ file }) => file === "interpolations.glb")!;
  const { asset: exact, report } = bakeFor(asset, {});
  const pairs = report.animations.map(({ animation }) => [animation, animation] as const);
  expect(await largestOf(exact, exact, pairs, playcanvas, 67)).toBeGreaterThan(0.01);
});

describe("names in three.js", () => {
  /** The figure, with nodes before and behind it, whose meshes 1 and 2 have two primitives, and mesh 3 one. */
  const figure = (joint: string, before: readonly Json[], behind: readonly Json[] = [], change?: (json: Json) => void): Asset =>
    createFigure([SWAY], {
      change: (json) => {
        json["nodes"][1].name = joint;
        const [{ attributes }] = json["meshes"][0].primitives;
        json["meshes"].push(...[2, 2, 1].map((count) => ({ primitives: Array.from({ length: count }, () => ({ attributes })) })));
        json["cameras"] = [{ name: "eye", type: "orthographic", orthographic: { xmag: 1, ymag: 1, znear: 0, zfar: 1 } }];
        json["extensionsUsed"] = ["KHR_lights_punctual"];
        json["extensions"] = { KHR_lights_punctual: { lights: [{ name: "lamp", type: "point" }] } };
        const add = (node: Json): number => json["nodes"].push(node) - 1;
        json["scenes"][0].nodes = [...before.map(add), ...(json["scenes"][0].nodes as number[]), ...behind.map(add)];
        change?.(json);
      },
    });
  const mole = { name: "mole", mesh: 1 };
  const named = (json: Json): unknown => (json["meshes"][1].name = "mole");
  const light = { KHR_lights_punctual: { light: 0 } };

  /** A place is found if three.js plays a file otherwise; baked for three.js, the file plays right. */
  async function expectPlayed(asset: Asset, isRight: boolean, place: string): Promise<void> {
    const isRightIn = async (file: Asset): Promise<boolean> => (await largestOf(asset, file, [[0, 0]], three, 23)) < 1e-3;
    const places = ({ json, bin }: Asset): string[] =>
      ValidateAnimations(GltfFile.parse(packGlb(json, bin)), { for: ["three"] }).map(({ pointer }) => pointer);
    expect([await isRightIn(asset), places(asset)]).toEqual([isRight, isRight ? [] : [place]]);

    const { asset: baked, report } = bakeFor(asset, { for: ["three"] });
    expect([await isRightIn(baked), places(baked)]).toEqual([true, []]);
    expect(report.findings.map(({ code }) => code)).toEqual(isRight ? [] : ["BAKED_OTHERWISE"]);
  }

  it.each([
    ["a primitive before", false, figure("mole_1", [mole], [], named)],
    ["the second primitive before", false, figure("mole_2", [mole], [], named)],
    ["a number beyond the primitives", true, figure("mole_3", [mole], [], named)],
    ["a primitive behind", true, figure("mole_1", [], [mole], named)],
    ["a mesh without a name", false, figure("mesh_1_1", [mole])],
    ["a mesh with one primitive", true, figure("mole_1", [{ ...mole, mesh: 3 }], [], (json) => (json["meshes"][3].name = "mole"))],
    [
      "many equal nodes",
      false,
      figure(
        "twin_1",
        Array.from({ length: 9 }, () => ({ name: "twin" })),
      ),
    ],
    ["the second of equal nodes", false, figure("twin_1", [{ name: "twin" }, { name: "twin" }])],
    ["equal nodes behind", true, figure("twin_1", [], [{ name: "twin" }, { name: "twin" }])],
    ["characters that three.js leaves out", false, figure("twin1_1", [{ name: "twin.1" }, { name: "twin1" }])],
    ["a node of the scene's name", false, figure("stage_1", [{ name: "stage" }], [], (json) => (json["scenes"][0].name = "stage"))],
    ["a name that is the joint's own", true, figure("joint", [], [{ name: "joint" }])],
    ["a camera of a node without a name", false, figure("eye_1", [{ name: "eye" }, { camera: 0 }])],
    ["a camera of a node with a name", true, figure("eye_1", [{ name: "eye" }, { name: "cyclops", camera: 0 }])],
    ["a light beside a mesh", false, figure("lamp_1", [{ name: "lamp" }, { name: "post", mesh: 3, extensions: light }])],
    ["a light alone", true, figure("lamp_1", [{ name: "lamp" }, { name: "post", extensions: light }])],
    ["copies of a mesh", false, figure("mesh_3_instance_0", [{ mesh: 3 }, { mesh: 3 }])],
    [
      "copies of a mesh with names",
      true,
      figure("mesh_3_instance_0", [
        { mesh: 3, name: "a" },
        { mesh: 3, name: "b" },
      ]),
    ],
  ])("%s", async (_, isRight, asset) => {
    await expectPlayed(asset, isRight, "/nodes/1");
    expect(bakeFor(asset, { for: ["three"] }).asset.json["nodes"][1].name === asset.json["nodes"][1].name).toBe(isRight);
  });

  it.each([
    ["a name", [], "face-2"],
    ["a name of which no number is taken either", ["face-2_1"], "face-2-2"],
  ])("two primitives that morph, whose mesh gets %s", async (_, others, name) => {
    const weights = { target: { node: 3, path: "weights" }, values: [0, 0, 1, 0.5], times: [0, 2] };
    const asset = createFigure([weights], {
      faces: 1,
      change: (json) => {
        const [primitive] = json["meshes"][1].primitives;
        Object.assign(json["meshes"][1], { name: "face", primitives: [primitive, primitive] });
        json["nodes"].push(...["face", "face_1", ...others].map((other) => ({ name: other })));
        json["scenes"][0].nodes = [...others.map((__, i) => 6 + i), 4, 5, 0, 2, 3];
      },
    });
    const log = jest.spyOn(console, "error").mockImplementation(() => undefined);
    await expectPlayed(asset, false, "/nodes/3");
    expect(log).toHaveBeenCalledTimes(1); // by three.js, about the file that is not baked
    log.mockRestore();
    expect(bakeFor(asset, { for: ["three"] }).asset.json["meshes"][1].name).toBe(name);
  });
});
