import type { GltfFile } from "../../gltf/file/index.js";
import { readProperty, readTrack, type SamplerTrack } from "../../gltf/matching/index.js";
import { coreTargetOf } from "../../gltf/objectModel/index.js";
import type { Track } from "../../gltf/sampling/index.js";
import { getOrMake, itemAt, itemsOf, type Json, membersOf, objectsOf } from "../../gltf/util/index.js";
import { type Source, timesOf } from "../asset.js";
import { pointerOf } from "../convert/leaveOutPointers.js";
import { NodeTree } from "../nodeTree.js";
import { normalized } from "../rotations.js";

/** A channel of an animation, as far as players have to know it. */
export interface PlayedChannel {
  /** JSON pointer of the channel. */
  readonly at: string;
  /** The index of the channel in its animation. */
  readonly index: number;
  /** The node of a core channel; null for channels by JSON pointer, and for channels without a node. */
  readonly node: number | null;
  /** The path of a core channel; empty for others. */
  readonly path: string;
  /** The property of a channel by JSON pointer; null for others. */
  readonly pointer: string | null;
  readonly sampler: Json;
  readonly interpolation: "LINEAR" | "STEP" | "CUBICSPLINE";
  readonly keys: number;
  /** The times of the first and the last key in seconds; null if they are unknown. */
  readonly range: readonly [number, number] | null;
  /** The keys, with floats as values and rotations of unit length; null if they cannot be read. */
  readonly track: () => Track | null;
}

/** An animation of an asset. */
export interface PlayedAnimation {
  readonly index: number;
  readonly channels: readonly PlayedChannel[];
  /** The times of the first and the last key of all channels, in seconds; 0 without keys. */
  readonly first: number;
  readonly last: number;
}

/** The parts of an asset that players show, read without an error whatever the asset has in it. */
export class PlayedAsset {
  readonly animations: readonly PlayedAnimation[];
  readonly nodes: readonly Json[];
  readonly meshes: readonly Json[];
  readonly accessors: readonly Json[];
  /** The channels of nodes that exist, of all animations. */
  readonly coreChannels: readonly PlayedChannel[];
  /** The nodes that these animate. */
  readonly animated: ReadonlySet<number>;
  readonly tree: NodeTree;
  private readonly _tracks = new Map<string, Track>();

  constructor(readonly source: Source) {
    const { json } = source;
    this.nodes = objectsOf(json.nodes);
    this.meshes = objectsOf(json["meshes"]);
    this.accessors = objectsOf(json.accessors);
    this.tree = new NodeTree(json);
    this.animations = objectsOf(json.animations).map((animation, index) => this._readAnimation(animation, index));
    this.coreChannels = this.animations.flatMap(({ channels }) => channels.filter(({ node }) => node !== null && node in this.nodes));
    this.animated = new Set(this.coreChannels.map(({ node }) => node!));
  }

  /** The nodes of a scene: its roots and what is below them. */
  nodesOfScene(scene: unknown): ReadonlySet<number> {
    const found = new Set(itemsOf(membersOf(itemAt(this.source.json["scenes"], scene))["nodes"]) as readonly number[]);
    for (const node of found) {
      itemsOf(this.nodes[node]?.["children"]).forEach((child) => found.add(child as number)); // the loop goes on with them
    }
    return found;
  }

  /** A node and its ancestors, the node first. */
  pathOf(node: number): readonly number[] {
    return [node, ...this.tree.ancestorsOf(node)];
  }

  private _readAnimation({ channels, samplers }: Json, index: number): PlayedAnimation {
    const read = itemsOf(channels).map((channel, i) => this._readChannel(membersOf(channel), itemsOf(samplers), index, i));
    const ranges = read.flatMap(({ range }) => (range ? [range] : []));
    const first = ranges.length > 0 ? Math.min(...ranges.map(([from]) => from)) : 0;
    return { index, channels: read, first, last: Math.max(0, ...ranges.map(([, to]) => to)) };
  }

  private _readChannel(channel: Json, samplers: readonly unknown[], animation: number, index: number): PlayedChannel {
    const at = `/animations/${animation}/channels/${index}`;
    const { node, path } = membersOf(channel["target"]);
    const pointer = pointerOf(at, channel);
    const isCore = pointer === null && typeof node === "number" && typeof path === "string";
    const sampler = membersOf(itemAt(samplers, channel["sampler"]));
    const stated = sampler["interpolation"];
    return {
      at,
      index,
      node: isCore ? node : null,
      path: isCore ? path : "",
      pointer,
      sampler,
      interpolation: stated === "STEP" || stated === "CUBICSPLINE" ? stated : "LINEAR",
      keys: Number(itemAt(this.accessors, sampler["input"])?.["count"] ?? 0),
      range: timesOf(this.source, animation, channel["sampler"]),
      track: () => this._readTrack(channel, animation, at),
    };
  }

  private _readTrack(channel: Json, animation: number, at: string): Track | null {
    const { json, file } = this.source;
    if (!file) {
      return null;
    }
    try {
      const property = readProperty(json, at, channel);
      if (!property) {
        return null;
      }
      const core = coreTargetOf(property.pointer);
      const isRotation = property.isRotation;
      return getOrMake(this._tracks, `${animation} ${String(channel["sampler"])} ${property.type} ${isRotation}`, () => {
        const type = core ? property.type : null;
        return withFloats(file, readTrack(file, animation, channel["sampler"] as number, { type, isRotation }));
      });
    } catch {
      return null; // the validators report the fault
    }
  }
}

/** The track with its values as floats, with quaternions of unit length. */
export function withFloats(file: GltfFile, { times, values: read, size, interpolation, isRotation, json }: SamplerTrack): Track {
  const values = Float64Array.from(interpolation === "STEP" ? file.readAccessor(json.output) : read); // those of STEP are integers as in the file
  if (isRotation && interpolation !== "CUBICSPLINE") {
    for (let at = 0; at < values.length; at += 4) {
      values.set(normalized(values.subarray(at, at + 4)), at);
    }
  }
  return { times, values, size, interpolation, isRotation };
}
