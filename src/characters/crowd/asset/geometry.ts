import { VertexBuffer } from "@babylonjs/core/Buffers/buffer.js";
import { Material } from "@babylonjs/core/Materials/material.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { Box } from "./boundingBox.js";
import type { Part } from "./parts.js";

/** Kinds of vertex data that are copied as they are. */
const COPIED_KINDS: readonly string[] = [
  VertexBuffer.TangentKind,
  VertexBuffer.UVKind,
  VertexBuffer.UV2Kind,
  VertexBuffer.UV3Kind,
  VertexBuffer.UV4Kind,
  VertexBuffer.UV5Kind,
  VertexBuffer.UV6Kind,
  VertexBuffer.ColorKind,
];

const MAX_INFLUENCES = 8;

/** The vertices of several parts, moved by the palette. */
export interface Geometry {
  /** By kind, with the number of components. */
  readonly data: ReadonlyMap<string, { readonly values: Float32Array; readonly size: number }>;
  readonly indices: Uint32Array;
  /** The most palette entries that a vertex has, 1..8. */
  readonly influences: number;
}

/** Whether a part can be merged with others: strips and fans cannot be continued. */
export function isMergeable({ mesh }: Part): boolean {
  return fillModeOf(mesh) === Material.TriangleFillMode;
}

/** Tells mergeable parts apart that cannot be one mesh. */
export function geometryKey({ mesh }: Part): string {
  const kinds = kindsOf(mesh).map((kind) => kind + mesh.getVertexBuffer(kind)!.getSize());
  const { material, hasVertexAlpha, sideOrientation, renderingGroupId, receiveShadows } = mesh;
  return [material?.uniqueId, hasVertexAlpha, sideOrientation, renderingGroupId, receiveShadows, ...kinds].join();
}

function kindsOf(mesh: Mesh): string[] {
  return [VertexBuffer.NormalKind, ...COPIED_KINDS].filter((kind) => mesh.isVerticesDataPresent(kind));
}

function fillModeOf({ material }: Mesh): number {
  return material?.fillMode ?? Material.TriangleFillMode;
}

/**
 * Merges parts of the same kinds. Morph targets are applied as they are at rest.
 * @param boxes receive the vertices that each palette entry moves
 */
export function mergeParts(parts: readonly Part[], boxes: Box[]): Geometry {
  const { mesh: first } = parts[0]!;
  const data = new Map<string, { values: Float32Array; size: number }>();
  const put = (kind: string, size: number, read: (part: Part) => ArrayLike<number>): void => {
    data.set(kind, { values: concatenate(parts, size, read), size });
  };
  put(VertexBuffer.PositionKind, 3, ({ mesh }) => mesh.getPositionData(false, true)!);
  for (const kind of kindsOf(first)) {
    const size = first.getVertexBuffer(kind)!.getSize();
    put(kind, size, ({ mesh }) => (kind === VertexBuffer.NormalKind ? mesh.getNormalsData(false, true)! : mesh.getVerticesData(kind)!));
  }
  const influences = putInfluences(parts, data, boxes);
  return { data, indices: mergeIndices(parts), influences };
}

function concatenate(parts: readonly Part[], size: number, read: (part: Part) => ArrayLike<number>): Float32Array {
  const values = new Float32Array(parts.reduce((sum, { mesh }) => sum + mesh.getTotalVertices() * size, 0));
  let at = 0;
  for (const part of parts) {
    values.set(read(part), at);
    at += part.mesh.getTotalVertices() * size;
  }
  return values;
}

function mergeIndices(parts: readonly Part[]): Uint32Array {
  const indices: number[] = [];
  let begin = 0;
  for (const { mesh, isMirrored } of parts) {
    const count = mesh.getTotalVertices();
    const own = mesh.getIndices();
    const listed = own && own.length > 0 ? Array.from(own) : Array.from({ length: count }, (_, i) => i);
    for (const index of isMirrored ? turn(listed, fillModeOf(mesh)) : listed) {
      indices.push(begin + index);
    }
    begin += count;
  }
  return Uint32Array.from(indices);
}

/** Turns the winding of triangles in a list. */
export function turnTriangles<T extends number[] | Uint32Array>(indices: T): T {
  for (let i = 0; i + 2 < indices.length; i += 3) {
    [indices[i + 1], indices[i + 2]] = [indices[i + 2]!, indices[i + 1]!];
  }
  return indices;
}

/** Turns the winding of triangles. */
function turn(indices: number[], fillMode: number): number[] {
  switch (fillMode) {
    case Material.TriangleFillMode:
      return turnTriangles(indices);
    case Material.TriangleStripDrawMode:
      return [indices[0]!, ...indices];
    case Material.TriangleFanDrawMode:
      return [indices[0]!, ...indices.slice(1).reverse()];
    default:
      return indices;
  }
}

/** Puts the entries and weights of all vertices, those without weight left out. @returns the most that a vertex has */
function putInfluences(parts: readonly Part[], data: Map<string, { values: Float32Array; size: number }>, boxes: Box[]): number {
  const count = parts.reduce((sum, { mesh }) => sum + mesh.getTotalVertices(), 0);
  const entries = new Float32Array(count * MAX_INFLUENCES);
  const weights = new Float32Array(count * MAX_INFLUENCES);
  const positions = data.get(VertexBuffer.PositionKind)!.values;
  let most = 1;
  let vertex = 0;
  for (const part of parts) {
    const read = influenceReader(part);
    for (let own = 0; own < part.mesh.getTotalVertices(); own++, vertex++) {
      let found = 0;
      read(own, (entry, weight) => {
        entries[vertex * MAX_INFLUENCES + found] = entry;
        weights[vertex * MAX_INFLUENCES + found] = weight;
        found++;
        (boxes[entry] ??= new Box()).addPoint(positions, 3 * vertex);
      });
      most = Math.max(most, found);
    }
  }
  data.set(VertexBuffer.MatricesIndicesKind, { values: fourOf(entries, 0), size: 4 });
  data.set(VertexBuffer.MatricesWeightsKind, { values: fourOf(weights, 0), size: 4 });
  if (most > 4) {
    data.set(VertexBuffer.MatricesIndicesExtraKind, { values: fourOf(entries, 4), size: 4 });
    data.set(VertexBuffer.MatricesWeightsExtraKind, { values: fourOf(weights, 4), size: 4 });
  }
  return most;
}

/** Four of the eight values of each vertex. */
function fourOf(values: Float32Array, first: number): Float32Array {
  return Float32Array.from({ length: values.length / 2 }, (_, i) => values[(i >> 2) * MAX_INFLUENCES + first + (i & 3)]!);
}

type Visit = (entry: number, weight: number) => void;

function influenceReader({ mesh, entries, isSkinned }: Part): (vertex: number, visit: Visit) => void {
  if (!isSkinned) {
    return (_, visit) => visit(entries[0]!, 1);
  }
  const groups = influencesOf(mesh);
  return (vertex, visit) => {
    for (const { matrices, weights } of groups) {
      for (let i = 4 * vertex; i < 4 * vertex + 4; i++) {
        if (weights[i] !== 0) {
          visit(entries[matrices[i]!]!, weights[i]!);
        }
      }
    }
  };
}

/** What moves the vertices of a mesh: indices of matrices and their weights, four of each a vertex; of up to eight, two lists. */
export function influencesOf(mesh: Mesh): readonly { readonly matrices: ArrayLike<number>; readonly weights: ArrayLike<number> }[] {
  const { MatricesIndicesKind, MatricesWeightsKind, MatricesIndicesExtraKind, MatricesWeightsExtraKind } = VertexBuffer;
  return [
    [MatricesIndicesKind, MatricesWeightsKind],
    [MatricesIndicesExtraKind, MatricesWeightsExtraKind],
  ].flatMap((kinds) => {
    const [matrices, weights] = kinds.map((kind) => mesh.getVerticesData(kind));
    return matrices && weights ? [{ matrices, weights }] : [];
  });
}
