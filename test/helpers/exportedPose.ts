/**
 * Compares an exported asset with the one that was loaded, by their JSON and accessors alone. Objects are found again by names, which are
 * given to the Babylon objects before the export.
 */
import { evaluateChannel, type Asset, type Json } from "./gltfPose.js";

/** The JSON of an asset that Babylon's loader has loaded: it keeps its objects there. */
export type LoadedJson = Json;

interface Named {
  name: string;
}

const primitivesOf = (node: Json): Named[] => (node["_primitiveBabylonMeshes"] as Named[] | undefined) ?? [];

/** Gives every Babylon object a name that says which object of the asset it is. */
export function nameByIndex(json: LoadedJson, suffix = ""): void {
  const each = (list: unknown, name: (item: Json, index: number) => void): void => (list as Json[] | undefined)?.forEach(name);
  each(json["nodes"], (node, i) => {
    primitivesOf(node).forEach((mesh, primitive) => (mesh.name = `node ${i} primitive ${primitive}${suffix}`));
    const transformNode = (node["_babylonTransformNodeForSkin"] ?? node["_babylonTransformNode"]) as Named | undefined;
    if (transformNode) {
      transformNode.name = `node ${i}${suffix}`;
    }
  });
  each(json["materials"], (material, i) =>
    Object.values((material["_data"] ?? {}) as Json).forEach(
      ({ babylonMaterial }: Json) => (babylonMaterial.name = `material ${i}${suffix}`),
    ),
  );
  each(json["animations"], (animation, i) => {
    const group = animation["_babylonAnimationGroup"] as Named | undefined;
    if (group) {
      group.name = `animation ${i}${suffix}`;
    }
  });
}

/** The value of every animated property at a time, by JSON pointer. */
export function evaluateAll(asset: Asset, animation: Json, time: number): Map<string, number[]> {
  const values = new Map<string, number[]>();
  for (const channel of animation["channels"] as Json[]) {
    const { node, path, extensions } = channel["target"] as Json;
    const pointer = (extensions?.KHR_animation_pointer?.pointer as string | undefined) ?? `/nodes/${node}/${path}`;
    const isRotation = /^\/nodes\/\d+\/rotation$/.test(pointer);
    const target = { node: 0, path: isRotation ? "rotation" : "" };
    values.set(pointer, evaluateChannel(asset, animation, { ...channel, target }, time)?.value ?? []);
  }
  return values;
}

/** Where an object of the loaded asset is in the exported one; several where a mesh has several primitives. */
function pointersFor(pointer: string, exported: Json, loaded: LoadedJson, suffix: string): string[] {
  const [, collection, index, ...rest] = pointer.split("/") as [string, string, string, ...string[]];
  const find = (list: string, name: string): string[] =>
    (exported[list] as Json[]).flatMap((each, i) => (each["name"] === `${name}${suffix}` ? [`/${list}/${i}/${rest.join("/")}`] : []));
  switch (collection) {
    case "nodes": {
      const count = primitivesOf(loaded["nodes"][index]).length;
      return rest[0] === "weights" && count > 0
        ? Array.from({ length: count }, (_, i) =>
            find("nodes", `node ${index}${nodeIsMesh(loaded, index) ? "" : ` primitive ${i}`}`),
          ).flat()
        : find("nodes", `node ${index}`);
    }
    case "materials":
      return find("materials", `material ${index}`);
    case "cameras":
      return nodesWith(loaded, ({ camera }) => camera === Number(index)).flatMap((node) =>
        camerasAt(exported, `node ${node}${suffix}`, rest),
      );
    case "extensions":
      return nodesWith(loaded, ({ extensions }) => extensions?.KHR_lights_punctual?.light === Number(rest[1])).flatMap((node) =>
        lightsAt(exported, `node ${node}${suffix}`, rest.slice(2)),
      );
    default:
      return [];
  }
}

/** Whether a node became one mesh, without meshes below for its primitives. */
const nodeIsMesh = (loaded: LoadedJson, index: string): boolean => {
  const node = loaded["nodes"][index] as Json;
  return primitivesOf(node)[0] === (node["_babylonTransformNodeForSkin"] ?? node["_babylonTransformNode"]);
};

function nodesWith(json: Json, holds: (node: Json) => boolean): number[] {
  return (json["nodes"] as Json[]).flatMap((node, i) => (holds(node) ? [i] : []));
}

/** The node of a name, and those below it. */
function below(json: Json, name: string): Json[] {
  const node = (json["nodes"] as Json[]).find((each) => each["name"] === name);
  return node ? [node, ...((node["children"] as number[] | undefined) ?? []).map((i) => json["nodes"][i] as Json)] : [];
}

function camerasAt(json: Json, name: string, rest: readonly string[]): string[] {
  return below(json, name).flatMap(({ camera }) => (camera === undefined ? [] : [`/cameras/${camera}/${rest.join("/")}`]));
}

function lightsAt(json: Json, name: string, rest: readonly string[]): string[] {
  const lights = below(json, name).flatMap(({ extensions }) => (extensions?.KHR_lights_punctual?.light as number | undefined) ?? []);
  return lights.map((light) => `/extensions/KHR_lights_punctual/lights/${light}/${rest.join("/")}`);
}

/** A value in a file that Babylon has turned from a left-handed scene into a right-handed one, mirroring x. */
function mirror(pointer: string, value: readonly number[]): number[] {
  const [x, y, z, w] = value as [number, number, number, number];
  return /^\/nodes\/\d+\/translation$/.test(pointer) ? [-x, y, z] : /^\/nodes\/\d+\/rotation$/.test(pointer) ? [x, -y, -z, w] : [...value];
}

function distance(actual: readonly number[], expected: readonly number[], isRotation: boolean): number {
  if (actual.length !== expected.length) {
    return Infinity;
  }
  const scale = Math.max(1, ...expected.map(Math.abs));
  const apart = (sign: number): number => Math.max(...expected.map((component, i) => Math.abs(component - sign * actual[i]!))) / scale;
  return isRotation ? Math.min(apart(1), apart(-1)) : apart(1);
}

export interface Comparison {
  /** The properties that were compared. */
  readonly count: number;
  /** What is wrong, a line each. */
  readonly wrong: readonly string[];
}

/**
 * Compares the values of all animated properties at some times.
 * @param loaded the JSON that Babylon's loader has loaded of the original
 * @param times shares of the length of each animation
 */
export function compareAnimations(
  original: Asset,
  loaded: LoadedJson,
  exported: Asset,
  { isMirrored = false, suffix = "", shares = [0, 0.11, 0.27, 0.5, 0.73, 0.99, 1] } = {},
): Comparison {
  const wrong: string[] = [];
  let count = 0;
  (original.json["animations"] as Json[]).forEach((animation, i) => {
    const written = (exported.json["animations"] as Json[] | undefined)?.find(({ name }) => name === `animation ${i}${suffix}`);
    const end = lengthOf(original, animation);
    for (const share of written ? shares : []) {
      const actual = evaluateAll(exported, written!, share * end);
      for (const [pointer, value] of evaluateAll(original, animation, share * end)) {
        for (const at of pointersFor(pointer, exported.json, loaded, suffix)) {
          count++;
          const expected = isMirrored ? mirror(pointer, value) : value;
          const apart = distance(actual.get(at) ?? [], expected, /^\/nodes\/\d+\/rotation$/.test(at));
          if (!(apart <= 1e-6)) {
            wrong.push(`animation ${i}, ${pointer} at ${share * end}: ${String(actual.get(at))}, expected ${String(expected)} (${at})`);
          }
        }
      }
    }
  });
  return { count, wrong };
}

function lengthOf({ json }: Asset, { samplers }: Json): number {
  return Math.max(0, ...(samplers as Json[]).map(({ input }) => (json["accessors"][input].max?.[0] as number | undefined) ?? 0));
}

const SIZES: Readonly<Record<number, number>> = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5126: 4 };
const WIDTHS: Readonly<Record<string, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };

/** The bytes of all accessors that animations use. */
export function animationBytes({ json }: Asset): number {
  const samplers = ((json["animations"] ?? []) as Json[]).flatMap((animation) => animation["samplers"] as Json[]);
  return [...new Set(samplers.flatMap(({ input, output }) => [input, output] as number[]))].reduce((sum, index) => {
    const { count, componentType, type } = json["accessors"][index];
    return sum + count * SIZES[componentType]! * WIDTHS[type]!;
  }, 0);
}
