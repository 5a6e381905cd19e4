/** Compiled groups: how files get them, what they share, and who plays them. That they play as plain groups do is in test/parity. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { AnimationEvent } from "@babylonjs/core/Animations/animationEvent.js";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { AnimationGroupMask } from "@babylonjs/core/Animations/animationGroupMask.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import type { AssetContainer } from "@babylonjs/core/assetContainer.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import {
  type ClipAnimationGroup,
  CompiledAnimationGroup,
  CreateClip,
  CrossFade,
  GetClips,
  GetRestPose,
  RegisterCompiledGroups,
  UnregisterCompiledGroups,
} from "../../../src/index.js";
import { createModel } from "../../helpers/gltfAsset.js";
import { createAnimation, createGroup } from "../../helpers/group.js";
import { ruleOf } from "../../helpers/rules.js";
import { createScene, disposeScenes, importAsset, loadContainer, render, START_ALL, START_FIRST, withClips } from "../../helpers/scene.js";

beforeEach(() => RegisterCompiledGroups());
afterEach(() => {
  RegisterCompiledGroups({ files: "chosen" }); // as the main entry does
  disposeScenes();
});

/** Two animations of a node, of 1 s each. */
const ASSET = createModel(2, [
  [{ node: 0, path: "translation", times: [0, 1], values: [0, 0, 0, 4, 0, 0] }],
  [{ node: 0, path: "translation", times: [0, 1], values: [0, 0, 0, 0, 8, 0] }],
]);

const option = (options: object): { readonly loader: object } => ({ loader: { extensionOptions: options } });

const isCompiled = (group: AnimationGroup | undefined): boolean => group instanceof CompiledAnimationGroup;

async function load(options = {}): Promise<AssetContainer> {
  return loadContainer(ASSET, createScene(), options);
}

async function loadGroup(): Promise<CompiledAnimationGroup> {
  const { animationGroups } = await importAsset(ASSET, createScene());
  return animationGroups[0] as CompiledAnimationGroup;
}

/** The groups of the asset as Babylon's own, and as compiled groups in another scene. */
async function loadBoth(): Promise<readonly (readonly AnimationGroup[])[]> {
  const load = async (enabled: boolean): Promise<readonly AnimationGroup[]> =>
    (await importAsset(ASSET, createScene(), option({ compiledGroups: { enabled } }))).animationGroups;
  return [await load(false), await load(true)];
}

const xOf = ({ targetedAnimations }: AnimationGroup): number => (targetedAnimations[0]!.target as TransformNode).position.x;

describe("RegisterCompiledGroups", () => {
  it("makes the animations of a file compiled groups, in the container and in the asset", async () => {
    const scene = createScene();
    const container = await loadContainer(ASSET, scene);
    expect(container.animationGroups.map(isCompiled)).toEqual([true, true]);
    expect(scene.animationGroups).toEqual([]);
    container.addAllToScene();
    expect(scene.animationGroups).toEqual(container.animationGroups);
  });

  it.each([
    ["registered for all files, the option is true", "all", { compiledGroups: { enabled: true } }, true],
    ["registered for all files, the option is false", "all", { compiledGroups: { enabled: false } }, false],
    ["registered for all files, no option", "all", {}, true],
    ["registered for chosen files, the option is true", "chosen", { compiledGroups: { enabled: true } }, true],
    ["registered for chosen files, no option", "chosen", {}, false],
    ["keys are eager", "all", { KHR_animation_clip: { keys: "eager" } }, false],
  ] as const)("%s", async (_, files, options, expected) => {
    RegisterCompiledGroups({ files });
    const { animationGroups } = await load(option(options));
    expect(animationGroups.map(isCompiled)).toEqual([expected, expected]);
  });

  it("has no effect once it is unregistered", async () => {
    UnregisterCompiledGroups();
    const { animationGroups } = await load(option({ compiledGroups: { enabled: true } }));
    expect(animationGroups.map(isCompiled)).toEqual([false, false]);
  });

  it.each([
    ["one", TypeError, "files: must be"],
    ["some", RangeError, `files: ${ruleOf("allOrChosen", '"some"')}`],
  ])("refuses %j", (files, error, message) => {
    const register = (): void => RegisterCompiledGroups({ files: files === "one" ? (1 as never) : (files as never) });
    expect(register).toThrow(error);
    expect(register).toThrow(message);
  });

  it("makes plain groups and clips of one file compiled", async () => {
    const scene = createScene();
    const { animationGroups } = await importAsset(withClips(ASSET, [{ name: "walk", animations: [0] }]), scene, { startMode: START_FIRST });
    expect(animationGroups.map(isCompiled)).toEqual([true, true, false]);
    expect(GetClips(scene).map(({ isPlaying }) => isPlaying)).toEqual([true]);
    expect(animationGroups.slice(0, 2).map(({ isPlaying }) => isPlaying)).toEqual([false, false]);
  });
});

describe("a compiled group", () => {
  it("is played by the loader, with one animatable a group in the scene", async () => {
    const scene = createScene();
    const { animationGroups } = await importAsset(ASSET, scene, { startMode: START_ALL });
    expect(animationGroups.map(({ isPlaying, loopAnimation }) => [isPlaying, loopAnimation])).toEqual([
      [true, true],
      [true, true],
    ]);
    render(scene, 2);
    expect(scene.animatables).toHaveLength(2);
    expect((animationGroups[0] as CompiledAnimationGroup).evaluation).toEqual({ by: "compiled", reason: "its animations are compiled" });
  });

  it("blends a pose that is sought, as a plain group does", async () => {
    const [plain, compiled] = (await loadBoth()).map(([group]) => {
      const shown = (): number => {
        render(group!.getScene(), 1);
        return xOf(group!);
      };
      group!.enableBlending = true;
      group!.blendingSpeed = 0.1;
      (group!.targetedAnimations[0]!.target as TransformNode).position.x = 100;
      group!.start(true).goToFrame(30);
      const xs = [xOf(group!), shown(), shown(), shown()];
      group!.pause().goToFrame(45);
      xs.push(shown());
      group!.play();
      return [...xs, shown()];
    });
    expect(compiled).toEqual(plain!.map((x) => expect.closeTo(x, 9)));
    expect(compiled![0]).toBe(100);
  });

  it("reports no event beyond a frame that is sought right after the start", async () => {
    const reported = (await loadBoth()).map(([group]) => {
      const frames: number[] = [];
      group!.targetedAnimations[0]!.animation.addEvent(new AnimationEvent(50, (frame) => frames.push(frame)));
      for (let frame = 1; frame < 49; frame++) {
        group!.start(true).goToFrame(frame + 0.094); // some of these frames are rounded down
        render(group!.getScene(), 1);
        group!.stop();
      }
      return frames;
    });
    expect(reported).toEqual([[], []]);
  });

  it("ends at its own time, though the group that it followed has ended before, as a plain group does", async () => {
    const [plain, compiled] = (await loadBoth()).map(([root, group]) => {
      root!.start(false, 4);
      group!.start(false, 0.5).syncAllAnimationsWith(root!.animatables[0]!);
      return Array.from({ length: 140 }, () => {
        render(group!.getScene(), 1);
        return [group!.isPlaying, (group!.targetedAnimations[0]!.target as TransformNode).position.y];
      });
    });
    expect(compiled!.map(([isPlaying]) => isPlaying).lastIndexOf(true)).toBe(124); // 125 frames are 2 s
    expect(compiled).toEqual(plain!.map(([isPlaying, y]) => [isPlaying, expect.closeTo(y as number, 6)]));
  });

  it("makes no keys until somebody reads them", async () => {
    const group = await loadGroup();
    group.start(true);
    render(group.getScene(), 3);
    const { animation } = group.targetedAnimations[0]!;
    expect((animation as unknown as { keyData: unknown }).keyData).not.toBeNull();
    expect(animation.getKeys().map(({ frame }) => frame)).toEqual([0, 60]);
  });

  it("shares its compiled data with all instances of its container", async () => {
    const container = await load();
    const instances = [1, 2].map(() => container.instantiateModelsToScene().animationGroups[0] as CompiledAnimationGroup);
    expect(instances.map(isCompiled)).toEqual([true, true]);
    instances.forEach((group) => group.start(true));
    render(container.scene, 2);
    const [a, b] = instances.map(({ player }) => player.posing.binding.tracks);
    expect(a).not.toBeNull();
    expect(a).toBe(b);
    expect(instances.map(xOf)).toEqual([0.064, 0.064]);
  });

  it.each([
    ["an animation holds its end", (group) => (group.targetedAnimations[0]!.animation.loopMode = Animation.ANIMATIONLOOPMODE_CONSTANT)],
    ["an animation has a custom interpolation", (group) => (group.targetedAnimations[0]!.animation.vector3InterpolateFunction = (a) => a)],
    ["its evaluationMode says so", (group) => (group.evaluationMode = "babylon")],
    ["an animation is longer than another", (group) => group.addTargetedAnimation(longer(), { x: 0 })],
  ] as readonly (readonly [string, (group: CompiledAnimationGroup) => unknown])[])("is played by Babylon where %s", async (_, change) => {
    const group = await loadGroup();
    change(group);
    expect(group.evaluation.by).toBe("babylon");
    group.start(true);
    render(group.getScene(), 2);
    expect([group.isPlaying, group.evaluation.by, group.animatables.length]).toEqual([true, "babylon", group.targetedAnimations.length]);
    group.stop();
    expect([group.isPlaying, group.animatables.length]).toEqual([false, 0]);
  });

  it("is compiled again at the first start after a run in which no code used the animatables", async () => {
    const group = await loadGroup();
    const evaluators = [true, false, false].map((isRead) => {
      group.start(true);
      render(group.getScene(), 2);
      expect(group.getCurrentFrame()).toBe(0.96);
      if (isRead) {
        expect(group.animatables[0]!.masterFrame).toBe(0.96);
        void group.animatables[0]!.onAnimationEndObservable;
      }
      const { by } = group.evaluation;
      group.stop();
      return by;
    });
    expect(evaluators).toEqual(["babylon", "babylon", "compiled"]);
  });

  it("takes clips, cross-fades of clips and poses, as a plain group does", async () => {
    const { animationGroups } = await importAsset(ASSET, createScene());
    const [a, b] = animationGroups.map((group) => CreateClip(group.name, group));
    const scene = a!.getScene();
    a!.play();
    render(scene, 1);
    CrossFade(a!, b!, 0.16);
    render(scene, 20);
    expect(b!.timestamp).toBeCloseTo(0.304, 12);
    expect((b!.targetedAnimations[0]!.target as TransformNode).position.y).toBeCloseTo(8 * 0.304, 6);
    expect(GetRestPose(scene).properties).toHaveLength(1);
    expect(() => CrossFade(animationGroups[0] as unknown as ClipAnimationGroup, b!, 1)).toThrow(TypeError);
  });

  it("reports frame events with the frame that is shown, as Babylon does", async () => {
    const group = await loadGroup();
    const frames: number[] = [];
    group.targetedAnimations[0]!.animation.addEvent(new AnimationEvent(2, (frame) => frames.push(frame)));
    group.start(true);
    render(group.getScene(), 5);
    expect(frames).toEqual([2.88]);
  });

  it("holds while its mask retains nothing, as a plain group does", async () => {
    const group = await loadGroup();
    group.mask = new AnimationGroupMask(["nothing"]);
    group.start(false);
    render(group.getScene(), 100);
    expect([group.isPlaying, xOf(group)]).toEqual([true, 0]);
  });

  const itWithTimelines = "startWithVirtualTimeline" in AnimationGroup.prototype ? it : it.skip; // Babylon.js before 9.26.2 does not have them

  itWithTimelines("plays a virtual timeline beyond its keys as a plain group does", async () => {
    const logs = await Promise.all(
      [true, false].map(async (enabled) => {
        const { animationGroups } = await importAsset(ASSET, createScene(), option({ compiledGroups: { enabled } }));
        const group = animationGroups[0]!;
        const log: unknown[] = [];
        group.onAnimationGroupEndObservable.add(() => log.push("end"));
        group.startWithVirtualTimeline(false, 1, 30, 150);
        for (let i = 0; i < 130; i++) {
          group.getScene().render();
          log.push([group.getVirtualCurrentFrame(), group.getRetainedCurrentFrame(), group.isVirtualFrameReached(90), xOf(group)]);
        }
        return log;
      }),
    );
    expect(logs[0]).toContain("end");
    expect(logs[0]).toEqual(logs[1]);
  });

  it("stays stopped once it is disposed, and leaves nothing in the scene", async () => {
    const group = await loadGroup();
    const scene = group.getScene();
    group.start(true);
    render(scene, 1);
    group.dispose();
    group.start(true);
    expect([group.isPlaying, scene.animationGroups.includes(group), scene.animatables.length]).toEqual([false, false, 0]);
  });

  it("mixes with a plain group by weight", async () => {
    const group = await loadGroup();
    const scene = group.getScene();
    const node = group.targetedAnimations[0]!.target as TransformNode;
    const values = [new Vector3(10, 0, 0), new Vector3(10, 0, 0)];
    const animation = createAnimation("position", { frames: [0, 60], values, dataType: Animation.ANIMATIONTYPE_VECTOR3 });
    const plain = createGroup(scene, [node, animation]);
    group.weight = 0.25;
    group.start(true);
    plain.weight = 0.75;
    plain.start(true);
    render(scene, 26);
    expect(group.evaluation.by).toBe("compiled");
    expect(node.position.x).toBeCloseTo(0.25 * 4 * 0.4 + 0.75 * 10, 5);
    plain.stop();
    render(scene, 1);
    expect(node.position.x).toBeCloseTo(0.25 * 4 * 0.416, 5);
  });
});

function longer(): Animation {
  return createAnimation("x", { frames: [0, 90], values: [0, 1] });
}

it.each([true, false])("a group ends when no target that its mask retains is left, as a plain group: compiled %s", async (enabled) => {
  const scene = createScene();
  const channel = (node: number) => ({ node, path: "translation", times: [0, 1], values: [0, 0, 0, 4, 0, 0] }) as const;
  const { animationGroups } = await importAsset(createModel(2, [[channel(0), channel(1)]]), scene, option({ compiledGroups: { enabled } }));
  const group = animationGroups[0]!;
  group.mask = new AnimationGroupMask(["n1"]);
  group.start(true);
  render(scene, 3);
  scene.stopAnimation(scene.getTransformNodeByName("n1"));
  expect(group.isStarted).toBe(false);
});

describe("a compiled group without animations", () => {
  it.each(["without a node", "with a node outside the scene"])(
    "of a channel %s: says who evaluates it, and plays nothing",
    async (fault) => {
      const asset = structuredClone(ASSET);
      asset.json["scenes"] = [{ nodes: [1] }];
      asset.json["animations"].forEach(({ channels }: { channels: { target: object }[] }) => {
        channels[0]!.target = fault === "without a node" ? { path: "translation" } : { node: 0, path: "translation" };
      });
      const { animationGroups } = await importAsset(asset, createScene());
      expect(animationGroups.map((group) => group.targetedAnimations.length)).toEqual([0, 0]);
      const groups = animationGroups as CompiledAnimationGroup[];
      expect(groups.map(({ evaluation }) => evaluation.by)).toEqual(["compiled", "compiled"]);
      expect(groups.map((group) => group.start(true).isPlaying)).toEqual([false, false]);
    },
  );

  it("made in code answers as a group that plays nothing", () => {
    const group = new CompiledAnimationGroup("empty", createScene());
    expect(group.evaluation).toEqual({ by: "compiled", reason: "its animations are compiled" });
    expect([group.events, group.start().isPlaying, group.clone().evaluation.by]).toEqual([[], false, "compiled"]);
  });
});
