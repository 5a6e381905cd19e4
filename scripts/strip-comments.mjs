/**
 * `node scripts/strip-comments.mjs`: removes the comments from the modules in dist/esm, a tenth of the package. The declarations beside them
 * have the comments that users need.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { stripComments } from "./comments.mjs";

const FOLDER = new URL("../dist/esm/", import.meta.url);

for (const name of readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".js"))) {
  const file = new URL(name, FOLDER);
  writeFileSync(file, stripComments(readFileSync(file, "utf8")));
}
