/**
 * Runs the scripts of findings/, one after the other: `npm run findings`, `-- babylon-yoyo-is-a-sine` some of them, `-- --latest` with the newest versions
 * of the packages in place of those that the scripts name.
 */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { parseArgs } from "node:util";

/** How long a script may take, in milliseconds. */
const LIMIT = 90_000;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { latest: { type: "boolean", default: false } } });
const known = readdirSync("findings").flatMap((file) => (file.endsWith(".sh") ? [file.slice(0, -3)] : []));
const unknown = positionals.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no finding ${unknown.join(", ")}; there are:\n${known.join("\n")}`);
  process.exit(2);
}

const names = positionals.length > 0 ? positionals : known;
const changed = names.filter((name) => {
  console.log(`== ${name}`);
  const env = values.latest ? { ...process.env, LATEST: "latest" } : process.env;
  return spawnSync("bash", [`findings/${name}.sh`], { stdio: "inherit", timeout: LIMIT, env }).status !== 0;
});
changed.forEach((name) => console.log(`changed, or did not run: ${name}`));
console.log(`${names.length - changed.length} of ${names.length} findings are as they were`);
process.exitCode = changed.length > 0 ? 1 : 0;
