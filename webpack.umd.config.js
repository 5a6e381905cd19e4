import { fileURLToPath } from "node:url";
import webpack from "webpack";
import { createMinimizer, TYPESCRIPT } from "./webpack.common.js";

const path = (/** @type {string} */ relative) => fileURLToPath(new URL(relative, import.meta.url));

/** Babylon is a global for scripts, and in these packages for `require`. */
const CORE = { root: "BABYLON", commonjs: "babylonjs", commonjs2: "babylonjs", amd: "babylonjs" };
const GLTF2 = ["babylonjs-loaders", "GLTF2"];
const LOADERS = { root: ["BABYLON", "GLTF2"], commonjs: GLTF2, commonjs2: GLTF2, amd: "babylonjs-loaders" };

/** Names the missing scripts; otherwise the first error would be about something undefined. */
const FIRST = `if (typeof exports === "undefined" && !(typeof BABYLON === "object" && BABYLON.GLTF2)) {
  throw new Error("babylon-gltf-animation: babylon.js and babylonjs.loaders.js must be loaded first");
}`;

/** The modules whose classes the scripts share: a clip made by one must be a clip for the other. */
const SHARED = /\/(playback\/(clipAnimationGroup|createClip|getClips)|evaluation\/clipPose)\.js$/;
const PACKAGE = "./babylon-gltf-animation.js";
const CLIPS = { root: ["BABYLON", "GLTFAnimation"], commonjs: PACKAGE, commonjs2: PACKAGE, amd: PACKAGE };

const FIRST_OF_CROWD = `if (typeof exports === "undefined" && !(typeof BABYLON === "object" && BABYLON.GLTFAnimation)) {
  throw new Error("babylon-gltf-animation: babylon-gltf-animation.js must be loaded before its crowds");
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
 * @param {boolean} minimize
 * @param {{ entry: string, library: string, first: string, shared?: RegExp }} bundle
 * @returns {import("webpack").Configuration}
 */
function createConfig(filename, minimize, { entry, library, first, shared }) {
  return {
    name: filename,
    mode: "production",
    entry: path(entry),
    devtool: "source-map",
    performance: false, // its size is limited where it matters, in package.json
    optimization: { minimize, minimizer: [createMinimizer()] },
    output: {
      path: path("dist/umd"),
      filename,
      library: { name: ["BABYLON", library], type: "umd" },
      globalObject: "typeof self !== 'undefined' ? self : this",
    },
    externals: [({ request }, callback) => callback(undefined, shared?.test(request) ? CLIPS : externalOf(request))],
    module: {
      // one file, including the modules that are otherwise imported on demand
      parser: { javascript: { dynamicImportMode: "eager" } },
      rules: [TYPESCRIPT],
    },
    plugins: [new CommonJsFolder(), new webpack.BannerPlugin({ banner: first, raw: true })],
  };
}

const ALL = { entry: "src/index.ts", library: "GLTFAnimation", first: FIRST };
/** A script of its own, so that the first one does not grow. */
const CROWD = { entry: "src/crowd.ts", library: "GLTFCrowd", first: FIRST_OF_CROWD, shared: SHARED };

export default [
  createConfig("babylon-gltf-animation.js", false, ALL),
  createConfig("babylon-gltf-animation.min.js", true, ALL),
  createConfig("babylon-gltf-animation.crowd.js", false, CROWD),
  createConfig("babylon-gltf-animation.crowd.min.js", true, CROWD),
];
