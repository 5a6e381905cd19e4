import { Logger } from "@babylonjs/core/Misc/logger.js";

/** What was logged while something ran. */
export interface Logged {
  readonly warnings: string[];
  readonly errors: string[];
}

/** Collects what is logged, and prints nothing. */
export async function collectLogged(run: (logged: Logged) => void | Promise<void>): Promise<void> {
  const logged: Logged = { warnings: [], errors: [] };
  const { Warn, Error } = Logger;
  Logger.Warn = (message) => void logged.warnings.push(String(message));
  Logger.Error = (message) => void logged.errors.push(String(message));
  try {
    await run(logged);
  } finally {
    Object.assign(Logger, { Warn, Error });
  }
}
