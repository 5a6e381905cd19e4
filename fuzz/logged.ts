import { Logger } from "@babylonjs/core/Misc/logger.js";

/** What was logged while something ran, and the errors of promises that nobody waited for. */
export interface Logged<T> {
  readonly result: T;
  readonly warnings: readonly string[];
  readonly errors: readonly string[];
  readonly rejections: readonly string[];
}

/** A logged line without the name of the package, with which all its lines begin. */
const withoutName = (message: unknown): string => String(message).replace(/^babylon-gltf-animation: /, "");

/** Runs something whose messages are collected instead of printed. */
export async function collectLogged<T>(run: () => Promise<T>): Promise<Logged<T>> {
  const [warnings, errors, rejections]: [string[], string[], string[]] = [[], [], []];
  const { Warn, Error } = Logger;
  const onRejection = (error: unknown): void => void rejections.push(String(error));
  Logger.Warn = (message) => void warnings.push(withoutName(message));
  Logger.Error = (message) => void errors.push(withoutName(message));
  process.on("unhandledRejection", onRejection);
  try {
    return { result: await run(), warnings, errors, rejections };
  } finally {
    Object.assign(Logger, { Warn, Error });
    process.off("unhandledRejection", onRejection);
  }
}
