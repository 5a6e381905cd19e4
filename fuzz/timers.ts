/** Lets timers of up to 1 ms run as soon as possible: loading and disposal use them to go on later, and cases would mostly sleep. */
const { setTimeout: start, clearTimeout: clear } = globalThis;

globalThis.setTimeout = ((run: (...args: unknown[]) => void, milliseconds = 0, ...args: unknown[]) =>
  milliseconds <= 1 ? setImmediate(run, ...args) : start(run, milliseconds, ...args)) as typeof setTimeout;

globalThis.clearTimeout = ((timer: NodeJS.Timeout & NodeJS.Immediate) => {
  clearImmediate(timer);
  clear(timer);
}) as typeof clearTimeout;
