import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** What the JavaScript of a module depends on beside the module. */
const OPTIONS = [
  ...["typescript", "ts-jest"].map((name) => require(`${name}/package.json`).version),
  readFileSync(new URL("../tsconfig.json", import.meta.url), "utf8"),
];

/** @type {import("ts-jest").TsJestTransformer | undefined} */
let compiler;

/**
 * ts-jest, but all configurations share what it compiled: a module is compiled by itself, however it is tested.
 * @type {import("@jest/transform").SyncTransformer}
 */
export default {
  process(...args) {
    // not loaded where every module is compiled already
    compiler ??= /** @type {import("ts-jest").TsJestTransformer} */ (require("ts-jest").default.createTransformer({ useESM: true }));
    return compiler.process(...args);
  },
  getCacheKey: (text, path, { instrument, supportsStaticESM }) =>
    createHash("sha1")
      .update(JSON.stringify([...OPTIONS, text, path, instrument, supportsStaticESM]))
      .digest("hex"),
};
