/** What a controller says about itself: the shares of states, and why transitions are not taken. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { type ClipController, CreateController, type ControllerDefinition } from "../../../src/controller.js";
import { ruleOf } from "../../helpers/rules.js";
import { disposeScenes } from "../../helpers/scene.js";
import { createRandom } from "../../helpers/random.js";
import { createClips, Stage } from "./character.js";
import { Dice, DURATIONS } from "./randomDefinition.js";

afterEach(disposeScenes);

const DEFINITION = {
  parameters: { speed: 0.4, grounded: true, wave: "trigger" },
  layers: [
    {
      states: { idle: { clip: "idle" }, walk: { clip: "walk" }, jump: { clip: "jump", repetitions: 1 } },
      transitions: [
        { from: "*", to: "jump", when: { grounded: false } },
        { from: "idle", to: "walk", when: { speed: { above: 0.5 } }, duration: 1, interruptedBy: [] },
        { from: "idle", to: "jump", when: { wave: true }, afterSeconds: 1 },
        { from: "walk", to: "idle", when: { speed: { atMost: 0.5, not: 0.4 } }, after: 2 },
        { from: "walk", to: "jump", when: { speed: 3, grounded: false }, afterEach: 0.5 },
        { from: "jump", to: "idle", after: 1 },
      ],
    },
    { name: "arms", states: { none: {}, wave: { clip: "wave" } }, transitions: [{ from: "none", to: "wave", when: { wave: true } }] },
  ],
} as const satisfies ControllerDefinition;

function start(): { readonly stage: Stage; readonly controller: ClipController<typeof DEFINITION> } {
  const stage = new Stage();
  createClips(stage.scene, { ...DURATIONS, walk: 1 });
  const controller = CreateController(stage.scene, DEFINITION);
  stage.frames(0);
  return { stage, controller };
}

describe("transitionsOf", () => {
  it("says of each transition, as they are tried, what is in its way", () => {
    const { stage, controller } = start();
    stage.frames(0.25);
    expect(controller.transitionsOf()).toEqual([
      { from: "idle", to: "walk", reasons: ["speed is 0.4, not above 0.5"] },
      { from: "idle", to: "jump", reasons: ["wave is not fired", "0.25 of 1 s have passed"] },
      { from: "*", to: "jump", reasons: ["grounded is true"] },
    ]);
    expect(controller.transitionsOf("arms")).toEqual([{ from: "none", to: "wave", reasons: ["wave is not fired"] }]);
  });

  it("has none for what is taken in the next frame", () => {
    const { stage, controller } = start();
    controller.set("speed", 1);
    expect(controller.transitionsOf()[0]).toEqual({ from: "idle", to: "walk", reasons: [] });
    stage.frames(0.1);
    expect(controller.stateOf()).toBe("walk");
  });

  it("waits for a fade that nothing interrupts, for passes, and for a share of each", () => {
    const { stage, controller } = start();
    controller.set("speed", 1);
    stage.frames(0.1);
    controller.set("speed", 0.4);
    stage.frames(0.25);
    expect(controller.transitionsOf()).toEqual([
      { from: "walk", to: "idle", reasons: ["the fade is not over", "speed is 0.4", "the clip has made 0.25 of 2 passes"] },
      {
        ...{ from: "walk", to: "jump" },
        reasons: ["the fade is not over", "speed is 0.4, not 3", "grounded is true", "the clip is at 0.25 of a pass, not at 0.5"],
      },
      { from: "*", to: "jump", reasons: ["the fade is not over", "grounded is true"] },
    ]);
    stage.frames(1);
    expect(controller.transitionsOf()[0]!.reasons).toEqual(["speed is 0.4", "the clip has made 1.25 of 2 passes"]);
  });

  it('does not tell of "*" in the state to which it leads', () => {
    const { stage, controller } = start();
    controller.set("grounded", false);
    stage.frames(0.1);
    expect(controller.transitionsOf().map(({ from }) => from)).toEqual(["jump"]);
  });

  it("throws for a layer that there is not", () => {
    const { controller } = start();
    expect(() => controller.transitionsOf("legs" as "arms")).toThrow(`layer: ${ruleOf("nameOrIndexOfLayer", '"legs"')}`);
    expect(() => controller.sharesOf(2)).toThrow(`layer: ${ruleOf("nameOrIndexOfLayer", 2)}`);
  });

  it.each(Array.from({ length: 200 }, (_, seed) => seed))("is right about the next frame, if no time passes: %i", (seed) => {
    const stage = new Stage();
    createClips(stage.scene, DURATIONS);
    const dice = new Dice(createRandom(seed + 1));
    // the state that a fade leaves has transitions of its own, of which a controller does not tell
    const json = JSON.stringify(dice.definition(), (key, value: unknown) =>
      key === "interruptedBy" && (value as readonly string[]).includes("previous") ? undefined : value,
    );
    const definition = JSON.parse(json) as ControllerDefinition;
    const controller = CreateController(stage.scene, definition);
    for (let frame = 0; frame < 40; frame++) {
      if (dice.chance(0.3)) {
        controller.set("pace", dice.pick([dice.number(-1, 4), 2]));
      }
      if (dice.chance(0.3)) {
        controller.set("ground", dice.chance(0.5));
      }
      stage.frames(dice.number(0, 0.2));
      if (dice.chance(0.3)) {
        controller.fire("hit");
      }
      const changes: string[] = [];
      const observer = controller.onStateChangedObservable.add(({ layer, to }) => changes.push(`${layer}: ${to}`));
      // a trigger that the lowest layer uses up is gone for the next one
      const [first] = definition.layers.map((_, i) => controller.transitionsOf(i).find(({ reasons }) => reasons.length === 0));
      stage.frames(0);
      expect(changes.filter((change) => change.startsWith("0:"))).toEqual(first ? [`0: ${first.to}`] : []);
      observer.remove();
    }
  });
});

describe("sharesOf", () => {
  it("has the states that a layer shows, the one that it is in last", () => {
    const { stage, controller } = start();
    expect(controller.sharesOf()).toEqual([{ state: "idle", share: 1 }]);
    controller.set("speed", 1);
    stage.frames(0.1, 0.25);
    const [left, entered] = controller.sharesOf();
    expect([left!.state, entered!.state]).toEqual(["idle", "walk"]);
    expect(entered!.share).toBe(controller.progressOf());
    expect(left!.share + entered!.share).toBeCloseTo(1, 12);
    stage.frames(1);
    expect(controller.sharesOf()).toEqual([{ state: "walk", share: 1 }]);
  });
});
