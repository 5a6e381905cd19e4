/**
 * `node scripts/check-release.mjs [tag]`: fails if the version in package.json, the tag and the first heading of CHANGELOG.md do not agree, or if a page
 * says that the package is not released.
 */
import { readFileSync } from "node:fs";
import { otherMarkdown, PAGES } from "../site/pages.mjs";
import { findReleaseProblem, findUnreleased } from "./release.mjs";

const read = (/** @type {string} */ file) => readFileSync(new URL(`../${file}`, import.meta.url), "utf8");
const problem = findReleaseProblem(JSON.parse(read("package.json")).version, read("CHANGELOG.md"), process.argv[2]);
const places = [...PAGES, ...otherMarkdown()].flatMap((file) => findUnreleased(file, read(file)));
const problems = [...(problem === null ? [] : [problem]), ...places.map((place) => `${place}: says that the package is not released`)];
if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exitCode = 1;
}
