import { BakedVertexAnimationManager } from "@babylonjs/core/BakedVertexAnimation/bakedVertexAnimationManager.js";
import { Skeleton } from "@babylonjs/core/Bones/skeleton.js";
import type { BaseTexture } from "@babylonjs/core/Materials/Textures/baseTexture.js";
import type { Material } from "@babylonjs/core/Materials/material.js";
import { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { isHeadless } from "../../../scene/host/index.js";
import type { Shape } from "../asset/crowdAsset.js";
import type { Geometry } from "../asset/geometry.js";

/** Materials of containers that are not in the scene, which crowds added to it; several crowds may share them. */
const addedMaterials = new WeakSet<Material>();

/** Makes the meshes of a crowd, which share a texture of poses and a parent. */
export class MeshFactory {
  private readonly _manager: BakedVertexAnimationManager;
  /** Babylon reads the influences of vertices for meshes with a skeleton only; no bones are needed. */
  private readonly _skeleton: Skeleton;
  private readonly _materials = new Set<Material>();
  private readonly _scene: Scene;

  constructor(
    private readonly _name: string,
    private readonly _root: TransformNode,
    texture: BaseTexture,
  ) {
    this._scene = _root.getScene();
    this._manager = new BakedVertexAnimationManager(this._scene);
    this.texture = texture;
    this._skeleton = new Skeleton(_name, _name, this._scene);
    if (isHeadless(this._scene.getEngine())) {
      // otherwise, Babylon warns that the engine has too few uniforms for the bones
      Object.defineProperty(this._skeleton, "isUsingTextureForMatrices", { value: true });
    }
  }

  /** The texture of poses. */
  set texture(texture: BaseTexture) {
    this._manager.texture = texture;
  }

  create({ geometry, model: { mesh: model } }: Shape): Mesh {
    const mesh = this.createFrom(geometry, model, `${this._name} ${model.name}`);
    mesh.hasVertexAlpha = model.hasVertexAlpha;
    mesh.receiveShadows = model.receiveShadows;
    return mesh;
  }

  /** @param model gives the material and the order of drawing */
  createFrom({ data, indices, influences }: Geometry, model: Mesh, name: string): Mesh {
    const mesh = new Mesh(name, this._scene, this._root);
    for (const [kind, { values, size }] of data) {
      mesh.setVerticesData(kind, values, false, size);
    }
    mesh.setIndices(indices);
    this._addToScene(model.material);
    mesh.material = model.material;
    mesh.sideOrientation = model.sideOrientation;
    mesh.renderingGroupId = model.renderingGroupId;
    mesh.alphaIndex = model.alphaIndex;
    mesh.layerMask = model.layerMask;
    mesh.skeleton = this._skeleton;
    mesh.numBoneInfluencers = influences;
    mesh.bakedVertexAnimationManager = this._manager;
    mesh.doNotSyncBoundingInfo = true;
    mesh.isPickable = false; // Babylon would pick the mesh itself, in its bind pose
    mesh.setEnabled(false);
    return mesh;
  }

  /** To be called when the meshes are disposed. */
  dispose(): void {
    this._skeleton.dispose();
    this._manager.dispose();
    for (const material of this._materials) {
      if (addedMaterials.has(material) && !this._scene.meshes.some((mesh) => mesh.material === material)) {
        addedMaterials.delete(material);
        this._scene.removeMaterial(material);
      }
    }
  }

  /** A scene only updates materials that it knows; ordinary instances add theirs, too. */
  private _addToScene(material: Material | null): void {
    if (material && !this._scene.materials.includes(material)) {
      this._scene.addMaterial(material);
      addedMaterials.add(material);
    }
    if (material) {
      this._materials.add(material);
    }
  }
}
