import config from "../../jest.config.js";

/** The tests, run on a mutant. @type {import("jest").Config} */
export default {
  ...config,
  rootDir: "../..",
  transform: { "^.+\\.ts$": ["<rootDir>/scripts/mutation/transformer.mjs", { useESM: true }] },
  bail: 1,
  // one process for each mutant, of which several run at once
  maxWorkers: 1,
};
