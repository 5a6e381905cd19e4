import type { LoadingView } from "../opening/loadingView.js";
import type { Player } from "../playback/player.js";
import { colorOf } from "../plots/plot.js";
import { byId } from "../controls/dom.js";
import { Stage } from "./stage.js";

/** @throws whatever the browser says if it has no WebGL, after the page has shown it */
export function createStage(loading: LoadingView): Stage {
  try {
    return new Stage(byId<HTMLCanvasElement>("canvas"));
  } catch (error) {
    loading.hideProgress();
    loading.fail("The view needs WebGL. This browser does not support it, or it is switched off.");
    throw error;
  }
}

/** Draws while something plays, and after each change. @param isWatched whether something else needs each frame */
export function followPlayer(stage: Stage, player: Player, isWatched: () => boolean): void {
  const wake = (): void => stage.wake();
  stage.isMoving = () => isWatched() || player.isAnyPlaying;
  player.onChoose.add(wake);
  player.onEdit.add(wake);
}

/** Paints the view in the colors of the page, which may be light or dark. */
export function followColorScheme(stage: Stage): void {
  const paint = (): void => stage.setPageColor(colorOf("--view"));
  addEventListener("themechange", paint);
  paint();
}
