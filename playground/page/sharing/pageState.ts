import { ArcRotateCamera } from "@babylonjs/core/Cameras/arcRotateCamera.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { isEqual } from "../document/json.js";
import type { ResolvedClipSettings } from "../../../src/pure.js";
import type { AddressClip, AddressState, Orbit } from "./addressState.js";
import type { Editor } from "../document/editor.js";
import type { RootMotionSwitch } from "../moves/rootMotionSwitch.js";
import type { CrowdPanel } from "../panels/crowdPanel.js";
import type { Playable } from "../playback/playable.js";
import type { Player } from "../playback/player.js";
import { VIEW_DEFAULTS, type Stage, type ViewSettings } from "../stage/stage.js";

/** Reads the state that the page shows, and restores such a state. */
export class PageState {
  private readonly _player: Player;

  constructor(
    private readonly _editor: Editor,
    private readonly _stage: Stage,
    private readonly _cameras: HTMLSelectElement,
    private readonly _crowd: Pick<CrowdPanel, "count" | "isInTurn" | "show">,
    private readonly _rootMotion: Pick<RootMotionSwitch, "isOn">,
  ) {
    this._player = _editor.player;
  }

  read(file?: string): AddressState {
    const { document } = this._player;
    // an address cannot bring the moves of another file along
    const playables = this._player.playables.filter(({ origin }) => origin.kind !== "move");
    const chosen = playables.find((playable) => playable === this._player.chosen);
    const made = document?.isRemade ? document.json : null;
    const events = document?.changedEvents ?? [];
    const camera = Number(this._cameras.value);
    const orbit = this._orbit;
    const isShown = (playable: Playable): boolean =>
      playable.isPosing || (!made && !isEqual(playable.settings, this._originalOf(playable)));
    const shown = playables.filter((playable) => playable !== chosen && isShown(playable));
    return {
      ...(file !== undefined && { file }),
      ...(this._cameras.value !== "" && camera >= 0 ? { camera } : orbit && { orbit: orbitOf(orbit) }),
      ...this._readView(),
      ...(this._crowd.count > 0 && { crowd: this._crowd.count, ...(this._crowd.isInTurn && { isInTurn: true }) }),
      ...(this._rootMotion.isOn && { rootMotion: true }),
      ...(made && { made }),
      ...(events.length > 0 && { events }),
      clips: [...(chosen ? [chosen] : []), ...shown].map((playable) => this._readClip(playable, made !== null)),
    };
  }

  private _readView(): { view?: Partial<ViewSettings> } {
    const changed = Object.entries(this._stage.view).filter(([name, value]) => VIEW_DEFAULTS[name as keyof ViewSettings] !== value);
    return changed.length > 0 ? { view: Object.fromEntries(changed) } : {};
  }

  /** @param isMade whether the clip is in the address itself, with its settings */
  private _readClip(playable: Playable, isMade: boolean): AddressClip {
    const { timestamp, isPlaying, isPosing, weight, settings } = playable;
    const original = isMade ? settings : this._originalOf(playable);
    const edited = Object.entries(settings).filter(([name, value]) => original[name as keyof ResolvedClipSettings] !== value);
    return {
      clip: this._player.find(playable.name) === playable ? playable.name : playable.origin.pointer,
      ...(isPosing && { time: timestamp }),
      ...(isPlaying && { isPlaying }),
      ...(weight >= 0 && { weight }),
      settings: Object.fromEntries(edited),
    };
  }

  /** The settings in the file; those of now for what the file does not have. */
  private _originalOf({ entry, settings }: Playable): ResolvedClipSettings {
    return (entry === null ? undefined : this._player.document?.openedSettings(entry)) ?? settings;
  }

  /** The page's own camera. */
  private get _orbit(): ArcRotateCamera | undefined {
    const own = this._player.model?.cameras ?? [];
    return this._stage.scene.cameras.find(
      (camera): camera is ArcRotateCamera => camera instanceof ArcRotateCamera && !own.includes(camera),
    );
  }

  /**
   * Shows a state of the model that is open.
   * @returns what could not be shown, and why
   */
  async apply({
    camera,
    orbit,
    view,
    crowd,
    isInTurn = false,
    rootMotion = false,
    made,
    events,
    clips,
  }: AddressState): Promise<readonly string[]> {
    const problems: string[] = [];
    const { model } = this._player;
    // clips without a crowd are those of the model
    const characters = crowd ?? (clips.length > 0 ? 0 : this._crowd.count);
    if (characters !== this._crowd.count) {
      await this._crowd.show(characters); // first, because the view is framed with it
      if (model !== this._player.model) {
        return [];
      }
    }
    if (made) {
      const messages = this._player.document?.replaceAll(made) ?? [];
      problems.push(
        ...messages.map(
          ({ level, pointer, text }) => `${level === "error" ? "A clip of the address is left out: " : ""}${pointer}: ${text}`,
        ),
      );
    }
    if (events) {
      const left = this._player.document?.replaceEvents(events) ?? [];
      problems.push(...left.map((problem) => `Events of the address are left out: ${problem}`));
    }
    this._crowd.isInTurn = isInTurn;
    this._rootMotion.isOn = rootMotion;
    this._lookFrom(camera, orbit, problems);
    void this._stage.setView({ ...VIEW_DEFAULTS, ...view });
    if (clips.length > 0) {
      this._player.playables.filter(({ isPosing }) => isPosing).forEach((playable) => playable.stop());
    }
    // the selected clip is the last one that poses the model
    for (const clip of [...clips].reverse()) {
      const playable = this._player.playables.find(({ origin }) => origin.pointer === clip.clip) ?? this._player.find(clip.clip);
      if (playable) {
        this._applyTo(playable, clip, made ? playable.settings : this._originalOf(playable), problems);
      } else {
        problems.push(`The address names a clip that the model does not have: ${clip.clip.slice(0, 60)}.`);
      }
    }
    this._stage.wake();
    return problems;
  }

  /** @param original the settings where the address states none */
  private _applyTo(playable: Playable, stated: AddressClip, original: ResolvedClipSettings, problems: string[]): void {
    const { clip, time, isPlaying, weight = -1 } = stated;
    this._player.choose(playable);
    const settings = { ...original, ...stated.settings };
    if (!isEqual(settings, playable.settings)) {
      const broken = playable.entry === null ? "it is not a clip of the file" : this._editor.change("settings", settings);
      if (broken !== null) {
        problems.push(`The address gives settings that the clip ${clip.slice(0, 60)} cannot have: ${broken}.`);
      }
    }
    this._player.setWeight(weight);
    if (time !== undefined) {
      const { start, end } = playable.bounds;
      this._player.seek(Math.min(Math.max(time, start), end));
    }
    if (isPlaying && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this._player.play(playable);
    }
  }

  private _lookFrom(camera: number | undefined, orbit: Orbit | undefined, problems: string[]): void {
    if (camera !== undefined) {
      if ([...this._cameras.options].some(({ value }) => value === String(camera))) {
        this._cameras.value = String(camera);
        this._cameras.dispatchEvent(new Event("change"));
      } else {
        problems.push(`The address names a camera that the model does not have: ${camera}.`);
      }
    }
    const own = this._orbit;
    if (orbit && own) {
      if (camera === undefined) {
        this._stage.lookThrough(null);
      }
      const [alpha, beta, radius, x, y, z] = orbit;
      own.setTarget(new Vector3(x, y, z));
      Object.assign(own, { alpha, beta, radius });
    }
  }
}

function orbitOf({ alpha, beta, radius, target }: ArcRotateCamera): Orbit {
  return [alpha, beta, radius, target.x, target.y, target.z];
}
