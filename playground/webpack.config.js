import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import HtmlWebpackPlugin from "html-webpack-plugin";
import MinimizerPlugin from "minimizer-webpack-plugin";
import webpack from "webpack";
import { PACKAGE } from "../site/pages.mjs";
import { serveSite } from "./scripts/serveSite.mjs";
import { TYPESCRIPT } from "../webpack.config.js";

const path = (/** @type {string} */ relative) => fileURLToPath(new URL(relative, import.meta.url));

/**
 * The Inspector is a script that requires Babylon's other scripts. It gets the page's own modules instead, and so sees the page's scene.
 * @type {Readonly<Record<string, string>>}
 */
const REQUIRED_BY_INSPECTOR = {
  babylonjs: "@babylonjs/core/index.js",
  "babylonjs::BABYLON.Debug": "@babylonjs/core/Debug/index.js",
  "babylonjs-loaders": path("page/stage/inspectorLoaders.ts"),
  "babylonjs-loaders::BABYLON.GLTF2": "@babylonjs/loaders/glTF/2.0/glTFLoaderExtensionRegistry.js",
};

/** What the pages have in common. */
const PAGE = { favicon: path("icon.svg"), scriptLoading: /** @type {const} */ ("module") };
const HEAD = readFileSync(path("head.js"), "utf8");

/** The editor, the page that measures files, and the one that shows a controller: `npm run playground` serves them, scripts/build.mjs builds static files in dist/playground. */
export default (/** @type {unknown} */ _environment, /** @type {{ mode?: "development" | "production" }} */ { mode = "production" }) => ({
  mode,
  context: path("../"),
  entry: { page: path("page/main.ts"), measure: path("page/measure/main.ts"), states: path("page/states/main.ts") },
  // no eval, which the page's Content-Security-Policy forbids
  devtool: mode === "production" ? false : "cheap-module-source-map",
  output: {
    path: path("../dist/playground"),
    filename: "[name].[contenthash:8].js",
    cssFilename: "[name].[contenthash:8].css",
    chunkFilename: "chunks/[name].[contenthash:8].js",
    assetModuleFilename: "models/[name].[hash:8][ext]",
    clean: true,
  },
  // a file of its own, so that the page is styled before the script arrives
  experiments: { css: true },
  resolve: {
    // the package exports it for `require` only
    alias: { "meshopt_decoder.cjs": path("../node_modules/meshoptimizer/meshopt_decoder.cjs") },
  },
  module: {
    rules: [
      TYPESCRIPT,
      // it assigns `require`, which it does not use in a browser
      { test: /gltf_validator\.dart\.js$/, parser: { unknownContextCritical: false } },
      // by "sideEffects" in package.json, webpack would drop imports of style sheets
      { test: /\.css$/, type: "css/auto", sideEffects: true },
      // scripts that are fetched when a file needs them
      {
        dependency: "url",
        test: /\.(js|cjs|wasm)$/,
        generator: { filename: ({ filename = "" }) => `decoders/[name].[hash:8]${filename.endsWith(".wasm") ? ".wasm" : ".js"}` },
      },
    ],
  },
  plugins: [
    new HtmlWebpackPlugin({ ...PAGE, chunks: ["page"], template: path("index.html"), templateParameters: { head: HEAD } }),
    new HtmlWebpackPlugin({
      ...{ ...PAGE, chunks: ["measure"], template: path("measure.html"), filename: "measure.html" },
      templateParameters: { head: HEAD, version: PACKAGE.version },
    }),
    new HtmlWebpackPlugin({
      ...{ ...PAGE, chunks: ["states"], template: path("states.html"), filename: "states.html" },
      templateParameters: { head: HEAD },
    }),
    // webpack takes names with colons for URLs before it applies aliases
    new webpack.NormalModuleReplacementPlugin(/^babylonjs(-loaders)?(::|$)/, (module) => {
      module.request = REQUIRED_BY_INSPECTOR[module.request] ?? module.request;
    }),
  ],
  optimization: {
    chunkIds: "named",
    minimize: mode === "production",
    minimizeOptions: { javascript: false },
    minimizer: [
      "...", // what is not JavaScript
      new MinimizerPlugin({
        test: /\.js$/,
        exclude: /gltf-validator/, // compiled from Dart, it reads the names of its functions
        minify: MinimizerPlugin.esbuildMinify,
        parallel: false, // esbuild itself uses all processors
      }),
    ],
  },
  performance: false,
  cache: mode === "production" ? false : { type: "filesystem" },
  devServer: {
    host: "127.0.0.1",
    port: "auto",
    static: false,
    setupMiddlewares: (/** @type {unknown[]} */ middlewares) => [...middlewares, serveSite],
    open: Boolean(process.stdout.isTTY),
    hot: false,
    // the address by which the page was opened, 127.0.0.1 or localhost: the server refuses connections from one to the other
    client: { overlay: { warnings: false }, webSocketURL: "auto://0.0.0.0:0/ws" },
  },
});
