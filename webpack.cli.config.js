import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import webpack from "webpack";
import { TYPESCRIPT } from "./webpack.common.js";

const path = (/** @type {string} */ relative) => fileURLToPath(new URL(relative, import.meta.url));

/** @param {string} name @returns {unknown} */
const readJson = (name) => JSON.parse(readFileSync(path(name), "utf8"));

const { version } = /** @type {{ version: string }} */ (readJson("package.json"));

/** Puts the license of the library that the bundle contains beside it. */
class License {
  /** @param {import("webpack").Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap("License", (compilation) => {
      compilation.emitAsset("commander-LICENSE", new webpack.sources.RawSource(readFileSync(path("node_modules/commander/LICENSE"))));
    });
  }
}

/** Bundles the command line in one file, with all that it needs. */
export default {
  mode: "production",
  target: "node20",
  entry: path("src/cli/main.ts"),
  devtool: false,
  optimization: { minimize: false },
  output: { path: path("dist/cli"), filename: "main.js", clean: true, module: true, library: { type: "module" } },
  experiments: { outputModule: true },
  module: {
    parser: { javascript: { importMeta: false, createRequire: false } },
    rules: [TYPESCRIPT],
  },
  plugins: [
    new License(),
    new webpack.DefinePlugin({ VERSION: JSON.stringify(version) }),
    new webpack.BannerPlugin({ banner: "#!/usr/bin/env node", raw: true }),
  ],
};
