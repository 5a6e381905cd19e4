import { Logger } from "@babylonjs/core/Misc/logger.js";
import type { Observable } from "@babylonjs/core/Misc/observable.js";
import { excerpt, findUnknownMembers, type MemberNames, type Replacements, stackOf } from "../util/index.js";

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

/** Warns of members of an argument that a function does not know: once for each function and member. */
export function warnOfUnknownMembers<T>(
  caller: string,
  argument: string,
  given: unknown,
  known: MemberNames<T>,
  replacements?: Replacements,
): void {
  findUnknownMembers(argument, given, known, replacements).forEach(({ place, message }) =>
    logWarningOnce(`${caller}: ${message}`, `${caller} ${place}`),
  );
}

/** The seconds from which on a time was probably meant as something else: as milliseconds, or as frames a second. */
const LONG = 10;

/** Warns of a time between two poses, or of a fade, that is much longer than is usual: once for each function. */
export function warnOfLongTime(caller: string, argument: string, seconds: number, hint: string): void {
  if (seconds >= LONG && seconds < Infinity) {
    logWarningOnce(`${caller}: ${argument}: is in seconds (got ${seconds}); ${hint}`, `${caller} ${argument}`);
  }
}

/** Logs a message with the stack of an error. */
export function logWithStack(message: string, error: unknown): void {
  Logger.Error(`${PREFIX}${message}\n${stackOf(error)}`);
}

/** Logs an error with its stack, where throwing would break a frame or a call of the application. */
export function logError(place: string, error: unknown): void {
  logWithStack(`${excerpt(place)}: ${excerpt(String(error))}`, error);
}

/**
 * Runs code of the application, such as observers, and logs its errors, so that an error neither ends the render loop nor leaves a clip
 * half changed.
 * @param place the caller, for the message
 */
export function runSafely(place: string, run: () => void): void {
  try {
    run();
  } catch (error) {
    logError(place, error);
  }
}

/** Notifies observers, and logs their errors. Allocates nothing itself. */
export function notify<T>(place: string, observable: Observable<T>, event: T): void {
  try {
    observable.notifyObservers(event);
  } catch (error) {
    logError(`${place}: an observer threw`, error);
  }
}
