import { excerpt, isObject, type Json, show } from "../util/index.js";
import { type ClipSettings, findClipSettingsProblem, SETTINGS } from "../timing/index.js";
import { type ImportContext, type Importer, statedSettings } from "./importer.js";

/** A pattern for animation names, and the settings of matching animations. The first matching rule counts. */
type Rule = readonly [pattern: RegExp, settings: ClipSettings];

const WORDS: readonly Rule[] = [
  [/(^|[^a-z])ping[ _-]?pong([^a-z]|$)/i, { repetitions: -1, reverse: true }],
  [/(^|[^a-z])(once|one[ _-]?shot)([^a-z]|$)/i, { repetitions: 1 }],
  [/(^|[^a-z])(loop|looping|cycle)([^a-z]|$)/i, { repetitions: -1 }],
];

/** One of the words after a word that denies it. A number is no denial: `Dance No 1 loop`. */
const DENIED =
  /(?<=^|[^a-z])(?:no|non|not|never|without)(?:[^a-z\d]+an?)?[^a-z\d]*(ping[ _-]?pong|once|one[ _-]?shot|loop|looping|cycle)(?![a-z])/gi;

/** Replaces words that are denied: what does not loop, plays once; other denied words say nothing. */
function withoutDenials(words: string): string {
  return words.replace(DENIED, (_, word: string) => (/loop|cycle/i.test(word) ? "once" : ""));
}

/** A range of seconds in a name, such as `[0.2-1.4]`. */
const RANGE = /\[ *(-?[\d.]+) *- *(-?[\d.]+) *\]/;

/**
 * Imports clips from animation names: by the rules of a sidecar or, without a sidecar, by the words `loop`, `cycle`, `once`, `oneshot` and
 * `pingpong`, with the range of seconds in brackets, if there is one. `no loop` and its like mean `once`.
 */
export const importNames: Importer = (context) => {
  const { sidecar, rules: stated = sidecar === undefined ? undefined : readObject(context, sidecar) } = context.options;
  const rules = stated ? readRules(context, stated) : WORDS;
  context.animations.forEach((_, animation) => {
    const name = context.nameOf(animation) ?? "";
    const words = rules === WORDS ? withoutDenials(name.replace(/([a-z])([A-Z])/g, "$1_$2")) : name;
    const settings = rules.find(([pattern]) => pattern.test(words))?.[1];
    const lastKey = settings ? context.endOf(animation) : null;
    if (lastKey === null) {
      return;
    }
    const range = rules === WORDS ? readRange(context, animation, name) : null;
    const { start = 0, end = lastKey } = range ?? settings!;
    if (start >= 0 && start <= end) {
      context.add(`/animations/${animation}/name`, [animation], { ...settings, start, end });
    } else {
      context.note(`/animations/${animation}/name`, `must match a rule whose start is within 0..${end} (got ${start})`);
    }
  });
};

/** Reads the range of seconds in a name. An invalid range is left out, with a finding. */
function readRange(context: ImportContext, animation: number, name: string): ClipSettings | null {
  const [range, start, end] = RANGE.exec(name) ?? [];
  if (range === undefined) {
    return null;
  }
  const settings = { start: Number(start), end: Number(end) };
  if (settings.start >= 0 && settings.start <= settings.end && settings.end < Infinity) {
    return settings;
  }
  context.note(`/animations/${animation}/name`, `must have a range of seconds, [start-end] with 0 <= start <= end (got ${excerpt(range)})`);
  return null;
}

/** Reads rules by pattern. Invalid rules are left out, with a finding. */
function readRules(context: ImportContext, rules: Json): readonly Rule[] {
  return Object.entries(rules).flatMap(([pattern, value]): readonly Rule[] => {
    const pointer = `sidecar/${excerpt(pattern)}`;
    if (!isObject(value)) {
      context.note(pointer, `must be an object (got ${show(value)})`);
      return [];
    }
    const settings = statedSettings(value);
    const unknown = Object.keys(value).find((member) => !SETTINGS.some((setting) => setting === member));
    const problem =
      unknown === undefined
        ? findClipSettingsProblem(settings)
        : { member: excerpt(unknown), message: `must be one of ${SETTINGS.join(", ")}` };
    if (problem) {
      context.note(`${pointer}/${problem.member}`, problem.message);
      return [];
    }
    try {
      return [[new RegExp(pattern), settings]];
    } catch {
      context.note("sidecar", `must have regular expressions as names (got ${show(pattern)})`);
      return [];
    }
  });
}

function readObject(context: ImportContext, sidecar: string): Json {
  let json: unknown;
  try {
    json = JSON.parse(sidecar);
  } catch (error) {
    context.note("sidecar", `must be JSON (got ${show((error as Error).message)})`);
    return {};
  }
  if (!isObject(json)) {
    context.note("sidecar", `must be an object (got ${show(json)})`);
    return {};
  }
  return json;
}
