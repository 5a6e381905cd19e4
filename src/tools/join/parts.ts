import type { GltfJson, GltfNode, GltfObject } from "../../file/index.js";
import { composeAt, determinantAt, multiplyAt } from "../../sampling/index.js";
import { attempt, createFinding, type Finding, itemsOf } from "../../util/index.js";
import { readProperty } from "../channels.js";

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
  /** The index of the skin; null for a rigid part. */
  readonly skin: number | null;
  /** From the part to the world, in the rest pose. */
  readonly world: Float64Array;
  readonly primitives: readonly Primitive[];
}

const TRIANGLES = 4;

/** The most vertices of a mesh that several nodes have: each gets a copy, so that files of large ones would grow. */
const MAX_SHARED = 1000;

/** The extensions of nodes that concern their descendants: joined parts would not obey them. */
const INHERITED = ["KHR_node_visibility", "KHR_node_selectability", "KHR_node_hoverability", "MSFT_lod"];

/** Where a node is in the scene. */
interface Place {
  readonly node: number;
  readonly root: number;
  readonly world: Float64Array;
  /** Whether a joint or an animation moves the node. */
  readonly isMoving: boolean;
  readonly inherited: string | undefined;
}

/**
 * Finds the parts of a file.
 * @param keep the names of nodes and meshes that stay
 * @param findings receives the reasons of the others
 * @returns the parts, and the number of primitives in the scene
 */
export function findParts(json: GltfJson, keep: ReadonlySet<string>, findings: Finding[]): { parts: readonly Part[]; count: number } {
  const places = placesOf(json);
  const uses = new Map<unknown, number>();
  itemsOf(json.nodes).forEach(({ mesh }) => uses.set(mesh, (uses.get(mesh) ?? 0) + 1));
  const parts: Part[] = [];
  let count = 0;
  for (const place of places) {
    const node = json.nodes![place.node]!;
    const mesh = meshOf(json, node);
    if (mesh) {
      const primitives = itemsOf(mesh["primitives"] as Primitive[] | undefined);
      count += primitives.length;
      const reason = reasonOf(json, place, uses);
      if (keep.has(node.name ?? "") || keep.has((mesh["name"] as string | undefined) ?? "")) {
        continue;
      }
      if (reason) {
        findings.push(createFinding("NOT_JOINED", `/nodes/${place.node}`, reason));
      } else {
        const skin = skinOf(node);
        const figure = skin === null ? `root ${place.root}` : `skin ${skin}`;
        parts.push({ node: place.node, figure, skin, world: place.world, primitives });
      }
    }
  }
  return { parts, count };
}

function meshOf(json: GltfJson, { mesh }: GltfNode): GltfObject | undefined {
  return mesh === undefined ? undefined : (json["meshes"] as GltfObject[] | undefined)?.[mesh];
}

function skinOf(node: GltfNode): number | null {
  return (node["skin"] as number | undefined) ?? null;
}

/** Finds why a node's mesh stays as it is; null if it can be joined. */
function reasonOf(json: GltfJson, place: Place, uses: ReadonlyMap<unknown, number>): string | null {
  const node = json.nodes![place.node]!;
  const mesh = meshOf(json, node)!;
  const isRigid = skinOf(node) === null;
  const primitives = itemsOf(mesh["primitives"] as Primitive[] | undefined);
  const others = Object.keys(node.extensions ?? {}).filter((name) => name !== "KHR_lights_punctual");
  const rules: readonly (readonly [isBroken: boolean, rule: string])[] = [
    [itemsOf(json["scenes"] as GltfObject[] | undefined).length > 1, "must be in the only scene of the file"],
    [
      (uses.get(node.mesh) ?? 0) > 1 && primitives.reduce((sum, each) => sum + vertexCountOf(json, each), 0) > MAX_SHARED,
      `must have a mesh of its own, or one of at most ${MAX_SHARED} vertices`,
    ],
    [others.length > 0, `must be without extensions (got ${others.join(", ")})`],
    [place.inherited !== undefined, `must not depend on ${place.inherited}`],
    [mesh.extras !== undefined || mesh.extensions !== undefined, "must have a mesh without extras and extensions"],
    [mesh["weights"] !== undefined || node["weights"] !== undefined, "must have no morph targets"],
    [primitives.some(({ targets }) => targets !== undefined), "must have no morph targets"],
    [primitives.some(({ mode = TRIANGLES }) => mode !== TRIANGLES), "must consist of triangles"],
    [
      primitives.some(({ extras, extensions }) => extras !== undefined || extensions !== undefined),
      "must have primitives without extras and extensions",
    ],
    [
      primitives.some(({ material }) => isTransparent(json, material)),
      "must not be transparent: its parts are sorted before they are drawn",
    ],
    [isRigid && primitives.some(({ attributes }) => "JOINTS_0" in attributes), "must have a skin for its joints"],
    [isRigid && !place.isMoving, "must move with a joint or an animated node"],
    [isRigid && !(determinantAt(place.world, 0) > 0), "must not be mirrored, nor have a scale of 0"],
  ];
  return rules.find(([isBroken]) => isBroken)?.[1] ?? null;
}

function vertexCountOf({ accessors }: GltfJson, { attributes }: Primitive): number {
  return accessors?.[attributes["POSITION"]!]?.count ?? 0;
}

function isTransparent(json: GltfJson, material: number | undefined): boolean {
  return (json["materials"] as GltfObject[] | undefined)?.[material ?? -1]?.["alphaMode"] === "BLEND";
}

/** The places of all nodes in the default scene, ancestors first. */
function placesOf(json: GltfJson): readonly Place[] {
  const { nodes = [] } = json;
  const scene = itemsOf(json["scenes"] as (GltfObject & { nodes?: number[] })[] | undefined)[(json["scene"] as number | undefined) ?? 0];
  const moving = movingNodesOf(json);
  const places = new Map<number, Place>();
  const waiting = itemsOf(scene?.nodes).map((node): readonly [number, Place | null] => [node, null]);
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [index, parent] = next;
    const node = nodes[index];
    if (node && !places.has(index)) {
      const place = {
        node: index,
        root: parent?.root ?? index,
        world: worldOf(node, parent?.world),
        isMoving: moving.has(index) || parent?.isMoving === true,
        inherited: parent?.inherited ?? INHERITED.find((name) => name in (node.extensions ?? {})),
      };
      places.set(index, place);
      waiting.unshift(...itemsOf(node.children).map((child) => [child, place] as const));
    }
  }
  return [...places.values()];
}

/** The joints, and the nodes that channels animate. */
function movingNodesOf(json: GltfJson): ReadonlySet<number> {
  const joints = itemsOf(json["skins"] as (GltfObject & { joints?: number[] })[] | undefined).flatMap((skin) => itemsOf(skin.joints));
  const moving = new Set(joints);
  for (const [a, animation] of itemsOf(json.animations).entries()) {
    for (const [c, channel] of itemsOf(animation.channels).entries()) {
      const at = `/animations/${a}/channels/${c}`;
      const pointers = attempt(
        at,
        () => readProperty(json, at, channel)?.pointer,
        () => undefined,
      ); // an invalid channel moves nothing
      for (const [, node] of (pointers ?? "").matchAll(/(?<![^ ])\/nodes\/(\d+)\//g)) {
        moving.add(Number(node));
      }
    }
  }
  return moving;
}

function worldOf(node: GltfNode, parent: Float64Array | undefined): Float64Array {
  const {
    matrix,
    rotation = [0, 0, 0, 1],
    translation = [0, 0, 0],
    scale = [1, 1, 1],
  } = node as GltfNode & Record<string, number[] | undefined>;
  const world = new Float64Array(16);
  if (matrix) {
    world.set(matrix);
  } else {
    composeAt(new Float64Array([...rotation, ...translation, ...scale]), 0, 4, 7, world, 0);
  }
  if (parent) {
    multiplyAt(world, 0, parent, 0, world, 0);
  }
  return world;
}
