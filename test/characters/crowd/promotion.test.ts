/** Characters that become ordinary instances and are given back: in scenes that play, with other clips, parents and speeds. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { AnimationGroupMask } from "@babylonjs/core/Animations/animationGroupMask.js";
import { Matrix } from "@babylonjs/core/Maths/math.vector.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { CreateClipCrowd, type ClipCrowd, type PromotedCharacter } from "../../../src/crowd.js";
import { GetClip } from "../../../src/index.js";
import { createScene, disposeScenes, FRAME, render } from "../../helpers/scene.js";
import { createWalkers, loadWalker, NODES } from "../../helpers/walkers.js";

afterEach(disposeScenes);

const EXACT = 1e-6;

/** The largest difference between the node matrices of a promoted character and of one that the crowd draws. */
function distanceBetween({ root }: PromotedCharacter, crowd: ClipCrowd, index: number): number {
  const nodes = [root, ...root.getDescendants(false)] as TransformNode[];
  nodes.forEach((node) => node.computeWorldMatrix(true)); // parents come first
  return Math.max(
    ...NODES.flatMap((name) => {
      const own = nodes.find((node) => node.name === name)!.getWorldMatrix().m;
      const { m } = crowd.getNodeMatrixToRef(index, name, new Matrix());
      return Array.from(own, (component, i) => Math.abs(component - m[i]!));
    }),
  );
}

describe("a promoted character", () => {
  it("has the pose at rest, whatever the nodes of the container show", async () => {
    const scene = createScene();
    const container = await loadWalker(scene);
    container.addAllToScene();
    const crowd = CreateClipCrowd(container, { halfFloat: false });
    const [index, resting] = [crowd.add(), crowd.add()];
    GetClip(container, "run")!.play();
    render(scene, 11);
    const torso = container.transformNodes.find(({ name }) => name === "torso")!;
    const before = torso.rotationQuaternion!.clone();
    const promoted = crowd.promote(index);
    expect(torso.rotationQuaternion!.equals(before)).toBe(true);
    expect(distanceBetween(promoted, crowd, resting)).toBeLessThan(EXACT);
  });

  it("plays a clip that its container does not list", async () => {
    const scene = createScene();
    const container = await loadWalker(scene);
    const part = AnimationGroup.ClipFrames(container.animationGroups[0]!, 12, 36, "part");
    const listed = [...container.animationGroups];
    const crowd = CreateClipCrowd(container, { clips: [part], halfFloat: false, posesPerSecond: 1000 });
    const [index, other] = [crowd.add(), crowd.add()];
    crowd.playMany([index, other], "part", { speed: 0, offset: 0.125 });
    render(scene, 2);
    const promoted = crowd.promote(index);
    render(scene, 1);
    expect(promoted.clip?.name).toBe("part");
    expect(distanceBetween(promoted, crowd, other)).toBeLessThan(EXACT);
    expect(container.animationGroups).toEqual(listed);
  });

  it("animates what the mask of its clip retains", async () => {
    const scene = createScene();
    const container = await loadWalker(scene);
    GetClip(container, "walk")!.mask = new AnimationGroupMask(["torso", "hips"]);
    const crowd = CreateClipCrowd(container, { halfFloat: false, posesPerSecond: 1000 });
    const [index, other] = [crowd.add(), crowd.add()];
    crowd.playMany([index, other], "walk", { speed: 0, offset: 0.25 });
    render(scene, 2);
    const promoted = crowd.promote(index);
    render(scene, 1);
    expect(distanceBetween(promoted, crowd, other)).toBeLessThan(EXACT);
  });

  it("is where its character is, after the last user gave the instance a parent", async () => {
    const { scene, crowd } = await createWalkers();
    const [first, second] = [crowd.add(Matrix.Translation(1, 0, 0)), crowd.add(Matrix.Translation(2, 0, 0))];
    const vehicle = new TransformNode("vehicle", scene);
    vehicle.position.x = 100;
    const promoted = crowd.promote(first);
    promoted.root.parent = vehicle;
    promoted.demote();
    expect(crowd.matrices[16 * first + 12]).toBe(101);
    const again = crowd.promote(second);
    expect(again.root).toBe(promoted.root);
    expect(again.root.computeWorldMatrix(true).m[12]).toBe(2);
  });
});

describe("a promoted character's clip", () => {
  it("follows the clock of the crowd", async () => {
    let now = 0;
    const { scene, crowd } = await createWalkers({ clock: () => now });
    const [index, other] = [crowd.add(), crowd.add()];
    crowd.playMany([index, other], "walk");
    render(scene, 1);
    const { clip } = crowd.promote(index);
    render(scene, 2);
    expect(clip!.timestamp).toBe(0);
    now = 0.25;
    render(scene, 1);
    expect([clip!.timestamp, crowd.timestamps[other]]).toEqual([0.25, 0.25]);
  });

  it.each(["plays", "is paused"])("is additive where the crowd's clip is, which %s", async (state) => {
    const scene = createScene();
    const container = await loadWalker(scene);
    AnimationGroup.MakeAnimationAdditive(GetClip(container, "walk")!, { referenceFrame: 0 });
    const crowd = CreateClipCrowd(container, { halfFloat: false });
    const [index, other] = [crowd.add(), crowd.add()];
    crowd.playMany([index, other], "walk", { speed: 0, offset: 0.4 });
    if (state === "is paused") {
      crowd.pause(index);
    }
    const promoted = crowd.promote(index);
    render(scene, 2);
    expect(distanceBetween(promoted, crowd, other)).toBeLessThan(EXACT);
  });
});

describe("a character that is given back", () => {
  it("at speed 0 still goes backwards afterwards", async () => {
    const { scene, crowd } = await createWalkers();
    const index = crowd.add();
    crowd.play(index, "walk", { reverse: true, offset: 0.9 });
    render(scene, 13); // turns at 1 s
    crowd.setSpeed(index, 0);
    const { timestamp } = crowd.at(index).time;
    crowd.promote(index).demote();
    crowd.setSpeed(index, 1);
    render(scene, 1);
    expect(crowd.at(index).time).toMatchObject({ direction: -1 });
    expect(crowd.timestamps[index]).toBeCloseTo(timestamp - FRAME, 10);
  });

  it("holds the clip that the crowd began on it and paused meanwhile, at that clip's time", async () => {
    const { scene, crowd } = await createWalkers();
    const index = crowd.add();
    crowd.play(index, "walk");
    render(scene, 20);
    const promoted = crowd.promote(index);
    crowd.play(index, "run", { offset: 0.05 });
    crowd.pause(index);
    render(scene, 5);
    promoted.demote();
    render(scene, 2);
    expect(crowd.timestamps[index]).toBe(0.05);
    expect(crowd.isPlaying(index)).toBe(false);
  });

  it("is within the bounds of its clip, wherever the instance was", async () => {
    const { scene, crowd } = await createWalkers();
    const index = crowd.add();
    crowd.play(index, "walk", { start: 0.25, end: 0.5 });
    render(scene, 2);
    const promoted = crowd.promote(index);
    promoted.clip!.settings = {};
    promoted.clip!.timestamp = 0.75;
    promoted.demote();
    expect(crowd.at(index).time).toMatchObject({ timestamp: 0.5, completedRepetitions: 0 });
  });
});
