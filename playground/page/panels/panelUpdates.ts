import type { Stage } from "../stage/stage.js";

export interface Panel {
  update(): void;
}

/** Updates panels while the stage draws. @returns how many frames there have been */
export function updatePanels(stage: Stage, everyFrame: readonly Panel[], everyFourthFrame: readonly Panel[]): () => number {
  let frames = 0;
  stage.onFrame.add(() => {
    everyFrame.forEach((panel) => panel.update());
    if (frames++ % 4 === 0) {
      everyFourthFrame.forEach((panel) => panel.update());
    }
  });
  return () => frames;
}
