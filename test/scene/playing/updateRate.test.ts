/** Poses that are not shown in every frame: `updateInterval` and `SetUpdateRate`. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { AnimationEvent } from "@babylonjs/core/Animations/animationEvent.js";
import type { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { Bone } from "@babylonjs/core/Bones/bone.js";
import { Skeleton } from "@babylonjs/core/Bones/skeleton.js";
import "@babylonjs/core/Materials/standardMaterial.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import {
  type ClipAnimationGroup,
  type ClipSettings,
  CompiledAnimationGroup,
  CreateClip,
  CrossFade,
  RegisterCompiledGroups,
  SetClock,
  SetUpdateRate,
  UnregisterCompiledGroups,
  type UpdateRate,
} from "../../../src/pure.js";
import { createModel } from "../../helpers/gltfAsset.js";
import { createAnimation } from "../../helpers/group.js";
import { createRuler, record } from "../../helpers/rulerClip.js";
import { ruleOf } from "../../helpers/rules.js";
import { collectErrors, createScene, disposeScenes, FRAME, importAsset, loadContainer, render } from "../../helpers/scene.js";

afterEach(disposeScenes);

interface Character {
  readonly root: TransformNode;
  /** Its x is the timestamp that is shown. */
  readonly node: TransformNode;
  readonly clip: ClipAnimationGroup;
}

const AHEAD = 10;
const BEHIND = -100;

/** A root before or behind the camera, with a node that a clip moves, and a box. */
function createCharacter(scene: Scene, z = BEHIND, settings: ClipSettings = { end: 2 }): Character {
  const root = new TransformNode("root", scene);
  root.position.z = z;
  const { node, group } = createRuler(scene, 10);
  node.parent = root;
  CreateBox("box", {}, scene).parent = root;
  return { root, node, clip: CreateClip("clip", group, settings) };
}

function turnAround(scene: Scene): void {
  const camera = scene.activeCamera as FreeCamera;
  camera.rotation.y = camera.rotation.y === 0 ? Math.PI : 0;
}

/** Renders frames of a scene with a rate and of one without. @returns in which frames the first one had the pose of the second one */
function compare(frames: number, slow: Character, usual: Character): number[] {
  const shown: number[] = [];
  let before = slow.node.position.x;
  for (let frame = 0; frame < frames; frame++) {
    render(slow.node.getScene(), 1);
    render(usual.node.getScene(), 1);
    const { x } = slow.node.position;
    expect([before, usual.node.position.x]).toContain(x);
    if (x === usual.node.position.x) {
      shown.push(frame);
    }
    before = x;
  }
  return shown;
}

function createPair(settings?: ClipSettings, z?: number): readonly [Character, Character] {
  return [createCharacter(createScene(), z, settings), createCharacter(createScene(), z, settings)];
}

describe("updateInterval", () => {
  it("shows in some frames the pose of every frame, bit by bit, and reports all events in their frames", () => {
    const [slow, usual] = createPair();
    const logs = [slow, usual].map(({ clip }) => {
      const log = record(clip);
      const { animation } = clip.targetedAnimations[0]!;
      animation.addEvent(new AnimationEvent(30, () => log.push(`event at ${clip.timestamp}`)));
      clip.play();
      return log;
    });
    slow.clip.updateInterval = 4 * FRAME;
    const shown = compare(600, slow, usual);
    expect(shown.length).toBeGreaterThanOrEqual(149);
    expect(shown.length).toBeLessThanOrEqual(151);
    expect(shown.slice(2).every((frame, i) => frame - shown[i + 1]! === 4)).toBe(true);
    expect(logs[0]).toEqual(logs[1]);
    expect(logs[0]!.length).toBeGreaterThan(10);
    expect(slow.clip.totalTime).toBe(usual.clip.totalTime);
  });

  it("shows the first pose at once, and the last pose in the frame in which the clip finishes", () => {
    const [slow, usual] = createPair({ start: 0.5, end: 1.3, repetitions: 1 });
    slow.clip.updateInterval = 10;
    [slow, usual].forEach(({ clip }) => clip.play());
    const shown = compare(60, slow, usual);
    expect(shown[0]).toBe(0);
    expect(shown[1]).toBe(Math.ceil(0.8 / FRAME) + 1);
    expect(slow.node.position.x).toBe(1.3);
  });

  it.each(["pause", "stop"] as const)("%s() shows the exact pose", (end) => {
    const [slow, usual] = createPair();
    slow.clip.updateInterval = Infinity;
    [slow, usual].forEach(({ clip }) => clip.play());
    compare(20, slow, usual);
    expect(slow.node.position.x).toBe(0);
    slow.clip[end]();
    expect(slow.node.position.x).toBe(usual.node.position.x);
  });

  it("a seek shows its pose at once", () => {
    const [slow] = createPair();
    slow.clip.updateInterval = Infinity;
    slow.clip.play();
    render(slow.clip.getScene(), 5);
    slow.clip.timestamp = 1.25;
    expect(slow.node.position.x).toBe(1.25);
  });

  it("does not count for poses that are mixed, which need all parts in each frame", () => {
    const pairs = [true, false].map((isSlow) => {
      const scene = createScene();
      const { node, clip, root } = createCharacter(scene);
      const other = CreateClip("other", clip, { start: 4, end: 5 });
      clip.updateInterval = isSlow ? Infinity : null;
      clip.play();
      render(scene, 3);
      CrossFade(clip, other, 0.5);
      return { node, clip, root };
    });
    expect(compare(20, pairs[0]!, pairs[1]!)).toHaveLength(20);
  });

  it("counts instead of the rate of the character, also if that is much longer", () => {
    const [slow, usual] = createPair();
    SetUpdateRate(slow.root, Infinity);
    slow.clip.updateInterval = 4 * FRAME;
    [slow, usual].forEach(({ clip }) => clip.play());
    expect(compare(400, slow, usual).length).toBeGreaterThanOrEqual(99);
  });

  it("is a number >= 0 or null, and copied by clones", () => {
    const [{ clip }] = createPair();
    expect(clip.updateInterval).toBeNull();
    clip.updateInterval = 0.25;
    expect(clip.clone().updateInterval).toBe(0.25);
    expect(() => (clip.updateInterval = -1)).toThrow(new RangeError(`updateInterval: ${ruleOf("numberAtLeast0OrNull", -1)}`));
    expect(() => (clip.updateInterval = NaN)).toThrow(RangeError);
    expect(() => (clip.updateInterval = "often" as never)).toThrow(TypeError);
  });
});

describe("SetUpdateRate", () => {
  it("with a number, shows the same poses in some frames", () => {
    const [slow, usual] = createPair();
    SetUpdateRate(slow.root, 4 * FRAME);
    [slow, usual].forEach(({ clip }) => clip.play());
    const shown = compare(400, slow, usual);
    expect(shown.length).toBeGreaterThanOrEqual(99);
    expect(shown.length).toBeLessThanOrEqual(101);
    expect(slow.clip.totalTime).toBe(usual.clip.totalTime);
  });

  it("with a number, shows the first pose at once", () => {
    const scene = createScene();
    const { node, root, clip } = createCharacter(scene, AHEAD, { start: 0.5 });
    SetUpdateRate(root, 1);
    clip.play();
    render(scene, 1);
    expect(node.position.x).toBe(0.5);
  });

  it("spreads the poses of many characters over the frames, the same way each time", () => {
    const play = (): number[] => {
      const scene = createScene();
      const characters = Array.from({ length: 40 }, () => createCharacter(scene, AHEAD));
      SetUpdateRate(scene, 8 * FRAME);
      characters.forEach(({ clip }) => clip.play());
      render(scene, 20);
      return Array.from({ length: 16 }, () => {
        const before = characters.map(({ node }) => node.position.x);
        render(scene, 1);
        return characters.filter(({ node }, i) => node.position.x !== before[i]).length;
      });
    };
    const counts = play();
    expect(Math.max(...counts)).toBeLessThanOrEqual(7);
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(3);
    expect(counts.slice(0, 8).reduce((sum, count) => sum + count)).toBe(40);
    expect(play()).toEqual(counts);
  });

  describe('"visible"', () => {
    it("writes nothing while no camera sees the character, then the exact pose in the same frame", () => {
      const [slow, usual] = createPair();
      SetUpdateRate(slow.clip.getScene(), "visible");
      [slow, usual].forEach(({ clip }) => clip.play());
      compare(3, slow, usual);
      slow.node.position.x = 999;
      for (let frame = 0; frame < 500; frame++) {
        [slow, usual].forEach(({ clip }) => render(clip.getScene(), 1));
        expect(slow.node.position.x).toBe(999);
      }
      turnAround(slow.clip.getScene());
      expect(compare(20, slow, usual)).toHaveLength(20);
      expect(slow.clip.totalTime).toBe(usual.clip.totalTime);
      turnAround(slow.clip.getScene());
      expect(compare(20, slow, usual).length).toBeLessThanOrEqual(1); // the frame in which it leaves
    });

    it("also if an observer of the frame turns the camera", () => {
      const [slow, usual] = createPair();
      const scene = slow.clip.getScene();
      SetUpdateRate(scene, "visible");
      [slow, usual].forEach(({ clip }) => clip.play());
      compare(30, slow, usual);
      scene.onBeforeRenderObservable.addOnce(() => turnAround(scene));
      expect(compare(1, slow, usual)).toEqual([0]);
    });

    it("counts the time of an unseen clip to the last bit, whatever its settings", () => {
      const settings = { start: 0.1, end: 1.7, offset: 0.3, speed: -1.37, reverse: true };
      const [slow, usual] = createPair(settings);
      SetUpdateRate(slow.root, "visible");
      [slow, usual].forEach(({ clip }) => clip.play());
      for (let i = 0; i < 30; i++) {
        render(slow.clip.getScene(), 37);
        render(usual.clip.getScene(), 37);
        if (i % 3 === 0) {
          expect([slow.clip.timestamp, slow.clip.totalTime]).toEqual([usual.clip.timestamp, usual.clip.totalTime]);
        }
      }
      expect(slow.clip.completedRepetitions).toBe(usual.clip.completedRepetitions);
    });

    it("reports the events of unseen clips, also to observers that come while nobody watched", () => {
      const [slow, usual] = createPair();
      SetUpdateRate(slow.root, "visible");
      const { onRepeatObservable } = slow.clip;
      [slow, usual].forEach(({ clip }) => clip.play());
      compare(300, slow, usual);
      const frames: [number[], number[]] = [[], []];
      let frame = 0;
      onRepeatObservable.add(({ completedRepetitions }) => frames[0].push(frame, completedRepetitions));
      usual.clip.onRepeatObservable.add(({ completedRepetitions }) => frames[1].push(frame, completedRepetitions));
      for (; frame < 300; frame++) {
        render(slow.clip.getScene(), 1);
        render(usual.clip.getScene(), 1);
      }
      expect(frames[0]).toEqual(frames[1]);
      expect(frames[0].length).toBeGreaterThanOrEqual(4);
    });

    it("an unseen clip finishes in its frame, with its last pose", () => {
      const [slow, usual] = createPair({ end: 0.5, repetitions: 1 });
      SetUpdateRate(slow.root, "visible");
      const logs = [slow, usual].map(({ clip }) => record(clip));
      [slow, usual].forEach(({ clip }) => clip.play());
      compare(60, slow, usual);
      expect(logs[0]).toEqual(logs[1]);
      expect(slow.node.position.x).toBe(0.5);
    });

    it.each<[string, (clip: ClipAnimationGroup) => void]>([
      ["settings", (clip) => (clip.settings = { ...clip.settings, speed: 3 })],
      ["a seek", (clip) => (clip.timestamp = 0.25)],
      ["a pause", (clip) => clip.pause().restart()],
      ["a stop and a start", (clip) => clip.stop().play()],
      ["a weight", (clip) => (clip.weight = 0.5)],
      ["the evaluation", (clip) => (clip.evaluationMode = "babylon")],
      ["animatables", (clip) => clip.animatables.forEach(({ onAnimationEndObservable }) => onAnimationEndObservable)],
      ["removal from the scene", (clip) => clip.getScene().removeAnimationGroup(clip)],
    ])("keeps its time through %s", (_, change) => {
      const [slow, usual] = createPair();
      SetUpdateRate(slow.root, "visible");
      [slow, usual].forEach(({ clip }) => clip.play());
      for (let i = 0; i < 3; i++) {
        compare(50, slow, usual);
        [slow, usual].forEach(({ clip }) => change(clip));
        [slow, usual].forEach(({ clip }) => render(clip.getScene(), 7));
        expect(slow.clip.totalTime).toBe(usual.clip.totalTime);
      }
    });

    it("a clip that Babylon evaluates is shown in every frame", () => {
      const [slow, usual] = createPair();
      SetUpdateRate(slow.root, "visible");
      [slow, usual].forEach(({ clip }) => {
        clip.evaluationMode = "babylon";
        clip.play();
      });
      expect(compare(20, slow, usual)).toHaveLength(20);
    });

    it("characters below a common node are seen each by itself", () => {
      const scene = createScene();
      const level = new TransformNode("level", scene);
      const characters = [createCharacter(scene), createCharacter(scene)] as const;
      characters.forEach(({ root, clip }) => {
        root.parent = level;
        clip.play();
      });
      SetUpdateRate(scene, "visible");
      render(scene, 5);
      const [a, b] = characters;
      a.root.position.z = AHEAD;
      const before = b.node.position.x;
      for (let frame = 0; frame < 5; frame++) {
        render(scene, 1);
        expect([a.node.position.x, b.node.position.x]).toEqual([a.clip.timestamp, before]);
      }
    });

    it.each<[string, (character: Character) => unknown]>([
      ["skipFrustumClipping", ({ clip }) => (clip.getScene().skipFrustumClipping = true)],
      ["alwaysSelectAsActiveMesh", ({ root }) => root.getChildMeshes().forEach((mesh) => (mesh.alwaysSelectAsActiveMesh = true))],
      [
        "frozen active meshes",
        async ({ clip }) => {
          const scene = clip.getScene();
          turnAround(scene);
          render(scene, 1);
          await new Promise<void>((resolve) => void scene.freezeActiveMeshes(false, resolve));
          turnAround(scene);
        },
      ],
      [
        "a skin whose joints are elsewhere",
        ({ root, node, clip }) => {
          const scene = clip.getScene();
          const mesh = root.getChildMeshes()[0]!;
          mesh.parent = null;
          mesh.position.z = AHEAD;
          mesh.skeleton = new Skeleton("skeleton", "", scene);
          new Bone("joint", mesh.skeleton).linkTransformNode(node);
        },
      ],
    ])("what Babylon draws moves: %s", async (_, change) => {
      const [slow, usual] = createPair();
      SetUpdateRate(slow.clip.getScene(), "visible");
      [slow, usual].forEach(({ clip }) => clip.play());
      compare(5, slow, usual);
      await Promise.all([slow, usual].map(change));
      compare(1, slow, usual);
      expect(compare(20, slow, usual)).toHaveLength(20);
    });

    it("is drawn in its exact pose in the frame in which it comes into view", () => {
      const [slow] = createPair();
      const scene = slow.clip.getScene();
      const hand = new TransformNode("hand", scene);
      hand.parent = slow.node;
      hand.position.y = 2;
      const mesh = slow.root.getChildMeshes()[0]!;
      mesh.skeleton = new Skeleton("skeleton", "", scene);
      const bone = new Bone("joint", mesh.skeleton);
      bone.linkTransformNode(slow.node);
      SetUpdateRate(scene, "visible");
      slow.clip.play();
      render(scene, 30);
      slow.root.position.z = AHEAD;
      render(scene, 1);
      expect(slow.node.position.x).toBe(slow.clip.timestamp);
      expect(hand.getWorldMatrix().getTranslation().asArray()).toEqual(
        [slow.clip.timestamp, 2, AHEAD].map((each) => expect.closeTo(each, 6)),
      );
      expect(bone.getFinalMatrix().getTranslation().x).toBeCloseTo(slow.clip.timestamp, 6);
    });

    it("a character without meshes is always seen, and one that is disabled never", () => {
      const [slow, usual] = createPair();
      slow.root.getChildMeshes().forEach((mesh) => mesh.dispose());
      SetUpdateRate(slow.root, "visible");
      [slow, usual].forEach(({ clip }) => clip.play());
      expect(compare(20, slow, usual)).toHaveLength(20);
      slow.root.setEnabled(false);
      expect(compare(20, slow, usual).length).toBeLessThanOrEqual(1);
    });
  });

  it("mixed clips of a character are shown in the same frames", () => {
    const stages = [true, false].map((isSlow) => {
      const scene = createScene();
      const { root, node, clip } = createCharacter(scene);
      const others = [3, 5].map((start) => CreateClip("other", clip, { start, end: start + 1 }));
      if (isSlow) {
        SetUpdateRate(root, 3 * FRAME);
      }
      [clip, ...others].forEach((each, i) => {
        each.weight = [0.5, 0.3, 0.2][i]!;
        each.play();
      });
      return { root, node, clip };
    });
    const [slow, usual] = stages as [Character, Character];
    const shown = compare(300, slow, usual);
    expect(shown.length).toBeGreaterThanOrEqual(99);
    expect(shown.length).toBeLessThanOrEqual(101);
    CrossFade(slow.clip, CreateClip("next", slow.clip, { start: 7, end: 8 }), 0.5);
    CrossFade(usual.clip, CreateClip("next", usual.clip, { start: 7, end: 8 }), 0.5);
    expect(compare(60, slow, usual).length).toBeGreaterThanOrEqual(19);
  });

  it("asks a function for each character: the distance of the nearest camera, and whether it is seen", () => {
    const scene = createScene();
    const [near, far, behind] = [AHEAD, 95, BEHIND].map((z) => createCharacter(scene, z)) as [Character, Character, Character];
    const asked = new Map<number, boolean>();
    SetUpdateRate(scene, (distance, isVisible) => {
      asked.set(Math.round(distance), isVisible);
      return distance < 50 ? 0 : isVisible ? 5 * FRAME : "visible";
    });
    [near, far, behind].forEach(({ clip }) => clip.play());
    render(scene, 3);
    const shown = [near, far, behind].map(({ node }) => ({ node, before: node.position.x, count: 0 }));
    for (let frame = 0; frame < 50; frame++) {
      render(scene, 1);
      shown.forEach((each) => {
        each.count += Number(each.node.position.x !== each.before);
        each.before = each.node.position.x;
      });
    }
    expect(shown.map(({ count }) => count)).toEqual([50, 10, 0]);
    expect([...asked]).toEqual([
      [15, true],
      [100, true],
      [95, false],
    ]);
  });

  it("takes a container's roots, and the nearest root with a rate counts", () => {
    const scene = createScene();
    const [a, b] = [createCharacter(scene), createCharacter(scene)];
    SetUpdateRate(scene, "visible");
    SetUpdateRate({ animationGroups: [a.clip] }, 0);
    [a, b].forEach(({ clip }) => clip.play());
    render(scene, 3);
    const before = [a, b].map(({ node }) => node.position.x);
    render(scene, 3);
    expect([a, b].map(({ node }, i) => node.position.x !== before[i])).toEqual([true, false]);
    SetUpdateRate(scene, null);
    render(scene, 1);
    expect(b.node.position.x).toBe(b.clip.timestamp);
  });

  it("of a root and of the scene, each counts for its groups, although both move one node", () => {
    const scene = createScene();
    const { root, node, clip } = createCharacter(scene, AHEAD);
    const other = createRuler(scene, 10);
    const both = new AnimationGroup("both", scene);
    for (const target of [other.node, node]) {
      both.addTargetedAnimation(createAnimation("position.y", { frames: [0, 600], values: [0, 10] }), target);
    }
    const all = CreateClip("all", both, { end: 2 });
    SetUpdateRate(scene, 0);
    SetUpdateRate(root, Infinity);
    SetUpdateRate(node, Infinity);
    [all, clip].forEach((each) => each.play());
    render(scene, 5);
    expect([other.node.position.y, node.position.x]).toEqual([all.timestamp, 0]);
    clip.stop();
    SetUpdateRate(scene, Infinity);
    const before = other.node.position.y;
    render(scene, 5);
    expect(other.node.position.y).toBeCloseTo(before, 1);
  });

  it("of owners below a common node, each has its own rate", async () => {
    const scene = createScene();
    const container = await loadContainer(
      createModel(2, [[0, 1].map((node) => ({ node, path: "translation", times: [0, 2], values: [0, 0, 0, 2, 0, 0] }) as const)]),
      scene,
    );
    const level = new TransformNode("level", scene);
    const entries = [1, 2, 3].map(() => container.instantiateModelsToScene((name) => name));
    entries.forEach(({ rootNodes }) => rootNodes.forEach((root) => (root.parent = level)));
    const clips = entries.map(({ animationGroups }) => CreateClip("clip", animationGroups[0]!, { end: 2 }));
    SetUpdateRate(entries[0]!, Infinity);
    SetUpdateRate({ animationGroups: [clips[1]!] }, 0);
    clips.forEach((clip) => clip.play());
    render(scene, 5);
    const [a, b, c] = clips.map(({ targetedAnimations }) => (targetedAnimations[0]!.target as TransformNode).position);
    expect([a!.x, b!.x, c!.x]).toEqual([0, clips[1]!.timestamp, clips[2]!.timestamp]);
    SetUpdateRate(entries[0]!, null);
    render(scene, 1);
    expect(a!.x).toBeCloseTo(clips[0]!.timestamp, 12);
  });

  it("looks at each group as often for many characters as for few", () => {
    const readsOf = (count: number): number => {
      const scene = createScene();
      let reads = 0;
      const animationGroups = Array.from({ length: count }, () => {
        const { clip } = createCharacter(scene);
        clip.play();
        const { targetedAnimations } = clip;
        Object.defineProperty(clip, "targetedAnimations", { get: () => (reads++, targetedAnimations) });
        return clip;
      });
      SetUpdateRate({ animationGroups }, 1);
      return reads / count;
    };
    expect(readsOf(2)).toBeGreaterThan(0);
    expect(readsOf(20)).toBe(readsOf(2));
  });

  it("takes groups of several scenes", () => {
    const [a, b] = [createCharacter(createScene()), createCharacter(createScene())];
    SetUpdateRate({ animationGroups: [a.clip, b.clip] }, "visible");
    for (const { node, clip } of [a, b]) {
      clip.play();
      render(clip.getScene(), 3);
      const before = node.position.x;
      render(clip.getScene(), 3);
      expect(node.position.x).toBe(before);
    }
  });

  it.each<[string, ClipSettings]>([
    ["a loop", { end: 2 }],
    ["ping-pong backwards", { end: 2, offset: 1, speed: -1, reverse: true }],
    ["a clip without an end", {}],
  ])("with a clock that goes back, unseen clips go back, too: %s", (_, settings) => {
    const [slow, usual] = createPair(settings);
    let now = 0;
    SetUpdateRate(slow.root, "visible");
    [slow, usual].forEach(({ clip }) => {
      SetClock(clip.getScene(), () => now);
      clip.play();
    });
    for (const time of [0, 0.1, 0.9, 2.7, 2.8, 1.1, 1.2, 5, -3, 0.4]) {
      now = time;
      compare(1, slow, usual);
      compare(1, slow, usual);
    }
    const stateOf = ({ clip }: Character): unknown => [clip.totalTime, clip.timestamp, clip.completedRepetitions];
    expect(stateOf(slow)).toEqual(stateOf(usual));
    expect(slow.clip.totalTime).toBeCloseTo(0.4, 12);
  });

  it("a function that throws or returns no interval is logged once, and poses are shown in every frame", () => {
    const failing: UpdateRate[] = [
      () => {
        throw new Error("no rate");
      },
      () => NaN,
    ];
    failing.forEach((rate) => {
      const [slow, usual] = createPair();
      SetUpdateRate(slow.root, rate);
      [slow, usual].forEach(({ clip }) => clip.play());
      let shown: number[] = [];
      const errors = collectErrors(() => (shown = compare(10, slow, usual)));
      expect(shown).toHaveLength(10);
      expect(errors).toEqual([expect.stringMatching(/SetUpdateRate.*(no rate|must be a number >= 0)/)]);
    });
  });

  it("refuses invalid arguments", () => {
    const { root } = createCharacter(createScene());
    expect(() => SetUpdateRate(root, -1)).toThrow(new RangeError(`rate: ${ruleOf("numberAtLeast0OrVisible", -1)}`));
    expect(() => SetUpdateRate(root, "seen" as never)).toThrow(TypeError);
    expect(() => SetUpdateRate({} as never, 1)).toThrow(`owner: ${ruleOf("animationGroupsMember")}`);
  });

  it("leaves nothing on a scene whose clips have stopped", () => {
    const scene = createScene();
    const { root, clip } = createCharacter(scene);
    SetUpdateRate(root, "visible");
    expect(scene.onBeforeRenderTargetsRenderObservable.observers).toHaveLength(0);
    clip.play();
    render(scene, 3);
    const observables = [scene.onBeforeRenderObservable, scene.onAfterActiveMeshesEvaluationObservable, scene.onAfterRenderObservable];
    expect(observables.map(({ observers }) => observers.length)).toEqual([1, 1, 1]);
    clip.stop();
    expect(observables.map(({ observers }) => observers.length)).toEqual([0, 0, 0]);
  });
});

describe("compiled groups", () => {
  const MODEL = createModel(1, [[{ node: 0, path: "translation", times: [0, 2], values: [0, 0, 0, 2, 0, 0] }]]);

  it.each<["SetUpdateRate" | "updateInterval" | "visible"]>([["SetUpdateRate"], ["updateInterval"], ["visible"]])(
    "show the poses that they have without %s",
    async (kind) => {
      RegisterCompiledGroups();
      try {
        const stages = await Promise.all(
          [true, false].map(async (isSlow) => {
            const scene = createScene();
            const { animationGroups, transformNodes, meshes } = await importAsset(MODEL, scene);
            const [group] = animationGroups as [AnimationGroup];
            expect(group).toBeInstanceOf(CompiledAnimationGroup);
            const root = meshes[0]!;
            CreateBox("box", {}, scene).parent = root;
            root.position.z = BEHIND;
            if (isSlow && kind === "updateInterval") {
              (group as CompiledAnimationGroup).updateInterval = 4 * FRAME;
            } else if (isSlow) {
              SetUpdateRate({ animationGroups }, kind === "visible" ? "visible" : 4 * FRAME);
            }
            group.start(true, 1.3);
            return { root, node: transformNodes.find(({ name }) => name === "n0")!, clip: group as ClipAnimationGroup };
          }),
        );
        const [slow, usual] = stages as unknown as [Character, Character];
        const shown = compare(400, slow, usual);
        expect(shown.length).toBeLessThanOrEqual(kind === "visible" ? 3 : 101);
        expect(slow.clip.getCurrentFrame()).toBe(usual.clip.getCurrentFrame());
        turnAround(slow.clip.getScene());
        compare(1, slow, usual);
        slow.clip.pause();
        expect(slow.node.position.x).toBe(usual.node.position.x);
      } finally {
        UnregisterCompiledGroups();
      }
    },
  );
});

describe("isPoseSkipped", () => {
  /** A character whose node gets a correction of 5 units on top of each pose. */
  function createCorrected(): Character {
    const character = createCharacter(createScene());
    const { clip, node } = character;
    node.getScene().onAfterAnimationsObservable.add(() => {
      if (!clip.isPoseSkipped) {
        node.position.x += 5;
      }
    });
    return character;
  }

  it.each<[title: string, slowDown: (character: Character) => void]>([
    ["an interval of its own", ({ clip }) => (clip.updateInterval = 0.1)],
    ["a rate of its character", ({ root }) => SetUpdateRate(root, 0.1)],
    ["a rate that lets it rest", ({ root }) => SetUpdateRate(root, 1.5)],
    ["no camera", ({ root }) => SetUpdateRate(root, "visible")],
  ])("keeps corrections from piling up in a clip with %s", (_, slowDown) => {
    const { clip, node } = createCorrected();
    const [steady] = createPair();
    clip.play();
    steady.clip.play();
    slowDown({ clip, node, root: node.parent as TransformNode });
    let skipped = 0;
    for (let frame = 0; frame < 200; frame++) {
      render(node.getScene(), 1);
      render(steady.node.getScene(), 1);
      skipped += Number(clip.isPoseSkipped);
      if (clip.isPoseSkipped) {
        expect(node.position.x).toBeLessThan(2 + 5 + 1e-6);
      } else {
        expect(node.position.x).toBeCloseTo(steady.node.position.x + 5, 10);
      }
    }
    expect(skipped).toBeGreaterThan(100);
  });

  it("is false for groups that are paused or stopped, and for poses of every frame", () => {
    const { clip, node } = createCharacter(createScene());
    const shown = [clip.isPoseSkipped];
    clip.play();
    render(node.getScene(), 2);
    shown.push(clip.isPoseSkipped);
    clip.updateInterval = Infinity;
    render(node.getScene(), 2);
    expect(clip.isPoseSkipped).toBe(true);
    clip.pause();
    render(node.getScene(), 2);
    shown.push(clip.isPoseSkipped);
    clip.stop();
    shown.push(clip.isPoseSkipped);
    expect(shown).toEqual([false, false, false, false]);
  });
});
