import { createHash } from "node:crypto";
import tsJest from "ts-jest";

/** Compiles TypeScript like the other tests, except for the mutant in the environment. */
export default {
  /** @param {import("ts-jest").TsJestTransformerOptions} options */
  createTransformer(options) {
    const compiler = tsJest.default.createTransformer(options);
    /** @type {import("./mutants.mjs").Mutant & { path: string }} */
    const mutant = JSON.parse(process.env["MUTANT"] ?? '{ "path": "" }');
    /** @param {string} text @param {string} path */
    const mutate = (text, path) =>
      path === mutant.path ? text.slice(0, mutant.start) + mutant.replacement + text.slice(mutant.end) : text;
    return {
      /** @param {string} text @param {string} path @param {import("ts-jest").TsJestTransformOptions} rest */
      process: (text, path, rest) => compiler.process(mutate(text, path), path, rest),
      /** @param {string} text @param {string} path @param {import("ts-jest").TsJestTransformOptions} rest */
      getCacheKey: (text, path, rest) =>
        createHash("sha256")
          .update(compiler.getCacheKey(mutate(text, path), path, rest))
          .update(mutate(text, path))
          .digest("hex"),
    };
  },
};
