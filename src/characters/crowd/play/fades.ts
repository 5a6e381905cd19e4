import { argumentError } from "../../../gltf/util/index.js";
import { type ClipColumns, HELD, restoreColumns } from "../../../gltf/timing/index.js";
import { fadeProgress, lerp, secondsAtPhase } from "../../../gltf/blending/index.js";
import { type Characters, FADING, NO_CLIP, PLAIN } from "./characters.js";
import { ClipSlots, durationAt, frequencyAt, phaseAt } from "./clipSlots.js";
import type { CrowdClip } from "../asset/crowdClip.js";

/** How a character changes from one clip to another. */
export interface CrowdFadeOptions {
  /** Seconds over which the previous pose fades into the clip, finite, >= 0. Default 0. */
  readonly fade?: number | undefined;
  /**
   * Whether both clips stay at the same phase of their cycle while they fade, as in a `CrossFade`: for cycles that belong together, such as
   * walking and running. Default false.
   */
  readonly keepStep?: boolean | undefined;
}

/** Half floats do not show a smaller share of a pose. Without this limit, repeated interruptions would collect invisible clips. */
const INVISIBLE_SHARE = 2 ** -12;

/** A clip that fades out. Its time is in the columns of the fades. */
export interface FadingPart {
  readonly slot: number;
  /** {@link NO_CLIP} for the asset at rest. */
  readonly clip: number;
  /** The share of the pose when the fade began. */
  before: number;
  /** The present share of the pose. */
  factor: number;
  isInStep: boolean;
  /** Whether the clip moves the matrix of the character. */
  readonly moves: boolean;
  /** The timestamp before the step, if the clip moves the matrix. */
  timestamp: number;
}

/** A clip that fades out, as it was saved. */
export type SavedFadingPart = Pick<FadingPart, "clip" | "before" | "isInStep" | "moves"> & { readonly saved: readonly number[] };

/** The fade of a character: several clips fade out, those of an interrupted fade among them, while its own clip fades in. */
export interface CharacterFade {
  index: number;
  /** Where the fade is in the list of all fades. */
  position: number;
  readonly parts: FadingPart[];
  seconds: number;
  elapsed: number;
  /** 0..1; the share of the character's own clip. */
  progress: number;
  /** Whether the character's own clip is in step. */
  isInStep: boolean;
  /** Cycles per second of the clips in step, when the fade began. */
  frequency: number;
}

/**
 * The fades of characters: linear, in the order and with the shares that `CrossFade` has. The clip that fades in is the character's own;
 * clips that fade out have columns here.
 */
export class Fades {
  /** Those under way. */
  readonly list: CharacterFade[] = [];
  private readonly _byIndex: (CharacterFade | undefined)[] = [];
  private readonly _slots = new ClipSlots();

  constructor(
    private readonly _characters: Characters,
    private readonly _clips: readonly CrowdClip[],
  ) {}

  get columns(): ClipColumns {
    return this._slots.columns;
  }

  of(index: number): CharacterFade | undefined {
    return this._byIndex[index];
  }

  /**
   * @param duration of the next clip, in seconds
   * @throws RangeError where a character cannot fade with these settings
   */
  expect(index: number, duration: number, { fade: seconds = 0, keepStep = false }: CrowdFadeOptions): void {
    if (!(Number.isFinite(seconds) && seconds >= 0)) {
      throw argumentError("settings.fade", "must be a finite number >= 0", seconds, "number");
    }
    if (keepStep && seconds > 0 && this._hasStep(index)) {
      const before = durationAt(this._characters.columns, index, this._clipOf(index));
      if (!(before > 0 && duration > 0)) {
        throw new RangeError(`settings.keepStep: both clips must have a length > 0 (got ${before} and ${duration})`);
      }
    }
  }

  /** Fades out what a character shows now. To be called before its next clip begins; then {@link Fades.align}. */
  begin(index: number, { fade: seconds = 0, keepStep = false }: CrowdFadeOptions): void {
    const { columns } = this._characters;
    const inStep = keepStep && this._hasStep(index);
    if (seconds === 0) {
      this.end(index);
      return;
    }
    const frequency = inStep ? frequencyAt(columns, index, this._clipOf(index)) * columns.rates[index]! : 0;
    const before = this._byIndex[index];
    const parts: FadingPart[] = [];
    for (const part of before?.parts ?? []) {
      if (part.factor < INVISIBLE_SHARE) {
        this._release(part);
      } else {
        part.isInStep &&= inStep && before!.isInStep;
        part.before = part.factor;
        this.columns.rates[part.slot] = 1; // unless it is in step
        parts.push(part);
      }
    }
    parts.push(this._createPart(index, before?.progress ?? 1, inStep));
    this._remove(before);
    const fade = { index, position: this.list.length, parts, seconds, elapsed: 0, progress: 0, isInStep: inStep, frequency };
    this._byIndex[index] = fade;
    this.list.push(fade);
    this._characters.kinds[index] = FADING;
  }

  /** Moves a clip that has just begun to the phase of the one that it keeps step with. */
  align(index: number): void {
    const fade = this._byIndex[index];
    if (fade?.isInStep) {
      const { columns, clock } = this._characters;
      const { slot, clip } = fade.parts[fade.parts.length - 1]!;
      const phase = phaseAt(this.columns, slot, this._clips[clip]!);
      const duration = durationAt(columns, index, this._clipOf(index));
      clock.at(index).timestamp = columns.starts[index]! + secondsAtPhase(phase, duration, columns.speeds[index]!);
      clock.store();
      columns.states[index] = this.columns.states[slot]!;
    }
    if (fade) {
      this._apply(fade);
    }
  }

  /**
   * Goes on with a fade that was saved. To be called once the character plays its own clip.
   * @param parts each with what was saved of its columns; of a part without a clip, nothing
   */
  restore(index: number, fade: Omit<CharacterFade, "index" | "position" | "progress" | "parts">, parts: readonly SavedFadingPart[]): void {
    const restored = {
      ...{ ...fade, index, position: this.list.length, progress: fadeProgress(fade.elapsed, fade.seconds) },
      parts: parts.map(({ saved, ...part }): FadingPart => {
        const slot = this._slots.take();
        this.columns.clear(slot);
        if (part.clip !== NO_CLIP) {
          restoreColumns(this.columns, slot, saved);
        }
        return { ...part, slot, factor: part.before, timestamp: 0 };
      }),
    };
    this._byIndex[index] = restored;
    this.list.push(restored);
    this._characters.kinds[index] = FADING;
    this._apply(restored);
  }

  /** Ends the fade of a character: the character's own clip remains. */
  end(index: number): void {
    const fade = this._byIndex[index];
    if (fade) {
      fade.parts.forEach((part) => this._release(part));
      this._remove(fade);
      this._characters.columns.rates[index] = 1;
      this._characters.kinds[index] = PLAIN;
    }
  }

  /** Holds the clips that fade out, or lets them run, as the character's own. */
  hold(index: number, state: number): void {
    for (const { slot } of this._byIndex[index]?.parts ?? []) {
      this.columns.states[slot] = state;
    }
  }

  /** Sets the shares and rates of a frame. To be called before the clips advance. Allocates nothing. */
  advance(delta: number): void {
    const { states } = this._characters.columns;
    for (let i = this.list.length - 1; i >= 0; i--) {
      const fade = this.list[i]!;
      if (states[fade.index] !== HELD) {
        fade.elapsed += Math.max(delta, 0);
      }
      fade.progress = fadeProgress(fade.elapsed, fade.seconds);
      if (fade.progress === 1) {
        this.end(fade.index);
      } else {
        this._apply(fade);
      }
    }
  }

  /** Advances the clips that fade out. */
  advanceParts(delta: number): void {
    this._slots.advance(delta);
  }

  dispose(): void {
    this.list.length = 0;
    this._byIndex.length = 0;
  }

  private _apply(fade: CharacterFade): void {
    const { columns } = this._characters;
    const { index, parts, progress, isInStep, frequency } = fade;
    const target = isInStep ? frequencyAt(columns, index, this._clipOf(index)) : 0;
    const present = lerp(frequency, target, progress);
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i]!;
      part.factor = lerp(part.before, 0, progress);
      if (part.isInStep) {
        this.columns.rates[part.slot] = present / frequencyAt(this.columns, part.slot, this._clips[part.clip]!) || 1;
      }
    }
    columns.rates[index] = isInStep ? present / target || 1 : 1;
  }

  private _createPart(index: number, before: number, isInStep: boolean): FadingPart {
    const { columns, clipIndices } = this._characters;
    const slot = this._slots.take();
    this.columns.copyFrom(columns, index, slot);
    if (!isInStep) {
      this.columns.rates[slot] = 1;
    }
    const moves = this._characters.moves[index] === 1;
    return { slot, clip: clipIndices[index]!, before, factor: before, isInStep, moves, timestamp: 0 };
  }

  private _release({ slot }: FadingPart): void {
    this._slots.release(slot);
  }

  private _remove(fade: CharacterFade | undefined): void {
    if (fade) {
      const last = this.list.pop()!;
      if (last !== fade) {
        this.list[fade.position] = last;
        last.position = fade.position;
      }
      this._byIndex[fade.index] = undefined;
    }
  }

  /** Whether a character plays a clip that has not finished, so that another clip can keep step. */
  private _hasStep(index: number): boolean {
    const { columns, clipIndices } = this._characters;
    return clipIndices[index] !== NO_CLIP && columns.finished[index] === 0;
  }

  /** The character's own clip. */
  private _clipOf(index: number): CrowdClip {
    return this._clips[this._characters.clipIndices[index]!]!;
  }
}
