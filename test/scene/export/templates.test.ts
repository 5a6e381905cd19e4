/**
 * Every template of the glTF object model: a file that animates it is loaded, exported and loaded again. Everything in the scene that the animation
 * changes must change in the same way, or the report says why not.
 */
import { describe, expect, it } from "@jest/globals";
import "../../../src/index.js";
import { fill, isNumeric, keysOf, loadScene, mayBeZero, valuesOf } from "../../helpers/animatedEqualsLoaded.js";
import { exportScene, type Exported } from "../../helpers/exported.js";
import { evaluateAll } from "../../helpers/exportedPose.js";
import type { Asset } from "../../helpers/gltfPose.js";
import { createPointerAsset, TEMPLATES, type Template, type Value } from "../../helpers/pointerAsset.js";
import { followTokens } from "../../../src/gltf/util/jsonPointer.js";
import { describeScene, type SceneState } from "../../helpers/sceneState.js";
import type { Scene } from "@babylonjs/core/scene.js";

const TIMES = [0, 0.125, 0.3, 0.5, 0.55, 0.7, 0.875, 0.99, 1];

/** Why some templates cannot be exported. */
const REPORTED: readonly [template: RegExp, reason: string][] = [[/EXT_lights_image_based/, "Babylon exports no image-based lights"]];

/** The file does not even animate these when it is loaded. */
const REFUSED = /\/(ADOBE_|KHR_materials_(volume_)?scatter)/;

const TEXTURED = { textures: true };

function createAnimated(template: Template, from: Value, to: Value): Asset {
  const interpolation = "LINEAR";
  const keys = [keysOf(template, { from, to, tangents: [from, to] }, interpolation)];
  const encoding = { dialect: "KHR_animation_pointer", interpolation, componentType: 5126 } as const;
  return createPointerAsset([{ template, value: from }], TEXTURED, { keys, encoding });
}

/** The state at each time. */
function statesOf(scene: Scene): SceneState[] {
  const [group] = scene.animationGroups;
  group!.start(false);
  group!.pause();
  return TIMES.map((time) => {
    group!.goToFrame(time * 60);
    scene.render();
    return describeScene(scene);
  });
}

/** What an animation changes, at each time: paths, by the names of objects, and values. */
function changesOf(states: readonly SceneState[]): Map<string, unknown[]> {
  const [first, ...others] = states;
  const changes = new Map<string, unknown[]>();
  for (const path of new Set(states.flatMap((state) => [...state.keys()]))) {
    const initial = first!.get(path);
    if (others.some((state) => state.get(path) !== initial)) {
      const values = states.map((state) => state.get(path));
      changes.set(
        path.replace(/^(\w+)\/\d+ /, "$1/"),
        values.map((value) => (typeof value === "number" ? Math.fround(Math.round(value * 1e5)) / 1e5 : value)),
      );
    }
  }
  return changes;
}

async function compare(
  asset: Asset,
  rightHanded: boolean,
): Promise<{ original: Map<string, unknown[]>; again: Map<string, unknown[]>; exported: Exported }> {
  const { scene } = await loadScene(asset, rightHanded);
  const original = changesOf(statesOf(scene));
  const exported = await exportScene(scene);
  if (!exported.json["animations"]) {
    return { original, again: new Map(), exported };
  }
  const { scene: second } = await loadScene(exported, rightHanded);
  return { original, again: changesOf(statesOf(second)), exported };
}

function show(values: Map<string, unknown[]>, names: Iterable<string>): string[] {
  return [...names].map((name) => `${name}: ${values.get(name)?.join(" ")}`);
}

/** Features that a value of 0 switches off, in a file that has textures for them. */
const isSwitch = (template: Template): boolean =>
  /KHR_materials_\w+\/\w+$/.test(template.pointer) && isNumeric(template) && mayBeZero(template);

const loaded = TEMPLATES.filter(({ pointer }) => !REFUSED.test(pointer));

const variants: readonly { name: string; rightHanded: boolean; templates: readonly Template[]; from?: number }[] = [
  { name: "a left-handed scene", rightHanded: false, templates: loaded },
  { name: "a right-handed scene", rightHanded: true, templates: loaded.filter(({ pointer }) => pointer.startsWith("/nodes/")) },
  { name: "a feature that is off at rest", rightHanded: false, templates: loaded.filter(isSwitch), from: 0 },
];

describe.each(variants)("$name: an exported animation changes what the original changes", ({ rightHanded, templates, from }) => {
  it.each(templates.map((template) => [template.pointer, template] as const))("%s", async (pointer, template) => {
    const [first, last] = valuesOf(template);
    const asset = createAnimated(template, from === undefined ? first : fill(template, from), last);
    const { original, again, exported } = await compare(asset, rightHanded);
    const reason = REPORTED.find(([pattern]) => pattern.test(pointer))?.[1];
    expect(exported.report.leftOut.map((each) => each.reason)).toEqual(reason === undefined ? [] : [reason]);
    if (reason === undefined) {
      expect(original.size).toBeGreaterThan(0);
      expect(show(again, original.keys())).toEqual(show(original, original.keys()));
      expectSameValues(exported, asset);
      expectSameStated(exported, asset);
    }
  });
});

/** Compares the files themselves. An element of an array is exported as the array. */
function expectSameValues(exported: Asset, asset: Asset): void {
  for (const time of TIMES) {
    const [[pointer, expected]] = evaluateAll(asset, asset.json["animations"][0], time) as unknown as [[string, number[]]];
    const [[at, actual]] = evaluateAll(exported, exported.json["animations"][0], time) as unknown as [[string, number[]]];
    const element = /weights\/(\d+)$/.exec(pointer)?.[1];
    const values = element === undefined || /weights\/\d+$/.test(at) ? actual : [actual[Number(element)]!];
    const errors = expected.map((value, i) => Math.abs(value - values[i]!) / Math.max(Math.abs(value), 1));
    expect(Math.max(...errors)).toBeLessThanOrEqual(1e-6);
  }
}

/** The scene was exported at the end of the animation: the file states the values from before. Nodes have values of their own. */
function expectSameStated(exported: Asset, asset: Asset): void {
  const pointerIn = (of: Asset): string => [...evaluateAll(of, of.json["animations"][0], 0).keys()][0]!;
  const statedIn = (of: Asset): number[] =>
    [followTokens(of.json, pointerIn(of).slice(1).split("/"))].flat().map((value) => Math.round(Number(value) * 1e6) / 1e6);
  if (!/^\/nodes\/\d+\/(translation|rotation|scale|matrix|weights)/.test(pointerIn(exported))) {
    expect(statedIn(exported)).toEqual(statedIn(asset));
  }
}
