import type { Checks } from "../checks/checks.js";
import { announce } from "../controls/announce.js";
import type { Demo } from "../files/demos.js";
import type { Model } from "../files/model.js";
import type { CrowdPanel } from "../panels/crowdPanel.js";
import type { Playable } from "../playback/playable.js";
import type { Player } from "../playback/player.js";
import type { Sharing } from "../sharing/sharing.js";
import type { Stage } from "../stage/stage.js";
import type { CameraList } from "./cameraList.js";
import type { LoadingView } from "./loadingView.js";
import type { ModelList } from "./modelList.js";
import type { Opening } from "./opening.js";
import { readStates, restoreStates } from "./playingStates.js";
import { noteContent, toStaged, type LoadedModel } from "./staging.js";

/** The parts of the page that show a model. */
export interface ModelViewParts {
  readonly player: Player;
  readonly stage: Stage;
  readonly checks: Checks;
  readonly loading: LoadingView;
  readonly models: ModelList;
  readonly cameras: CameraList;
  readonly crowd: CrowdPanel;
  readonly sharing: Sharing;
}

/** Shows one model at a time. */
export class ModelView {
  constructor(private readonly _parts: ModelViewParts) {}

  clear(): void {
    const { player, stage, checks, loading } = this._parts;
    const { model } = player;
    player.model = null;
    checks.source = null;
    void stage.stageAsync(null);
    model?.movesFiles.forEach(({ library }) => library.dispose());
    model?.dispose();
    loading.hideFailure();
  }

  /** Shows a model in place of the one before. Settles when it is lit, and in the state that the address names. */
  async show(loaded: LoadedModel, opening: Opening): Promise<void> {
    const { player, stage, checks, models, cameras, crowd, sharing } = this._parts;
    const { model } = loaded;
    const { demo } = opening;
    this.clear();
    models.show(opening);
    history.replaceState(null, "", location.pathname + opening.address);
    const staged = toStaged(loaded, stage);
    const lit = stage.stageAsync(staged);
    checks.source = model.source;
    player.model = model;
    cameras.show(model);
    noteContent(model, staged);
    this._play(model, demo);
    if (demo?.characters) {
      await crowd.show(demo.characters);
    }
    await sharing.applyAddress();
    announce(`${demo?.title ?? model.name}: ${model.playables.length} clips and animations`);
    await lit;
  }

  /** Shows another copy of the shown model in the same state. */
  async exchange(model: Model, copy: LoadedModel): Promise<void> {
    const { player, stage, cameras, crowd } = this._parts;
    const states = readStates(model.playables);
    const chosen = model.playables.indexOf(player.chosen!);
    const characters = crowd.count;
    const staged = toStaged(copy, stage);
    player.model = copy.model;
    model.dispose();
    cameras.exchange(copy.model);
    const lit = stage.replaceAsync(staged);
    player.choose(copy.model.playables[chosen] ?? null);
    restoreStates(copy.model.playables, states, chosen);
    if (characters > 0) {
      await crowd.show(characters);
    }
    announce(`The animations are loaded as ${copy.model.groups} groups.`);
    await lit;
  }

  /** Plays what a demo names, or the first clip. */
  private _play(model: Model, demo: Demo | undefined): void {
    const { player } = this._parts;
    const first: readonly Playable[] = demo ? demo.plays.flatMap((clip) => player.find(clip) ?? []) : model.playables.slice(0, 1);
    player.choose(first[0] ?? model.playables[0] ?? null);
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) {
      first.forEach((playable) => player.play(playable));
    }
  }
}
