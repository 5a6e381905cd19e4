import { describe, expect, it } from "@jest/globals";
import { switchOn } from "../../../src/scene/pointer/materials/coupledMaterial.js";

const TRANSMISSION = "KHR_materials_transmission";
const VOLUME = "KHR_materials_volume";
const DIFFUSE = "KHR_materials_diffuse_transmission";

describe("a material is loaded with everything that an animation may switch on:", () => {
  // oxfmt-ignore
  it.each<readonly [comment: string, extensions: object, animated: readonly string[], expected: object]>([
    ["a factor of 0 becomes 1", { [TRANSMISSION]: { transmissionFactor: 0 } }, ["transmissionFactor"], { [TRANSMISSION]: { transmissionFactor: 1 } }],
    ["one that is not stated, too", { [VOLUME]: { attenuationDistance: 2 } }, ["thicknessFactor"], { [VOLUME]: { attenuationDistance: 2, thicknessFactor: 1 } }],
    ["any other stays", { [DIFFUSE]: { diffuseTransmissionFactor: 0.5 } }, ["diffuseTransmissionFactor"], { [DIFFUSE]: { diffuseTransmissionFactor: 0.5 } }],
    ["one that is not animated stays", { [TRANSMISSION]: {}, [VOLUME]: {} }, ["thicknessFactor"], { [TRANSMISSION]: {}, [VOLUME]: { thicknessFactor: 1 } }],
    ["an extension that is not there is not added", {}, ["transmissionFactor"], {}],
    ["several factors", { [TRANSMISSION]: {}, [DIFFUSE]: {} }, ["transmissionFactor", "diffuseTransmissionFactor"], { [TRANSMISSION]: { transmissionFactor: 1 }, [DIFFUSE]: { diffuseTransmissionFactor: 1 } }],
  ])("%s", (_, extensions, animated, expected) => {
    const material = { name: "glass", extensions };
    const before = structuredClone(material);
    expect(switchOn(material, new Set(animated))).toEqual({ name: "glass", extensions: expected });
    expect(material).toEqual(before);
  });

  it("a material without extensions stays", () => {
    expect(switchOn({ name: "wood" }, new Set(["ior"]))).toEqual({ name: "wood", extensions: {} });
  });
});
