import { Document } from "@gltf-transform/core";

/**
 * Two copies of `@gltf-transform/core` do not recognise each other's classes: documents would lose references without a message.
 * @throws Error if the document belongs to another copy than these extensions
 */
export function expectSameCopy(document: Document): Document {
  if (!(document instanceof Document)) {
    throw new Error(
      "document: must be made by the copy of @gltf-transform/core that babylon-gltf-animation imports; " +
        "install both, and the command line of glTF-Transform, in the same project",
    );
  }
  return document;
}
