import { KINDS, type Conditions, type Contents, type Figures, type Kind, type Row, type Times } from "./figures.js";

/** Longer texts are cut off. */
const MAX_TEXT = 160;
const MAX_NOTES = 4;
const MAX_ROWS = 8;
/** Longer addresses are not made by this page. */
const MAX_LENGTH = 8000;
/** No number of figures is greater. */
const MAX_NUMBER = 1e12;

const CONTENTS = ["channels", "bones", "meshes", "vertices"] as const satisfies readonly (keyof Contents)[];
const TEXTS = ["browser", "renderer", "babylon", "version", "date"] as const satisfies readonly (keyof Conditions)[];
const NUMBERS = ["width", "height", "display", "rounds"] as const satisfies readonly (keyof Conditions)[];
const TIMES = ["step", "frame", "picture", "gpu"] as const satisfies readonly (keyof Times)[];

/** Writes figures into the part of an address behind the #. Long texts are cut off, notes that do not fit are left out. */
export function writeFigures({ file, plays, contents, rows, notes, conditions }: Figures): string {
  const parameters = new URLSearchParams({ file: clean(file), plays: clean(plays) });
  parameters.set("has", CONTENTS.map((name) => contents[name]).join(" "));
  rows.slice(0, MAX_ROWS).forEach((row) => parameters.append("row", writeRow(row)));
  TEXTS.forEach((name) => parameters.set(name, clean(conditions[name])));
  NUMBERS.forEach((name) => parameters.set(name, String(conditions[name])));
  return notes
    .slice(0, MAX_NOTES)
    .map((note) => `&${new URLSearchParams({ note: clean(note) }).toString()}`)
    .reduce((text, note) => (text.length + note.length > MAX_LENGTH ? text : text + note), `#${parameters.toString()}`);
}

function writeRow({ instances, drawCalls, times }: Row): string {
  const measured = KINDS.flatMap((kind) => {
    const each = times[kind];
    return each ? [`${kind} ${TIMES.map((name) => each[name] ?? "-").join(" ")}`] : [];
  });
  return [`${instances} ${drawCalls}`, ...measured].join(",");
}

/**
 * Reads the part of an address behind the #.
 * @returns null if there are no figures in it
 * @throws RangeError if they cannot be read
 */
export function readFigures(hash: string): Figures | null {
  const text = hash.replace(/^#/, "");
  const parameters = new URLSearchParams(text.slice(0, MAX_LENGTH));
  if (!parameters.has("row")) {
    return null;
  }
  if (text.length > MAX_LENGTH) {
    throw new RangeError(`it has ${text.length.toLocaleString("en")} characters`);
  }
  const textOf = (name: string): string => clean(parameters.get(name) ?? missing(name));
  const conditions = {
    ...Object.fromEntries(TEXTS.map((name) => [name, textOf(name)])),
    ...Object.fromEntries(NUMBERS.map((name) => [name, positive(name, textOf(name))])),
  } as unknown as Conditions;
  const rows = parameters.getAll("row").slice(0, MAX_ROWS).map(readRow);
  if (rows.some(({ instances }, i) => i > 0 && instances <= rows[i - 1]!.instances)) {
    throw new RangeError("the numbers of instances do not ascend");
  }
  return {
    file: textOf("file"),
    plays: textOf("plays"),
    contents: readContents(textOf("has")),
    rows,
    notes: parameters.getAll("note").slice(0, MAX_NOTES).map(clean),
    conditions,
  };
}

function readContents(text: string): Contents {
  const parts = text.split(" ");
  return Object.fromEntries(CONTENTS.map((name, i) => [name, integer(name, parts[i])])) as unknown as Contents;
}

function readRow(text: string): Row {
  const [counts = "", ...kinds] = text.split(",");
  const [instances, drawCalls] = counts.split(" ");
  const times = Object.fromEntries(kinds.slice(0, KINDS.length).map(readTimes)) as Partial<Record<Kind, Times>>;
  return {
    instances: positive("instances", String(integer("instances", instances))),
    drawCalls: integer("draw calls", drawCalls),
    times: { ...times, plain: times.plain ?? missing("plain") },
  };
}

function readTimes(text: string): [Kind, Times] {
  const [kind = "", ...values] = text.split(" ");
  if (!(KINDS as readonly string[]).includes(kind)) {
    throw new RangeError(`“${kind.slice(0, MAX_TEXT)}” is not known`);
  }
  const times = TIMES.map((name, i) => [name, name === "gpu" && values[i] === "-" ? null : numberOf(name, values[i])]);
  return [kind as Kind, Object.fromEntries(times) as Times];
}

function positive(name: string, text: string): number {
  return numberOf(name, text) || missing(name);
}

function integer(name: string, text: string | undefined): number {
  return Math.round(numberOf(name, text));
}

function numberOf(name: string, text: string | undefined): number {
  const value = text === undefined || text.trim() === "" ? NaN : Number(text);
  if (!(value >= 0 && value <= MAX_NUMBER)) {
    throw new RangeError(`${name} is not a number`);
  }
  return value;
}

function missing(name: string): never {
  throw new RangeError(`${name} is missing`);
}

/** A text of any origin in one short line. */
function clean(text: string): string {
  return Array.from(text.replace(/\p{C}/gu, "")).slice(0, MAX_TEXT).join("");
}
