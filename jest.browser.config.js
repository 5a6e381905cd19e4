import config from "./jest.config.js";

/** The tests that run in a browser. @type {import("jest").Config} */
export default { ...config, testMatch: ["<rootDir>/test/browser/**/*.test.ts"], testPathIgnorePatterns: [], testTimeout: 60_000 };
