/**
 * Names in three.js. Its loader makes names unique: a second "Mole" is "Mole_1", without a look at the names in the file. Its animations find objects by
 * these names, and move the first one.
 */
import { getOrMake, itemsOf } from "../../gltf/util/index.js";
import { membersOf, objectsOf, type PlayedAsset } from "./playedAsset.js";

type Json = Readonly<Record<string, unknown>>;

/** The pointers of the arrays whose names its objects have. */
export const NAMED = {
  scenes: "/scenes",
  nodes: "/nodes",
  meshes: "/meshes",
  cameras: "/cameras",
  lights: "/extensions/KHR_lights_punctual/lights",
} as const;

/** Where the name of an object comes from. */
export interface NameSource {
  readonly list: keyof typeof NAMED;
  readonly index: number;
}

interface ThreeObject extends NameSource {
  /** Empty for objects that are found in other ways. */
  readonly name: string;
  /** The node that it stands for, or is a part of; null for the scene. */
  readonly node: number | null;
  /** Whether it is below the object of the node: a primitive of several, or what is attached beside others. */
  readonly isPart: boolean;
}

/** The objects of an array of {@link NAMED}. */
export function namedIn({ source: { json } }: Pick<PlayedAsset, "source">, list: keyof typeof NAMED): readonly Json[] {
  return objectsOf(list === "lights" ? membersOf(membersOf(json.extensions)["KHR_lights_punctual"])["lights"] : (json as Json)[list]);
}

/** What moves in place of animated nodes: for each of these, what gives the other object its name, and the names that are taken. */
export function mistakenInThree(asset: PlayedAsset): {
  readonly mistaken: readonly { readonly node: number; readonly instead: NameSource }[];
  readonly names: ReadonlySet<string>;
} {
  const objects = new ThreeScene(asset).objects();
  const first = new Map<string, ThreeObject>();
  objects.forEach((object) => getOrMake(first, object.name, () => object));
  const morphed = new Set(asset.coreChannels.filter(({ path }) => path === "weights").map(({ node }) => node));
  const mistaken = objects.flatMap(({ name, node, isPart, list, index }) => {
    const instead = first.get(name)!;
    // the parts of a mesh on several nodes have the same names, which other names of the mesh do not mend
    const isFound = name === "" || (instead.list === list && instead.index === index);
    return node !== null && (isPart ? morphed : asset.animated).has(node) && !isFound ? [{ node, instead }] : [];
  });
  return { mistaken, names: new Set(first.keys()) };
}

/** The objects that the loader makes of a scene. */
class ThreeScene {
  private readonly _used = new Map<string, number>();
  private readonly _own = new Map<string, string>();
  private readonly _parts = new Map<number, readonly string[]>();
  private readonly _references = new Map<string, number>();
  private readonly _uses = new Map<string, number>();
  private readonly _joints: ReadonlySet<unknown>;

  constructor(private readonly _asset: PlayedAsset) {
    const skins = objectsOf(_asset.source.json["skins"]);
    this._joints = new Set(skins.flatMap(({ joints }) => itemsOf(joints)));
    _asset.nodes.flatMap(sharedOf).forEach((key) => this._references.set(key, (this._references.get(key) ?? 0) + 1));
    const seen = new Set<number>();
    const walk = (roots: unknown): void =>
      this._walk(
        roots,
        seen,
        (node) => this._reserve(node),
        (node) => itemsOf(skins[_asset.nodes[node]!["skin"] as number]?.["joints"]).forEach((joint) => this._reserve(joint as number)),
      );
    // the names of all nodes come before those of meshes, which wait for their data
    for (const [scene, { nodes }] of namedIn(_asset, "scenes").entries()) {
      this._name("scenes", scene);
      walk(nodes);
    }
    walk([..._asset.animated]);
    for (const key of this._own.keys()) {
      const mesh = /^meshes (\d+)$/.exec(key)?.[1];
      const json = mesh === undefined ? undefined : _asset.meshes[Number(mesh)];
      if (json) {
        const primitives = itemsOf(json["primitives"]).map(() => this._unique(textOf(json["name"]) || `mesh_${mesh}`));
        this._parts.set(Number(mesh), primitives);
      }
    }
  }

  /** The objects in the order in which names are looked for. The scene itself comes first. */
  objects(): readonly ThreeObject[] {
    const { scene = 0 } = this._asset.source.json as Json;
    const index = scene as number;
    const found: ThreeObject[] = [{ name: this._own.get(`scenes ${index}`) ?? "", list: "scenes", index, node: null, isPart: false }];
    const add = (node: number): unknown => found.push(...this._objectsOf(node));
    this._walk(namedIn(this._asset, "scenes")[index]?.["nodes"], new Set(), add);
    return found;
  }

  private _walk(roots: unknown, seen: Set<number>, enter: (node: number) => void, leave: (node: number) => void = () => undefined): void {
    const { nodes } = this._asset;
    const backwards = (list: unknown): number[] => (itemsOf(list) as number[]).filter((node) => Object.hasOwn(nodes, node)).reverse();
    const stack = backwards(roots);
    while (stack.length > 0) {
      const node = stack.pop()!;
      if (node < 0) {
        leave(~node);
      } else if (!seen.has(node)) {
        seen.add(node);
        enter(node);
        stack.push(~node, ...backwards(nodes[node]!["children"]));
      }
    }
  }

  /** Gives a node its name, and then what is attached to it. */
  private _reserve(node: number): void {
    if (!Object.hasOwn(this._asset.nodes, node) || this._own.has(`nodes ${node}`)) {
      return;
    }
    this._name("nodes", node);
    for (const key of sharedOf(this._asset.nodes[node]!)) {
      const [list, index] = key.split(" ") as ["meshes" | "cameras" | "lights", string];
      if (list === "meshes") {
        getOrMake(this._own, key, () => ""); // for their order
      } else {
        this._name(list, Number(index), list === "lights" ? `light_${index}` : "");
      }
    }
  }

  private _name(list: keyof typeof NAMED, index: number, byDefault = ""): void {
    getOrMake(this._own, `${list} ${index}`, () => {
      const json = namedIn(this._asset, list)[index];
      const name = json && (textOf(json["name"]) || byDefault);
      return name ? this._unique(name) : "";
    });
  }

  private _unique(name: string): string {
    const base = name.replace(/\s/g, "_").replace(/[[\].:/]/g, "");
    const count = this._used.get(base) ?? 0;
    this._used.set(base, count + 1);
    return count === 0 ? base : `${base}_${count}`;
  }

  /** The object of a node, and those below it that are no nodes. */
  private _objectsOf(node: number): readonly ThreeObject[] {
    const own: ThreeObject = { name: this._own.get(`nodes ${node}`) ?? "", list: "nodes", index: node, node, isPart: false };
    const attached = sharedOf(this._asset.nodes[node]!).map((key): readonly ThreeObject[] => {
      const [list, at] = key.split(" ") as ["meshes" | "cameras" | "lights", string];
      const part = { list, index: Number(at), node, isPart: true };
      const names = list === "meshes" ? (this._parts.get(part.index) ?? []) : [this._own.get(key) ?? ""];
      const suffix = this._suffix(key);
      return names.length === 1
        ? [{ ...part, name: names[0]! + suffix }]
        : [{ ...part, name: suffix }, ...names.map((name) => ({ ...part, name }))];
    });
    // what is attached alone is the object of the node itself
    const [[only, ...parts] = []] = attached;
    return attached.length !== 1 || !only || this._joints.has(node)
      ? [own, ...attached.flat()]
      : [own.name === "" ? { ...only, isPart: false } : own, ...parts];
  }

  /** What the name of a copy ends with. */
  private _suffix(key: string): string {
    if (this._references.get(key)! < 2) {
      return "";
    }
    const use = this._uses.get(key) ?? 0;
    this._uses.set(key, use + 1);
    return `_instance_${use}`;
  }
}

/** What is attached to a node and may be attached to others: arrays and indices. */
function sharedOf({ mesh, camera, extensions }: Json): readonly string[] {
  const { light } = membersOf(membersOf(extensions)["KHR_lights_punctual"]);
  const all = { meshes: mesh, cameras: camera, lights: light };
  return Object.entries(all).flatMap(([list, index]) => (typeof index === "number" ? [`${list} ${index}`] : []));
}

const textOf = (name: unknown): string => (typeof name === "string" ? name : "");
