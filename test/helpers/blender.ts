/** Tests that run Blender. They are skipped where Blender is missing. */
import { spawnSync } from "node:child_process";
import { describe } from "@jest/globals";

/** The command: what the environment variable `BLENDER` says, or else `blender`. */
const BLENDER = process.env["BLENDER"] ?? "blender";

const hasBlender = spawnSync(BLENDER, ["--version"]).status === 0;

export const describeWithBlender = hasBlender ? describe : describe.skip; // few machines have Blender

/**
 * Runs a script in Blender without windows, and returns everything that was printed.
 * @param folder where Blender keeps settings and add-ons
 * @throws Error if the script fails
 */
export function runBlender(script: string, args: readonly string[], folder: string): string {
  const env = { ...process.env, BLENDER_USER_SCRIPTS: folder, BLENDER_USER_CONFIG: folder };
  const options = ["--background", "--factory-startup", "--python-exit-code", "1", "--python", script, "--", ...args];
  const { status, stdout, stderr, error } = spawnSync(BLENDER, options, { encoding: "utf8", env, maxBuffer: 1e8 });
  if (status !== 0) {
    throw new Error(`${BLENDER} ended with ${status}:\n${stdout}\n${stderr}`, { cause: error });
  }
  return stdout + stderr;
}
