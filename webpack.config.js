import { fileURLToPath } from "node:url";
import { TYPESCRIPT } from "./webpack.typescript.js";

const path = (/** @type {string} */ relative) => fileURLToPath(new URL(relative, import.meta.url));

/** File names of the chunks, by the lazily imported module that webpack names them after. @type {Readonly<Record<string, string>>} */
const CHUNKS = {
  clipDialects: "clips.js",
  pointerDialects: "pointers.js",
  materialTracking: "materials.js",
  rareSetters: "rare.js",
  openPbr: "openPbr.js",
  animationLoader: "keys.js",
};

/** @param {{ chunk?: { id?: unknown } }} data */
const chunkFilename = ({ chunk }) => Object.entries(CHUNKS).find(([name]) => String(chunk?.id).includes(name))?.[1] ?? "[id].js";

/** Bundles the package without its peers, as an application would, to measure its size. */
export default {
  mode: "production",
  entry: path("scripts/size/application.js"),
  devtool: false,
  optimization: { chunkIds: "named" },
  output: {
    path: path("dist/bundle"),
    filename: "index.js",
    chunkFilename,
    clean: true,
    module: true,
    library: { type: "module" },
  },
  experiments: { outputModule: true },
  externalsType: "module",
  externals: [/^@babylonjs\//],
  resolve: { extensionAlias: { ".js": [".ts", ".js"] } },
  module: {
    rules: [TYPESCRIPT],
  },
};
