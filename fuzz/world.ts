/** A scene with a few animated nodes, for random calls. */
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { Matrix, Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { Bone } from "@babylonjs/core/Bones/bone.js";
import { Skeleton } from "@babylonjs/core/Bones/skeleton.js";
import { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import {
  CreateClip,
  type ClipAnimationGroup,
  type ClipCrossFade,
  type ClipLibrary,
  type ClipPose,
  type EvaluationMode,
  LoadClipLibraryAsync,
  type ParameterBlend,
} from "../src/pure.js";
import { packGlb } from "../scripts/glb.mjs";
import { createModel, SWING } from "../test/helpers/gltfAsset.js";
import type { ClipController } from "../src/controller.js";
import { createAnimation, createGroup } from "../test/helpers/group.js";
import { expect } from "./invariants.js";
import { createScene } from "./scene.js";

const vector = (x: number): Vector3 => new Vector3(x, 1 - x, 2 * x);
const rotation = (x: number): Quaternion => Quaternion.RotationAxis(Vector3.Up(), x);

/** A group that moves, turns and scales a node between two poses. */
function createGroupOf(scene: Scene, node: TransformNode, frames: readonly number[], scale: number): AnimationGroup {
  const keys = <T>(make: (x: number) => T, dataType: number): { frames: readonly number[]; values: readonly T[]; dataType: number } => ({
    frames,
    values: frames.map((_, i) => make(scale * (i + 0.25))),
    dataType,
  });
  return createGroup(
    scene,
    [node, createAnimation("position", keys(vector, Animation.ANIMATIONTYPE_VECTOR3))],
    [node, createAnimation("rotationQuaternion", keys(rotation, Animation.ANIMATIONTYPE_QUATERNION))],
    [node, createAnimation("scaling", keys(vector, Animation.ANIMATIONTYPE_VECTOR3))],
  );
}

/** A file with two clips, whose keys begin at 0 and later, in lines and splines. */
const MOVES = createModel(2, [SWING, SWING.slice(0, 2).map((channel) => ({ ...channel, interpolation: "STEP" as const }))]);

/** A character without clips: the joints `a` and `b` at rest, of which `b` is the child. */
function createCharacter(scene: Scene): { readonly root: TransformNode; readonly joints: readonly TransformNode[] } {
  const root = new TransformNode("second", scene);
  const skeleton = new Skeleton("second", "second", scene);
  const joints = ["a", "b"].map((name) => new TransformNode(name, scene));
  joints.reduce<TransformNode>((parent, joint) => ((joint.parent = parent), joint), root);
  joints.reduce<Bone | null>((parent, joint, i) => {
    joint.position.set(0, 0.5, i);
    joint.rotationQuaternion = rotation(i / 2);
    const bone = new Bone(joint.name, skeleton, parent, Matrix.Compose(joint.scaling, joint.rotationQuaternion, joint.position));
    bone.linkTransformNode(joint);
    return bone;
  }, null);
  const body = new Mesh("body", scene, root);
  body.skeleton = skeleton;
  return { root, joints };
}

/** How many numbers {@link World.numbers} has of each node. */
export const NUMBERS_OF_NODE = 10;

/** What random calls are made on. Each list may grow. */
export class World {
  readonly scene: Scene = createScene();
  readonly nodes: readonly TransformNode[];
  readonly groups: readonly AnimationGroup[];
  /** What libraries add clips to. */
  readonly character = createCharacter(this.scene);
  /** The first one can retarget. */
  readonly libraries: ClipLibrary[] = [];
  readonly clips: ClipAnimationGroup[];
  readonly fades: ClipCrossFade[] = [];
  readonly blends: ParameterBlend[] = [];
  /** Saved ones, as JSON. */
  readonly states: string[] = [];
  readonly controllers: ClipController[] = [];
  readonly poses: ClipPose[] = [];
  /** The events of clips, as lines such as "3 ended". */
  readonly events: string[] = [];
  /** Whether a stopped clip was shown within a frame: then it depends on what waits for the animation step whether others still show theirs. */
  showsWithinFrame = false;
  /** Errors of calls inside of observers, where Babylon or the package would catch them. */
  readonly errors: unknown[] = [];

  constructor(readonly evaluationMode: EvaluationMode) {
    const { scene } = this;
    this.nodes = ["a", "b"].map((name) => new TransformNode(name, scene));
    this.nodes.forEach((node) => (node.rotationQuaternion = Quaternion.Identity()));
    const [a, b] = this.nodes as [TransformNode, TransformNode];
    // keys at 0, because Babylon adds one to keys that begin later, and calls after that start elsewhere
    this.groups = [
      createGroupOf(scene, a, [0, 30, 60], 1),
      createGroupOf(scene, a, [0, 10, 50], -0.5),
      createGroupOf(scene, b, [0, 60], 2),
    ];
    const [first, second, third] = this.groups as [AnimationGroup, AnimationGroup, AnimationGroup];
    this.clips = [
      CreateClip("walk", first, { end: 0.5 }, { evaluationMode }),
      CreateClip("run", [second, third], { start: 0.1, end: 0.9, reverse: true, repetitions: 2 }, { evaluationMode }),
      CreateClip("back", third, { end: 1, offset: 1, speed: -2 }, { evaluationMode, weight: 0.5 }),
    ];
    this.clips.forEach((clip, i) => this._log(clip, i));
  }

  /** Loads the libraries. */
  async load(): Promise<this> {
    const bytes = new Uint8Array(packGlb(MOVES.json, MOVES.bin));
    for (const retarget of [true, false]) {
      this.libraries.push(await LoadClipLibraryAsync(bytes, this.scene, { retarget }));
    }
    return this;
  }

  /** Logs the ends of a clip, by the index of the clip. */
  private _log(clip: ClipAnimationGroup, index: number): void {
    clip.onFinishObservable.add(() => void this.events.push(`${index} finished`));
    clip.onAnimationGroupEndObservable.add(() => void this.events.push(`${index} ended`));
  }

  /** Adds a clip. */
  add(clip: ClipAnimationGroup): void {
    this._log(clip, this.clips.push(clip) - 1);
  }

  /**
   * Renders a frame. Babylon gives nodes the objects that hold the values of its groups, and mixes into them, or blends from them, a frame later, as the order
   * of groups has it (findings/babylon-third-rotation-has-no-weight.sh, findings/babylon-blending-begins-at-two-moments.sh): here, nodes have their own.
   */
  render(): void {
    for (const node of [...this.nodes, ...this.character.joints]) {
      node.position = node.position.clone();
      node.rotationQuaternion = node.rotationQuaternion!.clone();
      node.scaling = node.scaling.clone();
    }
    this.scene.render();
  }

  /** The numbers of all nodes: of each, the position, the rotation and the scaling. */
  numbers(): readonly number[] {
    return [...this.nodes, ...this.character.joints].flatMap((node) => [
      ...node.position.asArray(),
      ...node.rotationQuaternion!.asArray(),
      ...node.scaling.asArray(),
    ]);
  }

  /** Everything that a refused call must leave alone. */
  describe(): string {
    return JSON.stringify([
      this.numbers(),
      this.clips.map(describeClip),
      this.fades.map(({ progress, isRunning }) => [progress, isRunning]),
      this.blends.map(({ value, weight, isRunning }) => [value, weight, isRunning]),
    ]);
  }

  /** The clips are within their bounds, and everything is finite. */
  expectSound(): void {
    expect(this.errors.length === 0, () => `must not throw in an observer: ${stackOf(this.errors[0])}`);
    expect(this.numbers().every(Number.isFinite), () => `must be finite (got ${this.numbers().join(" ")})`);
    this.clips.forEach(expectSoundClip);
  }

  /** Ends everything that was made, and what is made when others end. */
  endAll(): void {
    const { fades, blends, controllers, clips } = this;
    const count = (): number => fades.length + blends.length + controllers.length + clips.length;
    for (let ended = -1; ended !== count();) {
      ended = count();
      fades.forEach((fade) => fade.stop());
      blends.forEach((blend) => blend.stop());
      controllers.forEach((controller) => controller.dispose());
      clips.forEach((clip) => clip.dispose());
    }
    this.groups.forEach((group) => group.stop());
    this.libraries.forEach((library) => library.dispose());
  }
}

function describeClip(clip: ClipAnimationGroup): readonly unknown[] {
  const { settings, timestamp, weight, effectiveWeight, playOrder, evaluationMode, isAdditive, enableBlending, speedRatio, from, to } =
    clip;
  const { isStarted, isPlaying, isFinished, completedRepetitions, direction, loopAnimation, duration, name, layer } = clip;
  const state = [settings, timestamp, weight, effectiveWeight, playOrder, evaluationMode, isAdditive, enableBlending, speedRatio, from, to];
  return [...state, isStarted, isPlaying, isFinished, completedRepetitions, direction, loopAnimation, duration, name, layer];
}

function expectSoundClip(clip: ClipAnimationGroup): void {
  const { timestamp, completedRepetitions, isPlaying, isStarted, effectiveWeight } = clip;
  const { start, end } = clip.player.playhead.activeSettings;
  expect(Number.isFinite(timestamp), () => `${clip.name}.timestamp must be finite (got ${timestamp})`);
  const isWithin = timestamp >= start && timestamp <= end;
  expect(isWithin || !isStarted, () => `${clip.name}.timestamp must be within ${start}..${end} (got ${timestamp})`);
  expect(completedRepetitions >= 0 && !Number.isNaN(completedRepetitions), () => `repetitions must be >= 0 (got ${completedRepetitions})`);
  expect(isStarted || !isPlaying, () => `${clip.name} must not play without being started`);
  expect(effectiveWeight === -1 || effectiveWeight >= 0, () => `${clip.name}.effectiveWeight must be -1 or >= 0 (got ${effectiveWeight})`);
}

export function stackOf(error: unknown): string {
  return error instanceof Error ? error.stack! : String(error);
}
