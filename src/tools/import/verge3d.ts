import type { Importer } from "./importer.js";

/** Verge3D: `S8S_v3d_animation` of animations, `S8S_v3d_animation_data` in older files. */
export const importVerge3d: Importer = (context) => {
  for (const { animation, place, json } of context.extensions("S8S_v3d_animation", "S8S_v3d_animation_data")) {
    const end = context.endOf(animation);
    if (end !== null) {
      const loop = context.oneOf(place, json, "loop", "REPEAT", ["REPEAT", "ONCE", "PING_PONG"]);
      const isEndless = context.boolean(place, json, "repeatInfinite", true);
      const count = Math.round(context.number(place, json, "repeatCount", 1, { min: 0 }));
      const offset = context.number(place, json, "offset", 0);
      const repetitions = loop === "ONCE" ? 1 : isEndless ? -1 : count;
      const { auto } = json;
      const other = auto === undefined ? {} : { extras: { auto } };
      context.add([animation], { end, offset, repetitions, reverse: loop === "PING_PONG" }, { other });
    }
  }
};
