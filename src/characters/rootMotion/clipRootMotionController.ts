import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { type Observer, Observable } from "@babylonjs/core/Misc/observable.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { notify } from "../../scene/host/index.js";
import { ClipAnimationGroup, copiesOf } from "../../scene/playing/index.js";
import { excerpt, show } from "../../gltf/util/index.js";
import { createMotion, expectRootMotion, type Motion, MotionTrack, type RootMotion } from "./motionTrack.js";
import { moveNode, toParentSpace } from "./moveNode.js";
import { RootChannel } from "./rootChannel.js";

/** A `RootMotionClip` of Babylon's that was made from a clip. */
export interface ClipRootMotion extends RootMotion {
  readonly rootNode: TransformNode | null;
  /** Babylon's controller of the clip. */
  readonly controller: object | null;
}

interface Entry {
  readonly motion: ClipRootMotion;
  readonly track: MotionTrack;
  /** The clip, and copies of it that play beside it. */
  plays: readonly Play[];
  /** The list of the copies. */
  copies: readonly ClipAnimationGroup[];
}

interface Play {
  readonly clip: ClipAnimationGroup;
  readonly channel: RootChannel;
  /** The seconds that the clip had played when its motion was last read. */
  seconds: number;
}

const controllers = new WeakMap<RootMotion, ClipRootMotionController>();

/**
 * Moves and turns a character by the root motion of clips: as Babylon's `RootMotionController`, whose members it has, but in closed form. A
 * frame of ten seconds moves the character as far as ten thousand short frames, ping-pong and negative speed move it back, and a seek
 * does not move it. The clips are compiled, and have the shares in the motion with which they were mixed.
 *
 * Use one of the two controllers for a clip.
 * @example
 * const walk = await CreateRootMotionClipAsync(RequireClip(result, "walk"));
 * const controller = new ClipRootMotionController(walk.characterNode, [walk]);
 * walk.animationGroup.play();
 */
export class ClipRootMotionController {
  /**
   * Whether the motion is applied to the character node. Set false to use {@link deltaPosition} and {@link deltaRotation} yourself, for
   * example for a physics body. Default true.
   */
  applyToCharacter = true;
  /** Notified after each animation step in which the clips have moved the character. */
  readonly onRootMotionObservable = new Observable<ClipRootMotionController>();
  /** The way of the last animation step, in world space. */
  readonly deltaPosition: Vector3 = Vector3.Zero();
  private _deltaRotation = 0;
  private readonly _entries: Entry[] = [];
  private readonly _scene: Scene;
  private readonly _observer: Observer<Scene>;
  private readonly _motion = createMotion();
  private readonly _way = Vector3.Zero();

  /**
   * @param characterNode the character node of the clips
   * @param clips instances of Babylon's `RootMotionClip`
   * @throws TypeError or RangeError if a clip cannot be added; see {@link addClip}
   */
  constructor(
    readonly characterNode: TransformNode,
    clips: readonly ClipRootMotion[] = [],
  ) {
    this._scene = characterNode.getScene();
    try {
      clips.forEach((clip, i) => this._addClip(`clips/${i}`, clip));
    } catch (error) {
      this._release();
      throw error;
    }
    this._observer = this._scene.onAfterAnimationsObservable.add(this._update);
  }

  /** The clips whose motion moves the character. */
  get clips(): readonly ClipRootMotion[] {
    return this._entries.map(({ motion }) => motion);
  }

  /** The turn of the last animation step about the up axis, in radians. */
  get deltaRotation(): number {
    return this._deltaRotation;
  }

  /**
   * Adds a clip: the character moves when its in-place clip plays.
   * @throws TypeError if the argument is not a `RootMotionClip`; RangeError if it was not made from a clip, if it moves another node, if it has
   * another up axis than the clips before, or if it has another controller
   */
  addClip(clip: ClipRootMotion): void {
    if (!this._entries.some(({ motion }) => motion === clip)) {
      this._addClip("clip", clip);
    }
  }

  /** Removes a clip, which plays on in place. */
  removeClip(clip: ClipRootMotion): void {
    const index = this._entries.findIndex(({ motion }) => motion === clip);
    if (index >= 0) {
      this._entries.splice(index, 1);
      controllers.delete(clip);
    }
  }

  /** Forgets what has played since the last animation step. Seeks and starts need no reset. */
  reset(): void {
    for (const { plays } of this._entries) {
      plays.forEach((play) => (play.seconds = play.clip.player.playhead.played.seconds));
    }
    this.deltaPosition.setAll(0);
    this._deltaRotation = 0;
  }

  /** Stops moving the character. The clips are not disposed. */
  dispose(): void {
    this._release();
    this._observer.remove();
    this.onRootMotionObservable.clear();
  }

  private _addClip(argument: string, motion: ClipRootMotion): void {
    expectUsable(argument, motion, this);
    const clip = motion.animationGroup as ClipAnimationGroup;
    const copies = copiesOf(clip);
    const plays = [clip, ...copies].map((each) => createPlay(each, motion, each.player.playhead.played.seconds));
    controllers.set(motion, this);
    this._entries.push({ motion, track: trackOf(motion), plays, copies });
  }

  private _release(): void {
    this._entries.splice(0).forEach(({ motion }) => controllers.delete(motion));
  }

  /** Moves the character by what its clips have played since the last step. Allocates nothing. */
  private readonly _update = (): void => {
    const { _entries: entries, _motion: sum, characterNode: node } = this;
    sum.x = sum.y = sum.z = sum.turn = 0;
    for (let i = 0; i < entries.length; i++) {
      this._add(entries[i]!, sum);
    }
    this._deltaRotation = sum.turn;
    if (sum.x === 0 && sum.y === 0 && sum.z === 0 && sum.turn === 0) {
      this.deltaPosition.setAll(0);
      return;
    }
    const way = toParentSpace(node, sum, this._way);
    this.deltaPosition.copyFrom(way);
    if (node.parent) {
      // now: the parent may have moved since the last render
      Vector3.TransformNormalToRef(way, node.parent.computeWorldMatrix(true), this.deltaPosition);
    }
    if (this.applyToCharacter) {
      moveNode(node, way, sum.turn, entries[0]!.track.up);
    }
    notify(node.name, this.onRootMotionObservable, this);
  };

  private _add(entry: Entry, sum: Motion): void {
    const [{ clip }] = entry.plays as readonly [Play];
    const copies = copiesOf(clip);
    if (copies !== entry.copies) {
      const all = entry.plays;
      entry.copies = copies;
      entry.plays = [clip, ...copies].map((each) => all.find((play) => play.clip === each) ?? createPlay(each, entry.motion, 0));
    }
    for (let i = 0; i < entry.plays.length; i++) {
      this._addPlay(entry.track, entry.plays[i]!, sum);
    }
  }

  private _addPlay(track: MotionTrack, play: Play, sum: Motion): void {
    const { seconds, timestamp, start, end } = play.clip.player.playhead.played;
    const elapsed = seconds - play.seconds;
    play.seconds = seconds;
    const share = elapsed === 0 ? 0 : play.channel.findShare(this._scene);
    if (share > 0) {
      const { x, y, z, turn } = track.until(timestamp, elapsed, start, end, motion);
      sum.x += x * share;
      sum.y += y * share;
      sum.z += z * share;
      sum.turn += turn * share;
    }
  }
}

/** @param seconds that count as read */
function createPlay(clip: ClipAnimationGroup, { rootNode }: ClipRootMotion, seconds: number): Play {
  return { clip, channel: new RootChannel(clip, rootNode), seconds };
}

const motion = createMotion();
const tracks = new WeakMap<RootMotion, MotionTrack>();

/** The motion of a clip in its character's local space. */
export function trackOf(clip: RootMotion): MotionTrack {
  let track = tracks.get(clip);
  if (!track) {
    track = new MotionTrack(clip);
    tracks.set(clip, track);
  }
  return track;
}

/** @throws TypeError if a value is not a `RootMotionClip`; RangeError if its source is not a clip */
export function expectOfClip(argument: string, value: RootMotion): void {
  expectRootMotion(argument, value);
  const { animationGroup, sourceAnimationGroup } = value;
  if (!(animationGroup instanceof ClipAnimationGroup)) {
    const name = show(sourceAnimationGroup.name);
    throw new RangeError(`${argument}: must be made from a clip (got ${name}); Babylon's RootMotionController plays other groups`);
  }
}

function expectUsable(argument: string, clip: ClipRootMotion, controller: ClipRootMotionController): void {
  expectOfClip(argument, clip);
  const { characterNode, clips } = controller;
  const name = excerpt(clip.sourceAnimationGroup.name);
  if (clip.characterNode !== characterNode) {
    throw new RangeError(
      `${argument}: must move ${excerpt(characterNode.name)} (got ${name}, which moves ${excerpt(clip.characterNode.name)})`,
    );
  }
  if (clip.controller || controllers.has(clip)) {
    throw new RangeError(`${argument}: must not have another controller (got ${name})`);
  }
  if (clips[0] && !clips[0].upAxis.equalsWithEpsilon(clip.upAxis)) {
    throw new RangeError(`${argument}: must have the up axis of the other clips (got ${name} with ${show(clip.upAxis.asArray())})`);
  }
}
