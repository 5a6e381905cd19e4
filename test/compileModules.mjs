import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createScriptTransformer } from "@jest/transform";

const FOLDERS = ["src", "test", "playground"];

/** How Jest asks for modules. */
const OPTIONS = {
  supportsDynamicImport: true,
  supportsExportNamespaceFrom: true,
  supportsStaticESM: true,
  supportsTopLevelAwait: true,
  collectCoverage: false,
  collectCoverageFrom: [],
  coverageProvider: /** @type {const} */ ("v8"),
};

/**
 * Compiles all modules, into Jest's cache. Workers are replaced after a few files of tests: to load the compiler in each of them takes longer.
 * @param {unknown} _global
 * @param {Parameters<typeof createScriptTransformer>[0]} project
 */
export default async function compileModules(_global, project) {
  const transformer = await createScriptTransformer(project);
  for (const folder of FOLDERS) {
    const path = join(project.rootDir, folder);
    for (const file of readdirSync(path, { recursive: true, encoding: "utf8" })) {
      if (/(?<!\.d)\.ts$/.test(file)) {
        try {
          transformer.transform(join(path, file), OPTIONS);
        } catch {
          // the tests that import it report it: the others run all the same
        }
      }
    }
  }
}
