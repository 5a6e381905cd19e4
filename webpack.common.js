import { fileURLToPath } from "node:url";
import MinimizerPlugin from "minimizer-webpack-plugin";

/** The rule by which webpack compiles TypeScript: file by file, because `npm run types` checks the types. */
export const TYPESCRIPT = {
  test: /\.ts$/,
  loader: "esbuild-loader",
  options: { target: "es2022", tsconfig: fileURLToPath(new URL("tsconfig.build.json", import.meta.url)) },
  resolve: { extensionAlias: { ".js": [".ts", ".js"] } },
};

/**
 * What webpack minimizes JavaScript with, but without processes of its own: to start them takes longer than they save.
 * @param {object} [format] of terser
 */
export const createMinimizer = (format) =>
  new MinimizerPlugin({ parallel: false, minimizerOptions: { compress: { passes: 2 }, ...(format && { format }) } });
