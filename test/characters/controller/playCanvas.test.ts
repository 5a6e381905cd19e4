/** Sequences of states, as PlayCanvas' state machines take them: conditions, triggers, `*`, fades that transitions of the next state interrupt or none do. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { AnimController } from "../../../node_modules/playcanvas/build/playcanvas/src/framework/anim/controller/anim-controller.js";
import { AnimStateGraph } from "../../../node_modules/playcanvas/build/playcanvas/src/framework/anim/state-graph/anim-state-graph.js";
import { CheckController, type ControllerDefinition, CreateController, type TransitionDefinition } from "../../../src/controller.js";
import { DescribeFinding } from "../../../src/pure.js";
import { ReadPlayCanvasGraph } from "../../../src/tools.js";
import { createRandom } from "../../helpers/random.js";
import { ruleOf } from "../../helpers/rules.js";
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

interface OracleTransition {
  readonly from: string;
  readonly to: string;
  readonly [other: string]: unknown;
}

function createOracle(transitions: readonly TransitionDefinition[], parameters: readonly Parameter[]): AnimController {
  const ways = transitions.map((transition) => ({
    from: transition.from === "*" ? "ANY" : transition.from,
    to: transition.to,
    time: transition.duration,
    conditions: conditionsOf(transition),
    interruptionSource: transition.interruptedBy!.length > 0 ? "NEXT_STATE" : "NONE",
  }));
  return startOracle("a", ways, parameters);
}

function startOracle(first: string, ways: readonly OracleTransition[], parameters: readonly Parameter[]): AnimController {
  const find = (name: string): Parameter => parameters.find((parameter) => parameter.name === name)!;
  const evaluator: unknown = {
    clips: [],
    findClip: () => null,
    removeClips: () => undefined,
    removeClip: () => undefined,
    update: () => undefined,
  };
  const states = NAMES.map((name) => ({ name, speed: 1, loop: true }));
  const controller = new AnimController(
    evaluator as never,
    states,
    ways as never,
    true,
    null as never,
    find,
    (name: string) => (find(name).value = false),
  );
  controller.play(first);
  controller.update(FRAME); // begins
  return controller;
}

const SIDES = ["NONE", "PREV_STATE", "NEXT_STATE", "PREV_STATE_NEXT_STATE", "NEXT_STATE_PREV_STATE"];

/** The JSON of an asset: with priorities, comparisons of all kinds, ways to the end and to the state itself. */
function createGraph(random: Random): { layers: Record<string, unknown>[]; parameters: Record<string, Parameter> } {
  const compared = (): object[] =>
    [
      { parameterName: "ground", predicate: pick(random, ["EQUAL_TO", "NOT_EQUAL_TO"]), value: random() < 0.5 },
      { parameterName: "hit", predicate: "EQUAL_TO", value: true },
      {
        parameterName: "pace",
        predicate: pick(random, [...Object.values(PREDICATES), "EQUAL_TO", "NOT_EQUAL_TO"]),
        value: pick(random, [1, 2, 3]),
      },
      { parameterName: "pace", predicate: pick(random, Object.values(PREDICATES)), value: pick(random, [1, 2, 3]) },
    ].filter(() => random() < 0.4);
  const transitions = Array.from({ length: 3 + Math.floor(random() * 8) }, () => ({
    from: random() < 0.25 ? "ANY" : pick(random, NAMES),
    to: random() < 0.1 ? "END" : pick(random, NAMES),
    time: duration(random),
    priority: Math.floor(random() * 4),
    conditions: compared(),
    interruptionSource: pick(
      random,
      SIDES.slice(0, 3).filter((side) => side !== "PREV_STATE"),
    ),
  }));
  return {
    layers: [
      {
        name: "Base",
        states: ["START", "END", "ANY", ...NAMES].map((name) => ({ name, speed: 1, loop: true })),
        transitions: [{ from: "START", to: pick(random, NAMES), time: 0, priority: 0, conditions: [] }, ...transitions],
      },
    ],
    parameters: {
      pace: { name: "pace", type: "INTEGER", value: 0 },
      ground: { name: "ground", type: "BOOLEAN", value: true },
      hit: { name: "hit", type: "TRIGGER", value: false },
    },
  };
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

describe("ReadPlayCanvasGraph", () => {
  const clips = Object.fromEntries(Object.entries(STATES).map(([state, { clip }]) => [state, clip]));

  it.each(Array.from({ length: 300 }, (_, seed) => seed))("makes a controller that goes to the same states: %i", (seed) => {
    const random = createRandom(seed + 1000);
    const graph = createGraph(random);
    const { definition } = ReadPlayCanvasGraph(graph, clips);
    const { layers, parameters: own } = new AnimStateGraph(structuredClone(graph)) as unknown as {
      readonly layers: readonly { readonly transitions: readonly OracleTransition[] }[];
      readonly parameters: Readonly<Record<string, Parameter>>;
    };
    const parameters = Object.entries(own).map(([name, { type, value }]) => ({ name, type, value }));
    const ways = layers[0]!.transitions;
    const stage = new Stage();
    createClips(stage.scene, DURATIONS);
    const controller = CreateController(stage.scene, definition);
    const { to: first } = ways.find(({ from }) => from === "START")!;
    // without the way from START, which takes a frame of its own; in the way to END, PlayCanvas writes where it begins
    const others = ways.filter(({ from }) => from !== "START").map((way) => ({ ...way, to: way.to === "END" ? first : way.to }));
    const oracle = startOracle(first, others, parameters);
    const [actual, expected] = [[] as string[], [] as string[]];
    for (let frame = 0; frame < 200; frame++) {
      for (const parameter of parameters.filter(() => random() < 0.1)) {
        parameter.value = parameter.name === "pace" ? Math.floor(random() * 5) : parameter.name === "hit" || random() < 0.5;
        if (parameter.name === "hit") {
          controller.fire("hit");
        } else {
          controller.set(parameter.name, parameter.value);
        }
      }
      stage.frames(FRAME);
      oracle.update(FRAME);
      actual.push(controller.stateOf());
      expected.push(oracle.activeStateName);
    }
    expect(actual.join("")).toBe(expected.join(""));
  });

  /** A locomotion with a blend, an attack in a layer, as the editor saves it: lists by number. */
  const EDITOR = {
    layers: {
      0: { name: "Base", states: [0, 1, 2], transitions: [0, 1, 2], blendType: "OVERWRITE", weight: 1 },
      1: { name: "Attack", states: [3, 4, 5], transitions: [3, 4, 5], blendType: "ADDITIVE", weight: 0.5 },
    },
    states: {
      0: { name: "START" },
      1: {
        name: "Move",
        speed: 2,
        loop: true,
        blendTree: {
          type: "1D",
          parameter: "speed",
          syncAnimations: true,
          children: [
            { name: "Idle", point: 0 },
            {
              ...{ name: "Turn", point: 1, type: "2D_DIRECTIONAL", parameters: ["x", "y"] },
              children: [
                { name: "Left", point: [-1, 0] },
                { name: "Right", point: [1, 0], speed: 1.5 },
              ],
            },
          ],
        },
      },
      2: { name: "Jump", loop: false },
      3: { name: "START" },
      4: { name: "None", loop: true },
      5: { name: "Hit", loop: true },
    },
    transitions: {
      0: { from: 0, to: 1, defaultTransition: true },
      1: { from: 1, to: 2, time: 0.1, conditions: { 0: { parameterName: "jump", predicate: "EQUAL_TO", value: true }, 1: {} } },
      2: { from: 2, to: 1, time: 0.2, exitTime: 0.8, transitionOffset: 0.25, interruptionSource: "PREV_STATE_NEXT_STATE" },
      3: { from: 3, to: 4, defaultTransition: true },
      4: { from: 4, to: 5, time: 0.1, conditions: { 0: { parameterName: "speed", predicate: "GREATER_THAN", value: 1 } } },
      5: { from: 5, to: 4, time: 0.1, exitTime: 0.5, conditions: {} },
    },
    parameters: {
      0: { name: "speed", type: "FLOAT", value: 0 },
      1: { name: "jump", type: "TRIGGER", value: false },
      2: { name: "x", type: "FLOAT", value: 0 },
      3: { name: "y", type: "FLOAT", value: 0.5 },
    },
  };

  it("reads what the editor saves, and tells what is left out", () => {
    const before = structuredClone(EDITOR);
    const { definition, findings } = ReadPlayCanvasGraph(EDITOR, { "Move.Turn.Left": "turn left" });
    expect(EDITOR).toEqual(before);
    expect(definition).toEqual({
      parameters: { speed: 0, jump: "trigger", x: 0, y: 0.5 },
      layers: [
        {
          name: "Base",
          states: {
            Move: {
              ...{ blend: "speed", speed: 2, repetitions: -1 },
              clips: [
                { clip: "Idle", at: 0 },
                {
                  ...{ blend: ["x", "y"], space: "directional", at: 1 },
                  clips: [
                    { clip: "turn left", at: [-1, 0] },
                    { clip: "Right", at: [1, 0] },
                  ],
                },
              ],
            },
            Jump: { clip: "Jump", repetitions: 1 },
          },
          start: "Move",
          transitions: [
            { from: "Move", to: "Jump", when: { jump: true }, duration: 0.1, interruptedBy: [] },
            { from: "Jump", to: "Move", after: 0.8, duration: 0.2, offset: 0.25, interruptedBy: ["previous", "next"] },
          ],
        },
        {
          ...{ name: "Attack", weight: 0.5, additive: true, start: "None" },
          states: { None: { clip: "None", repetitions: -1 }, Hit: { clip: "Hit", repetitions: -1 } },
          transitions: [
            { from: "None", to: "Hit", when: { speed: { above: 1 } }, duration: 0.1, interruptedBy: [] },
            { from: "Hit", to: "None", afterEach: 0.5, duration: 0.1, interruptedBy: [] },
          ],
        },
      ],
    });
    expect(findings.map(DescribeFinding)).toEqual([`/states/1/blendTree/children/1/children/1/speed: ${ruleOf("speedLeftOut", 1.5)}`]);
    expect(CheckController(definition)).toEqual([]);
  });

  it.each([null, {}, { layers: 3 }, { layers: [3] }, { layers: [{ states: [] }], parameters: { a: 3 } }])("refuses %j", (graph) => {
    expect(() => ReadPlayCanvasGraph(graph)).toThrow(/must be/);
  });
});
