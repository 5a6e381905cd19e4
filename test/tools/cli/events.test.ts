import { describe, expect, it } from "@jest/globals";
import { packGlb, unpackGlb } from "../../../scripts/glb.mjs";
import { createModel } from "../../helpers/gltfAsset.js";
import { runInMemory } from "./memory.js";
import { ruleOf } from "../../helpers/rules.js";

const MODEL = createModel(1, [[{ node: 0, path: "translation", times: [0, 2], values: [0, 0, 0, 1, 0, 0] }]]);
const NAME = "KHR_animation_events";

async function run(argv: readonly string[], events: readonly unknown[] = []): ReturnType<typeof runInMemory> {
  const json = structuredClone(MODEL.json);
  if (events.length > 0) {
    json["animations"][0].extensions = { [NAME]: { events } };
    json["extensionsUsed"] = [NAME];
  }
  return runInMemory(argv, { files: { "in.glb": new Uint8Array(packGlb(json, MODEL.bin)) } });
}

async function edit(argv: readonly string[], events?: readonly unknown[]): Promise<{ events: unknown; stderr: string }> {
  const { code, stderr, files } = await run(["events", "in.glb", ...argv, "-o", "out.glb"], events);
  expect({ code, stderr: code === 0 ? "" : stderr }).toEqual({ code: 0, stderr: "" });
  const { json } = unpackGlb(files.get("out.glb")!);
  return { events: json["animations"][0].extensions?.[NAME].events, stderr };
}

const STEPS = [
  { time: 0.3, name: "step" },
  { time: 0.8, name: "step", volume: 2 },
  { time: 1, name: "jump", payload: { high: true } },
];

describe("events", () => {
  it("adds events, in order of time", async () => {
    expect(await edit(["animation 0", "0.8=step.r", ".3=step.l=x", "--payload", '{"a":[1]}'])).toEqual({
      events: [
        { time: 0.3, name: "step.l=x", payload: { a: [1] } },
        { time: 0.8, name: "step.r", payload: { a: [1] } },
      ],
      stderr: "2 events added -> out.glb\n",
    });
    expect((await edit(["0", "30=a", "--fps", "60"], STEPS)).events).toEqual([STEPS[0], { time: 0.5, name: "a" }, STEPS[1], STEPS[2]]);
  });

  it("removes events by name, or by time and name", async () => {
    expect(await edit(["0", "--remove", "step"], STEPS)).toEqual({ events: [STEPS[2]], stderr: "2 events removed -> out.glb\n" });
    const changed = await edit(["0", "0.31=step", "--remove", "0.3=step", "--remove", "jump"], STEPS);
    expect(changed).toEqual({ events: [{ time: 0.31, name: "step" }, STEPS[1]], stderr: "2 events removed, 1 event added -> out.glb\n" });
    expect((await edit(["0", "--clear"], STEPS)).events).toBeUndefined();
  });

  it("warns of events after the last key", async () => {
    expect((await edit(["0", "2.5=late"])).stderr).toBe(
      "warning  late: is at 2.5 s, but the animation ends at 2 s\n1 event added -> out.glb\n",
    );
  });

  it("warns in frames where times are in frames", async () => {
    expect((await edit(["0", "75=late", "--fps", "30"])).stderr).toBe(
      "warning  late: is at frame 75, but the animation ends at frame 60\n1 event added -> out.glb\n",
    );
  });

  it.each([
    [["0"], "state events as time=name, --remove or --clear\n"],
    [["0", "step"], `event step: ${ruleOf("eventText")}\n`],
    [["0", "-1=a"], "error: unknown option '-1=a'\n(See babylon-gltf-animation events --help)\n"],
    [["0", "1=a", "--fps", "0"], `--fps: ${ruleOf("finiteAndAbove0", 0)}\n`],
    [["0", "1=a", "--payload", "{"], `--payload: ${ruleOf("json", "{")}\n`],
    [["0", "--remove", "run"], "no event run; there are 0.3=step, 0.8=step, 1=jump\n"],
    [["0", "--remove", "run", "--fps", "30"], "no event run; there are 9=step, 24=step, 30=jump\n"],
    [["walk", "1=a"], `animation walk: ${ruleOf("oneOfList", "0 animation 0")}\n`],
  ])("refuses wrong usage: %j", async (argv, message) => {
    const { code, stderr } = await run(["events", "in.glb", ...argv, "-o", "out.glb"], STEPS);
    expect({ code, stderr }).toEqual({ code: 2, stderr: message });
  });

  it("are listed by inspect", async () => {
    const { stdout } = await run(["inspect", "in.glb"], STEPS);
    expect(stdout.slice(stdout.indexOf("Events"))).toMatch(
      /^Events\n {2}index +animation +time +event +payload\n {2}0 +animation 0 +0\.3\S* ?\S* +step\n[^]*\{"high":true\}\n/,
    );
  });
});
