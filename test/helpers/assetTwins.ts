/** Files made by script that stand for real ones where those are missing: with the same nodes, paths and interpolations, and simpler shapes. */
import { createCube } from "../../playground/demoModels/buffer.mjs";
import { type AddAccessor, createAsset, type Interpolation, nodeAnimation, type TestChannel } from "./gltfAsset.js";
import type { Asset, Json } from "./gltfPose.js";

const CUBE = createCube();

function boundsOf(positions: readonly number[]): Json {
  const columns = [0, 1, 2].map((axis) => positions.filter((_, i) => i % 3 === axis));
  return { min: columns.map((column) => Math.min(...column)), max: columns.map((column) => Math.max(...column)) };
}

const addPositions = (add: AddAccessor, positions: readonly number[]): number => add("VEC3", positions, boundsOf(positions));

/** A cube. @param size of an edge, in meters */
function addCube(add: AddAccessor, size: number, [x = 1, y = 1, z = 1] = []): Json {
  const positions = CUBE.positions.map((value, i) => value * size * [x, y, z][i % 3]!);
  const attributes = { POSITION: addPositions(add, positions), NORMAL: add("VEC3", CUBE.normals) };
  return { attributes, indices: add("SCALAR", new Uint16Array(CUBE.indices)) };
}

/** A rotation around z. @param angle in radians */
const turn = (angle: number): number[] => [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];

const series = (count: number, step: number, first = 0): number[] => Array.from({ length: count }, (_, i) => first + i * step);

/** Two targets of a triangle that take turns. */
function createSimpleMorph(): Asset {
  return createAsset((add) => ({
    nodes: [{ mesh: 0 }],
    meshes: [
      {
        primitives: [
          {
            attributes: { POSITION: addPositions(add, [0, 0, 0, 1, 0, 0, 0.5, 0.5, 0]) },
            targets: [
              { POSITION: addPositions(add, [0, 0, 0, 0, 0, 0, -1, 1, 0]) },
              { POSITION: addPositions(add, [0, 0, 0, 0, 0, 0, 1, 1, 0]) },
            ],
          },
        ],
        weights: [0.5, 0.5],
      },
    ],
    animations: [
      nodeAnimation(add, "weights", [{ node: 0, path: "weights", times: series(5, 1), values: [0, 0, 0, 1, 1, 1, 1, 0, 0, 0] }]),
    ],
  }));
}

/** A cube of a centimeter that a node makes a hundred times as large, with normals in its targets, and many keys. */
function createMorphCube(): Asset {
  const raised = (height: number, isRaised: (x: number) => boolean): number[] =>
    CUBE.positions.flatMap((x, i) => (i % 3 === 0 ? [0, isRaised(x) && CUBE.positions[i + 1]! > 0 ? height : 0, 0] : []));
  const times = series(127, 1 / 30);
  const weights = times.flatMap((time) => [Math.sin(time * 1.5) ** 2, Math.sin(time) ** 2]);
  const flat = new Array<number>(CUBE.positions.length).fill(0);
  return createAsset((add) => ({
    nodes: [{ mesh: 0, rotation: [0, Math.SQRT1_2, -Math.SQRT1_2, 0], scale: [100, 100, 100], name: "AnimatedMorphCube" }],
    meshes: [
      {
        name: "Cube",
        primitives: [
          {
            ...addCube(add, 0.02),
            targets: [
              {
                POSITION: addPositions(
                  add,
                  raised(0.0189, () => true),
                ),
                NORMAL: add("VEC3", flat),
              },
              {
                POSITION: addPositions(
                  add,
                  raised(0.0199, (x) => x > 0),
                ),
                NORMAL: add("VEC3", flat),
              },
            ],
          },
        ],
        weights: [0, 0],
      },
    ],
    animations: [nodeAnimation(add, "Square", [{ node: 0, path: "weights", times, values: weights }])],
  }));
}

/** A column with two joints, below nodes that are placed by matrices. The upper joint bends, and all three of its properties have keys. */
function createRiggedColumn(): Asset {
  const [bottom, middle] = [-4.18, 4.187];
  const times = series(50, 1 / 24, 1 / 24);
  const channel = (path: TestChannel["path"], valueAt: (i: number) => readonly number[]): TestChannel => {
    return { node: 4, path, times, values: times.flatMap((_, i) => valueAt(i)) };
  };
  const channels = [
    channel("translation", () => [0, 0.028, middle]),
    channel("rotation", (i) => turn(0.6 * Math.sin((i / 49) * Math.PI))),
    channel("scale", () => [1, 1, 1]),
  ];
  const isAbove = (vertex: number): boolean => CUBE.positions[3 * vertex + 2]! > 0;
  const vertices = series(CUBE.positions.length / 3, 1);
  // the joints at rest, in the space of the mesh: the lower one at the bottom, the upper one above it
  const inverse = (height: number): number[] => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -height, 1];
  return createAsset((add) => {
    const cube = addCube(add, 1, [2, 2, 9.15]);
    const attributes = {
      ...(cube["attributes"] as Json),
      JOINTS_0: add("VEC4", new Uint16Array(vertices.flatMap(() => [0, 1, 0, 0]))),
      WEIGHTS_0: add(
        "VEC4",
        vertices.flatMap((vertex) => (isAbove(vertex) ? [0.25, 0.75, 0, 0] : [0.9, 0.1, 0, 0])),
      ),
    };
    return {
      scenes: [{ nodes: [0] }],
      nodes: [
        { children: [1], matrix: [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1], name: "Z_UP" },
        { children: [3, 2], matrix: [0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], name: "Armature" },
        { mesh: 0, skin: 0, name: "Cylinder" },
        { children: [4], matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, bottom, 1], name: "Bone" },
        { translation: [0, 0.028, middle], rotation: [0, 0, 0, 1], name: "Bone.001" },
      ],
      meshes: [{ name: "Cylinder", primitives: [{ ...cube, attributes }] }],
      skins: [
        {
          name: "Armature",
          skeleton: 3,
          joints: [3, 4],
          inverseBindMatrices: add("MAT4", [...inverse(bottom), ...inverse(bottom + middle)]),
        },
      ],
      animations: [nodeAnimation(add, "bend", channels)],
    };
  });
}

/** Nine cubes, one for each interpolation of each of a node's properties, and a floor. */
function createInterpolations(): Asset {
  const times = series(5, 5 / 12); // no frame of a test is at a key, where steps would differ by rounding
  const keys: Readonly<Record<"scale" | "rotation" | "translation", readonly (readonly number[])[]>> = {
    scale: [0.1, 1, 0.4, 1.2, 0.1].map((size) => [size, size, size]),
    rotation: [0, 1.2, 2.4, 1, 0].map(turn),
    translation: [-1, 1, 0, 1, -1].map((x) => [x, x * x, 0]),
  };
  const still = { scale: [0, 0, 0], rotation: [0, 0, 0, 0], translation: [0, 0, 0] };
  const kinds = (Object.keys(keys) as (keyof typeof keys)[]).flatMap((path) =>
    (["STEP", "LINEAR", "CUBICSPLINE"] as const).map((interpolation: Interpolation) => ({ path, interpolation })),
  );
  return createAsset((add) => ({
    nodes: [
      ...kinds.map((_, i) => ({ name: `Cube.00${i}`, translation: [3.4 * (i % 3), 3.4 * Math.floor(i / 3), 0], mesh: 0 })),
      { name: "Plane", translation: [0, -1.8, 1], rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2], scale: [4.2, 1, 0.4], mesh: 1 },
    ],
    meshes: [
      { name: "Cube", primitives: [addCube(add, 2)] },
      { name: "Plane", primitives: [addCube(add, 2, [1, 0, 1])] },
    ],
    animations: kinds.map(({ path, interpolation }, node) => {
      const values = keys[path].flatMap((key) => (interpolation === "CUBICSPLINE" ? [...still[path], ...key, ...still[path]] : [...key]));
      return nodeAnimation(add, `${interpolation} ${path}`, [{ node, path, times, values, interpolation }]);
    }),
  }));
}

/** The small files that most tests need, by name. */
export const TWINS: Readonly<Record<string, () => Asset>> = {
  "morph-SimpleMorph.glb": createSimpleMorph,
  "morph-AnimatedMorphCube.glb": createMorphCube,
  "skin-RiggedSimple.glb": createRiggedColumn,
  "trs-InterpolationTest.glb": createInterpolations,
};
