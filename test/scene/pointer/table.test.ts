import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "@jest/globals";
import type { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import "../../../src/index.js";
import { addTable, pointerProperties, propertyAt } from "../../../src/scene/pointer/pointerRegistry.js";
import { type ObjectModelProperty, PointerResolver, PROPERTIES } from "../../../src/gltf/objectModel/index.js";
import { setterOf } from "../../../src/scene/pointer/setters/setterOf.js";
import { CreateClip, RegisterPointer, UnregisterPointer, type PointerRegistration } from "../../../src/pure.js";
import { AssetError } from "../../../src/gltf/util/index.js";
import type { Asset, Json } from "../../helpers/gltfPose.js";
import { addTriangle, createPointed, type PointedChannel } from "../../helpers/gltfAsset.js";
import { ruleOf } from "../../helpers/rules.js";
import { collectErrors, collectWarnings, createScene, disposeScenes, FRAME, importAsset, render } from "../../helpers/scene.js";

afterEach(disposeScenes);

/** A template as the specifications state it. */
interface Template {
  readonly pointer: string;
  readonly type: string;
  readonly min?: number;
  readonly max?: number;
  readonly above?: number;
  readonly below?: number;
  readonly default?: unknown;
}

const TEMPLATES = JSON.parse(readFileSync(new URL("../../data/object-model.json", import.meta.url), "utf8")) as readonly Template[];

/** What KHR_animation2 has besides; "Matrix elements", and the weights that nodes without their own have. */
const ADDITIONS: readonly Template[] = [
  { pointer: "/nodes/{}/matrix", type: "float4x4", default: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] },
  { pointer: "/meshes/{}/weights", type: "float[]" },
];

/** Extensions that Babylon has nothing for. */
const WITHOUT_TARGET = /^\/materials\/\{\}\/extensions\/(ADOBE_materials_clearcoat_(specular|tint)|KHR_materials_(volume_)?scatter)\//;

const ELEMENT = /\/\{\}$/;

/** As they are before any test registers further ones. */
addTable(PROPERTIES);
const ROWS = pointerProperties();
const propertyWith = (template: string): ObjectModelProperty | undefined => ROWS.find((row) => row.pointer === template);

/** What a property of ours and one of the specifications have in common. */
function factsOf(property: ObjectModelProperty | Template): unknown {
  const { type, min, max, default: byDefault } = property;
  const { exclusiveMin: above, exclusiveMax: below } = property as ObjectModelProperty;
  return { type, min, max, above, below, ...("babylon" in property ? {} : pick(property)), default: byDefault };
}

const pick = ({ above, below }: Template): object => ({ above, below });

const resolverOf = (asset: unknown): PointerResolver => new PointerResolver(asset, { propertyAt });

/** A registration as the table has it. */
const registered = ({ target, property, write, ...facts }: PointerRegistration): object => ({
  ...facts,
  babylon: { target, property, parts: [], write },
});

describe("the table", () => {
  it("is compared with all that the specifications have", () => {
    expect(TEMPLATES).toHaveLength(134);
  });

  it.each([...TEMPLATES.filter(({ pointer }) => !ELEMENT.test(pointer)), ...ADDITIONS])("has $pointer", (template) => {
    expect(factsOf(propertyWith(template.pointer)!)).toEqual(factsOf(template));
  });

  it.each(TEMPLATES.filter(({ pointer }) => ELEMENT.test(pointer)))("has $pointer, as an element of its array", (template) => {
    const whole = propertyWith(template.pointer.replace(ELEMENT, ""));
    expect(whole?.type).toBe("float[]");
    expect(template.type).toBe("float");
    // each element has the bounds and the default of the template
    expect({ ...factsOf(template)!, type: "float[]", default: [0, 0, 0] }).toEqual(factsOf(whole!));
    expect(template.default).toBe(0);
  });

  it("has no template that the specifications lack", () => {
    const known = [...TEMPLATES, ...ADDITIONS].map(({ pointer }) => pointer);
    expect(ROWS.map(({ pointer: template }) => template).filter((template) => !known.includes(template))).toEqual([]);
  });

  it("has no template twice", () => {
    expect(new Set(ROWS.map(({ pointer: template }) => template)).size).toBe(ROWS.length);
  });

  it.each(ROWS)("says where $pointer is in Babylon, or why it is not", ({ pointer, babylon }) => {
    if (typeof babylon === "string") {
      expect(babylon).toMatch(/\w+ \w+/);
      expect(pointer).toMatch(WITHOUT_TARGET);
    } else {
      expect(babylon.property).not.toBe("");
      expect(babylon.lazy ?? setterOf(babylon).write).toBeDefined();
      expect(["camera", "light", "material", "node", "mesh", "environment"]).toContain(babylon.target);
    }
  });

  it("is not changed through its list of rows", () => {
    (pointerProperties() as ObjectModelProperty[]).splice(0);
    expect(pointerProperties().slice(0, ROWS.length)).toEqual(ROWS);
  });
});

describe("without animation, a property is what", () => {
  const primitives = (targets: number): Json[] => [{ targets: Array<Json>(targets).fill({}) }];
  const asset = {
    nodes: [{ mesh: 1 }, { mesh: 0, weights: [0.125, 0.25] }, { mesh: 1 }, { mesh: 2 }],
    meshes: [
      { weights: [0.5, 0.75], primitives: primitives(2) },
      { weights: [1], primitives: primitives(1) },
      { primitives: primitives(3) },
    ],
    materials: [{ emissiveFactor: [0.25, 0.5, 0.75] }, {}],
  };

  it.each([
    ["the asset states", "/materials/0/emissiveFactor", [0.25, 0.5, 0.75]],
    ["the asset states, also where one element is pointed to", "/materials/0/emissiveFactor/2", [0.25, 0.5, 0.75]],
    ["glTF has by default", "/materials/1/emissiveFactor", [0, 0, 0]],
    ["a mesh states", "/meshes/0/weights", [0.5, 0.75]],
    ["a node states, whatever its mesh does", "/nodes/1/weights", [0.125, 0.25]],
    ["its mesh states", "/nodes/0/weights", [1]],
    ["0 is for each morph target of a mesh", "/meshes/2/weights", [0, 0, 0]],
    ["0 is for each morph target of a node's mesh", "/nodes/3/weights/1", [0, 0, 0]],
  ])("%s: %s", (_, pointer, initial) => {
    expect(resolverOf(asset).resolve("/at", pointer).initial).toEqual(initial);
  });
});

describe("a property is refused that the asset states with", () => {
  const FACTOR = "/materials/0/emissiveFactor";

  it.each<readonly [comment: string, pointer: string, material: Json, why: string]>([
    ["too few components", FACTOR, { emissiveFactor: [1, 1] }, "it has 3 components"],
    ["too many", FACTOR, { emissiveFactor: [1, 1, 1, 1] }, "it has 3 components"],
    ["too few, one of which is pointed to", `${FACTOR}/0`, { emissiveFactor: [1, 1] }, "it has 3 components"],
    ["a number for an array", FACTOR, { emissiveFactor: 1 }, "it has 3 components"],
    ["an array for a number", "/materials/0/alphaCutoff", { alphaCutoff: [1, 1] }, "it has 1 components"],
    ["a string among its components", FACTOR, { emissiveFactor: [1, "1", 1] }, 'it is [1,"1",1]'],
    ["true for a number", "/materials/0/alphaCutoff", { alphaCutoff: true }, "it is true"],
  ])("%s", (_, pointer, material, why) => {
    const resolve = (): unknown => resolverOf({ materials: [material] }).resolve("/at", pointer);
    expect(resolve).toThrow(new AssetError("/at", ruleOf("animatable", pointer, why)));
  });
});

const VENDOR = "/materials/{}/extensions/VENDOR_glow";
const NOWHERE = { target: "material", property: "nowhere", write: () => undefined } as const;

describe("a setter that throws", () => {
  it.each([-1, 0.5])("is reported once, and nothing else stops for it (weight %d)", async (weight) => {
    const scene = createScene();
    let calls = 0;
    const write = (): never => {
      calls++;
      throw new Error("mine");
    };
    const template = `/materials/{}/extensions/TEST_broken${calls}${weight < 0}/strength`;
    RegisterPointer({ pointer: template, type: "float", default: 0, target: "material", property: "nowhere", write });
    const materials = [{ extensions: { [template.split("/")[4]!]: {} } }];
    const create = (): Json => ({ materials, nodes: [{}], scenes: [{ nodes: [0] }] });
    const asset = createPointed(create, [
      { pointer: template.replace("{}", "0"), values: [[0], [1]] },
      {
        pointer: "/nodes/0/translation",
        values: [
          [0, 0, 0],
          [10, 0, 0],
        ],
      },
    ]);
    const { animationGroups, transformNodes } = await importAsset(asset, scene, { loader: { loadAllMaterials: true } });
    const clip = CreateClip("clip", animationGroups[0]!, {}, { weight });
    clip.play();
    const errors = collectErrors(() => render(scene, 6));
    expect(errors).toEqual([`${template.replace("{}", "0")}: cannot be animated: Error: mine`]);
    expect(calls).toBe(1);
    const node = transformNodes.find(({ name }) => name === "node0")!;
    expect(node.position.x).toBeCloseTo(10 * 5 * FRAME * Math.abs(weight), 5);
  });
});

describe("RegisterPointer refuses", () => {
  it.each([
    { comment: "a missing template", template: undefined as never },
    { comment: "an empty template", template: "" },
    { comment: "a template without its slash", template: "materials/{}/extensions/VENDOR_glow/x" },
    { comment: "a template with a wrong escape", template: `${VENDOR}/a~2` },
    { comment: "a template that ends in half an escape", template: `${VENDOR}/a~` },
    { comment: "a template without any index", template: "/materials/extensions" },
    { comment: "a template with extensions of no object", template: "/materials/extensions/VENDOR_glow" },
    { comment: "a template without any index, however long", template: "/materials/VENDOR_glow/x" },
    { comment: "a whole extension", template: "/extensions/VENDOR_glow" },
    { comment: "an index in place of {}", template: "/materials/0/extensions/VENDOR_glow/x" },
    { comment: "an index beside {}, which no pointer would ever be compared with", template: `${VENDOR}/layers/0` },
  ])("$comment", ({ template }) => {
    const run = (): void => RegisterPointer({ pointer: template, type: "float", ...NOWHERE });
    expect(run).toThrow(new RangeError(`pointer: ${ruleOf("pointerTemplate", String(template))}`));
    expect(pointerProperties().map((row) => row.pointer)).not.toContain(template);
  });

  it.each(["/materials/{}/emissiveFactor", "/nodes/{}/matrix", "/materials/{}/extensions/KHR_materials_volume_scatter/scatterAnisotropy"])(
    "%s, which is there already",
    (template) => {
      const run = (): void => RegisterPointer({ pointer: template, type: "float", ...NOWHERE });
      expect(run).toThrow(new RangeError(`pointer: ${ruleOf("notRegisteredBefore", template)}`));
      expect(pointerProperties().find((row) => row.pointer === template)).toBe(propertyWith(template));
    },
  );

  it("a custom row a second time", () => {
    const template = "/materials/{}/extensions/VENDOR_twice/x";
    const row: PointerRegistration = { pointer: template, type: "float", ...NOWHERE };
    RegisterPointer(row);
    expect(() => RegisterPointer({ ...row, type: "float3" })).toThrow(
      new RangeError(`pointer: ${ruleOf("notRegisteredBefore", template)}`),
    );
    expect(pointerProperties().filter((other) => other.pointer === template)).toEqual([registered(row)]);
    expect([UnregisterPointer(template), UnregisterPointer(template), UnregisterPointer("/nodes/{}/translation")]).toEqual([
      true,
      false,
      false,
    ]);
    expect(pointerProperties().some((other) => other.pointer === template)).toBe(false);
    RegisterPointer(row);
  });
});

describe("RegisterPointer refuses a row with", () => {
  const target = { target: "material", property: "x", write: () => undefined } as const;
  const row = { pointer: "/materials/{}/extensions/VENDOR_wrong/x", type: "float", ...target } as const;

  it.each<readonly [field: string, wrong: object, error: string]>([
    ["type", { type: "int" }, `type: ${ruleOf("oneOfList", "float, float2, float3, float4, float4x4, quat, float[], bool", "int")}`],
    ["a type that all objects have", { type: "toString" }, `type: ${ruleOf("oneOfList", "float, float2, float3, float4, float4x4, quat, float[], bool", "toString")}`], // oxfmt-ignore
    ["too few components", { type: "float3", default: [1, 2] }, `default: ${ruleOf("componentsOfType", 3, "number", "[1,2]")}`],
    ["an array for a number", { default: [1, 2] }, `default: ${ruleOf("componentsOfType", 1, "number", "[1,2]")}`],
    ["a string among the components", { type: "float3", default: [1, "2", 3] }, `default: ${ruleOf("componentsOfType", 3, "number", "[1,\"2\",3]")}`], // oxfmt-ignore
    ["a number for true or false", { type: "bool", default: 1 }, `default: ${ruleOf("componentsOfType", 1, "boolean", 1)}`],
    ["bounds that exclude everything", { min: 2, max: 1 }, `min: ${ruleOf("atMostMax", 2)}`],
    ["bounds that exclude everything themselves", { exclusiveMin: 2, exclusiveMax: 1 }, `exclusiveMin: ${ruleOf("belowExclusiveMax", 2)}`],
    ["a least value of nothing", { min: Infinity, max: 1 }, `min: ${ruleOf("atMostMax", "Infinity")}`],
    ["bounds that meet, and exclude it", { exclusiveMin: 1, exclusiveMax: 1 }, `exclusiveMin: ${ruleOf("belowExclusiveMax", 1)}`],
    ["a bound that is not a number", { max: NaN }, `max: ${ruleOf("number", "NaN")}`],
    ["a bound that is a string", { min: "0" }, `min: ${ruleOf("number", 0)}`],
    ["a bound that is null", { exclusiveMin: null }, `exclusiveMin: ${ruleOf("number", "null")}`],
    ["an exclusive bound that is not a number", { exclusiveMax: NaN }, `exclusiveMax: ${ruleOf("number", "NaN")}`],
    ["no target", { target: undefined }, `target: ${ruleOf("oneOfList", "camera, light, material, node, mesh, environment, none", "undefined")}`], // oxfmt-ignore
    ["an unknown target", { target: "skin" }, `target: ${ruleOf("oneOfList", "camera, light, material, node, mesh, environment, none", "skin")}`], // oxfmt-ignore
    ["no property", { property: undefined }, `property: ${ruleOf("string", "undefined")}`],
    ["nothing that writes", { write: 1 }, `write: ${ruleOf("function", 1)}`],
    ["a target, but no index", { pointer: "/extensions/VENDOR_wrong/x" }, `target: ${ruleOf("noneWithoutIndex", "material")}`], // oxfmt-ignore
  ])("%s", (_, wrong, error) => {
    expect(() => RegisterPointer({ ...row, ...wrong })).toThrow(error);
    expect(pointerProperties().some(({ pointer: template }) => template.includes("VENDOR_wrong"))).toBe(false);
  });

  it.each(["min", "max", "exclusiveMin", "exclusiveMax"])("a valid row with one of its numbers is registered: %s", (field) => {
    const single: PointerRegistration = { ...row, pointer: `/materials/{}/extensions/VENDOR_one/${field}`, [field]: 1 };
    RegisterPointer(single);
    expect(pointerProperties()).toContainEqual(registered(single));
  });

  it("a valid row whose bounds leave one value is registered", () => {
    const single: PointerRegistration = { ...row, pointer: "/materials/{}/extensions/VENDOR_single/x", min: 1, max: 1, default: 1 };
    RegisterPointer(single);
    expect(pointerProperties()).toContainEqual(registered(single));
  });

  it("a template of the package, which may be loaded later, has no effect and is warned about", async () => {
    const own: PointerRegistration = { ...row, pointer: "/materials/{}/extensions/VENDOR_early/x" };
    const ofTable = registered(own) as ObjectModelProperty;
    RegisterPointer(own);
    const { warnings } = await collectWarnings(async () => Promise.resolve(addTable([ofTable])));
    expect(warnings).toEqual([`RegisterPointer: pointer: ${ruleOf("notOwnPointer", own.pointer)}`]);
    expect(pointerProperties().find(({ pointer: template }) => template === own.pointer)).toBe(ofTable);
  });
});

/** A file with two materials: one with the vendor's extension, and one without. */
function createGlowing(extension: Json, channels: readonly PointedChannel[]): Asset {
  return createPointed(
    (add) => ({
      extensionsUsed: ["VENDOR_glow"],
      nodes: [{ mesh: 0 }],
      meshes: [{ primitives: [0, 1].map((material) => ({ attributes: addTriangle(add), material })) }],
      materials: [{ name: "glowing", extensions: { VENDOR_glow: extension } }, { name: "plain" }],
    }),
    channels,
  );
}

describe("a custom row", () => {
  /** Writes to a property without a template in the object model. */
  RegisterPointer({
    pointer: `${VENDOR}/strength`,
    type: "float",
    min: 0,
    max: 2,
    default: 1,
    target: "material",
    property: "environmentIntensity",
    write: (material, value) => void ((material as PBRMaterial).environmentIntensity = value[0]!),
  });
  RegisterPointer({
    pointer: `${VENDOR}/tint`,
    type: "float3",
    target: "material",
    property: "ambientColor",
    write: (material, value) => void (material as PBRMaterial).ambientColor.set(value[0]!, value[1]!, value[2]!),
  });
  RegisterPointer({
    pointer: `${VENDOR}/is~1on`,
    type: "bool",
    target: "material",
    property: "twoSidedLighting",
    write: (material, value) => void ((material as PBRMaterial).twoSidedLighting = value[0] !== 0),
  });
  addTable([{ pointer: `${VENDOR}/layers/{}/width`, type: "float", babylon: "Babylon draws one layer only" }]);

  const at = (channel: number): string => `/animations/0/channels/${channel}/target/extensions/KHR_animation_pointer/pointer`;
  const pointer = (name: string): string => `/materials/0/extensions/VENDOR_glow/${name}`;

  /** What the two materials are at some times. */
  async function play<T>(asset: Asset, times: readonly number[], look: (material: PBRMaterial) => T): Promise<T[][]> {
    const scene = createScene();
    const { result, warnings } = await collectWarnings(() => importAsset(asset, scene));
    expect(warnings).toEqual([]);
    const [group] = result.animationGroups;
    group!.start();
    return times.map((time) => {
      group!.goToFrame(time * 60);
      return ["glowing", "plain"].map((name) => look(scene.getMaterialByName(name) as PBRMaterial));
    });
  }

  it("animates its Babylon property, within its bounds, and no other", async () => {
    const asset = createGlowing({ strength: 0.5 }, [{ pointer: pointer("strength"), values: [[-1], [4]] }]);
    const values = await play(asset, [0, 0.25, 0.5, 1], ({ environmentIntensity }) => environmentIntensity);
    expect(values).toEqual([
      [0, 1],
      [0.25, 1],
      [1.5, 1],
      [2, 1],
    ]);
  });

  it("needs only the extension in the asset where it has a default", async () => {
    const asset = createGlowing({}, [{ pointer: pointer("strength"), values: [[0], [1]] }]);
    expect(await play(asset, [0.5], ({ environmentIntensity }) => environmentIntensity)).toEqual([[0.5, 1]]);
  });

  it("has elements where it has several components", async () => {
    const asset = createGlowing({ tint: [0.125, 0.25, 0.5] }, [{ pointer: pointer("tint/1"), values: [[0], [1]] }]);
    const values = await play(asset, [0, 0.75], ({ ambientColor }) => ambientColor.asArray());
    expect(values.map(([glowing]) => glowing)).toEqual([
      [0.125, 0, 0.5],
      [0.125, 0.75, 0.5],
    ]);
  });

  it("may have a slash in its name, escaped as in any JSON pointer", async () => {
    const asset = createGlowing({ "is/on": false }, [{ pointer: pointer("is~1on"), values: [[0], [1]], interpolation: "STEP" }]);
    expect(await play(asset, [0.9, 1], ({ twoSidedLighting }) => twoSidedLighting)).toEqual([
      [false, false],
      [true, false],
    ]);
  });

  it("may belong to the asset as a whole, without any index", async () => {
    const values: number[] = [];
    RegisterPointer({
      pointer: "/extensions/VENDOR_glow/ambience",
      type: "float",
      target: "none",
      property: "the test",
      write: (_, [value]) => void values.push(value!),
    });
    const asset = createGlowing({}, [{ pointer: "/extensions/VENDOR_glow/ambience", values: [[0], [1]] }]);
    asset.json["extensions"] = { VENDOR_glow: { ambience: 0.5 } };
    await play(asset, [0.25, 0.5], () => undefined);
    expect(values.slice(-2)).toEqual([0.25, 0.5]);
  });

  it.each([
    {
      comment: "stated in the row",
      channel: { pointer: pointer("layers/3/width"), values: [[0], [1]] },
      error: `${at(0)}: ${ruleOf("animatable", pointer("layers/3/width"), "Babylon draws one layer only")}`,
    },
    {
      comment: "a material without the extension",
      channel: { pointer: "/materials/1/extensions/VENDOR_glow/strength", values: [[0], [1]] },
      error: `${at(0)}: ${ruleOf("animatable", "/materials/1/extensions/VENDOR_glow/strength", ruleOf("extensionStated", "/materials/1/extensions/VENDOR_glow"))}`,
    },
    {
      comment: "a property that is not stated and has no default",
      channel: {
        pointer: pointer("tint"),
        values: [
          [0, 0, 0],
          [1, 1, 1],
        ],
      },
      error: `${at(0)}: ${ruleOf("animatable", pointer("tint"), "neither the asset nor glTF says what it is without animation")}`,
    },
    {
      comment: "a wrong number of components",
      channel: {
        pointer: pointer("strength"),
        values: [
          [0, 0, 0],
          [1, 1, 1],
        ],
      },
      error: `/animations/0/channels/0: ${ruleOf("outputComponents", 2, 1, pointer("strength"), "2 x VEC3")}`,
    },
  ])("is refused for the reasons for which others are: $comment", async ({ channel, error }) => {
    const asset = createGlowing({ layers: [{}, {}, {}, { width: 1 }] }, [channel]);
    const { warnings } = await collectWarnings(() => importAsset(asset, createScene()));
    expect(warnings).toEqual([error]);
  });
});
