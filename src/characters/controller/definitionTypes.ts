import type {
  BlendedClipDefinition,
  ControllerDefinition,
  LayerDefinition,
  StateDefinition,
  TransitionDefinition,
} from "../../gltf/controller/index.js";

/**
 * A type without its literals and tuples, and with members that only other items of a list have, as TypeScript infers it of a `const` or of
 * imported JSON.
 */
export type Widened<T> = T extends string
  ? string
  : T extends readonly unknown[]
    ? readonly Widened<T[number]>[]
    : T extends object
      ? { readonly [Name in keyof T]: string extends Name ? Widened<T[Name]> | undefined : Widened<T[Name]> }
      : T;

/** A {@link ControllerDefinition}, also as a `const` or imported JSON has it. */
export type ControllerJson = Widened<ControllerDefinition>;

/** The parameters of a definition; any, if its type is `any`. */
export type ParametersOf<D> = 0 extends 1 & D
  ? NonNullable<ControllerDefinition["parameters"]>
  : D extends { readonly parameters?: infer P }
    ? unknown extends P
      ? object
      : NonNullable<P>
    : object;

/** The names of a definition's parameters; string where they are not known. */
export type ParameterName<D> = keyof ParametersOf<D> & string;

/** The names of the parameters whose values have a type: `string` for triggers; string where names are not known. */
export type ParameterOfKind<P, Kind> = string extends keyof P
  ? string
  : { [Name in keyof P]: NonNullable<P[Name]> extends Kind ? Name : never }[keyof P] & string;

/** The names of a definition's triggers; string where they are not known. */
export type TriggerName<D> = ParameterOfKind<ParametersOf<D>, string>;

/** The value of a parameter: a number; or true or false, also for a trigger. */
export type ParameterValue<D, Name> = string extends keyof ParametersOf<D>
  ? number | boolean
  : Name extends keyof ParametersOf<D>
    ? NonNullable<ParametersOf<D>[Name]> extends number
      ? number
      : boolean
    : never;

/** The names of a definition's layers; string where they are not known. */
export type LayerName<D> = 0 extends 1 & D
  ? string
  : D extends { readonly layers: readonly (infer L)[] }
    ? L extends { readonly name?: infer Name }
      ? Name extends string
        ? Name
        : `${number}`
      : `${number}`
    : never;

/** The states of the layers of a definition, or of a machine. */
export type StatesOf<D> = D extends { readonly layers: readonly (infer L)[] }
  ? StatesOf<L>
  : D extends { readonly states: infer States }
    ? States
    : never;

/** The paths to states that are no machines. */
export type StatePath<States> = States extends unknown
  ? {
      [Name in keyof States & string]: States[Name] extends { readonly states: infer Inner } ? `${Name}/${StatePath<Inner>}` : Name;
    }[keyof States & string]
  : never;

/** The paths to states, and to machines. */
export type TargetPath<States> = States extends unknown
  ? {
      [Name in keyof States & string]: States[Name] extends { readonly states: infer Inner } ? Name | `${Name}/${TargetPath<Inner>}` : Name;
    }[keyof States & string]
  : never;

/** The names of a definition's states, of all layers, those within others by paths; string where they are not known. */
export type StateName<D> = 0 extends 1 & D ? string : StatePath<StatesOf<D>>;

/** The same, with the machines that have states within. */
export type StateTarget<D> = 0 extends 1 & D ? string : TargetPath<StatesOf<D>>;

/** Names in place of a string, if its type says which it is. */
export type KnownName<T, Names> = T extends string ? (string extends T ? T : Names) : T;

/** What a definition must be by its own type: it has no unknown members, and names what it has, where the type says which names these are. */
export type CheckedDefinition<D> = {
  readonly [Name in keyof D]: Name extends "parameters"
    ? D[Name] extends infer P
      ? { readonly [Parameter in keyof P]: KnownName<P[Parameter], "trigger"> }
      : never
    : Name extends "layers"
      ? D[Name] extends infer Layers
        ? { readonly [I in keyof Layers]: CheckedLayer<Layers[I], ParametersOf<D>> }
        : never
      : never;
};

/** What a layer must be, by its own type. @typeParam P the parameters */
export type CheckedLayer<L, P> = {
  readonly [Name in keyof L]: Name extends keyof MachineDefinition
    ? CheckedMachine<L, Name, P>
    : Name extends "weight"
      ? KnownName<L[Name], ParameterOfKind<P, number>>
      : Name extends keyof LayerDefinition | (string extends Name ? Name : never)
        ? L[Name]
        : never;
};

/** The members of a layer, or state, that has states. */
export type MachineDefinition = Pick<LayerDefinition, "states" | "start" | "transitions">;

/** What such a member must be. @typeParam M the layer or state @typeParam Name of the member @typeParam P the parameters */
export type CheckedMachine<M, Name extends keyof M & keyof MachineDefinition, P> = Name extends "states"
  ? M[Name] extends infer States
    ? { readonly [State in keyof States]: CheckedState<States[State], P> }
    : never
  : Name extends "transitions"
    ? M[Name] extends infer Transitions
      ? { readonly [I in keyof Transitions]: CheckedTransition<Transitions[I], TargetPath<StatesOf<M>>, P> }
      : never
    : KnownName<M[Name], TargetPath<StatesOf<M>>>;

/** What a state must be, by its own type, or a part of a blend. @typeParam P the parameters @typeParam Known what has the members that it may have */
export type CheckedState<S, P, Known = StateDefinition> = {
  readonly [Name in keyof S]: Name extends "speed"
    ? KnownName<S[Name], ParameterOfKind<P, number>>
    : Name extends "blend"
      ? S[Name] extends infer Blend
        ? Blend extends string
          ? KnownName<Blend, ParameterOfKind<P, number>>
          : { readonly [I in keyof Blend]: KnownName<Blend[I], ParameterOfKind<P, number>> }
        : never
      : Name extends "space"
        ? KnownName<S[Name], "cartesian" | "directional">
        : Name extends "clips"
          ? S[Name] extends infer Parts
            ? { readonly [I in keyof Parts]: CheckedState<Parts[I], P, BlendedClipDefinition> }
            : never
          : Name extends keyof MachineDefinition & keyof Known
            ? CheckedMachine<S, Name, P>
            : Name extends keyof Known
              ? S[Name]
              : never;
};

/** What a transition must be, by its own type. @typeParam States the names of the states @typeParam P the parameters */
export type CheckedTransition<T, States, P> = {
  readonly [Name in keyof T]: Name extends "from"
    ? KnownName<T[Name], States | "*">
    : Name extends "to"
      ? KnownName<T[Name], States>
      : Name extends "when"
        ? T[Name] extends infer Conditions
          ? { readonly [Parameter in keyof Conditions]: CheckedCondition<Conditions[Parameter], Parameter, P> }
          : never
        : Name extends "interruptedBy"
          ? T[Name] extends infer Sides
            ? { readonly [I in keyof Sides]: KnownName<Sides[I], "next" | "previous"> }
            : never
          : Name extends keyof TransitionDefinition
            ? T[Name]
            : never;
};

/** The type of a condition, by the type of its parameter. @typeParam P the parameters */
export type CheckedCondition<C, Parameter, P> = string extends keyof P
  ? C
  : Parameter extends keyof P
    ? NonNullable<P[Parameter]> extends number
      ? Exclude<C, boolean>
      : Extract<C, boolean | undefined>
    : Extract<C, undefined>;
