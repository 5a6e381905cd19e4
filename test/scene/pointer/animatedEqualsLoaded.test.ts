/**
 * "Animated = loaded": at any time of an animation the scene must look as if the file had been loaded with the animated value in
 * place of the static one. For every template of the glTF object model, in every surrounding that makes a difference, and without
 * anything of the package's own table: the expected state is that of a second file, loaded by Babylon.
 */
import { afterAll, describe, expect, it } from "@jest/globals";
import "../../../src/index.js";
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
  LOADED_WRONG_AT_ZERO,
  lowest,
  mayBeZero,
  NEVER_ZERO,
  play,
  print,
  stateOf,
  valuesOf,
  type Motion,
  type Player,
} from "../../helpers/animatedEqualsLoaded.js";
import {
  companiesOf,
  createPointerAsset,
  isOfMaterial,
  isOfTexture,
  pointerOf,
  TEMPLATES,
  type Encoding,
  type Surroundings,
  type Template,
  type Value,
} from "../../helpers/pointerAsset.js";
import { compareStates, describeScene, type SceneState } from "../../helpers/sceneState.js";

// ---- what is blind ------------------------------------------------------------------------------------------------------------------

/** Why static loading changes nothing, and the expected effect of an animation. */
interface Blind {
  readonly template: RegExp;
  readonly why: string;
  /** A warning, and nothing else; or something that static loading cannot show. */
  readonly expected: "refused" | "beyond loading";
}

const BLIND: readonly Blind[] = [
  {
    template: /^\/cameras\/\{\}\/perspective\/aspectRatio$/,
    why: "Babylon's loader leaves the ratio to the canvas",
    expected: "beyond loading",
  },
  {
    template: /\/(ADOBE_materials_clearcoat_|KHR_materials_scatter\/)/,
    why: "Babylon's loader has no extension for it",
    expected: "refused",
  },
  { template: /\/KHR_materials_volume_scatter\//, why: "PBRMaterial does not scatter: the loader drops the values", expected: "refused" },
];

function blindness({ pointer }: Template): Blind | undefined {
  return BLIND.find(({ template }) => template.test(pointer));
}

// ---- variants -----------------------------------------------------------------------------------------------------------------------

interface Variant extends Partial<Encoding>, Surroundings {
  readonly name: string;
  readonly rightHanded?: boolean;
  /** The file does not state the property. */
  readonly absent?: boolean;
  /** Nothing is seen of the property here: it must not begin to be. */
  readonly still?: boolean;
  /** Seconds to look at, in this order; the last ones go back. */
  readonly times?: readonly number[];
  /** The values to go between; undefined where the variant does not apply to a template. */
  readonly motion: (template: Template) => Motion | undefined;
}

const TIMES = [0, 0.25, 1, 0];

const between: Variant["motion"] = (template) => {
  const [from, to] = valuesOf(template);
  return { from, to };
};

const fromZero: Variant["motion"] = (template) =>
  mayBeZero(template) ? { from: fill(template, 0), to: valuesOf(template)[1] } : undefined;

const fromZeroIfLegal: Variant["motion"] = (template) => fromZero(template) ?? between(template);

/** From one bound to the other, with a legal value where there is none. */
function bounds(template: Template, beyond = 0): Motion | undefined {
  const [low, high] = [lowest(template), highest(template)];
  if (!isNumeric(template) || (low === undefined && high === undefined)) {
    return undefined;
  }
  const [from, to] = valuesOf(template);
  return {
    from: low === undefined || (low === 0 && !mayBeZero(template)) ? from : fill(template, low - beyond),
    to: high === undefined ? to : fill(template, high + beyond),
  };
}

const reversed = (motion: Motion | undefined): Motion | undefined => motion && { from: motion.to, to: motion.from };

/** Above everything after a quarter of the time, and below everything after three, where there are bounds to be held. */
const overshoot: Variant["motion"] = (template) => {
  const [from, to] = valuesOf(template);
  const bounded = isNumeric(template) && (lowest(template) ?? highest(template)) !== undefined;
  if (!bounded || LOADED_WRONG_AT_ZERO.test(template.pointer)) {
    return { from, to, tangents: [from.map((_, i) => 1 - i), to.map((_, i) => 0.5 * i)] };
  }
  const speed = 100 * Math.max(...to.map(Math.abs), 1);
  return { from, to, tangents: [from.map(() => speed), to.map(() => speed)] };
};

/** Values that an integer type has exactly, where they are legal. */
const integers =
  (...values: readonly number[]): Variant["motion"] =>
  (template) => {
    const legal = values.filter((value) => isLegal(template, [value]));
    return isNumeric(template) && legal.length > 1 && !NEVER_ZERO.test(template.pointer) && !LOADED_WRONG_AT_ZERO.test(template.pointer)
      ? { from: valuesOf(template)[0].map((_, i) => legal[i % 2]!), to: valuesOf(template)[0].map((_, i) => legal[(i + 1) % 2]!) }
      : undefined;
  };

/** Rotations of length 1 that integers have exactly, by the greatest of them; the shorter way is not the literal one. */
const INTEGER_ROTATIONS: Readonly<Record<number, readonly [Value, Value]>> = {
  127: [
    [38, 40, 43, 106],
    [-76, -46, -29, -86],
  ],
  32767: [
    [9832, 11188, 15364, 24815],
    [-11006, -15941, 7354, -25384],
  ],
};

/** Values that a normalized integer type has exactly, given as integers. */
const normalizedBetween =
  (maximum: number, ...integers: readonly [number, number]): Variant["motion"] =>
  (template) => {
    if (template.type === "quat") {
      const [from, to] = INTEGER_ROTATIONS[maximum]?.map((value) => value.map((component) => component / maximum)) ?? [];
      return from && to && { from, to };
    }
    const [from, to] = integers.map((integer) => fill(template, integer / maximum)) as [Value, Value];
    return isNumeric(template) && isLegal(template, from) && isLegal(template, to) ? { from, to } : undefined;
  };

const ifMaterial =
  (motion: Variant["motion"]): Variant["motion"] =>
  (template) =>
    isOfMaterial(template) && !isOfTexture(template) ? motion(template) : undefined;

const VARIANTS: readonly Variant[] = [
  { name: "LINEAR, float, left-handed", textures: true, motion: between },
  { name: "KHR_animation2, right-handed", dialect: "KHR_animation2", rightHanded: true, textures: true, motion: between },
  { name: "without textures", motion: ifMaterial(between) },
  {
    name: "from absent",
    absent: true,
    textures: true,
    motion: (template) => {
      const from = defaultOf(template);
      return from && { from, to: template.type === "bool" ? [0] : valuesOf(template)[1] };
    },
  },
  { name: "from 0", textures: true, motion: fromZero },
  { name: "from 0, without textures, right-handed", rightHanded: true, motion: ifMaterial(fromZero) },
  { name: "to 0", dialect: "KHR_animation2", textures: true, motion: (template) => reversed(fromZero(template)) },
  { name: "from one bound to the other", textures: true, motion: bounds },
  {
    name: "back from one bound to the other",
    dialect: "KHR_animation2",
    rightHanded: true,
    textures: true,
    motion: (template) => reversed(bounds(template)),
  },
  { name: "LINEAR beyond both bounds", textures: true, motion: (template) => bounds(template, 1) },
  { name: "STEP", interpolation: "STEP", textures: true, motion: between },
  { name: "CUBICSPLINE with overshoot", interpolation: "CUBICSPLINE", textures: true, times: [0, 0.25, 0.75, 1], motion: overshoot },
  {
    name: "normalized unsigned byte",
    componentType: 5121,
    normalized: true,
    textures: true,
    motion: normalizedBetween(255, 51, 204),
  },
  {
    name: "normalized unsigned short, KHR_animation2",
    dialect: "KHR_animation2",
    componentType: 5123,
    normalized: true,
    textures: true,
    motion: normalizedBetween(65535, 13107, 52428),
  },
  {
    name: "normalized byte",
    componentType: 5120,
    normalized: true,
    textures: true,
    motion: normalizedBetween(127, 32, 96),
  },
  {
    name: "normalized short, negative values",
    componentType: 5122,
    normalized: true,
    rightHanded: true,
    textures: true,
    motion: normalizedBetween(32767, -16384, 24576),
  },
  { name: "unsigned byte", componentType: 5121, textures: true, motion: integers(3, 1, 0) },
  { name: "short", componentType: 5122, dialect: "KHR_animation2", textures: true, motion: integers(-2, 3, 1, 0) },
  {
    name: "one component to an element",
    dialect: "KHR_animation2",
    scalars: true,
    textures: true,
    motion: (template) => (valuesOf(template)[0].length > 1 ? between(template) : undefined),
  },
  { name: "two nodes, two primitives, two draw modes", shared: true, textures: true, motion: between },
  {
    name: "two nodes, two primitives, two draw modes, from 0",
    dialect: "KHR_animation2",
    rightHanded: true,
    shared: true,
    textures: true,
    motion: fromZeroIfLegal,
  },
];

/** The loaders read numbers out of a file, whatever the core is: with another core, as in `npm run check:peers`, floats stand for all. */
const floatsOnly = process.env["BABYLON_PEERS"] !== undefined;
const RUN_VARIANTS = VARIANTS.filter(({ componentType, scalars }) => !floatsOnly || (componentType === undefined && !scalars));

const FLOAT_LINEAR: Encoding = { dialect: "KHR_animation_pointer", interpolation: "LINEAR", componentType: 5126 };

function encodingOf({ dialect, interpolation, componentType, normalized, scalars }: Partial<Encoding>): Encoding {
  return {
    dialect: dialect ?? FLOAT_LINEAR.dialect,
    interpolation: interpolation ?? FLOAT_LINEAR.interpolation,
    componentType: componentType ?? FLOAT_LINEAR.componentType,
    normalized: normalized ?? false,
    scalars: scalars ?? false,
  };
}

/** A property that moves. */
interface Moving {
  readonly template: Template;
  readonly motion: Motion;
}

/** Plays an animation in a variant, and compares it with the loaded state. */
async function expectAnimatedEqualsLoaded(moving: readonly Moving[], variant: Omit<Variant, "motion">): Promise<void> {
  const { rightHanded = false, absent = false, times = TIMES } = variant;
  const encoding = encodingOf(variant);
  const keys = moving.map(({ template, motion }) => keysOf(template, motion, encoding.interpolation));
  const stated = moving.map(({ template, motion }) => ({ template, value: absent ? undefined : clamp(template, motion.from) }));
  const player = await play(createPointerAsset(stated, variant, { keys, encoding }), rightHanded);
  expect({ warnings: player.warnings }).toEqual({ warnings: [] });
  const failures: Record<string, string[]> = {};
  const loaded = new Set<SceneState>();
  for (const [i, time] of times.entries()) {
    const targets = moving.map(({ template, motion }) => ({
      template,
      value: clamp(template, interpolate(template, motion, encoding.interpolation, time)),
    }));
    const expected = await stateOf(createPointerAsset(targets, variant), rightHanded);
    loaded.add(expected);
    const differences = await player.compareAsync(time, expected);
    if (differences.length > 0) {
      const values = targets.map(({ template, value }) => `${template.pointer} = ${value.map((v) => +v.toFixed(4)).join()}`);
      failures[`${variant.name}, ${time} s${i > times.indexOf(time) ? " again" : ""}: ${values.join(", ")}`] = print(differences);
    }
  }
  expect(failures).toEqual({});
  const [first, ...others] = loaded;
  const { still = false } = variant;
  expect({ still: others.every((other) => compareStates(other, first!).length === 0) }).toEqual({ still });
}

const moves = TEMPLATES.filter((template) => !blindness(template));

describe("the test itself", () => {
  it.each(TEMPLATES)("$pointer: static loading shows a difference, or is known not to", async (template) => {
    const [from, to] = valuesOf(template);
    const states: SceneState[] = [];
    for (const value of [from, to, from]) {
      const { scene } = await loadScene(createPointerAsset([{ template, value }], { textures: true }), false);
      states.push(describeScene(scene));
    }
    // no noise: the same file looks the same when it is loaded again
    expect(print(compareStates(states[2]!, states[0]!))).toEqual([]);
    const { why } = blindness(template) ?? {};
    expect({ moves: compareStates(states[1]!, states[0]!).length > 0, why }).toEqual({ moves: why === undefined, why });
  });

  it("names no template as unseen that the specifications do not have", () => {
    expect(BLIND.filter(({ template }) => !TEMPLATES.some(({ pointer }) => template.test(pointer)))).toEqual([]);
  });
});

describe.each(moves)("$pointer", (template) => {
  afterAll(() => loadedStates.clear());

  const variants = RUN_VARIANTS.flatMap((variant) => {
    const motion = variant.motion(template);
    return motion ? [{ name: variant.name, variant, motion }] : [];
  });
  it.each(variants)("$name", ({ variant, motion }) => expectAnimatedEqualsLoaded([{ template, motion }], variant));

  const companies = companiesOf(template).flatMap((company) =>
    // what hangs on a node is turned in left-handed scenes
    (company.node ? [false, true] : [false]).map((rightHanded) => ({
      name: `with ${company.name}${rightHanded ? ", right-handed" : ""}`,
      variant: { company, rightHanded, textures: true, still: company.still?.test(template.pointer) ?? false },
    })),
  );
  if (companies.length > 0) {
    it.each(companies)("$name", ({ name, variant }) =>
      expectAnimatedEqualsLoaded([{ template, motion: fromZeroIfLegal(template)! }], { name, ...variant }),
    );
  }
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
  ],
  "all of a volume that light goes through diffusely": [
    "diffuseTransmissionFactor",
    "diffuseTransmissionColorFactor",
    "thicknessFactor",
    "attenuationDistance",
    "attenuationColor",
    "KHR_materials_ior/ior",
  ],
  "both transmissions": ["transmissionFactor", "diffuseTransmissionFactor", "diffuseTransmissionColorFactor"],
  "both transmissions of a volume": ["transmissionFactor", "diffuseTransmissionFactor", "thicknessFactor", "attenuationColor"],
  iridescence: ["iridescenceFactor", "iridescenceIor", "iridescenceThicknessMinimum", "iridescenceThicknessMaximum"],
  "every surface": [
    "anisotropyStrength",
    "anisotropyRotation",
    "clearcoatFactor",
    "sheenColorFactor",
    "specularFactor",
    "emissiveStrength",
  ],
  "the base of a material": ["baseColorFactor", "alphaCutoff", "metallicFactor", "roughnessFactor", "/materials/{}/emissiveFactor"],
  "the place of a texture": ["offset", "rotation", "scale"].map((name) => `baseColorTexture/extensions/KHR_texture_transform/${name}`),
  "the place of a texture that is not always seen": ["offset", "rotation", "scale"]
    .map((name) => `/transmissionTexture/extensions/KHR_texture_transform/${name}`)
    .concat("transmissionFactor"),
  "the place of a node": ["/nodes/{}/translation", "/nodes/{}/rotation", "/nodes/{}/scale"],
  "all of a camera": ["yfov", "perspective/znear", "perspective/zfar"],
  "all of an orthographic camera": ["xmag", "ymag", "orthographic/znear", "orthographic/zfar"],
  "all of a spot": ["punctual/lights/{}/color", "punctual/lights/{}/intensity", "innerConeAngle", "outerConeAngle"],
  "an image-based light": ["image_based/lights/{}/rotation", "image_based/lights/{}/intensity"],
};

describe("together", () => {
  const cases = Object.entries(TOGETHER).flatMap(([name, ends]) => {
    const moving = ends.map((end) => {
      const template = moves.find(({ pointer }) => pointer.endsWith(end))!;
      return { template, motion: fromZeroIfLegal(template)! };
    });
    const back = moving.map(({ template, motion }) => ({ template, motion: reversed(motion)! }));
    return [
      { name, moving, variant: { textures: true } },
      { name: `${name}, without textures`, moving, variant: { textures: false, rightHanded: true } },
      { name: `${name}, back`, moving: back, variant: { textures: true, shared: true, dialect: "KHR_animation2" as const } },
    ];
  });
  it.each(cases)("$name", ({ name, moving, variant }) => expectAnimatedEqualsLoaded(moving, { name, ...variant }));
});

describe.each(["KHR_animation_pointer", "KHR_animation2"] as const)("properties without effect in static loading, %s", (dialect) => {
  const cases = TEMPLATES.flatMap((template) => {
    const blind = blindness(template);
    return blind ? [{ pointer: template.pointer, template, why: blind.why, expected: blind.expected }] : [];
  });
  const start = async (template: Template): Promise<{ player: Player; motion: Motion; loaded: SceneState }> => {
    const motion = between(template)!;
    const keys = [keysOf(template, motion, "LINEAR")];
    const stated = [{ template, value: motion.from }];
    const player = await play(createPointerAsset(stated, { textures: true }, { keys, encoding: encodingOf({ dialect }) }), false);
    return { player, motion, loaded: await stateOf(createPointerAsset(stated, { textures: true }), false) };
  };

  it.each(cases.filter(({ expected }) => expected === "refused"))("$pointer is refused: $why", async ({ template }) => {
    const { player, loaded } = await start(template);
    expect(player.warnings).toEqual([expect.stringContaining(pointerOf(template))]);
    for (const time of TIMES) {
      expect({ time, differences: print(await player.compareAsync(time, loaded)) }).toEqual({ time, differences: [] });
    }
  });

  it.each(cases.filter(({ expected }) => expected === "beyond loading"))("$pointer is seen all the same: $why", async ({ template }) => {
    const { player, motion, loaded } = await start(template);
    expect(player.warnings).toEqual([]);
    const camera = [...loaded.keys()].find((path) => path.startsWith("cameras/1"))!.replace(/\/[^/]*$/, "");
    for (const time of TIMES) {
      const [ratio] = interpolate(template, motion, "LINEAR", time);
      const expected = new Map(loaded);
      // glTF 2.0, 3.10.3: the first element of the projection is that of the second column, divided by the ratio
      expected.set(`${camera}/projection/0`, (loaded.get(`${camera}/projection/5`) as number) / ratio!);
      expect({ time, differences: print(await player.compareAsync(time, expected)) }).toEqual({ time, differences: [] });
    }
  });
});
