/** The effect of compiled evaluation on the objects it animates, and of changes to these objects on it. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { AnimationGroup, type TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import { StandardMaterial } from "@babylonjs/core/Materials/standardMaterial.js";
import { Color3 } from "@babylonjs/core/Maths/math.color.js";
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CreateClip, GetClips, type ClipAnimationGroup, type EvaluationMode } from "../../../src/pure.js";
import "../../../src/index.js";
import { itWithAssets, readAsset } from "../../helpers/assets.js";
import { createModel } from "../../helpers/gltfAsset.js";
import { createScene, disposeScenes, importAsset, loadContainer, render, withClips } from "../../helpers/scene.js";

afterEach(disposeScenes);

const { ANIMATIONTYPE_VECTOR3: VECTOR3, ANIMATIONTYPE_QUATERNION: QUATERNION, ANIMATIONTYPE_COLOR3: COLOR3 } = Animation;

/** An animation of 60 frames, a second long. */
function animate(property: string, dataType: number, from: unknown, to: unknown): Animation {
  const animation = new Animation(property, property, 60, dataType);
  animation.setKeys([
    { frame: 0, value: from },
    { frame: 60, value: to },
  ]);
  return animation;
}

const rise = (): Animation => animate("position", VECTOR3, new Vector3(1, 0, 0), new Vector3(1, 10, 0));
const turn = (): Animation =>
  animate("rotationQuaternion", QUATERNION, Quaternion.Identity(), Quaternion.RotationAxis(new Vector3(0, 0, 1), 2));
const grow = (): Animation => animate("scaling", VECTOR3, new Vector3(1, 1, 1), new Vector3(3, 3, 3));

function createClip(
  scene: Scene,
  targets: readonly (readonly [Animation, unknown])[],
  evaluation: EvaluationMode = "compiled",
): ClipAnimationGroup {
  const group = new AnimationGroup("group", scene);
  targets.forEach(([animation, target]) => group.addTargetedAnimation(animation, target));
  return CreateClip("clip", group, { end: 1 }, { evaluationMode: evaluation });
}

const MODES: readonly EvaluationMode[] = ["compiled", "babylon"];

describe.each(MODES)("world matrices, %s", (mode) => {
  function stage(): { scene: Scene; node: TransformNode; child: TransformNode; clip: ClipAnimationGroup } {
    const scene = createScene();
    const node = new TransformNode("node", scene);
    const child = new TransformNode("child", scene);
    child.parent = node;
    child.position.x = 1;
    const clip = createClip(
      scene,
      [
        [rise(), node],
        [turn(), node],
        [grow(), node],
      ],
      mode,
    );
    return { scene, node, child, clip };
  }

  it("follow a clip that plays, down to the children", () => {
    const { scene, child, clip } = stage();
    clip.start();
    for (let frame = 0; frame < 30; frame++) {
      render(scene, 1);
      const { timestamp } = clip;
      const [angle, size] = [2 * timestamp, 1 + 2 * timestamp];
      const { x, y } = child.absolutePosition;
      expect(x).toBeCloseTo(1 + size * Math.cos(angle), 5);
      expect(y).toBeCloseTo(10 * timestamp + size * Math.sin(angle), 5);
    }
  });

  it("are up to date at once where a clip is sought, though they were computed in the frame before", () => {
    const { scene, node, clip } = stage();
    clip.start();
    render(scene, 1);
    node.computeWorldMatrix();
    clip.pause();
    clip.timestamp = 0.5;
    expect(node.getAbsolutePosition().y).toBeCloseTo(5, 6);
  });

  it("are up to date when the clip was posed, though somebody asked for them in the same frame before", () => {
    const { scene, node, clip } = stage();
    scene.onBeforeAnimationsObservable.add(() => node.getAbsolutePosition());
    clip.start();
    const seen: number[][] = [];
    scene.onBeforeRenderObservable.add(() => seen.push([node.getAbsolutePosition().y, clip.timestamp * 10]));
    render(scene, 10);
    seen.forEach(([actual, expected]) => expect(actual).toBeCloseTo(expected!, 6));
  });

  it("of frozen nodes thaw for a frame, as with Babylon's groups", () => {
    const { scene, node, clip } = stage();
    node.freezeWorldMatrix();
    clip.start();
    render(scene, 30);
    expect(node.getAbsolutePosition().y).toBeCloseTo(clip.timestamp * 10, 6);
  });
});

describe.each(MODES)("objects of others, %s", (mode) => {
  it("stay unchanged: a property's first value, one assigned while the clip plays, and keys", () => {
    const scene = createScene();
    const node = new TransformNode("node", scene);
    const material = new StandardMaterial("material", scene);
    const animations = [rise(), turn(), grow(), animate("diffuseColor", COLOR3, new Color3(0, 0, 0), new Color3(1, 1, 1))];
    const keys = JSON.stringify(animations.map((animation) => animation.getKeys()));
    const clip = createClip(
      scene,
      animations.map((animation, i) => [animation, i < 3 ? node : material]),
      mode,
    );
    const own = {
      position: new Vector3(7, 7, 7),
      rotationQuaternion: new Quaternion(1, 0, 0, 0),
      scaling: new Vector3(8, 8, 8),
    };
    const color = new Color3(0.5, 0.25, 0.125);
    const before = JSON.stringify([own, color]);
    const give = (): void => {
      Object.assign(node, own);
      material.diffuseColor = color;
    };
    give();
    clip.start();
    for (let frame = 0; frame < 12; frame++) {
      render(scene, 1);
      if (frame === 5) {
        give();
      }
    }
    expect(JSON.stringify([own, color])).toBe(before);
    expect(JSON.stringify(animations.map((animation) => animation.getKeys()))).toBe(keys);
    expect(node.position.y).toBeCloseTo(clip.timestamp * 10, 6);
    expect(material.diffuseColor.r).toBeCloseTo(clip.timestamp, 6);
    clip.weight = 0.5;
    render(scene, 1);
    expect(node.position.asArray()).toEqual([4, expect.closeTo((7 + clip.timestamp * 10) / 2, 6), 3.5]);
    clip.reset();
    expect([node.position.asArray(), node.scaling.asArray()]).toEqual([
      [7, 7, 7],
      [8, 8, 8],
    ]);
    if (mode === "compiled") {
      // Babylon mixes rotations in the quaternion that it finds
      give();
      render(scene, 2);
      expect(JSON.stringify([own, color])).toBe(before);
    }
  });

  it("that were replaced are picked up: Euler angles, and null", () => {
    const scene = createScene();
    const node = new TransformNode("node", scene);
    const clip = createClip(scene, [[turn(), node]], mode);
    clip.start();
    render(scene, 5);
    node.rotation = new Vector3(1, 2, 3);
    render(scene, 1);
    expect(node.rotationQuaternion!.z).toBeCloseTo(Math.sin(clip.timestamp), 6);
    expect(node.rotation.asArray()).toEqual([0, 0, 0]);
  });

  it("on the way of a path may come and go", () => {
    const scene = createScene();
    const target: { light: { strength: number } | null } = { light: { strength: 0 } };
    const clip = createClip(scene, [[animate("light.strength", Animation.ANIMATIONTYPE_FLOAT, 0, 1), target]], mode);
    clip.start();
    render(scene, 5);
    expect(target.light!.strength).toBeCloseTo(clip.timestamp, 6);
    target.light = null;
    render(scene, 5);
    clip.weight = 0.5;
    render(scene, 5);
    expect(target.light).toBeNull();
    clip.stop();
  });
});

describe("stopping targets", () => {
  const state = (clip: ClipAnimationGroup): unknown => [clip.isStarted, clip.isPlaying];

  /** The same with a clip and with one of Babylon's groups: their events, and whether they continue. */
  function stage(kind: EvaluationMode | "group"): {
    scene: Scene;
    nodes: TransformNode[];
    group: AnimationGroup;
    told: string[];
  } {
    const scene = createScene();
    const nodes = ["a", "b", "c"].map((name) => new TransformNode(name, scene));
    const plain = new AnimationGroup("group", scene);
    for (const node of nodes) {
      plain.addTargetedAnimation(rise(), node);
      plain.addTargetedAnimation(grow(), node);
    }
    const group = kind === "group" ? plain : CreateClip("clip", plain, { end: 1 }, { evaluationMode: kind });
    const told: string[] = [];
    const names = ({ target, animation }: TargetedAnimation): string => `${(target as TransformNode).name} ${animation.name}`;
    group.onAnimationEndObservable.add((targetedAnimation) => told.push(names(targetedAnimation)));
    group.onAnimationGroupEndObservable.add(() => told.push("end"));
    group.start(true);
    render(scene, 3);
    return { scene, nodes, group, told };
  }

  const acts: readonly { readonly name: string; readonly act: (scene: Scene, nodes: readonly TransformNode[]) => void }[] = [
    { name: "a node is disposed", act: (_, [a]) => a!.dispose() },
    { name: "two are", act: (_, [a, b]) => [a, b].forEach((node) => node!.dispose()) },
    { name: "all are", act: (_, nodes) => nodes.forEach((node) => node.dispose()) },
    { name: "the animations of one are stopped", act: (scene, [, b]) => scene.stopAnimation(b) },
    { name: "one by name", act: (scene, [, b]) => scene.stopAnimation(b, "position") },
    { name: "one by a name that is not there", act: (scene, [, b]) => scene.stopAnimation(b, "nothing") },
    { name: "one by no name", act: (scene, [, b]) => scene.stopAnimation(b, "") },
    { name: "one by a mask that is for it", act: (scene, [, b]) => scene.stopAnimation(b, undefined, (target) => target === b) },
    { name: "one by a mask that is not for it", act: (scene, [, b]) => scene.stopAnimation(b, undefined, (target) => target !== b) },
    { name: "one twice", act: (scene, [, b]) => [0, 1].forEach(() => scene.stopAnimation(b)) },
    {
      name: "all one by one",
      act: (scene, nodes) => nodes.forEach((node) => ["position", "scaling"].forEach((n) => scene.stopAnimation(node, n))),
    },
  ];

  it.each(acts)("$name", ({ act }) => {
    const [compiled, babylon, group] = (["compiled", "babylon", "group"] as const).map((kind) => {
      const { scene, nodes, group, told } = stage(kind);
      act(scene, nodes);
      const poses = Array.from({ length: 3 }, () => {
        render(scene, 1);
        return nodes.map((node) => [...node.position.asArray(), ...node.scaling.asArray()].map((component) => component.toFixed(6)));
      });
      return { told: told.sort(), poses, runs: group.isStarted };
    });
    expect(compiled).toEqual(group);
    expect(babylon).toEqual(group);
  });

  it("while the clip is paused, too", () => {
    const { scene, nodes, group, told } = stage("compiled");
    group.pause();
    nodes[0]!.dispose();
    expect(told.sort()).toEqual(["a position", "a scaling"]);
    group.restart();
    render(scene, 1);
    const { y } = nodes[0]!.position;
    render(scene, 5);
    expect([nodes[0]!.position.y, nodes[1]!.position.y > y]).toEqual([y, true]);
    group.pause();
    nodes.forEach((node) => node.dispose());
    expect([told[told.length - 1], group.isStarted]).toEqual(["end", false]);
  });

  it("once, whatever an observer does then", () => {
    for (const mode of MODES) {
      const { nodes, group, told } = stage(mode);
      group.onAnimationEndObservable.add(() => group.stop());
      nodes.forEach((node) => node.dispose());
      expect([mode, told.filter((name) => name === "end")]).toEqual([mode, ["end"]]);
    }
  });

  it.each<{ what: string; act: (group: AnimationGroup) => void }>([
    { what: "uses the animatables", act: ({ animatables }) => void animatables[0]!.onAnimationEndObservable },
    { what: "makes it additive", act: (group) => (group.isAdditive = true) },
    { what: "has blending on from the next start", act: (group) => (group.enableBlending = true) },
  ])("ends the clip, though an observer $what", ({ act }) => {
    for (const kind of ["group", "auto", "babylon"] as const) {
      const { nodes, group, told } = stage(kind);
      group.onAnimationEndObservable.add(() => act(group));
      nodes.forEach((node) => node.dispose());
      expect([kind, group.isStarted, told.length, told[told.length - 1]]).toEqual([kind, false, 7, "end"]);
    }
  });

  it("is reported once for each of them, also when the clip is stopped later", () => {
    for (const kind of ["group", ...MODES] as const) {
      const { scene, nodes, group, told } = stage(kind);
      scene.stopAnimation(nodes[1]);
      group.stop();
      expect([kind, told]).toEqual([kind, ["b position", "b scaling", "a position", "a scaling", "c position", "c scaling", "end"]]);
    }
  });

  it("is reported while the others are still animated", () => {
    for (const kind of ["group", ...MODES] as const) {
      const { scene, nodes, group } = stage(kind);
      const [node] = nodes;
      group.onAnimationEndObservable.addOnce(() => group.goToFrame(30));
      scene.stopAnimation(node);
      expect([kind, node!.position.y < 5, node!.scaling.x]).toEqual([kind, true, expect.closeTo(2, 6)]);
    }
  });

  it("holds when the evaluation changes, until the clip is started again", () => {
    for (const [first, second] of [
      ["compiled", "babylon"],
      ["babylon", "compiled"],
    ] as const) {
      const { scene, nodes, group } = stage(first);
      const clip = group as ClipAnimationGroup;
      scene.stopAnimation(nodes[1], "position");
      const { y } = nodes[1]!.position;
      clip.evaluationMode = second;
      render(scene, 3);
      expect([nodes[1]!.position.y, nodes[1]!.scaling.x]).toEqual([y, expect.closeTo(1 + 2 * clip.timestamp, 6)]);
      expect(nodes[0]!.position.y).toBeCloseTo(10 * clip.timestamp, 6);
      // the rest ends as if nothing had changed
      nodes.forEach((node) => scene.stopAnimation(node));
      expect(clip.isStarted).toBe(false);
      clip.start();
      render(scene, 3);
      expect(nodes[1]!.position.y).toBeCloseTo(10 * clip.timestamp, 6);
    }
  });

  it("a clip with two animations of one property ends once", () => {
    const scene = createScene();
    const node = new TransformNode("node", scene);
    const clip = createClip(scene, [
      [rise(), node],
      [rise(), node],
    ]);
    let ends = 0;
    clip.onAnimationGroupEndObservable.add(() => {
      if (++ends === 1) {
        clip.start();
      }
    });
    clip.start();
    render(scene, 2);
    scene.stopAnimation(node);
    expect([ends, state(clip)]).toEqual([1, [true, true]]);
    render(scene, 3);
    expect(node.position.y).toBeCloseTo(10 * clip.timestamp, 6);
  });
});

describe("instances", () => {
  const MODEL = withClips(
    createModel(1, [
      [0].map((node) => ({
        node,
        path: "rotation" as const,
        times: Array.from({ length: 50 }, (_, i) => i / 25),
        values: Array.from({ length: 50 }, (_, i) => [Math.sin(i / 9), 0, 0, Math.cos(i / 9)]).flat(),
      })),
    ]),
    [
      { animations: [0], name: "whole" },
      { animations: [0], name: "part", start: 0.5, end: 1 },
    ],
  );

  it("have the tracks in common: a thousand of them make no typed array of keys", async () => {
    const scene = createScene();
    const container = await loadContainer(MODEL, scene);
    const instances = Array.from({ length: 1000 }, () => container.instantiateModelsToScene());
    const clips = instances.flatMap((instance) => GetClips(instance));
    clips.forEach((clip) => clip.start());
    const bindings = clips.map(({ player }) => player.posing.binding);
    const compiled = new Set(bindings.map((binding) => binding.tracks));
    expect([clips.length, compiled.size]).toEqual([2000, 1]);
    const arrays = new Set(bindings.flatMap((b) => b.tracks!.trackSet.tracks.flatMap(({ track }) => [track.times, track.values])));
    expect(arrays.size).toBe(2);
    clips.forEach((clip) => clip.dispose());
  });

  it("are disposed while they play, and the others play on", async () => {
    const scene = createScene();
    const container = await loadContainer(MODEL, scene);
    const instances = Array.from({ length: 3 }, () => container.instantiateModelsToScene());
    const [first, second] = instances.map((instance) => GetClips(instance)[0]!);
    first!.start();
    second!.start();
    render(scene, 5);
    instances[0]!.dispose();
    render(scene, 5);
    expect([first!.isStarted, second!.isPlaying, scene.animatables.length]).toEqual([false, true, 1]);
    const node = second!.targetedAnimations[0]!.target as TransformNode;
    const angle = (second!.timestamp * 25) / 9;
    expect(node.rotationQuaternion!.x).toBeCloseTo(Math.sin(angle), 3);
  });

  itWithAssets("of skinned models have the same skeletons", async () => {
    const matrices = await Promise.all(
      MODES.map(async (mode) => {
        const scene = createScene();
        const { animationGroups, skeletons } = await importAsset(readAsset("skin-Fox.glb"), scene);
        const clip = CreateClip("clip", animationGroups[1]!, {}, { evaluationMode: mode });
        clip.start();
        return Array.from({ length: 10 }, () => {
          render(scene, 2);
          return [...skeletons[0]!.getTransformMatrices(scene.meshes.find(({ skeleton }) => skeleton)!)];
        });
      }),
    );
    matrices[0]!.forEach((frame, i) => frame.forEach((element, j) => expect(element).toBeCloseTo(matrices[1]![i]![j]!, 3)));
    expect(matrices[0]![0]).not.toEqual(matrices[0]![9]);
  });
});
