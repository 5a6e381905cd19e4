import { fileURLToPath } from "node:url";

/** The rule by which webpack compiles TypeScript: file by file, because `npm run types` checks the types. */
export const TYPESCRIPT = {
  test: /\.ts$/,
  loader: "esbuild-loader",
  options: { target: "es2022", tsconfig: fileURLToPath(new URL("tsconfig.build.json", import.meta.url)) },
  resolve: { extensionAlias: { ".js": [".ts", ".js"] } },
};
