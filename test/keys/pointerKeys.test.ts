/** Keys on demand of every property that a pointer can animate, beside those that are made when the file is loaded. */
import { afterAll, afterEach, describe, expect, it } from "@jest/globals";
import type { Scene } from "@babylonjs/core/scene.js";
import "../../src/index.js";
import { keyDataOf } from "../../src/keys/keyData.js";
import type { KeysOption } from "../../src/pure.js";
import { plainGroup } from "../helpers/plainAnimations.js";
import { createPointerAsset, isOfMaterial, TEMPLATES, type Encoding, type Template } from "../helpers/pointerAsset.js";
import { keysOf, valuesOf } from "../helpers/pointerValues.js";
import { createScene, loadContainer } from "../helpers/scene.js";
import { createShaderEngine } from "../helpers/shaderEngine.js";

// environments need its textures
const engine = createShaderEngine();

const scenes: Scene[] = [];
afterEach(() => {
  scenes.splice(0).forEach((scene) => scene.dispose());
  engine.clearInternalTexturesCache();
});
afterAll(() => engine.dispose());

const ENCODINGS: readonly Encoding[] = [
  { dialect: "KHR_animation_pointer", interpolation: "LINEAR", componentType: 5126 },
  { dialect: "KHR_animation_pointer", interpolation: "CUBICSPLINE", componentType: 5126 },
  { dialect: "KHR_animation2", interpolation: "STEP", componentType: 5126 },
];

interface Surroundings {
  readonly rightHanded: boolean;
  readonly useOpenPBR: boolean;
}

/** Loads a file that animates a property, and gives all its animations, with the number of those whose keys are on demand. */
async function load(
  template: Template,
  encoding: Encoding,
  { rightHanded, useOpenPBR }: Surroundings,
  keys: KeysOption["keys"],
): Promise<{ animations: number; onDemand: number; groups: object[] }> {
  const [from, to] = valuesOf(template);
  const motion = { from, to, tangents: [from.map((_, i) => 1 - i), to.map((_, i) => 0.5 * i)] as const };
  const asset = createPointerAsset(
    [{ template, value: from }],
    { textures: true, shared: true },
    { keys: [keysOf(template, motion, encoding.interpolation)], encoding },
  );
  const scene = createScene({ engine, rightHanded });
  scenes.push(scene);
  const loader = { useOpenPBR, extensionOptions: { [encoding.dialect]: { keys } } };
  const { animationGroups } = await loadContainer(asset, scene, { loader });
  const animations = animationGroups.flatMap(({ targetedAnimations }) => targetedAnimations.map(({ animation }) => animation));
  const onDemand = animations.filter((animation) => keyDataOf(animation) !== null).length;
  return { animations: animations.length, onDemand, groups: animationGroups.map(plainGroup) };
}

describe.each(ENCODINGS)("keys by $dialect, $interpolation, are those that are made when the file is loaded", (encoding) => {
  const cases = TEMPLATES.flatMap((template) =>
    (isOfMaterial(template) ? [false, true] : [false]).map((useOpenPBR) => ({
      template,
      useOpenPBR,
      name: `${template.pointer}${useOpenPBR ? ", OpenPBR" : ""}`,
    })),
  );
  it.each(cases)("$name", async ({ template, useOpenPBR }) => {
    // nothing of a material depends on the hand
    for (const rightHanded of isOfMaterial(template) ? [false] : [false, true]) {
      const { animations, onDemand, groups } = await load(template, encoding, { rightHanded, useOpenPBR }, "onDemand");
      const eager = await load(template, encoding, { rightHanded, useOpenPBR }, "eager");
      expect(groups).toStrictEqual(eager.groups);
      expect([onDemand, eager.onDemand]).toEqual([animations, 0]);
    }
  });
});
