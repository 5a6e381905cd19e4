import type { CenterBone, Finger, LimbBone, Side } from "./bones.js";
import { CONVENTIONS, FINGER_WORDS, NOISE_WORDS, PLAIN_WORDS, SIDE_PAIRS, SIDE_WORDS } from "./boneWords.js";

/** A bone that a word names. */
export interface WordBone {
  readonly bone: CenterBone | LimbBone;
  readonly isWeak: boolean;
}

/** The bones of each word, the likeliest first. */
export const BONES_OF_WORDS: ReadonlyMap<string, readonly WordBone[]> = collectWords();

function collectWords(): ReadonlyMap<string, readonly WordBone[]> {
  const byWord = new Map<string, WordBone[]>();
  for (const { words, isWeak = false } of CONVENTIONS) {
    for (const [bone, list] of Object.entries(words)) {
      for (const word of list.split(" ")) {
        const known = byWord.get(word) ?? [];
        if (known.every((each) => each.bone !== bone)) {
          byWord.set(word, [...known, { bone: bone as WordBone["bone"], isWeak }]);
        }
      }
    }
  }
  return byWord;
}

/** What the name of a node says. */
export interface BoneName {
  /** The words of the bone in one, a key of {@link BONES_OF_WORDS}; empty if none is known. */
  readonly word: string;
  readonly side: Side | null;
  /** The first number. */
  readonly number: number | null;
  /** Whether a word says that the node is no bone of the body. */
  readonly isNoise: boolean;
  readonly isFinger: boolean;
  readonly finger: Finger | null;
  /** Number of unknown words before the word. */
  readonly lead: number;
  /** Whether the only word is that of the palm: a hand, where there is no other. */
  readonly isPalm: boolean;
}

/** The name without its namespace. */
function bareOf(name: string): string {
  return name.replace(/^.*[:|](?=.)/, "");
}

/** The words and numbers of a name, in lower case: `LeftUpLeg_01` has left, up, leg and 01. */
function splitWords(name: string): readonly string[] {
  return name
    .normalize("NFKC")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .replace(/([^\d])(\d)/g, "$1 $2")
    .replace(/(\d)([^\d])/g, "$1 $2")
    .replace(/([左右])/g, " $1 ")
    .replace(/(upper|lower|fore|up)[_. -]?(arm|leg)/gi, "$1$2")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((each) => each.toLowerCase());
}

/** @param rareSides further words of sides, from {@link findRareSides} */
export function parseBoneName(name: string, rareSides: ReadonlyMap<string, Side>): BoneName {
  const bare = bareOf(name);
  const [, letter, rest] = /^([lr])([A-Z].*)$/.exec(bare) ?? []; // lShin
  const tokens = letter ? [letter, ...splitWords(rest!)] : splitWords(bare);
  const words: string[] = [];
  let [side, number, finger]: [Side | null, number | null, Finger | null] = [null, null, null];
  let [isNoise, isFinger] = [false, false];
  tokens.forEach((token, i) => {
    const tokenSide = (Object.hasOwn(SIDE_WORDS, token) ? SIDE_WORDS[token] : undefined) ?? rareSides.get(token);
    if (tokenSide) {
      side = tokenSide;
    } else if (/^\d+$/.test(token)) {
      number ??= Number(token);
    } else {
      if (Object.hasOwn(FINGER_WORDS, token)) {
        isFinger = true;
        finger ??= FINGER_WORDS[token]!;
      }
      isNoise ||= NOISE_WORDS.has(token) || (token === "joint" && tokens[i + 1] === "x");
      if (!PLAIN_WORDS.has(token)) {
        words.push(token);
      }
    }
  });
  const lead = words.findIndex((_, i) => BONES_OF_WORDS.has(words.slice(i).join("")));
  const word = lead < 0 ? "" : words.slice(lead).join("");
  const isPalm = word === "" && side !== null && number === null && tokens.includes("palm");
  return { word, side, number, isNoise, isFinger, finger, lead: Math.max(lead, 0), isPalm };
}

/** The rarer words of sides that some names use: those of a pair, where at least three names occur with both words. */
export function findRareSides(names: readonly string[]): ReadonlyMap<string, Side> {
  const seen = new Set(names.map((name) => splitWords(bareOf(name)).join(" ")));
  const found = new Map<string, Side>();
  for (const [left, right] of SIDE_PAIRS) {
    const hasBoth = [...seen].filter((name) => {
      const words = name.split(" ");
      return words.includes(left) && seen.has(words.map((word) => (word === left ? right : word)).join(" "));
    });
    if (hasBoth.length >= 3) {
      found.set(left, found.get(left) ?? "left");
      found.set(right, found.get(right) ?? "right");
    }
  }
  return found;
}
