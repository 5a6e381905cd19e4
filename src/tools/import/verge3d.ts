import { show } from "../../messages/show.js";
import type { Importer } from "./importer.js";

/** Verge3D: `S8S_v3d_animation` of animations, `S8S_v3d_animation_data` in older files. */
export const importVerge3d: Importer = (context) => {
  for (const { animation, place, json } of context.extensions("S8S_v3d_animation", "S8S_v3d_animation_data")) {
    const end = context.endOf(animation);
    const { loop = "REPEAT", repeatInfinite = true, auto } = json;
    if (loop !== "REPEAT" && loop !== "ONCE" && loop !== "PING_PONG") {
      context.warn(`${place}/loop`, `must be REPEAT, ONCE or PING_PONG (got ${show(loop)})`);
    } else if (end !== null) {
      const count = Math.max(Math.round(context.number(place, json, "repeatCount", 1)), 0);
      const repetitions = loop === "ONCE" ? 1 : repeatInfinite === true ? -1 : count;
      const offset = context.number(place, json, "offset", 0);
      context.add(animation, { end, offset, repetitions, reverse: loop === "PING_PONG" }, auto === undefined ? {} : { extras: { auto } });
    }
  }
};
