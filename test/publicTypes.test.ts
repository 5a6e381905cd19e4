/**
 * The declarations that the package has: they compile without `skipLibCheck`, exported types refer only to exported types, and no class shows an inner member. And
 * the TypeScript of the documents compiles in strict mode.
 */
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "@jest/globals";
import ts from "typescript";
import { OF_TEMPLATES, readSteps, SCRIPT, WITH_PACKAGES } from "../scripts/guides/page.mjs";
import { trimDeclarations } from "../scripts/declarations.mjs";
import { getOrMake } from "../src/gltf/util/collections.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const OUT = `${ROOT}dist/declarations`;
const ENTRIES = [
  "gltf-transform",
  "gltf-transform.config",
  "index",
  "pure",
  "root-motion",
  "sampling",
  "serializer",
  "tools",
  "controller",
  "crowd",
];

const { config } = ts.readConfigFile(`${ROOT}tsconfig.json`, (path) => ts.sys.readFile(path)) as { config: object };
const OPTIONS = ts.convertCompilerOptionsFromJson({ ...(config as { compilerOptions: object }).compilerOptions }, ROOT).options;

/** The declarations of the package by path, as the build makes them. */
function emitDeclarations(roots: readonly string[]): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const options = {
    ...OPTIONS,
    types: ["babylonjs-gltf2interface"],
    rootDir: `${ROOT}src`,
    outDir: OUT,
  };
  const emitOnly = {
    ...options,
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    noCheck: true, // `npm run types` does
    allowJs: false,
    checkJs: false,
  };
  const entries = ENTRIES.map((name) => `${ROOT}src/${name}.ts`);
  programOf(new Map(), entries, emitOnly).emit(undefined, (path, text) => files.set(path, text));
  return trimDeclarations(files, roots);
}

/** Files of the disk, parsed once for all programs that parse them alike. */
const parsed = new Map<string, ts.SourceFile | undefined>();

function programOf(files: ReadonlyMap<string, string>, roots: readonly string[], options: ts.CompilerOptions): ts.Program {
  const disk = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (path) => files.has(path) || disk.fileExists(path),
    readFile: (path) => files.get(path) ?? disk.readFile(path),
    directoryExists: (path) => [...files.keys()].some((file) => file.startsWith(`${path}/`)) || disk.directoryExists!(path),
    getSourceFile: (path, languageVersion, ...rest) => {
      const text = files.get(path);
      return text === undefined
        ? getOrMake(parsed, `${path} ${JSON.stringify(languageVersion)}`, () => disk.getSourceFile(path, languageVersion, ...rest))
        : ts.createSourceFile(path, text, languageVersion);
    },
  };
  return ts.createProgram([...roots], options, host);
}

describe("the declarations of the package", () => {
  const roots = ENTRIES.map((name) => `${OUT}/${name}.d.ts`);
  const files = emitDeclarations(roots);
  const program = programOf(files, roots, { ...OPTIONS, types: [], noEmit: true, skipLibCheck: false });
  const checker = program.getTypeChecker();
  const resolved = (symbol: ts.Symbol): ts.Symbol => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol);
  const exported = new Set(
    roots.flatMap((root) => checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(root)!)!).map(resolved)),
  );

  it("have entries", () => {
    expect(exported.size).toBeGreaterThan(30);
  });

  it("compile without skipLibCheck", () => {
    const problems = program.getSourceFiles().flatMap((file) => {
      const isOurs = file.fileName.startsWith(OUT);
      return isOurs ? [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)] : [];
    });
    expect(problems.map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`)).toEqual([]);
  });

  it("name only exported types", () => {
    const missing = new Set<string>();
    const visit = (node: ts.Node, owner: string): void => {
      const name = ts.isTypeReferenceNode(node)
        ? node.typeName
        : ts.isExpressionWithTypeArguments(node)
          ? node.expression
          : ts.isTypeQueryNode(node)
            ? node.exprName
            : ts.isImportTypeNode(node)
              ? node.qualifier
              : null;
      const symbol = name && checker.getSymbolAtLocation(name);
      for (const declaration of symbol ? (resolved(symbol).declarations ?? []) : []) {
        const isOurs = declaration.getSourceFile().fileName.startsWith(OUT);
        if (isOurs && !ts.isTypeParameterDeclaration(declaration) && !exported.has(resolved(symbol!))) {
          missing.add(`${owner} -> ${resolved(symbol!).name}`);
        }
      }
      ts.forEachChild(node, (child) => visit(child, owner));
    };
    for (const symbol of exported) {
      symbol.declarations?.forEach((declaration) => visit(declaration, symbol.name));
    }
    expect([...missing]).toEqual([]);
  });

  it("have no modules but those of the API", () => {
    const declaring = new Set([...exported].flatMap(({ declarations = [] }) => declarations.map((each) => each.getSourceFile().fileName)));
    const others = [...files.keys()].filter((path) => !declaring.has(path) && !roots.includes(path));
    expect(others).toEqual([]);
  });

  it("show no inner members", () => {
    expect([...files].filter(([, text]) => text.includes("@internal")).map(([path]) => path)).toEqual([]);
  });

  it.each(["ClipAnimationGroup", "CompiledAnimationGroup"])("of %s add what its users need, and nothing else, to Babylon's", (name) => {
    const symbol = [...exported].find((each) => each.name === name)!;
    const members = checker.getDeclaredTypeOfSymbol(symbol).getProperties();
    const own = members.filter(({ declarations = [] }) =>
      declarations.some(
        (each) => each.getSourceFile().fileName.startsWith(OUT) && ts.getCombinedModifierFlags(each) === ts.ModifierFlags.None,
      ),
    );
    const inner = /^(_|startDeferred|startWith|adoptChannels|warnOfExcess|onKeyRangeSet|player$|plays$)|Virtual/;
    expect(own.length).toBeGreaterThan(15);
    expect(own.map((member) => member.name).filter((member) => inner.test(member))).toEqual([]);
  });
});

describe("the TypeScript in the documents", () => {
  const documents = ["docs", "site"].flatMap((folder) =>
    readdirSync(ROOT + folder)
      .filter((name) => name.endsWith(".md"))
      .map((name) => name.slice(0, -3))
      .filter((name) => !WITH_PACKAGES.includes(name) && !Object.hasOwn(OF_TEMPLATES, name))
      .map((name) => `${folder}/${name}.md`),
  );
  documents.unshift("README.md");
  const blocksOf = (document: string): { language: string; file: string; text: string }[] =>
    readSteps(readFileSync(`${ROOT}${document}`, "utf8")).flatMap((step) => (step.kind === "file" && step.language === "ts" ? [step] : []));
  /** Each document has a folder: its examples import the files that it names, and those of the project that all guides go on with. */
  const folderOf = (document: string): string => `${ROOT}test/examples of ${document.replace("/", " ")}/`;
  const files = new Map<string, string>();
  const examples = documents.flatMap((document) => {
    for (const { file, text } of [...blocksOf("docs/start.md"), ...blocksOf(document)].filter((block) => block.file !== SCRIPT)) {
      files.set(`${folderOf(document)}${file}`, text);
    }
    return blocksOf(document).map(({ file, text }, i) => {
      const path = `${folderOf(document)}${i} ${file}`;
      files.set(path, `${text}\nexport {};\n`);
      return { name: `${document} ${i + 1}`, path };
    });
  });
  const options: ts.CompilerOptions = {
    ...{ strict: true, noEmit: true, skipLibCheck: true, target: OPTIONS.target!, lib: OPTIONS.lib!, types: OPTIONS.types! },
    ...{ module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
    paths: {
      "babylon-gltf-animation": [`${ROOT}src/index.ts`],
      "babylon-gltf-animation/*": [`${ROOT}src/*.ts`],
    },
  };
  const typedNames = `${ROOT}test/characters/controller/typedNames.ts`;
  const program = programOf(files, [typedNames, ...examples.map(({ path }) => path)], { ...options, resolveJsonModule: true });

  it("is there", () => {
    expect(examples.length).toBeGreaterThan(4);
  });

  const problemsOf = (path: string): string[] => {
    const file = program.getSourceFile(path)!;
    const problems = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    return problems.map(({ start, messageText }) => {
      return `${file.getLineAndCharacterOfPosition(start!).line + 1}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
    });
  };

  it.each(examples)("compiles: $name", ({ path }) => {
    expect(problemsOf(path)).toEqual([]);
  });

  it("knows the names of a controller's definition, and of clips", () => {
    expect(problemsOf(typedNames)).toEqual([]);
  });
});
