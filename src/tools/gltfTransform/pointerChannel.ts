import { AnimationChannel, Document, Material, Mesh, Node, Primitive, Root, type Property } from "@gltf-transform/core";
import { childOf } from "./pointedObjects.js";

/** The parts of a document that affect how an animated value looks. Functions that change these parts change the animation. */
export interface Surroundings {
  /** Whether a texture is multiplied with the animated factor. */
  readonly hasTexture: boolean;
  /** The number of primitives with the animated material, or of nodes with the animated mesh. */
  readonly users: number;
}

/** glTF-Transform's methods for attributes. The library's types do not let a subclass of `AnimationChannel` add attributes. */
interface Attributes {
  get(name: "path"): string;
  get(name: "isOfRoot"): boolean;
  get(name: "surroundings"): Surroundings | null;
  set(name: "path" | "isOfRoot" | "surroundings", value: unknown): unknown;
  getRef(name: "object"): Property | null;
  setRef(name: "object", object: Property | null, attributes: Record<string, unknown>): unknown;
}

/**
 * A channel that animates any property by JSON pointer: a reference to an object of the document, and the path from the object.
 * See {@link KHRAnimationPointer}.
 */
export class PointerChannel extends AnimationChannel {
  protected override getDefaults(): ReturnType<AnimationChannel["getDefaults"]> {
    const own = { targetPath: "pointer", object: null, isOfRoot: false, path: "", surroundings: null };
    return Object.assign(super.getDefaults(), own);
  }

  /** The object whose property is animated: a node, material, mesh, camera, light, scene, skin, texture, animation, or the root. */
  getObject(): Property | null {
    return this._attributes.get("isOfRoot") ? Document.fromGraph(this.getGraph())!.getRoot() : this._attributes.getRef("object");
  }

  /** The object whose property is animated: a node, material, mesh, camera, light, scene, skin, texture, animation, or the root. */
  setObject(object: Property | null): this {
    // a reference to the root would make functions copy it when they merge documents
    const isOfRoot = object instanceof Root;
    this._attributes.set("isOfRoot", isOfRoot);
    // dedup does not merge objects with this attribute
    this._attributes.setRef("object", isOfRoot ? null : object, { modifyChild: true });
    return this;
  }

  /** The animated property, as a JSON pointer relative to the object: `/pbrMetallicRoughness/baseColorFactor`. */
  getPath(): string {
    return this._attributes.get("path");
  }

  /** The animated property, as a JSON pointer relative to the object: `/pbrMetallicRoughness/baseColorFactor`. */
  setPath(path: string): this {
    this._attributes.set("path", path);
    return this;
  }

  /** The animated object, of any type. Functions of glTF-Transform call this method to find out whether the channel is in use. */
  override getTargetNode(): Node | null {
    return this.getObject() as Node | null;
  }

  /** @internal */
  rememberSurroundings(): this {
    this._attributes.set("surroundings", this._findSurroundings());
    return this;
  }

  /**
   * Explains how functions have changed the surroundings since the channel was read.
   * @returns the explanation, or null if the animation looks unchanged
   * @internal
   */
  findChange(): string | null {
    const before = this._attributes.get("surroundings");
    const { hasTexture, users } = this._findSurroundings();
    if (!before) {
      return null;
    }
    if (before.hasTexture && !hasTexture) {
      return "its texture was removed, maybe multiplied into the factor, which the animation replaces (prune with keepSolidTextures prevents this)";
    }
    if (before.users > 0 && users === 0) {
      return "no mesh or node uses its object any more (palette replaces materials)";
    }
    return this.getObject() instanceof Mesh && users > before.users
      ? "more nodes use its mesh than before, and are animated, too (dedup without meshes prevents this)"
      : null;
  }

  private _findSurroundings(): Surroundings {
    const object = this.getObject();
    if (object instanceof Material) {
      const texture = TEXTURES[this.getPath()];
      const hasTexture = texture !== undefined && childOf(object, texture) !== undefined;
      return { hasTexture, users: countParents(object, Primitive) };
    }
    return { hasTexture: false, users: object instanceof Mesh ? countParents(object, Node) : 0 };
  }

  private get _attributes(): Attributes {
    return this as unknown as Attributes;
  }
}

function countParents(object: Property, type: typeof Node | typeof Primitive): number {
  return object.listParents().filter((parent) => parent instanceof type).length;
}

/** The textures that are multiplied with factors, by the path of the factor. `prune` may multiply a texture into the factor. */
const TEXTURES: Readonly<Record<string, string>> = {
  "/emissiveFactor": "emissiveTexture",
  "/pbrMetallicRoughness/baseColorFactor": "baseColorTexture",
  "/pbrMetallicRoughness/metallicFactor": "metallicRoughnessTexture",
  "/pbrMetallicRoughness/roughnessFactor": "metallicRoughnessTexture",
};
