/** Files for other engines: one that all of them play right, and changes of it. */
import { addTimes, addTriangle, createAsset, VALUE_TYPES, type AddAccessor, type Interpolation } from "./gltfAsset.js";
import type { Asset, Json } from "./gltfPose.js";

/** A channel of the animation. */
export interface EngineChannel {
  readonly target: Json;
  readonly times?: readonly number[];
  readonly values: readonly number[] | Int16Array | Uint8Array;
  readonly interpolation?: Interpolation;
}

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** The rotations about Y by angles in degrees, one after the other. */
export function turns(...degrees: readonly number[]): number[] {
  return degrees.flatMap((angle) => [0, Math.sin((angle * Math.PI) / 360), 0, Math.cos((angle * Math.PI) / 360)]);
}

/** The joint, which turns a little. */
export const SWAY: EngineChannel = { target: { node: 1, path: "rotation" }, values: turns(0, 5, 0), times: [0, 1, 2] };

/** The width of an accessor by the path of a channel. */
const TYPES: Readonly<Record<string, "SCALAR" | "VEC3" | "VEC4">> = {
  translation: "VEC3",
  rotation: "VEC4",
  scale: "VEC3",
  weights: "SCALAR",
};

/** An animation of channels; a pointer with three values for each key is a VEC3, and so on. */
export function engineAnimation(add: AddAccessor, name: string, channels: readonly EngineChannel[]): Json {
  return {
    name,
    channels: channels.map(({ target }, sampler) => ({ sampler, target })),
    samplers: channels.map(({ target, times = [0, 2], values, interpolation = "LINEAR" }) => {
      const parts = interpolation === "CUBICSPLINE" ? 3 : 1;
      const type = TYPES[target["path"] as string] ?? VALUE_TYPES[values.length / times.length / parts]!;
      const isFloat = Array.isArray(values);
      return { input: addTimes(add, times), output: add(type, values, isFloat ? {} : { normalized: true }), interpolation };
    }),
  };
}

/**
 * A figure of one joint (node 1) below a root (node 0), with a skinned triangle (node 2). With `faces`, that many triangles with two morph
 * targets follow, nodes 3 and so on, each with a mesh of its own.
 * @param change of the JSON before the data are packed
 */
export function createFigure(
  channels: readonly EngineChannel[],
  { faces = 0, change }: { faces?: number; change?: (json: Json, add: AddAccessor) => void } = {},
): Asset {
  return createAsset((add) => {
    const primitive = (): Json => ({ attributes: { ...addTriangle(add), NORMAL: add("VEC3", [0, 0, 1, 0, 0, 1, 0, 0, 1]) } });
    const skinned = primitive();
    Object.assign(skinned["attributes"] as Json, {
      JOINTS_0: add("VEC4", new Uint8Array(12)),
      WEIGHTS_0: add("VEC4", [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]),
    });
    const morphed = (): Json => ({
      weights: [0, 0],
      primitives: [
        {
          ...primitive(),
          targets: [1, 2].map((height) => ({
            POSITION: add("VEC3", [0, 0, height, 0, 0, 0, 0, 0, 0], { min: [0, 0, 0], max: [0, 0, height] }),
          })),
        },
      ],
    });
    const json: Json = {
      scenes: [{ nodes: [0, 2, ...Array.from({ length: faces }, (_, i) => 3 + i)] }],
      nodes: [
        { name: "root", children: [1] },
        { name: "joint" },
        { name: "body", mesh: 0, skin: 0 },
        ...Array.from({ length: faces }, (_, i) => ({ name: `face ${i}`, mesh: 1 + i })),
      ],
      meshes: [{ primitives: [skinned] }, ...Array.from({ length: faces }, morphed)],
      skins: [{ joints: [1], inverseBindMatrices: add("MAT4", IDENTITY) }],
      materials: [{ name: "skin" }],
      ...(channels.length > 0 && { animations: [engineAnimation(add, "play", channels)] }),
    };
    if (channels.some(({ target }) => target["path"] === "pointer")) {
      json["extensionsUsed"] = ["KHR_animation_pointer"];
    }
    change?.(json, add);
    return json;
  });
}

/** A figure with a face whose first morph target is a sparse accessor of zeros, as Blender writes them; the target is the same. */
export function withSparseTarget({ json, bin }: Asset): Asset {
  const sparse = structuredClone(json);
  const target = sparse["accessors"][sparse["meshes"][1].primitives[0].targets[0].POSITION];
  const begin = Math.ceil(bin.length / 4) * 4;
  const grown = new Uint8Array(begin + 16);
  grown.set(bin);
  new Float32Array(grown.buffer, begin + 4).set([0, 0, 1]); // of corner 0, whose index is 0
  const views = [
    { byteOffset: begin, byteLength: 1 },
    { byteOffset: begin + 4, byteLength: 12 },
  ].map((view) => ({ buffer: 0, ...view }));
  const first = sparse["bufferViews"].push(...views) - 2;
  sparse["buffers"][0].byteLength = grown.length;
  delete target.bufferView;
  target.sparse = { count: 1, indices: { bufferView: first, componentType: 5121 }, values: { bufferView: first + 1 } };
  return { json: sparse, bin: grown };
}
