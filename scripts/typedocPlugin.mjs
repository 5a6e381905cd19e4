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
  // typedoc takes names such as AnimationGroup.to for hosts, and links them
  app.renderer.on(PageEvent.END, (page) => {
    page.contents = (page.contents ?? "").replace(/<a href="http:\/\/(\w+\.\w+)">\1<\/a>/g, "$1");
  });
  app.renderer.hooks.on("body.begin", () =>
    JSX.createElement("script", null, JSX.createElement(JSX.Raw, { html: `(${String(shareTheme)})()` })),
  );
  // for everybody: landmarks, links that one sees in text, headings without gaps, and no links in what opens a section
  app.renderer.on(PageEvent.END, (page) => {
    page.contents = (page.contents ?? "")
      .replace('<div class="col-content">', '<div class="col-content" role="main">')
      .replace('<div class="col-sidebar">', '<div class="col-sidebar" role="complementary" aria-label="Contents">')
      .replace(
        "</head>",
        "<style>:is(footer, h4, .tsd-comment p, .tsd-comment li, .tsd-signature) a { text-decoration: underline } .col-content { overflow-wrap: anywhere }</style></head>",
      )
      .replace("</body>", `<script>(${String(moveLinks)})()</script></body>`)
      .replace(/<summary[^]*?<\/summary>/g, (summary) => summary.replace(/<a [^>]*class="tsd-anchor-icon"[^]*?<\/a>/g, ""));
    page.contents = withoutGaps(page.contents);
  });
}

/** In the page: the theme that was chosen on the site, which typedoc keeps under a name of its own, and back. */
function shareTheme() {
  const [site, own] = ["vitepress-theme-appearance", "tsd-theme"];
  const chosen = localStorage.getItem(site);
  if (chosen !== null) {
    localStorage.setItem(own, chosen === "auto" ? "os" : chosen);
  }
  document.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLSelectElement && target.id === own) {
      localStorage.setItem(site, target.value === "os" ? "auto" : target.value);
    }
  });
}

/** In the page: moves the link to a module, which typedoc puts into what opens the list of its contents, to the beginning of the list. */
function moveLinks() {
  new MutationObserver(() => {
    for (const link of document.querySelectorAll("#tsd-nav-container summary > a")) {
      const name = document.createElement("span");
      name.append(...Array.from(link.childNodes, (node) => node.cloneNode(true)));
      link.replaceWith(name);
      const item = document.createElement("li");
      item.append(link);
      name.closest("details")?.querySelector("ul")?.prepend(item);
    }
  }).observe(document.body, { childList: true, subtree: true });
}

/** Gives each heading the level after that of the heading above it, as far as its own level leaves a gap. @param {string} html */
function withoutGaps(html) {
  /** The headings above, from the outermost: their levels as they are, and as they should be. @type {{ is: number, should: number }[]} */
  const above = [];
  return html.replace(/<h([1-6])(?=[ >])/g, (tag, digit) => {
    const is = Number(digit);
    while ((above.at(-1)?.is ?? 0) >= is) {
      above.pop();
    }
    const should = (above.at(-1)?.should ?? 0) + 1;
    above.push({ is, should });
    return should === is ? tag : `${tag} aria-level="${should}"`;
  });
}
