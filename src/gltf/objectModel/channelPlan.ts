import type { ChannelPointers } from "../schema/index.js";
import { AssetError, createFinding, excerpt, type Finding, followTokens, itemAt, show, componentsOfType, FLOAT } from "../util/index.js";
import type { AnimatedOnce } from "./animatedOnce.js";
import type { PointerResolver, ResolvedPointer } from "./pointerResolver.js";
import { COMPONENTS } from "./property.js";

/** A property, or one component of a property, that a channel animates, with the offset and width in the components of a key. */
export interface ChannelPart {
  readonly resolved: ResolvedPointer;
  readonly offset: number;
  readonly width: number;
}

/** The properties that a channel animates. */
export interface ChannelPlan {
  /** The animated parts, without ignored parts. */
  readonly parts: readonly ChannelPart[];
  /** The number of components of each key. */
  readonly width: number;
  /** `POINTER_DOUBTFUL` for each ignored part. */
  readonly findings: readonly Finding[];
  /** The properties of all channels of the animation. */
  readonly siblings: AnimatedOnce;
}

type Json = Readonly<Record<string, unknown>>;

const INTERPOLATIONS: readonly unknown[] = ["LINEAR", "STEP", "CUBICSPLINE"];
const ACCESSORS = ["accessors"];

/**
 * Resolves the pointers of a channel, and checks that its sampler fits (glTF 2.0, section 3.11; KHR_animation_pointer, "Extension Usage").
 * @param pointer JSON pointer of the channel
 * @throws AssetError if a pointer cannot be animated, or the sampler does not fit the property
 */
export function planChannel(
  resolver: PointerResolver,
  stated: ChannelPointers,
  pointer: string,
  sampler: unknown,
): Omit<ChannelPlan, "siblings"> {
  let width = 0;
  const parts = joinElements(stated.pointers.map((each) => resolver.resolve(stated.pointer, each))).map((resolved) => {
    const part = { resolved, offset: width, width: widthOf(resolved) };
    width += part.width;
    return part;
  });
  checkSampler(resolver.asset, pointer, parts, width, sampler);
  const findings = parts.filter(isFixed).map(({ resolved: { property, pointer: target } }) => {
    const message = `is ignored, because the asset states ${property.fixedAt} (got ${excerpt(target)})`;
    return createFinding("POINTER_DOUBTFUL", stated.pointer, message);
  });
  return { parts: parts.filter((part) => !isFixed(part)), width, findings };
}

function isFixed({ resolved: { property, initial } }: ChannelPart): boolean {
  return property.fixedAt !== undefined && initial.includes(property.fixedAt);
}

function widthOf({ property, element, initial }: ResolvedPointer): number {
  return element >= 0 ? 1 : COMPONENTS[property.type] || initial.length;
}

/** Joins pointers to all components of a property, in order, to a pointer to the whole property. */
function joinElements(all: readonly ResolvedPointer[]): readonly ResolvedPointer[] {
  if (all[0]?.element !== 0) {
    return all;
  }
  const whole = { ...all[0], element: -1 };
  const isWhole = all.length === widthOf(whole) && all.every(({ pointer, element }, i) => pointer === whole.pointer && element === i);
  return isWhole ? [whole] : all;
}

function checkSampler(asset: unknown, channel: string, parts: readonly ChannelPart[], width: number, sampler: unknown): void {
  const { input, output, interpolation = "LINEAR" } = (sampler ?? {}) as Json;
  const { pointer, property } = parts[0]!.resolved;
  const flag = parts.find(({ resolved }) => resolved.property.type === "bool");
  if (flag && interpolation !== "STEP") {
    refuse(channel, `must use STEP for ${excerpt(flag.resolved.pointer)}, which is true or false`, word(interpolation));
  }
  if (!INTERPOLATIONS.includes(interpolation)) {
    refuse(channel, "must use LINEAR, STEP or CUBICSPLINE", word(interpolation));
  }
  const accessors = followTokens(asset, ACCESSORS);
  const times = itemAt(accessors, input);
  const values = itemAt(accessors, output);
  if (!times || !values) {
    throw new AssetError(`${channel}/sampler`, `must be the index of a sampler with input and output (got ${show(sampler)})`);
  }
  if (times["type"] !== "SCALAR") {
    refuse(channel, "must have an input of SCALAR", word(times["type"]));
  }
  if (width === 0 && typeof property.babylon === "string") {
    return; // a value in extras that only applications know
  }
  const perKey = width * (interpolation === "CUBICSPLINE" ? 3 : 1);
  const typeWidth = componentsOfType(values["type"]); // SCALAR may hold any number of components, one after the other
  const fits = typeWidth === 1 || (typeWidth === width && property.type !== "float[]");
  if (!fits || typeWidth * countOf(values) !== perKey * countOf(times)) {
    refuse(
      channel,
      `must have an output of ${show(times["count"])} x ${perKey} components for ${excerpt(pointer)}`,
      `${show(values["count"])} x ${word(values["type"])}`,
    );
  }
}

function refuse(pointer: string, rule: string, got: string): never {
  throw new AssetError(pointer, `${rule} (got ${got})`);
}

/** Formats a value for a message: a string without quotes, other values as in `show`. */
function word(value: unknown): string {
  return typeof value === "string" ? excerpt(value) : show(value);
}

/** The number of elements of an accessor; NaN, which equals no number, if the accessor states no count of at least 1. */
function countOf({ count }: Json): number {
  return typeof count === "number" && count > 0 ? count : NaN;
}

/** A property of a node that core glTF can animate, without an extension. */
export interface CoreTarget {
  readonly node: number;
  readonly path: "translation" | "rotation" | "scale" | "weights";
}

/** The core glTF target that is equivalent to a JSON pointer; null if there is none. */
export function coreTargetOf(pointer: string): CoreTarget | null {
  const [, node, path] = /^\/nodes\/(0|[1-9]\d*)\/(translation|rotation|scale|weights)$/.exec(pointer) ?? [];
  return path === undefined ? null : { node: Number(node), path: path as CoreTarget["path"] };
}

/** Whether core glTF allows an output: floats or, for rotation and weights, normalized bytes and shorts (glTF 2.0, section 3.11). */
export function isCoreOutput(path: string, componentType: number, normalized: boolean): boolean {
  return componentType === FLOAT || (normalized && (path === "rotation" || path === "weights"));
}
