import { ExtensibleProperty, type Document, type Property } from "@gltf-transform/core";
import { followTokens, toJsonPointer } from "../../gltf/util/index.js";
import { toPropertyPath } from "../../gltf/objectModel/index.js";

const LIGHTS = "KHR_lights_punctual";

/** The arrays of an asset whose objects glTF-Transform keeps. Objects are listed in the order in which they are read and written. */
const COLLECTIONS: ReadonlyMap<string, (document: Document) => readonly Property[]> = new Map([
  ["animations", (document: Document) => document.getRoot().listAnimations()],
  ["cameras", (document) => document.getRoot().listCameras()],
  ["images", (document) => document.getRoot().listTextures()],
  ["materials", (document) => document.getRoot().listMaterials()],
  ["meshes", (document) => document.getRoot().listMeshes()],
  ["nodes", (document) => document.getRoot().listNodes()],
  ["scenes", (document) => document.getRoot().listScenes()],
  ["skins", (document) => document.getRoot().listSkins()],
  [`extensions/${LIGHTS}/lights`, listLights],
]);

function listLights(document: Document): readonly Property[] {
  const extension = document
    .getRoot()
    .listExtensionsUsed()
    .find(({ extensionName }) => extensionName === LIGHTS);
  return extension?.listProperties() ?? [];
}

/** An object of a document, and a JSON pointer relative to the object. */
export interface PointedObject {
  readonly object: Property;
  readonly path: string;
}

/**
 * Finds the object at the beginning of a JSON pointer: an item of an array of the asset, or the root for `extras`.
 * @param tokens the reference tokens of the pointer
 * @returns null if the document does not have the object
 */
export function findObject(document: Document, tokens: readonly string[]): PointedObject | null {
  if (tokens[0] === "extras") {
    return { object: document.getRoot(), path: toJsonPointer(tokens) };
  }
  const { collection, index } = toPropertyPath(tokens);
  const object = COLLECTIONS.get(collection)?.(document)[index];
  return object ? { object, path: toJsonPointer(tokens.slice(collection.split("/").length + 1)) } : null;
}

/** The JSON pointers of all objects in a written document. */
export function placesOf(document: Document): ReadonlyMap<Property, string> {
  const places = new Map<Property, string>([[document.getRoot(), ""]]);
  for (const [collection, list] of COLLECTIONS) {
    list(document).forEach((object, index) => places.set(object, `/${collection}/${index}`));
  }
  return places;
}

/** The only extension whose properties have default values if the extension is missing. */
const TRANSFORM = "KHR_texture_transform";

/**
 * Finds the part of a path that an object does not have.
 * @param tokens the reference tokens of the path
 * @returns the JSON pointer of the missing part, or null if the object has the whole path
 */
export function findMissingPart(object: Property, tokens: readonly string[]): string | null {
  const [token, next] = tokens;
  if (token === "extras") {
    return followTokens(object.getExtras(), tokens.slice(1)) === undefined ? toJsonPointer(tokens) : null;
  }
  if (token === "extensions" && next !== TRANSFORM) {
    const extension = object instanceof ExtensibleProperty ? object.getExtension(next!) : null;
    return extension ? findMissingPart(extension, tokens.slice(2)) : `/extensions/${next}`;
  }
  if (token?.endsWith("Texture")) {
    const info = childOf(object, token) && childOf(object, `${token}Info`);
    return info ? findMissingPart(info, tokens.slice(1)) : `/${token}`;
  }
  return token === "pbrMetallicRoughness" ? findMissingPart(object, tokens.slice(1)) : null;
}

/** The child of an object, by the name of the attribute that refers to the child. */
export function childOf(object: Property, name: string): Property | undefined {
  return object
    .getGraph()
    .listChildEdges(object)
    .find((edge) => edge.getName() === name)
    ?.getChild();
}
