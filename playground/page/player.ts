import { Observable } from "@babylonjs/core/Misc/observable.js";
import { CrossFade, type ResolvedClipSettings } from "../../src/pure.js";
import type { Model } from "./model.js";
import type { Playable } from "./playable.js";

/** What is chosen, and what plays. */
export class Player {
  /** Told when another clip is chosen, or another model is shown. */
  readonly onChoose = new Observable<Playable | null>();
  /** Told when settings or weights of the chosen clip change. */
  readonly onEdit = new Observable<Playable>();
  private _model: Model | null = null;
  private _chosen: Playable | null = null;

  get model(): Model | null {
    return this._model;
  }

  set model(model: Model | null) {
    this._model = model;
    this.choose(model?.playables[0] ?? null);
  }

  get playables(): readonly Playable[] {
    return this._model?.playables ?? [];
  }

  get chosen(): Playable | null {
    return this._chosen;
  }

  choose(playable: Playable | null): void {
    this._chosen = playable;
    this.onChoose.notifyObservers(playable);
  }

  /** By name; of several that share one, the first. */
  find(name: string): Playable | undefined {
    return this.playables.find((playable) => playable.name === name);
  }

  toggle(playable: Playable): void {
    if (playable.isPlaying) {
      playable.pause();
    } else {
      this.play(playable);
    }
  }

  /** Plays a clip. Others that animate the same end, unless they and it have weights, by which they mix. */
  play(playable: Playable): void {
    for (const other of this.playables) {
      const mixes = other.weight >= 0 && playable.weight >= 0;
      if (other !== playable && other.lead.isStarted && !mixes && other.sharesTargetsWith(playable)) {
        other.halt();
      }
    }
    playable.play();
  }

  /** Stops the chosen clip where it is, so many seconds further. */
  step(seconds: number): void {
    if (this._chosen) {
      const { start, end } = this._chosen.bounds;
      this.seek(Math.min(Math.max(this._chosen.timestamp + seconds, start), end));
    }
  }

  toBound(bound: "start" | "end"): void {
    if (this._chosen) {
      this.seek(this._chosen.bounds[bound]);
    }
  }

  /** Holds the chosen clip at a timestamp. */
  seek(timestamp: number): void {
    this._chosen?.pause();
    this._chosen?.seek(timestamp);
  }

  /** @throws RangeError where the settings cannot be played */
  edit(settings: ResolvedClipSettings): void {
    if (this._chosen) {
      this._chosen.settings = settings;
      this.onEdit.notifyObservers(this._chosen);
    }
  }

  setWeight(weight: number): void {
    if (this._chosen) {
      this._chosen.weight = weight;
      this.onEdit.notifyObservers(this._chosen);
    }
  }

  /** Fades from the chosen clip to another one, which is chosen then. */
  crossFadeTo(to: Playable, seconds: number): void {
    const from = this._chosen;
    if (from && from !== to) {
      const fades = from.members.map((member, i) => CrossFade(member, to.members[i]!, seconds));
      fades[0]!.onEndObservable.addOnce(() => to === this._chosen && this.onEdit.notifyObservers(to));
      this.choose(to);
    }
  }
}
