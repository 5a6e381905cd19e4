/** The controller of the guide, on real characters: poses with layers, compared with poses that are mixed by hand. */
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "@jest/globals";
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { ImportMeshAsync, LoadAssetContainerAsync } from "@babylonjs/core/Loading/sceneLoader.js";
import { GLTFLoaderAnimationStartMode } from "@babylonjs/loaders/glTF/glTFFileLoader.js";
import { type ControllerDefinition, CreateController } from "../../../src/controller.js";
import { ClipAnimationGroup, RegisterKHR_animation_clip, RestoreClipState, SaveClipState, SetUpdateRate } from "../../../src/pure.js";
import { describeWithAssets, readAssetBytes } from "../../helpers/assets.js";
import { disposeScenes } from "../../helpers/scene.js";
import { Stage } from "./character.js";

afterEach(disposeScenes);
RegisterKHR_animation_clip();

interface Names {
  readonly idle: string;
  readonly walk: string;
  readonly run: string;
  readonly jump: string;
  readonly wave: string;
  /** The joint of the arms. */
  readonly spine: string;
}

/** The example of docs/controller.md. */
function exampleWith({ idle, walk, run, jump, wave, spine }: Names): ControllerDefinition {
  return {
    parameters: { speed: 0, grounded: true, wave: "trigger" },
    layers: [
      {
        states: {
          move: {
            blend: "speed",
            clips: [
              { clip: idle, at: 0 },
              { clip: walk, at: 1.4 },
              { clip: run, at: 4 },
            ],
          },
          jump: { clip: jump },
        },
        transitions: [
          { from: "move", to: "jump", when: { grounded: false }, duration: 0.1 },
          { from: "jump", to: "move", when: { grounded: true }, after: 0.8 },
        ],
      },
      {
        name: "arms",
        mask: spine,
        states: { none: {}, wave: { clip: wave, repetitions: 1 } },
        transitions: [
          { from: "none", to: "wave", when: { wave: true } },
          { from: "wave", to: "none", after: 1 },
        ],
      },
    ],
  };
}

interface Pose {
  readonly position: Vector3;
  readonly rotation: Quaternion;
}

function poseOf({ position, rotationQuaternion }: TransformNode): Pose {
  return { position: position.clone(), rotation: rotationQuaternion!.clone() };
}

function mix(a: Pose, b: Pose, share: number): Pose {
  return { position: Vector3.Lerp(a.position, b.position, share), rotation: Quaternion.Slerp(a.rotation, b.rotation, share) };
}

function distance(a: Pose, b: Pose): number {
  const { x, y, z, w } = b.rotation;
  const apart = (sign: number): number => Math.hypot(...a.rotation.asArray().map((value, i) => value - sign * [x, y, z, w][i]!));
  return Math.max(Vector3.Distance(a.position, b.position), Math.min(apart(1), apart(-1)));
}

/** The nodes that the groups of a scene animate, in the same order for equal characters. */
function animatedNodes({ animationGroups }: Scene): TransformNode[] {
  return [...new Set(animationGroups.flatMap(({ targetedAnimations }) => targetedAnimations.map(({ target }) => target as TransformNode)))];
}

/** A second, equal character, whose groups Babylon poses one at a time. @returns the poses of the nodes */
function posesOf(scene: Scene, nodes: readonly TransformNode[], clip: string, timestamp: number): Pose[] {
  const group = scene.animationGroups.find(({ name }) => name === clip)!;
  group.start(false);
  group.goToFrame(timestamp * group.targetedAnimations[0]!.animation.framePerSecond);
  group.stop();
  return nodes.map(poseOf);
}

async function start(load: (scene: Scene) => Promise<unknown>, names: Names) {
  const [stage, other] = [new Stage(), new Stage()];
  for (const { scene } of [stage, other]) {
    await load(scene);
    scene.animationGroups.forEach((group) => group.stop());
  }
  const nodes = animatedNodes(stage.scene);
  const others = animatedNodes(other.scene);
  const spine = nodes.find(({ name }) => name === names.spine)!;
  const arms = nodes.map((node) => node === spine || node.isDescendantOf(spine));
  const controller = CreateController(stage.scene, exampleWith(names));
  const byHand = (clip: string, timestamp: number): Pose[] => posesOf(other.scene, others, clip, timestamp);
  const expectPoses = (expected: (node: number) => Pose): void => {
    expect(Math.max(...nodes.map((node, i) => distance(poseOf(node), expected(i))))).toBeLessThan(1e-6);
  };
  return { stage, controller, arms, byHand, expectPoses };
}

/** Walks, waves, jumps and lands, as the example says. */
async function expectExample(load: (scene: Scene) => Promise<unknown>, names: Names): Promise<void> {
  const { stage, controller, byHand, arms, expectPoses } = await start(load, names);
  const changes: string[] = [];
  controller.onStateChangedObservable.add(({ layer, from, to }) => changes.push(`${layer}: ${from} > ${to}`));
  controller.set("speed", 1.4);
  stage.frames(0, 0.25);
  const walking = byHand(names.walk, 0.25);
  expectPoses((node) => walking[node]!);

  controller.fire("wave");
  stage.frames(0.125, 0.125); // the fade of 0.2 s has begun 0.125 s ago
  const [below, above] = [byHand(names.walk, 0.5), byHand(names.wave, 0.125)];
  expectPoses((node) => (arms[node] ? mix(below[node]!, above[node]!, 0.625) : below[node]!));

  stage.frames(0.125);
  const [later, waving] = [byHand(names.walk, 0.625), byHand(names.wave, 0.25)];
  expectPoses((node) => (arms[node] ? waving : later)[node]!);

  controller.set("grounded", false);
  stage.frames(0, 0.05);
  const [walk, jump, wave] = [byHand(names.walk, 0.675), byHand(names.jump, 0.05), byHand(names.wave, 0.3)];
  expectPoses((node) => (arms[node] ? wave[node]! : mix(walk[node]!, jump[node]!, 0.5)));

  controller.set("grounded", true);
  stage.frames(...Array.from({ length: 120 }, () => 0.03125));
  expect(changes).toEqual(["arms: none > wave", "0: move > jump", "0: jump > move", "arms: wave > none"]);
  expect([controller.stateOf(), controller.stateOf("arms")]).toEqual(["move", "none"]);
}

const NAMES: Names = { idle: "idle", walk: "walk", run: "run", jump: "jump", wave: "wave", spine: "spine" };
const NOT_STARTED = { gltf: { animationStartMode: GLTFLoaderAnimationStartMode.NONE } };

describe("the hero", () => {
  const bytes = readFileSync(new URL("../../../playground/models/hero.glb", import.meta.url));

  it("walks, waves and jumps", async () => {
    const load = (scene: Scene): Promise<unknown> => ImportMeshAsync(bytes, scene, { pluginExtension: ".glb" });
    await expectExample(load, NAMES);
  });

  it("shows poses at the update rate of the scene, those of their frames", async () => {
    const begin = async (stage: Stage) => {
      await ImportMeshAsync(bytes, stage.scene, { pluginExtension: ".glb", pluginOptions: NOT_STARTED });
      return { controller: CreateController(stage.scene, exampleWith(NAMES)), nodes: animatedNodes(stage.scene) };
    };
    const [stage, other] = [new Stage(), new Stage()];
    const [every, some] = [await begin(stage), await begin(other)];
    SetUpdateRate(other.scene, 0.1);
    let shown = some.nodes.map(poseOf);
    let skipped = 0;
    for (let frame = 0; frame < 60; frame++) {
      for (const { controller } of [every, some]) {
        controller.set("speed", frame / 15);
        controller.set("grounded", frame % 40 < 30);
      }
      stage.frames(1 / 32);
      other.frames(1 / 32);
      const isSkipped = other.scene.animationGroups.some((group) => group instanceof ClipAnimationGroup && group.isPoseSkipped);
      skipped += isSkipped ? 1 : 0;
      shown = isSkipped ? shown : every.nodes.map(poseOf);
      expect(Math.max(...some.nodes.map((node, i) => distance(poseOf(node), shown[i]!)))).toBeLessThan(1e-6);
      expect(some.controller.stateOf()).toBe(every.controller.stateOf());
    }
    expect(skipped).toBeGreaterThan(30);
  });

  it("goes on when its file is loaded again and takes its place, as docs/react.md does it", async () => {
    const begin = async (stage: Stage) => {
      const container = await LoadAssetContainerAsync(bytes, stage.scene, { pluginExtension: ".glb", pluginOptions: NOT_STARTED });
      container.addAllToScene();
      return { container, controller: CreateController(container, exampleWith(NAMES), { name: "hero" }) };
    };
    const [stage, other] = [new Stage(), new Stage()];
    const [{ controller }, last] = [await begin(stage), await begin(other)];
    for (const each of [controller, last.controller]) {
      each.set("speed", 2.1);
      each.fire("wave");
    }
    stage.frames(0, 0.1, 0.1, 0.05);
    other.frames(0, 0.1, 0.1, 0.05);

    const next = await LoadAssetContainerAsync(bytes, other.scene, { pluginExtension: ".glb", pluginOptions: NOT_STARTED });
    const state = SaveClipState(other.scene);
    last.container.dispose();
    next.addAllToScene();
    const exchanged = CreateController(next, exampleWith(NAMES), { name: "hero" });
    RestoreClipState(other.scene, state);
    expect([exchanged.stateOf(), exchanged.stateOf("arms"), exchanged.get("speed")]).toEqual(["move", "wave", 2.1]);
    const [nodes, others] = [animatedNodes(stage.scene), animatedNodes(other.scene)];
    expect(others.map(({ name }) => name)).toEqual(nodes.map(({ name }) => name));
    for (const delta of [0, 0.1, 0.3, 0.3, 2]) {
      stage.frames(delta);
      other.frames(delta);
      expect(Math.max(...nodes.map((node, i) => distance(poseOf(node), poseOf(others[i]!))))).toBeLessThan(1e-6);
      expect(exchanged.stateOf("arms")).toBe(controller.stateOf("arms"));
    }
    expect(controller.stateOf("arms")).toBe("none"); // the wave has ended
  });
});

describeWithAssets("the robot", () => {
  it("walks, waves and jumps", async () => {
    const bytes = readAssetBytes("skin-raylib-robot-14anims.glb");
    const load = (scene: Scene): Promise<unknown> => ImportMeshAsync(bytes, scene, { pluginExtension: ".glb" });
    const clip = (name: string): string => `Robot_${name}`;
    await expectExample(load, {
      ...{ idle: clip("Idle"), walk: clip("Walking"), run: clip("Running"), jump: clip("Jump"), wave: clip("Wave"), spine: "Torso" },
    });
  });
});
