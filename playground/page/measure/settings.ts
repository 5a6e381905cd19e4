/** How much a measurement does. */
export interface Settings {
  /** The numbers of instances, in ascending order. */
  readonly instances: readonly number[];
  /** How often each kind has its turn with each number of instances. */
  readonly rounds: number;
  /** After as many seconds, a number of instances gets no further rounds. */
  readonly seconds: number;
  /** The size of the drawing in pixels. The same on all screens by default, so that figures can be compared. */
  readonly width: number;
  readonly height: number;
}

const DEFAULTS: Settings = { instances: [1, 10, 100], rounds: 7, seconds: 30, width: 1280, height: 720 };

const MAX_INSTANCES = 1000;
const MAX_COUNTS = 5;
const MAX_ROUNDS = 99;
const MAX_SECONDS = 3600;
const MAX_PIXELS = 4096;

/** Reads the query of the address, such as `?instances=1,50&rounds=3&size=1920x1080`. What makes no sense there does not count. */
export function readSettings(search: string): Settings {
  const parameters = new URLSearchParams(search);
  const listed = (parameters.get("instances") ?? "").split(",").map(Number);
  const instances = [...new Set(listed.filter((count) => isCount(count, MAX_INSTANCES)))].sort((a, b) => a - b).slice(0, MAX_COUNTS);
  const rounds = Number(parameters.get("rounds"));
  const seconds = Number(parameters.get("seconds") || NaN);
  const [width = 0, height = 0] = (parameters.get("size") ?? "").split("x").map(Number);
  return {
    ...DEFAULTS,
    ...(isCount(width, MAX_PIXELS) && isCount(height, MAX_PIXELS) && { width, height }),
    ...(instances.length > 0 && { instances }),
    ...(isCount(rounds, MAX_ROUNDS) && { rounds }),
    ...(seconds >= 0 && seconds <= MAX_SECONDS && { seconds }),
  };
}

function isCount(value: number, most: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= most;
}
