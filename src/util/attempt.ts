import { toAssetError } from "./assetError.js";

/**
 * Runs one part of a tool. An error costs only that part.
 * @param place JSON pointer of the part
 * @param messages receives the error's message
 * @returns whether it succeeded
 */
export function attempt(place: string, messages: string[], run: () => void): boolean {
  try {
    run();
    return true;
  } catch (error) {
    messages.push(toAssetError(place, error).message);
    return false;
  }
}
