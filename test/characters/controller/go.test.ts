/** States to which code leads, and how they begin: expected values are computed by hand. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { AssetContainer } from "@babylonjs/core/assetContainer.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import { type ClipController, ControlCrowd, type ControllerDefinition, CreateController } from "../../../src/controller.js";
import { CreateClipCrowd } from "../../../src/crowd.js";
import { CreateClip, RestoreClipState, SaveClipState } from "../../../src/pure.js";
import { createAnimation, createGroup } from "../../helpers/group.js";
import { ruleOf } from "../../helpers/rules.js";
import { collectWarnings, createScene, disposeScenes } from "../../helpers/scene.js";
import { createClips, Stage } from "./character.js";

afterEach(disposeScenes);

const DURATIONS = { idle: 2, walk: 1, run: 0.5, jump: 1 };
const DEFINITION: ControllerDefinition = {
  parameters: { isReady: false },
  layers: [
    {
      states: { idle: { clip: "idle" }, walk: { clip: "walk" }, jump: { clip: "jump", repetitions: 1 } },
      transitions: [
        { from: "idle", to: "walk", duration: 1, interruptedBy: [], when: { isReady: true } },
        { from: "jump", to: "idle", after: 1, duration: 0 },
      ],
    },
    { name: "arms", states: { none: {}, wave: { clip: "run" } } },
  ],
};

function start(definition: ControllerDefinition = DEFINITION): { stage: Stage; controller: ClipController; changes: string[] } {
  const stage = new Stage();
  createClips(stage.scene, DURATIONS);
  const controller = CreateController(stage.scene, definition);
  const changes: string[] = [];
  controller.onStateChangedObservable.add(({ layer, from, to }) => void changes.push(`${layer}: ${from} > ${to}`));
  stage.frames(0);
  return { stage, controller, changes };
}

describe("go", () => {
  it("leads to a state in the next frame, without a transition in the definition", () => {
    const { stage, controller, changes } = start();
    controller.go("jump", { duration: 0.5 });
    expect(controller.stateOf()).toBe("idle");
    stage.frames(0.25);
    expect([controller.stateOf(), changes]).toEqual(["jump", ["0: idle > jump"]]);
    expect(stage.words).toEqual(["idle at 0.25 by 1", "jump at 0 by 0"]);
    stage.frames(0.25);
    expect(stage.words).toEqual(["idle at 0.5 by 0.5", "jump at 0.25 by 0.5"]);
    stage.frames(0.75);
    expect(controller.stateOf()).toBe("idle"); // by its own transition
  });

  it("fades for 0.2 seconds by default, and begins where it is told", () => {
    const { stage, controller } = start();
    controller.go("walk", { at: 0.75 });
    stage.frames(0.25, 0.125);
    expect(stage.words).toEqual(["idle at 0.375 by 0.375", "walk at 0.875 by 0.625"]);
    stage.frames(0.125);
    expect(stage.words).toEqual(["walk at 1 by 1"]);
  });

  it("interrupts any fade, comes before transitions, and the last call counts", () => {
    const { stage, controller, changes } = start();
    controller.set("isReady", true);
    stage.frames(0.25);
    controller.go("idle");
    controller.go("jump", { duration: 0 });
    stage.frames(0.25);
    expect(changes).toEqual(["0: idle > walk", "0: walk > jump"]);
    expect(stage.words).toEqual(["jump at 0 by 1"]);
  });

  it("begins the present state again, while it fades out", () => {
    const { stage, controller, changes } = start();
    stage.frames(0.5);
    controller.go("idle", { duration: 0.5 });
    stage.frames(0.25, 0.25);
    expect(changes).toEqual(["0: idle > idle"]);
    expect(stage.words.sort()).toEqual(["idle at 0.25 by 0.5", "idle at 1 by 0.5"]);
  });

  it("finds the layer that has the state", () => {
    const { stage, controller } = start();
    controller.go("wave", { duration: 0 });
    stage.frames(0.25);
    expect([controller.stateOf(), controller.stateOf("arms")]).toEqual(["idle", "wave"]);
    controller.go("none", { layer: "arms", duration: 0 });
    stage.frames(0.25);
    expect(controller.stateOf(1)).toBe("none");
  });

  it.each<[string, unknown, Error]>([
    ["jmp", {}, new RangeError(`state: ${ruleOf("nameOfStateOfLayer", '"jmp"')}; did you mean "jump"?`)],
    ["wave", { layer: 0 }, new RangeError(`state: ${ruleOf("nameOfStateOfLayer", '"wave"')}; did you mean "walk"?`)],
    ["wave", { layer: "legs" }, new RangeError(`layer: ${ruleOf("nameOrIndexOfLayer", '"legs"')}; there is 0, arms`)],
    ["walk", { duration: -1 }, new RangeError(`options.duration: ${ruleOf("finiteAndAtLeast0", -1)}`)],
    ["walk", { at: 2 }, new RangeError(`options.at: ${ruleOf("within01", 2)}`)],
    ["walk", { at: "0" }, new TypeError(`options.at: ${ruleOf("within01", '"0"')}`)],
    ["walk", 3, new TypeError(`options: ${ruleOf("object", 3)}`)],
  ])("refuses %s with %j", (state, options, error) => {
    const { controller } = start();
    expect(() => controller.go(state, options as object)).toThrow(error);
  });

  it("has no effect after the end, with a warning", async () => {
    const { controller } = start();
    controller.dispose();
    const { warnings } = await collectWarnings(() => Promise.resolve(controller.go("walk")));
    expect(warnings).toEqual(["controller: go has no effect, because the controller is disposed"]);
  });

  it("is saved before its frame", () => {
    const { stage, controller } = start();
    controller.go("walk", { at: 0.5, duration: 0 });
    const saved = JSON.parse(JSON.stringify(SaveClipState(stage.scene))) as ReturnType<typeof SaveClipState>;
    stage.frames(0.25);
    controller.go("jump", { duration: 0 });
    stage.frames(0.25);
    RestoreClipState(stage.scene, saved);
    stage.frames(0.25);
    expect(stage.words).toEqual(["walk at 0.5 by 1"]);
  });
});

describe("the time of a state", () => {
  it("is told in passes and in seconds", () => {
    const { stage, controller } = start();
    controller.go("walk", { at: 0.5, duration: 0 });
    stage.frames(0.25, 0.75);
    expect([controller.passesOf(), controller.secondsOf()]).toEqual([1.25, 0.75]);
    expect([controller.passesOf("arms"), controller.secondsOf("arms")]).toEqual([0, 1]);
    controller.go("jump", { duration: 0 });
    stage.frames(0.25);
    expect([controller.passesOf(), controller.secondsOf()]).toEqual([0, 0]);
  });

  it("counts in a crowd while the controller rests", () => {
    const scene = createScene();
    let now = 0;
    const box = CreateBox("box", {}, scene);
    const container = new AssetContainer(scene);
    container.meshes.push(box);
    const animation = createAnimation("position.x", { frames: [0, 60], values: [0, 1] });
    container.animationGroups.push(CreateClip("walk", createGroup(scene, [box, animation]), { end: 1 }));
    const crowd = CreateClipCrowd(container, { clock: () => now });
    const frame = (seconds: number): void => {
      now += seconds;
      scene.render();
    };
    frame(0);
    const [controller] = ControlCrowd(crowd, [crowd.add()], {
      parameters: { pace: 1 },
      layers: [{ states: { walk: { clip: "walk", speed: "pace" }, again: { clip: "walk" } } }],
    });
    frame(0.25); // the first one
    frame(0.25);
    frame(0.25);
    frame(0.5);
    expect([controller!.secondsOf(), controller!.passesOf()]).toEqual([1, 1]);
    controller!.set("pace", 2);
    frame(0.25);
    frame(0.25);
    expect([controller!.secondsOf(), controller!.passesOf()]).toEqual([1.5, 2]);
    controller!.go("again", { at: 0.25, duration: 0 });
    frame(0.25);
    frame(0.25);
    expect([controller!.stateOf(), controller!.secondsOf(), controller!.passesOf()]).toEqual(["again", 0.25, 0.5]);
  });
});

describe("transitions", () => {
  it("may be taken once in each pass", () => {
    const { stage, controller } = start({
      parameters: { go: "trigger" },
      layers: [
        {
          states: { walk: { clip: "walk" }, jump: { clip: "jump" } },
          transitions: [{ from: "walk", to: "jump", when: { go: true }, afterEach: 0.75, duration: 0 }],
        },
      ],
    });
    stage.frames(0.5, 0.5); // passes 0.75 without the trigger
    controller.fire("go");
    stage.frames(0.5);
    expect(stage.words).toEqual(["walk at 0.5 by 1"]);
    stage.frames(0.375); // 1.875: the state began an eighth of a second ago
    expect(stage.words).toEqual(["jump at 0.125 by 1"]);
  });

  it("that wait for a share of a pass hold when the clip has ended", () => {
    const { stage, controller } = start({
      parameters: { go: "trigger" },
      layers: [
        {
          states: { jump: { clip: "jump", repetitions: 1 }, walk: { clip: "walk" } },
          transitions: [{ from: "jump", to: "walk", when: { go: true }, afterEach: 0.5, duration: 0 }],
        },
      ],
    });
    stage.frames(2);
    controller.fire("go");
    stage.frames(0.25);
    expect(stage.words).toEqual(["walk at 0 by 1"]);
  });

  it("keep step: the same phase, and passes per second that change with the shares", () => {
    const { stage, controller } = start({
      parameters: { isFast: false },
      layers: [
        {
          states: { walk: { clip: "walk" }, run: { clip: "run" } },
          transitions: [{ from: "walk", to: "run", when: { isFast: true }, keepStep: true, duration: 1 }],
        },
      ],
    });
    stage.frames(0.25);
    controller.set("isFast", true);
    stage.frames(0.25);
    expect(stage.words).toEqual(["walk at 0.5 by 1", "run at 0.25 by 0"]);
    stage.frames(0.25); // 1 and 2 passes per second, by 0.75 and 0.25
    expect(stage.words).toEqual(["walk at 0.8125 by 0.75", "run at 0.40625 by 0.25"]);
    stage.frames(0.75);
    expect(stage.words).toEqual(["run at 0.15625 by 1"]); // 0.8125 + 1.5 passes
  });

  it("keep step after a rollback", () => {
    const { stage, controller } = start({
      parameters: { isFast: false },
      layers: [
        {
          states: { walk: { clip: "walk" }, run: { clip: "run" } },
          transitions: [{ from: "walk", to: "run", when: { isFast: true }, keepStep: true, offset: 0.125, duration: 1 }],
        },
      ],
    });
    controller.set("isFast", true);
    stage.frames(0.25, 0.25);
    const saved = JSON.parse(JSON.stringify(SaveClipState(stage.scene))) as ReturnType<typeof SaveClipState>;
    stage.frames(0.25, 0.25);
    const [words, seconds] = [stage.words, controller.secondsOf()];
    RestoreClipState(stage.scene, saved);
    stage.frames(0.25, 0.25);
    expect([stage.words, controller.secondsOf()]).toEqual([words, seconds]);
  });

  it("fade for a share of a pass, or the seconds where there are no passes", () => {
    const { stage, controller } = start({
      parameters: { go: "trigger" },
      layers: [
        {
          states: { idle: { clip: "idle" }, none: {}, walk: { clip: "walk" } },
          transitions: [
            { from: "idle", to: "none", when: { go: true }, durationPasses: 0.5 },
            { from: "none", to: "walk", when: { go: true }, durationPasses: 0.5, duration: 0.5 },
          ],
        },
      ],
    });
    controller.fire("go");
    stage.frames(0.25, 0.25);
    expect(controller.progressOf()).toBe(0.25); // of half of two seconds
    stage.frames(0.75);
    controller.fire("go");
    stage.frames(0.25, 0.25);
    expect(controller.progressOf()).toBe(0.5);
  });

  it("compare with what a number is not", () => {
    const { stage, controller } = start({
      parameters: { weapon: 0 },
      layers: [
        {
          states: { idle: { clip: "idle" }, walk: { clip: "walk" } },
          transitions: [{ from: "idle", to: "walk", when: { weapon: { atLeast: 0, not: 0 } } }],
        },
      ],
    });
    stage.frames(0.25);
    expect(controller.stateOf()).toBe("idle");
    controller.set("weapon", 3);
    stage.frames(0.25);
    expect(controller.stateOf()).toBe("walk");
  });
});
