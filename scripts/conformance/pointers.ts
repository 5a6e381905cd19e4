/** The data about JSON pointers: for each template of the glTF object model, a file that animates the property, and its values. */
import { evaluateSampler, type Asset, type Json } from "../../test/helpers/gltfPose.js";
import {
  createPointerAsset,
  pointerOf,
  TEMPLATES,
  toJson,
  type Encoding,
  type PointerAnimation,
  type Template,
  type Value,
} from "../../test/helpers/pointerAsset.js";
import { clamp, fill, isLegal, isNumeric, valuesOf } from "../../test/helpers/pointerValues.js";
import { packGlb } from "../glb.mjs";

const KEY_TIMES = [0.5, 1, 2];
/** Before the first key, at keys, between them, after the last one. */
const TIMES = [0, 0.5, 0.75, 1, 1.5, 2, 3];

const ELEMENT = /\/\{\}$/;

/** Matrices that can be decomposed, also halfway. */
const MATRICES: readonly [Value, Value] = [
  [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
  [2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0.5, 0, 4, 5, 6, 1],
];

function endsOf(template: Template): readonly [Value, Value] {
  return template.type === "float4x4" ? MATRICES : valuesOf(template);
}

/** How an animation differs from plain floats, and the values at its three keys. */
interface Variant {
  readonly encoding: Partial<Encoding> & { readonly name: string };
  readonly template: Template;
  readonly values: readonly Value[];
}

/** From one bound to the other and back, by way of illegal values. */
function beyondBounds(template: Template): Value[] | null {
  const { min, max, above, below } = template;
  const [low, high] = [min ?? above, max ?? below];
  if (!isNumeric(template) || (low === undefined && high === undefined)) {
    return null;
  }
  const [from, to] = valuesOf(template);
  const beginning = low === undefined ? from : fill(template, low - 1);
  return [beginning, high === undefined ? to : fill(template, high + 1), beginning];
}

function variantsOf(template: Template): Variant[] {
  const [from, to] = endsOf(template);
  const values = [from, to, from];
  if (template.type === "bool") {
    return [{ encoding: { name: "STEP", interpolation: "STEP" }, template, values }];
  }
  const variants: Variant[] = [{ encoding: { name: "LINEAR" }, template, values }];
  if (template.type === "float4x4") {
    return variants; // the tangents of a spline would turn it into a projection
  }
  variants.push({ encoding: { name: "CUBICSPLINE", interpolation: "CUBICSPLINE" }, template, values });
  const beyond = beyondBounds(template);
  if (beyond) {
    variants.push({ encoding: { name: "LINEAR beyond the bounds" }, template, values: beyond });
  }
  const bytes = [51, 204, 51].map((byte) => fill(template, byte / 255));
  if (isNumeric(template) && bytes.every((value) => isLegal(template, value))) {
    variants.push({ encoding: { name: "LINEAR in normalized bytes", componentType: 5121, normalized: true }, template, values: bytes });
  }
  const element = TEMPLATES.find(({ pointer }) => pointer === `${template.pointer}/{}`);
  if (element) {
    const [first, second] = valuesOf(element);
    variants.push({ encoding: { name: "LINEAR, one component" }, template: element, values: [first, second, first] });
  }
  return variants;
}

/** Tangents that differ in each component, and on both sides of a key. */
function withTangents(values: readonly Value[]): Value[] {
  return values.flatMap((value) => [value.map((_, i) => 0.5 * i - 0.25), value, value.map((_, i) => 0.75 - 0.5 * i)]);
}

function toAnimation({ encoding, template, values }: Variant): PointerAnimation {
  const dialect = template.source === "KHR_animation2" ? "KHR_animation2" : "KHR_animation_pointer";
  const full: Encoding = { dialect, interpolation: "LINEAR", componentType: 5126, ...encoding };
  const elements = full.interpolation === "CUBICSPLINE" ? withTangents(values) : values;
  return { encoding: full, keys: [{ template, times: KEY_TIMES, elements }] };
}

/** The name of a template's file: without braces, which stand for indices, and without the member `extensions`. */
function fileOf({ pointer }: Template): string {
  const names = pointer.split("/").filter((name) => name !== "" && name !== "{}" && name !== "extensions");
  return `pointers/${names.join(".")}.glb`;
}

/** To 9 significant digits, more than single precision has: the last digits of sines may differ between machines. */
function rounded(value: number): number {
  return Number(value.toPrecision(9)) + 0;
}

/** The value that a template's property has: interpolated, then clamped. A bound that is excluded stands for the values next to it. */
export function valueAt(asset: Asset, sampler: Json, template: Template, time: number): unknown {
  const value = evaluateSampler(asset, sampler, time, template.type === "quat")!;
  const { min, max, above, below } = template;
  const [low, high] = [min ?? above ?? -Infinity, max ?? below ?? Infinity];
  return toJson(
    template,
    value.map((component) => rounded(Math.min(Math.max(component, low), high))),
  );
}

export function stamped({ json, bin }: Asset): Uint8Array {
  return packGlb({ ...json, asset: { version: "2.0", copyright: "CC0-1.0" } }, bin);
}

/** Describes all properties, and adds their files. */
export function makePointers(files: Map<string, Uint8Array>): unknown {
  const properties = TEMPLATES.filter(({ pointer }) => !ELEMENT.test(pointer)).map((template) => {
    const { pointer, type, min, max, above, below, default: byDefault } = template;
    const variants = variantsOf(template);
    const asset = createPointerAsset(
      [{ template, value: clamp(template, endsOf(template)[0]) }],
      { textures: false },
      ...variants.map(toAnimation),
    );
    // engines that find materials by name take "material" for the word of the path
    (asset.json["materials"] as Json[] | undefined)?.forEach(
      (material) => (material["name"] = material["name"] === "material" ? "surface" : material["name"]),
    );
    const file = fileOf(template);
    files.set(file, stamped(asset));
    const animations = variants.map((variant, i) => ({
      name: variant.encoding.name,
      pointer: variant.template === template ? undefined : pointerOf(variant.template),
      values: TIMES.map((time) => valueAt(asset, (asset.json["animations"] as Json[])[i]!["samplers"][0], variant.template, time)),
    }));
    return { file, template: pointer, pointer: pointerOf(template), type, min, max, above, below, default: byDefault, animations };
  });
  return { times: TIMES, properties };
}
