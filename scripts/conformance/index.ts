import { makeClips } from "./clips.js";
import { makeEvents } from "./events.js";
import { makePointers } from "./pointers.js";
import { makeCases, makeTables } from "./timestamps.js";

/** JSON with one line for each item of the outer arrays: small, and legible in a diff. */
function toText(value: unknown): string {
  if (Array.isArray(value)) {
    return `[\n${value.map((item) => JSON.stringify(item)).join(",\n")}\n]\n`;
  }
  const members = Object.entries(value as object).map(([name, member]: [string, unknown]) => {
    const isList = Array.isArray(member) && typeof member[0] === "object";
    return `${JSON.stringify(name)}: ${isList ? toText(member).trimEnd() : JSON.stringify(member)}`;
  });
  return `{\n${members.join(",\n")}\n}\n`;
}

/** All files of `conformance/` that are generated, by their names. */
export function makeConformance(): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  const lists = {
    "timestamp-tables.json": makeTables(),
    "timestamp-cases.json": makeCases(),
    "event-cases.json": makeEvents(),
    "pointers.json": makePointers(files),
    "clips.json": makeClips(files),
  };
  for (const [name, list] of Object.entries(lists)) {
    files.set(name, new TextEncoder().encode(toText(list)));
  }
  return files;
}
