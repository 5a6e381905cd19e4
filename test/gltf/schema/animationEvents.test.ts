import { describe, expect, it } from "@jest/globals";
import { ReadEvents, WriteEvents } from "../../../src/tools.js";
import type { Json } from "../../helpers/gltfPose.js";
import { sentencesOf } from "../../helpers/findings.js";
import { ruleOf } from "../../helpers/rules.js";

const NAME = "KHR_animation_events";
const EVENTS = [
  { time: 0.8, name: "step.r", payload: { surface: ["gravel"] }, isSync: true },
  { time: 0.3, name: "step.l" },
];

function assetOf(events: unknown, more: Json = {}): { animations: Json[] } {
  return { animations: [{ name: "idle" }, { name: "walk", extensions: { [NAME]: { events } }, ...more }] };
}

describe("ReadEvents", () => {
  it("reads the events of all animations, and changes nothing", () => {
    const asset = assetOf([...EVENTS, { time: 1, name: "", volume: 2 }]);
    const before = structuredClone(asset);
    const place = `/animations/1/extensions/${NAME}/events`;
    expect(ReadEvents(asset)).toEqual({
      definitions: [
        { pointer: `${place}/0`, animation: 1, event: EVENTS[0], other: {} },
        { pointer: `${place}/1`, animation: 1, event: EVENTS[1], other: {} },
        { pointer: `${place}/2`, animation: 1, event: { time: 1, name: "" }, other: { volume: 2 } },
      ],
      findings: [],
    });
    expect(asset).toEqual(before);
  });

  it.each<[comment: string, events: unknown, message: string]>([
    ["no list", {}, `/events: ${ruleOf("array", "{}")}`],
    ["no event", [1], `/events/0: ${ruleOf("object", 1)}`],
    ["no time", [{ name: "a" }], `/events/0/time: ${ruleOf("finiteNumber", "undefined")}`],
    ["a time that is no number", [{ time: "1", name: "a" }], `/events/0/time: ${ruleOf("finiteNumber", '"1"')}`],
    ["an infinite time", [{ time: Infinity, name: "a" }], `/events/0/time: ${ruleOf("finiteNumber", "Infinity")}`],
    ["no name", [{ time: 1 }], `/events/0/name: ${ruleOf("string", "undefined")}`],
    ["a wrong isSync", [{ time: 1, name: "a", isSync: 1 }], `/events/0/isSync: ${ruleOf("trueOrFalse", 1)}`],
  ])("skips invalid events: %s", (_, events, message) => {
    const { definitions, findings } = ReadEvents(assetOf(events));
    expect(sentencesOf(findings, "EVENT_INVALID")).toEqual([`/animations/1/extensions/${NAME}${message}`]);
    expect(definitions).toEqual([]);
  });

  it("reads extras.events of animations without the extension, and skips what has another shape", () => {
    const extras = { events: [{ at: 1 }, EVENTS[1], "a", { time: 1, name: 3 }] };
    const { definitions, findings } = ReadEvents({ animations: [{ extras }] });
    expect(definitions.map(({ pointer, event }) => [pointer, event])).toEqual([["/animations/0/extras/events/1", EVENTS[1]]]);
    expect(findings).toEqual([]);
    expect(ReadEvents(assetOf([], { extras })).definitions).toEqual([]);
  });

  it.each([null, 1, "a", [null], [{ extensions: 1, extras: 2 }], [{ extensions: { [NAME]: null }, extras: null }]])(
    "never throws: %j",
    (animations) => {
      expect(ReadEvents({ animations: animations as never }).definitions).toEqual([]);
    },
  );

  it("reads 4,096 events and more", () => {
    const events = Array.from({ length: 10_000 }, (_, i) => ({ time: i, name: "a" }));
    expect(ReadEvents(assetOf(events)).definitions).toHaveLength(10_000);
  });
});

describe("WriteEvents", () => {
  it("is the inverse of ReadEvents, in order of time", () => {
    const asset: Json = assetOf([], { extensions: { OTHER: 1, [NAME]: { events: [], more: 2 } } });
    WriteEvents(asset, 1, [{ ...EVENTS[0]!, other: { volume: 2 } }, EVENTS[1]!]);
    expect(asset["animations"][1].extensions).toEqual({ OTHER: 1, [NAME]: { more: 2, events: [EVENTS[1], { ...EVENTS[0], volume: 2 }] } });
    expect(asset["extensionsUsed"]).toEqual([NAME]);
    expect(ReadEvents(asset).definitions.map(({ event }) => event)).toEqual([EVENTS[1], EVENTS[0]]);
  });

  it("removes the extension with the last event", () => {
    const asset: Json = { ...assetOf(EVENTS), extensionsUsed: [NAME] };
    WriteEvents(asset, 1, []);
    expect(asset).toEqual({ animations: [{ name: "idle" }, { name: "walk" }] });
  });

  it("leaves an empty list where extras.events would take its place", () => {
    const asset: Json = assetOf(EVENTS, { extras: { events: EVENTS } });
    WriteEvents(asset, 1, []);
    expect(ReadEvents(asset)).toEqual({ definitions: [], findings: [] });
  });

  it("refuses invalid events and animations", () => {
    const asset = assetOf(EVENTS);
    expect(() => WriteEvents(asset, 1, [{ time: NaN, name: "a" }])).toThrow(new RangeError(`event.time: ${ruleOf("finiteNumber", "NaN")}`));
    expect(() => WriteEvents(asset, 1, [{ time: 1, name: "a", other: { time: "now" } }])).toThrow(
      new RangeError(`event.other: ${ruleOf("otherWithoutMembers", "time, name, payload, isSync", '{"time":"now"}')}`),
    );
    expect(() => WriteEvents(asset, 2, [])).toThrow(new RangeError(`animation: ${ruleOf("indexOfAnimation", 2)}`));
    expect(asset).toEqual(assetOf(EVENTS));
  });
});
