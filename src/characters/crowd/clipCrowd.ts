import type { PickingInfo } from "@babylonjs/core/Collisions/pickingInfo.js";
import type { Ray } from "@babylonjs/core/Culling/ray.js";
import { Matrix } from "@babylonjs/core/Maths/math.vector.js";
import type { IColor4Like } from "@babylonjs/core/Maths/math.like.js";
import { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { runCoroutineSync } from "@babylonjs/core/Misc/coroutine.js";
import { Observable } from "@babylonjs/core/Misc/observable.js";
import type { Scene } from "@babylonjs/core/scene.js";
import type { DeepImmutable } from "@babylonjs/core/types.js";
import { warnOfUnknownMembers } from "../../scene/host/index.js";
import type { JointMask } from "../../gltf/controller/index.js";
import type { AddClipsOptions, ClipLibrary } from "../library/index.js";
import { argumentError, type Finding, show } from "../../gltf/util/index.js";
import type { ClipTime } from "../../gltf/timing/index.js";
import { expectBoolean, expectColor, expectKind, expectList, expectMatrix, expectObject } from "./arguments.js";
import type { CrowdAttachment } from "./draw/attachment.js";
import { bakeAll, type BakedPoses } from "./asset/bake.js";
import { Characters, INVISIBLE } from "./play/characters.js";
import type { CrowdAsset } from "./asset/crowdAsset.js";
import { CrowdClip } from "./asset/crowdClip.js";
import { CrowdEvents } from "./play/crowdEvents.js";
import { CrowdTimedEvents } from "./play/crowdTimedEvents.js";
import { MOST_CHARACTERS, expectExact, type ResolvedCrowdOptions } from "./asset/crowdOptions.js";
import type { CharacterLayers } from "./play/layers.js";
import { type CrowdClipKey, CrowdPlayer, type CrowdPlaySettings } from "./play/crowdPlayer.js";
import { CrowdRenderer } from "./draw/crowdRenderer.js";
import type { CrowdKernels } from "./live/poseKernels.js";
import { type CrowdPickingInfo, Picking } from "./draw/picking.js";
import { type PromotedCharacter, Promotions } from "./play/promotion.js";
import { SceneTicker } from "./sceneTicker.js";

/** Options of {@link ClipCrowd.addClips}, as those of `ClipLibrary.addTo`. */
export type CrowdLibraryOptions = Pick<AddClipsOptions, "renameNodes" | "renameTargets" | "retarget">;

/**
 * Characters of a {@link ClipCrowd} that crossed a bound of their clips in a frame. The arrays are reused in the next frame: copy what you
 * keep.
 */
export interface CrowdEvent {
  readonly crowd: ClipCrowd;
  /** How many characters crossed a bound; only so many items of the arrays count. */
  readonly count: number;
  /** The indices of these characters, ascending. */
  readonly indices: Int32Array;
  /** How many bounds each of these characters crossed in this frame, >= 1. */
  readonly crossings: Float64Array;
}

/**
 * Characters of a {@link ClipCrowd} that passed events with the same name in a frame, such as footsteps. The arrays are reused in the next
 * frame: copy what you keep.
 * @experimental follows a draft specification
 */
export interface CrowdTimedEvent extends CrowdEvent {
  /** The name of the events. */
  readonly name: string;
  /** For each of the characters, how often it passed such an event in this frame, >= 1. */
  readonly crossings: Float64Array;
}

/** @internal What a saved state has, and what adds its characters. */
export interface CrowdInside {
  readonly characters: Characters;
  readonly player: CrowdPlayer;
  readonly promotions: Promotions;
  /** Adds characters at indices. @param free the indices that remain free */
  readonly addAt: (indices: readonly number[], free: readonly number[]) => void;
  /** Shows the characters where and as they are now. */
  readonly draw: () => void;
}

/**
 * Any number of characters of one asset, each with its own clip, made by {@link CreateClipCrowd}. A crowd is drawn in one call for each
 * material; their poses are baked.
 *
 * A character is an index, which does not change until the character is removed. Methods that take an `index` throw a RangeError where no
 * character
 * has it. All times are seconds.
 */
export class ClipCrowd {
  /** Loops that passed a bound, once a frame for all characters. */
  readonly onRepeatObservable = new Observable<CrowdEvent>();
  /** Ping-pong clips that turned at a bound, once a frame for all characters. */
  readonly onReverseObservable = new Observable<CrowdEvent>();
  /** Characters whose repetitions are used up, once a frame for all; the characters hold the bound that they reached. */
  readonly onFinishObservable = new Observable<CrowdEvent>();
  /**
   * Events of the file that characters pass, once a frame and name for all characters. Without observers, nothing is computed.
   * @example crowd.onEventObservable.add(({ name, indices, count }) => playSounds(name, indices.subarray(0, count)));
   * @experimental follows a draft specification
   */
  readonly onEventObservable = new Observable<CrowdTimedEvent>();
  readonly name: string;
  readonly scene: Scene;
  /** The clips; {@link ClipCrowd.addClips} appends to them. */
  readonly clips: readonly CrowdClip[];
  /** `NOT_IN_CROWD` for clips that the crowd does not have, and for what all characters share, such as morph weights, drawn at rest. */
  readonly findings: readonly Finding[];
  private readonly _characters: Characters;
  private readonly _player: CrowdPlayer;
  private readonly _renderer: CrowdRenderer;
  private readonly _events: CrowdEvents<ClipCrowd>;
  private readonly _timedEvents: CrowdTimedEvents<ClipCrowd>;
  private readonly _picking: Picking;
  private readonly _promotions: Promotions;
  private readonly _ticker: SceneTicker;
  private readonly _single = [0];
  private readonly _row = new Matrix();
  private readonly _rowComponents = new Float32Array(16);

  /** @internal */
  constructor(
    private readonly _asset: CrowdAsset,
    baked: BakedPoses,
    private readonly _options: ResolvedCrowdOptions,
  ) {
    const { container, clips, findings } = _asset;
    this.name = _options.name;
    this.scene = container.scene;
    this.clips = clips;
    this.findings = findings;
    this._characters = new Characters(_options.capacity);
    this._player = new CrowdPlayer(this._characters, clips, (index) => this._promotions.replace([index]));
    this._renderer = new CrowdRenderer(_asset, baked, this._characters, this._player, _options);
    const { left } = this._player.layers;
    const { place } = this._renderer;
    this._events = new CrowdEvents<ClipCrowd>(this, this._characters, left);
    this._timedEvents = new CrowdTimedEvents<ClipCrowd>(this, this._characters, left, clips);
    this._picking = new Picking(this._characters, this._renderer.lists, this._renderer.culling, this._renderer.texture, place);
    this._promotions = new Promotions(container, this._characters, this._player.layers, clips, _options, place, () =>
      this._ticker.advance(),
    );
    this._ticker = new SceneTicker(
      this.scene,
      (delta) => this._advance(delta),
      () => this._renderer.draw(),
      _options.clock,
    );
    this.scene.onDisposeObservable.add(this._onSceneDisposed);
    this.root.onDisposeObservable.add(() => this.dispose());
  }

  /**
   * The place of the crowd: all characters, attached meshes and promoted instances are below this node, and `matrices` are in its space. Move it, or give it
   * a parent, such as a ship, a tile or an anchor; far from the origin of a large world, put it near the characters, because `matrices` are single
   * precision. If it is disposed, the crowd is disposed.
   */
  get root(): TransformNode {
    return this._renderer.root;
  }

  /** The meshes that are drawn: for shadow maps, layers, `receiveShadows` and the like. To move them, move {@link ClipCrowd.root}. */
  get meshes(): readonly Mesh[] {
    return this._renderer.meshes;
  }

  /**
   * What computes the poses of characters that are posed exactly: `"javascript"` where a Content-Security-Policy does not allow WebAssembly (it needs
   * `'wasm-unsafe-eval'`), or SIMD or memory is missing. Both show the same; WebAssembly is several times as fast.
   */
  get kernels(): CrowdKernels {
    return this._renderer.live.kernels;
  }

  /**
   * Whether all drawn characters are posed exactly in every frame; a number: those nearer than so many units to a camera. See
   * {@link ClipCrowdOptions.exact}.
   * @throws TypeError or RangeError if it is set to neither a boolean nor a finite number >= 0
   */
  get exact(): boolean | number {
    return this._renderer.live.exact;
  }

  set exact(value: boolean | number) {
    expectExact("exact", value);
    this._renderer.live.exact = value;
  }

  /** How many characters there are. */
  get count(): number {
    return this._characters.count;
  }

  /** How many characters there is room for; the room doubles when it is full. */
  get capacity(): number {
    return this._characters.capacity;
  }

  /**
   * The matrices of the characters in the space of {@link ClipCrowd.root}, which is the world until it is moved. After writing to the array, call {@link ClipCrowd.markMatricesChanged}. Another array after the
   * capacity grew.
   *
   * Layout: 16 components for each index, as in Babylon's matrices; scale evenly
   */
  get matrices(): Float32Array {
    return this._characters.matrices;
  }

  /** The timestamps of the characters, by index. Read only; another array after the capacity grew. */
  get timestamps(): Readonly<Float64Array> {
    return this._characters.columns.timestamps;
  }

  /** The characters' clips, by index: indices into `clips`, 65,535 for none. Read only; another array after the capacity grew. */
  get clipIndices(): Readonly<Uint16Array> {
    return this._characters.clipIndices;
  }

  /**
   * Adds a character, which shows the asset at rest until it plays.
   * @param matrix its matrix in the space of {@link ClipCrowd.root}, scaled evenly; default the identity
   * @returns its index; those of removed characters are used again
   * @throws TypeError or RangeError if the matrix is none, or is not finite, or if the crowd is disposed
   */
  add(matrix?: DeepImmutable<Matrix>): number {
    this._expectUsable();
    if (matrix !== undefined) {
      expectMatrix("matrix", matrix);
    }
    const index = this._characters.add();
    this._renderer.attachments.forEach((attachment) => attachment.reset(index));
    if (matrix) {
      this.setMatrix(index, matrix);
    }
    return index;
  }

  /**
   * Adds characters.
   * @returns their indices
   * @throws TypeError or RangeError if the count is not an integer >= 0, there are too many, or the crowd is disposed
   */
  addMany(count: number): Int32Array {
    this._expectUsable();
    if (!(Number.isInteger(count) && count >= 0)) {
      throw argumentError("count", "must be an integer >= 0", count, "number");
    }
    if (this.count + count > MOST_CHARACTERS) {
      throw argumentError("count", `must be at most ${MOST_CHARACTERS - this.count} beside ${this.count} characters`, count, "number");
    }
    return Int32Array.from({ length: count }, () => this.add());
  }

  /**
   * Adds clips of a library to the container, and bakes them for this crowd: all rows are baked again, at once.
   * @param library made by `LoadClipLibraryAsync`
   * @param names the names of the clips, or their indices in `library.clipNames`
   * @param options for names that differ, and `retarget` for another skeleton, as in `library.addTo`
   * @returns the crowd's clips, in this order
   * @throws TypeError if the library is none, or the names are no array; RangeError if the library has no such clip, it animates nothing of the container or cannot be baked, the clips need more rows than
   * a texture of the device has, or the crowd is disposed; nothing changes then
   * @example crowd.addClips(moves, ["dance"]); crowd.play(index, "dance", { fade: 0.3 });
   */
  addClips(library: ClipLibrary, names: readonly (string | number)[], options: CrowdLibraryOptions = {}): CrowdClip[] {
    this._expectUsable();
    const isLibrary = typeof (library as Partial<ClipLibrary> | null | undefined)?.addTo === "function";
    expectKind("library", library, "must be a ClipLibrary", isLibrary, "await LoadClipLibraryAsync");
    expectList("names", names, "must be an array of names or indices", "library.clipNames has all");
    expectObject("options", options, "must be an object", "{ retarget: true } is for another skeleton");
    const { _asset: asset, _options: own } = this;
    warnOfUnknownMembers<CrowdLibraryOptions>("addClips", "options", options, { renameNodes: true, renameTargets: true, retarget: true });
    const { renameNodes, renameTargets, retarget } = options;
    const groups = library.addTo(asset.container, { clips: Array.from(names), renameNodes, renameTargets, retarget });
    const [count, findingCount] = [asset.clips.length, asset.findings.length];
    try {
      const added = groups.map((group) => new CrowdClip(group, null));
      asset.addClips(added);
      const { live } = this._renderer.texture.size;
      this._renderer.replacePoses(runCoroutineSync(bakeAll(asset, own, { live })), asset.clips);
      asset.logFindings(findingCount);
      return added;
    } catch (error) {
      asset.clips.length = count;
      asset.findings.length = findingCount;
      groups.forEach((group) => group.dispose());
      throw error;
    }
  }

  /** Removes a character. */
  remove(index: number): void {
    this._characters.expect(index);
    this._promotions.forget(index);
    this._player.stop(index);
    this._characters.remove(index);
  }

  /**
   * Plays a clip from its beginning, which the next frame shows. Ends a mixture or controller; with `repetitions` 0, the asset is shown at rest.
   * @param clip one of the crowd's clips, the group that it was baked from, or its name; of several clips with the name, the first one, with a
   * warning
   * @param settings default those of the clip. Where `speed` turns its direction and no `offset` is given, it begins at the other end
   * @throws TypeError or RangeError if the clip is not one of the crowd, or the settings are invalid or leave the range that is baked
   * @example crowd.play(index, "walk", { speed: 1.2, offset: Math.random(), fade: 0.3 });
   */
  play(index: number, clip: CrowdClipKey, settings: CrowdPlaySettings = {}): void {
    this._characters.expect(index);
    this._single[0] = index;
    this.playMany(this._single, clip, settings);
  }

  /** Plays a clip on many characters; see {@link ClipCrowd.play}. If an argument is invalid, none of them changes. */
  playMany(indices: ArrayLike<number>, clip: CrowdClipKey, settings: CrowdPlaySettings = {}): void {
    this._expectUsable();
    expectList("indices", indices, "must be an array of indices");
    this._player.play(indices, clip, settings);
    this._promotions.replace(indices);
  }

  /** Holds a character, its fade included. */
  pause(index: number): void {
    this._characters.expect(index);
    this._player.pause(index);
  }

  /** Lets a character that was paused go on. */
  resume(index: number): void {
    this._characters.expect(index);
    this._player.resume(index);
  }

  /** Whether the time of a character goes on: false while it plays nothing, is paused or finished. */
  isPlaying(index: number): boolean {
    this._characters.expect(index);
    return this._player.isPlaying(index);
  }

  /**
   * Goes to a timestamp, clamped to the bounds. A finished character plays its last repetition again.
   * @throws TypeError if the timestamp is not a number; RangeError if it is NaN
   */
  seek(index: number, timestamp: number): void {
    this._characters.expect(index);
    this._player.seek(index, timestamp);
  }

  /**
   * Changes the speed from the present timestamp on; another sign turns the direction.
   * @throws RangeError if the speed is not finite
   */
  setSpeed(index: number, speed: number): void {
    this._characters.expect(index);
    this._player.setSpeed(index, speed);
  }

  /**
   * Sets the clip's speed so that its root motion covers the given pace, and feet do not slide. Call it again for another clip, or for other
   * weights.
   * @param pace units of the scene a second; negative for backwards
   * @throws RangeError if the pace is not finite, or the character plays no clip of `options.rootMotion` that goes anywhere
   * @example crowd.setPace(index, 1.4);
   */
  setPace(index: number, pace: number): void {
    this._characters.expect(index);
    this._player.setPace(index, pace, this._renderer.place.world);
  }

  /** Writes the state of a character into an object. @throws TypeError if there is no object */
  getTimeToRef(index: number, ref: { -readonly [Key in keyof ClipTime]: ClipTime[Key] }): void {
    this._characters.expect(index);
    expectObject("ref", ref, "must be an object");
    this._player.getTimeToRef(index, ref);
  }

  /**
   * Shows a mixture of clips in place of the one that the character plays. Ends a controller. All clips are shown at the phase of the character's clip, so
   * that their cycles stay in step. A mixed character is one of the `maxLivePoses`.
   * @param weights one for each clip, finite, >= 0, not all 0; null ends the mixture. Those of additive clips, at most 1, are the part that is
   * added to the mean of the others
   * @throws TypeError or RangeError if a clip is not one of the crowd, or the weights are invalid
   * @example crowd.setWeights(index, ["walk", "run"], [0.4, 0.6]);
   */
  setWeights(index: number, clips: readonly CrowdClipKey[], weights: readonly number[] | null): void {
    this._characters.expect(index);
    this._player.setWeights(index, clips, weights);
  }

  /** Places a character. @param matrix its matrix in the space of {@link ClipCrowd.root}, scaled evenly @throws TypeError or RangeError if it is no matrix, or is not finite */
  setMatrix(index: number, matrix: DeepImmutable<Matrix>): void {
    this._characters.expect(index);
    expectMatrix("matrix", matrix);
    matrix.copyToArray(this._characters.matrices, 16 * index);
    this._characters.areMatricesDirty = true;
  }

  /** To be called after {@link ClipCrowd.matrices} were written. */
  markMatricesChanged(): void {
    this._expectUsable();
    this._characters.areMatricesDirty = true;
  }

  /** Shows or hides a character. A hidden character still advances. @throws TypeError if `visible` is neither true nor false */
  setVisible(index: number, visible: boolean): void {
    this._characters.expect(index);
    expectBoolean("visible", visible);
    this._characters.setHidden(index, INVISIBLE, !visible);
  }

  /**
   * Multiplies the colors of a character.
   * @param color red, green, blue and alpha, 0..1; null for white
   * @throws TypeError if a component is missing, as in a `Color3`; RangeError if one is not finite
   */
  setColor(index: number, color: DeepImmutable<IColor4Like> | null): void {
    this._characters.expect(index);
    if (color !== null) {
      expectColor("color", color);
    }
    this._characters.setColor(index, color && [color.r, color.g, color.b, color.a]);
  }

  /**
   * The world matrix of a node of a character, in the pose that the last frame drew.
   * @param node the name of a joint or a mesh, of a node that is fixed to one, or of one in `options.nodes`; of several nodes with the name,
   * the first of the file is used
   * @returns `ref`
   * @throws TypeError or RangeError for other nodes, or if `ref` is no matrix
   */
  getNodeMatrixToRef(index: number, node: string, ref: Matrix): Matrix {
    this._characters.expect(index);
    expectKind("ref", ref, "must be a Matrix that is written", (ref as Matrix | null | undefined)?.m?.length === 16);
    const { entry, offset } = this._renderer.nodes.locate(node);
    const { matrices, rows } = this._characters;
    const components = this._rowComponents;
    this._renderer.texture.readMatrix(rows[index]!, entry, components, 0);
    Matrix.FromArrayToRef(components, 0, this._row);
    offset.multiplyToRef(this._row, ref);
    Matrix.FromArrayToRef(matrices, 16 * index, this._row);
    ref.multiplyToRef(this._row, ref);
    return ref.multiplyToRef(this._renderer.place.world, ref);
  }

  /**
   * Attaches a mesh to a node of characters, such as a weapon to a hand: a copy of its vertices, as they would be if the node were its
   * parent. Nothing is computed for it in frames.
   * @param mesh its position, rotation and scaling are relative to the node; it may be disposed afterwards
   * @param node see {@link ClipCrowd.getNodeMatrixToRef}
   * @param indices the characters that the mesh is attached to; default all, also those that are added later
   * @throws TypeError or RangeError where the mesh is none, the node cannot be used, the mesh has no vertices or a `NodeMaterial`, or a character does not
   * exist
   */
  attach(mesh: Mesh, node: string, indices: ArrayLike<number> | null = null): CrowdAttachment {
    this._expectUsable();
    expectKind("mesh", mesh, "must be a Mesh", mesh instanceof Mesh, "attach the meshes below a node one by one");
    if (indices !== null) {
      expectList("indices", indices, "must be an array of indices, or null for all");
    }
    for (let i = 0; i < (indices?.length ?? 0); i++) {
      this._characters.expect(indices![i]!);
    }
    return this._renderer.attach(mesh, node, indices);
  }

  /**
   * Finds the nearest character whose triangles a ray meets, in the poses that the last frame drew.
   * @param ray in world space
   * @throws TypeError if it is no ray
   */
  pickWithRay(ray: Ray): CrowdPickingInfo | null {
    const { origin, direction } = (ray as Partial<Ray> | null | undefined) ?? {};
    expectKind("ray", ray, "must be a Ray", Boolean(origin && direction), "scene.createPickingRay makes one of a pointer");
    return this._picking.pick(ray);
  }

  /**
   * The character that Babylon picked: by its `GPUPicker`, or by `scene.pick` where `isPickable` and `thinInstanceEnablePicking` of the
   * meshes are set. `scene.pick` tests the bind pose; {@link ClipCrowd.pickWithRay} is exact.
   * @returns the character's index as of the last frame; -1 if the mesh is not part of this crowd
   * @throws TypeError if it is no object
   */
  indexOf(info: Pick<PickingInfo, "pickedMesh" | "thinInstanceIndex">): number {
    expectObject("info", info, "must be a PickingInfo");
    return this._renderer.indexOf(info.pickedMesh, info.thinInstanceIndex);
  }

  /**
   * Makes a character an ordinary instance for a while: with nodes, morph targets and a clip of its own, at the same place and timestamp.
   * The crowd does not draw it meanwhile. Fades and mixtures end. Clips that the crowd plays on the character meanwhile show once the instance is
   * given back. A controlled character keeps its controller, and the instance shows all of its layers and fades.
   */
  promote(index: number): PromotedCharacter {
    this._characters.expect(index);
    this._player.fades.end(index);
    this._player.mixtures.end(index);
    return this._promotions.promote(index);
  }

  /** @internal What `SaveCrowdState` reads, and `RestoreCrowdState` writes. */
  get inside(): CrowdInside {
    this._expectUsable();
    return {
      characters: this._characters,
      player: this._player,
      promotions: this._promotions,
      addAt: (indices, free) => {
        this._characters.addAt(indices, free);
        indices.forEach((index) => this._renderer.attachments.forEach((attachment) => attachment.reset(index)));
      },
      draw: () => this._renderer.draw(),
    };
  }

  /** @internal The names of the nodes that move characters. */
  get nodeNames(): readonly string[] {
    return this._asset.rig.nodes.map((node) => node.name);
  }

  /**
   * @internal Replaces what a character plays by layers. The layers end when the character plays something else, or is removed.
   * @param layers from the lowest one up
   * @param moves whether root motion moves the character
   */
  layer(
    index: number,
    layers: readonly { readonly mask: JointMask | null; readonly isAdditive: boolean }[],
    moves: boolean,
  ): CharacterLayers {
    this._expectUsable();
    this._characters.expect(index);
    this._promotions.replace([index]);
    return this._player.layer(
      index,
      layers.map(({ mask, isAdditive }) => ({ mask: mask && this._asset.rig.maskOf(mask), joints: mask, isAdditive })),
      moves,
    );
  }

  /** A character as an object. */
  at(index: number): CrowdCharacter {
    this._characters.expect(index);
    return new CrowdCharacter(this, index);
  }

  /** Removes all characters, meshes, attachments and promoted instances. The container and its materials remain. */
  dispose(): void {
    if (this._characters.isDisposed) {
      return;
    }
    this._characters.dispose();
    this.scene.onDisposeObservable.removeCallback(this._onSceneDisposed);
    this._ticker.dispose();
    this._player.layers.dispose();
    this._promotions.dispose();
    this._player.fades.dispose();
    this._renderer.dispose();
    this.onRepeatObservable.clear();
    this.onReverseObservable.clear();
    this.onFinishObservable.clear();
    this.onEventObservable.clear();
  }

  private _expectUsable(): void {
    if (this._characters.isDisposed) {
      throw new RangeError(`crowd: must not be disposed (got ${show(this.name)}); create another`);
    }
  }

  private readonly _onSceneDisposed = (): void => this.dispose();

  private _advance(delta: number): void {
    this._player.decide(delta);
    this._timedEvents.begin(delta);
    this._player.advance(delta);
    this._timedEvents.report();
    this._events.report();
  }
}

/** One character of a crowd, for code that prefers objects. The methods are those of {@link ClipCrowd}, without the index. */
export class CrowdCharacter {
  /** @internal */
  constructor(
    readonly crowd: ClipCrowd,
    readonly index: number,
  ) {}

  /** Its state; a new object each time. */
  get time(): ClipTime {
    const time: ClipTime = { timestamp: 0, direction: 1, completedRepetitions: 0, isFinished: false };
    this.crowd.getTimeToRef(this.index, time);
    return time;
  }

  get isPlaying(): boolean {
    return this.crowd.isPlaying(this.index);
  }

  play(clip: CrowdClipKey, settings?: CrowdPlaySettings): void {
    this.crowd.play(this.index, clip, settings);
  }

  pause(): void {
    this.crowd.pause(this.index);
  }

  resume(): void {
    this.crowd.resume(this.index);
  }

  seek(timestamp: number): void {
    this.crowd.seek(this.index, timestamp);
  }

  setSpeed(speed: number): void {
    this.crowd.setSpeed(this.index, speed);
  }

  setPace(pace: number): void {
    this.crowd.setPace(this.index, pace);
  }

  setWeights(clips: readonly CrowdClipKey[], weights: readonly number[] | null): void {
    this.crowd.setWeights(this.index, clips, weights);
  }

  setMatrix(matrix: DeepImmutable<Matrix>): void {
    this.crowd.setMatrix(this.index, matrix);
  }

  setVisible(visible: boolean): void {
    this.crowd.setVisible(this.index, visible);
  }

  setColor(color: DeepImmutable<IColor4Like> | null): void {
    this.crowd.setColor(this.index, color);
  }

  getNodeMatrixToRef(node: string, ref: Matrix): Matrix {
    return this.crowd.getNodeMatrixToRef(this.index, node, ref);
  }

  promote(): PromotedCharacter {
    return this.crowd.promote(this.index);
  }

  remove(): void {
    this.crowd.remove(this.index);
  }
}
