import type { GltfJson, GltfObject } from "../gltf/file/index.js";
import { createFinding, excerpt, type Finding, type FindingCode, itemAt, itemsOf } from "../gltf/util/index.js";

/** The extensions that glTF-Transform keeps only with our configuration. */
const OURS = ["KHR_animation_clip", "KHR_animation_events", "KHR_animation_pointer"];
const CONFIG = " --config node_modules/babylon-gltf-animation/dist/esm/gltf-transform.config.js";

const isMeshopt = (name: string): boolean => name.endsWith("_meshopt_compression");
const namesIn = (item: unknown): readonly string[] => Object.keys(Object((Object(item) as GltfObject)["extensions"]) as object);

/** The extension that compresses the keys of animations, so that they cannot be read; undefined if none does. */
export function findKeyCompression({ animations, accessors, bufferViews, buffers }: GltfJson): string | undefined {
  const samplers = itemsOf(animations).flatMap((animation) => itemsOf(animation.samplers));
  const views = samplers.flatMap(({ input, output }) =>
    [input, output].map((index) => itemAt(bufferViews, itemAt(accessors, index)?.["bufferView"])),
  );
  const packed = views.find((view) => {
    const buffer = itemAt(buffers, (Object(view) as GltfObject)["buffer"]);
    return buffer?.["uri"] === undefined && namesIn(buffer).some(isMeshopt);
  });
  return namesIn(packed).find(isMeshopt);
}

/** The extension that compresses meshes, so that they cannot be read; undefined if none does. */
export function findMeshCompression({ buffers, meshes }: GltfJson): string | undefined {
  const packed = itemsOf(buffers).find((buffer) => buffer["uri"] === undefined && namesIn(buffer).some(isMeshopt));
  const primitives = itemsOf(meshes).flatMap((mesh) => itemsOf((mesh as { primitives?: unknown }).primitives));
  return namesIn(packed).find(isMeshopt) ?? primitives.flatMap(namesIn).find((name) => name === "KHR_draco_mesh_compression");
}

/** The finding that a file is compressed, with the command that decompresses it. */
export function compressionFinding(code: FindingCode, json: GltfJson, extension: string): Finding {
  const used = itemsOf(json.extensionsUsed) as readonly unknown[];
  const config = OURS.some((name) => used.includes(name)) ? CONFIG : "";
  const command = `npx gltf-transform copy in.glb out.glb${config}`;
  const pointer = used.includes(extension) ? `/extensionsUsed/${used.indexOf(extension)}` : "/buffers";
  return createFinding(
    code,
    pointer,
    `the file is compressed (${excerpt(extension, 40)}), which is not decoded here; decompress it first: ${command}`,
  );
}
