import type { ClipSettings } from "../../timing/index.js";
import type { Importer } from "./importer.js";

/** Words of names, and what they mean. The first that is there counts. */
const WORDS: readonly (readonly [RegExp, ClipSettings])[] = [
  [/(^|[^a-z])ping[ _-]?pong([^a-z]|$)/i, { repetitions: -1, reverse: true }],
  [/(^|[^a-z])(once|one[ _-]?shot)([^a-z]|$)/i, { repetitions: 1 }],
  [/(^|[^a-z])(loop|looping|cycle)([^a-z]|$)/i, { repetitions: -1 }],
];

/** The words `loop`, `cycle`, `once`, `oneshot` and `pingpong` in the names of animations. */
export const importNames: Importer = (context) => {
  context.animations.forEach((_, animation) => {
    const name = (context.nameOf(animation) ?? "").replace(/([a-z])([A-Z])/g, "$1_$2");
    const settings = WORDS.find(([word]) => word.test(name))?.[1];
    const end = settings ? context.endOf(animation) : null;
    if (settings && end !== null) {
      context.add(animation, { end, ...settings });
    }
  });
};
