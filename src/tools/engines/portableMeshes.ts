import { type AppendType, componentsOf, expectInteger, type GltfFile, itemOf } from "../../gltf/file/index.js";
import { attemptOrNote, createFinding, excerpt, type Finding, getOrMake, itemsOf, membersOf, objectsOf } from "../../gltf/util/index.js";
import { hasOtherWeights, nameOf } from "./engineRules.js";
import { sourceOf } from "../asset.js";
import { PlayedAsset } from "./playedAsset.js";
import { mistakenInThree } from "./threeNames.js";

type Json = Record<string, unknown>;

/** The attributes of a primitive, or of a morph target: indices of accessors. */
type Attributes = Record<string, number>;

/** Rewrites what is animated, besides the animations, for other engines. */
export class PortableMeshes {
  /** Accessors of zeros and of identities, by what they are for. */
  private readonly _shared = new Map<string, number>();
  private readonly _done = new Set<unknown>();

  /** @param _findings receives a finding for each part that stays as it is */
  constructor(
    private readonly _file: GltfFile,
    private readonly _findings: Finding[],
  ) {}

  /**
   * Gives each node a morph mesh of its own, with weights, normals, two targets at least, accessors that no other part of the mesh has, and a shape that
   * no other mesh has.
   * @param animated the nodes whose weights are animated
   * @param fixed those of them whose number of weights cannot change, because animations stay as they are
   * @returns the nodes that have a second target now
   */
  ownMorphs(animated: ReadonlySet<number>, fixed: ReadonlySet<number>): ReadonlySet<number> {
    const json = this._file.json as Json;
    const nodes = (json["nodes"] ?? []) as Json[];
    const meshes = (json["meshes"] ?? []) as Json[];
    const second = new Set<number>();
    const users = new Map<unknown, number>();
    nodes.forEach(({ mesh }) => users.set(mesh, (users.get(mesh) ?? 0) + 1));
    for (const [index, node] of nodes.entries()) {
      const mesh = meshes[node["mesh"] as number];
      const targets = itemsOf(objectsOf(mesh?.["primitives"])[0]?.["targets"]).length;
      if (!mesh || targets === 0 || !(animated.has(index) || hasOtherWeights(node, meshes))) {
        continue;
      }
      const pointer = `/meshes/${node["mesh"] as number}`;
      this._completePrimitives(pointer, mesh);
      let own = mesh;
      if (users.get(node["mesh"])! > 1) {
        users.set(node["mesh"], users.get(node["mesh"])! - 1);
        own = structuredClone(mesh);
        node["mesh"] = meshes.push(own) - 1;
      }
      this._ownShape(own, meshes);
      const stated = itemsOf(node["weights"] ?? own["weights"]);
      own["weights"] = Array.from({ length: targets }, (_, i) => stated[i] ?? 0);
      delete node["weights"];
      if (targets === 1 && !fixed.has(index)) {
        attemptOrNote("BAKED_OTHERWISE", pointer, this._findings, () => {
          this._addTarget(own);
          second.add(index);
        });
      }
    }
    return second;
  }

  /** States the inverse bind matrices of skins that have none: identities. */
  completeSkins(): void {
    for (const skin of objectsOf(this._file.json["skins"]) as readonly Json[]) {
      const count = itemsOf(skin["joints"]).length;
      if (skin["inverseBindMatrices"] === undefined && count > 0) {
        const identity = Array.from({ length: 16 }, (_, i) => (i % 5 === 0 ? 1 : 0));
        skin["inverseBindMatrices"] = getOrMake(this._shared, `identities ${count}`, () =>
          this._file.append(
            Float32Array.from({ length: 16 * count }, (_, i) => identity[i % 16]!),
            "MAT4",
          ),
        );
      }
    }
  }

  /** States the cone angles of spot lights. */
  completeSpots(): void {
    const { lights } = membersOf(membersOf(this._file.json.extensions)["KHR_lights_punctual"]);
    for (const light of objectsOf(lights) as readonly Json[]) {
      if (light["type"] === "spot") {
        light["spot"] = { innerConeAngle: 0, outerConeAngle: Math.PI / 4, ...membersOf(light["spot"]) };
      }
    }
  }

  /**
   * Gives objects unique names without "/", "." and ":".
   * @param list the array of the asset
   * @param chosen the indices of the objects, in the order in which they keep their names
   */
  rename(list: "nodes" | "animations" | "materials", chosen: readonly number[]): void {
    const objects = objectsOf(this._file.json[list]) as readonly Json[];
    const isChosen = new Set(chosen);
    const taken = new Set(objects.flatMap((object, i) => (isChosen.has(i) ? [] : [nameOf(object)])));
    const changed: string[] = [];
    for (const index of chosen) {
      const object = objects[index]!;
      const before = nameOf(object);
      const name = takeName(before?.replace(/[/.:]/g, "-") || `${list.slice(0, -1)}-${index}`, taken);
      object["name"] = name;
      if (before !== undefined && before !== name) {
        changed.push(`${excerpt(before, 40)} is ${excerpt(name, 40)}`);
      }
    }
    this._noteNames(`/${list}`, changed, 'engines cut "/", "." and ":", or take equal names for one');
  }

  /** Gives other names to animated nodes, and to meshes of several primitives, that three.js takes for others. */
  renameMistaken(): void {
    const changed = { nodes: [] as string[], meshes: [] as string[] };
    // the primitives of a mesh get numbers again, which may be taken as well
    for (let pass = 0; pass < 4; pass++) {
      const asset = new PlayedAsset(sourceOf(this._file));
      const { mistaken, names } = mistakenInThree(asset);
      const taken = new Set([...names, ...asset.nodes.map(nameOf)]);
      const places = new Map(mistaken.map(({ node, part }) => (part === null ? [`nodes ${node}`, node] : [`meshes ${part}`, part])));
      for (const [key, index] of places) {
        const list = key.startsWith("nodes") ? "nodes" : "meshes";
        const object = asset[list][index] as Json;
        const before = nameOf(object);
        const name = takeName(before || key.replace("s ", "-"), taken);
        object["name"] = name;
        changed[list].push(`${excerpt(before ?? "", 40)} is ${excerpt(name, 40)}`);
      }
    }
    const reason = "three.js gives their old names to other objects";
    this._noteNames("/nodes", changed.nodes, reason);
    this._noteNames("/meshes", changed.meshes, reason);
  }

  private _noteNames(pointer: string, changed: readonly string[], reason: string): void {
    if (changed.length > 0) {
      const message = `has ${changed.length} other name${changed.length === 1 ? "" : "s"}, because ${reason}: ${excerpt(changed.join(", "))}`;
      this._findings.push(createFinding("BAKED_OTHERWISE", pointer, message));
    }
  }

  /** Adds normals to a mesh, and gives its targets accessors of their own, which are not sparse. */
  private _completePrimitives(pointer: string, mesh: Json): void {
    if (this._done.has(mesh)) {
      return;
    }
    this._done.add(mesh);
    (objectsOf(mesh["primitives"]) as readonly Json[]).forEach((primitive, i) => {
      attemptOrNote("BAKED_OTHERWISE", `${pointer}/primitives/${i}`, this._findings, () => {
        const targets = objectsOf(primitive["targets"]) as readonly Attributes[];
        const attributes = membersOf(primitive["attributes"]) as Attributes;
        const isTriangles = primitive["mode"] === undefined || primitive["mode"] === 4;
        if (targets.length > 0 && attributes["NORMAL"] === undefined && isTriangles) {
          this._addNormals(primitive, attributes, targets);
        }
        const used = new Set<unknown>(Object.values(attributes));
        for (const target of targets) {
          for (const [name, accessor] of Object.entries(target)) {
            const { sparse, type } = this._accessorAt(accessor);
            if (used.has(accessor) || sparse !== undefined) {
              target[name] = this._file.append(this._file.readAccessor(accessor), type as AppendType, { bounds: true });
            }
            used.add(target[name]);
          }
        }
      });
    });
  }

  /** Gives a mesh accessors of positions and normals that no other has, of the same data: X_ITE morphs all that have the same. */
  private _ownShape(own: Json, meshes: readonly Json[]): void {
    const { accessors = [], bufferViews = [] } = this._file.json;
    const attributesOf = (mesh: Json): readonly Attributes[] =>
      objectsOf(mesh["primitives"]).map(({ attributes }) => membersOf(attributes) as Attributes);
    const others = new Set(meshes.flatMap((mesh) => (mesh === own ? [] : attributesOf(mesh).flatMap(Object.values<number>))));
    const copies = new Map<number, number>();
    for (const attributes of attributesOf(own)) {
      for (const name of ["POSITION", "NORMAL"]) {
        const shared = attributes[name]!;
        if (others.has(shared) && shared in accessors) {
          attributes[name] = getOrMake(copies, shared, () => {
            const copy = structuredClone(accessors[shared]!);
            const view = bufferViews[copy.bufferView!];
            // of two accessors with one view, each vertex would need a byteStride
            return accessors.push(view ? { ...copy, bufferView: bufferViews.push(structuredClone(view)) - 1 } : copy) - 1;
          });
        }
      }
    }
  }

  /** Adds the normals of flat triangles, which glTF prescribes where a mesh has none: each triangle needs vertices of its own. */
  private _addNormals(primitive: Json, attributes: Attributes, targets: readonly Attributes[]): void {
    const { indices } = primitive;
    if (indices !== undefined) {
      const order = this._file.readComponents(indices as number);
      const read = [attributes, ...targets].map((each) =>
        Object.entries(each).map(([name, accessor]) => [name, this._gather(accessor, order)] as const),
      );
      [attributes, ...targets].forEach((each, i) => Object.assign(each, Object.fromEntries(read[i]!)));
      delete primitive["indices"];
    }
    const positions = this._file.readAccessor(attributes["POSITION"]!);
    const normals = new Float32Array(positions.length);
    for (let at = 0; at + 9 <= positions.length; at += 9) {
      const [a, b, c] = [0, 3, 6].map((corner) => positions.subarray(at + corner, at + corner + 3)) as [
        Float32Array,
        Float32Array,
        Float32Array,
      ];
      const [u, v] = [b, c].map((corner) => corner.map((component, i) => component - a[i]!)) as [Float32Array, Float32Array];
      const normal = [u[1]! * v[2]! - u[2]! * v[1]!, u[2]! * v[0]! - u[0]! * v[2]!, u[0]! * v[1]! - u[1]! * v[0]!];
      const length = Math.hypot(...normal);
      const unit = length > 0 ? normal.map((component) => component / length) : [0, 0, 1];
      [0, 3, 6].forEach((corner) => normals.set(unit, at + corner));
    }
    attributes["NORMAL"] = this._file.append(normals, "VEC3");
  }

  /** Appends the elements of an accessor in an order. */
  private _gather(accessor: number, order: ArrayLike<number>): number {
    const { type, normalized, min } = this._accessorAt(accessor);
    const width = componentsOf(type);
    const stated = this._file.readComponents(accessor);
    const isAligned = (width * stated.BYTES_PER_ELEMENT) % 4 === 0; // as vertices must be
    const from = isAligned ? stated : this._file.readAccessor(accessor);
    const gathered = from.slice(0, 0).constructor as new (length: number) => typeof from;
    const data = new gathered(order.length * width);
    for (let i = 0; i < order.length; i++) {
      data.set(from.subarray(order[i]! * width, (order[i]! + 1) * width), i * width);
    }
    return this._file.append(data, type as AppendType, { normalized: isAligned && normalized === true, bounds: min !== undefined });
  }

  /** @throws AssetError if the accessor does not exist */
  private _accessorAt(index: unknown): Readonly<Record<string, unknown>> {
    return itemOf(this._file.json, "accessors", index, typeof index === "number" ? `/accessors/${index}` : "/accessors");
  }

  /** Adds a target that moves nothing. */
  private _addTarget(mesh: Json): void {
    for (const primitive of objectsOf(mesh["primitives"]) as readonly Json[]) {
      const [first] = objectsOf(primitive["targets"]);
      const position = membersOf(primitive["attributes"])["POSITION"];
      const count = expectInteger(`/accessors/${position as number}/count`, this._accessorAt(position)["count"]);
      const zeros = (name: string): number => {
        const isPosition = name === "POSITION";
        return getOrMake(this._shared, `zeros ${count} ${isPosition}`, () =>
          this._file.append(new Float32Array(3 * count), "VEC3", { bounds: isPosition }),
        );
      };
      const still = Object.fromEntries(Object.keys(first ?? {}).map((name) => [name, zeros(name)]));
      primitive["targets"] = [...itemsOf(primitive["targets"]), still];
    }
    mesh["weights"] = [...itemsOf(mesh["weights"]), 0];
    const { targetNames } = membersOf(mesh["extras"]);
    if (Array.isArray(targetNames)) {
      mesh["extras"] = { ...membersOf(mesh["extras"]), targetNames: [...(targetNames as unknown[]), "still"] };
    }
  }
}

/** A name that is not taken yet, and now is. */
function takeName(base: string, taken: Set<string | undefined>): string {
  let name = base;
  for (let count = 2; taken.has(name); count++) {
    name = `${base}-${count}`; // not "_2", which three.js adds to equal names without a look at the others
  }
  taken.add(name);
  return name;
}
