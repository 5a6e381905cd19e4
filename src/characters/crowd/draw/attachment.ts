import { VertexBuffer } from "@babylonjs/core/Buffers/buffer.js";
import { Matrix } from "@babylonjs/core/Maths/math.vector.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { VertexData } from "@babylonjs/core/Meshes/mesh.vertexData.js";
import { excerpt, grow, show } from "../../../gltf/util/index.js";
import { expectBoolean } from "../arguments.js";
import type { Characters } from "../play/characters.js";
import { DrawList } from "./drawList.js";
import { type Geometry, turnTriangles } from "../asset/geometry.js";
import type { MeshFactory } from "./crowdMeshes.js";
import type { NodeLocation } from "../asset/nodeLocator.js";
import { expectMaterial } from "../asset/parts.js";

/** A mesh that moves with a node of characters, made by {@link ClipCrowd.attach}. */
export class CrowdAttachment {
  /** @internal */
  readonly list: DrawList;
  /** The characters that the mesh is attached to. */
  private _mask: Uint8Array;

  /** @internal */
  constructor(
    /** The mesh that is drawn: a copy of the attached one, for all characters. */
    readonly mesh: Mesh,
    private readonly _characters: Characters,
    private readonly _isForAll: boolean,
    private readonly _onDispose: (attachment: CrowdAttachment) => void,
  ) {
    this.list = new DrawList(_characters, [mesh]);
    this._mask = new Uint8Array(_characters.capacity).fill(Number(_isForAll));
  }

  /** @internal */
  get mask(): Uint8Array {
    const { capacity } = this._characters;
    if (this._mask.length < capacity) {
      this._mask = grow(this._mask, capacity, Uint8Array).fill(Number(this._isForAll), this._mask.length);
    }
    return this._mask;
  }

  /**
   * Whether a character has it.
   * @throws RangeError if no character has the index, or the attachment is disposed; TypeError for an argument of another type
   */
  setEnabled(index: number, enabled: boolean): void {
    this._characters.expect(index);
    expectBoolean("enabled", enabled);
    if (this.mesh.isDisposed()) {
      throw new RangeError(`attachment: must not be disposed (got ${show(this.mesh.name)}); attach the mesh again`);
    }
    this.mask[index] = Number(enabled);
    this._characters.isListDirty = true;
  }

  /** @internal A character was added. */
  reset(index: number): void {
    this.mask[index] = Number(this._isForAll);
  }

  /** Takes it off all characters, and disposes the mesh that was drawn; the attached mesh remains. */
  dispose(): void {
    this.mesh.dispose(false, false);
    this._onDispose(this);
  }
}

/**
 * Makes the mesh of an attachment: the vertices are put into the bind space of a palette entry, which then moves them.
 * @param row the matrix of the entry at rest
 * @throws RangeError where the mesh has no vertices, or a material that cannot be used
 */
export function createAttachedMesh(mesh: Mesh, { entry, offset }: NodeLocation, row: Float32Array, factory: MeshFactory): Mesh {
  if (mesh.getTotalVertices() === 0) {
    throw new RangeError(`mesh: must have vertices (got ${excerpt(mesh.name)})`);
  }
  expectMaterial(mesh, `mesh/${excerpt(mesh.name)}`);
  const local = Matrix.Compose(mesh.scaling, mesh.rotationQuaternion ?? mesh.rotation.toQuaternion(), mesh.position);
  const count = mesh.getTotalVertices();
  const vertices = VertexData.ExtractFromMesh(mesh, true, true);
  if (!vertices.indices?.length) {
    vertices.indices = Array.from({ length: count }, (_, i) => i);
  }
  vertices.transform(local.multiply(offset));
  const data = new Map<string, { values: Float32Array; size: number }>();
  const put = (kind: string, values: ArrayLike<number> | null | undefined, size: number): void => {
    if (values) {
      data.set(kind, { values: Float32Array.from(values), size });
    }
  };
  put(VertexBuffer.PositionKind, vertices.positions, 3);
  put(VertexBuffer.NormalKind, vertices.normals, 3);
  put(VertexBuffer.TangentKind, vertices.tangents, 4);
  put(VertexBuffer.UVKind, vertices.uvs, 2);
  put(VertexBuffer.UV2Kind, vertices.uvs2, 2);
  put(VertexBuffer.ColorKind, vertices.colors, 4);
  put(
    VertexBuffer.MatricesIndicesKind,
    new Float32Array(4 * count).map((_, i) => (i % 4 === 0 ? entry : 0)),
    4,
  );
  put(
    VertexBuffer.MatricesWeightsKind,
    new Float32Array(4 * count).map((_, i) => (i % 4 === 0 ? 1 : 0)),
    4,
  );
  const indices = Uint32Array.from(vertices.indices);
  if (Matrix.FromArray(row).determinant() < 0) {
    turnTriangles(indices);
  }
  const geometry: Geometry = { data, indices, influences: 1 };
  return factory.createFrom(geometry, mesh, `${mesh.name} attached`);
}
