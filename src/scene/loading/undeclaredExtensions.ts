import { registerGLTFExtension, unregisterGLTFExtension } from "@babylonjs/loaders/glTF/2.0/glTFLoaderExtensionRegistry.js";
import type { GLTFLoader, IGLTF, IGLTFLoaderExtension } from "@babylonjs/loaders/glTF/2.0/index.js";
import { itemsOf } from "../../gltf/util/index.js";
import { LoadReport } from "./loadReport.js";

const NAME = "babylon-gltf-animation";

const registered = new Set<string>();

/** Registers a loader extension for the files that list the extension. Registering again replaces the extension. */
export function registerExtension(name: string, create: (loader: GLTFLoader) => Promise<IGLTFLoaderExtension>): void {
  unregisterGLTFExtension(name);
  registerGLTFExtension(name, true, create);
  warnIfUndeclared(name);
}

/** Reverts {@link registerExtension}; no effect if the extension is not registered. */
export function unregisterExtension(name: string): void {
  unregisterGLTFExtension(name);
  ignoreUndeclared(name);
}

/** Warns about files that use an extension but do not list the extension in `extensionsUsed`. Babylon's loader ignores the extension. */
export function warnIfUndeclared(name: string): void {
  registered.add(name);
  unregisterGLTFExtension(NAME);
  registerGLTFExtension(NAME, false, (loader) => new UndeclaredExtensions(loader));
}

/** Reverts {@link warnIfUndeclared}. */
export function ignoreUndeclared(name: string): void {
  registered.delete(name);
  if (registered.size === 0) {
    unregisterGLTFExtension(NAME);
  }
}

class UndeclaredExtensions implements IGLTFLoaderExtension {
  readonly name = NAME;
  enabled = true;
  private readonly _report: LoadReport;

  constructor(private readonly _loader: GLTFLoader) {
    this._report = new LoadReport(_loader, NAME);
  }

  dispose(): void {
    this._report.close();
  }

  onLoading(): void {
    for (const name of registered) {
      const pointer = this._loader.isExtensionUsed(name) ? null : findUse(this._loader.gltf, name);
      if (pointer) {
        const message = `must list ${name}, which is ignored otherwise (used by ${pointer})`;
        this._report.add({ code: "UNDECLARED_EXTENSION", severity: 0, pointer: "/extensionsUsed", message });
      }
    }
    this.enabled = false; // the loader asks each enabled extension about each part of the file
  }
}

type Extensible = { readonly extensions?: object } | null | undefined;

/** The JSON pointer of the first use of an extension by an asset, an animation or the target of a channel; null if there is none. */
function findUse(gltf: IGLTF, name: string): string | null {
  if (uses(gltf, name)) {
    return `/extensions/${name}`;
  }
  for (const [i, animation] of itemsOf(gltf.animations).entries()) {
    if (uses(animation, name)) {
      return `/animations/${i}/extensions/${name}`;
    }
    const channel = itemsOf(animation?.channels).findIndex((each) => uses(each?.target, name));
    if (channel >= 0) {
      return `/animations/${i}/channels/${channel}/target/extensions/${name}`;
    }
  }
  return null;
}

function uses(part: Extensible, name: string): boolean {
  const extensions: unknown = part?.extensions;
  return typeof extensions === "object" && extensions !== null && name in extensions;
}
