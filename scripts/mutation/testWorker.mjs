import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/** @typedef {import("./worker.mjs").Run} Run */
/** @typedef {import("./worker.mjs").Result} Result */

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Node 20 keeps the modules of each test file for ever: beyond these bytes, a new process takes over. */
const MEMORY = 1.2e9;

/** A process that runs test files, one at a time. */
export class TestWorker {
  /** @type {import("node:child_process").ChildProcess | undefined} */
  _process;

  /** @param {Run} run @returns {Promise<Result | undefined>} undefined where the process ended */
  async run(run) {
    const child = (this._process ??= start());
    /** @type {Result | undefined} */
    const result = await new Promise((resolve) => {
      child.once("message", resolve);
      child.once("exit", () => resolve(undefined));
      child.send(run);
    });
    child.removeAllListeners();
    if (!result || result.memory > MEMORY) {
      this.stop();
    }
    return result;
  }

  stop() {
    this._process?.kill("SIGKILL");
    this._process = undefined;
  }
}

function start() {
  const execArgv = ["--expose-gc", "--experimental-vm-modules", "--no-warnings"];
  const path = fileURLToPath(new URL("worker.mjs", import.meta.url));
  return fork(path, { cwd: ROOT, execArgv, stdio: ["ignore", "ignore", "ignore", "ipc"] });
}
