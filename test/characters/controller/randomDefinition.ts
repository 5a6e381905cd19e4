/** Random definitions, and controllers that are compared with the reference interpreter in every frame. */
import { expect } from "@jest/globals";
import {
  CheckController,
  type ClipController,
  type ControllerDefinition,
  type StateDefinition,
  type TransitionDefinition,
} from "../../../src/controller.js";
import { DescribeFinding } from "../../../src/pure.js";
import { createRandom } from "../../helpers/random.js";
import { Reference, type Shown } from "./reference.js";

export const DURATIONS: Readonly<Record<string, number>> = { idle: 1.7, walk: 1.1, run: 0.61, jump: 0.83, wave: 1.31 };
const CLIPS = Object.keys(DURATIONS);
const STATES = ["a", "b", "c", "d"];
const RATES = [1, 7, 24, 30, 59.94, 60, 90, 144, 240];

/** A number whose sums are exact. */
function exact(value: number): number {
  return Math.round(value * 4096) / 4096;
}

class Dice {
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
      const clips = CLIPS.filter(() => this.chance(0.5)).map((clip, i) => ({ clip, at: i * 2 - 1 + this.number(0, 1) }));
      return clips.length > 0 ? { ...speed, blend: "pace", clips: this.chance(0.5) ? clips : clips.reverse() } : speed;
    }
    return { clip: this.pick(CLIPS), ...speed, ...(this.chance(0.4) ? { repetitions: this.pick([1, 2, 3]) } : {}) };
  }

  transition(states: readonly string[]): TransitionDefinition {
    const condition = {
      ...(this.chance(0.3) ? { ground: this.chance(0.5) } : {}),
      ...(this.chance(0.3) ? { hit: true } : {}),
      ...(this.chance(0.3) ? { pace: this.pick([{ above: 1 }, { below: 2, atLeast: -1 }, { atMost: 0.5 }, 2]) } : {}),
    };
    return {
      from: this.chance(0.25) ? "*" : this.pick(states),
      to: this.pick(states),
      when: condition,
      ...(this.chance(0.35) ? { after: this.number(0, 2.5) } : {}),
      ...(this.chance(0.3) || Object.keys(condition).length === 0 ? { afterSeconds: this.number(0.1, 1) } : {}),
      ...(this.chance(0.8) ? { duration: this.chance(0.2) ? 0 : this.number(0, 1) } : {}),
      ...(this.chance(0.4) ? { interruptedBy: this.pick([[], ["next"], ["previous"], ["previous", "next"]] as const) } : {}),
    };
  }

  definition(): ControllerDefinition {
    const layers = Array.from({ length: this.pick([1, 1, 2, 3]) }, () => {
      const states = STATES.slice(0, this.pick([1, 2, 3, 4]));
      return {
        states: Object.fromEntries(states.map((name) => [name, this.state()])),
        transitions: Array.from({ length: this.pick([0, 2, 4, 8]) }, () => this.transition(states)),
        ...(this.chance(0.3) ? { start: this.pick(states) } : {}),
        ...(this.chance(0.2) ? { weight: this.chance(0.5) ? "pace" : this.number(0, 1) } : {}),
      };
    });
    const isEmpty = layers.every(({ states }) => Object.values(states).every(({ clip, clips }) => clip === undefined && !clips));
    return isEmpty ? this.definition() : { parameters: { pace: this.number(-1, 4), ground: this.chance(0.5), hit: "trigger" }, layers };
  }
}

function inOrder(shown: readonly Shown[]): Shown[] {
  const key = ({ layer, clip, weight, timestamp }: Shown): string => `${layer} ${clip} ${weight.toFixed(6)} ${timestamp.toFixed(6)}`;
  return [...shown].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

function expectSame(actual: readonly Shown[], expected: readonly Shown[], durations = DURATIONS): void {
  const [a, b] = [inOrder(actual), inOrder(expected)];
  expect(a.map(({ layer, clip }) => `${layer} ${clip}`)).toEqual(b.map(({ layer, clip }) => `${layer} ${clip}`));
  a.forEach(({ clip, timestamp, weight }, i) => {
    const apart = Math.abs(timestamp - b[i]!.timestamp);
    expect(Math.min(apart, durations[clip]! - apart)).toBeLessThan(1e-9);
    expect(Math.abs(weight - b[i]!.weight)).toBeLessThan(1e-12);
  });
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
    subject.frame(delta);
    const expected = reference.frame(delta);
    expect(changes.splice(0)).toEqual(expected.changes);
    expect(layers.map((layer) => controller.stateOf(layer))).toEqual(reference.states());
    expectSame(subject.shown, expected.shown);
  }
}
