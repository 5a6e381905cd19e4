/** A plugin of typedoc, beside those that make pages of the site: modules are named as one imports them. */
import { readFileSync } from "node:fs";
import { Converter, LiteralType, ReflectionKind, UnionType } from "typedoc";
import { MarkdownPageEvent } from "typedoc-plugin-markdown";
import { readCodes } from "./findingCodes.mjs";

/** @type {{ name: string, exports: Record<string, string | { types?: string }> }} */
const { name: PACKAGE, exports } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

/** What one imports, by the file name of the entry. */
const IMPORTS = new Map(
  Object.entries(exports).flatMap(([path, entry]) => {
    const file = typeof entry === "object" ? /([^/]+)\.d\.ts$/.exec(entry.types ?? "")?.[1] : undefined;
    return file === undefined ? [] : [[file, PACKAGE + path.slice(1)]];
  }),
);

const CODES = readCodes(readFileSync(new URL("../src/gltf/util/finding.ts", import.meta.url), "utf8"));

/** The table of finding codes, which the source has as comments. */
const CODE_TABLE = `\n\n| code | severity | the finding |\n|---|---|---|\n${CODES.map(
  ({ code, severity, text }) => `| \`${code}\` | ${severity} | ${text} |`,
).join("\n")}`;

/** @param {import("typedoc").Application} app */
export function load(app) {
  app.converter.on(Converter.EVENT_CREATE_DECLARATION, (_context, reflection) => {
    if (reflection.kindOf(ReflectionKind.Module)) {
      reflection.name = IMPORTS.get(reflection.name) ?? reflection.name;
    }
  });
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const alias of project.getReflectionsByKind(ReflectionKind.TypeAlias).filter(({ name }) => name === "FindingCode")) {
      /** @type {import("typedoc").DeclarationReflection} */ (alias).type = new UnionType(CODES.map(({ code }) => new LiteralType(code)));
      alias.comment?.summary.push({ kind: "text", text: CODE_TABLE });
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
