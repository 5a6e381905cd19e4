/** The private members of Babylon's glTF exporter that the export of animations needs. */
import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { BaseTexture } from "@babylonjs/core/Materials/Textures/baseTexture.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { GLTFExporter } from "@babylonjs/serializers/glTF/2.0/glTFExporter.js";
import type { StandardMaterial } from "@babylonjs/core/Materials/standardMaterial.js";
import { _ConvertToGLTFPBRMetallicRoughness } from "@babylonjs/serializers/glTF/2.0/glTFMaterialExporter.js";
import type { IGLTFExporterExtensionV2 } from "@babylonjs/serializers/glTF/2.0/glTFExporterExtension.js";

/** JSON of an asset that is being written. */
export type ExportedJson = Record<string, unknown>;

/** The storage of Babylon's exporter for binary data. */
interface BufferManager {
  createBufferView(data: Uint8Array): object;
  createAccessor(
    bufferView: object,
    type: string,
    componentType: number,
    count: number,
    byteOffset: number,
    minMax: AccessorData["minMax"],
    normalized: boolean | undefined,
  ): ExportedJson;
}

interface ExporterInternals {
  readonly options: { shouldExportAnimation: (animation: Animation) => boolean; readonly animationSampleRate: number };
  readonly _babylonScene: Scene;
  readonly _glTF: ExportedJson;
  readonly _nodes: ExportedJson[];
  readonly _meshes: ExportedJson[];
  readonly _cameras: ExportedJson[];
  readonly _materials: ExportedJson[];
  readonly _animations: ExportedJson[];
  readonly _accessors: ExportedJson[];
  readonly _nodeMap: ReadonlyMap<object, number>;
  readonly _materialMap: ReadonlyMap<object, number>;
  readonly _camerasMap: ReadonlyMap<object, ExportedJson>;
  readonly _materialNeedsUVsSet: Set<object>;
  readonly _materialExporter: { getTextureInfo(texture: BaseTexture): ExportedJson | null };
  readonly _bufferManager: BufferManager;
  /** The index of each group's animation; absent in Babylon 9.0. */
  readonly _animationGroupMap?: Map<AnimationGroup, number>;
}

/** An accessor, with the byte offset in its buffer view. */
export interface AccessorData {
  readonly type: string;
  readonly componentType: number;
  readonly normalized?: boolean | undefined;
  readonly count: number;
  readonly byteOffset: number;
  readonly minMax?: { readonly min: number[]; readonly max: number[] } | undefined;
}

/** An asset that Babylon's exporter is writing. */
export class ExportedAsset {
  private readonly _exporter: ExporterInternals;

  constructor(exporter: GLTFExporter) {
    this._exporter = exporter as unknown as ExporterInternals;
  }

  get scene(): Scene {
    return this._exporter._babylonScene;
  }

  /** The root of the JSON. Babylon adds the arrays of nodes, meshes and so on last, and the extensions one after the other. */
  get root(): ExportedJson {
    return this._exporter._glTF;
  }

  get nodes(): readonly ExportedJson[] {
    return this._exporter._nodes;
  }

  get meshes(): readonly ExportedJson[] {
    return this._exporter._meshes;
  }

  get cameras(): readonly ExportedJson[] {
    return this._exporter._cameras;
  }

  get materials(): readonly ExportedJson[] {
    return this._exporter._materials;
  }

  get animations(): ExportedJson[] {
    return this._exporter._animations;
  }

  get accessorCount(): number {
    return this._exporter._accessors.length;
  }

  /** The written materials, with their indices. */
  get writtenMaterials(): Iterable<readonly [material: object, index: number]> {
    return this._exporter._materialMap;
  }

  /** Seconds between the keys of animations that have to be sampled. */
  get sampleRate(): number {
    return this._exporter.options.animationSampleRate;
  }

  /**
   * Keeps Babylon from writing animations itself.
   * @returns whether the application wants an animation to be written
   */
  replaceAnimations(): (animation: Animation) => boolean {
    const { options } = this._exporter;
    const isWanted = options.shouldExportAnimation;
    options.shouldExportAnimation = () => false;
    return (animation) => isWanted(animation);
  }

  /** The index of the glTF node of a Babylon node; undefined if the Babylon node has no glTF node of its own. */
  nodeOf(node: object): number | undefined {
    return this._exporter._nodeMap.get(node);
  }

  materialOf(material: object): number | undefined {
    return this._exporter._materialMap.get(material);
  }

  cameraOf(camera: object): number | undefined {
    const json = this._exporter._camerasMap.get(camera);
    const index = json ? this.cameras.indexOf(json) : -1;
    return index < 0 ? undefined : index;
  }

  textureInfoOf(texture: BaseTexture): ExportedJson | null {
    return this._exporter._materialExporter.getTextureInfo(texture);
  }

  /** Keeps texture coordinates for a material that Babylon would write without. */
  keepTextureCoordinates(material: object): void {
    this._exporter._materialNeedsUVsSet.add(material);
  }

  /** Adds accessors, and the data that contains all accessors. */
  addAccessors(data: Uint8Array, accessors: readonly AccessorData[]): void {
    const { _bufferManager: manager, _accessors: all } = this._exporter;
    const bufferView = manager.createBufferView(data);
    for (const { type, componentType, count, byteOffset, minMax, normalized } of accessors) {
      all.push(manager.createAccessor(bufferView, type, componentType, count, byteOffset, minMax, normalized));
    }
  }

  /** Tells Babylon's other extensions the index of a group's animation. */
  setAnimationOf(group: AnimationGroup, index: number): void {
    this._exporter._animationGroupMap?.set(group, index);
  }
}

/** The order of the extension, higher than the orders of Babylon's own extensions: their materials, nodes and lights come first. */
const ORDER = 1000;

/** Registers an extension of Babylon's exporter. A second registration replaces the first. */
export function registerExporterExtension(name: string, create: (exporter: GLTFExporter) => IGLTFExporterExtensionV2): void {
  GLTFExporter.UnregisterExtension(name); // Babylon would warn
  GLTFExporter.RegisterExtension(name, create, ORDER);
}

export function unregisterExporterExtension(name: string): void {
  GLTFExporter.UnregisterExtension(name);
}

/** The color and the alpha that Babylon's exporter writes for a material of a class that glTF does not have. */
export function baseColorFactorOf(material: StandardMaterial): number[] {
  return _ConvertToGLTFPBRMetallicRoughness(material).baseColorFactor!;
}
