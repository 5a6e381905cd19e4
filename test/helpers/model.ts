import type { Asset, Json } from "./gltfPose.js";

/** A channel of a model made for a test. */
export interface TestChannel {
  readonly node: number;
  readonly path: "translation" | "rotation" | "scale" | "weights";
  readonly times: readonly number[];
  /** The sampler's output, one element behind the other. */
  readonly values: readonly number[];
  readonly interpolation?: "LINEAR" | "STEP" | "CUBICSPLINE";
}

const WIDTHS = { translation: 3, rotation: 4, scale: 3, weights: 1 } as const;
const TYPES = { 1: "SCALAR", 3: "VEC3", 4: "VEC4" } as const;

/** A model of empty nodes, named n0, n1, ..., with the given animations. */
export function createModel(nodeCount: number, animations: readonly (readonly TestChannel[])[]): Asset {
  const floats: number[] = [];
  const bufferViews: Json[] = [];
  const accessors: Json[] = [];
  const addAccessor = (values: readonly number[], width: 1 | 3 | 4, bounds: Json): number => {
    bufferViews.push({ buffer: 0, byteOffset: floats.length * 4, byteLength: values.length * 4 });
    floats.push(...values);
    accessors.push({
      bufferView: bufferViews.length - 1,
      componentType: 5126,
      count: values.length / width,
      type: TYPES[width],
      ...bounds,
    });
    return accessors.length - 1;
  };
  const animationsJson = animations.map((channels, index) => ({
    name: `animation ${index}`,
    channels: channels.map(({ node, path }, sampler) => ({ sampler, target: { node, path } })),
    samplers: channels.map(({ path, times, values, interpolation = "LINEAR" }) => ({
      input: addAccessor(times, 1, { min: [times[0]], max: [times[times.length - 1]] }),
      output: addAccessor(values, WIDTHS[path], {}),
      interpolation,
    })),
  }));
  const indices = Array.from({ length: nodeCount }, (_, i) => i);
  return {
    json: {
      asset: { version: "2.0" },
      scene: 0,
      scenes: [{ nodes: indices }],
      nodes: indices.map((i) => ({ name: `n${i}` })),
      animations: animationsJson,
      buffers: [{ byteLength: floats.length * 4 }],
      bufferViews,
      accessors,
    },
    bin: new Uint8Array(new Float32Array(floats).buffer),
  };
}

/** A model whose node n0 is at x = time, from 0 to `seconds`. */
export function createRuler(seconds = 10): Asset {
  return createModel(1, [[{ node: 0, path: "translation", times: [0, seconds], values: [0, 0, 0, seconds, 0, 0] }]]);
}
