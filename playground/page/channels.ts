import type { TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import { DescribeTarget } from "../../src/pure.js";

/** A channel of a clip, as the page shows it. */
export interface Channel {
  /** The JSON pointer, or the names from the root to the node and its property. */
  readonly path: string;
  /** The Babylon object and its property. */
  readonly lands: string;
  readonly animation: TargetedAnimation["animation"];
  /** Reads the components of the current value. */
  readonly read: () => readonly number[];
}

interface Named {
  readonly name?: string;
  readonly parent?: Named | null;
  getClassName?(): string;
}

export function channelsOf(targetedAnimations: readonly TargetedAnimation[]): Channel[] {
  return targetedAnimations.map((targetedAnimation) => {
    const { animation } = targetedAnimation;
    const object = targetedAnimation.target as Named;
    const { pointer, property } = DescribeTarget(targetedAnimation);
    const read = (): readonly number[] => componentsOf(follow(object, animation.targetPropertyPath));
    if (object.getClassName?.() === "PointerTarget") {
      return { path: pointer ?? "", lands: `“${object.name ?? ""}” .${property}`, animation, read };
    }
    const path = `${pathOf(object)} · ${pointer?.split("/").slice(3).join(" ") ?? property}`;
    return { path, lands: `${object.getClassName?.() ?? "object"} .${property}`, animation, read };
  });
}

/** The names from the root of the model down to a node. */
function pathOf(object: Named): string {
  const names: string[] = [];
  for (let node: Named | null | undefined = object; node && names.length < 100; node = node.parent) {
    if (node.name !== "__root__") {
      names.unshift(node.name ?? "");
    }
  }
  return names.join(" / ");
}

function follow(object: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((holder, name) => (holder as Record<string, unknown> | null | undefined)?.[name], object);
}

/** The components of a number, vector, colour, quaternion or matrix. */
export function componentsOf(value: unknown): readonly number[] {
  if (typeof value === "number" || typeof value === "boolean") {
    return [Number(value)];
  }
  return (value as { asArray?(): number[] } | null | undefined)?.asArray?.() ?? [];
}

/** The sampled curve of a channel, and its keys. */
export interface Curve {
  /** Seconds, ascending: the keys, and samples between them. */
  readonly times: readonly number[];
  /** One array for each component. */
  readonly lines: readonly (readonly number[])[];
  readonly keyTimes: readonly number[];
}

const MAX_COMPONENTS = 4;

/** @param samples number of intervals between the first and the last key */
export function curveOf({ animation }: Channel, samples: number): Curve {
  const keys = animation.getKeys();
  const fps = animation.framePerSecond;
  const [first, last] = [keys[0]?.frame ?? 0, keys.at(-1)?.frame ?? 0];
  const frames = new Set<number>(Array.from({ length: samples + 1 }, (_, i) => first + ((last - first) * i) / samples));
  // also just before each key, so that steps are vertical
  for (const { frame } of keys.length <= samples ? keys : []) {
    frames.add(frame);
    frames.add(Math.max(frame - (last - first) * 1e-5, first));
  }
  const sorted = [...frames].sort((a, b) => a - b);
  const values = sorted.map((frame) => componentsOf(animation.evaluate(frame)).slice(0, MAX_COMPONENTS));
  return {
    times: sorted.map((frame) => frame / fps),
    lines: (values[0] ?? []).map((_, component) => values.map((value) => value[component] ?? 0)),
    keyTimes: keys.map(({ frame }) => frame / fps),
  };
}
