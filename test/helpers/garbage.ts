/** Bytes by which the heap changes from one collection to the next by itself. */
const NOISE = 10_000;

/** Bytes of the heap that something refers to. */
export async function heapInUse(): Promise<number> {
  await collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** Collects garbage until what nothing refers to is gone: until two collections in a row find nothing more. */
export async function collectGarbage(): Promise<void> {
  let least = Infinity;
  let inVain = 0;
  while (inVain < 2) {
    await new Promise((resolve) => setImmediate(resolve));
    globalThis.gc!();
    const { heapUsed } = process.memoryUsage();
    inVain = heapUsed < least - NOISE ? 0 : inVain + 1;
    least = Math.min(least, heapUsed);
  }
}
