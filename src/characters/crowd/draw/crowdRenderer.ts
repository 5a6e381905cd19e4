import type { AssetContainer } from "@babylonjs/core/assetContainer.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { logWarning } from "../../../scene/host/index.js";
import { excerpt, rounded } from "../../../gltf/util/index.js";
import { BakedRows } from "./bakedRows.js";
import type { BakedPoses } from "../asset/bake.js";
import { createAttachedMesh, CrowdAttachment } from "./attachment.js";
import type { Characters } from "../play/characters.js";
import type { CrowdClip } from "../asset/crowdClip.js";
import type { CrowdAsset } from "../asset/crowdAsset.js";
import { MeshFactory } from "./crowdMeshes.js";
import type { ResolvedCrowdOptions } from "../asset/crowdOptions.js";
import type { CrowdPlayer } from "../play/crowdPlayer.js";
import { Culling } from "./culling.js";
import { DrawList } from "./drawList.js";
import { Levels } from "./levels.js";
import { LivePoses } from "../live/livePoses.js";
import { NodeLocator } from "../asset/nodeLocator.js";
import { Place } from "./place.js";
import { PoseTexture } from "../asset/poseTexture.js";

/** Up to so many units, single precision is exact to half a thousandth of a unit. */
const PRECISE_REACH = 8192;

/** Draws characters: meshes, the texture of poses, and attached meshes. */
export class CrowdRenderer {
  /** The parent of the meshes. */
  readonly root: TransformNode;
  readonly place: Place;
  readonly meshes: readonly Mesh[];
  readonly texture: PoseTexture;
  readonly culling: Culling;
  /** All characters that are drawn. */
  readonly drawn: DrawList;
  /** The characters of each level of detail. */
  readonly lists: readonly DrawList[];
  readonly nodes: NodeLocator;
  readonly attachments: CrowdAttachment[] = [];
  private readonly _container: AssetContainer;
  private readonly _factory: MeshFactory;
  private readonly _rows: BakedRows;
  readonly live: LivePoses;
  private readonly _culls: boolean;
  private readonly _levels: Levels | null;
  private _isReachKnown = false;

  constructor(
    asset: CrowdAsset,
    { size, rows, box }: BakedPoses,
    private readonly _characters: Characters,
    { fades, mixtures, layers, clips }: CrowdPlayer,
    { name, culling, cullingMargin, levels, exact, maxLivePoses }: ResolvedCrowdOptions,
  ) {
    const { container } = asset;
    this._container = container;
    this._culls = culling === "camera";
    this.texture = new PoseTexture(size, rows, name, container.scene, maxLivePoses);
    this.root = new TransformNode(`${name} root`, container.scene);
    this._factory = new MeshFactory(name, this.root, this.texture.texture);
    this.lists = asset.levels.map(
      (shapes) =>
        new DrawList(
          _characters,
          shapes.map((shape) => this._factory.create(shape)),
        ),
    );
    this.drawn = levels.length > 0 ? new DrawList(_characters, []) : this.lists[0]!;
    this.meshes = this.lists.flatMap(({ meshes }) => meshes);
    this.place = new Place(this.meshes[0]!);
    this.nodes = new NodeLocator(asset);
    this.culling = new Culling(_characters, box, cullingMargin);
    this._levels =
      levels.length > 0
        ? new Levels(
            _characters,
            this.culling,
            levels.map(({ distance }) => distance),
          )
        : null;
    this._rows = new BakedRows(clips);
    this.live = new LivePoses(name, asset, _characters, fades, mixtures, layers, this.culling, this._rows, this.texture, exact);
  }

  /** Shows the characters where and as they are now. */
  draw(): void {
    const characters = this._characters;
    const { isListDirty, areMatricesDirty } = characters;
    if (areMatricesDirty) {
      this.culling.updateSpheres();
    }
    const isPlaceNew = this.place.update();
    const areViewsNew = this._needsViews && this.culling.updateViews(this._container.scene, this.place.drawn);
    const isViewNew = this._culls && (areViewsNew || areMatricesDirty);
    if (isViewNew) {
      this.culling.findInView();
    }
    if (isListDirty || areMatricesDirty) {
      this.culling.updateBounds();
      this._warnOfReach();
    }
    if (isListDirty || areMatricesDirty || isPlaceNew) {
      this._bound();
    }
    this._rows.update(characters);
    const isListed = isListDirty || isViewNew || this._levels !== null;
    if (isListed) {
      this._list();
    }
    if (this.live.update(this.drawn.slots, this.drawn.count)) {
      this._factory.texture = this.texture.texture;
    }
    this._upload(isListed);
    characters.isListDirty = false;
    characters.areMatricesDirty = false;
    characters.areColorsDirty = false;
  }

  /** Shows other baked poses from now on. */
  replacePoses({ size, rows, box }: BakedPoses, clips: readonly CrowdClip[]): void {
    this.texture.replace(size, rows);
    this._factory.texture = this.texture.texture;
    this.culling.box = box;
    this.live.reset();
    this._rows.replace(clips);
    this._rows.update(this._characters);
  }

  attach(mesh: Mesh, node: string, indices: ArrayLike<number> | null): CrowdAttachment {
    const location = this.nodes.locate(node);
    const row = new Float32Array(16);
    this.texture.readMatrix(0, location.entry, row, 0);
    const drawn = createAttachedMesh(mesh, location, row, this._factory);
    const attachment = new CrowdAttachment(drawn, this._characters, indices === null, (each) => this._removeAttachment(each));
    for (let i = 0; i < (indices?.length ?? 0); i++) {
      attachment.setEnabled(indices![i]!, true);
    }
    this.attachments.push(attachment);
    this._characters.isListDirty = true;
    return attachment;
  }

  /** The character of a thin instance that Babylon picked; -1 for anything else. */
  indexOf(mesh: unknown, slot: number): number {
    const lists = [...this.lists, ...this.attachments.map((attachment) => attachment.list)];
    const list = lists.find(({ meshes }) => (meshes as readonly unknown[]).includes(mesh));
    const index = list && slot >= 0 && slot < list.count ? list.slots[slot]! : -1;
    return this._characters.alive[index] === 1 ? index : -1;
  }

  dispose(): void {
    [...this.attachments].forEach((attachment) => attachment.dispose());
    this.meshes.forEach((mesh) => mesh.dispose(false, false));
    this._factory.dispose();
    this.texture.dispose();
    this.root.dispose(true); // what else is below it stays
  }

  private get _needsViews(): boolean {
    return this._culls || this._levels !== null || typeof this.live.exact === "number";
  }

  private _list(): void {
    const inView = this._culls ? this.culling.inView : null;
    this.drawn.list(inView);
    this._levels?.update(inView);
    for (let level = 0; level < this.lists.length && this._levels; level++) {
      this.lists[level]!.list(this._levels.masks[level]!);
    }
    for (let i = 0; i < this.attachments.length; i++) {
      const attachment = this.attachments[i]!;
      attachment.list.list(inView, attachment.mask);
    }
  }

  private _upload(isListed: boolean): void {
    for (let level = 0; level < this.lists.length; level++) {
      this._uploadList(this.lists[level]!, isListed);
    }
    for (let i = 0; i < this.attachments.length; i++) {
      this._uploadList(this.attachments[i]!.list, isListed);
    }
  }

  private _uploadList(list: DrawList, isListed: boolean): void {
    const { areMatricesDirty, areColorsDirty } = this._characters;
    if (isListed || areMatricesDirty) {
      list.uploadMatrices();
    }
    if (isListed || areColorsDirty) {
      list.uploadColors();
    }
    list.uploadRows();
  }

  /** A scene with matrices in double precision expects what the matrices of characters cannot give. */
  private _warnOfReach(): void {
    const { reach } = this.culling;
    if (!this._isReachKnown && reach > PRECISE_REACH && !(this.place.drawn.asArray() instanceof Float32Array)) {
      this._isReachKnown = true;
      const name = excerpt(this.root.name);
      logWarning(
        `${name}: must be within ${PRECISE_REACH} units of all characters (got ${rounded(reach)}), whose matrices are single precision; move crowd.root to them, and set their matrices in its space`,
      );
    }
  }

  private _bound(): void {
    const { culling, place } = this;
    culling.bound(this.meshes, place.drawn);
    for (let i = 0; i < this.attachments.length; i++) {
      culling.bound(this.attachments[i]!.list.meshes, place.drawn);
    }
  }

  private _removeAttachment(attachment: CrowdAttachment): void {
    const index = this.attachments.indexOf(attachment);
    if (index >= 0) {
      this.attachments.splice(index, 1);
    }
  }
}
