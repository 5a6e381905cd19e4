import {
  registerGLTFExtension,
  registeredGLTFExtensions,
  unregisterGLTFExtension,
} from "@babylonjs/loaders/glTF/2.0/glTFLoaderExtensionRegistry.js";

type Factory = Parameters<typeof registerGLTFExtension>[2];
type Registered = NonNullable<ReturnType<typeof registeredGLTFExtensions.get>>;
type Registry = Map<string, Registered>;

const registry = registeredGLTFExtensions as Registry;
/** The extensions that were taken, with what Babylon has for them. */
const taken = new Map<string, { readonly own: Registered; babylons: Registered | undefined }>();

/** Registers an extension in place of Babylon's, and keeps it there when Babylon registers its own later. */
export function takeExtension(name: string, factory: Factory): void {
  if (taken.has(name)) {
    return;
  }
  const babylons = registry.get(name);
  unregisterGLTFExtension(name);
  registerGLTFExtension(name, true, factory);
  taken.set(name, { own: registry.get(name)!, babylons });
  guardRegistry();
}

/** Gives an extension of Babylon its place back. */
export function restoreExtension(name: string): void {
  const entry = taken.get(name);
  if (entry) {
    taken.delete(name);
    unregisterGLTFExtension(name);
    if (entry.babylons) {
      registry.set(name, entry.babylons);
    }
  }
}

let isGuarded = false;

/** Has the registry keep what was taken: Babylon unregisters an extension before it registers its own. */
function guardRegistry(): void {
  if (isGuarded) {
    return;
  }
  isGuarded = true;
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
}
