/** Which skeletons follow, and how they are given back. */
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { Bone } from "@babylonjs/core/Bones/bone.js";
import { Skeleton } from "@babylonjs/core/Bones/skeleton.js";
import { Matrix, Quaternion } from "@babylonjs/core/Maths/math.vector.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { Tools } from "@babylonjs/core/Misc/tools.js";
import type { AssetContainer } from "@babylonjs/core/assetContainer.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { unpackGlb } from "../../../scripts/glb.mjs";
import {
  CompiledAnimationGroup,
  FollowSkeletons,
  ReasonNotToFollow,
  RegisterCompiledGroups,
  UnfollowSkeletons,
  UnregisterCompiledGroups,
} from "../../../src/pure.js";
import { ruleOf } from "../../helpers/rules.js";
import { createScene, disposeScenes, loadContainer, render } from "../../helpers/scene.js";

const HERO = unpackGlb(readFileSync(new URL("../../../playground/models/hero.glb", import.meta.url)));
const untyped = (value: unknown): never => value as never;
const NOT_CALLED = "FollowSkeletons was not called for it";

beforeEach(() => RegisterCompiledGroups({ files: "chosen" })); // as the main entry does
afterEach(() => {
  RegisterCompiledGroups({ files: "chosen" });
  disposeScenes();
});

const load = (options: object = {}, scene: Scene = createScene()): Promise<AssetContainer> =>
  loadContainer(HERO, scene, { loader: { extensionOptions: options } });

const skeletonOf = ({ skeletons }: { readonly skeletons: readonly Skeleton[] }): Skeleton => skeletons[0]!;

/** Whether nothing is left of a skeleton that has followed. */
const isBabylons = (skeleton: Skeleton): boolean =>
  Object.getOwnPropertySymbols(skeleton).length === 0 &&
  !Object.hasOwn(skeleton, "prepare") &&
  !Object.hasOwn(skeleton, "clone") &&
  skeleton.bones.every((bone) => Object.getPrototypeOf(bone) === Bone.prototype);

describe("RegisterCompiledGroups", () => {
  it.each([
    { title: "all files", registered: {}, options: {}, groups: true, skeletons: true },
    { title: "all files, without skeletons", registered: { skeletons: false }, options: {}, groups: true, skeletons: false },
    { title: "all files, without groups", registered: { groups: false }, options: {}, groups: false, skeletons: true },
    { title: "all files but one", registered: {}, options: { enabled: false }, groups: false, skeletons: false },
    { title: "the skeletons of one file", registered: { skeletons: false }, options: { skeletons: true }, groups: true, skeletons: true },
    { title: "all files, without the groups of one", registered: {}, options: { groups: false }, groups: false, skeletons: true },
    { title: "a chosen file", registered: { files: "chosen" as const }, options: { enabled: true }, groups: true, skeletons: true },
    { title: "a file that is not chosen", registered: { files: "chosen" as const }, options: {}, groups: false, skeletons: false },
  ])("decides about groups and skeletons: $title", async ({ registered, options, groups, skeletons }) => {
    RegisterCompiledGroups(registered);
    const container = await load({ compiledGroups: options });
    expect(container.animationGroups.map((group) => group instanceof CompiledAnimationGroup)).toEqual(
      container.animationGroups.map(() => groups),
    );
    expect(ReasonNotToFollow(skeletonOf(container))).toBe(skeletons ? null : NOT_CALLED);
  });

  it.each(["groups", "skeletons"])("refuses %s that are neither true nor false", (name) => {
    expect(() => RegisterCompiledGroups({ [name]: 1 as never })).toThrow(new TypeError(`${name}: ${ruleOf("trueOrFalse", 1)}`));
  });

  it("is reverted for the skeletons of all files and their instances", async () => {
    RegisterCompiledGroups();
    const container = await load();
    const instance = container.instantiateModelsToScene((name) => name);
    expect(ReasonNotToFollow(skeletonOf(instance))).toBeNull();
    UnregisterCompiledGroups();
    expect([skeletonOf(container), skeletonOf(instance)].map(isBabylons)).toEqual([true, true]);
    expect(ReasonNotToFollow(skeletonOf(await load()))).toBe(NOT_CALLED);
  });
});

describe("FollowSkeletons", () => {
  it("follows with the skeletons of a scene, present and future", async () => {
    const scene = createScene();
    const present = skeletonOf(await loadInto(scene));
    FollowSkeletons(scene);
    FollowSkeletons(scene);
    const future = skeletonOf(await loadInto(scene));
    await Tools.DelayAsync(0); // Babylon notifies of new skeletons later
    expect([present, future].map(ReasonNotToFollow)).toEqual([null, null]);
    UnfollowSkeletons(scene);
    expect([present, future].map(isBabylons)).toEqual([true, true]);
    const later = skeletonOf(await loadInto(scene));
    await Tools.DelayAsync(0);
    expect(ReasonNotToFollow(later)).toBe(NOT_CALLED);
  });

  it("follows with the instances of a container, each of which is given back by itself", async () => {
    const scene = createScene();
    const container = await load({}, scene);
    FollowSkeletons(container);
    const [a, b] = [1, 2].map(() => container.instantiateModelsToScene((name) => name));
    render(scene, 2);
    expect([container, a!, b!].map((each) => ReasonNotToFollow(skeletonOf(each)))).toEqual([null, null, null]);
    UnfollowSkeletons(a!);
    expect([container, a!, b!].map((each) => ReasonNotToFollow(skeletonOf(each)))).toEqual([null, NOT_CALLED, null]);
    expect(isBabylons(skeletonOf(a!))).toBe(true);
  });

  it.each([undefined, null, {}, { skeletons: 1 }])("refuses %j", (owner) => {
    for (const call of [FollowSkeletons, UnfollowSkeletons]) {
      expect(() => call(untyped(owner))).toThrow(TypeError);
      expect(() => call(untyped(owner))).toThrow(`owner: ${ruleOf("skeletons")} (got `);
    }
  });

  it("gives back what was never followed without a trace", async () => {
    const container = await load();
    UnfollowSkeletons(container);
    expect(isBabylons(skeletonOf(container))).toBe(true);
  });
});

describe("ReasonNotToFollow", () => {
  it("names what keeps a skeleton from following, until it can follow again", async () => {
    const scene = createScene();
    const skeleton = skeletonOf(await load({}, scene));
    expect(ReasonNotToFollow(skeleton)).toBe(NOT_CALLED);
    FollowSkeletons({ skeletons: [skeleton] });
    const expectReason = (reason: string | null): void => {
      expect(ReasonNotToFollow(skeleton)).toBe(reason);
      skeleton.prepare(true);
      expect(ReasonNotToFollow(skeleton)).toBe(reason);
    };
    expectReason(null);
    const bone = skeleton.bones[3]!;
    const node = bone.getTransformNode();
    bone.linkTransformNode(null);
    expectReason(`its bone ${bone.name} has no node`);
    bone.linkTransformNode(node);
    expectReason(null);
    const bind = bone.getBindMatrix().clone();
    bone.updateMatrix(bind.scale(1.1), true, false);
    expectReason(`its bone ${bone.name} has a bind matrix that is not affine`);
    bone.updateMatrix(bind, true, false);
    expectReason(null);
    const { rotationQuaternion } = node!;
    node!.rotationQuaternion = null;
    expectReason(`the node of its bone ${bone.name} has no rotationQuaternion`);
    node!.rotationQuaternion = rotationQuaternion;
    expectReason(null);
    skeleton.needInitialSkinMatrix = true;
    expectReason("it has needInitialSkinMatrix");
    skeleton.needInitialSkinMatrix = false;
    const observer = skeleton.onBeforeComputeObservable.add(() => undefined);
    expectReason("its onBeforeComputeObservable has observers");
    observer.remove();
    expectReason(null);
  });

  it("names a prepare method of the skeleton's own, which is called, and stays", async () => {
    const scene = createScene();
    const skeleton = skeletonOf(await load({}, scene));
    let calls = 0;
    const prepare: Skeleton["prepare"] = (...args) => {
      calls++;
      Skeleton.prototype.prepare.apply(skeleton, args);
    };
    skeleton.prepare = prepare;
    FollowSkeletons({ skeletons: [skeleton] });
    skeleton.prepare(true);
    expect([calls, ReasonNotToFollow(skeleton)]).toEqual([1, "it has a prepare method of its own"]);
    UnfollowSkeletons({ skeletons: [skeleton] });
    expect(skeleton.prepare === prepare).toBe(true);
  });

  it("leaves a prepare method that calls the one before it, and was set while the skeleton followed", async () => {
    const scene = createScene();
    const skeleton = skeletonOf(await load({}, scene));
    FollowSkeletons({ skeletons: [skeleton] });
    skeleton.prepare(true);
    const ours = skeleton.prepare.bind(skeleton);
    let calls = 0;
    const prepare: Skeleton["prepare"] = (...args) => {
      calls++;
      ours(...args);
    };
    skeleton.prepare = prepare;
    const node = skeleton.bones[0]!.getTransformNode()!;
    const xOf = (): number => skeleton.bones[0]!.position.x;
    node.position.x = 3;
    skeleton.prepare(true);
    expect([calls, ReasonNotToFollow(skeleton), xOf()]).toEqual([1, null, 3]);
    UnfollowSkeletons({ skeletons: [skeleton] });
    node.position.x = 4;
    skeleton.prepare(true);
    expect([calls, skeleton.prepare === prepare, xOf()]).toEqual([2, true, 4]);
  });

  it("names a bone before its parent, and a skeleton without bones", () => {
    const scene = createScene();
    const skeleton = new Skeleton("skeleton", "skeleton", scene);
    FollowSkeletons({ skeletons: [skeleton] });
    expect(ReasonNotToFollow(skeleton)).toBe("it has no bones");
    const [child, parent] = ["child", "parent"].map((name) => new Bone(name, skeleton, null, Matrix.Identity()));
    child!.setParent(parent!);
    expect(ReasonNotToFollow(skeleton)).toBe("its bone child has no node");
  });

  it("is gone once a skeleton that was followed too early has its bones", () => {
    const scene = createScene();
    const skeleton = new Skeleton("skeleton", "skeleton", scene);
    FollowSkeletons({ skeletons: [skeleton] });
    skeleton.prepare(true);
    expect(ReasonNotToFollow(skeleton)).toBe("it has no bones");
    const node = new TransformNode("node", scene);
    node.rotationQuaternion = Quaternion.Identity();
    new Bone("bone", skeleton, null, Matrix.Identity()).linkTransformNode(node);
    skeleton.prepare(true);
    node.position.x = 3;
    skeleton.prepare(true);
    expect(ReasonNotToFollow(skeleton)).toBeNull();
    expect(skeleton.getTransformMatrices(null)[12]).toBe(3);
  });
});

describe("a bone of a following skeleton", () => {
  const written: readonly (readonly [string, (bone: Bone) => void])[] = [
    ["what Babylon's own animation of it writes", (bone) => bone.getSkeleton().getScene().animate()],
    ["a matrix that is set as Babylon's animations do", (bone) => void Object.assign(bone, { _matrix: Matrix.Translation(1, 2, 3) })],
    ["its pose at rest", (bone) => bone.returnToRest()],
    ["a matrix", (bone) => bone.updateMatrix(Matrix.Translation(1, 2, 3), false)],
  ];

  it.each(written)("has %s before the skeleton is prepared again, as one that does not follow", async (_, write) => {
    const [followed, plain] = await Promise.all(
      [true, false].map(async (follows) => {
        const scene = createScene();
        const container = await loadInto(scene);
        const skeleton = skeletonOf(container);
        const bone = skeleton.bones[3]!;
        const animation = new Animation("bone", "_matrix", 60, Animation.ANIMATIONTYPE_MATRIX);
        animation.setKeys([
          { frame: 0, value: Matrix.Translation(1, 2, 3) },
          { frame: 60, value: Matrix.Translation(4, 5, 6) },
        ]);
        bone.animations.push(animation);
        if (follows) {
          FollowSkeletons(container);
        }
        scene.beginAnimation(bone, 0, 60, true);
        scene.animate();
        skeleton.prepare(true);
        bone.getTransformNode()!.position.y += 0.25;
        skeleton.prepare(true); // bones that follow are behind now
        write(bone);
        const local = [...bone.getLocalMatrix().asArray()];
        skeleton.prepare(true);
        return [local, [...bone.position.asArray()]].map((numbers) => numbers.map((value) => Number(value.toFixed(5)) + 0));
      }),
    );
    expect(followed).toEqual(plain);
  });
});

async function loadInto(scene: Scene): Promise<AssetContainer> {
  const container = await load({}, scene);
  container.addAllToScene();
  return container;
}
