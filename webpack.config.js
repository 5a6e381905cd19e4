/** How webpack bundles the package: `webpack --env cli`, `--env umd`, and `--env sizes`, to measure what applications get. */
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import MinimizerPlugin from "minimizer-webpack-plugin";
import webpack from "webpack";

const path = (/** @type {string} */ relative) => fileURLToPath(new URL(relative, import.meta.url));

/** The rule by which webpack compiles TypeScript: file by file, because `npm run types` checks the types. */
export const TYPESCRIPT = {
  test: /\.ts$/,
  loader: "esbuild-loader",
  options: { target: "es2022", tsconfig: fileURLToPath(new URL("tsconfig.build.json", import.meta.url)) },
  resolve: { extensionAlias: { ".js": [".ts", ".js"] } },
};

/** What webpack minimizes JavaScript with. @param {object} [format] of terser */
const createMinimizer = (format) => new MinimizerPlugin({ minimizerOptions: { compress: { passes: 2 }, ...(format && { format }) } });

// The command line

/** @param {string} name @returns {unknown} */
const readJson = (name) => JSON.parse(readFileSync(path(name), "utf8"));

const { version } = /** @type {{ version: string }} */ (readJson("package.json"));

/** Puts the license of the library that the bundle contains beside it. */
class License {
  /** @param {import("webpack").Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap("License", (compilation) => {
      compilation.emitAsset("commander-LICENSE", new webpack.sources.RawSource(readFileSync(path("node_modules/commander/LICENSE"))));
    });
  }
}

/** One file, with all that it needs. @type {import("webpack").Configuration} */
const CLI = {
  mode: "production",
  target: "node20",
  entry: path("src/tools/cli/main.ts"),
  devtool: false,
  // names stay, for the stacks of errors
  optimization: {
    minimizer: [
      new MinimizerPlugin({
        extractComments: false,
        minimizerOptions: { keep_classnames: true, keep_fnames: true, format: { comments: false } },
      }),
    ],
  },
  output: { path: path("dist/cli"), filename: "main.js", clean: true, module: true, library: { type: "module" } },
  experiments: { outputModule: true },
  module: {
    parser: { javascript: { importMeta: false, createRequire: false } },
    rules: [TYPESCRIPT],
  },
  plugins: [
    new License(),
    new webpack.DefinePlugin({ VERSION: JSON.stringify(version) }),
    new webpack.BannerPlugin({ banner: "#!/usr/bin/env node", raw: true }),
  ],
};

// Scripts for <script>

/** Babylon is a global for scripts, and in these packages for `require`. */
const CORE = { root: "BABYLON", commonjs: "babylonjs", commonjs2: "babylonjs", amd: "babylonjs" };
const GLTF2 = ["babylonjs-loaders", "GLTF2"];
const LOADERS = { root: ["BABYLON", "GLTF2"], commonjs: GLTF2, commonjs2: GLTF2, amd: "babylonjs-loaders" };

/** Names the missing scripts; otherwise the first error would be about something undefined. */
const FIRST = `if (typeof exports === "undefined" && !(typeof BABYLON === "object" && BABYLON.GLTF2)) {
  throw new Error("babylon-gltf-animation: babylon.js and babylonjs.loaders.js must be loaded first");
}`;

/** The modules whose classes the scripts share: a clip made by one must be a clip for the other. */
const SHARED = ["scene/playing/groups/clipAnimationGroup", "scene/playing/groups/createClip", "scene/posing/clipPose"].map((module) => {
  const path = fileURLToPath(new URL(`src/${module}`, import.meta.url));
  if (!existsSync(`${path}.ts`)) {
    throw new Error(`SHARED: must be modules (got ${module})`);
  }
  return `${path}.js`;
});
const PACKAGE = "./babylon-gltf-animation.js";
const CLIPS = { root: ["BABYLON", "GLTFAnimation"], commonjs: PACKAGE, commonjs2: PACKAGE, amd: PACKAGE };

const FIRST_OF_OTHERS = `if (typeof exports === "undefined" && !(typeof BABYLON === "object" && BABYLON.GLTFAnimation)) {
  throw new Error("babylon-gltf-animation: babylon-gltf-animation.js must be loaded before its other scripts");
}`;

/** @param {string} request the module that is imported */
function externalOf(request) {
  if (request.startsWith("@babylonjs/loaders/glTF/2.0/")) {
    return LOADERS;
  }
  return request.startsWith("@babylonjs/core/") ? CORE : undefined;
}

/** Marks the folder as CommonJS; the package itself has ES modules. */
class CommonJsFolder {
  /** @param {import("webpack").Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap("CommonJsFolder", (compilation) => {
      compilation.emitAsset("package.json", new webpack.sources.RawSource('{ "type": "commonjs" }\n'));
    });
  }
}

/**
 * Bundles an entry in one file for `<script>`, under one name on the global of Babylon.js.
 * @param {string} filename
 * @param {{ entry: string, library: string, first: string, shared?: readonly string[] }} bundle
 * @returns {import("webpack").Configuration}
 */
function createConfig(filename, { entry, library, first, shared }) {
  return {
    name: filename,
    mode: "production",
    entry: path(entry),
    devtool: false,
    performance: false, // its size is limited where it matters, in package.json
    optimization: { minimizer: [createMinimizer({ ascii_only: true })] },
    output: {
      path: path("dist/umd"),
      filename,
      library: { name: ["BABYLON", library], type: "umd" },
      globalObject: "typeof self !== 'undefined' ? self : this",
    },
    externals: [
      ({ context, request }, callback) => callback(undefined, shared?.includes(resolve(context, request)) ? CLIPS : externalOf(request)),
    ],
    module: {
      // one file, including the modules that are otherwise imported on demand
      parser: { javascript: { dynamicImportMode: "eager" } },
      rules: [TYPESCRIPT],
    },
    plugins: [new CommonJsFolder(), new webpack.BannerPlugin({ banner: first, raw: true })],
  };
}

const ALL = { entry: "src/index.ts", library: "GLTFAnimation", first: FIRST };
/** Scripts of their own, so that the first one does not grow. */
const CROWD = { entry: "src/crowd.ts", library: "GLTFCrowd", first: FIRST_OF_OTHERS, shared: SHARED };
const CONTROLLER = { entry: "src/controller.ts", library: "GLTFController", first: FIRST_OF_OTHERS, shared: SHARED };
const ROOT_MOTION = { entry: "src/root-motion.ts", library: "GLTFRootMotion", first: FIRST_OF_OTHERS, shared: SHARED };

const SCRIPTS = [
  createConfig("babylon-gltf-animation.js", ALL),
  createConfig("babylon-gltf-animation.crowd.js", CROWD),
  createConfig("babylon-gltf-animation.controller.js", CONTROLLER),
  createConfig("babylon-gltf-animation.root-motion.js", ROOT_MOTION),
];

// Sizes

/** Names of the chunks, by the lazily imported module that webpack names them after. @type {Readonly<Record<string, string>>} */
const CHUNKS = {
  evaluatedAnimationGroup: "evaluating",
  "keys_animationLoader_js-": "reading",
  clipLoaderExtension: "clips",
  clipAnimationGroup: "playing",
  compiledGroupsLoading: "compiled",
  skeletonLoading: "skeletons",
  playbackMetadataLoading: "metadata",
  pointerLoaderExtension: "pointers",
  materialTracking: "materials",
  lazySetters: "lazy",
  openPbr: "openPbr",
  keys_animationLoader: "keys",
  loadClipLibrary: "library",
  library_clipCharacter: "matching", // what libraries and retargeting have in common
  library_retargeting: "retargeting",
  library_faces: "faces",
  library_boundExpressions: "expressions",
  vrmLoading: "vrm",
};

/**
 * A module of the chunk that others share, which has no lazily imported module to be named after. The bundle of libraries has two such chunks, and the first gets the
 * name; only that of `bundle`, which has one, is measured.
 */
const SHARED_CHUNK = "scene/loading/keysOnDemand.js";

/** Gives the chunks short names, as applications do: those of webpack, which list modules, would count. */
class ChunkNames {
  /** @param {import("webpack").Compiler} compiler */
  apply(compiler) {
    compiler.hooks.compilation.tap("ChunkNames", (compilation) => {
      compilation.hooks.afterOptimizeChunkIds.tap("ChunkNames", (chunks) => {
        /** @type {Set<unknown>} */
        const taken = new Set();
        for (const [i, chunk] of [...chunks].entries()) {
          if (!chunk.canBeInitial()) {
            const modules = compilation.chunkGraph.getChunkModules(chunk).map((module) => module.identifier());
            const isShared = modules.some((name) => name.includes(SHARED_CHUNK)) && !taken.has("loading");
            const shared = isShared ? "loading" : i;
            chunk.id = Object.entries(CHUNKS).find(([name]) => String(chunk.id).includes(name))?.[1] ?? shared;
            chunk.ids = [chunk.id];
            taken.add(chunk.id);
          }
        }
      });
    });
  }
}

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
    chunkFilename: "[id].js",
    clean: true,
    module: true,
    library: { type: "module" },
  },
  experiments: { outputModule: true },
  externalsType: "module",
  externals: [/^@babylonjs\//],
  plugins: [new ChunkNames()],
});

const SIZES = [
  bundle('import "babylon-gltf-animation"', "bundle"),
  bundle('import { RegisterAnimationExport } from "babylon-gltf-animation/serializer"; RegisterAnimationExport()', "bundle-serializer"),
  bundle('export * from "babylon-gltf-animation/crowd"', "bundle-crowd"),
  bundle('export { LoadClipLibraryAsync } from "babylon-gltf-animation"', "bundle-library"),
  bundle('export * from "babylon-gltf-animation/root-motion"', "bundle-root-motion"),
  bundle('export * from "babylon-gltf-animation/controller"', "bundle-controller"),
];

/** @param {{ cli?: true, umd?: true, sizes?: true }} env */
export default ({ cli, umd, sizes }) => [...(cli ? [CLI] : []), ...(umd ? SCRIPTS : []), ...(sizes ? SIZES : [])];
