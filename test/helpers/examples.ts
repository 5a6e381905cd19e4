/** Runs the examples of Markdown files in TypeScript. */
import * as sceneLoader from "@babylonjs/core/Loading/sceneLoader.js";
import type { Scene } from "@babylonjs/core/scene.js";
import ts from "typescript";
import * as own from "../../src/index.js";
import type { ClipLibraryOptions } from "../../src/index.js";

/** The places of modules that an example cannot import under their names. */
const OWN: Readonly<Record<string, string>> = {
  "babylon-gltf-animation/crowd": "../../src/crowd.js",
  "babylon-gltf-animation/gltf-transform": "../../src/gltf-transform.js",
  "babylon-gltf-animation/controller": "../../src/controller.js",
  "babylon-gltf-animation/root-motion": "../../src/root-motion.js",
  "babylon-gltf-animation/sampling": "../../src/sampling.js",
  "babylon-gltf-animation/serializer": "../../src/serializer.js",
  "babylon-gltf-animation/tools": "../../src/tools.js",
};

type Load<Result> = (source: Uint8Array, scene: never, options: object) => Promise<Result>;
type Options = { readonly pluginOptions?: { readonly gltf?: object } };

/** How an example gets its models. */
export interface Models {
  /** The bytes of a .glb. */
  readonly read: (file: string) => Uint8Array;
  /** Modules in place of those that an example imports. */
  readonly modules?: Readonly<Record<string, object>>;
  readonly onParsed?: (data: { json: object }) => void;
}

/** Babylon's module, which loads models by their names, or the bytes that an example has read. */
function loaderOf({ read, onParsed }: Models): object {
  const byName =
    <Result>(load: Load<Result>) =>
    (file: string | Uint8Array, scene: never, options: Options = {}): Promise<Result> => {
      const gltf = { ...options.pluginOptions?.gltf, ...(onParsed ? { onParsed } : {}) };
      return load(typeof file === "string" ? read(file) : file, scene, { ...options, pluginExtension: ".glb", pluginOptions: { gltf } });
    };
  const { ImportAnimationsAsync, ImportMeshAsync, LoadAssetContainerAsync } = sceneLoader;
  return {
    ...sceneLoader,
    ImportAnimationsAsync: byName(ImportAnimationsAsync as Load<unknown>),
    ImportMeshAsync: byName(ImportMeshAsync as Load<unknown>),
    LoadAssetContainerAsync: byName(LoadAssetContainerAsync as Load<unknown>),
  };
}

/**
 * Runs an example in TypeScript as it stands; it finds its imports, and what a page or Node has.
 * @returns the constants that it exports
 */
export async function runExample(example: string, globals: Readonly<Record<string, unknown>>, models: Models): Promise<object> {
  const modules: Record<string, unknown> = {
    "@babylonjs/core/Loading/sceneLoader.js": loaderOf(models),
    "babylon-gltf-animation": {
      ...own,
      LoadClipLibraryAsync: (file: string, ...more: [Scene, ClipLibraryOptions?]) => own.LoadClipLibraryAsync(models.read(file), ...more),
    },
    ...models.modules,
  };
  const script = ts
    .transpile(example, { target: ts.ScriptTarget.ES2022 })
    .replace(/^import (\{.*\}) from (".*");.*$/gm, "const $1 = modules[$2];")
    .replace(/^import (".*");.*$/gm, "modules[$1];")
    .replace(/^export /gm, "");
  for (const [, name] of script.matchAll(/modules\["(.*)"\]/g)) {
    modules[name!] ??= await import(OWN[name!] ?? name!);
  }
  const exported = Array.from(example.matchAll(/^export const (\w+)/gm), ([, name]) => name);
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the example is ours
  const start = new Function(
    "modules",
    ...Object.keys(globals),
    `return (async () => {${script}\nreturn { ${exported.join(", ")} };})()`,
  ) as (...values: unknown[]) => Promise<object>;
  return start(modules, ...Object.values(globals));
}
