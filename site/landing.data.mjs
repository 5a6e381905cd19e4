/** What the front page states, taken from where it is measured and kept. */
import { readFileSync } from "node:fs";
import { PACKAGE, ROOT } from "./pages.mjs";
import { drawChart } from "./chart.mjs";

const readme = readFileSync(`${ROOT}README.md`, "utf8");
const [registered] = JSON.parse(readFileSync(`${ROOT}package.json`, "utf8"))["size-limit"];

/** The paragraph of the README that begins so, as HTML; empty if there is none. @param {string} beginning */
function paragraph(beginning) {
  const text = readme.split("\n\n").find((part) => part.startsWith(beginning)) ?? "";
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replace(/`([^`]*)`/g, "<code>$1</code>");
}

export default {
  watch: [`${ROOT}README.md`, `${ROOT}package.json`, `${ROOT}bench/results.json`],
  load() {
    const results = JSON.parse(readFileSync(`${ROOT}bench/results.json`, "utf8"));
    return {
      version: PACKAGE.version,
      size: registered.limit,
      isUnreleased: paragraph("The package is not yet released") !== "",
      compatibility: paragraph("Works with"),
      ...drawChart(results),
    };
  },
};
