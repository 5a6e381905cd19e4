/** Skeletons whose matrices are computed in typed arrays, and their bones, beside Babylon's own. */
import { readFileSync } from "node:fs";
import { afterEach, expect, it } from "@jest/globals";
import { AnimationRange } from "@babylonjs/core/Animations/animationRange.js";
import { AnimatorAvatar } from "@babylonjs/core/Animations/animatorAvatar.js";
import { VertexAnimationBaker } from "@babylonjs/core/BakedVertexAnimation/vertexAnimationBaker.js";
import { BoneIKController } from "@babylonjs/core/Bones/boneIKController.js";
import { BoneLookController } from "@babylonjs/core/Bones/boneLookController.js";
import { Bone } from "@babylonjs/core/Bones/bone.js";
import { Skeleton } from "@babylonjs/core/Bones/skeleton.js";
import { Ray } from "@babylonjs/core/Culling/ray.js";
import { SkeletonViewer } from "@babylonjs/core/Debug/skeletonViewer.js";
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { unpackGlb } from "../../../scripts/glb.mjs";
import { FollowSkeletons, ReasonNotToFollow, UnfollowSkeletons } from "../../../src/pure.js";
import { itWithAssets, readAsset } from "../../helpers/assets.js";
import type { Asset } from "../../helpers/gltfPose.js";
import { createScene, disposeScenes, loadContainer } from "../../helpers/scene.js";

afterEach(disposeScenes);

const FRAMES = 40;
const NOT_CALLED = "FollowSkeletons was not called for it";

interface Stage {
  readonly scene: Scene;
  readonly skeletons: readonly Skeleton[];
  readonly mesh: AbstractMesh;
  /** A bone in the middle of the first skeleton. */
  readonly bone: Bone;
  readonly groups: readonly AnimationGroup[];
  /** The roots of the two instances. */
  readonly roots: readonly TransformNode[];
  /** A node that may be attached to the bone. */
  readonly hand: TransformNode;
}

interface Scenario {
  readonly title: string;
  /** Reads all bones every so many frames. */
  readonly readsEvery?: number;
  readonly isRightHanded?: boolean;
  begin?(stage: Stage): void;
  act?(stage: Stage, frame: number): void;
  /** What else is compared in each frame. */
  read?(stage: Stage): readonly number[];
}

const baked = new WeakMap<Scene, readonly number[]>();
const viewers = new WeakMap<Scene, SkeletonViewer>();

const at =
  (when: number, act: (stage: Stage) => void) =>
  (stage: Stage, frame: number): void => {
    if (frame === when) {
      act(stage);
    }
  };

const attach = ({ hand, bone, mesh }: Stage): void => void hand.attachToBone(bone, mesh);

const SCENARIOS: readonly Scenario[] = [
  { title: "bones that are read in each frame", readsEvery: 1 },
  { title: "bones that are read now and then, and a node attached to one", readsEvery: 5, begin: attach },
  { title: "a node attached to a bone", begin: attach },
  { title: "a right-handed scene", readsEvery: 7, isRightHanded: true, begin: attach },
  {
    title: "a BoneLookController",
    begin: ({ scene, mesh, bone }) => {
      const look = new BoneLookController(mesh, bone, new Vector3(3, 3, 3));
      scene.onBeforeRenderObservable.add(() => look.update());
    },
  },
  {
    title: "a BoneIKController",
    readsEvery: 4,
    begin: (stage) => {
      const { scene, mesh, bone, hand } = stage;
      if (bone.getParent()?.getParent()) {
        const ik = new BoneIKController(mesh, bone, { targetMesh: hand });
        scene.onBeforeRenderObservable.add(() => ik.update());
      }
    },
  },
  {
    title: "a joint's node that is turned",
    readsEvery: 3,
    act: at(10, ({ bone }) => bone.getTransformNode()!.rotationQuaternion!.set(0.5, 0.5, 0.5, 0.5)),
  },
  {
    title: "bones that are turned and scaled",
    act: ({ bone }, frame) => {
      if (frame % 3 === 0) {
        bone.rotate(Vector3.Up(), 0.1);
      }
      if (frame === 7) {
        bone.setScale(new Vector3(2, 2, 2));
      }
    },
  },
  {
    title: "bones that are turned while their nodes rest",
    readsEvery: 1,
    begin: ({ groups }) => groups.forEach((group) => group.stop()),
    act: at(10, ({ bone }) => bone.rotate(Vector3.Up(), 0.1)),
  },
  { title: "returnToRest", readsEvery: 5, act: at(9, ({ skeletons }) => skeletons[0]!.returnToRest()) },
  { title: "a group that stops", readsEvery: 6, act: at(20, ({ groups }) => groups[0]!.stop()) },
  {
    title: "a joint whose node has no quaternion for a while",
    readsEvery: 3,
    act: ({ bone, groups }, frame) => {
      const node = bone.getTransformNode()!;
      if (frame === 10) {
        groups.forEach((group) => group.pause());
        node.rotation = node.rotationQuaternion!.toEulerAngles();
        node.rotationQuaternion = null;
      }
      if (frame === 20) {
        groups.forEach((group) => group.restart());
        node.rotationQuaternion = node.rotation.toQuaternion();
      }
    },
  },
  {
    title: "a bone that loses its node",
    readsEvery: 4,
    act: ({ bone }, frame) => {
      if (frame === 10) {
        bone.linkTransformNode(null);
      }
    },
  },
  { title: "a bone with another parent", readsEvery: 4, act: at(12, ({ bone, skeletons }) => bone.setParent(skeletons[0]!.bones[0]!)) },
  {
    title: "observers of the computation",
    act: at(8, ({ skeletons }) => void skeletons[0]!.onBeforeComputeObservable.add(() => undefined)),
  },
  {
    title: "another bind matrix",
    act: at(8, ({ bone }) => bone.updateMatrix(Matrix.Scaling(1.1, 1.2, 0.9).multiply(bone.getBindMatrix()), true, false)),
  },
  { title: "a bind matrix that is not affine", act: at(8, ({ bone }) => bone.updateMatrix(bone.getBindMatrix().scale(1.1), true, false)) },
  {
    title: "a bone more, for some frames",
    readsEvery: 3,
    act: ({ bone, skeletons: [skeleton] }, frame) => {
      if (frame === 10) {
        new Bone("more", skeleton!, bone, Matrix.Translation(1, 2, 3));
      } else if (frame === 20) {
        skeleton!.bones.pop()!.setParent(null);
      }
    },
  },
  {
    title: "bones in another order",
    readsEvery: 4,
    act: at(10, ({ skeletons: [skeleton] }) => skeleton!.bones.push(...skeleton!.bones.splice(-2).reverse())),
  },
  {
    title: "matrices that change between texture and uniforms",
    act: ({ skeletons }, frame) => {
      if (frame % 10 === 5) {
        skeletons.forEach((skeleton) => (skeleton.useTextureToStoreBoneMatrices = !skeleton.useTextureToStoreBoneMatrices));
      }
    },
  },
  {
    title: "a character that is disabled for some frames",
    readsEvery: 5,
    act: ({ mesh }, frame) => {
      if (frame === 10 || frame === 25) {
        mesh.setEnabled(frame === 25);
      }
    },
  },
  {
    title: "prepare, called by code in the middle of a frame",
    readsEvery: 5,
    begin: ({ scene, skeletons }) => scene.onBeforeRenderObservable.add(() => skeletons.forEach((skeleton) => skeleton.prepare(true))),
  },
  {
    title: "bounds and vertices of the skinned mesh",
    read: ({ mesh }) => {
      mesh.refreshBoundingInfo({ applySkeleton: true });
      const { minimumWorld, maximumWorld } = mesh.getBoundingInfo().boundingBox;
      return [...minimumWorld.asArray(), ...maximumWorld.asArray(), ...mesh.getPositionData(true, false)!];
    },
  },
  {
    title: "a ray that picks the skinned mesh",
    read: ({ scene, mesh }) => {
      mesh.refreshBoundingInfo({ applySkeleton: true });
      const positions = mesh.getPositionData(true, false)!;
      const corners = [0, 1, 2].map((i) => Vector3.FromArray(positions, 3 * (mesh.getIndices()?.[i] ?? i)));
      const center = Vector3.TransformCoordinates(
        corners[0]!
          .add(corners[1]!)
          .add(corners[2]!)
          .scale(1 / 3),
        mesh.getWorldMatrix(),
      );
      const away = mesh.getBoundingInfo().boundingSphere.radiusWorld;
      const { hit, distance } = scene.pickWithRay(
        new Ray(center.add(new Vector3(away, 2 * away, 3 * away)), new Vector3(-1, -2, -3).normalize()),
      )!;
      expect(hit).toBe(true);
      return [distance];
    },
  },
  {
    title: "a clone, and what a serialized skeleton is parsed to",
    read: ({ skeletons: [skeleton], scene }) => {
      const copies = [skeleton!.clone("clone", "clone"), Skeleton.Parse(skeleton!.serialize(), scene)];
      const numbers = copies.flatMap((copy) => [...copy.getTransformMatrices(null)]);
      copies.forEach((copy) => copy.dispose());
      return numbers;
    },
  },
  {
    title: "a SkeletonViewer",
    begin: ({ skeletons, mesh, scene }) => viewers.set(scene, new SkeletonViewer(skeletons[0]!, mesh, scene, false, 1)),
    read: ({ scene }) => {
      const viewer = viewers.get(scene)!;
      viewer.update();
      return [...viewer.debugMesh!.getVerticesData("position")!];
    },
  },
  {
    title: "the generic properties of nodes on bones",
    read: ({ bone }) => [
      ...bone.getWorldMatrix().asArray(),
      ...bone.computeWorldMatrix().asArray(),
      ...bone.getDirection(Vector3.Up()).asArray(),
      ...bone.getLocalPositionFromAbsolute(Vector3.One()).asArray(),
    ],
  },
  {
    title: "a skinned mesh whose other levels of detail have the same skeleton",
    begin: ({ mesh, scene }) => {
      const far = (mesh as Mesh).clone("far");
      far.skeleton = mesh.skeleton;
      (mesh as Mesh).addLODLevel(20, far);
      scene.activeCamera!.position.normalize().scaleInPlace(30);
      scene.registerBeforeRender(() => (scene.activeCamera as FreeCamera).position.scaleInPlace(0.97));
    },
  },
  {
    title: "a group that an AnimatorAvatar has retargeted to bones",
    readsEvery: 6,
    act: at(10, ({ groups, roots: [, root] }) => {
      const options = { fixAnimations: false, checkHierarchy: false, retargetAnimationKeys: true };
      const avatar = new AnimatorAvatar("avatar", root);
      avatar.showWarnings = false;
      const retargeted = avatar.retargetAnimationGroup(groups[0]!, options);
      expect(retargeted.targetedAnimations).not.toEqual([]);
      groups[1]!.stop();
      retargeted.start(true);
    }),
  },
  {
    title: "a VertexAnimationBaker",
    readsEvery: 8,
    act: at(12, ({ scene, mesh }) => {
      baked.set(scene, [...new VertexAnimationBaker(scene, mesh as Mesh).bakeVertexDataSync([new AnimationRange("baked", 0, 3)], false)]);
    }),
    read: ({ scene }) => baked.get(scene) ?? [],
  },
  { title: "a skeleton that no longer follows", readsEvery: 9, act: at(15, ({ scene }) => UnfollowSkeletons(scene)) },
];

async function play(file: string, follows: boolean, scenario: Scenario): Promise<{ rows: number[][]; reason: string | null }> {
  const scene = createScene({ rightHanded: scenario.isRightHanded === true });
  const container = await loadContainer(readFile(file), scene);
  const entries = [0, 1].map(() => container.instantiateModelsToScene((name) => name));
  if (follows) {
    FollowSkeletons(scene);
  }
  const skeletons = entries.flatMap((each) => each.skeletons);
  const groups = entries.map(({ animationGroups }, i) => animationGroups[0]!.start(true, 1 + 0.3 * i));
  const mesh = entries[0]!.rootNodes[0]!.getChildMeshes().find((each) => each.skeleton)!;
  const hand = new TransformNode("hand", scene);
  const bone = skeletons[0]!.bones[skeletons[0]!.bones.length >> 1]!;
  const roots = entries.map(({ rootNodes }) => rootNodes[0] as TransformNode);
  const stage: Stage = { scene, skeletons, mesh, bone, groups, roots, hand };
  scenario.begin?.(stage);
  const rows: number[][] = [];
  for (let frame = 0; frame < FRAMES; frame++) {
    scenario.act?.(stage, frame);
    scene.render();
    const row = skeletons.flatMap((skeleton) => [...skeleton.getTransformMatrices(mesh).slice(0, 16 * skeleton.bones.length)]);
    if (scenario.readsEvery !== undefined && frame % scenario.readsEvery === 0) {
      row.push(...skeletons.flatMap(({ bones }) => bones.flatMap((each) => stateOf(each, mesh))));
    }
    row.push(...hand.getWorldMatrix().asArray(), ...(scenario.read?.(stage) ?? []));
    rows.push(row);
  }
  return { rows, reason: ReasonNotToFollow(skeletons[1]!) };
}

function stateOf(bone: Bone, mesh: AbstractMesh): number[] {
  return [
    ...bone.getFinalMatrix().asArray(),
    ...bone.getLocalMatrix().asArray(),
    ...bone.getAbsolutePosition(mesh).asArray(),
    ...bone.getAbsoluteMatrix().asArray(),
    ...bone.getRotationQuaternion().asArray(),
    ...bone.position.asArray(),
    ...bone.scaling.asArray(),
  ];
}

const HERO = "hero.glb";
const FILES = [HERO, "skin-Fox.glb", "skin-CesiumMan.glb", "skin-raylib-robot-14anims.glb", "skin-SimpleSkin.glb"];

/** A file of others, or the demo model. */
function readFile(name: string): Asset {
  return name === HERO ? unpackGlb(readFileSync(new URL(`../../../playground/models/${name}`, import.meta.url))) : readAsset(name);
}

for (const file of FILES) {
  for (const scenario of SCENARIOS) {
    (file === HERO ? it : itWithAssets)(`${file}: ${scenario.title}`, async () => {
      const [expected, actual] = [await play(file, false, scenario), await play(file, true, scenario)];
      expect(actual.reason).toBe(scenario.title.endsWith("no longer follows") ? NOT_CALLED : null);
      let [worst, size] = [0, 1];
      expected.rows.forEach((row, frame) => {
        expect(actual.rows[frame]).toHaveLength(row.length);
        row.forEach((number, i) => {
          const difference = Math.abs(actual.rows[frame]![i]! - number);
          worst = difference <= worst ? worst : difference;
          size = Math.max(size, Math.abs(number));
        });
      });
      expect(worst / size).toBeLessThan(2e-6);
    });
  }
}
