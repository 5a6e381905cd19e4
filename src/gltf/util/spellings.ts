import { getOrMake } from "./collections.js";

/**
 * A name without the characters that tools remove or replace in names: `: . [ ] / | _` and blanks. three.js removes some and makes `_` of
 * blanks, Blender puts `|` between names, and exporters write `mixamorig:Hips` as `mixamorig_Hips`.
 */
export function plainName(name: string): string {
  return name.replace(/[\s:.[\]/|_]/g, "");
}

/**
 * Finds a name among others: the same one or, if there is none, the only one that differs in its spelling alone ({@link plainName}).
 * @returns undefined if there is no such name, or several are spelled differently
 * @example findSpelling("mixamorigHips", ["mixamorig:Hips", "mixamorig:Spine"]) // "mixamorig:Hips"
 */
export function findSpelling(name: string, names: Iterable<string>): string | undefined {
  const all = new Set(names);
  if (all.has(name)) {
    return name;
  }
  const plain = plainName(name);
  const [only, ...others] = plain === "" ? [] : [...all].filter((each) => plainName(each) === plain);
  return others.length === 0 ? only : undefined;
}

/**
 * Finds many names among others, as {@link findSpelling}, unless several of the names are spelled alike, too.
 * @returns the names that were found, each with its counterpart
 * @example mapSpellings(["mixamorigHips", "tail"], ["mixamorig:Hips"]) // Map { "mixamorigHips" => "mixamorig:Hips" }
 */
export function mapSpellings(names: Iterable<string>, others: Iterable<string>): ReadonlyMap<string, string> {
  const [own, among] = [bySpelling(names), bySpelling(others)];
  const found = new Map<string, string>();
  for (const [plain, spellings] of own) {
    const candidates = among.get(plain) ?? new Set<string>();
    const only = plain !== "" && spellings.size === 1 && candidates.size === 1 ? [...candidates][0] : undefined;
    for (const name of spellings) {
      const counterpart = candidates.has(name) ? name : only;
      if (counterpart !== undefined) {
        found.set(name, counterpart);
      }
    }
  }
  return found;
}

function bySpelling(names: Iterable<string>): ReadonlyMap<string, ReadonlySet<string>> {
  const spellings = new Map<string, Set<string>>();
  for (const name of names) {
    getOrMake(spellings, plainName(name), () => new Set<string>()).add(name);
  }
  return spellings;
}
