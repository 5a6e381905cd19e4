/** A controller that plays while its definition is edited: what it waits for, and what has happened. */
import { afterEach, describe, expect, it } from "@jest/globals";
import type { Playable } from "../../playground/page/playback/playable.js";
import { ControllerRun } from "../../playground/page/states/controllerRun.js";
import { graphOf } from "../../playground/page/states/graph.js";
import { describeReason, describeUnfinished } from "../../playground/page/states/words.js";
import { CheckController, type ControllerDefinition } from "../../src/controller.js";
import { GetClips } from "../../src/pure.js";
import { createClips, Stage } from "../characters/controller/character.js";
import { disposeScenes } from "../helpers/scene.js";

afterEach(disposeScenes);

const STATES = { idle: { clip: "idle" }, walk: { clip: "walk" } };
const definitionOf = (...transitions: NonNullable<ControllerDefinition["layers"][number]["transitions"]>): ControllerDefinition => ({
  parameters: { speed: 0, go: "trigger" },
  layers: [{ states: STATES, transitions }],
});

function run(stage: Stage, definition: ControllerDefinition): ControllerRun {
  const playables = GetClips(stage.scene).map((clip) => ({ name: clip.name, clip }) as unknown as Playable);
  return new ControllerRun(graphOf(definition)!, definition, playables);
}

function createStage(): Stage {
  const stage = new Stage();
  createClips(stage.scene, { idle: 2, walk: 2 });
  return stage;
}

describe("a controller that runs", () => {
  it("goes on in a changed definition, with its parameters, and tells what was true when it happened", () => {
    const stage = createStage();
    const before = run(stage, definitionOf({ from: "idle", to: "walk", after: 0.1 }));
    before.controller.set("speed", 2);
    stage.frames(0, 0.5, 0.5);
    before.advance(1);
    expect(before.changes).toMatchObject([{ from: "idle", to: "walk", reason: "after 0.1 passes" }]);
    const kept = before.snapshot();
    before.dispose();
    const after = run(stage, definitionOf({ from: "idle", to: "walk", when: { go: true }, after: 1 }));
    after.goOn(kept);
    stage.frames(0);
    expect([after.controller.stateOf(), after.controller.get("speed"), after.time]).toEqual(["walk", 2, 1]);
    expect(after.changes).toEqual(before.changes);
    after.dispose();
  });

  it.each([
    [1, "25 % played"],
    [3, "0.25 of 3 passes played"],
  ])("says in few digits how far the clip of a state is, of %d passes", (after, text) => {
    const stage = createStage();
    const { controller } = run(stage, definitionOf({ from: "idle", to: "walk", after, when: { go: true } }));
    stage.frames(0, 0.5);
    const [explained] = controller.transitionsOf();
    expect(explained!.reasons.map(describeReason)).toEqual(["go is not fired", text]);
    controller.dispose();
  });
});

describe("a finding", () => {
  it("about a state to which nothing leads yet is no mistake", () => {
    const found = CheckController({
      layers: [{ states: { ...STATES, "a/b": {} }, transitions: [{ from: "idle", to: "idle", after: 3 }] }],
    });
    expect(found.map(describeUnfinished)).toContain("Nothing leads to walk yet: add a transition.");
    const wrong = CheckController({ layers: [{ states: { idle: { clip: 1 } } }] });
    expect(wrong.map(describeUnfinished)).toEqual([null]);
  });
});
