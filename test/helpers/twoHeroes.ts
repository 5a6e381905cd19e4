/** Two characters whose skeletons differ: the hero of the playground, and a hero with other names and longer limbs. */
import { readFileSync } from "node:fs";
import { packGlb, unpackGlb } from "../../scripts/glb.mjs";
import { type ClipLibrary, LoadClipLibraryAsync } from "../../src/index.js";
import { GltfFile } from "../../src/tools.js";
import type { Scene } from "@babylonjs/core/scene.js";
import type { Asset, Json } from "./gltfPose.js";

/** A model of the playground, with its animations as clips. */
export function modelOf(file: string): Asset {
  const asset = unpackGlb(readFileSync(new URL(`../../playground/models/${file}`, import.meta.url)));
  delete asset.json["extensions"];
  delete asset.json["extensionsUsed"];
  return asset;
}

export const HERO: Asset = modelOf("hero.glb");

/** How much longer the limbs of the other hero are. */
export const LONGER = 1.5;

/** The name of a node in the other hero. */
export const otherName = (name: string): string => `other ${name}`;

/** The other hero, without animations. */
export const OTHER: Asset = { json: structuredClone(HERO.json), bin: HERO.bin };
(OTHER.json["nodes"] as Json[]).forEach((node) => {
  node["name"] = otherName(node["name"] as string);
  node["translation"] &&= (node["translation"] as number[]).map((each) => each * LONGER);
});
delete OTHER.json["animations"];

export const HIPS_AND_FOOT = { rootNode: "hips", groundNode: "left foot" } as const;

/** Loads a library of clips for other skeletons. */
export function loadMoves({ json, bin }: Asset, scene: Scene, retarget = true): Promise<ClipLibrary> {
  return LoadClipLibraryAsync(new Uint8Array(packGlb(json, bin)), scene, { retarget });
}

/**
 * The hero with one clip, in which the hips go 2 m forward in 1 s, and the left foot keeps its rotation.
 * @param begin seconds of the first keys
 */
export function createWalker(begin = 0): { readonly asset: Asset; readonly hips: readonly [number, number, number] } {
  const json = structuredClone(HERO.json);
  const [hips, foot] = ["hips", "left foot"].map((name) => json["nodes"].findIndex((node: Json) => node["name"] === name)) as [
    number,
    number,
  ];
  const [x, y, z] = json["nodes"][hips].translation as [number, number, number];
  const keys = new Float32Array([begin, begin + 1, x, y, z, x, y, z + 2, 0, 0, 0, 1, 0, 0, 0, 1]);
  const bin = Buffer.concat([HERO.bin, Buffer.from(keys.buffer)]);
  json["buffers"][0].byteLength = bin.length;
  const bufferView = json["bufferViews"].push({ buffer: 0, byteOffset: bin.length - keys.byteLength, byteLength: keys.byteLength }) - 1;
  const stated = { bufferView, componentType: 5126, count: 2 };
  const input =
    json["accessors"].push(
      { ...stated, type: "SCALAR", min: [begin], max: [begin + 1] },
      { ...stated, byteOffset: 8, type: "VEC3" },
      { ...stated, byteOffset: 32, type: "VEC4" },
    ) - 3;
  const channels = [
    { sampler: 0, target: { node: hips, path: "translation" } },
    { sampler: 1, target: { node: foot, path: "rotation" } },
  ];
  json["animations"] = [{ name: "walk", channels, samplers: [1, 2].map((i) => ({ input, output: input + i })) }];
  return { asset: { json, bin }, hips: [x, y, z] };
}

/** A file whose keys are all later. */
export function laterBy(seconds: number, { json, bin }: Asset): Asset {
  const later = structuredClone({ json, bin: Buffer.from(bin) });
  const { accessors, animations, bufferViews } = later.json;
  const view = new DataView(later.bin.buffer, later.bin.byteOffset, later.bin.byteLength);
  for (const input of new Set(
    (animations as Json[]).flatMap(({ samplers }) => (samplers as Json[]).map((each) => each["input"] as number)),
  )) {
    const accessor = accessors[input] as Json;
    const { byteOffset = 0, bufferView, count } = accessor;
    const begin = byteOffset + (bufferViews[bufferView].byteOffset ?? 0);
    for (let at = begin; at < begin + 4 * count; at += 4) {
      view.setFloat32(at, view.getFloat32(at, true) + seconds, true);
    }
    ["min", "max"].forEach((bound) => (accessor[bound] = [accessor[bound][0] + seconds]));
  }
  return later;
}

/** The hero with another interpolation, whose tangents are small. */
export function interpolated(interpolation: "STEP" | "CUBICSPLINE"): Asset {
  const json = structuredClone(HERO.json);
  const file = GltfFile.parse(new Uint8Array(packGlb(HERO.json, HERO.bin)));
  const parts = [HERO.bin];
  let byteOffset = HERO.bin.length;
  for (const sampler of (json["animations"] as Json[]).flatMap(({ samplers }) => samplers as Json[])) {
    sampler["interpolation"] = interpolation;
    if (interpolation === "CUBICSPLINE") {
      const { type, count } = json["accessors"][sampler["output"]];
      const values = file.readAccessor(sampler["output"]);
      const width = values.length / count;
      const keys = Array.from({ length: count }, (_, i) => [
        ...new Array<number>(width).fill(0.1),
        ...values.subarray(i * width, (i + 1) * width),
        ...new Array<number>(width).fill(0.1),
      ]);
      const bytes = Buffer.from(Float32Array.from(keys.flat()).buffer);
      const bufferView = json["bufferViews"].push({ buffer: 0, byteOffset, byteLength: bytes.length }) - 1;
      sampler["output"] = json["accessors"].push({ bufferView, componentType: 5126, count: 3 * count, type }) - 1;
      parts.push(bytes);
      byteOffset += bytes.length;
    }
  }
  json["buffers"][0].byteLength = byteOffset;
  return { json, bin: Buffer.concat(parts) };
}
