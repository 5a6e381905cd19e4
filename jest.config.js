/** A folder whose node_modules has other versions of the peers, to test with instead of the installed ones. */
const peers = process.env["BABYLON_PEERS"];

/** @type {import("jest").Config} */
const shared = {
  extensionsToTreatAsEsm: [".ts"],
  moduleNameMapper: {
    "^(\\.{1,2}/.*)\\.js$": "$1",
    ...(peers ? { "^@babylonjs/(.*)$": `${peers}/node_modules/@babylonjs/$1` } : {}),
  },
  transform: { "^.+\\.ts$": ["ts-jest", { useESM: true }] },
  setupFilesAfterEnv: ["<rootDir>/test/setup.ts"],
};

/** What `npm run check` runs: the rooms without Babylon, and a test of each feature. */
const QUICK = [
  "gltf/{file,objectModel,sampling,schema,timing,util}/*", // the pure rooms
  "scene/loading/{loading,registration}",
  "scene/keys/keysOnDemand",
  "scene/playing/{clipStart,clipTime,clipEvents,seeking}",
  "scene/playing/crossFade", // fades
  "scene/playing/compiledGroups",
  "scene/posing/mixing",
  "scene/pointer/{directProperties,cameras}",
  "scene/export/clips",
  "characters/crowd/clipCrowd",
  "characters/library/clipLibrary",
  "characters/rootMotion/clipRootMotionController",
  "tools/{inspect,validateAnimations}",
  "tools/gltfTransform/clips",
  "tools/cli/reports",
  "playground/{clipDocument,timeline}",
];
/** Tests of these rooms that compare thousands of random runs. */
const SLOW = ["gltf/timing/{clipClock,clipColumns}", "gltf/sampling/track"];

/** `npm test` selects the project `node`, the other scripts their own. @type {import("jest").Config} */
export default {
  projects: [
    {
      ...shared,
      displayName: "quick",
      testMatch: [...QUICK.map((name) => `<rootDir>/test/${name}.test.ts`), ...SLOW.map((name) => `!**/test/${name}.test.ts`)],
    },
    { ...shared, displayName: "node", testMatch: ["<rootDir>/test/**/*.test.ts", "!**/test/browser/**"] },
    { ...shared, displayName: "browser", testMatch: ["<rootDir>/test/browser/**/*.test.ts"] },
  ],
  reporters: ["default", "<rootDir>/test/skipReporter.js"],
  maxWorkers: 2,
  // Node keeps the modules of each test file: after many, a worker would spend its time collecting garbage
  workerIdleMemoryLimit: "1GB",
  testTimeout: 120_000,
};
