import {
  registerGLTFExtension,
  registeredGLTFExtensions,
  unregisterGLTFExtension,
} from "@babylonjs/loaders/glTF/2.0/glTFLoaderExtensionRegistry.js";

type Factory = Parameters<typeof registerGLTFExtension>[2];
type Registered = NonNullable<ReturnType<typeof registeredGLTFExtensions.get>>;
type Registry = Map<string, Registered>;

/** The replaced extensions by name, each with Babylon's own registration. */
type Replaced = Map<string, { readonly own: Registered; babylons: Registered | undefined }>;

/** Key on the registry itself, so that a second copy of the package, such as a script loaded twice, replaces the first. */
const REPLACED = Symbol.for("babylon-gltf-animation/taken");

const registry = registeredGLTFExtensions as Registry & { [REPLACED]?: Replaced };

/** Registers an extension in place of Babylon's, and keeps it registered when Babylon registers its own extension later. */
export function takeExtension(name: string, factory: Factory): void {
  restoreExtension(name);
  const babylons = registry.get(name);
  unregisterGLTFExtension(name);
  registerGLTFExtension(name, true, factory);
  (registry[REPLACED] ??= guardRegistry()).set(name, { own: registry.get(name)!, babylons });
}

/** Registers Babylon's own extension again. */
export function restoreExtension(name: string): void {
  const entry = registry[REPLACED]?.get(name);
  if (entry) {
    registry[REPLACED]!.delete(name);
    unregisterGLTFExtension(name);
    if (entry.babylons) {
      registry.set(name, entry.babylons);
    }
  }
}

/** Makes the registry keep replaced extensions. Before registering an extension, Babylon unregisters the present extension of the name. */
function guardRegistry(): Replaced {
  const replaced: Replaced = new Map();
  const set = registry.set.bind(registry);
  const remove = registry.delete.bind(registry);
  registry.set = (name, registered) => {
    const entry = replaced.get(name);
    if (entry && registered !== entry.own) {
      entry.babylons = registered;
      return set(name, entry.own);
    }
    return set(name, registered);
  };
  registry.delete = (name) => (replaced.has(name) ? false : remove(name));
  return replaced;
}
