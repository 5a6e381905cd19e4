import { fileURLToPath } from "node:url";

/** The rule by which webpack compiles TypeScript: file by file, because `npm run types` checks the types. */
export const TYPESCRIPT = {
  test: /\.ts$/,
  loader: "ts-loader",
  options: {
    configFile: "tsconfig.build.json",
    transpileOnly: true,
    compilerOptions: {
      module: "esnext",
      moduleResolution: "bundler",
      declaration: false,
      declarationMap: false,
      // the playground is beside src
      rootDir: fileURLToPath(new URL(".", import.meta.url)),
    },
  },
};
