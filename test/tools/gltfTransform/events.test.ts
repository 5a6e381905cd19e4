import { describe, expect, it } from "@jest/globals";
import { dedup, prune } from "@gltf-transform/functions";
import { type AnimationEvents, KHRAnimationEvents } from "../../../src/gltf-transform.js";
import { createModel } from "../../helpers/gltfAsset.js";
import type { Asset } from "../../helpers/gltfPose.js";
import { ruleOf } from "../../helpers/rules.js";
import { TestIO } from "../../helpers/transformed.js";

const NAME = "KHR_animation_events";
const channel = (node: number) => ({ node, path: "translation", times: [0, 2], values: [0, 0, 0, node, 0, 0] }) as const;
const EVENTS = [
  { time: 0.3, name: "a", payload: { loud: true }, volume: 2 },
  { time: 0.8, name: "b" },
];

function createFile(events: readonly unknown[]): Asset {
  const { json, bin } = structuredClone(createModel(2, [[channel(0)], [channel(1)]]));
  json["animations"][1].extensions = { [NAME]: { more: 1, events } };
  return { json: { ...json, extensionsUsed: [NAME] }, bin };
}

describe("events in glTF-Transform", () => {
  it("stay with their animation", async () => {
    const io = new TestIO();
    const document = await io.read(createFile(EVENTS));
    await document.transform(dedup(), prune());
    document.getRoot().listAnimations()[0]!.dispose();
    const { json } = await io.write(document);
    expect(json["animations"].map((animation: { extensions: unknown }) => animation.extensions)).toEqual([
      { [NAME]: { more: 1, events: EVENTS } },
    ]);
    expect(json["extensionsUsed"]).toEqual([NAME]);
    expect(io.warnings).toEqual([]);
  });

  it("can be read and made", async () => {
    const io = new TestIO();
    const document = await io.read(createFile([EVENTS[1], { time: 1 }]));
    expect(io.warnings).toEqual([`/animations/1/extensions/${NAME}/events/1/name: ${ruleOf("string", "undefined")}`]);
    const [first, second] = document.getRoot().listAnimations();
    expect(second!.getExtension<AnimationEvents>(NAME)!.getEvents()).toEqual([EVENTS[1]]);
    const extension = document.createExtension(KHRAnimationEvents);
    first!.setExtension(
      NAME,
      extension.createEvents().setEvents([
        { time: NaN, name: "a" },
        { time: 1, name: "new" },
        { time: 2, name: "b", other: { name: "c" } },
      ]),
    );
    const { json } = await io.write(document);
    expect(json["animations"][0].extensions).toEqual({ [NAME]: { events: [{ time: 1, name: "new" }] } });
    expect(io.warnings.slice(1)).toEqual([
      `/animations/0/extensions/${NAME}/events/0/time: ${ruleOf("finiteNumber", "NaN")}; the event is not written`,
      `/animations/0/extensions/${NAME}/events/2/other: ${ruleOf("otherWithoutMembers", "time, name, payload, isSync", '{"name":"c"}')}; the event is not written`,
    ]);
  });
});
