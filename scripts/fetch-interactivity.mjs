/** Fetches the sample graphs with animations of KhronosGroup/glTF-Test-Assets-Interactivity into `.cache`, for tests that read them. */
import { mkdirSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";

const FOLDER = new URL("../.cache/interactivity/", import.meta.url);
const REPOSITORY = "https://raw.githubusercontent.com/KhronosGroup/glTF-Test-Assets-Interactivity";

/** The commit and the folder of each sample. */
const SAMPLES = [
  ["6bac01c1aec373f6fec1a930e33a766474111b76", "start"],
  ["3dd45c3fa64ec6ac5415ca9c33f18676e584028f", "start_playback_modes"],
  ["3dd45c3fa64ec6ac5415ca9c33f18676e584028f", "state"],
  ["6f3199370c4e1ca717f658f36287604aae9ebe3a", "stop"],
  ["6f3199370c4e1ca717f658f36287604aae9ebe3a", "stopAt"],
];

mkdirSync(FOLDER, { recursive: true });
for (const [commit, name] of SAMPLES) {
  const url = `${REPOSITORY}/${commit}/Tests/Interactivity/animation/${name}/glTF-Binary/${name}.glb`;
  const response = await fetch(url);
  if (!response.ok) {
    throw new Error(`${url}: must be a file (got ${response.status})`);
  }
  writeFileSync(new URL(basename(url), FOLDER), new Uint8Array(await response.arrayBuffer()));
}
console.log(`${SAMPLES.length} files in ${fileURLToPath(FOLDER)}`);
