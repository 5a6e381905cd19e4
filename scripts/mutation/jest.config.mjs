import config from "../../jest.config.js";

/** The tests, run on mutants, one file after the other in one process. @type {import("jest").Config} */
export default {
  ...config,
  rootDir: "../..",
  roots: ["<rootDir>/src", "<rootDir>/test"],
  testEnvironment: "<rootDir>/scripts/mutation/environment.mjs",
  transform: { "^.+\\.ts$": ["<rootDir>/scripts/mutation/transformer.mjs", { useESM: true }] },
  globalSetup: null, // it would compile all modules for each mutant
  reporters: [],
};
