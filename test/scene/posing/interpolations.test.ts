/** Which interpolations count as Babylon's own: what the application replaces is what Babylon shows. */
import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { Color3, Color4 } from "@babylonjs/core/Maths/math.color.js";
import { Quaternion, Vector2, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateClip } from "../../../src/pure.js";
import { createAnimation, createGroup } from "../../helpers/group.js";
import { createScene, disposeScenes, render } from "../../helpers/scene.js";

afterEach(() => {
  jest.restoreAllMocks();
  disposeScenes();
});

const { ANIMATIONTYPE_FLOAT: FLOAT, ANIMATIONTYPE_VECTOR2: VECTOR2, ANIMATIONTYPE_VECTOR3: VECTOR3 } = Animation;
const { ANIMATIONTYPE_COLOR3: COLOR3, ANIMATIONTYPE_COLOR4: COLOR4, ANIMATIONTYPE_QUATERNION: QUATERNION } = Animation;

const KINDS = [
  { word: "float", dataType: FLOAT, values: [1, 2] },
  { word: "vector2", dataType: VECTOR2, values: [new Vector2(1, 2), new Vector2(3, 5)] },
  { word: "vector3", dataType: VECTOR3, values: [new Vector3(1, 2, 3), new Vector3(3, 5, 7)] },
  { word: "color3", dataType: COLOR3, values: [new Color3(0, 0.5, 1), new Color3(1, 1, 0)] },
  { word: "color4", dataType: COLOR4, values: [new Color4(0, 0.5, 1, 1), new Color4(1, 1, 0, 0)] },
  { word: "quaternion", dataType: QUATERNION, values: [new Quaternion(0, 0, 0, 1), new Quaternion(0.6, 0, 0, 0.8)] },
] as const;

describe.each(KINDS)("an interpolation of $word values", ({ word, dataType, values }) => {
  const show = (): { by: string; reason: string; shown: unknown; expected: unknown } => {
    const scene = createScene();
    const animation = createAnimation("value", { frames: [0, 60], values, dataType });
    const [target, twin] = [{ value: values[0] }, { value: values[0] }];
    const clip = CreateClip("clip", createGroup(scene, [target, animation]), { end: 1 });
    const { by, reason } = clip.evaluation;
    createGroup(scene, [twin, animation]).start(true);
    clip.start();
    render(scene, 20);
    return { by, reason, shown: target.value, expected: twin.value };
  };

  it("is compiled where it is Babylon's own", () => {
    expect(show().by).toBe("compiled");
  });

  it("is the application's where the prototype's was replaced", () => {
    const held = values[1] as never;
    jest.spyOn(Animation.prototype, `${word}InterpolateFunction`).mockImplementation(() => held);
    const { by, reason, shown, expected } = show();
    expect({ by, reason }).toEqual({ by: "babylon", reason: "the animation value has a custom interpolation" });
    expect([shown, expected]).toEqual([values[1], values[1]]);
  });
});

it("an interpolation that the application replaced before the module was loaded is the application's, too", async () => {
  jest.spyOn(Animation.prototype, "floatInterpolateFunction").mockImplementation((start) => start);
  jest.resetModules();
  jest.unstable_mockModule("@babylonjs/core/Animations/animation.js", () => ({ Animation }));
  const { isCustom } = await import("../../../src/scene/posing/properties/interpolations.js");
  const [float, vector] = [FLOAT, VECTOR3].map((dataType) => createAnimation("value", { dataType }));
  expect([isCustom(float!), isCustom(vector!)]).toEqual([true, false]);
});
