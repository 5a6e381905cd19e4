/** A folder whose node_modules has other versions of the peers, to test with instead of the installed ones. */
const peers = process.env["BABYLON_PEERS"];

/** @type {import("jest").Config} */
export default {
  id: "babylon-gltf-animation", // all configurations have one cache
  testEnvironment: "<rootDir>/test/environment.mjs",
  globalSetup: "<rootDir>/test/compileModules.mjs",
  testMatch: ["<rootDir>/test/**/*.test.ts", "!**/test/browser/**"],
  setupFilesAfterEnv: ["<rootDir>/test/setup.ts"],
  extensionsToTreatAsEsm: [".ts"],
  moduleNameMapper: {
    "^(\\.{1,2}/.*)\\.js$": "$1",
    ...(peers ? { "^@babylonjs/(.*)$": `${peers}/node_modules/@babylonjs/$1` } : {}),
  },
  transform: { "^.+\\.ts$": "<rootDir>/test/typescript.mjs" },
  maxWorkers: 2,
  // Node 20 keeps the modules of each test file for ever: after a hundred, a worker would spend half its time collecting garbage
  workerIdleMemoryLimit: "400MB",
  testTimeout: 60_000,
};
