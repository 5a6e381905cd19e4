import { readFileSync } from "node:fs";
import { expect, it } from "@jest/globals";
import { makePointerDocs } from "../../scripts/pointerDocs.mjs";

it("docs/pointers.md is what `npm run generate` writes", async () => {
  expect(readFileSync(new URL("../../docs/pointers.md", import.meta.url), "utf8")).toBe(await makePointerDocs());
});
