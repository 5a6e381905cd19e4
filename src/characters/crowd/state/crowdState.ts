import { logWarning, warnOfUnknownMembers } from "../../../scene/host/index.js";
import { excerpt, getOrMake, isObject, show } from "../../../gltf/util/index.js";
import { expectKind, expectObject } from "../arguments.js";
import { MOST_CHARACTERS } from "../asset/crowdOptions.js";
import { ClipCrowd } from "../clipCrowd.js";
import { type CharacterState, CharacterStates, expectCharacterState } from "./characterState.js";
import { type PackedNumber, Packing, unpack } from "./packing.js";

/** The state of a crowd: plain data, for JSON. */
export interface CrowdState {
  /** The seconds of all frames of the crowd. */
  readonly seconds: number;
  /** The indices of removed characters; the last one is used again first. */
  readonly free: readonly number[];
  /** What characters have in common: their states, with 0 in place of each number. */
  readonly shapes: readonly unknown[];
  /** For each character its index, that of its shape, and the numbers of its state in their order; as text those that JSON does not have. */
  readonly characters: readonly (readonly (number | string)[])[];
}

/** The options of {@link RestoreCrowdState}. */
export interface RestoreCrowdOptions {
  /**
   * Gives controllers to characters that have them in the state, but not in the crowd: called once for each name of controllers.
   * @example (indices, name) => ControlCrowd(crowd, indices, definition, { name })
   */
  readonly control?: ((indices: Int32Array, name: string) => unknown) | undefined;
}

/**
 * Saves the state of a crowd for {@link RestoreCrowdState}: its characters by their indices, their matrices, colors and visibility, and what they play, with times,
 * fades, mixtures and controllers. Attachments are not part of it. A promoted character is saved as if its instance was given back.
 * @returns plain data, for JSON
 * @throws TypeError if it is no crowd; RangeError if it is disposed
 * @example const saved = JSON.stringify(SaveCrowdState(crowd));
 * @experimental
 */
export function SaveCrowdState(crowd: ClipCrowd): CrowdState {
  const { characters, player, promotions } = expectCrowd(crowd).inside;
  const states = new CharacterStates(characters, player, promotions);
  const packing = new Packing();
  const packed: PackedNumber[][] = [];
  for (let index = 0; index < characters.end; index++) {
    if (characters.alive[index] === 1) {
      packed.push([index, ...packing.pack(states.save(index))]);
    }
  }
  return { seconds: player.layers.now, free: [...characters.free], shapes: packing.shapes, characters: packed };
}

/**
 * Returns a crowd to a saved state, for a rollback, a saved game, or a crowd of the same asset in another scene: the frames from then on are the same to the last
 * bit. Characters that the state does not have are removed, others added. Clips are found by name, controllers by the index of their character and their
 * own name; a controller that the state does not have ends. Nothing is reported meanwhile. Nodes and picking are those of the state at once.
 * @param state the result of {@link SaveCrowdState}, or its JSON parsed. A character whose state is invalid, or whose controller is missing, is shown at rest, with a
 * warning
 * @throws TypeError or RangeError if `state` is not a saved state, an option is invalid, or the crowd is disposed: nothing changes then. What `control` throws is thrown
 * @example
 * RestoreCrowdState(crowd, JSON.parse(saved), { control: (indices, name) => ControlCrowd(crowd, indices, definition, { name }) });
 * @experimental
 */
export function RestoreCrowdState(crowd: ClipCrowd, state: CrowdState, options: RestoreCrowdOptions = {}): void {
  const { characters, player, promotions, addAt, draw } = expectCrowd(crowd).inside;
  expectObject("options", options, "must be an object");
  const { control } = options;
  expectKind("options.control", control, "must be a function", control === undefined || typeof control === "function");
  warnOfUnknownMembers<RestoreCrowdOptions>("RestoreCrowdState", "options", options, { control: true });
  const { seconds, free, saved } = read(state);
  const problems: string[] = [];
  for (let index = 0; index < characters.end; index++) {
    if (characters.alive[index] === 1 && !saved.has(index)) {
      crowd.remove(index);
    }
  }
  addAt(
    [...saved.keys()].filter((index) => characters.alive[index] !== 1),
    free,
  );
  player.layers.now = seconds;
  const states = new CharacterStates(characters, player, promotions);
  const missing = new Map<string, number[]>();
  saved.forEach((character, index) => {
    const name = character instanceof Error ? undefined : character.controller?.name;
    if (states.controllerOf(index) !== name) {
      player.layers.end(index);
    }
    if (name !== undefined && states.controllerOf(index) === undefined) {
      getOrMake(missing, name, () => []).push(index);
    }
  });
  missing.forEach((indices, name) => control?.(Int32Array.from(indices), name));
  saved.forEach((character, index) => {
    try {
      if (character instanceof Error) {
        throw character;
      }
      states.restore(index, character);
    } catch (error) {
      player.stop(index);
      problems.push(`character ${index}: ${excerpt((error as Error).message)}`);
    }
  });
  promotions.replace([...saved.keys()]);
  draw(); // so that code may look at characters before the next frame
  if (problems.length > 0) {
    logWarning(
      `RestoreCrowdState: ${problems.length} of ${saved.size} characters cannot be restored, and are shown at rest; ${problems[0]}`,
    );
  }
}

/** @throws TypeError if a value is no crowd; RangeError if it is disposed */
function expectCrowd(crowd: ClipCrowd): ClipCrowd {
  expectKind("crowd", crowd, "must be a ClipCrowd", crowd instanceof ClipCrowd);
  return crowd;
}

/** @returns the states of characters by index; in place of an invalid one, the error @throws TypeError or RangeError unless a value is a saved state */
function read(state: CrowdState): Pick<CrowdState, "seconds" | "free"> & { readonly saved: ReadonlyMap<number, CharacterState | Error> } {
  const { seconds, free, shapes, characters }: Partial<CrowdState> = isObject(state) ? state : {};
  if (!Number.isFinite(seconds) || ![free, shapes, characters].every(Array.isArray)) {
    throw new TypeError(`state: must be a result of SaveCrowdState (got ${show(state)})`);
  }
  const saved = new Map<number, CharacterState | Error>();
  for (const character of characters!) {
    const [index, shape] = Array.isArray(character) ? (character as readonly number[]) : [];
    saved.set(
      index!,
      attempt(() => expectCharacterState(unpack(shapes![shape!], character, { at: 2 }))),
    );
  }
  const indices = new Set([...saved.keys(), ...free!]);
  const count = characters!.length + free!.length;
  if (
    indices.size !== count ||
    count > MOST_CHARACTERS ||
    ![...indices].every((index) => Number.isInteger(index) && index >= 0 && index < count)
  ) {
    throw new RangeError(`state: must have each index below ${count} once, in characters or free`);
  }
  return { seconds: seconds!, free: free!, saved };
}

function attempt<T>(run: () => T): T | Error {
  try {
    return run();
  } catch (error) {
    return error as Error;
  }
}
