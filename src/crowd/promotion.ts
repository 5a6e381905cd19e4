import type { AssetContainer, InstantiatedEntries } from "@babylonjs/core/assetContainer.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { Matrix } from "@babylonjs/core/Maths/math.vector.js";
import type { ClipAnimationGroup } from "../playback/clipAnimationGroup.js";
import { ApplyRestPose } from "../evaluation/clipPose.js";
import { CreateClip } from "../playback/createClip.js";
import { HELD, RUNNING } from "../timing/timestamps.js";
import { NO_CLIP, PROMOTED, type Characters } from "./characters.js";
import type { CrowdClip } from "./crowdClip.js";

/** An ordinary instance, which can be given again. */
interface Instance {
  readonly root: TransformNode;
  readonly entries: InstantiatedEntries;
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
    /** The clip that it plays, at the timestamp of the character; null where the character plays none. */
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
  private readonly _promoted = new Map<number, PromotedCharacter>();
  private readonly _pool: Instance[] = [];
  private readonly _world = new Matrix();

  constructor(
    private readonly _container: AssetContainer,
    private readonly _characters: Characters,
    private readonly _clips: readonly CrowdClip[],
  ) {}

  promote(index: number): PromotedCharacter {
    const known = this._promoted.get(index);
    if (known) {
      return known;
    }
    const pooled = this._pool.pop();
    const { root, entries } = pooled ?? this._instantiate();
    if (pooled) {
      ApplyRestPose(entries);
    }
    root.setEnabled(true);
    Matrix.FromArrayToRef(this._characters.matrices, 16 * index, this._world);
    root.rotationQuaternion ??= root.rotation.toQuaternion();
    this._world.decompose(root.scaling, root.rotationQuaternion, root.position);
    this._characters.setHidden(index, PROMOTED, true);
    const promoted = new PromotedCharacter(index, root, entries, this._createClip(index, entries), (each) => this._demote(each));
    this._promoted.set(index, promoted);
    return promoted;
  }

  /** Forgets a character that is removed. */
  forget(index: number): void {
    const promoted = this._promoted.get(index);
    if (promoted) {
      this._release(promoted);
    }
  }

  dispose(): void {
    [...this._promoted.keys()].forEach((index) => this.forget(index));
    for (const { root, entries } of this._pool.splice(0)) {
      entries.dispose();
      root.dispose();
    }
  }

  private _instantiate(): Instance {
    const { scene } = this._container;
    const root = new TransformNode("promoted", scene);
    const entries = this._container.instantiateModelsToScene((name) => name);
    entries.rootNodes.forEach((node) => (node.parent = root));
    return { root, entries };
  }

  /** Plays on where the character is: what is left of its repetitions, and in its direction. */
  private _createClip(index: number, { animationGroups }: InstantiatedEntries): ClipAnimationGroup | null {
    const { clipIndices, clock, columns } = this._characters;
    const own = this._clips[clipIndices[index]!];
    const group = own && animationGroups[this._container.animationGroups.indexOf(own.group)];
    if (!group) {
      return null;
    }
    const { settings, timestamp, completedRepetitions, isFinished, direction } = clock.at(index);
    const repetitions = settings.repetitions < 1 ? settings.repetitions : Math.max(settings.repetitions - completedRepetitions, 1);
    const speed = direction * settings.speed < 0 ? -settings.speed : settings.speed;
    const clip = CreateClip(own.name, group, { ...settings, repetitions, speed });
    clip.timestamp = timestamp;
    if (!isFinished && columns.states[index] !== HELD) {
      clip.start();
    }
    columns.states[index] = HELD;
    return clip;
  }

  private _demote(promoted: PromotedCharacter): void {
    const { index, root, clip } = promoted;
    const characters = this._characters;
    if (this._promoted.get(index) !== promoted) {
      return;
    }
    root.computeWorldMatrix(true).copyToArray(characters.matrices, 16 * index);
    characters.areMatricesDirty = true;
    characters.setHidden(index, PROMOTED, false);
    const { columns, clock, clipIndices } = characters;
    if (clip && clipIndices[index] !== NO_CLIP && columns.states[index] === HELD) {
      const { completedRepetitions, isFinished: wasFinished } = clock.at(index);
      const isFinished = clip.isFinished || (wasFinished && !clip.isStarted);
      clock.moveTo({
        timestamp: clip.timestamp,
        heading: clip.direction < 0 ? -1 : 1,
        completedRepetitions: completedRepetitions + clip.completedRepetitions,
        isFinished,
      });
      clock.store();
      columns.states[index] = clip.isPlaying || isFinished ? RUNNING : HELD;
    }
    this._release(promoted);
  }

  private _release({ index, root, entries, clip }: PromotedCharacter): void {
    this._promoted.delete(index);
    clip?.dispose();
    root.setEnabled(false);
    this._pool.push({ root, entries });
  }
}
