/** How the animations and skeletons of a file are computed. */
export type Kind = "plain" | "compiled" | "following";

export const KIND_NAMES: Readonly<Record<Kind, string>> = {
  plain: "Plain groups",
  compiled: "Compiled groups",
  following: "Compiled groups and skeletons",
};

export const KINDS = Object.keys(KIND_NAMES) as readonly Kind[];

/** The times of a frame, in milliseconds. */
export interface Times {
  /** Processor time of the animation step. */
  readonly step: number;
  /** Processor time of `scene.render()`, which includes the animation step. */
  readonly frame: number;
  /** The time from one picture to the next: at least that of the display. */
  readonly picture: number;
  /** The time of the graphics card; null where the browser does not tell. */
  readonly gpu: number | null;
}

/** The times with a number of instances. */
export interface Row {
  readonly instances: number;
  readonly drawCalls: number;
  /** `compiled` is missing for files without animations, `following` for files without skeletons. */
  readonly times: { readonly plain: Times; readonly compiled?: Times; readonly following?: Times };
}

/** What one instance of the file has. */
export interface Contents {
  /** The channels of the animations that play. */
  readonly channels: number;
  readonly bones: number;
  /** The parts that are drawn one by one. */
  readonly meshes: number;
  readonly vertices: number;
}

/** Where and how the times were measured. */
export interface Conditions {
  readonly browser: string;
  /** The graphics card, as the browser calls it. */
  readonly renderer: string;
  /** The size of the drawing in pixels. */
  readonly width: number;
  readonly height: number;
  /** The milliseconds from one picture of an empty page to the next. */
  readonly display: number;
  readonly rounds: number;
  /** The version of Babylon.js. */
  readonly babylon: string;
  /** The version of this package. */
  readonly version: string;
  /** As in 2026-11-28. */
  readonly date: string;
}

/** What was measured of a file. */
export interface Figures {
  /** The name of the file. */
  readonly file: string;
  /** The names of the animations that play; empty for none. */
  readonly plays: string;
  readonly contents: Contents;
  /** In ascending order of the instances; at least one. */
  readonly rows: readonly Row[];
  /** What else there is to know, in complete sentences. */
  readonly notes: readonly string[];
  readonly conditions: Conditions;
}

/** Whether a browser draws without a graphics card: what its pictures take says nothing about machines that have one. */
export function isSoftware(renderer: string): boolean {
  return /swiftshader|llvmpipe|software|basic render/i.test(renderer);
}

/** Rounds a time to four significant digits, more than a measurement is good for. */
export function rounded(milliseconds: number): number {
  return Number(milliseconds.toPrecision(4));
}

/** A time as people read it, without its unit: "12.3", "0.45". */
export function timeText(milliseconds: number): string {
  if (milliseconds < 0.001) {
    return "0";
  }
  return milliseconds >= 10 ? milliseconds.toFixed(milliseconds >= 100 ? 0 : 1) : String(Number(milliseconds.toPrecision(2)));
}

/** A number and its noun: "1 mesh", "1,900 meshes". */
export function countText(count: number, noun: string, plural = `${noun}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? noun : plural}`;
}
