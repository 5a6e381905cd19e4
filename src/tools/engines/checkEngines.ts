import { argumentError, attemptOrNote, createFinding, excerpt, type Finding, findSimilar, getOrMake } from "../../gltf/util/index.js";
import type { Source } from "../asset.js";
import { ENGINE_CHECKS } from "./engineRules.js";
import {
  ENGINE_ROWS,
  ENGINE_RULES,
  type EngineName,
  ENGINES,
  type EngineRow,
  type EngineRule,
  type EngineRuleName,
  MENDS,
} from "./engineTable.js";
import { PlayedAsset } from "./playedAsset.js";

export const ENGINE_NAMES = Object.keys(ENGINES) as readonly EngineName[];

/** The engines that an option names. */
export type EngineChoice = "all" | readonly string[];

/**
 * Reads the names of engines.
 * @param argument the name of the argument, for the error
 * @throws RangeError with all names, if there is no such engine
 * @throws TypeError if it is neither `"all"` nor an array
 */
export function expectEngines(argument: string, chosen: EngineChoice): readonly EngineName[] {
  if (chosen === "all") {
    return ENGINE_NAMES;
  }
  if (!Array.isArray(chosen)) {
    throw argumentError(argument, "must be all, or an array of names of engines", chosen, "object");
  }
  chosen.forEach((name: unknown, i) => {
    if (!(ENGINE_NAMES as readonly unknown[]).includes(name)) {
      const similar = typeof name === "string" ? findSimilar(name, ENGINE_NAMES) : undefined;
      const hint = similar === undefined ? "" : `did you mean ${similar}?`;
      throw argumentError(`${argument}/${i}`, `must be all, or one of ${ENGINE_NAMES.join(", ")}`, name, "string", hint);
    }
  });
  return ENGINE_NAMES.filter((name) => chosen.includes(name));
}

/**
 * Finds what engines show otherwise than the specification says.
 * @param source the asset; not changed
 * @param isWanted chooses the kinds of content; default: all
 * @returns a finding for each engine and kind of content, at the first place
 */
export function checkEngines(
  source: Source,
  engines: readonly EngineName[],
  isWanted: (rule: EngineRuleName) => boolean = () => true,
): readonly Finding[] {
  const findings: Finding[] = [];
  const asset = new PlayedAsset(source);
  const places = new Map<EngineRuleName, readonly string[]>();
  const check = (rule: EngineRuleName): readonly string[] =>
    attemptOrNote("ENGINE_DIFFERS", "/animations", findings, () => ENGINE_CHECKS[rule](asset)) ?? [];
  for (const row of ENGINE_ROWS) {
    const [first, ...more] = engines.includes(row.engine) && isWanted(row.rule) ? getOrMake(places, row.rule, () => check(row.rule)) : [];
    if (first !== undefined) {
      findings.push(findingOf(row, first, more.length));
    }
  }
  return findings;
}

function findingOf({ engine, rule, seen, mend }: EngineRow, pointer: string, more: number): Finding {
  const { title, version } = ENGINES[engine];
  const { what, isNote }: EngineRule = ENGINE_RULES[rule];
  const also = more === 0 ? "" : `, here and at ${more} other place${more === 1 ? "" : "s"}`;
  const message = `${what}${also}: ${title} ${version} ${seen}; ${mend ?? mendOf(engine, rule)}`;
  return { ...createFinding(isNote ? "ENGINE_STARTS" : "ENGINE_DIFFERS", excerpt(pointer), message), engine };
}

/** What mends a kind of content in an engine, in words. */
export function mendOf(engine: EngineName, rule: EngineRuleName): string {
  const { mend }: EngineRule = ENGINE_RULES[rule];
  return typeof mend === "string" ? `bake --for ${engine} ${MENDS[mend]}` : mend.words;
}
