import { afterEach, describe, expect, it } from "@jest/globals";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { chooseEvaluation, expectMode, needOfBabylon, type EvaluationMode } from "../../../src/scene/posing/evaluationChoice.js";
import { createAnimation, createGroup } from "../../helpers/group.js";
import { ruleOf } from "../../helpers/rules.js";
import { createScene, disposeScenes } from "../../helpers/scene.js";

afterEach(disposeScenes);

type Row = readonly [mode: EvaluationMode, obstacle: string | null, isRead: boolean, cause: keyof typeof REASONS];

const OBSTACLE = "it has an easing function";

/** All circumstances: first the modes, then needs of the animations, then events while the clip plays. */
const ROWS: readonly Row[] = [
  ["auto", null, false, "compiled"],
  ["auto", null, true, "reading"],
  ["auto", OBSTACLE, false, "animations"],
  ["auto", OBSTACLE, true, "animations"],
  ["babylon", null, false, "mode"],
  ["babylon", null, true, "mode"],
  ["babylon", OBSTACLE, false, "mode"],
  ["babylon", OBSTACLE, true, "mode"],
  ["compiled", null, false, "compiled"],
  ["compiled", null, true, "compiled"],
  ["compiled", OBSTACLE, false, "animations"],
  ["compiled", OBSTACLE, true, "animations"],
];

const REASONS = {
  compiled: "its animations are compiled",
  mode: 'its evaluationMode is "babylon"',
  animations: OBSTACLE,
  reading: "its animatables are used",
};

it.each(ROWS)("mode %s, obstacle %s, animatables used %s: %s", (mode, obstacle, areAnimatablesUsed, cause) => {
  const by = cause === "compiled" ? cause : "babylon";
  expect(chooseEvaluation({ mode, obstacle, areAnimatablesUsed })).toEqual({ by, reason: REASONS[cause] });
});

it("the table has every combination once", () => {
  expect(new Set(ROWS.map((row) => row.slice(0, 3).join())).size).toBe(3 * 2 * 2);
});

it("a mode is auto, babylon or compiled", () => {
  (["auto", "babylon", "compiled"] as const).forEach(expectMode);
  expect(() => expectMode("fast" as never)).toThrow(
    new RangeError(`evaluationMode: ${ruleOf("oneOfList", "auto, babylon, compiled", '"fast"')}`),
  );
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
