/**
 * Controllers: what a character plays, by states, transitions and parameters.
 * @module
 */
export * from "./controller/index.js";
