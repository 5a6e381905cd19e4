import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { AnimationGroupMask } from "@babylonjs/core/Animations/animationGroupMask.js";
import { Matrix } from "@babylonjs/core/Maths/math.vector.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Node } from "@babylonjs/core/node.js";
import { logError } from "../../../scene/host/index.js";
import { type ClipAnimationGroup, CreateClip, makeAdditive, maskOf, type ScheduledFade } from "../../../scene/playing/index.js";
import type { MixturePart } from "../../../scene/posing/index.js";
import { excerpt, getOrMake } from "../../../gltf/util/index.js";
import { NO_CLIP } from "./characters.js";
import type { CrowdClip } from "../asset/crowdClip.js";
import type { CharacterLayers, Layers } from "./layers.js";

/** A clip of an instance that shows what a character of the crowd shows. */
interface Shadow extends MixturePart {
  factor: number;
  /** Where it is given back. */
  readonly free: ClipAnimationGroup[];
  readonly clip: ClipAnimationGroup;
  /** The frame in which it was shown last. */
  frame: number;
}

/** The nodes and groups of an ordinary instance. */
export interface ShownInstance {
  /** Where the character is; with a rotation quaternion. */
  readonly root: TransformNode;
  readonly nodes: readonly Node[];
  /** Its own group for each group of the crowd. */
  readonly groups: ReadonlyMap<AnimationGroup, AnimationGroup>;
}

/**
 * Shows the layers of a character on an ordinary instance: what plays is decided and counted by the crowd, and clips of the instance have its timestamps
 * and weights in each frame.
 */
export class PromotedLayers implements ScheduledFade {
  private readonly _shadows = new Map<object, Shadow>();
  private readonly _free = new Map<string, ClipAnimationGroup[]>();
  private readonly _masks: readonly (AnimationGroupMask | null)[];
  private readonly _clipsMade: ClipAnimationGroup[] = [];
  private readonly _scheduler: ClipAnimationGroup["player"]["scheduler"];
  /** The matrix of the character, as of the last frame. */
  private readonly _matrix = new Float32Array(16);
  private _frame = 0;
  private _count = 0;

  /** @param _advanceCrowd advances the crowd, unless it has been in this frame */
  constructor(
    private readonly _name: string,
    private readonly _index: number,
    private readonly _layers: Layers,
    private readonly _matrixInto: (matrix: Float32Array) => void,
    layers: CharacterLayers,
    private readonly _clips: readonly CrowdClip[],
    private readonly _instance: ShownInstance,
    private readonly _advanceCrowd: () => void,
  ) {
    const find = (name: string): Node => _instance.nodes.find((node) => node.name === name)!;
    this._masks = layers.layers.map(({ joints }) => joints && maskOf(joints.include?.map(find), joints.exclude?.map(find)));
    this._scheduler = this._freeClips(0, 0, false)[0]!.player.scheduler;
    this._matrixInto(this._matrix);
    this._show();
    this._scheduler.addFade(this);
  }

  /** The clip that shows the character's own clip; null for none. */
  get own(): ClipAnimationGroup | null {
    return this._shadows.get(this._layers.of(this._index)?.own ?? this)?.clip ?? null;
  }

  advance(): void {
    this._advanceCrowd();
    this._move();
    this._show();
  }

  /** Moves the instance as root motion has moved the character, from wherever the instance is. */
  private _move(): void {
    const { root } = this._instance;
    Matrix.FromArrayToRef(this._matrix, 0, before);
    this._matrixInto(this._matrix);
    Matrix.FromArrayToRef(this._matrix, 0, moved);
    if (this._layers.of(this._index)?.moves && !moved.equals(before)) {
      moved.multiplyToRef(before.invertToRef(before), moved);
      root.rotationQuaternion ??= root.rotation.toQuaternion();
      Matrix.ComposeToRef(root.scaling, root.rotationQuaternion, root.position, before);
      moved.multiplyToRef(before, moved);
      moved.decompose(undefined, root.rotationQuaternion, root.position);
      root.markAsDirty();
    }
  }

  fail(error: unknown): void {
    logError(`${excerpt(this._name)}: a promoted character is stopped by an error`, error);
    this.stop();
  }

  stop(): void {
    this._scheduler.removeFade(this);
    this._end([...this._shadows.keys()]);
    this._clipsMade.splice(0).forEach((clip) => clip.dispose());
  }

  private _show(): void {
    const layers = this._layers.of(this._index);
    this._frame++;
    let count = 0;
    if (layers) {
      for (let i = 0; i < layers.layers.length; i++) {
        const { parts, isAdditive } = layers.layers[i]!;
        for (let k = 0; k < parts.length; k++) {
          const part = parts[k]!;
          this._showPart(part, i, part.clipIndex, isAdditive, part.timestamp, part.weight);
          count++;
        }
      }
    } else {
      // the controller has ended: the character goes on with its own clip
      const { clip, timestamp } = this._layers.ownOf(this._index);
      if (clip !== NO_CLIP) {
        this._showPart(this, 0, clip, false, timestamp, 1);
        count = 1;
      }
    }
    if (count !== this._count || this._shadows.size > count) {
      this._count = count;
      this._end([...this._shadows.keys()].filter((key) => this._shadows.get(key)!.frame !== this._frame));
      layers?.layers.forEach(({ parts }) => parts.forEach((part) => this._scheduler.moveToEnd(this._shadows.get(part)!.clip.player)));
    }
  }

  /** @param key what is shown */
  private _showPart(key: object, layer: number, clip: number, isAdditive: boolean, timestamp: number, weight: number): void {
    let shadow = this._shadows.get(key);
    if (shadow && key === this && shadow.free !== this._freeClips(layer, clip, isAdditive)) {
      this._end([key]);
      shadow = undefined;
    }
    shadow ??= this._begin(key, layer, clip, isAdditive);
    shadow.frame = this._frame;
    if (shadow.factor !== weight) {
      shadow.factor = weight;
      shadow.clip.player.posing.applyWeight();
    }
    shadow.clip.player.seek(timestamp, true);
  }

  private _begin(key: object, layer: number, index: number, isAdditive: boolean): Shadow {
    const free = this._freeClips(layer, index, isAdditive);
    const clip = free.length > 1 ? free.pop()! : this._keep(free[0]!.clone(free[0]!.name)); // the first one remains, to be copied
    const shadow: Shadow = { factor: 0, rate: 0, free, clip, frame: this._frame };
    clip.player.posing.addPart(shadow);
    clip.start();
    this._shadows.set(key, shadow);
    return shadow;
  }

  private _end(keys: readonly object[]): void {
    const ended = keys.map((key) => this._shadows.get(key)!);
    const leaving = new Set(ended.map(({ clip }) => clip.player.posing));
    leaving.forEach((posing) => posing.restoreFor(leaving));
    ended.forEach((shadow) => {
      shadow.clip.player.posing.removePart(shadow);
      shadow.clip.stop(true);
      shadow.free.push(shadow.clip);
    });
    keys.forEach((key) => this._shadows.delete(key));
  }

  /** The clips of a layer that show nothing now. The first one is never shown. */
  private _freeClips(layer: number, index: number, isAdditive: boolean): ClipAnimationGroup[] {
    return getOrMake(this._free, `${layer} ${index}`, () => {
      const own = this._clips[index]!;
      const group = this._instance.groups.get(own.bakedGroup)!;
      const clip = this._keep(CreateClip(own.name, group, { start: own.start, end: own.end }, { weight: 1, layer }));
      clip.isAdditive = own.isAdditive;
      clip.mask = this._masks[layer] ?? group.mask;
      if (isAdditive && !own.isAdditive) {
        makeAdditive(clip);
      }
      return [clip];
    });
  }

  private _keep(clip: ClipAnimationGroup): ClipAnimationGroup {
    this._clipsMade.push(clip);
    return clip;
  }
}

/** Scratch values. */
const before = /*#__PURE__*/ new Matrix();
const moved = /*#__PURE__*/ new Matrix();
