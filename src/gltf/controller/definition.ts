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
  /** The name of a joint: the layer moves only this joint and what is below it. Or several of them, and exceptions. Default all. */
  readonly mask?: string | JointMask | undefined;
  /**
   * Whether the clips are added to what lies below: the differences to their first pose, or to zero where a clip is additive itself. Default false.
   */
  readonly additive?: boolean | undefined;
  /** How much of the layer is shown, 0..1, or the name of a number parameter that says so. Default 1. */
  readonly weight?: number | string | undefined;
  /** At least one, by name. */
  readonly states: Readonly<Record<string, StateDefinition>>;
  /** The state in which the layer begins. Default the first state. */
  readonly start?: string | undefined;
  /** Transitions, tried in this order. Default none. */
  readonly transitions?: readonly TransitionDefinition[] | undefined;
}

/** The content of a state: a clip, a blend of clips, a machine of states, or nothing. */
export interface StateDefinition {
  /** The name of a clip. */
  readonly clip?: string | undefined;
  /** The clips of a blend, or blends of their own, at different places. */
  readonly clips?: readonly BlendedClipDefinition[] | undefined;
  /** The number parameter that a blend follows, or two of them. */
  readonly blend?: string | readonly [string, string] | undefined;
  /** How a blend in two dimensions finds its weights. Default `"cartesian"`. */
  readonly space?: "cartesian" | "directional" | undefined;
  /** A factor of the clips' speed, >= 0, or the name of a number parameter that is one. Default 1. */
  readonly speed?: number | string | undefined;
  /** How often the clips play, in place of their own setting: an integer >= 1; -1 for endless. */
  readonly repetitions?: number | undefined;
  /** The states of a machine within the state, by name, in place of clips: at least one. */
  readonly states?: Readonly<Record<string, StateDefinition>> | undefined;
  /** The state in which the machine begins. Default its first state. */
  readonly start?: string | undefined;
  /** Transitions between the states of the machine, tried before those of the machine around it. Default none. */
  readonly transitions?: readonly TransitionDefinition[] | undefined;
}

/** A clip of a blend, or a blend within it. */
export interface BlendedClipDefinition extends Pick<StateDefinition, "clip" | "clips" | "blend" | "space"> {
  /** The value of the parameter, or of both, at which the clip or blend is shown alone. */
  readonly at: number | readonly [number, number];
}

/** A way from one state of a layer to another. */
export interface TransitionDefinition {
  /** The name of a state, or the path to one within it, as in `"ground/walk"`; `"*"` for all but `to`. With a machine, any state within. */
  readonly from: string;
  /** The name of a state, or the path to one within it. A machine is entered in its `start`. */
  readonly to: string;
  /** Conditions by parameter; all must hold. Default none. */
  readonly when?: Readonly<Record<string, ConditionDefinition>> | undefined;
  /** How far the clip of the state that is left has played at least, in passes: 0.8 is 80 % of the first pass. Default 0. */
  readonly after?: number | undefined;
  /** How long the state that is left has been entered at least, in seconds. Default 0. */
  readonly afterSeconds?: number | undefined;
  /**
   * The share of a pass, > 0 and <= 1, at which the transition may be taken, once in each pass: in the frame in which the clip gets there, or when
   * the clip has ended. Default at any time.
   */
  readonly afterEach?: number | undefined;
  /** The seconds of the fade, >= 0. Default 0.2. */
  readonly duration?: number | undefined;
  /** The length of the fade in passes of the state that is left, > 0, in place of `duration`, which counts where that state makes no passes. */
  readonly durationPasses?: number | undefined;
  /**
   * Where the state begins, as a share of a pass, 0..1; with `keepStep`, how much further than the state that is left. Default as its clips say, or 0
   * with `keepStep`.
   */
  readonly offset?: number | undefined;
  /** Whether the state begins where the one that is left is in its pass, and both go in step during the fade. Default false. */
  readonly keepStep?: boolean | undefined;
  /**
   * Whose transitions may interrupt the fade, tried in this order: `"next"`, the state that the fade leads to; `"previous"`, the state
   * that it leaves. Default `["next"]`.
   */
  readonly interruptedBy?: readonly ("next" | "previous")[] | undefined;
}

/** A value that a parameter must have, true for a trigger; or bounds of a number, and a value that it must not have. */
export type ConditionDefinition =
  | number
  | boolean
  | {
      readonly above?: number | undefined;
      readonly atLeast?: number | undefined;
      readonly below?: number | undefined;
      readonly atMost?: number | undefined;
      readonly not?: number | undefined;
    };

/**
 * Parts of a character, by the names of joints: those included and what is below them, but for those excluded and what is below these. Of a joint
 * below another one, the lower one counts. Without `include`, everything but what is excluded.
 */
export interface JointMask {
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
}
