/** A real browser: Chromium as the system has it, drawing without a graphics card. */
import { chromium, type Browser, type Page } from "playwright-core";
import { serve } from "../../../scripts/serve.mjs";

const ARGUMENTS = [
  "--no-sandbox",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--ignore-gpu-blocklist",
  "--disable-background-networking",
  // nothing of the tests may depend on a network
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];

export interface TestBrowser {
  /** Files besides those of the repository, by their path: "/model.glb". */
  readonly files: Map<string, string | Uint8Array>;
  /**
   * Opens a page of this server, and waits until it is loaded.
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
  return {
    files,
    open: (path, size = { width: 640, height: 480 }, options = {}) => openPage(browser, server.origin, path, size, options),
    close: async () => {
      await browser.close();
      await server.close();
    },
  };
}

async function openPage(
  browser: Browser,
  origin: string,
  path: string,
  viewport: Size,
  { init, ...options }: PageOptions,
): Promise<TestPage> {
  const page = await browser.newPage({ viewport, deviceScaleFactor: 1, ...options });
  page.setDefaultTimeout(90_000);
  if (init) {
    await page.addInitScript(init);
  }
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

/** Of the browser, about itself: that it draws without a graphics card, and that reading pixels waits for them. */
const KNOWN_WARNINGS = /software WebGL|GPU stall due to ReadPixels|Automatic fallback to software/;
