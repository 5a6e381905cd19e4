/** `node scripts/check-release.mjs [tag]`: fails if the version in package.json, the tag and the first heading of CHANGELOG.md do not agree. */
import { readFileSync } from "node:fs";
import { findReleaseProblem } from "./release.mjs";

const read = (/** @type {string} */ file) => readFileSync(new URL(`../${file}`, import.meta.url), "utf8");
const problem = findReleaseProblem(JSON.parse(read("package.json")).version, read("CHANGELOG.md"), process.argv[2]);
if (problem !== null) {
  console.error(problem);
  process.exitCode = 1;
}
