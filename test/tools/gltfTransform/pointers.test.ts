import { Document, PropertyType, type Material, type Node, type Transform } from "@gltf-transform/core";
import { KHRLightsPunctual } from "@gltf-transform/extensions";
import { cloneDocument, dedup, flatten, join, mergeDocuments, palette, prune, unpartition } from "@gltf-transform/functions";
import { describe, expect, it } from "@jest/globals";
import { KHRAnimationPointer, PointerChannel } from "../../../src/gltf-transform.js";
import { addTexturedTriangle, addTriangle, createPointed, PNG, type AddAccessor, type PointedChannel } from "../../helpers/gltfAsset.js";
import type { Asset, Json } from "../../helpers/gltfPose.js";
import { createPointerAsset, TEMPLATES, type Template } from "../../helpers/pointerAsset.js";
import { ruleOf } from "../../helpers/rules.js";
import { compareValues, countChannels, nameByIndex, TestIO } from "../../helpers/transformed.js";

const FACTOR = "/pbrMetallicRoughness/baseColorFactor";

const color = (material: number, red = 1): PointedChannel => ({
  pointer: `/materials/${material}${FACTOR}`,
  values: [
    [0, 0, 0, 1],
    [red, 0, 0, 1],
  ],
});

/** A triangle for each material. */
function triangles(materials: readonly Json[], more: Json = {}): (add: AddAccessor) => Json {
  return (add) => {
    const attributes = addTriangle(add);
    return {
      nodes: materials.map((_, i) => ({ mesh: i, translation: [i, 0, 0] })),
      meshes: materials.map((_, material) => ({ primitives: [{ attributes, material }] })),
      materials,
      ...more,
    };
  };
}

async function through(original: Asset, ...transforms: Transform[]): Promise<{ written: Asset; warnings: string[]; document: Document }> {
  const io = new TestIO();
  const document = await io.read(original);
  await document.transform(...transforms);
  return { written: await io.write(document), warnings: io.warnings, document };
}

const channelsOf = (document: Document): PointerChannel[] =>
  document
    .getRoot()
    .listAnimations()
    .flatMap((animation) => animation.listChannels())
    .filter((channel) => channel instanceof PointerChannel);

const targetsOf = ({ json }: Asset): Json[] => (json["animations"][0].channels as Json[]).map(({ target }) => target as Json);

const pointersOf = (asset: Asset): unknown[] =>
  targetsOf(asset).map(({ extensions, node, path }) => extensions?.KHR_animation_pointer.pointer ?? `node ${node} ${path}`);

describe("reading and writing", () => {
  it("reads a pointer as a channel of its object, with the rest of the path", async () => {
    const document = await new TestIO().read(createPointed(triangles([{}, {}]), [color(1)]));
    const [channel] = channelsOf(document) as [PointerChannel];
    const [, material] = document.getRoot().listMaterials();
    expect([channel.getObject(), channel.getTargetNode(), channel.getPath()]).toEqual([material, material, FACTOR]);
    expect([channel.getTargetPath(), channel.getSampler()!.getInput()!.getCount()]).toEqual(["pointer", 2]);
  });

  it("reads pointers that core glTF can express as its own channels, in the order of the file", async () => {
    const original = createPointed(triangles([{}]), [
      {
        pointer: "/nodes/0/translation",
        values: [
          [0, 0, 0],
          [1, 0, 0],
        ],
      },
      color(0),
      {
        pointer: "/nodes/0/rotation",
        values: [
          [0, 0, 0, 1],
          [1, 0, 0, 0],
        ],
      },
      {
        pointer: "/nodes/0/scale",
        values: [
          [0, 0, 0],
          [1, 0, 0],
        ],
      },
    ]);
    const { written, warnings } = await through(original);
    expect(pointersOf(written)).toEqual(["node 0 translation", `/materials/0${FACTOR}`, "node 0 rotation", "node 0 scale"]);
    expect(warnings).toEqual([]);
  });

  it("does not list the extension if only channels of core glTF are left, even if it was required", async () => {
    const { json, bin } = createPointed(triangles([{}]), [
      {
        pointer: "/nodes/0/scale",
        values: [
          [0, 0, 0],
          [1, 0, 0],
        ],
      },
    ]);
    const { written } = await through({ json: { ...json, extensionsRequired: ["KHR_animation_pointer"] }, bin });
    expect([written.json["extensionsUsed"], written.json["extensionsRequired"]]).toEqual([undefined, undefined]);
  });

  it("keeps pointers whose keys core glTF does not allow", async () => {
    const original = createPointed((add) => {
      const output = add("VEC3", new Int16Array([0, 0, 0, 1, 2, 3]));
      const sampler = { input: add("SCALAR", [0, 1], { min: [0], max: [1] }), output };
      const target = { path: "pointer", extensions: { KHR_animation_pointer: { pointer: "/nodes/0/translation" } } };
      return { nodes: [{}], animations: [{ samplers: [sampler], channels: [{ sampler: 0, target }] }] };
    }, []);
    expect(pointersOf((await through(original)).written)).toEqual(["/nodes/0/translation"]);
  });

  it("keeps that the extension is required, and the extras of channels", async () => {
    const { json, bin } = createPointed(triangles([{}]), [color(0)]);
    json["animations"][0].channels[0].extras = { note: 1 };
    const { written } = await through({ json: { ...json, extensionsRequired: ["KHR_animation_pointer"] }, bin });
    expect(written.json["extensionsRequired"]).toEqual(["KHR_animation_pointer"]);
    expect(written.json["animations"][0].channels[0].extras).toEqual({ note: 1 });
  });

  it("reads the older form, and writes the ratified one", async () => {
    const original = createPointed(triangles([{}]), [
      { ...color(0), target: { path: "pointer", extensions: { KHR_animation_pointer: { path: `materials/0${FACTOR}` } } } },
    ]);
    const { written, warnings } = await through(original);
    expect(targetsOf(written)).toEqual([{ path: "pointer", extensions: { KHR_animation_pointer: { pointer: `/materials/0${FACTOR}` } } }]);
    const place = "/animations/0/channels/0/target/extensions/KHR_animation_pointer/path";
    expect(warnings).toEqual([`${place}: ${ruleOf("beginWithSlash", `materials/0${FACTOR}`)}`]);
  });

  it("leaves out channels without an object, with a warning for each, and keeps the others", async () => {
    const target = { path: "pointer", extensions: { KHR_animation_pointer: {} } };
    const original = createPointed(triangles([{}]), [
      color(7),
      { ...color(0), pointer: "/extensions/EXT_mood/moods/0/level" },
      color(0),
      { ...color(0), target },
      { ...color(0), pointer: "/materials/0~7" },
    ]);
    const { written, warnings } = await through(original);
    expect(pointersOf(written)).toEqual([`/materials/0${FACTOR}`]);
    expect(written.json["accessors"].length).toBe(3); // the triangle and the keys
    const rule = ruleOf("objectOfGltfTransform");
    const member = "target/extensions/KHR_animation_pointer/pointer";
    expect(warnings).toEqual([
      `/animations/0/channels/0/${member}: ${rule} (got /materials/7${FACTOR})`,
      `/animations/0/channels/1/${member}: ${rule} (got /extensions/EXT_mood/moods/0/level)`,
      `/animations/0/channels/3/${member}: ${ruleOf("string", "undefined")}`,
      `/animations/0/channels/4/${member}: ${rule} (got /materials/0~7)`,
    ]);
  });

  it("logs 100 warnings at most when reading, and when writing, and how many more there were", async () => {
    const io = new TestIO();
    const lost = Array.from({ length: 102 }, (_, i) => color(i + 1));
    const document = await io.read(createPointed(triangles([{}]), lost));
    expect(io.warnings).toHaveLength(101);
    expect(io.warnings[99]).toContain("/animations/0/channels/99/");
    expect(io.warnings[100]).toBe("KHR_animation_pointer: 2 more warnings are not shown");
    io.warnings.length = 0;
    const animation = document.createAnimation("lost");
    const pointers = document.createExtension(KHRAnimationPointer);
    lost.forEach(() => animation.addChannel(pointers.createPointerChannel()));
    await io.write(document);
    expect(io.warnings).toHaveLength(101);
    expect(io.warnings[100]).toBe("KHR_animation_pointer: 2 more warnings are not shown");
  });

  it("writes channels that are made in code", async () => {
    const document = new Document();
    document.createBuffer();
    const lights = document.createExtension(KHRLightsPunctual);
    lights.createLight("other");
    const light = lights.createLight("lamp");
    document.createScene().addChild(document.createNode().setExtension("KHR_lights_punctual", light));
    const times = document.createAccessor().setArray(new Float32Array([0, 1]));
    const sampler = document.createAnimationSampler().setInput(times).setOutput(times.clone());
    const pointers = document.createExtension(KHRAnimationPointer);
    const channel = pointers.createPointerChannel().setObject(light).setPath("/intensity").setSampler(sampler);
    document.createAnimation().addSampler(sampler).addChannel(channel);
    const written = await new TestIO().write(document);
    expect(targetsOf(written)).toEqual([
      { path: "pointer", extensions: { KHR_animation_pointer: { pointer: "/extensions/KHR_lights_punctual/lights/1/intensity" } } },
    ]);
    expect(written.json["extensionsUsed"]).toEqual(["KHR_animation_pointer", "KHR_lights_punctual"]);
  });

  it("animates extras of objects and of the asset, also in merged documents", async () => {
    const one: PointedChannel = { pointer: "/nodes/0/extras/a~1b/level", values: [[0], [1]] };
    const make = (prefix: string): Asset =>
      nameByIndex(
        createPointed(
          () => ({ nodes: [{ extras: { "a/b": { level: 0 } } }], extras: { mood: 0 } }),
          [one, { ...one, pointer: "/extras/mood" }],
        ),
        prefix,
      );
    const { written, warnings } = await through(make(""));
    expect(compareValues([make("")], written)).toEqual([]);
    expect(warnings).toEqual([]);
    const io = new TestIO();
    const [a, b] = [await io.read(make("a ")), await io.read(make("b "))];
    b.getRoot().getAsset().copyright = "b";
    mergeDocuments(a, b);
    await a.transform(unpartition());
    const merged = await io.write(a);
    expect(compareValues([make("a "), make("b ")], merged)).toEqual([]);
    expect(merged.json["asset"].copyright).toBeUndefined();
  });
});

describe("properties of channels", () => {
  const create = async (): Promise<{ document: Document; channel: PointerChannel; materials: Material[] }> => {
    const document = await new TestIO().read(createPointed(triangles([{}, {}]), [color(1)]));
    return { document, channel: channelsOf(document)[0]!, materials: document.getRoot().listMaterials() };
  };

  it("are copied", async () => {
    const { document, channel } = await create();
    const copy = document.createExtension(KHRAnimationPointer).createPointerChannel().copy(channel);
    expect([copy.getObject(), copy.getPath(), copy.getTargetPath()]).toEqual([channel.getObject(), FACTOR, "pointer"]);
    expect(copy.getSampler()).toBe(channel.getSampler());
  });

  it("are compared", async () => {
    const { channel, materials } = await create();
    const clone = channel.clone();
    expect(clone.equals(channel)).toBe(true);
    expect(clone.setPath("/emissiveFactor").equals(channel)).toBe(false);
    materials[0]!.setRoughnessFactor(0.5);
    expect(clone.setPath(FACTOR).setObject(materials[0]!).equals(channel)).toBe(false);
  });

  it("belong to the copies of their objects in a cloned document", async () => {
    const { document } = await create();
    const clone = cloneDocument(document);
    expect(channelsOf(clone).map((channel) => channel.getObject())).toEqual([clone.getRoot().listMaterials()[1]]);
  });

  it("are empty after their object is disposed of", async () => {
    const { channel, materials } = await create();
    materials[1]!.dispose();
    expect([channel.getObject(), channel.getTargetNode()]).toEqual([null, null]);
  });
});

describe("functions", () => {
  it("that remove objects do not change which objects channels animate", async () => {
    const original = nameByIndex(createPointed(triangles([{}, { alphaMode: "BLEND" }, {}]), [color(1), color(2, 0.5)]));
    delete original.json["meshes"][0].primitives[0].material;
    const { written, warnings } = await through(original, prune());
    expect(pointersOf(written)).toEqual([`/materials/0${FACTOR}`, `/materials/1${FACTOR}`]);
    expect(compareValues([original], written)).toEqual([]);
    expect(warnings).toEqual([]);
  });

  it("that merge equal objects do not merge an animated material with another one", async () => {
    const { written } = await through(createPointed(triangles([{}, {}, {}]), [color(1)]), dedup());
    expect(written.json["materials"].length).toBe(2);
    const [still, animated, other] = (written.json["meshes"] as Json[]).map(({ primitives }) => primitives[0].material as number);
    expect([still === animated, pointersOf(written)]).toEqual([false, [`/materials/${animated}${FACTOR}`]]);
    expect(other).toBeUndefined(); // the mesh is merged with the first one
  });

  it("that merge nodes keep those whose visibility is animated, and those below", async () => {
    const visible = (node: number): PointedChannel => ({
      pointer: `/nodes/${node}/extensions/KHR_node_visibility/visible`,
      values: [[0], [1]],
      interpolation: "STEP",
    });
    const original = createPointed(
      (add) => {
        const attributes = addTriangle(add);
        return {
          extensionsUsed: ["KHR_node_visibility"],
          scenes: [{ nodes: [0, 3, 4] }],
          nodes: [
            { children: [1, 2], extensions: { KHR_node_visibility: { visible: true } } },
            { mesh: 0, translation: [1, 0, 0] },
            { mesh: 0, extensions: { KHR_node_visibility: { visible: true } } },
            { mesh: 0 },
            { mesh: 0, translation: [0, 1, 0] },
          ],
          meshes: [{ primitives: [{ attributes }] }],
        };
      },
      [visible(0), visible(2)],
    );
    const named = nameByIndex(original);
    const { written, document, warnings } = await through(named, flatten(), join(), prune());
    expect(compareValues([named], written)).toEqual([]);
    const parents = new Map(
      document
        .getRoot()
        .listNodes()
        .map((node: Node) => [node.getName(), node.getParentNode()?.getName()]),
    );
    expect(parents).toEqual(
      new Map([
        ["nodes 0", undefined],
        ["nodes 1", "nodes 0"],
        ["nodes 2", "nodes 0"],
        ["nodes 3", undefined],
      ]),
    );
    expect(warnings).toEqual([]);
  });
});

describe("templates", () => {
  const UNKNOWN = /EXT_lights|KHR_node_(hover|select)ability|KHR_materials_(volume_)?scatter|ADOBE/;
  const WIDTHS: Readonly<Record<Template["type"], number>> = {
    ...{ float: 1, float2: 2, float3: 3, float4: 4, quat: 4, float4x4: 16, "float[]": 3, bool: 1 },
  };

  /** Keys that go from one value to another one. */
  function animated(template: Template): Asset {
    const value = Array.from({ length: WIDTHS[template.type] }, (_, i) => (i + 1) / 32);
    const keys = { template, times: [0, 1], elements: [value, value.map((number) => number / 2)] };
    const encoding = { dialect: "KHR_animation_pointer", interpolation: "LINEAR", componentType: 5126 } as const;
    return nameByIndex(createPointerAsset([{ template, value }], { textures: true }, { keys: [keys], encoding }));
  }

  const all = (): Transform[] => [dedup(), flatten(), join(), unpartition(), prune({ keepSolidTextures: true })];

  it.each(TEMPLATES.filter(({ pointer }) => !UNKNOWN.test(pointer)))("keep their objects and values: $pointer", async (template) => {
    const original = animated(template);
    const { written, warnings } = await through(original, ...all());
    expect(compareValues([original], written)).toEqual([]);
    expect(warnings).toEqual([]);
  });

  it.each(TEMPLATES.filter(({ pointer }) => UNKNOWN.test(pointer)))(
    "that glTF-Transform does not know are reported: $pointer",
    async (template) => {
      const { written, warnings } = await through(animated(template));
      expect(written.json["animations"]).toBeUndefined();
      expect(warnings.filter((warning) => /glTF-Transform (does not know|knows)/.test(warning)).length).toBe(1);
    },
  );
});

describe("what functions break is reported:", () => {
  it("materials that palette replaces, before and after prune", async () => {
    const { json, bin } = createPointed(triangles([{}, { pbrMetallicRoughness: { baseColorFactor: [1, 0, 0, 1] } }]), [color(1)]);
    const clips = { clips: [{ name: "glow", animations: [0] }] };
    const extensionsUsed = ["KHR_animation_clip", "KHR_animation_pointer"];
    const original = { json: { ...json, extensionsUsed, extensions: { KHR_animation_clip: clips } }, bin };
    const before = await through(original, palette({ min: 1 }));
    const channel = `KHR_animation_pointer: the channel of ${FACTOR} in animation ""`;
    expect(before.warnings).toEqual([`${channel} looks different: no mesh or node uses its object any more (palette replaces materials)`]);
    expect(countChannels(before.written)).toBe(1);
    const after = await through(original, palette({ min: 1 }), prune({ keepSolidTextures: true }));
    expect(after.warnings).toEqual([
      `${channel} is not written: its object is not in the document any more (palette replaces materials, prune removes unused objects)`,
      'KHR_animation_clip: clip "glow" is not written, because it has no animations any more',
    ]);
    expect([after.written.json["animations"], after.written.json["extensionsUsed"]]).toEqual([undefined, undefined]);
  });

  it("textures of one color that prune makes part of a factor", async () => {
    const info = { index: 0, extensions: { KHR_texture_transform: { scale: [2, 2] } } };
    const original = createPointed(
      (add) => ({
        extensionsUsed: ["KHR_texture_transform"],
        nodes: [{ mesh: 0 }],
        meshes: [{ primitives: [{ attributes: addTexturedTriangle(add), material: 0 }] }],
        materials: [{ pbrMetallicRoughness: { baseColorTexture: info } }],
        textures: [{ source: 0 }],
        images: [{ uri: PNG }],
      }),
      [
        color(0),
        {
          pointer: "/materials/0/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/offset",
          values: [
            [0, 0],
            [1, 1],
          ],
        },
      ],
    );
    const { written, warnings } = await through(original, prune());
    expect(pointersOf(written)).toEqual([`/materials/0${FACTOR}`]);
    expect(warnings).toEqual([
      `KHR_animation_pointer: the channel of ${FACTOR} in animation "" looks different: ` +
        "its texture was removed, maybe multiplied into the factor, which the animation replaces (prune with keepSolidTextures prevents this)",
      "KHR_animation_pointer: the channel of /pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/offset " +
        'in animation "" is not written: its object does not have /baseColorTexture, or glTF-Transform does not know it',
    ]);
    expect((await through(original, prune({ keepSolidTextures: true }))).warnings).toEqual([]);
  });

  it.each([0, 1])("equal meshes that dedup merges, with the weights of mesh %d animated", async (mesh) => {
    const original = createPointed(
      (add) => {
        const attributes = addTriangle(add);
        const primitives = [{ attributes, targets: [{ POSITION: attributes.POSITION }] }];
        return { nodes: [{ mesh: 0 }, { mesh: 1 }], meshes: [{ primitives }, { primitives }] };
      },
      [{ pointer: `/meshes/${mesh}/weights`, values: [[0], [1]] }],
    );
    const { written, warnings } = await through(original, dedup());
    expect(pointersOf(written)).toEqual(["/meshes/0/weights"]);
    expect(warnings).toEqual([
      'KHR_animation_pointer: the channel of /weights in animation "" looks different: ' +
        "more nodes use its mesh than before, and are animated, too (dedup without meshes prevents this)",
    ]);
    const others = [PropertyType.ACCESSOR, PropertyType.MATERIAL, PropertyType.TEXTURE, PropertyType.SKIN];
    expect((await through(original, dedup({ propertyTypes: others }))).warnings).toEqual([]);
  });

  it("objects that cannot be animated", async () => {
    const io = new TestIO();
    const document = await io.read(createPointed(triangles([{}]), [color(0)]));
    channelsOf(document)[0]!.setObject(document.getRoot().listAccessors()[0]!);
    expect((await io.write(document)).json["animations"]).toBeUndefined();
    expect(io.warnings).toEqual([
      `KHR_animation_pointer: the channel of ${FACTOR} in animation "" is not written: objects of type Accessor cannot be animated`,
    ]);
  });
});
