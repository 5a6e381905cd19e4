/** Machines within states: expected values are computed by hand. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { type ClipController, type ControllerDefinition, CreateController } from "../../../src/controller.js";
import { RestoreClipState, SaveClipState } from "../../../src/pure.js";
import { ruleOf } from "../../helpers/rules.js";
import { disposeScenes } from "../../helpers/scene.js";
import { createClips, Stage } from "./character.js";

afterEach(disposeScenes);

const DEFINITION: ControllerDefinition = {
  parameters: { speed: 0, grounded: true, hit: "trigger" },
  layers: [
    {
      states: {
        ground: {
          states: {
            idle: { clip: "idle" },
            move: {
              states: { walk: { clip: "walk" }, run: { clip: "run" } },
              start: "run",
              transitions: [{ from: "run", to: "walk", when: { speed: { below: 2 } }, duration: 0 }],
            },
            hurt: { clip: "idle", repetitions: 1 },
          },
          transitions: [
            { from: "idle", to: "move", when: { speed: { above: 1 } }, duration: 0 },
            { from: "move", to: "idle", when: { speed: { below: 1 } }, duration: 0 },
            { from: "*", to: "hurt", when: { hit: true }, duration: 0 },
          ],
        },
        jump: { clip: "jump" },
      },
      transitions: [
        { from: "ground", to: "jump", when: { grounded: false }, duration: 0 },
        { from: "jump", to: "ground", when: { grounded: true }, duration: 0 },
        { from: "*", to: "ground", when: { hit: true }, duration: 0 },
      ],
    },
  ],
};

function start(definition = DEFINITION): { stage: Stage; controller: ClipController; changes: string[] } {
  const stage = new Stage();
  createClips(stage.scene, { idle: 2, walk: 1, run: 0.5, jump: 1 });
  const controller = CreateController(stage.scene, definition);
  const changes: string[] = [];
  controller.onStateChangedObservable.add(({ from, to }) => void changes.push(`${from} > ${to}`));
  stage.frames(0);
  return { stage, controller, changes };
}

describe("a machine within a state", () => {
  it("begins in its start, and tells paths", () => {
    const { stage, controller, changes } = start();
    expect(controller.stateOf()).toBe("ground/idle");
    controller.set("speed", 3);
    stage.frames(0.25);
    expect(controller.stateOf()).toBe("ground/move/run");
    controller.set("speed", 1.5);
    stage.frames(0.25);
    expect(changes).toEqual(["ground/idle > ground/move/run", "ground/move/run > ground/move/walk"]);
    expect(stage.words).toEqual(["walk at 0 by 1"]);
  });

  it("is left from whatever state within, and begins again in its start", () => {
    const { stage, controller, changes } = start();
    controller.go("ground/move/walk", { duration: 0 });
    stage.frames(0.25);
    controller.set("speed", 1.5);
    controller.set("grounded", false);
    stage.frames(0.25);
    controller.set("speed", 0);
    controller.set("grounded", true);
    stage.frames(0.25);
    expect(changes).toEqual(["ground/idle > ground/move/walk", "ground/move/walk > jump", "jump > ground/idle"]);
  });

  it("tries its own transitions before those around it", () => {
    const { stage, controller } = start();
    controller.set("speed", 3);
    controller.set("grounded", false);
    stage.frames(0.25);
    expect(controller.stateOf()).toBe("ground/move/run"); // one transition a frame
    stage.frames(0.25);
    expect(controller.stateOf()).toBe("jump");
  });

  it("is all states but to for a transition from any state in it", () => {
    const { stage, controller } = start();
    controller.go("ground/move/run", { duration: 0 });
    controller.set("speed", 3);
    stage.frames(0.25);
    controller.fire("hit");
    stage.frames(0.25);
    expect(controller.stateOf()).toBe("ground/hurt");
    controller.fire("hit"); // neither leads out of the state to which it leads
    stage.frames(0.25, 0.25);
    expect([controller.stateOf(), controller.get("hit")]).toEqual(["ground/hurt", true]);
  });

  it("is entered by code, in its start or in a state within", () => {
    const { stage, controller } = start();
    controller.set("speed", 3);
    controller.go("ground/move");
    stage.frames(0.25);
    expect(controller.stateOf()).toBe("ground/move/run");
    expect(() => controller.go("move")).toThrow(`state: ${ruleOf("nameOfStateOfLayer", '"move"')}`);
  });

  it("is saved by paths", () => {
    const { stage, controller } = start();
    controller.go("ground/move/walk");
    stage.frames(0.25);
    controller.go("ground/move");
    const saved = JSON.parse(JSON.stringify(SaveClipState(stage.scene))) as ReturnType<typeof SaveClipState>;
    controller.go("jump");
    stage.frames(0.25);
    RestoreClipState(stage.scene, saved);
    expect(controller.stateOf()).toBe("ground/move/walk");
    stage.frames(0.25);
    expect(controller.stateOf()).toBe("ground/move/run");
  });
});
