import { ConvertAnimations } from "../../index.js";
import { editCommand } from "../edit.js";
import { plural, sentenceOf } from "../text.js";

/** `convert <in>` */
export const convert = editCommand<[], object>({
  usage: "convert <in>",
  description: "Convert KHR_animation2 and EXT_property_animation to KHR_animation_pointer or core glTF, and controllers to clips",
  example: "convert old.glb -o new.glb",
  edit: ({ file }) => {
    const { channels, clips, findings } = ConvertAnimations(file);
    const done = channels + clips > 0 ? `${plural(channels, "channel")}, ${plural(clips, "clip")} converted` : null;
    const reason = "the file has no animations or controllers of older extensions";
    return { done, reason, warnings: findings.map((finding) => sentenceOf(finding)) };
  },
});
