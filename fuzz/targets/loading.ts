/** Changed files and the loader: what loads without this package loads with it, looks the same, plays, and is gone when it is disposed. */
import { LoadAssetContainerAsync } from "@babylonjs/core/Loading/sceneLoader.js";
import { Quaternion } from "@babylonjs/core/Maths/math.vector.js";
import type { AssetContainer } from "@babylonjs/core/assetContainer.js";
import type { Scene } from "@babylonjs/core/scene.js";
import fc from "fast-check";
import {
  ClipAnimationGroup,
  CreateClip,
  RegisterKHR_animation2,
  RegisterKHR_animation_clip,
  RegisterKHR_animation_controller,
  RegisterKHR_animation_events,
  RegisterKHR_animation_pointer,
  RegisterPlaybackMetadata,
  UnregisterKHR_animation2,
  UnregisterKHR_animation_clip,
  UnregisterKHR_animation_controller,
  UnregisterKHR_animation_events,
  UnregisterKHR_animation_pointer,
  UnregisterPlaybackMetadata,
  type ClipExtensionOptions,
} from "../../src/pure.js";
import type { Json } from "../../test/helpers/gltfPose.js";
import { restorePrototypes } from "../../test/helpers/prototypes.js";
import { compareStates, describeScene, type SceneState } from "../../test/helpers/sceneState.js";
import { bytesOf, changedFiles, changedOf, describeFile, type ChangedFile } from "../files.js";
import { countsOf, expect, expectBounded, expectMessages, expectNoMore, expectNoNewNaN, isMore } from "../invariants.js";
import { collectLogged } from "../logged.js";
import { createScene } from "../scene.js";
import type { Target } from "../target.js";

interface LoadingCase {
  readonly file: ChangedFile;
  readonly rightHanded: boolean;
  readonly options: ClipExtensionOptions;
  /** Shares of the duration of a clip at which it is looked at. */
  readonly moments: readonly number[];
  /** Which clips are played; any number counts. */
  readonly which: number;
}

const OURS = [
  "KHR_animation_clip",
  "KHR_animation_controller",
  "KHR_animation_events",
  "KHR_animation_pointer",
  "KHR_animation2",
  "EXT_property_animation",
];

function register(): void {
  RegisterKHR_animation_clip();
  RegisterKHR_animation_controller();
  RegisterKHR_animation_events();
  RegisterKHR_animation_pointer();
  RegisterKHR_animation2();
  RegisterPlaybackMetadata();
}

function unregister(): void {
  UnregisterKHR_animation_clip();
  UnregisterKHR_animation_controller();
  UnregisterKHR_animation_events();
  UnregisterKHR_animation_pointer();
  UnregisterKHR_animation2();
  UnregisterPlaybackMetadata();
}

/** What the loader and disposed observers have left for later. */
async function settle(): Promise<void> {
  for (let i = 0; i < 2; i++) {
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

/** What became of loading a file. */
interface Loaded {
  /** Null if the file was refused. */
  readonly container: AssetContainer | null;
  readonly refusal: string;
}

async function load(bytes: Uint8Array, scene: Scene, options: ClipExtensionOptions): Promise<Loaded> {
  const extensionOptions = Object.fromEntries(OURS.map((name) => [name, options]));
  try {
    const container = await LoadAssetContainerAsync(bytes, scene, {
      pluginExtension: ".glb",
      pluginOptions: { gltf: { animationStartMode: 0, extensionOptions } },
    });
    container.addAllToScene();
    await settle();
    return { container, refusal: "" };
  } catch (error) {
    await settle();
    return { container: null, refusal: String(error) };
  }
}

function look(scene: Scene): SceneState {
  scene.render();
  return describeScene(scene);
}

/** What Babylon computes of values, and what overflows with large ones: matrices. Rotations are described as such. */
const DERIVED = /\/(worldMatrix|worldMatrixFromCache|rotationQuaternion|view|projection)\//;

/** The numbers that may be animated. */
function numbersOf(scene: Scene): ReadonlyMap<string, unknown> {
  const numbers = new Map<string, unknown>([...look(scene)].filter(([path]) => !DERIVED.test(path)));
  for (const { name, rotationQuaternion } of [...scene.transformNodes, ...scene.meshes]) {
    const components = rotationQuaternion?.asArray() ?? [];
    const isRotation = components.every(Number.isFinite); // mixing normalizes: one component that is no number spoils all
    components.forEach((component, i) => numbers.set(`${name}/quaternion/${i}`, isRotation ? component : NaN));
  }
  return numbers;
}

/** Loads a file without the extensions of this package. Returns whether Babylon can load and draw it. */
async function loadPlain(bytes: Uint8Array, scene: Scene): Promise<boolean> {
  unregister();
  const { container } = await load(bytes, scene, {});
  register();
  try {
    look(scene);
  } catch {
    return false;
  }
  container?.dispose();
  await settle();
  return container !== null;
}

/** A file may be refused where it requires one of our extensions. */
function expectJustRefusal({ file }: LoadingCase, refusal: string): void {
  const required: unknown = changedOf(file)["extensionsRequired"];
  const isRequired = Array.isArray(required) && OURS.some((name) => required.includes(name));
  expect(isRequired && refusal.includes(": must "), () => `must load as without the package (got ${refusal})`);
}

/** Whether glTF defines the values of a clip: its keys are in order, and rotations are of unit length. */
function isDefined({ targetedAnimations }: ClipAnimationGroup): boolean {
  return targetedAnimations.every(({ animation }) => {
    const keys = animation.getKeys();
    const isOrdered = keys.every(({ frame }, i) => i === 0 || frame > keys[i - 1]!.frame);
    return isOrdered && keys.every(({ value }) => !(value instanceof Quaternion) || Math.abs(value.length() - 1) < 1e-3);
  });
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
    expect(
      !first || !isDefined(clip),
      () =>
        `compiled must be as by Babylon at ${timestamp} s of ${clip.name}: ${first!.path} (got ${first!.actual} and ${first!.expected})`,
    );
  }
}

/** Two of the clips of a file, and of clips that are made of its groups. More take longer than they teach. */
function clipsOf({ animationGroups }: AssetContainer, which: number): readonly ClipAnimationGroup[] {
  const first = which % Math.max(animationGroups.length, 1);
  return animationGroups
    .slice(first, first + 2)
    .map((group) => (group instanceof ClipAnimationGroup ? group : CreateClip(`of ${group.name}`, group, { end: 1 })));
}

/** Plays a clip, which nothing else uses afterwards. */
function playOne(clip: ClipAnimationGroup, scene: Scene, before: ReadonlyMap<string, unknown>, given: LoadingCase): void {
  clip.play();
  for (const weight of [-1, 0.5]) {
    clip.weight = weight;
    scene.render();
    expectNoNewNaN(before, numbersOf(scene));
  }
  clip.weight = -1;
  clip.stop();
  expectSameEvaluation(clip, scene, given);
  expectNoNewNaN(before, numbersOf(scene));
  clip.dispose();
}

/** Loads a file, does everything with it, and disposes it. */
async function loadAndPlay(bytes: Uint8Array, scene: Scene, given: LoadingCase): Promise<void> {
  const { container, refusal } = await load(bytes, scene, given.options);
  if (container) {
    const before = numbersOf(scene);
    clipsOf(container, given.which).forEach((clip) => playOne(clip, scene, before, given));
    container.dispose();
    await settle();
  } else {
    expectJustRefusal(given, refusal);
  }
}

/** How many more objects and observers there are after doing something a second time. The first time, a scene gets what it keeps. */
async function growthOf(scene: Scene, run: () => Promise<unknown>): Promise<ReadonlyMap<string, number>> {
  const before = countsOf(scene);
  await run();
  return new Map([...countsOf(scene)].map(([name, count]) => [name, count - (before.get(name) ?? 0)]));
}

async function tryFile(bytes: Uint8Array, given: LoadingCase, [plain, scene]: readonly [Scene, Scene]): Promise<void> {
  const { result: isLoaded, rejections: rejectedByBabylon } = await collectLogged(() => loadPlain(bytes, plain));
  if (restorePrototypes().length > 0 || !isLoaded) {
    return; // Babylon's loader writes to what indices such as "__proto__" name
  }
  const { warnings, errors, rejections } = await collectLogged(() => loadAndPlay(bytes, scene, given));
  expectMessages(warnings.filter((message) => message.startsWith("/")));
  const bug = errors.find((message) => /unexpected error|\n {4}at /.test(message));
  expect(bug === undefined, () => `must log no error: ${bug}`);
  const rejected = rejections.find((message) => !rejectedByBabylon.includes(message));
  expect(rejected === undefined, () => `must handle its promises: ${rejected}`);
  if (isMore(countsOf(plain), countsOf(scene))) {
    await collectLogged(async () => {
      expectNoMore(await growthOf(plain, () => loadPlain(bytes, plain)), await growthOf(scene, () => loadAndPlay(bytes, scene, given)));
    });
  }
}

async function tryInScenes(bytes: Uint8Array, given: LoadingCase): Promise<void> {
  const [plain, scene] = [createScene(given.rightHanded), createScene(given.rightHanded)];
  try {
    await tryFile(bytes, given, [plain, scene]);
  } finally {
    plain.dispose();
    scene.dispose();
  }
}

const MAX_COUNT = 1e6;

/** Babylon makes arrays of as many elements as an accessor states, whether or not there are bytes for them. */
function isAbsurd(json: Json): boolean {
  const accessors: unknown = json["accessors"];
  return Array.isArray(accessors) && accessors.some((accessor) => Object(accessor).count > MAX_COUNT);
}

export const LOADING_TARGET: Target<LoadingCase> = {
  name: "loading",
  share: 5,
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
    which: fc.nat(5),
  }),
  run: (given) => {
    const bytes = bytesOf(given.file);
    return isAbsurd(changedOf(given.file)) ? undefined : expectBounded(bytes.length, () => tryInScenes(bytes, given));
  },
  describe: ({ file, ...how }) => {
    const { text, ...rest } = describeFile(file);
    return { text: `${text}\nloaded with ${JSON.stringify(how)}`, ...rest };
  },
};
