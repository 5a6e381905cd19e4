import { Observable } from "@babylonjs/core/Misc/observable.js";
import { ExportedAsset, registerExporterExtension, unregisterExporterExtension } from "../host/gltf/gltfExporter.js";
import { logWarning, notify, warnOfUnknownMembers } from "../host/index.js";
import { BOOLEAN, excerpt, getOrMake, oneOf, type OptionTable, readOptions } from "../../gltf/util/index.js";
import { AnimationExport } from "./write/animationExport.js";
import { ClipExporterExtension, PointerExporterExtension } from "./write/exporterExtensions.js";
import type { AnimationExportOptions, AnimationsExportedEvent } from "./plan/options.js";

/**
 * Reports each export of animations, with the list of animations that are not in the file. Without observers, a warning states the number
 * of animations that are not in the file, and the first reason.
 */
export const OnAnimationsExportedObservable = /*#__PURE__*/ new Observable<AnimationsExportedEvent>();

const OPTIONS = {
  groupsAsClips: { default: false, check: BOOLEAN },
  initialValues: { default: "rest", check: oneOf("rest", "current") },
} as const satisfies OptionTable<AnimationExportOptions>;

/**
 * Makes `GLTF2Export.GLBAsync` and `GLTFAsync` write all animations of a scene, in place of Babylon's own export of animations: animation
 * groups, clips as `KHR_animation_clip`, and animated properties beyond core glTF as `KHR_animation_pointer`. The scene does not change.
 * Registering again replaces the options.
 * @throws TypeError or RangeError if an option is invalid
 * @example
 * RegisterAnimationExport({ groupsAsClips: true });
 * const { files } = await GLTF2Export.GLBAsync(scene, "robot");
 * @experimental follows a draft specification
 */
export function RegisterAnimationExport(options: AnimationExportOptions = {}): void {
  const resolved = readOptions(options, OPTIONS);
  warnOfUnknownMembers("RegisterAnimationExport", "options", options, OPTIONS);
  const exports = new WeakMap<object, AnimationExport>();
  const exportOf = (exporter: ConstructorParameters<typeof ExportedAsset>[0]): AnimationExport =>
    getOrMake(exports, exporter, () => new AnimationExport(new ExportedAsset(exporter), resolved));
  registerExporterExtension("KHR_animation_pointer", (exporter) => {
    const ofExporter = exportOf(exporter);
    return new PointerExporterExtension(ofExporter, () => report(ofExporter));
  });
  registerExporterExtension("KHR_animation_clip", (exporter) => new ClipExporterExtension(exportOf(exporter)));
}

/** Reverts {@link RegisterAnimationExport}: Babylon's own export of animations is in effect again. */
export function UnregisterAnimationExport(): void {
  unregisterExporterExtension("KHR_animation_pointer");
  unregisterExporterExtension("KHR_animation_clip");
}

function report({ scene, clips, channels, leftOut }: AnimationExport): void {
  const [first] = leftOut;
  if (first && !OnAnimationsExportedObservable.hasObservers()) {
    const name = first.group ? `${first.group.name}: ` : "";
    logWarning(
      `RegisterAnimationExport: not exported: ${leftOut.length} (${excerpt(name + first.reason)}); see OnAnimationsExportedObservable`,
    );
  }
  notify("OnAnimationsExportedObservable", OnAnimationsExportedObservable, { scene, clips: clips.length, channels, leftOut });
}
