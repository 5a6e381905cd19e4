import { expect, it } from "@jest/globals";
import { findExtrasValue } from "../../../src/gltf/objectModel/extrasValue.js";

const EXTRAS = {
  a: 1,
  flag: false,
  flags: [true, false],
  none: null,
  list: [1, 2],
  many: [1, 2, 3, 4, 5],
  empty: [],
  text: "b",
  mixed: [1, "b"],
  inner: { c: 2 },
};
const ASSET = { nodes: [{ extras: EXTRAS }, { extras: 1 }] };

const find = (pointer: string): ReturnType<typeof findExtrasValue> => findExtrasValue(ASSET, pointer, pointer.slice(1).split("/"));

it.each([
  { pointer: "/nodes/0/extras/a", type: "float", isArray: false, names: ["a"] },
  { pointer: "/nodes/0/extras/inner/c", type: "float", isArray: false, names: ["inner", "c"] },
  { pointer: "/nodes/0/extras/list", type: "float2", isArray: true, names: ["list"] },
  { pointer: "/nodes/0/extras/list/1", type: "float", isArray: false, names: ["list", "1"] },
  { pointer: "/nodes/0/extras/flag", type: "bool", isArray: false, names: ["flag"] },
  { pointer: "/nodes/0/extras/flags/1", type: "bool", isArray: false, names: ["flags", "1"] },
  { pointer: "/nodes/0/extras/many", type: "float[]", isArray: true, names: ["many"] },
])("$pointer is a $type", ({ pointer, type, isArray, names }) => {
  const path = { collection: "nodes", index: 0, extension: null, property: "extras" };
  expect(find(pointer)).toMatchObject({ pointer, property: { type }, path, isArray, names, extras: EXTRAS, obstacle: null });
});

it.each(["empty", "text", "mixed", "inner", "flags", "none"] as const)("%s cannot be animated, with the reason", (name) => {
  const value = JSON.stringify(EXTRAS[name]);
  const obstacle = `it is ${value}; in extras, numbers, arrays of numbers, and booleans can be animated`;
  expect(find(`/nodes/0/extras/${name}`)).toMatchObject({ obstacle });
});

it.each(["/nodes/0/extras", "/nodes/1/extras", "/nodes/0/name", "/nodes/0/extras/absent"])("%s is no value", (pointer) => {
  expect(find(pointer)).toBeNull();
});
