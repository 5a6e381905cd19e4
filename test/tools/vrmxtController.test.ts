/** `VRMXT_AnimationController`, a draft of Extended VRM (2026-07): its state machine becomes the definition of a controller. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { packGlb, unpackGlb } from "../../scripts/glb.mjs";
import { CheckController } from "../../src/controller.js";
import { ReadVRMXTController } from "../../src/tools.js";
import { runInMemory } from "./cli/memory.js";
import type { Json } from "../helpers/gltfPose.js";
import { ruleOf } from "../helpers/rules.js";

const AT = "/extensions/VRMXT_AnimationController";

/** Animations with the metadata that the draft requires; the last one has neither that nor a name. */
const ANIMATIONS = [
  ...["Idle", "Walk", "Run", "Wave"].map((name) => ({
    name,
    extensions: { VRMXT_AnimationClip: { specVersion: "1.0", loop: name !== "Wave" } },
  })),
  { extensions: { VRMXT_AnimationClip: { specVersion: "1.0" } } },
  { name: "Bare" },
];

const MACHINE = {
  specVersion: "1.0",
  parameters: [
    { name: "Speed", type: "float", default: 0.25 },
    { name: "Side", type: "float" },
    { name: "Grounded", type: "bool", default: true },
    { name: "Mode", type: "int", default: 2 },
  ],
  entryState: "Locomotion",
  defaultTransitionDuration: 0.15,
  states: [
    { name: "Wave", clip: 3 },
    {
      name: "Locomotion",
      blendSpace: {
        dimensions: 1,
        paramX: "Speed",
        entries: [
          { threshold: 0, clipName: "Idle" },
          { threshold: 0.5, clip: 1, clipName: "Walk" },
          { threshold: 1, clip: 2 },
        ],
      },
    },
    {
      name: "Strafe",
      blendSpace: {
        dimensions: 2,
        paramX: "Side",
        paramY: "Speed",
        entries: [
          { position: [0, 0], clip: 0 },
          { position: [0, 1], clip: 1 },
          { position: [1, 0], clip: 4 },
        ],
      },
    },
  ],
  transitions: [
    { from: "Locomotion", to: "Wave", conditions: [{ parameter: "Mode", op: "eq", value: 3 }], duration: 0.1 },
    {
      from: "Wave",
      to: "Locomotion",
      conditions: [
        { parameter: "Grounded", op: "neq", value: false },
        { parameter: "Speed", op: "gt", value: 0.1 },
        { parameter: "Speed", op: "lte", value: 2 },
      ],
    },
    {
      from: "*",
      to: "Strafe",
      conditions: [
        { parameter: "Side", op: "gte", value: 0.5 },
        { parameter: "Side", op: "lt", value: 3 },
        { parameter: "Side", op: "neq", value: 1 },
      ],
    },
  ],
};

const DEFINITION = {
  parameters: { Speed: 0.25, Side: 0, Grounded: true, Mode: 2 },
  layers: [
    {
      states: {
        Wave: { clip: "Wave" },
        Locomotion: {
          blend: "Speed",
          clips: [
            { clip: "Idle", at: 0 },
            { clip: "Walk", at: 0.5 },
            { clip: "Run", at: 1 },
          ],
        },
        Strafe: {
          blend: ["Side", "Speed"],
          clips: [
            { clip: "Idle", at: [0, 0] },
            { clip: "Walk", at: [0, 1] },
            { clip: "animation4", at: [1, 0] },
          ],
        },
      },
      start: "Locomotion",
      transitions: [
        { from: "Locomotion", to: "Wave", when: { Mode: 3 }, duration: 0.1 },
        { from: "Wave", to: "Locomotion", when: { Grounded: true, Speed: { above: 0.1, atMost: 2 } }, duration: 0.15 },
        { from: "*", to: "Strafe", when: { Side: { atLeast: 0.5, below: 3, not: 1 } }, duration: 0.15 },
      ],
    },
  ],
};

const read = (change: Json): ReturnType<typeof ReadVRMXTController> =>
  ReadVRMXTController({ animations: ANIMATIONS, extensions: { VRMXT_AnimationController: { ...MACHINE, ...change } } });

/** The findings of a machine, without the member that they are about. */
const findingsOf = (change: Json): string[] =>
  read(change)!.findings.map(({ pointer, message }) => `${pointer.slice(AT.length)}: ${message}`);

describe("ReadVRMXTController", () => {
  it("reads parameters, states, blend spaces, transitions and all comparisons", () => {
    const asset = { animations: ANIMATIONS, extensions: { VRMXT_AnimationController: MACHINE } };
    const before = structuredClone(asset);
    const { definition, findings } = ReadVRMXTController(asset)!;
    expect(findings).toEqual([]);
    expect(definition).toEqual(DEFINITION);
    expect(asset).toEqual(before);
    const problems = CheckController(definition, { clips: ["Idle", "Walk", "Run", "Wave", "animation4"] });
    expect(problems.filter(({ severity }) => severity === 0)).toEqual([]);
  });

  it("returns null for a file without one", () => {
    expect(ReadVRMXTController({})).toBeNull();
    expect(ReadVRMXTController({ extensions: {}, animations: ANIMATIONS })).toBeNull();
  });

  it("cuts where no duration is stated", () => {
    const { definition } = read({ defaultTransitionDuration: undefined })!;
    expect(definition.layers[0]!.transitions!.map(({ duration }) => duration)).toEqual([0.1, 0, 0]);
  });

  it("takes the default of the type for an invalid one", () => {
    const parameters = [
      { name: "Speed", type: "float", default: "fast" },
      { name: "Side", type: "float", default: null },
      { name: "Grounded", type: "bool", default: 1 },
      { name: "Mode", type: "int", default: 1.5 },
    ];
    expect(read({ parameters })!.definition.parameters).toEqual({ Speed: 0, Side: 0, Grounded: false, Mode: 0 });
  });

  it.each([
    [
      { parameters: [...MACHINE.parameters, { name: "Hit", type: "trigger" }] },
      [`/parameters/4/type: ${ruleOf("parameterType", '"trigger"')}`],
    ],
    [{ states: [...MACHINE.states, { name: "Sit", clip: 3, tags: ["emote"] }] }, ["/states/3/tags: are left out: a controller has none"]],
    [{ states: [...MACHINE.states, { name: "Sit", clip: 9 }] }, [`/states/3/clip: ${ruleOf("animationOfFile", 9)}`]],
    [{ states: [...MACHINE.states, { name: "Sit", clipName: "Sit" }] }, [`/states/3/clipName: ${ruleOf("animationOfFile", '"Sit"')}`]],
    [
      { states: [...MACHINE.states, { name: "Sit", clip: 5 }] },
      [`/states/3/clip: ${ruleOf("clipOfVrmxtAnimation", 5, "VRMXT_AnimationClip")}`],
    ],
    [
      { states: [...MACHINE.states, { name: "Sit", clip: 3, clipName: "Run" }] },
      [`/states/3/clipName: ${ruleOf("clipNameWithoutEffect", 3, "Wave", '"Run"')}`],
    ],
    [
      { states: [...MACHINE.states, { name: "Sit", blendSpace: { dimensions: 3 } }] },
      [`/states/3/blendSpace/dimensions: ${ruleOf("dimensions", 3)}`],
    ],
  ] as const)("says what a controller does not have (%#)", (change, findings) => {
    expect(findingsOf(change as Json)).toEqual(findings);
  });

  it.each([
    [[{ parameter: "Speed", op: "almost", value: 1 }], undefined],
    [[{ parameter: "Sped", op: "eq", value: 1 }], undefined],
    [[{ parameter: "Grounded", op: "gt", value: true }], undefined],
    [
      [
        { parameter: "Grounded", op: "eq", value: 1 },
        { parameter: "Speed", op: "gt", value: 1 },
      ],
      { Speed: { above: 1 } },
    ],
  ])("leaves out a condition that is none, with a finding: %j", (conditions, when) => {
    const imported = read({ transitions: [{ from: "Wave", to: "Locomotion", conditions }] })!;
    expect(imported.findings.map(({ pointer }) => pointer)).toEqual([`${AT}/transitions/0/conditions/0`]);
    expect(imported.definition.layers[0]!.transitions![0]!.when).toEqual(when);
  });

  it("leaves out a transition that never holds, with a finding", () => {
    const conditions = [true, false].map((value) => ({ parameter: "Grounded", op: "eq", value }));
    const { definition, findings } = read({ transitions: [{ from: "Wave", to: "Locomotion", conditions }] })!;
    expect(definition.layers[0]!.transitions).toEqual([]);
    expect(findings.map(({ pointer }) => pointer)).toEqual([`${AT}/transitions/0/conditions/1`]);
  });

  it("throws if there is no state, or none in which it begins", () => {
    expect(() => read({ states: [] })).toThrow(`${AT}/states: ${ruleOf("listOfStates", "[]")}`);
    expect(() => read({ entryState: "Sit" })).toThrow(`${AT}/entryState: ${ruleOf("nameOfState", '"Sit"')}`);
  });
});

describe("import --from vrmxt", () => {
  const HERO = unpackGlb(readFileSync(new URL("../../playground/models/hero.glb", import.meta.url)));
  const json: Json = structuredClone(HERO.json);
  delete json["extensions"];
  (json["animations"] as Json[]).forEach(
    (animation) => (animation["extensions"] = { VRMXT_AnimationClip: { specVersion: "1.0", loop: true } }),
  );
  const states = ["idle", "walk"].map((name) => ({ name, clipName: name }));
  const transitions = [{ from: "idle", to: "walk", conditions: [{ parameter: "speed", op: "gt", value: 1 }] }];
  json["extensions"] = {
    VRMXT_AnimationController: {
      specVersion: "1.0",
      parameters: [{ name: "speed", type: "float" }],
      states,
      entryState: "idle",
      transitions,
    },
  };
  const definition = {
    parameters: { speed: 0 },
    layers: [
      {
        states: { idle: { clip: "idle" }, walk: { clip: "walk" } },
        start: "idle",
        transitions: [{ from: "idle", to: "walk", when: { speed: { above: 1 } }, duration: 0 }],
      },
    ],
  };
  const glb = (changed: Json): Uint8Array => new Uint8Array(packGlb(changed, HERO.bin));

  it("makes the clips, and the controller of the character", async () => {
    const files = { "hero.glb": glb(json) };
    const run = await runInMemory(["import", "hero.glb", "--from", "vrmxt", "-o", "out.glb"], { files });
    const out = unpackGlb(run.files.get("out.glb")!).json;
    expect((out["nodes"] as Json[]).flatMap(({ extras }) => extras?.animationController ?? [])).toEqual([definition]);
    expect(`${run.stdout}${run.stderr}`).toContain("a controller");
  });

  it("keeps the controller that the character has", async () => {
    const other = structuredClone(json);
    other["nodes"][0].extras = { animationController: { layers: [] } };
    const run = await runInMemory(["import", "hero.glb", "--from", "vrmxt", "-o", "out.glb"], { files: { "hero.glb": glb(other) } });
    expect(unpackGlb(run.files.get("out.glb")!).json["nodes"][0].extras).toEqual({ animationController: { layers: [] } });
    expect(run.stderr).toContain("/nodes/0: has a controller already, which is kept");
  });
});
