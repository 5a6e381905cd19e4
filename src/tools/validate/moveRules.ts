import type { GltfJson, GltfSampler } from "../../gltf/file/index.js";
import { type ClipDefinition, readAllClips } from "../../gltf/schema/index.js";
import {
  attempt,
  createFinding,
  excerpt,
  type Finding,
  type FindingCode,
  followTokens,
  getOrMake,
  itemsOf,
  rounded,
  show,
} from "../../gltf/util/index.js";
import { rangeOf, readTimes, type Source, timesOf } from "../asset.js";
import { NodeTree } from "../nodeTree.js";
import { angleBetween } from "../rotations.js";

/** The difference of two times that are the same, in seconds. */
const TOLERANCE = 1e-4;
/** The longest frame that a tool leaves before the first key, in seconds. */
const LONGEST_FRAME = 1 / 20;
/** A height of hips, in meters, that no body has. */
const GREATEST_HEIGHT = 10;
/** The least angle between two keys that is noted, in degrees, with a margin for rounding. */
const GREATEST_ANGLE = 90.5;
/** Half a turn, in degrees, which authors state on purpose. */
const HALF_TURN = 179.5;
/** The longest time between two keys of motion that a tool sampled, in seconds. */
const SAMPLED = 0.1;
/** A part of the names of the nodes that assimp makes for the pivots of FBX. */
const ASSIMP = "$AssimpFbx$";

/** A channel that has keys. */
interface Move {
  /** -1 for channels by JSON pointer. */
  readonly node: number;
  readonly path: string;
  /** What the channel animates, as text. */
  readonly property: string;
  readonly sampler: number;
  readonly range: readonly [first: number, last: number];
}

/** An animation and its moves. */
interface Animated {
  readonly index: number;
  readonly name: string;
  readonly moves: readonly Move[];
}

/** Looks for what tools do to moves on their way into the file, and says what mends it. */
export function checkMoves(source: Source): readonly Finding[] {
  const { json } = source;
  const { definitions: clips } = readAllClips(json);
  const animations = itemsOf(json.animations).map((_, index) => animatedOf(source, index));
  const nodes = new NodeTree(json);
  return [
    ...findSplitTakes(source, animations, clips),
    ...animations.flatMap((animated) => [
      ...findLateBegin(animated, clips),
      ...findFrameRate(source, animated),
      ...findFarTurns(source, animated, nodes),
    ]),
    ...findPivots(animations, nodes),
    ...findUnit(source, animations, nodes),
  ];
}

function animatedOf(source: Source, index: number): Animated {
  const { name, channels } = Object(itemsOf(source.json.animations)[index]) as { readonly name?: unknown; readonly channels?: unknown };
  const moves = itemsOf(channels).flatMap((channel) => {
    const { sampler, target } = Object(channel) as { readonly sampler?: unknown; readonly target?: unknown };
    const { node, path } = Object(target) as { readonly node?: unknown; readonly path?: unknown };
    const range = timesOf(source, index, sampler);
    const move = { node: typeof node === "number" ? node : -1, path: String(path), property: JSON.stringify(target) };
    return range ? [{ ...move, sampler: sampler as number, range }] : [];
  });
  return { index, name: typeof name === "string" ? name : "", moves };
}

/** Animations of one take: Blender and FBX put the object before its name, `Armature|walk` and `Key|walk`. */
function findSplitTakes(source: Source, animations: readonly Animated[], clips: readonly ClipDefinition[]): readonly Finding[] {
  const takes = new Map<string, Animated[]>();
  for (const animated of animations) {
    const [, take] = /^[^|]+\|(.+)$/s.exec(animated.name) ?? [];
    if (take !== undefined) {
      getOrMake(takes, take, (): Animated[] => []).push(animated);
    }
  }
  return [...takes].flatMap(([take, parts]) => {
    const indices = parts.map(({ index }) => index);
    const names = new Set(parts.map(({ name }) => name));
    const properties = parts.flatMap(({ moves }) => moves.map(({ property }) => property));
    const isSplit = parts.length > 1 && names.size === parts.length && new Set(properties).size === properties.length;
    const isClip = clips.some((clip) => indices.every((index) => clip.animations.includes(index)));
    if (!isSplit || isClip) {
      return [];
    }
    const line = setLine(take.split("|")[0]!, indices, `--end ${inSeconds(rangeOf(source, indices)?.[1] ?? 0)}`);
    return [
      note("MOVE_SPLIT", indices[0]!, `is one take with others; one clip plays all: ${line} (got ${excerpt([...names].join(", "))})`),
    ];
  });
}

/** Keys that all begin a frame after 0, as Blender counts frames from 1: a loop from 0 holds the first pose for a frame. */
function findLateBegin({ index, name, moves }: Animated, clips: readonly ClipDefinition[]): readonly Finding[] {
  const first = Math.min(...moves.map(({ range }) => range[0]));
  const last = Math.max(...moves.map(({ range }) => range[1]));
  const isLate = first > TOLERANCE && first <= LONGEST_FRAME && last > first && moves.every(({ range }) => range[0] - first < TOLERANCE);
  const isCut = clips.some(({ animations, settings: { start } }) => animations.includes(index) && start >= first - TOLERANCE);
  if (!isLate || isCut) {
    return [];
  }
  const line = setLine(name || `move ${index}`, [index], `--start ${inSeconds(first)} --end ${inSeconds(last)}`);
  const rule = "begins a frame after 0, so that a loop from 0 stops for a frame; a clip begins there";
  return [note("MOVE_BEGINS_LATE", index, `${rule}: ${line} (got ${inSeconds(first)})`)];
}

/** Baked by fbx2gltf at its default of 24 keys a second, where moves of 30 have another length. */
function findFrameRate(source: Source, { index, moves }: Animated): readonly Finding[] {
  const range = rangeOf(source, [index]);
  const length = range ? range[1] - range[0] : 0;
  const isBaked =
    /fbx2gltf/i.test(String(followTokens(source.json, ["asset", "generator"]))) &&
    moves.some(({ sampler }) => areTwentyFourths(readTimes(source, samplerOf(source, index, sampler).input)));
  if (!isBaked || !isMultiple(length, 1 / 24) || isMultiple(length, 1 / 30)) {
    return [];
  }
  const rule =
    "has 24 keys a second, the default of fbx2gltf, and no length of 30 a second; convert it again with --anim-framerate bake30, or bake60 for fast moves";
  return [note("MOVE_FRAME_RATE", index, `${rule} (got ${inSeconds(length)} s)`)];
}

function areTwentyFourths(times: Float32Array | null): boolean {
  return times !== null && times.length > 2 && times.every((time, i) => i === 0 || Math.abs(time - times[i - 1]! - 1 / 24) < 1e-3);
}

function isMultiple(length: number, frame: number): boolean {
  return Math.abs(length - Math.round(length / frame) * frame) < 1e-3;
}

/** Linear rotations between whose keys more than a quarter turn lies: tools and engines differ in what they show there. */
function findFarTurns(source: Source, { index, moves }: Animated, nodes: NodeTree): readonly Finding[] {
  const far = moves
    .filter(({ node, path }) => node >= 0 && path === "rotation")
    .map(({ node, sampler }) => ({ node, ...farthestTurn(source, index, sampler) }))
    .filter(({ angle }) => angle > 0);
  if (far.length === 0) {
    return [];
  }
  const { node, angle, at } = far.reduce((most, each) => (each.angle > most.angle ? each : most));
  const rule = "turns by more than 90 degrees between two keys, which tools and engines show differently; export more keys a second";
  const got = `got ${Math.round(angle)} degrees after ${inSeconds(at)} s of ${show(nodes.nameOf(node))}; ${far.length} in all`;
  return [note("MOVE_TURNS_FAR", index, `${rule} (${got})`)];
}

/** The largest angle between two keys that is noted, in degrees, and the time of the first of them; 0 if there is none. */
function farthestTurn(source: Source, animation: number, sampler: number): { readonly angle: number; readonly at: number } {
  const { input, output, interpolation = "LINEAR" } = samplerOf(source, animation, sampler);
  const times = interpolation === "LINEAR" ? readTimes(source, input) : null;
  const values = times && readValues(source, output);
  let most = { angle: 0, at: 0 };
  if (times && values?.length === 4 * times.length) {
    for (let key = 1; key < times.length; key++) {
      const [from, to] = [values.subarray(4 * key - 4, 4 * key), values.subarray(4 * key, 4 * key + 4)];
      const angle = (angleBetween(from, to) * 180) / Math.PI;
      const isNoted = angle > GREATEST_ANGLE && (angle < HALF_TURN || times[key]! - times[key - 1]! <= SAMPLED);
      most = isNoted && angle > most.angle ? { angle, at: times[key - 1]! } : most;
    }
  }
  return most;
}

/** Nodes of assimp that stand for the pivots of FBX, above animated nodes or animated: it turns joints with a pre-rotation twice. */
function findPivots(animations: readonly Animated[], nodes: NodeTree): readonly Finding[] {
  const moved = [...new Set(animations.flatMap(({ moves }) => moves.map(({ node }) => node)))];
  const lines = moved.flatMap((node) => [node, ...nodes.ancestorsOf(node)]);
  const pivots = new Set(lines.filter((node) => nodes.nameOf(node).includes(ASSIMP)));
  const [first] = pivots;
  if (first === undefined) {
    return [];
  }
  const rule =
    "is a pivot of FBX, which assimp leaves above animated nodes, and may turn joints twice; convert the FBX with fbx2gltf --anim-framerate bake30, or with Blender";
  return [createFinding("MOVE_PIVOTS", `/nodes/${first}`, `${rule} (got ${excerpt(nodes.nameOf(first))}; ${pivots.size} in all)`)];
}

/** The topmost moved node of a skeleton, if it is higher than any body: in centimeters. */
function findUnit(source: Source, animations: readonly Animated[], nodes: NodeTree): readonly Finding[] {
  const moves = animations
    .flatMap(({ index, moves: own }) => own.map((move) => ({ ...move, index })))
    .filter(({ node, path }) => node >= 0 && (path === "rotation" || path === "translation"));
  const moved = new Set(moves.map(({ node }) => node));
  const joints = new Set(itemsOf(source.json["skins"]).flatMap((skin) => itemsOf(followTokens(skin, ["joints"]))));
  const aboveMoved = new Set([...moved].flatMap((node) => nodes.ancestorsOf(node)));
  for (const root of moved) {
    const isRoot = (joints.has(root) || aboveMoved.has(root)) && !nodes.ancestorsOf(root).some((node) => moved.has(node));
    const move = moves.find(({ node, path }) => node === root && path === "translation");
    const height = isRoot ? nodes.worldOf(root, move ? firstPlaceOf(source, move.index, move.sampler) : null)[13]! : 0;
    if (Math.abs(height) > GREATEST_HEIGHT) {
      const rule = `is more than ${GREATEST_HEIGHT} m above the ground, as if centimeters were meters; export in meters, or scale a node above it by 0.01`;
      return [createFinding("MOVE_UNIT", `/nodes/${root}`, `${rule} (got ${rounded(height)} m of ${show(nodes.nameOf(root))})`)];
    }
  }
  return [];
}

/** The first translation of a sampler; null if it cannot be read. */
function firstPlaceOf(source: Source, animation: number, sampler: number): ArrayLike<number> | null {
  const { output, interpolation } = samplerOf(source, animation, sampler);
  const values = readValues(source, output);
  const at = interpolation === "CUBICSPLINE" ? 3 : 0;
  return values && values.length >= at + 3 ? values.subarray(at, at + 3) : null;
}

/** The values of an accessor; null without a file, or if they cannot be read. */
function readValues({ file }: Source, accessor: number): Float32Array | null {
  return (
    file &&
    attempt(
      "",
      () => file.readAccessor(accessor),
      () => undefined,
    )
  );
}

/** A sampler that has times. */
function samplerOf({ json }: { readonly json: GltfJson }, animation: number, sampler: number): GltfSampler {
  return json.animations![animation]!.samplers[sampler]!;
}

function note(code: FindingCode, animation: number, message: string): Finding {
  return createFinding(code, `/animations/${animation}`, message);
}

/** A time, exact enough for the bound of a clip. */
function inSeconds(time: number): string {
  return String(Number(time.toFixed(6)));
}

/** The command that adds a clip. */
function setLine(clip: string, animations: readonly number[], bounds: string): string {
  return `set in.glb ${show(excerpt(clip, 30))} --animations ${animations.join(",")} ${bounds} -o out.glb`;
}
