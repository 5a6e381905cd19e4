import { Logger } from "@babylonjs/core/Misc/logger.js";
import { DescribeFinding, excerpt, hasUnknownMembers, type MemberNames, type Replacements, stackOf } from "../../gltf/util/index.js";

/** The prefix of all logged messages. */
const PREFIX = "babylon-gltf-animation: ";

/** Logs a warning. */
export function logWarning(message: string): void {
  Logger.Warn(PREFIX + message);
}

/** The largest number of different warnings that are logged once. */
const MAX_ONCE = 1000;

const logged = new Set<string>();

/**
 * Logs a warning, unless one with the same key was logged before.
 * @param key what the warning is about; by default the message
 */
export function logWarningOnce(message: string, key = message): void {
  if (!logged.has(key) && logged.size < MAX_ONCE) {
    logged.add(key);
    logWarning(message);
  }
}

/**
 * Logs what has to be imported first, because most applications never need it.
 * @param caller for the error of an import that fails
 */
export function logLater(caller: string, log: () => Promise<void>): void {
  log().catch((error: unknown) => logError(caller, error));
}

/**
 * Warns of members of an argument that a function does not know: once for each function and member. The words are imported for the first such
 * member.
 */
export function warnOfUnknownMembers<T>(
  caller: string,
  argument: string,
  given: unknown,
  known: MemberNames<T>,
  replacements?: Replacements,
): void {
  if (hasUnknownMembers(given, known)) {
    logLater(caller, async () => {
      const { findUnknownMembers } = await import("../../gltf/util/members.js");
      findUnknownMembers(argument, given, known, replacements).forEach((finding) =>
        logWarningOnce(`${caller}: ${DescribeFinding(finding)}`, `${caller} ${finding.pointer}`),
      );
    });
  }
}

/** Logs a message with the stack of an error. */
export function logWithStack(message: string, error: unknown): void {
  Logger.Error(`${PREFIX}${message}\n${stackOf(error)}`);
}

/** Logs an error with its stack, where throwing would break a frame or a call of the application. */
export function logError(caller: string, error: unknown): void {
  logWithStack(`${excerpt(caller)}: ${excerpt(String(error))}`, error);
}
