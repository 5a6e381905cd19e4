/** Clips of other formats have the settings that the source's own semantics give. */
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { TimestampAt } from "../../src/gltf/timing/index.js";
import {
  GltfFile,
  ImportClips,
  InspectAnimations,
  ReadClips,
  ValidateAnimations,
  WriteClips,
  type ClipFormat,
  type ImportOptions,
} from "../../src/tools.js";
import { itWithAssets, readAssetBytes } from "../helpers/assets.js";
import type { Json } from "../helpers/gltfPose.js";
import { createModel } from "../helpers/gltfAsset.js";
import { sentencesOf } from "../helpers/findings.js";
import { createFinding, errorsAmong } from "../../src/gltf/util/index.js";
import { ruleOf } from "../helpers/rules.js";

type Asset = GltfFile["json"];

const MODEL = createModel(1, [
  [{ node: 0, path: "translation", times: [0, 4], values: [0, 0, 0, 1, 0, 0] }],
  [{ node: 0, path: "scale", times: [0, 2], values: [1, 1, 1, 2, 2, 2] }],
]).json;

function model(change: (json: Json) => void = () => {}): Asset {
  const json = structuredClone(MODEL);
  ["walk", "wave"].forEach((name, i) => (json["animations"][i].name = name));
  change(json);
  return json;
}

const withExtension = (name: string, value: Json): Asset => model((json) => (json["animations"][0].extensions = { [name]: value }));

/** The clips as they are written to the file, and the warnings. */
function imported(asset: Asset, from: ClipFormat, options?: ImportOptions): { clips: unknown; warnings: readonly string[] } {
  const before = structuredClone(asset);
  const { clips, findings } = ImportClips(asset, from, options);
  expect(asset).toEqual(before);
  WriteClips(asset, clips);
  expect(ReadClips(asset).findings).toEqual([]);
  const written = (asset.extensions?.["KHR_animation_clip"] as Json | undefined)?.["clips"] ?? [];
  return { clips: written, warnings: sentencesOf(findings, "METADATA_DOUBTFUL") };
}

const walk = { name: "walk", animations: [0], end: 4 };

interface Row {
  readonly comment: string;
  readonly from: ClipFormat;
  readonly asset: Asset;
  readonly clips: readonly Json[];
  readonly warnings?: readonly string[];
  readonly options?: ImportOptions;
}

/** The first animation ends at another time. */
const ending = (asset: Asset, end: number): Asset => {
  asset.accessors![asset.animations![0]!.samplers[0]!.input]!.max = [end];
  return asset;
};

const verge = (value: Json): Asset => withExtension("S8S_v3d_animation", value);
const epic = (value: Json): Asset => withExtension("EPIC_animation_playback", value);
const vrmxt = (value: Json): Asset => withExtension("VRMXT_AnimationClip", value);
const hubs = (value: Json): Asset => model((json) => (json["nodes"][0].extensions = { MOZ_hubs_components: { "loop-animation": value } }));
const start = (animation: unknown, startTime: unknown, endTime: unknown, speed: unknown): Json => ({
  declaration: 1,
  values: Object.fromEntries(
    Object.entries({ animation, startTime, endTime, speed }).map(([socket, value]) => [
      socket,
      typeof value === "object" ? value : { type: 0, value: [value] },
    ]),
  ),
});
/** The animation of index 1 from its first to its last key. */
const START = { animation: 1, startTime: 0, endTime: 2, speed: 1 };
const GRAPH = "/extensions/KHR_interactivity/graphs/0/nodes/1/values";
const graph = (...nodes: readonly Json[]): Asset =>
  model((json) => {
    const declarations = [{ op: "event/onStart" }, { op: "animation/start" }];
    json["extensions"] = { KHR_interactivity: { graphs: [{ declarations, nodes: [{ declaration: 0 }, ...nodes] }] } };
  });

/** A graph after the ratification: constants are finite, and references name animations. */
const ratified = (nodes: readonly Json[], more: Json = {}): Asset =>
  model((json) => {
    const declarations = OPS.map((op) => ({ op }));
    const types = [{ signature: "float" }, { signature: "ref" }];
    const variables = [{ type: 0, value: [1.5] }, { type: 0, value: [0.5] }, { type: 0 }, { type: 1, value: ["/animations/1"] }];
    json["extensions"] = { KHR_interactivity: { graphs: [{ types, variables, declarations, nodes, ...more }] } };
  });
const OPS = ["math/Inf", "math/neg", "variable/get", "variable/set", "animation/start", "event/receive", "flow/sequence", "math/add"];
const node = (op: string, members: Json = {}): Json => ({ declaration: OPS.indexOf(op), ...members });
const float = (value: number): Json => ({ type: 0, value: [value] });
const from = (index: number): Json => ({ node: index, socket: "value" });
const get = (variable: number): Json => node("variable/get", { configuration: { variable: { value: [variable] } } });
const startNode = (animation: unknown, startTime: Json, endTime: Json, speed = float(1)): Json =>
  node("animation/start", {
    values: { animation: typeof animation === "string" ? { type: 1, value: [animation] } : animation, startTime, endTime, speed },
  });
const placeOf = (n: number): string => `/extensions/KHR_interactivity/graphs/0/nodes/${n}/values`;
const COMPUTED = ruleOf("constants");

const META = `fileFormatVersion: 2
ModelImporter:
  animations:
    isReadable: 0
    clipAnimations:
    - serializedVersion: 16
      name: stride
      takeName: walk
      firstFrame: 15
      lastFrame: 90
      wrapMode: 0
      cycleOffset: 0.2
      loopTime: 1
      events:
      - time: 0.5
        functionName: Step
        data: left
        floatParameter: 0
        intParameter: 2
        name: no clip
      - time: 1.5
        functionName: Late
      mirror: 0
    - serializedVersion: 16
      name: "there and back"
      takeName: wave
      firstFrame: 0
      lastFrame: 60
      wrapMode: 4
      loopTime: 0
      mirror: 1
    - name: gone
      takeName: run
    extraExposedTransforms:
    - name: no clip
      takeName: walk
  meshes:
    name: other
`;

const GODOT = `[params]

animation/fps=20
_subresources={
"animations": {
"walk": {
"settings/loop_mode": 0,
"slice_1/end_frame": 30,
"slice_1/loop_mode": 2,
"slice_1/name": "to and fro",
"slice_1/start_frame": 10,
"slice_2/end_frame": 60,
"slice_2/loop_mode": 0,
"slice_2/name": "",
"slice_2/start_frame": 30,
"slices/amount": 2
},
"run": {
"settings/loop_mode": 1
}
}
}
gltf/naming_version=2
`;

const withExtras = (extras: Json): Asset => model((json) => (json["animations"][0].extras = extras));

const rows: readonly Row[] = [
  {
    comment: "extras, settings by their names",
    from: "extras",
    asset: withExtras({ start: 0.5, end: 2, offset: 0.25, speed: -1.5, repetitions: 4, reverse: true, author: "me" }),
    clips: [{ ...walk, start: 0.5, end: 2, offset: 0.25, speed: -1.5, repetitions: 4, reverse: true }],
  },
  { comment: "extras, once, as exported by Blender", from: "extras", asset: withExtras({ loop: 0 }), clips: [{ ...walk, repetitions: 1 }] },
  { comment: "extras, repeated, as exported by Blender", from: "extras", asset: withExtras({ loop: 1 }), clips: [walk] },
  {
    comment: "extras, loop without a meaning",
    from: "extras",
    asset: withExtras({ loop: "yes" }),
    clips: [walk],
    warnings: [`/animations/0/extras/loop: ${ruleOf("trueOrFalse", '"yes"')}`],
  },
  {
    comment: "extras, an animation shorter than a second",
    from: "extras",
    asset: ending(withExtras({ loop: false }), 0.5),
    clips: [{ ...walk, end: 0.5, repetitions: 1 }],
  },
  {
    comment: "extras, a start after the last key",
    from: "extras",
    asset: withExtras({ start: 5 }),
    clips: [{ ...walk, start: 5, end: 5 }],
  },
  {
    comment: "extras, bounds below 0",
    from: "extras",
    asset: withExtras({ start: -3, end: -1 }),
    clips: [walk],
    warnings: [`/animations/0/extras/start: ${ruleOf("atLeast0", -3)}`, `/animations/0/extras/end: ${ruleOf("atLeastStart", -1, 0)}`],
  },
  { comment: "extras that say nothing about playing", from: "extras", asset: withExtras({ author: "me" }), clips: [] },
  {
    comment: "extras with invalid settings",
    from: "extras",
    asset: withExtras({ loop: "yes", reverse: 2, speed: "fast", repetitions: 1.5 }),
    clips: [walk],
    warnings: [
      `loop: ${ruleOf("trueOrFalse", '"yes"')}`,
      `speed: ${ruleOf("finiteNumber", '"fast"')}`,
      `repetitions: ${ruleOf("integerAtLeastMinus1", 1.5)}`,
      `reverse: ${ruleOf("trueOrFalse", 2)}`,
    ].map((warning) => `/animations/0/extras/${warning}`),
  },
  {
    comment: "Verge3D, endless",
    from: "verge3d",
    asset: verge({ auto: true, loop: "REPEAT", repeatInfinite: true, repeatCount: 3, offset: 0 }),
    clips: [{ ...walk, extras: { auto: true } }],
  },
  {
    comment: "Verge3D, repeated three times",
    from: "verge3d",
    asset: verge({ loop: "REPEAT", repeatInfinite: false, repeatCount: 2.6, offset: 0.5 }),
    clips: [{ ...walk, offset: 0.5, repetitions: 3 }],
  },
  {
    comment: "Verge3D, once, in an older file",
    from: "verge3d",
    asset: withExtension("S8S_v3d_animation_data", { loop: "ONCE", repeatInfinite: true }),
    clips: [{ ...walk, repetitions: 1 }],
  },
  {
    comment: "Verge3D, ping-pong",
    from: "verge3d",
    asset: verge({ loop: "PING_PONG", repeatInfinite: false, repeatCount: 2 }),
    clips: [{ ...walk, repetitions: 2, reverse: true }],
  },
  {
    comment: "Verge3D, invalid values",
    from: "verge3d",
    asset: verge({ loop: "TWICE", repeatInfinite: "no", repeatCount: -2, offset: null }),
    clips: [walk],
    warnings: [
      `S8S_v3d_animation/loop: ${ruleOf("oneOfElseDefault", "REPEAT, ONCE, PING_PONG", "REPEAT", '"TWICE"')}`,
      `S8S_v3d_animation/repeatInfinite: ${ruleOf("oneOfElseDefault", "true, false", "true", '"no"')}`,
      `S8S_v3d_animation/repeatCount: ${ruleOf("finiteNumberElseDefault", " >= 0", 1, -2)}`,
      `S8S_v3d_animation/offset: ${ruleOf("finiteNumber")}; 0 is used (got null)`,
    ].map((warning) => `/animations/0/extensions/${warning}`),
  },
  { comment: "Unreal, defaults", from: "unreal", asset: epic({}), clips: [{ ...walk, extras: { autoPlay: true } }] },
  {
    comment: "Unreal, once, faster, from within",
    from: "unreal",
    asset: epic({ loop: false, autoPlay: false, playRate: 2, startTime: 1 }),
    clips: [{ ...walk, offset: 1, speed: 2, repetitions: 1, extras: { autoPlay: false } }],
  },
  {
    comment: "Unreal, invalid values",
    from: "unreal",
    asset: epic({ loop: "no", autoPlay: 0, playRate: "fast", startTime: "now" }),
    clips: [{ ...walk, extras: { autoPlay: true } }],
    warnings: [
      `EPIC_animation_playback/loop: ${ruleOf("oneOfElseDefault", "true, false", "true", '"no"')}`,
      `EPIC_animation_playback/autoPlay: ${ruleOf("oneOfElseDefault", "true, false", "true", 0)}`,
      `EPIC_animation_playback/playRate: ${ruleOf("finiteNumber")}; 1 is used (got "fast")`,
      `EPIC_animation_playback/startTime: ${ruleOf("finiteNumber")}; 0 is used (got "now")`,
    ].map((warning) => `/animations/0/extensions/${warning}`),
  },
  { comment: "VRMXT, defaults: once", from: "vrmxt", asset: vrmxt({}), clips: [{ ...walk, repetitions: 1 }] },
  {
    comment: "VRMXT, invalid values: ignored, as its requirement 9 says",
    from: "vrmxt",
    asset: vrmxt({ loop: 1, speed: 0, offset: -1, reverse: "yes" }),
    clips: [{ ...walk, repetitions: 1 }],
    warnings: [
      `VRMXT_AnimationClip/reverse: ${ruleOf("oneOfElseDefault", "true, false", "false", '"yes"')}`,
      `VRMXT_AnimationClip/speed: ${ruleOf("finiteNumberElseDefault", " > 0", 1, 0)}`,
      `VRMXT_AnimationClip/offset: ${ruleOf("finiteNumberElseDefault", " >= 0", 0, -1)}`,
      `VRMXT_AnimationClip/loop: ${ruleOf("oneOfElseDefault", "true, false", "false", 1)}`,
    ].map((warning) => `/animations/0/extensions/${warning}`),
  },
  {
    comment: "VRMXT, endless, backwards from within",
    from: "vrmxt",
    asset: vrmxt({ loop: true, speed: 0.5, offset: 1, reverse: true }),
    clips: [{ ...walk, offset: 3, speed: -0.5 }],
  },
  {
    comment: "Hubs, several by name",
    from: "hubs",
    asset: hubs({ clip: "wave, walk", timeScale: 2 }),
    clips: [{ name: "n0", animations: [1, 0], end: 4, speed: 2 }],
    warnings: [`/nodes/0/extensions/MOZ_hubs_components/loop-animation: ${ruleOf("animationsOfOneLength", "2, 4")}`],
  },
  {
    comment: "Hubs, by indices, paused",
    from: "hubs",
    asset: hubs({ clip: "", activeClipIndices: [1], paused: true }),
    clips: [{ name: "wave", animations: [1], end: 2, speed: 0, extras: { paused: true } }],
  },
  {
    comment: "Hubs, indices before names, as Hubs looks for them",
    from: "hubs",
    asset: hubs({ clip: "walk", activeClipIndices: [1], activeClipIndex: 0 }),
    clips: [{ name: "wave", animations: [1], end: 2 }],
  },
  {
    comment: "Hubs, the first animation by default, from a time within it",
    from: "hubs",
    asset: hubs({ startOffset: 1.5 }),
    clips: [{ ...walk, offset: 1.5 }],
  },
  {
    comment: "Hubs, from a time after its end, which wraps, backwards",
    from: "hubs",
    asset: hubs({ startOffset: 29, timeScale: -1 }),
    clips: [{ ...walk, offset: 1, speed: -1 }],
  },
  {
    comment: "Hubs, backwards from the end",
    from: "hubs",
    asset: hubs({ timeScale: -2 }),
    clips: [{ ...walk, offset: 4, speed: -2 }],
  },
  {
    comment: "Hubs, paused at a time, with invalid values",
    from: "hubs",
    asset: hubs({ paused: true, startOffset: 1, timeScale: "slow" }),
    clips: [{ ...walk, offset: 1, speed: 0, extras: { paused: true } }],
    warnings: [`/nodes/0/extensions/MOZ_hubs_components/loop-animation/timeScale: ${ruleOf("finiteNumber")}; 1 is used (got "slow")`],
  },
  {
    comment: "Hubs, from a time after the end of a short animation, which wraps",
    from: "hubs",
    asset: ending(hubs({ startOffset: 1.75 }), 0.5),
    clips: [{ ...walk, end: 0.5, offset: 0.25 }],
  },
  { comment: "Hubs, a single pose", from: "hubs", asset: ending(hubs({ startOffset: 1 }), 0), clips: [{ ...walk, end: 0 }] },
  {
    comment: "Hubs, invalid indices",
    from: "hubs",
    asset: hubs({ activeClipIndices: ["0", 7, 1] }),
    clips: [{ name: "wave", animations: [1], end: 2 }],
    warnings: ['"0"', 7].map((got) => `/nodes/0/extensions/MOZ_hubs_components/loop-animation: ${ruleOf("animationsByIndex", got)}`),
  },
  {
    comment: "Hubs, an unknown name",
    from: "hubs",
    asset: hubs({ clip: "run" }),
    clips: [],
    warnings: [`/nodes/0/extensions/MOZ_hubs_components/loop-animation/clip: ${ruleOf("nameOfAnimation", 2, "run")}`],
  },
  {
    comment: "Godot, slices instead of the animation",
    from: "godot",
    asset: model(),
    options: { sidecar: GODOT },
    clips: [
      { name: "to and fro", animations: [0], start: 0.5, end: 1.5, reverse: true },
      { name: "walk", animations: [0], start: 1.5, end: 3, repetitions: 1 },
    ],
    warnings: [`_subresources/animations/run: ${ruleOf("nameOfAnimation", 2, "run")}`],
  },
  {
    comment: "Godot, slices without length, which it skips, and invalid values",
    from: "godot",
    asset: model(),
    options: {
      sidecar: `_subresources={
"animations": {
"walk": {
"slice_1/end_frame": 30,
"slice_1/name": "empty",
"slice_1/start_frame": 30,
"slice_2/end_frame": 60,
"slice_2/loop_mode": 7,
"slice_2/name": "odd",
"slice_2/start_frame": "x",
"slices/amount": 2
},
"wave": {
"settings/loop_mode": 1
}
}
}
`,
      fps: 60,
    },
    clips: [
      { name: "odd", animations: [0], end: 1, repetitions: 1 },
      { name: "wave", animations: [1], end: 2 },
    ],
    warnings: [
      `_subresources/animations/walk/slice_1/end_frame: ${ruleOf("aboveStartFrame", 0.5, 0.5)}`,
      `_subresources/animations/walk/slice_2/start_frame: ${ruleOf("finiteNumberElseDefault", " >= 0", 0, '"x"')}`,
      `_subresources/animations/walk/slice_2/loop_mode: ${ruleOf("oneOfElseDefault", "0, 1, 2", 0, 7)}`,
    ],
  },
  {
    comment: "Godot, one slice, at 30 frames per second unless stated",
    from: "godot",
    asset: model(),
    options: {
      sidecar:
        '_subresources={ "animations": { "walk": { "slices/amount": 1, "slice_1/start_frame": 15, "slice_1/end_frame": 60, "slice_1/loop_mode": 1 } } }\n',
    },
    clips: [{ ...walk, start: 0.5, end: 2 }],
  },
  {
    comment: "Godot, values of its own types",
    from: "godot",
    asset: model(),
    options: { sidecar: '_subresources={ "animations": Color(1, 0, 0, 1) }\n' },
    clips: [],
    warnings: [expect.stringMatching(/^_subresources: must have plain values only \(got /) as unknown as string],
  },
  {
    comment: "Godot, names with cycle",
    from: "godot",
    asset: model((json) => (json["animations"][1].name = "Wave-Cycle")),
    options: { sidecar: "_subresources={}\n" },
    clips: [{ name: "Wave-Cycle", animations: [1], end: 2 }],
  },
  {
    comment: "Unity",
    from: "unity",
    asset: model(),
    options: { sidecar: META, fps: 30 },
    clips: [
      { name: "stride", animations: [0], start: 0.5, end: 3, offset: 0.5 },
      { name: "there and back", animations: [1], end: 2, reverse: true },
    ],
    warnings: [
      `clipAnimations/0/events/1: ${ruleOf("functionNameAndTime", '"1.5"')}`,
      `clipAnimations/1/mirror: ${ruleOf("notMirrored")}`,
      `clipAnimations/2/takeName: ${ruleOf("nameOfAnimation", 2, "run")}`,
    ],
  },
  ...["clipAnimations: []\n- takeName: walk\n", "- takeName: walk\n", "clipAnimations:\nother:\n- takeName: walk\n"].map(
    (sidecar): Row => ({
      comment: `Unity, no clips in ${JSON.stringify(sidecar)}`,
      from: "unity",
      asset: model(),
      options: { sidecar, fps: 30 },
      clips: [],
      warnings: [`clipAnimations: ${ruleOf("listOfClips")}`],
    }),
  ),
  {
    comment: "Unity, a single animation, whatever its take is called, and members without values",
    from: "unity",
    asset: model((json) => json["animations"].pop()),
    options: {
      sidecar:
        "clipAnimations:\n- name: 'one''s'\n  takeName: Take 001\n  firstFrame: 30\n  lastFrame: 30\n  wrapMode: 2\n  cycleOffset:\n",
      fps: 30,
    },
    clips: [{ name: "one''s", animations: [0], start: 1, end: 1 }],
  },
  {
    comment: "Unity, a cycle offset below 0, which wraps",
    from: "unity",
    asset: model(),
    options: { sidecar: "clipAnimations:\n- takeName: walk\n  lastFrame: 60\n  cycleOffset: -0.25\n  loopTime: 1\n", fps: 30 },
    clips: [{ ...walk, end: 2, offset: 1.5 }],
  },
  {
    comment: "Unity, a frame that is infinite",
    from: "unity",
    asset: model(),
    options: { sidecar: "clipAnimations:\n- takeName: walk\n  firstFrame: 30\n  lastFrame: Infinity\n", fps: 30 },
    clips: [],
    warnings: [
      `clipAnimations/0/lastFrame: ${ruleOf("finiteNumberElseDefault", " >= 0", 0, "Infinity")}`,
      `clipAnimations/0/lastFrame: ${ruleOf("atLeastFirstFrame", 0, 30)}`,
    ],
  },
  {
    comment: "Unity, invalid values",
    from: "unity",
    asset: model(),
    options: {
      sidecar:
        "clipAnimations:\n- takeName: walk\n  firstFrame: x\n  lastFrame: 60\n  wrapMode: 3\n  loopTime: yes\n- takeName: wave\n  firstFrame: 9\n  lastFrame: 3\n",
      fps: 30,
    },
    clips: [{ ...walk, end: 2, repetitions: 1 }],
    warnings: [
      `clipAnimations/0/firstFrame: ${ruleOf("finiteNumberElseDefault", " >= 0", 0, "NaN")}`,
      `clipAnimations/0/wrapMode: ${ruleOf("oneOfElseDefault", "0, 1, 2, 4, 8", 0, 3)}`,
      `clipAnimations/0/loopTime: ${ruleOf("oneOfElseDefault", "0, 1", 0, "NaN")}`,
      `clipAnimations/1/lastFrame: ${ruleOf("atLeastFirstFrame", 3, 9)}`,
    ],
  },
  {
    comment: "KHR_interactivity, once",
    from: "interactivity",
    asset: graph(start(0, 0.5, 2, 2), start(0, 0.5, 2, 2)),
    clips: [{ ...walk, start: 0.5, end: 2, speed: 2, repetitions: 1 }],
  },
  {
    comment: "KHR_interactivity, backwards",
    from: "interactivity",
    asset: graph(start(1, 2, 0.5, 1)),
    clips: [{ name: "wave", animations: [1], start: 0.5, end: 2, offset: 1.5, speed: -1, repetitions: 1 }],
  },
  {
    comment: "KHR_interactivity, endless, from within",
    from: "interactivity",
    asset: graph(start(1, 0.5, "Infinity", 1)),
    clips: [{ name: "wave", animations: [1], end: 2, offset: 0.5 }],
  },
  {
    comment: "KHR_interactivity, backwards, endless",
    from: "interactivity",
    asset: graph(start(1, 2, "-Infinity", 1)),
    clips: [{ name: "wave", animations: [1], end: 2, offset: 2, speed: -1 }],
  },
  {
    comment: "KHR_interactivity, three passes",
    from: "interactivity",
    asset: graph(start(1, 1, 6, 1)),
    clips: [{ name: "wave", animations: [1], end: 2, offset: 1, repetitions: 3 }],
  },
  {
    comment: "KHR_interactivity, one and a half passes",
    from: "interactivity",
    asset: graph(start(1, 0, 3, 1)),
    clips: [],
    warnings: [`/extensions/KHR_interactivity/graphs/0/nodes/1/values: ${ruleOf("playableTimes", 2, 0, 3, 1)}`],
  },
  {
    comment: "KHR_interactivity, a speed of 0",
    from: "interactivity",
    asset: graph(start(1, 0, 2, 0)),
    clips: [],
    warnings: [`/extensions/KHR_interactivity/graphs/0/nodes/1/values: ${ruleOf("playableTimes", 2, 0, 2, 0)}`],
  },
  {
    comment: "KHR_interactivity, an unknown animation",
    from: "interactivity",
    asset: graph(start(7, 0, 2, 1)),
    clips: [],
    warnings: [`${GRAPH}/animation: ${ruleOf("indexOfAnimations", 2, 7)}`],
  },
  {
    comment: "KHR_interactivity, from a time to the same time",
    from: "interactivity",
    asset: graph(start(1, 0.5, 0.5, 1)),
    clips: [{ name: "wave", animations: [1], start: 0.5, end: 0.5, repetitions: 1 }],
  },
  {
    comment: "KHR_interactivity, times that are plain numbers, rounded",
    from: "interactivity",
    asset: graph(start(1, { value: -1e-6 }, { value: 2 + 1e-6 }, 1), start(1, -5e-7, -4e-7, 1)),
    clips: [
      { name: "wave", animations: [1], end: 2 + 1e-6, repetitions: 1 },
      { name: "wave", animations: [1], end: 0, repetitions: 1 },
    ],
  },
  {
    comment: "KHR_interactivity, endless from times that are rounded",
    from: "interactivity",
    asset: graph(start(1, -5e-7, "Infinity", 1), start(1, 2 + 5e-7, "-Infinity", 1)),
    clips: [
      { name: "wave", animations: [1], end: 2 },
      { name: "wave", animations: [1], end: 2, offset: 2, speed: -1 },
    ],
  },
  {
    comment: "KHR_interactivity, an end that is rounded",
    from: "interactivity",
    asset: graph(start(1, 0, 6 + 5e-7, 1), start(1, 0, 6 + 1.5e-6, 1)),
    clips: [{ name: "wave", animations: [1], end: 2, repetitions: 3 }],
    warnings: [`/extensions/KHR_interactivity/graphs/0/nodes/2/values: ${ruleOf("playableTimes", 2, 0, 6.0000015, 1)}`],
  },
  {
    comment: "KHR_interactivity, an animation of one pose",
    from: "interactivity",
    asset: ending(graph(start(0, 0, 0, 1), start(0, 3, "Infinity", 1), start(0, 3, 5, 1)), 0),
    clips: [
      { ...walk, end: 0, repetitions: 1 },
      { ...walk, end: 0 },
    ],
    warnings: [`/extensions/KHR_interactivity/graphs/0/nodes/3/values: ${ruleOf("playableTimes", 0, 3, 5, 1)}`],
  },
  {
    comment: "KHR_interactivity, numbers that are no times, and a single time outside of the animation",
    from: "interactivity",
    asset: graph(start(1, "Infinity", 0, 1), start(1, 0, 2, "Infinity"), start(1, 0, NaN, 1), start(1, 4, 4, 1)),
    clips: [],
    warnings: [
      `${GRAPH}: ${ruleOf("playableTimes", 2, "Infinity", 0, 1)}`,
      `/extensions/KHR_interactivity/graphs/0/nodes/2/values: ${ruleOf("playableTimes", 2, 0, 2, "Infinity")}`,
      `/extensions/KHR_interactivity/graphs/0/nodes/3/values: ${ruleOf("constants")}`,
      `/extensions/KHR_interactivity/graphs/0/nodes/4/values: ${ruleOf("playableTimes", 2, 4, 4, 1)}`,
    ],
  },
  ...["animation", "startTime", "endTime", "speed"].flatMap((socket): readonly Row[] => {
    const [animation, startTime, endTime, speed] = Object.values({ ...START, [socket]: { node: 0, socket: "value" } });
    return [
      {
        comment: `KHR_interactivity, ${socket} computed`,
        from: "interactivity",
        asset: graph(start(animation, startTime, endTime, speed)),
        clips: [],
        warnings: [`${GRAPH}: ${ruleOf("constants")}`],
      },
    ];
  }),
  {
    comment: "KHR_interactivity as ratified, once",
    from: "interactivity",
    asset: ratified([startNode("/animations/1", float(0.5), float(2))]),
    clips: [{ name: "wave", animations: [1], start: 0.5, end: 2, repetitions: 1 }],
  },
  {
    comment: "KHR_interactivity as ratified, endless by math/Inf",
    from: "interactivity",
    asset: ratified([node("math/Inf"), startNode("/animations/1", float(0.5), from(0))]),
    clips: [{ name: "wave", animations: [1], end: 2, offset: 0.5 }],
  },
  {
    comment: "KHR_interactivity as ratified, backwards and endless by math/neg",
    from: "interactivity",
    asset: ratified([node("math/Inf"), node("math/neg", { values: { a: from(0) } }), startNode("/animations/1", float(2), { node: 1 })]),
    clips: [{ name: "wave", animations: [1], end: 2, offset: 2, speed: -1 }],
  },
  {
    comment: "KHR_interactivity as ratified, by variables that no node sets",
    from: "interactivity",
    asset: ratified([get(0), get(1), get(3), startNode(from(2), from(1), from(0), from(0))]),
    clips: [{ name: "wave", animations: [1], start: 0.5, end: 1.5, speed: 1.5, repetitions: 1 }],
  },
  ...["variable", "variables"].map((member): Row => ({
    comment: `KHR_interactivity as ratified, a variable that a node sets by ${member}`,
    from: "interactivity",
    asset: ratified([
      get(0),
      startNode("/animations/1", float(0), from(0)),
      node("variable/set", { configuration: { [member]: { value: [1, 0] } } }),
    ]),
    clips: [],
    warnings: [`${placeOf(1)}: ${COMPUTED}`],
  })),
  {
    comment: "KHR_interactivity as ratified, a variable without a value, another operation, and sockets of later nodes",
    from: "interactivity",
    asset: ratified([
      get(2),
      startNode("/animations/1", float(0), from(0)),
      node("math/add", { values: { a: float(1), b: float(1) } }),
      startNode("/animations/1", float(0), from(2)),
      startNode("/animations/1", float(0), from(4)),
      startNode("/animations/1", float(0), from(9)),
      node("math/neg", { values: { a: from(6) } }),
      startNode("/animations/1", float(0), from(6)),
    ]),
    clips: [],
    warnings: [1, 3, 4, 5, 7].map((n) => `${placeOf(n)}: ${COMPUTED}`),
  },
  {
    comment: "KHR_interactivity as ratified, references to other things",
    from: "interactivity",
    asset: ratified(
      ["/animations/2", "/nodes/0", "/animations/0/channels", "", "animations/0"].map((ref) => startNode(ref, float(0), float(1))),
    ),
    clips: [],
    warnings: ["/animations/2", "/nodes/0", "/animations/0/channels", "", "animations/0"].map(
      (ref, n) => `${placeOf(n)}/animation: ${ruleOf("referToAnimation", 2, JSON.stringify(ref))}`,
    ),
  },
  {
    comment: "KHR_interactivity as ratified, custom events that start clips by name",
    from: "interactivity",
    asset: ratified(
      [
        node("event/receive", { configuration: { event: { value: [0] } }, flows: { out: { node: 3, socket: "in" } } }),
        node("event/receive", { configuration: { event: { value: [1] } }, flows: { out: { node: 2, socket: "in" } } }),
        node("flow/sequence", { flows: { 0: { node: 4 }, 1: { node: 5 } } }),
        startNode("/animations/0", float(0), float(1)),
        startNode("/animations/0", float(0.5), float(2)),
        startNode("/animations/1", float(0.5), float(2)),
      ],
      { events: [{ id: "clip:step" }, { id: "clip:both" }] },
    ),
    clips: [
      { name: "step", animations: [0], end: 1, repetitions: 1 },
      { name: "both", animations: [0, 1], start: 0.5, end: 2, repetitions: 1 },
    ],
  },
  {
    comment: "names",
    from: "names",
    asset: model((json) => ["walkLoop", "wave_once"].forEach((name, i) => (json["animations"][i].name = name))),
    clips: [
      { name: "walkLoop", animations: [0], end: 4 },
      { name: "wave_once", animations: [1], end: 2, repetitions: 1 },
    ],
  },
  {
    comment: "names, by rules of a sidecar: the first that matches",
    from: "names",
    asset: model(),
    options: {
      sidecar: JSON.stringify({
        "^wal": { repetitions: 2, speed: 1.5, start: 1 },
        "^w": { end: 1, reverse: true },
        loop: { repetitions: -1 },
      }),
    },
    clips: [
      { ...walk, start: 1, speed: 1.5, repetitions: 2 },
      { name: "wave", animations: [1], end: 1, reverse: true },
    ],
  },
  {
    comment: "names, by invalid rules",
    from: "names",
    asset: model(),
    options: { sidecar: JSON.stringify({ "(": { repetitions: 1 }, "^wal": { speed: "fast" }, walk: { start: 5 }, wave: { start: -1 } }) },
    clips: [],
    warnings: [
      `sidecar: ${ruleOf("regularExpressions", '"("')}`,
      `sidecar/^wal/speed: ${ruleOf("finiteNumber", '"fast"')}`,
      `/animations/0/name: ${ruleOf("startWithinKeys", 4, 5)}`,
      `/animations/1/name: ${ruleOf("startWithinKeys", 2, -1)}`,
    ],
  },
  {
    comment: "names, by rules without settings of a clip",
    from: "names",
    asset: model(),
    options: { sidecar: JSON.stringify({ "^wal": 2, "^wav": { repetition: 1 } }) },
    clips: [],
    warnings: [
      `sidecar/^wal: ${ruleOf("object", 2)}`,
      `sidecar/^wav/repetition: ${ruleOf("oneOfList", "start, end, offset, speed, repetitions, reverse")}`,
    ],
  },
  {
    comment: "names, by a sidecar that is a list",
    from: "names",
    asset: model(),
    options: { sidecar: "[]" },
    clips: [],
    warnings: [`sidecar: ${ruleOf("object", "[]")}`],
  },
  {
    comment: "names, by a rule for a name of capitals and small letters, and for one pose",
    from: "names",
    asset: model((json) => (json["animations"][0].name = "walkLoop")),
    options: { sidecar: JSON.stringify({ "^walkLoop$": { start: 4 } }) },
    clips: [{ name: "walkLoop", animations: [0], start: 4, end: 4 }],
  },
  {
    comment: "a name that is no string",
    from: "unreal",
    asset: model((json) => Object.assign(json["animations"][0], { name: 7, extensions: { EPIC_animation_playback: {} } })),
    clips: [{ animations: [0], end: 4, extras: { autoPlay: true } }],
  },
  {
    comment: "names that only contain the words",
    from: "names",
    asset: model((json) => (json["animations"][0].name = "bicycle")),
    clips: [],
  },
  {
    comment: "names, with a range of seconds, also after the last key, and of one pose",
    from: "names",
    asset: model((json) => ["walk[ 0.5 - 1 ]loop", "wave [3-3] once"].forEach((name, i) => (json["animations"][i].name = name))),
    clips: [
      { name: "walk[ 0.5 - 1 ]loop", animations: [0], start: 0.5, end: 1 },
      { name: "wave [3-3] once", animations: [1], start: 3, end: 3, repetitions: 1 },
    ],
  },
  {
    comment: "names, with invalid ranges",
    from: "names",
    asset: model((json) => ["walk [-1-2] loop", "wave [1.2.3-4] once"].forEach((name, i) => (json["animations"][i].name = name))),
    clips: [
      { name: "walk [-1-2] loop", animations: [0], end: 4 },
      { name: "wave [1.2.3-4] once", animations: [1], end: 2, repetitions: 1 },
    ],
    warnings: [`/animations/0/name: ${ruleOf("rangeOfSeconds", "[-1-2]")}`, `/animations/1/name: ${ruleOf("rangeOfSeconds", "[1.2.3-4]")}`],
  },
  {
    comment: "names, by rules, to which ranges mean nothing",
    from: "names",
    asset: model((json) => (json["animations"][0].name = "walk [0.5-1] loop")),
    options: { sidecar: JSON.stringify({ "^walk": { start: 1 } }) },
    clips: [{ name: "walk [0.5-1] loop", animations: [0], start: 1, end: 4 }],
  },
  {
    comment: "names, ping-pong",
    from: "names",
    asset: model((json) => (json["animations"][0].name = "swing PingPong loop")),
    clips: [{ name: "swing PingPong loop", animations: [0], end: 4, reverse: true }],
  },
];

describe("ImportClips", () => {
  it.each(rows)("$comment", ({ from, asset, clips, warnings = [], options }) => {
    expect(imported(asset, from, options)).toEqual({ clips, warnings });
  });

  it("warns of a sidecar with rules that is not JSON", () => {
    const { clips, findings } = ImportClips(model(), "names", { sidecar: "loop: yes" });
    expect(clips).toEqual([]);
    expect(sentencesOf(findings, "METADATA_DOUBTFUL")).toEqual([expect.stringMatching(/^sidecar: must be JSON \(got /)]);
  });

  describe.each<{ from: ClipFormat; asset: Asset; options?: ImportOptions }>([
    { from: "verge3d", asset: verge({}) },
    { from: "unreal", asset: epic({}) },
    { from: "hubs", asset: hubs({}) },
    { from: "vrmxt", asset: vrmxt({}) },
    { from: "godot", asset: model(), options: { sidecar: '_subresources={ "animations": { "walk": {} } }' } },
    { from: "interactivity", asset: graph(start(0, 0, 1, 1)) },
    { from: "names", asset: model(), options: { sidecar: '{ "walk": {} }' } },
    { from: "extras", asset: withExtras({ loop: true }) },
  ])("of $from", ({ from, asset, options }) => {
    it.each([-1, NaN])("leaves out an animation whose last key is at %s, with one warning", (last) => {
      expect(ImportClips(ending(structuredClone(asset), last), from, options)).toEqual({
        clips: [],
        events: new Map(),
        findings: [createFinding("METADATA_DOUBTFUL", "/animations/0", ruleOf("keysAtStatedTimes"))],
      });
    });
  });

  it.each<{ from: ClipFormat; asset: Asset; isDefault: readonly (boolean | undefined)[] }>([
    { from: "unreal", asset: epic({}), isDefault: [true] },
    { from: "unreal", asset: epic({ autoPlay: false }), isDefault: [false] },
    { from: "verge3d", asset: verge({}), isDefault: [undefined] },
    { from: "verge3d", asset: verge({ auto: true }), isDefault: [true] },
    { from: "hubs", asset: hubs({}), isDefault: [true] },
    { from: "hubs", asset: hubs({ paused: true }), isDefault: [false] },
    { from: "vrmxt", asset: vrmxt({}), isDefault: [undefined] },
  ])("of $from states which clips play first: $isDefault", ({ from, asset, isDefault }) => {
    expect(ImportClips(asset, from).clips.map((clip) => clip.isDefault)).toEqual(isDefault);
  });

  it("gives the JSON pointers of the metadata", () => {
    const pointers = (asset: Asset, from: ClipFormat, options?: ImportOptions): readonly string[] =>
      ImportClips(asset, from, options).clips.map(({ pointer }) => pointer);
    expect([
      pointers(epic({}), "unreal"),
      pointers(hubs({}), "hubs"),
      pointers(withExtras({ loop: true }), "extras"),
      pointers(ratified([node("math/Inf"), startNode("/animations/1", float(0), from(0))]), "interactivity"),
      pointers(model(), "names", { sidecar: '{ "wave": {} }' }),
      pointers(model(), "unity", { sidecar: META, fps: 30 }),
    ]).toEqual([
      ["/animations/0/extensions/EPIC_animation_playback"],
      ["/nodes/0/extensions/MOZ_hubs_components/loop-animation"],
      ["/animations/0/extras"],
      ["/extensions/KHR_interactivity/graphs/0/nodes/1/values"],
      ["/animations/1/name"],
      ["/animations/0", "/animations/1"],
    ]);
  });

  it("of Unity gives timed events, at shares of the clip", () => {
    const { events, findings } = ImportClips(model(), "unity", { sidecar: META, fps: 30 });
    expect(events).toEqual(new Map([[0, [{ time: 1.75, name: "Step", payload: { data: "left", intParameter: 2 } }]]]));
    expect(sentencesOf(findings, "METADATA_DOUBTFUL")).toContain(`clipAnimations/0/events/1: ${ruleOf("functionNameAndTime", '"1.5"')}`);
  });

  it.each(["0", "1.2.3", "1e999"])("of Godot takes 30 frames per second, where the sidecar states %s", (fps) => {
    const { clips, findings } = ImportClips(model(), "godot", { sidecar: GODOT.replace("animation/fps=20", `animation/fps=${fps}`) });
    expect(clips.map(({ settings }) => settings!.end)).toEqual([1, 2]);
    expect(sentencesOf(findings, "METADATA_DOUBTFUL")[0]).toBe(`animation/fps: ${ruleOf("fpsElse30", fps)}`);
  });

  it("of Hubs has a short message about many animations of different lengths", () => {
    const asset = hubs({ activeClipIndices: [0, 1] });
    const [walking, waving] = asset.animations!;
    const many = Array.from({ length: 200 }, (_, i) => (i % 2 === 0 ? walking! : waving!));
    const indices = many.map((_, i) => i);
    const nodes = [{ extensions: { MOZ_hubs_components: { "loop-animation": { activeClipIndices: indices } } } }];
    const { findings } = ImportClips({ ...asset, nodes, animations: many }, "hubs");
    expect(findings).toHaveLength(1);
    expect(findings[0]!.message.length).toBeLessThan(320);
  });

  it("of Godot takes the first 256 slices, as Godot does", () => {
    const slices = Array.from({ length: 257 }, (_, i) => [`slice_${i + 1}/end_frame`, i + 1] as const);
    const walkSlices = { "slices/amount": 257, ...Object.fromEntries(slices) };
    const sidecar = `_subresources=${JSON.stringify({ animations: { walk: walkSlices } })}\n`;
    const { clips, findings } = ImportClips(model(), "godot", { sidecar, fps: 64 });
    expect([clips.length, clips.at(-1)!.settings!.end, findings]).toEqual([256, 4, []]);
  });

  it("of KHR_interactivity gives clips that show the time of the graph, wrapped into the animation", () => {
    const length = 2;
    const eighths = (min: number, max: number): fc.Arbitrary<number> => fc.integer({ min: 8 * min, max: 8 * max }).map((i) => i / 8);
    const bounds = fc.integer({ min: -4, max: 4 }).map((passes) => passes * length);
    const ways = fc.oneof(
      fc.tuple(eighths(-6, 6), fc.oneof(bounds, fc.constantFrom(-Infinity, Infinity))).filter(([from, to]) => from !== to),
      fc.tuple(eighths(0, length), eighths(0, length)),
    );
    fc.assert(
      fc.property(ways, fc.constantFrom(0.5, 1, 3), ([from, to], speed) => {
        const { clips, findings } = ImportClips(graph(start(1, from, Number.isFinite(to) ? to : String(to), speed)), "interactivity");
        expect([clips.length, findings]).toEqual([1, []]);
        const settings = clips[0]!.settings!;
        const duration = Math.abs(to - from) / speed;
        for (let time = 0; time < Math.min(duration, 9); time += 1 / 16) {
          const requested = from + Math.sign(to - from) * speed * time;
          const { timestamp, isFinished } = TimestampAt(settings, time);
          expect(isFinished).toBe(false);
          expect(timestamp % length).toBe(requested - Math.floor(requested / length) * length); // both bounds are 0
        }
        expect(TimestampAt(settings, duration + 0.01).isFinished).toBe(duration < Infinity);
      }),
    );
  });

  it.each<ClipFormat>(["verge3d", "unreal", "hubs", "vrmxt", "godot", "unity", "interactivity", "names", "extras"])(
    "of %s gives clips that can be written, whatever the numbers are",
    (from) => {
      const numbers = fc.constantFrom(-Infinity, -1e308, -1, -1e-300, 0, 1e-300, 0.3, 1, 4, 1e16, 1e308, Infinity, NaN, null);
      const members = [
        "start",
        "end",
        "offset",
        "speed",
        "repetitions",
        "repeatCount",
        "playRate",
        "startTime",
        "timeScale",
        "startOffset",
      ];
      const takes = ["firstFrame", "lastFrame", "cycleOffset"];
      const slices = ["slices/amount", "slice_1/start_frame", "slice_1/end_frame"];
      fc.assert(
        fc.property(fc.constantFrom(0, 1e-300, 0.5, 4), fc.infiniteStream(numbers), fc.boolean(), (end, stream, flag) => {
          const next = (): unknown => stream.next().value as unknown;
          const json = (names: readonly string[]): Json => Object.fromEntries(names.map((name) => [name, next()]));
          const settings = { ...json(members), repeatInfinite: flag, reverse: flag };
          const asset = hubs(settings);
          const names = ["S8S_v3d_animation", "EPIC_animation_playback", "VRMXT_AnimationClip"];
          asset.animations![0]!.extensions = Object.fromEntries(names.map((name) => [name, settings]));
          asset.animations![0]!.extras = settings;
          asset.extensions = graph(start(0, next(), next(), next())).extensions!;
          const sidecar = {
            unity: `clipAnimations:\n- takeName: walk\n${Object.entries(json(takes))
              .map(([name, value]) => `  ${name}: ${value}\n`)
              .join("")}`,
            godot: `_subresources=${JSON.stringify({ animations: { walk: json(slices) } })}\n`,
            names: JSON.stringify({ walk: settings }),
          }[from as string];
          const { clips } = ImportClips(ending(asset, end), from, { sidecar, fps: 30 });
          WriteClips(asset, clips);
          expect(errorsAmong(ReadClips(asset).findings)).toEqual([]);
        }),
        { numRuns: 300 },
      );
    },
  );

  it.each([
    [epic({ startTime: 9 }), "unreal", ruleOf("offsetWithinKeys", 4, 9)],
    [epic({ startTime: -1 }), "unreal", ruleOf("offsetWithinKeys", 4, -1)],
    [withExtras({ start: 1, end: 3, offset: 2.5 }), "extras", ruleOf("offsetWithinKeys", 2, 2.5)],
  ] as const)("warns of a beginning outside of the keys %#", (asset, from, message) => {
    expect(sentencesOf(ImportClips(asset, from).findings, "METADATA_DOUBTFUL")).toEqual([`/animations/0: ${message}`]);
  });

  it.each<{ comment: string; from: ClipFormat; options?: ImportOptions; message: string }>([
    ...([0, -1, Infinity, NaN, "30"] as const).map((fps) => ({
      comment: `${typeof fps} ${fps} as frames per second`,
      from: "unity" as const,
      options: { sidecar: META, fps: fps as number },
      message: `options.fps: ${ruleOf("sidecarFps", typeof fps === "string" ? JSON.stringify(fps) : fps)}`,
    })),
    { comment: "no sidecar", from: "godot", message: `options.sidecar: ${ruleOf("sidecarText", "undefined")}` },
    {
      comment: "no frames per second",
      from: "unity",
      options: { sidecar: META },
      message: `options.fps: ${ruleOf("sidecarFps", "undefined")}`,
    },
    {
      comment: "another format",
      from: "fbx" as ClipFormat,
      message: `from: ${ruleOf("oneOfList", "godot, unity, unreal, verge3d, hubs, vrmxt, interactivity, extras, names", '"fbx"')}`,
    },
  ])("refuses $comment", ({ from, options, message }) => {
    const isOfWrongType = /\(got (undefined|"30")\)$/.test(message);
    const run = (): unknown => ImportClips(model(), from, options);
    expect(run).toThrow(new (isOfWrongType ? TypeError : RangeError)(message));
  });

  it("finds nothing in an asset without the format", () => {
    for (const from of ["verge3d", "unreal", "hubs", "vrmxt", "interactivity", "names", "extras"] as const) {
      expect(ImportClips(model(), from)).toEqual({ clips: [], events: new Map(), findings: [] });
      expect(ImportClips({ asset: { version: "2.0" } }, from)).toEqual({ clips: [], events: new Map(), findings: [] });
    }
  });
});

describe("playback metadata in a file", () => {
  const asset = model((json) => {
    json["animations"][0].extensions = { EPIC_animation_playback: { loop: "yes" } };
    json["animations"][1].extras = { loop: true };
    json["extensionsUsed"] = ["EPIC_animation_playback"];
  });

  it("are listed by InspectAnimations", () => {
    expect(InspectAnimations(asset).metadata).toEqual([
      { format: "unreal", clips: 1 },
      { format: "extras", clips: 1 },
    ]);
    expect(InspectAnimations(graph(start(0, 0, 1, 1))).metadata).toEqual([{ format: "interactivity", clips: 1 }]);
    expect(InspectAnimations(model()).metadata).toEqual([]);
  });

  it("are checked by ValidateAnimations, where no clips are", () => {
    const pointer = "/animations/0/extensions/EPIC_animation_playback/loop";
    const message = ruleOf("oneOfElseDefault", "true, false", "true", '"yes"');
    expect(ValidateAnimations(asset)).toEqual([{ code: "METADATA_DOUBTFUL", message, severity: 2, pointer }]);
    const withClips = structuredClone(asset);
    WriteClips(withClips, [{ animations: [0] }]);
    expect(ValidateAnimations(withClips)).toEqual([]);
    expect(ValidateAnimations(graph(start({ node: 0 }, 0, 1, 1)))).toEqual([]);
  });
});

describe("real files", () => {
  const read = (name: string): GltfFile => GltfFile.parse(readAssetBytes(name));

  itWithAssets("of Godot: five animations repeat, the others are not in the sidecar", () => {
    const file = read("import/godot-player.glb");
    const sidecar = new TextDecoder().decode(readAssetBytes("import/godot-player.glb.import"));
    const { clips, findings } = ImportClips(file, "godot", { sidecar });
    expect(findings).toEqual([]);
    expect(clips.map(({ name, settings }) => [name, settings!.repetitions])).toEqual(
      ["falling", "idle", "jump", "run", "walk"].map((name) => [name, -1]),
    );
    for (const { animations, settings } of clips) {
      const { samplers } = file.json.animations![animations[0]!]!;
      expect(settings!.end).toBe(Math.fround(Math.max(...samplers.map(({ input }) => file.json.accessors![input]!.max![0]!))));
    }
  });

  itWithAssets("of Hubs: the idle animation of an avatar", () => {
    const { clips, findings } = ImportClips(read("import/hubs-DefaultAvatar.glb"), "hubs");
    expect(findings).toEqual([]);
    expect(clips).toMatchObject([{ name: "idle_eyes", animations: [0], settings: { speed: 1, repetitions: -1 } }]);
  });

  itWithAssets("with KHR_interactivity: a ghost plays an animation forwards and backwards", () => {
    const { clips, findings } = ImportClips(read("pointer-ghost_v2.glb"), "interactivity");
    expect(findings).toEqual([]);
    const once = { start: 0, end: 0.416666657, repetitions: 1 };
    expect(clips.map(({ name, settings }) => ({ name, settings }))).toEqual([
      { name: "scared", settings: { ...once, offset: 0, speed: 1 } },
      { name: "scared", settings: { ...once, offset: 0.416666657, speed: -1 } },
    ]);
  });

  itWithAssets("with KHR_interactivity: moles appear, idle endlessly, and are whacked", () => {
    const { clips, findings } = ImportClips(read("pointer-WhackAMole.glb"), "interactivity");
    expect(findings).toEqual([]);
    const byName = (name: string): unknown[] => [
      ...new Set(clips.filter((clip) => clip.name === name).map(({ settings }) => JSON.stringify(settings))),
    ];
    expect(clips.length).toBe(21);
    expect(byName("MoleAppear")).toEqual([JSON.stringify({ start: 0, end: 0.8333333, offset: 0, speed: 1, repetitions: 1 })]);
    expect(byName("MoleWhack")).toEqual([JSON.stringify({ start: 0, end: 1, offset: 0, speed: 1, repetitions: 1 })]);
    expect(clips.filter(({ name }) => name === "MoleIdle").map(({ settings }) => settings!.repetitions)).toEqual(new Array(7).fill(-1));
  });
});
