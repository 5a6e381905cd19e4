/**
 * Files with many channels by JSON pointer. Where the cost of one channel depends on the number of the others, of nodes or of elements,
 * these do not end, or run out of memory.
 */
import { afterEach, expect, it } from "@jest/globals";
import "../../src/index.js";
import type { Asset, Json } from "../helpers/gltfPose.js";
import { collectWarnings, createScene, disposeScenes, importAsset } from "../helpers/scene.js";

afterEach(disposeScenes);

const times = <T>(count: number, create: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => create(i));

/** Nodes in one scene, and an animation from 0 s to 1 s whose channels share one sampler. */
function createAsset(extension: string, json: Json, components: number, animation: Json): Asset {
  const floats = new Float32Array([0, 1, ...times(2 * components, () => 0.5), 0, 0, 0, 1, 0, 0, 0, 1, 0]);
  const sizes = [8, 8 * components, 36];
  const accessor = { componentType: 5126, type: "SCALAR", count: 2 };
  return {
    json: {
      asset: { version: "2.0" },
      extensionsUsed: [extension, "KHR_lights_punctual"],
      scene: 0,
      scenes: [{ nodes: [...(json["nodes"] as Json[]).keys()] }],
      ...json,
      animations: [{ samplers: [{ input: 0, output: 1 }], ...animation }],
      buffers: [{ byteLength: floats.byteLength }],
      bufferViews: sizes.map((byteLength, i) => ({ buffer: 0, byteOffset: sizes.slice(0, i).reduce((a, b) => a + b, 0), byteLength })),
      accessors: [
        { ...accessor, bufferView: 0, min: [0], max: [1] },
        { ...accessor, bufferView: 1, count: 2 * components },
        { ...accessor, bufferView: 2, type: "VEC3", count: 3, min: [0, 0, 0], max: [1, 1, 0] },
      ],
    },
    bin: new Uint8Array(floats.buffer),
  };
}

const ofPointers = (json: Json, pointers: readonly string[]): Asset =>
  createAsset("KHR_animation_pointer", json, 1, {
    channels: pointers.map((pointer) => ({ sampler: 0, target: { path: "pointer", extensions: { KHR_animation_pointer: { pointer } } } })),
  });

async function load(asset: Asset): Promise<{ targeted: number; warnings: readonly string[] }> {
  const { result, warnings } = await collectWarnings(() => importAsset(asset, createScene()));
  return { targeted: result.animationGroups[0]?.targetedAnimations.length ?? 0, warnings };
}

const primitives = [{ attributes: { POSITION: 2 } }];
const lights = times(8000, () => ({ type: "point", intensity: 1 }));
const extras = { list: times(8000, () => 0) };

it.each<readonly [comment: string, asset: () => Asset, targeted: number]>([
  [
    "lights",
    () =>
      ofPointers(
        { nodes: [{ extensions: { KHR_lights_punctual: { light: 0 } } }], extensions: { KHR_lights_punctual: { lights } } },
        lights.map((_, i) => `/extensions/KHR_lights_punctual/lights/${i}/intensity`),
      ),
    1,
  ],
  [
    "extras",
    () =>
      ofPointers(
        { nodes: [{ extras }] },
        extras.list.map((_, i) => `/nodes/0/extras/list/${i}`),
      ),
    extras.list.length,
  ],
  [
    "the weights of a mesh of 300 nodes",
    () =>
      ofPointers(
        { nodes: times(300, () => ({ mesh: 0 })), meshes: [{ weights: times(5000, () => 0), primitives }] },
        times(5000, (i) => `/meshes/0/weights/${i}`),
      ),
    0,
  ],
  [
    "the weights of a node, as the targets of one channel",
    () =>
      createAsset("KHR_animation2", { nodes: [{ mesh: 0, weights: times(20_000, () => 0) }], meshes: [{ primitives }] }, 20_000, {
        channels: [{ sampler: 0, targets: times(20_000, (i) => `/nodes/0/weights/${19_999 - i}`) }],
      }),
    0,
  ],
  [
    "listed channels",
    () =>
      createAsset("EXT_property_animation", { nodes: times(5000, () => ({})) }, 1, {
        channels: [],
        extensions: {
          EXT_property_animation: { channels: times(5000, (i) => ({ sampler: 0, target: `/nodes/${i}/translation/0` })) },
        },
      }),
    5000,
  ],
])("load with many channels: %s", async (_, create, targeted) => {
  expect(await load(create())).toEqual({ targeted, warnings: [] });
});

it("load with a pointer of 4 MB, which is refused", async () => {
  const { targeted, warnings } = await load(ofPointers({ nodes: [{}] }, ["/nodes/0".repeat(500_000), "/nodes/0/translation/0"]));
  expect(targeted).toBe(1);
  expect(warnings).toEqual([expect.stringMatching(/must point to a property that can be animated \(got \/nodes.{1,140}\.\.\.: /)]);
});
