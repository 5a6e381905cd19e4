/** Babylon's shader include for baked animation, which crowds rely on: per-instance settings (n, n, 0, 0) show row n of the texture. */
import { createHash } from "node:crypto";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "@jest/globals";
import { ShaderStore } from "@babylonjs/core/Engines/shaderStore.js";
import "@babylonjs/core/Shaders/ShadersInclude/bakedVertexAnimation.js";
import "@babylonjs/core/Shaders/ShadersInclude/bakedVertexAnimationDeclaration.js";
import "@babylonjs/core/ShadersWGSL/ShadersInclude/bakedVertexAnimation.js";
import "@babylonjs/core/ShadersWGSL/ShadersInclude/bakedVertexAnimationDeclaration.js";

const GLSL = ShaderStore.IncludesShadersStore["bakedVertexAnimation"]!;
const WGSL = ShaderStore.IncludesShadersStoreWGSL["bakedVertexAnimation"]!;

/** The row that the include computes: its own text, run as JavaScript in single precision. */
function rowOf(settings: readonly number[], time: number): number {
  const text = /float VATStartFrame=.*?(?=mat4 VATInfluence)/s
    .exec(GLSL)![0]
    .replace(/\bfloat /g, "var ")
    .replace(/\bBVASNAME\b/g, "settings");
  const [x, y, z, w] = settings;
  const library = {
    fract: (value: number) => value - Math.floor(value),
    mod: (a: number, b: number) => a - b * Math.floor(a / b),
    floor: Math.floor,
  };
  return runInNewContext(`${text}; VATFrameNum`, { settings: { x, y, z, w }, bakedVertexAnimationTime: time, ...library }) as number;
}

describe("Babylon's include", () => {
  it("shows row n for the settings (n, n, 0, 0), whatever the time", () => {
    for (const row of [0, 1, 2, 599, 4095, 16383]) {
      for (const time of [0, 0.5, 1, 1e6]) {
        expect(rowOf([row, row, 0, 0], time)).toBe(row);
      }
    }
  });

  it("is the text that was tested in pictures", () => {
    const hash = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);
    expect([hash(GLSL), hash(WGSL)]).toEqual(["64157806da7b3afa", "e08fa97b7bbde0c5"]);
  });

  it("reads the settings of instances from the attribute that crowds fill", () => {
    expect(ShaderStore.IncludesShadersStore["bakedVertexAnimationDeclaration"]).toContain(
      "attribute vec4 bakedVertexAnimationSettingsInstanced",
    );
    expect(WGSL).toContain("vertexInputs.bakedVertexAnimationSettingsInstanced.x");
  });
});
