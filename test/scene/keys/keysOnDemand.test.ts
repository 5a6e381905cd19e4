import { afterEach, describe, expect, it } from "@jest/globals";
import type { Animation } from "@babylonjs/core/Animations/animation.js";
import { QuadraticEase } from "@babylonjs/core/Animations/easing.js";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { AssetContainer } from "@babylonjs/core/assetContainer.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { GLTFLoader, IGLTFLoaderExtension } from "@babylonjs/loaders/glTF/2.0/index.js";
import { registerGLTFExtension, unregisterGLTFExtension } from "@babylonjs/loaders/glTF/2.0/glTFLoaderExtensionRegistry.js";
import "../../../src/index.js";
import { keyDataOf } from "../../../src/scene/keys/keyData.js";
import { GetClip, GetTrack, RegisterKeysOnDemand, UnregisterKeysOnDemand } from "../../../src/pure.js";
import { exportScene } from "../../helpers/exported.js";
import { evaluateAll } from "../../helpers/exportedPose.js";
import { addTimes, createAsset, createModel, pointerTarget, type TestChannel } from "../../helpers/gltfAsset.js";
import { collectGarbage } from "../../helpers/garbage.js";
import type { Asset, Json } from "../../helpers/gltfPose.js";
import { createScene, disposeScenes, loadContainer, render, START_NONE, withClips, type LoadOptions } from "../../helpers/scene.js";

afterEach(() => {
  UnregisterKeysOnDemand();
  disposeScenes();
});

const MOVES: TestChannel = { node: 0, path: "translation", times: [1, 3], values: [0, 0, 0, 8, 0, 0] };
const LATER: TestChannel = { node: 1, path: "translation", times: [0, 4], values: [0, 0, 0, 0, 4, 0] };

/** A file with a clip over an animation of 0..4 s; Babylon adds keys at 0 s and 4 s to its first channel. */
function createFile(channels: readonly TestChannel[] = [MOVES, LATER]): Asset {
  return withClips(createModel(2, [channels]), [{ animations: [0], name: "all" }]);
}

async function load(asset = createFile(), options: LoadOptions = {}): Promise<AssetContainer> {
  const container = await loadContainer(asset, createScene(), { startMode: START_NONE, clipOptions: { keys: "onDemand" }, ...options });
  container.addAllToScene();
  return container;
}

function animationsOf({ animationGroups }: AssetContainer): readonly Animation[] {
  return animationGroups.flatMap(({ targetedAnimations }) => targetedAnimations.map(({ animation }) => animation));
}

const unread = (container: AssetContainer): number => new Set(animationsOf(container).filter((each) => keyDataOf(each))).size;

const positionOf = (container: AssetContainer): number =>
  (container.getNodes().find(({ name }) => name === "n0") as TransformNode).position.x;

/** Where a clip that is sought puts the node that moves. */
function positionAt(container: AssetContainer, timestamp: number): number {
  const clip = GetClip(container, "all")!;
  clip.start();
  clip.timestamp = timestamp;
  return positionOf(container);
}

it.each<[string, (json: Json) => unknown]>([
  ["samplers that are no array", (json) => (json["animations"][0].samplers = 0)],
  ["no list of buffers, but null", (json) => (json["buffers"] = null)],
  ["a number in place of the list of accessors", (json) => (json["accessors"] = 0)],
  ["an object in place of the list of accessors", (json) => (json["accessors"] = {})],
])("a file that animates nothing is loaded, as by Babylon, with %s", async (_, breakJson) => {
  const asset = createFile();
  asset.json["animations"][0].channels.forEach((channel: Json) => delete channel["target"].node);
  breakJson(asset.json);
  expect((await load(asset)).transformNodes.length).toBeGreaterThan(0);
});

it("an easing that is set before keys were made counts in poses, samples and exports", async () => {
  const container = await load();
  const easing = new QuadraticEase();
  const [animation] = animationsOf(container);
  animation!.setEasingFunction(easing);
  expect(keyDataOf(animation!)).not.toBeNull();
  expect(positionAt(container, 2)).toBeCloseTo(2, 6);
  expect(GetTrack(animation!).ease!(0.5, 0)).toBe(0.25);
  const exported = await exportScene(container.scene);
  const node = exported.json["nodes"].findIndex(({ name }: Json) => name === "n0") as number;
  const shown = evaluateAll(exported, exported.json["animations"][0], 2).get(`/nodes/${node}/translation`)!;
  expect(Math.abs(shown[0]!)).toBeCloseTo(2, 3);
});

describe("no keys are made", () => {
  it("when a file with clips is loaded, and its clips play and are sought", async () => {
    const container = await load();
    const clip = GetClip(container, "all")!;
    clip.start();
    render(container.scene, 3);
    clip.timestamp = 2;
    expect(unread(container)).toBe(2);
  });

  it("when groups are instantiated, normalized, or asked for their range", async () => {
    const container = await load();
    const [group] = container.animationGroups as [AnimationGroup];
    const { animationGroups } = container.instantiateModelsToScene();
    group.normalize(0, 600);
    expect([group.from, group.to, animationGroups[0]!.to]).toEqual([0, 600, 240]);
    expect(unread(container)).toBe(2);
  });
});

describe("keys are made", () => {
  it("when they are read, with those that Babylon added", async () => {
    const container = await load();
    const [animation] = animationsOf(container) as [Animation];
    expect(animation.getKeys().map(({ frame }) => frame)).toEqual([0, 60, 180, 240]);
    expect(animation.getKeys()).toBe(animation.getKeys());
    expect(unread(container)).toBe(1);
  });

  it("once for all instances, which share them", async () => {
    const container = await load();
    const { animationGroups } = container.instantiateModelsToScene();
    const [own, copy] = [container.animationGroups[0]!, animationGroups[0]!].map(
      ({ targetedAnimations }) => targetedAnimations[0]!.animation,
    );
    expect(copy!.getKeys()).toBe(own!.getKeys());
  });

  it("when a plain group of the file plays", async () => {
    const container = await load();
    container.animationGroups[0]!.start(false);
    render(container.scene, 1);
    container.animationGroups[0]!.goToFrame(120);
    container.scene.render();
    expect(positionOf(container)).toBeCloseTo((2.016 - 1) * 4, 5); // a frame after 2 s
  });

  it("with what normalizing twice adds", async () => {
    const container = await load();
    const [group] = container.animationGroups as [AnimationGroup];
    group.normalize(-60, 300).normalize(-120, 360);
    expect(
      animationsOf(container)[0]!
        .getKeys()
        .map(({ frame }) => frame),
    ).toEqual([-120, -60, 0, 60, 180, 240, 300, 360]);
  });

  it.each([
    [
      "serialized",
      (group: AnimationGroup) =>
        (group.serialize() as { targetedAnimations: { animation: { keys: unknown[] } }[] }).targetedAnimations[0]!.animation.keys.length,
    ],
    [
      "cloned with its animations",
      (group: AnimationGroup) => group.clone("copy", undefined, true).targetedAnimations[0]!.animation.getKeys().length,
    ],
    [
      "cloned by a function that reads them",
      (group: AnimationGroup) => {
        const counts: number[] = [];
        group.clone("copy", (target: unknown) => {
          counts.push(group.targetedAnimations[0]!.animation.getKeys().filter(({ value }) => value instanceof Vector3).length);
          return target;
        });
        return counts[0];
      },
    ],
    [
      "merged",
      (group: AnimationGroup) => AnimationGroup.MergeAnimationGroups([group, group])!.targetedAnimations[0]!.animation.getKeys().length,
    ],
  ])("when a group is %s", async (_what, countKeys) => {
    const container = await load();
    expect(countKeys(container.animationGroups[0] as AnimationGroup)).toBe(4);
  });
});

describe("a clip plays", () => {
  it("keys that were edited in place before it first played", async () => {
    const container = await load();
    const last = animationsOf(container)[0]!.getKeys()[2]!;
    (last.value as { x: number }).x = 80;
    expect(positionAt(container, 2)).toBe(40);
  });

  it("keys that were set instead of those of the file", async () => {
    const container = await load();
    const [animation] = animationsOf(container) as [Animation];
    const [first, last] = [animation.getKeys()[0]!, animation.getKeys()[3]!];
    animation.setKeys([first, { ...last, value: first.value }]);
    expect(positionAt(container, 2)).toBe(0);
  });

  it("at another rate of frames, after that was changed", async () => {
    const container = await load();
    const [animation] = animationsOf(container) as [Animation];
    animation.framePerSecond = 30;
    expect(keyDataOf(animation)).toBeNull(); // its times would be those of the file
    expect(animation.getKeys().map(({ frame }) => frame)).toEqual([0, 60, 180, 240]);
  });

  it("the same where keys are made when the file is loaded", async () => {
    const container = await load(createFile(), { clipOptions: { keys: "eager" } });
    expect(unread(container)).toBe(0);
    expect(animationsOf(container)[0]!.getKeys()).toHaveLength(4);
    expect(positionAt(container, 2)).toBe(4);
    expect(positionAt(await load(), 2)).toBe(4);
  });
});

describe("memory is given back", () => {
  /** Garbage collection sees what a function no longer holds. */
  const droppedBy = async (use: (container: AssetContainer) => readonly object[]): Promise<boolean[]> => {
    const references = await (async () => use(await load()).map((object) => new WeakRef(object)))();
    await collectGarbage();
    return references.map((reference) => reference.deref() === undefined);
  };

  const dataOf = (container: AssetContainer): object => keyDataOf(animationsOf(container)[0]!)!.sampler.values.array;

  it("when a container with clips that have played is disposed", async () => {
    const dropped = await droppedBy((container) => {
      const animations = [...animationsOf(container)];
      const data = dataOf(container);
      const { scene } = container;
      GetClip(container, "all")!.start();
      render(scene, 3);
      const { targetedAnimations } = container.instantiateModelsToScene().animationGroups[0]!;
      const instance = targetedAnimations[0]!.target as object;
      container.dispose();
      scene.dispose();
      return [data, instance, ...animations];
    });
    expect(dropped).not.toContain(false);
  });

  it("of the data, when all keys have been made", async () => {
    const container = await load();
    const data = new WeakRef(dataOf(container));
    animationsOf(container).forEach((animation) => animation.getKeys());
    await collectGarbage();
    expect(data.deref()).toBeUndefined();
  });

  it("of the file, while its keys are not made yet", async () => {
    const container = await load();
    const { array } = keyDataOf(animationsOf(container)[0]!)!.sampler.values;
    // two arrays of two times each, and two of two vectors: the buffer of the file has no other place in memory
    expect(array.buffer.byteLength).toBe(4 * (2 * 2 + 2 * 6));
  });
});

/** A file with two channels by JSON pointer, whose times are one accessor. */
function createPointers(): Asset {
  return createAsset((add) => {
    const input = addTimes(add, [0, 1]);
    const outputs = [0, 1].map((from) => [from, from, from, 8, 8, 8]);
    return {
      extensionsUsed: ["KHR_animation_pointer"],
      nodes: [{ name: "n0" }],
      animations: [
        {
          channels: ["translation", "scale"].map((property, sampler) => ({ sampler, target: pointerTarget(`/nodes/0/${property}`) })),
          samplers: outputs.map((values) => ({ input, output: add("VEC3", values) })),
        },
      ],
    };
  });
}

describe("channels by JSON pointer", () => {
  it("have keys on demand, of data that is shared by channels of the same accessor", async () => {
    const container = await load(createPointers());
    const [first, second] = animationsOf(container).map((each) => keyDataOf(each)!.sampler);
    expect(second!.times).toBe(first!.times);
    expect(second!.values.array).toBe(first!.values.array);
    const keys = animationsOf(container).map((each) => each.getKeys().map(({ value }) => (value as Vector3).x));
    expect(keys).toEqual([
      [0, 8],
      [1, 8],
    ]);
  });

  it("have keys as soon as they are loaded, where an option says so", async () => {
    const container = await load(createPointers(), { loader: { extensionOptions: { KHR_animation_pointer: { keys: "eager" } } } });
    expect(unread(container)).toBe(0);
    expect(animationsOf(container)).toHaveLength(2);
  });
});

describe("Babylon loads", () => {
  it("files that list no extension of this package, unless all are to load with keys on demand", async () => {
    const plain = createModel(2, [[MOVES]]);
    expect(unread(await load(structuredClone(plain)))).toBe(0);
    RegisterKeysOnDemand();
    expect(unread(await load(plain))).toBe(1);
  });

  it("all channels where another extension loads channels", async () => {
    const seen: number[] = [];
    registerGLTFExtension("TEST_channels", false, (): IGLTFLoaderExtension => {
      const load = (...[, , , channel]: Parameters<NonNullable<IGLTFLoaderExtension["_loadAnimationChannelAsync"]>>): null => {
        seen.push(channel.index);
        return null;
      };
      return { name: "TEST_channels", enabled: true, dispose: () => undefined, _loadAnimationChannelAsync: load };
    });
    try {
      expect(unread(await load())).toBe(0);
      expect(seen).toEqual([0, 1]);
    } finally {
      unregisterGLTFExtension("TEST_channels");
    }
  });

  it("animations of which another extension changes the group, on demand as well", async () => {
    registerGLTFExtension("TEST_group", false, (loader: GLTFLoader): IGLTFLoaderExtension => ({
      name: "TEST_group",
      enabled: true,
      dispose: () => undefined,
      loadAnimationAsync: async (context, animation) => {
        const group = await loader.loadAnimationAsync(context, animation);
        group.metadata = "seen";
        return group;
      },
    }));
    try {
      const container = await load();
      expect(container.animationGroups[0]!.metadata).toBe("seen");
      expect(unread(container)).toBe(2);
    } finally {
      unregisterGLTFExtension("TEST_group");
    }
  });

  it.each([
    ["times that are out of order", { ...MOVES, times: [3, 1] }],
    ["times that are not finite", { ...MOVES, times: [1, Infinity] }],
    ["too few values", { ...MOVES, values: [0, 0, 0] }],
  ])("channels with %s", async (_what, channel) => {
    const container = await load(createFile([channel, LATER]));
    expect(unread(container)).toBe(1);
  });
});
