import type { Observable } from "@babylonjs/core/Misc/observable.js";
import { notify } from "../../../scene/host/index.js";
import type { ClipColumns } from "../../../gltf/timing/index.js";
import { grow } from "../../../gltf/util/index.js";
import type { Characters } from "./characters.js";
import type { LeftClips } from "./layers.js";

/** A `CrowdEvent` of a crowd of any class. */
export interface EventOf<Crowd> {
  readonly crowd: Crowd;
  readonly count: number;
  readonly indices: Int32Array;
  readonly crossings: Float64Array;
}

export interface Named {
  readonly name: string;
}

/** The characters with an event in a frame. The list is the event that observers get. */
export class EventList<Crowd extends Named> {
  count = 0;
  indices = new Int32Array(0);
  crossings = new Float64Array(0);

  constructor(
    readonly crowd: Crowd,
    private readonly _observable: Observable<EventOf<Crowd>>,
  ) {}

  /** Adds crossings of a character, whose index is not lower than those in the list. */
  add(index: number, crossings: number): void {
    if (this.count > 0 && this.indices[this.count - 1] === index) {
      this.crossings[this.count - 1]! += crossings;
      return;
    }
    if (this.count === this.indices.length) {
      this.indices = grow(this.indices, Math.max(2 * this.count, 64), Int32Array);
      this.crossings = grow(this.crossings, Math.max(2 * this.count, 64), Float64Array);
    }
    this.indices[this.count] = index;
    this.crossings[this.count++] = crossings;
  }

  clear(): void {
    this.count = 0;
  }

  /** @param flags 0 for characters that observers of other events have removed or started again: these characters are left out */
  notify(flags: ArrayLike<number>): void {
    let kept = 0;
    for (let i = 0; i < this.count; i++) {
      if (flags[this.indices[i]!] !== 0) {
        this.indices[kept] = this.indices[i]!;
        this.crossings[kept++] = this.crossings[i]!;
      }
    }
    this.count = kept;
    if (kept > 0) {
      notify(this.crowd.name, this._observable, this);
    }
  }
}

/** The observables of a crowd. */
export interface CrowdObservables<Crowd> {
  readonly onRepeatObservable: Observable<EventOf<Crowd>>;
  readonly onReverseObservable: Observable<EventOf<Crowd>>;
  readonly onFinishObservable: Observable<EventOf<Crowd>>;
}

/** The events of a frame: of all characters together, repeats and turns before finishes. */
export class CrowdEvents<Crowd extends Named & CrowdObservables<Crowd>> {
  private readonly _repeats: EventList<Crowd>;
  private readonly _reverses: EventList<Crowd>;
  private readonly _finishes: EventList<Crowd>;

  constructor(
    crowd: Crowd,
    private readonly _characters: Characters,
    private readonly _left: LeftClips,
  ) {
    this._repeats = new EventList(crowd, crowd.onRepeatObservable);
    this._reverses = new EventList(crowd, crowd.onReverseObservable);
    this._finishes = new EventList(crowd, crowd.onFinishObservable);
  }

  /**
   * Reports what the characters crossed in the last step, in clips that they left first. Allocates nothing, unless more characters than ever have an
   * event.
   */
  report(): void {
    const { _characters: characters, _left: left } = this;
    const { end, columns, alive } = characters;
    if (left.count > 0) {
      this._list(left.after, left.count, left.indices);
      this._notify(alive, alive);
    }
    this._list(columns, end, null);
    this._notify(columns.crossings, columns.finished);
  }

  /** @param indices of the characters, by row; null where they are the rows */
  private _list({ crossings, finished, reverses }: ClipColumns, count: number, indices: readonly number[] | null): void {
    this._repeats.clear();
    this._reverses.clear();
    this._finishes.clear();
    for (let i = 0; i < count; i++) {
      if (crossings[i]! > 0) {
        this._sort(indices ? indices[i]! : i, crossings[i]!, finished[i] === 1, reverses[i] === 1);
      }
    }
  }

  private _notify(isCrossing: ArrayLike<number>, isFinished: ArrayLike<number>): void {
    this._repeats.notify(isCrossing);
    this._reverses.notify(isCrossing);
    this._finishes.notify(isFinished);
  }

  private _sort(index: number, crossings: number, isFinished: boolean, isReversing: boolean): void {
    const passed = isFinished ? crossings - 1 : crossings;
    if (passed > 0) {
      (isReversing ? this._reverses : this._repeats).add(index, passed);
    }
    if (isFinished) {
      this._finishes.add(index, 1);
    }
  }
}
