import { excerpt } from "../../gltf/util/index.js";
import type { JsonChange } from "../index.js";
import type { Paint } from "./text.js";

/** Formats changes as lines: `+` added, `-` removed, `~` changed. */
export function describeChanges(changes: readonly JsonChange[], paint: Paint): readonly string[] {
  return changes.map((change) => {
    const pointer = excerpt(change.pointer || "/");
    if (!("before" in change)) {
      return paint("green", `+ ${pointer}: ${jsonOf(change.after)}`);
    }
    return "after" in change
      ? paint("yellow", `~ ${pointer}: ${jsonOf(change.before)} -> ${jsonOf(change.after)}`)
      : paint("red", `- ${pointer}: ${jsonOf(change.before)}`);
  });
}

function jsonOf(value: unknown): string {
  return excerpt(JSON.stringify(value), 300);
}
