/**
 * Names in three.js. Its loader makes names unique: a second "Mole" is "Mole_1", without a look at the names in the file. Its animations find objects by
 * these names, and move the first one.
 */
import { getOrMake, itemsOf, type Json, membersOf, objectsOf } from "../../gltf/util/index.js";
import type { PlayedAsset } from "./playedAsset.js";

interface ThreeObject {
  /** Empty for objects that are found in other ways. */
  readonly name: string;
  /** The node that it stands for, or is a part of; null for the scene. */
  readonly node: number | null;
  /** Of a primitive below the object of its node: the mesh. */
  readonly part: number | null;
}

/**
 * The objects that animations name, but do not find, because another object is the first of its name.
 * @returns the node of each, and the mesh if it is a primitive below the object of the node; and all names
 */
export function mistakenInThree(asset: PlayedAsset): {
  readonly mistaken: readonly { readonly node: number; readonly part: number | null }[];
  readonly names: ReadonlySet<string>;
} {
  const objects = new ThreeScene(asset).objects();
  const first = new Map<string, ThreeObject>();
  objects.forEach((object) => getOrMake(first, object.name, () => object));
  const morphed = new Set(asset.coreChannels.filter(({ path }) => path === "weights").map(({ node }) => node));
  const mistaken = objects.flatMap((object) => {
    const { name, node, part } = object;
    const found = first.get(name)!;
    // the primitives of a mesh on several nodes have the same names, which another name of the mesh does not mend
    const isFound = name === "" || found === object || (part !== null && found.part === part);
    return node !== null && (part === null ? asset.animated : morphed).has(node) && !isFound ? [{ node, part }] : [];
  });
  return { mistaken, names: new Set(first.keys()) };
}

/** What is attached to nodes, by the names of the members. */
type Attached = "mesh" | "camera" | "light";

/** The objects that the loader makes of a scene. */
class ThreeScene {
  /** What has a name before its data are there, by kind: no mesh. */
  private readonly _named: Readonly<Record<Attached | "scene" | "node", readonly Json[]>>;
  /** How often a name was asked for. */
  private readonly _asked = new Map<string, number>();
  /** The names of what was loaded, in this order: of a mesh, those of its primitives. */
  private readonly _names = new Map<string, readonly string[]>();
  private readonly _references = new Map<string, number>();
  private readonly _copies = new Map<string, number>();
  private readonly _joints: ReadonlySet<unknown>;

  constructor(private readonly _asset: PlayedAsset) {
    const { nodes, meshes, animated } = _asset;
    const json = _asset.source.json as Json;
    const { lights } = membersOf(membersOf(json["extensions"])["KHR_lights_punctual"]);
    this._named = {
      scene: objectsOf(json["scenes"]),
      node: nodes,
      mesh: [],
      camera: objectsOf(json["cameras"]),
      light: objectsOf(lights),
    };
    const skins = objectsOf(json["skins"]);
    this._joints = new Set(skins.flatMap(({ joints }) => itemsOf(joints)));
    nodes.flatMap(attachedTo).forEach(([kind, index]) => count(this._references, `${kind} ${index}`));
    const seen = new Set<number>();
    const enter = (node: number): void => this._load(node);
    const leave = (node: number): void =>
      itemsOf(skins[nodes[node]!["skin"] as number]?.["joints"]).forEach((joint) => this._load(joint as number));
    for (const [scene, { nodes: roots }] of this._named.scene.entries()) {
      this._name("scene", scene);
      this._walk(roots, seen, enter, leave);
    }
    this._walk([...animated], seen, enter, leave);
    // meshes wait for their data, so that all nodes have their names before
    for (const key of this._names.keys()) {
      const [kind, index] = key.split(" ");
      const mesh = kind === "mesh" ? meshes[Number(index)] : undefined;
      if (mesh) {
        const name = textOf(mesh["name"]) || `mesh_${index}`;
        this._names.set(
          key,
          itemsOf(mesh["primitives"]).map(() => this._unique(name)),
        );
      }
    }
  }

  /** The objects in the order in which names are looked for. The scene itself comes first. */
  objects(): readonly ThreeObject[] {
    const { scene = 0 } = this._asset.source.json as Json;
    const found: ThreeObject[] = [{ name: this._nameOf("scene", scene as number), node: null, part: null }];
    this._walk(this._named.scene[scene as number]?.["nodes"], new Set(), (node) => found.push(...this._objectsOf(node)));
    return found;
  }

  private _walk(roots: unknown, seen: Set<number>, enter: (node: number) => void, leave?: (node: number) => void): void {
    const { nodes } = this._asset;
    const backwards = (list: unknown): number[] => (itemsOf(list) as number[]).filter((node) => Object.hasOwn(nodes, node)).reverse();
    const stack = backwards(roots);
    while (stack.length > 0) {
      const node = stack.pop()!;
      if (node < 0) {
        leave?.(~node);
      } else if (!seen.has(node)) {
        seen.add(node);
        enter(node);
        stack.push(~node, ...backwards(nodes[node]!["children"]));
      }
    }
  }

  /** Gives a node its name, and then what is attached to it. */
  private _load(node: number): void {
    if (Object.hasOwn(this._asset.nodes, node) && !this._names.has(`node ${node}`)) {
      this._name("node", node);
      attachedTo(this._asset.nodes[node]!).forEach(([kind, index]) => this._name(kind, index));
    }
  }

  private _name(kind: keyof ThreeScene["_named"], index: number): void {
    getOrMake(this._names, `${kind} ${index}`, () => {
      const json = this._named[kind][index];
      const name = json && (textOf(json["name"]) || (kind === "light" ? `light_${index}` : ""));
      return name ? [this._unique(name)] : [];
    });
  }

  private _nameOf(kind: "scene" | "node", index: number): string {
    return this._names.get(`${kind} ${index}`)?.[0] ?? "";
  }

  private _unique(name: string): string {
    const base = name.replace(/\s/g, "_").replace(/[[\].:/]/g, "");
    const before = count(this._asked, base);
    return before === 0 ? base : `${base}_${before}`;
  }

  /** The object of a node, and those below it that are no nodes. */
  private _objectsOf(node: number): readonly ThreeObject[] {
    const attached = attachedTo(this._asset.nodes[node]!).map(([kind, index]): readonly ThreeObject[] => {
      const key = `${kind} ${index}`;
      const part = kind === "mesh" ? index : null;
      const suffix = this._references.get(key)! > 1 ? `_instance_${count(this._copies, key)}` : "";
      const names = this._names.get(key) ?? [];
      const isGroup = kind === "mesh" && names.length !== 1;
      const group = { name: (isGroup ? "" : (names[0] ?? "")) + suffix, node: null, part: null };
      return isGroup ? [group, ...names.map((name) => ({ name, node, part }))] : [{ ...group, node: part === null ? null : node, part }];
    });
    const own: ThreeObject = { name: this._nameOf("node", node), node, part: null };
    const [[only, ...parts] = []] = attached;
    // what is attached alone is the object of the node
    return attached.length !== 1 || !only || this._joints.has(node)
      ? [own, ...attached.flat()]
      : [own.name === "" ? { ...only, node, part: null } : own, ...parts];
  }
}

/** What is attached to a node and may be attached to others. */
function attachedTo({ mesh, camera, extensions }: Json): readonly (readonly [kind: Attached, index: number])[] {
  const { light } = membersOf(membersOf(extensions)["KHR_lights_punctual"]);
  return (Object.entries({ mesh, camera, light }) as [Attached, unknown][]).flatMap(([kind, index]) =>
    typeof index === "number" ? [[kind, index] as const] : [],
  );
}

/** Counts, and returns the number before. */
function count(counts: Map<string, number>, key: string): number {
  const before = counts.get(key) ?? 0;
  counts.set(key, before + 1);
  return before;
}

const textOf = (name: unknown): string => (typeof name === "string" ? name : "");
