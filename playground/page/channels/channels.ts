import type { TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import { Observable } from "@babylonjs/core/Misc/observable.js";
import { DescribeTarget, GetTrack } from "../../../src/pure.js";
import type { Track } from "../../../src/sampling.js";
import { InspectAnimations, type Inspection } from "../../../src/tools.js";
import type { Checks, Remark } from "../checks/checks.js";
import { listChannels, type ListedChannel, type LoadedAnimation, type Reasons } from "./channelList.js";
import { TrackCurve } from "./curve.js";
import { firstKeyFrom } from "./keyTimes.js";
import type { Model } from "../files/model.js";
import type { Playable } from "../playback/playable.js";
import type { Player } from "../playback/player.js";

/** A Babylon animation of a channel, and its target. */
export interface Loaded extends LoadedAnimation {
  readonly targeted: TargetedAnimation;
}

/** A channel of the file. */
export type Channel = ListedChannel<Loaded>;

/** The filter of the list of channels. */
export type Scope = "clip" | "file" | "left out";

const NOTHING: Inspection = { animations: [], clips: [], metadata: [], errors: [] };

/** The channels of the shown model, and the one whose curve is shown. */
export class Channels {
  /** Notified when the channels or the selected one change. */
  readonly onChange = new Observable<void>();
  private _inspection = NOTHING;
  private _reasons: Reasons = new Map();
  private _ofClip: readonly Channel[] = [];
  private _ofFile: readonly Channel[] = [];
  private _leftOut: readonly Channel[] = [];
  private _chosen: Channel | null = null;
  private _listed: { readonly model: Model | null; readonly playables: readonly Playable[] } = { model: null, playables: [] };
  private _clip: Playable | null = null;
  private _isDue = false;

  constructor(
    private readonly _player: Player,
    private readonly _checks: Checks,
  ) {
    _player.onChoose.add(() => this._list());
    _checks.onChange.add(() => {
      if (!this._isDue) {
        this._isDue = true;
        queueMicrotask(() => {
          this._isDue = false;
          this._listFile();
          this._list();
        });
      }
    });
  }

  of(scope: Scope): readonly Channel[] {
    return scope === "clip" ? this._ofClip : scope === "file" ? this._ofFile : this._leftOut;
  }

  get chosen(): Channel | null {
    return this._chosen;
  }

  choose(channel: Channel | null): void {
    this._chosen = channel;
    this.onChange.notifyObservers();
  }

  /** The first part of the channel with a JSON pointer. */
  find(pointer: string): Channel | undefined {
    return this._ofFile.find((channel) => channel.pointer === pointer);
  }

  /** The message that says why a channel is left out. */
  messageOf(channel: Channel): Remark | undefined {
    return this._find(channel, this._checks.all);
  }

  private _find({ pointer, reason }: Channel, remarks: readonly Remark[]): Remark | undefined {
    const about = remarks.find((finding) => finding.pointer === pointer || finding.pointer?.startsWith(`${pointer}/`));
    const listing = /must list (\S+),/;
    return about ?? remarks.find(({ text }) => reason?.startsWith(`${listing.exec(text)?.[1]} is not listed`));
  }

  private _list(): void {
    const { model, chosen, playables } = this._player;
    if (this._listed.model !== model || this._listed.playables !== playables) {
      this._listFile();
    }
    this._ofClip = chosen ? this._listOf(chosen.origin.animations, loadedOf(chosen)) : [];
    this._keepChoice(this._clip !== chosen);
    this._clip = chosen;
    this.onChange.notifyObservers();
  }

  /** What depends on the model and on the messages about it. */
  private _listFile(): void {
    const { model, playables } = this._player;
    if (this._listed.model !== model) {
      this._inspection = model ? InspectAnimations(model.json) : NOTHING;
      this._chosen = null;
    }
    this._listed = { model, playables };
    this._reasons = new Map(this._checks.reports.flatMap(({ pointer, text }) => (pointer ? [[pointer, text] as const] : [])));
    const all = this._inspection.animations.map(({ index }) => index);
    this._ofFile = this._listOf(
      all,
      all.flatMap((index) => this._loadedFor(index)),
    );
    this._leftOut = this._ofFile.filter(({ reason }) => reason !== null);
    const untold = this._leftOut.filter((channel) => !this._find(channel, this._checks.reports));
    this._checks.notes = untold.map(({ pointer, reason }) => {
      return { level: "information", pointer, text: `The channel is left out: ${reason}`, code: null, count: 1 } as const;
    });
  }

  /** Keeps the selected channel if the new clip has it. */
  private _keepChoice(isOtherClip: boolean): void {
    const before = this._chosen;
    const isSame = (channel: Channel): boolean => channel.pointer === before?.pointer && channel.targetPointer === before.targetPointer;
    const kept = this._ofClip.find(isSame) ?? (isOtherClip ? undefined : this._ofFile.find(isSame));
    this._chosen = kept ?? this._ofClip.find(({ reason }) => reason === null) ?? null;
  }

  private _listOf(indices: readonly number[], loaded: readonly Loaded[]): readonly Channel[] {
    const { model } = this._player;
    return model ? listChannels(model.json, this._inspection, indices, loaded, this._reasons) : [];
  }

  /** The Babylon animations of a glTF animation: from the page's clip of that animation, or from any clip. */
  private _loadedFor(index: number): readonly Loaded[] {
    const { playables } = this._player;
    const having = playables.filter(({ origin }) => origin.animations.includes(index));
    const playable = having.find(({ origin }) => origin.animations.length === 1) ?? having[0];
    return playable ? loadedOf(playable) : [];
  }
}

function loadedOf({ clip }: Playable): Loaded[] {
  return clip.targetedAnimations.map((targeted) => ({
    name: targeted.animation.name,
    pointer: DescribeTarget(targeted).pointer,
    targeted,
  }));
}

/** Reads the components of the current value of a channel; empty for a channel that is left out. */
export function readValue({ loaded: [first] }: Channel): readonly number[] {
  if (!first) {
    return [];
  }
  const path = first.targeted.animation.targetPropertyPath;
  const read = (holder: unknown, name: string): unknown => (Object(holder) as Record<string, unknown>)[name];
  return componentsOf(path.reduce<unknown>(read, first.targeted.target));
}

/** The components of a number, vector, color, quaternion or matrix. */
function componentsOf(value: unknown): readonly number[] {
  if (typeof value === "number" || typeof value === "boolean") {
    return [Number(value)];
  }
  return (value as { asArray?(): number[] } | null | undefined)?.asArray?.() ?? [];
}

/** Whether a channel holds rotations. */
export function isRotation({ targetPointer }: Channel): boolean {
  return /^\/nodes\/\d+\/rotation$/.test(targetPointer);
}

/** Whether a channel holds an angle that may turn by more than 360 degrees, in radians: of a texture or an anisotropy. */
export function isAngle({ targetPointer }: Channel): boolean {
  return /\/(KHR_texture_transform\/rotation|anisotropyRotation)$/.test(targetPointer);
}

const curves = new WeakMap<Loaded["targeted"]["animation"], TrackCurve | string>();

/** The curve of a channel, as it plays; without a curve, the reason as a text. */
export function curveOf(channel: Channel): TrackCurve | string {
  const animation = channel.loaded[0]?.targeted.animation;
  if (!animation) {
    return channel.reason ?? "";
  }
  const known = curves.get(animation) ?? createCurve(channel, animation);
  curves.set(animation, known);
  return known;
}

function createCurve(channel: Channel, animation: Loaded["targeted"]["animation"]): TrackCurve | string {
  try {
    return new TrackCurve(withinRange(GetTrack(animation), channel.range));
  } catch (error) {
    if (!(error instanceof RangeError)) {
      throw error;
    }
    return `There is no curve: ${error.message.replace(": ", " ")}.`;
  }
}

/** Seconds by which times of a file may be rounded. */
const ROUNDING = 1e-5;

/** Without the keys that Babylon's loader adds, so that all animations of a file begin and end together. */
function withinRange(track: Track, range: Channel["range"]): Track {
  const { times, values, size, interpolation } = track;
  if (!range || interpolation === "CUBICSPLINE") {
    return track;
  }
  const first = firstKeyFrom(times, range[0] - ROUNDING);
  const last = firstKeyFrom(times, range[1] + ROUNDING);
  return last <= first ? track : { ...track, times: times.slice(first, last), values: values.slice(first * size, last * size) };
}

const times = new WeakMap<object, Float64Array>();

/** The times of a channel's keys in seconds. */
export function keyTimesOf({ loaded: [first], range }: Channel): Float64Array {
  const animation = first?.targeted.animation;
  const keys = animation?.getKeys() ?? [];
  const known = times.get(keys);
  if (known) {
    return known;
  }
  const [low, high] = range ?? [-Infinity, Infinity];
  const all = Float64Array.from(keys, ({ frame }) => frame / animation!.framePerSecond);
  const found = all.filter((time) => time >= low - ROUNDING && time <= high + ROUNDING);
  times.set(keys, found);
  return found;
}
