/** The hero, a character made by a script. */
import { readFileSync } from "node:fs";
import { Matrix, Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { describe, expect, it } from "@jest/globals";
import { createHero } from "../playground/demoModels/hero.mjs";
import { GAME_MOVES } from "../playground/demoModels/hero/gameMoves.mjs";
import { missingReach, MOVES } from "../playground/demoModels/hero/moves.mjs";
import { ANKLE, BALL, HEEL } from "../playground/demoModels/hero/skeleton.mjs";
import { unpackGlb } from "../scripts/glb.mjs";
import { GltfFile, ValidateAnimations } from "../src/tools.js";
import { evaluateAnimations, type Json } from "./helpers/gltfPose.js";
import { validate } from "./helpers/validator.js";

const BYTES = readFileSync(new URL("../playground/models/hero.glb", import.meta.url));
const ASSET = unpackGlb(BYTES);
const NODES = ASSET.json["nodes"] as Json[];
const CLIPS = ASSET.json["extensions"].KHR_animation_clip.clips as Json[];

/** The matrix of a node in the world, in an animation at a time. */
function worldOf(name: string, animation: number, time: number): Matrix {
  const values = evaluateAnimations(ASSET, [animation], time);
  const matrixOf = (index: number): Matrix => {
    const valueOf = (path: string, rest: readonly number[]): readonly number[] =>
      values.find((value) => value.node === index && value.path === path)?.value ?? NODES[index]![path] ?? rest;
    const local = Matrix.Compose(
      Vector3.FromArray(valueOf("scale", [1, 1, 1])),
      Quaternion.FromArray(valueOf("rotation", [0, 0, 0, 1])),
      Vector3.FromArray(valueOf("translation", [0, 0, 0])),
    );
    const parent = NODES.findIndex(({ children = [] }) => children.includes(index));
    return parent < 0 ? local : local.multiply(matrixOf(parent));
  };
  return matrixOf(NODES.findIndex((node) => node["name"] === name));
}

/** Heel and ball of a foot, on the floor if the foot is planted. */
function solePoints(side: string, animation: number, time: number): readonly Vector3[] {
  const foot = worldOf(`${side} foot`, animation, time);
  return [-HEEL, BALL].map((z) => Vector3.TransformCoordinates(new Vector3(0, -ANKLE, z), foot));
}

it("the file is what the script makes, again and again, with 500 kB at most", () => {
  expect(Buffer.compare(createHero(), BYTES)).toBe(0);
  expect(BYTES.length).toBeLessThan(500e3);
});

it("the hero of the template is what the script makes, with 300 kB at most, and has neither errors nor warnings", async () => {
  const bytes = readFileSync(new URL("../templates/third-person/public/hero.glb", import.meta.url));
  expect(Buffer.compare(createHero(1.5, GAME_MOVES, true), bytes)).toBe(0);
  expect(bytes.length).toBeLessThan(300e3);
  expect((await validate(bytes)).issues.messages.filter(({ severity }) => severity < 2)).toEqual([]);
  expect(ValidateAnimations(GltfFile.parse(bytes))).toEqual([]);
});

it.each(GAME_MOVES.filter((move) => !MOVES.includes(move)))(
  "the legs of the template's hero reach the feet: $name",
  ({ seconds, frames, postureAt }) => {
    const times = Array.from({ length: frames + 1 }, (_each, i) => (i * seconds) / frames);
    expect(Math.max(...times.map((time) => missingReach(postureAt(time))))).toBeLessThan(0.001);
  },
);

it("the file has neither errors nor warnings, and its clips lie within their animations", async () => {
  const { issues } = await validate(BYTES);
  expect(issues.messages.filter(({ severity }) => severity < 2)).toEqual([]);
  expect(ValidateAnimations(GltfFile.parse(BYTES))).toEqual([]);
});

const FORWARDS = CLIPS.filter(({ name }) => name !== "walk backwards");

describe.each(FORWARDS.map((clip) => ({ name: clip["name"] as string, clip })))("the feet of $name", ({ clip }) => {
  const animation = clip["animations"][0] as number;
  const speed: number = clip["extras"]?.metersPerSecond ?? 0;
  const RATE = 240;
  const times = Array.from({ length: Math.round(clip["end"] * RATE) + 1 }, (_each, i) => i / RATE);

  it.each(["left", "right"])("do not slide on the floor, and do not sink into it: %s", (side) => {
    const points = times.map((time) => solePoints(side, animation, time));
    let [slipped, most, planted, lowest] = [0, 0, 0, 0];
    for (let i = 1; i < points.length; i++) {
      const slips = points[i]!.flatMap((now, point) => {
        const before = points[i - 1]![point]!;
        lowest = Math.min(lowest, now.y);
        return Math.max(before.y, now.y) < 1e-3 ? [Math.hypot(now.x - before.x, now.z - before.z + speed / RATE)] : [];
      });
      slipped = slips.length > 0 ? slipped + Math.max(...slips) : 0; // since the foot touched the floor
      most = Math.max(most, slipped);
      planted += slips.length > 0 ? 1 / times.length : 0;
    }
    expect(planted).toBeGreaterThan(0.25);
    expect(most).toBeLessThan(0.008);
    expect(lowest).toBeGreaterThan(-0.002);
  });

  it("end where they begin", () => {
    for (const side of ["left", "right"]) {
      const [first, last] = [0, clip["end"] as number].map((time) => solePoints(side, animation, time));
      first!.forEach((point, i) => expect(Vector3.Distance(point, last![i]!)).toBeLessThan(1e-4));
    }
  });
});
