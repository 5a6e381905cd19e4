import { show } from "../../messages/show.js";
import { membersOf, type ImportContext, type Importer, type Json } from "./importer.js";

/** Mozilla Hubs and Spoke: the component `loop-animation` in `MOZ_hubs_components` of nodes, one clip a node. */
export const importHubs: Importer = (context) => {
  const nodes: readonly unknown[] = Array.isArray(context.source.json.nodes) ? context.source.json.nodes : [];
  nodes.forEach((node, i) => {
    const { name, extensions } = membersOf(node);
    const component = membersOf(membersOf(extensions)["MOZ_hubs_components"])["loop-animation"];
    if (component !== undefined) {
      importComponent(context, `/nodes/${i}/extensions/MOZ_hubs_components/loop-animation`, membersOf(component), name);
    }
  });
};

function importComponent(context: ImportContext, place: string, json: Json, nodeName: unknown): void {
  const animations = animationsOf(context, place, json);
  const ends = animations.flatMap((animation) => context.endOf(animation) ?? []);
  if (ends.length === 0) {
    return;
  }
  const end = Math.max(...ends);
  if (ends.some((each) => each < end)) {
    context.warn(place, `repeats animations of different lengths each by itself, a clip all of them together (got ${ends.join(", ")} s)`);
  }
  if (context.number(place, json, "startOffset", 0) !== 0) {
    context.warn(`${place}/startOffset`, `delays the animation, which a clip cannot (got ${show(json["startOffset"])})`);
  }
  const paused = json["paused"] === true;
  const name = typeof nodeName === "string" && animations.length > 1 ? nodeName : context.nameOf(animations[0]!);
  const speed = paused ? 0 : context.number(place, json, "timeScale", 1);
  const other = paused ? { extras: { paused } } : {};
  context.clips.push({ name, animations, settings: { end, speed, offset: speed < 0 ? end : 0, repetitions: -1 }, other });
}

/** By name, by indices, by index, or the first one. */
function animationsOf(context: ImportContext, place: string, json: Json): readonly number[] {
  const { clip, activeClipIndices, activeClipIndex = 0 } = json;
  if (typeof clip === "string" && clip !== "") {
    const names = clip.split(",").map((name) => name.trim());
    return [...new Set(names.flatMap((name) => context.find(`${place}/clip`, name) ?? []))];
  }
  const indices: readonly unknown[] =
    Array.isArray(activeClipIndices) && activeClipIndices.length > 0 ? activeClipIndices : [activeClipIndex];
  return [...new Set(indices)].filter((index): index is number => {
    const isKnown = typeof index === "number" && context.animations[index] !== undefined;
    if (!isKnown) {
      context.warn(place, `must name animations by their indices (got ${show(index)})`);
    }
    return isKnown;
  });
}
