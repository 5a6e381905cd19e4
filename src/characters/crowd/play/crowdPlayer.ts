import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { type Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { logWarningOnce, warnOfUnknownMembers } from "../../../scene/host/index.js";
import { argumentError, excerpt, type MemberNames, show } from "../../../gltf/util/index.js";
import {
  type ClipSettings,
  type ClipTime,
  HELD,
  type ResolvedClipSettings,
  RUNNING,
  SETTING_NAMES,
  SETTING_REPLACEMENTS,
  STARTING,
} from "../../../gltf/timing/index.js";
import { expectBoolean, expectList, expectObject } from "../arguments.js";
import { warnOfExcess, warnOfLongTime } from "../../../scene/playing/index.js";
import { type Characters, NO_CLIP } from "./characters.js";
import { type CrowdClip, durationOf } from "../asset/crowdClip.js";
import { type CrowdFadeOptions, Fades } from "./fades.js";
import { CrowdMotion } from "./crowdMotion.js";
import { type CharacterLayers, type LayerKind, Layers } from "./layers.js";
import { createMixture, Mixtures } from "./mixtures.js";

/** Whether a clip moves its character. */
export interface CrowdMotionOptions {
  /**
   * Whether the character's matrix moves and turns by the root motion of the clip, which must be in {@link ClipCrowdOptions.rootMotion}.
   * Default false: the clip plays in place.
   */
  readonly rootMotion?: boolean | undefined;
}

/** How a character plays a clip: settings that differ from those of the clip, a fade, and root motion. */
export type CrowdPlaySettings = ClipSettings & CrowdFadeOptions & CrowdMotionOptions;

/** A clip of a crowd, the group that it was baked from, or its name. */
export type CrowdClipKey = string | CrowdClip | AnimationGroup;

const PLAY_NAMES: MemberNames<CrowdPlaySettings> = { ...SETTING_NAMES, fade: true, keepStep: true, rootMotion: true };

/** Plays clips on characters. All times are seconds. */
export class CrowdPlayer {
  readonly fades: Fades;
  readonly mixtures: Mixtures;
  readonly layers: Layers;
  readonly motion: CrowdMotion;

  /** @param onBegin is called when a layered character begins a clip of its own */
  constructor(
    private readonly _characters: Characters,
    readonly clips: readonly CrowdClip[],
    onBegin: (index: number) => void = () => {},
  ) {
    this.fades = new Fades(_characters, clips);
    this.mixtures = new Mixtures(_characters);
    this.layers = new Layers(_characters, clips, onBegin);
    this.motion = new CrowdMotion(_characters, this.fades, this.mixtures, this.layers, clips);
  }

  play(indices: ArrayLike<number>, which: CrowdClipKey, settings: CrowdPlaySettings): void {
    expectObject("settings", settings, "must be an object", "leave it out for those of the clip");
    const clip = this._indexOf(which);
    const { keepStep = false, rootMotion = false } = settings;
    expectBoolean("settings.keepStep", keepStep);
    expectBoolean("settings.rootMotion", rootMotion);
    const resolved = this.clips[clip]!.settingsFor(settings);
    const duration = durationOf(resolved, this.clips[clip]!);
    if (rootMotion && !this.clips[clip]!.track) {
      const name = excerpt(this.clips[clip]!.name);
      throw new RangeError(`settings.rootMotion: ${name} must have root motion; give its RootMotionClip to options.rootMotion`);
    }
    for (let i = 0; i < indices.length; i++) {
      this._characters.expect(indices[i]!);
      this.fades.expect(indices[i]!, duration, settings);
    }
    warnOfSettings(this.clips[clip]!, resolved, settings);
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

  /** @throws TypeError or RangeError if the speed is not a finite number */
  setSpeed(index: number, speed: number): void {
    if (!Number.isFinite(speed)) {
      throw argumentError("speed", "must be a finite number", speed, "number");
    }
    const { clock } = this._characters;
    clock.at(index).speed = speed;
    clock.store();
  }

  /**
   * @param world the world matrix of the crowd
   * @throws RangeError if the pace is not finite, or the character plays no clip with root motion
   */
  setPace(index: number, pace: number, world: Matrix): void {
    const { columns, clipIndices, matrices } = this._characters;
    if (!Number.isFinite(pace)) {
      throw argumentError("pace", "must be a finite number", pace, "number");
    }
    const own = this.clips[clipIndices[index]!];
    const mixture = this.mixtures.of(index);
    const bounds = { start: columns.starts[index]!, end: columns.ends[index]! };
    let speed = own?.speedBetween(bounds) ?? 0;
    if (own && mixture) {
      const cycle = durationOf(bounds, own);
      speed = mixture.clips.reduce(
        (sum, { averageSpeed, duration }, i) => sum + (averageSpeed * duration * mixture.weights[i]!) / cycle,
        0,
      );
    }
    if (!(speed > 0)) {
      throw new RangeError(`index: character ${index} must play a clip with root motion (got ${show(own?.name ?? null)})`);
    }
    const scale = Vector3.TransformNormal(Vector3.FromArray(matrices, 16 * index), world).length();
    this.setSpeed(index, pace / (speed * scale));
  }

  getTimeToRef(index: number, ref: { -readonly [Key in keyof ClipTime]: ClipTime[Key] }): void {
    const { columns } = this._characters;
    ref.timestamp = columns.timestamps[index]!;
    ref.direction = columns.speeds[index] === 0 ? 0 : columns.headings[index]! < 0 ? -1 : 1;
    ref.completedRepetitions = columns.completedRepetitions[index]!;
    ref.isFinished = columns.finished[index] === 1;
  }

  setWeights(index: number, clips: readonly CrowdClipKey[], weights: readonly number[] | null): void {
    if (weights === null) {
      this.mixtures.end(index);
      return;
    }
    expectList("clips", clips, "must be an array of clips of the crowd");
    expectList("weights", weights, "must be an array of one number for each clip", "null ends the mixture");
    const mixed = Array.from(clips, (clip) => this.clips[this._indexOf(clip)]!);
    const mixture = createMixture(mixed, Array.from(weights));
    this.fades.end(index);
    this.layers.end(index);
    this.mixtures.set(index, mixture);
  }

  /** Gives a character layers in place of what it plays. */
  layer(index: number, layers: readonly LayerKind[], moves: boolean): CharacterLayers {
    this.stop(index);
    if (moves) {
      this.motion.add(index);
    }
    return this.layers.add(index, layers, moves);
  }

  /** Shows the asset at rest. */
  stop(index: number): void {
    this.fades.end(index);
    this.mixtures.end(index);
    this.layers.end(index);
    this._characters.stop(index);
  }

  /** Lets controllers decide. To be called before the characters are advanced. */
  decide(delta: number): void {
    this.motion.beginLayers();
    this.layers.decide(delta);
  }

  /** Advances all characters. */
  advance(delta: number): void {
    this.fades.advance(delta);
    this.motion.begin();
    this._characters.columns.advance(this._characters.end, delta, -Infinity);
    this.fades.advanceParts(delta);
    this.layers.advance(delta);
    this.motion.apply();
  }

  private _playOne(index: number, clip: number, settings: ResolvedClipSettings, fade: CrowdFadeOptions & CrowdMotionOptions): void {
    const { clock, clipIndices, moves } = this._characters;
    this.mixtures.end(index);
    this.layers.end(index);
    if (settings.repetitions === 0) {
      this.stop(index);
      return;
    }
    this.fades.begin(index, fade);
    clipIndices[index] = clip;
    moves[index] = fade.rootMotion ? 1 : 0;
    if (fade.rootMotion) {
      this.motion.add(index);
    }
    clock.at(index).begin(settings).store();
    this.fades.align(index);
  }

  private _setState(index: number, state: number): void {
    const { columns, clipIndices } = this._characters;
    if (clipIndices[index] !== NO_CLIP) {
      columns.states[index] = state;
      this.fades.hold(index, state);
      this.layers.hold(index, state);
    }
  }

  /** @throws RangeError for a clip that is not baked */
  private _indexOf(which: CrowdClipKey): number {
    const index = this.clips.findIndex((clip) => clip === which || clip.name === which || clip.group === which);
    if (index < 0) {
      const names = excerpt(this.clips.map(({ name }) => name).join(", "), 400);
      const rule = this.clips.length > 0 ? `must be one of ${names}` : "must be a clip of the crowd, which has none";
      const isKey = typeof which === "string" || (typeof which === "object" && which !== null);
      const name = isKey && typeof which !== "string" ? which.name : which;
      throw new (isKey ? RangeError : TypeError)(`clip: ${rule} (got ${show(name)})`);
    }
    if (typeof which === "string" && this.clips.some(({ name }, i) => i > index && name === which)) {
      logWarningOnce(`crowd: several clips have the name ${show(which)}; the first is used; crowd.clips has all, which can be played`);
    }
    return index;
  }
}

/** Warns of settings that were probably not meant. */
function warnOfSettings(clip: CrowdClip, resolved: ResolvedClipSettings, settings: CrowdPlaySettings): void {
  warnOfUnknownMembers("crowd.play", "settings", settings, PLAY_NAMES, SETTING_REPLACEMENTS);
  const { fade = 0, start, end } = settings;
  warnOfLongTime("crowd.play", "settings.fade", fade, `${fade} milliseconds are ${fade / 1000}`);
  if (start !== undefined || end !== undefined) {
    warnOfExcess(clip.name, resolved, clip.end);
  }
}
