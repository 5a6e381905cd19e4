import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { excerpt, show } from "../../util/index.js";
import { type ClipSettings, type ClipTime, HELD, type ResolvedClipSettings, RUNNING, STARTING } from "../../timing/index.js";
import { type Characters, NO_CLIP } from "./characters.js";
import { type CrowdClip, durationOf } from "../asset/crowdClip.js";
import { type CrowdFadeOptions, Fades } from "./fades.js";
import { createMixture, Mixtures } from "./mixtures.js";

/** How a character plays a clip: settings that differ from those of the clip, and a fade. */
export type CrowdPlaySettings = ClipSettings & CrowdFadeOptions;

/** Plays clips on characters. All times are seconds. */
export class CrowdPlayer {
  readonly fades: Fades;
  readonly mixtures: Mixtures;

  constructor(
    private readonly _characters: Characters,
    readonly clips: readonly CrowdClip[],
  ) {
    this.fades = new Fades(_characters, clips);
    this.mixtures = new Mixtures(_characters);
  }

  play(indices: ArrayLike<number>, which: string | AnimationGroup, settings: CrowdPlaySettings): void {
    const clip = this._indexOf(which);
    const resolved = this.clips[clip]!.settingsFor(settings);
    const duration = durationOf(resolved, this.clips[clip]!);
    for (let i = 0; i < indices.length; i++) {
      this._characters.expect(indices[i]!);
      this.fades.expect(indices[i]!, duration, settings);
    }
    for (let i = 0; i < indices.length; i++) {
      this._playOne(indices[i]!, clip, resolved, settings);
    }
  }

  pause(index: number): void {
    this._setState(index, HELD);
  }

  resume(index: number): void {
    this._setState(index, RUNNING);
  }

  /** Whether its time goes on. */
  isPlaying(index: number): boolean {
    const { columns } = this._characters;
    return columns.states[index] !== HELD && columns.finished[index] === 0;
  }

  /** @throws TypeError if the timestamp is not a number; RangeError if it is NaN */
  seek(index: number, timestamp: number): void {
    const { clock, columns } = this._characters;
    clock.at(index).timestamp = timestamp;
    clock.store();
    columns.pending[index] = 1;
    if (columns.states[index] === STARTING) {
      columns.states[index] = RUNNING; // as with a clip, time passes in the next frame
    }
  }

  /** @throws RangeError if the speed is not finite */
  setSpeed(index: number, speed: number): void {
    const { clock } = this._characters;
    clock.at(index).speed = speed;
    clock.store();
  }

  getTimeToRef(index: number, ref: { -readonly [Key in keyof ClipTime]: ClipTime[Key] }): void {
    const { columns } = this._characters;
    ref.timestamp = columns.timestamps[index]!;
    ref.direction = columns.speeds[index] === 0 ? 0 : columns.headings[index]! < 0 ? -1 : 1;
    ref.completedRepetitions = columns.completedRepetitions[index]!;
    ref.isFinished = columns.finished[index] === 1;
  }

  setWeights(index: number, clips: readonly (string | AnimationGroup)[], weights: readonly number[] | null): void {
    if (weights === null) {
      this.mixtures.end(index);
      return;
    }
    const mixed = clips.map((clip) => this.clips[this._indexOf(clip)]!);
    const mixture = createMixture(mixed, weights);
    this.fades.end(index);
    this.mixtures.set(index, mixture);
  }

  /** Shows the asset at rest. */
  stop(index: number): void {
    this.fades.end(index);
    this.mixtures.end(index);
    this._characters.stop(index);
  }

  /** Advances all characters. Allocates nothing. */
  advance(delta: number): void {
    this.fades.advance(delta);
    this._characters.columns.advance(this._characters.end, delta, -Infinity);
    this.fades.advanceParts(delta);
  }

  private _playOne(index: number, clip: number, settings: ResolvedClipSettings, fade: CrowdFadeOptions): void {
    const { clock, clipIndices } = this._characters;
    this.mixtures.end(index);
    if (settings.repetitions === 0) {
      this.stop(index);
      return;
    }
    this.fades.begin(index, fade);
    clipIndices[index] = clip;
    clock.at(index).begin(settings).store();
    this.fades.align(index);
  }

  private _setState(index: number, state: number): void {
    const { columns, clipIndices } = this._characters;
    if (clipIndices[index] !== NO_CLIP) {
      columns.states[index] = state;
      this.fades.hold(index, state);
    }
  }

  /** @throws RangeError for a clip that is not baked */
  private _indexOf(which: string | AnimationGroup): number {
    const index = this.clips.findIndex(({ name, group }) => name === which || group === which);
    if (index < 0) {
      const names = excerpt(this.clips.map(({ name }) => name).join(", "));
      throw new RangeError(`clip: must be one of ${names} (got ${show(typeof which === "string" ? which : which.name)})`);
    }
    return index;
  }
}
