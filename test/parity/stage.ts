/** The stage of the comparisons: one model, whose animations are played by plain groups, by clips made of them, and by clips of the file. */
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import type { AssetContainer } from "@babylonjs/core/assetContainer.js";
import { type ClipAnimationGroup, CreateClip, GetClips } from "../../src/index.js";
import { type AddAccessor, addTriangle, createAsset, nodeAnimation, type TestChannel } from "../helpers/gltfAsset.js";
import { createScene, loadContainer, withClips } from "../helpers/scene.js";
import type { Asset, Json } from "../helpers/gltfPose.js";

/** Who plays the animations of the model. */
export type Variant = "plain" | "created" | "file" | "compiled";

const turn = (degrees: number): readonly number[] => [0, 0, Math.sin((degrees * Math.PI) / 360), Math.cos((degrees * Math.PI) / 360)];

/**
 * A stride of hips, leg and foot. The first channel is constant, and shorter than the others; the hips travel forwards; the keys have different times, and
 * STEP, LINEAR and CUBICSPLINE interpolation.
 */
function stride(seconds: number, reach: number): readonly TestChannel[] {
  return [
    { node: 2, path: "scale", times: [0, seconds / 2], values: [1, 1, 1, 1, 1, 1] },
    { node: 0, path: "translation", times: [0, seconds / 2, seconds], values: [0, 1, 0, 0, 1.25, reach / 2, 0, 1, reach] },
    { node: 1, path: "rotation", times: [0, seconds / 4, seconds], values: [...turn(0), ...turn(80), ...turn(0)] },
    {
      ...{ node: 1, path: "translation", times: [0, seconds], interpolation: "CUBICSPLINE" },
      values: [0, 0, 0, 0, -0.5, 0, 0, 1, 0, 0, 1, 0, 0, -0.75, 0, 0, 0, 0],
    },
    { node: 2, path: "translation", times: [0, seconds / 3, seconds], values: [0, 0, 0, 0, 0, 1, 0, 0, 2], interpolation: "STEP" },
  ];
}

/** A figure that walks in 0.95 s and runs in 0.71 s: no bound is met exactly by frames of 16 ms. */
function createFigure(
  body: (add: AddAccessor) => { readonly json: Json; readonly channels: (seconds: number) => readonly TestChannel[] },
): Asset {
  return createAsset((add) => {
    const { json, channels } = body(add);
    return {
      ...json,
      animations: [
        nodeAnimation(add, "walk", [...stride(0.95, 2), ...channels(0.95)]),
        nodeAnimation(add, "run", [...stride(0.71, 3), ...channels(0.71)]),
      ],
    };
  });
}

const JOINTS: readonly Json[] = [{ name: "hips", children: [1] }, { name: "leg", children: [2] }, { name: "foot" }];

/** A figure of nodes alone. */
export const STRIDER: Asset = createFigure(() => ({ json: { scenes: [{ nodes: [0] }], nodes: JOINTS }, channels: () => [] }));

const at = (x: number, y: number, z: number): readonly number[] => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];

/** The same figure as the skeleton of a mesh with two morph targets, which the animations move, too. */
export const CHARACTER: Asset = createFigure((add) => ({
  json: {
    scenes: [{ nodes: [0, 3] }],
    nodes: [
      { ...JOINTS[0], translation: [0, 1, 0] },
      { ...JOINTS[1], translation: [0, -0.5, 0] },
      { ...JOINTS[2], translation: [0, -0.5, 0] },
      { name: "body", mesh: 0, skin: 0 },
    ],
    skins: [{ joints: [0, 1, 2], inverseBindMatrices: add("MAT4", [...at(0, -1, 0), ...at(0, -0.5, 0), ...at(0, 0, 0)]), skeleton: 0 }],
    meshes: [
      {
        weights: [0, 0],
        extras: { targetNames: ["wide", "tall"] },
        primitives: [
          {
            attributes: {
              ...addTriangle(add),
              JOINTS_0: add("VEC4", new Uint8Array([0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0])),
              WEIGHTS_0: add("VEC4", [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]),
            },
            targets: [{ POSITION: add("VEC3", [1, 0, 0, 1, 0, 0, 1, 0, 0]) }, { POSITION: add("VEC3", [0, 1, 0, 0, 1, 0, 0, 1, 0]) }],
          },
        ],
      },
    ],
  },
  channels: (seconds) => [{ node: 3, path: "weights", times: [0, seconds / 2, seconds], values: [0, 1, 0.5, 0.25, 0, 1] }],
}));

export const NODES = ["hips", "leg", "foot"] as const;

/** A scene with the model, and the groups that play it. */
export class Stage {
  /** What was observed, in order. */
  readonly log: unknown[] = [];

  private constructor(
    readonly variant: Variant,
    readonly scene: Scene,
    readonly container: AssetContainer,
    readonly groups: readonly AnimationGroup[],
  ) {}

  static async create(variant: Variant, scene = createScene(), asset = STRIDER): Promise<Stage> {
    const animations = asset.json["animations"] as readonly { readonly name: string }[];
    const clips = animations.map(({ name }, i) => ({ name, animations: [i] }));
    const enabled = variant === "compiled";
    const container = await loadContainer(variant === "file" ? withClips(asset, clips) : asset, scene, {
      loader: { extensionOptions: { compiledGroups: { enabled } } },
    });
    let groups: readonly AnimationGroup[] = [...container.animationGroups];
    if (variant === "created") {
      groups = groups.map((group) => CreateClip(group.name, group));
    } else if (variant === "file") {
      groups = GetClips(container);
    }
    // the plain groups do not play beside the clips of them
    container.animationGroups.filter((group) => !groups.includes(group)).forEach((group) => group.dispose());
    container.addAllToScene();
    return new Stage(variant, scene, container, groups);
  }

  get walk(): AnimationGroup {
    return this.groups[0]!;
  }

  get run(): AnimationGroup {
    return this.groups[1]!;
  }

  /** The node above the hips. */
  get root(): TransformNode {
    return this.node("hips").parent as TransformNode;
  }

  node(name: (typeof NODES)[number]): TransformNode {
    return this.scene.getTransformNodeByName(name)!;
  }

  /** Renders frames of 16 ms, and writes the pose of each to the log. */
  play(frames: number): void {
    for (let i = 0; i < frames; i++) {
      this.scene.render();
      this.logPose();
    }
  }

  /** Renders frames without a log. */
  skip(frames: number): void {
    for (let i = 0; i < frames; i++) {
      this.scene.render();
    }
  }

  logPose(): void {
    this.log.push(this.pose());
  }

  /** The animated values of all nodes. */
  pose(): readonly number[] {
    return NODES.flatMap((name) => {
      const { position, rotationQuaternion, scaling } = this.node(name);
      return [...position.asArray(), ...(rotationQuaternion?.asArray() ?? [0, 0, 0, 1]), ...scaling.asArray()];
    });
  }

  /** Writes flags and the frame of the groups to the log. */
  logState(): void {
    for (const { isStarted, isPlaying, loopAnimation, speedRatio, weight, isAdditive, playOrder } of this.groups) {
      // a plain group that was never started has flags that are undefined, and loops where nobody said so
      this.log.push([!!isStarted, !!isPlaying, !!isStarted && loopAnimation, speedRatio, weight, isAdditive, playOrder]);
    }
  }

  logFrame(group = this.walk): void {
    this.log.push(group.getCurrentFrame());
  }

  /** Writes the notifications of a group to the log. */
  listen(group = this.walk): void {
    const observe = (name: string, observable: { add(callback: (data: unknown) => void): unknown }): void => {
      observable.add(() => this.log.push(`${group.name} ${name}`));
    };
    observe("play", group.onAnimationGroupPlayObservable);
    observe("pause", group.onAnimationGroupPauseObservable);
    observe("group loop", group.onAnimationGroupLoopObservable);
    observe("group end", group.onAnimationGroupEndObservable);
    observe("end", group.onAnimationEndObservable);
  }

  /** Runs a function, and writes what it throws to the log. */
  try(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.log.push(`throws ${(error as Error).constructor.name}`);
    }
  }

  /** Runs a function, and returns the lines that it logs. */
  static logged(run: () => void): string[] {
    const lines: string[] = [];
    const { Warn, Error: logError } = Logger;
    Logger.Warn = (message) => void lines.push(String(message));
    Logger.Error = (message) => void lines.push(String(message));
    try {
      run();
      return lines;
    } finally {
      Logger.Warn = Warn;
      Logger.Error = logError;
    }
  }
}

export function isClip(group: AnimationGroup): group is ClipAnimationGroup {
  return "settings" in group;
}
