import type { AssetContainer } from "@babylonjs/core/assetContainer.js";
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import { DescribeFinding } from "../../../src/pure.js";
import { CreateClipCrowd, type ClipCrowd, type CrowdClip } from "../../../src/crowd.js";
import type { Extent } from "./extent.js";
import { PHASE, type Playable } from "../playback/playable.js";

/** The first characters fade from clip to clip; characters in the back are small. */
const FADING = 1000;
const FADE_SECONDS = 0.4;
/** Distances between characters, in sizes of the model. */
const SPACE = 1.2;

/** A crowd of a model in rows and columns, shown in place of the model. All characters play at different phases. */
export class CrowdRows {
  private readonly _crowd: ClipCrowd;
  private readonly _hidden: readonly { readonly mesh: AbstractMesh; readonly layerMask: number }[];
  private _isPlaying = true;
  /** Of the selected clip, in the last frame. */
  private _timestamp = NaN;

  /**
   * @param playables the clips to bake
   * @param _extent of the model
   * @throws RangeError where the model cannot become a crowd
   */
  constructor(
    container: AssetContainer,
    playables: readonly Playable[],
    private readonly _extent: Extent,
  ) {
    this._crowd = CreateClipCrowd(container, { clips: playables.map(({ clip }) => clip) });
    // disabled nodes would switch off the lights below them
    this._hidden = container.meshes.map((mesh) => ({ mesh, layerMask: mesh.layerMask }));
    container.meshes.forEach((mesh) => (mesh.layerMask = 0));
  }

  /** How often the graphics card is told to draw, for all characters. */
  get drawCalls(): number {
    return this._crowd.meshes.length;
  }

  /** Messages about features that all characters share. */
  get warnings(): readonly string[] {
    return this._crowd.findings.map(DescribeFinding);
  }

  get count(): number {
    return this._crowd.count;
  }

  /** @returns the extent to frame */
  resize(count: number): Extent {
    const crowd = this._crowd;
    crowd.addMany(Math.max(count - crowd.count, 0));
    while (crowd.count > count) {
      crowd.remove(crowd.count - 1);
    }
    const { low, high } = this._extent;
    const columns = Math.ceil(Math.sqrt(count));
    const rows = Math.ceil(count / columns);
    const [width, depth] = [SPACE * (high.x - low.x), SPACE * (high.z - low.z)];
    for (let index = 0; index < count; index++) {
      const [column, row] = [(index % columns) - (columns - 1) / 2, Math.floor(index / columns) - (rows - 1) / 2];
      crowd.setMatrix(index, Matrix.Translation(column * width, 0, -row * depth));
    }
    const [x, z] = [(width * (columns - 1)) / 2, (depth * (rows - 1)) / 2];
    const reach = new Vector3(x, 0, z);
    const corners = [new Vector3(x, 0, z), new Vector3(-x, 0, z), new Vector3(x, 0, -z), new Vector3(-x, 0, -z)];
    const points = this._extent.points.flatMap((point) => corners.map((corner) => point.add(corner)));
    return { low: low.subtract(reach), high: high.add(reach), points };
  }

  /**
   * Plays the selected clip on all characters, or all clips in turn. Characters hold if the selected clip does.
   * @param first the first character that begins; earlier characters continue
   */
  play(chosen: Playable | null, inTurn: boolean, first = 0): void {
    const { clips, count } = this._crowd;
    const own = clips.filter(({ group }) => inTurn || group === chosen?.clip);
    const isPlaying = chosen?.isPlaying ?? true;
    for (let index = first; index < count && own.length > 0; index++) {
      const clip = own[index % own.length]!;
      const fade = index < FADING && this._crowd.isPlaying(index) ? FADE_SECONDS : 0;
      const end = clip.settings.start + clip.duration;
      this._crowd.play(index, clip.group, { end, repetitions: -1, offset: offsetOf(index, clip, chosen), fade });
      if (!isPlaying) {
        this._crowd.pause(index); // before a frame passes
      }
    }
    this._isPlaying = isPlaying;
    this._timestamp = chosen?.timestamp ?? NaN;
  }

  /** Holds, goes on and seeks as the selected clip does. To be called in each frame. */
  follow(chosen: Playable): void {
    const { isPlaying, timestamp } = chosen;
    const hasFinished = this._isPlaying && chosen.time.isFinished; // it has not been moved
    if (isPlaying !== this._isPlaying) {
      this._isPlaying = isPlaying;
      this._forEach((index) => (isPlaying ? this._crowd.resume(index) : this._crowd.pause(index)));
    }
    if (!isPlaying && timestamp !== this._timestamp && !hasFinished) {
      this._forEach((index, clip) => this._crowd.seek(index, clip.settings.start + offsetOf(index, clip, chosen)));
    }
    this._timestamp = timestamp;
  }

  /** Shows the model again. */
  dispose(): void {
    this._crowd.dispose();
    this._hidden.forEach(({ mesh, layerMask }) => (mesh.layerMask = layerMask));
  }

  private _forEach(act: (index: number, clip: CrowdClip) => void): void {
    const { clips, clipIndices, count } = this._crowd;
    for (let index = 0; index < count; index++) {
      const clip = clips[clipIndices[index]!];
      if (clip) {
        act(index, clip);
      }
    }
  }
}

/** Where a character is in its clip: at its own phase, and as far on as the selected clip. */
function offsetOf(index: number, { duration }: CrowdClip, chosen: Playable | null): number {
  const seconds = chosen ? chosen.timestamp - chosen.bounds.start : 0;
  return duration > 0 ? (((index * PHASE) % 1) * duration + seconds) % duration : 0;
}
