import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { AnimationGroup, TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import { excerpt } from "../messages/show.js";
import type { Numbers } from "../sampling/index.js";
import { flushComponents, propertyOf, type AnimatedProperty, type PropertyUser } from "./animatedProperty.js";
import { compile, type CompiledAnimations } from "./compile.js";
import type { Moment } from "./evaluator.js";
import { playableOf } from "./playable.js";

/** What a group's animations are compiled to, bound to its targets. */
export class ClipBinding {
  /** Of the properties; beside each other, since in a crowd each step to another object costs more than what is done there. */
  private readonly _targets: readonly object[];
  private readonly _accesses: readonly AnimatedProperty["access"][];
  private readonly _owns: readonly unknown[];

  /** @param properties for each animation, the one that it is for */
  constructor(
    readonly compiled: CompiledAnimations,
    readonly targetedAnimations: readonly TargetedAnimation[],
    readonly properties: readonly AnimatedProperty[],
  ) {
    this._targets = properties.map(({ target }) => target);
    this._accesses = properties.map(({ access }) => access);
    this._owns = properties.map(({ own }) => own);
  }

  isOf(compiled: CompiledAnimations, targetedAnimations: readonly TargetedAnimation[], properties: readonly AnimatedProperty[]): boolean {
    return (
      this.compiled === compiled &&
      this.properties.every((property, i) => property === properties[i]) &&
      this.targetedAnimations.every((targetedAnimation, i) => targetedAnimation === targetedAnimations[i])
    );
  }

  sample(at: Moment, values: Numbers, cursors?: Int32Array): void {
    const { clip, framePerSecond, moment } = this.compiled;
    moment.time = at.timestamp * framePerSecond;
    clip.sampleInto(moment, values, cursors);
  }

  /** Writes values to those of the properties that are let through, all of them as they are. */
  write(values: Numbers, retained: Uint8Array | null): void {
    const { _targets: targets, _accesses: accesses, _owns: owns } = this;
    const { offsets } = this.compiled;
    for (let i = 0; i < targets.length; i++) {
      if (retained === null || retained[i] === 1) {
        accesses[i]!.write(targets[i]!, values, offsets[i]!, owns[i]);
      }
    }
    flushComponents();
  }

  /** Samples and writes a pose, outside of playing. */
  show(timestamp: number, retained: Uint8Array | null): void {
    const { scratch } = this.compiled;
    this.remember();
    this.sample({ timestamp }, scratch);
    this.write(scratch, retained);
  }

  /** Keeps what the properties are now, of those that nothing ever animated. */
  remember(): void {
    this.properties.forEach((property) => property.remember());
  }

  acquire(user: PropertyUser): void {
    for (const property of this.properties) {
      property.acquire(user);
    }
  }

  release(user: PropertyUser): void {
    for (const property of this.properties) {
      property.release(user);
    }
  }

  /** Gives those of the properties that are let through, all of them as they are, the values they had before they were animated. */
  restore(retained: Uint8Array | null = null): void {
    this.properties.forEach((property, i) => {
      if (retained === null || retained[i] === 1) {
        property.write(property.rest!, 0);
      }
    });
    flushComponents();
  }

  /** Runs something with the values that the properties had before they were animated, unseen. */
  atRest<T>(run: () => T): T {
    const { layout, offsets } = this.compiled;
    const values = new Float64Array(layout.length);
    const moved = Uint8Array.from(this.properties, (property, i) => {
      const offset = offsets[i]!;
      property.read(values, offset);
      return Number(property.rest!.some((component, c) => component !== values[offset + c]));
    });
    this.properties.forEach((property, i) => moved[i] === 1 && property.write(property.rest!, 0));
    flushComponents();
    try {
      return run();
    } finally {
      this.write(values, moved);
    }
  }
}

/**
 * Compiles what a group animates, as far as it can be played.
 * @param before what it was compiled to the last time: the same again, unless something changed
 * @returns why it cannot be compiled, where it cannot
 */
export function bind(group: AnimationGroup, before: ClipBinding | string | null): ClipBinding | string {
  let targetedAnimations: readonly TargetedAnimation[] = group.targetedAnimations;
  let compiled = compile(targetedAnimations.map(animationOf));
  if ("reason" in compiled) {
    // only now, because it takes as long as compiling does
    targetedAnimations = playableOf(group);
    compiled = compile(targetedAnimations.map(animationOf));
  }
  if ("reason" in compiled) {
    return compiled.reason;
  }
  const properties: AnimatedProperty[] = [];
  for (const { target, animation } of targetedAnimations) {
    const property = Array.isArray(target) ? null : propertyOf(target as object, animation);
    if (!property) {
      return `the animation ${excerpt(animation.name)} has a target without ${excerpt(animation.targetProperty)}`;
    }
    properties.push(property);
  }
  return before instanceof ClipBinding && before.isOf(compiled, targetedAnimations, properties)
    ? before
    : new ClipBinding(compiled, [...targetedAnimations], properties);
}

function animationOf({ animation }: TargetedAnimation): Animation {
  return animation;
}
