/** Events of animations in the tools for files. */
import { describe, expect, it } from "@jest/globals";
import {
  BakeClips,
  ConvertAnimations,
  CopyAnimations,
  GltfFile,
  InspectAnimations,
  ReadEvents,
  ValidateAnimations,
} from "../../src/tools.js";
import { packGlb } from "../../scripts/glb.mjs";
import { EventOracle, type TickEvent, type TickSettings } from "../../scripts/conformance/eventOracle.js";
import { createModel } from "../helpers/gltfAsset.js";
import type { Asset, Json } from "../helpers/gltfPose.js";
import { ruleOf } from "../helpers/rules.js";
import { withClips } from "../helpers/scene.js";
import { sentencesOf } from "../helpers/findings.js";

const NAME = "KHR_animation_events";
const MODEL = createModel(1, [[{ node: 0, path: "translation", times: [0, 2], values: [0, 0, 0, 1, 0, 0] }]]);

function fileOf({ json, bin }: Asset, events: readonly unknown[], more: Json = {}): GltfFile {
  const changed: Json = structuredClone({ ...json, ...more });
  changed["animations"][0].extensions = { [NAME]: { events } };
  changed["extensionsUsed"] = [...(changed["extensionsUsed"] ?? []), NAME];
  return GltfFile.parse(packGlb(changed, bin));
}

describe("InspectAnimations", () => {
  it("lists events, and errors of others", () => {
    const { animations, errors } = InspectAnimations(fileOf(MODEL, [{ time: 1, name: "a", payload: 2 }, { time: 1 }]));
    const place = `/animations/0/extensions/${NAME}/events`;
    expect(animations[0]!.events).toEqual([{ pointer: `${place}/0`, time: 1, name: "a", payload: 2 }]);
    expect(sentencesOf(errors, "EVENT_INVALID")).toEqual([`${place}/1/name: ${ruleOf("string", "undefined")}`]);
  });
});

describe("ValidateAnimations", () => {
  it("finds faults of events", () => {
    const events = [
      { time: 2, name: "a" },
      { time: 2.5, name: "a" },
      { time: -1, name: "a" },
      { time: null, name: "a" },
      { time: 1, name: "a", b: 1 },
    ];
    const place = `/animations/0/extensions/${NAME}/events`;
    const issues = ValidateAnimations(fileOf(MODEL, events));
    expect(issues.map(({ code, severity, pointer, message }) => `${severity} ${code} ${pointer}: ${message}`)).toEqual([
      `0 EVENT_INVALID ${place}/3/time: ${ruleOf("finiteNumber", "null")}`,
      `1 EVENT_BEYOND_KEYS ${place}/1/time: ${ruleOf("timeWithinKeys", 2, 2.5)}`,
      `1 EVENT_BEYOND_KEYS ${place}/2/time: ${ruleOf("timeWithinKeys", 2, -1)}`,
      `2 EVENT_MEMBER_UNKNOWN ${place}/4/b: is no member of an event, and is ignored`,
    ]);
  });

  it("wants the extension to be listed", () => {
    const { json } = fileOf(MODEL, [{ time: 1, name: "a" }]);
    expect(ValidateAnimations({ ...json, extensionsUsed: [] }).map(({ code }) => code)).toEqual(["UNDECLARED_EXTENSION"]);
    expect(ValidateAnimations({ ...MODEL.json, extensionsUsed: [NAME] }).map(({ code }) => code)).toEqual(["UNUSED_EXTENSION"]);
  });
});

/** Ticks in a second, and events at ticks. */
const TICKS = 64;
const EVENTS: readonly TickEvent[] = [
  { name: "outside", time: 16n },
  { name: "start", time: 32n },
  { name: "left", time: 41n },
  { name: "right", time: 70n },
  { name: "end", time: 96n },
];

const CLIPS: readonly (TickSettings & { readonly comment: string })[] = (
  [
    ["once", 0n, 4n, 1n, false],
    ["three times", 9n, 8n, 3n, false],
    ["backwards twice", 64n, -4n, 2n, false],
    ["ping-pong, 5 times", 0n, 4n, 5n, true],
    ["ping-pong backwards at half speed", 30n, -2n, 4n, true],
    ["endless", 0n, 4n, -1n, false],
    ["endless from an event", 38n, 4n, -1n, false],
    ["endless backwards", 64n, -8n, -1n, false],
    ["endless ping-pong", 0n, 4n, -1n, true],
    ["endless ping-pong from an event", 9n, 4n, -1n, true],
  ] as const
).map(([comment, offset, quarters, repetitions, reverse]) => ({ comment, start: 32n, end: 96n, offset, quarters, repetitions, reverse }));

describe("BakeClips", () => {
  it.each(CLIPS)("gives the animation the events that the clip passes: $comment", (clip) => {
    const { start, end, offset, quarters, repetitions, reverse } = clip;
    const seconds = (ticks: bigint): number => Number(ticks) / TICKS;
    const settings = { start: seconds(start), end: seconds(end), offset: seconds(offset), speed: Number(quarters) / 4, reverse };
    const asset = withClips(MODEL, [{ name: "clip", animations: [0], ...settings, repetitions: Number(repetitions) }]);
    const file = fileOf(
      asset,
      EVENTS.map(({ name, time }) => ({ name, time: seconds(time), payload: name })),
    );
    BakeClips(file);
    const baked = ReadEvents(file.json).definitions.map(({ event }) => event);
    expect(baked.every(({ name, payload }) => name === payload)).toBe(true);
    // each tick of the oracle is 1/16 of a tick, so that every event has a time of its own
    const fine = (ticks: bigint): bigint => 16n * ticks;
    const oracle = new EventOracle(
      { start: fine(start), end: fine(end), offset: fine(offset), quarters, repetitions, reverse },
      EVENTS.map(({ name, time }) => ({ name, time: fine(time) })),
    );
    const length = Number(end - start) / TICKS / Math.abs(settings.speed);
    const isEndless = repetitions < 0n;
    const cycle = (reverse ? 2 : 1) * length;
    const cycles = isEndless ? 3 : 1;
    const played = Array.from({ length: cycles }, (_, i) => baked.map(({ name, time }) => ({ name, time: i * cycle + time }))).flat();
    const expected: { name: string; time: number }[] = [];
    const last = Math.round((isEndless ? cycles * cycle : Number(repetitions) * length) * 16 * TICKS);
    for (let tick = 0; tick <= last; tick++) {
      oracle.advance(tick === 0 ? 0n : 1n).forEach((text) => expected.push({ name: text.split(" ")[0]!, time: tick / 16 / TICKS }));
    }
    // where a loop continues, the oracle is a tick late; so at the last bound, one of the two may have one event more
    expect(Math.abs(played.length - expected.length)).toBeLessThanOrEqual(1);
    const common = played.slice(0, expected.length);
    expect(common.map(({ name }) => name)).toEqual(expected.map(({ name }) => name).slice(0, common.length));
    common.forEach(({ time }, i) => expect(Math.abs(time - expected[i]!.time)).toBeLessThanOrEqual(1 / 16 / TICKS));
    expect(file.json.extensionsUsed).toEqual([NAME]);
  });

  it("gives the animation the events of all animations of the clip", () => {
    const channel = { path: "translation", times: [0, 2], values: [0, 0, 0, 1, 0, 0] } as const;
    const two = createModel(2, [[{ ...channel, node: 0 }], [{ ...channel, node: 1 }]]);
    two.json["animations"][1].extensions = { [NAME]: { events: [{ time: 0.5, name: "first" }] } };
    const file = fileOf(withClips(two, [{ name: "clip", animations: [0, 1], end: 2 }]), [{ time: 1, name: "second" }]);
    BakeClips(file);
    expect(ReadEvents(file.json).definitions.map(({ animation, event }) => [animation, event.time, event.name])).toEqual([
      [0, 0.5, "first"],
      [0, 1, "second"],
    ]);
  });

  it("removes the extension from a file that has no events any more", () => {
    const asset = withClips(MODEL, [{ name: "clip", animations: [0], end: 0.5 }]);
    const file = fileOf(asset, [{ time: 1, name: "beyond" }]);
    BakeClips(file);
    expect(file.json.animations![0]!.extensions).toBeUndefined();
    expect(file.json.extensionsUsed).toBeUndefined();
  });
});

describe("other tools", () => {
  it("keep events", () => {
    const events = [{ time: 1, name: "a", payload: [1], volume: 2 }];
    const source = fileOf(MODEL, events);
    const target = GltfFile.parse(packGlb(MODEL.json, MODEL.bin));
    CopyAnimations(target, source);
    expect(target.json.animations![1]!.extensions).toEqual({ [NAME]: { events } });
    expect(target.json.extensionsUsed).toEqual([NAME]);
    ConvertAnimations(source);
    expect(source.json.animations![0]!.extensions).toEqual({ [NAME]: { events } });
  });
});
