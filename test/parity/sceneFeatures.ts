/** What applications and Babylon's tools do with the groups of a scene: importing, merging, inspecting, exporting, and clocks. */
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { AnimationPropertiesOverride } from "@babylonjs/core/Animations/animationPropertiesOverride.js";
import { ImportAnimationsAsync } from "@babylonjs/core/Loading/sceneLoader.js";
import type { SceneLoaderAnimationGroupLoadingMode } from "@babylonjs/core/Loading/sceneLoader.js";
import { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Node } from "@babylonjs/core/node.js";
import { GLTF2Export } from "@babylonjs/serializers/glTF/2.0/glTFSerializer.js";
import { packGlb, unpackGlb } from "../../scripts/glb.mjs";
import { createScene, loadContainer } from "../helpers/scene.js";
import { createAsset, nodeAnimation } from "../helpers/gltfAsset.js";
import type { Features, Script } from "./compare.js";
import { Stage, STRIDER } from "./stage.js";

/** An animation "jump" of the same nodes, in a file of its own. */
const JUMP = createAsset((add) => ({
  scenes: [{ nodes: [0] }],
  nodes: [{ name: "hips", children: [1] }, { name: "leg" }],
  animations: [
    nodeAnimation(add, "jump", [
      { node: 0, path: "translation", times: [0, 0.4, 0.8], values: [0, 1, 0, 0, 3, 0, 0, 1, 0] },
      { node: 1, path: "translation", times: [0, 0.8], values: [0, -0.5, 0, 0, -1, 0] },
    ]),
  ],
}));

const IMPORT_MODES: Readonly<Record<string, object>> = {
  "overwriting all": { overwriteAnimations: true },
  Clean: { overwriteAnimations: false, animationGroupLoadingMode: 0 satisfies SceneLoaderAnimationGroupLoadingMode },
  Stop: { overwriteAnimations: false, animationGroupLoadingMode: 1 satisfies SceneLoaderAnimationGroupLoadingMode },
  Sync: { overwriteAnimations: false, animationGroupLoadingMode: 2 satisfies SceneLoaderAnimationGroupLoadingMode },
  NoSync: { overwriteAnimations: false, animationGroupLoadingMode: 3 satisfies SceneLoaderAnimationGroupLoadingMode },
};

async function importJump(s: Stage, options: object): Promise<void> {
  await ImportAnimationsAsync(packGlb(JUMP.json, JUMP.bin), s.scene, {
    pluginExtension: ".glb",
    targetConverter: (target) => s.scene.getTransformNodeByName((target as Node).name),
    ...options,
  });
}

function logGroups(s: Stage): void {
  s.log.push(s.scene.animationGroups.map(({ name, isStarted, isPlaying, from, to }) => [name, !!isStarted, !!isPlaying, from, to]));
}

/** A stage in a scene whose engine advances in fixed steps, whatever the duration of a frame. */
async function createLockstep(s: Stage, milliseconds: () => number): Promise<Stage> {
  const engine = new NullEngine({
    ...{ renderHeight: 256, renderWidth: 256, textureSize: 256 },
    deterministicLockstep: true,
    lockstepMaxSteps: 4,
    timeStep: 1 / 50,
  });
  engine.getDeltaTime = milliseconds;
  const stage = await Stage.create(s.variant, createScene({ engine }));
  stage.scene.useConstantAnimationDeltaTime = false;
  return stage;
}

function moveLog(from: Stage, to: Stage): void {
  to.log.push(...from.log);
}

/** The animations of an exported scene, with their values. */
async function logExport(s: Stage, options: object = {}): Promise<void> {
  const { files } = await GLTF2Export.GLBAsync(s.scene, "scene", options);
  const glb = files["scene.glb"] as Blob;
  const { json, bin } = unpackGlb(new Uint8Array(await glb.arrayBuffer()));
  type Json = Record<string, never> & Record<string, number | string>;
  const floats = (index: number): readonly number[] => {
    const { bufferView, byteOffset = 0, count, type } = (json["accessors"] as Json[])[index]!;
    const view = (json["bufferViews"] as Json[])[bufferView!]!;
    const width = { SCALAR: 1, VEC3: 3, VEC4: 4 }[String(type)]!;
    const data = bin.slice((view["byteOffset"] ?? 0) + byteOffset);
    return [...new Float32Array(data.buffer, 0, count! * width)];
  };
  const animations = (json["animations"] ?? []) as { name: string; channels: Json[]; samplers: Json[] }[];
  for (const { name, channels, samplers } of animations) {
    s.log.push([name, channels.length]);
    for (const { sampler, target } of channels) {
      const { node, path } = target as unknown as { node: number; path: string };
      const { input, output, interpolation = "LINEAR" } = samplers[sampler!]!;
      s.log.push([(json["nodes"] as Json[])[node]!["name"], path, interpolation, floats(input!), floats(output!)]);
    }
  }
}

/** What the Inspector's curve editor does to show a frame of a group (`moveToFrame` of its context). */
function moveToFrame(group: AnimationGroup, frame: number, isPlaying = false): void {
  if (!isPlaying) {
    group.start(false, 1, group.from, group.to);
  }
  for (const { animation } of group.targetedAnimations) {
    if (!animation.hasRunningRuntimeAnimations) {
      return;
    }
    for (const runtimeAnimation of animation.runtimeAnimations) {
      runtimeAnimation.goToFrame(frame);
    }
  }
  group.stop();
}

/** All runtime animations of an animation go to the frame of the playhead. */
function movePlayhead(group: AnimationGroup, frame: number): void {
  for (const { animation } of group.targetedAnimations) {
    animation.runtimeAnimations.forEach((runtimeAnimation) => runtimeAnimation.goToFrame(frame));
  }
}

export const SCENE_FEATURES: Features = {
  // ---- importing and merging ------------------------------------------------------------------------------------------------------

  ...Object.fromEntries(
    Object.entries(IMPORT_MODES).flatMap(([name, options]): [string, Script][] => [
      [
        `ImportAnimationsAsync, ${name}`,
        async (s) => {
          s.listen();
          s.walk.start(true);
          s.skip(10);
          await importJump(s, options);
          s.logPose();
          logGroups(s);
          s.play(10);
          s.scene.animationGroups.find((group) => group.name === "jump")!.start(true);
          s.play(20);
          logGroups(s);
          s.log.push(s.scene.animatables.length > 0);
        },
      ],
      [
        `ImportAnimationsAsync, ${name}, into a scene that rests`,
        async (s) => {
          s.listen();
          await importJump(s, options);
          logGroups(s);
          s.play(5);
        },
      ],
    ]),
  ),
  "mergeAnimationsTo of another container": async (s) => {
    s.listen();
    const other = await loadContainer(JUMP, s.scene);
    s.walk.start(true);
    s.skip(10);
    const groups = other.mergeAnimationsTo(s.scene, [], ({ name }: Node) => s.scene.getTransformNodeByName(name));
    s.log.push(groups.map(({ name, targetedAnimations }) => [name, targetedAnimations.length]));
    groups[0]!.start(true);
    s.play(10);
    other.dispose();
    s.play(10);
    logGroups(s);
  },
  "mergeAnimationsTo from this container": async (s) => {
    const twin = await Stage.create("plain", createScene());
    const groups = s.container.mergeAnimationsTo(twin.scene, [], ({ name }: Node) => twin.scene.getTransformNodeByName(name));
    s.log.push(
      groups.length,
      groups.map(({ name, from, to }) => [name, from, to]),
    );
    groups[0]!.start(true);
    s.log.push(groups[0]!.targetedAnimations.map(({ target }) => (target as Node | null)?.name));
  },
  "mergeAnimationsTo while a group plays": (s) => {
    s.walk.start(true);
    s.skip(10);
    const groups = s.container.mergeAnimationsTo(s.scene, [], (target: Node) => target);
    groups[0]!.start(true);
    s.play(10);
    s.log.push(groups.length);
  },
  "MergeAnimationGroups of two, disposing them": (s) => {
    s.listen();
    s.walk.start(true);
    s.skip(3);
    const merged = AnimationGroup.MergeAnimationGroups([s.walk, s.run], true)!;
    logGroups(s);
    merged.start(true);
    s.play(20);
  },
  "MergeAnimationGroups of one and none": (s) => {
    const merged = AnimationGroup.MergeAnimationGroups([s.run], false, true, 0.5)!;
    s.log.push(merged.weight, merged.targetedAnimations.length, AnimationGroup.MergeAnimationGroups([]));
    merged.start(true);
    s.play(10);
  },
  "two instances that play at once": (s) => {
    const nodes = [1, 2].map((number) => {
      const { animationGroups, rootNodes } = s.container.instantiateModelsToScene((name) => `${name} ${number}`);
      animationGroups.find(({ name }) => name === `${number === 1 ? "walk" : "run"} ${number}`)!.start(true, number);
      return rootNodes.flatMap((root) => root.getDescendants<TransformNode>());
    });
    s.walk.start(true);
    for (let i = 0; i < 40; i++) {
      s.skip(1);
      s.logPose();
      s.log.push(nodes.flat().map(({ name, position }) => [name, ...position.asArray()]));
    }
  },
  "instances, disposed while they play": (s) => {
    const entries = s.container.instantiateModelsToScene();
    entries.animationGroups.forEach((group) => group.start(true));
    s.skip(3);
    entries.dispose();
    s.skip(3);
    s.log.push(s.scene.animationGroups.length, s.scene.animatables.length);
    s.walk.start(true);
    s.play(3);
  },

  // ---- clocks ---------------------------------------------------------------------------------------------------------------------

  ...Object.fromEntries(
    [20, 7, 65, 300].map((milliseconds): [string, Script] => [
      `deterministic lockstep, frames of ${milliseconds} ms`,
      async (s) => {
        const stage = await createLockstep(s, () => milliseconds);
        stage.listen();
        stage.walk.start(true);
        stage.play(60);
        stage.logState();
        moveLog(stage, s);
      },
    ]),
  ),
  "deterministic lockstep, uneven frames": async (s) => {
    let frame = 0;
    const stage = await createLockstep(s, () => [13, 40, 0, 21, 90][frame++ % 5]!);
    stage.listen();
    stage.walk.start(false);
    stage.play(40);
    moveLog(stage, s);
  },
  "deterministic lockstep, weights and a pause": async (s) => {
    const stage = await createLockstep(s, () => 33);
    stage.walk.start(true).weight = 0.25;
    stage.run.start(true).weight = 0.75;
    stage.play(10);
    stage.walk.pause();
    stage.play(10);
    stage.walk.restart();
    stage.play(10);
    moveLog(stage, s);
  },
  "animationTimeScale without constant steps, at 0": (s) => {
    s.scene.useConstantAnimationDeltaTime = false;
    s.scene.animationTimeScale = 0;
    s.walk.start(true);
    s.play(5);
    s.logFrame();
  },
  "constant steps switched on while it plays": (s) => {
    s.scene.useConstantAnimationDeltaTime = false;
    s.scene.animationTimeScale = 0;
    s.walk.start(true);
    s.play(3);
    s.scene.useConstantAnimationDeltaTime = true;
    s.play(10);
  },
  "speedRatio of every kind": (s) => {
    s.listen();
    s.walk.start(true);
    for (const speed of [1, 0.1, 5, 2.5, 20]) {
      s.walk.speedRatio = speed;
      s.play(12);
    }
  },

  // ---- the Inspector --------------------------------------------------------------------------------------------------------------

  "curve editor: the playhead of a group that is paused": (s) => {
    s.walk.start(true);
    s.skip(2);
    s.walk.pause();
    for (const frame of [0, 10.5, 30, 57]) {
      movePlayhead(s.walk, frame);
      s.logPose();
    }
    s.walk.restart();
    s.play(5);
  },
  "curve editor: the playhead by animatables": (s) => {
    s.walk.start(true);
    s.skip(2);
    s.walk.pause();
    for (const frame of [0, 10.5, 30, 57]) {
      for (const animatable of s.walk.animatables) {
        animatable.getAnimations().forEach((runtimeAnimation) => runtimeAnimation.goToFrame(frame));
      }
      s.logPose();
    }
  },
  "curve editor: a frame is held": (s) => {
    s.listen();
    for (const frame of [30, 0, 10.5, 57, 12]) {
      moveToFrame(s.walk, frame);
      s.logPose();
      s.play(3);
      s.logState();
    }
    s.walk.start(true);
    s.play(10);
  },
  "curve editor: a frame is held of a group that plays": (s) => {
    s.listen();
    s.walk.start(true);
    s.play(5);
    moveToFrame(s.walk, 30, true);
    s.logPose();
    s.play(3);
    s.logState();
    s.log.push(s.walk.targetedAnimations.map(({ animation }) => animation.runtimeAnimations.length));
  },
  "curve editor: a frame is held beside another group": (s) => {
    s.run.start(true);
    s.play(5);
    moveToFrame(s.walk, 30);
    s.logPose();
    s.play(3);
    s.logState();
  },
  "curve editor: a key is edited while a frame is held": (s) => {
    moveToFrame(s.walk, 30);
    s.skip(1);
    (s.walk.targetedAnimations[1]!.animation.getKeys()[1]!.value as Vector3).set(0, 7, 0);
    moveToFrame(s.walk, 30);
    s.logPose();
    s.play(3);
  },
  "the runtime animations of each animation": (s) => {
    const log = (): void => {
      for (const { animation } of s.walk.targetedAnimations) {
        s.log.push(animation.runtimeAnimations.length, animation.hasRunningRuntimeAnimations);
        s.log.push(animation.runtimeAnimations.map(({ currentFrame, animation: own }) => [currentFrame, own === animation]));
      }
    };
    log();
    s.walk.start(true);
    log();
    s.skip(10);
    log();
    s.walk.pause();
    log();
    s.walk.stop();
    log();
  },
  "curve editor: the frame that is shown": (s) => {
    const { animation, target } = s.walk.targetedAnimations[1]!;
    const shown = (): number | undefined => animation.runtimeAnimations.find((each) => each.target === target)?.currentFrame;
    s.log.push(shown());
    s.walk.start(true);
    for (let i = 0; i < 20; i++) {
      s.skip(1);
      s.log.push(shown(), animation.hasRunningRuntimeAnimations);
    }
    s.walk.stop();
    s.log.push(shown(), animation.hasRunningRuntimeAnimations);
  },
  "the slider of a group: play, goToFrame, pause": (s) => {
    s.listen();
    for (const frame of [20, 40, 57]) {
      if (s.walk.isPlaying) {
        s.walk.goToFrame(frame);
      } else {
        s.walk.play(true);
        s.walk.goToFrame(frame);
        s.walk.pause();
      }
      s.logPose();
      s.skip(1);
      s.logFrame();
    }
  },
  "keys written by the curve editor while the group is stopped": (s) => {
    const { animation } = s.walk.targetedAnimations[1]!;
    const keys = animation.getKeys();
    keys.splice(1, 0, { frame: 10, value: new Vector3(4, 4, 4) });
    s.walk.start(true);
    s.play(20);
  },

  // ---- the exporter ---------------------------------------------------------------------------------------------------------------

  "GLTF2Export of a scene at rest": async (s) => logExport(s),
  "GLTF2Export while a group plays": async (s) => {
    s.walk.start(true);
    s.skip(10);
    await logExport(s);
    s.play(3);
  },
  "GLTF2Export of some animations": async (s) => {
    await logExport(s, { shouldExportAnimation: ({ targetProperty }: Animation) => targetProperty === "rotationQuaternion" });
  },

  // ---- idioms of applications -----------------------------------------------------------------------------------------------------

  "all groups at once": (s) => {
    s.listen();
    s.listen(s.run);
    s.scene.animationGroups.forEach((group) => group.start(true));
    s.play(5);
    s.scene.animationGroups.forEach((group) => group.pause());
    s.play(2);
    s.scene.animationGroups.forEach((group) => group.play(true));
    s.play(5);
    s.scene.animationGroups.forEach((group) => group.stop());
    s.logState();
  },
  "a state machine by name": (s) => {
    s.listen();
    s.listen(s.run);
    let current: AnimationGroup | null = null;
    for (const name of ["walk", "run", "run", "walk"]) {
      const next = s.scene.getAnimationGroupByName(name)!;
      if (next !== current) {
        current?.stop();
        current = next.start(true, 1, next.from, next.to, false);
      }
      s.play(8);
    }
  },
  "a fade in a coroutine": (s) => {
    s.walk.start(true, 1, s.walk.from, s.walk.to, false).setWeightForAllAnimatables(1);
    s.run.start(true, 1, s.run.from, s.run.to, false).setWeightForAllAnimatables(0);
    for (let weight = 0; weight <= 1; weight += 0.125) {
      s.walk.setWeightForAllAnimatables(1 - weight);
      s.run.setWeightForAllAnimatables(weight);
      s.play(2);
    }
    s.walk.stop();
    s.play(5);
  },
  "a one-shot over a loop": (s) => {
    s.listen(s.run);
    s.walk.start(true);
    s.skip(10);
    s.walk.weight = 0.25;
    s.run.start(false);
    s.run.weight = 0.75;
    s.run.onAnimationGroupEndObservable.addOnce(() => {
      s.walk.weight = 1;
    });
    s.play(60);
    s.logState();
  },
  "a promise of the end": async (s) => {
    const ended = new Promise<void>((resolve) => s.walk.onAnimationGroupEndObservable.addOnce(() => resolve()));
    s.walk.start(false, 3);
    s.play(25);
    await ended;
    s.log.push("ended");
  },
  "speedRatio after the end": (s) => {
    s.walk.start(false, 3);
    s.skip(25);
    s.log.push(s.walk.isStarted, s.walk.speedRatio);
    s.walk.play(true);
    s.play(3);
  },
  "acts in a loop event": (s) => {
    s.listen();
    let loops = 0;
    s.walk.onAnimationGroupLoopObservable.add(() => {
      loops++;
      if (loops === 1) {
        s.walk.speedRatio = 2;
      } else if (loops === 2) {
        s.walk.pause();
      }
    });
    s.walk.start(true);
    s.play(110);
    s.logState();
  },
  "another group starts in a loop event, and this one stops": (s) => {
    s.listen();
    s.listen(s.run);
    s.walk.onAnimationGroupLoopObservable.addOnce(() => {
      s.walk.stop();
      s.run.start(true);
    });
    s.walk.start(true);
    s.play(80);
    s.logState();
  },
  "dispose in the end event": (s) => {
    s.listen();
    s.walk.onAnimationGroupEndObservable.addOnce(() => s.walk.dispose());
    s.walk.start(false);
    s.play(70);
    logGroups(s);
  },
  "from and to, assigned": (s) => {
    s.walk.from = 10;
    s.walk.to = 40;
    s.log.push([s.walk.from, s.walk.to, s.walk.getLength()]);
    s.walk.start(true);
    s.play(50);
  },
  "blendingSpeed, enableBlending": (s) => {
    s.log.push(s.walk.blendingSpeed, s.walk.enableBlending);
    s.walk.blendingSpeed = 0.2;
    s.walk.enableBlending = true;
    s.log.push(s.walk.blendingSpeed, s.walk.enableBlending);
    s.log.push(s.walk.targetedAnimations.map(({ animation }) => [animation.enableBlending, animation.blendingSpeed]));
    s.run.start(true);
    s.skip(10);
    s.run.stop();
    s.walk.start(true);
    s.play(20);
  },
  animationPropertiesOverride: (s) => {
    const override = new AnimationPropertiesOverride();
    override.enableBlending = true;
    override.blendingSpeed = 0.1;
    s.scene.animationPropertiesOverride = override;
    s.run.start(true);
    s.skip(10);
    s.run.stop();
    s.walk.start(true);
    s.play(20);
  },
  "onNewAnimationGroupAddedObservable, onAnimationGroupRemovedObservable": (s) => {
    s.scene.onAnimationGroupRemovedObservable.add(({ name }) => s.log.push(`removed ${name}`));
    s.walk.start(true);
    s.skip(1);
    s.scene.removeAnimationGroup(s.walk);
    s.scene.addAnimationGroup(s.walk);
    s.run.dispose();
    logGroups(s);
  },
  "a group that moves a parent of moved nodes": (s) => {
    const vehicle = new TransformNode("vehicle", s.scene);
    s.root.parent = vehicle;
    const drive = new Animation("drive", "position.x", 60, Animation.ANIMATIONTYPE_FLOAT);
    drive.setKeys([0, 60].map((frame) => ({ frame, value: frame })));
    s.walk.addTargetedAnimation(drive, vehicle);
    s.walk.start(true);
    for (let i = 0; i < 10; i++) {
      s.skip(1);
      s.log.push(s.node("foot").getAbsolutePosition().asArray());
    }
  },
  "an observer of a node's property": (s) => {
    let writes = 0;
    s.node("hips").onAfterWorldMatrixUpdateObservable.add(() => writes++);
    s.walk.start(true);
    for (let i = 0; i < 10; i++) {
      s.skip(1);
      s.node("hips").computeWorldMatrix();
      s.log.push(writes);
    }
  },
  "a twin of the model in another scene": async (s) => {
    const other = await Stage.create(s.variant, createScene(), STRIDER);
    s.walk.start(true);
    other.run.start(true);
    for (let i = 0; i < 10; i++) {
      s.skip(1);
      other.skip(1);
      s.logPose();
      s.log.push(other.pose());
    }
    other.scene.dispose();
    s.play(5);
  },
};
