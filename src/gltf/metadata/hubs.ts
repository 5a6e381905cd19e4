import { excerpt, itemsOf, type Json, membersOf, show } from "../util/index.js";
import { type ImportContext, type Importer, wrap } from "./importer.js";

/** Imports clips of Mozilla Hubs and Spoke: a clip for each node with a `loop-animation` in `MOZ_hubs_components`. */
export const importHubs: Importer = (context) => {
  itemsOf(context.json.nodes).forEach((node, i) => {
    const { name, extensions } = membersOf(node);
    const component = membersOf(membersOf(extensions)["MOZ_hubs_components"])["loop-animation"];
    if (component !== undefined) {
      importComponent(context, `/nodes/${i}/extensions/MOZ_hubs_components/loop-animation`, membersOf(component), name);
    }
  });
};

function importComponent(context: ImportContext, pointer: string, json: Json, nodeName: unknown): void {
  const animations = animationsOf(context, pointer, json);
  const ends = animations.flatMap((animation) => context.endOf(animation) ?? []);
  if (ends.length === 0) {
    return;
  }
  const end = Math.max(...ends);
  if (ends.some((each) => each < end)) {
    context.note(
      pointer,
      `must name animations of the same length, because a clip repeats them together (got ${excerpt(ends.join(", "))} s)`,
    );
  }
  const paused = context.boolean(pointer, json, "paused", false);
  const timeScale = context.number(pointer, json, "timeScale", 1);
  const startOffset = context.number(pointer, json, "startOffset", 0); // seconds; Hubs wraps it into the animation, as three.js does
  const offset = wrap(startOffset, end);
  const speed = paused ? 0 : timeScale;
  context.add(
    pointer,
    animations,
    { end, speed, offset: speed < 0 && offset === 0 ? end : offset, repetitions: -1 },
    {
      ...(typeof nodeName === "string" && animations.length > 1 ? { name: nodeName } : {}),
      ...(paused ? { other: { extras: { paused } } } : {}),
      isDefault: !paused,
    },
  );
}

/** Finds animations in the order of Hubs: by indices, else by names, else by a single index, else the first animation. */
function animationsOf(context: ImportContext, pointer: string, json: Json): readonly number[] {
  const { clip, activeClipIndices, activeClipIndex = 0 } = json;
  const listed = itemsOf(activeClipIndices);
  if (listed.length === 0 && typeof clip === "string" && clip !== "") {
    const names = clip.split(",").map((name) => name.trim());
    return [...new Set(names.flatMap((name) => context.find(`${pointer}/clip`, name) ?? []))];
  }
  return [...new Set(listed.length > 0 ? listed : [activeClipIndex])].filter((index): index is number => {
    const isKnown = typeof index === "number" && context.animations[index] !== undefined;
    if (!isKnown) {
      context.note(pointer, `must name animations by index (got ${show(index)})`);
    }
    return isKnown;
  });
}
