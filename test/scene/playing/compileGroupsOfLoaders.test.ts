/** Groups of any loader, replaced by compiled groups, play as before. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { AssetContainer } from "@babylonjs/core/assetContainer.js";
import { LoadAssetContainerAsync } from "@babylonjs/core/Loading/sceneLoader.js";
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { SceneSerializer } from "@babylonjs/core/Misc/sceneSerializer.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { BVHFileLoader } from "@babylonjs/loaders/BVH/bvhFileLoader.js";
import { FBXFileLoader } from "@babylonjs/loaders/FBX/fbxFileLoader.js";
import "@babylonjs/core/Loading/Plugins/babylonFileLoader.js";
import { CompiledAnimationGroup, CompileGroups } from "../../../src/pure.js";
import { createModel } from "../../helpers/gltfAsset.js";
import { createAnimation, createGroup } from "../../helpers/group.js";
import { createScene, disposeScenes, loadContainer, render } from "../../helpers/scene.js";

afterEach(disposeScenes);

const SECOND = 46_186_158_000; // of FBX

function curve(id: number, values: readonly number[]): string {
  const times = values.map((_, i) => (i * SECOND) / (values.length - 1));
  return `AnimationCurve: ${id}, "AnimCurve::", "" {
    KeyTime: *${times.length} { a: ${times.join()} }
    KeyValueFloat: *${values.length} { a: ${values.join()} }
    KeyAttrFlags: *1 { a: 24836 }
    KeyAttrDataFloat: *4 { a: 0,0,0,0 }
    KeyAttrRefCount: *1 { a: ${values.length} }
  }`;
}

/** A node that moves along x and turns about y in a second. */
const FBX = `; FBX 7.4.0 project file
Objects: {
  Model: 1, "Model::node", "Null" { Version: 232 }
  AnimationStack: 2, "AnimStack::Take", "" { Properties70: { P: "LocalStop", "KTime", "Time", "", ${SECOND} } }
  AnimationLayer: 3, "AnimLayer::Base", "" { }
  AnimationCurveNode: 4, "AnimCurveNode::T", "" { }
  AnimationCurveNode: 5, "AnimCurveNode::R", "" { }
  ${curve(6, [0, 50, -20])}
  ${curve(7, [0, 90])}
}
Connections: {
  C: "OO",1,0
  C: "OO",3,2
  C: "OO",4,3
  C: "OO",5,3
  C: "OP",4,1, "Lcl Translation"
  C: "OP",5,1, "Lcl Rotation"
  C: "OP",6,4, "d|X"
  C: "OP",7,5, "d|Y"
}`;

const BVH = `HIERARCHY
ROOT Hips
{
  OFFSET 0 0 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT Spine
  {
    OFFSET 0 5 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    End Site
    {
      OFFSET 0 3 0
    }
  }
}
MOTION
Frames: 3
Frame Time: 0.1
0 10 0 0 0 0 0 0 0
1 11 -2 10 20 30 5 -5 15
2 12 -4 -40 50 60 90 0 45
`;

/** A scene with a group of a node, as Babylon saves it. */
function saved(): string {
  const scene = createScene();
  const node = new TransformNode("node", scene);
  node.rotationQuaternion = Quaternion.Identity();
  const { ANIMATIONTYPE_VECTOR3: VECTOR3, ANIMATIONTYPE_QUATERNION: QUATERNION } = Animation;
  const turns = [0, 1, -2].map((angle) => Quaternion.RotationAxis(new Vector3(0, 1, 0), angle));
  const group = createGroup(
    scene,
    [
      node,
      createAnimation("position", {
        frames: [0, 30, 60],
        values: [Vector3.Zero(), new Vector3(1, 2, 3), Vector3.One()],
        dataType: VECTOR3,
      }),
    ],
    [node, createAnimation("rotationQuaternion", { frames: [0, 30, 60], values: turns, dataType: QUATERNION })],
  );
  group.name = "saved";
  group.speedRatio = 2;
  return JSON.stringify(SceneSerializer.Serialize(scene));
}

const FILES: Readonly<Record<string, (scene: Scene) => Promise<AssetContainer>>> = {
  FBX: (scene) => new FBXFileLoader().loadAssetContainerAsync(scene, FBX, ""),
  "BVH, whose animations of bones are put into a group": async (scene) => {
    const container = await new BVHFileLoader().loadAssetContainerAsync(scene, BVH);
    const group = new AnimationGroup("bones", scene);
    container.skeletons[0]!.bones.forEach((bone) => bone.animations.forEach((animation) => group.addTargetedAnimation(animation, bone)));
    container.animationGroups.push(group);
    return container;
  },
  ".babylon": (scene) => LoadAssetContainerAsync(`data:${saved()}`, scene, { pluginExtension: ".babylon" }),
  "glTF, loaded before": (scene) => {
    const path = { node: 0, path: "translation", times: [0, 0.5, 1], values: [0, 0, 0, 4, 5, 6, -1, 0, 2] } as const;
    return loadContainer(createModel(1, [[path]]), scene);
  },
};

/** The values of everything that the groups animate. */
function valuesOf(groups: readonly AnimationGroup[]): number[] {
  return groups.flatMap(({ targetedAnimations }) =>
    targetedAnimations.flatMap(({ target, animation }) => {
      const value = (target as Record<string, Vector3 | number>)[animation.targetProperty]!;
      return typeof value === "number" ? [value] : value.asArray();
    }),
  );
}

interface Use {
  readonly [what: string]: (groups: readonly AnimationGroup[]) => void;
}

const USES: Use = {
  plays: (groups) => groups.forEach((group) => group.play(true)),
  "plays a part backwards": (groups) => groups.forEach((group) => group.start(true, -0.7, group.from + 5, group.to - 5)),
  "plays once": (groups) => groups.forEach((group) => group.start(false, 3)),
  "plays with weight": (groups) =>
    groups.forEach((group) => {
      group.weight = 0.3;
      group.play(true);
    }),
};

describe.each(Object.entries(FILES))("a group of %s", (_, load) => {
  it.each(Object.entries(USES))("%s as before", async (__, use) => {
    const both = await Promise.all(
      [false, true].map(async (isCompiled) => {
        const scene = createScene();
        const container = await load(scene);
        const groups = isCompiled ? CompileGroups(container) : container.animationGroups;
        expect(groups).toEqual(container.animationGroups);
        expect(groups.map((group) => group instanceof CompiledAnimationGroup)).toEqual(groups.map(() => isCompiled));
        container.addAllToScene();
        use(groups);
        return { scene, groups };
      }),
    );
    const [plain, compiled] = both as [(typeof both)[0], (typeof both)[0]];
    expect(compiled.groups.map(({ name }) => name)).toEqual(plain.groups.map(({ name }) => name));
    const first = valuesOf(plain.groups);
    for (let frame = 0; frame < 50; frame++) {
      render(plain.scene, 1);
      render(compiled.scene, 1);
      const expected = valuesOf(plain.groups);
      valuesOf(compiled.groups).forEach((value, i) => expect(value).toBeCloseTo(expected[i]!, 4));
    }
    expect(valuesOf(plain.groups)).not.toEqual(first);
  });
});
