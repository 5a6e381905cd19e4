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

/** `npm test` selects the project `node`, `npm run test:browser` the other one. @type {import("jest").Config} */
export default {
  projects: [
    { ...shared, displayName: "node", testMatch: ["<rootDir>/test/**/*.test.ts", "!**/test/browser/**"] },
    { ...shared, displayName: "browser", testMatch: ["<rootDir>/test/browser/**/*.test.ts"] },
  ],
  maxWorkers: 2,
  // Node keeps the modules of each test file: after many, a worker would spend its time collecting garbage
  workerIdleMemoryLimit: "1GB",
  testTimeout: 120_000,
};
