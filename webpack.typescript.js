/** The rule by which webpack compiles TypeScript: file by file, because `npm run types` checks the types. */
export const TYPESCRIPT = {
  test: /\.ts$/,
  loader: "ts-loader",
  options: {
    configFile: "tsconfig.build.json",
    transpileOnly: true,
    // the page is beside the sources
    compilerOptions: {
      rootDir: import.meta.dirname,
      module: "esnext",
      moduleResolution: "bundler",
      declaration: false,
      declarationMap: false,
    },
  },
};
