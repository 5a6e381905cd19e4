import { jest } from "@jest/globals";
import { PrecisionDate } from "@babylonjs/core/Misc/precisionDate.js";

/** A wall clock that advances only on request. */
export class WallClock {
  private _milliseconds = 1000;
  private readonly _spy = jest.spyOn(PrecisionDate, "Now", "get").mockImplementation(() => this._milliseconds);

  advance(seconds: number): void {
    this._milliseconds += seconds * 1000;
  }

  restore(): void {
    this._spy.mockRestore();
  }
}
