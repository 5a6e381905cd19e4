/** What the front page states, taken from where it is measured and kept. */
import { readFileSync } from "node:fs";
import { PACKAGE, ROOT } from "./pages.mjs";
import { drawChart } from "./chart.mjs";

const readme = readFileSync(`${ROOT}README.md`, "utf8");

/** @param {number} bytes */
const kilobytes = (bytes) => (bytes / 1000).toPrecision(2);

/** The paragraph of the README that begins so, as HTML; empty if there is none. @param {string} beginning */
function paragraph(beginning) {
  const text = readme.split("\n\n").find((part) => part.startsWith(beginning)) ?? "";
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replace(/`([^`]*)`/g, "<code>$1</code>");
}

export default {
  watch: [`${ROOT}README.md`, `${ROOT}site/sizes.json`, `${ROOT}bench/results.json`],
  load() {
    /** @type {{ bundler: string, plain: number, added: Record<string, { start: number, all: number }> }} */
    const { bundler, plain, added } = JSON.parse(readFileSync(`${ROOT}site/sizes.json`, "utf8"));
    const results = JSON.parse(readFileSync(`${ROOT}bench/results.json`, "utf8"));
    return {
      version: PACKAGE.version,
      bundler,
      plainSize: Math.round(plain / 1000),
      sizes: Object.fromEntries(
        Object.entries(added).map(([use, { start, all }]) => [use, { start: kilobytes(start), all: kilobytes(all) }]),
      ),
      isUnreleased: paragraph("The package is not yet released") !== "",
      compatibility: paragraph("Works with"),
      ...drawChart(results),
    };
  },
};
