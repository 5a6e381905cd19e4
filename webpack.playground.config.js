import { fileURLToPath } from "node:url";
import HtmlWebpackPlugin from "html-webpack-plugin";

const path = (/** @type {string} */ relative) => fileURLToPath(new URL(relative, import.meta.url));

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
  plugins: [new HtmlWebpackPlugin({ template: path("playground/index.html"), scriptLoading: "module" })],
  performance: false,
  cache: mode === "production" ? false : { type: "filesystem" },
  devServer: { port: 8080, open: Boolean(process.stdout.isTTY), hot: false, client: { overlay: { warnings: false } } },
});
