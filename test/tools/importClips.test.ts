/** Clips out of other formats: what the settings are by the source's own semantics. */
import { describe, expect, it } from "@jest/globals";
import { GltfFile, ImportClips, ReadClips, WriteClips, type ClipFormat, type ImportOptions } from "../../src/tools.js";
import { itWithAssets, readAssetBytes } from "../helpers/assets.js";
import type { Json } from "../helpers/gltfPose.js";
import { createModel } from "../helpers/gltfAsset.js";

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

/** What would be in the file: names, animations, settings but for defaults, extras; and the warnings. */
function imported(asset: Asset, from: ClipFormat, options?: ImportOptions): { clips: unknown; warnings: readonly string[] } {
  const before = structuredClone(asset);
  const { clips, warnings } = ImportClips(asset, from, options);
  expect(asset).toEqual(before);
  WriteClips(asset, clips);
  expect(ReadClips(asset)).toMatchObject({ errors: [], warnings: [] });
  return { clips: (asset.extensions?.["KHR_animation_clip"] as Json | undefined)?.["clips"] ?? [], warnings };
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
const graph = (...nodes: readonly Json[]): Asset =>
  model((json) => {
    const declarations = [{ op: "event/onStart" }, { op: "animation/start" }];
    json["extensions"] = { KHR_interactivity: { graphs: [{ declarations, nodes: [{ declaration: 0 }, ...nodes] }] } };
  });

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
    isReadable: 0
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

const rows: readonly Row[] = [
  {
    comment: "Verge3D, repeated for ever",
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
    comment: "Verge3D, to and fro",
    from: "verge3d",
    asset: verge({ loop: "PING_PONG", repeatInfinite: false, repeatCount: 2 }),
    clips: [{ ...walk, repetitions: 2, reverse: true }],
  },
  {
    comment: "Verge3D, a loop that is none",
    from: "verge3d",
    asset: verge({ loop: "TWICE" }),
    clips: [],
    warnings: ['/animations/0/extensions/S8S_v3d_animation/loop: must be REPEAT, ONCE or PING_PONG (got "TWICE")'],
  },
  { comment: "Unreal, by default", from: "unreal", asset: epic({}), clips: [{ ...walk, extras: { autoPlay: true } }] },
  {
    comment: "Unreal, once, faster, from within",
    from: "unreal",
    asset: epic({ loop: false, autoPlay: false, playRate: 2, startTime: 1 }),
    clips: [{ ...walk, offset: 1, speed: 2, repetitions: 1, extras: { autoPlay: false } }],
  },
  {
    comment: "Unreal, a rate that is none",
    from: "unreal",
    asset: epic({ playRate: "fast" }),
    clips: [{ ...walk, extras: { autoPlay: true } }],
    warnings: ['/animations/0/extensions/EPIC_animation_playback/playRate: must be a finite number, 1 is taken (got "fast")'],
  },
  { comment: "VRMXT, by default: once", from: "vrmxt", asset: vrmxt({}), clips: [{ ...walk, repetitions: 1 }] },
  {
    comment: "VRMXT, backwards for ever, from within",
    from: "vrmxt",
    asset: vrmxt({ loop: true, speed: 0.5, offset: 1, reverse: true }),
    clips: [{ ...walk, offset: 3, speed: -0.5 }],
  },
  {
    comment: "Hubs, several by name",
    from: "hubs",
    asset: hubs({ clip: "wave, walk", timeScale: 2 }),
    clips: [{ name: "n0", animations: [1, 0], end: 4, speed: 2 }],
    warnings: [
      "/nodes/0/extensions/MOZ_hubs_components/loop-animation: repeats animations of different lengths each by itself, a clip all of them together (got 2, 4 s)",
    ],
  },
  {
    comment: "Hubs, by indices, paused",
    from: "hubs",
    asset: hubs({ clip: "", activeClipIndices: [1], paused: true }),
    clips: [{ name: "wave", animations: [1], end: 2, speed: 0, extras: { paused: true } }],
  },
  {
    comment: "Hubs, the first one, with a delay",
    from: "hubs",
    asset: hubs({ startOffset: 30 }),
    clips: [walk],
    warnings: ["/nodes/0/extensions/MOZ_hubs_components/loop-animation/startOffset: delays the animation, which a clip cannot (got 30)"],
  },
  {
    comment: "Hubs, a name that is none",
    from: "hubs",
    asset: hubs({ clip: "run" }),
    clips: [],
    warnings: [
      "/nodes/0/extensions/MOZ_hubs_components/loop-animation/clip: must be the name of one of the asset's 2 animations (got run)",
    ],
  },
  {
    comment: "Godot, slices in place of the animation",
    from: "godot",
    asset: model(),
    options: { sidecar: GODOT },
    clips: [
      { name: "to and fro", animations: [0], start: 0.5, end: 1.5, reverse: true },
      { name: "walk", animations: [0], start: 1.5, end: 3, repetitions: 1 },
    ],
    warnings: ["_subresources/animations/run: must be the name of one of the asset's 2 animations (got run)"],
  },
  {
    comment: "Godot, names that say it",
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
      "clipAnimations/1/mirror: mirrors the animation, which a clip cannot",
      "clipAnimations/2/takeName: must be the name of one of the asset's 2 animations (got run)",
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
    comment: "KHR_interactivity, for ever, from within",
    from: "interactivity",
    asset: graph(start(1, 0.5, "Infinity", 1)),
    clips: [{ name: "wave", animations: [1], end: 2, offset: 0.5 }],
  },
  {
    comment: "KHR_interactivity, backwards for ever",
    from: "interactivity",
    asset: graph(start(1, 2, "-Infinity", 1)),
    clips: [{ name: "wave", animations: [1], end: 2, offset: 2, speed: -1 }],
  },
  {
    comment: "KHR_interactivity, three times through",
    from: "interactivity",
    asset: graph(start(1, 1, 6, 1)),
    clips: [{ name: "wave", animations: [1], end: 2, offset: 1, repetitions: 3 }],
  },
  {
    comment: "KHR_interactivity, one and a half times through",
    from: "interactivity",
    asset: graph(start(1, 0, 3, 1)),
    clips: [],
    warnings: [
      "/extensions/KHR_interactivity/graphs/0/nodes/1/values: must be times that one clip goes through, of 0..2 (got 0..3 at speed 1)",
    ],
  },
  {
    comment: "KHR_interactivity, computed",
    from: "interactivity",
    asset: graph(start(1, 0, { node: 0, socket: "value" }, 1)),
    clips: [],
    warnings: [
      "/extensions/KHR_interactivity/graphs/0/nodes/1/values: must be written in the graph, to become a clip; they are computed while it runs",
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
    comment: "names that only contain the words",
    from: "names",
    asset: model((json) => (json["animations"][0].name = "bicycle")),
    clips: [],
  },
  {
    comment: "names, to and fro",
    from: "names",
    asset: model((json) => (json["animations"][0].name = "swing PingPong loop")),
    clips: [{ name: "swing PingPong loop", animations: [0], end: 4, reverse: true }],
  },
];

describe("ImportClips", () => {
  it.each(rows)("$comment", ({ from, asset, clips, warnings = [], options }) => {
    expect(imported(asset, from, options)).toEqual({ clips, warnings });
  });

  it("warns where an animation begins outside of its keys", () => {
    expect(ImportClips(epic({ startTime: 9 }), "unreal").warnings).toEqual([
      "/animations/0: begins outside of its keys, and is clamped to them (got 9, of 0..4)",
    ]);
  });

  it.each<{ comment: string; from: ClipFormat; options?: ImportOptions; message: string }>([
    { comment: "no sidecar", from: "godot", message: "options.sidecar: must be the text of the file beside the model (got undefined)" },
    {
      comment: "no frames per second",
      from: "unity",
      options: { sidecar: META },
      message: "options.fps: must be the frames per second of the sidecar, > 0 (got undefined)",
    },
    {
      comment: "another format",
      from: "fbx" as ClipFormat,
      message: 'from: must be one of verge3d, unreal, hubs, vrmxt, godot, unity, interactivity, names (got "fbx")',
    },
  ])("refuses $comment", ({ from, options, message }) => {
    expect(() => ImportClips(model(), from, options)).toThrow(new RangeError(message));
  });

  it("finds nothing in an asset that has nothing of it", () => {
    for (const from of ["verge3d", "unreal", "hubs", "vrmxt", "interactivity", "names"] as const) {
      expect(ImportClips(model(), from)).toEqual({ clips: [], warnings: [] });
      expect(ImportClips({ asset: { version: "2.0" } }, from)).toEqual({ clips: [], warnings: [] });
    }
  });
});

describe("real files", () => {
  const read = (name: string): GltfFile => GltfFile.parse(readAssetBytes(name));

  itWithAssets("of Godot: five animations that repeat, the others are not mentioned", () => {
    const file = read("import/godot-player.glb");
    const sidecar = new TextDecoder().decode(readAssetBytes("import/godot-player.glb.import"));
    const { clips, warnings } = ImportClips(file, "godot", { sidecar });
    expect(warnings).toEqual([]);
    expect(clips.map(({ name, settings }) => [name, settings!.repetitions])).toEqual(
      ["falling", "idle", "jump", "run", "walk"].map((name) => [name, -1]),
    );
    for (const { animations, settings } of clips) {
      const { samplers } = file.json.animations![animations[0]!]!;
      expect(settings!.end).toBe(Math.fround(Math.max(...samplers.map(({ input }) => file.json.accessors![input]!.max![0]!))));
    }
  });

  itWithAssets("of Hubs: the idle animation of an avatar", () => {
    const { clips, warnings } = ImportClips(read("import/hubs-DefaultAvatar.glb"), "hubs");
    expect(warnings).toEqual([]);
    expect(clips).toMatchObject([{ name: "idle_eyes", animations: [0], settings: { speed: 1, repetitions: -1 } }]);
  });

  itWithAssets("with KHR_interactivity: a ghost that is scared, and calms down", () => {
    const { clips, warnings } = ImportClips(read("pointer-ghost_v2.glb"), "interactivity");
    expect(warnings).toEqual([]);
    const once = { start: 0, end: 0.416666657, repetitions: 1 };
    expect(clips.map(({ name, settings }) => ({ name, settings }))).toEqual([
      { name: "scared", settings: { ...once, offset: 0, speed: 1 } },
      { name: "scared", settings: { ...once, offset: 0.416666657, speed: -1 } },
    ]);
  });

  itWithAssets("with KHR_interactivity: moles that appear, idle for ever, and are whacked", () => {
    const { clips, warnings } = ImportClips(read("pointer-WhackAMole.glb"), "interactivity");
    expect(warnings).toEqual([]);
    const byName = (name: string): unknown[] => [
      ...new Set(clips.filter((clip) => clip.name === name).map(({ settings }) => JSON.stringify(settings))),
    ];
    expect(clips.length).toBe(21);
    expect(byName("MoleAppear")).toEqual([JSON.stringify({ start: 0, end: 0.8333333, offset: 0, speed: 1, repetitions: 1 })]);
    expect(byName("MoleWhack")).toEqual([JSON.stringify({ start: 0, end: 1, offset: 0, speed: 1, repetitions: 1 })]);
    expect(clips.filter(({ name }) => name === "MoleIdle").map(({ settings }) => settings!.repetitions)).toEqual(new Array(7).fill(-1));
  });
});
