import { createFinding, excerpt, type Finding, findSimilar, show, toJsonPointer } from "../util/index.js";
import { HUMAN_BONES } from "./bones.js";
import type { LeftOut } from "./declared.js";

/** What a reader of declarations leaves out, as a finding. Apart from the readers: who reads a file a second time, as expressions do, loads no messages. */
export function findingOfLeftOut({ at, part, must, value, among = [0, ""] }: LeftOut): Finding {
  const [count, name] = among;
  const similar = must === "bone" && findSimilar(String(value), HUMAN_BONES);
  const rule = {
    array: "must be an array",
    bone: "must be the name of a bone of a humanoid",
    index: `must be the index of one of the ${name.includes(" ") ? "" : "asset's "}${count} ${name}`,
    number: "must be a finite number",
    nameOfNode: "must be the name of a node",
    meshOfNode: "must be a mesh that a node has",
  }[must];
  const hint = similar ? `; did you mean ${show(similar)}?` : "";
  const pointer = toJsonPointer(at.map((token) => excerpt(token)));
  return createFinding("HUMANOID_INVALID", pointer, `${rule} (got ${show(value)}); the ${part} is left out${hint}`);
}
