/**
 * `node scripts/guides/check.mjs [--verbose] [page...]`: does what README and the guides tell their readers, in the order of each page, in one
 * fresh project for each page. Nothing is added: blocks are saved as they stand, in the file that the page names, else in `main.ts`; commands run as they stand.
 *
 * - The project begins empty, or, where the page says "the project of [another page]", with what that page made until `npx vite`, which goes on.
 *   Packages that this project has already are not installed again.
 * - Models and scripts of the repository that the page links to are saved in it. A file that a page only names, such as README's `character.glb`,
 *   is the reader's own: `OWN_FILES` says which model stands for it.
 * - `npm install babylon-gltf-animation` installs dist/package.tgz, because the package of this version is not on npm yet. This is the only substitution.
 * - `npx vite` serves the project. From then on, each script is opened in Chromium when it is saved: its module must end without an error, and frames
 *   follow without an error or warning on the console, but for `ESTIMATE`.
 * - `npx tsx edit.ts` and its like run a file that the page names, now or when it is saved again.
 * - `npm ci`, `npm start`, `npm test` and `npm run` are for a clone of the repository. Continuous integration runs them; here, they must be scripts of
 *   package.json.
 * - `npx degit` copies a template, which must be there: `npm run check:consumers` follows its guide.
 * - `blender`, and steps with a file that only Blender makes, are left out where there is no Blender, and named.
 * - `TRIALS` then use some pages.
 * - At the end, each block in TypeScript must compile, with `strict`.
 *
 * Needs `npm run build:package`, and Chromium (set CHROMIUM if it is not where Debian has it).
 */
import assert from "node:assert/strict";
import { execFile, spawn, spawnSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, posix } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { chromium } from "playwright-core";
import ts from "typescript";
import { GUIDES } from "../../site/pages.mjs";
import { CHROMIUM_PATH } from "../chromium.mjs";
import { tryReact } from "./react.mjs";
import { ESTIMATE, OF_TEMPLATES, readDownloads, readProject, readSteps, SCRIPT } from "./page.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const GUIDES_TO_FOLLOW = Object.keys(GUIDES).filter((name) => !Object.hasOwn(OF_TEMPLATES, name));
const PAGES = ["README.md", ...GUIDES_TO_FOLLOW.map((name) => `docs/${name}.md`), "site/index.md", "site/agents.md"];

/** Files of readers that pages name, and the models that stand for them, unchanged. @type {Record<string, Record<string, string>>} */
const OWN_FILES = { "README.md": { "character.glb": "figure.glb" } };

/** The command that serves a project. */
const SERVE = "npx vite";

/** The server and its processes end with the input of the shell, which ends with this process, however it ends. */
const SERVER = `(${SERVE}; kill 0) & cat; kill 0`;

/** What pages have to do when all of their steps are taken, besides not to fail. @type {Record<string, typeof tryReact>} */
const TRIALS = { "docs/react.md": tryReact };

/** What only Blender makes. */
const FROM_BLENDER = /^blender |\blamp\.glb\b/;

/** Frames that follow a script. */
const FRAMES = 3;

/** Without a graphics card, to draw 10,000 characters takes seconds: nothing is drawn. All else of WebGL is as it is. */
const DRAW_CALLS = ["drawArrays", "drawArraysInstanced", "drawElements", "drawElementsInstanced"];

/** A small page: without a graphics card, its pixels cost more than all else. */
const VIEWPORT = { width: 160, height: 90 };

/** Lines on Chromium's console about drawing without a graphics card. */
const OF_DRIVER = /GL Driver Message|WebGL-0x/;

/** @type {ts.CompilerOptions} */
const COMPILER_OPTIONS = {
  ...{ strict: true, noUncheckedIndexedAccess: true, verbatimModuleSyntax: true, skipLibCheck: true, noEmit: true },
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  jsx: ts.JsxEmit.ReactJSX,
};

/** What has been read for the compiler, by path. @type {Map<string, ts.SourceFile | undefined>} */
const declarations = new Map();

const PACKAGE = JSON.parse(readFileSync(`${ROOT}package.json`, "utf8"));
const execute = promisify(execFile);
const hasBlender = spawnSync("blender", ["--version"]).status === 0;
const named = process.argv.slice(2).filter((argument) => argument !== "--verbose");
const isVerbose = process.argv.includes("--verbose");
const root = mkdtempSync(join(tmpdir(), "guides-"));

/** Where Blender has the reader's add-ons and preferences. */
const BLENDER = { BLENDER_USER_SCRIPTS: join(root, "blender"), BLENDER_USER_CONFIG: join(root, "blender") };

/** Installs the add-on and enables it, which a reader does by mouse. */
async function enableAddOn() {
  if (existsSync(BLENDER.BLENDER_USER_SCRIPTS)) {
    return;
  }
  mkdirSync(BLENDER.BLENDER_USER_SCRIPTS);
  const zip = join(root, "khr_animation_clip.zip");
  await execute("python3", [`${ROOT}blender/build.py`, zip]);
  const script = `import bpy
bpy.ops.preferences.addon_install(filepath=${JSON.stringify(zip)})
bpy.ops.preferences.addon_enable(module="khr_animation_clip")
bpy.ops.wm.save_userpref()`;
  await execute("blender", ["--background", "--python-exit-code", "1", "--python-expr", script], { env: { ...process.env, ...BLENDER } });
}

/** @typedef {import("./page.mjs").Step} Step */
/** @typedef {Extract<Step, { kind: "file" }>} Block */

/** @param {string} path of a page */
const readPage = (path) => readFileSync(ROOT + path, "utf8");

/** A browser with one page, in which a development server shows a script. */
class Viewer {
  /** @param {import("playwright-core").Page} page */
  constructor(page) {
    this.page = page;
    /** @type {string[]} */
    this.errors = [];
    this.navigations = 0;
    page.on("framenavigated", () => {
      this.navigations++;
      this.errors = []; // of the script before, or from before the server found another dependency
    });
    page.on("pageerror", (error) => this.errors.push(String(error.stack)));
    page.on("console", (message) => {
      const isOfBrowser = message.location().url.endsWith("/favicon.ico"); // Chromium asks for it by itself
      const isExpected = isOfBrowser || OF_DRIVER.test(message.text()) || ESTIMATE.test(message.text());
      if (["warning", "error"].includes(message.type()) && !isExpected) {
        this.errors.push(`${message.type()} on the console: ${message.text()} (${message.location().url})`);
      }
    });
  }

  /** Waits until the script has ended and frames have followed. @param {() => Promise<unknown>} load @throws the script's error */
  async show(load) {
    await load();
    for (;;) {
      const before = this.navigations;
      /** @type {string[]} */
      const failures = [];
      try {
        await this.page.evaluate(`(async () => {
          await import(document.querySelector("script[src*='${SCRIPT}']").src);
          for (let i = 0; i < ${FRAMES}; i++) {
            await new Promise(requestAnimationFrame);
          }
        })()`);
      } catch (error) {
        failures.push(String(error));
      }
      // the server reloads the page when it finds a dependency that it has not prepared
      if (/Failed to fetch dynamically imported module|Execution context was destroyed/.test(failures.join())) {
        const timeout = this.page.waitForEvent("framenavigated", { timeout: 20_000 });
        if (
          this.navigations > before ||
          (await timeout.then(
            () => true,
            () => false,
          ))
        ) {
          await this.page.waitForLoadState();
          continue;
        }
      }
      if (this.navigations === before) {
        assert.deepEqual([...failures, ...this.errors], []);
        return;
      }
    }
  }
}

/** A reader's project. */
class Project {
  /** Whether its script is opened when it is saved. */
  #isServed = false;
  /** The server, once there is a script. @type {{ viewer: Viewer, close: () => Promise<void> } | undefined} */
  #server;
  /** Commands that run a file, by the file. @type {Map<string, string>} */
  #runs = new Map();

  /** @param {string} path of the page */
  constructor(path) {
    this.folder = join(root, path.replaceAll("/", "-").replace(/\.md$/, ""));
    mkdirSync(this.folder);
  }

  /** Begins as another project is now. @param {Project} other @param {boolean} installs whether it installs more packages */
  goOnFrom(other, installs) {
    const modules = join(other.folder, "node_modules");
    const isCopied = (/** @type {string} */ source) => installs || source !== modules;
    cpSync(other.folder, this.folder, { recursive: true, verbatimSymlinks: true, filter: isCopied });
    if (!installs) {
      // the packages of the other project, and a folder of its own for what the server writes beside them
      mkdirSync(join(this.folder, "node_modules"));
      readdirSync(modules).forEach((name) => symlinkSync(join(modules, name), join(this.folder, "node_modules", name)));
    }
    this.#isServed = true;
  }

  /** @param {Step} step */
  async take(step) {
    if (step.kind === "command") {
      return this.#run(step.text);
    }
    const save = () => writeFileSync(join(this.folder, step.file), step.text);
    if (step.file === SCRIPT && this.#isServed && !this.#server) {
      save();
      return this.#serve();
    }
    if (step.file === SCRIPT && this.#server) {
      const { viewer } = this.#server;
      return viewer.show(async () => {
        const reload = viewer.page.waitForEvent("framenavigated");
        save();
        await reload;
      });
    }
    save();
    const command = this.#runs.get(step.file);
    if (command !== undefined) {
      await this.#shell(command);
    }
  }

  /** @param {string} command */
  async #run(command) {
    if (/^npm (ci|run|start|test)\b/.test(command)) {
      for (const [, name = ""] of command.matchAll(/\bnpm (?:run )?(?!ci\b)(\S+)/g)) {
        assert(name in PACKAGE.scripts, `package.json has no script ${name}`);
      }
      return;
    }
    const template = /^npx degit [\w-]+\/[\w-]+\/(\S+)/.exec(command)?.[1];
    if (template !== undefined) {
      assert(existsSync(`${ROOT}${template}/package.json`), `there is no ${template}`);
      return;
    }
    if (command === SERVE) {
      this.#isServed = true;
      return this.#serve();
    }
    if (this.hasPackages(command)) {
      return;
    }
    const file = /^npx tsx (\S+)$/.exec(command)?.[1];
    if (file !== undefined) {
      this.#runs.set(file, command);
    }
    if (file === undefined || existsSync(join(this.folder, file))) {
      await this.#shell(
        command.startsWith("npm install") ? command.replace(/ babylon-gltf-animation(?= |$)/, ` ${ROOT}dist/package.tgz`) : command,
      );
    }
  }

  /** Whether a command installs packages, and all of them are there. @param {string} command */
  hasPackages(command) {
    const packages = /^npm install (.*)$/
      .exec(command)?.[1]
      ?.split(" ")
      .filter((word) => !word.startsWith("-"));
    return packages !== undefined && packages.every((name) => existsSync(join(this.folder, "node_modules", name)));
  }

  /** @param {string} command */
  async #shell(command) {
    if (command.startsWith("blender ")) {
      await enableAddOn();
    }
    const env = { ...process.env, ...BLENDER, npm_config_audit: "false", npm_config_fund: "false", npm_config_prefer_offline: "true" };
    try {
      await execute("bash", ["-c", command], { cwd: this.folder, env, maxBuffer: 1e8 });
    } catch (error) {
      const { code, stdout, stderr } = /** @type {{ code: number, stdout: string, stderr: string }} */ (error);
      const isDifference = / diff /.test(command) && code === 1; // the files differ
      assert(isDifference, `exits with ${code}\n${stdout}${stderr}`);
    }
  }

  async #serve() {
    // detached: a process group of its own
    const server = spawn("bash", ["-c", SERVER], { cwd: this.folder, env: { ...process.env, NO_COLOR: "1" }, detached: true });
    const ended = new Promise((resolve) => server.on("exit", resolve));
    const address = await new Promise((resolve, reject) => {
      let output = "";
      const onData = (/** @type {Buffer} */ data) => {
        output += String(data);
        const local = /Local:\s+(http:\S+)/.exec(output)?.[1];
        if (local !== undefined) {
          resolve(local);
        }
      };
      server.stdout.on("data", onData);
      server.stderr.on("data", onData);
      void ended.then(() => reject(new Error(`has ended\n${output}`)));
    });
    const page = await browser.newPage({ viewport: VIEWPORT });
    await page.addInitScript(`for (const name of ${JSON.stringify(DRAW_CALLS)}) {
      WebGL2RenderingContext.prototype[name] = () => {};
    }`);
    page.setDefaultTimeout(120_000);
    const viewer = new Viewer(page);
    this.#server = {
      viewer,
      close: async () => {
        await page.close();
        server.stdin.end();
        await ended;
      },
    };
    await viewer.show(() => page.goto(address));
  }

  /** Uses the page that is served, whose console must have no errors meanwhile. @param {typeof tryReact} trial */
  async use(trial) {
    const { viewer } = this.#server ?? assert.fail("is not served");
    await trial(viewer.page, this.folder);
    assert.deepEqual(viewer.errors, []);
  }

  /** Compiles blocks. @param {Block[]} blocks @returns {string[]} errors, each with its line of the page */
  compile(blocks) {
    const files = new Map(blocks.map((block) => [join(this.folder, `line-${block.line}.${block.language}`), block]));
    files.forEach(({ text }, file) => writeFileSync(file, text));
    const types = existsSync(join(this.folder, "node_modules/@types/node")) ? ["node"] : [];
    const options = { ...COMPILER_OPTIONS, types, typeRoots: [join(this.folder, "node_modules/@types")] };
    const host = ts.createCompilerHost(options);
    const getSourceFile = host.getSourceFile.bind(host);
    host.getSourceFile = (name, ...more) => {
      // projects share most declarations
      const known = declarations.get(name) ?? getSourceFile(name, ...more);
      declarations.set(name, known);
      return known;
    };
    const program = ts.createProgram([...files.keys()], options, host);
    return [...files].flatMap(([file, { line }]) => {
      const source = program.getSourceFile(file);
      return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
        ({ start = 0, messageText, code }) => {
          const within = source?.getLineAndCharacterOfPosition(start).line ?? 0;
          return `${line + 1 + within}: TS${code}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
        },
      );
    });
  }

  async close() {
    await this.#server?.close();
  }
}

/** What a page says, up to the command that serves its project, and from there on. @param {string} path @returns {[before: Step[], after: Step[]]} */
function partsOf(path) {
  const steps = readSteps(readPage(path));
  const serving = steps.findIndex(({ text }) => text === SERVE);
  return serving < 0 ? [[], steps] : [steps.slice(0, serving), steps.slice(serving)];
}

/** Saves what a page links to. @param {Project} project @param {string} path of the page */
function download(project, path) {
  for (const href of readDownloads(readPage(path))) {
    copyFileSync(join(ROOT, dirname(path), href), join(project.folder, basename(href)));
  }
  for (const [name, model] of Object.entries(OWN_FILES[path] ?? {})) {
    copyFileSync(`${ROOT}playground/models/${model}`, join(project.folder, name));
  }
}

/**
 * Takes steps one by one; one that fails does not keep those that follow it.
 * @param {Project} project
 * @param {string} path of the page
 * @param {Step[]} steps
 * @param {(failure: string) => void} fail
 */
async function takeAll(project, path, steps, fail) {
  for (const step of steps) {
    const title = `${path}:${step.line}: ${step.kind === "command" ? step.text : step.file}`;
    if (!hasBlender && FROM_BLENDER.test(step.text)) {
      console.log(`${title}: not run, needs Blender`);
      continue;
    }
    const start = performance.now();
    await project.take(step).catch((error) => fail(`${title}: ${error.message}`));
    if (isVerbose) {
      console.log(`${title} (${seconds(start)} s)`);
    }
  }
}

/** Does what a page says. @param {string} path of the page @param {(failure: string) => void} fail */
async function follow(path, fail) {
  const [before, steps] = partsOf(path);
  const project = new Project(path);
  const other = readProject(readPage(path));
  const base = before.length > 0 ? path : other && posix.join(dirname(path), other);
  if (base !== undefined) {
    const made = await projectOf(base);
    project.goOnFrom(
      made,
      steps.some(({ text }) => text.startsWith("npm install") && !made.hasPackages(text)),
    );
  }
  download(project, path);
  await takeAll(project, path, steps, fail);
  const trial = TRIALS[path];
  if (trial !== undefined) {
    await project.use(trial).catch((error) => fail(`${path}: ${error.message}`));
  }
  const blocks = [...before, ...steps].flatMap((step) => (step.kind === "file" && /^tsx?$/.test(step.language) ? [step] : []));
  project.compile(blocks).forEach((error) => fail(`${path}:${error}`));
  await project.close();
}

/** What pages make before they serve it, by the page. @type {Map<string, Promise<Project>>} */
const bases = new Map();

/** What a page makes before it serves it. @param {string} path @throws if a step fails */
function projectOf(path) {
  const known = bases.get(path) ?? prepare(path);
  bases.set(path, known);
  return known;
}

/** @param {string} path of a page */
async function prepare(path) {
  const project = new Project(`${path}-base`);
  download(project, path);
  await takeAll(project, path, partsOf(path)[0], (failure) => assert.fail(failure));
  return project;
}

/** @param {number} start by `performance.now()` */
const seconds = (start) => ((performance.now() - start) / 1000).toFixed(0);

assert.deepEqual(
  named.filter((path) => !PAGES.includes(path)),
  [],
  `must be among ${PAGES.join(", ")}`,
);
process.on("exit", () => rmSync(root, { recursive: true, force: true }));
for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"]) {
  process.on(signal, () => process.exit(1)); // Chromium and the servers end with this process
}
const browser = await chromium.launch({
  ...{ handleSIGHUP: false, handleSIGINT: false, handleSIGTERM: false },
  executablePath: CHROMIUM_PATH,
  args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-background-networking"],
});
/** Follows pages until none is left. @param {string[]} pages */
async function followAll(pages) {
  for (let path = pages.shift(); path !== undefined; path = pages.shift()) {
    const start = performance.now();
    let failed = false;
    const fail = (/** @type {string} */ failure) => {
      console.error(failure);
      failed = true;
      process.exitCode = 1;
    };
    await follow(path, fail).catch((error) => fail(`${path}: ${error.message}`));
    console.log(`${path}: ${failed ? "fails" : "works"} (${seconds(start)} s)`);
  }
}

const pages = named.length > 0 ? named : PAGES;
const start = performance.now();
await Promise.all(Array.from({ length: 2 }, () => followAll(pages))); // most steps need one core
await browser.close();
console.log(`All in ${seconds(start)} s`);
