import { excerpt } from "../../messages/show.js";
import type { Source } from "../asset.js";
import { OUR_EXTENSIONS } from "../ourExtensions.js";
import type { Issue } from "./issue.js";

/** Whether the extensions that are used are listed, and those that are listed are used. */
export function checkExtensions({ json }: Source): readonly Issue[] {
  const used = findUses(json);
  const listed: readonly unknown[] = Array.isArray(json.extensionsUsed) ? json.extensionsUsed : [];
  return [...OUR_EXTENSIONS].flatMap((name): readonly Issue[] => {
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

/** Where each extension is used first. Drafts of KHR_animation2 had their pointers in glTF's own members. */
export function findUses(json: Source["json"]): ReadonlyMap<string, string> {
  const uses = new Map<string, string>();
  const note = (place: string, object: unknown): void => {
    const { extensions } = Object(object) as { extensions?: unknown };
    for (const name of Object.keys(Object(extensions) as object)) {
      if (!uses.has(name)) {
        uses.set(name, `${place}/extensions/${name}`);
      }
    }
  };
  note("", json);
  const animations: readonly unknown[] = Array.isArray(json.animations) ? json.animations : [];
  animations.forEach((animation, a) => {
    note(`/animations/${a}`, animation);
    const { channels } = Object(animation) as { channels?: unknown };
    (Array.isArray(channels) ? channels : []).forEach((channel: unknown, c) => {
      const { target, targets, targetpointer } = Object(channel) as Record<string, unknown>;
      const place = `/animations/${a}/channels/${c}`;
      note(`${place}/target`, target);
      const isDraft =
        targets !== undefined || targetpointer !== undefined || (Object(target) as Record<string, unknown>)["pointer"] !== undefined;
      if (isDraft && !uses.has("KHR_animation2")) {
        uses.set("KHR_animation2", place);
      }
    });
  });
  return uses;
}
