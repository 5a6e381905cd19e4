import { Observable } from "@babylonjs/core/Misc/observable.js";

/** The least part of the whole range that can be shown. */
const MIN_SHARE = 1e-6;

/** The shown range of time of curves and keys, in seconds. */
export class TimeView {
  readonly onChange = new Observable<void>();
  private _low = 0;
  private _high = 1;
  private _from = 0;
  private _to = 1;

  get from(): number {
    return this._from;
  }

  get to(): number {
    return this._to;
  }

  get isWhole(): boolean {
    return this._from === this._low && this._to === this._high;
  }

  /** Sets the whole range. The shown range stays, unless it was the whole range or lies outside. */
  setWhole(low: number, high: number): void {
    const wasWhole = this.isWhole;
    this._low = low;
    this._high = high > low ? high : low + 1;
    this.show(wasWhole ? this._low : this._from, wasWhole ? this._high : this._to);
  }

  /** Shows a range, moved and shortened until it lies in the whole one. */
  show(from: number, to: number): void {
    const whole = this._high - this._low;
    const length = Math.min(Math.max(to - from, whole * MIN_SHARE), whole);
    const start = Math.min(Math.max(from, this._low), this._high - length);
    this._from = start;
    this._to = length === whole ? this._high : start + length;
    this.onChange.notifyObservers();
  }

  showWhole(): void {
    this.show(this._low, this._high);
  }

  /** @param factor of the shown length; below 1 shows more detail */
  zoom(factor: number, around: number): void {
    this.show(around - (around - this._from) * factor, around + (this._to - around) * factor);
  }

  pan(seconds: number): void {
    const { from, to } = this;
    const moved = Math.min(Math.max(seconds, this._low - from), this._high - to);
    this.show(from + moved, to + moved);
  }

  /** Moves the range so that a time is in it. */
  reveal(time: number): void {
    const length = this._to - this._from;
    if (time < this._from || time > this._to) {
      this.show(time - length / 2, time + length / 2);
    }
  }
}
