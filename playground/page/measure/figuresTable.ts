import { countText, KIND_NAMES, KINDS, timeText, type Figures } from "./figures.js";

/** The columns of the table; times are in milliseconds. */
export const COLUMNS = ["Instances", "Played as", "Animation step", "Whole frame", "Picture to picture", "Graphics card"] as const;

/** The cells of the table, row by row. */
export function cellsOf({ rows }: Figures): readonly (readonly string[])[] {
  return rows.flatMap(({ instances, times }) =>
    KINDS.flatMap((kind) => {
      const measured = times[kind];
      if (!measured) {
        return [];
      }
      const { step, frame, picture, gpu } = measured;
      const texts = [step, frame, picture].map(timeText);
      return [[instances.toLocaleString("en"), KIND_NAMES[kind], ...texts, gpu === null ? "–" : timeText(gpu)]];
    }),
  );
}

/** What was measured, where and how: names and values. */
export function conditionsOf({ file, plays, contents, conditions }: Figures): readonly (readonly [string, string])[] {
  const { channels, bones, meshes, vertices } = contents;
  const { browser, renderer, width, height, display, rounds, babylon, version, date } = conditions;
  return [
    ["File", file],
    ["Plays", plays === "" ? "nothing" : `${plays} (${countText(channels, "channel")})`],
    ["One instance", [countText(meshes, "mesh", "meshes"), countText(vertices, "vertex", "vertices"), countText(bones, "bone")].join(", ")],
    ["Browser", browser],
    ["Graphics", renderer],
    ["Canvas", `${width} × ${height} pixels, one light, no shadows`],
    ["Display", `a picture every ${timeText(display)} ms`],
    ["Versions", `Babylon.js ${babylon}, babylon-gltf-animation ${version}`],
    ["Measured", `${date}, in turns, the median of ${countText(rounds, "round")}`],
  ];
}

/** The figures as Markdown: a table, and the conditions below it. */
export function toMarkdown(figures: Figures): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(escape).join(" | ")} |`;
  const table = [line(COLUMNS), line(COLUMNS.map((_, i) => (i < 2 ? "---" : "--:"))), ...cellsOf(figures).map(line)];
  const conditions = conditionsOf(figures).map(([name, value]) => `- ${name}: ${escape(value)}`);
  return `${table.join("\n")}\n\nTimes in milliseconds.\n\n${conditions.join("\n")}\n`;
}

/** Keeps what any file may be called from being markup. */
function escape(text: string): string {
  return text.replace(/[\\`*_[\]<>|]/g, "\\$&");
}
