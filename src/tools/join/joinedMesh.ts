import type { AccessorComponents, AppendType, GltfFile, GltfJson, GltfObject } from "../../gltf/file/index.js";
import { invertAt } from "../../gltf/sampling/index.js";
import { AssetError, getOrMake } from "../../gltf/util/index.js";
import { type Part, type Primitive, sceneOf } from "./parts.js";

/** The largest number of vertices that 16 bits index: the highest index would end strips. */
const MAX_SHORT = 65_535;

/** The attributes that are multiplied by the matrix of a part. */
const PLACED = ["POSITION", "NORMAL", "TANGENT"];

/** An attribute of a primitive. */
interface Attribute {
  readonly name: string;
  readonly type: AppendType;
  readonly normalized: boolean;
  readonly data: AccessorComponents;
}

/** A primitive of a part, read. */
interface Piece {
  readonly key: string;
  readonly material: number | undefined;
  readonly attributes: readonly Attribute[];
  readonly indices: ArrayLike<number>;
  readonly vertexCount: number;
}

/** The mesh that takes the place of the parts of one figure: a primitive for each material and set of attributes. */
export class JoinedMesh {
  private readonly _groups = new Map<string, Piece[]>();
  /** How many primitives fewer are drawn. */
  readonly saved: number;
  /** Whether vertices of a part move. Those of all parts become floats then. */
  private readonly _hasPlaces: boolean;

  /**
   * Reads the parts.
   * @throws AssetError if data cannot be read
   */
  constructor(
    private readonly _file: GltfFile,
    private readonly _parts: readonly Part[],
  ) {
    this._hasPlaces = _parts.some((part) => part.place !== null);
    let count = 0;
    _parts.forEach((part, joint) => {
      for (const primitive of part.primitives) {
        const piece = this._read(part, primitive, joint);
        getOrMake(this._groups, piece.key, () => []).push(piece);
        count++;
      }
    });
    this.saved = count - this._groups.size;
  }

  /** Puts the mesh into the file, and takes those of the parts out of their nodes. */
  add(): void {
    const { json } = this._file;
    const nodes = json.nodes!;
    const primitives = Array.from(this._groups.values(), (pieces) => this._write(pieces));
    const { skin, node } = this._parts[0]!;
    const name = nameFor(json, (skin === null ? undefined : listOf(json, "skins")[skin]!["name"]) ?? nodes[node]!.name);
    const index = skin ?? this._addSkin();
    for (const part of this._parts) {
      delete nodes[part.node]!.mesh;
      delete nodes[part.node]!["skin"];
    }
    const mesh = listOf(json, "meshes").push({ name, primitives }) - 1;
    const { nodes: roots } = sceneOf(json) as { nodes: number[] };
    roots.push(nodes.push({ name, mesh, skin: index }) - 1);
  }

  private _read(part: Part, { attributes, indices, material }: Primitive, joint: number): Piece {
    const read = Object.keys(attributes)
      .sort()
      .map((name) => this._readAttribute(name, attributes[name]!, part));
    const vertexCount = (read.find(({ name }) => name === "POSITION")?.data.length ?? 0) / 3;
    if (part.skin === null) {
      const data = new Uint16Array(4 * vertexCount);
      const weights = new Float32Array(4 * vertexCount);
      for (let i = 0; i < data.length; i += 4) {
        data[i] = joint;
        weights[i] = 1;
      }
      read.push({ name: "JOINTS_0", type: "VEC4", normalized: false, data });
      read.push({ name: "WEIGHTS_0", type: "VEC4", normalized: false, data: weights });
    }
    const vertices = indices === undefined ? Uint32Array.from({ length: vertexCount }, (_, i) => i) : this._file.readComponents(indices);
    if (vertices.length === 0 || vertexCount === 0 || read.some(({ type, data }) => data.length !== vertexCount * sizeOf(type))) {
      throw new AssetError(`/nodes/${part.node}/mesh`, `must have vertices, and attributes for all of them (got ${vertexCount} positions)`);
    }
    const key = read.map(({ name, type, normalized, data }) => `${name} ${type} ${normalized} ${data.constructor.name}`);
    return {
      key: [material, ...key].join(),
      material,
      attributes: read,
      indices: vertices,
      vertexCount,
    };
  }

  private _readAttribute(name: string, index: number, part: Part): Attribute {
    const raw = this._file.readComponents(index);
    const { type, normalized } = this._file.json.accessors![index]!;
    const isPlaced = this._hasPlaces && PLACED.includes(name);
    const size = sizeOf(type);
    const isPacked = (raw.BYTES_PER_ELEMENT * size) % 4 === 0; // appended data has no gaps between elements
    if (isPlaced || !isPacked) {
      const data = this._file.readAccessor(index);
      return {
        name,
        type: type as AppendType,
        normalized: false,
        data: isPlaced && part.place ? place(name, data, size, part.place) : data,
      };
    }
    const { joints } = part;
    const data = joints && name.startsWith("JOINTS_") ? raw.map((joint) => joints[joint] ?? joint) : raw;
    return { name, type: type as AppendType, normalized: normalized === true, data };
  }

  private _write(pieces: readonly Piece[]): GltfObject {
    const [first] = pieces as [Piece];
    const attributes = first.attributes.map(({ name, type, normalized }, a) => {
      const data = concat(pieces.map((piece) => piece.attributes[a]!.data));
      return [name, this._file.append(data, type, { normalized, bounds: name === "POSITION" })] as const;
    });
    const total = pieces.reduce((sum, { vertexCount }) => sum + vertexCount, 0);
    const length = pieces.reduce((sum, { indices }) => sum + indices.length, 0);
    const indices = total <= MAX_SHORT ? new Uint16Array(length) : new Uint32Array(length);
    let [at, base] = [0, 0];
    for (const piece of pieces) {
      for (let i = 0; i < piece.indices.length; i++) {
        indices[at++] = piece.indices[i]! + base;
      }
      base += piece.vertexCount;
    }
    const { material } = first;
    return {
      attributes: Object.fromEntries(attributes),
      indices: this._file.append(indices, "SCALAR"),
      ...(material !== undefined && { material }),
    };
  }

  /** Adds a skin whose joints are the nodes of the rigid parts. */
  private _addSkin(): number {
    const inverses = new Float64Array(16 * this._parts.length);
    this._parts.forEach(({ place: world }, i) => invertAt(world!, 0, inverses, 16 * i));
    const inverseBindMatrices = this._file.append(Float32Array.from(inverses), "MAT4");
    return listOf(this._file.json, "skins").push({ joints: this._parts.map(({ node }) => node), inverseBindMatrices }) - 1;
  }
}

/** The number of components; NaN for matrices, which are no attributes. */
function sizeOf(type: string): number {
  return type === "SCALAR" ? 1 : type.startsWith("VEC") ? Number(type.slice(3)) : NaN;
}

function listOf(json: GltfJson, name: string): GltfObject[] {
  return (json[name] ??= []) as GltfObject[];
}

/** A name that no node has. */
function nameFor({ nodes = [] }: GltfJson, wanted: unknown): string {
  const base = typeof wanted === "string" ? wanted : "parts";
  const taken = new Set(nodes.map(({ name }) => name));
  let name = `${base} joined`;
  for (let i = 2; taken.has(name); i++) {
    name = `${base} joined ${i}`;
  }
  return name;
}

function concat(parts: readonly AccessorComponents[]): AccessorComponents {
  const [first] = parts as [AccessorComponents];
  const all = new (first.constructor as new (length: number) => AccessorComponents)(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Multiplies positions, normals or tangents by a matrix. */
function place(name: string, data: Float32Array, size: number, world: Float64Array): Float32Array {
  const placed = data.slice();
  const m = name === "NORMAL" ? cofactorsOf(world) : world;
  for (let i = 0; i < data.length; i += size) {
    const [x, y, z] = [data[i]!, data[i + 1]!, data[i + 2]!];
    const moved = [0, 1, 2].map((c) => x * m[c]! + y * m[4 + c]! + z * m[8 + c]! + (name === "POSITION" ? m[12 + c]! : 0));
    const length = name === "POSITION" ? 1 : Math.hypot(...moved) || 1;
    moved.forEach((value, c) => (placed[i + c] = value / length));
  }
  return placed;
}

/** The matrix of normals: the inverse transposed, but for a factor > 0. */
function cofactorsOf(m: Float64Array): Float64Array {
  const cofactors = new Float64Array(16);
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      const [r1, r2, c1, c2] = [(row + 1) % 3, (row + 2) % 3, (column + 1) % 3, (column + 2) % 3];
      cofactors[4 * row + column] = m[4 * r1 + c1]! * m[4 * r2 + c2]! - m[4 * r1 + c2]! * m[4 * r2 + c1]!;
    }
  }
  return cofactors;
}
