import type { ImportContext, Importer } from "./importer.js";

/** Unity: the sidecar `model.fbx.meta` has `clipAnimations`, in frames of the take that they are cut from. */
export const importUnity: Importer = (context) => {
  const items = readClipAnimations(context.expectSidecar());
  const fps = context.expectFps();
  items.forEach((item, i) => importItem(context, `clipAnimations/${i}`, item, fps));
  if (items.length === 0) {
    context.warn("clipAnimations", "must list the clips (got none)");
  }
};

function importItem(context: ImportContext, place: string, item: ReadonlyMap<string, string>, fps: number): void {
  const number = (member: string, byDefault: number): number => {
    const text = item.get(member);
    const json = text === undefined || text === "" ? {} : { [member]: Number(text) };
    return context.number(place, json, member, byDefault);
  };
  const take = item.get("takeName") ?? "";
  const animation = context.animations.length === 1 ? 0 : context.find(`${place}/takeName`, take);
  if (animation === null) {
    return;
  }
  const [start, end] = [number("firstFrame", 0) / fps, number("lastFrame", 0) / fps];
  if (!(start >= 0 && end >= start)) {
    context.warn(`${place}/lastFrame`, `must be >= firstFrame, and that >= 0 (got ${start * fps}..${end * fps})`);
    return;
  }
  const wrapMode = number("wrapMode", 0);
  const isEndless = number("loopTime", 0) === 1 || wrapMode === 2 || wrapMode === 4;
  const cycle = number("cycleOffset", 0);
  const offset = (cycle - Math.floor(cycle)) * (end - start);
  context.add(animation, { start, end, offset, repetitions: isEndless ? -1 : 1, reverse: wrapMode === 4 }, { name: item.get("name") });
  if (number("mirror", 0) !== 0) {
    context.warn(`${place}/mirror`, "mirrors the animation, which a clip cannot");
  }
}

/** The items of the list: plain members only, deeper ones are left out. */
function readClipAnimations(text: string): readonly ReadonlyMap<string, string>[] {
  const lines = text.split(/\r?\n/);
  const begin = lines.findIndex((line) => /^\s*clipAnimations:\s*$/.test(line));
  const items: Map<string, string>[] = [];
  const dash = /^(\s*)- /.exec(lines[begin + 1] ?? "")?.[1];
  for (const line of begin < 0 || dash === undefined ? [] : lines.slice(begin + 1)) {
    const [, indent, isFirst, member, value] = /^(\s*)(- )?([^\s:#-][^:]*):\s*(.*?)\s*$/.exec(line) ?? [];
    if (isFirst && indent === dash) {
      items.push(new Map());
    } else if (/^\s*\S/.test(line) && /^\s*/.exec(line)![0].length <= dash!.length) {
      break;
    }
    if (member !== undefined && indent!.length + (isFirst ? 2 : 0) === dash!.length + 2) {
      items.at(-1)?.set(member, unquote(value!));
    }
  }
  return items;
}

function unquote(text: string): string {
  return /^(["']).*\1$/.test(text) ? text.slice(1, -1) : text;
}
