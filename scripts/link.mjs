/**
 * `node scripts/link.mjs [folder]`: the last step of the build, for bundlers that put a module at the start of an application if any module of the start
 * leads to it, also if nothing of it is used there (esbuild). In the folder, by default `dist/esm`, imports name the module that declares what they import, not the
 * door of its room. And the entries export from small modules of their own (`exports`), which are nothing to the code that is loaded on demand. Of the declarations,
 * only the API stays (`declarations.mjs`).
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { trimDeclarations } from "./declarations.mjs";

const DIST = resolve(process.argv[2] ?? fileURLToPath(new URL("../dist/esm", import.meta.url)));
const EXPORTS = join(DIST, "exports");
/** The entry whose rooms are also loaded on demand, and the room that loads them. */
const ENTRY = join(DIST, "pure.js");
const LOADING = join(DIST, "scene/loading/index.js");

/** @typedef {{ statement: ts.ImportDeclaration | ts.ExportDeclaration, target: string, names: [imported: string, local: string][] }} Link */

/** Statements that import or export names from a module of the package. @param {string} path @returns {Link[]} */
function linksOf(path) {
  const file = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  return file.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) {
      return [];
    }
    const { moduleSpecifier } = statement;
    const named = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : statement.exportClause;
    if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier) || !moduleSpecifier.text.startsWith(".")) {
      return [];
    }
    if (
      !named ||
      (ts.isImportDeclaration(statement) && statement.importClause?.name) ||
      !(ts.isNamedImports(named) || ts.isNamedExports(named))
    ) {
      return [];
    }
    const names = [...named.elements].map(
      ({ propertyName, name }) => /** @type {[string, string]} */ ([(propertyName ?? name).text, name.text]),
    );
    return [{ statement, target: join(dirname(path), moduleSpecifier.text), names }];
  });
}

/** @type {Map<string, Link[]>} */
const links = new Map(
  readdirSync(DIST, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".js") && !name.startsWith("exports"))
    .map((name) => [join(DIST, name), linksOf(join(DIST, name))]),
);

/** The module that declares a name, and its name there. @param {string} path @param {string} name @returns {[path: string, name: string]} */
function findDeclaration(path, name) {
  for (const { statement, target, names } of links.get(path) ?? []) {
    const link = ts.isExportDeclaration(statement) ? names.find(([, exported]) => exported === name) : undefined;
    if (link) {
      return findDeclaration(target, link[0]);
    }
  }
  return [path, name];
}

/** @param {string} from @param {string} to */
const specifier = (from, to) => JSON.stringify(`./${relative(dirname(from), to)}`.replace("./..", ".."));

/** The statements for names by module, on one line, so that source maps stay right. @param {string} keyword @param {string} path @param {Link["names"]} names @param {string} target */
function direct(keyword, path, names, target) {
  /** @type {Map<string, string[]>} */
  const byModule = new Map();
  for (const [imported, local] of names) {
    const [module, name] = findDeclaration(target, imported);
    byModule.set(module, [...(byModule.get(module) ?? []), name === local ? name : `${name} as ${local}`]);
  }
  return Array.from(byModule, ([module, list]) => `${keyword} { ${list.join(", ")} } from ${specifier(path, module)};`).join(" ");
}

mkdirSync(EXPORTS, { recursive: true });
for (const [path, statements] of links) {
  let text = readFileSync(path, "utf8");
  for (const { statement, target, names } of [...statements].reverse()) {
    const keyword = ts.isImportDeclaration(statement) ? "import" : "export";
    let linked = direct(keyword, path, names, target);
    if (path === ENTRY && target !== LOADING) {
      const module = join(EXPORTS, `${basename(dirname(target))}.js`);
      const imports = direct(
        "import",
        module,
        names.map(([name, exported]) => [name, `_${exported}`]),
        target,
      );
      const constants = names.map(([, exported]) => `export const ${exported} = _${exported};\n`);
      writeFileSync(module, `${imports}\n${constants.join("")}`);
      linked = `export { ${names.map(([, exported]) => exported).join(", ")} } from ${specifier(path, module)};`;
    }
    text = text.slice(0, statement.getStart()) + linked + text.slice(statement.end);
  }
  writeFileSync(path, text);
}

const declared = readdirSync(DIST, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".d.ts"));
const trimmed = trimDeclarations(
  new Map(declared.map((name) => [join(DIST, name), readFileSync(join(DIST, name), "utf8")])),
  declared.filter((name) => basename(name) === name).map((name) => join(DIST, name)),
);
for (const path of declared.map((name) => join(DIST, name))) {
  const text = trimmed.get(path);
  if (text === undefined) {
    rmSync(path);
  } else {
    writeFileSync(path, text);
  }
}
