import type { BlendSpace } from "../../gltf/blending/index.js";

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
  readonly mask: string | null;
  readonly weight: Amount;
  readonly states: readonly StatePlan[];
  /** The index of the state in which the layer begins. */
  readonly start: number;
  /** The transitions that leave any state but the one that they lead to, tried after those of the state. */
  readonly fromAny: readonly TransitionPlan[];
}

export interface StatePlan {
  readonly index: number;
  readonly name: string;
  /** The names of clips; none for an empty state. */
  readonly clips: readonly string[];
  /** Null unless the clips are a blend. */
  readonly space: BlendSpace | null;
  /** The parameters of the blend. */
  readonly inputs: readonly Amount[];
  readonly speed: Amount;
  /** Null for those of the clips. */
  readonly repetitions: number | null;
  /** The transitions that leave this state, in the order in which they are tried. */
  readonly transitions: readonly TransitionPlan[];
  /** Whether a transition may be taken although no parameter changes. */
  readonly isTimed: boolean;
}

export interface TransitionPlan {
  readonly to: number;
  readonly conditions: readonly Condition[];
  readonly after: number;
  readonly afterSeconds: number;
  readonly duration: number;
  readonly interruptedBy: readonly ("next" | "previous")[];
}

/** Whether a transition waits for time to pass. */
export function isTimed({ after, afterSeconds }: TransitionPlan): boolean {
  return after > 0 || afterSeconds > 0;
}

/** Bounds of a parameter. Where a value must be equal, it is both of the inclusive bounds. */
export interface Condition {
  readonly parameter: number;
  readonly isTrigger: boolean;
  readonly above: number;
  readonly atLeast: number;
  readonly below: number;
  readonly atMost: number;
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
