import { excerpt } from "../../gltf/util/index.js";
import { UsageError } from "./model.js";

/** @throws UsageError unless the option `--fps` is missing, or a rate */
export function expectRate(fps: number | undefined): void {
  if (fps !== undefined && !(fps > 0 && fps < Infinity)) {
    throw new UsageError(`--fps: must be finite and > 0 (got ${fps})`);
  }
}

/**
 * @param start the bounds as the user gave them
 * @throws UsageError if a clip would end before it begins
 */
export function expectOrder(name: string, start: number | string, end: number | string): void {
  if (Number(start) > Number(end)) {
    throw new UsageError(`${excerpt(name)}: must begin before it ends (got ${start}-${end})`);
  }
}
