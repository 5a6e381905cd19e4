/** The browser that tests and scripts drive. */
import { existsSync } from "node:fs";

/** Debian's builds, the first of which has no windows and takes a sixth less time. */
const INSTALLED = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** The path of Chromium: what the environment variable `CHROMIUM` says, or else where Debian has it. */
export const CHROMIUM_PATH = process.env["CHROMIUM"] ?? INSTALLED.find((path) => existsSync(path)) ?? "/usr/bin/chromium";
