import type { Importer } from "./importer.js";

/** `VRMXT_AnimationClip` of animations. Its `reverse` means backwards, and its offset counts from where the clip begins. */
export const importVrmxt: Importer = (context) => {
  for (const { animation, place, json } of context.extensions("VRMXT_AnimationClip")) {
    const end = context.endOf(animation);
    if (end !== null) {
      const isBackwards = context.boolean(place, json, "reverse", false);
      const speed = context.number(place, json, "speed", 1, { above: 0 });
      const offset = context.number(place, json, "offset", 0, { min: 0 });
      context.add([animation], {
        end,
        offset: isBackwards ? end - offset : offset,
        speed: isBackwards ? -speed : speed,
        repetitions: context.boolean(place, json, "loop", false) ? -1 : 1,
      });
    }
  }
};
