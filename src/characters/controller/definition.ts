/**
 * The definition of a controller: plain JSON.
 * @example
 * {
 *   parameters: { speed: 0, grounded: true, wave: "trigger" },
 *   layers: [
 *     {
 *       states: {
 *         move: { blend: "speed", clips: [{ clip: "idle", at: 0 }, { clip: "walk", at: 1.4 }, { clip: "run", at: 4 }] },
 *         jump: { clip: "jump" },
 *       },
 *       transitions: [
 *         { from: "move", to: "jump", when: { grounded: false }, duration: 0.1 },
 *         { from: "jump", to: "move", when: { grounded: true }, after: 0.8 },
 *       ],
 *     },
 *   ],
 * }
 */
export interface ControllerDefinition {
  /** The first value of each parameter; `"trigger"` for triggers. Default none. */
  readonly parameters?: Readonly<Record<string, number | boolean | "trigger">> | undefined;
  /** At least one layer; each layer is mixed over the layers before it. */
  readonly layers: readonly LayerDefinition[];
}

/** States of which a layer is in one at a time. */
export interface LayerDefinition {
  /** For events and messages. Default the index of the layer. */
  readonly name?: string | undefined;
  /** The name of a joint: the layer moves only this joint and what is below it. Default all. */
  readonly mask?: string | undefined;
  /** How much of the layer is shown, 0..1, or the name of a number parameter that says so. Default 1. */
  readonly weight?: number | string | undefined;
  /** At least one, by name. */
  readonly states: Readonly<Record<string, StateDefinition>>;
  /** The state in which the layer begins. Default the first state. */
  readonly start?: string | undefined;
  /** Transitions, tried in this order. Default none. */
  readonly transitions?: readonly TransitionDefinition[] | undefined;
}

/** The content of a state: a clip, a blend of clips, or nothing. */
export interface StateDefinition {
  /** The name of a clip. */
  readonly clip?: string | undefined;
  /** The clips of a blend, at different places. */
  readonly clips?: readonly BlendedClipDefinition[] | undefined;
  /** The number parameter that a blend follows, or two of them. */
  readonly blend?: string | readonly [string, string] | undefined;
  /** How a blend in two dimensions finds its weights. Default `"cartesian"`. */
  readonly space?: "cartesian" | "directional" | undefined;
  /** A factor of the clips' speed, >= 0, or the name of a number parameter that is one. Default 1. */
  readonly speed?: number | string | undefined;
  /** How often the clips play, in place of their own setting: an integer >= 1; -1 for endless. */
  readonly repetitions?: number | undefined;
}

/** A clip of a blend. */
export interface BlendedClipDefinition {
  readonly clip: string;
  /** The value of the parameter, or of both, at which the clip is shown alone. */
  readonly at: number | readonly [number, number];
}

/** A way from one state of a layer to another. */
export interface TransitionDefinition {
  /** The name of a state; `"*"` for all but `to`. */
  readonly from: string;
  readonly to: string;
  /** Conditions by parameter; all must hold. Default none. */
  readonly when?: Readonly<Record<string, ConditionDefinition>> | undefined;
  /** How far the clip of the state that is left has played at least, in passes: 0.8 is 80 % of the first pass. Default 0. */
  readonly after?: number | undefined;
  /** How long the state that is left has been entered at least, in seconds. Default 0. */
  readonly afterSeconds?: number | undefined;
  /** The seconds of the fade, >= 0. Default 0.2. */
  readonly duration?: number | undefined;
  /**
   * Whose transitions may interrupt the fade, tried in this order: `"next"`, the state that the fade leads to; `"previous"`, the state
   * that it leaves. Default `["next"]`.
   */
  readonly interruptedBy?: readonly ("next" | "previous")[] | undefined;
}

/** A value that a parameter must have, true for a trigger; or bounds of a number. */
export type ConditionDefinition =
  | number
  | boolean
  | {
      readonly above?: number | undefined;
      readonly atLeast?: number | undefined;
      readonly below?: number | undefined;
      readonly atMost?: number | undefined;
    };
