/** Characters of a crowd look as ordinary instances do. */
import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, expect, it } from "@jest/globals";
import type { ClipCrowdOptions } from "../../src/crowd.js";
import { packGlb } from "../../scripts/glb.mjs";
import { describeWithAssets, readAsset } from "../helpers/assets.js";
import { launchBrowser, WEB_GPU, type TestBrowser, type TestPage } from "./helpers/browser.js";
import { comparePictures, countDrawn, renderPicture, type Picture } from "./helpers/picture.js";

/** Of the pixels of the figures; Babylon computes normals of unevenly scaled joints in another way where there are thin instances. */
const MAX_SHARE = 0.001;

/** Half floats move vertices by up to 0.05 %, a fraction of a pixel. */
const MAX_SHARE_OF_HALF_FLOATS = 0.01;

let browser: TestBrowser;
let opened: TestPage;

beforeAll(async () => {
  browser = await launchBrowser(WEB_GPU);
  opened = await browser.open("/test/browser/pages/crowd.html", { width: 384, height: 384 });
  await opened.page.evaluate("stage.createEngine(false)");
});

afterAll(() => browser.close());

afterEach(() => {
  expect(opened.takeProblems()).toEqual([]);
});

async function load(file: string, rightHanded: boolean, options: ClipCrowdOptions = {}): Promise<void> {
  const { json, bin } = readAsset(file);
  delete json["extensions"]?.KHR_interactivity; // Babylon reports that it is of an older draft
  browser.files.set("/model.glb", packGlb(json, bin));
  await opened.page.evaluate(`stage.load("/model.glb", ${rightHanded}, ${JSON.stringify(options)})`);
}

function show(kind: "crowd" | "ordinary", clip: number, share: number, method = "exact"): Promise<Picture> {
  return renderPicture(opened.page, `stage.show("${kind}", ${clip}, ${share}, "${method}")`);
}

async function expectSame(clip: number, share: number, method = "exact", maxShare = MAX_SHARE): Promise<void> {
  const expected = await show("ordinary", clip, share);
  const actual = await show("crowd", clip, share, method);
  const drawn = countDrawn(expected);
  expect(drawn).toBeGreaterThan(1000);
  expect(comparePictures(actual, expected).visible).toBeLessThanOrEqual(maxShare * drawn);
}

/** Whether a point, counted from the top, and those around it are all of the figure. */
function isDrawn({ width, height, pixels }: Picture, x: number, y: number): boolean {
  const isFigure = (column: number, row: number): boolean => {
    const at = 4 * ((height - 1 - row) * width + column);
    return [0, 1, 2].some((channel) => Math.abs(pixels[at + channel]! - pixels[channel]!) > 8);
  };
  const near = [-2, 0, 2];
  return near.every((dy) => near.every((dx) => isFigure(x + dx, y + dy)));
}

describeWithAssets("a crowd looks as ordinary instances do", () => {
  const files = [
    ["skin-raylib-robot-14anims.glb", 3],
    ["skin-CesiumMan.glb", 0],
    ["skin-Fox.glb", 2],
    ["skin-babylon-Elf-3dsmax-4groups.glb", 0],
    ["skin-RecursiveSkeletons.glb", 0],
    ["pointer-WhackAMole.glb", 0],
    ["trs-BoxAnimated.glb", 0],
    ["trs-InterpolationTest.glb", 2],
  ] as const;
  const rows = files.flatMap(([file, clip]) => [false, true].map((rightHanded) => ({ file, clip, rightHanded })));

  it.each(rows)("$file, right-handed $rightHanded", async ({ file, clip, rightHanded }) => {
    await load(file, rightHanded);
    await expectSame(clip, 0.37);
  });

  it("after its texture has grown for exact poses", async () => {
    await load("skin-CesiumMan.glb", false);
    await opened.page.evaluate("stage.addFar(100)");
    await expectSame(0, 0.37);
  });

  it("without WebAssembly, where a Content-Security-Policy forbids it", async () => {
    const html = readFileSync(new URL("pages/crowd.html", import.meta.url), "utf8");
    const policy = `<meta http-equiv="Content-Security-Policy" content="script-src 'self'" />`;
    browser.files.set("/test/browser/pages/strict.html", html.replace("<title>", `${policy}<title>`));
    const usual = opened;
    opened = await browser.open("/test/browser/pages/strict.html", { width: 384, height: 384 });
    try {
      await opened.page.evaluate("stage.createEngine(false)");
      await load("skin-CesiumMan.glb", false);
      await expectSame(0, 0.37);
      const kernels = await Promise.all([opened, usual].map(({ page }) => page.evaluate("stage.kernels")));
      expect(kernels).toEqual(["javascript", "wasm"]);
      expect(opened.takeProblems().filter((problem) => !problem.includes("WebAssembly"))).toEqual([]);
    } finally {
      await opened.close();
      opened = usual;
    }
  });

  it.each(["exact", "baked"])("with rows of half floats, %s, but for the edges", async (method) => {
    await load("skin-CesiumMan.glb", false, { halfFloat: true });
    await expectSame(0, 0.5, method, MAX_SHARE_OF_HALF_FLOATS);
  });

  it("in shadow maps", async () => {
    await load("skin-Fox.glb", false);
    const without = await show("crowd", 1, 0.5);
    await opened.page.evaluate("stage.addShadows()");
    expect(comparePictures(await show("crowd", 1, 0.5), without).visible).toBeGreaterThan(1000);
    await expectSame(1, 0.5);
  });

  it("in depth maps", async () => {
    await load("skin-CesiumMan.glb", false);
    await opened.page.evaluate("stage.showDepth()");
    await expectSame(0, 0.6);
  });

  it.each([false, true])("with an attached mesh, right-handed %s", async (rightHanded) => {
    await load("skin-Fox.glb", rightHanded);
    const without = await show("crowd", 1, 0.4);
    await opened.page.evaluate(`stage.attach("b_Head_05")`);
    expect(comparePictures(await show("crowd", 1, 0.4), without).visible).toBeGreaterThan(200);
    await expectSame(1, 0.4);
  });

  it("and is picked where it is seen, by rays and by Babylon's GPUPicker, also after a removal", async () => {
    await load("skin-CesiumMan.glb", false);
    await show("crowd", 0, 0.5);
    await opened.page.evaluate("(stage.crowd().remove(0), stage.crowd().playMany([1], stage.crowd().clips[0].group, { speed: 0 }))");
    const picture = await renderPicture(opened.page, "stage.scene().render()");
    const points = Array.from({ length: 8100 }, (_, i) => [12 + 4 * (i % 90), 12 + 4 * Math.floor(i / 90)] as const);
    const seen = points.filter(([x, y]) => isDrawn(picture, x, y));
    const unseen = points.slice(0, 3); // a corner of the picture
    expect(seen.length).toBeGreaterThan(3);
    const rays = await opened.page.evaluate<number[]>(`${JSON.stringify([...seen, ...unseen])}.map(([x, y]) => stage.pick(x, y))`);
    expect(rays).toEqual([...seen.map(() => 1), ...unseen.map(() => -1)]);
    const some = seen.slice(0, 3);
    expect(await opened.page.evaluate<number[]>(`stage.gpuPick(${JSON.stringify([...some, unseen[0]])})`)).toEqual([1, 1, 1, -1]);
  });

  it("shows the characters that there are, also while the active meshes are frozen", async () => {
    await load("skin-Fox.glb", false);
    const shown = await show("crowd", 1, 0.4);
    await opened.page.evaluate("stage.scene().freezeActiveMeshes()");
    const frozen = await renderPicture(opened.page, "stage.scene().render()");
    expect(comparePictures(frozen, shown).visible).toBe(0);
    const hideOrShow = (visible: boolean): Promise<Picture> =>
      renderPicture(opened.page, `[0, 1].forEach((index) => stage.crowd().setVisible(index, ${visible})), stage.scene().render()`);
    expect(countDrawn(await hideOrShow(false))).toBe(0);
    await opened.page.evaluate("stage.crowd().addMany(100).forEach((index) => stage.crowd().setVisible(index, false))");
    expect(comparePictures(await hideOrShow(true), shown).visible).toBe(0);
  }, 240_000); // a hundred characters are drawn

  it("after its context was lost and restored", async () => {
    await load("skin-Fox.glb", false);
    await show("crowd", 1, 0.4);
    await opened.page.evaluate(`(async () => {
      const canvas = document.querySelector("canvas");
      const context = canvas.getContext("webgl2").getExtension("WEBGL_lose_context");
      const engine = stage.scene().getEngine();
      const restored = new Promise((resolve) => engine.onContextRestoredObservable.addOnce(resolve));
      const lost = new Promise((resolve) => canvas.addEventListener("webglcontextlost", resolve, { once: true }));
      context.loseContext();
      await lost;
      await new Promise((resolve) => setTimeout(resolve)); // a context can be restored once its event is over
      context.restoreContext();
      await restored;
    })()`);
    opened.takeProblems(); // the browser and Babylon report the loss
    await expectSame(1, 0.4);
  });
});

describeWithAssets("a crowd in WebGPU", () => {
  it("looks as ordinary instances do, where the browser has it", async () => {
    const gpu = await browser.open("/test/browser/pages/crowd.html", { width: 384, height: 384 });
    if (!(await gpu.page.evaluate<boolean>("stage.hasWebGpu()").catch(() => false))) {
      process.stderr.write("Skipped: WebGPU, which this browser does not have, or cannot draw with\n");
      await gpu.close();
      return;
    }
    const { json, bin } = readAsset("skin-CesiumMan.glb");
    browser.files.set("/model.glb", packGlb(json, bin));
    await gpu.page.evaluate(`stage.load("/model.glb", false)`);
    const pictures: Picture[] = [];
    for (const kind of ["ordinary", "crowd"]) {
      await gpu.page.evaluate(`stage.show("${kind}", 0, 0.37)`);
      const { pixels, ...size } = await gpu.page.evaluate<{ width: number; height: number; pixels: number[] }>("stage.read()");
      pictures.push({ ...size, pixels: Uint8Array.from(pixels) });
    }
    const drawn = countDrawn(pictures[0]!);
    expect(drawn).toBeGreaterThan(1000);
    expect(comparePictures(pictures[0]!, pictures[1]!).visible).toBeLessThanOrEqual(MAX_SHARE * drawn);
    expect(gpu.takeProblems()).toEqual([]);
    await gpu.close();
  });
});
