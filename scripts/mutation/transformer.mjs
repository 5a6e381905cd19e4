import { createHash } from "node:crypto";
import tsJest from "ts-jest";
import { mutantsOf, switchable } from "./mutants.mjs";

/** Compiles TypeScript like the other tests, but with all mutants in it. The environment of the tests knows which of them is on. */
export default {
  /** @param {import("ts-jest").TsJestTransformerOptions} options */
  createTransformer(options) {
    const compiler = tsJest.default.createTransformer(options);
    /** @param {string} text @param {string} path */
    const withMutants = (text, path) => {
      const file = JSON.stringify(path.slice(path.lastIndexOf("/src/") + 1));
      // a function declaration works in circles of imports, too
      const isMutant = `var ask; function isMutant(index) { return (ask ??= mutation.of(${file}))(index); }`;
      return path.includes("/test/") ? text : `${switchable(text, mutantsOf(text))}\n${isMutant}`;
    };
    return {
      /** @param {string} text @param {string} path @param {import("ts-jest").TsJestTransformOptions} rest */
      process: (text, path, rest) => compiler.process(withMutants(text, path), path, rest),
      /** @param {string} text @param {string} path @param {import("ts-jest").TsJestTransformOptions} rest */
      getCacheKey: (text, path, rest) =>
        createHash("sha256")
          .update(compiler.getCacheKey(text, path, rest))
          .update(withMutants(text, path))
          .digest("hex"),
    };
  },
};
