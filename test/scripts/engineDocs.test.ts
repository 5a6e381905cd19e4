import { readFileSync } from "node:fs";
import { expect, it } from "@jest/globals";
import { makeEngineDocs } from "../../scripts/engineDocs.mjs";
import { WORDS } from "../../site/search.mjs";
import { ENGINES } from "../../src/tools.js";

it("docs/engines.md is what `npm run generate` writes", async () => {
  expect(readFileSync(new URL("../../docs/engines.md", import.meta.url), "utf8")).toBe(await makeEngineDocs());
});

it("the search of the site finds the page by the name of each engine", () => {
  const words = WORDS["docs/engines#other-engines"]!.split(" ");
  expect(Object.keys(ENGINES).filter((name) => !words.includes(name))).toEqual([]);
});
