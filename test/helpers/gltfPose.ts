/**
 * Evaluates the animations of a glTF asset from its accessors, straight from the text of glTF 2.0 (3.6.2 Accessors, 3.11 Animations,
 * Appendix C Interpolation): what every player must show. Slow, and on purpose without anything of the package or of Babylon.
 */

import type { Json } from "../../scripts/glb.mjs";

export type { Json };

export interface Asset {
  readonly json: Json;
  readonly bin: Uint8Array;
}

/** What a channel gives: which node, which of its properties, and the components of its value. */
export interface ChannelValue {
  readonly node: number;
  readonly path: string;
  readonly value: number[];
}

const COMPONENTS: Record<string, number> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 };

type Reader = { size: number; read: (view: DataView, offset: number) => number; max: number };

const COMPONENT_TYPES: Record<number, Reader> = {
  5120: { size: 1, read: (view, offset) => view.getInt8(offset), max: 127 },
  5121: { size: 1, read: (view, offset) => view.getUint8(offset), max: 255 },
  5122: { size: 2, read: (view, offset) => view.getInt16(offset, true), max: 32767 },
  5123: { size: 2, read: (view, offset) => view.getUint16(offset, true), max: 65535 },
  5125: { size: 4, read: (view, offset) => view.getUint32(offset, true), max: 4294967295 },
  5126: { size: 4, read: (view, offset) => view.getFloat32(offset, true), max: 1 },
};

function readElements(
  { json, bin }: Asset,
  bufferView: number,
  byteOffset: number,
  count: number,
  components: number,
  type: number,
): number[] {
  const { size, read } = COMPONENT_TYPES[type]!;
  const { byteOffset: viewOffset = 0, byteStride = size * components } = json["bufferViews"][bufferView];
  const view = new DataView(bin.buffer, bin.byteOffset, bin.byteLength);
  return Array.from({ length: count * components }, (_, i) =>
    read(view, viewOffset + byteOffset + Math.floor(i / components) * byteStride + (i % components) * size),
  );
}

const read = new WeakMap<Json, readonly number[]>();

/** All components of an accessor, one element behind the other; normalized integers converted, sparse values put in. */
export function readAccessor(asset: Asset, index: number): readonly number[] {
  const accessor = asset.json["accessors"][index] as Json;
  const values = read.get(accessor) ?? decodeAccessor(asset, index);
  read.set(accessor, values);
  return values;
}

function decodeAccessor(asset: Asset, index: number): readonly number[] {
  const { bufferView, byteOffset = 0, componentType, count, type, normalized, sparse } = asset.json["accessors"][index];
  const components = COMPONENTS[type]!;
  const values =
    bufferView === undefined
      ? new Array<number>(count * components).fill(0)
      : readElements(asset, bufferView, byteOffset, count, components, componentType);
  if (sparse) {
    const { indices, values: replaced } = sparse;
    const at = readElements(asset, indices.bufferView, indices.byteOffset ?? 0, sparse.count, 1, indices.componentType);
    const by = readElements(asset, replaced.bufferView, replaced.byteOffset ?? 0, sparse.count, components, componentType);
    at.forEach((element, i) => values.splice(element * components, components, ...by.slice(i * components, (i + 1) * components)));
  }
  const { max } = COMPONENT_TYPES[componentType]!;
  return normalized ? values.map((value) => Math.max(value / max, -1)) : values;
}

function normalize(value: number[]): number[] {
  const length = Math.hypot(...value);
  return value.map((component) => component / length);
}

function slerp(a: number[], b: number[], t: number): number[] {
  const dot = a.reduce((sum, component, i) => sum + component * b[i]!, 0);
  const sign = dot < 0 ? -1 : 1;
  const angle = Math.acos(Math.min(Math.abs(dot), 1));
  if (Math.sin(angle) < 1e-6) {
    return normalize(a.map((component, i) => component + t * (sign * b[i]! - component)));
  }
  const [fromA, fromB] = [Math.sin(angle * (1 - t)) / Math.sin(angle), (sign * Math.sin(angle * t)) / Math.sin(angle)];
  return a.map((component, i) => fromA * component + fromB * b[i]!);
}

/**
 * What a sampler gives at a time in seconds, held before its first key and after its last; null without keys.
 * @param isRotation whether the values are quaternions
 * @param hasUnitKeys whether quaternions in integers, whose lengths are rounded, have unit length
 */
export function evaluateSampler(asset: Asset, sampler: Json, time: number, isRotation: boolean, hasUnitKeys = false): number[] | null {
  const times = readAccessor(asset, sampler["input"]);
  if (times.length === 0) {
    return null;
  }
  const output = readAccessor(asset, sampler["output"]);
  const cubic = sampler["interpolation"] === "CUBICSPLINE";
  const width = output.length / times.length / (cubic ? 3 : 1);
  const element = (key: number, part = 0): number[] => {
    const begin = cubic ? (key * 3 + part) * width : key * width;
    return output.slice(begin, begin + width);
  };
  const isRounded = isRotation && hasUnitKeys && asset.json["accessors"][sampler["output"]].normalized === true;
  const valueOf = (key: number): number[] => (isRounded ? normalize(element(key, 1)) : element(key, 1));
  const next = times.findIndex((keyTime) => keyTime > time);
  if (next === 0 || next === -1) {
    return valueOf(next === 0 ? 0 : times.length - 1);
  }
  const [a, b] = [valueOf(next - 1), valueOf(next)];
  const delta = times[next]! - times[next - 1]!;
  const t = (time - times[next - 1]!) / delta;
  if (sampler["interpolation"] === "STEP") {
    return a;
  }
  if (cubic) {
    const [out, into] = [element(next - 1, 2), element(next, 0)];
    const value = a.map(
      (component, i) =>
        (2 * t ** 3 - 3 * t ** 2 + 1) * component +
        delta * (t ** 3 - 2 * t ** 2 + t) * out[i]! +
        (-2 * t ** 3 + 3 * t ** 2) * b[i]! +
        delta * (t ** 3 - t ** 2) * into[i]!,
    );
    return isRotation ? normalize(value) : value;
  }
  return isRotation ? slerp(a, b, t) : a.map((component, i) => component + t * (b[i]! - component));
}

/** A channel's value at a time in seconds; null for a channel without node or keys. */
export function evaluateChannel(asset: Asset, animation: Json, channel: Json, time: number, hasUnitKeys = false): ChannelValue | null {
  const { node, path } = channel["target"];
  const value = evaluateSampler(asset, animation["samplers"][channel["sampler"]], time, path === "rotation", hasUnitKeys);
  return node === undefined || value === null ? null : { node, path, value };
}

/** What animations of an asset give at a time; where two animate the same property, the later one. */
export function evaluateAnimations(asset: Asset, animations: readonly number[], time: number, hasUnitKeys = false): ChannelValue[] {
  const values = new Map<string, ChannelValue>();
  for (const index of animations) {
    const animation = asset.json["animations"][index];
    for (const channel of animation.channels) {
      const result = evaluateChannel(asset, animation, channel, time, hasUnitKeys);
      if (result) {
        values.set(`${result.node}/${result.path}`, result);
      }
    }
  }
  return [...values.values()];
}
