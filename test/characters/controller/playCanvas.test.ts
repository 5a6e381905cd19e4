/** Sequences of states, as PlayCanvas' state machines take them: conditions, triggers, `*`, fades that transitions of the next state interrupt or none do. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { AnimController } from "../../../node_modules/playcanvas/build/playcanvas/src/framework/anim/controller/anim-controller.js";
import { type ControllerDefinition, CreateController, type TransitionDefinition } from "../../../src/controller.js";
import { createRandom } from "../../helpers/random.js";
import { disposeScenes } from "../../helpers/scene.js";
import { createClips, Stage } from "./character.js";

afterEach(disposeScenes);

const FRAME = 1 / 64;
const DURATIONS = { idle: 2, walk: 1, run: 0.5, jump: 1 };
const STATES = { a: { clip: "idle" }, b: { clip: "walk" }, c: { clip: "run" }, d: { clip: "jump" } };
const NAMES = Object.keys(STATES);
const PREDICATES = { above: "GREATER_THAN", atLeast: "GREATER_THAN_EQUAL_TO", below: "LESS_THAN", atMost: "LESS_THAN_EQUAL_TO" } as const;

interface Parameter {
  readonly name: string;
  readonly type: string;
  value: number | boolean;
}

type Random = () => number;

const pick = <T>(random: Random, items: readonly T[]): T => items[Math.floor(random() * items.length)]!;

/** PlayCanvas reports an end one frame later than the time says, so that no fade ends in a frame exactly. */
const duration = (random: Random): number => (random() < 0.2 ? 0 : (Math.floor(random() * 20) + 0.5) * FRAME);

function createTransition(random: Random): TransitionDefinition {
  const from = random() < 0.25 ? "*" : pick(random, NAMES);
  const to = pick(
    random,
    NAMES.filter((name) => name !== from),
  );
  const when = {
    ...(random() < 0.4 ? { ground: random() < 0.5 } : {}),
    ...(random() < 0.4 ? { hit: true } : {}),
    ...(random() < 0.4 ? { pace: pick(random, [{ above: 1 }, { atLeast: 1, below: 3 }, { atMost: 2 }, { below: 1 }, 2]) } : {}),
  };
  return { from, to, when, duration: duration(random), interruptedBy: random() < 0.5 ? ["next"] : [] };
}

function conditionsOf({ when = {} }: TransitionDefinition): object[] {
  return Object.entries(when).flatMap(([parameterName, condition]) =>
    typeof condition === "object"
      ? Object.entries(condition).map(([bound, value]) => ({
          ...{ parameterName, predicate: PREDICATES[bound as keyof typeof PREDICATES], value: value as number },
        }))
      : [{ parameterName, predicate: "EQUAL_TO", value: condition }],
  );
}

function createOracle(transitions: readonly TransitionDefinition[], parameters: readonly Parameter[]): AnimController {
  const find = (name: string): Parameter => parameters.find((parameter) => parameter.name === name)!;
  const evaluator: unknown = {
    clips: [],
    findClip: () => null,
    removeClips: () => undefined,
    removeClip: () => undefined,
    update: () => undefined,
  };
  const states = NAMES.map((name) => ({ name, speed: 1, loop: true }));
  const ways = transitions.map((transition) => ({
    from: transition.from === "*" ? "ANY" : transition.from,
    to: transition.to,
    time: transition.duration,
    conditions: conditionsOf(transition),
    interruptionSource: transition.interruptedBy!.length > 0 ? "NEXT_STATE" : "NONE",
  }));
  const controller = new AnimController(
    evaluator as never,
    states,
    ways,
    true,
    null as never,
    find,
    (name: string) => (find(name).value = false),
  );
  controller.play("a");
  controller.update(FRAME); // begins
  return controller;
}

describe("PlayCanvas", () => {
  it.each(Array.from({ length: 300 }, (_, seed) => seed))("goes to the same states: %i", (seed) => {
    const random = createRandom(seed + 1);
    const transitions = Array.from({ length: 3 + Math.floor(random() * 8) }, () => createTransition(random));
    const parameters: Parameter[] = [
      { name: "pace", type: "FLOAT", value: 0 },
      { name: "ground", type: "BOOLEAN", value: true },
      { name: "hit", type: "TRIGGER", value: false },
    ];
    const [pace, ground, hit] = parameters as [Parameter, Parameter, Parameter];
    const stage = new Stage();
    createClips(stage.scene, DURATIONS);
    const definition: ControllerDefinition = {
      parameters: { pace: 0, ground: true, hit: "trigger" },
      layers: [{ states: STATES, transitions }],
    };
    const controller = CreateController(stage.scene, definition);
    const oracle = createOracle(transitions, parameters);
    const actual: string[] = [];
    const expected: string[] = [];
    for (let frame = 0; frame < 200; frame++) {
      if (random() < 0.1) {
        pace.value = Math.floor(random() * 5);
        controller.set("pace", pace.value);
      }
      if (random() < 0.1) {
        ground.value = random() < 0.5;
        controller.set("ground", ground.value);
      }
      if (random() < 0.1) {
        hit.value = true;
        controller.fire("hit");
      }
      stage.frames(FRAME);
      oracle.update(FRAME);
      actual.push(controller.stateOf());
      expected.push(oracle.activeStateName);
    }
    expect(actual.join("")).toBe(expected.join(""));
  });
});
