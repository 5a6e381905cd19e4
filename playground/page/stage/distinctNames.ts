/** Numbers equal names, so that they can be told apart: `lens (1)`, `lens (2)`. */
export function distinctNames(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  names.forEach((name) => counts.set(name, (counts.get(name) ?? 0) + 1));
  const used = new Set(names);
  const next = new Map<string, number>();
  return names.map((name) => {
    if (counts.get(name) === 1) {
      return name;
    }
    for (let number = next.get(name) ?? 1; ; number++) {
      const numbered = `${name} (${number})`;
      if (!used.has(numbered)) {
        used.add(numbered);
        next.set(name, number + 1);
        return numbered;
      }
    }
  });
}
