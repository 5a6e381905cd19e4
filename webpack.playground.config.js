import { fileURLToPath } from "node:url";
import HtmlWebpackPlugin from "html-webpack-plugin";
import webpack from "webpack";

const path = (/** @type {string} */ relative) => fileURLToPath(new URL(relative, import.meta.url));

/**
 * The Inspector comes as a script that requires Babylon's other scripts; it gets the modules that the page is made of.
 * @type {Readonly<Record<string, string>>}
 */
const REQUIRED_BY_INSPECTOR = {
  babylonjs: "@babylonjs/core/index.js",
  "babylonjs::BABYLON.Debug": "@babylonjs/core/Debug/index.js",
  "babylonjs-loaders": path("playground/page/inspectorLoaders.ts"),
  "babylonjs-loaders::BABYLON.GLTF2": "@babylonjs/loaders/glTF/2.0/glTFLoaderExtensionRegistry.js",
};

/** The page in playground/: served by `npm run playground`, as static files in dist/playground by `npm run build:playground`. */
export default (/** @type {unknown} */ _environment, /** @type {{ mode?: "development" | "production" }} */ { mode = "production" }) => ({
  mode,
  entry: path("playground/page/main.ts"),
  // without eval, which the page's content security policy forbids
  devtool: mode === "production" ? false : "cheap-module-source-map",
  output: {
    path: path("dist/playground"),
    filename: "page.[contenthash:8].js",
    chunkFilename: "chunks/[name].[contenthash:8].js",
    assetModuleFilename: "models/[name].[hash:8][ext]",
    clean: true,
  },
  resolve: { extensions: [".ts", ".js"], extensionAlias: { ".js": [".ts", ".js"] } },
  module: {
    rules: [
      {
        test: /\.ts$/,
        loader: "ts-loader",
        options: {
          configFile: "tsconfig.json",
          transpileOnly: true,
          compilerOptions: { module: "esnext", moduleResolution: "bundler", noEmit: false, allowJs: false, checkJs: false },
        },
      },
      // package.json says of all else that importing it does nothing
      { test: /\.css$/, use: ["style-loader", "css-loader"], sideEffects: true },
    ],
  },
  plugins: [
    new HtmlWebpackPlugin({ template: path("playground/index.html"), scriptLoading: "module" }),
    // an alias would come too late for names with colons, which look like addresses
    new webpack.NormalModuleReplacementPlugin(/^babylonjs(-loaders)?(::|$)/, (module) => {
      module.request = REQUIRED_BY_INSPECTOR[module.request] ?? module.request;
    }),
  ],
  performance: false,
  cache: mode === "production" ? false : { type: "filesystem" },
  devServer: { host: "127.0.0.1", port: "auto", open: Boolean(process.stdout.isTTY), hot: false, client: { overlay: { warnings: false } } },
});
