/**
 * `node scripts/check-consumers.mjs [--newest] [name...]`: installs dist/package.tgz in fresh projects, and lets each build, run or
 * compile the application in `scripts/consumers`, or play the template. By default all of them; `types` are all compilers, `today` is one quick bundler, another one
 * each day. With `--newest`, the tools and Babylon.js are the newest instead of those named here. `sizes` compares what the package adds to three
 * applications with what the front page of the site says; `sizes --write` writes it into site/sizes.json. Needs `npm run build:package`, and for
 * bundlers Chromium (set CHROMIUM if it is not where Debian has it).
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { transformSync } from "esbuild";
import { chromium } from "playwright-core";
import ts from "typescript";
import { CHROMIUM_PATH } from "./chromium.mjs";
import { packGlb, unpackGlb } from "./glb.mjs";
import { copyTemplate, lowestPackages, playGame, prepareGame } from "./template.mjs";

/** The versions of everything that is installed; those of Babylon.js are in package.json. */
const VERSIONS = {
  vite: "8.3.8",
  webpack: "5.112.2",
  "webpack-cli": "7.3.1",
  rollup: "4.68.7",
  "@rollup/plugin-node-resolve": "16.0.3",
  esbuild: "0.28.2",
  parcel: "2.16.4",
};
/** The lowest supported version of Babylon.js. */
const OLDEST_BABYLON = "8.56.2";
const COMPILERS = ["5.9.3", "6.0.3", "7.0.2"];
const RESOLUTIONS = [
  { moduleResolution: "bundler", module: "esnext", exactOptionalPropertyTypes: true },
  { moduleResolution: "node16", module: "node16", exactOptionalPropertyTypes: false },
  { moduleResolution: "nodenext", module: "nodenext", exactOptionalPropertyTypes: true },
];

/** What the application reports: a clip and a pointer after 1.6 s, by the files of `conformance`. */
const EXPECTED = "x 1.600000, metallic 0.600000, all imports: true";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const APP = readFileSync(`${ROOT}scripts/consumers/app.ts`, "utf8");
const BABYLON = ["@babylonjs/core", "@babylonjs/loaders"];
const DIST = "dist";

/**
 * The entries of the package, by what is installed with them.
 * @type {{ entries: string[], peers: string[], lib: string[], files?: string[], resolutions?: object[] }[]}
 */
const ENTRIES = [
  { entries: ["sampling", "tools"], peers: [], lib: ["es2022"] },
  { entries: ["", "controller", "crowd", "pure", "root-motion"], peers: BABYLON, lib: ["es2022", "dom"], files: ["app.ts"] },
  {
    entries: ["gltf-transform", "gltf-transform.config", "serializer"],
    peers: ["@babylonjs/serializers", "@gltf-transform/core"],
    lib: ["es2022", "dom"],
    resolutions: RESOLUTIONS.slice(-1), // compiling all of Babylon.js takes long
  },
];

/**
 * @typedef {object} Bundler
 * @property {(keyof typeof VERSIONS)[]} packages
 * @property {string[]} build the command, run by npx
 * @property {string} script what the page loads
 * @property {object} [json] further members of the project's package.json
 * @property {boolean} [makesPage] whether the output has a page of its own
 * @property {number} [addedBytes] how many bytes (min + gzip) the package may add to the start of an application, as README.md states
 */

/** @type {Record<string, Bundler>} */
const BUNDLERS = {
  vite: { packages: ["vite"], build: ["vite", "build", "--logLevel", "error"], script: "app.js", makesPage: true, addedBytes: 7200 },
  webpack: {
    packages: ["webpack", "webpack-cli"],
    build: ["webpack", "--mode", "production", "--entry", "./app.js", "--no-performance", "--stats", "errors-warnings"],
    script: "main.js",
    addedBytes: 5900,
  },
  rollup: {
    packages: ["rollup", "@rollup/plugin-node-resolve"],
    build: ["rollup", "app.js", "--silent", "--dir", DIST, "--plugin", "node-resolve"],
    script: "app.js",
    addedBytes: 6500,
  },
  esbuild: {
    packages: ["esbuild"],
    build: ["esbuild", "app.js", "--bundle", "--splitting", "--format=esm", `--outdir=${DIST}`, "--log-level=error"],
    script: "app.js",
    addedBytes: 12700,
  },
  parcel: {
    packages: ["parcel"],
    build: ["parcel", "build", "index.html", "--no-cache", "--no-source-maps", "--log-level", "error"],
    script: "app.js",
    // Parcel reads `exports` of packages only if it is told to
    json: { "@parcel/resolver-default": { packageExports: true } },
    makesPage: true,
  },
};

/** Those that take at most 30 s of processor time, with the installation. */
const QUICK = ["vite", "rollup", "esbuild"];

/** @param {string} script */
const pageOf = (script) => `<!doctype html>\n<title>not run</title>\n<script type="module" src="./${script}"></script>\n`;

/** A page without a bundler. */
const SCRIPT_TAG_PAGE = `<!doctype html>
<title>not run</title>
<script src="node_modules/babylonjs/babylon.js"></script>
<script src="node_modules/babylonjs-loaders/babylonjs.loaders.min.js"></script>
<script src="node_modules/babylon-gltf-animation/dist/umd/babylon-gltf-animation.js"></script>
<script type="module" src="script.js"></script>
`;

const json = JSON.parse(readFileSync(`${ROOT}package.json`, "utf8"));
const options = process.argv.slice(2);
const isNewest = options.includes("--newest");
const isWriting = options.includes("--write");
const folder = mkdtempSync(join(tmpdir(), "consumers-"));

/**
 * Runs a command, and returns its output.
 * @param {string} cwd
 * @param {string} command
 * @param {string[]} parameters
 */
function run(cwd, command, parameters) {
  return execFileSync(command, parameters, { cwd, encoding: "utf8", stdio: "pipe" });
}

/** The files that the applications load, as a module. */
function filesModule() {
  const paths = {
    settings: "conformance/clips/settings.glb",
    pointers: "conformance/clips/pointers.glb",
    hero: "playground/models/hero.glb",
  };
  const files = Object.entries(paths).map(([name, path]) => [name, `data:;base64,${readFileSync(ROOT + path, "base64")}`]);
  return `export const FILES = ${JSON.stringify(Object.fromEntries(files))};\n`;
}

/**
 * Makes a project and installs its packages.
 * @param {string} name
 * @param {string[]} packages with their versions
 * @param {object} [more] further members of its package.json
 */
function createProject(name, packages, more = {}) {
  const project = join(folder, name);
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, type: "module", ...more }));
  install(project, [`${ROOT}dist/package.tgz`, ...packages]);
  return project;
}

/** @param {string} project @param {string[]} packages with their versions */
function install(project, packages) {
  run(project, "npm", ["install", "--silent", "--no-audit", "--no-fund", "--prefer-offline", ...packages]);
}

/** @param {string} name @param {string} [version] */
const versioned = (name, version = json.devDependencies[name]) => `${name}@${isNewest ? "latest" : version}`;

/**
 * Makes a project with the application.
 * @param {string} name
 * @param {string[]} packages
 * @param {object} [more]
 * @param {string[]} [babylon]
 */
function createApp(name, packages, more, babylon = BABYLON.map((each) => versioned(each))) {
  const project = createProject(name, [...babylon, ...packages], more);
  const { outputText } = ts.transpileModule(APP, { compilerOptions: { target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true } });
  writeFileSync(join(project, "app.js"), outputText);
  writeFileSync(join(project, "files.js"), filesModule());
  return project;
}

const CONTENT_TYPES = new Map([
  ["html", "text/html"],
  ["js", "text/javascript"],
  ["css", "text/css"],
  ["wasm", "application/wasm"],
]);

/**
 * Opens a page in a browser.
 * @template T
 * @param {string} site folder of the page
 * @param {(page: import("playwright-core").Page, scripts: Set<string>) => Promise<T>} use gets the paths of all scripts that the page loads, too
 * @param {object} [more]
 * @param {import("playwright-core").BrowserContextOptions} [more.context]
 * @param {(page: import("playwright-core").Page) => Promise<unknown>} [more.prepare]
 * @throws what `use` throws, or the page's errors
 */
async function withPage(site, use, { context = {}, prepare } = {}) {
  const browser = await chromium.launch({
    executablePath: CHROMIUM_PATH,
    args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-background-networking"],
  });
  try {
    const page = await browser.newPage(context);
    /** @type {string[]} */
    const errors = [];
    /** @type {Set<string>} */
    const scripts = new Set();
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") {
        errors.push(`${message.text()} (${message.location().url})`);
      }
    });
    await page.route("**/*", async (route) => {
      const path = decodeURIComponent(new URL(route.request().url()).pathname);
      if (path.endsWith(".js")) {
        scripts.add(join(site, path));
      }
      const contentType = CONTENT_TYPES.get(path.split(".").at(-1) ?? "") ?? "application/octet-stream";
      await (path === "/favicon.ico" ? route.fulfill({ status: 204 }) : route.fulfill({ path: join(site, path), contentType }));
    });
    await prepare?.(page);
    await page.goto("http://consumer.test/index.html");
    try {
      return await use(page, scripts);
    } finally {
      assert.deepEqual(errors, []); // in place of what follows from them
    }
  } finally {
    await browser.close();
  }
}

/**
 * Opens a page: its title once its script has set it, and the paths of all scripts that it has loaded until then.
 * @param {string} site folder of the page
 * @throws its errors
 */
function openPage(site) {
  return withPage(site, async (page, scripts) => {
    await page.waitForFunction('document.title !== "not run"', undefined, { timeout: 60_000 });
    return { title: await page.title(), scripts: [...scripts] };
  });
}

/** An application that loads a file and plays it, without the package. */
const PLAIN_APP = `
import "@babylonjs/loaders/glTF/index.js";
import { Engine } from "@babylonjs/core/Engines/engine.js";
import { ImportMeshAsync } from "@babylonjs/core/Loading/sceneLoader.js";
import { Scene } from "@babylonjs/core/scene.js";

const scene = new Scene(new Engine(document.createElement("canvas")));
const { animationGroups } = await ImportMeshAsync("character.glb", scene);
animationGroups[0].start(true);
`;

/** The size of a script, min + gzip. @param {string} path */
const sizeOf = (path) => gzipSync(transformSync(readFileSync(path, "utf8"), { minify: true }).code).length;

/** The size of a script and all modules that it imports statically. @param {string} path @param {Map<string, number>} sizes */
function startSize(path, sizes = new Map()) {
  if (!sizes.has(path)) {
    sizes.set(path, sizeOf(path));
    for (const statement of ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest).statements) {
      const module = ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement) ? statement.moduleSpecifier : undefined;
      if (module && ts.isStringLiteral(module)) {
        startSize(join(dirname(path), module.text), sizes);
      }
    }
  }
  return sum([...sizes.values()]);
}

/** @param {number[]} values */
const sum = (values) => values.reduce((total, value) => total + value, 0);

/** Builds an application, and tells the size of its start. @param {string} project @param {Bundler} bundler @param {string} app */
function buildApp(project, { build, script, makesPage }, app) {
  writeFileSync(join(project, "app.js"), app);
  rmSync(join(project, DIST), { recursive: true, force: true });
  run(project, "npx", ["--no-install", ...build]);
  const page = makesPage ? readFileSync(join(project, DIST, "index.html"), "utf8") : pageOf(script);
  return startSize(join(project, DIST, /<script[^>]* src="\.?\/?([^"]*)"/.exec(page)?.[1] ?? script));
}

/** Compares the start of an application with and without the package. @param {string} project @param {Bundler} bundler */
function checkSize(project, bundler) {
  const { addedBytes = Infinity } = bundler;
  const [without = 0, withPackage = 0] = [PLAIN_APP, `import "${json.name}";${PLAIN_APP}`].map((app) => buildApp(project, bundler, app));
  console.log(`  the package adds ${withPackage - without} bytes to the start of an application, ${without} bytes`);
  assert(withPackage - without <= addedBytes, `must add ${addedBytes} bytes at most`);
}

/** What these applications do last, for {@link openPage}. */
const DRAWN = `
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
new FreeCamera("camera", new Vector3(0, 1, -5), scene);
await scene.whenReadyAsync();
scene.render();
document.title = "drawn";
`;

const GROUPS_APP = `import { RegisterCompiledGroups } from "${json.name}"; RegisterCompiledGroups();${PLAIN_APP}`;

/** Applications whose sizes the front page tells: what they do more than {@link PLAIN_APP}, or instead of its second half. */
const USES = {
  groups: GROUPS_APP,
  clipsOfFile: GROUPS_APP.replaceAll("character.glb", "clips.glb"),
  clips: `import { CreateClip, CrossFade } from "${json.name}";${PLAIN_APP}
const [group] = animationGroups;
CrossFade(CreateClip("a", group, { end: 0.4 }).play(), CreateClip("b", group, { start: 0.4, end: 0.8 }), 0.3);
`,
  crowds: `import { Matrix } from "@babylonjs/core/Maths/math.vector.js";
import { CreateClipCrowd } from "${json.name}/crowd";
${PLAIN_APP.replace("ImportMeshAsync }", "LoadAssetContainerAsync }").replace(/^const \{ animationGroups[^]*/m, "")}
const crowd = CreateClipCrowd(await LoadAssetContainerAsync("character.glb", scene));
crowd.play(crowd.add(Matrix.Identity()), crowd.clips[0].name);
`,
};

/** A character with clips. */
const CHARACTER = `${ROOT}playground/models/hero-far.glb`;

/** The character with plain animations. */
function plainCharacter() {
  const { json: character, bin } = unpackGlb(readFileSync(CHARACTER));
  delete character.extensions;
  delete character.extensionsUsed;
  return packGlb(character, bin);
}

const SIZES = `${ROOT}site/sizes.json`;

/** How far sizes may be from those that the front page tells, as a share. */
const TOLERANCE = 0.02;

/** Measures what the package adds to applications of Vite: to their start, and in all, once their character is drawn. */
async function checkSizes() {
  const bundler = /** @type {Bundler} */ (BUNDLERS.vite);
  const packages = [...BABYLON.map((babylon) => versioned(babylon)), versioned("vite", VERSIONS.vite)];
  const project = createProject("sizes", packages);
  writeFileSync(join(project, "index.html"), pageOf("app.js"));
  mkdirSync(join(project, "public"));
  writeFileSync(join(project, "public/character.glb"), plainCharacter());
  copyFileSync(CHARACTER, join(project, "public/clips.glb"));
  const measure = async (/** @type {string} */ app) => {
    const start = buildApp(project, bundler, `${app}${DRAWN}`);
    const { scripts } = await openPage(join(project, DIST));
    return { start, all: sum(scripts.map(sizeOf)) };
  };
  const plain = await measure(PLAIN_APP);
  /** @type {Record<string, { start: number, all: number }>} */
  const added = {};
  for (const [use, app] of Object.entries(USES)) {
    const { start, all } = await measure(app);
    added[use] = { start: start - plain.start, all: all - plain.all };
  }
  const found = { bundler: `Vite ${VERSIONS.vite}`, plain: plain.start, added };
  console.log(JSON.stringify(found));
  if (isWriting) {
    writeFileSync(SIZES, `${JSON.stringify(found, null, 2)}\n`);
  }
  const told = /** @type {typeof found} */ (JSON.parse(readFileSync(SIZES, "utf8")));
  for (const [use, sizes] of Object.entries(added)) {
    for (const [name, bytes] of Object.entries(sizes)) {
      const expected = told.added[use]?.[/** @type {keyof typeof sizes} */ (name)] ?? NaN;
      assert(
        Math.abs(bytes - expected) <= TOLERANCE * expected,
        `${use}, ${name}: ${bytes} bytes; the front page says ${expected}. Run with --write`,
      );
    }
  }
}

/** @param {string} name */
async function checkBundler(name) {
  const bundler = /** @type {Bundler} */ (BUNDLERS[name]);
  const { packages, build, script, json: more, makesPage = false, addedBytes } = bundler;
  const project = createApp(
    name,
    packages.map((tool) => versioned(tool, VERSIONS[tool])),
    more,
  );
  writeFileSync(join(project, "index.html"), pageOf("app.js"));
  run(project, "npx", ["--no-install", ...build]);
  if (!makesPage) {
    writeFileSync(join(project, DIST, "index.html"), pageOf(script));
  }
  assert.equal((await openPage(join(project, DIST))).title, EXPECTED);
  if (addedBytes !== undefined) {
    checkSize(project, bundler);
  }
}

function checkNode() {
  const project = createApp("node", []);
  assert.equal(lastLine(project, "app.js"), EXPECTED);
}

/** What a script reports; Babylon.js logs before. @param {string} project @param {string} script */
function lastLine(project, script) {
  return run(project, "node", [script]).trim().split("\n").at(-1);
}

/** Runs and compiles with the lowest supported Babylon.js, which npm must accept; `root-motion` needs a newer one. */
function checkOldestBabylon() {
  const babylon = [...BABYLON, "@babylonjs/serializers"].map((name) => `${name}@${OLDEST_BABYLON}`);
  const project = createApp("oldest-babylon", [`typescript@${json.devDependencies.typescript}`], {}, babylon);
  assert.equal(lastLine(project, "app.js"), EXPECTED);
  copyFileSync(`${ROOT}scripts/consumers/hero.js`, join(project, "hero.js"));
  assert.equal(lastLine(project, "hero.js"), "alike");
  writeEntries(project, ["", "controller", "crowd", "pure", "serializer"]);
  assert.deepEqual(typeErrors(project, ["es2022", "dom"], RESOLUTIONS.at(-1) ?? {}, []), []);
}

async function checkScriptTag() {
  const project = createProject("script-tag", [versioned("babylonjs"), versioned("babylonjs-loaders")]);
  writeFileSync(join(project, "index.html"), SCRIPT_TAG_PAGE);
  writeFileSync(join(project, "files.js"), filesModule());
  copyFileSync(`${ROOT}scripts/consumers/scriptTag.js`, join(project, "script.js"));
  assert.equal((await openPage(project)).title, EXPECTED);
}

/** Copies the template, installs what it names, builds it, and plays it. */
async function checkTemplate() {
  const project = join(folder, "third-person");
  copyTemplate(project);
  install(project, [`${ROOT}dist/package.tgz`, ...lowestPackages().map(([name, version]) => versioned(name, version))]);
  run(project, "npm", ["run", "build"]);
  const context = { hasTouch: true, viewport: { width: 640, height: 400 } };
  await withPage(join(project, DIST), playGame, { context, prepare: prepareGame });
}

/**
 * Compiles the entries of the package strictly, and without `skipLibCheck`: its declarations must have no errors. Peers are installed step by
 * step, so that no entry needs more than its own.
 * @param {string} version
 */
function checkTypes(version) {
  const name = `typescript-${version}`;
  const project = createProject(name, [`typescript@${version}`]);
  writeFileSync(join(project, "app.ts"), APP);
  writeFileSync(join(project, "files.ts"), filesModule());
  for (const { entries, peers, lib, files = [], resolutions = RESOLUTIONS } of ENTRIES) {
    if (peers.length > 0) {
      install(
        project,
        peers.map((peer) => versioned(peer)),
      );
    }
    writeEntries(project, entries);
    for (const resolution of resolutions) {
      assert.deepEqual(typeErrors(project, lib, resolution, files), [], `${entries.join(", ")}: ${JSON.stringify(resolution)}`);
    }
  }
}

/** A module that imports entries of the package. @param {string} project @param {string[]} entries */
function writeEntries(project, entries) {
  const imports = entries.map((entry, i) => `import * as entry${i} from ${JSON.stringify(join(json.name, entry))};\n`);
  writeFileSync(
    join(project, "entries.ts"),
    `${imports.join("")}export const entries = [${entries.map((_, i) => `entry${i}`).join(", ")}];\n`,
  );
}

/**
 * Compiles the entries and other files of a project. Returns the errors that are not in the declarations of other packages.
 * @param {string} project
 * @param {string[]} lib
 * @param {object} resolution
 * @param {string[]} files
 */
function typeErrors(project, lib, resolution, files) {
  const compilerOptions = {
    ...resolution,
    ...{ strict: true, noUncheckedIndexedAccess: true, verbatimModuleSyntax: true, noEmit: true, skipLibCheck: false },
    ...{ target: "es2022", lib, types: [] },
  };
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["entries.ts", ...files] }));
  try {
    run(project, "npx", ["--no-install", "tsc", "--pretty", "false"]);
    return [];
  } catch (error) {
    const lines = String(/** @type {{ stdout?: unknown }} */ (error).stdout).split("\n");
    const errors = lines.filter((line) => /error TS\d+/.test(line));
    assert(errors.length > 0, String(error));
    return errors.filter((line) => !line.startsWith("node_modules/") || line.startsWith(`node_modules/${json.name}/`));
  }
}

/** The application must show that the imports of the README work as they are written there. */
function checkImports() {
  const readme = readFileSync(`${ROOT}README.md`, "utf8");
  const imports = [...readme.matchAll(/^import .*$/gm)].map(([line]) => line);
  assert(imports.length > 0);
  assert.deepEqual(
    imports.filter((line) => !line.includes('"./') && !APP.includes(`${line}\n`)),
    [],
    "imports of the README that scripts/consumers/app.ts lacks",
  );
}

/** @type {Record<string, () => void | Promise<void>>} */
const CONSUMERS = {
  ...Object.fromEntries(Object.keys(BUNDLERS).map((name) => [name, () => checkBundler(name)])),
  node: checkNode,
  "oldest-babylon": checkOldestBabylon,
  "script-tag": checkScriptTag,
  "third-person": checkTemplate,
  ...(isNewest ? {} : { sizes: checkSizes }),
  ...Object.fromEntries(COMPILERS.map((version) => [`typescript-${version}`, () => checkTypes(version)])),
};

const today = QUICK[Math.floor(Date.now() / 86_400_000) % QUICK.length] ?? "";
/** @type {Record<string, string[]>} */
const GROUPS = { today: [today], types: COMPILERS.map((version) => `typescript-${version}`) };
const named = options.filter((option) => !option.startsWith("--")).flatMap((name) => GROUPS[name] ?? name);
const names = named.length > 0 ? named : Object.keys(CONSUMERS);
const unknown = names.filter((name) => !(name in CONSUMERS));
assert.deepEqual(unknown, [], `must be among ${Object.keys(CONSUMERS).join(", ")}`);

checkImports();
try {
  for (const name of names) {
    const start = performance.now();
    try {
      await CONSUMERS[name]?.();
      console.log(`${name}: works (${((performance.now() - start) / 1000).toFixed(0)} s)`);
    } catch (error) {
      const { stdout = "", message } = /** @type {Error & { stdout?: string }} */ (error);
      console.error(`${name}: fails\n${stdout}${message}`);
      process.exitCode = 1;
    }
    rmSync(join(folder, name), { recursive: true, force: true });
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
