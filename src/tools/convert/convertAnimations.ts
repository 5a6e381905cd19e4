import type { GltfFile, GltfJson } from "../../file/index.js";
import { listExtension, POINTER_EXTENSIONS, ReadControllers, unlistExtension } from "../../schema/index.js";
import { attemptOrWarn } from "../../util/index.js";
import { appendClips, removeFromList } from "../clipLists.js";
import { findUses } from "../validate/extensionRules.js";
import { convertChannels } from "./convertChannels.js";

/** The result of a conversion. */
export interface ConvertReport {
  /** The number of channels that changed. */
  readonly channels: number;
  /** The number of controllers that became clips. */
  readonly clips: number;
  /** Messages about parts that were not converted: JSON pointer and reason. */
  readonly warnings: readonly string[];
}

/**
 * Replaces older extensions in a file: channels of `KHR_animation2` and `EXT_property_animation` become channels of
 * `KHR_animation_pointer`; pointers to translation, rotation, scale and weights of nodes become channels of core glTF; controllers become
 * clips. `extensionsUsed` and `extensionsRequired` are updated. Parts that the new extensions cannot express do not change, and an
 * up-to-date file does not change.
 * @param file the file to change. Keys are appended only if the accessor type has to change
 * @example
 * const file = GltfFile.parse(bytes, {}, "old.glb");
 * const { warnings } = ConvertAnimations(file);
 * const { "old.glb": converted } = file.toFiles();
 * @experimental follows draft specifications
 */
export function ConvertAnimations(file: GltfFile): ConvertReport {
  const warnings: string[] = [];
  let channels = 0;
  (file.json.animations ?? []).forEach((_, animation) => {
    attemptOrWarn(`/animations/${animation}`, warnings, () => {
      channels += convertChannels(file, animation, warnings);
    });
  });
  updateLists(file.json);
  return { channels, clips: convertControllers(file.json, warnings), warnings };
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
function convertControllers(json: GltfJson, warnings: string[]): number {
  const { definitions, errors } = ReadControllers(json);
  warnings.push(...errors.map(({ message }) => message));
  if (definitions.length === 0) {
    return 0;
  }
  const wasRequired = json.extensionsRequired?.includes("KHR_animation_controller") === true;
  appendClips(json, definitions);
  removeFromList(json, "KHR_animation_controller", "controllers", new Set(definitions.map(({ place }) => place)));
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
