import type { Scene } from "@babylonjs/core/scene.js";
import { show } from "../../gltf/util/index.js";
import { logError } from "./log.js";

/** A clock outside of the scene. @returns seconds since any moment; values that are not finite let no time pass */
export type AnimationClock = () => number;

/** Reads how much time passes on a clock from one call to the next. */
export class ClockReader {
  /** @param _last the reading from which on time is counted */
  constructor(
    readonly clock: AnimationClock,
    private _last = clock(),
  ) {}

  /** Counts from the present reading on. */
  reset(): void {
    this._last = this.clock();
  }

  /** @returns the seconds since the last call; negative if the clock went back, 0 if one of the readings is not finite */
  elapse(): number {
    const before = this._last;
    this._last = this.clock();
    const seconds = this._last - before;
    return Number.isFinite(seconds) ? seconds : 0;
  }

  /** As {@link ClockReader.elapse}, where no caller catches what the clock throws: it is logged, and no time passes. */
  elapseSafely(caller: string): number {
    try {
      return this.elapse();
    } catch (error) {
      logError(`${caller}: its clock threw`, error);
      return 0;
    }
  }
}

/** @throws TypeError unless the value is a function or null */
export function expectClock(argument: string, clock: unknown): void {
  if (clock !== null && typeof clock !== "function") {
    throw new TypeError(`${argument}: must be a function that returns seconds, or null (got ${show(clock)})`);
  }
}

/** The clock of a scene. A registered symbol, so that all copies of the package, such as the script of crowds, find the clock. */
const CLOCK = Symbol.for("babylon-gltf-animation/clock");

/** A clock, and its reading when it became the clock of the scene. */
export interface SharedClock {
  readonly clock: AnimationClock;
  readonly since: number;
}

export function clockOf(scene: Scene): SharedClock | null {
  return (scene as { [CLOCK]?: SharedClock | null })[CLOCK] ?? null;
}

/**
 * Lets all clips, compiled groups, cross-fades and crowds of a scene follow a clock, in place of the scene's own time: of a server, of a
 * sound, or of a recording. Each frame advances them by what has passed on the clock since the frame before. Where the clock jumps ahead,
 * they report all that they cross; where it goes back, they go back without events, at most to their start or last seek, and wait there until
 * the clock has caught up. Animations that Babylon plays keep the scene's time.
 * @param clock returns seconds; null for the scene's own time
 * @throws TypeError if the clock is neither a function nor null
 * @example SetClock(scene, () => audioContext.currentTime);
 */
export function SetClock(scene: Scene, clock: AnimationClock | null): void {
  expectClock("clock", clock);
  (scene as { [CLOCK]?: SharedClock | null })[CLOCK] = clock && { clock, since: clock() };
}
