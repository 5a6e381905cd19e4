import type { Camera } from "@babylonjs/core/Cameras/camera.js";
import type { Light } from "@babylonjs/core/Lights/light.js";
import type { Material } from "@babylonjs/core/Materials/material.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Bounds } from "./bounds.js";

/** The types of the glTF object model whose values can be animated. */
export type PointerType = "float" | "float2" | "float3" | "float4" | "float4x4" | "quat" | "float[]" | "bool";

/** How many components a value has; 0 for as many as the asset states. */
export const COMPONENTS: { readonly [Type in PointerType]: number } = {
  float: 1,
  float2: 2,
  float3: 3,
  float4: 4,
  float4x4: 16,
  quat: 4,
  "float[]": 0,
  bool: 1,
};

/** The components of a value: as many as its type has, a boolean as 0 or 1. */
export type Components = ArrayLike<number> & Iterable<number>;

/**
 * The Babylon objects that a glTF object became, and those it is drawn with. Of an environment it is the light in the asset, which
 * has Babylon's texture; of what has become nothing, nothing of Babylon's.
 */
export type Owner = "camera" | "light" | "material" | "node" | "mesh" | "environment" | "none";

/** What the objects of each owner are in Babylon. */
export interface PointerObjects {
  readonly camera: Camera;
  readonly light: Light;
  readonly material: Material;
  readonly node: TransformNode;
  /** A mesh, or the node of several or none. */
  readonly mesh: TransformNode | AbstractMesh;
  readonly environment: object;
  readonly none: object;
}

/** Where a property of one owner lands in Babylon. */
export interface PointerLandingOf<Of extends Owner> {
  readonly owner: Of;
  /** The Babylon properties, for people to read. */
  readonly at: string;
  /**
   * Gives one Babylon object the value, as if it had been loaded with it. What it throws is logged once, and ends the animation of the property.
   * @param value within the bounds of the row; a boolean as 0 or 1
   * @param index which of the owner's objects it is, from 0; of a node and its meshes, the node is the first
   */
  readonly write: (object: PointerObjects[Of], value: Components, index: number) => void;
  /**
   * Carries over to the copy of an object what `write` knows of the original.
   * @param copyOf gives the copy of any object, or the object itself where it has none
   */
  readonly copy?: (object: PointerObjects[Of], copyOf: (original: object) => object) => void;
}

/** Where a property lands in Babylon, whatever its owner. */
export interface PointerLanding {
  readonly owner: Owner;
  /** The Babylon properties, for people to read. */
  readonly at: string;
  /**
   * Gives one Babylon object the value, as if it had been loaded with it.
   * @param index which of the owner's objects it is, from 0; of a node and its meshes the node is the first
   */
  readonly write: (object: object, value: Components, index: number) => void;
  /**
   * Carries over to the copy of an object what `write` knows of the original.
   * @param copyOf gives the copy of any object, or the object itself where it has none
   */
  readonly copy?: (object: object, copyOf: (original: object) => object) => void;
}

/** A property that {@link RegisterPointer} makes animatable. */
export interface PointerRegistration extends Bounds {
  /** The JSON pointer, with `{}` for each array index; without any below `/extensions` only. */
  readonly template: string;
  readonly type: PointerType;
  /** What the property is where an asset does not state it. */
  readonly default?: number | boolean | readonly number[];
  /** What Babylon has where an asset does not state it and glTF has no number for what that means, such as infinity. */
  readonly unstated?: number;
  /** A number that, where the asset states it, no animation may change: such animations are ignored, with a warning. */
  readonly fixedAt?: number;
  /** Where it lands. */
  readonly landing: { readonly [Of in Owner]: PointerLandingOf<Of> }[Owner];
}

/** One property of the glTF object model. */
export interface PointerRow extends Omit<PointerRegistration, "landing"> {
  /** Where it lands, or why there is nothing to land on. */
  readonly landing: PointerLanding | string;
}
