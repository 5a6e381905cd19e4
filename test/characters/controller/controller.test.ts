/** The rows of the table in docs/controller.md, in its order. */
import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { type ClipController, type ControllerDefinition, CreateController, type LayerDefinition } from "../../../src/controller.js";
import { type ClipAnimationGroup, CreateClip, GetClips, RequireClip, RestoreClipState, SaveClipState } from "../../../src/pure.js";
import { createAnimation, createGroup } from "../../helpers/group.js";
import { ruleOf } from "../../helpers/rules.js";
import { collectErrors, collectWarnings, disposeScenes } from "../../helpers/scene.js";
import { createClips, Stage } from "./character.js";

afterEach(disposeScenes);

const DURATIONS = { idle: 2, walk: 1, run: 0.5, jump: 1, wave: 1 };
const RATES = [15, 24, 30, 59.94, 60, 90, 144, 240];
const PARAMETERS = { speed: 0, ground: true, hit: "trigger" } as const;

interface Setup {
  readonly stage: Stage;
  readonly controller: ClipController;
  /** The transitions so far. */
  readonly changes: string[];
}

function start(definition: ControllerDefinition, name?: string): Setup {
  const stage = new Stage();
  createClips(stage.scene, DURATIONS);
  const controller = CreateController(stage.scene, definition, { name });
  const changes: string[] = [];
  controller.onStateChangedObservable.add(({ layer, from, to }) => void changes.push(`${layer}: ${from} > ${to}`));
  return { stage, controller, changes };
}

function startLayer(layer: LayerDefinition): Setup {
  return start({ parameters: PARAMETERS, layers: [layer] });
}

const TWO = { a: { clip: "walk" }, b: { clip: "jump" } } as const;

describe("decisions", () => {
  it("are made before the clips advance, by the times of the frame", () => {
    const { stage, changes } = startLayer({ states: TWO, transitions: [{ from: "a", to: "b", after: 0.5, duration: 0 }] });
    stage.frames(0.25, 0.25);
    expect(stage.words).toEqual(["walk at 0.25 by 1"]);
    expect(changes).toEqual([]);
    stage.frames(0.25);
    expect(stage.words).toEqual(["jump at 0 by 1"]);
    expect(changes).toEqual(["0: a > b"]);
  });

  it.each(RATES)("count passes, seconds and the seconds of a fade alike, at %d frames a second", (rate) => {
    const states = { ...TWO, c: { clip: "wave" }, d: { clip: "idle" } };
    const layers: LayerDefinition[] = [
      { states, transitions: [{ from: "a", to: "c", after: 0.5 }] },
      { name: "seconds", states, transitions: [{ from: "a", to: "c", afterSeconds: 0.5 }] },
      {
        ...{ name: "fade", states },
        transitions: [
          { from: "a", to: "b", duration: 0.5, interruptedBy: [] },
          { from: "b", to: "c" },
        ],
      },
    ];
    const { stage, controller } = start({ layers });
    stage.frames(1 / rate);
    for (let seconds = 0; seconds < 0.6; seconds += 1 / rate) {
      stage.frames(1 / rate);
      const isIn = layers.map((_, i) => controller.stateOf(i) === "c");
      expect(isIn).toEqual([isIn[0], isIn[0], isIn[0]]);
    }
    expect(controller.stateOf()).toBe("c");
  });

  it("are made in scene.animate()", () => {
    const { stage, controller } = startLayer({ states: TWO, transitions: [{ from: "a", to: "b", when: { hit: true }, duration: 0 }] });
    stage.frames(0, 0.25);
    controller.fire("hit");
    stage.scene.animate();
    expect(controller.stateOf()).toBe("b");
  });

  it("take at most one transition a frame and layer", () => {
    const ways = [
      { from: "a", to: "b", duration: 0 },
      { from: "b", to: "c", duration: 0 },
    ];
    const layer = { states: { ...TWO, c: { clip: "run" } }, transitions: ways };
    const { stage, changes } = start({ layers: [layer, { ...layer, name: "arms" }] });
    stage.frames(0);
    expect(changes).toEqual(["0: a > b", "arms: a > b"]);
    stage.frames(0);
    expect(changes.slice(2)).toEqual(["0: b > c", "arms: b > c"]);
  });

  it("try the transitions of the state as listed, then those of any state", () => {
    const states = { ...TWO, c: { clip: "run" }, d: { clip: "wave" } };
    const transitions = [
      { from: "*", to: "b", when: { hit: true } },
      { from: "a", to: "c", when: { hit: true, ground: false } },
      { from: "a", to: "d", when: { hit: true } },
    ] as const;
    const { stage, controller, changes } = startLayer({ states, transitions });
    controller.fire("hit");
    stage.frames(0);
    controller.fire("hit");
    stage.frames(0);
    expect(changes).toEqual(["0: a > d", "0: d > b"]);
  });

  it("do not lead from any state to the same state", () => {
    const { stage, controller, changes } = startLayer({ states: TWO, transitions: [{ from: "*", to: "b", when: { ground: false } }] });
    controller.set("ground", false);
    stage.frames(0, 1, 1, 1);
    expect(changes).toEqual(["0: a > b"]);
  });

  it("see what an observer sets in the next frame", () => {
    const { stage, controller, changes } = start({
      parameters: PARAMETERS,
      layers: [
        { states: TWO, transitions: [{ from: "a", to: "b" }] },
        { name: "arms", states: TWO, transitions: [{ from: "a", to: "b", when: { hit: true } }] },
      ],
    });
    controller.onStateChangedObservable.add(() => controller.fire("hit"));
    stage.frames(0);
    expect(changes).toEqual(["0: a > b"]);
    stage.frames(0);
    expect(changes).toEqual(["0: a > b", "arms: a > b"]);
  });
});

/** Three one-shots, each after the other, for 16 seconds. */
describe.each(RATES)("a chain of states at %d frames a second", (rate) => {
  const states = {
    a: { clip: "walk", repetitions: 1 },
    b: { clip: "run", repetitions: 1 },
    c: { clip: "jump", repetitions: 1, speed: 0.8 },
  };
  const lengths = { a: 1, b: 0.5, c: 1.25 };

  it.each([
    ["after a pass", 0, { after: 1 }],
    ["with fades", 0.2, { after: 1 }],
    ["while a condition holds", 0, { after: 1, when: { ground: true } }],
  ])("is where its lengths say: %s", (_, duration, way) => {
    const transitions = [
      { from: "a", to: "b", duration, ...way },
      { from: "b", to: "c", duration, ...way },
      { from: "c", to: "a", duration, ...way },
    ];
    const { stage, controller, changes } = startLayer({ states, transitions });
    stage.frames(3); // the first frame shows the beginning
    let seconds = 0;
    while (seconds < 16) {
      stage.frames(1 / rate);
      seconds += 1 / rate;
      let left = seconds % 2.75;
      const [name, length] = Object.entries(lengths).find(([, each]) => (left < each ? true : ((left -= each), false)))!;
      const isAtBound = Math.min(left, length - left) < 1e-6; // rounded
      if (!isAtBound) {
        expect(controller.stateOf()).toBe(name);
        const timestamp = name === "c" ? 0.8 * left : left;
        const played = GetClips(stage.scene).find((clip) => clip.name === states[name as "a"].clip)!;
        expect(played.timestamp).toBeCloseTo(timestamp, 6);
      }
    }
    expect(Math.abs(changes.length - (3 * seconds) / 2.75)).toBeLessThan(3);
  });
});

describe("states", () => {
  it("count no time before their first frame", () => {
    const { stage, changes } = startLayer({ states: TWO, transitions: [{ from: "a", to: "b", afterSeconds: 1, duration: 0 }] });
    stage.frames(3, 0.75);
    expect(changes).toEqual([]);
    stage.frames(0.5);
    expect(stage.words).toEqual(["jump at 0.25 by 1"]);
  });

  it("begin in the middle of a frame, with what is left of it", () => {
    const { stage, controller } = startLayer({
      states: { a: { clip: "walk" }, b: { clip: "jump", speed: 2 }, c: { clip: "idle" } },
      transitions: [
        { from: "a", to: "b", after: 0.5, duration: 0.5 },
        { from: "b", to: "c", afterSeconds: 0.25, duration: 1 },
      ],
    });
    stage.frames(0, 0.375, 0.25);
    expect(stage.words).toEqual(["walk at 0.625 by 0.75", "jump at 0.25 by 0.25"]);
    stage.frames(0.25); // b has been entered 0.375 s ago, so that c has 0.125 s, and the fade stood at 0.5 then
    expect(controller.stateOf()).toBe("c");
    expect(stage.words).toEqual(["idle at 0.125 by 0.125", "walk at 0.875 by 0.4375", "jump at 0.75 by 0.4375"]);
  });

  it("that wait for a fade begin when it is over", () => {
    const { stage } = startLayer({
      states: { ...TWO, c: { clip: "idle" } },
      transitions: [
        { from: "a", to: "b", duration: 0.5, interruptedBy: [] },
        { from: "b", to: "c", after: 0.25, duration: 0 },
      ],
    });
    stage.frames(0, 0.375, 0.25);
    expect(stage.words).toEqual(["idle at 0.125 by 1"]);
  });

  it("that wait for a parameter begin in its frame", () => {
    const { stage, controller } = startLayer({
      states: TWO,
      transitions: [{ from: "a", to: "b", after: 0.25, when: { hit: true }, duration: 0 }],
    });
    stage.frames(0, 0.375, 0.25);
    controller.fire("hit");
    stage.frames(0.25);
    expect(stage.words).toEqual(["jump at 0 by 1"]);
  });

  it("begin with their clips at the beginning", () => {
    const { stage } = startLayer({ states: TWO, transitions: [{ from: "a", to: "b", afterSeconds: 0.5, duration: 0.5 }] });
    stage.frames(0, 0.25, 0.25);
    expect(stage.words).toEqual(["walk at 0.5 by 1", "jump at 0 by 0"]);
    stage.frames(0.25);
    expect(stage.words).toEqual(["walk at 0.75 by 0.5", "jump at 0.25 by 0.5"]);
  });

  it("begin again while they fade out, without a jump", () => {
    const { stage, controller, changes } = startLayer({
      states: TWO,
      transitions: [{ from: "a", to: "a", when: { hit: true }, duration: 1 }],
    });
    stage.frames(0, 0.5);
    controller.fire("hit");
    stage.frames(0.125);
    expect(stage.words).toEqual(["walk at 0 by 0", "walk at 0.625 by 1"]);
    controller.fire("hit");
    stage.frames(0.25);
    expect(changes).toEqual(["0: a > a", "0: a > a"]);
    expect(stage.words.sort()).toEqual(["walk at 0 by 0", "walk at 0.25 by 0.25", "walk at 0.875 by 0.75"]);
    stage.frames(0.5, 0.5);
    expect(stage.words).toEqual(["walk at 1 by 1"]);
  });

  it("without clips show what is below", () => {
    const { stage, controller } = start({
      parameters: PARAMETERS,
      layers: [
        { states: { a: { clip: "walk" } } },
        {
          states: { none: {}, wave: { clip: "wave", repetitions: 1 } },
          transitions: [
            { from: "none", to: "wave", when: { hit: true }, duration: 0.5 },
            { from: "wave", to: "none", after: 1, duration: 0.5 },
          ],
        },
      ],
    });
    stage.frames(0, 0.5);
    expect(stage.words).toEqual(["walk at 0.5 by 1"]);
    controller.fire("hit");
    stage.frames(0.25, 0.25, 0.25, 0.5);
    expect(stage.words).toEqual(["walk at 0.75 by 1", "wave at 1 by 1"]);
    stage.frames(0.25);
    expect(stage.words).toEqual(["walk at 1 by 1", "wave at 1 by 0.5"]);
    stage.frames(0.25);
    expect(stage.words).toEqual(["walk at 0.25 by 1"]);
  });

  it("without clips show the values at rest in the lowest layer", () => {
    const { stage, controller } = startLayer({
      states: { a: { clip: "walk" }, none: {} },
      transitions: [{ from: "a", to: "none", when: { hit: true }, duration: 0.5 }],
    });
    stage.frames(0, 0.5);
    const node = stage.scene.getTransformNodeByName("walk")!;
    expect(node.position.x).toBe(0.5);
    controller.fire("hit");
    stage.frames(0, 0.25);
    expect(node.position.x).toBeCloseTo(0.375, 12);
    stage.frames(0.25);
    expect(node.position.x).toBe(0);
  });

  it("hold the last pose of a clip that ends", () => {
    const { stage, changes } = startLayer({
      states: { a: { clip: "walk", repetitions: 1 }, b: { clip: "jump" } },
      transitions: [{ from: "a", to: "b", afterSeconds: 4, duration: 1 }],
    });
    stage.frames(0, 0.75, 0.75, 2);
    expect(stage.words).toEqual(["walk at 1 by 1"]);
    stage.frames(0.5, 0.25);
    expect(changes).toEqual(["0: a > b"]);
    expect(stage.words).toEqual(["walk at 1 by 0.75", "jump at 0.25 by 0.25"]);
  });

  it("play at a speed, which a parameter may say", () => {
    const { stage, controller } = startLayer({
      states: { a: { clip: "walk", speed: "speed" }, b: { clip: "jump", speed: 0.5 } },
      transitions: [{ from: "a", to: "b", when: { hit: true }, duration: 0 }],
    });
    controller.set("speed", 3);
    stage.frames(0, 0.25);
    expect(stage.words).toEqual(["walk at 0.75 by 1"]);
    controller.set("speed", -1);
    stage.frames(0.25);
    expect(stage.words).toEqual(["walk at 0.75 by 1"]);
    controller.fire("hit");
    stage.frames(0, 0.5);
    expect(stage.words).toEqual(["jump at 0.25 by 1"]);
  });

  it("blend clips in step", () => {
    const { stage, controller } = startLayer({
      states: {
        a: {
          blend: "speed",
          clips: [
            { clip: "walk", at: 1 },
            { clip: "run", at: 3 },
          ],
        },
      },
    });
    controller.set("speed", 2);
    stage.frames(0, 0.25); // 1.5 cycles a second
    expect(stage.words).toEqual(["walk at 0.375 by 0.5", "run at 0.1875 by 0.5"]);
    controller.set("speed", 9);
    stage.frames(0.125);
    expect(stage.words).toEqual(["walk at 0.625 by 0", "run at 0.3125 by 1"]);
  });
});

describe("transitions", () => {
  it("fade in 0.2 seconds by default", () => {
    const { stage, controller } = startLayer({ states: TWO, transitions: [{ from: "a", to: "b" }] });
    stage.frames(0);
    expect(controller.progressOf()).toBe(0);
    stage.frames(0.05);
    expect(controller.progressOf()).toBeCloseTo(0.25, 12);
    stage.frames(0.15);
    expect(stage.words).toEqual(["jump at 0.2 by 1"]);
  });

  it.each([
    [undefined, ["0: a > b", "0: b > c"]],
    [["next"], ["0: a > b", "0: b > c"]],
    [["previous"], ["0: a > b", "0: b > d"]],
    [
      ["previous", "next"],
      ["0: a > b", "0: b > d"],
    ],
    [[], ["0: a > b"]],
  ] as const)("may be interrupted: %j", (interruptedBy, expected) => {
    const { stage, controller, changes } = startLayer({
      states: { ...TWO, c: { clip: "run" }, d: { clip: "wave" } },
      transitions: [
        { from: "a", to: "b", duration: 1, ...(interruptedBy && { interruptedBy }) },
        { from: "b", to: "c", when: { hit: true } },
        { from: "a", to: "d", when: { hit: true } },
      ],
    });
    stage.frames(0, 0.25);
    controller.fire("hit");
    stage.frames(0.25);
    expect(changes).toEqual(expected);
  });

  it("go on from the present shares when they are interrupted", () => {
    const { stage } = startLayer({
      states: { ...TWO, c: { clip: "idle" } },
      transitions: [
        { from: "a", to: "b", duration: 1 },
        { from: "b", to: "c", afterSeconds: 0.25, duration: 1 },
      ],
    });
    stage.frames(0, 0.25);
    expect(stage.words).toEqual(["idle at 0 by 0", "walk at 0.25 by 0.75", "jump at 0.25 by 0.25"]);
    stage.frames(0.5);
    expect(stage.words).toEqual(["idle at 0.5 by 0.5", "walk at 0.75 by 0.375", "jump at 0.75 by 0.125"]);
  });

  it("count passes of the clip, those of a blend by its first clip", () => {
    const { stage, changes } = startLayer({ states: TWO, transitions: [{ from: "a", to: "b", after: 2.5 }] });
    stage.frames(0, ...Array.from({ length: 9 }, () => 0.25), 0.125);
    expect(changes).toEqual([]);
    stage.frames(0.125, 0);
    expect(changes).toEqual(["0: a > b"]);
  });

  it.each([0.5, 1, 2])("count passes of the clip, at the speed %d of its state", (speed) => {
    const { stage, changes } = startLayer({
      states: { ...TWO, a: { clip: "walk", speed } },
      transitions: [{ from: "a", to: "b", after: 1, duration: 0 }],
    });
    stage.frames(0, 0.9375 / speed);
    expect(stage.words).toEqual(["walk at 0.9375 by 1"]);
    expect(changes).toEqual([]);
    stage.frames(0.0625 / speed);
    stage.frames(0);
    expect(changes).toEqual(["0: a > b"]);
    expect(stage.words).toEqual(["jump at 0 by 1"]);
  });

  it("count the ways there and back of ping-pong", () => {
    const { stage, changes } = startLayer({ states: TWO, transitions: [{ from: "a", to: "b", after: 1.5 }] });
    const walk = RequireClip(stage.scene, "walk");
    walk.settings = { ...walk.settings, reverse: true };
    stage.frames(0, 0.75, 0.5);
    expect(stage.words).toEqual(["walk at 0.75 by 1"]);
    stage.frames(0.125);
    expect(changes).toEqual([]);
    stage.frames(0.125);
    expect(changes).toEqual(["0: a > b"]);
  });

  it("do not wait for a clip without length", () => {
    const stage = new Stage();
    createClips(stage.scene, DURATIONS);
    const walk = RequireClip(stage.scene, "walk");
    walk.settings = { start: 0.5, end: 0.5 };
    const layers = [{ states: TWO, transitions: [{ from: "a", to: "b", after: 9, duration: 0 }] }];
    const controller = CreateController(stage.scene, { layers });
    stage.frames(0);
    expect(controller.stateOf()).toBe("b");
  });

  it("are never ready by passes of an empty state", async () => {
    const { warnings } = await collectWarnings(() => {
      const { stage, changes } = startLayer({
        states: { none: {}, a: { clip: "walk" } },
        transitions: [{ from: "none", to: "a", after: 1 }],
      });
      stage.frames(0, 5, 5);
      expect(changes).toEqual([]);
      return Promise.resolve();
    });
    expect(warnings).toEqual([
      "controller: /layers/0/transitions/0/after: is never reached: its state has no clip; afterSeconds counts seconds",
    ]);
  });

  it("use up a trigger once, the lowest layer first", () => {
    const layer = {
      states: TWO,
      transitions: [
        { from: "a", to: "b", when: { hit: true }, duration: 0 },
        { from: "b", to: "a", when: { hit: true }, duration: 0 },
      ],
    } as const;
    const { stage, controller, changes } = start({ parameters: PARAMETERS, layers: [layer, layer] });
    controller.fire("hit");
    controller.fire("hit");
    expect(controller.get("hit")).toBe(true);
    stage.frames(0, 0);
    expect(changes).toEqual(["0: a > b"]);
    expect(controller.get("hit")).toBe(false);
    controller.fire("hit");
    controller.set("hit", false);
    stage.frames(0);
    expect(changes).toEqual(["0: a > b"]);
  });

  it.each([
    [{ above: 1 }, [1.5, 2, 9]],
    [{ atLeast: 1.5 }, [1.5, 2, 9]],
    [{ below: 2 }, [-1, 0, 1, 1.5]],
    [{ atMost: 1 }, [-1, 0, 1]],
    [{ above: 0, atMost: 2 }, [1, 1.5, 2]],
    [1.5, [1.5]],
  ])("hold by %j", (condition, expected) => {
    const holding = [-1, 0, 1, 1.5, 2, 9].filter((value) => {
      const { stage, controller, changes } = startLayer({ states: TWO, transitions: [{ from: "a", to: "b", when: { speed: condition } }] });
      controller.set("speed", value);
      stage.frames(0);
      return changes.length > 0;
    });
    expect(holding).toEqual(expected);
  });
});

describe("a definition for characters whose clips have other names", () => {
  it("plays the clips that the option names, and others by their own names", () => {
    const definition = {
      parameters: { hit: "trigger", speed: 0 },
      layers: [
        {
          states: {
            a: { clip: "go" },
            b: { clip: "jump" },
            mixed: {
              blend: "speed",
              clips: [
                { clip: "go", at: 0 },
                { clip: "jump", at: 1 },
              ],
            },
          },
          transitions: [{ from: "a", to: "b", when: { hit: true }, duration: 0 }],
        },
      ],
    } as const satisfies ControllerDefinition;
    const copy = structuredClone(definition);
    const stages = [
      ["walk", "jump"],
      ["Walk_Loop", "jump"],
    ].map((names) => {
      const stage = new Stage();
      createClips(stage.scene, Object.fromEntries(names.map((name) => [name, 1])));
      const controller = CreateController(stage.scene, definition, { clips: { go: names[0]! } });
      stage.frames(0, 0.25);
      const [begun] = [stage.words];
      controller.fire("hit");
      stage.frames(0.25);
      return [begun, stage.words];
    });
    expect(stages).toEqual([
      [["walk at 0.25 by 1"], ["jump at 0 by 1"]],
      [["Walk_Loop at 0.25 by 1"], ["jump at 0 by 1"]],
    ]);
    expect(definition).toEqual(copy);
  });
});

describe("layers", () => {
  it.each([
    ["spine", "spine"],
    ["mixamorig:Spine", "mixamorigSpine"],
  ])("are layers of the clips, which each have a mask: of %s by the name %s", (name, mask) => {
    const stage = new Stage();
    const hip = new TransformNode("hip", stage.scene);
    const spine = new TransformNode(name, stage.scene);
    spine.parent = hip;
    const constant = (value: number) =>
      createAnimation("position.x", { frames: [0, 60], values: [value, value], dataType: Animation.ANIMATIONTYPE_FLOAT });
    CreateClip("walk", createGroup(stage.scene, [hip, constant(1)], [spine, constant(2)]), { end: 1 });
    CreateClip("wave", createGroup(stage.scene, [hip, constant(10)], [spine, constant(20)]), { end: 1 });
    const controller = CreateController(stage.scene, {
      parameters: { share: 1 },
      layers: [{ states: { a: { clip: "walk" } } }, { mask, weight: "share", states: { a: { clip: "wave" } } }],
    });
    stage.frames(0, 0.25);
    expect([hip.position.x, spine.position.x]).toEqual([1, 20]);
    controller.set("share", 0.25);
    stage.frames(0.25);
    expect([hip.position.x, spine.position.x]).toEqual([1, 6.5]);
    controller.set("share", 7);
    stage.frames(0.25);
    expect([hip.position.x, spine.position.x]).toEqual([1, 20]);
  });

  it("may play the same clip", () => {
    const { stage } = start({ layers: [{ states: { a: { clip: "walk" } } }, { states: { a: { clip: "walk", speed: 0.5 } } }] });
    stage.frames(0, 0.5);
    expect(stage.shown).toEqual([
      { layer: 0, clip: "walk", timestamp: 0.5, weight: 1 },
      { layer: 1, clip: "walk", timestamp: 0.25, weight: 1 },
    ]);
  });
});

describe("many interruptions", () => {
  it("change the pose little by little", () => {
    const { stage, controller } = startLayer({
      states: TWO,
      transitions: [
        { from: "a", to: "b", when: { ground: false } },
        { from: "b", to: "a", when: { ground: true } },
      ],
    });
    const share = (): number => stage.shown.filter(({ clip }) => clip === "walk").reduce((sum, { weight }) => sum + weight, 0);
    const shares = Array.from({ length: 60 }, (_, i) => {
      controller.set("ground", i % 2 === 0);
      stage.frames(1 / 64);
      expect(stage.started.length).toBeLessThanOrEqual(16);
      return share();
    });
    expect(Math.max(...shares.slice(1).map((value, i) => Math.abs(value - shares[i]!)))).toBeLessThan(0.11); // a frame of a fade is 0.08
  });
});

describe("clips", () => {
  it("report what began last, and not what fades out", () => {
    const { stage, controller } = startLayer({ states: TWO, transitions: [{ from: "a", to: "a", when: { hit: true }, duration: 4 }] });
    const walk = RequireClip(stage.scene, "walk");
    const repeats: number[] = [];
    walk.onRepeatObservable.add(({ completedRepetitions }) => repeats.push(completedRepetitions));
    stage.frames(0, 0.75);
    controller.fire("hit");
    stage.frames(0.5);
    expect(stage.words).toEqual(["walk at 0 by 0", "walk at 0.25 by 1"]);
    expect(repeats).toEqual([]);
    stage.frames(0.75, 0.5);
    expect(repeats).toEqual([1]);
  });

  it.each([0, 0.5])("report all of a state that is left after its time, with a fade of %d s", (duration) => {
    const { stage } = startLayer({
      states: { a: { clip: "walk", repetitions: 1 }, b: { clip: "jump" } },
      transitions: [{ from: "a", to: "b", after: 1, duration }],
    });
    const reported: string[] = [];
    const [walk, jump] = ["walk", "jump"].map((name) => RequireClip(stage.scene, name)) as [ClipAnimationGroup, ClipAnimationGroup];
    walk.addEvent({ name: "late", time: 0.9 });
    jump.addEvent({ name: "early", time: 0.1 });
    [walk, jump].forEach((clip) => clip.onEventObservable.add(({ event }) => reported.push(event.name)));
    walk.onFinishObservable.add(() => reported.push("finish"));
    stage.frames(0, 0.75, 0.5);
    expect(reported).toEqual(["late", "finish", "early"]);
    stage.frames(0.25);
    expect(reported).toEqual(["late", "finish", "early"]);
  });

  it("show the same where Babylon evaluates them", () => {
    const create = (evaluationMode: "compiled" | "babylon"): { stage: Stage; nodes: TransformNode[] } => {
      const stage = new Stage();
      const nodes = ["first", "second"].map((name) => new TransformNode(name, stage.scene));
      const move = (to: number): Animation =>
        createAnimation("position.x", { frames: [0, 60], values: [1, to], dataType: Animation.ANIMATIONTYPE_FLOAT });
      const [first, second] = nodes as [TransformNode, TransformNode];
      CreateClip("both", createGroup(stage.scene, [first, move(3)], [second, move(4)]), { end: 1, reverse: true }, { evaluationMode });
      CreateClip("one", createGroup(stage.scene, [first, move(7)]), { end: 0.5 }, { evaluationMode });
      const transitions = [
        { from: "a", to: "b", after: 0.3, duration: 0.1 },
        { from: "b", to: "a", afterSeconds: 0.2, duration: 0.15 },
      ];
      CreateController(stage.scene, { layers: [{ states: { a: { clip: "both" }, b: { clip: "one" } }, transitions }] });
      return { stage, nodes };
    };
    const scenes = [create("compiled"), create("babylon")];
    for (let frame = 0; frame < 120; frame++) {
      const [compiled, babylon] = scenes.map(({ stage, nodes }) => {
        stage.frames(1 / 60);
        return nodes.map(({ position }) => position.x);
      }) as [number[], number[]];
      compiled.forEach((x, i) => expect(x).toBeCloseTo(babylon[i]!, 6));
    }
  });

  it.each(["auto", "babylon"] as const)("are followed from the moment of the transition, as %s", (evaluationMode) => {
    const stage = new Stage();
    createClips(stage.scene, DURATIONS);
    const [walk, jump] = ["walk", "jump"].map((name) => RequireClip(stage.scene, name)) as [ClipAnimationGroup, ClipAnimationGroup];
    [walk, jump].forEach((clip) => (clip.evaluationMode = evaluationMode));
    CreateController(stage.scene, { layers: [{ states: TWO, transitions: [{ from: "a", to: "b", after: 0.5, duration: 0 }] }] });
    jump.onAnimationGroupPlayObservable.add(() => jump.syncAllAnimationsWith(walk.animatables[0]!));
    stage.frames(0, 0.375, 0.25);
    expect([walk.isStarted, jump.timestamp]).toEqual([false, expect.closeTo(0.5, 6)]);
  });

  it("that cannot be played in a frame are logged, and the controller goes on", () => {
    const way = { when: { hit: true }, duration: 0 };
    const { stage, controller } = startLayer({
      states: {
        a: { clip: "walk" },
        b: {
          blend: "speed",
          clips: [
            { clip: "idle", at: -1 },
            { clip: "jump", at: 1 },
          ],
        },
      },
      transitions: [
        { from: "a", to: "b", ...way },
        { from: "b", to: "a", ...way },
      ],
    });
    const idle = RequireClip(stage.scene, "idle");
    idle.evaluationMode = "compiled";
    idle.targetedAnimations[0]!.animation.loopMode = Animation.ANIMATIONLOOPMODE_CONSTANT;
    stage.frames(0);
    controller.fire("hit");
    expect(collectErrors(() => stage.frames(0.25, 0.25))).toEqual([expect.stringContaining(ruleOf("notCompiled", "idle"))]);
    // by the mean of 0.5 and 1 cycles per second
    expect([controller.stateOf(), stage.words]).toEqual(["b", ["jump at 0.1875 by 0.5"]]);
    controller.fire("hit");
    expect(collectErrors(() => stage.frames(0))).toEqual([]);
    expect([controller.stateOf(), stage.words]).toEqual(["a", ["walk at 0 by 1"]]);
  });

  it("that cannot be played are refused at the beginning, and the others play on", () => {
    const stage = new Stage();
    createClips(stage.scene, DURATIONS);
    const [walk, jump] = ["walk", "jump"].map((name) => RequireClip(stage.scene, name)) as [ClipAnimationGroup, ClipAnimationGroup];
    jump.evaluationMode = "compiled";
    jump.start();
    jump.targetedAnimations[0]!.animation.loopMode = Animation.ANIMATIONLOOPMODE_CONSTANT;
    walk.start();
    stage.frames(0, 0.25);
    const create = (): unknown =>
      CreateController(stage.scene, { layers: [{ states: TWO, transitions: [{ from: "a", to: "b", after: 1 }] }] });
    expect(create).toThrow(
      new RangeError(`evaluationMode: ${ruleOf("notCompiled", "jump", "the animation position.x has a loop mode other than CYCLE")}`),
    );
    stage.frames(0.25);
    expect(stage.words).toEqual(["walk at 0.5 by -1", "jump at 0.5 by -1"]);
    jump.evaluationMode = "auto";
    create();
  });

  it("are compiled when their states are entered", () => {
    const stage = new Stage();
    createClips(stage.scene, DURATIONS);
    const bind = jest.spyOn(RequireClip(stage.scene, "jump").player.posing, "bind");
    CreateController(stage.scene, { layers: [{ states: TWO, transitions: [{ from: "a", to: "b", after: 1, duration: 0 }] }] });
    stage.frames(0, 0.5);
    expect(bind).not.toHaveBeenCalled();
    stage.frames(0.75);
    expect(bind).toHaveBeenCalled();
  });

  it("report all of a state that begins again after its time", () => {
    const { stage } = startLayer({
      states: { a: { clip: "walk", repetitions: 1 } },
      transitions: [{ from: "a", to: "a", after: 1, duration: 0.25 }],
    });
    const reported: string[] = [];
    const walk = RequireClip(stage.scene, "walk");
    walk.addEvent({ name: "late", time: 0.9 });
    walk.addEvent({ name: "early", time: 0.1 });
    walk.onEventObservable.add(({ event }) => reported.push(event.name));
    walk.onFinishObservable.add(() => reported.push("finish"));
    stage.frames(0, 0.75, 0.5);
    expect(stage.words).toEqual(["walk at 0.25 by 1"]);
    expect(reported).toEqual(["early", "late", "finish", "early"]);
  });

  it("that were stopped by hand are over", () => {
    const { stage, controller } = startLayer({
      states: { a: { clip: "walk" }, b: { clip: "jump", repetitions: 1 } },
      transitions: [
        { from: "a", to: "b", when: { hit: true }, duration: 0 },
        { from: "b", to: "a", after: 1, duration: 0 },
      ],
    });
    controller.fire("hit");
    stage.frames(0, 0.25);
    stage.scene.stopAllAnimations();
    stage.frames(0.25);
    expect(stage.words).toEqual(["walk at 0 by 1"]);
  });

  it("of a character that is disposed are stopped, and the controller ends", () => {
    const { stage, controller } = startLayer({ states: TWO });
    const { length } = stage.scene.animationGroups;
    stage.frames(0, 0.25);
    stage.scene.getTransformNodeByName("idle")!.dispose(); // not one of the controller
    expect(stage.words).toEqual(["walk at 0.25 by 1"]);
    stage.scene.getTransformNodeByName("walk")!.dispose();
    expect(stage.words).toEqual([]);
    expect(stage.scene.animationGroups).toHaveLength(length);
    expect(() => CreateController(stage.scene, { layers: [{ states: TWO }] })).not.toThrow();
    controller.dispose();
  });

  it("that cannot be played leave nothing behind", () => {
    const { stage } = start({ layers: [{ states: { a: { clip: "idle" } } }] });
    const animation = createAnimation("foo.bar", { frames: [0, 60], values: [0, 1], dataType: Animation.ANIMATIONTYPE_FLOAT });
    createGroup(stage.scene, [{}, animation]).name = "bad";
    createGroup(stage.scene).name = "empty";
    const { length } = stage.scene.animationGroups;
    const layers = [{ states: { a: { clip: "jump" } } }, { states: { a: { clip: "bad" } } }];
    expect(() => CreateController(stage.scene, { layers })).toThrow("foo");
    expect(stage.started.map(({ name }) => name)).toEqual(["idle"]);
    expect(stage.scene.animationGroups).toHaveLength(length);
    expect(() => CreateController(stage.scene, { layers: [{ states: { a: { clip: "empty" } } }] })).toThrow(
      new RangeError(`definition: ${ruleOf("clipsWithChannels", '"empty"')}`),
    );
    expect(CreateController(stage.scene, { layers: layers.slice(0, 1) }).stateOf()).toBe("a");
  });

  it("of weight 0 are shown", () => {
    const stage = new Stage();
    createClips(stage.scene, DURATIONS);
    const walk = RequireClip(stage.scene, "walk");
    walk.weight = 0;
    const controller = CreateController(stage.scene, { layers: [{ states: { a: { clip: "walk" } } }] });
    stage.frames(0, 0.5);
    expect(stage.words).toEqual(["walk at 0.5 by 1"]);
    controller.dispose();
    expect(walk.weight).toBe(0);
  });

  it("that were stopped by hand show nothing until their state is entered again", () => {
    const { stage, controller } = startLayer({ states: TWO, transitions: [{ from: "a", to: "a", when: { hit: true }, duration: 0 }] });
    stage.frames(0, 0.25);
    RequireClip(stage.scene, "walk").stop();
    stage.frames(0.25);
    expect(stage.words).toEqual([]);
    controller.fire("hit");
    stage.frames(0.25);
    expect(stage.words).toEqual(["walk at 0 by 1"]);
  });

  it("have their settings, layer and mask again after the controller", () => {
    const { stage, controller } = start({ layers: [{ states: { a: {} } }, { states: { a: { clip: "walk", repetitions: 1 } } }] });
    const walk = RequireClip(stage.scene, "walk");
    const { length } = stage.scene.animationGroups;
    expect(walk.layer).toBe(1);
    stage.frames(0, 0.25);
    controller.dispose();
    controller.dispose();
    expect(stage.words).toEqual([]);
    expect([walk.layer, walk.mask ?? null, walk.settings.repetitions]).toEqual([0, null, -1]);
    expect(stage.scene.animationGroups).toHaveLength(length);
    walk.play();
    stage.frames(0, 0.25);
    expect(stage.words).toEqual(["walk at 0.25 by -1"]);
  });

  it("are made of plain groups", () => {
    const stage = new Stage();
    const node = new TransformNode("node", stage.scene);
    const animation = createAnimation("position.x", { frames: [0, 60], values: [0, 1], dataType: Animation.ANIMATIONTYPE_FLOAT });
    const group = createGroup(stage.scene, [node, animation]);
    group.name = "walk";
    group.start(true);
    const definition = { layers: [{ states: { a: { clip: "walk" } } }] };
    const controller = CreateController({ animationGroups: [group] }, definition);
    expect(() => CreateController({ animationGroups: [group] }, definition)).toThrow(RangeError);
    stage.frames(0, 0.25, 1);
    expect(group.isStarted).toBe(false);
    expect(stage.words).toEqual(["walk at 0.25 by 1"]);
    expect(node.position.x).toBeCloseTo(0.25, 12);
    controller.dispose();
    expect(stage.scene.animationGroups).toEqual([group]);
  });

  it("that were made of the character's are found, too, as those in place of root motion are", () => {
    const stage = new Stage();
    createClips(stage.scene, DURATIONS);
    const result = { animationGroups: [...stage.scene.animationGroups] };
    const inPlace = RequireClip(result, "walk").clone("walk in place");
    const other = new TransformNode("other", stage.scene);
    const animation = createAnimation("position.x", { frames: [0, 60], values: [0, 1], dataType: Animation.ANIMATIONTYPE_FLOAT });
    CreateClip("of another", createGroup(stage.scene, [other, animation]));
    const controller = CreateController(result, { layers: [{ states: { a: { clip: "walk in place" } } }] });
    stage.frames(0, 0.25);
    expect([inPlace.isStarted, inPlace.timestamp]).toEqual([true, 0.25]);
    controller.dispose();
    expect(() => CreateController(result, { layers: [{ states: { a: { clip: "of another" } } }] })).toThrow(ruleOf("nameOf", "clip"));
  });

  it("are played by one controller at a time", () => {
    const definition = { layers: [{ states: { a: { clip: "walk" } } }] };
    const { stage, controller } = start(definition);
    expect(() => CreateController(stage.scene, definition)).toThrow(
      new RangeError(`definition: ${ruleOf("clipsOfNoOtherController", '"walk"')}`),
    );
    controller.dispose();
    expect(CreateController(stage.scene, definition).stateOf()).toBe("a");
  });
});

describe("the state of a scene", () => {
  const DEFINITION: ControllerDefinition = {
    parameters: PARAMETERS,
    layers: [
      {
        states: {
          ...TWO,
          c: {
            blend: "speed",
            clips: [
              { clip: "walk", at: 0 },
              { clip: "run", at: 1 },
            ],
          },
        },
        transitions: [
          { from: "a", to: "a", when: { hit: true }, duration: 1 },
          { from: "a", to: "c", when: { ground: false }, duration: 1 },
          { from: "c", to: "b", after: 0.5, duration: 0.25 },
        ],
      },
    ],
  };

  /** The frames from a moment on. */
  function go({ stage, controller }: Setup): string[][] {
    controller.set("ground", false);
    return Array.from({ length: 12 }, () => {
      stage.frames(0.125);
      return [controller.stateOf(), ...stage.words.sort()];
    });
  }

  function begin(): Setup {
    const setup = start(DEFINITION, "hero");
    setup.stage.frames(0, 0.25);
    setup.controller.fire("hit");
    setup.stage.frames(0.125, 0.125);
    setup.controller.fire("hit");
    setup.stage.frames(0.125, 0.25);
    setup.controller.set("speed", 0.25);
    return setup;
  }

  it("has its controllers, for a rollback", () => {
    const setup = begin();
    const state = JSON.stringify(SaveClipState(setup.stage.scene));
    const frames = go(setup);
    const reported: string[] = [];
    for (const clip of GetClips(setup.stage.scene)) {
      clip.onAnimationGroupEndObservable.add(() => reported.push(`${clip.name} ends`));
      clip.onAnimationGroupPlayObservable.add(() => reported.push(`${clip.name} plays`));
    }
    const changesBefore = setup.changes.length;
    RestoreClipState(setup.stage.scene, JSON.parse(state));
    expect([reported, setup.changes.length]).toEqual([[], changesBefore]);
    expect(setup.controller.get("ground")).toBe(true);
    expect(go(setup)).toEqual(frames);
  });

  it("has its controllers, for another scene", () => {
    const setup = begin();
    const state = JSON.stringify(SaveClipState(setup.stage.scene));
    const frames = go(setup);
    const other = start(DEFINITION, "hero");
    RestoreClipState(other.stage.scene, JSON.parse(state));
    expect(go(other)).toEqual(frames);
  });

  it("has a controller before its first frame", () => {
    const LATE: ControllerDefinition = { layers: [{ states: TWO, transitions: [{ from: "a", to: "b", afterSeconds: 1 }] }] };
    const state = JSON.stringify(SaveClipState(start(LATE).stage.scene));
    const { stage, controller, changes } = start(LATE);
    stage.frames(0, 0.5);
    RestoreClipState(stage.scene, JSON.parse(state));
    stage.frames(3, 0.75);
    expect([controller.stateOf(), changes, stage.words]).toEqual(["a", [], ["walk at 0.75 by 1"]]);
  });

  it("does not depend on the copies of clips that fades have left behind", async () => {
    const ONE: ControllerDefinition = { layers: [{ states: TWO }] };
    const { stage, controller } = start(ONE, "hero");
    stage.frames(1, 0.5);
    controller.go("a", { duration: 0.5 });
    const fading = JSON.stringify(SaveClipState(stage.scene));
    stage.frames(4, 0.5);
    const state = JSON.stringify(SaveClipState(stage.scene));
    const other = start(ONE, "hero");
    const { warnings } = await collectWarnings(() => {
      RestoreClipState(other.stage.scene, JSON.parse(state));
      return Promise.resolve();
    });
    expect(warnings).toEqual([]);
    expect(JSON.stringify(SaveClipState(other.stage.scene))).toBe(state);
    for (const scene of [stage.scene, other.stage.scene]) {
      RestoreClipState(scene, JSON.parse(fading));
      expect(JSON.stringify(SaveClipState(scene))).toBe(fading);
    }
  });

  it("does not give a controller the state of another with the same name", async () => {
    const { stage } = begin();
    const [saved] = SaveClipState(stage.scene).controllers!;
    const before = JSON.stringify(SaveClipState(stage.scene));
    const { warnings } = await collectWarnings(() => {
      RestoreClipState(stage.scene, { clips: [], fades: [], controllers: [saved!, saved!] });
      return Promise.resolve();
    });
    expect(JSON.stringify(SaveClipState(stage.scene))).toBe(before);
    const left = "RangeError: the scene has 1 controllers of this name, the state 2; give each its own name; the controller is left out";
    expect(warnings).toEqual([`RestoreClipState: hero: ${left}`, `RestoreClipState: hero: ${left}`]);
  });

  it("warns where it is saved of controllers with the same name", async () => {
    const { stage } = start({ layers: [{ states: { a: { clip: "walk" } } }] }, "twin");
    CreateController(stage.scene, { layers: [{ states: { a: { clip: "run" } } }] }, { name: "twin" });
    const { warnings } = await collectWarnings(() => Promise.resolve(SaveClipState(stage.scene)));
    expect(warnings).toEqual([
      'SaveClipState: several controllers have the name "twin"; give each its own by { name }, or their states cannot be told apart',
    ]);
  });

  it("leaves out what does not fit, with a warning", async () => {
    const { stage } = begin();
    const state = SaveClipState(stage.scene);
    const [controller] = state.controllers!;
    const { warnings } = await collectWarnings(() => {
      const states = [
        { ...controller!, name: "other" },
        { ...controller!, state: { parameters: {}, layers: [] } },
      ];
      RestoreClipState(stage.scene, { ...state, controllers: states });
      RestoreClipState(stage.scene, {
        ...state,
        controllers: [{ ...controller!, state: { ...(controller!.state as object), layers: [{}] } }],
      });
      return Promise.resolve();
    });
    const part = { state: "a", seconds: 0, before: 1, clips: [0] };
    const changes = [{ before: 1e308 }, { before: -1 }, { clips: [999] }, { clips: [0, 0] }, { state: "z" }, { seconds: null }];
    const bad = [...changes, { step: -1 }, { step: 0.5 }, { step: "0" }].map((change) => ({ parts: [{ ...part, ...change }], fade: null }));
    const next = { state: "a", duration: 0, at: null };
    bad.push(
      ...[3, { ...next, state: "z" }, { ...next, duration: -1 }, { ...next, at: 2 }].map(
        (target) => ({ parts: [part], fade: null, next: target }) as never,
      ),
    );
    const two = [0, 1].map((copy) => ({ state: "a", seconds: 0, before: 1, clips: [copy] }));
    const fade = { duration: 1, elapsed: 0.5, interruptedBy: [] };
    bad.push(
      { parts: two, fade: { ...fade, duration: -1 } } as never,
      { parts: two, fade: { ...fade, elapsed: 2 } } as never,
      { parts: two, fade: { ...fade, interruptedBy: ["x"] } } as never,
      { parts: [two[0], two[0]], fade } as never,
    );
    const before = JSON.stringify(SaveClipState(stage.scene));
    const { warnings: lies } = await collectWarnings(() => {
      const { parameters } = controller!.state as { parameters: object };
      const states = bad.map((layer) => ({ name: "hero", state: { parameters, layers: [layer] } }));
      states.forEach((each) => RestoreClipState(stage.scene, { ...state, controllers: [each] }));
      RestoreClipState(stage.scene, { ...state, controllers: [null as never] });
      return Promise.resolve();
    });
    expect(lies).toHaveLength(bad.length + 1);
    expect(JSON.stringify(SaveClipState(stage.scene))).toBe(before);
    expect(() => RestoreClipState(stage.scene, { ...state, controllers: 5 as never })).toThrow(TypeError);
    expect(warnings).toEqual([
      "RestoreClipState: other: RangeError: the scene has no such controller; the controller is left out",
      `RestoreClipState: hero: RangeError: parameters: ${ruleOf("numberForEachParameter", "{}")}; the controller is left out`,
      `RestoreClipState: hero: RangeError: layers: ${ruleOf("statesOfEachLayer", "[{}]")}; the controller is left out`,
    ]);
  });
});

it("a controller that rests is saved the same after the same frames, also where they are played again", () => {
  const { stage } = startLayer({ states: TWO, transitions: [{ from: "a", to: "b", when: { hit: true } }] });
  stage.frames(0, 0.125, 0.125);
  const state = SaveClipState(stage.scene);
  stage.frames(0.125, 0.125);
  const first = SaveClipState(stage.scene);
  RestoreClipState(stage.scene, state);
  stage.frames(0.125, 0.125);
  expect(SaveClipState(stage.scene)).toEqual(first);
});

describe("observers of clips", () => {
  const HIT = [{ from: "a", to: "b", when: { hit: true } }] as const;

  it.each([0, 0.1])("may dispose the controller when a clip ends, after a fade of %d s", (duration) => {
    const { stage, controller } = startLayer({ states: TWO, transitions: [{ ...HIT[0], duration }] });
    RequireClip(stage.scene, "walk").onAnimationGroupEndObservable.add(() => controller.dispose());
    stage.frames(0, 0.125);
    controller.fire("hit");
    stage.frames(0.125, 0.125, 1);
    expect(stage.words).toEqual([]);
  });

  it("may dispose the controller when a clip begins", () => {
    const { stage, controller, changes } = startLayer({ states: TWO, transitions: HIT });
    RequireClip(stage.scene, "jump").onAnimationGroupPlayObservable.add(() => controller.dispose());
    controller.fire("hit");
    stage.frames(0.125, 0.125, 1);
    expect(stage.words).toEqual([]);
    expect([controller.stateOf(), changes]).toEqual(["a", []]);
  });

  it.each([0, 0.1])("see the new state when a clip ends, after a fade of %d s", (duration) => {
    const { stage, controller } = startLayer({ states: TWO, transitions: [{ ...HIT[0], duration }] });
    const states: unknown[] = [];
    RequireClip(stage.scene, "walk").onAnimationGroupEndObservable.add(() =>
      states.push(controller.stateOf(), controller.progressOf(), SaveClipState(stage.scene).controllers),
    );
    controller.fire("hit");
    stage.frames(0, 0.125);
    const parts = [{ state: "b", seconds: duration === 0 ? 0 : 0.125, before: 0, clips: [0] }];
    const state = { parameters: { speed: 0, ground: 1, hit: 0 }, layers: [{ parts, fade: null }] };
    expect(states).toEqual(["b", 1, [{ name: "controller", state }]]);
  });

  it.each(["onAnimationGroupEndObservable", "onAnimationGroupPlayObservable"] as const)("may restore a state: %s", (observable) => {
    const { stage, controller } = startLayer({ states: TWO, transitions: [{ ...HIT[0], duration: 0 }] });
    stage.frames(0, 0.125);
    const state = SaveClipState(stage.scene);
    const clip = RequireClip(stage.scene, observable === "onAnimationGroupEndObservable" ? "walk" : "jump");
    clip[observable].addOnce(() => void RestoreClipState(stage.scene, state));
    controller.fire("hit");
    stage.frames(0.125);
    expect(controller.stateOf()).toBe("a");
    expect(controller.progressOf()).toBe(1);
    stage.frames(0.125);
    expect(stage.words.filter((words) => words.startsWith("jump"))).toEqual([]);
    expect(stage.started.map(({ name }) => name)).toEqual(["walk"]);
  });
});

describe("calls", () => {
  it.each([
    [(c: ClipController) => c.set("sped", 1), new RangeError(`name: ${ruleOf("nameOfParameter", '"sped"')}; did you mean "speed"?`)],
    [(c: ClipController) => c.set("speed", NaN), new RangeError(`value: ${ruleOf("finiteNumber")} for "speed" (got NaN)`)],
    [(c: ClipController) => c.set("speed", true), new TypeError(`value: ${ruleOf("finiteNumber")} for "speed" (got true)`)],
    [(c: ClipController) => c.set("ground", 1), new TypeError(`value: ${ruleOf("trueOrFalse")} for "ground" (got 1)`)],
    [(c: ClipController) => c.fire("ground"), new RangeError(`name: ${ruleOf("nameOfTrigger", '"ground"')}; there is hit`)],
    [(c: ClipController) => c.fire("hitt"), new RangeError(`name: ${ruleOf("nameOfTrigger", '"hitt"')}; did you mean "hit"?`)],
    [(c: ClipController) => c.set("xyz", 1), new RangeError(`name: ${ruleOf("nameOfParameter", '"xyz"')}; there is speed, ground, hit`)],
    [
      (c: ClipController) => c.set("speed", undefined as never),
      new TypeError(`value: ${ruleOf("finiteNumber")} for "speed" (got undefined)`),
    ],
    [(c: ClipController) => c.stateOf("arms"), new RangeError(`layer: ${ruleOf("nameOrIndexOfLayer", '"arms"')}; there is 0`)],
    [(c: ClipController) => c.progressOf(1), new RangeError(`layer: ${ruleOf("nameOrIndexOfLayer", 1)}; there is 0`)],
  ])("are checked: %#", (call, error) => {
    const { controller } = startLayer({ states: TWO });
    expect(() => call(controller)).toThrow(error);
  });

  it("after the end have no effect, with a warning", async () => {
    const { controller } = startLayer({ states: TWO });
    controller.dispose();
    const { warnings } = await collectWarnings(() => {
      controller.set("speed", 1);
      controller.fire("hit");
      return Promise.resolve();
    });
    expect(warnings).toEqual(["controller: set and fire have no effect, because the controller is disposed"]);
  });

  it("about names of clips name the cause", async () => {
    const stage = new Stage();
    createClips(stage.scene, DURATIONS);
    const definition: ControllerDefinition = { layers: [{ states: { a: { clip: "go" } } }] };
    const create = (clips: unknown): unknown => CreateController(stage.scene, definition, { clips: clips as Record<string, string> });
    expect(() => create({ go: "wlak" })).toThrow(
      new RangeError(`options.clips.go: ${ruleOf("nameOfClipOfCharacter", '"wlak"')}; did you mean "walk"?`),
    );
    expect(() => create({ go: 3 })).toThrow(new TypeError(`options.clips.go: ${ruleOf("nameOfClipOfCharacter", 3)}`));
    expect(() => create("walk")).toThrow(new TypeError(`options.clips: ${ruleOf("object", '"walk"')}`));
    expect(() => create({})).toThrow(`/layers/0/states/a/clip: ${ruleOf("nameOf", "clip")}`);
    const { warnings } = await collectWarnings(() => Promise.resolve(create({ go: "walk", fly: "walk" })));
    expect(warnings).toEqual([`controller: options.clips.fly: ${ruleOf("clipsWithoutEffect", '"walk"')}`]);
  });

  it("to create a controller name the cause", () => {
    const stage = new Stage();
    createClips(stage.scene, DURATIONS);
    const create = (definition: unknown, options?: unknown): unknown =>
      CreateController(stage.scene, definition as ControllerDefinition, options as { name: string });
    expect(() => create({ layers: [{ states: { a: { motion: "walk" } } }] })).toThrow(
      `/layers: ${ruleOf("atLeastOneClip")}; and /layers/0/states/a/motion: ${ruleOf("hasNoEffect", '"walk"')}; use clip`,
    );
    expect(() => create("walk")).toThrow(`definition: ${ruleOf("object", '"walk"')}`);
    expect(() => create({ layers: [{ states: TWO }] }, null)).toThrow(new TypeError(`options: ${ruleOf("object", "null")}`));
    expect(() => create({ layers: [{ states: TWO }] }, { name: 1 })).toThrow(new TypeError(`options.name: ${ruleOf("string", 1)}`));
  });

  it("may dispose the controller in its own event", () => {
    const { stage, controller } = startLayer({ states: TWO, transitions: [{ from: "a", to: "b", duration: 1 }] });
    controller.onStateChangedObservable.add(() => controller.dispose());
    stage.frames(0, 0.25);
    expect(stage.words).toEqual([]);
    expect(stage.started).toEqual([]);
  });
});
