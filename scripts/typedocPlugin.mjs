/** A plugin of typedoc: modules named as one imports them, and links to the other parts of the site, guides first, relative to each page. */
import { readFileSync } from "node:fs";
import { Converter, JSX, PageEvent, ReflectionKind } from "typedoc";
import { GUIDES } from "../site/pages.mjs";

/** @type {{ name: string, exports: Record<string, string | { types?: string }> }} */
const { name: PACKAGE, exports } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

/** What one imports, by the file name of the entry. */
const IMPORTS = new Map(
  Object.entries(exports).flatMap(([path, entry]) => {
    const file = typeof entry === "object" ? /([^/]+)\.d\.ts$/.exec(entry.types ?? "")?.[1] : undefined;
    return file === undefined ? [] : [[file, PACKAGE + path.slice(1)]];
  }),
);

const LINKS = {
  ...Object.fromEntries(Object.entries(GUIDES).map(([name, title]) => [title, `../docs/${name}.html`])),
  Editor: "../playground/index.html",
  Snippets: "../snippets/index.html",
};

/** @param {import("typedoc").Application} app */
export function load(app) {
  app.converter.on(Converter.EVENT_CREATE_DECLARATION, (_context, reflection) => {
    if (reflection.kindOf(ReflectionKind.Module)) {
      reflection.name = IMPORTS.get(reflection.name) ?? reflection.name;
    }
  });
  // a parameter that is taken apart is named as its documentation names it
  app.converter.on(Converter.EVENT_CREATE_PARAMETER, (_context, reflection) => {
    if (reflection.name === "__namedParameters") {
      reflection.name = "options";
    }
  });
  app.renderer.hooks.on("sidebar.begin", (context) =>
    JSX.createElement(
      "nav",
      { class: "tsd-navigation", "aria-label": "Site" },
      JSX.createElement("a", { href: context.relativeURL("../index.html") }, "Home"),
      JSX.createElement("h3", null, "Guides"),
      ...Object.entries(LINKS).map(([text, url]) => JSX.createElement("a", { href: context.relativeURL(url) }, text)),
    ),
  );
  // for everybody: landmarks, links that one sees in text, and no links in what opens a section
  app.renderer.on(PageEvent.END, (page) => {
    page.contents = (page.contents ?? "")
      .replace('<div class="col-content">', '<div class="col-content" role="main">')
      .replace('<div class="col-sidebar">', '<div class="col-sidebar" role="complementary" aria-label="Contents">')
      .replace("</head>", "<style>:is(footer, .tsd-comment p, .tsd-comment li) a { text-decoration: underline }</style></head>")
      .replace(/<summary[^]*?<\/summary>/g, (summary) => summary.replace(/<a [^>]*class="tsd-anchor-icon"[^]*?<\/a>/g, ""));
  });
}
