import config from "./jest.config.js";

/** The rendering tests, in Chromium. @type {import("jest").Config} */
export default { ...config, testMatch: ["<rootDir>/test/browser/**/*.test.ts"], testTimeout: 60_000 };
