/**
 * What Babylon's own KHR_animation_pointer animates otherwise than the file says: the table of docs/pointer-gaps.md, measured with the conformance data.
 * A test that fails says that the installed version of Babylon has mended a fault: change the table.
 */
import { readFileSync } from "node:fs";
import { expect, it } from "@jest/globals";
import { unpackGlb } from "../../../scripts/glb.mjs";
import { UnregisterKHR_animation_pointer } from "../../../src/pure.js";
import { type Player, play, stateOf } from "../../helpers/animatedEqualsLoaded.js";
import { addTriangle, createPointed, stateAt } from "../../helpers/gltfAsset.js";
import type { Asset, Json } from "../../helpers/gltfPose.js";
import type { Difference } from "../../helpers/sceneState.js";

UnregisterKHR_animation_pointer(); // so that Babylon's own is used

const FOLDER = new URL("../../../conformance/", import.meta.url);
const { times, properties } = JSON.parse(readFileSync(new URL("pointers.json", FOLDER), "utf8")) as Json;
const TIME = 1.5;
const TIME_OUT_OF_BOUNDS = 0.5;

/** Properties without an equivalent in Babylon, and those of KHR_animation2, which Babylon does not claim to animate. */
const OTHERS = /\/ADOBE_|scatter\/|\/aspectRatio$|^\/nodes\/{}\/matrix$|^\/meshes\/{}\/weights$/;

/** 0 hides a mesh as false does. */
const isSeen = ({ path, actual, expected }: Difference): boolean => !(/\/isVisible$/.test(path) && !actual === !expected);

/** What the table says of an animation of a file: null if the scene is as if the file had been loaded with the animated value. */
async function outcomeOf(asset: Asset, pointer: string, value: unknown, time = TIME): Promise<string | null> {
  const { animations, ...json } = stateAt(asset.json, pointer, value);
  expect(animations).toHaveLength(1);
  const expected = await stateOf({ json, bin: asset.bin }, true);
  let player: Player;
  try {
    player = await play(asset, true);
  } catch {
    return "the file is not loaded";
  }
  const differences = await player.compareAsync(time, expected);
  return !differences.some(isSeen) ? null : player.warnings.some((text) => text.includes("skipped")) ? "not animated" : "wrong";
}

/** A file of the conformance data with one of its animations. */
function only(property: Json, name: string, time = TIME): { asset: Asset; pointer: string; value: unknown } | null {
  const { json, bin } = unpackGlb(readFileSync(new URL(property["file"] as string, FOLDER))) as Asset;
  const index = (property["animations"] as Json[]).findIndex((animation) => animation["name"] === name);
  if (index < 0) {
    return null;
  }
  const { pointer = property["pointer"], values } = property["animations"][index];
  const asset = { json: { ...json, animations: [json["animations"][index]] }, bin };
  return { asset, pointer, value: values[times.indexOf(time)] };
}

/** The rows of the table: what Babylon's extension makes of each pointer. */
function readTable(): Map<string, string> {
  const rows = readFileSync("docs/pointer-gaps.md", "utf8").matchAll(/^\| `(\/[^`]+)` +\| (.+?) +\|/gm);
  return new Map([...rows].map(([, pointer, outcome]) => [pointer!, outcome!]));
}

it("the properties of the table are not animated as the file says, and all others are", async () => {
  const outcomes = new Map<string, string>();
  let count = 0;
  for (const property of properties as Json[]) {
    const template = property["template"] as string;
    const file = OTHERS.test(template) ? null : (only(property, "LINEAR") ?? only(property, "STEP"));
    const outcome = file && (await outcomeOf(file.asset, file.pointer, file.value));
    count += Number(file !== null);
    if (outcome) {
      outcomes.set(template, outcome);
    }
  }
  expect({ count, outcomes }).toEqual({ count: 109, outcomes: readTable() });
});

it("one component of a property is not animated, and values beyond the bounds are not clamped", async () => {
  const find = (template: string): Json => (properties as Json[]).find((property) => property["template"] === template)!;
  const weight = only(find("/nodes/{}/weights"), "LINEAR, one component")!;
  expect(await outcomeOf(weight.asset, weight.pointer, weight.value)).toBe("not animated");
  const color = only(find("/materials/{}/emissiveFactor"), "LINEAR beyond the bounds", TIME_OUT_OF_BOUNDS)!;
  expect(await outcomeOf(color.asset, color.pointer, color.value, TIME_OUT_OF_BOUNDS)).toBe("wrong");
});

it("transmission, diffuse transmission and iridescence that begin at 0 stay off", async () => {
  const features = {
    KHR_materials_transmission: { transmissionFactor: 0 },
    KHR_materials_clearcoat: { clearcoatFactor: 0 },
    KHR_materials_iridescence: { iridescenceFactor: 0 },
    KHR_materials_sheen: { sheenRoughnessFactor: 0 },
    KHR_materials_anisotropy: { anisotropyStrength: 0 },
    KHR_materials_diffuse_transmission: { diffuseTransmissionFactor: 0 },
    KHR_materials_volume: { thicknessFactor: 0 },
  };
  const outcomes: Record<string, string | null> = {};
  for (const [extension, factors] of Object.entries(features)) {
    const pointer = `/materials/0/extensions/${extension}/${Object.keys(factors)[0]}`;
    const asset = createPointed(
      (add) => ({
        extensionsUsed: [extension],
        nodes: [{ mesh: 0 }],
        meshes: [{ primitives: [{ attributes: addTriangle(add), material: 0 }] }],
        materials: [{ extensions: { [extension]: factors } }],
      }),
      [{ pointer, values: [[0], [1]] }],
    );
    outcomes[extension] = await outcomeOf(asset, pointer, 1, 1);
  }
  expect(Object.keys(outcomes).filter((extension) => outcomes[extension] === "wrong")).toEqual([
    "KHR_materials_transmission",
    "KHR_materials_iridescence",
    "KHR_materials_diffuse_transmission",
  ]);
});
