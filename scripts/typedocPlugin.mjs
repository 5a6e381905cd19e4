/** A plugin of typedoc: links to the other parts of the gallery, relative to each page, and one title for the front page. */
import { JSX } from "typedoc";

const LINKS = { Playground: "../index.html", Snippets: "../snippets/index.html" };

/** @param {import("typedoc").Application} app */
export function load(app) {
  app.renderer.hooks.on("sidebar.begin", (context) =>
    JSX.createElement(
      "nav",
      { class: "tsd-navigation", "aria-label": "Gallery" },
      ...Object.entries(LINKS).map(([text, url]) => JSX.createElement("a", { href: context.relativeURL(url) }, text)),
    ),
  );
  // the README has a title of its own
  app.renderer.hooks.on("head.end", ({ page }) =>
    page.isReflectionEvent() && page.model.isProject()
      ? JSX.createElement("style", null, JSX.createElement(JSX.Raw, { html: ".tsd-page-title { display: none }" }))
      : JSX.createElement(JSX.Fragment, null),
  );
}
