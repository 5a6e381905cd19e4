import type { GltfFile, GltfJson } from "../../gltf/file/index.js";
import { listExtension, POINTER_EXTENSIONS, ReadControllers, unlistExtension } from "../../gltf/schema/index.js";
import {
  argumentError,
  attemptOrNote,
  errorsAmong,
  type Finding,
  findUnknownMembers,
  itemsOf,
  type MemberNames,
} from "../../gltf/util/index.js";
import { appendClips, removeFromList } from "../clipLists.js";
import { findUses } from "../validate/extensionRules.js";
import { convertChannels } from "./convertChannels.js";
import { leaveOutPointers } from "./leaveOutPointers.js";
import { mergeWeights } from "./mergeWeights.js";

/** Options of {@link ConvertAnimations}. */
export interface ConvertOptions {
  /**
   * `"core"` merges the pointers to weights of a mesh, and to single weights, into one channel of each node: exactly if they all have STEP, LINEAR, or the same keys, otherwise as lines
   * within 0.0001. It leaves out the pointers that core glTF cannot express, each with a finding, so that players without the extension play the rest. The animations that have nothing
   * else are removed, unless other parts of the file may refer to animations by index. Default `"all"`.
   */
  readonly pointers?: "core" | "all" | undefined;
}

const OPTION_NAMES: MemberNames<ConvertOptions> = { pointers: true };

/** The largest error of a weight where a curve becomes lines. */
const TOLERANCE = 1e-4;

/** The result of a conversion. */
export interface ConvertReport {
  /** The number of channels that changed, or were left out. */
  readonly channels: number;
  /** The number of controllers that became clips. */
  readonly clips: number;
  /** `NOT_CONVERTED` for parts that stay as they are or, with `pointers`, are left out; errors of the file. */
  readonly findings: readonly Finding[];
}

/**
 * Replaces older extensions in a file: channels of `KHR_animation2` and `EXT_property_animation` become channels of
 * `KHR_animation_pointer`; pointers to translation, rotation, scale and weights of nodes become channels of core glTF; controllers become
 * clips. `extensionsUsed` and `extensionsRequired` are updated. Parts that the new extensions cannot express do not change, and an
 * up-to-date file does not change.
 * @param file the file to change. Keys are appended only if the accessor type has to change
 * @throws RangeError or TypeError if an option is invalid
 * @example
 * const file = GltfFile.parse(bytes, {}, "old.glb");
 * const { findings } = ConvertAnimations(file);
 * const { "old.glb": converted } = file.toFiles();
 * @experimental follows draft specifications
 */
export function ConvertAnimations(file: GltfFile, options: ConvertOptions = {}): ConvertReport {
  const { pointers = "all" } = options;
  if (pointers !== "all" && pointers !== "core") {
    throw argumentError("options.pointers", "must be core or all", pointers, "string");
  }
  const findings = [...findUnknownMembers("options", options, OPTION_NAMES)];
  let channels = 0;
  (file.json.animations ?? []).forEach((_, animation) => {
    attemptOrNote("NOT_CONVERTED", `/animations/${animation}`, findings, () => {
      channels += convertChannels(file, animation, findings);
      channels += pointers === "core" ? mergeWeights(file, animation, TOLERANCE, "NOT_CONVERTED", findings) : 0;
    });
  });
  if (pointers === "core") {
    channels += leaveOutPointers(file.json, [...itemsOf(file.json.animations).keys()], "NOT_CONVERTED", findings);
  }
  updateLists(file.json);
  return { channels, clips: convertControllers(file.json, findings), findings };
}

/** Lists the extensions that animate by JSON pointer if, and only if, the asset uses them. */
export function updateLists(json: GltfJson): void {
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
