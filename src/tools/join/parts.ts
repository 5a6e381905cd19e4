import { type GltfFile, type GltfJson, type GltfNode, type GltfObject, itemOf } from "../../gltf/file/index.js";
import { composeAt, determinantAt, multiplyAt, type Track } from "../../gltf/sampling/index.js";
import {
  AssetError,
  attempt,
  attemptOrNote,
  createFinding,
  expectArray,
  expectItems,
  expectNumber,
  excerpt,
  expectObject,
  type Finding,
  itemAt,
  itemsOf,
} from "../../gltf/util/index.js";
import { readProperty, readTrack } from "../../gltf/matching/index.js";
import { EqualSkins } from "./equalSkins.js";

/** A primitive of a mesh (glTF 2.0, 5.24), with the members that matter here. */
export interface Primitive extends GltfObject {
  readonly attributes: Readonly<Record<string, number>>;
  readonly indices?: number;
  readonly material?: number;
  readonly mode?: number;
  readonly targets?: unknown;
}

/** A node whose mesh can be joined with others. */
export interface Part {
  readonly node: number;
  /** What the part is joined within: its skin, or the root of its rigid parts. */
  readonly figure: string;
  /** The index of the skin that draws it; null for a rigid part. */
  readonly skin: number | null;
  /** For each joint of its own skin, the number in that skin; null if they are the same. */
  readonly joints: readonly number[] | null;
  /** The matrix that the vertices are multiplied by: for a rigid part, from the part to the world, in the rest pose. Null for none. */
  readonly place: Float64Array | null;
  readonly primitives: readonly Primitive[];
}

const TRIANGLES = 4;

/** The most vertices of a mesh that several nodes have: each gets a copy, so that files of large ones would grow. */
const MAX_SHARED = 1000;

/** The extensions of nodes that concern their descendants: joined parts would not obey them. */
const INHERITED = ["KHR_node_visibility", "KHR_node_selectability", "KHR_node_hoverability", "MSFT_lod"];

/** The events of graphs (KHR_interactivity) that concern what is under the pointer. */
const PICKING = ["event/onSelect", "event/onHoverIn", "event/onHoverOut"];

/** Where a node is in the scene. */
interface Place {
  readonly index: number;
  readonly node: GltfNode;
  /** The index of the root above it. */
  readonly root: number;
  readonly world: Float64Array;
  /** Whether a joint or an animation moves the node. */
  readonly isMoving: boolean;
  readonly inherited: string | undefined;
  /** Whether an animation mirrors the node, or one above it. */
  readonly isFlipped: boolean;
}

/** The scene of an asset that viewers show; undefined if there is none. */
export function sceneOf(json: GltfJson): Readonly<Record<string, unknown>> | undefined {
  return itemAt(json["scenes"], json["scene"] ?? 0);
}

/**
 * Finds the parts of a file.
 * @param keep the names of nodes and meshes that stay
 * @param findings receives the reasons of the others
 * @returns the parts, and the number of primitives in the scene
 */
export function findParts(file: GltfFile, keep: ReadonlySet<unknown>, findings: Finding[]): { parts: readonly Part[]; count: number } {
  const { json } = file;
  const uses = new Map<unknown, number>();
  itemsOf(json.nodes).forEach(({ mesh }) => uses.set(mesh, (uses.get(mesh) ?? 0) + 1));
  const isPicked = PICKING.some((event) => JSON.stringify(json.extensions?.["KHR_interactivity"] ?? null).includes(`"${event}"`));
  const skins = new EqualSkins(file);
  const parts: Part[] = [];
  let count = 0;
  for (const place of placesOf(file, findings)) {
    const { index, node } = place;
    const at = `/nodes/${index}`;
    const primitives = node.mesh === undefined ? null : attemptOrNote("NOT_JOINED", at, findings, () => primitivesOf(json, node, at));
    if (!primitives) {
      continue;
    }
    count += primitives.length;
    const mesh = itemOf(json, "meshes", node.mesh, `${at}/mesh`);
    if (keep.has(node.name) || keep.has(mesh["name"])) {
      continue;
    }
    const isShared = (uses.get(node.mesh) ?? 0) > 1;
    const reason = isPicked ? "must not be in a file whose graph reacts to the pointer" : reasonOf(json, place, mesh, primitives, isShared);
    if (reason === null) {
      const own = node["skin"] as number | undefined;
      if (own === undefined) {
        parts.push({ node: index, figure: `root ${place.root}`, skin: null, joints: null, place: place.world, primitives });
      } else {
        const { skin, joints, factor } = skins.find(own);
        parts.push({ node: index, figure: `skin ${skin}`, skin, joints, place: factor, primitives });
      }
    } else {
      findings.push(createFinding("NOT_JOINED", at, reason));
    }
  }
  return { parts, count };
}

/** @throws AssetError if the mesh, the skin or a primitive is invalid */
function primitivesOf(json: GltfJson, node: GltfNode, at: string): readonly Primitive[] {
  if (node["skin"] !== undefined) {
    itemOf(json, "skins", node["skin"], `${at}/skin`);
  }
  const pointer = `/meshes/${String(node.mesh)}/primitives`;
  return expectItems(pointer, itemOf(json, "meshes", node.mesh, `${at}/mesh`)["primitives"]).map((primitive, i) => {
    expectObject(`${pointer}/${i}/attributes`, expectObject(`${pointer}/${i}`, primitive)["attributes"]);
    return primitive as Primitive;
  });
}

/** Finds why a node's mesh stays as it is; null if it can be joined. */
function reasonOf(
  json: GltfJson,
  { node, world, isMoving, isFlipped, inherited }: Place,
  mesh: Readonly<Record<string, unknown>>,
  primitives: readonly Primitive[],
  isShared: boolean,
): string | null {
  const isRigid = node["skin"] === undefined;
  const others = Object.keys(node.extensions ?? {}).filter((name) => name !== "KHR_lights_punctual");
  const rules: readonly (readonly [isBroken: boolean, rule: string])[] = [
    [itemsOf(json["scenes"]).length > 1, "must be in the only scene of the file"],
    [
      isShared && primitives.reduce((sum, each) => sum + vertexCountOf(json, each), 0) > MAX_SHARED,
      `must have a mesh of its own, or one of at most ${MAX_SHARED} vertices`,
    ],
    [others.length > 0, `must be without extensions (got ${excerpt(others.join(", "))})`],
    [inherited !== undefined, `must not depend on ${inherited}`],
    [mesh["extras"] !== undefined || mesh["extensions"] !== undefined, "must have a mesh without extras and extensions"],
    [
      [mesh, node].some(({ weights }) => weights !== undefined) || primitives.some(({ targets }) => targets !== undefined),
      "must have no morph targets",
    ],
    [primitives.some(({ mode = TRIANGLES }) => mode !== TRIANGLES), "must consist of triangles"],
    [primitives.some(isDraco), "must not be compressed (KHR_draco_mesh_compression)"],
    [
      primitives.some(({ extras, extensions }) => extras !== undefined || extensions !== undefined),
      "must have primitives without extras and extensions",
    ],
    [
      primitives.some(({ material }) => itemAt(json["materials"], material)?.["alphaMode"] === "BLEND"),
      "must not be transparent: its parts are sorted before they are drawn",
    ],
    [isRigid && primitives.some(({ attributes }) => "JOINTS_0" in attributes), "must have a skin for its joints"],
    [isRigid && !isMoving, "must move with a joint or an animated node"],
    [isRigid ? !(determinantAt(world, 0) > 0) : determinantAt(world, 0) < 0, "must not be mirrored, nor have a scale of 0"],
    [isFlipped, "must not be mirrored by an animated scale, its own or that of an ancestor"],
  ];
  return rules.find(([isBroken]) => isBroken)?.[1] ?? null;
}

function isDraco({ extensions }: Primitive): boolean {
  return Object.hasOwn(Object(extensions) as object, "KHR_draco_mesh_compression");
}

function vertexCountOf({ accessors }: GltfJson, { attributes }: Primitive): number {
  return Number(itemAt(accessors, attributes["POSITION"])?.["count"] ?? 0);
}

/**
 * The places of all nodes in the scene, ancestors first.
 * @param findings receives nodes whose transforms are invalid; these and their descendants are left out
 */
function placesOf(file: GltfFile, findings: Finding[]): readonly Place[] {
  const { json } = file;
  const { moving, flipped } = animatedNodesOf(file);
  const places = new Map<number, Place>();
  const waiting = itemsOf(sceneOf(json)?.["nodes"]).map((index): readonly [unknown, Place | null] => [index, null]);
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [index, parent] = next as [number, Place | null];
    const node = itemAt(json.nodes, index);
    const at = `/nodes/${index}`;
    const world = node && !places.has(index) ? attemptOrNote("NOT_JOINED", at, findings, () => worldOf(node, at, parent?.world)) : null;
    if (node && world) {
      const place = {
        index,
        node,
        root: parent?.root ?? index,
        world,
        isMoving: moving.has(index) || parent?.isMoving === true,
        isFlipped: flipped.has(index) || parent?.isFlipped === true,
        inherited: parent?.inherited ?? INHERITED.find((name) => Object.hasOwn(node.extensions ?? {}, name)),
      };
      places.set(index, place);
      waiting.unshift(...itemsOf(node.children).map((child) => [child, place] as const));
    }
  }
  return [...places.values()];
}

interface AnimatedNodes {
  /** The joints, and the nodes that channels animate. */
  readonly moving: ReadonlySet<unknown>;
  /** The nodes whose scale has another sign in an animation than at rest. */
  readonly flipped: ReadonlySet<unknown>;
}

function animatedNodesOf(file: GltfFile): AnimatedNodes {
  const { json } = file;
  const moving = new Set(itemsOf(json["skins"]).flatMap((skin) => itemsOf((Object(skin) as { joints?: unknown }).joints)));
  const flipped = new Set<unknown>();
  for (const [a, animation] of itemsOf(json.animations).entries()) {
    for (const [c, channel] of itemsOf(animation.channels).entries()) {
      const at = `/animations/${a}/channels/${c}`;
      const ignore = (): undefined => undefined; // an invalid channel moves nothing
      const property = attempt(at, () => readProperty(json, at, channel), ignore);
      for (const [, node, path] of (property?.pointer ?? "").matchAll(/(?<![^ ])\/nodes\/(\d+)\/(\w+)/g)) {
        moving.add(Number(node));
        const read = (): Track => readTrack(file, a, channel.sampler, property!);
        const track = path === "scale" ? attempt(at, read, ignore) : undefined;
        if (track && changesSign(track, itemsOf(itemAt(json.nodes, Number(node))?.["scale"]))) {
          flipped.add(Number(node));
        }
      }
    }
  }
  return { moving, flipped };
}

/** Whether a component of a scale may be on the other side of 0 than at rest, at its keys or between them. */
function changesSign({ times, values, interpolation }: Track, atRest: readonly unknown[]): boolean {
  const signs = [0, 1, 2].map((c) => (Number(atRest[c] ?? 1) < 0 ? -1 : 1));
  const isOther = (value: number, i: number): boolean => value * signs[i % 3]! < 0;
  if (interpolation !== "CUBICSPLINE") {
    return values.some(isOther);
  }
  const at = (key: number, part: number, c: number): number => values[9 * key + 3 * part + c]!;
  for (let key = 0; key < times.length; key++) {
    const [before, after] = [times[key - 1], times[key + 1]].map((time) => (time === undefined ? 0 : Math.abs(time - times[key]!) / 3));
    for (let c = 0; c < 3; c++) {
      // a cubic stays between its control points (of its Bézier form)
      const value = at(key, 1, c);
      if ([value, value - before! * at(key, 0, c), value + after! * at(key, 2, c)].some((point) => isOther(point, c))) {
        return true;
      }
    }
  }
  return false;
}

/** @throws AssetError if the transform is invalid */
function worldOf(node: GltfNode, at: string, parent: Float64Array | undefined): Float64Array {
  const read = (name: string, byDefault: readonly number[]): readonly number[] => numbersOf(`${at}/${name}`, node[name], byDefault);
  const world = new Float64Array(16);
  if (node["matrix"] === undefined) {
    const values = [...read("rotation", [0, 0, 0, 1]), ...read("translation", [0, 0, 0]), ...read("scale", [1, 1, 1])];
    composeAt(new Float64Array(values), 0, 4, 7, world, 0);
  } else {
    world.set(read("matrix", IDENTITY));
  }
  if (parent) {
    multiplyAt(world, 0, parent, 0, world, 0);
  }
  return world;
}

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** @throws AssetError unless the value is as many numbers as the default, or undefined */
function numbersOf(pointer: string, value: unknown, byDefault: readonly number[]): readonly number[] {
  if (value === undefined) {
    return byDefault;
  }
  const numbers = expectArray(pointer, value);
  if (numbers.length !== byDefault.length) {
    throw new AssetError(pointer, `must have ${byDefault.length} numbers (got ${numbers.length})`);
  }
  return numbers.map((number, i) => expectNumber(`${pointer}/${i}`, number));
}
