/** What compiles, and what does not: each `@ts-expect-error` is a mistake that the compiler finds. Compiled by a test, never run. */
import type { ClipCrowd } from "../../../src/crowd.js";
import { type AnimationGroupOwner, GetClip, RequireClip } from "../../../src/index.js";
import {
  CheckController,
  type ClipController,
  ControlCrowd,
  type ControllerDefinition,
  CreateController,
} from "../../../src/controller.js";
import json from "../../data/controller.json" with { type: "json" };

declare const hero: AnimationGroupOwner;
declare const crowd: ClipCrowd;

const written = {
  parameters: { speed: 0, grounded: true, wave: "trigger" },
  layers: [
    {
      states: {
        move: {
          blend: ["speed", "speed"],
          space: "directional",
          clips: [
            { clip: "idle", at: [0, 0] },
            { clip: "walk", at: [0, 1.4] },
          ],
        },
        jump: { clip: "jump", speed: "speed" },
      },
      transitions: [
        { from: "move", to: "jump", when: { grounded: false }, duration: 0.1, interruptedBy: ["next"] },
        { from: "jump", to: "move", when: { speed: { above: 1 }, wave: true }, after: 0.8 },
      ],
    },
    { name: "arms", mask: "spine", weight: "speed", states: { none: {}, wave: { clip: "wave" } } },
  ],
};
const satisfying = {
  parameters: { speed: 0, wave: "trigger" },
  layers: [
    {
      states: { move: { blend: "speed", clips: [{ clip: "idle", at: 0 }] }, jump: { clip: "jump" } },
      transitions: [
        { from: "move", to: "jump", when: { wave: true } },
        { from: "jump", to: "move", when: { speed: { below: 1 } }, interruptedBy: ["previous"] },
      ],
    },
  ],
} satisfies ControllerDefinition;
const open: ControllerDefinition = JSON.parse("{}") as ControllerDefinition;

/** A definition may be written anywhere. */
export function anywhere(): ClipController[] {
  const controllers = [CreateController(hero, json), CreateController(hero, written), CreateController(hero, satisfying)];
  controllers.forEach((controller) => controller.stateOf());
  ControlCrowd(crowd, [0], json);
  ControlCrowd(crowd, [0], written)[0]!.set("speed", 1);
  CheckController(json);
  CheckController(written);
  CheckController(satisfying);
  CheckController(JSON.parse("{}"));
  CheckController(null);
  const any = CreateController(hero, open);
  any.set("anything", 1);
  any.fire("anything");
  any.stateOf("anything");
  CreateController(hero, JSON.parse("{}")).set("anything", true);
  const stored: ClipController = CreateController(hero, { parameters: { speed: 0 }, layers: [{ states: { a: { clip: "walk" } } }] });
  return [any, stored];
}

/** Names of a definition whose strings are not known. */
export function namesOfWidened(): void {
  const controller = CreateController(hero, json);
  controller.set("speed", 1);
  controller.set("grounded", false);
  controller.fire("wave");
  const state: "move" | "jump" | "none" | "wave" = controller.stateOf();
  // @ts-expect-error -- no parameter sped
  controller.set("sped", 1);
  // @ts-expect-error -- speed is a number
  controller.set("speed", true);
  // @ts-expect-error -- grounded is a boolean
  controller.set("grounded", 1);
  // @ts-expect-error -- grounded is no trigger
  controller.fire("grounded");
  // @ts-expect-error -- no parameter sped
  controller.get("sped");
  // @ts-expect-error -- speed is no trigger
  CreateController(hero, satisfying).fire("speed");
  // @ts-expect-error -- no parameter sped
  ControlCrowd(crowd, [0], written)[0]!.set("sped", 1);
  const speed: number = controller.get("speed");
  const isGrounded: boolean = controller.get("grounded");
  void [state, speed, isGrounded];
}

const PARAMETERS = { speed: 0, grounded: true, wave: "trigger" } as const;
const STATES = { a: { clip: "idle" }, b: { clip: "walk" } } as const;

/** Names of a definition that is an argument. */
export function namesOfArguments(): void {
  const controller = CreateController(hero, {
    parameters: { speed: 0, grounded: true, wave: "trigger" },
    layers: [
      {
        start: "b",
        states: { a: { clip: "idle", speed: "speed" }, b: { blend: "speed", clips: [{ clip: "walk", at: 0 }] } },
        transitions: [
          { from: "*", to: "a", when: { wave: true } },
          { from: "a", to: "b", when: { speed: { above: 1 }, grounded: true } },
        ],
      },
      { name: "arms", weight: "speed", states: { none: {} } },
    ],
  });
  controller.stateOf("0");
  controller.progressOf("arms");
  // @ts-expect-error -- no layer amrs
  controller.stateOf("amrs");
  // @ts-expect-error -- no parameter sped
  controller.set("sped", 1);
  controller.go("none", { layer: "arms", duration: 0, at: 0.5 });
  // @ts-expect-error -- no state c
  controller.go("c");
  // @ts-expect-error -- no layer amrs
  controller.go("none", { layer: "amrs" });
  // @ts-expect-error -- no state c to compare with
  if (controller.stateOf() === "c") {
    controller.dispose();
  }
  // @ts-expect-error -- no state nope to go to
  CreateController(hero, { layers: [{ states: STATES, transitions: [{ from: "a", to: "nope" }] }] });
  // @ts-expect-error -- no state nope to leave
  CreateController(hero, { layers: [{ states: STATES, transitions: [{ from: "nope", to: "a" }] }] });
  // @ts-expect-error -- no state nope to start in
  CreateController(hero, { layers: [{ states: STATES, start: "nope" }] });
  // @ts-expect-error -- no parameter nope for the weight
  CreateController(hero, { parameters: PARAMETERS, layers: [{ states: STATES, weight: "nope" }] });
  // @ts-expect-error -- grounded is no number for the speed
  CreateController(hero, { parameters: PARAMETERS, layers: [{ states: { a: { clip: "idle", speed: "grounded" } } }] });
  // @ts-expect-error -- no parameter sped to blend by
  CreateController(hero, { parameters: PARAMETERS, layers: [{ states: { a: { blend: "sped", clips: [] } } }] });
  CreateController(hero, {
    parameters: PARAMETERS,
    layers: [
      { states: { a: { blend: "speed", clips: [{ blend: "speed", clips: [{ clip: "idle", at: 0 }], at: 0 }] }, b: { clip: "walk" } } },
      {
        ...{ name: "lean", additive: true, mask: { include: ["spine"], exclude: ["head"] }, states: STATES },
        transitions: [
          { from: "a", to: "b", when: { speed: { not: 2 } }, afterEach: 0.5, durationPasses: 0.25, offset: 0.5, keepStep: true },
        ],
      },
    ],
  });
  CreateController(hero, {
    parameters: PARAMETERS,
    // @ts-expect-error -- no parameter sped in the inner blend
    layers: [{ states: { a: { blend: "speed", clips: [{ blend: "sped", clips: [{ clip: "idle", at: 0 }], at: 0 }] } } }],
  });
  CreateController(hero, {
    parameters: PARAMETERS,
    // @ts-expect-error -- no parameter sped in the condition
    layers: [{ states: STATES, transitions: [{ from: "a", to: "b", when: { sped: 1 } }] }],
  });
  CreateController(hero, {
    parameters: PARAMETERS,
    // @ts-expect-error -- true is no condition of the number speed
    layers: [{ states: STATES, transitions: [{ from: "a", to: "b", when: { speed: true } }] }],
  });
  // @ts-expect-error -- "triger" is neither a value nor "trigger"
  CreateController(hero, { parameters: { wave: "triger" }, layers: [{ states: STATES }] });
  // @ts-expect-error -- a state has no member repetition
  CreateController(hero, { layers: [{ states: { a: { clip: "idle", repetition: 1 } } }] });
  // @ts-expect-error -- "nex" is neither "next" nor "previous"
  CreateController(hero, { layers: [{ states: STATES, transitions: [{ from: "a", to: "b", interruptedBy: ["nex"] }] }] });
  // @ts-expect-error -- no state nope to go to, in a crowd
  ControlCrowd(crowd, [0], { layers: [{ states: STATES, transitions: [{ from: "a", to: "nope" }] }] });
  // @ts-expect-error -- no state nope to go to, in a check
  CheckController({ layers: [{ states: STATES, transitions: [{ from: "a", to: "nope" }] }] });
}

/** States within states have paths. */
export function namesOfMachines(): void {
  const swimmer = CreateController(hero, {
    parameters: PARAMETERS,
    layers: [
      {
        start: "ground/b",
        states: {
          ground: { states: STATES, start: "b", transitions: [{ from: "a", to: "b", when: { grounded: true } }] },
          water: { states: { swim: { clip: "swim", speed: "speed" }, deep: { states: { dive: { clip: "dive" } } } } },
          jump: { clip: "jump" },
        },
        transitions: [
          { from: "ground", to: "jump", when: { wave: true } },
          { from: "jump", to: "water/deep", after: 1 },
        ],
      },
    ],
  });
  const state: "ground/a" | "ground/b" | "water/swim" | "water/deep/dive" | "jump" = swimmer.stateOf();
  swimmer.go("water/deep");
  swimmer.go("water/deep/dive");
  // @ts-expect-error -- no state dive in the layer
  swimmer.go("dive");
  // @ts-expect-error -- a layer is never in a machine itself
  if (swimmer.stateOf() === "water") {
    swimmer.dispose();
  }
  // @ts-expect-error -- no state c in the machine
  CreateController(hero, { layers: [{ states: { ground: { states: STATES, start: "c" } } }] });
  // @ts-expect-error -- no state jump in the machine
  CreateController(hero, { layers: [{ states: { ground: { states: STATES, transitions: [{ from: "a", to: "jump" }] }, jump: {} } }] });
  // @ts-expect-error -- no parameter sped in a state within
  CreateController(hero, { parameters: PARAMETERS, layers: [{ states: { ground: { states: { a: { clip: "idle", speed: "sped" } } } } }] });
  // @ts-expect-error -- a state within has no member repetition
  CreateController(hero, { layers: [{ states: { ground: { states: { a: { clip: "idle", repetition: 1 } } } } }] });
  void state;
}

type HeroClips = "idle" | "walk";

/** Names of clips. */
export function namesOfClips(): void {
  RequireClip(hero, "anything").play();
  RequireClip<HeroClips>(hero, "walk").play();
  GetClip<HeroClips>(hero, "walk")?.play();
  // @ts-expect-error -- no clip wlak
  RequireClip<HeroClips>(hero, "wlak").play();
  // @ts-expect-error -- no clip wlak
  GetClip<HeroClips>(hero, "wlak")?.play();
}
