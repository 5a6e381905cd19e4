import { excerpt, itemsOf } from "../../util/index.js";
import type { Source } from "../asset.js";
import { OUR_EXTENSIONS } from "../ourExtensions.js";
import type { ValidationIssue } from "./issue.js";

/** Checks that our extensions are listed if, and only if, the asset uses them. */
export function checkExtensions({ json }: Source): readonly ValidationIssue[] {
  const used = findUses(json);
  const listed: readonly unknown[] = itemsOf(json.extensionsUsed);
  return [...OUR_EXTENSIONS].flatMap((name): readonly ValidationIssue[] => {
    const place = used.get(name);
    const index = listed.indexOf(name);
    if (place !== undefined && index < 0) {
      return [{ code: "UNDECLARED_EXTENSION", message: "must be listed in extensionsUsed", severity: 0, pointer: place }];
    }
    const message = `names an extension that the asset does not use (got ${excerpt(name)})`;
    return place === undefined && index >= 0
      ? [{ code: "UNUSED_EXTENSION", message, severity: 2, pointer: `/extensionsUsed/${index}` }]
      : [];
  });
}

/**
 * JSON pointers of the first use of each extension in the root, in clips and in animations, by extension name. Early drafts of
 * KHR_animation2 have pointers in members of the channel and the target.
 */
export function findUses(json: Source["json"]): ReadonlyMap<string, string> {
  const uses = new Map<string, string>();
  const note = (place: string, object: unknown): Json => {
    const { extensions } = membersOf(object);
    for (const name of Object.keys(membersOf(extensions))) {
      if (!uses.has(name)) {
        uses.set(name, `${place}/extensions/${name}`);
      }
    }
    return membersOf(object);
  };
  const noteItems = (place: string, items: unknown, visit: (place: string, item: Json) => void = () => {}): void => {
    itemsOf(items).forEach((item, i) => visit(`${place}/${i}`, note(`${place}/${i}`, item)));
  };
  const { extensions } = note("", json);
  noteItems("/extensions/KHR_animation_clip/clips", membersOf(membersOf(extensions)["KHR_animation_clip"])["clips"]);
  noteItems("/animations", json.animations, (place, { channels, samplers }) => {
    noteItems(`${place}/samplers`, samplers);
    noteItems(`${place}/channels`, channels, (channelPlace, { target, targets, targetpointer }) => {
      const { pointer } = note(`${channelPlace}/target`, target);
      const isDraft = targets !== undefined || targetpointer !== undefined || pointer !== undefined;
      if (isDraft && !uses.has("KHR_animation2")) {
        uses.set("KHR_animation2", channelPlace);
      }
    });
  });
  return uses;
}

type Json = Readonly<Record<string, unknown>>;

const membersOf = (value: unknown): Json => Object(value) as Json;
