import { areSavedColumns, ClipColumns, HELD, settingsAmong } from "../../../gltf/timing/index.js";
import { cycleFrequency, cyclePhase } from "../../../gltf/blending/index.js";
import type { CrowdClip } from "../asset/crowdClip.js";

/** Columns for clips that characters show beside their own. */
export class ClipSlots {
  readonly columns = new ClipColumns(64);
  private readonly _free: number[] = [];
  /** One more than the highest slot in use. */
  private _end = 0;

  /** A slot that is free. */
  take(): number {
    const slot = this._free.pop() ?? this._end++;
    if (slot >= this.columns.states.length) {
      this.columns.resize(2 * slot);
    }
    return slot;
  }

  release(slot: number): void {
    this.columns.states[slot] = HELD;
    this._free.push(slot);
  }

  /** Advances the clips of all slots. */
  advance(delta: number): void {
    this.columns.advance(this._end, delta, -Infinity);
  }
}

/** Seconds between the bounds of a clip in columns; without an upper bound, up to the last baked timestamp. */
export function durationAt({ starts, ends }: ClipColumns, i: number, clip: CrowdClip): number {
  return (ends[i] === Infinity ? clip.end : ends[i]!) - starts[i]!;
}

/** How many passes of a loop began among some crossings; negative backwards. */
export function passesAmong({ finished, reverses, headings }: ClipColumns, i: number, crossings: number): number {
  return crossings === 0 || reverses[i] === 1 ? 0 : headings[i]! * (crossings - finished[i]!);
}

/** Cycles per second at a clip's own speed; 0 without a length. */
export function frequencyAt(columns: ClipColumns, i: number, clip: CrowdClip): number {
  return cycleFrequency(columns.speeds[i]!, durationAt(columns, i, clip));
}

/** The phase of a clip in columns, 0..1. */
export function phaseAt(columns: ClipColumns, i: number, clip: CrowdClip): number {
  const { starts, timestamps, headings } = columns;
  return cyclePhase(timestamps[i]! - starts[i]!, durationAt(columns, i, clip), headings[i]!);
}

/** Whether a list has the numbers of a clip in columns from an index on, and the clip has all of these poses. */
export function isSavedClip(clip: CrowdClip, saved: readonly unknown[], at = 0): saved is readonly number[] {
  return areSavedColumns(saved, at) && clip.isBaked(settingsAmong(saved, at));
}
