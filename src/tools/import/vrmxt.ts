import type { Importer } from "./importer.js";

/** `VRMXT_AnimationClip` of animations. There `reverse` means backwards, and the offset counts from where the clip begins. */
export const importVrmxt: Importer = (context) => {
  for (const { animation, place, json } of context.extensions("VRMXT_AnimationClip")) {
    const end = context.endOf(animation);
    if (end !== null) {
      const backwards = json["reverse"] === true;
      const speed = context.number(place, json, "speed", 1);
      const offset = context.number(place, json, "offset", 0);
      context.add(animation, {
        end,
        offset: backwards ? end - offset : offset,
        speed: backwards ? -speed : speed,
        repetitions: json["loop"] === true ? -1 : 1,
      });
    }
  }
};
