/** Changed files and the loader: what loads without this package loads with it, looks the same, plays, and is gone when it is disposed. */
import { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import { LoadAssetContainerAsync } from "@babylonjs/core/Loading/sceneLoader.js";
import type { AssetContainer } from "@babylonjs/core/assetContainer.js";
import type { Scene } from "@babylonjs/core/scene.js";
import fc from "fast-check";
import {
  CreateClip,
  GetClips,
  RegisterKHR_animation2,
  RegisterKHR_animation_clip,
  RegisterKHR_animation_controller,
  RegisterKHR_animation_pointer,
  UnregisterKHR_animation2,
  UnregisterKHR_animation_clip,
  UnregisterKHR_animation_controller,
  UnregisterKHR_animation_pointer,
  type ClipAnimationGroup,
  type ClipExtensionOptions,
} from "../../src/pure.js";
import { createScene } from "../../test/helpers/scene.js";
import { compareStates, describeScene, type SceneState } from "../../test/helpers/sceneState.js";
import { bytesOf, changedFiles, describeFile, jsonOf, type ChangedFile } from "../files.js";
import { countsOf, expect, expectBounded, expectMessages, expectNoNewNaN, expectSameCounts } from "../invariants.js";
import { collectLogged, type Logged } from "../logged.js";
import type { Target } from "../target.js";

interface LoadingCase {
  readonly file: ChangedFile;
  readonly rightHanded: boolean;
  readonly options: ClipExtensionOptions;
  /** Shares of the duration of a clip at which it is looked at. */
  readonly moments: readonly number[];
}

const OURS = ["KHR_animation_clip", "KHR_animation_controller", "KHR_animation_pointer", "KHR_animation2", "EXT_property_animation"];

function register(): void {
  RegisterKHR_animation_clip();
  RegisterKHR_animation_controller();
  RegisterKHR_animation_pointer();
  RegisterKHR_animation2();
}

function unregister(): void {
  UnregisterKHR_animation_clip();
  UnregisterKHR_animation_controller();
  UnregisterKHR_animation_pointer();
  UnregisterKHR_animation2();
}

const engine = new NullEngine();

/** What the loader and disposed observers have left for later. */
async function settle(): Promise<void> {
  for (let i = 0; i < 2; i++) {
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

/** A file in a scene of its own. */
interface Stage {
  readonly scene: Scene;
  /** Null if the file was refused. */
  readonly container: AssetContainer | null;
  readonly refusal: string;
  readonly before: ReadonlyMap<string, number>;
}

async function load(bytes: Uint8Array, { rightHanded, options }: LoadingCase): Promise<Stage> {
  const scene = createScene({ rightHanded, engine });
  scene.render();
  const before = countsOf(scene);
  const extensionOptions = Object.fromEntries(OURS.map((name) => [name, options]));
  try {
    const container = await LoadAssetContainerAsync(bytes, scene, {
      pluginExtension: ".glb",
      pluginOptions: { gltf: { animationStartMode: 0, extensionOptions } },
    });
    container.addAllToScene();
    return { scene, container, refusal: "", before };
  } catch (error) {
    return { scene, container: null, refusal: String(error), before };
  }
}

function look(scene: Scene): SceneState {
  scene.render();
  return describeScene(scene);
}

/** What a file does without the extensions of this package: null where Babylon refuses it, or cannot draw it. */
async function loadPlain(bytes: Uint8Array, given: LoadingCase): Promise<{ state: SceneState; left: ReadonlyMap<string, number> } | null> {
  unregister();
  const { scene, container } = await load(bytes, given);
  register();
  try {
    if (!container) {
      return null;
    }
    await settle();
    const state = look(scene);
    container.dispose();
    await settle();
    return { state, left: countsOf(scene) };
  } catch {
    return null;
  } finally {
    scene.dispose();
  }
}

/** A file may be refused where it requires one of our extensions; then nothing of it is in the scene. */
function expectJustRefusal(given: LoadingCase, { scene, refusal, before }: Stage): void {
  const required: unknown = jsonOf(given.file)["extensionsRequired"];
  const isRequired = Array.isArray(required) && OURS.some((name) => required.includes(name));
  expect(isRequired && refusal.includes(": must "), () => `must load as without the package (got ${refusal})`);
  expectSameCounts(before, countsOf(scene));
}

/** Compiled and evaluated by Babylon, a clip shows the same at the same timestamp. */
function expectSameEvaluation(clip: ClipAnimationGroup, scene: Scene, { moments }: LoadingCase): void {
  for (const moment of moments) {
    const timestamp = clip.settings.start + moment * Math.min(clip.duration, 1e6);
    const [compiled, babylon] = (["auto", "babylon"] as const).map((mode) => {
      clip.evaluationMode = mode;
      clip.timestamp = timestamp;
      return look(scene);
    }) as [SceneState, SceneState];
    const [first] = compareStates(compiled, babylon);
    expect(!first, () => `compiled must be as by Babylon at ${timestamp} s of ${clip.name}: ${first!.path} (got ${first!.actual} and ${first!.expected})`);
  }
}

/** The clips of a file, and one for each of its first groups. */
function clipsOf(container: AssetContainer): readonly ClipAnimationGroup[] {
  const groups = container.animationGroups.filter((group) => !GetClips(container).includes(group as ClipAnimationGroup)).slice(0, 2);
  return [...GetClips(container).slice(0, 4), ...groups.map((group) => CreateClip(`of ${group.name}`, group, { end: 1 }))];
}

function play(container: AssetContainer, scene: Scene, given: LoadingCase): void {
  const before = look(scene);
  for (const clip of clipsOf(container)) {
    clip.play();
    scene.render();
    expectNoNewNaN(before, look(scene));
    clip.weight = 0.5;
    scene.render();
    expectNoNewNaN(before, look(scene));
    clip.weight = -1;
    clip.stop();
    expectSameEvaluation(clip, scene, given);
    expectNoNewNaN(before, look(scene));
  }
}

async function tryFile(bytes: Uint8Array, given: LoadingCase, logged: Logged): Promise<void> {
  const plain = await loadPlain(bytes, given);
  logged.warnings.length = 0;
  logged.errors.length = 0;
  const stage = await load(bytes, given);
  try {
    const { scene, container } = stage;
    if (!container) {
      if (plain) {
        expectJustRefusal(given, stage);
      }
    } else if (plain) {
      await settle();
      look(scene);
      play(container, scene, given);
      container.dispose();
      await settle();
      expectSameCounts(plain.left, countsOf(scene));
    }
  } finally {
    stage.scene.dispose();
  }
  expectMessages(logged.warnings.filter((message) => message.startsWith("/")));
  const [bug] = logged.errors.filter((message) => /unexpected error|\n {4}at /.test(message));
  expect(bug === undefined, () => `must log no error: ${bug}`);
}

/** Babylon makes arrays of as many elements as an accessor states, whether or not there are bytes for them. */
function isAbsurd(json: ReturnType<typeof jsonOf>): boolean {
  const accessors: unknown = json["accessors"];
  return Array.isArray(accessors) && accessors.some((accessor) => (accessor as { count?: number } | null)?.count! > 1e6);
}

export const LOADING_TARGET: Target<LoadingCase> = {
  name: "loading",
  share: 4,
  cases: fc.record({
    file: changedFiles,
    rightHanded: fc.boolean(),
    options: fc.record(
      {
        openEnd: fc.constantFrom("infinity" as const, "lastKeyframe" as const),
        overtime: fc.constantFrom("carry" as const, "discard" as const),
        keys: fc.constantFrom("onDemand" as const, "eager" as const),
        maxClips: fc.constantFrom(0, 1, 10_000),
        maxWarnings: fc.constantFrom(0, 1, 100),
      },
      { requiredKeys: [] },
    ),
    moments: fc.array(fc.constantFrom(-0.1, 0, 0.25, 0.5, 0.9, 1, 1.5), { minLength: 1, maxLength: 2 }),
  }),
  run: (given) => {
    const bytes = bytesOf(given.file);
    return isAbsurd(jsonOf(given.file)) ? undefined : expectBounded(bytes.length, () => collectLogged((logged) => tryFile(bytes, given, logged)));
  },
  describe: ({ file, ...how }) => {
    const { text, ...rest } = describeFile(file);
    return { text: `${text}\nloaded with ${JSON.stringify(how)}`, ...rest };
  },
};
