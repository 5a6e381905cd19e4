/** The accessors that animations are written into. */
import { expect, it } from "@jest/globals";
import type { AccessorData, ExportedAsset } from "../../../src/scene/host/gltf/gltfExporter.js";
import type { Curve } from "../../../src/scene/export/read/curve.js";
import { Samplers, type SamplerJson } from "../../../src/scene/export/write/samplers.js";

/** Three keys of one component. */
function curve(values: readonly number[], interpolation: Curve["interpolation"] = "LINEAR"): Curve {
  return { times: Float32Array.of(0, 1, 2), interpolation, width: values.length / 3, values: Float64Array.from(values) };
}

function write(add: (samplers: Samplers) => SamplerJson[]): { json: SamplerJson[]; data: Uint8Array; accessors: readonly AccessorData[] } {
  let written: { data: Uint8Array; accessors: readonly AccessorData[] } | null = null;
  const asset = {
    accessorCount: 5,
    addAccessors: (data: Uint8Array, accessors: readonly AccessorData[]) => void (written = { data, accessors }),
  };
  const samplers = new Samplers(asset as unknown as ExportedAsset);
  const json = add(samplers);
  samplers.write();
  return { json, ...written! };
}

// glTF 2.0, section 3.11: the number of a normalized integer
it.each([
  { values: [0, 1, 0], componentType: 5120, bytes: [0, 127, 0] },
  { values: [-1, 0, 1], componentType: 5120, bytes: [129, 0, 127] },
  { values: [0, 51 / 255, 1], componentType: 5121, bytes: [0, 51, 255] },
  { values: [0, -1000 / 32767, 1], componentType: 5122, bytes: [0, 0, 24, 252, 255, 127] },
  { values: [0, 1000 / 65535, 1], componentType: 5123, bytes: [0, 0, 232, 3, 255, 255] },
])("weights that normalized integers have exactly are written so: $values", ({ values, componentType, bytes }) => {
  const { accessors, data } = write((samplers) => [samplers.add(curve(values), "float[]", true)]);
  expect(accessors[1]).toMatchObject({ componentType, normalized: true, count: 3 });
  expect([...data.subarray(accessors[1]!.byteOffset)].slice(0, bytes.length)).toEqual(bytes);
});

it.each<[why: string, values: readonly number[], interpolation: Curve["interpolation"], mayBeInteger: boolean]>([
  ["no integer is exactly 0.3", [0, 0.3, 1], "LINEAR", true],
  ["no normalized integer is above 1", [0, 2, 1], "LINEAR", true],
  ["glTF has no integers for the property", [0, 1, 0], "LINEAR", false],
  ["splines have tangents", [0, 0, 0, 0, 1, 0, 0, 0, 0], "CUBICSPLINE", true],
])("values are written as floats: %s", (_, values, interpolation, mayBeInteger) => {
  const { accessors } = write((samplers) => [samplers.add({ ...curve(values, interpolation), width: 1 }, "float[]", mayBeInteger)]);
  expect(accessors[1]).toMatchObject({ componentType: 5126, normalized: undefined, count: values.length });
});

it("booleans are bytes with steps, whatever the interpolation", () => {
  const { json, accessors, data } = write((samplers) => [samplers.add(curve([1, 0, 1]), "bool", false)]);
  expect(json).toEqual([{ input: 5, output: 6, interpolation: "STEP" }]);
  expect(accessors[1]).toMatchObject({ componentType: 5121, normalized: undefined, byteOffset: 12 });
  expect([...data.subarray(12, 15)]).toEqual([1, 0, 1]);
});

it("each accessor begins at a multiple of four bytes", () => {
  const { accessors, data } = write((samplers) => [
    samplers.add(curve([0, 1, 0]), "float[]", true),
    samplers.add(curve([0, 0.3, 1]), "float", false),
  ]);
  expect(accessors.map(({ byteOffset }) => byteOffset)).toEqual([0, 12, 16]);
  expect(data.length).toBe(28);
  expect([...new Float32Array(data.buffer, 16, 3)]).toEqual([0, Math.fround(0.3), 1]);
});

it("the same data is written once; times are apart from values, because they state their bounds", () => {
  const { json, accessors } = write((samplers) => [
    samplers.add(curve([0, 1, 2]), "float", false),
    samplers.add(curve([0, 1, 2], "STEP"), "float", false),
  ]);
  expect(json.map(({ input, output }) => [input, output])).toEqual([[5, 6], [5, 6]]); // oxfmt-ignore
  expect(accessors.map(({ minMax }) => minMax)).toEqual([{ min: [0], max: [2] }, undefined]);
});
