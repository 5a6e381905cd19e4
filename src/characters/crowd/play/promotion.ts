import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { AssetContainer, InstantiatedEntries } from "@babylonjs/core/assetContainer.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { Matrix } from "@babylonjs/core/Maths/math.vector.js";
import type { Node } from "@babylonjs/core/node.js";
import { type ClipAnimationGroup, CreateClip } from "../../../scene/playing/index.js";
import { ApplyRestPose, type ClipPose, GetRestPose } from "../../../scene/posing/index.js";
import { clamp, type Heading, HELD, restoreColumns, RUNNING, saveColumns } from "../../../gltf/timing/index.js";
import { type Characters, NO_CLIP, PROMOTED } from "./characters.js";
import { PromotedMotion } from "./promotedMotion.js";
import type { CrowdClip } from "../asset/crowdClip.js";
import type { ResolvedCrowdOptions } from "../asset/crowdOptions.js";
import type { Layers } from "./layers.js";
import { PromotedLayers } from "./promotedLayers.js";

/** An ordinary instance, which can be given again. */
interface Instance {
  readonly root: TransformNode;
  readonly entries: InstantiatedEntries;
  /** Its own group for each group of the container and the crowd. */
  readonly groups: ReadonlyMap<AnimationGroup, AnimationGroup>;
}

/** Where the matrices of characters are. */
interface CrowdPlace {
  /** The parent of the crowd's meshes. */
  readonly parent: Node | null;
  readonly world: Matrix;
}

interface Promotion {
  readonly character: PromotedCharacter;
  readonly instance: Instance;
  readonly motion: PromotedMotion | null;
  /** What shows the layers of a controlled character; null for others. */
  readonly layers: PromotedLayers | null;
  /** Whether the crowd plays another clip on the character meanwhile. */
  isReplaced: boolean;
}

/** A character as an ordinary instance, made by {@link ClipCrowd.promote}. */
export class PromotedCharacter {
  /** @internal */
  constructor(
    readonly index: number,
    /** The parent of the instance's root nodes; moving it moves the character. */
    readonly root: TransformNode,
    /** The instance's nodes, skeletons and animation groups. */
    readonly entries: InstantiatedEntries,
    /**
     * The clip that it plays, at the timestamp of the character; null where the character plays none. Of a controlled character, the clip that shows its own
     * one: the crowd sets its timestamp and weight in each frame.
     */
    readonly clip: ClipAnimationGroup | null,
    private readonly _onDemote: (promoted: PromotedCharacter) => void,
  ) {}

  /** Gives the instance back: the crowd draws the character again, where the instance is, at its timestamp. */
  demote(): void {
    this._onDemote(this);
  }
}

/** Characters that are ordinary instances for a while. Instances that were given back are used again. */
export class Promotions {
  private readonly _promoted = new Map<number, Promotion>();
  private readonly _pool: Instance[] = [];
  private readonly _world = new Matrix();

  constructor(
    private readonly _container: AssetContainer,
    private readonly _characters: Characters,
    private readonly _layers: Layers,
    private readonly _clips: readonly CrowdClip[],
    private readonly _options: Pick<ResolvedCrowdOptions, "name" | "clock">,
    private readonly _place: CrowdPlace,
    private readonly _advanceCrowd: () => void,
  ) {}

  promote(index: number): PromotedCharacter {
    const known = this._promoted.get(index);
    if (known) {
      return known.character;
    }
    const pooled = this._takePooled();
    const instance = pooled ?? this._instantiate();
    const { root, entries } = instance;
    if (pooled) {
      ApplyRestPose(entries);
    }
    root.setEnabled(true);
    Matrix.FromArrayToRef(this._characters.matrices, 16 * index, this._world);
    root.parent = this._place.parent; // the last user may have given it another one
    root.rotationQuaternion ??= root.rotation.toQuaternion();
    this._world.decompose(root.scaling, root.rotationQuaternion, root.position);
    this._characters.setHidden(index, PROMOTED, true);
    const layers = this._createLayers(index, instance);
    const clip = layers ? layers.own : this._createClip(index, instance);
    const character = new PromotedCharacter(index, root, entries, clip, (each) => this._demote(each));
    const track = this._characters.moves[index] === 1 ? this._clips[this._characters.clipIndices[index]!]!.track : null;
    const motion = track && character.clip && !layers ? new PromotedMotion(root, character.clip, track) : null;
    this._promoted.set(index, { character, instance, motion, layers, isReplaced: false });
    return character;
  }

  /** The crowd plays another clip on some characters: a character keeps its index when its instance is given back. */
  replace(indices: ArrayLike<number>): void {
    for (let i = 0; i < indices.length && this._promoted.size > 0; i++) {
      const promotion = this._promoted.get(indices[i]!);
      if (promotion) {
        promotion.isReplaced = true;
      }
    }
  }

  /** Forgets a character that is removed. */
  forget(index: number): void {
    const promotion = this._promoted.get(index);
    if (promotion) {
      this._release(promotion);
    }
  }

  dispose(): void {
    [...this._promoted.keys()].forEach((index) => this.forget(index));
    this._pool.splice(0).forEach(disposeInstance);
  }

  /** An instance that was given back, with all clips: others are disposed. */
  private _takePooled(): Instance | undefined {
    let pooled = this._pool.pop();
    while (pooled && !this._clips.every(({ bakedGroup }) => pooled!.groups.has(bakedGroup))) {
      disposeInstance(pooled);
      pooled = this._pool.pop();
    }
    return pooled;
  }

  private _instantiate(): Instance {
    const container = this._container;
    const { animationGroups } = container;
    const all = [...new Set([...animationGroups, ...this._clips.map(({ bakedGroup }) => bakedGroup)])];
    const root = new TransformNode("promoted", container.scene);
    const rest = GetRestPose({ animationGroups: all });
    container.animationGroups = all; // Babylon copies no others
    try {
      const entries = inPose(rest, () => container.instantiateModelsToScene((name) => name));
      entries.rootNodes.forEach((node) => (node.parent = root));
      return { root, entries, groups: new Map(all.map((group, i) => [group, entries.animationGroups[i]!])) };
    } finally {
      container.animationGroups = animationGroups;
    }
  }

  /** Shows the layers of a controlled character. */
  private _createLayers(index: number, { root, groups }: Instance): PromotedLayers | null {
    const layers = this._layers.of(index);
    const { name } = this._options;
    const instance = { root, nodes: root.getDescendants(), groups };
    const read = (matrix: Float32Array): void => matrix.set(this._characters.matrices.subarray(16 * index, 16 * index + 16));
    return layers ? new PromotedLayers(name, index, this._layers, read, layers, this._clips, instance, this._advanceCrowd) : null;
  }

  /** Plays on where the character is: with the remaining repetitions, in the present direction. */
  private _createClip(index: number, { groups }: Instance): ClipAnimationGroup | null {
    const { clipIndices, clock, columns } = this._characters;
    const own = this._clips[clipIndices[index]!];
    const group = own && groups.get(own.bakedGroup);
    if (!group) {
      return null;
    }
    const { settings, timestamp, completedRepetitions, isFinished, direction } = clock.at(index);
    const repetitions = settings.repetitions < 1 ? settings.repetitions : Math.max(settings.repetitions - completedRepetitions, 1);
    const speed = direction * settings.speed < 0 ? -settings.speed : settings.speed;
    // Babylon adds by weight only
    const options = { clock: this._options.clock, weight: own.isAdditive ? 1 : -1 };
    const clip = CreateClip(own.name, group, { ...settings, repetitions, speed }, options);
    clip.isAdditive = own.isAdditive;
    if (group.mask) {
      clip.mask = group.mask;
    }
    clip.timestamp = timestamp;
    if (!isFinished && columns.states[index] !== HELD) {
      clip.start();
    }
    columns.states[index] = HELD;
    return clip;
  }

  private _demote(promoted: PromotedCharacter): void {
    const { index, root } = promoted;
    const characters = this._characters;
    const promotion = this._promoted.get(index);
    if (promotion?.character !== promoted) {
      return;
    }
    promotion.motion?.end();
    this._matrixOf(root).copyToArray(characters.matrices, 16 * index);
    characters.areMatricesDirty = true;
    characters.setHidden(index, PROMOTED, false);
    this._storeTime(promotion);
    this._release(promotion);
  }

  /** The numbers of `saveColumns` that a character would have if its instance was given back. */
  savedTime(index: number): readonly number[] {
    const { columns } = this._characters;
    const present = saveColumns(columns, index);
    const promotion = this._promoted.get(index);
    if (!promotion) {
      return present;
    }
    this._storeTime(promotion);
    const saved = saveColumns(columns, index);
    restoreColumns(columns, index, present);
    return saved;
  }

  /** The matrix that a character without layers would have if its instance was given back; null for others. */
  savedMatrix(index: number): Matrix | null {
    const promotion = this._promoted.get(index);
    return promotion && !promotion.layers ? this._matrixOf(promotion.character.root) : null;
  }

  /** Lets the crowd go on where the clip of an instance is. */
  private _storeTime({ character: { index, clip }, layers, isReplaced }: Promotion): void {
    const { columns, clock, clipIndices } = this._characters;
    if (clip && clipIndices[index] !== NO_CLIP && !isReplaced && !layers) {
      const { completedRepetitions, isFinished: wasFinished, settings } = clock.at(index);
      const isFinished = clip.isFinished || (wasFinished && !clip.isStarted);
      clock.moveTo({
        timestamp: clamp(clip.timestamp, settings.start, settings.end),
        heading: clip.direction || (columns.headings[index] as Heading),
        completedRepetitions: completedRepetitions + clip.completedRepetitions,
        isFinished,
      });
      clock.store();
      columns.states[index] = clip.isPlaying || isFinished ? RUNNING : HELD;
    }
  }

  /** The matrix of an instance in the space of the crowd. */
  private _matrixOf(root: TransformNode): Matrix {
    const { parent, world } = this._place;
    if (root.parent === parent) {
      return Matrix.Compose(root.scaling, root.rotationQuaternion ?? root.rotation.toQuaternion(), root.position);
    }
    const own = root.computeWorldMatrix(true);
    return world.determinant() === 0 ? own : own.multiply(Matrix.Invert(world));
  }

  private _release({ character: { index, clip }, instance, motion, layers }: Promotion): void {
    motion?.end();
    this._promoted.delete(index);
    if (layers) {
      layers.stop();
    } else {
      clip?.dispose();
    }
    instance.root.setEnabled(false);
    this._pool.push(instance);
  }
}

/** Runs a function while an asset has a pose. */
function inPose<T>({ values, layout: { list, offsets } }: ClipPose, run: () => T): T {
  const present = new Float64Array(values.length);
  list.read(present);
  const differs = list.mask((i) => {
    const begin = offsets[i]!;
    return present.subarray(begin, begin + list.properties[i]!.kind.size).some((component, c) => component !== values[begin + c]);
  });
  list.write(values, differs);
  try {
    return run();
  } finally {
    list.write(present, differs);
  }
}

function disposeInstance({ root, entries }: Instance): void {
  entries.dispose();
  root.dispose();
}
