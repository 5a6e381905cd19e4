import { isObject, show } from "../../../gltf/util/index.js";
import { restoreColumns, saveColumns } from "../../../gltf/timing/index.js";
import type { CrowdClip } from "../asset/crowdClip.js";
import { type Characters, INVISIBLE, NO_CLIP } from "../play/characters.js";
import { isSavedClip } from "../play/clipSlots.js";
import type { CrowdPlayer } from "../play/crowdPlayer.js";
import type { SavedFadingPart } from "../play/fades.js";
import { createMixture } from "../play/mixtures.js";
import type { Promotions } from "../play/promotion.js";

/** The state of a character of a crowd. */
export interface CharacterState {
  readonly matrix: readonly number[];
  /** Whether root motion has made the matrix more exact than single precision. Default false: it has nine digits, which are enough for that. */
  readonly isExact?: true | undefined;
  /** Red, green, blue and alpha; default white. */
  readonly color?: readonly number[] | undefined;
  readonly isVisible?: false | undefined;
  /** What plays by a controller; default none. */
  readonly controller?: { readonly name: string; readonly state: unknown } | undefined;
  /** The clip that the character plays without a controller; default none. */
  readonly clip?: PlayedState | undefined;
  readonly fade?: FadeState | undefined;
  /** Clips that are shown together, by their names. */
  readonly mixture?: { readonly clips: readonly ClipName[]; readonly weights: readonly number[] } | undefined;
}

interface ClipName {
  readonly name: string;
  /** How many clips of the crowd with the same name come before it; default none. */
  readonly nth?: number | undefined;
}

interface PlayedState extends ClipName {
  readonly time: readonly number[];
  /** Whether it moves the matrix of the character. */
  readonly moves?: true | undefined;
}

interface FadeState {
  readonly seconds: number;
  readonly elapsed: number;
  readonly isInStep: boolean;
  readonly frequency: number;
  /** What fades out; without `clip`, the asset at rest. */
  readonly parts: readonly { readonly clip?: PlayedState | undefined; readonly before: number; readonly isInStep: boolean }[];
}

/** Saves and restores characters. */
export class CharacterStates {
  /** Of each clip, its name among those of the crowd. */
  private readonly _names: readonly ClipName[];

  constructor(
    private readonly _characters: Characters,
    private readonly _player: CrowdPlayer,
    private readonly _promotions: Promotions,
  ) {
    const { clips } = _player;
    this._names = clips.map(({ name }, i) => {
      const nth = clips.slice(0, i).filter((other) => other.name === name).length;
      return { name, nth: nth || undefined };
    });
  }

  save(index: number): CharacterState {
    const { colors, hidden, matrices } = this._characters;
    const promoted = this._promotions.savedMatrix(index);
    const exact = promoted ? null : this._player.motion.exactMatrixOf(index);
    const color = colors && Array.from(colors.subarray(4 * index, 4 * index + 4));
    const saving = this._player.layers.of(index)?.driver?.saving;
    return {
      matrix: exact ?? Array.from(promoted?.asArray() ?? matrices.subarray(16 * index, 16 * index + 16), shortened),
      isExact: exact ? true : undefined,
      color: color?.some((component) => component !== 1) ? color : undefined,
      isVisible: (hidden[index]! & INVISIBLE) === 0 ? undefined : false,
      ...(saving ? { controller: { name: saving.name, state: saving.save() } } : this._savePlayed(index)),
    };
  }

  /** The name of the controller that a character has; undefined for none. */
  controllerOf(index: number): string | undefined {
    return this._player.layers.of(index)?.driver?.saving?.name;
  }

  /** Returns a character to a state. @throws TypeError or RangeError if the state is invalid: then, at most its place, color and visibility are those of the state */
  restore(index: number, state: CharacterState): void {
    const { _characters: characters, _player: player } = this;
    const { matrix, isExact, color = null, isVisible, controller } = state;
    expect("matrix", areNumbers(matrix, 16) && matrix.every((component) => Number.isFinite(Math.fround(component))));
    expect("color", color === null || areNumbers(color, 4));
    expect("isVisible", isVisible === undefined || isVisible === false);
    try {
      if (!controller) {
        this._restorePlayed(index, state);
      } else if (this.controllerOf(index) === controller.name) {
        player.layers.restore(index, controller.state);
      } else {
        throw new RangeError(`it has no controller with the name ${show(controller.name)}; make it in { control }`);
      }
    } finally {
      player.motion.setMatrix(index, matrix, isExact === true);
      characters.setColor(index, color as [number, number, number, number] | null);
      characters.setHidden(index, INVISIBLE, isVisible === false);
    }
  }

  private _savePlayed(index: number): Pick<CharacterState, "clip" | "fade" | "mixture"> {
    const { clipIndices, moves } = this._characters;
    const { fades, mixtures, clips } = this._player;
    const fade = fades.of(index);
    const mixture = mixtures.of(index);
    const played = (clip: number, time: () => readonly number[], isMoving: boolean): PlayedState | undefined =>
      clip === NO_CLIP ? undefined : { ...this._names[clip]!, time: time(), moves: isMoving || undefined };
    return {
      clip: played(clipIndices[index]!, () => this._promotions.savedTime(index), moves[index] === 1),
      fade: fade && {
        ...{ seconds: fade.seconds, elapsed: fade.elapsed, isInStep: fade.isInStep, frequency: fade.frequency },
        parts: fade.parts.map(({ clip, slot, before, isInStep, moves: isMoving }) => ({
          ...{ clip: played(clip, () => saveColumns(fades.columns, slot), isMoving), before, isInStep },
        })),
      },
      mixture: mixture && { clips: mixture.clips.map((clip) => this._names[clips.indexOf(clip)]!), weights: mixture.weights },
    };
  }

  private _restorePlayed(index: number, { clip, fade, mixture }: CharacterState): void {
    const { _characters: characters, _player: player } = this;
    expect("mixture", !(fade && mixture));
    const own = this._expectPlayed("clip", clip);
    const parts = fade && this._expectFade(fade);
    expect("fade", !fade?.isInStep || own !== NO_CLIP);
    const mixed = mixture?.clips.map((name) => player.clips[this._indexOf("mixture", name)]!);
    if (mixture && mixed) {
      createMixture(mixed, mixture.weights); // checks
    }
    player.stop(index);
    if (own !== NO_CLIP) {
      characters.clipIndices[index] = own;
      restoreColumns(characters.columns, index, clip!.time);
      characters.moves[index] = Number(clip!.moves === true);
    }
    if (fade && parts) {
      player.fades.restore(index, fade, parts);
    }
    if (mixture && mixed) {
      player.mixtures.set(index, { clips: mixed, weights: mixture.weights });
    }
    if (clip?.moves || parts?.some(({ moves }) => moves)) {
      player.motion.add(index);
    }
  }

  private _expectFade({ seconds, elapsed, isInStep, frequency, parts }: FadeState): readonly SavedFadingPart[] {
    const areTimes = [seconds, elapsed, frequency].every((number) => Number.isFinite(number) && number >= 0);
    expect("fade", areTimes && seconds > 0 && typeof isInStep === "boolean" && Array.isArray(parts) && parts.length > 0);
    return parts.map(({ clip, before, isInStep: isPartInStep }) => {
      expect("fade", before >= 0 && before <= 1 && typeof isPartInStep === "boolean" && !(isPartInStep && !clip));
      return {
        ...{ clip: this._expectPlayed("fade", clip), saved: clip?.time ?? [], before },
        ...{ isInStep: isPartInStep, moves: clip?.moves === true },
      };
    });
  }

  /** The index of a clip. */
  private _expectPlayed(member: string, played: PlayedState | undefined): number {
    const index = played ? this._indexOf(member, played) : NO_CLIP;
    const clip: CrowdClip | undefined = this._player.clips[index];
    expect(member, !clip || (isSavedClip(clip, played!.time) && (!played!.moves || clip.track !== null)));
    return index;
  }

  private _indexOf(member: string, { name, nth }: ClipName): number {
    const index = this._names.findIndex((own) => own.name === name && own.nth === nth);
    expect(member, index >= 0, `must be a clip of the crowd (got ${show(name)})`);
    return index;
  }
}

/** The state that a value is, as far as one sees without a crowd. @throws TypeError if it is none */
export function expectCharacterState(value: unknown): CharacterState {
  const { matrix, controller, clip, fade, mixture } = (isObject(value) ? value : {}) as Partial<CharacterState>;
  const areObjects = [controller, clip, fade, mixture].every((member) => member === undefined || isObject(member));
  const isNamed = controller === undefined || typeof controller.name === "string";
  expect("matrix", Array.isArray(matrix));
  expect("clip", areObjects && isNamed && (mixture === undefined || (Array.isArray(mixture.clips) && Array.isArray(mixture.weights))));
  return value as CharacterState;
}

/** A number of single precision with as many digits as it needs. */
function shortened(component: number): number {
  return Number.isInteger(component) ? component : Number(component.toPrecision(9));
}

function areNumbers(value: readonly number[], count: number): boolean {
  return Array.isArray(value) && value.length === count && value.every(Number.isFinite);
}

function expect(member: string, holds: boolean, rule = "must be as it was saved"): void {
  if (!holds) {
    throw new TypeError(`${member}: ${rule}`);
  }
}
