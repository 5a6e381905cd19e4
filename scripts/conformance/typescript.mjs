/** Module hooks (`node:module`, `register`) that let plain Node import TypeScript: `./a.js` is `./a.ts` if there is no such JavaScript. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/** @type {import("node:module").ResolveHook} */
export async function resolve(specifier, context, nextResolve) {
  try {
    return await nextResolve(specifier, context);
  } catch (error) {
    if (!/^\.{1,2}\/.*\.js$/.test(specifier)) {
      throw error;
    }
    return nextResolve(specifier.replace(/\.js$/, ".ts"), context);
  }
}

/** @type {import("node:module").LoadHook} */
export async function load(url, context, nextLoad) {
  if (!url.endsWith(".ts")) {
    return nextLoad(url, context);
  }
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true };
  const source = ts.transpileModule(await readFile(fileURLToPath(url), "utf8"), { compilerOptions }).outputText;
  return { format: "module", source, shortCircuit: true };
}
