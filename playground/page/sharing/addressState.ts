import type { ResolvedClipSettings } from "../../../src/pure.js";
import { asDecimal } from "../controls/decimal.js";
import { format } from "../controls/dom.js";
import type { AnimationEvents } from "../events/eventEntries.js";
import type { ViewSettings } from "../stage/stage.js";

/** A clip in an address. */
export interface AddressClip {
  /** The name of the clip, or its place in the file if another clip has the same name. */
  readonly clip: string;
  /** The timestamp in seconds, if the clip has been started. */
  readonly time?: number;
  readonly isPlaying?: boolean;
  /** 0..1; missing for clips that are not mixed by weight. */
  readonly weight?: number;
  /** The settings with values different from the file. */
  readonly settings: Partial<ResolvedClipSettings>;
}

/** Where the page's camera is: angles in radians, distance, and the point that it looks at. */
export type Orbit = readonly [alpha: number, beta: number, radius: number, x: number, y: number, z: number];

/** What the part of the page's address behind the # says. */
export interface AddressState {
  /** The name of a file that the address does not lead to, because it is on the user's computer. */
  readonly file?: string;
  /** Index of a camera of the model. */
  readonly camera?: number;
  readonly orbit?: Orbit;
  /** The settings of the view with values different from a fresh page. */
  readonly view?: Partial<ViewSettings>;
  /** The number of characters of the crowd that is shown in place of the model. */
  readonly crowd?: number;
  /** Whether they play all clips in turn. */
  readonly isInTurn?: boolean;
  /** Whether the selected clip moves the character. */
  readonly rootMotion?: boolean;
  /** The JSON of all clips of the document, if the document differs from the file. */
  readonly made?: readonly unknown[];
  /** The events of the animations whose events differ from the file. */
  readonly events?: readonly AnimationEvents[];
  /** The first one is selected. */
  readonly clips: readonly AddressClip[];
}

/** Longer addresses are cut off by some programs. */
const MAX_LENGTH = 2000;

const VIEW_CHOICES: Readonly<Record<string, readonly string[]>> = {
  environment: ["studio", "daylight", "none"] satisfies ViewSettings["environment"][],
  background: ["page", "white", "grey", "black"] satisfies ViewSettings["background"][],
};

/** In stops. */
const MAX_EXPOSURE = 4;

/** As many as the page shows. */
const MAX_CHARACTERS = 10_000;

const NUMBERS = ["start", "end", "offset", "speed", "repetitions"] as const;

/**
 * Writes the state into the part of the address behind the #, of the given length at most. If the text is too long, clips are left out, the last clips first; all clips if
 * `made` is too long, because the remaining clips could be mistaken for clips of the file.
 * @returns the text, beginning with #, how many clips were left out, and whether events were
 */
export function writeState(
  { file, camera, orbit, view, crowd, isInTurn, rootMotion, made, events, clips }: AddressState,
  maxLength = MAX_LENGTH,
): {
  hash: string;
  omitted: number;
  omitsEvents?: true;
} {
  const parts = [
    ...(file === undefined ? [] : [`file=${encoded(file)}`]),
    ...(camera === undefined ? [] : [`camera=${camera}`]),
    ...(orbit ? [`orbit=${orbit.map(short).join(",")}`] : []),
    ...(view ? [writeView(view)] : []),
    ...(crowd === undefined ? [] : [`crowd=${crowd}${isInTurn ? ";turn" : ""}`]),
    ...(rootMotion ? ["root-motion"] : []),
  ];
  const timed = events && `events=${toBase64(JSON.stringify(events))}`;
  const omitsEvents = timed !== undefined && parts.join("&").length + timed.length + 2 > maxLength;
  parts.push(...(timed && !omitsEvents ? [timed] : []));
  const all = made && `clips=${toBase64(JSON.stringify(made))}`;
  if (all && parts.join("&").length + all.length + 2 > maxLength) {
    return { hash: hashOf(parts), omitted: made.length, ...(omitsEvents && { omitsEvents }) };
  }
  parts.push(...(all ? [all] : []));
  let length = parts.join("&").length + 1;
  let omitted = 0;
  for (const clip of clips) {
    const part = writeClip(clip);
    if (length + part.length + 1 > maxLength) {
      omitted++;
    } else {
      parts.push(part);
      length += part.length + 1;
    }
  }
  return { hash: hashOf(parts), omitted, ...(omitsEvents && { omitsEvents }) };
}

function hashOf(parts: readonly string[]): string {
  return parts.length > 0 ? `#${parts.join("&")}` : "";
}

/** Base64 for URLs (RFC 4648, section 5), which is shorter than escaped JSON. */
function toBase64(text: string): string {
  const binary = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64(text: string): string {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
}

function writeView(view: Partial<ViewSettings>): string {
  const members = Object.entries(view).map(([name, value]) => (value === true ? name : `${name}=${value}`));
  return `view=${members.join(";")}`;
}

function writeClip({ clip, time, isPlaying, weight, settings }: AddressClip): string {
  const members = NUMBERS.flatMap((name) => {
    const value = settings[name];
    return value === undefined ? [] : [`${name}=${value === Infinity ? "none" : asDecimal(value)}`];
  });
  return [
    `clip=${encoded(clip)}`,
    ...(time === undefined ? [] : [`t=${short(time)}`]),
    ...(isPlaying ? ["play"] : []),
    ...(weight === undefined ? [] : [`weight=${short(weight)}`]),
    ...members,
    ...(settings.reverse === undefined ? [] : [`reverse=${settings.reverse ? 1 : 0}`]),
  ].join(";");
}

/** Names can contain half a surrogate pair, which an address cannot. */
function encoded(name: string): string {
  return encodeURIComponent(name.replace(/\p{Surrogate}/gu, "\uFFFD"));
}

/** Micrometers and microseconds are exact enough. */
function short(value: number): string {
  return String(Number(value.toFixed(6)));
}

/**
 * Reads the part of an address behind the #, which is refused if it is longer than given.
 * @returns what could be read, and what is wrong with the rest
 */
export function readState(hash: string, maxLength = 2 * MAX_LENGTH): { state: AddressState; problems: readonly string[] } {
  const problems: string[] = [];
  if (hash.length > maxLength) {
    return { state: { clips: [] }, problems: [`The address is too long: its part behind # has ${hash.length} characters.`] };
  }
  let state: AddressState = { clips: [] };
  for (const part of hash.replace(/^#/, "").split("&").filter(Boolean)) {
    try {
      state = { ...state, ...readPart(part, state) };
    } catch (error) {
      problems.push(`The address is wrong at ${excerptOf(part)}: ${(error as Error).message}`);
    }
  }
  return { state, problems };
}

function readPart(part: string, { clips }: AddressState): Partial<AddressState> {
  const [name, value] = cut(part, "=");
  switch (name) {
    case "file":
      return { file: decodeURIComponent(value) };
    case "camera":
      return { camera: integerOf(value) };
    case "orbit":
      return { orbit: orbitOf(value) };
    case "view":
      return { view: Object.fromEntries(value.split(";").map(readViewMember)) };
    case "crowd":
      return readCrowd(value);
    case "root-motion":
      return { rootMotion: true };
    case "clips":
      return { made: readMade(value) };
    case "events":
      return { events: readEvents(value) };
    case "clip":
      return { clips: [...clips, readClip(value)] };
    default:
      throw new RangeError("this page knows file, camera, orbit, view, crowd, root-motion, clips, events and clip.");
  }
}

function readMade(text: string): readonly unknown[] {
  const made = jsonIn(text);
  if (!Array.isArray(made)) {
    throw new RangeError("it must be a list of clips, as this page writes it.");
  }
  return made as readonly unknown[];
}

function readEvents(text: string): readonly AnimationEvents[] {
  const lists = jsonIn(text);
  const isOfAnimation = (list: unknown): boolean =>
    Array.isArray(list) && list.length === 2 && Number.isInteger(list[0]) && list[0] >= 0 && Array.isArray(list[1]);
  if (!Array.isArray(lists) || !lists.every(isOfAnimation)) {
    throw new RangeError("it must be the events of animations, as this page writes them.");
  }
  return lists as readonly AnimationEvents[];
}

/** @returns undefined if the text is no JSON: the reason would be about bytes that the user did not type */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(fromBase64(text));
  } catch {
    return undefined;
  }
}

function readClip(text: string): AddressClip {
  const [clip = "", ...members] = text.split(";");
  let read: AddressClip = { clip: decodeURIComponent(clip), settings: {} };
  for (const member of members) {
    const [name, value] = cut(member, "=");
    if (name === "t") {
      read = { ...read, time: numberOf(value) };
    } else if (name === "play") {
      read = { ...read, isPlaying: true };
    } else if (name === "weight") {
      read = { ...read, weight: Math.min(Math.max(numberOf(value), 0), 1) };
    } else if (name === "reverse") {
      read = { ...read, settings: { ...read.settings, reverse: value === "1" } };
    } else if ((NUMBERS as readonly string[]).includes(name)) {
      read = { ...read, settings: { ...read.settings, [name]: name === "end" && value === "none" ? Infinity : numberOf(value) } };
    } else {
      throw new RangeError(`a clip has no ${excerptOf(name)}.`);
    }
  }
  return read;
}

function readViewMember(member: string): [keyof ViewSettings, unknown] {
  const [name, value] = cut(member, "=");
  if (member === "grid" || member === "axes") {
    return [member, true];
  }
  if (name === "exposure") {
    return [name, Math.min(Math.max(numberOf(value), -MAX_EXPOSURE), MAX_EXPOSURE)];
  }
  if ((name === "environment" || name === "background") && VIEW_CHOICES[name]!.includes(value)) {
    return [name, value];
  }
  throw new RangeError(`the view has no ${excerptOf(member)}.`);
}

function orbitOf(text: string): Orbit {
  const numbers = text.split(",").map(numberOf);
  if (numbers.length !== 6 || !(numbers[2]! > 0)) {
    throw new RangeError("an orbit has two angles, a distance > 0 and a point.");
  }
  return numbers as unknown as Orbit;
}

function integerOf(text: string): number {
  const value = numberOf(text);
  if (!Number.isInteger(value) || value < 0) {
    throw new RangeError(`${format(value)} is not the number of a camera.`);
  }
  return value;
}

function readCrowd(text: string): Pick<AddressState, "crowd" | "isInTurn"> {
  const [count, member] = cut(text, ";");
  const value = numberOf(count);
  if (!Number.isInteger(value) || value < 1 || value > MAX_CHARACTERS) {
    throw new RangeError("a crowd has 1 to 10,000 characters.");
  }
  if (member !== "" && member !== "turn") {
    throw new RangeError(`a crowd has no ${excerptOf(member)}.`);
  }
  return { crowd: value, ...(member === "turn" && { isInTurn: true }) };
}

function numberOf(text: string): number {
  const value = text === "" ? NaN : Number(text);
  if (!Number.isFinite(value)) {
    throw new RangeError(`${excerptOf(text)} is not a number.`);
  }
  return value;
}

function cut(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

function excerptOf(text: string): string {
  return text.length > 60 ? `“${text.slice(0, 60)}…”` : `“${text}”`;
}
