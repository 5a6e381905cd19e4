import type { GltfFile, GltfJson } from "../../gltf/file/index.js";
import { listExtension, POINTER_EXTENSIONS, ReadControllers, unlistExtension } from "../../gltf/schema/index.js";
import { attemptOrNote, errorsAmong, type Finding } from "../../gltf/util/index.js";
import { appendClips, removeFromList } from "../clipLists.js";
import { findUses } from "../validate/extensionRules.js";
import { convertChannels } from "./convertChannels.js";

/** The result of a conversion. */
export interface ConvertReport {
  /** The number of channels that changed. */
  readonly channels: number;
  /** The number of controllers that became clips. */
  readonly clips: number;
  /** `NOT_CONVERTED` for parts that stay as they are, and errors of the file. */
  readonly findings: readonly Finding[];
}

/**
 * Replaces older extensions in a file: channels of `KHR_animation2` and `EXT_property_animation` become channels of
 * `KHR_animation_pointer`; pointers to translation, rotation, scale and weights of nodes become channels of core glTF; controllers become
 * clips. `extensionsUsed` and `extensionsRequired` are updated. Parts that the new extensions cannot express do not change, and an
 * up-to-date file does not change.
 * @param file the file to change. Keys are appended only if the accessor type has to change
 * @example
 * const file = GltfFile.parse(bytes, {}, "old.glb");
 * const { findings } = ConvertAnimations(file);
 * const { "old.glb": converted } = file.toFiles();
 * @experimental follows draft specifications
 */
export function ConvertAnimations(file: GltfFile): ConvertReport {
  const findings: Finding[] = [];
  let channels = 0;
  (file.json.animations ?? []).forEach((_, animation) => {
    attemptOrNote("NOT_CONVERTED", `/animations/${animation}`, findings, () => {
      channels += convertChannels(file, animation, findings);
    });
  });
  updateLists(file.json);
  return { channels, clips: convertControllers(file.json, findings), findings };
}

function updateLists(json: GltfJson): void {
  const uses = findUses(json);
  const unused = POINTER_EXTENSIONS.filter((name) => !uses.has(name));
  const wasRequired = unused.some((name) => json.extensionsRequired?.includes(name));
  unused.forEach((name) => unlistExtension(json, name));
  if (uses.has("KHR_animation_pointer")) {
    listExtension(json, "KHR_animation_pointer");
    if (wasRequired) {
      requireExtension(json, "KHR_animation_pointer");
    }
  }
}

/** Converts all valid controllers to clips. */
function convertControllers(json: GltfJson, findings: Finding[]): number {
  const { definitions, findings: found } = ReadControllers(json);
  findings.push(...errorsAmong(found));
  if (definitions.length === 0) {
    return 0;
  }
  const wasRequired = json.extensionsRequired?.includes("KHR_animation_controller") === true;
  appendClips(json, definitions);
  removeFromList(json, "KHR_animation_controller", "controllers", new Set(definitions.map(({ pointer }) => pointer)));
  if (wasRequired) {
    requireExtension(json, "KHR_animation_clip");
  }
  return definitions.length;
}

function requireExtension(json: GltfJson, name: string): void {
  if (!json.extensionsRequired?.includes(name)) {
    json.extensionsRequired = [...(json.extensionsRequired ?? []), name];
  }
}
