/**
 * "Animated = loaded" for materials that are loaded as Babylon's `OpenPBRMaterial`: for every template of the glTF object model that is
 * about a material. What is expected is a second file, loaded by Babylon with `useOpenPBR`.
 */
import { afterAll, afterEach, describe, expect, it } from "@jest/globals";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { Material } from "@babylonjs/core/Materials/material.js";
import type { Scene } from "@babylonjs/core/scene.js";
import "../../../src/index.js";
import { RegisterPointer } from "../../../src/pure.js";
import {
  clamp,
  defaultOf,
  fill,
  highest,
  interpolate,
  isLegal,
  isNumeric,
  keysOf,
  loadedStates,
  loadScene,
  lowest,
  mayBeZero,
  play,
  print,
  stateOf,
  valuesOf,
  type Motion,
} from "../../helpers/animatedEqualsLoaded.js";
import type { Asset, Json } from "../../helpers/gltfPose.js";
import {
  companiesOf,
  createPointerAsset,
  isOfMaterial,
  isOfTexture,
  pointerOf,
  TEMPLATES,
  type Encoding,
  type PointerAnimation,
  type Surroundings,
  type Template,
  type Value,
} from "../../helpers/pointerAsset.js";
import { createScene, disposeScenes, loadContainer } from "../../helpers/scene.js";
import { compareStates, describeScene, type SceneState } from "../../helpers/sceneState.js";

afterEach(disposeScenes);

const OPEN_PBR = { loader: { useOpenPBR: true } };
const TIMES = [0, 0.25, 1, 0];

const materials = TEMPLATES.filter(isOfMaterial);

/** What static loading changes nothing of. */
const BLIND = /\/(ADOBE_materials_clearcoat_|KHR_materials_scatter\/)/;

/** What Babylon's loader makes pictures of, for the coat of a volume, where there are textures. */
const BAKED = [
  /\/(baseColorFactor|roughnessFactor|clearcoatFactor|clearcoatRoughnessFactor)$/,
  /\/(transmissionFactor|diffuseTransmissionFactor|diffuseTransmissionColorFactor|thicknessFactor)$/,
  /\/clearcoatNormalTexture\/scale$/,
  /\/(normal|baseColor|metallicRoughness|clearcoat|clearcoatRoughness|clearcoatNormal)Texture\/extensions\//,
  /\/(transmission|diffuseTransmission|diffuseTransmissionColor)Texture\/extensions\//,
];
const PICTURES = /"(normal|baseColor|metallicRoughness|clearcoat\w*|transmission|diffuseTransmission\w*)Texture"/;

function isBaked({ pointer }: Template, { json }: Asset): boolean {
  const { extensions = {} } = json["materials"][1] as Json;
  const hasVolume = "KHR_materials_volume" in extensions;
  const hasColor = "KHR_materials_transmission" in extensions && extensions.KHR_materials_volume?.attenuationDistance !== undefined;
  const hasTint = "KHR_materials_diffuse_transmission" in extensions;
  const hasPictures = PICTURES.test(JSON.stringify(json["materials"][1]));
  return BAKED.some((end) => end.test(pointer)) && hasVolume && (hasColor || hasTint) && hasPictures;
}

interface Variant extends Surroundings {
  readonly name: string;
  readonly rightHanded?: boolean;
  /** The file does not state the property. */
  readonly absent?: boolean;
  readonly motion: (template: Template) => Motion | undefined;
}

const between: Variant["motion"] = (template) => {
  const [from, to] = valuesOf(template);
  return { from, to };
};

const fromZero: Variant["motion"] = (template) =>
  mayBeZero(template) ? { from: fill(template, 0), to: valuesOf(template)[1] } : undefined;

const fromZeroIfLegal: Variant["motion"] = (template) => fromZero(template) ?? between(template);

const toDefault: Variant["motion"] = (template) => {
  const from = defaultOf(template);
  return from && { from, to: valuesOf(template)[1] };
};

const bounds: Variant["motion"] = (template) => {
  const [low, high] = [lowest(template), highest(template)];
  const [from, to] = valuesOf(template);
  return isNumeric(template) && (low ?? high) !== undefined
    ? { from: low === undefined ? from : fill(template, low), to: high === undefined ? to : fill(template, high) }
    : undefined;
};

const reversed =
  (motion: Variant["motion"]): Variant["motion"] =>
  (template) => {
    const { from, to } = motion(template) ?? {};
    return from && to && { from: to, to: from };
  };

const ifFactor =
  (motion: Variant["motion"]): Variant["motion"] =>
  (template) =>
    isOfTexture(template) ? undefined : motion(template);

/** What is true of the offset of a texture is of its rotation and scale, too. */
const ifNotTurned =
  (motion: Variant["motion"]): Variant["motion"] =>
  (template) =>
    /KHR_texture_transform\/(rotation|scale)$/.test(template.pointer) ? undefined : motion(template);

const VARIANTS: readonly Variant[] = [
  { name: "with textures", textures: true, motion: between },
  { name: "without textures, right-handed", rightHanded: true, motion: ifFactor(between) },
  { name: "from absent", absent: true, textures: true, motion: ifNotTurned(toDefault) },
  { name: "from absent, without textures", absent: true, motion: ifFactor(toDefault) },
  { name: "from 0, right-handed", rightHanded: true, textures: true, motion: ifFactor(fromZero) },
  { name: "from 0, without textures", motion: ifFactor(fromZero) },
  { name: "to 0, without textures", motion: ifFactor(reversed(fromZero)) },
  { name: "from one bound to the other", textures: true, motion: bounds },
  { name: "back from one bound to the other, without textures", motion: ifFactor(reversed(bounds)) },
  { name: "two nodes, two primitives, two draw modes", shared: true, textures: true, motion: ifNotTurned(fromZeroIfLegal) },
];

const ENCODING: Encoding = { dialect: "KHR_animation_pointer", interpolation: "LINEAR", componentType: 5126 };

interface Moving {
  readonly template: Template;
  readonly motion: Motion;
}

async function expectAnimatedEqualsLoaded(moving: readonly Moving[], variant: Omit<Variant, "motion">): Promise<void> {
  const { rightHanded = false, absent = false } = variant;
  const keys = moving.map(({ template, motion }) => keysOf(template, motion, "LINEAR"));
  const stated = moving.map(({ template, motion }) => ({ template, value: absent ? undefined : clamp(template, motion.from) }));
  const asset = createPointerAsset(stated, variant, { keys, encoding: ENCODING });
  const player = await play(asset, rightHanded, OPEN_PBR);
  const refused = moving.filter(({ template }) => isBaked(template, asset));
  expect({ warnings: player.warnings }).toEqual({
    warnings: refused.map(({ template }) => expect.stringContaining(`${pointerOf(template)}: Babylon's loader bakes it into textures`)),
  });
  const failures: Record<string, string[]> = {};
  for (const [i, time] of TIMES.entries()) {
    const targets = moving.map(({ template, motion }, j) => ({
      template,
      value: refused.includes(moving[j]!) ? stated[j]!.value : clamp(template, interpolate(template, motion, "LINEAR", time)),
    }));
    const expected = await stateOf(createPointerAsset(targets, variant), rightHanded, OPEN_PBR);
    const differences = await player.compareAsync(time, expected);
    if (differences.length > 0) {
      failures[`${time} s${i > TIMES.indexOf(time) ? " again" : ""}`] = print(differences);
    }
  }
  expect(failures).toEqual({});
}

const moves = materials.filter(({ pointer }) => !BLIND.test(pointer));

describe("the test itself", () => {
  it.each(materials.filter((template) => ifNotTurned(between)(template)))(
    "$pointer: static loading shows a difference, or is known not to",
    async (template) => {
      const states: SceneState[] = [];
      for (const value of [valuesOf(template)[0], valuesOf(template)[1], valuesOf(template)[0]]) {
        const { scene } = await loadScene(createPointerAsset([{ template, value }], { textures: true }), false, OPEN_PBR);
        expect(scene.materials.at(-1)!.getClassName()).toBe("OpenPBRMaterial");
        states.push(describeScene(scene));
      }
      expect(print(compareStates(states[2]!, states[0]!))).toEqual([]);
      expect({ moves: compareStates(states[1]!, states[0]!).length > 0 }).toEqual({ moves: !BLIND.test(template.pointer) });
    },
  );
});

describe.each(moves)("$pointer", (template) => {
  afterAll(() => loadedStates.clear());

  const variants = VARIANTS.flatMap((variant) => {
    const motion = variant.motion(template);
    return motion && isLegal(template, motion.from) ? [{ name: variant.name, variant, motion }] : [];
  });
  const companies = companiesOf(template).flatMap((company) =>
    (!ifNotTurned(between)(template) ? [] : isOfTexture(template) ? [true] : [true, false]).map((textures) => ({
      name: `with ${company.name}, ${textures ? "with" : "without"} textures`,
      variant: { name: company.name, company, textures, rightHanded: textures },
      motion: fromZeroIfLegal(template)!,
    })),
  );
  it.each([...variants, ...companies])("$name", ({ variant, motion }) => expectAnimatedEqualsLoaded([{ template, motion }], variant));
});

/** Properties that affect the picture together: ends of pointers, moved by one animation. */
const TOGETHER: Readonly<Record<string, readonly string[]>> = {
  "all of a transmissive volume": [
    "transmissionFactor",
    "thicknessFactor",
    "attenuationDistance",
    "attenuationColor",
    "KHR_materials_ior/ior",
    "dispersion",
    "multiscatterColorFactor",
    "scatterAnisotropy",
    "baseColorFactor",
  ],
  "all of a volume that light goes through diffusely, under a coat": [
    "diffuseTransmissionFactor",
    "diffuseTransmissionColorFactor",
    "thicknessFactor",
    "attenuationColor",
    "multiscatterColorFactor",
    "scatterAnisotropy",
    "roughnessFactor",
    "clearcoatFactor",
    "clearcoatRoughnessFactor",
  ],
  "both transmissions of a volume": [
    "transmissionFactor",
    "diffuseTransmissionFactor",
    "diffuseTransmissionColorFactor",
    "thicknessFactor",
    "attenuationColor",
    "baseColorFactor",
    "clearcoatFactor",
  ],
  "both transmissions": ["transmissionFactor", "diffuseTransmissionFactor", "diffuseTransmissionColorFactor", "baseColorFactor"],
};

describe("together", () => {
  const cases = Object.entries(TOGETHER).flatMap(([name, ends]) => {
    const moving = (motion: Variant["motion"]): Moving[] =>
      ends.map((end) => {
        const template = moves.find(({ pointer }) => pointer.endsWith(end))!;
        return { template, motion: motion(template)! };
      });
    return [
      { name, moving: moving(fromZeroIfLegal), rightHanded: false },
      { name: `${name}, back`, moving: moving(reversed(fromZeroIfLegal)), rightHanded: true },
      { name: `${name}, between`, moving: moving(between), rightHanded: false },
    ];
  });
  it.each(cases)("$name", ({ moving, ...variant }) => expectAnimatedEqualsLoaded(moving, variant));

  it("textures come and go with the layers that they belong to", async () => {
    const moving = ["transmissionFactor", "transmissionTexture/extensions/KHR_texture_transform/offset"].map((end) => {
      const template = moves.find(({ pointer }) => pointer.endsWith(end))!;
      return { template, motion: fromZeroIfLegal(template)! };
    });
    await expectAnimatedEqualsLoaded(moving, { name: "" });
  });
});

const templateOf = (end: string): Template => materials.find(({ pointer }) => pointer.endsWith(end))!;

/** A file in which one property is animated, which it states. */
function createAnimated(end: string, adapt: (json: Json) => void = () => undefined, of: Variant["motion"] = between): Asset {
  const template = templateOf(end);
  const motion = of(template)!;
  const keys = [keysOf(template, motion, "LINEAR")];
  const asset = createPointerAsset([{ template, value: motion.from }], {}, { keys, encoding: ENCODING });
  adapt(asset.json);
  return asset;
}

async function loadAnimated(
  asset: Asset,
): Promise<{ material: Material; group: AnimationGroup | undefined; warnings: string[]; scene: Scene }> {
  const { scene, warnings } = await loadScene(asset, false, OPEN_PBR);
  const group = scene.animationGroups[0];
  group?.start();
  group?.pause();
  return { material: scene.getMaterialByName("material")!, group, warnings, scene };
}

describe("the shader", () => {
  it.each(["transmissionFactor", "baseColorFactor", "iridescenceFactor", "anisotropyRotation", "attenuationColor", "metallicFactor"])(
    "is kept while it is the right one: %s",
    async (end) => {
      const { group, scene } = await loadAnimated(createAnimated(end));
      const { materialDefines } = scene.getMeshByName("target")!.subMeshes[0]!;
      group!.goToFrame(15);
      scene.render();
      expect(materialDefines!.isDirty).toBe(false);
      group!.goToFrame(30);
      expect(materialDefines!.isDirty).toBe(false);
    },
  );
});

describe("the shader that is drawn with", () => {
  it.each([
    "transmissionFactor",
    "iridescenceFactor",
    "anisotropyStrength",
    "diffuseTransmissionFactor",
    "thicknessFactor",
    "/dispersion",
    "baseColorFactor",
    "alphaCutoff",
  ])("is the one for the value: %s", async (end) => {
    // where it may be, the material is not blended for another reason than its color
    const adapt = ({ materials: [, material] }: Json): void => void (material.alphaMode === "BLEND" && delete material.alphaMode);
    const { group, scene } = await loadAnimated(createAnimated(end, adapt, bounds));
    const [subMesh] = scene.getMeshByName("target")!.subMeshes;
    const defines: string[] = [];
    for (const frame of [0, 15, 60, 0]) {
      group!.goToFrame(frame);
      scene.render();
      // Babylon prepares some defines in each frame, and takes them only where the material is dirty
      expect(subMesh!.effect!.defines).toBe(String(subMesh!.materialDefines));
      defines.push(subMesh!.effect!.defines);
    }
    expect(new Set(defines).size).toBeGreaterThan(1);
  });
});

describe("other properties of OpenPBR materials", () => {
  const withExtra = (json: Json): void => {
    json["materials"][1].extras = { glow: 0.25 };
    json["animations"][0].channels[0].target.extensions.KHR_animation_pointer.pointer = "/materials/1/extras/glow";
    json["extensionsRequired"] = ["KHR_animation_pointer"];
  };

  it("in extras are animated, also where the extension is required", async () => {
    const { material, group, warnings } = await loadAnimated(createAnimated("/metallicFactor", withExtra));
    group!.goToFrame(30);
    expect(warnings).toEqual([]);
    expect((material.metadata as Json)["gltf"].extras).toEqual({ glow: 0.5 });
  });

  it("that are registered are animated as they say", async () => {
    const written: [string, number][] = [];
    RegisterPointer({
      pointer: "/materials/{}/extensions/TEST_openPbr/strength",
      type: "float",
      default: 1,
      target: "material",
      property: "nothing",
      write: (material, value) => written.push([material.getClassName(), value[0]!]),
    });
    const { group, warnings } = await loadAnimated(
      createAnimated("/metallicFactor", (json) => {
        json["materials"][1].extensions = { TEST_openPbr: {} };
        json["animations"][0].channels[0].target.extensions.KHR_animation_pointer.pointer = "/materials/1/extensions/TEST_openPbr/strength";
      }),
    );
    group!.goToFrame(30);
    expect({ warnings, last: written.at(-1) }).toEqual({ warnings: [], last: ["OpenPBRMaterial", 0.5] });
  });

  it.each(materials.filter(({ pointer }) => BLIND.test(pointer)))("$pointer is refused", async (template) => {
    const { group, warnings } = await loadAnimated(createAnimated(template.pointer));
    expect(warnings).toEqual([expect.stringContaining(pointerOf(template))]);
    expect(group?.targetedAnimations ?? []).toEqual([]);
  });

  it.each(["roughnessFactor", "metallicFactor"])("%s is refused beside KHR_materials_pbrSpecularGlossiness", async (end) => {
    const replaced = createAnimated(end, (json) => {
      json["materials"][1].extensions = { KHR_materials_pbrSpecularGlossiness: { glossinessFactor: 0.5 } };
      json["extensionsUsed"].push("KHR_materials_pbrSpecularGlossiness");
    });
    const { warnings } = await loadAnimated(replaced);
    expect(warnings).toEqual([expect.stringContaining("it means nothing beside KHR_materials_pbrSpecularGlossiness")]);
  });

  it("make loading fail where the extension is required, and they cannot be animated", async () => {
    const asset = createAnimated("clearcoatTintFactor", (json) => (json["extensionsRequired"] = ["KHR_animation_pointer"]));
    await expect(loadScene(asset, false, OPEN_PBR)).rejects.toThrow("Babylon does not load the ADOBE_materials extensions");
  });
});

it("a material that asks for OpenPBR itself is one, another one of the file is not", async () => {
  const asset = createAnimated("/metallicFactor", (json) => {
    json["materials"][1].extensions = { KHR_materials_openpbr: {} };
    json["extensionsUsed"].push("KHR_materials_openpbr");
  });
  const { scene } = await loadScene(asset, false);
  const [group] = scene.animationGroups;
  group!.start();
  group!.goToFrame(30);
  const material = scene.getMaterialByName("material")! as unknown as { baseMetalness: number; getClassName(): string };
  expect([material.getClassName(), material.baseMetalness]).toEqual(["OpenPBRMaterial", 0.5]);
});

describe("a distance of attenuation that the file does not state", () => {
  const moving = (): Moving[] =>
    ["/attenuationDistance", "/baseColorFactor"].map((end) => ({ template: templateOf(end), motion: between(templateOf(end))! }));
  const glass = { name: "glass", extensions: ["KHR_materials_transmission", "KHR_materials_volume"] };

  it("is animated", () => expectAnimatedEqualsLoaded(moving(), { name: "", absent: true, company: glass }));

  it("is refused where the volume would get a coat with textures", async () => {
    const [{ template, motion }] = moving() as [Moving];
    const surroundings: Surroundings = { textures: true, company: glass };
    const keys = [keysOf(template, motion, "LINEAR")];
    const { warnings } = await loadScene(
      createPointerAsset([{ template, value: undefined }], surroundings, { keys, encoding: ENCODING }),
      false,
      OPEN_PBR,
    );
    expect(warnings).toEqual([expect.stringContaining(`${pointerOf(template)}: Babylon's loader bakes it into textures`)]);
  });
});

it("glass that takes no light away keeps its textures, and its base color is animated", async () => {
  const template = templateOf("/baseColorFactor");
  const motion = between(template)!;
  const adapt = ({ json, bin }: Asset): Asset => {
    json["materials"][1].extensions.KHR_materials_volume = { thicknessFactor: 0.5 };
    return { json, bin };
  };
  const surroundings: Surroundings = {
    textures: true,
    company: { name: "glass", extensions: ["KHR_materials_transmission", "KHR_materials_volume"] },
  };
  const keys = [keysOf(template, motion, "LINEAR")];
  const file = (value: Value, ...animations: PointerAnimation[]): Asset =>
    adapt(createPointerAsset([{ template, value }], surroundings, ...animations));
  const player = await play(file(motion.from, { keys, encoding: ENCODING }), false, OPEN_PBR);
  expect(player.warnings).toEqual([]);
  for (const time of TIMES) {
    const expected = await stateOf(file(interpolate(template, motion, "LINEAR", time)), false, OPEN_PBR);
    expect({ time, differences: print(await player.compareAsync(time, expected)) }).toEqual({ time, differences: [] });
  }
});

it("a copy of a material is animated by its own group, with its own values", async () => {
  const asset = createAnimated("/transmissionFactor");
  const scene = createScene();
  const container = await loadContainer(asset, scene, OPEN_PBR);
  container.addAllToScene();
  const copied = container.instantiateModelsToScene((name) => `copy of ${name}`, true);
  const weightOf = (name: string): number =>
    (scene.getMaterialByName(name) as unknown as { transmissionWeight: number }).transmissionWeight;
  const [group] = copied.animationGroups;
  group!.start();
  group!.goToFrame(30);
  expect([weightOf("copy of material"), weightOf("material")]).toEqual([0.5, 0.25]);
});
