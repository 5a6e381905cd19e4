import type { Finding } from "./finding.js";
import { excerpt, show } from "./messages.js";

/** An error in an asset, with the JSON pointer, the broken rule and the value. */
export class AssetError extends Error {
  override readonly name: string = "AssetError";

  /**
   * @param pointer JSON pointer into the asset, for example `/extensions/KHR_animation_clip/clips/2/end`
   * @param rule the broken rule and the value, for example `must be >= start (got 1 < 2)`
   */
  constructor(
    readonly pointer: string,
    readonly rule: string,
  ) {
    super(`${pointer}: ${rule}`);
  }
}

/** An unforeseen error while reading a part of an asset: a bug in the package. Only the affected part is skipped. */
export class UnexpectedError extends AssetError {
  override readonly name = "UnexpectedError";

  /** @param pointer JSON pointer of the part */
  constructor(
    pointer: string,
    override readonly cause: unknown,
  ) {
    super(pointer, `unexpected error, please report it (got ${excerpt(String(cause))})`);
  }
}

/** Turns a finding into the error that reports it. */
export function errorOf({ code, pointer, message, cause }: Finding): AssetError {
  return code === "UNEXPECTED_ERROR" ? new UnexpectedError(pointer, cause) : new AssetError(pointer, message);
}

/** Converts any thrown value to the error for which a part of an asset is skipped. */
export function toAssetError(pointer: string, error: unknown): AssetError {
  return error instanceof AssetError ? error : new UnexpectedError(pointer, error);
}

/**
 * Reads or makes a part of an asset, and skips the part on failure.
 * @param pointer JSON pointer of the part
 * @param onError receives the error, and may throw the error
 * @returns the part, or null if the part is skipped
 */
export function attempt<T>(pointer: string, run: () => T, onError: (error: AssetError) => void): T | null {
  try {
    return run();
  } catch (error) {
    onError(toAssetError(pointer, error));
    return null;
  }
}

/** Whether a value of an asset is an object, not null or an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @throws AssetError unless the value is a plain object */
export function expectObject(pointer: string, value: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(value)) {
    throw new AssetError(pointer, `must be an object (got ${show(value)})`);
  }
  return value;
}

/** @throws AssetError unless the value is an array */
export function expectArray(pointer: string, value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) {
    throw new AssetError(pointer, `must be an array (got ${show(value)})`);
  }
  return value;
}

/** @throws AssetError unless the value is an array with at least one item */
export function expectItems(pointer: string, value: unknown): readonly unknown[] {
  const items = expectArray(pointer, value);
  if (items.length === 0) {
    throw new AssetError(pointer, "must not be empty (got [])");
  }
  return items;
}

/** @throws AssetError unless the value is a number other than NaN */
export function expectNumber(pointer: string, value: unknown): number {
  if (typeof value !== "number" || Number.isNaN(value)) {
    throw new AssetError(pointer, `must be a number (got ${show(value)})`);
  }
  return value;
}

/** @throws AssetError unless the value is true or false */
export function expectBoolean(pointer: string, value: unknown): boolean {
  if (typeof value !== "boolean") {
    throw new AssetError(pointer, `must be true or false (got ${show(value)})`);
  }
  return value;
}

/** @throws AssetError unless the value is a string */
export function expectString(pointer: string, value: unknown): string {
  if (typeof value !== "string") {
    throw new AssetError(pointer, `must be a string (got ${show(value)})`);
  }
  return value;
}
