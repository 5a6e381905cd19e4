import type { Camera } from "@babylonjs/core/Cameras/camera.js";
import type { Light } from "@babylonjs/core/Lights/light.js";
import type { Material } from "@babylonjs/core/Materials/material.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Node } from "@babylonjs/core/node.js";
import type { Scene } from "@babylonjs/core/scene.js";
import type { ObjectModelProperty } from "../objectModel/property.js";

/** The components of a value: as many as its type has, a boolean as 0 or 1. */
export type Components = ArrayLike<number> & Iterable<number>;

/**
 * Which Babylon objects a property is written to: those that the glTF object became, and those it is drawn with. For an environment it
 * is the light in the asset, which holds Babylon's texture. `none` is for glTF objects that become no Babylon object.
 */
export type Owner = "camera" | "light" | "material" | "node" | "mesh" | "environment" | "none";

/** What `write` of a landing is given for each owner. */
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
export interface PointerLandingOf<Of extends Owner, Target = PointerObjects[Of]> {
  readonly owner: Of;
  /** The Babylon properties, for people to read. */
  readonly at: string;
  /**
   * Gives one Babylon object the value, as if it had been loaded with it. An exception is logged once, and ends the animation of the property.
   * @param value within the bounds of the row; a boolean as 0 or 1
   * @param index the place among the owner's objects, from 0; of a node and its meshes, the node is the first
   */
  readonly write: (object: Target, value: Components, index: number) => void;
  /**
   * Carries over to the copy of an object what `write` knows about the original.
   * @param copyOf gives the copy of any object, or the object itself where it has none
   */
  readonly copy?: (object: Target, copyOf: (original: object) => object) => void;
}

/** Keeps what an asset states about a node, given also the node of its mesh: another one for a skinned mesh. */
export type TrackNode = (node: Node, meshNode: Node, json: unknown) => void;

/** Where a property lands in Babylon, whatever its owner. */
export interface PointerLanding extends PointerLandingOf<Owner, object> {
  /** The name of the property among those of a material that depend on each other. */
  readonly coupled?: string;
  /** Imports what `write` needs, before a channel of the property is loaded. */
  readonly load?: () => Promise<{ readonly trackNode: TrackNode }>;
}

/** A property that {@link RegisterPointer} makes animatable. */
export interface PointerRegistration extends ObjectModelProperty {
  readonly landing: { readonly [Of in Owner]: PointerLandingOf<Of> }[Owner];
}

/** One property of the glTF object model. */
export interface PointerRow extends ObjectModelProperty {
  /** Where it lands, or why there is nothing to land on. */
  readonly landing: PointerLanding | string;
}
