/** Clips that are exchanged while a controller plays: expected values are computed by hand. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { AssetContainer } from "@babylonjs/core/assetContainer.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import { type ClipController, ControlCrowd, type ControllerDefinition, CreateController } from "../../../src/controller.js";
import { CreateClipCrowd } from "../../../src/crowd.js";
import { type ClipSettings, CreateClip, RequireClip, RestoreClipState, SaveClipState } from "../../../src/pure.js";
import { createAnimation, createGroup } from "../../helpers/group.js";
import { ruleOf } from "../../helpers/rules.js";
import { createScene, disposeScenes } from "../../helpers/scene.js";
import { createClips, Stage } from "./character.js";

afterEach(disposeScenes);

const DURATIONS = { idle: 2, walk: 1, limp: 4, run: 0.5, jump: 1, hop: 2 };
const DEFINITION: ControllerDefinition = {
  parameters: { pace: 0, jumps: "trigger" },
  layers: [
    {
      states: {
        walk: { clip: "walk" },
        move: {
          blend: "pace",
          clips: [
            { clip: "idle", at: 0 },
            { clip: "walk", at: 2 },
          ],
        },
        jump: { clip: "jump", repetitions: 1 },
      },
      transitions: [
        { from: "walk", to: "jump", when: { jumps: true }, duration: 0.5 },
        { from: "jump", to: "walk", after: 1, duration: 0 },
      ],
    },
    { name: "arms", states: { none: {}, swing: { clip: "walk" } } },
  ],
};

function start(definition: ControllerDefinition = DEFINITION): { stage: Stage; controller: ClipController } {
  const stage = new Stage();
  createClips(stage.scene, DURATIONS);
  const controller = CreateController(stage.scene, definition);
  stage.frames(0);
  return { stage, controller };
}

function change({ scene }: Stage, name: string, settings: ClipSettings): void {
  const clip = RequireClip(scene, name);
  clip.settings = { ...clip.settings, ...settings };
}

describe("setClip", () => {
  it("lets the state go on at the same share of a pass, from the next frame on", () => {
    const { stage, controller } = start();
    stage.frames(1.25);
    controller.setClip("walk", "limp");
    expect(stage.words).toEqual(["walk at 0.25 by 1"]);
    expect(controller.passesOf()).toBe(1.25);
    stage.frames(0.5);
    expect(stage.words).toEqual(["limp at 1.5 by 1"]); // a quarter of 4 s, and half a second
    expect([controller.passesOf(), controller.secondsOf()]).toEqual([1.375, 1.75]);
  });

  it("holds for states that are entered later, and in all layers", () => {
    const { stage, controller } = start();
    controller.setClip("walk", "limp");
    controller.go("swing", { duration: 0 });
    controller.go("move", { duration: 0 });
    stage.frames(0, 1);
    controller.set("pace", 2);
    stage.frames(1);
    expect(stage.words.filter((word) => !word.startsWith("idle"))).toEqual(["limp at 3 by 1", "limp at 2 by 1"]); // half a pass of idle, and a second
  });

  it("goes on with a fade, and with what fades out", () => {
    const { stage, controller } = start();
    controller.fire("jumps");
    stage.frames(0.25, 0.125); // the fade begins, with the walk at 0.25
    controller.setClip("walk", "limp");
    controller.setClip("jump", "hop");
    stage.frames(0.125);
    expect(stage.words.sort()).toEqual(["hop at 0.375 by 0.5", "limp at 1.625 by 0.5"]);
  });

  it("counts passes on: a clip that has ended goes on where the other one has more, and ends where it has fewer", () => {
    const { stage, controller } = start({ layers: [{ states: { a: { clip: "jump" } } }] });
    change(stage, "jump", { repetitions: 2 });
    change(stage, "hop", { repetitions: 1 });
    controller.go("a", { duration: 0 });
    stage.frames(0, 1.5);
    controller.setClip("jump", "hop");
    stage.frames(0.25);
    expect(stage.words).toEqual(["hop at 2 by 1"]);
    expect(controller.passesOf()).toBe(1);
    controller.setClip("jump", "limp");
    stage.frames(0.25);
    expect(stage.words).toEqual(["limp at 0.25 by 1"]);
    expect(controller.passesOf()).toBe(1 + 1 / 16);
  });

  it("keeps the direction of ping-pong, and plays another direction from the same share of its pass", () => {
    const { stage, controller } = start({ layers: [{ states: { a: { clip: "walk" } } }] });
    change(stage, "walk", { reverse: true });
    change(stage, "limp", { reverse: true });
    change(stage, "hop", { speed: -1 });
    controller.go("a", { duration: 0 });
    stage.frames(0, 1.25); // on the way back, at 0.75
    controller.setClip("walk", "limp");
    stage.frames(0.5);
    expect(stage.words).toEqual(["limp at 2.5 by 1"]);
    controller.setClip("walk", "hop");
    stage.frames(0.25);
    expect(stage.words).toEqual(["hop at 1 by 1"]); // 3/8 of a pass back from 2 s, and 0.25 s
  });

  it("begins a clip at its beginning in place of one without length", () => {
    const { stage, controller } = start({ layers: [{ states: { a: { clip: "idle" } } }] });
    change(stage, "idle", { end: 0 });
    controller.go("a", { duration: 0 });
    stage.frames(0, 1);
    controller.setClip("idle", "walk");
    stage.frames(0.5, 0.25);
    expect(stage.words).toEqual(["walk at 0.25 by 1"]);
  });

  it("finds clips that the character has got since", () => {
    const { stage, controller } = start();
    createClips(stage.scene, { late: 8 });
    stage.frames(0.5);
    controller.setClip("walk", "late");
    stage.frames(0.5);
    expect(stage.words).toEqual(["late at 4.5 by 1"]);
  });

  it("gives all clips back at the end", () => {
    const { stage, controller } = start();
    const limp = RequireClip(stage.scene, "limp");
    controller.setClip("walk", "limp");
    stage.frames(0.5);
    expect(() => CreateController(stage.scene, { layers: [{ states: { a: { clip: "limp" } } }] })).toThrow(
      `definition: ${ruleOf("clipsOfNoOtherController", '"limp"')}`,
    );
    controller.dispose();
    expect(stage.words).toEqual([]);
    expect([limp.layer, limp.isStarted]).toEqual([0, false]);
    CreateController(stage.scene, { layers: [{ states: { a: { clip: "limp" } } }] });
  });

  it("may be ended by an observer of the clips", () => {
    const { stage, controller } = start();
    RequireClip(stage.scene, "walk").onAnimationGroupEndObservable.addOnce(() => controller.dispose());
    controller.setClip("walk", "limp");
    stage.frames(0.5);
    expect(stage.words).toEqual([]);
    const second = CreateController(stage.scene, DEFINITION);
    RequireClip(stage.scene, "limp").onAnimationGroupPlayObservable.addOnce(() => second.dispose());
    second.setClip("walk", "limp");
    stage.frames(0.5);
    expect(stage.words).toEqual([]);
  });

  it("is saved, also before its frame, and into another scene", () => {
    const { stage, controller } = start();
    controller.setClip("walk", "limp");
    stage.frames(0.5);
    controller.setClip("jump", "hop");
    const saved = JSON.parse(JSON.stringify(SaveClipState(stage.scene))) as ReturnType<typeof SaveClipState>;
    const play = (on: Stage, by: ClipController): string[] => {
      by.fire("jumps");
      on.frames(0.25, 0.25);
      return on.words.sort();
    };
    const expected = ["hop at 0.25 by 0.5", "limp at 1 by 0.5"];
    expect(play(stage, controller)).toEqual(expected);
    controller.setClip("walk", "run");
    stage.frames(0.125);
    RestoreClipState(stage.scene, saved);
    expect(play(stage, controller)).toEqual(expected);
    const other = start();
    RestoreClipState(other.stage.scene, saved);
    expect(play(other.stage, other.controller)).toEqual(expected);
  });

  it("checks its arguments", () => {
    const { stage, controller } = start();
    const other = CreateController(stage.scene, { layers: [{ states: { a: { clip: "run" } } }] }, { name: "other" });
    expect(() => controller.setClip("wlak", "limp")).toThrow(
      new RangeError(`name: ${ruleOf("nameOfClipInDefinition", '"wlak"')}; did you mean "walk"?`),
    );
    expect(() => controller.setClip("walk", "lmip")).toThrow(
      new RangeError(`clip: ${ruleOf("nameOfClipOfCharacter", '"lmip"')}; did you mean "limp"?`),
    );
    expect(() => controller.setClip("walk", 3 as never)).toThrow(new TypeError(`clip: ${ruleOf("nameOfClipOfCharacter", 3)}`));
    expect(() => controller.setClip("walk", "run")).toThrow(new RangeError(`clip: ${ruleOf("notOfAnotherController", '"run"')}`));
    other.dispose();
    controller.setClip("walk", "run");
  });
});

it("a crowd's clips are exchanged for each character", () => {
  const scene = createScene();
  let now = 0;
  const box = CreateBox("box", {}, scene);
  const container = new AssetContainer(scene);
  container.meshes.push(box);
  for (const [name, duration] of Object.entries(DURATIONS)) {
    const animation = createAnimation("position.x", { frames: [0, duration * 60], values: [0, 1] });
    container.animationGroups.push(CreateClip(name, createGroup(scene, [box, animation]), { end: duration }));
  }
  const crowd = CreateClipCrowd(container, { clock: () => now, posesPerSecond: 4 });
  const frame = (delta: number): void => {
    now += delta;
    scene.render();
  };
  const [first, second] = ControlCrowd(crowd, crowd.addMany(2), DEFINITION);
  frame(0);
  frame(0);
  frame(1.25);
  first!.setClip("walk", "limp");
  frame(0.5);
  const names = Array.from(crowd.clipIndices.subarray(0, 2), (clip) => crowd.clips[clip]!.name);
  expect([names, Array.from(crowd.timestamps.subarray(0, 2))]).toEqual([
    ["limp", "walk"],
    [1.5, 0.75],
  ]);
  expect([first!.passesOf(), second!.passesOf()]).toEqual([1.375, 1.75]);
  expect(() => first!.setClip("walk", "lmip")).toThrow(`clip: ${ruleOf("nameOfClipOfCharacter")}`);
});
