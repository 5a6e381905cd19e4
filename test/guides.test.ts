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
import { packGlb, unpackGlb } from "../scripts/glb.mjs";
import { findExamples, runExample } from "./helpers/examples.js";
import { collectWarnings, createScene, disposeScenes, importAsset, render } from "./helpers/scene.js";

/** Animations and clips of hero.glb. */
const MOVES = ["idle", "walk", "run", "turn", "jump", "wave"];
const HERO = ["idle", "walk", "walk backwards", "run", "turn", "jump", "wave"];

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const DOCUMENTS = ["README.md", ...Object.keys(GUIDES).map((name) => `docs/${name}.md`), "site/index.md", "site/agents.md"];

/** Files of readers, by document: hero.glb with these animations, and the clips that it has of them, under other names. */
const STAND_INS: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>> = {
  "README.md": { "character.glb": { idle: "idle", walk: "walk" } },
  "docs/recipes.md": {
    "character.glb": { idle: "idle" },
    "walk.glb": { walk: "walk" },
    "run.glb": { run: "run" },
    "moves.glb": { walk: "walk", jump: "jump" },
    "soldier.glb": { walk: "walk" },
  },
  "docs/clips.md": {
    "player.glb": { idle: "idle", walk: "walk" },
    "moves.glb": { walk: "walk", jump: "jump" },
    "soldier.glb": { walk: "walk" },
  },
  "docs/crowds.md": { "soldier.glb": { walk: "walk", run: "run" } },
  "docs/blender.md": { "lamp.glb": { idle: "idle", jump: "hop", turn: "look" } },
};

/** A file that a document tells the reader to make, so that none has to be downloaded. */
const MADE_BY_READER: Readonly<Record<string, string>> = { "docs/blender.md": "lamp.glb" };

/** The hero with the animations and clips of some names only, under others. */
function withMoves(names: Readonly<Record<string, string>>): Uint8Array {
  const { json, bin } = unpackGlb(readFileSync("hero.glb"));
  const animations = json["animations"] as { name: string }[];
  const chosen = animations.filter(({ name }) => name in names);
  const clips = (json["extensions"].KHR_animation_clip.clips as { name: string; animations: number[] }[]).flatMap((clip) => {
    const index = chosen.indexOf(animations[clip.animations[0]!]!);
    return clip.name in names ? [{ ...clip, name: names[clip.name]!, animations: [index] }] : [];
  });
  json["extensions"].KHR_animation_clip.clips = clips;
  json["animations"] = chosen.map((animation) => ({ ...animation, name: names[animation.name]! }));
  return packGlb(json, bin);
}

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
    process.chdir(folder);
    Object.entries(STAND_INS[document] ?? {}).forEach(([file, names]) => writeFileSync(file, withMoves(names)));
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

  const commands = (text: string): readonly string[] => text.split("\n").filter((line) => /^npx (babylon|gltf)/.test(line));
  const steps = examples.flatMap(({ language, file, text }): readonly (readonly [string, () => void | Promise<void>])[] => {
    switch (language) {
      case "sh":
        return commands(text).map((line) => [line, () => runCommand(line)] as const);
      case "ts":
        return [[`example ${text.trim().split("\n").at(-1)}`, () => runTypeScript(text, document === "docs/clips.md")]];
      default:
        return file === undefined ? [] : [[`saves ${file}`, () => writeFileSync(file, text)]];
    }
  });

  it("names a file that one can download, if it has commands or examples", () => {
    const names = [...SAMPLES.map((path) => basename(path)), MADE_BY_READER[document] ?? []].flat();
    expect(steps.length > 0 ? namedFiles(markdown).filter((name) => names.includes(name)) : names).not.toEqual([]);
  });

  it.each(steps)("%s", (_, step) => step());

  it("its examples that load a file import the loader of glTF files", () => {
    const loading = examples.filter(({ language, text }) => language === "ts" && text.includes("/Loading/sceneLoader.js"));
    const lacking = loading.filter(({ text }) => !/^import "@babylonjs\/loaders\/glTF\/index\.js";/m.test(text));
    expect(document === "README.md" ? [] : lacking).toEqual([]); // the first example of the README does
  });

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
  return Array.from(line.matchAll(/"([^"]*)"|'([^']*)'|\S+/g), ([word, double, single]) => double ?? single ?? word).flatMap((word) =>
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
    stderr: isEdit
      ? expect.stringMatching(
          /^(\d+ (clip|animation|channel|event)|a graph of \d+ clip).* -> [\w.-]+\n$|^KHR_animation_clip removed -> [\w.-]+\n$/,
        )
      : "",
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

/** @param hasClips whether the text around the example says what `walk` and others are; otherwise, the example itself does */
async function runTypeScript(example: string, hasClips: boolean): Promise<void> {
  const scene = createScene();
  const result = await importAsset(unpackGlb(readFileSync("hero.glb")), scene);
  const clips = Object.entries({ walk: "walk", run: "run", aimUp: "idle", aimDown: "wave" }).map(([key, name]) => [
    key,
    GetClip(result, name),
  ]);
  const logged: unknown[] = [];
  const log = (...values: unknown[]): void => void logged.push(...values);
  /** What pages have. */
  const document = { querySelector: () => null };
  const AudioContext = class {
    readonly currentTime = 0;
  };
  const globals = { scene, result, ...(hasClips ? Object.fromEntries(clips) : {}), document, AudioContext, console: { log, warn: log } };
  const engine = scene.getEngine();
  engine.runRenderLoop = (renderFrame) => Array.from({ length: 3 }, renderFrame);
  const modules = {
    "@babylonjs/core/Engines/engine.js": {
      Engine: function () {
        return engine;
      },
    },
  };
  const { warnings } = await collectWarnings(async () => {
    await runExample(example, globals, { read: (file) => readFileSync(basename(file)), modules });
    render(scene, 3);
  });
  expect(warnings.filter(isOurs)).toEqual([]);
}
