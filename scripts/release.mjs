/** The rules of a release, without side effects: what `check-release.mjs`, `pack.mjs` and `pack-readme.mjs` use. */

/**
 * @typedef {{ version: string, repository: { url: string } }} PackageJson
 */

/**
 * Finds out why a version cannot be published.
 * @param {string} version as in package.json
 * @param {string} changelog
 * @param {string} [tag] the tag that is published
 * @returns {string | null} place, rule and value; null if it can be published
 */
export function findReleaseProblem(version, changelog, tag = `v${version}`) {
  if (tag !== `v${version}`) {
    return `tag: must be v${version}, the version in package.json (got ${tag})`;
  }
  const heading = /^## (.*)$/m.exec(changelog)?.[1] ?? "none";
  const [, headed, date] = /^\[(.*?)\] - (\d{4}-\d{2}-\d{2})$/.exec(heading) ?? [];
  if (headed !== version || date === undefined) {
    return `CHANGELOG.md: the first heading must be "## [${version}] - YYYY-MM-DD" (got "## ${heading}")`;
  }
  return null;
}

/** What pages say until the first release. */
const UNRELEASED = /not yet released/gi;

/**
 * Finds the sentences that are wrong once the package is released.
 * @param {string} file
 * @param {string} text
 * @returns {string[]} the place of each, `file:line`
 */
export function findUnreleased(file, text) {
  return [...text.matchAll(UNRELEASED)].map(({ index }) => `${file}:${text.slice(0, index).split("\n").length}`);
}

/** The address of the repository on GitHub. @param {PackageJson} json */
function repositoryOf({ repository }) {
  return repository.url.replace(/^git\+/, "").replace(/\.git$/, "");
}

/** What relative links and relative pictures of a version begin with. @param {PackageJson} json */
function basesOf(json) {
  const repository = repositoryOf(json);
  return {
    link: `${repository}/blob/v${json.version}/`,
    picture: `${repository.replace("//github.com/", "//raw.githubusercontent.com/")}/v${json.version}/`,
  };
}

/** A relative address: neither absolute nor within the page. */
const RELATIVE = String.raw`(?!\w+:|#|/)`;
const LINKS = new RegExp(String.raw`(\]\()${RELATIVE}`, "g");
const PICTURES = new RegExp(String.raw`((?:src|srcset)=")${RELATIVE}`, "g");

/** The README with absolute links and pictures, for pages that do not have the repository's files. @param {string} readme @param {PackageJson} json */
export function withAbsoluteLinks(readme, json) {
  const { link, picture } = basesOf(json);
  return readme.replace(LINKS, `$1${link}`).replace(PICTURES, `$1${picture}`);
}

/** Undoes {@link withAbsoluteLinks}. @param {string} readme @param {PackageJson} json */
export function withRelativeLinks(readme, json) {
  const { link, picture } = basesOf(json);
  return readme.replaceAll(`](${link}`, "](").replaceAll(`="${picture}`, '="');
}

/** The relative links and pictures of a README. @param {string} readme */
export function relativeLinksIn(readme) {
  const links = [...readme.matchAll(new RegExp(String.raw`\]\((${RELATIVE}[^)]*)\)`, "g"))];
  const pictures = [...readme.matchAll(new RegExp(String.raw`(?:src|srcset)="(${RELATIVE}[^"]*)"`, "g"))];
  return [...links, ...pictures].map(([, address = ""]) => address);
}

/** How many bytes the packed package may have. */
export const MAX_PACKED = 1_056_000;

/**
 * The files that a package must have, no more and no fewer. Neither sources nor source maps: the modules and their declarations are what
 * TypeScript writes, with all comments, and can be read.
 * @param {readonly string[]} sources the files in `src`
 */
export function expectedContents(sources) {
  const modules = sources
    .filter((file) => file.endsWith(".ts") && !file.startsWith("tools/cli/"))
    .map((file) => file.slice(0, -".ts".length));
  const bundles = ["", ".controller", ".crowd", ".root-motion"].map((name) => `babylon-gltf-animation${name}.js`);
  return [
    ...["package.json", "README.md", "LICENSE", "CHANGELOG.md"],
    ...modules.map((name) => `dist/esm/${name}.js`),
    ...modules.filter((name) => !name.includes("/")).map((name) => `dist/esm/${name}.d.ts`), // and what these lead to
    ...bundles.map((name) => `dist/umd/${name}`),
    ...["dist/umd/package.json", "dist/cli/main.js", "dist/cli/commander-LICENSE"],
    ...["door", "figure", "snippets-lamp", "snippets-walker"].map((name) => `playground/models/${name}.glb`),
  ];
}
