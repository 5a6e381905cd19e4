import { show } from "../util/index.js";
import { type ImportContext, type Importer, wrap } from "./importer.js";

/** Values of Unity's `WrapMode`: default, once, loop, ping-pong, clamp forever. */
const WRAP_MODES = [0, 1, 2, 4, 8];
const LOOP = 2;
const PING_PONG = 4;

type Members = ReadonlyMap<string, string>;

/** An item of `clipAnimations`: plain members, and events. */
interface Item {
  readonly members: Map<string, string>;
  readonly events: Map<string, string>[];
}

/**
 * Imports clips of Unity: the sidecar `model.fbx.meta` lists `clipAnimations`, with bounds in frames of the source take, and events at shares of
 * the clip.
 */
export const importUnity: Importer = (context) => {
  const items = readClipAnimations(context.expectSidecar());
  const fps = context.expectFps();
  items.forEach((item, i) => importItem(context, `clipAnimations/${i}`, item, fps));
  if (items.length === 0) {
    context.note("clipAnimations", "must list the clips (got none)");
  }
};

function importItem(context: ImportContext, pointer: string, { members: item, events }: Item, fps: number): void {
  const json = Object.fromEntries([...item].map(([member, text]) => [member, Number(text)]));
  const take = item.get("takeName") ?? "";
  const animation = context.animations.length === 1 ? 0 : context.find(`${pointer}/takeName`, take);
  if (animation === null) {
    return;
  }
  const first = context.number(pointer, json, "firstFrame", 0, { min: 0 });
  const last = context.number(pointer, json, "lastFrame", 0, { min: 0 });
  if (last < first) {
    context.note(`${pointer}/lastFrame`, `must be >= firstFrame (got ${last} < ${first})`);
    return;
  }
  const [start, end] = [first / fps, last / fps];
  const wrapMode = context.oneOf(pointer, json, "wrapMode", 0, WRAP_MODES);
  const isEndless = context.oneOf(pointer, json, "loopTime", 0, [0, 1]) === 1 || wrapMode === LOOP || wrapMode === PING_PONG;
  const offset = wrap(context.number(pointer, json, "cycleOffset", 0), 1) * (end - start);
  const settings = { start, end, offset, repetitions: isEndless ? -1 : 1, reverse: wrapMode === PING_PONG };
  context.add(`/animations/${animation}`, [animation], settings, { name: item.get("name") });
  if (context.oneOf(pointer, json, "mirror", 0, [0, 1]) === 1) {
    context.note(`${pointer}/mirror`, "must be 0, because a clip cannot mirror an animation (got 1)");
  }
  events.forEach((event, i) => {
    const share = Number(event.get("time") ?? NaN);
    const name = event.get("functionName") ?? "";
    if (share >= 0 && share <= 1 && name !== "") {
      context.addEvent(animation, { time: start + share * (end - start), name, payload: payloadOf(event) });
    } else {
      context.note(`${pointer}/events/${i}`, `must have a functionName, and a time within 0..1 (got ${show(event.get("time"))})`);
    }
  });
}

/** The parameters of an event that have a value; undefined without any. */
function payloadOf(event: Members): Readonly<Record<string, unknown>> | undefined {
  const text = event.get("data");
  const numbers = ["floatParameter", "intParameter"].map((member) => [member, Number(event.get(member))] as const);
  const parameters = [...(text ? [["data", text] as const] : []), ...numbers.filter(([, value]) => value)];
  return parameters.length > 0 ? (Object.fromEntries(parameters) as Record<string, unknown>) : undefined;
}

/** The items of `clipAnimations`, without other nested members than events. */
function readClipAnimations(text: string): readonly Item[] {
  const lines = text.split(/\r?\n/);
  const begin = lines.findIndex((line) => /^\s*clipAnimations:\s*$/.test(line));
  const dash = begin < 0 ? undefined : /^(\s*)- /.exec(lines[begin + 1] ?? "")?.[1];
  const items: Item[] = [];
  let list = "";
  for (const line of dash === undefined ? [] : lines.slice(begin + 1)) {
    const [, indent, isFirst, member, value] = /^(\s*)(- )?([^\s:#-][^:]*):\s*(.*?)\s*$/.exec(line) ?? [];
    if (isFirst && indent === dash) {
      items.push({ members: new Map(), events: [] });
    } else if (/^\s*\S/.test(line) && /^\s*/.exec(line)![0].length <= dash!.length) {
      break;
    }
    const item = items.at(-1);
    if (member === undefined || !item) {
      continue;
    }
    if (indent!.length + (isFirst ? 2 : 0) === dash!.length + 2) {
      item.members.set(member, unquote(value!));
      list = member;
    } else if (list === "events") {
      if (isFirst) {
        item.events.push(new Map());
      }
      item.events.at(-1)?.set(member, unquote(value!));
    }
  }
  return items;
}

function unquote(text: string): string {
  return /^(["']).*\1$/.test(text) ? text.slice(1, -1) : text;
}
