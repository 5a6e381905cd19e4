/** llms.txt (llmstxt.org): what language models read first: the page for coding agents as plain text, and links to everything else. */
import { readFile } from "node:fs/promises";
import { GUIDES, HOME, PACKAGE, REFERENCE, ROOT } from "../pages.mjs";

/** @param {Record<string, string>} guides */
const listOf = (guides) =>
  Object.entries(guides)
    .map(([name, title]) => `- [${title}](${HOME}docs/${name}.html)`)
    .join("\n");

/** @returns {Promise<string>} */
export async function makeLlms() {
  const page = await readFile(`${ROOT}site/agents.md`, "utf8");
  const text = page
    .slice(page.indexOf("## Entries"), page.indexOf("## Where to look"))
    .trim()
    // the tables without their padding
    .replace(/ +\|/g, " |")
    .replace(/-{4,}/g, "---");
  return `# babylon-gltf-animation

> ${PACKAGE.description}

${text}

## Guides

${listOf(GUIDES)}

## Reference

- [API](${HOME}api/index.html)
${listOf(REFERENCE)}

## Files

- [figure.glb](${HOME}figure.glb): one long animation, "timeline", and five clips
- [hero.glb](${HOME}hero.glb): the clips idle, walk, run, turn, jump and wave
`;
}
