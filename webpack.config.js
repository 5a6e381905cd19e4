import { fileURLToPath } from "node:url";
import { TYPESCRIPT } from "./webpack.typescript.js";

const path = (/** @type {string} */ relative) => fileURLToPath(new URL(relative, import.meta.url));

/** File names of the chunks, by the lazily imported module that webpack names them after. @type {Readonly<Record<string, string>>} */
const CHUNKS = {
  clipDialects: "clips.js",
  clipAnimationGroup: "playing.js",
  pointerDialects: "pointers.js",
  materialTracking: "materials.js",
  rareSetters: "rare.js",
  openPbr: "openPbr.js",
  animationLoader: "keys.js",
};

/** @param {{ chunk?: { id?: unknown } }} data */
const chunkFilename = ({ chunk }) => Object.entries(CHUNKS).find(([name]) => String(chunk?.id).includes(name))?.[1] ?? "[id].js";

/**
 * Bundles an application without the peers of the package, to measure its size.
 * @param {string} entry
 * @param {string} folder in `dist`
 * @returns {import("webpack").Configuration}
 */
const bundle = (entry, folder) => ({
  mode: "production",
  entry: path(entry),
  devtool: false,
  optimization: { chunkIds: "named" },
  output: {
    path: path(`dist/${folder}`),
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
});

export default [
  bundle("scripts/size/application.js", "bundle"),
  bundle("scripts/size/exporter.js", "bundle-serializer"),
  bundle("src/crowd.ts", "bundle-crowd"),
];
