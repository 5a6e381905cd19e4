/**
 * Files in which everything that a pointer can point at is seen: a ball before a chequered wall, with a light and a camera. Made from the
 * specifications' texts, without anything of the package.
 */
import { crc32, deflateSync } from "node:zlib";
import { addTimes, AssetBuilder, pointerTarget, VALUE_TYPES, type AccessorType } from "../../helpers/gltfAsset.js";
import type { Asset, Json } from "../../helpers/gltfPose.js";

/** A value as components. */
export type Value = readonly number[];

/** One property that moves, and the surroundings in which one sees it. */
export interface VisibleCase {
  readonly pointer: string;
  readonly from: Value | boolean;
  readonly to: Value | boolean;
  /** The material of the ball. */
  readonly material?: Json;
  /** The light before the ball. */
  readonly light?: Json;
  readonly camera?: Json;
  /** Where the light is, shining backwards. */
  readonly lightAt?: Value;
  /** Lights the scene with an image, too. */
  readonly environment?: boolean;
}

const RINGS = 16;
const SEGMENTS = 32;

/** A ball of radius 1: positions, normals, tangents, texture coordinates, and two shapes to morph to. */
function createBall(): { attributes: Record<string, number[]>; targets: number[][]; indices: number[] } {
  const attributes = { POSITION: [] as number[], NORMAL: [] as number[], TANGENT: [] as number[], TEXCOORD_0: [] as number[] };
  const targets: number[][] = [[], []];
  const indices: number[] = [];
  for (let ring = 0; ring <= RINGS; ring++) {
    for (let segment = 0; segment <= SEGMENTS; segment++) {
      const [latitude, longitude] = [(ring / RINGS) * Math.PI, (segment / SEGMENTS) * 2 * Math.PI];
      const normal = [Math.sin(latitude) * Math.sin(longitude), Math.cos(latitude), Math.sin(latitude) * Math.cos(longitude)];
      attributes.POSITION.push(...normal);
      attributes.NORMAL.push(...normal);
      attributes.TANGENT.push(Math.cos(longitude), 0, -Math.sin(longitude), 1);
      attributes.TEXCOORD_0.push(segment / SEGMENTS, ring / RINGS);
      targets[0]!.push(normal[0]!, 0, 0);
      targets[1]!.push(0, normal[1]! / 2, 0);
      if (ring < RINGS && segment < SEGMENTS) {
        const corner = ring * (SEGMENTS + 1) + segment;
        const below = corner + SEGMENTS + 1;
        indices.push(corner, below, corner + 1, corner + 1, below, below + 1);
      }
    }
  }
  return { attributes, targets, indices };
}

const WALL = {
  attributes: {
    POSITION: [-4, -4, 0, 4, -4, 0, -4, 4, 0, 4, 4, 0],
    NORMAL: [0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1],
    TEXCOORD_0: [0, 4, 4, 4, 0, 0, 4, 0],
  },
  indices: [0, 1, 2, 2, 1, 3],
};

const TYPES: Readonly<Record<string, AccessorType>> = { POSITION: "VEC3", NORMAL: "VEC3", TANGENT: "VEC4", TEXCOORD_0: "VEC2" };
const WIDTHS: Readonly<Record<string, number>> = { POSITION: 3, NORMAL: 3, TANGENT: 4, TEXCOORD_0: 2 };

function addPrimitive(
  { add }: AssetBuilder,
  { attributes, indices, targets }: Partial<ReturnType<typeof createBall>>,
  material: number,
): Json {
  const addVectors = (name: string, values: readonly number[]): number => {
    const width = WIDTHS[name]!;
    const columns = Array.from({ length: width }, (_, column) => values.filter((_, i) => i % width === column));
    const bounds = { min: columns.map((column) => Math.min(...column)), max: columns.map((column) => Math.max(...column)) };
    // as they are stored
    const round = ({ min, max }: typeof bounds): Json => ({ min: min.map(Math.fround), max: max.map(Math.fround) });
    return add(TYPES[name]!, values, name === "POSITION" ? round(bounds) : {});
  };
  return {
    attributes: Object.fromEntries(Object.entries(attributes!).map(([name, values]) => [name, addVectors(name, values)])),
    indices: add("SCALAR", new Uint16Array(indices!)),
    material,
    ...(targets && { targets: targets.map((values) => ({ POSITION: addVectors("POSITION", values) })) }),
  };
}

const IMAGE_SIZE = 16;

/** A picture in which every channel changes, also that of a normal: RGBA. */
function createImage(): Uint8Array {
  const rows = Array.from({ length: IMAGE_SIZE }, (_, y) => {
    const row = Array.from({ length: IMAGE_SIZE }, (_, x) => {
      const isOdd = ((x >> 2) + (y >> 2)) % 2 === 1;
      return [isOdd ? 230 : 90, 60 + 10 * y, isOdd ? 250 : 140, 15 + 15 * x];
    });
    return [0, ...row.flat()];
  });
  return createPng(IMAGE_SIZE, Uint8Array.from(rows.flat()));
}

/** A square PNG of RGBA rows, each behind its filter. */
export function createPng(size: number, rows: Uint8Array): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const chunk = (type: string, data: Uint8Array): Uint8Array => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const signature = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", deflateSync(rows)), chunk("IEND", new Uint8Array(0))]);
}

const MATERIAL: Json = { pbrMetallicRoughness: { baseColorFactor: [0.75, 0.5, 0.25, 1], metallicFactor: 0.25, roughnessFactor: 0.5 } };
const LIGHT: Json = { type: "point", color: [1, 1, 1], intensity: 40 };
const CAMERA: Json = { type: "perspective", perspective: { yfov: 0.75, znear: 0.125, zfar: 50 } };

/** Far from the axis, so that one sees it turn. */
const LIGHT_AT: Value = [2, 1.5, 3];

function createScene({ material, light, camera, lightAt = LIGHT_AT, environment = false }: VisibleCase): {
  json: Json;
  builder: AssetBuilder;
} {
  const json: Json = {
    scenes: [{ nodes: [0, 1, 2, 3] }],
    nodes: [
      { name: "ball", mesh: 0 },
      { name: "wall", mesh: 1, translation: [0, 0, -2] },
      { name: "light", translation: lightAt, extensions: { KHR_lights_punctual: { light: 0 } } },
      { name: "camera", translation: [0, 0, 4], camera: 0 },
    ],
    cameras: [camera ?? structuredClone(CAMERA)],
    materials: [merge(structuredClone(MATERIAL), material ?? {}), { pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
    extensions: { KHR_lights_punctual: { lights: [merge(structuredClone(LIGHT), light ?? {})] } },
    textures: [{ source: 0 }],
  };
  json["materials"][1].extensions = { KHR_materials_unlit: {} };
  const builder = new AssetBuilder();
  const ball = createBall();
  json["meshes"] = [{ primitives: [addPrimitive(builder, ball, 0)], weights: [0, 0] }, { primitives: [addPrimitive(builder, WALL, 1)] }];
  json["images"] = [{ mimeType: "image/png", bufferView: builder.addBytes(createImage()) }];
  if (environment) {
    const irradianceCoefficients = Array.from({ length: 9 }, (_, i) => [1 / (i + 1), 0.5 / (i + 1), 0.25 / (i + 2)]);
    const image = { irradianceCoefficients, specularImages: [[0, 0, 0, 0, 0, 0]], specularImageSize: IMAGE_SIZE, intensity: 1 };
    json["extensions"]["EXT_lights_image_based"] = { lights: [image] };
    json["scenes"][0].extensions = { EXT_lights_image_based: { light: 0 } };
  }
  return { json, builder };
}

/** Adds what one object has to another, at any depth. */
function merge(into: Json, more: Json): Json {
  for (const [name, value] of Object.entries(more)) {
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    into[name] = isObject ? merge((into[name] ?? {}) as Json, value as Json) : value;
  }
  return into;
}

/** States a value in the JSON, and the objects on the way. */
function state(json: Json, pointer: string, value: unknown): void {
  const names = pointer.slice(1).split("/");
  const last = names.pop()!;
  const holder = names.reduce<Json>((object, name) => (object[name] ??= {}) as Json, json);
  holder[last] = value;
}

function finish(json: Json, builder: AssetBuilder): Asset {
  const extensionsUsed = [...new Set(JSON.stringify(json).match(/\b(KHR|EXT)_[a-z0-9_]+\b/g))];
  return builder.build({ ...json, extensionsUsed });
}

/** What a value is in JSON: one component stands alone. */
function toJson(value: Value | boolean): unknown {
  return typeof value === "boolean" ? value : value.length === 1 ? value[0] : [...value];
}

/** A file with a static value. */
export function createStill(visible: VisibleCase, value: Value | boolean): Asset {
  const { json, builder } = createScene(visible);
  state(json, visible.pointer, toJson(value));
  return finish(json, builder);
}

/** A file whose property goes from one value to the other in one second. */
export function createMoving(visible: VisibleCase): Asset {
  const { json, builder } = createScene(visible);
  const { pointer, from, to } = visible;
  state(json, pointer, toJson(from));
  const input = addTimes(builder.add, [0, 1]);
  const isBool = typeof from === "boolean";
  const values = [from, to].flatMap((value) => (typeof value === "boolean" ? Number(value) : value));
  // weights are one scalar each
  const type = isBool || /\/weights$/.test(pointer) ? "SCALAR" : VALUE_TYPES[values.length / 2]!;
  const output = builder.add(type, isBool ? Uint8Array.from(values) : values);
  json["animations"] = [
    {
      samplers: [{ input, output, interpolation: isBool ? "STEP" : "LINEAR" }],
      channels: [{ sampler: 0, target: pointerTarget(pointer) }],
    },
  ];
  return finish(json, builder);
}
