/** Every command and example of the guides and the README, as they stand, with the files that the site has. */
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { GUIDES, SAMPLES } from "../site/pages.mjs";
import { createProcessIo } from "../src/cli/io.js";
import { run } from "../src/cli/run.js";
import { GetClip, RegisterCompiledGroups } from "../src/index.js";
import { GltfFile, InspectAnimations } from "../src/tools.js";
import { UnregisterAnimationExport } from "../src/serializer.js";
import { unpackGlb } from "../scripts/glb.mjs";
import { findExamples, runExample } from "./helpers/examples.js";
import { collectWarnings, createScene, disposeScenes, importAsset, render } from "./helpers/scene.js";

/** Animations and clips of hero.glb. */
const MOVES = ["idle", "walk", "run", "turn", "jump", "wave"];
const HERO = ["idle", "walk", "walk backwards", "run", "turn", "jump", "wave"];

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const DOCUMENTS = ["README.md", ...Object.keys(GUIDES).map((name) => `docs/${name}.md`), "site/index.md", "site/agents.md"];

/** Files of readers, of which the documents say that hero.glb can be one. */
const STAND_INS: Readonly<Record<string, readonly string[]>> = {
  "README.md": ["character.glb"],
  "docs/recipes.md": ["character.glb", "walk.glb", "run.glb"],
};

/** Animations and clips of files that commands write. */
const WRITTEN: Readonly<Record<string, Readonly<Record<string, { animations: readonly string[]; clips: readonly string[] }>>>> = {
  "docs/authoring.md": {
    "character.glb": { animations: ["timeline", "door"], clips: [] },
    "character-clips.glb": { animations: ["timeline", "door"], clips: ["idle", "walk", "jump", "land"] },
    "character-baked.glb": { animations: ["idle", "walk", "jump", "land", "door"], clips: [] },
    "hero-stroll.glb": { animations: MOVES, clips: ["idle", "stroll", "walk backwards", "run", "jump"] },
    "door-clips.glb": { animations: ["hinge"], clips: ["swing", "open", "close", "knock"] },
    "hero-moves.glb": { animations: [...MOVES, "walk backwards"], clips: HERO },
    "figure.glb": { animations: ["timeline", "door"], clips: ["idle", "walk", "walk backwards", "jump", "door", "stand", "hop"] },
    "hero-named.glb": { animations: MOVES, clips: HERO },
  },
};

/** The files of readers that a document names. */
const namedFiles = (text: string): readonly string[] => [...new Set(text.match(/[\w-]+\.(glb|gltf)\b/g))];

describe.each(DOCUMENTS)("%s", (document) => {
  const before = process.cwd();
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "guides-"));
    SAMPLES.forEach((path) => copyFileSync(join(ROOT, path), join(folder, basename(path))));
    STAND_INS[document]?.forEach((name) => copyFileSync(join(folder, "hero.glb"), join(folder, name)));
    process.chdir(folder);
  });
  afterAll(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  });
  afterEach(() => {
    RegisterCompiledGroups({ files: "chosen" }); // as the main entry does
    UnregisterAnimationExport();
    disposeScenes();
  });

  const markdown = readFileSync(join(ROOT, document), "utf8");
  const examples = findExamples(markdown);

  const commands = (text: string): readonly string[] => text.split("\n").filter((line) => line.startsWith("npx "));
  const steps = examples.flatMap(({ language, file, text }): readonly (readonly [string, () => void | Promise<void>])[] => {
    switch (language) {
      case "sh":
        return commands(text).map((line) => [line, () => runCommand(line)] as const);
      case "ts":
        return [[`example ${text.trim().split("\n").at(-1)}`, () => runTypeScript(text)]];
      default:
        return file === undefined ? [] : [[`saves ${file}`, () => writeFileSync(file, text)]];
    }
  });

  it("names a file that one can download, if it has commands or examples", () => {
    const names = SAMPLES.map((path) => basename(path));
    expect(steps.length > 0 ? namedFiles(markdown).filter((name) => names.includes(name)) : names).not.toEqual([]);
  });

  it.each(steps)("%s", (_, step) => step());

  it("its commands and examples have made what it describes", () => {
    const expected = WRITTEN[document] ?? {};
    const found = Object.keys(expected).map((name) => {
      const { animations, clips } = InspectAnimations(GltfFile.parse(readFileSync(name)));
      return [name, { animations: animations.map((each) => each.name), clips: clips.map((clip) => clip.name) }];
    });
    expect(Object.fromEntries(found)).toEqual(expected);
  });
});

const io = createProcessIo();

/** The words of a command, as a shell divides them, with the files that a pattern stands for. */
function wordsOf(line: string): readonly string[] {
  return Array.from(line.matchAll(/"([^"]*)"|\S+/g), ([word, quoted]) => quoted ?? word).flatMap((word) =>
    word.startsWith("*") ? readdirSync(".").filter((name) => name.endsWith(word.slice(1))) : [word],
  );
}

async function runCommand(line: string): Promise<void> {
  const [, program, ...argv] = wordsOf(line);
  const output = argv.includes("-o") ? argv[argv.indexOf("-o") + 1]! : null;
  if (program === "gltf-transform") {
    if (argv.includes("--config")) {
      return; // test/gltfTransform runs it with the configuration
    }
    execFileSync(process.execPath, [join(ROOT, "node_modules/@gltf-transform/cli/bin/cli.js"), ...argv]);
    expect(existsSync(argv[2]!)).toBe(true);
    return;
  }
  expect(program).toBe("babylon-gltf-animation");
  const [stdout, stderr]: [string[], string[]] = [[], []];
  const into = (texts: string[]): typeof io.stdout => ({ isTTY: false, write: (data) => void texts.push(String(data)) });
  const code = await run(argv, { ...io, stdout: into(stdout), stderr: into(stderr) }, "1.2.3");
  const isEdit = output !== null || argv.includes("--in-place");
  expect({ code, stderr: stderr.join("") }).toEqual({
    code: argv[0] === "diff" ? 1 : 0, // the files differ
    stderr: isEdit ? expect.stringMatching(/^\d+ (clip|animation|channel).* -> [\w.-]+\n$|^KHR_animation_clip removed -> [\w.-]+\n$/) : "",
  });
  if (!isEdit) {
    expect(stdout.join("").length).toBeGreaterThan(50);
  } else if (output !== null) {
    const { animations, errors } = InspectAnimations(GltfFile.parse(readFileSync(output)));
    expect([animations.length > 0, errors]).toEqual([true, []]);
  }
}

/** Babylon itself warns of the test engine, which has no uniforms for bones. */
const isOurs = (warning: string): boolean => !/^Skeleton /.test(warning);

async function runTypeScript(example: string): Promise<void> {
  const scene = createScene();
  const result = await importAsset(unpackGlb(readFileSync("hero.glb")), scene);
  const [walk, run, aimUp, aimDown] = ["walk", "run", "idle", "wave"].map((name) => GetClip(result, name)!);
  const logged: unknown[] = [];
  const log = (...values: unknown[]): void => void logged.push(...values);
  const globals = { scene, result, walk, run, aimUp, aimDown, console: { log, warn: log } };
  const { warnings } = await collectWarnings(async () => {
    await runExample(example, globals, { read: (file) => readFileSync(file) });
    render(scene, 3);
  });
  expect(warnings.filter(isOurs)).toEqual([]);
}
