import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { Observer } from "@babylonjs/core/Misc/observable.js";
import { isEqual } from "./json.js";
import { CreateClip, type ClipAnimationGroup } from "../../../src/pure.js";
import type { ClipDocument, ClipEntry, DocumentChange } from "./clipDocument.js";
import { clipPointer, type ClipContent } from "./clipJson.js";
import { Playable, type Origin } from "../playback/playable.js";

/** The clips of a document in the scene. Changes of the document apply without loading the model again. */
export class SceneClips {
  private _clips = new Map<number, Playable>();
  private _playables: readonly Playable[] = [];
  private readonly _onChange: Observer<DocumentChange>;

  /**
   * @param _copies the groups of each copy of the model, by the index of the animation; undefined for an animation that animates nothing
   * @param loaded the clips that the loader made of the document's clips: a list for each copy; none if the document has changed since
   * @param _fixed playables listed after the clips
   * @param _moves lists the playables after these; read again when the document changes
   */
  constructor(
    private readonly _document: ClipDocument,
    private readonly _copies: readonly (readonly (AnimationGroup | undefined)[])[],
    loaded: readonly (readonly ClipAnimationGroup[])[],
    private readonly _fixed: readonly Playable[],
    private readonly _moves: () => readonly Playable[],
  ) {
    _document.clips.forEach((entry, index) => {
      const { pointer } = originOf(entry, index);
      const members = loaded.flatMap((clips) => clips.find(({ source }) => source?.pointer === pointer) ?? []);
      if (entry.content && members.length > 0) {
        const [lead] = members as [ClipAnimationGroup];
        this._clips.set(entry.id, new Playable(lead.name, originOf(entry, index), members, lastKeyOf(lead), entry.id));
      }
    });
    this.update();
    this._onChange = _document.onChange.add(() => this.update());
  }

  /** The document's clips that animate something, then the fixed playables, then moves of other files. */
  get playables(): readonly Playable[] {
    return this._playables;
  }

  /** Disposes all playables. */
  dispose(): void {
    this._onChange.remove();
    this._playables.forEach((playable) => playable.dispose());
  }

  /** Lists the playables of this moment. Moves that are listed no longer stop. */
  update(): void {
    const clips = this._document.clips.flatMap((entry, index) => {
      const playable = entry.content && this._playableOf(entry, entry.content, index);
      return playable ? [playable] : [];
    });
    const kept = new Set(clips);
    this._clips.forEach((playable) => kept.has(playable) || playable.dispose());
    this._clips = new Map(clips.map((playable) => [playable.entry!, playable]));
    const playables = [...clips, ...this._fixed, ...this._moves()];
    const left = this._playables.filter(({ origin }) => origin.kind === "move").filter((move) => !playables.includes(move));
    left.filter(({ isPosing }) => isPosing).forEach((move) => move.stop());
    if (playables.length !== this._playables.length || playables.some((playable, i) => playable !== this._playables[i])) {
      this._playables = playables;
    }
  }

  private _playableOf(entry: ClipEntry, { animations, settings }: ClipContent, index: number): Playable | null {
    const known = this._clips.get(entry.id);
    const name = this._document.nameOf(entry);
    const origin = originOf(entry, index);
    if (known && isEqual(known.origin.animations, animations)) {
      known.follow(name, origin, settings);
      return known;
    }
    const sources = this._copies.map((groups) => animations.flatMap((animation) => groups[animation] ?? []));
    if (sources[0]!.every(({ targetedAnimations }) => targetedAnimations.length === 0)) {
      return null;
    }
    const members = sources.map((groups) => CreateClip(name, groups, settings));
    const made = new Playable(name, origin, members, lastKeyOf(members[0]!), entry.id);
    if (known) {
      takeOver(known, made);
    }
    return made;
  }
}

/** Starts a clip at the state of the clip that it replaces. */
function takeOver(from: Playable, to: Playable): void {
  to.weight = from.weight;
  if (from.isPosing) {
    to.seek(from.timestamp);
  }
  if (from.isPlaying) {
    from.halt();
    to.play();
  }
}

function originOf({ content }: ClipEntry, index: number): Origin {
  return { kind: "clip", pointer: clipPointer(index), animations: content?.animations ?? [] };
}

/** Seconds until the last key. */
export function lastKeyOf(group: AnimationGroup): number {
  const last = Math.max(0, ...group.targetedAnimations.map(({ animation }) => animation.getKeys().at(-1)?.frame ?? 0));
  return last / (group.targetedAnimations[0]?.animation.framePerSecond ?? 60);
}
