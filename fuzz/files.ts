/** The files that cases start from, made and real ones, and what is changed in them. */
import fc from "fast-check";
import { assetNames, readAsset } from "../test/helpers/assetFiles.js";
import { BINARY_OF_ALL, MODEL_OF_ALL } from "../test/helpers/brokenModels.js";
import { createModel } from "../test/helpers/gltfAsset.js";
import { chunkOf, packChunks } from "../test/helpers/glbChunks.js";
import type { Asset, Json } from "../test/helpers/gltfPose.js";
import { createPointerAsset, TEMPLATES, type Encoding, type Keys, type Template } from "../test/helpers/pointerAsset.js";
import { withClips, type ClipJson } from "../test/helpers/scene.js";
import { byteChangesOf, changedBytes, type ByteChange } from "./byteChanges.js";
import { changedJson, jsonChangesOf, textOf, valueAt, type JsonChange } from "./jsonChanges.js";
import type { CaseDescription } from "./target.js";

/** A file that is right, or as it was found. */
interface Origin extends Asset {
  readonly name: string;
}

/** A changed file. */
export interface ChangedFile {
  readonly origin: Origin;
  readonly json: readonly JsonChange[];
  readonly bytes: readonly ByteChange[];
}

// ---- files to start from ------------------------------------------------------------------------------------------------------------

const WIDTHS: Readonly<Record<Template["type"], number>> = {
  ...{ float: 1, bool: 1, float2: 2, float3: 3, float4: 4, quat: 4, float4x4: 16, "float[]": 3 },
};

/** A value of a property with all components the same, as far as it may be. */
function filled({ type }: Template, value: number): readonly number[] {
  return type === "quat" ? [0, value, 0, Math.sqrt(1 - value ** 2)] : new Array<number>(WIDTHS[type]).fill(type === "bool" ? 1 : value);
}

/** Two keys; of splines, with tangents of 0. */
function keysOf(template: Template, interpolation: Encoding["interpolation"]): Keys {
  const zeros = new Array<number>(WIDTHS[template.type]).fill(0);
  const isSpline = interpolation === "CUBICSPLINE" && template.type !== "bool";
  const elements = [0.25, 0.75].flatMap((each) => (isSpline ? [zeros, filled(template, each), zeros] : [filled(template, each)]));
  return { template, times: [0, 1], elements };
}

function createPointerOrigin(
  name: string,
  pattern: RegExp,
  interpolation: Encoding["interpolation"],
  dialect: Encoding["dialect"],
): Origin {
  const templates = TEMPLATES.filter(({ pointer }) => pattern.test(pointer));
  const animation = {
    keys: templates.map((each) => keysOf(each, interpolation)),
    encoding: { dialect, interpolation, componentType: 5126 },
  } as const;
  const targets = templates.map((template) => ({ template, value: filled(template, 0.25) }));
  const { json, bin } = createPointerAsset(targets, { textures: true, shared: true }, animation);
  return { name, json: { ...json, extensionsUsed: [...new Set<string>([...((json["extensionsUsed"] ?? []) as string[]), dialect])] }, bin };
}

const CLIPS: readonly ClipJson[] = [
  { name: "walk", animations: [0], start: 0.1, end: 0.7 },
  { name: "back", animations: [0], end: 0.5, offset: 0.5, speed: -1.5, repetitions: 3, reverse: true },
  { animations: [0] },
];

/** The file with events of its first animation, and clips. */
function withEvents(origin: Origin): Pick<Origin, "json" | "bin"> {
  const { json, bin } = withClips(origin, CLIPS);
  const [first, ...others] = structuredClone(json["animations"]) as Json[];
  const events = [0, 0.25, 0.5, 7].map((time) => ({ time, name: "step", payload: { time } }));
  const animation = { ...first, extensions: { ...first!["extensions"], KHR_animation_events: { events } } };
  return {
    json: {
      ...json,
      animations: [animation, ...others],
      extensionsUsed: [...(json["extensionsUsed"] as string[]), "KHR_animation_events"],
    },
    bin,
  };
}

/** The file as it is, with events, and with clips of its first animation. */
function withAndWithoutClips(origin: Origin): readonly Origin[] {
  if (!Array.isArray(origin.json["animations"])) {
    return [origin];
  }
  return [
    origin,
    { name: `${origin.name} with events`, ...withEvents(origin) },
    { name: `${origin.name} with clips`, ...withClips(origin, CLIPS, [{ animation: 0, start: 0.5, end: 0.25, counter: 2 }]) },
  ];
}

/** A model with the playback metadata of all tools. */
function createMetadataOrigin(): Origin {
  const { json, bin } = createModel(2, [
    [{ node: 0, path: "translation", times: [0, 1], values: [0, 0, 0, 1, 0, 0] }],
    [{ node: 1, path: "scale", times: [0, 0.5], values: [1, 1, 1, 2, 2, 2] }],
  ]);
  Object.assign(json["animations"][0], {
    extras: { loop: true, start: 0.25, speed: 2 },
    extensions: {
      EPIC_animation_playback: { loop: false, autoPlay: true, playRate: 2, startTime: 0.5 },
      S8S_v3d_animation: { auto: true, loop: "PING_PONG", repeatInfinite: false, repeatCount: 3, offset: 0.25 },
      VRMXT_AnimationClip: { loop: true, reverse: true, speed: 0.5, offset: 0.25 },
    },
  });
  json["nodes"][0].extensions = { MOZ_hubs_components: { "loop-animation": { activeClipIndices: [0, 1], timeScale: -1, paused: false } } };
  const time = (value: number): Json => ({ type: 0, value: [value] });
  const animation = { type: 1, value: ["/animations/0"] };
  json["extensions"] = {
    KHR_interactivity: {
      graphs: [
        {
          types: [{ signature: "float" }, { signature: "ref" }],
          events: [{ id: "clip:walk" }],
          variables: [{ type: 0, value: [0.5] }],
          declarations: ["math/Inf", "math/neg", "variable/get", "event/receive", "animation/start"].map((op) => ({ op })),
          nodes: [
            { declaration: 0 },
            { declaration: 1, values: { a: { node: 0, socket: "value" } } },
            { declaration: 2, configuration: { variable: { value: [0] } } },
            { declaration: 3, configuration: { event: { value: [0] } }, flows: { out: { node: 4, socket: "in" } } },
            { declaration: 4, values: { animation, startTime: { node: 2 }, endTime: { node: 1 }, speed: time(1) } },
          ],
        },
      ],
    },
  };
  const names = ["EPIC_animation_playback", "S8S_v3d_animation", "MOZ_hubs_components", "VRMXT_AnimationClip", "KHR_interactivity"];
  json["extensionsUsed"] = names;
  return { name: "playback metadata", json, bin };
}

/** Real files with more JSON or data take longer than they teach. */
const MAX_BYTES = 200_000;

const MADE: readonly Origin[] = [
  { name: "a model with everything that tools look at", json: JSON.parse(MODEL_OF_ALL) as Json, bin: BINARY_OF_ALL },
  createMetadataOrigin(),
  createPointerOrigin("pointers to nodes", /^\/nodes\//, "LINEAR", "KHR_animation_pointer"),
  createPointerOrigin("older pointers to nodes", /^\/nodes\/\{\}\/(t|r|s|m)/, "CUBICSPLINE", "KHR_animation2"),
  createPointerOrigin("pointers to weights", /weights/, "STEP", "KHR_animation_pointer"),
  createPointerOrigin("pointers to cameras", /^\/cameras\/\{\}\/perspective/, "CUBICSPLINE", "KHR_animation_pointer"),
  createPointerOrigin("pointers to lights", /^\/extensions\/KHR_lights_punctual/, "LINEAR", "KHR_animation_pointer"),
  createPointerOrigin("pointers to materials", /^\/materials\/((?!Texture|ADOBE|scatter).)*$/, "LINEAR", "KHR_animation_pointer"),
];

const REAL: readonly Origin[] = assetNames(".glb", MAX_BYTES).map((name) => ({ name, ...readAsset(name) }));

const ORIGINS: readonly Origin[] = [...MADE, ...REAL].flatMap(withAndWithoutClips);

// ---- changed files ------------------------------------------------------------------------------------------------------------------

/** Parts of files that may get into others. */
const FRAGMENTS: readonly unknown[] = ORIGINS.flatMap(({ json }) => [
  ...["animations", "animations.0", "animations.0.channels", "animations.0.channels.0", "animations.0.channels.0.target"],
  ...["animations.0.samplers", "animations.0.samplers.0", "accessors.0", "bufferViews.0", "nodes", "nodes.0", "materials.0", "skins"],
  ...["extensions", "extensions.KHR_animation_clip", "extensions.KHR_animation_clip.clips.1", "extensionsUsed", "animations.0.extensions"],
].map((path) => valueAt(json, path.split(".")))).filter((value) => value !== undefined); // oxfmt-ignore

const COMPONENTS: Readonly<Record<string, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };
const BYTES: Readonly<Record<number, number>> = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5126: 4 };

/** Where the keys of animations are. Broken vertices would only try Babylon, which loops for ever over some. */
function animationRanges({ animations = [], accessors = [], bufferViews = [] }: Json): (readonly [number, number])[] {
  const samplers = (animations as Json[]).flatMap((animation) => animation["samplers"] as Json[]);
  const used = new Set(samplers.flatMap(({ input, output }) => [accessors[input], accessors[output]] as Json[]));
  return [...used].flatMap(({ bufferView, byteOffset = 0, componentType, type, count }) => {
    const { byteOffset: first = 0 } = (bufferViews[bufferView] ?? {}) as { byteOffset?: number };
    return bufferView === undefined ? [] : [[first + byteOffset, count * COMPONENTS[type]! * BYTES[componentType]!] as const];
  });
}

export const changedFiles: fc.Arbitrary<ChangedFile> = fc.oneof(
  ...ORIGINS.map((origin) => ({
    weight: origin.bin.length < 20_000 ? 5 : 1,
    arbitrary: fc.record({
      origin: fc.constant(origin),
      json: jsonChangesOf(origin.json, FRAGMENTS),
      bytes: byteChangesOf(animationRanges(origin.json)),
    }),
  })),
);

/** The JSON with the changes. What did not change is the same object in all files of this origin. */
export function changedOf({ origin, json }: ChangedFile): Json {
  return changedJson(origin.json, json);
}

/** The bytes of the .glb. */
export function bytesOf(given: ChangedFile): Uint8Array {
  const { origin, bytes } = given;
  const text = Buffer.from(textOf(changedOf(given)));
  return packChunks([
    chunkOf("JSON", Buffer.concat([text, Buffer.alloc(-text.length & 3, " ")])),
    chunkOf("BIN\0", Buffer.concat([changedBytes(origin.bin, bytes), Buffer.alloc(-origin.bin.length & 3)])),
  ]);
}

export function describeFile(given: ChangedFile): CaseDescription {
  const { origin, json, bytes } = given;
  const lines = [
    `the file: ${origin.name}`,
    ...json.map(({ path, kind, by }) => `${kind} /${path.join("/")}: ${excerptOf(by)}`),
    ...bytes.map(({ kind, at, by }) => `${kind} in its binary data at byte ${at}: ${by}`),
  ];
  return { text: lines.join("\n"), file: bytesOf(given) };
}

function excerptOf(value: unknown): string {
  const text = textOf(value);
  return text.length > 300 ? `${text.slice(0, 300)}... (${text.length} characters)` : text;
}
