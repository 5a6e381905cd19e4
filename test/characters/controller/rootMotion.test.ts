/** Root motion of what controllers play, compared with walks that are formulas: of copies, too. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { CreateController } from "../../../src/controller.js";
import { ClipRootMotionController } from "../../../src/root-motion.js";
import { disposeScenes, FRAME, render } from "../../helpers/scene.js";
import { importTraveller, type Walk } from "../../helpers/travellers.js";

const WALK: Walk = { name: "walk", seconds: 1.25, distance: 2 };
const RUN: Walk = { name: "run", seconds: 0.75, distance: 3 };
const [WALKING, RUNNING] = [WALK.distance / WALK.seconds, RUN.distance / RUN.seconds];

afterEach(disposeScenes);

describe("a character with a controller", () => {
  it.each([["before"], ["after"]])(
    "goes on at its pace while its walk begins again, with root motion from %s the controller on",
    async (when) => {
      const { scene, played, motions, character } = await importTraveller([WALK]);
      const follow = (): ClipRootMotionController => new ClipRootMotionController(character, motions);
      const before = when === "before" && follow();
      const controller = CreateController(scene, { layers: [{ states: { walk: { clip: played[0]!.name } } }] });
      const motion = before || follow();
      render(scene, 11);
      for (let time = 0; time < 4; time++) {
        controller.go("walk", { duration: 16 * FRAME, at: 0 });
        render(scene, 6); // within the fade
      }
      render(scene, 20);
      expect(character.position.z).toBeCloseTo(54 * FRAME * WALKING, 6);
      motion.dispose();
      render(scene, 5);
      expect(character.position.z).toBeCloseTo(54 * FRAME * WALKING, 6);
    },
  );

  it("goes by the shares of a fade between states of one clip, each at its speed", async () => {
    const { scene, played, motions, character } = await importTraveller([WALK]);
    new ClipRootMotionController(character, motions);
    const clip = played[0]!.name;
    const controller = CreateController(scene, { layers: [{ states: { walk: { clip }, hurry: { clip, speed: 2 } } }] });
    render(scene, 11);
    controller.go("hurry", { duration: 16 * FRAME });
    render(scene, 1);
    let way = 11 * FRAME * WALKING; // the frame of the transition shows the first state
    for (let frame = 1; frame <= 16; frame++) {
      render(scene, 1);
      way += FRAME * WALKING * (1 + frame / 16);
      expect(character.position.z).toBeCloseTo(way, 6);
    }
  });

  it("goes by what a further layer shows of the same clip", async () => {
    const { scene, played, motions, character } = await importTraveller([WALK, RUN]);
    new ClipRootMotionController(character, motions);
    const [walk, run] = played.map(({ name }) => name) as [string, string];
    CreateController(scene, {
      layers: [
        { states: { a: { clip: walk } } },
        {
          weight: 0.5,
          states: {
            a: {
              blend: "mix",
              clips: [
                { clip: walk, at: 0 },
                { clip: run, at: 1 },
              ],
              speed: 1,
            },
          },
        },
      ],
      parameters: { mix: 0 },
    });
    render(scene, 41);
    expect(character.position.z).toBeCloseTo(40 * FRAME * WALKING, 6);
    expect(RUNNING).toBeGreaterThan(WALKING);
  });
});
