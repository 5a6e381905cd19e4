/**
 * glTF files made for tests. {@link createAsset} makes any; {@link createModel} and {@link createPointed} are for the common cases:
 * empty nodes that move, and one animation by JSON pointer.
 */
import type { Asset, Json } from "./gltfPose.js";

const WIDTHS = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 } as const;
export type AccessorType = keyof typeof WIDTHS;

const COMPONENT_TYPES = [
  [Int8Array, 5120],
  [Uint8Array, 5121],
  [Int16Array, 5122],
  [Uint16Array, 5123],
  [Float32Array, 5126],
] as const;
type TypedArray = Int8Array | Uint8Array | Int16Array | Uint16Array | Float32Array;

/**
 * Adds an accessor, and returns its index.
 * @param values one element behind the other; numbers become floats, a typed array gives the type of the components
 * @param more further members of the accessor, such as its bounds
 */
export type AddAccessor = (type: AccessorType, values: readonly number[] | TypedArray, more?: Json) => number;

/** Collects the binary chunk of an asset, with its buffer views and accessors. */
export class AssetBuilder {
  private readonly _chunks: Uint8Array[] = [];
  private _byteLength = 0;
  private readonly _bufferViews: Json[] = [];
  private readonly _accessors: Json[] = [];

  public readonly add: AddAccessor = (type, values, more = {}) => {
    const data = ArrayBuffer.isView(values) ? values : new Float32Array(values);
    const bufferView = this.addBytes(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
    const componentType = COMPONENT_TYPES.find(([constructor]) => data instanceof constructor)![1];
    return this._accessors.push({ bufferView, componentType, type, count: data.length / WIDTHS[type], ...more }) - 1;
  };

  /** Adds a buffer view, and returns its index. */
  public addBytes(bytes: Uint8Array): number {
    const padding = -bytes.length & 3;
    const byteOffset = this._byteLength;
    this._chunks.push(bytes, new Uint8Array(padding));
    this._byteLength += bytes.length + padding;
    return this._bufferViews.push({ buffer: 0, byteOffset, byteLength: bytes.length }) - 1;
  }

  /** @param json of everything but buffers; without scenes, all nodes are the roots of one */
  public build(json: Json): Asset {
    const nodes = (json["nodes"] ?? []) as Json[];
    const hasData = this._byteLength > 0;
    return {
      json: {
        asset: { version: "2.0" },
        scene: 0,
        scenes: [{ nodes: [...nodes.keys()] }],
        ...json,
        ...(hasData && { buffers: [{ byteLength: this._byteLength }], bufferViews: this._bufferViews, accessors: this._accessors }),
      },
      bin: new Uint8Array(Buffer.concat(this._chunks)),
    };
  }
}

/** @param create makes the JSON of everything but buffers; without scenes, all nodes are the roots of one */
export function createAsset(create: (add: AddAccessor) => Json): Asset {
  const builder = new AssetBuilder();
  return builder.build(create(builder.add));
}

export type Interpolation = "LINEAR" | "STEP" | "CUBICSPLINE";

/** Adds the times of keys, in seconds. */
export function addTimes(add: AddAccessor, times: readonly number[]): number {
  return add("SCALAR", times, { min: [Math.min(...times)], max: [Math.max(...times)] });
}

/** The attributes of one triangle. */
export function addTriangle(add: AddAccessor): { POSITION: number } {
  return { POSITION: add("VEC3", [0, 0, 0, 1, 0, 0, 0, 1, 0], { min: [0, 0, 0], max: [1, 1, 0] }) };
}

/** The attributes of one triangle that has a texture. */
export function addTexturedTriangle(add: AddAccessor): { POSITION: number; TEXCOORD_0: number } {
  return { ...addTriangle(add), TEXCOORD_0: add("VEC2", [0, 0, 1, 0, 0, 1]) };
}

/** The target of a channel of KHR_animation_pointer. */
export function pointerTarget(pointer: string): Json {
  return { path: "pointer", extensions: { KHR_animation_pointer: { pointer } } };
}

/** A picture of one pixel. */
export const PNG = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

// ---- empty nodes that move ----------------------------------------------------------------------------------------------------------

/** A channel of a model made for a test. */
export interface TestChannel {
  readonly node: number;
  readonly path: "translation" | "rotation" | "scale" | "weights";
  readonly times: readonly number[];
  /** The sampler's output, one element behind the other. */
  readonly values: readonly number[];
  readonly interpolation?: Interpolation;
}

const PATH_TYPES = { translation: "VEC3", rotation: "VEC4", scale: "VEC3", weights: "SCALAR" } as const;

/** An animation of nodes. */
export function nodeAnimation(add: AddAccessor, name: string, channels: readonly TestChannel[]): Json {
  return {
    name,
    channels: channels.map(({ node, path }, sampler) => ({ sampler, target: { node, path } })),
    samplers: channels.map(({ path, times, values, interpolation = "LINEAR" }) => ({
      input: addTimes(add, times),
      output: add(PATH_TYPES[path], values),
      interpolation,
    })),
  };
}

/** A model of empty nodes, named n0, n1, ..., with the given animations. */
export function createModel(nodeCount: number, animations: readonly (readonly TestChannel[])[]): Asset {
  return createAsset((add) => ({
    nodes: Array.from({ length: nodeCount }, (_, i) => ({ name: `n${i}` })),
    animations: animations.map((channels, index) => nodeAnimation(add, `animation ${index}`, channels)),
  }));
}

/** Channels of two nodes: each transform, linear and cubic, and keys that begin later. */
export const SWING: readonly TestChannel[] = [
  { node: 0, path: "translation", times: [0, 0.4, 1], values: [0, 0, 0, 1, 2, 3, 0.1, 0.2, 0.3] },
  { node: 1, path: "rotation", times: [0.25, 1], values: [0, 0, 0, 1, 0, 0.6, 0, 0.8] },
  {
    node: 1,
    path: "scale",
    times: [0, 1],
    values: new Array<number>(18).fill(1).map((one, i) => one + i / 7),
    interpolation: "CUBICSPLINE",
  },
];

/** A model whose node n0 is at x = time, from 0 to `seconds`. */
export function createRuler(seconds = 10): Asset {
  return createModel(1, [[{ node: 0, path: "translation", times: [0, seconds], values: [0, 0, 0, seconds, 0, 0] }]]);
}

// ---- animation by JSON pointer ------------------------------------------------------------------------------------------------------

export interface PointedChannel {
  readonly pointer: string;
  /** The values at each time; with `CUBICSPLINE` each between its tangents. */
  readonly values: readonly (readonly number[])[];
  /** In seconds; 0 and 1 unless stated otherwise. */
  readonly times?: readonly number[];
  readonly interpolation?: Interpolation;
  /** Replaces the target: a channel of glTF itself. */
  readonly target?: Json;
}

/** By the number of components. */
export const VALUE_TYPES: { readonly [width: number]: AccessorType } = { 1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4", 16: "MAT4" };

/** Properties that are true or false, whose values are bytes. */
const IS_BOOLEAN = /\/(visible|selectable|hoverable)$/;

/** An animation by JSON pointer. */
export function pointedAnimation(add: AddAccessor, channels: readonly PointedChannel[]): Json {
  return {
    channels: channels.map(({ pointer, target }, sampler) => ({ sampler, target: target ?? pointerTarget(pointer) })),
    samplers: channels.map(({ pointer, values, times = [0, 1], interpolation = "LINEAR" }) => ({
      input: addTimes(add, times),
      output: add(
        /weights$/.test(pointer) ? "SCALAR" : (VALUE_TYPES[values[0]!.length] ?? "SCALAR"),
        IS_BOOLEAN.test(pointer) ? new Uint8Array(values.flat()) : values.flat(),
      ),
      interpolation,
    })),
  };
}

/** @param create makes the JSON of everything but the animation */
export function createPointed(create: (add: AddAccessor) => Json, channels: readonly PointedChannel[]): Asset {
  return createAsset((add) => {
    const { extensionsUsed = [], ...json } = create(add);
    return {
      ...json,
      extensionsUsed: ["KHR_animation_pointer", ...(extensionsUsed as string[])],
      ...(channels.length > 0 && { animations: [pointedAnimation(add, channels)] }),
    };
  });
}

/** The same JSON with a value stated at a pointer. */
export function stateAt(json: Json, pointer: string, value: unknown): Json {
  const stated = structuredClone(json);
  const names = pointer.slice(1).split("/");
  const last = names.pop()!;
  let holder = stated;
  for (const name of names) {
    holder = holder[name] ??= {};
  }
  holder[last] = value;
  return stated;
}
