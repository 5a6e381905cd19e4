/**
 * `node --import tsx scripts/make-conformance.mjs`: writes the files in `conformance/` that other engines can check themselves against. Their
 * expected values come from the specifications, not from this package.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { makeConformance } from "./conformance/index.js";

const FOLDER = new URL("../conformance/", import.meta.url);
/** Written by hand. */
const OTHERS = /^(LICENSE|README\.md|controller\.schema\.json|engines\/.*)$/;

const files = makeConformance();
const present = readdirSync(FOLDER, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(fileURLToPath(FOLDER), join(entry.parentPath, entry.name)).replaceAll(sep, "/"));
const stale = present.filter((name) => !files.has(name) && !OTHERS.test(name));
const outdated = [...files].filter(([name, bytes]) => !present.includes(name) || !readFileSync(new URL(name, FOLDER)).equals(bytes));

stale.forEach((name) => rmSync(new URL(name, FOLDER)));
for (const [name, bytes] of outdated) {
  const file = new URL(name, FOLDER);
  mkdirSync(new URL(".", file), { recursive: true });
  writeFileSync(file, bytes);
}
