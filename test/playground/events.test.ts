/** The events of a document: how they are changed, undone and saved. */
import { describe, expect, it } from "@jest/globals";
import { packGlb, unpackGlb, type Json } from "../../scripts/glb.mjs";
import { ClipDocument, describeEdit } from "../../playground/page/document/clipDocument.js";
import { savedFile } from "../../playground/page/document/saving.js";
import { ruleOf } from "../helpers/rules.js";

const BROKEN = { time: "soon", name: "broken" };
const ASSET: Json = {
  asset: { version: "2.0" },
  animations: [
    {
      name: "walk",
      extensions: { KHR_animation_events: { events: [{ time: 0.8, name: "step.r", payload: { foot: "r" }, vendor: 1 }, BROKEN] } },
    },
    { name: "idle", extras: { events: [{ time: 0.1, name: "blink" }] } },
    { name: "run" },
  ],
  extensionsUsed: ["KHR_animation_events"],
};

const eventsOf = (document: ClipDocument): unknown[] =>
  document.events.map(({ animation, event: { time, name } }) => [animation, time, name]);
const idOf = (document: ClipDocument, name: string): number => document.events.find(({ event }) => event.name === name)!.id;

async function saved(document: ClipDocument): Promise<{ json: Json; warnings: readonly string[] }> {
  const source = { name: "a.glb", bytes: packGlb(ASSET), rootUrl: "", resolve: (url: string) => url, release: () => undefined };
  const { bytes, warnings } = await savedFile(source, document);
  return { json: unpackGlb(bytes).json, warnings };
}

describe("the events of a document", () => {
  it("are those that the file states and that can be read", () => {
    expect(eventsOf(new ClipDocument(ASSET))).toEqual([
      [0, 0.8, "step.r"],
      [1, 0.1, "blink"],
    ]);
  });

  it("are added, moved, renamed and deleted, and each step can be undone", () => {
    const document = new ClipDocument(ASSET);
    const before = eventsOf(document);
    const id = document.addEvent(0, { time: 0.3, name: "event" });
    document.changeEvent(id, "renameEvent", { name: "step.l" });
    [0.31, 0.32, 0.35].forEach((time) => document.changeEvent(id, "moveEvent", { time }, true));
    document.endGesture();
    document.removeEvent(idOf(document, "step.r"));
    const after = [
      [1, 0.1, "blink"],
      [0, 0.35, "step.l"],
    ];
    expect(eventsOf(document)).toEqual(after);
    const labels: string[] = [];
    while (document.undoable) {
      labels.push(describeEdit(document.undoable));
      document.undo();
    }
    expect(labels).toEqual(["delete event “step.r”", "move event “step.l”", "rename event “event”", "add event “event”"]);
    expect(eventsOf(document)).toEqual(before);
    labels.forEach(() => document.redo());
    expect(eventsOf(document)).toEqual(after);
  });

  it("make the document dirty while they differ from what was opened or saved last", () => {
    const document = new ClipDocument(ASSET);
    const id = idOf(document, "blink");
    document.changeEvent(id, "moveEvent", { time: 0.2 });
    expect(document.isDirty).toBe(true);
    expect(document.isRemade).toBe(false); // the clips are those of the file
    document.markSaved();
    expect(document.isDirty).toBe(false);
    document.undo();
    expect(document.isDirty).toBe(true);
  });

  it("are saved in order of time, with all members; other animations keep their JSON", async () => {
    const document = new ClipDocument(ASSET);
    document.addEvent(0, { time: 0.3, name: "step.l" });
    const { json, warnings } = await saved(document);
    expect(json["animations"]).toEqual([
      {
        name: "walk",
        extensions: {
          KHR_animation_events: {
            events: [
              { time: 0.3, name: "step.l" },
              { time: 0.8, name: "step.r", payload: { foot: "r" }, vendor: 1 },
            ],
          },
        },
      },
      ...ASSET["animations"].slice(1),
    ]);
    expect(warnings).toEqual([
      `/animations/0/extensions/KHR_animation_events/events/1/time: ${ruleOf("finiteNumber", '"soon"')}; it is left out`,
    ]);
  });

  it("keep the JSON of the file while nothing changes", async () => {
    const { json, warnings } = await saved(new ClipDocument(ASSET));
    expect([json, warnings]).toEqual([ASSET, []]);
  });

  it("leave no extension behind when the last one is deleted", async () => {
    const document = new ClipDocument(ASSET);
    document.removeEvent(idOf(document, "step.r"));
    const { json } = await saved(document);
    expect(json["animations"][0]).toEqual({ name: "walk" });
    expect(json["extensionsUsed"]).toBeUndefined();
  });

  it("pass through a link: those of changed animations", () => {
    const sent = new ClipDocument(ASSET);
    sent.addEvent(2, { time: 0.5, name: "step" });
    sent.removeEvent(idOf(sent, "blink"));
    expect(sent.changedEvents).toEqual([
      [1, []],
      [2, [{ time: 0.5, name: "step" }]],
    ]);
    const received = new ClipDocument(ASSET);
    expect(received.replaceEvents(sent.changedEvents)).toEqual([]);
    expect(eventsOf(received)).toEqual(eventsOf(sent));
    received.undo();
    expect(eventsOf(received)).toEqual(eventsOf(new ClipDocument(ASSET)));
  });

  it("of a link that cannot be read are left out, with the reason", () => {
    const document = new ClipDocument(ASSET);
    expect(
      document.replaceEvents([
        [2, [BROKEN, { time: 1, name: "step" }]],
        [3, []],
      ]),
    ).toEqual([
      "The model has no animation 3, which has events.",
      `/animations/2/extensions/KHR_animation_events/events/0/time: ${ruleOf("finiteNumber", '"soon"')}`,
    ]);
    expect(eventsOf(document).at(-1)).toEqual([2, 1, "step"]);
  });
});
