/** A real browser: Chromium as the system has it, drawing without a graphics card. */
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Frame,
  type Locator,
  type Page,
} from "playwright-core";
import { CHROMIUM_PATH } from "../../../scripts/chromium.mjs";
import { serve } from "../../../scripts/serve.mjs";

/** Chromium obeys only the last list of features on its command line. This one replaces Playwright's, and keeps what the tests need of it. */
const DISABLED_FEATURES = [
  // pages of the browser's own that each window would load beside that of the test
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  // Playwright's
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "MediaRouter",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
];

const ARGUMENTS = [
  `--disable-features=${DISABLED_FEATURES.join(",")}`,
  "--no-sandbox",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--ignore-gpu-blocklist",
  // without a graphics card, composing the page takes twice as long with WebGL's means as without
  "--disable-gpu-compositing",
  "--disable-background-networking",
  // most code of a page runs only a little in a test: to optimize it later takes less time in all
  "--js-flags=--interrupt-budget=600000",
  // nothing of the tests may depend on a network
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];

/** Lets pages draw in every second frame only: without a graphics card, drawing takes much of the time of a test. */
const HALF_FRAME_RATE = `{
  const { requestAnimationFrame: request, cancelAnimationFrame: cancel } = window;
  const ids = new Map();
  window.requestAnimationFrame = (callback) => {
    const onFrame = (time) => {
      ids.delete(id);
      callback(time);
    };
    const id = request(() => ids.set(id, request(onFrame)));
    return id;
  };
  window.cancelAnimationFrame = (id) => {
    cancel(ids.get(id) ?? id);
    ids.delete(id);
  };
}`;

export interface TestBrowser {
  /** Files besides those of the repository, by their path: "/model.glb". There is an "/empty.html". */
  readonly files: Map<string, string | Uint8Array>;
  /**
   * Opens a page of this server, and waits until it is loaded. It takes a tab that was closed, where there is one: its process has compiled
   * the scripts.
   * @param path from the root of the repository: "/playground/snippets/run.html?name=door"
   * @param size of the view in pixels; the fewer, the faster is what is drawn
   */
  open(path: string, size?: Size, options?: PageOptions): Promise<TestPage>;
  close(): Promise<void>;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface PageOptions {
  readonly hasTouch?: boolean;
  readonly isMobile?: boolean;
  /** Pixels drawn for one of CSS, in each direction: 1 unless told. Less is faster, for tests that look at no details. */
  readonly deviceScaleFactor?: number;
  readonly colorScheme?: "light" | "dark";
  readonly reducedMotion?: "reduce" | "no-preference";
  readonly javaScriptEnabled?: boolean;
  /** A script that runs in the page before its own. */
  readonly init?: string;
}

export interface TestPage {
  readonly page: Page;
  /**
   * What went wrong since the last call: errors and warnings on the console, exceptions, failed requests, and requests to other origins.
   * Expect it to be [].
   */
  readonly takeProblems: () => string[];
  readonly close: () => Promise<void>;
}

/** Arguments with which Chromium does not smooth edges, which takes a fifth of the time of drawing: for tests that do not look at them. */
export const JAGGED = ["--webgl-antialiasing-mode=none"];

/** Arguments with which Chromium offers WebGPU, drawn without a graphics card. */
export const WEB_GPU = ["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"];

/**
 * Starts a server and a browser. Close it after the tests.
 * @param more further arguments of Chromium
 */
export async function launchBrowser(more: readonly string[] = []): Promise<TestBrowser> {
  const files = new Map<string, string | Uint8Array>([["/empty.html", "<!doctype html><link rel=icon href=data:,>"]]);
  const server = await serve({ files, maxAge: 3600 });
  const browser = await chromium.launch({ executablePath: CHROMIUM_PATH, args: [...ARGUMENTS, ...more] }).catch(async (error: unknown) => {
    await server.close();
    throw error;
  });
  const takeTab = shareTabs(browser);
  return {
    files,
    open: async (
      path,
      size = { width: 640, height: 480 },
      { colorScheme = "light", reducedMotion = "no-preference", init, ...kind } = {},
    ) => {
      const { page, giveBack } = await takeTab(kind);
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme, reducedMotion });
      if (init) {
        await page.addInitScript(init);
      }
      const takeProblems = watch(page, server.origin);
      await page.goto(server.origin + path, { waitUntil: "load" });
      // what runs before the scripts of a page stays in its tab
      return { page, takeProblems, close: () => giveBack(!init) };
    },
    close: async () => {
      await browser.close();
      await server.close();
    },
  };
}

async function newContext(browser: Browser, kind: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext({ deviceScaleFactor: 1, ...kind });
  await context.addInitScript(HALF_FRAME_RATE);
  return context;
}

interface Tab {
  readonly page: Page;
  readonly giveBack: (isReusable: boolean) => Promise<void>;
}

function shareTabs(
  browser: Browser,
): (kind: Pick<PageOptions, "hasTouch" | "isMobile" | "deviceScaleFactor" | "javaScriptEnabled">) => Promise<Tab> {
  const contexts = new Map<string, Promise<BrowserContext>>();
  const taken: Page[] = [];
  const free: Page[] = [];
  return async (kind) => {
    const key = JSON.stringify(kind);
    const opening = contexts.get(key) ?? newContext(browser, kind);
    contexts.set(key, opening);
    const context = await opening;
    const index = free.findIndex((page) => page.context() === context);
    const page = free.splice(index, index < 0 ? 0 : 1)[0] ?? (await context.newPage());
    page.setDefaultTimeout(90_000);
    taken.push(page);
    // the browser neglects what is behind another tab
    await page.bringToFront();
    return {
      page,
      giveBack: async (isReusable) => {
        const place = taken.indexOf(page);
        if (place < 0) {
          return;
        }
        taken.splice(place, 1);
        if (isReusable && (await isEmptied(page))) {
          free.push(page);
        } else {
          await page.close();
        }
        await taken.at(-1)?.bringToFront();
      },
    };
  };
}

/** @returns false where that fails, as after a crash: the tab is closed then */
function isEmptied(page: Page): Promise<boolean> {
  return empty(page).then(
    () => true,
    () => false,
  );
}

/** Leaves a page, with nothing of it for the next one in its tab. */
async function empty(page: Page): Promise<void> {
  page.removeAllListeners();
  page.once("dialog", (dialog) => void dialog.accept()); // it may ask whether changes may be lost
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.mouse.move(-1, -1);
  await page.goto(new URL("/package.json", page.url()).href); // of the same origin, without scripts
  await page.evaluate(() => sessionStorage.clear());
  await page.goto("about:blank");
  page.removeAllListeners();
}

/** @returns takes what went wrong since the last call */
function watch(page: Page, origin: string): () => string[] {
  const problems: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !KNOWN_WARNINGS.test(message.text())) {
      problems.push(`${message.type()}: ${message.text()}`);
    }
  });
  page.on("pageerror", (error) => problems.push(`exception: ${String(error.stack)}`));
  page.on("response", (response) => {
    if (response.status() >= 400) {
      problems.push(`${response.status()}: ${response.url()}`);
    }
  });
  page.on("request", (request) => {
    const { origin: asked, protocol } = new URL(request.url());
    if (asked !== origin && !["data:", "blob:"].includes(protocol)) {
      problems.push(`request to another origin: ${request.url()}`);
    }
  });
  return () => problems.splice(0);
}

/** Gives a page another size, and waits until the page has heard of it. */
export async function resize(page: Page, size: Size): Promise<void> {
  await page.setViewportSize(size);
  await page.waitForFunction(({ width, height }) => innerWidth === width && innerHeight === height, size);
}

/** The frame of a page whose address ends so, once it is there. */
export async function frameOf(page: Page, address: string): Promise<Frame> {
  const isWanted = (frame: Frame): boolean => frame.url().endsWith(address);
  return page.frames().find(isWanted) ?? page.waitForEvent("framenavigated", isWanted);
}

/** Frames in which the browser makes a click of the touches, if it does. */
const CLICK_FRAMES = 60;

/** Taps until there is a click: a tap that follows a swipe may only stop its momentum. */
export async function tap(control: Locator): Promise<void> {
  await control.evaluate((element) => {
    const tapped = { isClicked: false };
    element.addEventListener("click", () => (tapped.isClicked = true), { once: true, capture: true });
    Object.assign(window, { tapped });
  });
  do {
    await control.tap();
  } while (!(await control.page().evaluate<boolean>(IS_CLICKED)));
}

const IS_CLICKED = `(async () => {
  for (let frame = 0; frame < ${CLICK_FRAMES} && !tapped.isClicked; frame++) {
    await new Promise(requestAnimationFrame);
  }
  return tapped.isClicked;
})()`;

/** Of the browser, about itself: that it draws without a graphics card, and that reading pixels waits for them. */
const KNOWN_WARNINGS = /software WebGL|GPU stall due to ReadPixels|Automatic fallback to software/;
