/** Every command and example of the guides and the README, as they stand, with the files that the site has. */
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { GLTFData } from "@babylonjs/serializers/glTF/2.0/glTFData.js";
import { EngineStore } from "@babylonjs/core/Engines/engineStore.js";
import { Scene } from "@babylonjs/core/scene.js";
import { ArcRotateCamera } from "@babylonjs/core/Cameras/arcRotateCamera.js";
import { GUIDES, SAMPLES } from "../site/pages.mjs";
import { createProcessIo } from "../src/tools/cli/io.js";
import { run } from "../src/tools/cli/run.js";
import { RegisterCompiledGroups } from "../src/index.js";
import { GltfFile, InspectAnimations } from "../src/tools.js";
import { UnregisterAnimationExport } from "../src/serializer.js";
import { ESTIMATE, OF_TEMPLATES, readDownloads, readSteps, WITH_PACKAGES } from "../scripts/guides/page.mjs";
import { runExample } from "./helpers/examples.js";
import { collectWarnings, createScene, disposeScenes, render } from "./helpers/scene.js";

/** Animations and clips of hero.glb. */
const MOVES = ["idle", "walk", "run", "turn", "jump", "wave"];
const HERO = ["idle", "walk", "walk backwards", "run", "turn", "jump", "wave"];

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const NAMES = Object.keys(GUIDES).filter((name) => !WITH_PACKAGES.includes(name) && !Object.hasOwn(OF_TEMPLATES, name));
const DOCUMENTS = ["README.md", ...NAMES.map((name) => `docs/${name}.md`), "site/index.md", "site/agents.md"];

/** The models of the repository that stand for a reader's own, unchanged. */
const OWN_FILES: Readonly<Record<string, Readonly<Record<string, string>>>> = { "README.md": { "character.glb": "figure.glb" } };

/** The limits of a step, which an example changes. */
const DELTA_TIMES = [Scene.MinDeltaTime, Scene.MaxDeltaTime] as const;

/** What only Blender makes. */
const FROM_BLENDER = "lamp.glb";

/** Animations and clips of files that commands write. */
const WRITTEN: Readonly<Record<string, Readonly<Record<string, { animations: readonly string[]; clips: readonly string[] }>>>> = {
  "docs/faces.md": { "face-talk.glb": { animations: ["talk"], clips: [] } },
  "docs/authoring.md": {
    "character.glb": { animations: ["timeline", "door"], clips: [] },
    "character-clips.glb": { animations: ["timeline", "door"], clips: ["idle", "walk", "jump", "land"] },
    "character-baked.glb": { animations: ["idle", "walk", "jump", "land", "door"], clips: [] },
    "hero-stroll.glb": { animations: MOVES, clips: ["idle", "stroll", "walk backwards", "run", "jump"] },
    "door-clips.glb": { animations: ["hinge"], clips: ["swing", "open", "close", "knock"] },
    "figure-joined.glb": {
      animations: ["timeline", "door"],
      clips: ["idle", "walk", "walk backwards", "jump", "door", "stand", "hop"],
    },
    "hero-moves.glb": { animations: [...MOVES, "walk backwards"], clips: HERO },
    "figure.glb": { animations: ["timeline", "door"], clips: ["idle", "walk", "walk backwards", "jump", "door", "stand", "hop"] },
    "hero-named.glb": { animations: MOVES, clips: HERO },
  },
};

/** Modules of the page of "Getting started" that examples import. */
const NAMED = ["scene.ts", "hero.ts"];
const started = readSteps(readFileSync(join(ROOT, "docs/start.md"), "utf8"));

describe.each(DOCUMENTS)("%s", (document) => {
  const before = process.cwd();
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "guides-"));
    SAMPLES.forEach((path) => copyFileSync(join(ROOT, path), join(folder, basename(path))));
    process.chdir(folder);
    Object.entries(OWN_FILES[document] ?? {}).forEach(([name, model]) => copyFileSync(model, name));
  });
  afterAll(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  });
  afterEach(() => {
    RegisterCompiledGroups({ files: "chosen" }); // as the main entry does
    UnregisterAnimationExport();
    [Scene.MinDeltaTime, Scene.MaxDeltaTime] = DELTA_TIMES;
    disposeScenes();
    [...EngineStore.Instances].forEach((engine) => engine.dispose()); // those that examples create
  });

  const markdown = readFileSync(join(ROOT, document), "utf8");
  const steps = readSteps(markdown)
    .filter(({ text }) => !text.includes(FROM_BLENDER))
    .flatMap((step): readonly (readonly [string, () => void | Promise<void>])[] => {
      if (step.kind === "command") {
        return /^npx (babylon|gltf)/.test(step.text) ? [[step.text, () => runCommand(step.text)]] : [];
      }
      switch (step.language) {
        case "js":
        case "ts":
          return NAMED.includes(step.file) ? [] : [[`example ${step.text.trim().split("\n").at(-1)}`, () => runTypeScript(step.text)]];
        default:
          return [[`saves ${step.file}`, () => writeFileSync(step.file, step.text)]];
      }
    });

  it("links to a model that one can download, if it has steps that need one", () => {
    const downloads = readDownloads(markdown).map((href) => basename(href));
    expect(steps.some(([title]) => /\.glb/.test(title)) ? downloads : ["none"]).not.toEqual([]);
  });

  steps.forEach(([title, step]) => it(title, step));

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
  const output = argv.find((_, i) => ["-o", "--output"].includes(argv[i - 1]!)) ?? null;
  if (program === "gltf-transform") {
    if (argv.includes("--config")) {
      return; // test/tools/gltfTransform runs it with the configuration
    }
    execFileSync(process.execPath, [join(ROOT, "node_modules/@gltf-transform/cli/bin/cli.js"), ...argv]);
    expect(existsSync(argv[2]!)).toBe(true);
    return;
  }
  expect(program).toBe("babylon-gltf-animation");
  const [stdout, stderr]: [string[], string[]] = [[], []];
  const into = (texts: string[]): typeof io.stdout => ({ isTTY: false, write: (data) => void texts.push(String(data)) });
  const code = await run(argv, { ...io, stdout: into(stdout), stderr: into(stderr) }, "1.2.3");
  const writesTypes = argv.includes("--types");
  const isEdit = (output !== null && !writesTypes) || argv.includes("--in-place");
  expect({ code, stderr: stderr.join("") }).toEqual({
    code: argv[0] === "diff" ? 1 : 0, // the files differ
    stderr: isEdit
      ? expect.stringMatching(
          /^(\d+ (clip|animation|channel|event|primitive)|a graph of \d+ clip).* -> [\w.-]+\n$|^(KHR_animation_clip removed|controller of \w+ added) -> [\w.-]+\n$/,
        )
      : "",
  });
  if (output !== null && writesTypes) {
    expect(readFileSync(output, "utf8")).toMatch(/^export type \w+ = ("\w[\w ]*"( \| )?)+;$/m);
  } else if (!isEdit) {
    expect(stdout.join("").length).toBeGreaterThan(50);
  } else if (output !== null) {
    const { animations, errors } = InspectAnimations(GltfFile.parse(readFileSync(output)));
    expect([animations.length > 0, errors]).toEqual([true, []]);
  }
}

/** Babylon itself warns of the test engine, which has no uniforms for bones. */
const isOurs = (warning: string): boolean => !/^Skeleton /.test(warning) && !ESTIMATE.test(warning);

async function runTypeScript(example: string): Promise<void> {
  const engine = createScene().getEngine();
  engine.runRenderLoop = () => {};
  const logged: unknown[] = [];
  const log = (...values: unknown[]): void => void logged.push(...values);
  /** What pages have. */
  const document = { querySelector: () => null };
  const AudioContext = class {
    readonly currentTime = 0;
  };
  GLTFData.prototype.downloadFiles = () => {}; // needs a page
  const globals = { document, AudioContext, console: { log, warn: log } };
  const modules: Record<string, object> = {
    "@babylonjs/core/Engines/engine.js": {
      Engine: function () {
        return engine;
      },
    },
    "@babylonjs/core/Cameras/arcRotateCamera.js": { ArcRotateCamera: Unattached },
  };
  const read = (file: string): Uint8Array => readFileSync(basename(file));
  const { warnings } = await collectWarnings(async () => {
    for (const step of started) {
      const module = step.kind === "file" ? `./${step.file.replace(/ts$/, "js")}` : "";
      if (step.kind === "file" && NAMED.includes(step.file) && (step.file === "scene.ts" || example.includes(module))) {
        modules[module] = await runExample(step.text, globals, { read, modules });
      }
    }
    await runExample(example, globals, { read, modules });
    const scene = engine.scenes.at(-1)!;
    const textures = {};
    scene.addPendingData(textures); // the first frames of a page come while textures are loaded, and have no `scene.deltaTime`
    render(scene, 1);
    scene.removePendingData(textures);
    render(scene, 3);
    expect(scene.meshes.filter((mesh) => !mesh.getWorldMatrix().m.every(Number.isFinite))).toEqual([]);
  });
  expect(warnings.filter(isOurs)).toEqual([]);
}

/** A camera without controls, which need a canvas. */
class Unattached extends ArcRotateCamera {
  override attachControl(): void {}
}
