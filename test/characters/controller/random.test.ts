/** Random controllers, compared with the reference interpreter in every frame. */
import { afterEach, describe, it } from "@jest/globals";
import { CreateController } from "../../../src/controller.js";
import { disposeScenes } from "../../helpers/scene.js";
import { createClips, Stage } from "./character.js";
import { compareWithReference, DURATIONS } from "./randomDefinition.js";

afterEach(disposeScenes);

describe("random controllers", () => {
  it.each(Array.from({ length: 1000 }, (_, seed) => seed))("%i", (seed) => {
    const stage = new Stage();
    createClips(stage.scene, DURATIONS);
    compareWithReference(seed, {
      control: (definition) => CreateController(stage.scene, definition),
      frame: (delta) => stage.frames(delta),
      get shown() {
        return stage.shown;
      },
    });
  });
});
