/** The add-on for Blender: what artists set up in Blender is what Babylon.js plays. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { afterAll, afterEach, beforeAll, expect, it } from "@jest/globals";
import { unpackGlb } from "../../scripts/glb.mjs";
import { GetClip, RegisterKHR_animation_clip } from "../../src/pure.js";
import { GltfFile, ValidateAnimations } from "../../src/tools.js";
import { describeWithBlender, runBlender } from "../helpers/blender.js";
import type { Json } from "../helpers/gltfPose.js";
import { createScene, disposeScenes, importAsset } from "../helpers/scene.js";
import { coreErrors } from "../helpers/validator.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const FOLDER = join(tmpdir(), `blender-${process.pid}`);

type Nodes = Readonly<Record<string, Readonly<Record<"translation" | "rotation" | "scale" | "weights" | "head", readonly number[]>>>>;

/** The poses that Blender evaluates at the bounds of clips, by scene. */
let expected: Readonly<Record<string, readonly { readonly clip: string; readonly at: "start" | "end"; readonly nodes: Nodes }[]>>;
let printed: string;

const bytesOf = (scene: string): Uint8Array => readFileSync(join(FOLDER, `${scene}.glb`));
const jsonOf = (scene: string): Json => unpackGlb(bytesOf(scene)).json;
const clipsOf = (scene: string): Json[] => jsonOf(scene)["extensions"]?.KHR_animation_clip?.clips ?? [];
const eventsOf = (scene: string): Json[] | undefined => jsonOf(scene)["animations"][0].extensions?.KHR_animation_events?.events;

/** What Blender prints while it exports a scene. */
const printedFor = (scene: string): string => printed.split(`== ${scene}\n`)[1]!.split("\n== ")[0]!;

const RATES = [24, 29.97, 60];
const FIRST_FRAMES = [0, 1, 100];
const MARKERS = RATES.flatMap((rate) => FIRST_FRAMES.map((first) => ({ scene: `markers-${rate}-${first}`, rate, first })));
const POSED = [...MARKERS.map(({ scene }) => scene), "cyclic", "properties", "tracks", "shapes", "talking", "shared", "armature", "lamp"];

describeWithBlender("the add-on for Blender", () => {
  beforeAll(() => {
    RegisterKHR_animation_clip();
    const zip = execFileSync("python3", ["blender/build.py"], { cwd: ROOT, encoding: "utf8" }).trim();
    const settings = join(FOLDER, "settings");
    mkdirSync(settings, { recursive: true });
    printed = runBlender(join(ROOT, "test/blender/scenes.py"), [zip, FOLDER], settings);
    expected = JSON.parse(readFileSync(join(FOLDER, "expected.json"), "utf8")) as typeof expected;
  }, 300_000);

  afterEach(disposeScenes);
  afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

  it.each(MARKERS)(
    "cuts an action at its pose markers, which are frames from 0: $rate fps, first frame $first",
    ({ scene, rate, first }) => {
      const second = (frame: number): unknown => expect.closeTo((first + frame) / Math.round(rate), 12); // Blender 3.4 ignores fps_base
      const clip = { repetitions: 1, animations: [0] };
      expect(clipsOf(scene)).toEqual([
        { ...clip, name: "go", start: second(0), end: second(20) },
        { ...clip, name: "back", start: second(20), end: second(30) },
        { ...clip, name: "hop", start: second(36), end: second(48) },
      ]);
    },
  );

  const second = (frame: number): unknown => expect.closeTo(frame / 24, 12);

  it("takes the manual frame range of a cyclic action", () => {
    expect(clipsOf("cyclic")).toEqual([{ name: "Spin", animations: [0], start: second(5), end: second(25), repetitions: -1 }]);
  });

  it("takes the custom properties of an action, and those that begin with the name of a clip", () => {
    expect(clipsOf("properties")).toEqual([
      { name: "Swing", animations: [0], start: second(1), end: second(49), offset: 0.25, speed: 0.5, repetitions: 4, reverse: true },
      { name: "a", animations: [1], start: second(1), end: second(11), offset: second(10), speed: -1, repetitions: 1 },
      { name: "b", animations: [1], start: second(11), end: second(21), repetitions: -1 },
      { name: "c", animations: [1], start: second(21), end: 1.51, repetitions: 1 },
      { name: "d", animations: [1], start: second(31), end: second(49), repetitions: -1, reverse: true },
    ]);
  });

  it("names clips after NLA tracks, as the exporter names animations", () => {
    expect(clipsOf("tracks")).toEqual([
      { name: "Walk", animations: [0], start: second(1), end: second(31), repetitions: 1 },
      { name: "Run", animations: [1], start: second(10), end: second(20), repetitions: -1 },
    ]);
  });

  it("makes one clip of tracks with one name, as long as the longest", () => {
    expect(clipsOf("talking")).toEqual([{ name: "Talk", animations: [0], start: second(1), end: second(31), repetitions: 3 }]);
  });

  it("makes one clip of an action that several objects have", () => {
    expect(jsonOf("shared")["animations"]).toHaveLength(2);
    expect(clipsOf("shared")).toEqual([{ name: "Wave", animations: [0, 1], start: second(1), end: second(25), repetitions: -1 }]);
  });

  it.each(POSED)("shows the pose that Blender evaluates at both ends of each clip: %s", async (name) => {
    const scene = createScene({ rightHanded: true });
    const result = await importAsset(unpackGlb(bytesOf(name)), scene);
    expect(expected[name]!.length).toBeGreaterThan(0);
    for (const { clip: clipName, at, nodes } of expected[name]!) {
      const clip = GetClip(result, clipName)!;
      clip.timestamp = clip.settings[at];
      for (const [node, pose] of Object.entries(nodes)) {
        const { weights, ...rest } = poseOf(scene.getNodeByName(node) as TransformNode);
        const actual = pose.head ? { head: rest.translation } : pose.weights ? { ...rest, weights } : rest;
        expect({ clipName, at, node, ...actual }).toEqual({ clipName, at, node, ...near(pose, rest.rotation) });
      }
      clip.reset();
    }
  });

  it.each([...POSED, "events", "plain", "without"])("writes a valid file: %s", async (scene) => {
    const bytes = bytesOf(scene);
    expect(await coreErrors(bytes)).toEqual([]);
    expect(ValidateAnimations(GltfFile.parse(bytes)).filter(({ severity }) => severity < 2)).toEqual([]);
  });

  it("writes events in the seconds of the animation, and no clips if there is nothing else", () => {
    const events = [
      { time: second(7), name: "land" },
      { time: second(7), name: "step.l" },
      { time: second(19), name: "step.r" },
    ];
    expect(eventsOf("events")).toEqual(events);
    expect(jsonOf("events")["extensionsUsed"]).toEqual(["KHR_animation_events"]);
    expect(jsonOf("events")["extensions"]).toBeUndefined();
  });

  it("leaves out what lies before 0 seconds, and names the action", () => {
    expect(clipsOf("late")).toEqual([
      { name: "across", animations: [0], start: 0, end: second(12), repetitions: 1 },
      { name: "after", animations: [0], start: second(12), end: second(30), repetitions: 1 },
      { name: "beyond", animations: [0], start: second(30), end: second(30), repetitions: 1 },
    ]);
    expect(eventsOf("late")).toEqual([{ time: second(12), name: "hit" }]);
    for (const message of [
      'action "Early": clip "before" is left out: none of its frames are exported (got -0.5 s to 0 s)',
      'action "Early": custom property "speed" for clip "across" must be a number (got \'fast\')',
      'action "Early": custom property "start" for clip "after" must be seconds >= 0 (got -1)',
      'action "Early": event "early" is left out: frame -3 is not exported',
    ]) {
      expect(printedFor("late")).toContain(`Warning: glTF animation clips: ${message}\n`);
    }
  });

  it("imports what others wrote, and warns of what it cannot keep", () => {
    const markers = [
      ...[
        ["clip", 24],
        ["-", 36],
        ["open", 42],
      ],
      ...[
        ["!near", 24],
        ["!full", 24],
      ],
    ];
    expect(expected["foreign"]).toEqual([{ markers, properties: { "clip.repetitions": -1 } }]);
    for (const message of [
      "clip 3 of the file is left out, because it is invalid (got {'animations': [0], 'name': 'wrong', 'start': 'now'})",
      "clip 4 of the file is left out, because it is invalid (got {'name': 'of nothing'})",
      "clip 5 of the file is left out, because it is invalid (got 7)",
      "event 1 of the file is left out, because it is invalid (got {'time': -1, 'name': 'before'})",
      "event 11 of the file is left out, because it is invalid (got None)",
      "11 more events of the file are left out, because they are invalid",
      'action "Long_Cube": clip "end" is left out: its name has a meaning for markers',
      'action "Long_Cube": event "near" is moved from 1.01 s to frame 24',
      'action "Long_Cube": event "full": only its time and name are kept',
    ]) {
      expect(printedFor("foreign")).toContain(`Warning: glTF animation clips: ${message}\n`);
    }
    expect(printedFor("foreign")).not.toContain("event 12");
  });

  it("shows clips in the panel, and keeps settings that differ as custom properties", () => {
    const walk = "walk   0.04 to 1.04 s   1 x";
    expect(expected["panel"]).toEqual([
      {
        labels: [walk, "stop   1.04 to 2.04 s   3 x"],
        properties: { "stop.speed": -2, "stop.repetitions": 3, "stop.reverse": 1, "stop.offset": 0.25 },
      },
      { labels: [walk, "stop   1.04 to 2.04 s   1 x"], properties: {} },
    ]);
  });

  it("writes the same bytes as Blender alone if no action says how it plays", () => {
    expect(bytesOf("plain")).toEqual(bytesOf("plain.disabled"));
  });

  it("writes nothing if the option is off", () => {
    expect(jsonOf("without")["extensionsUsed"]).toBeUndefined();
    expect(clipsOf("without")).toEqual([]);
  });

  it("writes the clips of other actions if one fails, and names the action", () => {
    expect(clipsOf("broken").map(({ name }) => name as string)).toEqual(["Sound"]);
    expect(printedFor("broken")).toContain('action "Broken": failed, please report this bug (KeyError: ');
  });

  it.each([...POSED, "events", "late"])("finds the same actions by the names of animations: %s", (scene) => {
    expect(clipsOf(`${scene}.named`)).toEqual(clipsOf(scene));
    expect(eventsOf(`${scene}.named`)).toEqual(eventsOf(scene));
  });

  it.each([...POSED, "events", "late", "overlapping"])("imports what it exported, for the same file again: %s", (scene) => {
    expect(clipsByName(`${scene}.again`, 12)).toEqual(clipsByName(scene, 12));
    expect(eventsOf(`${scene}.again`)).toEqual(eventsOf(scene));
  });

  it.each(["markers-24-1", "cyclic"])("keeps times that are not on frames of the scene: %s", (scene) => {
    expect(clipsByName(`${scene}.rate`, 5)).toEqual(clipsByName(scene, 5));
  });
});

/** The clips of a file in the order of their names, rounded; their animations by name, without the number that Blender adds. */
function clipsByName(scene: string, digits: number): Json[] {
  const round = (value: unknown): unknown => (typeof value === "number" ? Number(value.toFixed(digits)) : value);
  const { animations } = jsonOf(scene);
  const clips = clipsOf(scene).map((clip): Json => ({
    ...Object.fromEntries(Object.entries(clip).map(([member, value]) => [member, round(value)])),
    animations: clip["animations"].map((index: number) => (animations[index].name as string).replace(/\.\d+$/, "")),
  }));
  return clips.sort((a, b) => ((a["name"] as string) < (b["name"] as string) ? -1 : 1));
}

/** The pose of a node in world space. */
function poseOf(node: TransformNode): Record<"translation" | "rotation" | "scale" | "weights", number[]> {
  const [scale, rotation, translation] = [new Vector3(), new Quaternion(), new Vector3()];
  node.computeWorldMatrix(true).decompose(scale, rotation, translation);
  const manager = (node as Mesh).morphTargetManager;
  const weights = Array.from({ length: manager?.numTargets ?? 0 }, (_, i) => manager!.getTarget(i).influence);
  return { translation: translation.asArray(), rotation: rotation.asArray(), scale: scale.asArray(), weights };
}

/** Each number within 0.5e-4. A rotation is the same with the other sign. */
function near(pose: Nodes[string], rotation: readonly number[]): Record<string, unknown[]> {
  const sign = pose.rotation && pose.rotation.reduce((sum, value, i) => sum + value * rotation[i]!, 0) < 0 ? -1 : 1;
  return Object.fromEntries(
    Object.entries(pose).map(([path, values]) => [
      path,
      values.map((value) => expect.closeTo(path === "rotation" ? sign * value : value, 4)),
    ]),
  );
}
