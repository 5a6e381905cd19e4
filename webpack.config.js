import { fileURLToPath } from "node:url";

const path = (/** @type {string} */ relative) => fileURLToPath(new URL(relative, import.meta.url));

/** The package as one ES module with its peers left out: what an application's bundler makes of it, to measure its size. */
export default {
  mode: "production",
  entry: path("src/index.ts"),
  devtool: false,
  output: {
    path: path("dist/bundle"),
    filename: "index.js",
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
