import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";
import { forSite, slugify } from "../markdown.mjs";
import { API, GUIDES, HOME, INTERNALS, otherMarkdown, PACKAGE, REFERENCE, REPOSITORY, ROOT } from "../pages.mjs";
import { PLACEHOLDER } from "../scripts/anyBase.mjs";
import { MINI_SEARCH, searchedSource } from "../search.mjs";

const TITLE = "babylon-gltf-animation";
/** @param {Record<string, string>} guides */
const itemsOf = (guides) => Object.entries(guides).map(([name, text]) => ({ text, link: `/docs/${name}` }));

const api = { text: "API", link: `/${API}/index`, activeMatch: `^/${API}/` };
const editor = { text: "Editor", link: "/playground/index.html", target: "_self" };
const measure = { text: "Is it the animation?", link: "/playground/measure.html", target: "_self" };
const snippets = { text: "Snippets", link: "/snippets/index.html", target: "_self" };
const guides = itemsOf(GUIDES);

/** As in `playground/head.js`, for the pages beside the guides. */
const SOURCE_ICON = `<svg viewBox="0 0 24 24" style="fill: none; stroke: currentcolor; stroke-width: 2"><path d="m8.5 7-5 5 5 5m7-10 5 5-5 5"/></svg>`;

/** The front page has the address that the editor had: links that carry clips still open it. */
const FORWARD = `if (/^#(.*&)?(file|camera|orbit|view|clips?)=/.test(location.hash) || /[?&]model=/.test(location.search))
  location.replace("playground/index.html" + location.search + location.hash);`;

/** Pages that the search leaves out: what contributors read. */
const UNSEARCHED = [...Object.keys(INTERNALS).map((name) => `docs/${name}.md`), "CHANGELOG.md", "CONTRIBUTING.md"];

/**
 * The contents of the API, as typedoc writes them: links need no server, and only what has a link opens and closes, since VitePress puts a button
 * into a button otherwise.
 * @type {import("vitepress").DefaultTheme.SidebarItem[]}
 */
const [main = {}] = JSON.parse(readFileSync(new URL(`../${API}/typedoc-sidebar.json`, import.meta.url), "utf8"), (key, value) =>
  key === "link" ? value.replace(/\/$/, "/index.md") : value.items && !value.link ? { text: value.text, items: value.items } : value,
);

/** The entries beside each other: typedoc has the others in the first one, whose path theirs begin with. */
const entries = [{ ...main, items: main.items?.filter(({ link }) => !link) }, ...(main.items?.filter(({ link }) => link) ?? [])];

export default defineConfig({
  lang: "en",
  title: TITLE,
  titleTemplate: `:title | ${TITLE}`,
  description: PACKAGE.description,
  base: PLACEHOLDER,
  srcDir: ROOT,
  srcExclude: ["dist/**", "**/node_modules/**", ".*/**", ...otherMarkdown()],
  rewrites: { "site/:page.md": ":page.md", [`site/${API}/:path*`]: `${API}/:path*` },
  outDir: fileURLToPath(new URL("../../dist/vitepress", import.meta.url)),
  cacheDir: fileURLToPath(new URL("../../dist/vitepress-cache", import.meta.url)),
  markdown: {
    anchor: { slugify },
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    config: (md) => forSite(md, ROOT),
  },
  head: [
    ["meta", { name: "theme-color", media: "(prefers-color-scheme: light)", content: "#ffffff" }],
    ["meta", { name: "theme-color", media: "(prefers-color-scheme: dark)", content: "#1b1b1f" }],
    ["link", { rel: "icon", type: "image/svg+xml", href: `${PLACEHOLDER}icon.svg` }],
  ],
  transformHead: ({ page, title, description }) => {
    const path = page.replace(/(^|\/)index\.md$/, "$1").replace(/\.md$/, ".html");
    const name = page === "index.md" ? TITLE : title;
    const tags = {
      "og:type": "website",
      "og:site_name": TITLE,
      "og:title": name,
      "og:description": description,
      "og:url": HOME + path,
      "og:image": `${HOME}preview.jpg`,
      "og:image:width": "1200",
      "og:image:height": "630",
      "og:image:alt": "A crowd of 10,000 figures that walk",
    };
    return [
      ...(page === "index.md" ? [/** @type {import("vitepress").HeadConfig} */ (["script", {}, FORWARD])] : []),
      ["link", { rel: "canonical", href: HOME + path }],
      ...Object.entries(tags).map(
        ([property, content]) => /** @type {import("vitepress").HeadConfig} */ (/** @type {unknown} */ (["meta", { property, content }])),
      ),
      ["meta", { name: "twitter:card", content: "summary_large_image" }],
      ["meta", { name: "twitter:title", content: name }],
      ["meta", { name: "twitter:description", content: description }],
      ["meta", { name: "twitter:image", content: `${HOME}preview.jpg` }],
    ];
  },
  themeConfig: {
    logo: { src: "/icon.svg", alt: "" },
    nav: [{ text: "Guides", link: "/docs/start", activeMatch: "^/docs/" }, api, snippets, editor],
    sidebar: {
      [`/${API}/`]: [{ text: "API", link: `/${API}/index`, items: entries }],
      "/": [
        { text: "Guides", items: guides },
        { text: "Try it", items: [editor, measure, snippets] },
        {
          text: "Reference",
          items: [
            api,
            ...itemsOf(REFERENCE),
            { text: "Speed: method", link: "/bench/README" },
            { text: "Speed: results", link: "/bench/results" },
            { text: "Conformance data", link: "/conformance/README" },
          ],
        },
        { text: "Internals", items: [...itemsOf(INTERNALS), { text: "Contributing", link: "/CONTRIBUTING" }] },
        {
          text: "Project",
          items: [
            { text: "For coding agents", link: "/agents" },
            { text: "Changes", link: "/CHANGELOG" },
          ],
        },
      ],
    },
    outline: { level: [2, 3], label: "On this page" },
    search: {
      provider: "local",
      options: {
        _render: (source, env, md) => md.render(searchedSource(env.relativePath, source, UNSEARCHED), env),
        miniSearch: MINI_SEARCH,
      },
    },
    socialLinks: [{ icon: { svg: SOURCE_ICON }, link: REPOSITORY, ariaLabel: "Source on GitHub" }],
    docFooter: { prev: "Before", next: "Next" },
    externalLinkIcon: false,
    footer: { message: "MIT license", copyright: `Version ${PACKAGE.version}` },
  },
  vite: {
    publicDir: false,
    // the repository's own configuration is for TypeScript 6
    esbuild: { tsconfigRaw: {} },
    build: { chunkSizeWarningLimit: 2000 },
  },
});
