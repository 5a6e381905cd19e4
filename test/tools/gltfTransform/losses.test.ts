/** What stays beside channels that are left out, and members of merged documents. */
import { mergeDocuments, unpartition } from "@gltf-transform/functions";
import { expect, it } from "@jest/globals";
import { addTexturedTriangle, createModel, createPointed, pointerTarget, PNG, type AddAccessor } from "../../helpers/gltfAsset.js";
import type { Asset, Json } from "../../helpers/gltfPose.js";
import { animatedValues, nameByIndex, TestIO } from "../../helpers/transformed.js";

const FACTOR = "/materials/0/pbrMetallicRoughness/baseColorFactor";
const MISSING = "/materials/7/pbrMetallicRoughness/baseColorFactor";
const SCENE: Json = { nodes: [{}], materials: [{}] };

/** Two channels, of which the first has no object. */
function createLosing(samplers: (add: AddAccessor) => Json[]): Asset {
  return nameByIndex(
    createPointed(
      (add) => ({
        ...SCENE,
        animations: [
          {
            samplers: samplers(add),
            channels: [
              { sampler: 0, target: pointerTarget(MISSING) },
              { sampler: 1, target: pointerTarget(FACTOR) },
            ],
          },
        ],
      }),
      [],
    ),
  );
}

const COLORS = [0, 0, 0, 1, 1, 0.5, 0.25, 1];
const addTimes = (add: AddAccessor): number => add("SCALAR", [0, 1], { min: [0], max: [1] });

async function valuesAtEnd(asset: Asset): Promise<unknown[]> {
  const io = new TestIO();
  return [...animatedValues(await io.write(await io.read(asset)), [1]).values()];
}

it("a channel keeps keys that it shares with one that is left out", async () => {
  const asset = createLosing((add) => {
    const [input, output] = [addTimes(add), add("VEC4", COLORS)];
    return [{ input, output }, { input, output, interpolation: "STEP" }]; // oxfmt-ignore
  });
  expect(await valuesAtEnd(asset)).toEqual([[1, 0.5, 0.25, 1]]);
});

it("a channel keeps the sampler that it shares with one that is left out", async () => {
  const asset = createLosing((add) => [{ input: addTimes(add), output: add("VEC4", COLORS) }]);
  asset.json["animations"][0].channels[1].sampler = 0;
  expect(await valuesAtEnd(asset)).toEqual([[1, 0.5, 0.25, 1]]);
});

it("a channel of a texture's transform is kept where the texture does not state one", async () => {
  const pointer = "/materials/0/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/offset";
  const asset = createPointed(
    (add) => ({
      nodes: [{ mesh: 0 }],
      meshes: [{ primitives: [{ attributes: addTexturedTriangle(add), material: 0 }] }],
      materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
      textures: [{ source: 0 }],
      images: [{ uri: PNG }],
    }),
    [
      {
        pointer,
        values: [
          [0, 0],
          [1, 0.5],
        ],
      },
    ],
  );
  const io = new TestIO();
  const { json } = await io.write(await io.read(asset));
  expect(json["animations"][0].channels[0].target).toEqual(pointerTarget(pointer));
  expect(io.warnings).toEqual([]);
});

it("a channel of core glTF that is removed from its animation does not refer to it any more", async () => {
  const translation = { pointer: "/nodes/0/translation", values: [[0, 0, 0], [1, 0, 0]] }; // oxfmt-ignore
  const document = await new TestIO().read(createPointed(() => SCENE, [translation]));
  const [animation] = document.getRoot().listAnimations();
  const [channel] = animation!.listChannels();
  animation!.removeChannel(channel!);
  expect(channel!.listParents()).not.toContain(animation);
});

it("of two merged documents, the first one's further members count", async () => {
  const io = new TestIO();
  const [a, b] = await Promise.all(
    [{ from: "a" }, { from: "b", only: "b" }].map((members) => {
      const { json, bin } = createModel(1, [[{ node: 0, path: "translation", times: [0, 1], values: [0, 0, 0, 1, 0, 0] }]]);
      const extensions = { KHR_animation_clip: { clips: [{ animations: [0] }], ...members } };
      return io.read({ json: { ...json, extensionsUsed: ["KHR_animation_clip"], extensions }, bin });
    }),
  );
  mergeDocuments(a!, b!);
  await a!.transform(unpartition());
  const { json } = await io.write(a!);
  expect(json["extensions"].KHR_animation_clip).toEqual({
    clips: [{ animations: [0] }, { animations: [1] }],
    from: "a",
    only: "b",
  });
});
