/** The data about clips: files with clips, and the poses they show. */
import { addTimes, addTriangle, createAsset, pointerTarget, type AccessorType, type AddAccessor } from "../../test/helpers/gltfAsset.js";
import type { Asset, Json } from "../../test/helpers/gltfPose.js";
import { TEMPLATES, type Template } from "../../test/helpers/pointerAsset.js";
import { stamped, valueAt } from "./pointers.js";
import { timestampAt } from "./timestampOracle.js";
import { settingsOf } from "./timestamps.js";

const TOTAL_TIMES = Array.from({ length: 25 }, (_, i) => i / 2);

type Extension = "KHR_animation_clip" | "KHR_animation_controller";

interface ClipFile {
  readonly name: string;
  readonly extension: Extension;
  readonly create: (add: AddAccessor) => Json;
  readonly clips: readonly Json[];
}

/** A channel with its sampler: three elements for each key of a spline. */
interface Curve {
  readonly target: Json;
  readonly type: AccessorType;
  readonly times: readonly number[];
  readonly values: readonly number[] | Int16Array | Uint8Array;
  readonly interpolation?: "LINEAR" | "STEP" | "CUBICSPLINE";
}

function animation(add: AddAccessor, name: string, curves: readonly Curve[]): Json {
  return {
    name,
    channels: curves.map(({ target }, sampler) => ({ sampler, target })),
    samplers: curves.map(({ type, times, values, interpolation = "LINEAR" }) => ({
      input: addTimes(add, times),
      output: add(type, values, ArrayBuffer.isView(values) ? { normalized: true } : {}),
      interpolation,
    })),
  };
}

/**
 * A mesh of one triangle, with all that engines need that read less than glTF allows: normals, weights at rest, and morph targets, each
 * with accessors of its own, that move one corner each: their weights are known by the corners.
 * @param targets the number of morph targets, 3 at most
 */
function triangle(add: AddAccessor, name: string, targets = 0): Json {
  const NORMAL = add("VEC3", [0, 0, 1, 0, 0, 1, 0, 0, 1]);
  const attributes = { ...addTriangle(add), NORMAL };
  const moves = Array.from({ length: targets }, (_, i): Json => {
    const height = (i + 1) / 2;
    const positions = [0, 1, 2].flatMap((corner) => [0, 0, corner === i ? height : 0]);
    return { POSITION: add("VEC3", positions, { min: [0, 0, 0], max: [0, 0, height] }) };
  });
  const morphs = { weights: moves.map(() => 0), primitives: [{ attributes, targets: moves }] };
  return { name, ...(targets > 0 ? morphs : { primitives: [{ attributes }] }) };
}

/** A node that is at x = timestamp between 0 and 10 s, and at x = -1 without animation. */
function ruler(add: AddAccessor): Json {
  const curve: Curve = { target: { node: 0, path: "translation" }, type: "VEC3", times: [0, 10], values: [0, 0, 0, 10, 0, 0] };
  return {
    meshes: [triangle(add, "triangle")],
    nodes: [{ name: "ruler", mesh: 0, translation: [-1, 0, 0] }],
    animations: [animation(add, "ruler", [curve])],
  };
}

/** Translation, rotation and scale in each interpolation, and the weights of a mesh. Keys are from 0.5 to 4 s. */
function interpolations(add: AddAccessor): Json {
  const half = Math.SQRT1_2;
  const times = [0.5, 1.5, 4];
  const vectors = [0, 0, 0, 1, 2, -1, 4, 1, 0.5];
  const sizes = [1, 1, 1, 2, 0.5, 1, 0.25, 3, 2];
  // the second and third are more than half a turn apart if taken literally
  const turns = [0, 0, 0, 1, 0, half, 0, half, -0.5, -0.5, -0.5, -0.5];
  const spline = (values: readonly number[], width: number): number[] =>
    times.flatMap((_, key) => {
      const value = values.slice(key * width, (key + 1) * width);
      return [...value.map((_v, i) => 0.25 * i - 0.5), ...value, ...value.map((_v, i) => 0.5 - 0.375 * i)];
    });
  const curves = (["STEP", "LINEAR", "CUBICSPLINE"] as const).flatMap((interpolation, node): Curve[] => {
    const of = (values: readonly number[], width: number): readonly number[] =>
      interpolation === "CUBICSPLINE" ? spline(values, width) : values;
    return [
      { target: { node, path: "translation" }, type: "VEC3", times, values: of(vectors, 3), interpolation },
      { target: { node, path: "rotation" }, type: "VEC4", times, values: of(turns, 4), interpolation },
      { target: { node, path: "scale" }, type: "VEC3", times, values: of(sizes, 3), interpolation },
      { target: { node, path: "weights" }, type: "SCALAR", times, values: of([0, 1, 0.5, 0.25, 1, 0], 2), interpolation },
    ];
  });
  const names = ["STEP", "LINEAR", "CUBICSPLINE"];
  return {
    meshes: names.map((name) => triangle(add, name, 2)),
    nodes: names.map((name, mesh) => ({ name, mesh })),
    animations: [animation(add, "interpolations", curves)],
  };
}

/** Two animations of different length, whose values are normalized integers. */
function severalAnimations(add: AddAccessor): Json {
  // their length is 1, to single precision
  const turns = new Int16Array([9832, 11188, 15364, 24815, -11006, -15941, 7354, -25384]);
  return {
    meshes: [triangle(add, "short", 1)],
    nodes: [{ name: "long" }, { name: "short", mesh: 0 }],
    animations: [
      animation(add, "long", [
        { target: { node: 0, path: "rotation" }, type: "VEC4", times: [0, 4], values: turns },
        { target: { node: 0, path: "translation" }, type: "VEC3", times: [1, 3], values: [1, 0, 0, 0, 0, 1] },
      ]),
      animation(add, "short", [
        { target: { node: 1, path: "weights" }, type: "SCALAR", times: [0.5, 1.5], values: new Uint8Array([0, 255]) },
      ]),
    ],
  };
}

/** A material and a camera, moved by JSON pointers; the color goes beyond its bounds. */
function pointed(add: AddAccessor): Json {
  const mesh = triangle(add, "mesh");
  return {
    extensionsUsed: ["KHR_animation_pointer"],
    materials: [{ name: "surface", pbrMetallicRoughness: { metallicFactor: 0.5 } }],
    cameras: [{ name: "camera", type: "perspective", perspective: { yfov: 0.5, znear: 0.1 } }],
    meshes: [{ ...mesh, primitives: [{ ...mesh["primitives"][0], material: 0 }] }],
    nodes: [
      { name: "mesh", mesh: 0 },
      { name: "camera", camera: 0 },
    ],
    animations: [
      animation(add, "pointers", [
        { target: pointerTarget("/materials/0/pbrMetallicRoughness/metallicFactor"), type: "SCALAR", times: [0, 3], values: [-1, 2] },
        { target: pointerTarget("/materials/0/emissiveFactor"), type: "VEC3", times: [0, 2], values: [0, 0.5, 2, 1, 0, -2] },
        { target: pointerTarget("/cameras/0/perspective/yfov"), type: "SCALAR", times: [1, 2], values: [0.5, 1], interpolation: "STEP" },
        { target: pointerTarget("/nodes/0/translation"), type: "VEC3", times: [0, 4], values: [0, 0, 0, 1, 2, 3] },
      ]),
    ],
  };
}

const SETTINGS: readonly Json[] = [
  { name: "all defaults" },
  { name: "loop", start: 1, end: 3.5 },
  { name: "loop from the middle", start: 1, end: 3.5, offset: 1.25 },
  { name: "loop, fast", end: 2, speed: 3 },
  { name: "loop backwards", start: 1, end: 3.5, offset: 2.5, speed: -1 },
  { name: "loop backwards, without offset: one repetition is used up at once", start: 1, end: 3.5, speed: -1, repetitions: 2 },
  { name: "loop, once", end: 4, repetitions: 1 },
  { name: "loop, three times", start: 2, end: 4.25, repetitions: 3 },
  { name: "ping-pong", start: 1, end: 5, offset: 2, reverse: true },
  { name: "ping-pong, four times", start: 1, end: 5, offset: 2, repetitions: 4, reverse: true },
  { name: "ping-pong backwards, twice", end: 4, offset: 4, speed: -0.5, repetitions: 2, reverse: true },
  { name: "no end", start: 2, speed: 1.5 },
  { name: "no end, backwards", offset: 3, speed: -0.5 },
  { name: "no end, ping-pong backwards", start: 1, offset: 3, speed: -1, reverse: true },
  { name: "speed 0", start: 1, end: 4, offset: 2, speed: 0 },
  { name: "repetitions 0: poses nothing", start: 1, end: 4, repetitions: 0 },
  { name: "no length", start: 2, end: 2 },
  { name: "beyond the last key", start: 8, end: 12 },
].map((clip) => ({ animations: [0], ...clip }));

const OLDER_NAMES: readonly Json[] = [
  { name: "animation", animation: 0, start: 1, end: 3 },
  { name: "counter, bounce", animations: [0], start: 1, end: 3, counter: 3, bounce: true },
  { name: "direction, timestamp", animations: [0], start: 1, end: 5, timestamp: 4, direction: -0.5 },
];

const CONTROLLERS: readonly Json[] = [
  { name: "minimum", animation: 0 },
  { name: "loop", animation: 0, start: 3, end: 8, timestamp: 3, direction: 1, counter: -1, bounce: false },
  { name: "ping-pong, three times", animation: 0, start: 0, end: 5, timestamp: 0, direction: 1, counter: 3, bounce: true },
  { name: "bounds the other way round", animation: 0, start: 4, end: 0, timestamp: 4, direction: -0.5, counter: 2, bounce: true },
];

const RANGES: readonly Json[] = [
  { name: "all", animations: [0], end: 4.5 },
  { name: "part, ping-pong", animations: [0], start: 1, end: 2.25, reverse: true, repetitions: 5 },
  { name: "backwards", animations: [0], start: 0.5, end: 4, offset: 3.5, speed: -0.75 },
];

const TOGETHER: readonly Json[] = [
  { name: "both", animations: [0, 1], end: 4 },
  { name: "the second alone", animations: [1], end: 2, reverse: true },
];

const FILES: readonly ClipFile[] = [
  { name: "settings", extension: "KHR_animation_clip", create: ruler, clips: SETTINGS },
  { name: "older-names", extension: "KHR_animation_clip", create: ruler, clips: OLDER_NAMES },
  { name: "controllers", extension: "KHR_animation_controller", create: ruler, clips: CONTROLLERS },
  { name: "interpolations", extension: "KHR_animation_clip", create: interpolations, clips: RANGES },
  { name: "several-animations", extension: "KHR_animation_clip", create: severalAnimations, clips: TOGETHER },
  { name: "pointers", extension: "KHR_animation_clip", create: pointed, clips: RANGES },
];

function createFile({ extension, create, clips }: ClipFile): Asset {
  return createAsset((add) => {
    const { extensionsUsed = [], ...json } = create(add);
    const member = extension === "KHR_animation_clip" ? "clips" : "controllers";
    return { extensionsUsed: [extension, ...(extensionsUsed as string[])], extensions: { [extension]: { [member]: clips } }, ...json };
  });
}

/** The JSON pointer of a channel, and what it points at. */
function targetOf({ target }: Json): { pointer: string; template: Template } {
  const pointer = (target["extensions"]?.KHR_animation_pointer.pointer ?? `/nodes/${target["node"]}/${target["path"]}`) as string;
  return { pointer, template: TEMPLATES.find((template) => template.pointer === pointer.replace(/\/\d+/, "/{}"))! };
}

/** The value in the JSON of an asset. */
function stated(json: Json, pointer: string): unknown {
  const names = pointer.slice(1).split("/");
  return names.reduce<unknown>((holder, name) => (holder as Json | undefined)?.[name], json);
}

/** What a clip shows at all total times, by the pointers of what it animates. */
function posesOf(asset: Asset, clip: Json): Json {
  const settings = settingsOf(clip);
  const outcomes = TOTAL_TIMES.map((seconds) => timestampAt(settings, seconds));
  const values: Json = {};
  for (const index of (clip["animations"] ?? [clip["animation"]]) as number[]) {
    const { channels, samplers } = (asset.json["animations"] as Json[])[index]!;
    for (const channel of channels as Json[]) {
      const { pointer, template } = targetOf(channel);
      values[pointer] = outcomes.map(({ timestamp }) =>
        settings.repetitions === 0
          ? (stated(asset.json, pointer) ?? template.default)
          : valueAt(asset, samplers[channel["sampler"]], template, timestamp),
      );
    }
  }
  return {
    timestamps: outcomes.map(({ timestamp }) => timestamp),
    completedRepetitions: outcomes.map(({ completedRepetitions }) => completedRepetitions),
    values,
  };
}

/** Describes all clips, and adds their files. */
export function makeClips(files: Map<string, Uint8Array>): unknown {
  const clips = FILES.flatMap((clipFile) => {
    const file = `clips/${clipFile.name}.glb`;
    const asset = createFile(clipFile);
    files.set(file, stamped(asset));
    return clipFile.clips.map((clip, index) => {
      return { file, extension: clipFile.extension, index, name: clip["name"] as string, ...posesOf(asset, clip) };
    });
  });
  return { totalTimes: TOTAL_TIMES, clips };
}
