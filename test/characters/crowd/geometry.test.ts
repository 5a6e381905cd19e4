/** The vertices of a crowd: merged, with all their influences, and with the winding that they are seen with. */
import { readFileSync } from "node:fs";
import { afterEach, expect, it } from "@jest/globals";
import { VertexBuffer } from "@babylonjs/core/Buffers/buffer.js";
import { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { unpackGlb } from "../../../scripts/glb.mjs";
import { CreateClipCrowd } from "../../../src/crowd.js";
import type { Box } from "../../../src/characters/crowd/asset/boundingBox.js";
import { mergeParts } from "../../../src/characters/crowd/asset/geometry.js";
import { IDENTITY, Palette } from "../../../src/characters/crowd/asset/palette.js";
import { drawnMeshes } from "../../../src/characters/crowd/asset/parts.js";
import { createScene, disposeScenes, loadContainer } from "../../helpers/scene.js";

afterEach(disposeScenes);

const TRIANGLE = [0, 0, 0, 1, 0, 0, 0, 2, 0];

function createTriangle(): Mesh {
  const mesh = new Mesh("triangle", createScene());
  mesh.setVerticesData(VertexBuffer.PositionKind, TRIANGLE);
  mesh.setIndices([0, 1, 2]);
  return mesh;
}

it("vertices keep up to eight influences, those without weight left out", () => {
  const mesh = createTriangle();
  // by vertex: six, one and two joints have a weight
  const weights = [
    [0.3, 0.2, 0.2, 0.1, 0.1, 0, 0.1, 0],
    [0, 0, 1, 0, 0, 0, 0, 0],
    [0.5, 0, 0, 0, 0, 0, 0, 0.5],
  ];
  const put = (kind: string, values: (joint: number, vertex: number) => number, first: number) =>
    mesh.setVerticesData(
      kind,
      weights.flatMap((_, vertex) => [0, 1, 2, 3].map((i) => values(first + i, vertex))),
      false,
      4,
    );
  put(VertexBuffer.MatricesIndicesKind, (joint) => joint, 0);
  put(VertexBuffer.MatricesWeightsKind, (joint, vertex) => weights[vertex]![joint]!, 0);
  put(VertexBuffer.MatricesIndicesExtraKind, (joint) => joint, 4);
  put(VertexBuffer.MatricesWeightsExtraKind, (joint, vertex) => weights[vertex]![joint]!, 4);
  const boxes: Box[] = [];
  const entries = [10, 11, 12, 13, 14, 15, 16, 17];
  const { data, influences } = mergeParts([{ mesh, entries, isSkinned: true, isMirrored: false }], boxes);
  const valuesOf = (kind: string): number[] => Array.from(data.get(kind)!.values, (value) => Math.round(1e6 * value) / 1e6);
  expect(influences).toBe(6);
  expect(valuesOf(VertexBuffer.MatricesIndicesKind)).toEqual([10, 11, 12, 13, 12, 0, 0, 0, 10, 17, 0, 0]);
  expect(valuesOf(VertexBuffer.MatricesWeightsKind)).toEqual([0.3, 0.2, 0.2, 0.1, 1, 0, 0, 0, 0.5, 0.5, 0, 0]);
  expect(valuesOf(VertexBuffer.MatricesIndicesExtraKind)).toEqual([14, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  expect(valuesOf(VertexBuffer.MatricesWeightsExtraKind)).toEqual([0.1, 0.1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  expect(boxes.flatMap((box, entry) => (box.isEmpty ? [] : [entry]))).toEqual([10, 11, 12, 13, 14, 16, 17]);
  expect([...boxes[10]!.bounds]).toEqual([0, 0, 0, 0, 2, 0]);
});

it("vertices with four influences need no more buffers", () => {
  const mesh = createTriangle();
  mesh.setVerticesData(VertexBuffer.MatricesIndicesKind, [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3], false, 4);
  mesh.setVerticesData(VertexBuffer.MatricesWeightsKind, new Array<number>(12).fill(0.25), false, 4);
  const { data, influences } = mergeParts([{ mesh, entries: [0, 1, 2, 3], isSkinned: true, isMirrored: false }], []);
  expect(influences).toBe(4);
  expect([...data.keys()]).toEqual([VertexBuffer.PositionKind, VertexBuffer.MatricesIndicesKind, VertexBuffer.MatricesWeightsKind]);
});

it("rigid parts are merged one behind the other; the triangles of mirrored ones are turned", () => {
  const mesh = createTriangle();
  const parts = [false, true].map((isMirrored, i) => ({ mesh, entries: [i + 3], isSkinned: false, isMirrored }));
  const { data, indices, influences } = mergeParts(parts, []);
  expect([...indices]).toEqual([0, 1, 2, 3, 5, 4]);
  expect(influences).toBe(1);
  expect([...data.get(VertexBuffer.PositionKind)!.values]).toEqual([...TRIANGLE, ...TRIANGLE]);
  const entries = data.get(VertexBuffer.MatricesIndicesKind)!.values;
  expect([0, 1, 2, 3, 4, 5].map((vertex) => entries[4 * vertex])).toEqual([3, 3, 3, 4, 4, 4]);
});

it("joints that several skins bind alike share an entry, others do not", () => {
  const palette = new Palette();
  const moved = [...IDENTITY.slice(0, 15), 2];
  expect([palette.add(7, IDENTITY), palette.add(7, moved), palette.add(7, IDENTITY), palette.add(8, IDENTITY)]).toEqual([0, 1, 0, 2]);
  expect([palette.entryOf(7), palette.entryOf(8), palette.entryOf(9)]).toEqual([0, 2, -1]);
});

it("meshes of one material become one, unless they are kept apart", async () => {
  const container = await loadContainer(
    unpackGlb(readFileSync(new URL("../../../playground/models/figure.glb", import.meta.url))),
    createScene(),
  );
  const drawn = drawnMeshes(container.meshes).length;
  const materials = new Set(container.meshes.flatMap(({ material }) => material ?? [])).size;
  expect(drawn).toBeGreaterThan(materials);
  expect(CreateClipCrowd(container).meshes.length).toBe(materials);
  expect(CreateClipCrowd(container, { mergeMeshes: false }).meshes.length).toBe(drawn);
});
