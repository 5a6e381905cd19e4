import { fileURLToPath } from "node:url";
import { createMinimizer } from "./webpack.common.js";

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
 * Bundles an application of the built package, without the peers, to measure its size.
 * @param {string} application its code
 * @param {string} folder in `dist`
 * @returns {import("webpack").Configuration}
 */
const bundle = (application, folder) => ({
  mode: "production",
  entry: `data:text/javascript,${application}`,
  devtool: false,
  // webpack keeps annotations in modules: another bundler may read them
  optimization: { chunkIds: "named", minimizer: [createMinimizer({ preserve_annotations: true })] },
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
});

export default [
  bundle('import "babylon-gltf-animation"', "bundle"),
  bundle('import { RegisterAnimationExport } from "babylon-gltf-animation/serializer"; RegisterAnimationExport()', "bundle-serializer"),
  bundle('export * from "babylon-gltf-animation/crowd"', "bundle-crowd"),
];
