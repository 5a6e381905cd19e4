import config from "./jest.config.js";

/** The rendering tests, in Chromium, which a busy machine slows down most. @type {import("jest").Config} */
export default { ...config, testMatch: ["<rootDir>/test/browser/**/*.test.ts"], testTimeout: 240_000 };
