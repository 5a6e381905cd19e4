/** Bytes of the heap that something refers to. */
export async function heapInUse(): Promise<number> {
  await collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** Collects garbage until what nothing refers to is gone. */
export async function collectGarbage(): Promise<void> {
  for (let i = 0; i < 10; i++) {
    await new Promise((resolve) => setImmediate(resolve));
    globalThis.gc!();
  }
}
