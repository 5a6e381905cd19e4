/** Two instances of a file, drawn by the page for skeletons. */
import { afterAll, afterEach, beforeAll, expect } from "@jest/globals";
import { launchBrowser, type TestBrowser, type TestPage } from "./browser.js";
import { type Picture, renderPicture } from "./picture.js";

/** How the instances are drawn; see the page. */
export interface DrawOptions {
  readonly asUniforms?: boolean;
  readonly withShadows?: boolean;
  readonly rightHanded?: boolean;
  readonly frames?: number;
  readonly animation?: number;
  readonly keepsView?: boolean;
}

export const ROWS: readonly (DrawOptions & { readonly title: string })[] = [
  { title: "matrices in textures" },
  { title: "matrices as uniforms", asUniforms: true },
  { title: "with shadows", withShadows: true },
  { title: "in a right-handed scene", rightHanded: true },
];

let browser: TestBrowser;
let opened: TestPage;

/** Opens the page for the tests of a file, none of which may report problems. */
export function openPage(): void {
  beforeAll(async () => {
    browser = await launchBrowser();
    opened = await browser.open("/test/browser/pages/skeletons.html", { width: 384, height: 384 });
  });
  afterAll(() => browser.close());
  afterEach(() => {
    expect(opened.takeProblems()).toEqual([]);
  });
}

/** @param follows whether the skeletons follow their nodes */
export function draw(model: Uint8Array, follows: boolean, options: DrawOptions): Promise<Picture> {
  browser.files.set("/model.glb", Buffer.from(model));
  return renderPicture(opened.page, `stage.draw("/model.glb", ${follows}, ${JSON.stringify(options)})`);
}

/** Why Babylon computes the skeletons that were drawn last; null for those that follow. */
export function reasons(): Promise<(string | null)[]> {
  return opened.page.evaluate<(string | null)[]>("stage.reasons");
}
