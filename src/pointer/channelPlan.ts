import type { IGLTF } from "@babylonjs/loaders/glTF/2.0/index.js";
import { excerpt, show } from "../messages/show.js";
import { AssetError } from "../schema/index.js";
import { followTokens } from "./jsonPointer.js";
import { nodesOfMesh } from "./objects.js";
import { resolvePointer, type ResolvedPointer, type RowChoice } from "./resolve.js";
import { COMPONENTS } from "./row.js";

/** A property, or one of its components, that a channel animates, and where its values stand among those of a key. */
export interface ChannelPart {
  readonly resolved: ResolvedPointer;
  readonly offset: number;
  readonly width: number;
}

/** What a channel animates. */
export interface ChannelPlan {
  /** Without those that are ignored. */
  readonly parts: readonly ChannelPart[];
  /** How many components the channel has for each key. */
  readonly width: number;
  /** What of it is ignored, and why. */
  readonly warnings: readonly string[];
}

type Json = Readonly<Record<string, unknown>>;

/** The accessor types that hold values of a number of components; SCALAR holds any, one after the other. */
const TYPE_WIDTHS: Readonly<Record<string, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };

/**
 * Finds out what the pointers of a channel animate, and whether its sampler fits.
 * @param place where the pointers stand
 * @param channelPlace JSON pointer of the channel
 * @throws AssetError where a pointer cannot be animated, or the sampler does not fit what it animates
 */
export function planChannel(
  asset: unknown,
  place: string,
  channelPlace: string,
  pointers: readonly string[],
  sampler: unknown,
  choose?: RowChoice,
): ChannelPlan {
  let width = 0;
  const parts = joinElements(pointers.map((pointer) => resolvePointer(place, asset, pointer, choose))).map((resolved) => {
    const part = { resolved, offset: width, width: widthOf(resolved) };
    width += part.width;
    return part;
  });
  checkSampler(asset, channelPlace, parts, width, sampler);
  const warnings = parts.filter(isFixed).map(({ resolved: { row, pointer } }) => {
    return `${place}: is ignored, as glTF asks for where the asset states ${row.fixedAt} (got ${excerpt(pointer)})`;
  });
  return { parts: parts.filter((part) => !isFixed(part)), width, warnings };
}

function isFixed({ resolved: { row, initial } }: ChannelPart): boolean {
  return row.fixedAt !== undefined && initial.includes(row.fixedAt);
}

function widthOf({ row, element, initial }: ResolvedPointer): number {
  return element >= 0 ? 1 : COMPONENTS[row.type] || initial.length;
}

/** One pointer for each component, in order, is the same as one for all of them. */
function joinElements(all: readonly ResolvedPointer[]): readonly ResolvedPointer[] {
  const whole = { ...all[0]!, element: -1 };
  const isWhole = all.length === widthOf(whole) && all.every(({ pointer, element }, i) => pointer === whole.pointer && element === i);
  return isWhole ? [whole] : all;
}

function checkSampler(asset: unknown, channelPlace: string, parts: readonly ChannelPart[], width: number, sampler: unknown): void {
  const { input, output, interpolation = "LINEAR" } = (sampler ?? {}) as Json;
  const name = excerpt(parts[0]!.resolved.pointer);
  const refuse = (rule: string, got: string): never => {
    throw new AssetError(channelPlace, `must ${rule} (got ${got})`);
  };
  if (parts.some(({ resolved }) => resolved.row.type === "bool") && interpolation !== "STEP") {
    refuse(`use STEP for ${name}, which is true or false`, word(interpolation));
  }
  if (!["LINEAR", "STEP", "CUBICSPLINE"].includes(interpolation as string)) {
    refuse("use LINEAR, STEP or CUBICSPLINE", word(interpolation));
  }
  const [times, values] = [accessorOf(asset, input), accessorOf(asset, output)];
  if (!times || !values) {
    throw new AssetError(`${channelPlace}/sampler`, `must be the index of a sampler with input and output (got ${show(sampler)})`);
  }
  if (times["type"] !== "SCALAR") {
    refuse("have an input of SCALAR", word(times["type"]));
  }
  const perKey = width * (interpolation === "CUBICSPLINE" ? 3 : 1);
  const typeWidth = followTokens(TYPE_WIDTHS, [word(values["type"])]) as number | undefined;
  const isArray = parts[0]!.resolved.row.type === "float[]";
  const fits = typeWidth === 1 || (typeWidth === width && !isArray);
  if (!fits || typeWidth * countOf(values) !== perKey * countOf(times)) {
    refuse(
      `have an output of ${show(times["count"])} x ${perKey} components for ${name}`,
      `${show(values["count"])} x ${word(values["type"])}`,
    );
  }
}

/** A word of glTF as it is, anything else as messages show it. */
function word(value: unknown): string {
  return typeof value === "string" ? excerpt(value) : show(value);
}

/** NaN, which equals nothing, where an accessor does not say how many elements it has, one at least. */
function countOf({ count }: Json): number {
  return typeof count === "number" && count > 0 ? count : NaN;
}

function accessorOf(asset: unknown, index: unknown): Json | undefined {
  return typeof index === "number" ? (followTokens(asset, ["accessors", String(index)]) as Json | undefined) : undefined;
}

type Property = Pick<ResolvedPointer, "pointer" | "element">;

/** What a channel takes: a property, and one of those that it sets. */
interface Claim extends Property {
  readonly sets: string;
}

/** The properties that the channels of an animation take, so that none is animated twice. */
export class Claims {
  /** By the object that the property belongs to. */
  private readonly _taken = new Map<string, Claim[]>();

  constructor(private readonly _asset: IGLTF) {}

  /**
   * Takes all that one channel animates, or nothing.
   * @throws AssetError where one of them, or a part of it, or what it is a part of, is animated already
   */
  claim(place: string, properties: readonly Property[]): void {
    const claimed: Claim[] = [];
    for (const { pointer, element } of properties) {
      const claims = this._setBy(pointer).map((sets) => ({ pointer, element, sets }));
      if (claims.some((claim) => [...(this._taken.get(objectOf(claim)) ?? []), ...claimed].some((taken) => collide(taken, claim)))) {
        const got = element >= 0 ? `${pointer}/${element}` : pointer;
        throw new AssetError(place, `must not animate what another channel of the animation does (got ${excerpt(got)})`);
      }
      claimed.push(...claims);
    }
    for (const claim of claimed) {
      this._taken.set(objectOf(claim), [...(this._taken.get(objectOf(claim)) ?? []), claim]);
    }
  }

  /** What a property sets: itself, or what other properties stand for as well. */
  private _setBy(pointer: string): readonly string[] {
    const [, collection, index, property] = /^\/(nodes|meshes)\/(\d+)\/(matrix|weights)$/.exec(pointer) ?? [];
    if (property === "matrix") {
      return ["translation", "rotation", "scale"].map((part) => `/nodes/${index}/${part}`);
    }
    const nodes = collection === "meshes" ? nodesOfMesh(this._asset, Number(index)) : [];
    return [pointer, ...nodes.map((node) => `/nodes/${node}/weights`)];
  }
}

/** The first two tokens. */
function objectOf({ sets }: Claim): string {
  return sets.split("/", 3).join("/");
}

function collide(a: Claim, b: Claim): boolean {
  const areElements = a.pointer === b.pointer && a.element >= 0 && b.element >= 0;
  return areElements ? a.element === b.element : isWithin(a.sets, b.sets) || isWithin(b.sets, a.sets);
}

function isWithin(pointer: string, whole: string): boolean {
  return pointer === whole || pointer.startsWith(`${whole}/`);
}
