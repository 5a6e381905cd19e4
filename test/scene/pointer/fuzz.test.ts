/**
 * Valid pointers, samplers and assets, each bent a little: they are refused with a message or mean what RFC 6901 says, nothing else is
 * thrown, and nothing changes that they do not name.
 */
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "@jest/globals";
import type { Scene } from "@babylonjs/core/scene.js";
import fc from "fast-check";
import "../../../src/index.js";
import { planChannel } from "../../../src/gltf/objectModel/channelPlan.js";
import { addTable, propertyAt } from "../../../src/scene/pointer/pointerRegistry.js";
import { PointerResolver, type ResolvedPointer } from "../../../src/gltf/objectModel/pointerResolver.js";
import { COMPONENTS, type ObjectModelProperty } from "../../../src/gltf/objectModel/property.js";
import { PROPERTIES } from "../../../src/gltf/objectModel/propertyTable.js";
import { AssetError } from "../../../src/pure.js";
import { excerpt } from "../../../src/gltf/util/messages.js";
import { addTexturedTriangle, addTimes, createAsset, PNG, type AccessorType } from "../../helpers/gltfAsset.js";
import type { Asset, Json } from "../../helpers/gltfPose.js";
import { restorePrototypes } from "../../helpers/prototypes.js";
import { collectWarnings, createScene, disposeScenes, importAsset } from "../../helpers/scene.js";
import { compareStates, describeScene, type SceneState } from "../../helpers/sceneState.js";

afterEach(disposeScenes);

addTable(PROPERTIES);

// ---- what must stay as it is --------------------------------------------------------------------------------------------------------

afterEach(() => expect(restorePrototypes()).toEqual([]));

/** An attempt to change anything then throws. */
function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) {
    Object.values(value).forEach(deepFreeze);
    Object.freeze(value);
  }
  return value;
}

// ---- the asset ----------------------------------------------------------------------------------------------------------------------

/** Accessors of the tests' asset: all kinds of outputs for two keys. */
const OUTPUTS = { SCALAR: 3, VEC2: 4, VEC3: 5, VEC4: 6, MAT4: 7 } as const;
const WIDTHS: Readonly<Record<string, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 };

function createCrowded(channels: readonly Json[], samplers: readonly Json[]): Asset {
  return createAsset((add) => {
    const { POSITION, TEXCOORD_0 } = addTexturedTriangle(add);
    addTimes(add, [0, 1]);
    for (const type of Object.keys(OUTPUTS) as AccessorType[]) {
      add(type, new Array<number>(2 * WIDTHS[type]!).fill(0.875));
    }
    const texture = { index: 0, extensions: { KHR_texture_transform: { offset: [0.25, 0.25], scale: [2, 2] } } };
    const primitive = { attributes: { POSITION, TEXCOORD_0 }, targets: [{ POSITION }, { POSITION }] };
    return {
      extensionsUsed: ["KHR_animation_pointer", "KHR_lights_punctual", "KHR_texture_transform", "KHR_node_visibility"],
      nodes: [
        { name: "a", mesh: 0 },
        {
          name: "b",
          camera: 0,
          rotation: [0, 0, 0, 1],
          extensions: { KHR_lights_punctual: { light: 0 }, KHR_node_visibility: { visible: true } },
        },
        { name: "c", mesh: 0, weights: [0.25, 0.5], translation: [1, 2, 3] },
      ],
      meshes: [
        {
          weights: [0.5, 0.5],
          primitives: [
            { ...primitive, material: 0 },
            { ...primitive, material: 1 },
          ],
        },
      ],
      cameras: [{ type: "perspective", perspective: { yfov: 0.5, znear: 0.1, zfar: 100 } }],
      materials: [
        { name: "first", alphaMode: "MASK", emissiveFactor: [0.25, 0.25, 0.25], pbrMetallicRoughness: { baseColorTexture: texture } },
        { name: "second", emissiveFactor: [0.5, 0.5, 0.5], emissiveTexture: texture },
      ],
      textures: [{ source: 0 }],
      images: [{ uri: PNG }],
      extensions: { KHR_lights_punctual: { lights: [{ type: "spot", color: [1, 0.5, 0.25], spot: { outerConeAngle: 0.5 } }] } },
      animations: channels.length > 0 ? [{ channels, samplers }] : [],
    };
  });
}

/** Pointers that can be animated in the asset, of all kinds. */
const VALID = [
  "/cameras/0/perspective/yfov",
  "/cameras/0/perspective/zfar",
  "/extensions/KHR_lights_punctual/lights/0/color",
  "/extensions/KHR_lights_punctual/lights/0/color/2",
  "/extensions/KHR_lights_punctual/lights/0/spot/outerConeAngle",
  "/materials/0/alphaCutoff",
  "/materials/0/emissiveFactor",
  "/materials/1/emissiveFactor/0",
  "/materials/0/pbrMetallicRoughness/baseColorFactor",
  "/materials/0/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/offset",
  "/materials/1/emissiveTexture/extensions/KHR_texture_transform/rotation",
  "/materials/1/emissiveTexture/extensions/KHR_texture_transform/scale/1",
  "/meshes/0/weights",
  "/nodes/0/translation",
  "/nodes/1/rotation",
  "/nodes/1/rotation/3",
  "/nodes/1/extensions/KHR_node_visibility/visible",
  "/nodes/2/weights",
  "/nodes/2/weights/1",
  "/nodes/2/matrix",
];

const ASSET = deepFreeze(createCrowded([], []).json);

// ---- what pointers mean, read from RFC 6901 and the object model --------------------------------------------------------------------

interface Template {
  readonly pointer: string;
  readonly type: string;
}

const TEMPLATES = [
  ...(JSON.parse(readFileSync(new URL("../../data/object-model.json", import.meta.url), "utf8")) as Template[]),
  { pointer: "/nodes/{}/matrix", type: "float4x4" },
  { pointer: "/meshes/{}/weights", type: "float[]" },
  { pointer: "/meshes/{}/weights/{}", type: "float" },
].map(({ pointer, type }) => ({ tokens: pointer.slice(1).split("/"), type }));

/** The tokens of a pointer, read letter by letter; null where the syntax is wrong. */
function readTokens(pointer: string): string[] | null {
  if (!pointer.startsWith("/")) {
    return null;
  }
  const tokens: string[] = [];
  for (let i = 0; i < pointer.length; i++) {
    if (pointer[i] === "/") {
      tokens.push("");
    } else if (pointer[i] === "~") {
      i++;
      if (pointer[i] !== "0" && pointer[i] !== "1") {
        return null;
      }
      tokens.push(`${tokens.pop()!}${pointer[i] === "0" ? "~" : "/"}`);
    } else {
      tokens.push(tokens.pop()! + pointer[i]!);
    }
  }
  return tokens;
}

const isIndex = (token: string): boolean => token === String(Math.abs(parseInt(token, 10))) || /^[1-9][0-9]{15,}$/.test(token);

/** Whether the object model has a template for tokens, or for the array that they are an element of. */
function isInModel(tokens: readonly string[]): boolean {
  const matches = (template: readonly string[], given: readonly string[]): boolean =>
    template.length === given.length && template.every((name, i) => (name === "{}" ? isIndex(given[i]!) : name === given[i]));
  return TEMPLATES.some(
    (template) =>
      matches(template.tokens, tokens) || (!["float", "bool"].includes(template.type) && matches([...template.tokens, "{}"], tokens)),
  );
}

/** Whether a pointer can mean nothing that may be animated, in whatever asset. */
function mustBeRefused(pointer: string): boolean {
  const tokens = readTokens(pointer);
  return tokens === null || !isInModel(tokens);
}

// ---- bending ------------------------------------------------------------------------------------------------------------------------

const NASTY_TOKENS = [
  ...["__proto__", "constructor", "prototype", "toString", "valueOf", "hasOwnProperty", "length", "__defineGetter__"],
  ...[
    "",
    " ",
    "-",
    "-1",
    "00",
    "01",
    "1e0",
    "0.0",
    "+0",
    "4294967295",
    "9".repeat(400),
    "NaN",
    "Infinity",
    "undefined",
    "null",
    "{}",
    "*",
    "..",
    ".",
  ],
  ...["~0", "~1", "~", "~2", "%2F", "/", "#", "\u0000", "\u0661", "e\u0301", "\ud800", "\u{1f600}"],
  ...[
    "name",
    "mesh",
    "index",
    "type",
    "texCoord",
    "extensions",
    "KHR_texture_transform",
    "nodes",
    "materials",
    "emissiveTexture",
    "rotation",
  ],
];

type Bend = (tokens: readonly string[]) => readonly string[];

/** Tokens are bent as they stand in the pointer, escaped or not. */
const bend: fc.Arbitrary<Bend> = fc
  .record({
    kind: fc.constantFrom("drop", "double", "swap", "replace", "insert", "escape", "merge", "index", "case", "unicode", "append"),
    at: fc.nat(20),
    other: fc.nat(20),
    token: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...NASTY_TOKENS) },
      { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 4 }) },
    ),
  })
  .map(({ kind, at, other, token }) => (tokens: readonly string[]): readonly string[] => {
    const bent = [...tokens];
    const i = at % Math.max(bent.length, 1);
    const j = other % Math.max(bent.length, 1);
    const own = bent[i] ?? "";
    switch (kind) {
      case "drop":
        bent.splice(i, 1);
        break;
      case "double":
        bent.splice(i, 0, own);
        break;
      case "swap":
        [bent[i], bent[j]] = [bent[j] ?? "", own];
        break;
      case "replace":
        bent[i] = token;
        break;
      case "insert":
        bent.splice(i, 0, token);
        break;
      case "escape":
        bent[i] = `${own.slice(0, j)}${["~0", "~1", "~", "~01", "~2"][other % 5]!}${own.slice(j)}`;
        break;
      case "merge":
        bent.splice(i, 2, bent.slice(i, i + 2).join("~1"));
        break;
      case "index":
        return bent.map((name) => (/^\d+$/.test(name) ? String(other) : name));
      case "case":
        bent[i] = own === own.toUpperCase() ? own.toLowerCase() : own.toUpperCase();
        break;
      case "unicode":
        bent[i] = `${own}${["\u200b", "\u0301", "\ufeff", "\u00a0", "\u202e"][other % 5]!}`;
        break;
      default:
        bent.push(token);
    }
    return bent;
  });

/** A template with indices and slashes merged into one name: a table of strings would find it. */
const mergedTemplate = fc
  .record({
    template: fc.constantFrom(...TEMPLATES),
    index: fc.constantFrom("{}", "0"),
    joints: fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
  })
  .map(({ template, index, joints }) =>
    template.tokens.map((token, i) => `${joints[i] ? "~1" : "/"}${token === "{}" ? index : token}`).join(""),
  )
  .map((pointer) => (pointer.startsWith("/") ? pointer : `/${pointer.slice(2)}`));

const bentPointer = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(fc.constantFrom(...VALID), fc.array(bend, { minLength: 1, maxLength: 3 }))
      .map(
        ([pointer, bends]) =>
          `/${bends.reduce((tokens, change) => change(tokens), pointer.slice(1).split("/") as readonly string[]).join("/")}`,
      ),
  },
  { weight: 1, arbitrary: mergedTemplate },
);

/** The result, or the error; other errors than ours are thrown. */
function attempt<T>(run: () => T): T | AssetError {
  try {
    return run();
  } catch (error) {
    if (error instanceof AssetError) {
      return error;
    }
    throw error;
  }
}

// ---- the tests ----------------------------------------------------------------------------------------------------------------------

const PLACE = "/animations/0/channels/0/target/extensions/KHR_animation_pointer/pointer";

/** Expects that the property is the one that the pointer names, token for token. */
function expectFaithful(pointer: string, { pointer: whole, path, property: row, element, initial }: ResolvedPointer): void {
  const tokens = readTokens(pointer)!;
  const count = COMPONENTS[row.type] || initial.length;
  expect([...readTokens(whole)!, ...(element >= 0 ? [String(element)] : [])]).toEqual(tokens);
  const template = readTokens(row.pointer)!;
  const ofExtras = tokens.indexOf("extras") + 1;
  const ofProperty = ofExtras > 0 ? tokens.slice(0, ofExtras) : readTokens(whole)!;
  const { collection, index, extension, property } = path;
  const extensionTokens = extension === null ? [] : ["extensions", extension];
  const parts = [...(index < 0 ? [] : [collection, String(index)]), ...extensionTokens, property];
  expect(parts.join("/")).toBe(ofProperty.join("/"));
  expect(index).toBe(Number(ofProperty[template.indexOf("{}")] ?? -1));
  expect(element).toBeLessThan(count);
  expect(initial).toHaveLength(count);
  expect(initial.filter((component) => !Number.isFinite(component))).toEqual([]);
}

describe("resolvePointer", () => {
  it.each(VALID)("finds %s", (pointer) => {
    expectFaithful(pointer, new PointerResolver(ASSET, { propertyAt }).resolve(PLACE, pointer));
    expect(mustBeRefused(pointer)).toBe(false);
  });

  it("refuses malformed pointers, or resolves them as RFC 6901 says", () => {
    fc.assert(
      fc.property(bentPointer, (pointer) => {
        const result = attempt(() => new PointerResolver(ASSET, { propertyAt }).resolve(PLACE, pointer));
        if (result instanceof AssetError) {
          expect(result.pointer).toBe(PLACE);
          expect(result.rule).toContain(`(got ${excerpt(pointer)}: `);
        } else {
          expect(mustBeRefused(pointer)).toBe(false);
          expectFaithful(pointer, result);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it("throws only AssetError for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
        const pointer = `/${text}`;
        expect(
          attempt(() => new PointerResolver(ASSET, { propertyAt }).resolve(PLACE, pointer)) instanceof AssetError ||
            !mustBeRefused(pointer),
        ).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it.each<[kind: string, pointer: string]>([
    ["tokens", `/${"a/".repeat(100_000)}`],
    ["indices", `/meshes/0/weights${"/0".repeat(100_000)}`],
    ["escapes", `/${"~0".repeat(200_000)}`],
    ["half escapes", `/${"~".repeat(200_000)}`],
    ["digits", `/nodes/${"1".repeat(200_000)}/scale`],
    ["tokens in extras", `/nodes/0/extras${"/a".repeat(100_000)}`],
  ])("looks up a pointer of very many %s twice at most, and refuses it in a short message", (_kind, pointer) => {
    const lookedUp: string[] = [];
    const look = (pointer: string): ObjectModelProperty | undefined => (lookedUp.push(pointer), propertyAt(pointer));
    const resolver = new PointerResolver(ASSET, { propertyAt: look, isTolerant: true });
    const error = attempt(() => resolver.resolve(PLACE, pointer));
    expect(error).toBeInstanceOf(AssetError);
    expect((error as AssetError).message.length).toBeLessThan(500);
    expect(lookedUp.length).toBeLessThanOrEqual(2);
    // an index becomes {}
    expect(lookedUp.join("").length).toBeLessThanOrEqual(2 * 1.5 * pointer.length);
  });
});

/** Wrong values in files, including some that cannot be converted to a string or number. */
const nasty: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, -1, 0, 0.5, 1, 2, 1e308, "", "0", "SCALAR", "__proto__", "constructor", [], [0], [[]], {}),
  fc.constant<unknown>({ toString: null, valueOf: null }),
  fc.jsonValue({ maxDepth: 1 }),
);

const sampler: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 1, arbitrary: nasty },
  {
    weight: 6,
    arbitrary: fc.record(
      {
        input: fc.oneof({ weight: 5, arbitrary: fc.constant<unknown>(0) }, { weight: 1, arbitrary: nasty }),
        output: fc.oneof({ weight: 5, arbitrary: fc.constant<unknown>(1) }, { weight: 1, arbitrary: nasty }),
        interpolation: fc.oneof(
          { weight: 5, arbitrary: fc.constantFrom<unknown>("STEP", "LINEAR", "CUBICSPLINE") },
          { weight: 1, arbitrary: nasty },
        ),
      },
      { requiredKeys: ["input", "output"] },
    ),
  },
);

const accessor = (types: readonly string[]): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 1, arbitrary: nasty },
    {
      weight: 8,
      arbitrary: fc.record({
        componentType: fc.constant(5126),
        type: fc.oneof({ weight: 8, arbitrary: fc.constantFrom<unknown>(...types) }, { weight: 1, arbitrary: nasty }),
        count: fc.oneof(
          { weight: 8, arbitrary: fc.constantFrom<unknown>(1, 2, 3, 4, 6, 8, 12, 18, 24, 32) },
          { weight: 1, arbitrary: nasty },
        ),
      }),
    },
  );

describe("planChannel", () => {
  const CHANNEL = "/animations/0/channels/0";

  it("refuses samplers that do not fit with an AssetError", () => {
    const inputs = accessor(["SCALAR", "SCALAR", "SCALAR", "VEC2"]);
    const outputs = accessor(Object.keys(WIDTHS));
    const pointers = fc.oneof(
      fc.constantFrom(...VALID).map((pointer) => [pointer]),
      fc.constant(["/materials/0/emissiveFactor/0", "/materials/0/emissiveFactor/1", "/materials/0/emissiveFactor/2"]),
      fc.array(fc.constantFrom(...VALID), { minLength: 1, maxLength: 3 }),
    );
    fc.assert(
      fc.property(pointers, sampler, inputs, outputs, (names, given, times, values) => {
        const asset = deepFreeze({ ...ASSET, accessors: [times, values] });
        const result = attempt(() =>
          planChannel(new PointerResolver(asset, { propertyAt }), { pointer: PLACE, pointers: names, findings: [] }, CHANNEL, given),
        );
        if (result instanceof AssetError) {
          expect(result.message).toMatch(/^\/animations\/0\/channels\/0.*: must /s);
          return;
        }
        // what is taken has a number for each component of each key, and for both tangents of a spline
        const { input, output, interpolation = "LINEAR" } = given as { input: number; output: number; interpolation?: string };
        const [from, to] = [asset.accessors[input] as Json, asset.accessors[output] as Json];
        expect(["STEP", "LINEAR", "CUBICSPLINE"]).toContain(interpolation);
        expect(from["count"]).toBeGreaterThan(0);
        const perKey = result.width * (interpolation === "CUBICSPLINE" ? 3 : 1);
        expect(WIDTHS[to["type"] as string]! * (to["count"] as number)).toBe(perKey * (from["count"] as number));
        expect(from["type"]).toBe("SCALAR");
        expect(["SCALAR", "VEC2", "VEC3", "VEC4", "MAT4"]).toContain(to["type"]);
        expect(result.parts.map(({ width }) => width).reduce((sum, width) => sum + width, 0)).toBe(result.width);
        if (result.parts.some(({ resolved }) => resolved.property.type === "bool")) {
          expect(interpolation).toBe("STEP");
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe("assets", () => {
  /** Replaces something in a copy of the asset by something else. */
  function corrupt(json: unknown, path: readonly number[], by: unknown): unknown {
    if (typeof json !== "object" || json === null || path.length === 0) {
      return by;
    }
    const keys = Object.keys(json);
    const key = keys[path[0]! % Math.max(keys.length, 1)];
    if (key === undefined) {
      return by;
    }
    const copy = (Array.isArray(json) ? [...json] : { ...json }) as Json;
    copy[key] = corrupt(copy[key], path.slice(1), by);
    return copy;
  }

  it("that are not glTF are refused, and nothing else is thrown", () => {
    const path = fc.array(fc.nat(12), { minLength: 1, maxLength: 7 });
    fc.assert(
      fc.property(fc.constantFrom(...VALID), path, nasty, (pointer, at, by) => {
        const asset = deepFreeze(corrupt(ASSET, at, by));
        const result = attempt(() => new PointerResolver(asset, { propertyAt }).resolve(PLACE, pointer));
        if (!(result instanceof AssetError)) {
          expectFaithful(pointer, result);
        }
      }),
      { numRuns: 3000 },
    );
  });
});

describe("extras", () => {
  const NAMES = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "a", "a/b", "m~n", "", "0"];
  const HOLDERS = [
    "/nodes/0",
    "/meshes/0",
    "/materials/0",
    "/cameras/0",
    "/extensions/KHR_lights_punctual/lights/0",
    "/scenes/0",
    "/skins/0",
    "",
  ];
  const escape = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1");

  it.each(HOLDERS)("of '%s' have members of any name, and no inherited ones", async (holder) => {
    // own members, as a parser makes them: written as a literal, __proto__ would be the prototype
    const extras = Object.fromEntries(NAMES.map((name) => [name, Object.fromEntries(NAMES.map((inner) => [inner, 0.25]))]));
    const pointers = NAMES.flatMap((name) => NAMES.map((inner) => `${holder}/extras/${escape(name)}/${escape(inner)}`));
    const beside = ["__proto__", "constructor", "valueOf"].map((name) => `${holder}/extras/a/${name}/polluted`);
    const { json, bin } = createCrowded(
      [...pointers, ...beside].map((pointer, sampler) => ({
        sampler,
        target: { path: "pointer", extensions: { KHR_animation_pointer: { pointer } } },
      })),
      [...pointers, ...beside].map(() => ({ input: 2, output: OUTPUTS.SCALAR })),
    );
    json["skins"] = [{ joints: [0] }];
    let object: Json = json;
    for (const token of holder.split("/").slice(1)) {
      object = object[token] as Json;
    }
    object["extras"] = extras;
    const scene = createScene();
    const { result, warnings } = await collectWarnings(() => importAsset({ json, bin }, scene));
    expect(warnings).toHaveLength(beside.length);
    for (const group of result.animationGroups) {
      group.start();
      group.goToFrame(30);
    }
    await settle(scene);
    expect(restorePrototypes()).toEqual([]);
  });
});

async function settle(scene: Scene): Promise<SceneState> {
  for (let i = 0; i < 3; i++) {
    scene.render();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return describeScene(scene);
}

describe("files", () => {
  const channel = (sampler: number, pointer: string): Json => ({
    sampler,
    target: { path: "pointer", extensions: { KHR_animation_pointer: { pointer } } },
  });
  const NEVER_MOVED = createCrowded([], []);

  async function play(asset: Asset): Promise<{ state: SceneState; warnings: readonly string[] }> {
    const scene = createScene();
    const { result, warnings } = await collectWarnings(() => importAsset(asset, scene));
    for (const group of result.animationGroups) {
      group.start();
      group.goToFrame(30);
    }
    return { state: await settle(scene), warnings };
  }

  it("full of meaningless pointers load, warn once for each, and look as without them", async () => {
    const { state: expected } = await play(NEVER_MOVED);
    const refused = bentPointer.filter((pointer) => mustBeRefused(pointer));
    const channels = fc.array(fc.tuple(refused, fc.constantFrom(...Object.values(OUTPUTS))), { minLength: 12, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(channels, async (entries) => {
        const samplers = entries.map(([, output]) => ({ input: 2, output }));
        const asset = createCrowded(
          entries.map(([pointer], i) => channel(i, pointer)),
          samplers,
        );
        const { state, warnings } = await play(asset);
        expect(warnings.map((warning) => /^\/animations\/0\/channels\/(\d+)\//.exec(warning)?.[1])).toEqual(
          entries.map((_, i) => String(i)),
        );
        expect(compareStates(state, expected)).toEqual([]);
        disposeScenes();
      }),
      { numRuns: 25 },
    );
  }, 30_000);

  /** The paths in a scene's state that a pointer of {@link VALID} may change. */
  const MOVED: readonly (readonly [RegExp, RegExp])[] = [
    [/^\/materials\/0\//, /first|primitive0\/subMeshes\//],
    [/^\/materials\/1\//, /second|primitive1\/subMeshes\//],
    [/^\/nodes\/0\//, /\ba(_primitive\d)?\b/],
    [/^\/nodes\/1\//, /\bb(_primitive\d)?\b|camera|light/],
    [/^\/nodes\/2\//, /\bc(_primitive\d)?\b/],
    [/^\/meshes\/0\//, /\b[ac]_primitive\d/],
    [/^\/cameras\/0\//, /camera/],
    [/^\/extensions\/KHR_lights_punctual\/lights\/0\//, /light/],
  ];
  const TYPES: Readonly<Record<number, keyof typeof OUTPUTS>> = { 1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4", 16: "MAT4" };

  it.each(VALID.filter((pointer) => !/weights$/.test(pointer)))("that animate %s change nothing else", async (pointer) => {
    const { state: before } = await play(NEVER_MOVED);
    const { property: row, element, initial } = new PointerResolver(ASSET, { propertyAt }).resolve(PLACE, pointer);
    const output = OUTPUTS[TYPES[element >= 0 ? 1 : initial.length]!];
    const interpolation = row.type === "bool" ? "STEP" : "LINEAR";
    const { state, warnings } = await play(createCrowded([channel(0, pointer)], [{ input: 2, output, interpolation }]));
    expect(warnings).toEqual([]);
    const [, allowed] = MOVED.find(([start]) => start.test(pointer))!;
    expect(
      compareStates(state, before)
        .map(({ path }) => path)
        .filter((path) => !allowed.test(path)),
    ).toEqual([]);
  });
});
