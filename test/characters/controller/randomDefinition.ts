/** Random definitions, and controllers that are compared with the reference interpreter in every frame. */
import { expect } from "@jest/globals";
import {
  CheckController,
  type ClipController,
  type ControllerDefinition,
  type LayerDefinition,
  type StateDefinition,
  type TransitionDefinition,
} from "../../../src/controller.js";
import { DescribeFinding } from "../../../src/pure.js";
import { createRandom } from "../../helpers/random.js";
import { leavesOf, Reference, type Shown } from "./reference.js";

export const DURATIONS: Readonly<Record<string, number>> = { idle: 1.7, walk: 1.1, run: 0.61, jump: 0.83, wave: 1.31 };
const CLIPS = Object.keys(DURATIONS);
const STATES = ["a", "b", "c", "d"];
const RATES = [1, 7, 24, 30, 59.94, 60, 90, 144, 240];

/** A number whose sums are exact. */
function exact(value: number): number {
  return Math.round(value * 4096) / 4096;
}

export class Dice {
  constructor(private readonly _random: () => number) {}

  number(least: number, most: number): number {
    return exact(least + this._random() * (most - least));
  }

  chance(share: number): boolean {
    return this._random() < share;
  }

  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this._random() * items.length)]!;
  }

  state(): StateDefinition {
    const speed = this.chance(0.2) ? { speed: "pace" } : this.chance(0.2) ? { speed: this.number(0, 3) } : {};
    if (this.chance(0.15)) {
      return {};
    }
    if (this.chance(0.3)) {
      return { ...speed, ...this.blend(1) };
    }
    return { clip: this.pick(CLIPS), ...speed, ...(this.chance(0.4) ? { repetitions: this.pick([1, 2, 3]) } : {}) };
  }

  blend(depth: number): Pick<StateDefinition, "blend" | "clips"> {
    const clips = CLIPS.filter(() => this.chance(0.5)).map((clip, i) => {
      return { ...(depth < 3 && this.chance(0.2) ? this.blend(depth + 1) : { clip }), at: i * 2 - 1 + this.number(0, 1) };
    });
    return clips.length === 0
      ? this.blend(depth)
      : { blend: this.pick(["pace", "lean"]), clips: this.chance(0.5) ? clips : clips.reverse() };
  }

  transition(states: readonly string[]): TransitionDefinition {
    const condition = {
      ...(this.chance(0.3) ? { ground: this.chance(0.5) } : {}),
      ...(this.chance(0.3) ? { hit: true } : {}),
      ...(this.chance(0.3) ? { pace: this.pick([{ above: 1 }, { below: 2, atLeast: -1 }, { atMost: 0.5 }, { not: 2 }, 2]) } : {}),
    };
    return {
      from: this.chance(0.25) ? "*" : this.pick(states),
      to: this.pick(states),
      when: condition,
      ...(this.chance(0.35) ? { after: this.number(0, 2.5) } : {}),
      ...(this.chance(0.3) || Object.keys(condition).length === 0 ? { afterSeconds: this.number(0.1, 1) } : {}),
      ...(this.chance(0.25) ? { afterEach: this.pick([0.25, 0.75, 1, this.number(0.01, 1)]) } : {}),
      ...(this.chance(0.2) ? { durationPasses: this.number(0.05, 1.5) } : {}),
      ...(this.chance(0.2) ? { offset: this.number(0, 1) } : {}),
      ...(this.chance(0.3) ? { keepStep: true } : {}),
      ...(this.chance(0.8) ? { duration: this.chance(0.2) ? 0 : this.number(0, 1) } : {}),
      ...(this.chance(0.4) ? { interruptedBy: this.pick([[], ["next"], ["previous"], ["previous", "next"]] as const) } : {}),
    };
  }

  /** States and transitions of a layer, or of a machine in a state. @param depth how many states it is within */
  machine(depth: number): Pick<LayerDefinition, "states" | "start" | "transitions"> {
    const names = STATES.slice(0, this.pick([1, 2, 3, 4]));
    const states = Object.fromEntries(names.map((name) => [name, depth < 2 && this.chance(0.2) ? this.machine(depth + 1) : this.state()]));
    const paths = pathsIn(states);
    return {
      states,
      transitions: Array.from({ length: this.pick([0, 2, 4, 8]) }, () => this.transition(paths)),
      ...(this.chance(0.3) ? { start: this.pick(paths) } : {}),
    };
  }

  definition(): ControllerDefinition {
    const layers = Array.from({ length: this.pick([1, 1, 2, 3]) }, (_, i) => {
      return {
        ...this.machine(0),
        ...(i > 0 && this.chance(0.3) ? { additive: true } : {}),
        ...(this.chance(0.2) ? { weight: this.chance(0.5) ? "pace" : this.number(0, 1) } : {}),
      };
    });
    const isEmpty = layers.every((layer) => leavesOf(layer).length === 0);
    const parameters = { pace: this.number(-1, 4), lean: this.number(-1, 4), ground: this.chance(0.5), hit: "trigger" } as const;
    return isEmpty ? this.definition() : { parameters, layers };
  }
}

/** The paths to states, those of machines included. */
function pathsIn(states: LayerDefinition["states"]): string[] {
  return Object.entries(states).flatMap(([name, state]) => [
    name,
    ...(state.states ? pathsIn(state.states).map((path) => `${name}/${path}`) : []),
  ]);
}

function isSame(a: Shown, b: Shown, durations: Readonly<Record<string, number>>): boolean {
  const apart = Math.abs(a.timestamp - b.timestamp);
  const areTimes = Math.min(apart, durations[a.clip]! - apart) < 1e-9;
  return a.layer === b.layer && a.clip === b.clip && areTimes && Math.abs(a.weight - b.weight) < 1e-12;
}

/** @param actual in any order */
function expectSame(actual: readonly Shown[], expected: readonly Shown[], durations = DURATIONS): void {
  const left = [...expected];
  const others = actual.filter((shown) => {
    const same = left.findIndex((each) => isSame(shown, each, durations));
    return same < 0 || !left.splice(same, 1);
  });
  expect(others).toEqual(left);
}

/** What a controller plays on. */
export interface Subject {
  control(definition: ControllerDefinition): ClipController;
  frame(delta: number): void;
  readonly shown: readonly Shown[];
}

/** Plays a random definition for 60 frames. */
export function compareWithReference(seed: number, subject: Subject): void {
  const dice = new Dice(createRandom(seed + 1));
  const definition = dice.definition();
  expect(
    CheckController(definition, { clips: CLIPS })
      .filter(({ severity }) => severity === 0)
      .map(DescribeFinding),
  ).toEqual([]);
  const controller = subject.control(definition);
  const reference = new Reference(definition, DURATIONS);
  const changes: string[] = [];
  const layers = definition.layers.map((_, i) => String(i));
  controller.onStateChangedObservable.add(({ layer, from, to }) => changes.push(`${layer}: ${from} > ${to}`));
  const names = definition.layers.flatMap(leavesOf);
  const rate = dice.pick(RATES);
  for (let frame = 0; frame < 60; frame++) {
    const delta = dice.chance(0.1) ? 0 : exact(1 / rate);
    if (dice.chance(0.2)) {
      reference.values.pace = dice.number(-1, 4);
      controller.set("pace", reference.values.pace);
    }
    if (dice.chance(0.2)) {
      reference.values.ground = dice.chance(0.5);
      controller.set("ground", reference.values.ground);
    }
    if (dice.chance(0.2)) {
      reference.values.hit = true;
      controller.fire("hit");
    }
    if (dice.chance(0.2)) {
      reference.values.lean = dice.number(-1, 4);
      controller.set("lean", reference.values.lean);
    }
    if (dice.chance(0.05)) {
      const layer = dice.pick(layers);
      const state = dice.pick(pathsIn(definition.layers[Number(layer)]!.states));
      const options = { duration: dice.chance(0.3) ? 0 : dice.number(0, 1), at: dice.chance(0.5) ? undefined : dice.number(0, 1) };
      reference.go(Number(layer), { state, ...options });
      controller.go(state, { layer, ...options });
    }
    if (dice.chance(0.05)) {
      const [name, clip] = [dice.pick(names), dice.pick(CLIPS)];
      reference.setClip(name, clip);
      controller.setClip(name, clip);
    }
    subject.frame(delta);
    const expected = reference.frame(delta);
    expect(changes.splice(0)).toEqual(expected.changes);
    expect(layers.map((layer) => controller.stateOf(layer))).toEqual(reference.states());
    expectSame(subject.shown, expected.shown);
    reference.times().forEach(({ passes, seconds }, i) => {
      expect(controller.passesOf(i)).toBeCloseTo(passes, 9);
      expect(controller.secondsOf(i)).toBeCloseTo(seconds, 9);
    });
  }
}
