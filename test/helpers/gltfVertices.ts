/**
 * The vertices of a glTF asset in the world, from the text of glTF 2.0 (3.7.3 Skins, 3.5.3 Transformations): what every viewer draws. Slow, and on purpose without anything of
 * the package or of Babylon.
 */
import { type Asset, evaluateAnimations, type Json, readAccessor } from "./gltfPose.js";

/** The corners of a primitive's triangles in the world. */
export interface DrawnPrimitive {
  readonly node: number;
  readonly root: number;
  readonly skin: number | undefined;
  readonly material: number | undefined;
  readonly attributes: readonly string[];
  /** Three components each. */
  readonly positions: readonly number[];
  /** Of unit length; empty without normals. */
  readonly normals: readonly number[];
  /** Those of other attributes. */
  readonly others: Readonly<Record<string, readonly number[]>>;
}

/** A matrix by columns, as in glTF. */
type Matrix = readonly number[];

function multiply(a: Matrix, b: Matrix): Matrix {
  return Array.from({ length: 16 }, (_, i) => [0, 1, 2, 3].reduce((sum, k) => sum + a[4 * k + (i % 4)]! * b[4 * (i >> 2) + k]!, 0));
}

function compose([x, y, z, w]: readonly number[], translation: readonly number[], [sx, sy, sz]: readonly number[]): Matrix {
  const columns = [
    [1 - 2 * (y! * y! + z! * z!), 2 * (x! * y! + z! * w!), 2 * (x! * z! - y! * w!)].map((value) => value * sx!),
    [2 * (x! * y! - z! * w!), 1 - 2 * (x! * x! + z! * z!), 2 * (y! * z! + x! * w!)].map((value) => value * sy!),
    [2 * (x! * z! + y! * w!), 2 * (y! * z! - x! * w!), 1 - 2 * (x! * x! + y! * y!)].map((value) => value * sz!),
  ];
  return [...columns.flatMap((column) => [...column, 0]), ...translation, 1];
}

/** The inverse of a matrix, transposed, but for a factor: what turns normals. */
function normalMatrix(m: Matrix): Matrix {
  const cross = (a: number, b: number): number[] =>
    [1, 2, 0].map((k, c) => m[a + k]! * m[b + ((c + 2) % 3)]! - m[a + ((c + 2) % 3)]! * m[b + k]!);
  const columns = [cross(4, 8), cross(8, 0), cross(0, 4)];
  const sign = Math.sign(columns[0]!.reduce((sum, x, c) => sum + x * m[c]!, 0));
  return [...columns.flatMap((column) => [...column.map((x) => x * sign), 0]), 0, 0, 0, 1];
}

/** The world matrices of the nodes in the scene, with their roots, in the order of the scene. */
function worldsOf(asset: Asset, animation: number, time: number): Map<number, { readonly world: Matrix; readonly root: number }> {
  const { json } = asset;
  const nodes = structuredClone(json["nodes"] ?? []) as Json[];
  for (const { node, path, value } of animation < 0 ? [] : evaluateAnimations(asset, [animation], time)) {
    nodes[node]![path] = value;
    delete nodes[node]!["matrix"];
  }
  const worlds = new Map<number, { world: Matrix; root: number }>();
  const visit = (index: number, parent: Matrix | null, root: number): void => {
    const { matrix, rotation = [0, 0, 0, 1], translation = [0, 0, 0], scale = [1, 1, 1], children = [] } = nodes[index]!;
    const own = (matrix ?? compose(rotation, translation, scale)) as Matrix;
    const world = parent ? multiply(parent, own) : own;
    worlds.set(index, { world, root });
    (children as number[]).forEach((child) => visit(child, world, root));
  };
  ((json["scenes"]?.[json["scene"] ?? 0]?.nodes ?? []) as number[]).forEach((root) => visit(root, null, root));
  return worlds;
}

/** What is drawn at a time of an animation; -1 for none. Without morph targets. */
export function drawnAt(asset: Asset, animation: number, time: number): DrawnPrimitive[] {
  const { json } = asset;
  const worlds = worldsOf(asset, animation, time);
  return Array.from(worlds).flatMap(([node, { world, root }]) => {
    const { mesh, skin } = json["nodes"][node] as { mesh?: number; skin?: number };
    const primitives = (mesh === undefined ? [] : json["meshes"][mesh].primitives) as Json[];
    return primitives.map((primitive): DrawnPrimitive => {
      const { POSITION, NORMAL, JOINTS_0, WEIGHTS_0, ...rest } = primitive["attributes"] as Record<string, number>;
      const read = (accessor: number): readonly number[] => readAccessor(asset, accessor);
      const positions = read(POSITION!);
      const count = positions.length / 3;
      let matrixAt: (vertex: number) => Matrix = () => world;
      if (skin !== undefined) {
        const { joints, inverseBindMatrices } = json["skins"][skin] as { joints: number[]; inverseBindMatrices?: number };
        const inverses = inverseBindMatrices === undefined ? null : read(inverseBindMatrices);
        const palette = joints.map((joint, i) => {
          const jointWorld = worlds.get(joint)!.world;
          return inverses ? multiply(jointWorld, inverses.slice(16 * i, 16 * i + 16)) : jointWorld;
        });
        const [indices, weights] = [read(JOINTS_0!), read(WEIGHTS_0!)];
        matrixAt = (vertex) =>
          Array.from({ length: 16 }, (_, c) =>
            [0, 1, 2, 3].reduce((sum, k) => sum + weights[4 * vertex + k]! * palette[indices[4 * vertex + k]!]![c]!, 0),
          );
      }
      const indices = primitive["indices"] === undefined ? [...new Array(count).keys()] : read(primitive["indices"]);
      const matrices = Array.from({ length: count }, (_, vertex) => matrixAt(vertex));
      const move = (by: readonly Matrix[], values: readonly number[], w: number): number[][] =>
        by.map((m, v) =>
          [0, 1, 2].map((c) => m[c]! * values[3 * v]! + m[4 + c]! * values[3 * v + 1]! + m[8 + c]! * values[3 * v + 2]! + w * m[12 + c]!),
        );
      const movedPositions = move(matrices, positions, 1);
      const movedNormals =
        NORMAL === undefined
          ? null
          : move(matrices.map(normalMatrix), read(NORMAL), 0).map((normal) => normal.map((x) => x / Math.hypot(...normal)));
      const others = Object.entries(rest).map(([name, accessor]) => {
        const values = read(accessor);
        const size = values.length / count;
        return [name, indices.flatMap((i) => values.slice(size * i, size * i + size))] as const;
      });
      return {
        node,
        root,
        skin,
        material: primitive["material"] as number | undefined,
        attributes: Object.keys(primitive["attributes"]).sort(),
        positions: indices.flatMap((i) => movedPositions[i]!),
        normals: movedNormals ? indices.flatMap((i) => movedNormals[i]!) : [],
        others: Object.fromEntries(others),
      };
    });
  });
}
