import { createFinding, excerpt, type Finding, itemsOf, type Json, membersOf } from "../../gltf/util/index.js";
import type { Source } from "../asset.js";
import { OUR_EXTENSIONS } from "../ourExtensions.js";

/** Checks that our extensions are listed if, and only if, the asset uses them. */
export function checkExtensions({ json }: Source): readonly Finding[] {
  const used = findUses(json);
  const listed: readonly unknown[] = itemsOf(json.extensionsUsed);
  return [...OUR_EXTENSIONS].flatMap((name): readonly Finding[] => {
    const pointer = used.get(name);
    const index = listed.indexOf(name);
    if (pointer !== undefined && index < 0) {
      return [createFinding("UNDECLARED_EXTENSION", pointer, "must be listed in extensionsUsed")];
    }
    const message = `names an extension that the asset does not use (got ${excerpt(name)})`;
    return pointer === undefined && index >= 0 ? [createFinding("UNUSED_EXTENSION", `/extensionsUsed/${index}`, message)] : [];
  });
}

/**
 * JSON pointers of the first use of each extension in the root, in clips and in animations, by extension name. Early drafts of
 * KHR_animation2 have pointers in members of the channel and the target.
 */
export function findUses(json: Source["json"]): ReadonlyMap<string, string> {
  const uses = new Map<string, string>();
  const note = (pointer: string, object: unknown): Json => {
    const { extensions } = membersOf(object);
    for (const name of Object.keys(membersOf(extensions))) {
      if (!uses.has(name)) {
        uses.set(name, `${pointer}/extensions/${name}`);
      }
    }
    return membersOf(object);
  };
  const noteItems = (pointer: string, items: unknown, visit: (pointer: string, item: Json) => void = () => {}): void => {
    itemsOf(items).forEach((item, i) => visit(`${pointer}/${i}`, note(`${pointer}/${i}`, item)));
  };
  const { extensions } = note("", json);
  noteItems("/extensions/KHR_animation_clip/clips", membersOf(membersOf(extensions)["KHR_animation_clip"])["clips"]);
  noteItems("/animations", json.animations, (pointer, { channels, samplers }) => {
    noteItems(`${pointer}/samplers`, samplers);
    noteItems(`${pointer}/channels`, channels, (channel, { target, targets, targetpointer }) => {
      const { pointer: stated } = note(`${channel}/target`, target);
      const isDraft = targets !== undefined || targetpointer !== undefined || stated !== undefined;
      if (isDraft && !uses.has("KHR_animation2")) {
        uses.set("KHR_animation2", channel);
      }
    });
  });
  return uses;
}
