import type { Importer } from "./importer.js";

/** Imports clips of Unreal's exporter: `EPIC_animation_playback` of animations. */
export const importUnreal: Importer = (context) => {
  for (const { animation, pointer, json } of context.extensions("EPIC_animation_playback")) {
    const end = context.endOf(animation);
    if (end !== null) {
      const repetitions = context.boolean(pointer, json, "loop", true) ? -1 : 1;
      const autoPlay = context.boolean(pointer, json, "autoPlay", true);
      const speed = context.number(pointer, json, "playRate", 1);
      const offset = context.number(pointer, json, "startTime", 0);
      context.add(pointer, [animation], { end, offset, speed, repetitions }, { other: { extras: { autoPlay } }, isDefault: autoPlay });
    }
  }
};

/** Imports clips of Verge3D: `S8S_v3d_animation` of animations, `S8S_v3d_animation_data` in older files. */
export const importVerge3d: Importer = (context) => {
  for (const { animation, pointer, json } of context.extensions("S8S_v3d_animation", "S8S_v3d_animation_data")) {
    const end = context.endOf(animation);
    if (end !== null) {
      const loop = context.oneOf(pointer, json, "loop", "REPEAT", ["REPEAT", "ONCE", "PING_PONG"]);
      const isEndless = context.boolean(pointer, json, "repeatInfinite", true);
      const count = Math.round(context.number(pointer, json, "repeatCount", 1, { min: 0 }));
      const offset = context.number(pointer, json, "offset", 0);
      const repetitions = loop === "ONCE" ? 1 : isEndless ? -1 : count;
      const { auto } = json;
      const stated = auto === undefined ? {} : { other: { extras: { auto } }, isDefault: auto === true };
      context.add(pointer, [animation], { end, offset, repetitions, reverse: loop === "PING_PONG" }, stated);
    }
  }
};

/** Imports clips of VRMXT: `VRMXT_AnimationClip` of animations. `reverse` means backwards; `offset` counts from where playback begins. */
export const importVrmxt: Importer = (context) => {
  for (const { animation, pointer, json } of context.extensions("VRMXT_AnimationClip")) {
    const end = context.endOf(animation);
    if (end !== null) {
      const isBackwards = context.boolean(pointer, json, "reverse", false);
      const speed = context.number(pointer, json, "speed", 1, { above: 0 });
      const offset = context.number(pointer, json, "offset", 0, { min: 0 });
      context.add(pointer, [animation], {
        end,
        offset: isBackwards ? end - offset : offset,
        speed: isBackwards ? -speed : speed,
        repetitions: context.boolean(pointer, json, "loop", false) ? -1 : 1,
      });
    }
  }
};
