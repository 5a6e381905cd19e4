/** The snippets: each shows what its head says is right. */
import { readdirSync, readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { unpackGlb } from "../../scripts/glb.mjs";
import { evaluateAnimations, type Json } from "../helpers/gltfPose.js";
import { frameOf, launchBrowser, type TestBrowser, type TestPage } from "./helpers/browser.js";
import { comparePictures, countDrawn, renderPicture, type Picture } from "./helpers/picture.js";

const FOLDER = new URL("../../playground/snippets/", import.meta.url);
const HERO = unpackGlb(readFileSync(new URL("../models/hero.glb", FOLDER)));
const NAMES = readdirSync(FOLDER).flatMap((file) => /^(.*)\.js$/.exec(file)?.[1] ?? []);
/** Seconds that a frame lasts here. */
const FRAME = 0.016;

let browser: TestBrowser;
let opened: TestPage;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser.close());

/** The snippets that have tests. */
const described: string[] = [];

/** The tests of a snippet, in one page, since opening it takes longest. A test that depends on the beginning calls {@link restart}. */
function describeSnippet(name: string, tests: () => void): void {
  described.push(name);
  describe(name, () => {
    beforeAll(async () => {
      opened = await browser.open(`/playground/snippets/run.html?name=${name}&still`, { width: 320, height: 240 });
      await run("scenePromise");
    });
    afterAll(() => opened.close());

    it("begins with what it shows, in whole sentences and lines that fit, and shows something that moves", () => expectIntroduced(name));
    tests();
    it("has numbers only, also if its first frames come while textures are loaded", expectNumbersFromTheFirstFrame); // the last one: it disposes of the scene
  });
}

/** Lets the time of a snippet stand still. */
async function run(promise: string): Promise<void> {
  await evaluate(`${promise}.then(async (scene) => {
    globalThis.scene = scene;
    globalThis.clicks = [];
    scene.onPointerObservable.add(() => clicks.push(1), BABYLON.PointerEventTypes.POINTERTAP);
    scene.useConstantAnimationDeltaTime = true;
    await scene.whenReadyAsync();
    scene.render();
  })`);
}

/** Runs the snippet of the page again, as the Babylon Playground does. */
async function restart(): Promise<void> {
  await run("(scene.dispose(), createScene())");
}

/** What an expression gives in the page of the snippet. */
function evaluate<T>(expression: string): Promise<T> {
  return opened.page.evaluate<T>(expression);
}

/** Lets time pass; nothing is drawn meanwhile. */
async function advance(seconds: number): Promise<void> {
  await record(seconds, "null");
}

/** What an expression gives in each frame while time passes. */
function record<T>(seconds: number, expression: string): Promise<T[]> {
  return evaluate(`(() => {
    const { layerMask } = scene.activeCamera;
    scene.activeCamera.layerMask = 0;
    const values = Array.from({ length: ${Math.round(seconds / FRAME)} }, () => (scene.render(), ${expression}));
    scene.activeCamera.layerMask = layerMask;
    return values;
  })()`);
}

/** Without any time passing. */
async function takePicture(): Promise<Picture> {
  return renderPicture(opened.page, "(scene.animationsEnabled = false, scene.render(), (scene.animationsEnabled = true))");
}

function click(): Promise<void> {
  return opened.page.mouse.click(160, 120);
}

function textOf(selector: string): Promise<string> {
  return opened.page.locator(selector).innerText();
}

const CLIPS = "BABYLON.GLTFAnimation.GetClips(scene)";

/** The animatables whose values Babylon evaluates; those of clips and compiled groups only hold their places in Babylon's step. */
const BABYLONS_ANIMATABLES =
  "scene.animatables.filter((each) => each.getAnimations().some((animation) => animation instanceof BABYLON.RuntimeAnimation))";

/** @returns the names of the clips that play */
function playing(): Promise<string[]> {
  return evaluate(`${CLIPS}.filter((clip) => clip.isPlaying).map((clip) => clip.name)`);
}

/** An expression: the rotations of all nodes whose names match, four numbers each. */
function rotationsOf(pattern: RegExp): string {
  return `scene.transformNodes.filter(({ name }) => ${String(pattern)}.test(name)).map(({ rotationQuaternion }) => rotationQuaternion.asArray())`;
}

function rotations(pattern: RegExp): Promise<number[][]> {
  return evaluate(rotationsOf(pattern));
}

/** The greatest difference of two lists of rotations, as half of a chord. */
function distance(a: readonly number[][], b: readonly number[][]): number {
  return Math.max(...a.map((rotation, i) => Math.hypot(...rotation.map((component, j) => component - b[i]![j]!))));
}

async function expectIntroduced(name: string): Promise<void> {
  const [head = ""] = /^(\/\/ .*\n)+/.exec(readFileSync(new URL(`${name}.js`, FOLDER), "utf8")) ?? [];
  const text = head.replaceAll(/\n?\/\/ /g, " ").trim();
  expect(text.split(/(?<=[.])\s+(?=\p{Lu}|\d|")/u).filter((sentence) => !/^[\p{Lu}\d"].*\.$/u.test(sentence))).toEqual([]);
  expect(text).not.toMatch(/\bLook at\b|\bRight:/); // a reader is shown something, and tests nothing
  expect(Math.max(...head.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(100);
  const before = await takePicture();
  expect(countDrawn(before)).toBeGreaterThan(500);
  await advance(0.5);
  const after = await takePicture();
  expect(comparePictures(before, after).visible).toBeGreaterThan(100);
  expect(comparePictures(await takePicture(), after)).toEqual({ greatest: 0, visible: 0 });
}

/** Babylon's step has no time yet while the scene waits for data, as it does for the textures of a page: `scene.deltaTime` is undefined. */
async function expectNumbersFromTheFirstFrame(): Promise<void> {
  await evaluate(`(async () => {
    scene.dispose();
    globalThis.scene = await createScene();
    const data = {};
    scene.addPendingData(data);
    scene.render();
    scene.removePendingData(data);
    scene.useConstantAnimationDeltaTime = true;
    await scene.whenReadyAsync();
  })()`);
  await advance(1.2);
  const found = await evaluate(`(() => {
    const matrices = (mesh) => [mesh.getWorldMatrix(), ...(mesh.hasThinInstances ? mesh.thinInstanceGetWorldMatrices() : [])];
    return [
      scene.meshes.filter((mesh) => !matrices(mesh).every(({ m }) => m.every(Number.isFinite))).map(({ name }) => name),
      document.body.innerText.includes("NaN"),
    ];
  })()`);
  expect(found).toEqual([[], false]);
  expect(countDrawn(await takePicture())).toBeGreaterThan(500);
  expect(opened.takeProblems()).toEqual([]);
}

/** Tests a snippet that answers clicks. */
function itTurnsByDrags(): void {
  it("a drag turns the view and clicks nothing", async () => {
    const before = await evaluate<number>("scene.activeCamera.alpha");
    const { mouse } = opened.page;
    await mouse.move(160, 120);
    await mouse.down();
    await mouse.move(220, 120, { steps: 4 });
    await mouse.up();
    await advance(0.2);
    expect(await evaluate<number>("scene.activeCamera.alpha")).not.toBe(before);
    expect(await evaluate("globalThis.clicks")).toEqual([]);
    await click();
    expect(await evaluate("globalThis.clicks.length")).toBeGreaterThan(0);
  });
}

afterEach(() => {
  expect(opened.takeProblems()).toEqual([]);
});

it("the list has every snippet, as these tests do, and shows the source of the one that runs, with a button that copies it", async () => {
  const init = "navigator.clipboard.writeText = (text) => ((globalThis.copied = text), Promise.resolve())";
  opened = await browser.open("/playground/snippets/index.html#door", { width: 1200, height: 700 }, { init });
  const { page } = opened;
  const links = await page.locator(".list a").evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).hash));
  expect(links.sort()).toEqual(NAMES.map((name) => `#${name}`).sort());
  expect(described.sort()).toEqual(NAMES.sort());
  await expect(page.locator("pre", { hasText: "const createScene" }).innerText()).resolves.toContain("door.glb");
  const frame = await frameOf(page, "run.html?name=door");
  await frame.waitForFunction("scenePromise.then((scene) => scene.getFrameId() > 0)");
  expect(await page.innerText("h2 + button + p")).toMatch(/^A door that opens and closes without end: /);
  await page.getByRole("button", { name: "Copy" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  expect(await page.evaluate("copied")).toBe(readFileSync(new URL("door.js", FOLDER), "utf8"));
  await opened.close();
});

it("refuses a snippet that is not on the list", async () => {
  opened = await browser.open("/playground/snippets/run.html?name=https://example.com/door&still");
  await opened.page.getByText('there is no snippet "https://example.com/door"').waitFor();
  await opened.close();
});

describeSnippet("play", () => {
  itTurnsByDrags();

  it("plays clip after clip, and begins each at its beginning", async () => {
    await restart();
    for (const [i, name] of ["idle", "walk", "walk backwards", "run", "turn", "jump", "wave", "idle"].entries()) {
      expect([await playing(), await textOf("div")]).toEqual([[name], `${(i % 7) + 1} of 7: ${name}`]);
      await advance(0.3);
      await click();
    }
  });

  it.each([
    { name: "jump", clicks: 5, seconds: 1.4, limbs: /thigh|shin/ },
    { name: "wave", clicks: 6, seconds: 2.4, limbs: /arm/ },
  ])("$name ends standing, as it began", async ({ name, clicks, seconds, limbs }) => {
    await restart();
    for (let i = 0; i < clicks; i++) {
      await click();
    }
    await advance(FRAME); // the first frame of a clip shows its beginning
    const standing = await rotations(limbs);
    await advance(seconds / 2);
    expect([await playing(), distance(await rotations(limbs), standing) > 0.1]).toEqual([[name], true]);
    await advance(seconds / 2 + 0.1);
    expect([await playing(), distance(await rotations(limbs), standing)]).toEqual([[], expect.closeTo(0, 3)]);
  });
});

describeSnippet("split", () => {
  it("plays the moves one after the other", async () => {
    await restart();
    const names = await record<string>(6.2, `${CLIPS}.find((clip) => clip.isPlaying)?.name`);
    const seen = names.filter((name, i) => name !== names[i - 1]);
    expect(seen).toEqual(["jump", "walk", "stand", "jump"]);
  });
});

describeSnippet("walk-to-run", () => {
  /** The greatest distance of a limb's rotations in an animation of the file, by the specification, this many seconds apart. */
  const greatestStep = (animation: number, duration: number, seconds: number): number => {
    const limbs = HERO.json["nodes"].flatMap(({ name }: Json, node: number) => (/thigh|shin|arm/.test(name as string) ? [node] : []));
    const poseAt = (time: number): number[][] => {
      const values = evaluateAnimations(HERO, [animation], time % duration);
      return values.flatMap(({ node, path, value }) => (path === "rotation" && limbs.includes(node) ? [[...value]] : []));
    };
    return Math.max(
      ...Array.from({ length: 200 }, (_, i) => distance(poseAt((i * duration) / 200 + seconds), poseAt((i * duration) / 200))),
    );
  };

  itTurnsByDrags();

  it("goes from walk to run and back, and no limb jumps", async () => {
    await restart();
    expect(await playing()).toEqual(["walk"]);
    const limbs = /thigh|shin|arm/;
    const frames = [await rotations(limbs)];
    const watch = async (seconds: number): Promise<void> => {
      frames.push(...(await record<number[][]>(seconds, rotationsOf(limbs))));
    };
    await click();
    await watch(1.1);
    expect(await playing()).toEqual(["run"]);
    await click();
    await watch(0.5);
    await click();
    await watch(0.3);
    await click();
    await watch(1.1);
    expect(await playing()).toEqual(["walk"]);
    const greatest = Math.max(...frames.slice(1).map((frame, i) => distance(frame, frames[i]!)));
    // in step, the walk is as fast as the run at most; a fade of a second adds a small part of what the poses are apart
    const fastest = Math.max(greatestStep(1, 0.9, (FRAME * 0.9) / 0.6), greatestStep(2, 0.6, FRAME));
    expect(fastest).toBeGreaterThan(0.05);
    expect(greatest).toBeLessThan(fastest + (Math.SQRT2 * FRAME) / 1);
  });
});

describeSnippet("controller", () => {
  /** The clips with a share in the pose, and their weights. */
  const shown = (): Promise<[string, number][]> =>
    evaluate(`${CLIPS}.filter((clip) => clip.isStarted && clip.effectiveWeight > 0).map((clip) => [clip.name, clip.effectiveWeight])`);

  it("the hero walks while W is held, runs with Shift, and stands again", async () => {
    await restart();
    await evaluate(`document.querySelector("canvas").focus()`);
    expect(await shown()).toEqual([["idle", 1]]);
    await opened.page.keyboard.down("w");
    await advance(1);
    expect(await shown()).toEqual([["walk", 1]]);
    await opened.page.keyboard.down("Shift");
    await advance(0.2);
    expect((await shown()).map(([name]) => name)).toEqual(["walk", "run"]);
    await advance(1);
    expect(await shown()).toEqual([["run", 1]]);
    await opened.page.keyboard.up("Shift");
    await opened.page.keyboard.up("w");
    await advance(1);
    expect(await shown()).toEqual([["idle", 1]]);
  });

  it("jumps and lands, and waves meanwhile", async () => {
    await restart();
    await evaluate(`document.querySelector("canvas").focus()`);
    await opened.page.keyboard.press("Space");
    await opened.page.keyboard.press("e");
    await advance(0.5);
    expect(await shown()).toEqual([
      ["jump", 1],
      ["wave", 1],
    ]);
    await advance(3);
    expect(await shown()).toEqual([["idle", 1]]);
  });

  it("waves after a tap", async () => {
    await restart();
    await click();
    await advance(1);
    expect((await shown()).map(([name]) => name)).toContain("wave");
  });
});

describeSnippet("crowd", () => {
  itTurnsByDrags();

  /** How many clips play compiled, how many groups through Babylon, and how many of Babylon's own animatables there are. */
  const running = (): Promise<unknown> =>
    evaluate(`{
      const clips = ${CLIPS}.filter((clip) => clip.isPlaying);
      const groups = scene.animationGroups.filter((group) => group.isPlaying && !clips.includes(group));
      ({ compiled: clips.filter((clip) => clip.evaluation.by === "compiled").length, groups: groups.length, animatables: ${BABYLONS_ANIMATABLES}.length });
    }`);

  it("every figure has its own phase, which a click does not change", async () => {
    await restart();
    await advance(0.5);
    const thighs = await rotations(/^left thigh/);
    expect(thighs).toHaveLength(500);
    expect(await running()).toEqual({ compiled: 500, groups: 0, animatables: 0 });
    expect(new Set(thighs.map(([x]) => x!.toFixed(4))).size).toBeGreaterThan(250);
    const ours = await takePicture();
    await click();
    const babylons = await takePicture();
    expect(await running()).toMatchObject({ compiled: 0, groups: 500 });
    expect(comparePictures(babylons, ours).visible).toBe(0);
    await advance(0.8);
    expect(await textOf("div")).toMatch(/^Babylon\.js: \d+\.\d\d ms/);
    expect(comparePictures(await takePicture(), babylons).visible).toBeGreaterThan(500);
    await click();
    await advance(0.8);
    expect(await textOf("div")).toMatch(/^clips: \d+\.\d\d ms/);
  });
});

describeSnippet("compiled", () => {
  const running = (): Promise<unknown> =>
    evaluate(`(() => {
      const playing = scene.animationGroups.filter(({ isPlaying }) => isPlaying);
      return {
        compiled: playing.filter((group) => group instanceof BABYLON.GLTFAnimation.CompiledAnimationGroup).length,
        all: playing.length,
        animatables: ${BABYLONS_ANIMATABLES}.length > 0,
      };
    })()`);

  it("a click changes who evaluates, and nobody's step", async () => {
    await restart();
    await advance(0.43);
    expect(await running()).toEqual({ compiled: 200, all: 200, animatables: false });
    const compiled = await takePicture();
    await click();
    expect(await running()).toEqual({ compiled: 0, all: 200, animatables: true });
    expect(comparePictures(await takePicture(), compiled).visible).toBe(0);
    await advance(0.8);
    expect(await textOf("div")).toMatch(/^Babylon\.js: \d+\.\d\d ms/);
    await click();
    await advance(0.8);
    expect(await textOf("div")).toMatch(/^compiled groups: \d+\.\d\d ms/);
  });
});

describeSnippet("thousands", () => {
  const CROWD = `scene.meshes.filter((mesh) => mesh.hasThinInstances)`;
  const PROMOTED = `scene.transformNodes.filter((node) => node.name === "promoted" && node.isEnabled())`;

  it("draws all heroes in two calls, while they walk, run, stop and go on", async () => {
    await restart();
    const visible = `scene.meshes.filter((mesh) => mesh.isEnabled() && mesh.subMeshes.length > 0)`;
    expect(await evaluate(`${visible}.map((mesh) => ${CROWD}.includes(mesh))`)).toEqual([true, true]);
    const counts = await record<number>(5, `${CROWD}.reduce((sum, mesh) => sum + mesh.thinInstanceCount, 0)`);
    expect(Math.min(...counts)).toBeGreaterThan(300);
    expect(Math.max(...counts)).toBeLessThanOrEqual(2000);
  });

  it("E gives each hero that is drawn a pose of its own, and takes it back", async () => {
    await restart();
    const rows = `${CROWD}.flatMap((mesh) => {
      const settings = mesh.getVertexBuffer("bakedVertexAnimationSettingsInstanced").getData();
      return Array.from({ length: mesh.thinInstanceCount }, (_, i) => settings[4 * i]);
    })`;
    const shared = async (): Promise<number> => {
      await evaluate("scene.render()");
      return evaluate<number>(`${rows}.length - new Set(${rows}).size`);
    };
    expect(await shared()).toBeGreaterThan(100);
    await evaluate(`document.querySelector("canvas").focus()`);
    await opened.page.keyboard.press("e");
    expect(await shared()).toBe(0);
    await opened.page.keyboard.press("e");
    expect(await shared()).toBeGreaterThan(100);
  });

  it("a click on a hero makes it an ordinary instance that moves as it did, and a click beside all gives it back", async () => {
    await restart();
    await evaluate(`{
      const { x, z } = BABYLON.Vector3.FromArray(${CROWD}.flatMap((mesh) => mesh.thinInstanceGetWorldMatrices())[0].m, 12);
      scene.activeCamera.setTarget(new BABYLON.Vector3(x, 0.7, z));
      scene.activeCamera.radius = 3;
      scene.animationsEnabled = false;
      scene.render();
      scene.animationsEnabled = true;
    }`);
    const before = await takePicture();
    await click();
    expect(await evaluate(`${PROMOTED}.length`)).toBe(1);
    const place = `${PROMOTED}[0].position.asArray()`;
    const from = await evaluate<number[]>(place);
    await evaluate(`{ scene.getMeshByName("cone").isVisible = false; scene.whenReadyAsync(); }`);
    const after = await takePicture();
    expect(comparePictures(after, before).visible).toBeLessThan(0.05 * countDrawn(before)); // baked poses are up to 8 ms early or late
    await advance(1);
    const to = await evaluate<number[]>(place);
    const meters = Math.hypot(to[0]! - from[0]!, to[2]! - from[2]!);
    expect(meters).toBeGreaterThan(0.4); // the slowest walks 0.8 * 0.62 meters, in a curve
    expect(meters).toBeLessThan(2.2); // the fastest runs 1.2 * 1.75 meters
    await evaluate(`scene.activeCamera.setTarget(new BABYLON.Vector3(0, 500, 0))`);
    await takePicture();
    await click();
    expect(await evaluate(`${PROMOTED}.length`)).toBe(0);
  });
});

describeSnippet("root-motion", () => {
  const Z = `scene.getNodeByName("__root__").position.z`;

  it("the figure comes forward as far as its legs carry it, and faster when it runs after a click", async () => {
    await restart();
    const walking = await record<number>(2, Z);
    expect((walking[walking.length - 1]! - walking[0]!) / 2).toBeCloseTo(1.35, 1);
    await click();
    await advance(1.5);
    const running = await record<number>(2, Z);
    expect((running[running.length - 1]! - running[0]!) / 2).toBeCloseTo(3.9, 0);
    expect(await evaluate(`scene.getMeshByName("path").getTotalVertices()`)).toBeGreaterThan(20);
  });
});

describeSnippet("lamp", () => {
  it("material, light and camera go there and back in four seconds", async () => {
    await restart();
    const look = (): Promise<number[]> =>
      evaluate(
        `[...scene.getMaterialByName("glowing").emissiveColor.asArray(), ...scene.getLightByName("glow").diffuse.asArray(), scene.activeCamera.fov]`,
      );
    const start = [0.25, 0, 0, 1, 0.25, 0.125, 0.5];
    const end = [1, 0.75, 0.25, 1, 0.75, 0.5, 1];
    for (const [timestamp, share] of [
      [0, 0],
      [1, 0.5],
      [2, 1],
    ] as const) {
      await evaluate(`${CLIPS}[0].timestamp = ${timestamp}`);
      const expected = start.map((value, i) => value + share * (end[i]! - value));
      expect(await look()).toEqual(expected.map((value) => expect.closeTo(value, 6)));
    }
    const bright = await takePicture();
    await advance(2);
    const dark = await takePicture();
    expect(comparePictures(bright, dark).visible).toBeGreaterThan(5_000);
    const sum = ({ pixels }: Picture): number => pixels.reduce((total, value) => total + value, 0);
    expect(sum(bright)).toBeGreaterThan(sum(dark));
  });
});

describeSnippet("door", () => {
  it("is as far open at equal times before and after it turns, and never rests", async () => {
    await restart();
    // 1.2 s one way, 75 frames
    await evaluate(`${CLIPS}[0].timestamp = 0`);
    const frames = await record<number[][]>(300 * FRAME, rotationsOf(/hinge/));
    const angles = frames.map(([hinge]) => 2 * Math.atan2(hinge![1]!, hinge![3]!));
    const degrees = angles.map((angle) => Math.abs(angle * 180) / Math.PI);
    expect(Math.max(...degrees)).toBeCloseTo(105, 0);
    for (let i = 0; i < 74; i++) {
      expect(degrees[74 + i + 1]).toBeCloseTo(degrees[74 - i - 1]!, 3);
    }
    expect(degrees.slice(150)).toEqual(degrees.slice(0, 150).map((value) => expect.closeTo(value, 3)));
  });
});

describeSnippet("events", () => {
  const EXPECTED = ["walk: repetition 1", "walk: repetition 2", "walk: finished", "jump: finished"];
  const lines = async (): Promise<string[]> => (await textOf("pre")).split("\n");

  it("reports each repetition and each end once, with its time", async () => {
    await restart();
    await advance(4.3); // the walk lasts 0.9 s, the jump 1.4 s
    const times = ["0.9 s  ", "1.8 s  ", "2.7 s  ", "4.1 s  ", "5.0 s  "];
    expect(await lines()).toEqual(EXPECTED.map((text, i) => times[i]! + text));
    await advance(0.85);
    expect(await lines()).toEqual([...EXPECTED, "walk: repetition 1"].map((text, i) => times[i]! + text));
  });

  it("loses no event in one long frame", async () => {
    await restart();
    await evaluate(`{ scene.useConstantAnimationDeltaTime = false; scene.animationTimeScale = 1e9; scene.render(); }`);
    expect((await lines()).slice(0, 3)).toEqual(EXPECTED.slice(0, 3).map((text) => expect.stringMatching(`^[\\d.]+ s  ${text}$`)));
  });
});

describeSnippet("bake", () => {
  it("shows the same pose by the clip and by the baked animation, which is an ordinary one", async () => {
    await restart();
    expect(await evaluate("scene.animationGroups.filter((group) => group.isPlaying).map((group) => group.getClassName())")).toEqual([
      "AnimationGroup",
      "AnimationGroup",
    ]);
    expect(await playing()).toEqual(["walk backwards"]);
    const all = await record<number[][]>(1.6, rotationsOf(/thigh|shin/));
    const [left, right] = [all.map((frame) => frame.slice(0, 4)), all.map((frame) => frame.slice(4))];
    // Babylon.js starts its animations one frame later
    const apart = (shift: number): number => Math.max(...left.slice(2, 60).map((pose, i) => distance(pose, right[i + 2 + shift]!)));
    expect(Math.min(apart(0), apart(1))).toBeLessThan(1e-3);
    expect(distance(left[0]!, left[30]!)).toBeGreaterThan(0.1);
  });
});

describeSnippet("export", () => {
  itTurnsByDrags();

  it("moves both figures in step, by the clips of the scene and by those of the exported file", async () => {
    await restart();
    expect(await playing()).toEqual(["walk", "walk"]);
    const all = async (seconds: number): Promise<number[]> => {
      const frames = await record<number[][]>(seconds, rotationsOf(/thigh|shin/));
      expect(distance(frames[0]!.slice(0, 4), frames[20]!.slice(0, 4))).toBeGreaterThan(0.1);
      return frames.map((frame) => distance(frame.slice(0, 4), frame.slice(4)));
    };
    expect(Math.max(...(await all(1.2)))).toBeLessThan(1e-6);
    await click();
    expect(await playing()).toEqual(["jump", "jump"]);
    expect(Math.max(...(await all(1.4)))).toBeLessThan(1e-6);
    await advance(0.2);
    expect(await playing()).toEqual(["walk", "walk"]);
  });

  it("saves the file, which has these clips alone, and the binary data unchanged", async () => {
    await restart();
    const [download] = await Promise.all([
      opened.page.waitForEvent("download"),
      opened.page.getByRole("link", { name: "clips.glb" }).click(),
    ]);
    const { json, bin } = unpackGlb(readFileSync(await download.path()));
    expect(json["extensions"]).toEqual({
      KHR_animation_clip: {
        clips: [
          { name: "walk", animations: [0], start: 2.5, end: 3.5 },
          { name: "jump", animations: [0], start: 4, end: 5.5, repetitions: 1 },
        ],
      },
    });
    const original = unpackGlb(readFileSync(new URL("../../playground/models/figure.glb", import.meta.url)));
    expect(Buffer.from(bin).equals(original.bin)).toBe(true);
  });
});

describeSnippet("library", () => {
  itTurnsByDrags();

  it("all walk at phases of their own, with the animations of one, and run after a click", async () => {
    await restart();
    await advance(0.43);
    const thighs = await rotations(/^Clone of left thigh/);
    expect(new Set(thighs.map(([x]) => x!.toFixed(4))).size).toBe(20);
    expect(await playing()).toEqual(new Array<string>(20).fill("walk"));
    const animations = `new Set(${CLIPS}.filter(({ name }) => name === "walk").map((clip) => clip.targetedAnimations[0].animation)).size`;
    expect(await evaluate(animations)).toBe(1);
    await click();
    await advance(0.6);
    expect(await playing()).toEqual(new Array<string>(20).fill("run"));
  });
});

describeSnippet("instances", () => {
  itTurnsByDrags();

  it("each has its own speed and pose", async () => {
    await restart();
    await advance(0.43);
    const thighs = await rotations(/^left thigh/);
    expect(new Set(thighs.map(([x]) => x!.toFixed(4))).size).toBe(5);
    expect(await playing()).toEqual(["walk -2", "run -1", "walk 0", "run 1", "walk 2"]);
    await click();
    const before = await rotations(/^left thigh/);
    await advance(0.2);
    const moved = (await rotations(/^left thigh/)).map((rotation, i) => distance([rotation], [before[i]!]) > 1e-3);
    expect(moved).toEqual([true, true, false, true, true]);
  });
});
