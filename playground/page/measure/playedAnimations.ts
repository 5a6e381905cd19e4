import type { Json } from "../../../scripts/glb.mjs";

/** The animations of a file that play at once: the one with the most channels, and others that move nothing of what plays. */
export interface PlayedAnimations {
  readonly indices: readonly number[];
  /** Their names, for people; empty for none. */
  readonly text: string;
}

/** More names would not be read. */
const MAX_NAMES = 3;

/** Chooses what a measurement plays, as an application would: not two walks of one character. */
export function playedAnimations(json: Json): PlayedAnimations {
  const animations = listOf(json["animations"]).map((animation, index) => ({
    index,
    name: typeof animation["name"] === "string" && animation["name"] !== "" ? animation["name"] : `animation ${index}`,
    targets: listOf(animation["channels"]).map(targetOf),
  }));
  const taken = new Set<string>();
  const played = animations
    .filter(({ targets }) => targets.length > 0)
    .sort((a, b) => b.targets.length - a.targets.length)
    .filter(({ targets }) => {
      const isFree = !targets.some((target) => taken.has(target));
      if (isFree) {
        targets.forEach((target) => taken.add(target));
      }
      return isFree;
    });
  const names = played.slice(0, MAX_NAMES).map(({ name }) => name);
  const more = played.length > MAX_NAMES ? ` and ${played.length - MAX_NAMES} more` : "";
  return { indices: played.map(({ index }) => index), text: `${names.join(", ")}${more}` };
}

/** What a channel animates: a property of a node, or what its pointer names. */
function targetOf(channel: Json): string {
  const target = Object(channel["target"]) as Json;
  const extensions = Object.values(Object(target["extensions"]) as Json).map((each): unknown => (Object(each) as Json)["pointer"]);
  return JSON.stringify([target["node"], target["path"], ...extensions]);
}

/** The objects of a list of a file, which may be anything. */
function listOf(list: unknown): readonly Json[] {
  return Array.isArray(list) ? list.map((each) => Object(each) as Json) : [];
}
