/**
 * Whatever shape of whatever draft a file is written in, the scene is the one that the ratified form of the same animation gives.
 */
import { afterEach, describe, expect, it } from "@jest/globals";
import type { Camera } from "@babylonjs/core/Cameras/camera.js";
import type { Light } from "@babylonjs/core/Lights/light.js";
import type { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import type { Texture } from "@babylonjs/core/Materials/Textures/texture.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import "../../../src/index.js";
import { GetClips } from "../../../src/pure.js";
import { addTexturedTriangle, addTimes, createAsset, PNG, pointerTarget } from "../../helpers/gltfAsset.js";
import type { Asset, Json } from "../../helpers/gltfPose.js";
import { ruleOf } from "../../helpers/rules.js";
import { collectWarnings, createScene, disposeScenes, importAsset, withClips } from "../../helpers/scene.js";
import { compareStates, describeScene, type SceneState } from "../../helpers/sceneState.js";

afterEach(disposeScenes);

const TIMES = [0, 0.3, 1];

/** A property, animated from 0 s to 1 s, and its visible values. */
interface Property {
  readonly pointer: string;
  readonly type: "SCALAR" | "VEC2" | "VEC3" | "VEC4";
  readonly from: readonly number[];
  readonly to: readonly number[];
  /** At 0.3 s. */
  readonly between: readonly number[];
  readonly look: (scene: Scene) => readonly number[];
}

const materialOf = (scene: Scene): PBRMaterial => scene.getMaterialByName("material") as PBRMaterial;
/** From 0 to a right angle: 0.3 of it is 27 degrees. */
const [SIN, COS] = [Math.sin((13.5 * Math.PI) / 180), Math.cos((13.5 * Math.PI) / 180)];

const EMISSIVE: Property = {
  pointer: "/materials/0/emissiveFactor",
  type: "VEC3",
  from: [0, 0.25, 1],
  to: [1, 0.75, 0],
  between: [0.3, 0.4, 0.7],
  look: (scene) => materialOf(scene).emissiveColor.asArray(),
};
const ROTATION: Property = {
  pointer: "/nodes/1/rotation",
  type: "VEC4",
  from: [0, 0, 0, 1],
  to: [0, Math.SQRT1_2, 0, Math.SQRT1_2],
  between: [0, SIN, 0, COS],
  look: (scene) => (scene.getNodeByName("turned") as TransformNode).rotationQuaternion!.asArray(),
};
const WEIGHTS: Property = {
  pointer: "/nodes/0/weights",
  type: "SCALAR",
  from: [0, 1],
  to: [1, 0.5],
  between: [0.3, 0.85],
  look: (scene) => {
    const targets = (scene.getMeshByName("mesh") as Mesh).morphTargetManager!;
    return [0, 1].map((i) => targets.getTarget(i).influence);
  },
};
const OFFSET: Property = {
  pointer: "/materials/0/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/offset",
  type: "VEC2",
  from: [0, 0],
  to: [1, 0.5],
  between: [0.3, 0.15],
  look: (scene) => {
    const { uOffset, vOffset } = materialOf(scene).albedoTexture as Texture;
    return [uOffset, vOffset];
  },
};
const YFOV: Property = {
  pointer: "/cameras/0/perspective/yfov",
  type: "SCALAR",
  from: [0.5],
  to: [1],
  between: [0.65],
  look: (scene) => scene.cameras.filter(({ name }) => name === "lens").map((camera: Camera) => camera.fov),
};
const INTENSITY: Property = {
  pointer: "/extensions/KHR_lights_punctual/lights/0/intensity",
  type: "SCALAR",
  from: [1],
  to: [4],
  between: [1.9],
  look: (scene) => scene.lights.map((light: Light) => light.intensity),
};
const PROPERTIES = [EMISSIVE, ROTATION, WEIGHTS, YFOV, INTENSITY, OFFSET];

/** Components of a property that a channel animates, or all. */
interface Sampled {
  readonly property: Property;
  /** Undefined: all of them. */
  readonly elements?: readonly number[];
  /** One component to an element of the output, however many there are. */
  readonly scalars?: boolean;
}

/** An animation, before its accessors are there: its channels by the index of their samplers. */
interface Draft {
  readonly samplers: readonly Sampled[];
  readonly json: Json;
}

interface Shape {
  readonly name: string;
  readonly extension: string | readonly string[];
  readonly draft: (property: Property) => Draft;
  /** Where the shape has a meaning. */
  readonly fits?: (property: Property) => boolean;
}

const TYPES = ["SCALAR", "VEC2", "VEC3", "VEC4"] as const;

function createDrafted(extensionsUsed: readonly string[], drafts: readonly Draft[]): Asset {
  return createAsset((add) => {
    const attributes = addTexturedTriangle(add);
    const { POSITION } = attributes;
    const input = addTimes(add, [0, 1]);
    const output = ({ property: { type, from, to }, elements, scalars = false }: Sampled): number => {
      const values = [from, to].flatMap((value) => elements?.map((element) => value[element]!) ?? value);
      const outputType = scalars ? "SCALAR" : elements ? TYPES[elements.length - 1]! : type;
      return add(outputType, values);
    };
    return {
      extensionsUsed: [...extensionsUsed, "KHR_lights_punctual", "KHR_texture_transform"],
      nodes: [
        { name: "mesh", mesh: 0 },
        { name: "turned", camera: 0, extensions: { KHR_lights_punctual: { light: 0 } } },
      ],
      meshes: [{ primitives: [{ attributes, targets: [{ POSITION }, { POSITION }], material: 0 }] }],
      cameras: [{ name: "lens", type: "perspective", perspective: { yfov: 0.75, znear: 0.1 } }],
      materials: [{ name: "material", emissiveFactor: [0.5, 0.5, 0.5], pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
      textures: [{ source: 0 }],
      images: [{ uri: PNG }],
      extensions: { KHR_lights_punctual: { lights: [{ type: "directional", intensity: 2 }] } },
      animations: drafts.map(({ samplers, json }) => ({
        ...json,
        samplers: samplers.map((sampled) => ({ input, output: output(sampled), interpolation: "LINEAR" })),
      })),
    };
  });
}

// ---- the shapes ---------------------------------------------------------------------------------------------------------------------

/** One channel for all components. */
function one(name: string, extension: string, channel: (pointer: string) => Json): Shape {
  return {
    name,
    extension,
    draft: (property) => ({ samplers: [{ property }], json: { channels: [{ sampler: 0, ...channel(property.pointer) }] } }),
  };
}

const inPointer = (pointer: string): Json => ({ target: pointerTarget(pointer) });
const in2 = (path: string): Json => ({ target: { path: "translation", extensions: { KHR_animation2: { path } } } });

/** The components, by their indices. */
const elementsOf = ({ from }: Property): readonly number[] => [...from.keys()];
const isArray = ({ from }: Property): boolean => from.length > 1;
/** Components interpolated each for itself are no rotation in between. */
const isArrayOfNumbers = (property: Property): boolean => isArray(property) && property !== ROTATION;

/** One channel for each component. */
function each(name: string, extension: string, channel: (pointer: string) => Json): Shape {
  return {
    name,
    extension,
    fits: isArrayOfNumbers,
    draft: (property) => ({
      samplers: elementsOf(property).map((element) => ({ property, elements: [element] })),
      json: { channels: elementsOf(property).map((element) => ({ sampler: element, ...channel(`${property.pointer}/${element}`) })) },
    }),
  };
}

/** The channels of EXT_property_animation stand in the animation's own extension. */
function property2018(shape: Shape, animation: Json = { channels: [] }): Shape {
  return {
    ...shape,
    draft: (property) => {
      const { samplers, json } = shape.draft(property);
      return { samplers, json: { ...animation, extensions: { EXT_property_animation: { channels: json["channels"] } } } };
    },
  };
}

/** An output of scalars, which KHR_animation2 has for arrays. */
function ofScalars(shape: Shape): Shape {
  return {
    ...shape,
    name: `${shape.name}, scalars`,
    fits: (property) => isArray(property) && (shape.fits?.(property) ?? true),
    draft: (property) => {
      const { samplers, json } = shape.draft(property);
      return { samplers: samplers.map((sampled) => ({ ...sampled, scalars: true })), json };
    },
  };
}

const RATIFIED = one("ratified", "KHR_animation_pointer", inPointer);
const SECOND = "KHR_animation2";
const PROPERTY = "EXT_property_animation";

const TARGETS = one("targets, one for each component", SECOND, () => ({}));
const TARGETS_OF_ELEMENTS: Shape = {
  ...TARGETS,
  fits: isArray,
  draft: (property) => ({
    // weights have no type of their own
    samplers: [{ property, ...(property === WEIGHTS ? { scalars: true } : {}) }],
    json: { channels: [{ sampler: 0, targets: elementsOf(property).map((element) => `${property.pointer}/${element}`) }] },
  }),
};

const SHAPES: readonly Shape[] = [
  one("path in place of pointer, May 2022", "KHR_animation_pointer", (path) => ({
    target: { path: "pointer", extensions: { KHR_animation_pointer: { path } } },
  })),
  one("without slash", "KHR_animation_pointer", (pointer) => inPointer(pointer.slice(1))),
  each("elements", "KHR_animation_pointer", inPointer),
  ...["translation", "rotation", "scale", "weights"].map((path) =>
    one(`the extension's path, beside ${path}`, SECOND, (pointer) => ({
      target: { path, extensions: { KHR_animation2: { path: pointer } } },
    })),
  ),
  one("target.path", SECOND, (path) => ({ target: { path, extensions: { KHR_animation2: {} } } })),
  one("target.pointer", SECOND, (pointer) => ({ target: { pointer } })),
  one("targetpointer", SECOND, (targetpointer) => ({ targetpointer })),
  one("targetpointer beside an empty target", SECOND, (targetpointer) => ({ targetpointer, target: {} })),
  one("targets of one", SECOND, (pointer) => ({ targets: [pointer] })),
  TARGETS_OF_ELEMENTS,
  one("the extension's path without slash", SECOND, (pointer) => in2(pointer.slice(1))),
  one("target.path without slash", SECOND, (pointer) => ({ target: { path: pointer.slice(1), extensions: { KHR_animation2: {} } } })),
  one("targetpointer without slash", SECOND, (pointer) => ({ targetpointer: pointer.slice(1) })),
  each("elements", SECOND, in2),
  each("elements by targetpointer", SECOND, (targetpointer) => ({ targetpointer })),
  ofScalars(one("the extension's path", SECOND, in2)),
  ofScalars(TARGETS_OF_ELEMENTS),
  property2018(one("target", PROPERTY, (target) => ({ target }))),
  property2018(one("target without slash", PROPERTY, (target) => ({ target: target.slice(1) }))),
  property2018(each("elements", PROPERTY, (target) => ({ target }))),
  property2018(
    one("target, in an animation without channels of its own", PROPERTY, (target) => ({ target })),
    {},
  ),
];

// ---- playing ------------------------------------------------------------------------------------------------------------------------

async function settle(scene: Scene): Promise<void> {
  // textures and shaders arrive in turns of the event loop
  for (let i = 0; i < 3; i++) {
    scene.render();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

interface Played {
  readonly warnings: readonly string[];
  readonly states: readonly SceneState[];
  readonly looks: readonly (readonly number[])[];
}

/** What a scene is like at {@link TIMES}. */
async function play(asset: Asset, look: Property["look"], animation = 0): Promise<Played> {
  const scene = createScene();
  const { warnings, result } = await collectWarnings(() => importAsset(asset, scene));
  const group = result.animationGroups[animation];
  group?.start();
  group?.pause();
  const states: SceneState[] = [];
  const looks: (readonly number[])[] = [];
  for (const time of TIMES) {
    group?.goToFrame(time * 60);
    await settle(scene);
    states.push(describeScene(scene));
    looks.push(look(scene));
  }
  return { warnings, states, looks };
}

function expectLooks({ looks }: Played, { from, between, to }: Property): void {
  [from, between, to].forEach((expected, i) => {
    expect(looks[i]).toHaveLength(expected.length);
    expected.forEach((component, j) => expect(looks[i]![j]).toBeCloseTo(component, 6));
  });
}

const assetOf = ({ extension, draft }: Shape, property: Property): Asset => createDrafted([extension].flat(), [draft(property)]);

describe.each(PROPERTIES)("$pointer", (property) => {
  it("in the ratified form follows the keys", async () => {
    const played = await play(assetOf(RATIFIED, property), property.look);
    expect(played.warnings).toEqual([]);
    expectLooks(played, property);
  });

  it.each(SHAPES.filter(({ fits }) => fits?.(property) ?? true))("is the same in $extension: $name", async (shape) => {
    const [ratified, other] = [await play(assetOf(RATIFIED, property), property.look), await play(assetOf(shape, property), property.look)];
    const slashless = shape.name.includes("without slash") ? [expect.stringContaining(`: ${ruleOf("beginWithSlash")} (got `)] : [];
    expect(other.warnings).toEqual(slashless);
    expectLooks(other, property);
    expect(TIMES.map((_, i) => compareStates(other.states[i]!, ratified.states[i]!))).toEqual(TIMES.map(() => []));
  });
});

describe("elements", () => {
  const draft = (samplers: readonly Sampled[], channels: readonly Json[]): Asset =>
    createDrafted([SECOND], [{ samplers, json: { channels } }]);
  const pointer = (element: number): string => `${EMISSIVE.pointer}/${element}`;

  it.each([
    { comment: "one of them", elements: [1], expected: [0.5, 0.4, 0.5] },
    { comment: "the first two", elements: [0, 1], expected: [0.3, 0.4, 0.5] },
    { comment: "the last two", elements: [1, 2], expected: [0.5, 0.4, 0.7] },
    { comment: "two, the other way round", elements: [2, 0], expected: [0.3, 0.5, 0.7] },
    { comment: "all, the other way round", elements: [2, 1, 0], expected: [0.3, 0.4, 0.7] },
  ])("in targets: $comment; components that are not named stay", async ({ elements, expected }) => {
    const asset = draft([{ property: EMISSIVE, elements }], [{ sampler: 0, targets: elements.map(pointer) }]);
    const { warnings, looks } = await play(asset, EMISSIVE.look);
    expect(warnings).toEqual([]);
    expected.forEach((component, i) => expect(looks[1]![i]).toBeCloseTo(component, 6));
  });

  it("of several properties in one channel's targets", async () => {
    const both: Property = { ...EMISSIVE, type: "VEC2", from: [0, 0.5], to: [1, 1] };
    const asset = draft([{ property: both }], [{ sampler: 0, targets: [pointer(2), YFOV.pointer] }]);
    const { warnings, looks } = await play(asset, (scene) => [...EMISSIVE.look(scene), ...YFOV.look(scene)]);
    expect(warnings).toEqual([]);
    [0.5, 0.5, 0.3, 0.65].forEach((component, i) => expect(looks[1]![i]).toBeCloseTo(component, 6));
  });

  it("without target, in a file that requires the extension", async () => {
    const asset = draft([{ property: EMISSIVE, elements: [1] }], [{ sampler: 0, targetpointer: pointer(1) }]);
    const { warnings, looks } = await play({ ...asset, json: { ...asset.json, extensionsRequired: [SECOND] } }, EMISSIVE.look);
    expect(warnings).toEqual([]);
    expect(looks[1]![1]).toBeCloseTo(0.4, 6);
  });
});

describe("several shapes in one file", () => {
  const ALL = ["KHR_animation_pointer", SECOND, PROPERTY];
  const target2018 = property2018(one("target", PROPERTY, (target) => ({ target })));
  const targetpointer = one("targetpointer", SECOND, (pointer) => ({ targetpointer: pointer }));

  it.each([
    { comment: "the ratified form", animation: 0, property: EMISSIVE },
    { comment: "KHR_animation2", animation: 1, property: YFOV },
    { comment: "EXT_property_animation", animation: 2, property: INTENSITY },
  ])("each in an animation of its own: $comment", async ({ animation, property }) => {
    const drafts = [RATIFIED.draft(EMISSIVE), targetpointer.draft(YFOV), target2018.draft(INTENSITY)];
    const played = await play(createDrafted(ALL, drafts), property.look, animation);
    expect(played.warnings).toEqual([]);
    expectLooks(played, property);
  });

  it("all in one animation, beside a channel of glTF itself", async () => {
    const samplers = [EMISSIVE, YFOV, INTENSITY, ROTATION].map((property) => ({ property }));
    const asset = createDrafted(ALL, [
      {
        samplers,
        json: {
          channels: [
            { sampler: 0, ...inPointer(EMISSIVE.pointer) },
            { sampler: 1, ...in2(YFOV.pointer) },
            { sampler: 3, target: { node: 1, path: "rotation" } },
          ],
          extensions: { EXT_property_animation: { channels: [{ sampler: 2, target: INTENSITY.pointer }] } },
        },
      },
    ]);
    for (const property of [EMISSIVE, YFOV, INTENSITY, ROTATION]) {
      const played = await play(asset, property.look);
      expect(played.warnings).toEqual([]);
      expectLooks(played, property);
    }
  });

  it("in one channel that is written for readers of either extension", async () => {
    const target = {
      path: "pointer",
      extensions: { KHR_animation_pointer: { pointer: EMISSIVE.pointer }, KHR_animation2: { path: EMISSIVE.pointer } },
    };
    const asset = createDrafted(
      ["KHR_animation_pointer", SECOND],
      [{ samplers: [{ property: EMISSIVE }], json: { channels: [{ sampler: 0, target }] } }],
    );
    expectLooks(await play(asset, EMISSIVE.look), EMISSIVE);
  });
});

describe("clips", () => {
  const shapes = [
    RATIFIED,
    one("targetpointer", SECOND, (targetpointer) => ({ targetpointer })),
    property2018(one("target", PROPERTY, (target) => ({ target }))),
  ];

  it.each(
    shapes.flatMap((shape) => PROPERTIES.map((property) => ({ shape, property, extension: shape.extension, pointer: property.pointer }))),
  )("play $pointer in $extension as the animation itself, within their range", async ({ shape, property }) => {
    const scene = createScene();
    const asset = withClips(assetOf(shape, property), [{ animations: [0], name: "clip", start: 0.3, end: 1, repetitions: 1 }]);
    const { result, warnings } = await collectWarnings(() => importAsset(asset, scene));
    expect(warnings).toEqual([]);
    const [clip] = GetClips(result);
    clip!.play();
    const expectLook = (expected: readonly number[]): void =>
      expected.forEach((component, i) => expect(property.look(scene)[i]).toBeCloseTo(component, 6));
    clip!.timestamp = 1;
    expectLook(property.to);
    clip!.timestamp = 0.3;
    expectLook(property.between);
    // it ends, and holds, at its end; 0.7 s are 44 frames
    clip!.restart();
    for (let frame = 0; frame < 50; frame++) {
      scene.render();
    }
    expect(clip!.timestamp).toBe(1);
    expectLook(property.to);
  });

  it("cut one pointer animation into several ranges", async () => {
    const scene = createScene();
    const asset = withClips(assetOf(RATIFIED, EMISSIVE), [
      { animations: [0], start: 0, end: 0.3 },
      { animations: [0], start: 0.3, end: 1, offset: 0.7, speed: -1 },
    ]);
    const clips = GetClips(await importAsset(asset, scene));
    expect(clips).toHaveLength(2);
    clips[1]!.play();
    scene.render();
    EMISSIVE.to.forEach((component, i) => expect(EMISSIVE.look(scene)[i]).toBeCloseTo(component, 6));
    clips[1]!.stop();
    clips[0]!.play();
    scene.render();
    EMISSIVE.from.forEach((component, i) => expect(EMISSIVE.look(scene)[i]).toBeCloseTo(component, 6));
  });
});

describe("the parsed JSON", () => {
  /** What is left of an object without what Babylon's loader puts into it: members of its own, the indices of array items, parents. */
  function withoutBabylons(value: unknown, original: unknown): unknown {
    if (Array.isArray(value)) {
      return value.map((item, i) => withoutBabylons(item, (original as unknown[] | undefined)?.[i]));
    }
    if (typeof value !== "object" || value === null) {
      return value;
    }
    const isBabylons = (key: string): boolean =>
      !Object.hasOwn(original ?? {}, key) && (key.startsWith("_") || ["index", "parent"].includes(key));
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => !isBabylons(key))
        .map(([key, member]) => [key, withoutBabylons(member, (original as Json | undefined)?.[key])]),
    );
  }

  it.each(
    [RATIFIED, ...SHAPES].flatMap((shape) =>
      [EMISSIVE, WEIGHTS, OFFSET].map((property) => ({
        shape,
        property,
        extension: shape.extension,
        name: shape.name,
        pointer: property.pointer,
      })),
    ),
  )("is unchanged by $extension, $name, $pointer", async ({ shape, property }) => {
    const asset = assetOf(shape, property);
    const before = structuredClone(asset.json);
    let parsed: Json = {};
    await importAsset(asset, createScene(), { onParsed: (json) => (parsed = json) });
    expect(withoutBabylons(parsed, before)).toEqual(before);
  });
});
