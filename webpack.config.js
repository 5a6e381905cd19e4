import { fileURLToPath } from "node:url";

const path = (/** @type {string} */ relative) => fileURLToPath(new URL(relative, import.meta.url));

/** @param {{ chunk?: { id?: unknown } }} data of what is imported when it is needed: its module is in the name */
const chunkFilename = ({ chunk }) => (/pointerDialects/.test(String(chunk?.id)) ? "pointers.js" : "openPbr.js");

/** The package with its peers left out, as an application's bundler makes it: to measure its size. */
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
    rules: [
      {
        test: /\.ts$/,
        loader: "ts-loader",
        options: {
          configFile: "tsconfig.build.json",
          transpileOnly: true,
          compilerOptions: { module: "esnext", moduleResolution: "bundler", noEmit: false, declaration: false, declarationMap: false },
        },
      },
    ],
  },
};
