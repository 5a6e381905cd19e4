import { registerGLTFExtension } from "@babylonjs/loaders/glTF/2.0/glTFLoaderExtensionRegistry.js";
import type { GLTFLoader, IGLTFLoaderExtension } from "@babylonjs/loaders/glTF/2.0/index.js";
import { itemsOf } from "../../gltf/util/index.js";
import { unregisterExtension, warnIfUndeclared } from "./undeclaredExtensions.js";

const NAME = "KHR_animation_events";

/**
 * Registers the loader extension `KHR_animation_events`: the events of an animation become the events of its groups and clips, see
 * {@link EvaluatedAnimationGroup.events}. Animations without the extension may have `extras.events` of the same shape; a file that does not
 * list the extension counts as one without it. The code is imported with the first file that has events. Registering twice is harmless.
 * @experimental follows a draft specification
 */
export function RegisterKHR_animation_events(): void {
  unregisterExtension(NAME);
  registerGLTFExtension(NAME, false, createExtension);
  warnIfUndeclared(NAME);
}

/**
 * Unregisters the loader extension `KHR_animation_events`, for files loaded later.
 * @experimental follows a draft specification
 */
export function UnregisterKHR_animation_events(): void {
  unregisterExtension(NAME);
}

async function createExtension(loader: GLTFLoader): Promise<IGLTFLoaderExtension> {
  const hasEvents = (animation: unknown): unknown => (animation as { extras?: { events?: unknown } | null } | null)?.extras?.events;
  const enabled = loader.isExtensionUsed(NAME) || itemsOf(loader.gltf.animations).some(hasEvents);
  const { loadEvents } = enabled ? await import("./onDemand/eventLoading.js") : {};
  return { name: NAME, enabled, dispose() {}, onReady: () => loadEvents?.(loader) };
}
