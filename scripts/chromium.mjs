/** The browser that tests and scripts drive. */
import { existsSync } from "node:fs";

/** Debian's build without windows, which takes a sixth less time. */
const HEADLESS = "/usr/bin/chromium-headless-shell";

/** The path of Chromium: what the environment variable `CHROMIUM` says, or else where Debian has it. */
export const CHROMIUM_PATH = process.env["CHROMIUM"] ?? (existsSync(HEADLESS) ? HEADLESS : "/usr/bin/chromium");
