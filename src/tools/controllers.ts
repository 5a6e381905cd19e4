import type { GltfJson } from "../gltf/file/index.js";
import { controllersIn, namesIn, readController } from "../gltf/controller/index.js";
import type { Finding } from "../gltf/util/index.js";
import { readAllClips } from "../gltf/schema/index.js";
import type { Source } from "./asset.js";

/** The findings about the definition of a controller, by the clips and nodes of an asset. */
export function checkController(json: GltfJson, definition: unknown): readonly Finding[] {
  const names = readAllClips(json).definitions.map(({ name }) => name);
  return readController(definition, namesIn(json, names)).findings;
}

/** Checks the definitions of controllers in the `extras` of nodes. */
export function checkControllers({ json }: Source): readonly Finding[] {
  return controllersIn(json).flatMap(({ pointer: at, definition }) =>
    checkController(json, definition).map(({ pointer, ...finding }) => {
      return { ...finding, pointer: `${at}${pointer.startsWith("/") ? pointer : ""}` };
    }),
  );
}
