import type { GltfFile, GltfJson } from "../../file/index.js";
import { listExtension, ReadControllers, toAssetError, unlistExtension } from "../../schema/index.js";
import { appendClips, removeFromList } from "../clipLists.js";
import { findUses } from "../validate/extensionRules.js";
import { convertChannels } from "./convertChannels.js";

/** The result of a conversion. */
export interface ConvertReport {
  /** How many channels are stated in another way. */
  readonly channels: number;
  /** How many controllers became clips. */
  readonly clips: number;
  /** Parts that stay as they were, each with its place and the reason. */
  readonly warnings: readonly string[];
}

/**
 * Brings animations into the form of today: channels of `KHR_animation2` and `EXT_property_animation` become those of `KHR_animation_pointer`,
 * pointers to what core glTF animates (translation, rotation, scale, weights of nodes) become channels of core glTF, and controllers of
 * `KHR_animation_controller` become clips. The lists of extensions are kept right. Parts that the new form cannot express stay as they are.
 * @param file changed; keys are added only where accessors have to be of another type
 * @example
 * const file = GltfFile.parse(bytes);
 * const { warnings } = ConvertAnimations(file);
 * const { "model.glb": converted } = file.toFiles();
 * @experimental follows draft specifications
 */
export function ConvertAnimations(file: GltfFile): ConvertReport {
  const warnings: string[] = [];
  let channels = 0;
  (file.json.animations ?? []).forEach((_, animation) => {
    try {
      channels += convertChannels(file, animation, warnings);
    } catch (error) {
      warnings.push(toAssetError(`/animations/${animation}`, error).message);
    }
  });
  updateLists(file.json);
  return { channels, clips: convertControllers(file.json, warnings), warnings };
}

function updateLists(json: GltfJson): void {
  const uses = findUses(json);
  const old = ["KHR_animation2", "EXT_property_animation"].filter((name) => !uses.has(name));
  const wasRequired = old.some((name) => json.extensionsRequired?.includes(name));
  for (const name of [...old, ...(uses.has("KHR_animation_pointer") ? [] : ["KHR_animation_pointer"])]) {
    unlistExtension(json, name);
  }
  if (uses.has("KHR_animation_pointer")) {
    listExtension(json, "KHR_animation_pointer");
    if (wasRequired) {
      requireExtension(json, "KHR_animation_pointer");
    }
  }
}

/** Controllers that are broken stay where they are. */
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
