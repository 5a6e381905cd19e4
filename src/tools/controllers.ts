import type { GltfJson } from "../gltf/file/index.js";
import { namesIn, readController } from "../gltf/controller/index.js";
import type { Finding } from "../gltf/util/index.js";
import { readAllClips } from "../gltf/schema/index.js";

/** The findings about the definition of a controller, by the clips and nodes of an asset. */
export function checkController(json: GltfJson, definition: unknown): readonly Finding[] {
  const names = readAllClips(json).definitions.map(({ name }) => name);
  return readController(definition, namesIn(json, names)).findings;
}
