/** A controller that plays while its definition is edited: what it waits for, and what has happened. */
import { afterEach, describe, expect, it } from "@jest/globals";
import type { Playable } from "../../playground/page/playback/playable.js";
import { ControllerRun } from "../../playground/page/states/controllerRun.js";
import { graphOf } from "../../playground/page/states/graph.js";
import { describeReason, describeUnfinished } from "../../playground/page/states/words.js";
import { CheckController, type ControllerDefinition } from "../../src/controller.js";
import { GetClips } from "../../src/pure.js";
import { createClips, Stage } from "../characters/controller/character.js";
import { createScene, disposeScenes, FRAME, render } from "../helpers/scene.js";

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
    ["a state", { idle: { clip: "idle" }, stroll: { clip: "walk" } }, "walk", "stroll"],
    ["a machine", { idle: { clip: "idle" }, ground: { states: { walk: { clip: "walk" } } } }, "move/walk", "ground/walk"],
    ["a state in a machine", { idle: { clip: "idle" }, move: { states: { go: { clip: "walk" } } } }, "move/walk", "move/go"],
  ])("stays in %s that is renamed, and its history has the new name", (_, states, from, to) => {
    const stage = createStage();
    const [name] = from.split("/");
    const definition: ControllerDefinition = {
      layers: [
        {
          states: { idle: { clip: "idle" }, [name!]: name === from ? { clip: "walk" } : { states: { walk: { clip: "walk" } } } },
          transitions: [{ from: "idle", to: name!, after: 0.1 }],
        },
      ],
    };
    const before = run(stage, definition);
    stage.frames(0, 0.5, 0.5);
    expect(before.controller.stateOf()).toBe(from);
    const kept = before.snapshot();
    before.dispose();
    const after = run(stage, { layers: [{ states }] });
    after.goOn(kept);
    stage.frames(0);
    expect(after.controller.stateOf()).toBe(to);
    expect(after.changes).toMatchObject([{ from: "idle", to }]);
    after.dispose();
  });

  it("is paused with all that plays in the scene, goes on from there, and is still paused in a changed definition", () => {
    const stage = { scene: createScene() } as unknown as Stage;
    createClips(stage.scene, { idle: 8, walk: 8 });
    createClips(stage.scene, { other: 8 });
    const other = GetClips(stage.scene)[2]!;
    other.play();
    const first = run(stage, definitionOf({ from: "idle", to: "walk", afterSeconds: 0.5, duration: 0 }));
    const times = (): readonly number[] =>
      GetClips(stage.scene)
        .filter(({ isPlaying }) => isPlaying)
        .map(({ timestamp }) => timestamp);
    render(stage.scene, 10);
    const before = times();
    expect(before).toHaveLength(2);
    first.isPaused = true;
    render(stage.scene, 100);
    first.advance(1);
    expect([times(), first.controller.stateOf(), first.time]).toEqual([before, "idle", 0]);
    first.isPaused = false;
    render(stage.scene, 1);
    times().forEach((time, i) => expect(time).toBeCloseTo(before[i]! + FRAME, 9));
    render(stage.scene, 60);
    expect(first.controller.stateOf()).toBe("walk");

    first.isPaused = true;
    const kept = first.snapshot();
    first.dispose();
    const second = run(stage, definitionOf({ from: "walk", to: "idle", after: 1 }));
    second.goOn(kept);
    render(stage.scene, 1); // goes to its state
    second.advance(0);
    expect([second.isPaused, second.controller.stateOf()]).toEqual([true, "walk"]);
    const standing = times();
    render(stage.scene, 100);
    expect(times()).toEqual(standing);
    second.dispose();
    render(stage.scene, 1);
    expect(other.timestamp).toBeGreaterThan(standing[0]!);
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
