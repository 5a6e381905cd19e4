/** A real browser: Chromium as the system has it, drawing without a graphics card. */
import { chromium, type Browser, type BrowserContext, type Frame, type Locator, type Page } from "playwright-core";
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
  // nothing of the tests may depend on a network
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];

export interface TestBrowser {
  /** Files besides those of the repository, by their path: "/model.glb". */
  readonly files: Map<string, string | Uint8Array>;
  /**
   * Opens a page of this server, and waits until it is loaded. Pages with the same size and options share a context, so that the browser
   * compiles their scripts once.
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
  readonly colorScheme?: "light" | "dark";
  readonly reducedMotion?: "reduce" | "no-preference";
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

/** Arguments with which Chromium offers WebGPU, drawn without a graphics card. */
export const WEB_GPU = ["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"];

/**
 * Starts a server and a browser. Close it after the tests.
 * @param more further arguments of Chromium
 */
export async function launchBrowser(more: readonly string[] = []): Promise<TestBrowser> {
  const files = new Map<string, string | Uint8Array>();
  const server = await serve({ files });
  const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
  const browser = await chromium.launch({ executablePath, args: [...ARGUMENTS, ...more] }).catch(async (error: unknown) => {
    await server.close();
    throw error;
  });
  const contextFor = shareContexts(browser);
  return {
    files,
    open: async (path, size = { width: 640, height: 480 }, { init, ...options } = {}) => {
      const page = await (await contextFor(size, options)).newPage();
      if (init) {
        await page.addInitScript(init);
      }
      return openPage(page, server.origin, path);
    },
    close: async () => {
      await browser.close();
      await server.close();
    },
  };
}

function shareContexts(browser: Browser): (viewport: Size, options: Omit<PageOptions, "init">) => Promise<BrowserContext> {
  const contexts = new Map<string, Promise<BrowserContext>>();
  return (viewport, options) => {
    const key = JSON.stringify([viewport, options]);
    const context = contexts.get(key) ?? browser.newContext({ viewport, deviceScaleFactor: 1, ...options });
    contexts.set(key, context);
    return context;
  };
}

async function openPage(page: Page, origin: string, path: string): Promise<TestPage> {
  page.setDefaultTimeout(90_000);
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
  await page.goto(origin + path, { waitUntil: "load" });
  return { page, takeProblems: () => problems.splice(0), close: () => page.close() };
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
