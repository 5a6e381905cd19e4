/** The pages of the site, their order, and where links of the repository's Markdown lead on it. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { SNIPPETS } from "../playground/snippets/list.mjs";

export const ROOT = fileURLToPath(new URL("../", import.meta.url));

/** @type {{ version: string, description: string, homepage: string, repository: { url: string } }} */
export const PACKAGE = JSON.parse(readFileSync(`${ROOT}package.json`, "utf8"));

/** The address of the site, with a slash at its end. */
export const HOME = PACKAGE.homepage;

/** The address of the repository on GitHub. */
export const REPOSITORY = PACKAGE.repository.url.replace(/^git\+/, "").replace(/\.git$/, "");

/** The models that guides name, for readers who have no file at hand. */
export const SAMPLES = ["hero", "hero-far", "figure", "door", "materials", "face", "talk", "snippets-walker"].map(
  (name) => `playground/models/${name}.glb`,
);

/** Guides in the order in which one reads them: file names in `docs`, and their titles in navigation. */
export const GUIDES = {
  start: "Getting started",
  clips: "Clips",
  controller: "Controllers",
  recipes: "Recipes",
  moves: "Moves for my character",
  faces: "Faces",
  "third-person": "A third-person character",
  react: "React",
  crowds: "Crowds",
  pointers: "Pointers",
  "pointer-gaps": "KHR_animation_pointer: gaps",
  server: "Server, rollback, replay",
  artists: "For artists, without code",
  authoring: "Making files",
  blender: "From Blender",
  export: "Exporting scenes",
  engines: "Other engines",
  "file-tools": "File tools",
};

/** What one looks up, likewise. */
export const REFERENCE = {
  behavior: "Behavior",
  reliability: "Reliability",
};

/** What contributors read, likewise. */
export const INTERNALS = {
  design: "Design",
  architecture: "Architecture",
  upstream: "Upstream",
  release: "Releasing",
  "babylon-page": "For Babylon's documentation",
};

/** The other Markdown files of the repository that are pages of the site. */
export const OTHERS = ["bench/README.md", "bench/results.md", "conformance/README.md", "CHANGELOG.md", "CONTRIBUTING.md"];

/** The folder of the pages that typedoc makes of the API, in `site` and on the site. */
export const API = "api";

/** Folders of the site that other programs make. */
export const PARTS = ["playground", "snippets"];

/** Files that the build makes or copies to the root of the site. */
export const MADE = ["llms.txt", "khr_animation_clip.zip"];

/** Every Markdown file that is a page, by its path in the repository. */
export const PAGES = [
  ...[GUIDES, REFERENCE, INTERNALS].flatMap((guides) => Object.keys(guides)).map((name) => `docs/${name}.md`),
  ...OTHERS,
];

/** All other Markdown files of the repository. @returns {string[]} */
export function otherMarkdown() {
  const entries = readdirSync(ROOT, { withFileTypes: true }).filter(({ name }) => !/^(\.|node_modules$|dist$)/.test(name));
  const files = entries.flatMap((entry) =>
    entry.isDirectory()
      ? readdirSync(ROOT + entry.name, { recursive: true }).map((file) => posix.join(entry.name, String(file)))
      : [entry.name],
  );
  return files.filter((file) => file.endsWith(".md") && !file.startsWith("site/") && !PAGES.includes(file));
}

/**
 * Where a link of a Markdown file leads on the site.
 * @param {string} from the file's path in the repository
 * @param {string} href as the file has it
 * @returns {{ kind: "page" | "snippet" | "download" | "part" | "source" | "other", href: string }} the address of "page" and
 * "other" is relative to the page; others begin with a slash, the root of the site, or are absolute
 * @throws Error if there is no such file
 */
export function resolveLink(from, href) {
  if (/^(\w+:|#|\/)/.test(href)) {
    return { kind: "other", href };
  }
  const [path = "", hash = ""] = href.split(/(?=#)/);
  const target = posix.join(posix.dirname(from), path);
  const snippet = /^playground\/snippets\/(.+)\.js$/.exec(target)?.[1];
  if (snippet !== undefined && Object.hasOwn(SNIPPETS, snippet)) {
    return { kind: "snippet", href: `/snippets/index.html#${snippet}` };
  }
  if (target === "playground/snippets/README.md") {
    return { kind: "part", href: "/snippets/index.html" };
  }
  if (SAMPLES.includes(target)) {
    return { kind: "download", href: `/${posix.basename(target)}` };
  }
  const [part = ""] = target.split("/");
  if (from.startsWith("site/") && (PARTS.includes(part) || MADE.includes(target))) {
    return { kind: "part", href: `/${target}${hash}` };
  }
  if (target.startsWith(`site/${API}/`)) {
    return { kind: "page", href }; // VitePress knows the pages that there are
  }
  if (PAGES.includes(target)) {
    // pages in `site` are at the root of the site
    return { kind: "page", href: from.startsWith("site/") ? `./${target}${hash}` : href };
  }
  if (!existsSync(ROOT + target)) {
    throw new Error(`${from}: there is no ${target}, to which it links`);
  }
  return { kind: "source", href: `${REPOSITORY}/blob/main/${target}${hash}` };
}
