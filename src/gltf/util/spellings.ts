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
