import type { InspectedAnimation, InspectedChannel, Inspection } from "../../../src/tools.js";
import type { Json } from "../../../scripts/glb.mjs";

/** The parts of a Babylon animation that identify its glTF channel. */
export interface LoadedAnimation {
  /** Given by the loader: the name of the glTF animation, then the index of the channel or the pointer. */
  readonly name: string;
  /** JSON pointer of the property; null if it is not known. */
  readonly pointer: string | null;
}

/** A channel of a file; the weights of a mesh are one for each morph target. */
export interface ListedChannel<Loaded> {
  /** JSON pointer of the channel. */
  readonly pointer: string;
  /** Index of the glTF animation. */
  readonly animation: number;
  /** The object and the property: `Head · rotation`. */
  readonly title: string;
  /** The names from the root to the node and the property, or the JSON pointer. */
  readonly path: string;
  /** Where the values go: `TransformNode .rotationQuaternion`, `material: alphaCutOff`. */
  readonly babylonProperty: string;
  /** JSON pointer of the property. */
  readonly targetPointer: string;
  readonly interpolation: string;
  /** Times of the first and the last key in seconds; null if the file does not state them. */
  readonly range: readonly [number, number] | null;
  /** The Babylon animations of the channel: several with equal keys for a mesh of several primitives, none if the channel is left out. */
  readonly loaded: readonly Loaded[];
  /** Why the channel is left out; null if the channel plays. */
  readonly reason: string | null;
}

/** Why channels are left out: messages by the JSON pointer that they are about. */
export type Reasons = ReadonlyMap<string, string>;

/**
 * Lists all channels of some animations of a file, those that are left out as well.
 * @param loaded the Babylon animations of the file
 * @param reasons of the loader
 */
export function listChannels<Loaded extends LoadedAnimation>(
  json: Json,
  { animations, errors }: Inspection,
  indices: readonly number[],
  loaded: readonly Loaded[],
  reasons: Reasons,
): ListedChannel<Loaded>[] {
  const names = new Names(json);
  const finder = new LoadedFinder(loaded);
  const stated = withThoseBelow(reasons);
  return indices.flatMap((index) => {
    const animation = animations[index];
    if (!animation) {
      return [];
    }
    const channels = [...animation.channels, ...unreadable(index, errors)].sort(byIndex);
    return channels.flatMap((channel) => {
      const found = isReplaced(channel, channels, stated) ? new Map<string, Loaded[]>() : finder.find(animation, channel);
      const base = { pointer: channel.pointer, animation: index, interpolation: channel.interpolation, range: channel.range };
      const reason = found.size > 0 ? null : reasonOf(json, channel, stated);
      const parts = found.size > 0 ? [...found] : [[channel.pointers.join(" "), []] as const];
      return parts.map(([targetPointer, of], i) => ({
        ...base,
        ...names.of(channel, targetPointer),
        targetPointer,
        babylonProperty: channel.babylonProperty[Math.min(i, channel.babylonProperty.length - 1)] ?? "nowhere",
        loaded: of,
        reason,
      }));
    });
  });
}

function byIndex(a: InspectedChannel, b: InspectedChannel): number {
  return (channelIndex(a.pointer) ?? 0) - (channelIndex(b.pointer) ?? 0);
}

/** The index of a channel in its glTF animation. */
function channelIndex(pointer: string): number | null {
  const match = /\/channels\/(\d+)$/.exec(pointer);
  return match ? Number(match[1]) : null;
}

/** Channels that the inspection could not read, from the errors of the inspection. */
function unreadable(animation: number, errors: Inspection["errors"]): InspectedChannel[] {
  return errors.flatMap(({ pointer, message }) => {
    const match = /^\/animations\/(\d+)(?:\/extensions\/EXT_property_animation)?\/channels\/\d+/.exec(pointer);
    const babylonProperty = [`nowhere: ${message}`];
    return match && Number(match[1]) === animation
      ? [{ pointer: match[0], pointers: [], babylonProperty, usesPointer: false, interpolation: "LINEAR", keys: 0, range: null }]
      : [];
  });
}

/** Whether the loader has a message about a channel, but none about a second channel that animates the same property. */
function isReplaced(channel: InspectedChannel, channels: readonly InspectedChannel[], stated: Reasons): boolean {
  const isRival = (other: InspectedChannel): boolean =>
    other !== channel && other.pointers.some((pointer) => channel.pointers.includes(pointer)) && !stated.has(other.pointer);
  return stated.has(channel.pointer) && channels.some(isRival);
}

/** The first reason at each JSON pointer or below it. */
function withThoseBelow(reasons: Reasons): Reasons {
  const stated = new Map<string, string>();
  for (const [pointer, text] of reasons) {
    for (let at = pointer; at.startsWith("/"); at = at.slice(0, at.lastIndexOf("/"))) {
      stated.set(at, stated.get(at) ?? text);
    }
  }
  return stated;
}

/** The most specific reason for a channel that is left out. */
function reasonOf(json: Json, channel: InspectedChannel, stated: Reasons): string {
  const { pointer, babylonProperty, usesPointer, keys } = channel;
  const undeclared = usesPointer ? undeclaredExtension(json, pointer) : null;
  const nowhere = babylonProperty.find((each) => each.startsWith("nowhere: "))?.slice("nowhere: ".length);
  const empty = keys === 0 ? "it has no keys" : null;
  return (
    stated.get(pointer) ??
    (undeclared && `${undeclared} is not listed in extensionsUsed`) ??
    nowhere ??
    empty ??
    "what it animates is not loaded"
  );
}

/** The extension that states the pointer of a channel, if the file does not list it. */
function undeclaredExtension(json: Json, pointer: string): string | null {
  const [, , animation, ...rest] = pointer.split("/");
  const used: readonly unknown[] = Array.isArray(json["extensionsUsed"]) ? json["extensionsUsed"] : [];
  const channel = at(json, ["animations", animation!, ...rest]) as { target?: { extensions?: object } } | undefined;
  const stated = rest[0] === "extensions" ? [rest[1]!] : Object.keys(channel?.target?.extensions ?? {});
  return stated.find((name) => !used.includes(name)) ?? null;
}

/** Finds the Babylon animations of a channel. */
class LoadedFinder<Loaded extends LoadedAnimation> {
  private readonly _byChannel = new Map<string, Loaded[]>();
  private readonly _byPointer = new Map<string, Loaded[]>();

  constructor(loaded: readonly Loaded[]) {
    for (const each of loaded) {
      const named = /^(.*_channel\d+)_\d+(?:_\d+)?$/su.exec(each.name);
      append(this._byChannel, named?.[1] ?? "", each);
      // below each property that has elements, too
      const pointer = each.pointer ?? "";
      append(this._byPointer, pointer, each);
      append(this._byPointer, pointer.slice(0, pointer.lastIndexOf("/")), each);
    }
  }

  /** The Babylon animations by the pointer of each part; morph targets of unknown pointers are parts of the channel's pointer. */
  find(animation: InspectedAnimation, { pointer, pointers }: InspectedChannel): Map<string, Loaded[]> {
    const name = animation.name || `animation${animation.index}`;
    const index = channelIndex(pointer);
    const byName = this._byChannel.get(`${name}_channel${index}`) ?? [];
    const isOfAnimation = (each: Loaded): boolean => each.name.startsWith(`${name} `);
    const found = byName.length > 0 ? byName : pointers.flatMap((pointer) => (this._byPointer.get(pointer) ?? []).filter(isOfAnimation));
    const parts = new Map<string, Loaded[]>();
    for (const each of found) {
      const element = /_channel\d+_\d+_(\d+)$/.exec(each.name)?.[1];
      append(parts, element === undefined ? (each.pointer ?? pointers[0]!) : `${pointers[0]}/${element}`, each);
    }
    return parts;
  }
}

function append<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list) {
    list.push(item);
  } else {
    lists.set(key, [item]);
  }
}

/** Names for the properties of a file. */
class Names {
  private readonly _parents = new Map<number, number>();

  constructor(private readonly _json: Json) {
    itemsOf(_json, "nodes").forEach((node, i) => {
      const { children } = Object(node) as { children?: unknown };
      (Array.isArray(children) ? children : []).forEach((child) => this._parents.set(Number(child), i));
    });
  }

  of(channel: InspectedChannel, pointer: string): { title: string; path: string } {
    const tokens = pointer.split("/").slice(1);
    const isNode = tokens[0] === "nodes" && tokens.length > 2;
    if (pointer === "" || (tokens.length < 2 && !isNode)) {
      const title = pointer || channel.pointer;
      return { title, path: title };
    }
    const first = tokens.findIndex((token) => /^\d+$/.test(token));
    const owner = first < 0 ? [] : tokens.slice(0, first + 1);
    const property = this._propertyOf(tokens, first + 1);
    const path = isNode ? `${this._pathOf(Number(tokens[1]))} · ${property}` : pointer;
    return { title: owner.length > 0 ? `${this._nameOf(owner)} · ${property}` : property, path };
  }

  /** The property without the names of extensions; a morph target by its name. */
  private _propertyOf(tokens: readonly string[], from: number): string {
    const rest = tokens.slice(from);
    const [last, before] = [rest.at(-1)!, rest.at(-2)];
    if (before === "weights" && /^\d+$/.test(last)) {
      return this._targetName(tokens, Number(last)) ?? `weight ${last}`;
    }
    const own = rest.filter((token) => token !== "extensions" && token !== "pbrMetallicRoughness" && !/^[A-Z]+_/.test(token));
    return own.join(" ");
  }

  private _targetName([collection, index]: readonly string[], target: number): string | undefined {
    const mesh = collection === "nodes" ? at(this._json, ["nodes", index!, "mesh"]) : index;
    const names = at(this._json, ["meshes", String(mesh), "extras", "targetNames"]);
    const name: unknown = Array.isArray(names) ? names[target] : undefined;
    return typeof name === "string" && name !== "" ? name : undefined;
  }

  private _nameOf(owner: readonly string[]): string {
    const { name } = Object(at(this._json, owner)) as { name?: unknown };
    const index = owner.at(-1)!;
    return typeof name === "string" && name !== "" ? name : `${(owner.at(-2) ?? "").replace(/s$/, "")} ${index}`;
  }

  /** The names from the root down to a node. */
  private _pathOf(node: number): string {
    const names: string[] = [];
    for (let i: number | undefined = node; i !== undefined && names.length < 100; i = this._parents.get(i)) {
      names.unshift(this._nameOf(["nodes", String(i)]));
    }
    return names.join(" / ");
  }
}

function itemsOf(json: Json, name: string): readonly unknown[] {
  const items: unknown = json[name];
  return Array.isArray(items) ? items : [];
}

function at(json: Json, tokens: readonly string[]): unknown {
  return tokens.reduce<unknown>(
    (holder, token) => (Object.hasOwn(Object(holder) as object, token) ? (holder as Record<string, unknown>)[token] : undefined),
    json,
  );
}

/** Whether a text contains all words of a filter, in any order. */
export function matches(text: string, filter: string): boolean {
  const lower = text.toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}

const COLOR = /colou?r|emissiveFactor/i;
const AXES = ["x", "y", "z", "w"] as const;
const CHANNELS = ["r", "g", "b", "a"] as const;

/** The names of the components of a property. */
export function componentNames(pointer: string, count: number): readonly string[] {
  if (count === 1) {
    return ["value"];
  }
  const names = count >= 3 && COLOR.test(pointer.slice(pointer.lastIndexOf("/"))) ? CHANNELS : AXES;
  return Array.from({ length: count }, (_, i) => (count <= 4 ? names[i]! : String(i)));
}
