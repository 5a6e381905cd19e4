import { afterEach, describe, expect, it } from "@jest/globals";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { chooseEvaluation, expectMode, needOfBabylon, type Choice, type EvaluationMode } from "../../src/evaluation/evaluationChoice.js";
import { createAnimation, createGroup } from "../helpers/group.js";
import { createScene, disposeScenes } from "../helpers/scene.js";

afterEach(disposeScenes);

type Row = readonly [mode: EvaluationMode, obstacle: string | null, isRead: boolean, isMixed: boolean, cause: Choice["cause"] | "compiled"];

const OBSTACLE = "it has an easing function";

/** All circumstances: first the modes, then needs of the animations, then events while the clip plays. */
const ROWS: readonly Row[] = [
  ["auto", null, false, false, "compiled"],
  ["auto", null, false, true, "mixing"],
  ["auto", null, true, false, "reading"],
  ["auto", null, true, true, "reading"],
  ["auto", OBSTACLE, false, false, "animations"],
  ["auto", OBSTACLE, false, true, "animations"],
  ["auto", OBSTACLE, true, false, "animations"],
  ["auto", OBSTACLE, true, true, "animations"],
  ["babylon", null, false, false, "mode"],
  ["babylon", null, false, true, "mode"],
  ["babylon", null, true, false, "mode"],
  ["babylon", null, true, true, "mode"],
  ["babylon", OBSTACLE, false, false, "mode"],
  ["babylon", OBSTACLE, false, true, "mode"],
  ["babylon", OBSTACLE, true, false, "mode"],
  ["babylon", OBSTACLE, true, true, "mode"],
  ["compiled", null, false, false, "compiled"],
  ["compiled", null, false, true, "compiled"],
  ["compiled", null, true, false, "compiled"],
  ["compiled", null, true, true, "compiled"],
  ["compiled", OBSTACLE, false, false, "animations"],
  ["compiled", OBSTACLE, false, true, "animations"],
  ["compiled", OBSTACLE, true, false, "animations"],
  ["compiled", OBSTACLE, true, true, "animations"],
];

const REASONS = {
  compiled: "its animations are compiled",
  mode: 'its evaluationMode is "babylon"',
  animations: OBSTACLE,
  reading: "its animatables are read",
  mixing: "it is mixed by weight with a group that is not compiled",
};

it.each(ROWS)(
  "mode %s, obstacle %s, animatables read %s, mixed by Babylon %s: %s",
  (mode, obstacle, areAnimatablesRead, isMixed, cause) => {
    const choice = chooseEvaluation({ mode, obstacle, areAnimatablesRead, isMixedByBabylon: isMixed });
    const reason = REASONS[cause!];
    expect(choice).toEqual(cause === "compiled" ? { by: "compiled", reason } : { by: "babylon", cause, reason });
  },
);

it("the table has every combination once", () => {
  expect(new Set(ROWS.map((row) => row.slice(0, 4).join())).size).toBe(3 * 2 * 2 * 2);
});

it("a mode is auto, babylon or compiled", () => {
  (["auto", "babylon", "compiled"] as const).forEach(expectMode);
  expect(() => expectMode("fast" as never)).toThrow(new RangeError('evaluationMode: must be one of auto, babylon, compiled (got "fast")'));
});

describe("the need for Babylon's animatables", () => {
  const KEYS = { frames: [0, 60], values: [1, 2] };

  it("is nothing for plain animations", () => {
    expect(needOfBabylon(createGroup(createScene(), [{ x: 0 }, createAnimation("x", KEYS)]))).toBeNull();
  });

  it("is described for the first animation that has it", () => {
    const [plain, holding] = [createAnimation("x", KEYS), createAnimation("y", KEYS)];
    holding.loopMode = Animation.ANIMATIONLOOPMODE_CONSTANT;
    const group = createGroup(createScene(), [{ x: 0 }, plain], [{ y: 0 }, holding]);
    expect(needOfBabylon(group)).toBe("the animation y has a loop mode other than CYCLE");
  });

  it("is decided by the target where that overrides its animations", () => {
    const animation = createAnimation("x", KEYS);
    animation.loopMode = Animation.ANIMATIONLOOPMODE_CONSTANT;
    const target = { x: 0, animationPropertiesOverride: { enableBlending: false, loopMode: 1 } };
    expect(needOfBabylon(createGroup(createScene(), [target, animation]))).toBeNull();
  });
});
