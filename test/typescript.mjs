import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import tsJest from "ts-jest";
import typescript from "typescript";

const transformer = tsJest.default.createTransformer({ useESM: true });

/** What the JavaScript of each module depends on, except the module. */
const OPTIONS = [typescript.version, readFileSync(new URL("../tsconfig.json", import.meta.url), "utf8")];

/**
 * ts-jest, whose results all configurations share: a module is compiled by itself, however it is tested.
 * @type {import("@jest/transform").SyncTransformer}
 */
export default {
  process: (...args) => transformer.process(...args),
  getCacheKey: (text, path, { instrument, supportsStaticESM }) =>
    createHash("sha1")
      .update(JSON.stringify([...OPTIONS, text, path, instrument, supportsStaticESM]))
      .digest("hex"),
};
