import type { GltfFile } from "../gltf/file/index.js";
import { CLIP_EVENT } from "../gltf/metadata/index.js";
import { type ClipDefinition, listExtension, readAllClips } from "../gltf/schema/index.js";
import type { ResolvedClipSettings } from "../gltf/timing/index.js";
import { AssetError, createFinding, excerpt, type Finding, findUnknownMembers, type MemberNames, keyError } from "../gltf/util/index.js";
import { rangeOf, sourceOf } from "./asset.js";
import { BakeClips, type BakeOptions, chooseClips } from "./bake/bakeClips.js";

/** Options of {@link WriteInteractivity}. */
export interface InteractivityOptions extends Pick<BakeOptions, "clips" | "tolerance"> {
  /** Names or indices of the clips that play when the asset is loaded, as in `clips`. Default: the first clip of the graph. */
  readonly start?: readonly (string | number)[] | undefined;
}

/** The result of {@link WriteInteractivity}. */
export interface InteractivityReport {
  /** The clips of the graph. */
  readonly clips: readonly {
    /** JSON pointer of the clip. */
    readonly pointer: string;
    /** The id of the custom event that starts the clip; undefined if an earlier clip has the name. */
    readonly event: string | undefined;
    /** The indices of the animations that the graph plays: those of the clip, or a baked animation. */
    readonly animations: readonly number[];
  }[];
  /** `NOT_IN_GRAPH`, `GRAPH_DIFFERS`, and the findings of {@link BakeClips}. */
  readonly findings: readonly Finding[];
}

const OPTION_NAMES: MemberNames<InteractivityOptions> = { clips: true, tolerance: true, start: true };

const EXTENSION = "KHR_interactivity";
const POINTER = `/extensions/${EXTENSION}`;

/**
 * Adds a behavior graph (`KHR_interactivity`) that plays the clips of a file in viewers without KHR_animation_clip. The clips stay. Viewers
 * with both extensions play the graph, and leave the clips silent.
 *
 * The graph starts the animations of a clip when it receives the custom event `clip:<name>`, and one clip when the asset is loaded. A clip
 * that plays once, or repeats whole animations, is played as it is. Any other clip is baked: an animation is added, which plays endlessly
 * if the clip does. A baked animation of an endless clip is one cycle.
 * @param file the file to change
 * @throws AssetError if the file has a graph already
 * @throws TypeError or RangeError if an option is out of range, or the file has no clip with a given name or index
 * @example
 * const file = GltfFile.parse(bytes, {}, "door.glb");
 * const { findings } = WriteInteractivity(file);
 * const { "door.glb": written } = file.toFiles();
 * @experimental follows draft specifications
 */
export function WriteInteractivity(file: GltfFile, options: InteractivityOptions = {}): InteractivityReport {
  const { json } = file;
  if (json.extensions?.[EXTENSION] !== undefined) {
    throw new AssetError(POINTER, "must not exist already: a graph cannot be added to a graph");
  }
  const { definitions: all } = readAllClips(json);
  const findings = [...findUnknownMembers("options", options, OPTION_NAMES)];
  const clips = chooseClips(all, options.clips, "clips");
  const started = options.start && chooseClips(all, options.start, "start");
  const missing = started?.findIndex((clip) => !clips.includes(clip)) ?? -1;
  if (missing >= 0) {
    const key = options.start![missing]!;
    throw keyError(`options.start/${missing}`, "must be one of the clips of the graph", key);
  }
  const plays = findPlays(file, all, clips, options, findings);
  if (plays.size === 0) {
    return { clips: [], findings };
  }
  const names = eventNames(all, [...plays.keys()], findings);
  const heard = (started ?? [...plays.keys()].slice(0, 1)).filter((clip) => plays.has(clip));
  json.extensions = { ...json.extensions, [EXTENSION]: { graphs: [createGraph(plays, names, heard)], graph: 0 } };
  listExtension(json, EXTENSION);
  return {
    clips: Array.from(plays, ([clip, { animations }]) => ({ pointer: clip.pointer, event: names.get(clip), animations })),
    findings,
  };
}

/** How a graph plays a clip: all animations from one time to another. */
interface Play {
  readonly animations: readonly number[];
  readonly from: number;
  /** Before `from` for a clip that plays backwards. Infinite for a clip that does not finish. */
  readonly to: number;
  /** Seconds of timestamp per second, > 0. */
  readonly speed: number;
}

/** Finds out how a graph plays clips, and bakes those that it cannot play as they are. */
function findPlays(
  file: GltfFile,
  all: readonly ClipDefinition[],
  clips: readonly ClipDefinition[],
  { tolerance }: InteractivityOptions,
  findings: Finding[],
): ReadonlyMap<ClipDefinition, Play> {
  const source = sourceOf(file);
  const plays = new Map<ClipDefinition, Play>();
  const toBake = new Map<ClipDefinition, keyof ClipDefinition["settings"] | "animations">();
  for (const clip of clips) {
    const { repetitions, speed } = clip.settings;
    if (repetitions === 0) {
      const message = "must not be 0 to be in a graph, because the clip never plays (got 0)";
      findings.push(createFinding("NOT_IN_GRAPH", `${clip.pointer}/repetitions`, message));
      continue;
    }
    const ends = clip.animations.map((animation) => rangeOf(source, [animation])?.[1] ?? NaN);
    const play = findPlay(clip.settings, ends);
    if (typeof play === "string") {
      toBake.set(clip, play);
      continue;
    }
    plays.set(clip, { ...play, animations: clip.animations });
    if (speed === 0) {
      const message = "must not be 0 in a graph, which shows the pose and finishes (got 0)";
      findings.push(createFinding("GRAPH_DIFFERS", `${clip.pointer}/speed`, message));
    }
  }
  const baking = [...toBake.keys()];
  const baked = BakeClips(file, { clips: baking.map((clip) => all.indexOf(clip)), keep: true, tolerance });
  findings.push(...baked.findings);
  for (const { clip: pointer, animation } of baked.animations) {
    const clip = baking.find((each) => each.pointer === pointer)!;
    const { repetitions, end, speed } = clip.settings;
    const [, length] = rangeOf(sourceOf(file), [animation])!;
    const isEndless = repetitions === -1 && end < Infinity && speed !== 0 && length > 0;
    plays.set(clip, { animations: [animation], from: 0, to: isEndless ? Infinity : length, speed: 1 });
    const message = `cannot be said in a graph, which plays the baked animation ${animation} instead`;
    findings.push(createFinding("GRAPH_DIFFERS", `${pointer}/${toBake.get(clip)!}`, message));
  }
  return new Map(clips.flatMap((clip) => (plays.has(clip) ? [[clip, plays.get(clip)!]] : [])));
}

/** Tolerance in seconds, because times in a file may be rounded. */
const TOLERANCE = 1e-6;

/**
 * Finds the times between which a graph plays a clip.
 * @param ends the times of the last keys of the clip's animations; NaN if a time is unknown
 * @returns the member that a graph cannot say, if the clip must be baked
 */
function findPlay(
  { start, end, offset, speed, repetitions, reverse }: ResolvedClipSettings,
  ends: readonly number[],
): Omit<Play, "animations"> | "animations" | "start" | "reverse" | "repetitions" {
  const [length = NaN] = ends;
  if (!ends.every((each) => each === length) || !(length > 0)) {
    return "animations"; // each would repeat by itself, and a time after its last key is one in its next pass
  }
  if (start + offset > length + TOLERANCE) {
    return "start";
  }
  const from = Math.min(start + offset, length);
  if (speed === 0) {
    return { from, to: from, speed: 1 };
  }
  const isForward = speed > 0;
  if (repetitions === 1 || (end === Infinity && (isForward || !reverse))) {
    return { from, to: isForward ? Math.min(end, length) : start, speed: Math.abs(speed) };
  }
  if (reverse) {
    return "reverse";
  }
  if (start !== 0 || Math.abs(end - length) > TOLERANCE) {
    return "repetitions";
  }
  const passes = repetitions === -1 ? Infinity : repetitions;
  return { from, to: isForward ? passes * length : (1 - passes) * length, speed: Math.abs(speed) };
}

/** The ids of the custom events that start clips. Events must have different ids. */
function eventNames(
  all: readonly ClipDefinition[],
  clips: readonly ClipDefinition[],
  findings: Finding[],
): ReadonlyMap<ClipDefinition, string> {
  const names = new Map<string, ClipDefinition>();
  for (const clip of clips) {
    const name = clip.name ?? String(all.indexOf(clip));
    const other = names.get(name);
    if (other) {
      const message = `is also the name of ${other.pointer}, so that no event starts the clip (got ${excerpt(name)})`;
      findings.push(createFinding("NOT_IN_GRAPH", `${clip.pointer}/name`, message));
    } else {
      names.set(name, clip);
    }
  }
  return new Map(Array.from(names, ([name, clip]) => [clip, CLIP_EVENT + name]));
}

type Json = Readonly<Record<string, unknown>>;

/** A node of a graph, before it has an index. */
interface GraphNode {
  readonly op: string;
  readonly configuration?: Json;
  /** Constants, and nodes whose value is used. */
  readonly values?: Readonly<Record<string, Json | GraphNode>>;
  /** The nodes that the node activates, in order. */
  readonly next?: readonly GraphNode[];
}

const INFINITY: GraphNode = { op: "math/Inf" };
const NEGATIVE_INFINITY: GraphNode = { op: "math/neg", values: { a: INFINITY } };

/**
 * Creates a graph. Nodes may use the values of earlier nodes, and activate later nodes.
 * @param started the clips that play when the asset is loaded
 */
function createGraph(
  plays: ReadonlyMap<ClipDefinition, Play>,
  events: ReadonlyMap<ClipDefinition, string>,
  started: readonly ClipDefinition[],
): Json {
  const starts = new Map(Array.from(plays, ([clip, play]) => [clip, startNodes(play)]));
  const heads = new Map(Array.from(starts, ([clip, nodes]) => [clip, inSequence(nodes)]));
  const onStart = started.length > 0 ? [{ op: "event/onStart", next: [inSequence(started.map((clip) => heads.get(clip)!))] }] : [];
  const receivers = Array.from(events.keys(), (clip, i) => {
    return { op: "event/receive", configuration: { event: { value: [i] } }, next: [heads.get(clip)!] };
  });
  const times = [...plays.values()].map(({ to }) => to);
  const nodes = new Set<GraphNode>([
    ...(times.some((time) => Math.abs(time) === Infinity) ? [INFINITY] : []),
    ...(times.includes(-Infinity) ? [NEGATIVE_INFINITY] : []),
    ...onStart,
    ...receivers,
    ...onStart.flatMap(({ next }) => next),
    ...heads.values(),
    ...[...starts.values()].flat(),
  ]);
  return {
    types: [{ signature: "float" }, { signature: "ref" }],
    ...(events.size > 0 && { events: Array.from(events.values(), (id) => ({ id })) }),
    ...toJson([...nodes].sort((a, b) => Number(isStart(a)) - Number(isStart(b)))), // a head may be a start
  };
}

const isStart = ({ op }: GraphNode): boolean => op === "animation/start";

function startNodes({ animations, from, to, speed }: Play): readonly GraphNode[] {
  const float = (value: number): Json => ({ type: 0, value: [value] });
  return animations.map((animation) => ({
    op: "animation/start",
    values: {
      animation: { type: 1, value: [`/animations/${animation}`] },
      startTime: float(from),
      endTime: to === Infinity ? INFINITY : to === -Infinity ? NEGATIVE_INFINITY : float(to),
      speed: float(speed),
    },
  }));
}

/** A node that activates all of several nodes. */
function inSequence(nodes: readonly GraphNode[]): GraphNode {
  return nodes.length === 1 ? nodes[0]! : { op: "flow/sequence", next: nodes };
}

/** The declarations and the nodes of a graph. */
function toJson(nodes: readonly GraphNode[]): Json {
  const indices = new Map(nodes.map((node, i) => [node, i]));
  const operations = [...new Set(nodes.map(({ op }) => op))];
  const indexOf = (node: Json | GraphNode): number | undefined => indices.get(node as GraphNode);
  return {
    declarations: operations.map((op) => ({ op })),
    nodes: nodes.map(({ op, configuration, values, next }) => ({
      declaration: operations.indexOf(op),
      ...(configuration && { configuration }),
      ...(values && {
        values: mapValues(values, (value) => (indexOf(value) === undefined ? value : { node: indexOf(value), socket: "value" })),
      }),
      ...(next && {
        flows: Object.fromEntries(
          next.map((node, i) => [op === "flow/sequence" ? String(i) : "out", { node: indexOf(node), socket: "in" }]),
        ),
      }),
    })),
  };
}

function mapValues<T>(object: Readonly<Record<string, T>>, map: (value: T) => unknown): Json {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));
}
