import type { BlendSpace } from "../blending/index.js";
import type { JointMask } from "./definition.js";

/** The seconds of a fade. */
export const DURATION = 0.2;

/** A definition that was read: names are indices. One plan serves any number of controllers. */
export interface ControllerPlan {
  readonly parameters: ReadonlyMap<string, Parameter>;
  readonly layers: readonly LayerPlan[];
}

export interface Parameter {
  readonly index: number;
  readonly kind: "number" | "boolean" | "trigger";
  /** False is 0, true is 1. */
  readonly initial: number;
}

export interface LayerPlan {
  readonly name: string;
  readonly mask: JointMask | null;
  readonly isAdditive: boolean;
  readonly weight: Amount;
  /** Those within states, too: of machines, these are all. */
  readonly states: readonly StatePlan[];
  /** The index of the state in which the layer begins. */
  readonly start: number;
  /** The indices of states by their names: of a machine, that of the state in which it begins. */
  readonly targets: ReadonlyMap<string, number>;
}

export interface StatePlan {
  readonly index: number;
  /** The path to the state: of one in a layer, its name. */
  readonly name: string;
  /** The names of clips; none for an empty state. */
  readonly clips: readonly string[];
  /** Null unless the clips are a blend. */
  readonly blend: BlendPlan | null;
  readonly speed: Amount;
  /** Null for those of the clips. */
  readonly repetitions: number | null;
  /** The transitions that leave this state, also those from any state and from a machine around it, in the order in which they are tried. */
  readonly transitions: readonly TransitionPlan[];
  /** Whether a transition may be taken although no parameter changes. */
  readonly isTimed: boolean;
}

/** How the clips of a state are weighed. */
export interface BlendPlan {
  readonly space: BlendSpace;
  /** What the blend follows. */
  readonly inputs: readonly Amount[];
  /** What is at the points of the space: the index of a clip of the state, or a blend of some. */
  readonly parts: readonly (number | BlendPlan)[];
  /** Scratch: the weights of the parts. */
  readonly weights: Float64Array;
}

export interface TransitionPlan {
  /** Whether it leaves any state: `from: "*"`. */
  readonly isFromAny: boolean;
  readonly to: number;
  readonly conditions: readonly Condition[];
  readonly after: number;
  readonly afterSeconds: number;
  /** 0 for any share of a pass. */
  readonly afterEach: number;
  readonly duration: number;
  /** 0 for the duration in seconds. */
  readonly durationPasses: number;
  /** Null where the clips begin as they do by themselves. */
  readonly offset: number | null;
  readonly keepStep: boolean;
  readonly interruptedBy: readonly ("next" | "previous")[];
}

/** Whether a transition waits for time to pass. */
export function isTimed({ after, afterSeconds, afterEach }: TransitionPlan): boolean {
  return after > 0 || afterSeconds > 0 || afterEach > 0;
}

/** Bounds of a parameter. Where a value must be equal, it is both of the inclusive bounds. */
export interface Condition {
  readonly parameter: number;
  readonly isTrigger: boolean;
  readonly above: number;
  readonly atLeast: number;
  readonly below: number;
  readonly atMost: number;
  /** NaN for none. */
  readonly not: number;
}

/** A constant, or the parameter that gives the number. */
export interface Amount {
  /** -1 for none. */
  readonly parameter: number;
  readonly value: number;
}

/** The first values of the parameters. */
export function valuesOf({ parameters }: ControllerPlan): Float64Array {
  return Float64Array.from(parameters.values(), ({ initial }) => initial);
}

export function amountOf({ parameter, value }: Amount, values: Float64Array): number {
  return parameter < 0 ? value : values[parameter]!;
}

/** Finds the weights of the clips of a blend, whose sum is `share`. Allocates nothing. @param into gets them */
export function mixInto({ space, inputs, parts, weights }: BlendPlan, values: Float64Array, share: number, into: Float64Array): void {
  const [x, y] = inputs;
  space.weightsAt(amountOf(x!, values), y ? amountOf(y, values) : 0, weights);
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i]!;
    if (typeof part === "number") {
      into[part] = share * weights[i]!;
    } else {
      mixInto(part, values, share * weights[i]!, into);
    }
  }
}
