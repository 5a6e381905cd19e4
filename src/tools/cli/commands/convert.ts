import { Option } from "commander";
import { ConvertAnimations } from "../../index.js";
import { editCommand } from "../edit.js";
import { plural, sentenceOf } from "../text.js";

interface Options {
  readonly pointers?: "core" | "all";
}

/** `convert <in>` */
export const convert = editCommand<[], Options>({
  usage: "convert <in>",
  description: "Convert KHR_animation2 and EXT_property_animation to KHR_animation_pointer or core glTF, and controllers to clips",
  example: "convert old.glb -o new.glb",
  define: (command) =>
    command.addOption(
      new Option("--pointers <which>", "core merges single weights, and leaves out the pointers that core glTF cannot express")
        .choices(["core", "all"])
        .default("all"),
    ),
  edit: ({ file }, _, { pointers }) => {
    const { channels, clips, findings } = ConvertAnimations(file, { pointers });
    const done = channels + clips > 0 ? `${plural(channels, "channel")}, ${plural(clips, "clip")} converted` : null;
    const reason = "the file has no animations or controllers of older extensions";
    return { done, reason, warnings: findings.map((finding) => sentenceOf(finding)) };
  },
});
