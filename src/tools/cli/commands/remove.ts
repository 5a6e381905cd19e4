import { readAllClips, removeExtension } from "../../../gltf/schema/index.js";
import { removeFromList } from "../../index.js";
import { editCommand } from "../edit.js";
import { UsageError } from "../model.js";
import { findClip, noClipError } from "../names.js";
import { plural } from "../text.js";

/** `remove <in> [clips...]` */
export const remove = editCommand<[readonly string[]], { all?: boolean }>({
  usage: "remove <in> [clips...]",
  description: "Remove clips and controllers, given by names or indices; animations are kept",
  example: "remove robot.glb walk run -o robot-idle.glb",
  define: (command) => command.option("--all", "remove all, including invalid ones"),
  edit: ({ file: { json } }, [keys], { all = false }) => {
    if (all === keys.length > 0) {
      throw new UsageError("state the clips, or --all");
    }
    const { extensions = {} } = json;
    if (all) {
      const names = ["KHR_animation_clip", "KHR_animation_controller"].filter((name) => extensions[name] !== undefined);
      names.forEach((name) => removeExtension(json, name));
      return {
        done: names.length > 0 ? `${names.join(", ")} removed` : null,
        reason: "the file has no clips or controllers",
        warnings: [],
      };
    }
    const { definitions: clips } = readAllClips(json);
    const warnings: string[] = [];
    const pointers = new Set(
      keys.map((key) => {
        const clip = findClip(clips, key, warnings);
        if (!clip) {
          throw noClipError(clips, key);
        }
        return clip.pointer;
      }),
    );
    removeFromList(json, "KHR_animation_clip", "clips", pointers);
    removeFromList(json, "KHR_animation_controller", "controllers", pointers);
    return { done: `${plural(pointers.size, "clip")} removed`, warnings };
  },
});
