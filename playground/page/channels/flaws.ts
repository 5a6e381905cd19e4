import { Observable } from "@babylonjs/core/Misc/observable.js";
import { curveOf, isAngle, isRotation, type Channel, type Channels } from "./channels.js";
import type { TrackCurve } from "./curve.js";
import { findJumps, hasSeam, sampleCurve, type Equality } from "./jumps.js";
import type { Player } from "../playback/player.js";

/** A place where a channel of a clip may look wrong. */
export interface Flaw {
  readonly channel: Channel;
  readonly kind: "jump" | "seam";
  /** Seconds; for a seam, the end of the clip. */
  readonly time: number;
}

/** The flaws of a curve within a range. */
interface Found {
  readonly start: number;
  readonly end: number;
  readonly jumps: readonly number[];
  readonly hasSeam: boolean;
}

/** Milliseconds of work at a time, between which the page draws. */
const SLICE = 8;
/** More could not be stepped through. */
const MAX_FLAWS = 500;

/** The jumps and bad loop seams of the selected clip, found little by little once the page asks for them. */
export class Flaws {
  /** Notified when the flaws have been found, and when they are out of date. */
  readonly onChange = new Observable<void>();
  private readonly _known = new WeakMap<TrackCurve, Found>();
  private _all: readonly Flaw[] | null = null;
  private _state = "";
  private _channels: readonly Channel[] = [];
  private _search = 0;

  constructor(
    private readonly _player: Player,
    private readonly _allChannels: Channels,
  ) {}

  /** All flaws, by channel and time; null until they have been found. */
  get all(): readonly Flaw[] | null {
    return this._all;
  }

  of(channel: Channel): readonly Flaw[] {
    return this._all?.filter((flaw) => flaw.channel === channel) ?? [];
  }

  /** Searches again if the clip has changed. */
  update(): void {
    const { chosen } = this._player;
    const channels = this._allChannels.of("clip");
    const { repetitions = 0, reverse = false } = chosen?.settings ?? {};
    const isLoop = !reverse && repetitions !== 0 && repetitions !== 1;
    const { start, end } = chosen?.bounds ?? { start: 0, end: 0 };
    const state = `${start} ${end} ${isLoop}`;
    if (channels !== this._channels || state !== this._state) {
      this._channels = channels;
      this._state = state;
      this._all = null;
      this.onChange.notifyObservers();
      void this._find(channels, start, end, isLoop);
    }
  }

  private async _find(channels: readonly Channel[], start: number, end: number, isLoop: boolean): Promise<void> {
    const search = ++this._search;
    const flaws: Flaw[] = [];
    let began = performance.now();
    for (const channel of end > start ? channels : []) {
      const { jumps, hasSeam: isBad } = this._search === search ? this._flawsOf(channel, start, end) : NOTHING;
      flaws.push(...jumps.map((time) => ({ channel, kind: "jump", time }) as const));
      flaws.push(...(isBad && isLoop ? [{ channel, kind: "seam", time: end } as const] : []));
      if (performance.now() - began > SLICE) {
        await new Promise((resolve) => setTimeout(resolve));
        began = performance.now();
      }
      if (this._search !== search) {
        return;
      }
    }
    this._all = flaws.slice(0, MAX_FLAWS);
    this.onChange.notifyObservers();
  }

  private _flawsOf(channel: Channel, start: number, end: number): Found {
    const curve = channel.interpolation === "STEP" ? "" : curveOf(channel);
    if (typeof curve === "string") {
      return NOTHING; // steps are meant
    }
    const known = this._known.get(curve);
    if (known?.start === start && known.end === end) {
      return known;
    }
    const samples = sampleCurve(curve, start, end);
    const equality: Equality = isRotation(channel) ? "rotation" : isAngle(channel) ? { turn: 2 * Math.PI } : null;
    const found = { start, end, jumps: findJumps(samples, equality), hasSeam: hasSeam(samples, equality) };
    this._known.set(curve, found);
    return found;
  }
}

const NOTHING: Found = { start: 0, end: 0, jumps: [], hasSeam: false };
