import { excerpt } from "../../gltf/util/index.js";

/**
 * The names of a file's clips as a TypeScript type, a plain union of texts.
 * @param path the path of the model, whose name becomes that of the type
 * @param names the names of clips, or of animations in a file without clips; undefined for one without a name
 * @example typesOf("models/my-hero.glb", ["idle", "walk"]) // 'export type MyHeroClips = "idle" | "walk";\n'
 */
export function typesOf(path: string, names: readonly (string | undefined)[]): string {
  const known = [...new Set(names)].filter((name): name is string => name !== undefined);
  const union = known.map((name) => JSON.stringify(name).replace(/[\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16)}`));
  const model = excerpt(path.split(/[/\\]/).at(-1)!, 100);
  return `/** The names of the clips of ${model.replaceAll("*/", "* /")}. */\nexport type ${typeNameOf(path)} = ${union.join(" | ") || "never"};\n`;
}

/** The name of a file in PascalCase, without its suffix, and "Clips"; a digit at the beginning gets an underscore before it. */
function typeNameOf(path: string): string {
  const base = path
    .split(/[/\\]/)
    .at(-1)!
    .replace(/\.[^.]*$/, "");
  const words = base.match(/[\p{L}\p{N}]+/gu) ?? [];
  const name = words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join("");
  return `${/^\p{N}/u.test(name) ? "_" : ""}${name}Clips`;
}
