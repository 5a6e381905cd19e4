import type { Camera } from "@babylonjs/core/Cameras/camera.js";
import type { Light } from "@babylonjs/core/Lights/light.js";
import type { Material } from "@babylonjs/core/Materials/material.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Node } from "@babylonjs/core/node.js";
import type { Scene } from "@babylonjs/core/scene.js";
import type { PointerProperty } from "../objectModel/index.js";

/** The components of a value: as many as its type has, a boolean as 0 or 1. */
export type PointerComponents = ArrayLike<number> & Iterable<number>;

/**
 * The kind of Babylon objects that a property is written to: all objects that the loader made for the glTF object. For an environment, it
 * is the light in the asset, which holds Babylon's texture. `none` is for glTF objects without a Babylon object.
 */
export type PointerOwner = "camera" | "light" | "material" | "node" | "mesh" | "environment" | "none";

/** The object that `write` of a landing receives, for each owner. */
export interface PointerObjects {
  readonly camera: Camera;
  readonly light: Light;
  readonly material: Material;
  readonly node: TransformNode;
  /** A mesh, or the node of several meshes or of none. */
  readonly mesh: TransformNode | AbstractMesh;
  readonly environment: object;
  /** The scene that the asset was loaded into. */
  readonly none: { readonly scene: Scene };
}

/** Where a property of one owner lands in Babylon. */
export interface PointerLandingOf<Of extends PointerOwner, Target = PointerObjects[Of]> {
  readonly owner: Of;
  /** The Babylon properties, for people to read. */
  readonly at: string;
  /**
   * Writes the value to one Babylon object, as if it had been loaded with it. An exception is logged once, and ends the animation of the
   * property.
   * @param value within the bounds of the row; a boolean as 0 or 1
   * @param index the place among the owner's objects, from 0; of a node and its meshes, the node is the first
   */
  readonly write: (object: Target, value: PointerComponents, index: number) => void;
  /**
   * Copies any state that `write` keeps for an object to the copy of that object.
   * @param copyOf gives the copy of any object, or the object itself where it has none
   */
  readonly copy?: (object: Target, copyOf: (original: object) => object) => void;
}

/** Keeps the properties that an asset states for a node. The node of its mesh is another one if the mesh is skinned. */
export type TrackNode = (node: Node, meshNode: Node, json: unknown) => void;

/** Where a property lands in Babylon, whatever its owner. */
export interface PointerLanding extends PointerLandingOf<PointerOwner, object> {
  /** The name of the property among those of a material that depend on each other. */
  readonly coupled?: string;
  /** Imports the code that `write` needs, before a channel of the property is loaded. */
  readonly load?: () => Promise<{ readonly trackNode: TrackNode }>;
}

/** A property that {@link RegisterPointer} makes animatable. */
export interface PointerRegistration extends PointerProperty {
  readonly landing: { readonly [Of in PointerOwner]: PointerLandingOf<Of> }[PointerOwner];
}

/** One property of the glTF object model. */
export interface PointerRow extends PointerProperty {
  /** Where it lands, or why Babylon has no equivalent. */
  readonly landing: PointerLanding | string;
}
