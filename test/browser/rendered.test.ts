/**
 * "Rendered = loaded": the picture of an animated property is that of a file loaded with the animated value. What
 * test/scene/pointer/animatedEqualsLoaded.test.ts asserts of the scene, here of what one sees.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { packGlb } from "../../scripts/glb.mjs";
import type { Asset } from "../helpers/gltfPose.js";
import { launchBrowser, type TestBrowser, type TestPage } from "./helpers/browser.js";
import { comparePictures, countDrawn, renderPicture, type Picture } from "./helpers/picture.js";
import { createMoving, createStill, type Value, type VisibleCase } from "./helpers/visibleAsset.js";

/**
 * The shaders are the same, and so are their numbers but for rounding: an animated value is interpolated from single precision, a loaded
 * one is a decimal. That may turn over one of the 255 steps of a channel; it may not move an edge.
 */
const ROUNDING = 1;
/** Of 128 x 128 pixels, so many show the animation. */
const SEEN = 60;

const TEXTURE = { index: 0 };
const PLACED = { index: 0, extensions: { KHR_texture_transform: { offset: [0.125, 0], rotation: 0, scale: [1, 1] } } };
const OFFSET = "extensions/KHR_texture_transform/offset";
const ALONG = [
  [0, 0],
  [0.25, 0.5],
] as const;
const HALF = Math.SQRT1_2;

const pbr = (more: object): object => ({ pbrMetallicRoughness: more });
const extensions = (more: Record<string, object>): object => ({
  extensions: Object.fromEntries(Object.entries(more).map(([name, value]) => [`KHR_materials_${name}`, value])),
});
const transmissive = (more: Record<string, object> = {}): object => ({
  ...pbr({ roughnessFactor: 0.125, metallicFactor: 0 }),
  ...extensions({ transmission: { transmissionFactor: 1 }, volume: { thicknessFactor: 1, attenuationDistance: 1 }, ...more }),
});

type Row = [end: string, from: Value | boolean, to: Value | boolean, more?: Omit<VisibleCase, "pointer" | "from" | "to">];

const under = (prefix: string, ...rows: Row[]): VisibleCase[] =>
  rows.map(([end, from, to, more]) => ({ pointer: prefix + end, from, to, ...more }));

const CASES: readonly VisibleCase[] = [
  ...under(
    "/materials/0/",
    ["alphaCutoff", [0.125], [0.875], { material: { alphaMode: "MASK", ...pbr({ baseColorTexture: TEXTURE }) } }],
    ["emissiveFactor", [0, 0, 0], [0, 0.5, 1]],
    ["normalTexture/scale", [0], [1], { material: { normalTexture: TEXTURE } }],
    ["occlusionTexture/strength", [0], [1], { material: { occlusionTexture: TEXTURE }, environment: true }],
    ["pbrMetallicRoughness/baseColorFactor", [0.75, 0.5, 0.25, 1], [0.25, 0.75, 0.5, 1]],
    ["pbrMetallicRoughness/baseColorFactor", [1, 1, 1, 1], [1, 1, 1, 0], { material: { alphaMode: "BLEND" } }],
    ["pbrMetallicRoughness/metallicFactor", [0], [1]],
    ["pbrMetallicRoughness/roughnessFactor", [0.25], [0.75]],
  ),
  ...under(
    "/materials/0/extensions/KHR_materials_",
    ["anisotropy/anisotropyStrength", [0], [1], { material: pbr({ metallicFactor: 1 }) }],
    [
      "anisotropy/anisotropyRotation",
      [0],
      [1.5],
      { material: { ...pbr({ metallicFactor: 1 }), ...extensions({ anisotropy: { anisotropyStrength: 0.75 } }) } },
    ],
    ["clearcoat/clearcoatFactor", [0], [1], { environment: true }],
    ["clearcoat/clearcoatRoughnessFactor", [0], [0.5], { material: extensions({ clearcoat: { clearcoatFactor: 1 } }) }],
    [
      "clearcoat/clearcoatNormalTexture/scale",
      [0],
      [1],
      { material: extensions({ clearcoat: { clearcoatFactor: 1, clearcoatNormalTexture: TEXTURE } }) },
    ],
    ["diffuse_transmission/diffuseTransmissionFactor", [0], [1], { lightAt: [1, 1, -1.5] }],
    [
      "diffuse_transmission/diffuseTransmissionColorFactor",
      [1, 1, 1],
      [0.25, 0.5, 1],
      { lightAt: [1, 1, -1.5], material: extensions({ diffuse_transmission: { diffuseTransmissionFactor: 1 } }) },
    ],
    ["dispersion/dispersion", [0], [8], { material: transmissive() }],
    ["emissive_strength/emissiveStrength", [1], [4], { material: { emissiveFactor: [0.25, 0.125, 0] } }],
    ["ior/ior", [1], [2], { material: transmissive() }],
    ["iridescence/iridescenceFactor", [0], [1], { material: pbr({ metallicFactor: 1 }) }],
    ["iridescence/iridescenceIor", [1.25], [2], { material: extensions({ iridescence: { iridescenceFactor: 1 } }), environment: true }],
    [
      "iridescence/iridescenceThicknessMaximum",
      [200],
      [600],
      { material: { ...pbr({ metallicFactor: 1 }), ...extensions({ iridescence: { iridescenceFactor: 1 } }) } },
    ],
    ["sheen/sheenColorFactor", [0, 0, 0], [0.5, 0.75, 1], { material: extensions({ sheen: { sheenRoughnessFactor: 0.5 } }) }],
    ["sheen/sheenRoughnessFactor", [0.25], [1], { material: extensions({ sheen: { sheenColorFactor: [1, 1, 1] } }) }],
    ["specular/specularFactor", [0], [1], { material: pbr({ metallicFactor: 0, roughnessFactor: 0.25 }) }],
    ["specular/specularColorFactor", [1, 1, 1], [0.25, 0, 1], { material: pbr({ metallicFactor: 0 }), environment: true }],
    ["transmission/transmissionFactor", [0], [1]],
    ["volume/thicknessFactor", [0], [2], { material: transmissive() }],
    [
      "volume/attenuationDistance",
      [0.25],
      [2],
      { material: transmissive({ volume: { thicknessFactor: 1, attenuationColor: [0.25, 0.5, 1] } }) },
    ],
    ["volume/attenuationColor", [1, 1, 1], [0.25, 0.5, 1], { material: transmissive() }],
  ),
  ...under(
    "/materials/0/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/",
    ["offset", [0, 0], [0.25, 0.5], { material: pbr({ baseColorTexture: PLACED }) }],
    ["rotation", [0], [1.5], { material: pbr({ baseColorTexture: PLACED }) }],
    ["scale", [1, 1], [2, 0.5], { material: pbr({ baseColorTexture: PLACED }) }],
  ),
  ...under(
    "/materials/0/",
    [`pbrMetallicRoughness/metallicRoughnessTexture/${OFFSET}`, ...ALONG, { material: pbr({ metallicRoughnessTexture: PLACED }) }],
    [`normalTexture/${OFFSET}`, ...ALONG, { material: { normalTexture: PLACED } }],
    [`emissiveTexture/${OFFSET}`, ...ALONG, { material: { emissiveFactor: [1, 1, 1], emissiveTexture: PLACED } }],
    [
      `extensions/KHR_materials_clearcoat/clearcoatTexture/${OFFSET}`,
      ...ALONG,
      { material: extensions({ clearcoat: { clearcoatFactor: 1, clearcoatTexture: PLACED } }), environment: true },
    ],
    [
      `extensions/KHR_materials_transmission/transmissionTexture/${OFFSET}`,
      ...ALONG,
      { material: extensions({ transmission: { transmissionFactor: 1, transmissionTexture: PLACED } }) },
    ],
  ),
  ...under(
    "/extensions/KHR_lights_punctual/lights/0/",
    ["color", [1, 1, 1], [1, 0.5, 0]],
    ["intensity", [40], [10]],
    ["range", [3], [8]],
    ["spot/innerConeAngle", [0], [0.25], { lightAt: [0, 0, 4], light: { type: "spot", spot: { outerConeAngle: 0.5 } } }],
    ["spot/outerConeAngle", [0.125], [0.375], { lightAt: [0, 0, 4], light: { type: "spot", spot: { innerConeAngle: 0 } } }],
  ),
  ...under(
    "/cameras/0/",
    ["perspective/yfov", [0.5], [1]],
    ["perspective/znear", [3], [4]],
    ["perspective/zfar", [8], [2]],
    ["orthographic/xmag", [2], [1], { camera: { type: "orthographic", orthographic: { xmag: 2, ymag: 2, znear: 0.125, zfar: 50 } } }],
    ["orthographic/ymag", [2], [1], { camera: { type: "orthographic", orthographic: { xmag: 2, ymag: 2, znear: 0.125, zfar: 50 } } }],
  ),
  ...under(
    "/nodes/0/",
    ["translation", [0, 0, 0], [0.5, 0.25, 1]],
    ["rotation", [0, 0, 0, 1], [0, HALF, 0, HALF], { material: pbr({ baseColorTexture: TEXTURE }) }],
    ["scale", [1, 1, 1], [1, 0.5, 1]],
    ["weights", [0, 0], [0.5, 1]],
    ["extensions/KHR_node_visibility/visible", true, false],
  ),
  ...under("/meshes/0/", ["weights", [0, 0], [1, 0.5]]),
  ...under("/extensions/EXT_lights_image_based/lights/0/", ["intensity", [0.25], [2], { environment: true }]),
];

/** The time of the picture and the value then: half way, or after the step of a boolean. */
function sample({ from, to }: VisibleCase): { time: number; value: Value | boolean } {
  if (typeof from === "boolean" || typeof to === "boolean") {
    return { time: 1, value: to };
  }
  const middle = from.map((component, i) => (component + to[i]!) / 2);
  const length = Math.hypot(...middle);
  // between two rotations the middle is the same whether one goes around the sphere or through it
  return { time: 0.5, value: from.length === 4 && to[3] === HALF ? middle.map((component) => component / length) : middle };
}

let browser: TestBrowser;
let opened: TestPage;

beforeAll(async () => {
  browser = await launchBrowser();
  opened = await browser.open("/test/browser/pages/umd.html");
});

afterAll(() => browser.close());

afterEach(() => {
  expect(opened.takeProblems()).toEqual([]);
});

function pictureOf({ json, bin }: Asset): Promise<Picture> {
  browser.files.set("/model.glb", packGlb(json, bin));
  return renderPicture(opened.page, `stage.load("/model.glb")`);
}

describe("rendered = loaded", () => {
  it("is held by at least 25 templates of the table", () => {
    const templates = new Set(CASES.map(({ pointer }) => pointer.replace(/\/\d+/g, "/{}")));
    expect(templates.size).toBeGreaterThanOrEqual(25);
  });

  it.each(CASES)("$pointer", async (visible) => {
    const { time, value } = sample(visible);
    const before = await pictureOf(createMoving(visible));
    const animated = await renderPicture(opened.page, `stage.show(${time})`);
    const loaded = await pictureOf(createStill(visible, value));
    expect(countDrawn(before)).toBeGreaterThan(0);
    expect(comparePictures(animated, before).visible).toBeGreaterThan(SEEN);
    const { greatest } = comparePictures(animated, loaded);
    expect(greatest).toBeLessThanOrEqual(ROUNDING);
  });
});
