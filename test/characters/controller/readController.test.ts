/** Findings about definitions. */
import { describe, expect, it } from "@jest/globals";
import { CheckController } from "../../../src/controller.js";
import { DescribeFinding } from "../../../src/pure.js";
import { ruleOf } from "../../helpers/rules.js";

const PARAMETERS = { speed: 0, ground: true, hit: "trigger" };
const STATES = { a: { clip: "walk" }, b: { clip: "jump" } };
const NAMES = { clips: ["walk", "jump"], nodes: ["spine"] };

function errorsOf(definition: unknown): string[] {
  return CheckController(definition, NAMES)
    .filter(({ severity }) => severity === 0)
    .map(DescribeFinding);
}

function doubtsOf(layer: object): string[] {
  return CheckController({ parameters: PARAMETERS, layers: [layer] }, NAMES).map(DescribeFinding);
}

/** The findings of a transition from a to b. */
function errorsOfTransition(transition: object): string[] {
  return errorsOf({ parameters: PARAMETERS, layers: [{ states: STATES, transitions: [{ from: "a", to: "b", ...transition }] }] });
}

function errorsOfState(state: unknown): string[] {
  return errorsOf({
    parameters: PARAMETERS,
    layers: [{ states: { a: { clip: "walk" }, b: state }, transitions: [{ from: "a", to: "b" }] }],
  });
}

describe("CheckController", () => {
  it.each([
    [null, [`definition: ${ruleOf("object", "null")}`]],
    [Promise.resolve({}), [`/layers: ${ruleOf("array", "undefined")}`]],
    ["{}", [`definition: ${ruleOf("object", '"{}"')}; JSON.parse makes one of a text`]],
    [{}, [`/layers: ${ruleOf("array", "undefined")}`]],
    [{ layers: [] }, [`/layers: ${ruleOf("notEmpty")}`]],
    [{ layers: [3] }, [`/layers/0: ${ruleOf("object", 3)}`]],
    [{ layers: [{ states: {} }] }, [`/layers/0/states: ${ruleOf("statesNotEmpty")}`]],
    [{ layers: [{ states: { a: {} } }] }, [`/layers: ${ruleOf("atLeastOneClip")}`]],
    [{ layers: [{ states: { "*": { clip: "walk" } } }] }, [`/layers/0/states/*: ${ruleOf("nameOtherThanAny")}`]],
    [{ layers: [{ states: STATES, start: "c" }] }, [`/layers/0/start: ${ruleOf("nameOfState", '"c"')}; there is a, b`]],
    [{ layers: [{ states: STATES, mask: "spin" }] }, [`/layers/0/mask: ${ruleOf("nameOfNode", '"spin"')}; did you mean "spine"?`]],
    [{ layers: [{ states: STATES, name: "1" }, { states: STATES }] }, [`/layers/1/name: ${ruleOf("unlikeOtherLayers", '"1"')}`]],
    [
      { layers: [{ states: STATES, mask: { include: ["spine"], exclude: ["spin"] } }] },
      [`/layers/0/mask/exclude/0: ${ruleOf("nameOfNode", '"spin"')}; did you mean "spine"?`],
    ],
    [{ layers: [{ states: STATES, mask: {} }] }, [`/layers/0/mask: ${ruleOf("includeOrExclude")}`]],
    [
      { layers: [{ states: STATES, mask: { include: ["spine"], exclude: ["spine"] } }] },
      [`/layers/0/mask/exclude/0: ${ruleOf("notIncluded", '"spine"')}`],
    ],
    [{ layers: [{ states: STATES, mask: { include: [] } }] }, [`/layers/0/mask/include: ${ruleOf("notEmpty")}`]],
    [{ layers: [{ states: STATES, additive: true }] }, [`/layers/0/additive: ${ruleOf("notAdditiveLowest")}`]],
    [{ layers: [{ states: STATES }, { states: STATES, additive: 1 }] }, [`/layers/1/additive: ${ruleOf("trueOrFalse", 1)}`]],
    [{ layers: [{ states: STATES, weight: 2 }] }, [`/layers/0/weight: ${ruleOf("within01", 2)}`]],
    [{ layers: [{ states: STATES, weight: "w" }] }, [`/layers/0/weight: ${ruleOf("nameOfParameter", '"w"')}; there is none`]],
    [{ parameters: { "a/b": "x" }, layers: [{ states: STATES }] }, [`/parameters/a~1b: ${ruleOf("parameterKind", '"x"')}`]],
    [{ parameters: [], layers: [{ states: STATES }] }, [`/parameters: ${ruleOf("object", "[]")}`]],
  ])("finds errors: %j", (definition, expected) => {
    expect(errorsOf(definition)).toEqual(expected);
  });

  it("bounds the depth of blends, in each state by itself", () => {
    const nested = (depth: number, clip = "walk"): object =>
      depth === 0 ? { clip } : { blend: "speed", clips: [{ ...nested(depth - 1, clip), at: 0 }] };
    expect(errorsOfState(nested(17))).toEqual([]);
    const at = `/layers/0/states/b${"/clips/0".repeat(17)}/clips`;
    expect(errorsOfState(nested(18))).toEqual([`${at}: ${ruleOf("blendsNested", 16)}`]);
    const states = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`s${i}`, nested(2, i < 18 ? "wlak" : "walk")]));
    expect(errorsOf({ parameters: PARAMETERS, layers: [{ states }] })).toHaveLength(18);
  });

  it.each([
    [{ clip: "wlak" }, [`/clip: ${ruleOf("nameOf", "clip", '"wlak"')}; did you mean "walk"?`]],
    [{ clip: 3 }, [`/clip: ${ruleOf("string", 3)}`]],
    [{ clip: "walk", clips: [] }, [`/clips: ${ruleOf("notStatedBesideClip", "[]")}`]],
    [{ clip: "walk", repetitions: 0 }, [`/repetitions: ${ruleOf("integerAtLeast1OrMinus1", 0)}`]],
    [{ clip: "walk", speed: -1 }, [`/speed: ${ruleOf("finiteAndAtLeast0", -1)}`]],
    [{ clip: "walk", speed: "ground" }, [`/speed: ${ruleOf("numberParameter", '"ground"')}`]],
    [{ clips: [{ clip: "walk", at: 0 }] }, [`/blend: ${ruleOf("string", "undefined")}`]],
    [{ blend: "speed", clips: [{ clip: "walk", at: "0" }] }, [`/clips/0/at: ${ruleOf("finiteNumber", '"0"')}`]],
    [{ blend: "speed", clips: [{ clip: "walk", clips: [], at: 0 }] }, [`/clips/0/clips: ${ruleOf("notStatedBesideClip", "[]")}`]],
    [{ blend: "speed", clips: [{ clips: [{ clip: "walk", at: 0 }], at: 0 }] }, [`/clips/0/blend: ${ruleOf("string", "undefined")}`]],
    [
      { blend: "speed", clips: [{ clips: [{ clip: "wlak", at: 0 }], blend: "speed", at: 0 }] },
      [`/clips/0/clips/0/clip: ${ruleOf("nameOf", "clip", '"wlak"')}; did you mean "walk"?`],
    ],
    [{ blend: ["speed"], clips: [{ clip: "walk", at: [0] }] }, [`/blend: ${ruleOf("oneOrTwoParameters", '["speed"]')}`]],
    [{ blend: ["speed", "speed"], clips: [{ clip: "walk", at: [0] }] }, [`/clips/0/at: ${ruleOf("twoFiniteNumbers", "[0]")}`]],
    [{ blend: "speed", space: "round", clips: [{ clip: "walk", at: 0 }] }, [`/space: ${ruleOf("cartesianOrDirectional", '"round"')}`]],
    [
      {
        blend: "speed",
        clips: [
          { clip: "walk", at: 1 },
          { clip: "jump", at: 1 },
        ],
      },
      [`/clips/1/at: ${ruleOf("unlikeOtherClips", '{"clip":"jump","at":1}')}`],
    ],
  ])("finds errors of a state: %j", (state, expected) => {
    expect(errorsOfState(state)).toEqual(expected.map((sentence) => `/layers/0/states/b${sentence}`));
  });

  it.each([
    [{ from: "c" }, [`/from: ${ruleOf("nameOfState", '"c"')}; there is a, b`]],
    [{ to: "*" }, [`/to: ${ruleOf("nameOfState", '"*"')}; there is a, b`]],
    [{ duration: -1 }, [`/duration: ${ruleOf("finiteAndAtLeast0", -1)}`]],
    [{ after: "1" }, [`/after: ${ruleOf("number", '"1"')}`]],
    [{ afterSeconds: Infinity }, [`/afterSeconds: ${ruleOf("finiteAndAtLeast0", "Infinity")}`]],
    [{ afterEach: 0 }, [`/afterEach: ${ruleOf("above0AtMost1", 0)}`]],
    [{ durationPasses: 0 }, [`/durationPasses: ${ruleOf("finiteAndAbove0", 0)}`]],
    [{ offset: 1.5 }, [`/offset: ${ruleOf("within01", 1.5)}`]],
    [{ offset: "speed" }, [`/offset: ${ruleOf("number", '"speed"')}`]],
    [{ keepStep: 1 }, [`/keepStep: ${ruleOf("trueOrFalse", 1)}`]],
    [{ when: { speed: { not: "a" } } }, [`/when/speed/not: ${ruleOf("number", '"a"')}`]],
    [{ interruptedBy: "next" }, [`/interruptedBy: ${ruleOf("array", '"next"')}`]],
    [{ interruptedBy: ["nex"] }, [`/interruptedBy: ${ruleOf("listOfNextAndPrevious", '["nex"]')}`]],
    [{ when: { sped: 1 } }, [`/when/sped: ${ruleOf("nameOfParameter", '"sped"')}; did you mean "speed"?`]],
    [{ when: { ground: 1 } }, [`/when/ground: ${ruleOf("trueOrFalse", 1)}`]],
    [{ when: { hit: false } }, [`/when/hit: ${ruleOf("trueForTrigger", "false")}`]],
    [{ when: { speed: true } }, [`/when/speed: ${ruleOf("number", "true")}`]],
    [
      { when: { speed: { above: "1" }, ground: 2 } },
      [`/when/speed/above: ${ruleOf("number", '"1"')}`, `/when/ground: ${ruleOf("trueOrFalse", 2)}`],
    ],
  ])("finds errors of a transition: %j", (transition, expected) => {
    expect(errorsOfTransition(transition)).toEqual(expected.map((sentence) => `/layers/0/transitions/0${sentence}`));
  });

  it.each([
    [
      { states: { a: { clip: "walk" }, b: { clip: "jump" } } },
      ["/layers/0/states/b: is never entered: no transition that can be taken leads to it"],
    ],
    [
      { states: STATES, transitions: [{ from: "a", to: "b", when: { speed: { above: 2, below: 2 } } }] },
      ["/layers/0/states/b: is never entered: no transition that can be taken leads to it", "/layers/0/transitions/0/when: never holds"],
    ],
    [
      { states: STATES, transitions: [{ from: "a", to: "b", when: { speed: { atLeast: 2, atMost: 2, not: 2 } } }] },
      ["/layers/0/states/b: is never entered: no transition that can be taken leads to it", "/layers/0/transitions/0/when: never holds"],
    ],
    [
      { states: { a: {}, b: STATES.b }, transitions: [{ from: "a", to: "b", afterEach: 0.5 }] },
      ["/layers/0/transitions/0/afterEach: is never reached: its state has no clip; afterSeconds counts seconds"],
    ],
    [
      { states: { ...STATES, a: { clip: "walk", repetitions: 2 } }, transitions: [{ from: "a", to: "b", after: 3 }] },
      [`/layers/0/transitions/0/after: ${ruleOf("neverReached", 2, 3)}`],
    ],
    [
      {
        states: STATES,
        transitions: [
          { from: "a", to: "b" },
          { from: "a", to: "b", when: { ground: true } },
        ],
      },
      ["/layers/0/transitions/1: is never taken: transition 0 has no condition and comes before it"],
    ],
    [{ states: { a: { clip: "walk", blend: "speed" } } }, ["/layers/0/states/a/blend: has no effect without clips"]],
    [{ states: { a: { clip: "walk", space: "directional" } } }, ["/layers/0/states/a/space: has no effect without clips"]],
    [
      { states: { a: { clip: "walk", repetition: 1 } } },
      [`/layers/0/states/a/repetition: ${ruleOf("hasNoEffect", 1)}; did you mean repetitions?`],
    ],
  ])("finds what has no effect: %j", (layer, expected) => {
    expect(doubtsOf(layer)).toEqual(expected);
  });

  it.each([
    [{ states: { a: { motion: "walk", clip: "walk" } } }, [`/layers/0/states/a/motion: ${ruleOf("hasNoEffect", '"walk"')}; use clip`]],
    [
      { states: STATES, transitions: [{ from: "a", to: "b", exitTime: 0.5, conditions: [], interruptionSource: 1 }] },
      [
        `/layers/0/transitions/0/exitTime: ${ruleOf("hasNoEffect", 0.5)}; use after`,
        `/layers/0/transitions/0/conditions: ${ruleOf("hasNoEffect", "[]")}; use when`,
        `/layers/0/transitions/0/interruptionSource: ${ruleOf("hasNoEffect", 1)}; use interruptedBy`,
      ],
    ],
    [
      { states: { a: { clip: "walk" } }, avatarMask: "x", defaultState: "a" },
      [
        `/layers/0/avatarMask: ${ruleOf("hasNoEffect", '"x"')}; use mask`,
        `/layers/0/defaultState: ${ruleOf("hasNoEffect", '"a"')}; use start`,
      ],
    ],
  ])("answers words of other engines with its own: %j", (layer, expected) => {
    expect(doubtsOf(layer)).toEqual(expected);
  });

  const self = { from: "a", to: "a" };
  const [there, back] = [
    { from: "a", to: "b" },
    { from: "b", to: "a" },
  ];
  const round = "leads round in each frame, so that no clip plays on";
  const add = "add after, afterSeconds or conditions";
  it.each([
    [[there, self], []],
    [[there, back], [`0: ${round}: a > b > a; ${add}`]],
    [[{ ...there, duration: 0, interruptedBy: [] }, back], [`0: ${round}: a > b > a; ${add}`]],
    [[{ ...there, interruptedBy: [] }, back], []],
    [[there, { ...back, after: 1 }], []],
    [[there, { ...back, afterSeconds: 0.1 }], []],
    [[there, { ...back, when: { hit: true } }], []],
    [
      [
        { ...there, when: { ground: true } },
        { ...back, when: { ground: false } },
      ],
      [],
    ],
    [
      [
        { ...there, when: { ground: true } },
        { ...back, when: { speed: { above: 1 } } },
      ],
      [`0: leads round in each frame in which the conditions hold, so that no clip plays on: a > b > a; ${add}`],
    ],
    [
      [
        { ...there, when: { speed: { above: 1 } } },
        { ...back, when: { speed: { below: 1 } } },
      ],
      [],
    ],
    [
      [
        { from: "*", to: "a" },
        { from: "*", to: "b" },
      ],
      [`1: ${round}: a > b > a; ${add}`],
    ],
  ])("finds transitions that lead round in each frame: %j", (transitions, expected) => {
    const findings = doubtsOf({ states: STATES, transitions }).filter((finding) => finding.includes("leads round"));
    expect(findings).toEqual(expected.map((finding) => `/layers/0/transitions/${finding}`));
  });

  it("finds a state that leads to itself, and longer ways round", () => {
    expect(doubtsOf({ states: { a: { clip: "walk" } }, transitions: [self] })).toEqual([
      `/layers/0/transitions/0: ${round}: a > a; ${add}`,
    ]);
    const states = { ...STATES, c: { clip: "walk" } };
    const transitions = [there, { from: "b", to: "c" }, { from: "c", to: "a" }];
    expect(doubtsOf({ states, transitions })).toEqual([`/layers/0/transitions/0: ${round}: a > b > c > a; ${add}`]);
  });

  it.each([
    [null, `names: ${ruleOf("objectOfNames", "null")}`],
    [{ clips: 5 }, `names.clips: ${ruleOf("listOfNames", 5)}`],
    [{ clips: "walk" }, `names.clips: ${ruleOf("listOfNames", '"walk"')}`],
    [{ clips: [{ name: "walk" }] }, `names.clips: ${ruleOf("listOfNames", '{"name":"walk"}')}; map(({ name }) => name) gives them`],
    [{ nodes: [null] }, `names.nodes: ${ruleOf("listOfNames", "null")}`],
  ])("takes lists of names only: %j", (names, message) => {
    expect(() => CheckController({ layers: [{ states: STATES }] }, names as never)).toThrow(new TypeError(message));
  });

  it("leaves out members that are undefined", () => {
    const states = { ...STATES, c: undefined };
    const transitions = [{ from: "a", to: "b", when: { ground: true, speed: undefined } }];
    expect(CheckController({ parameters: { ...PARAMETERS, other: undefined }, layers: [{ states, transitions }] }, NAMES)).toEqual([]);
  });

  it("finds no more than 100", () => {
    const states = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`s${i}`, { clip: i }]));
    expect(CheckController({ layers: [{ states }] })).toHaveLength(100);
  });

  it("names errors first", () => {
    const members = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`x${i}`, 1]));
    const layer: object = { states: STATES, start: "c", ...members };
    expect(CheckController({ layers: [layer] })[0]!.pointer).toBe("/layers/0/start");
  });

  it("takes any names where they are not known", () => {
    expect(CheckController({ layers: [{ mask: "x", states: { a: { clip: "y" } } }] })).toEqual([]);
  });

  it("takes names that objects have", () => {
    const definition = { parameters: { constructor: 1 }, layers: [{ states: { toString: { clip: "walk", speed: "constructor" } } }] };
    expect(CheckController(definition, NAMES)).toEqual([]);
  });
});

describe("machines within states", () => {
  const within = (state: object, others: object = {}): string[] =>
    doubtsOf({ states: { in: state, out: { clip: "jump" } }, transitions: [{ from: "in", to: "out", after: 1 }], ...others });

  it.each([
    [{ states: {} }, `/layers/0/states/in/states: ${ruleOf("statesNotEmpty")}`],
    [{ states: STATES, clip: "walk" }, `/layers/0/states/in/clip: ${ruleOf("notStatedBesideStates", '"walk"')}`],
    [{ states: STATES, clips: [] }, `/layers/0/states/in/clips: ${ruleOf("notStatedBesideStates", "[]")}`],
    [{ states: STATES, start: "out" }, `/layers/0/states/in/start: ${ruleOf("nameOfState", '"out"')}; there is a, b`],
    [
      { states: STATES, transitions: [{ from: "a", to: "out" }] },
      `/layers/0/states/in/transitions/0/to: ${ruleOf("nameOfState", '"out"')}; there is a, b`,
    ],
    [{ states: { a: { clip: "wlak" } } }, `/layers/0/states/in/states/a/clip: ${ruleOf("nameOf", "clip", '"wlak"')}; did you mean "walk"?`],
    [{ states: { "*": { clip: "walk" } } }, `/layers/0/states/in/states/*: ${ruleOf("nameOtherThanAny")}`],
  ])("breaks a rule: %j", (state, error) => {
    expect(within(state)[0]).toBe(error);
  });

  it("has paths that differ", () => {
    const states = { "a/b": { clip: "walk" }, a: { states: { b: { clip: "jump" } } } };
    expect(doubtsOf({ states })[0]).toBe(`/layers/0/states/a: ${ruleOf("pathUnlikeOtherStates", '"a/b"')}`);
  });

  it("goes 16 states deep", () => {
    const nested = (depth: number): object => (depth === 0 ? { clip: "walk" } : { states: { a: nested(depth - 1) } });
    expect(within(nested(16))).toEqual([]);
    expect(within(nested(17))[0]).toMatch(/^\/layers\/0\/states\/in(\/states\/a){16}\/states: must not be nested deeper than 16 states$/);
    expect(within(nested(17))).toHaveLength(1);
  });

  it.each([
    [{ states: STATES }, ["/layers/0/states/in/states/b: is never entered: no transition that can be taken leads to it"]],
    [
      { states: STATES, speed: 2, transitions: [{ from: "a", to: "b", after: 1 }] },
      [`/layers/0/states/in/speed: ${ruleOf("hasNoEffect", 2)}`],
    ],
    [{ clip: "walk", start: "a" }, [`/layers/0/states/in/start: ${ruleOf("hasNoEffect", '"a"')}`]],
  ])("finds what has no effect: %j", (state, expected) => {
    expect(within(state)).toEqual(expected);
  });

  it("finds transitions that come after one without a condition, in the machine or around it", () => {
    const states = {
      in: {
        states: STATES,
        transitions: [
          { from: "a", to: "b" },
          { from: "b", to: "a", duration: 0 },
        ],
      },
      out: { clip: "jump" },
    };
    const transitions = [
      { from: "in/a", to: "out", when: { ground: true } },
      { from: "in", to: "out", when: { hit: true } },
    ];
    expect(doubtsOf({ states, transitions }).filter((doubt) => doubt.includes("never taken"))).toEqual([
      "/layers/0/transitions/0: is never taken: /layers/0/states/in/transitions/0 has no condition and comes before it",
      "/layers/0/transitions/1: is never taken: /layers/0/states/in/transitions/0 has no condition and comes before it",
    ]);
  });
});
