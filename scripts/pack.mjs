/**
 * `node scripts/pack.mjs`: packs the package in dist/package.tgz, and checks that it has the files it needs and no others, such as those of
 * sources that are gone. Needs all builds.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, renameSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expectedContents, MAX_PACKED } from "./release.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

const sources = readdirSync(`${ROOT}src`, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => `${entry.parentPath}/${entry.name}`.slice(`${ROOT}src/`.length));
// `npm pack --dry-run` runs this script, too, with its own options
const [{ filename, files, size }] = JSON.parse(
  execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--dry-run=false", "--pack-destination", "dist"], {
    cwd: ROOT,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  }),
);
renameSync(`${ROOT}dist/${filename}`, `${ROOT}dist/package.tgz`);
const packed = new Set(/** @type {{ path: string }[]} */ (files).map(({ path }) => path));
// the modules that scripts/link.mjs writes for an entry
const linked = Array.from(
  readFileSync(`${ROOT}dist/esm/pure.js`, "utf8").matchAll(/"\.\/(exports\/\w+\.js)"/g),
  ([, name]) => `dist/esm/${name}`,
);
// the declarations that scripts/declarations.mjs leaves
const declared = sources.map((name) => `dist/esm/${name.replace(/\.ts$/, ".d.ts")}`).filter((file) => packed.has(file));
const expected = new Set([...expectedContents(sources), ...linked, ...declared]);
assert.deepEqual(
  { missing: [...expected].filter((file) => !packed.has(file)), unexpected: [...packed].filter((file) => !expected.has(file)) },
  { missing: [], unexpected: [] },
);
assert.ok(size <= MAX_PACKED, `dist/package.tgz: must have ${MAX_PACKED} bytes at most (got ${size})`);
console.log(`dist/package.tgz has the ${packed.size} files that the package needs: ${Math.ceil(size / 1e3)} kB`);
