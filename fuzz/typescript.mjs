/** Lets Node import the TypeScript of this repository, as `node --import`: without a build, each module is compiled when it is imported. */
import { existsSync, readFileSync } from "node:fs";
import * as module from "node:module";
import { fileURLToPath } from "node:url";
import { isMainThread } from "node:worker_threads";
import ts from "typescript";

/** In newer versions of Node, in the same thread: loading imports modules all the time, and each import would wait for another thread. */
const { registerHooks } = /** @type {{ registerHooks?: (hooks: object) => void }} */ (module);
if (registerHooks) {
  registerHooks({ resolve, load });
} else if (isMainThread) {
  module.register(import.meta.url);
}

const OPTIONS = {
  module: ts.ModuleKind.ESNext,
  target: ts.ScriptTarget.ES2022,
  useDefineForClassFields: false,
  verbatimModuleSyntax: true,
  inlineSourceMap: true,
};

/** @type {import("node:module").ResolveHook} */
export function resolve(specifier, context, nextResolve) {
  if (/^\.{1,2}\/.*\.js$/.test(specifier) && context.parentURL?.endsWith(".ts")) {
    const url = new URL(`${specifier.slice(0, -3)}.ts`, context.parentURL);
    if (existsSync(url)) {
      return { url: url.href, format: "module", shortCircuit: true };
    }
  }
  return nextResolve(specifier, context);
}

/** @type {import("node:module").LoadHook} */
export function load(url, context, nextLoad) {
  if (!url.endsWith(".ts")) {
    return nextLoad(url, context);
  }
  const fileName = fileURLToPath(url);
  const { outputText } = ts.transpileModule(readFileSync(fileName, "utf8"), { compilerOptions: OPTIONS, fileName });
  return { format: "module", source: outputText, shortCircuit: true };
}
