import { excerpt, rounded } from "../../../gltf/util/index.js";
import { type EventInput, ReadEvents, WriteEvents } from "../../../gltf/schema/index.js";
import { describeLateEvent, TIME_TOLERANCE } from "../../../gltf/timing/index.js";
import { rangeOf, sourceOf } from "../../index.js";
import { collect, parseNumber } from "../command.js";
import { editCommand } from "../edit.js";
import { UsageError } from "../model.js";
import { findAnimations } from "../names.js";
import { expectRate } from "../range.js";
import { plural } from "../text.js";

interface Options {
  readonly payload?: string;
  readonly remove?: readonly string[];
  readonly clear?: boolean;
  readonly fps?: number;
}

/** `events <in> <animation> [events...]` */
export const events = editCommand<[string, readonly string[]], Options>({
  usage: "events <in> <animation> [events...]",
  description: "Add events to an animation, each as time=name in seconds, or remove them; inspect lists them",
  example: "events robot.glb Walk 0.3=step.l 0.8=step.r -o robot-steps.glb",
  synonyms: { "--add": "the events themselves, as in 0.8=step.r", "--delete": "--remove" },
  define: (command) =>
    command
      .option("--payload <json>", "payload of the added events")
      .option("--remove <event>", "remove the events with a name, or one event as time=name; may be repeated", collect)
      .option("--clear", "remove all events of the animation")
      .option("--fps <rate>", "times are in frames, at this rate per second", parseNumber),
  edit: ({ file }, [key, texts], { payload, remove = [], clear = false, fps }) => {
    expectRate(fps);
    if (texts.length + remove.length === 0 && !clear) {
      throw new UsageError("state events as time=name, --remove or --clear");
    }
    const { json } = file;
    const warnings: string[] = [];
    const [animation] = findAnimations(json, [key], warnings);
    const { definitions } = ReadEvents(json);
    const before = definitions.filter((each) => each.animation === animation).map(({ event, other }): EventInput => ({ ...event, other }));
    const left = clear ? [] : remove.reduce<readonly EventInput[]>((rest, text) => without(rest, text, fps), before);
    const value = payload === undefined ? {} : { payload: parsePayload(payload) };
    const added = texts.map((text) => ({ ...parseEvent(text, fps ?? 1), ...value }));
    WriteEvents(json, animation!, [...left, ...added]);
    const end = rangeOf(sourceOf(file), [animation!])?.[1] ?? Infinity;
    const removed = before.length - left.length;
    const done = [
      ...(removed > 0 ? [`${plural(removed, "event")} removed`] : []),
      ...(added.length > 0 ? [`${plural(added.length, "event")} added`] : []),
    ];
    return {
      done: done.length > 0 ? done.join(", ") : null,
      reason: "the animation has no events",
      warnings: [...warnings, ...added.flatMap(({ name, time }) => describeLateEvent(name, time, end, fps) ?? [])],
    };
  },
});

function parseEvent(text: string, fps: number): { time: number; name: string } {
  const event = readEvent(text, fps);
  if (!event) {
    throw new UsageError(`event ${excerpt(text)}: must be time=name, as in 0.8=step.r`);
  }
  return event;
}

function readEvent(text: string, fps: number): { time: number; name: string } | null {
  const [, time, name] = /^(\d+\.?\d*|\.\d+)=(.+)$/s.exec(text) ?? [];
  return name === undefined ? null : { time: Number(time) / fps, name };
}

/** @throws UsageError if there is no such event */
function without(all: readonly EventInput[], text: string, fps?: number): readonly EventInput[] {
  const event = readEvent(text, fps ?? 1);
  const rest = all.filter(
    ({ name, time }) => name !== text && !(event && name === event.name && Math.abs(time - event.time) <= TIME_TOLERANCE),
  );
  if (rest.length === all.length) {
    const timeOf = (time: number): string => (fps === undefined ? String(time) : rounded(time * fps));
    const known = excerpt(all.map(({ name, time }) => `${timeOf(time)}=${name}`).join(", ") || "none", 400);
    throw new UsageError(`no event ${excerpt(text)}; there ${all.length === 1 ? "is" : "are"} ${known}`);
  }
  return rest;
}

function parsePayload(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`--payload: must be JSON (got ${excerpt(text)})`);
  }
}
