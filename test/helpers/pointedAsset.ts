/** Small assets of a test's own, with one animation by JSON pointer. */
import type { Asset, Json } from "./gltfPose.js";

const WIDTHS = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 } as const;
type AccessorType = keyof typeof WIDTHS;

/** Adds floats to an asset, and returns the index of their accessor. */
export type AddFloats = (type: AccessorType, values: readonly number[], more?: Json) => number;

export interface PointedChannel {
  readonly pointer: string;
  /** The values at each time; with `CUBICSPLINE` each between its tangents. */
  readonly values: readonly (readonly number[])[];
  /** In seconds; 0 and 1 unless stated otherwise. */
  readonly times?: readonly number[];
  readonly interpolation?: "LINEAR" | "STEP" | "CUBICSPLINE";
  /** Replaces the target: a channel of glTF itself. */
  readonly target?: Json;
}

const TYPES: { readonly [width: number]: AccessorType } = { 2: "VEC2", 3: "VEC3", 4: "VEC4", 16: "MAT4" };

/** @param create makes the JSON of everything but the animation */
export function createPointed(create: (add: AddFloats) => Json, channels: readonly PointedChannel[]): Asset {
  const floats: number[] = [];
  const bufferViews: Json[] = [];
  const accessors: Json[] = [];
  const add: AddFloats = (type, values, more = {}) => {
    bufferViews.push({ buffer: 0, byteOffset: floats.length * 4, byteLength: values.length * 4 });
    floats.push(...values);
    const count = values.length / WIDTHS[type];
    return accessors.push({ bufferView: bufferViews.length - 1, componentType: 5126, type, count, ...more }) - 1;
  };
  const { extensionsUsed = [], ...json } = create(add);
  const animation = {
    channels: channels.map(({ pointer, target }, sampler) => ({
      sampler,
      target: target ?? { path: "pointer", extensions: { KHR_animation_pointer: { pointer } } },
    })),
    samplers: channels.map(({ pointer, values, times = [0, 1], interpolation = "LINEAR" }) => ({
      input: add("SCALAR", times, { min: [Math.min(...times)], max: [Math.max(...times)] }),
      output: add(/weights$/.test(pointer) ? "SCALAR" : (TYPES[values[0]!.length] ?? "SCALAR"), values.flat()),
      interpolation,
    })),
  };
  return {
    json: {
      asset: { version: "2.0" },
      scene: 0,
      ...json,
      extensionsUsed: ["KHR_animation_pointer", ...(extensionsUsed as string[])],
      ...(channels.length > 0 ? { animations: [animation] } : {}),
      buffers: [{ byteLength: floats.length * 4 }],
      bufferViews,
      accessors,
    },
    bin: new Uint8Array(new Float32Array(floats).buffer),
  };
}

/** The attributes of one triangle. */
export function addTriangle(add: AddFloats): { POSITION: number } {
  return { POSITION: add("VEC3", [0, 0, 0, 1, 0, 0, 0, 1, 0], { min: [0, 0, 0], max: [1, 1, 0] }) };
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

export const PNG = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
