import { afterEach, expect, it } from "@jest/globals";
import { CreateController } from "../../../src/controller.js";
import { CreateClip, type ClipAnimationGroup, type EvaluationMode } from "../../../src/pure.js";
import { createAnimation, createGroup } from "../../helpers/group.js";
import { createScene, disposeScenes, render } from "../../helpers/scene.js";

afterEach(disposeScenes);

/** A clip of a low order blends in by a controller, below one of a high order. */
function play(evaluationMode: EvaluationMode): number[] {
  const scene = createScene();
  const [shown, other] = [{ x: 0 }, { x: 0 }];
  const clipOf = (name: string, target: object, values: readonly number[]): ClipAnimationGroup =>
    CreateClip(name, createGroup(scene, [target, createAnimation("x", { frames: [0, 60], values })]), { end: 1 }, { evaluationMode });
  const [high, idle, low] = [clipOf("high", shown, [3, 4]), clipOf("idle", other, [0, 1]), clipOf("low", shown, [8, 9])];
  high.playOrder = 1;
  low.enableBlending = true;
  low.blendingSpeed = 0.1;
  high.start(true);
  const layers = [
    {
      states: { idle: { clip: "idle" }, low: { clip: "low" } },
      transitions: [{ from: "idle", to: "low", afterSeconds: 0.1, duration: 0.2 }],
    },
  ];
  CreateController({ animationGroups: [idle, low] }, { layers });
  return Array.from({ length: 30 }, () => {
    render(scene, 1);
    return shown.x;
  });
}

it("a clip that a controller starts has its place by playOrder from its first frame on, as with Babylon's evaluation", () => {
  const expected = play("babylon");
  play("compiled").forEach((x, i) => expect(x).toBeCloseTo(expected[i]!, 6));
});
