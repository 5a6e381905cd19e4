import { afterEach, describe, expect, it } from "@jest/globals";
import {
  ClipAnimationGroup,
  type CompiledAnimationGroup,
  CreateClip,
  GetClip,
  RegisterKHR_animation_events,
  type TimedEvent,
  UnregisterKHR_animation_events,
} from "../../../src/index.js";
import { createModel } from "../../helpers/gltfAsset.js";
import type { Asset, Json } from "../../helpers/gltfPose.js";
import { exportScene } from "../../helpers/exported.js";
import { ruleOf } from "../../helpers/rules.js";
import {
  collectWarnings,
  createScene,
  disposeScenes,
  FRAME,
  importAsset,
  loadContainer,
  render,
  untilLoaderDisposed,
  withClips,
} from "../../helpers/scene.js";

afterEach(disposeScenes);

const NAME = "KHR_animation_events";
const channel = (node: number) => ({ node, path: "translation", times: [0, 2], values: [0, 0, 0, 1, 0, 0] }) as const;
const MODEL = createModel(2, [[channel(0), { ...channel(0), path: "scale" }], [channel(1)]]);
const STEPS: readonly TimedEvent[] = [
  { time: 0.3, name: "step.l" },
  { time: 0.8, name: "step.r", payload: { loud: true }, isSync: false },
  { time: 1.7, name: "late" },
];
const ARMS: readonly TimedEvent[] = [{ time: 0.5, name: "clap" }];

/** The model with events of its animations. */
function withEvents({ json, bin }: Asset, events: readonly (readonly unknown[] | null)[], required = false): Asset {
  const changed: Json = structuredClone(json);
  events.forEach((list, i) => list && (changed["animations"][i].extensions = { [NAME]: { events: list } }));
  changed["extensionsUsed"] = [...(changed["extensionsUsed"] ?? []), NAME];
  return { json: { ...changed, ...(required && { extensionsRequired: [NAME] }) }, bin };
}

const CLIPS = [
  { name: "walk", animations: [0], end: 1 },
  { name: "all", animations: [0, 1], start: 0.4, end: 2 },
];
const FILE = withEvents(withClips(MODEL, CLIPS), [[STEPS[1], STEPS[0], STEPS[2]], ARMS]);

const namesOf = (events: readonly TimedEvent[] | undefined): string[] | undefined => events?.map(({ name }) => name);

describe("events of a file", () => {
  it("are those of its clips, within their bounds", async () => {
    const result = await importAsset(FILE, createScene());
    expect(GetClip(result, "walk")!.events).toEqual(STEPS.slice(0, 2));
    expect(GetClip(result, "all")!.events).toEqual([ARMS[0], STEPS[1], STEPS[2]]);
  });

  it("are notified by clips of instances", async () => {
    const scene = createScene();
    const container = await loadContainer(FILE, scene);
    const copies = [container.instantiateModelsToScene((name) => name), container.instantiateModelsToScene((name) => name, true)];
    const log: string[] = [];
    for (const [i, copy] of copies.entries()) {
      const walk = GetClip(copy, "walk")!;
      walk.onEventObservable.add(({ group, event }) => log.push(`${i} ${event.name} ${group === walk}`));
      walk.play();
    }
    render(scene, Math.ceil(0.5 / FRAME));
    expect(log).toEqual(["0 step.l true", "1 step.l true"]);
  });

  it("are those of clips made in code, in a file without clips", async () => {
    const scene = createScene();
    const { animationGroups } = await importAsset(withEvents(MODEL, [STEPS, ARMS]), scene);
    expect(animationGroups.map((group) => group instanceof ClipAnimationGroup)).toEqual([false, false]);
    expect(namesOf(CreateClip("both", animationGroups, { end: 1 }).events)).toEqual(["step.l", "clap", "step.r"]);
    expect(namesOf(CreateClip("arms", animationGroups[1]!.clone("copy")).events)).toEqual(["clap"]);
  });

  it("are those of compiled groups", async () => {
    const scene = createScene();
    const loader = { extensionOptions: { compiledGroups: { enabled: true } } };
    const { animationGroups } = await importAsset(withEvents(MODEL, [STEPS]), scene, { loader });
    const group = animationGroups[0] as CompiledAnimationGroup;
    const log: string[] = [];
    group.onEventObservable.add(({ event, direction, count, weight }) => log.push(`${event.name} ${direction} ${count} ${weight}`));
    expect(namesOf(group.events)).toEqual(["step.l", "step.r", "late"]);
    group.start(true, 2);
    render(scene, Math.ceil(1.2 / FRAME));
    expect(log).toEqual(["step.l 1 1 1", "step.r 1 1 1", "late 1 1 1", "step.l 1 1 1"]);
    group.stop();
    log.length = 0;
    group.start(false, -1, 0, 60);
    render(scene, Math.ceil(1.2 / FRAME));
    expect(log).toEqual(["step.r -1 1 1", "step.l -1 1 1"]);
  });

  it("may be in extras, with and without clips", async () => {
    const { json, bin } = structuredClone(MODEL);
    json["animations"][0].extras = { events: [...STEPS, { at: 3 }] };
    const { animationGroups } = await importAsset({ json, bin }, createScene());
    expect(CreateClip("clip", animationGroups[0]!).events).toEqual(STEPS);
    const result = await importAsset(withClips({ json, bin }, CLIPS), createScene());
    expect(GetClip(result, "walk")!.events).toEqual(STEPS.slice(0, 2));
  });

  it("that are invalid cost only themselves", async () => {
    const file = withEvents(withClips(MODEL, CLIPS), [[{ time: -1 }, { ...STEPS[0], volume: 1 }], null]);
    const { result, warnings } = await collectWarnings(() => untilLoaderDisposed(() => importAsset(file, createScene())));
    const place = `/animations/0/extensions/${NAME}/events`;
    expect(warnings).toEqual([
      `${place}/0/name: ${ruleOf("string", "undefined")}`,
      `${place}/1/volume: is no member of an event, and is ignored`,
    ]);
    expect(GetClip(result, "walk")!.events).toEqual([STEPS[0]]);
  });

  it("that are invalid reject a file that requires the extension", async () => {
    await expect(importAsset(withEvents(MODEL, [[{ time: 1 }]], true), createScene())).rejects.toThrow(
      `/animations/0/extensions/${NAME}/events/0/name: ${ruleOf("string", "undefined")}`,
    );
    await importAsset(withEvents(MODEL, [STEPS], true), createScene());
  });

  it("that are not listed are ignored beside those in extras", async () => {
    const { json, bin } = withEvents(withClips(MODEL, CLIPS), [STEPS, ARMS]);
    json["animations"][1].extras = { events: [{ time: 1, name: "extra" }] };
    const unlisted = { json: { ...json, extensionsUsed: ["KHR_animation_clip"] }, bin };
    const { result, warnings } = await collectWarnings(() => importAsset(unlisted, createScene()));
    expect(warnings).toEqual([`/extensionsUsed: ${ruleOf("listUsed", NAME, `/animations/0/extensions/${NAME}`)}`]);
    expect(GetClip(result, "walk")!.events).toEqual([]);
    expect(namesOf(GetClip(result, "all")!.events)).toEqual(["extra"]);
  });

  it("must be listed, and are not read where the extension is unregistered", async () => {
    const { json, bin } = withEvents(withClips(MODEL, CLIPS), [STEPS]);
    const unlisted = { json: { ...json, extensionsUsed: ["KHR_animation_clip"] }, bin };
    const { result, warnings } = await collectWarnings(() => importAsset(unlisted, createScene()));
    expect(warnings).toEqual([`/extensionsUsed: ${ruleOf("listUsed", NAME, `/animations/0/extensions/${NAME}`)}`]);
    expect(GetClip(result, "walk")!.events).toEqual([]);
    UnregisterKHR_animation_events();
    const other = await importAsset({ json, bin }, createScene());
    RegisterKHR_animation_events();
    expect(GetClip(other, "walk")!.events).toEqual([]);
  });
});

describe("exported events", () => {
  it("are those that were loaded, after a second load", async () => {
    const scene = createScene();
    await importAsset(FILE, scene);
    const exported = await exportScene(scene);
    expect(exported.json["animations"].map(({ extensions }: Json) => extensions?.[NAME])).toEqual([{ events: STEPS }, { events: ARMS }]);
    expect(exported.json["extensionsUsed"]).toContain(NAME);
    const result = await importAsset(exported, createScene());
    expect(GetClip(result, "walk")!.events).toEqual(STEPS.slice(0, 2));
    expect(GetClip(result, "all")!.events).toEqual([ARMS[0], STEPS[1], STEPS[2]]);
  });

  it("are those of clips made in code, once for each clip", async () => {
    const scene = createScene();
    const { animationGroups } = await importAsset(MODEL, scene);
    const clip = CreateClip("clip", animationGroups, { end: 1 });
    clip.addEvent({ time: 0.25, name: "a" });
    animationGroups.forEach((group) => group.dispose());
    const part = CreateClip("part", clip, { end: 1 });
    part.removeTargetedAnimation(part.targetedAnimations[0]!.animation);
    const exported = await exportScene(scene);
    const result = await importAsset(exported, createScene());
    expect(namesOf(GetClip(result, "clip")!.events)).toEqual(["a"]);
  });

  it("that were all removed stay away, also where extras have them", async () => {
    const { json, bin } = structuredClone(FILE);
    json["animations"][0].extras = { events: STEPS };
    const scene = createScene();
    const walk = GetClip(await importAsset({ json, bin }, scene), "walk")!;
    walk.settings = { end: 2 };
    [...walk.events].forEach((event) => walk.removeEvent(event));
    const result = await importAsset(await exportScene(scene), createScene());
    expect(GetClip(result, "walk")!.events).toEqual([]);
    expect(namesOf(GetClip(result, "all")!.events)).toEqual(["clap"]);
  });

  it("are not written where there are none", async () => {
    const scene = createScene();
    await importAsset(withClips(MODEL, CLIPS), scene);
    expect(JSON.stringify((await exportScene(scene)).json)).not.toContain(NAME);
  });
});
