import type { Importer } from "./importer.js";

/** Unreal's exporter: `EPIC_animation_playback` of animations. */
export const importUnreal: Importer = (context) => {
  for (const { animation, place, json } of context.extensions("EPIC_animation_playback")) {
    const end = context.endOf(animation);
    if (end !== null) {
      const repetitions = context.boolean(place, json, "loop", true) ? -1 : 1;
      const autoPlay = context.boolean(place, json, "autoPlay", true);
      const speed = context.number(place, json, "playRate", 1);
      const offset = context.number(place, json, "startTime", 0);
      context.add([animation], { end, offset, speed, repetitions }, { other: { extras: { autoPlay } } });
    }
  }
};
