import { afterEach, describe, expect, it } from "@jest/globals";
import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import { AnimationEvent } from "@babylonjs/core/Animations/animationEvent.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { blendingOf, playFor, restoreTargets, setBlending, setPlayback } from "../../../src/scene/host/animations.js";
import { CreateClip } from "../../../src/pure.js";
import { createModel } from "../../helpers/gltfAsset.js";
import { createScene, disposeScenes, importAsset, render } from "../../helpers/scene.js";

afterEach(disposeScenes);

const MODEL = createModel(1, [[{ node: 0, path: "translation", times: [0, 2], values: [0, 0, 0, 2, 0, 0] }]]);

describe("Animation.runtimeAnimations", () => {
  it("are empty for a clip that plays on after all of its targets were removed", async () => {
    const scene = createScene();
    const group = (await importAsset(MODEL, scene)).animationGroups[0]!;
    const clip = CreateClip("clip", group, { end: 2 });
    clip.play();
    render(scene, 2);
    const { animation } = clip.targetedAnimations[0]!;
    clip.removeTargetedAnimation(animation);
    render(scene, 2);
    expect([clip.isPlaying, clip.timestamp, animation.runtimeAnimations]).toEqual([true, expect.closeTo(3 * 0.016, 9), []]);
  });

  it("shows Babylon's own as long as a group plays", async () => {
    const scene = createScene();
    const group = (await importAsset(MODEL, scene)).animationGroups[0]!;
    const { animation, target } = group.targetedAnimations[0]!;
    group.start(true);
    render(scene, 2);
    expect(animation.runtimeAnimations.map((each) => each.target as unknown)).toEqual([target]);
    expect(animation.hasRunningRuntimeAnimations).toBe(true);
    group.stop();
    expect(animation.runtimeAnimations).toEqual([]);
  });

  it.each(["compiled", "babylon"] as const)(
    "shows where a clip is that plays, to those who look there as the Inspector does: %s",
    async (evaluation) => {
      const scene = createScene();
      const group = (await importAsset(MODEL, scene)).animationGroups[0]!;
      const { animation, target } = group.targetedAnimations[0]!;
      const clips = [1, 2].map((end) => CreateClip("clip", group, { end, start: end / 2 }, { evaluationMode: evaluation }));
      expect(animation.hasRunningRuntimeAnimations).toBe(false);
      clips.forEach((clip) => clip.play());
      render(scene, 6);
      const shown = animation.runtimeAnimations;
      expect(shown.map((each) => each.target === target)).toEqual([true, true]);
      expect(shown.map(({ currentFrame }) => currentFrame)).toEqual([expect.closeTo(30 + 0.08 * 60, 6), expect.closeTo(60 + 0.08 * 60, 6)]);
      expect(animation.hasRunningRuntimeAnimations).toBe(true);
      clips[0]!.goToFrame(45);
      render(scene, 1);
      expect(shown[0]!.currentFrame).toBeCloseTo(45 + 0.016 * 60, 6);
      clips[0]!.dispose();
      clips[1]!.stop();
      expect(animation.runtimeAnimations).toEqual([]);
      expect(animation.hasRunningRuntimeAnimations).toBe(false);
    },
  );
});

describe("RuntimeAnimation._currentFrame and _playbackFrom, _playbackTo, _playbackFrames, _playbackProgress, _playbackJumped, _playbackSyncRoot", () => {
  const STATE = {
    _playbackFrom: 60,
    _playbackTo: 120,
    _playbackFrames: 30,
    _playbackProgress: 30,
    _playbackJumped: false,
    _playbackSyncRoot: null,
  };

  async function playHalfASecond(): Promise<Animatable> {
    const scene = createScene();
    const { animation, target } = (await importAsset(MODEL, scene)).animationGroups[0]!.targetedAnimations[0]!;
    const animatable = scene.beginDirectAnimation(target, [animation], 60, 120, true);
    animatable.getAnimations()[0]!.animate(500, 60, 120, true, 1);
    return animatable;
  }

  it("are the frame, the range and the way of playing", async () => {
    const [runtimeAnimation] = (await playHalfASecond()).getAnimations();
    expect(runtimeAnimation).toMatchObject({ _currentFrame: 90, ...("_playbackProgress" in runtimeAnimation! && STATE) });
  });

  it("are set by setPlayback, and read by Animatable.masterFrame", async () => {
    const animatable = await playHalfASecond();
    setPlayback(animatable, { frame: 75, from: 70, to: 80, progress: 5, isJump: true });
    expect(animatable.masterFrame).toBe(75);
    const state = { _playbackFrom: 70, _playbackTo: 80, _playbackFrames: 5, _playbackProgress: 5, _playbackJumped: true };
    const [runtimeAnimation] = animatable.getAnimations();
    expect(runtimeAnimation).toMatchObject({ _currentFrame: 75, ...("_playbackProgress" in runtimeAnimation! && state) });
  });
});

it("RuntimeAnimation._events: the events that Babylon notifies, and that playFor does not", async () => {
  const scene = createScene();
  const { animation, target } = (await importAsset(MODEL, scene)).animationGroups[0]!.targetedAnimations[0]!;
  const frames: number[] = [];
  animation.addEvent(new AnimationEvent(70, () => frames.push(70)));
  const play = (): Animatable => scene.beginDirectAnimation(target, [animation], 60, 120, true);
  play().getAnimations()[0]!.animate(500, 60, 120, true, 1);
  expect(frames).toEqual([70]);
  playFor(play(), 0.5, -1, { from: 60, to: 120, isJump: false }, true);
  expect(frames).toEqual([70]);
});

describe("setBlending sets RuntimeAnimation._enableBlending, _blendingFactor and _originalBlendValue", () => {
  it.each([
    { blending: undefined, x: 7 },
    { blending: null, x: 1 },
    { blending: { factor: 0.25, from: new Vector3(3, 0, 0) }, x: 0.75 * 3 + 0.25 * 1 },
  ])("lets an animatable blend otherwise than its animation says: $blending", async ({ blending, x }) => {
    const scene = createScene();
    const { animation, target } = (await importAsset(MODEL, scene)).animationGroups[0]!.targetedAnimations[0]!;
    const { position } = target as TransformNode;
    position.x = 7;
    animation.enableBlending = true;
    animation.blendingSpeed = 0.01;
    const animatable = scene.beginDirectAnimation(target, [animation], 60, 120);
    if (blending !== undefined) {
      setBlending(animatable, blending);
    }
    render(scene, 1);
    expect((target as TransformNode).position.x).toBe(x);
    expect(blendingOf(animatable)).toEqual({
      factor: blending === null ? 0 : (blending?.factor ?? 0) + 0.01,
      from: blending === null ? null : (blending?.from ?? new Vector3(7, 0, 0)),
    });
  });
});

describe("restoreTargets keeps RuntimeAnimation._currentValue and _weight", () => {
  it.each([
    { name: "Animatable.reset mixes a value that waits by -1", restore: (animatable: Animatable) => animatable.reset(), x: 0.75 * 8 - 8 },
    { name: "restoreTargets leaves it as it is", restore: restoreTargets, x: 0.75 * 8 + 0.25 * 1 },
  ])("$name", async ({ restore, x }) => {
    const scene = createScene();
    const { animation, target } = (await importAsset(MODEL, scene)).animationGroups[0]!.targetedAnimations[0]!;
    const { position } = target as TransformNode;
    position.x = 8;
    const animatable = scene.beginDirectAnimation(target, [animation], 0, 120);
    animatable.weight = 0.25;
    animatable.pause();
    scene.onBeforeAnimationsObservable.addOnce(() => {
      animatable.goToFrame(60, true);
      restore(animatable);
      expect((target as TransformNode).position.x).toBe(8);
    });
    render(scene, 1);
    expect((target as TransformNode).position.x).toBe(x);
  });
});
