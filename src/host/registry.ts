import {
  registerGLTFExtension,
  registeredGLTFExtensions,
  unregisterGLTFExtension,
} from "@babylonjs/loaders/glTF/2.0/glTFLoaderExtensionRegistry.js";

type Factory = Parameters<typeof registerGLTFExtension>[2];
type Registered = NonNullable<ReturnType<typeof registeredGLTFExtensions.get>>;
type Registry = Map<string, Registered>;

/** The extensions that were taken, with what Babylon has for them. */
type Taken = Map<string, { readonly own: Registered; babylons: Registered | undefined }>;

/** Kept on the registry: a second copy of the package, such as a script that is loaded twice, takes over from the first. */
const TAKEN = Symbol.for("babylon-gltf-animation/taken");

const registry = registeredGLTFExtensions as Registry & { [TAKEN]?: Taken };

/** Registers an extension in place of Babylon's, and keeps it there when Babylon registers its own later. */
export function takeExtension(name: string, factory: Factory): void {
  restoreExtension(name);
  const babylons = registry.get(name);
  unregisterGLTFExtension(name);
  registerGLTFExtension(name, true, factory);
  (registry[TAKEN] ??= guardRegistry()).set(name, { own: registry.get(name)!, babylons });
}

/** Gives an extension of Babylon its place back. */
export function restoreExtension(name: string): void {
  const entry = registry[TAKEN]?.get(name);
  if (entry) {
    registry[TAKEN]!.delete(name);
    unregisterGLTFExtension(name);
    if (entry.babylons) {
      registry.set(name, entry.babylons);
    }
  }
}

/** Has the registry keep what is taken: Babylon unregisters an extension before it registers its own. */
function guardRegistry(): Taken {
  const taken: Taken = new Map();
  const set = registry.set.bind(registry);
  const remove = registry.delete.bind(registry);
  registry.set = (name, registered) => {
    const entry = taken.get(name);
    if (entry && registered !== entry.own) {
      entry.babylons = registered;
      return set(name, entry.own);
    }
    return set(name, registered);
  };
  registry.delete = (name) => (taken.has(name) ? false : remove(name));
  return taken;
}
