import { ConvertAnimations } from "../../tools/convert/convertAnimations.js";
import { editCommand } from "../edit.js";
import { plural } from "../text.js";

/** `convert <in>` */
export const convert = editCommand<[], object>({
  usage: "convert <in>",
  description: "Bring KHR_animation2, EXT_property_animation and KHR_animation_controller into the form of today",
  example: "convert old.glb -o new.glb",
  edit: ({ file }) => {
    const { channels, clips, warnings } = ConvertAnimations(file);
    return { done: `${plural(channels, "channel")}, ${plural(clips, "clip")} converted`, warnings };
  },
});
