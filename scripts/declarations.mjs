/**
 * The declarations that the package has: what an editor shows is the API. Of those that TypeScript emits, internal members go, imports name the module that declares
 * what they import, and only the modules stay that the entries lead to.
 */
import { dirname, join, relative } from "node:path";
import ts from "typescript";

/** @typedef {{ start: number, end: number, text: string }} Change */

/** @param {string} path @param {string} text */
const parse = (path, text) => ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);

/** @param {string} text @param {readonly Change[]} changes not overlapping */
function apply(text, changes) {
  return [...changes]
    .sort((a, b) => b.start - a.start)
    .reduce((result, { start, end, text: added }) => result.slice(0, start) + added + result.slice(end), text);
}

/** @param {ts.Node} node */
const isInternal = (node) => ts.getJSDocTags(node).some(({ tagName }) => tagName.text === "internal");

/** Takes out what is `@internal`. A constructor becomes a protected one, so that only functions of the package make objects. @param {ts.SourceFile} file */
function withoutInternal(file) {
  /** @type {Change[]} */
  const changes = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    if ((ts.isStatement(node) || ts.isClassElement(node) || ts.isTypeElement(node)) && isInternal(node)) {
      const text = ts.isConstructorDeclaration(node) ? "\n    protected constructor();" : "";
      changes.push({ start: node.getFullStart(), end: node.end, text });
    } else {
      ts.forEachChild(node, visit);
    }
  };
  ts.forEachChild(file, visit);
  return apply(file.text, changes);
}

/** Writes `keyof typeof TABLE` out, where the table is a constant of the module itself. @param {ts.SourceFile} file */
function withNames(file) {
  /** @type {Map<string, readonly string[]>} */
  const tables = new Map();
  for (const statement of file.statements) {
    if (ts.isVariableStatement(statement)) {
      for (const { name, type } of statement.declarationList.declarations) {
        if (type && ts.isTypeLiteralNode(type)) {
          tables.set(
            name.getText(),
            type.members.flatMap(({ name: key }) => (key && (ts.isIdentifier(key) || ts.isStringLiteral(key)) ? key.text : [])),
          );
        }
      }
    }
  }
  /** @type {Change[]} */
  const changes = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    const names = ts.isTypeOperatorNode(node) && ts.isTypeQueryNode(node.type) ? tables.get(node.type.exprName.getText()) : undefined;
    if (names) {
      changes.push({ start: node.getStart(), end: node.end, text: names.map((name) => JSON.stringify(name)).join(" | ") });
    } else {
      ts.forEachChild(node, visit);
    }
  };
  file.statements.filter(ts.isTypeAliasDeclaration).forEach(visit);
  return apply(file.text, changes);
}

/** The file of a relative import; null for packages. @param {string} path @param {ts.Node | undefined} specifier */
function targetOf(path, specifier) {
  const name = specifier && ts.isStringLiteral(specifier) ? specifier.text : "";
  return name.startsWith(".") ? join(dirname(path), name.replace(/\.js$/, ".d.ts")) : null;
}

/** @param {ts.ImportDeclaration | ts.ExportDeclaration} statement */
function elementsOf(statement) {
  const named = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : statement.exportClause;
  return named && (ts.isNamedImports(named) || ts.isNamedExports(named)) ? [...named.elements] : [];
}

/** What a module imports or exports from another one. @typedef {{ target: string | null, name: string }} Origin */

/** A module, of whose declarations some are reached. */
class Module {
  /** What it imports, by the local name. @type {Map<string, Origin>} */
  imports = new Map();
  /** What it exports from others, by the exported name. @type {Map<string, Origin>} */
  exports = new Map();
  /** @type {Map<string, ts.Statement[]>} */
  declarations = new Map();
  /** The statements that stay. @type {Set<ts.Statement>} */
  reached = new Set();

  /** @param {string} path @param {string} text as TypeScript emits it */
  constructor(path, text) {
    this.path = path;
    this.file = parse(path, withNames(parse(path, withoutInternal(parse(path, text)))));
    for (const statement of this.file.statements) {
      if (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) {
        const target = targetOf(path, statement.moduleSpecifier);
        const origins = ts.isImportDeclaration(statement) ? this.imports : this.exports;
        elementsOf(statement).forEach(({ propertyName, name }) => origins.set(name.text, { target, name: (propertyName ?? name).text }));
      } else {
        namesOf(statement).forEach((name) => this.declarations.set(name, [...(this.declarations.get(name) ?? []), statement]));
      }
    }
  }
}

/** The names that a statement declares. @param {ts.Statement} statement @returns {readonly string[]} */
function namesOf(statement) {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  }
  const { name } = /** @type {{ name?: ts.Node }} */ (/** @type {unknown} */ (statement));
  return name && ts.isIdentifier(name) ? [name.text] : [];
}

/**
 * @param {ReadonlyMap<string, string>} emitted the declarations by path
 * @param {readonly string[]} entries paths
 * @returns {Map<string, string>} those that stay
 */
export function trimDeclarations(emitted, entries) {
  /** @type {Map<string, Module>} */
  const modules = new Map();
  /** @param {string} path */
  const moduleAt = (path) => {
    const module = modules.get(path) ?? new Module(path, emitted.get(path) ?? "");
    modules.set(path, module);
    return module;
  };
  /** The module that declares what another one names. @param {Origin} origin @returns {Origin} */
  const resolve = (origin) => {
    const next = origin.target === null ? undefined : moduleAt(origin.target).exports.get(origin.name);
    return next ? resolve(next) : origin;
  };
  /** @param {Module} module @param {ts.Statement} statement */
  const reach = (module, statement) => {
    if (module.reached.has(statement)) {
      return;
    }
    module.reached.add(statement);
    /** @param {ts.Node} node */
    const visit = (node) => {
      if (ts.isIdentifier(node)) {
        reachName(module, node.text);
      } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && node.qualifier) {
        reachOrigin({ target: targetOf(module.path, node.argument.literal), name: node.qualifier.getText() });
      }
      ts.forEachChild(node, visit);
    };
    visit(statement);
  };
  /** @param {Module} module @param {string} name */
  const reachName = (module, name) => {
    const origin = module.imports.get(name);
    module.declarations.get(name)?.forEach((statement) => reach(module, statement));
    if (origin) {
      reachOrigin(origin);
    }
  };
  /** @param {Origin} origin */
  const reachOrigin = (origin) => {
    const { target, name } = resolve(origin);
    if (target !== null) {
      const module = moduleAt(target);
      reachName(module, name);
      // what a module adds to those of others
      module.file.statements.filter(ts.isModuleDeclaration).forEach((statement) => reach(module, statement));
    }
  };
  for (const module of entries.map(moduleAt)) {
    [...module.exports.values()].forEach(reachOrigin);
    module.file.statements.filter((statement) => !ts.isImportDeclaration(statement)).forEach((statement) => reach(module, statement));
  }
  const written = [...modules.values()].filter(({ reached }) => reached.size > 0);
  return new Map(written.map((module) => [module.path, write(module, resolve)]));
}

/** @param {Module} module @param {(origin: Origin) => Origin} resolve */
function write({ path, file, reached, declarations, imports, exports }, resolve) {
  const used = new Set(
    [...reached].filter((statement) => !ts.isExportDeclaration(statement)).flatMap((statement) => [...identifiersOf(statement)]),
  );
  const changes = file.statements.flatMap((statement) => {
    const isLink = ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement);
    if (!isLink || elementsOf(statement).length === 0 || !statement.moduleSpecifier) {
      const stays = ts.isImportDeclaration(statement) ? isUsed(statement.importClause, used) : reached.has(statement);
      return stays ? [] : [{ start: statement.getFullStart(), end: statement.end, text: "" }];
    }
    const isImport = ts.isImportDeclaration(statement);
    const elements = elementsOf(statement).filter(({ name }) => (isImport ? used.has(name.text) : reached.has(statement)));
    const text = elements.map(({ name, isTypeOnly }) => {
      const { target, name: declared } = resolve(/** @type {Origin} */ ((isImport ? imports : exports).get(name.text)));
      const from = target === null ? statement.moduleSpecifier?.getText() : specifier(path, target);
      const isType = isTypeOnly || (isImport ? statement.importClause?.isTypeOnly : statement.isTypeOnly);
      const element = declared === name.text ? declared : `${declared} as ${name.text}`;
      return `${isImport ? "import" : "export"}${isType ? " type" : ""} { ${element} } from ${from};`;
    });
    return [{ start: text.length > 0 ? statement.getStart() : statement.getFullStart(), end: statement.end, text: text.join("\n") }];
  });
  const isModule = /^(import|export) /m;
  const text = apply(file.text, changes);
  return declarations.size > 0 && !isModule.test(text) ? `${text}\nexport {};\n` : text;
}

/** Whether an import without a list of names stays. @param {ts.ImportClause | undefined} clause none if it imports what a module does @param {Set<string>} used */
function isUsed(clause, used) {
  return clause === undefined || [...identifiersOf(clause)].some((name) => used.has(name));
}

/** @param {ts.Node} node @returns {Set<string>} */
function identifiersOf(node) {
  /** @type {Set<string>} */
  const names = new Set();
  /** @param {ts.Node} child */
  const visit = (child) => {
    if (ts.isIdentifier(child)) {
      names.add(child.text);
    }
    ts.forEachChild(child, visit);
  };
  visit(node);
  return names;
}

/** @param {string} from @param {string} to */
const specifier = (from, to) => JSON.stringify(`./${relative(dirname(from), to)}`.replace("./..", "..").replace(/\.d\.ts$/, ".js"));
