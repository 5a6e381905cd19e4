/**
 * Graphs of the shapes that the examples of PlayCanvas' engine have, with names of their own: imported, they show the same states and weights as PlayCanvas'
 * own controller in each frame.
 */
import { afterEach, describe, expect, it } from "@jest/globals";
import { AnimController } from "../../../node_modules/playcanvas/build/playcanvas/src/framework/anim/controller/anim-controller.js";
import { AnimTransition } from "../../../node_modules/playcanvas/build/playcanvas/src/framework/anim/controller/anim-transition.js";
import type { AnimClip } from "../../../node_modules/playcanvas/build/playcanvas/src/framework/anim/evaluator/anim-clip.js";
import { AnimTrack } from "../../../node_modules/playcanvas/build/playcanvas/src/framework/anim/evaluator/anim-track.js";
import { AnimStateGraph } from "../../../node_modules/playcanvas/build/playcanvas/src/framework/anim/state-graph/anim-state-graph.js";
import { CheckController, CreateController } from "../../../src/controller.js";
import { DescribeFinding } from "../../../src/pure.js";
import { ReadPlayCanvasGraph } from "../../../src/tools.js";
import { createRandom } from "../../helpers/random.js";
import { disposeScenes } from "../../helpers/scene.js";
import { createClips, Stage } from "./character.js";

afterEach(disposeScenes);

const FRAME = 1 / 64;

interface Parameter {
  readonly type: string;
  value: number | boolean;
}

interface State {
  readonly name: string;
  readonly [member: string]: unknown;
}

interface Graph {
  readonly layers: readonly { readonly name: string; readonly states: readonly State[]; readonly transitions: readonly object[] }[];
  readonly parameters: Readonly<Record<string, Parameter & { readonly name: string }>>;
}

interface Example {
  readonly graph: Graph;
  /** The seconds of the clips, by the paths to which they are assigned. */
  readonly durations: Readonly<Record<string, number>>;
  /** Random values of the parameters. */
  readonly values: Readonly<Record<string, (random: () => number) => number | boolean>>;
  /** The states of each layer to which code goes, and the seconds of its fades. */
  readonly goes?: readonly { readonly states: readonly string[]; readonly duration: number }[];
  readonly findings: readonly string[];
}

const parameter = (name: string, type: string, value: number | boolean): Graph["parameters"] => ({ [name]: { name, type, value } });
const when = (parameterName: string, predicate: string, value: number | boolean): object => ({
  conditions: [{ parameterName, predicate, value }],
});
const within =
  (least: number, most: number) =>
  (random: () => number): number =>
    least + random() * (most - least);

const EXAMPLES: Readonly<Record<string, Example>> = {
  "a locomotion with a jump from any state": {
    graph: {
      layers: [
        {
          name: "legs",
          states: [{ name: "START" }, ...["Stand", "Stroll", "Leap", "Trot"].map((name) => ({ name, speed: 1 })), { name: "END" }],
          transitions: [
            { from: "START", to: "Stand", time: 0, priority: 0 },
            { from: "Stand", to: "Stroll", time: 0.1, priority: 0, ...when("pace", "GREATER_THAN", 0) },
            { from: "ANY", to: "Leap", time: 0.1, priority: 0, ...when("leap", "EQUAL_TO", true) },
            { from: "Leap", to: "Stand", time: 0.2, priority: 0, exitTime: 0.8 },
            { from: "Leap", to: "Stroll", time: 0.2, priority: 0, exitTime: 0.8 },
            { from: "Stroll", to: "Stand", time: 0.1, priority: 0, ...when("pace", "LESS_THAN_EQUAL_TO", 0) },
            { from: "Stroll", to: "Trot", time: 0.1, priority: 0, ...when("pace", "GREATER_THAN", 1) },
            { from: "Trot", to: "Stroll", time: 0.1, priority: 0, ...when("pace", "LESS_THAN", 2) },
          ],
        },
      ],
      parameters: { ...parameter("pace", "INTEGER", 0), ...parameter("leap", "TRIGGER", false) },
    },
    // 0.8 of the leap is a whole number of frames: PlayCanvas begins states in frames, not between them
    durations: { Stand: 2, Stroll: 1, Leap: 1.25, Trot: 0.75 },
    values: { pace: (random) => Math.floor(3 * random()), leap: () => true },
    findings: [],
  },
  "a blend by a number": {
    graph: {
      layers: [
        {
          name: "mood",
          states: [
            { name: "START" },
            {
              ...{ name: "Mood", speed: 1, loop: true },
              blendTree: {
                ...{ type: "1D", parameter: "joy" },
                children: [
                  { name: "Calm", point: 0 },
                  { name: "Merry", point: 1, speed: 0.85 },
                ],
              },
            },
          ],
          transitions: [{ from: "START", to: "Mood" }],
        },
      ],
      parameters: parameter("joy", "FLOAT", 0),
    },
    durations: { "Mood.Calm": 2, "Mood.Merry": 1.5 },
    values: { joy: within(0, 1) },
    findings: ["/layers/0/states/1/blendTree/children/1/speed: is left out (got 0.85); give the clip this speed"],
  },
  "a cartesian blend": {
    graph: {
      layers: [
        {
          name: "base",
          states: [
            { name: "START" },
            {
              ...{ name: "Pose", speed: 1, loop: true },
              blendTree: {
                ...{ type: "2D_CARTESIAN", parameters: ["x", "y"] },
                children: [
                  { name: "Calm", point: [-0.5, 0.5] },
                  { name: "Keen", point: [0.5, 0.5] },
                  { name: "Stroll", point: [0.5, -0.5] },
                  { name: "Merry", point: [-0.5, -0.5] },
                ],
              },
            },
          ],
          transitions: [{ from: "START", to: "Pose" }],
        },
      ],
      parameters: { ...parameter("x", "FLOAT", -0.5), ...parameter("y", "FLOAT", 0.5) },
    },
    durations: { "Pose.Calm": 2, "Pose.Keen": 1.5, "Pose.Stroll": 1, "Pose.Merry": 1.75 },
    values: { x: within(-1, 1), y: within(-1, 1) },
    findings: [],
  },
  "a directional blend with a walk backwards": {
    graph: {
      layers: [
        {
          name: "legs",
          states: [
            { name: "START" },
            {
              ...{ name: "Move", speed: 1, loop: true },
              blendTree: {
                ...{ type: "2D_DIRECTIONAL", syncDurations: true, parameters: ["x", "y"] },
                children: [
                  { name: "Stand", point: [0, 0] },
                  { name: "Retreat", point: [0, -0.5], speed: -1 },
                  { name: "Stroll", point: [0, 0.5], speed: 1 },
                  { name: "Trot", point: [0, 1], speed: 1 },
                ],
              },
            },
          ],
          transitions: [{ from: "START", to: "Move" }],
        },
      ],
      parameters: { ...parameter("x", "FLOAT", 0), ...parameter("y", "FLOAT", 0) },
    },
    durations: { "Move.Stand": 2, "Move.Retreat": 1, "Move.Stroll": 1, "Move.Trot": 0.75 },
    // beside this line, PlayCanvas takes the absolute value of projections
    values: { y: within(-0.5, 1) },
    findings: ["/layers/0/states/1/blendTree/children/1/speed: is left out (got -1); give the clip this speed"],
  },
  "states to which code goes": {
    graph: {
      layers: [
        {
          name: "lamps",
          states: [{ name: "START" }, { name: "Steady", loop: true }, { name: "Blink", loop: true }, { name: "END" }],
          transitions: [{ from: "START", to: "Steady" }],
        },
      ],
      parameters: {},
    },
    durations: { Steady: 1, Blink: 2 },
    values: {},
    goes: [{ states: ["Steady", "Blink"], duration: 0.5 }],
    findings: [],
  },
  "a layer that is added to a part of the body": {
    graph: {
      layers: [
        {
          name: "body",
          states: [{ name: "START" }, { name: "Stand" }, { name: "Stroll" }],
          transitions: [{ from: "START", to: "Stand" }],
        },
        {
          ...{ name: "chest", weight: 0.5, blendType: "ADDITIVE", mask: { "root/hips/Keen": { children: true } } },
          states: [{ name: "START" }, { name: "Keen" }, { name: "Calm" }, { name: "Merry" }],
          transitions: [{ from: "START", to: "Keen" }],
        },
      ],
      parameters: {},
    },
    durations: { Stand: 2, Stroll: 1, Keen: 1.5, Calm: 2, Merry: 1.75 },
    values: {},
    goes: [
      { states: ["Stand", "Stroll"], duration: 0.4 },
      { states: ["Keen", "Calm", "Merry"], duration: 0.4 },
    ],
    findings: [],
  },
};

/** The name of the clip at a path. */
const clipAt = (path: string): string => path.split(".").at(-1)!;

type Weights = ReadonlyMap<string, number>;

/** A layer of PlayCanvas, with as much of its evaluator as knows the clips. */
class Oracle {
  private readonly _clips: AnimClip[] = [];
  private readonly _controller: AnimController;

  constructor(layer: Graph["layers"][number], parameters: Readonly<Record<string, Parameter>>, durations: Example["durations"]) {
    const clips = this._clips;
    const evaluator = {
      clips,
      findClip: (name: string) => clips.find((clip) => clip.name === name) ?? null,
      addClip: (clip: AnimClip) => void clips.push(clip),
      removeClip: (index: number) => void clips.splice(index, 1),
      removeClips: () => void clips.splice(0),
      updateClipTrack: () => undefined,
      update: () => undefined,
    };
    this._controller = new AnimController(
      evaluator as never,
      layer.states.map(({ speed = 1, loop = true, ...state }) => ({ ...state, speed, loop })),
      layer.transitions as never,
      true,
      null as never,
      (name: string) => parameters[name],
      (name: string) => (parameters[name]!.value = false),
    );
    for (const [path, duration] of Object.entries(durations)) {
      if (layer.states.some(({ name }) => name === path.split(".")[0])) {
        this._controller.assignAnimation(path, new AnimTrack(clipAt(path), duration, [], [], []), undefined, undefined);
      }
    }
    this.update();
  }

  get state(): string {
    return this._controller.activeStateName;
  }

  get weights(): Weights {
    const weights = new Map<string, number>();
    for (const { name, blendWeight } of this._clips) {
      const clip = clipAt(name.replace(/\.previous\.\d+$/, ""));
      weights.set(clip, (weights.get(clip) ?? 0) + blendWeight);
    }
    return weights;
  }

  update(): void {
    this._controller.update(FRAME);
  }

  /** As a layer of its component does. */
  go(to: string, time: number): void {
    this._controller.updateStateFromTransition(new AnimTransition({ from: this.state, to, time }));
  }
}

describe.each(Object.entries(EXAMPLES))("%s", (_, { graph, durations, values, goes = [], findings: expectedFindings }) => {
  it.each(Array.from({ length: 20 }, (_unused, seed) => seed))("shows the same states and weights once it is imported: %i", (seed) => {
    const random = createRandom(seed + 1);
    const before = structuredClone(graph);
    const { definition, findings } = ReadPlayCanvasGraph(graph);
    expect(graph).toEqual(before);
    expect(findings.map(DescribeFinding)).toEqual(expectedFindings);
    expect(CheckController(definition).filter(({ severity }) => severity === 0)).toEqual([]); // no transition leads to states to which code goes
    const stage = new Stage();
    createClips(stage.scene, Object.fromEntries(Object.entries(durations).map(([path, duration]) => [clipAt(path), duration])));
    const controller = CreateController(stage.scene, definition);
    const { layers, parameters } = new AnimStateGraph(structuredClone(graph)) as unknown as Graph;
    const oracles = layers.map((layer) => new Oracle(layer, parameters, durations));
    const isFading = goes.length > 0 || graph.layers.some(({ transitions }) => transitions.length > 1);
    const weightOf = (layer: number): number => (graph.layers[layer] as { readonly weight?: number }).weight ?? 1;
    let last = oracles.map(({ weights }) => weights);
    for (let frame = 0; frame < 300; frame++) {
      for (const [name, value] of Object.entries(values)) {
        if (random() < 0.04) {
          parameters[name]!.value = value(random);
          if (parameters[name]!.type === "TRIGGER") {
            controller.fire(name);
          } else {
            controller.set(name, parameters[name]!.value);
          }
        }
      }
      goes.forEach(({ states, duration }, layer) => {
        const state = states[Math.floor(random() * states.length)]!;
        // PlayCanvas mixes what an interrupted fade shows by a rule of its own
        if (random() < 0.05 && state !== oracles[layer]!.state && controller.progressOf(layer) === 1) {
          oracles[layer]!.go(state, duration);
          controller.go(state, { layer, duration });
        }
      });
      stage.frames(FRAME);
      oracles.forEach((oracle) => oracle.update());
      const present = oracles.map(({ weights }) => weights);
      // in the frame of a transition, PlayCanvas has a frame of the fade behind it already
      const expected = isFading ? last : present;
      last = present;
      expect(oracles.map((__, layer) => controller.stateOf(layer))).toEqual(oracles.map(({ state }) => state));
      for (const [layer, weights] of expected.entries()) {
        const shown = stage.shown.filter((each) => each.layer === layer);
        for (const clip of Object.keys(durations).map(clipAt)) {
          const actual = shown.filter((each) => each.clip === clip).reduce((sum, { weight }) => sum + weight, 0);
          expect(actual).toBeCloseTo((weights.get(clip) ?? 0) * weightOf(layer), 9);
        }
      }
    }
  });
});
