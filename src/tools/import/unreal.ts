import type { Importer } from "./importer.js";

/** Unreal's exporter: `EPIC_animation_playback` of animations. */
export const importUnreal: Importer = (context) => {
  for (const { animation, place, json } of context.extensions("EPIC_animation_playback")) {
    const end = context.endOf(animation);
    if (end !== null) {
      const { loop = true, autoPlay = true } = json;
      const speed = context.number(place, json, "playRate", 1);
      const offset = context.number(place, json, "startTime", 0);
      context.add(animation, { end, offset, speed, repetitions: loop === false ? 1 : -1 }, { extras: { autoPlay } });
    }
  }
};
