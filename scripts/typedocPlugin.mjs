/** A plugin of typedoc, beside those that make pages of the site: modules are named as one imports them. */
import { readFileSync } from "node:fs";
import { Converter, ReflectionKind } from "typedoc";
import { MarkdownPageEvent } from "typedoc-plugin-markdown";

/** @type {{ name: string, exports: Record<string, string | { types?: string }> }} */
const { name: PACKAGE, exports } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

/** What one imports, by the file name of the entry. */
const IMPORTS = new Map(
  Object.entries(exports).flatMap(([path, entry]) => {
    const file = typeof entry === "object" ? /([^/]+)\.d\.ts$/.exec(entry.types ?? "")?.[1] : undefined;
    return file === undefined ? [] : [[file, PACKAGE + path.slice(1)]];
  }),
);

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
  // typedoc takes a modifier behind an example for its last line, too
  app.renderer.on(MarkdownPageEvent.END, (/** @type {{ contents?: string }} */ page) => {
    page.contents = (page.contents ?? "").replaceAll("\n@experimental\n```", "\n```");
  });
}
