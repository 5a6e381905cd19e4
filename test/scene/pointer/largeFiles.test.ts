/**
 * Files with many channels by JSON pointer. Where the cost of one channel depends on the number of the others, of nodes or of elements,
 * these do not end, or run out of memory.
 */
import { afterEach, expect, it } from "@jest/globals";
import "../../../src/index.js";
import { addTimes, addTriangle, createAsset, pointerTarget, type AddAccessor } from "../../helpers/gltfAsset.js";
import type { Asset, Json } from "../../helpers/gltfPose.js";
import { collectWarnings, createScene, disposeScenes, importAsset } from "../../helpers/scene.js";

afterEach(disposeScenes);

const times = <T>(count: number, create: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => create(i));

/** Nodes in one scene, and an animation from 0 s to 1 s whose channels share one sampler. */
function createLarge(extension: string, create: (add: AddAccessor) => Json, components: number, animation: Json): Asset {
  return createAsset((add) => ({
    extensionsUsed: [extension, "KHR_lights_punctual"],
    ...create(add),
    animations: [
      { samplers: [{ input: addTimes(add, [0, 1]), output: add("SCALAR", new Float32Array(2 * components).fill(0.5)) }], ...animation },
    ],
  }));
}

const ofPointers = (create: (add: AddAccessor) => Json, pointers: readonly string[]): Asset =>
  createLarge("KHR_animation_pointer", create, 1, {
    channels: pointers.map((pointer) => ({ sampler: 0, target: pointerTarget(pointer) })),
  });

async function load(asset: Asset): Promise<{ targeted: number; warnings: readonly string[] }> {
  const { result, warnings } = await collectWarnings(() => importAsset(asset, createScene()));
  return { targeted: result.animationGroups[0]?.targetedAnimations.length ?? 0, warnings };
}

const primitives = (add: AddAccessor): Json[] => [{ attributes: addTriangle(add) }];
const lights = times(8000, () => ({ type: "point", intensity: 1 }));
const extras = { list: times(8000, () => 0) };

it.each<readonly [comment: string, asset: () => Asset, targeted: number]>([
  [
    "lights",
    () =>
      ofPointers(
        () => ({ nodes: [{ extensions: { KHR_lights_punctual: { light: 0 } } }], extensions: { KHR_lights_punctual: { lights } } }),
        lights.map((_, i) => `/extensions/KHR_lights_punctual/lights/${i}/intensity`),
      ),
    1,
  ],
  [
    "extras",
    () =>
      ofPointers(
        () => ({ nodes: [{ extras }] }),
        extras.list.map((_, i) => `/nodes/0/extras/list/${i}`),
      ),
    extras.list.length,
  ],
  [
    "the weights of a mesh of 300 nodes",
    () =>
      ofPointers(
        (add) => ({ nodes: times(300, () => ({ mesh: 0 })), meshes: [{ weights: times(5000, () => 0), primitives: primitives(add) }] }),
        times(5000, (i) => `/meshes/0/weights/${i}`),
      ),
    0,
  ],
  [
    "the weights of a node, as the targets of one channel",
    () =>
      createLarge(
        "KHR_animation2",
        (add) => ({ nodes: [{ mesh: 0, weights: times(20_000, () => 0) }], meshes: [{ primitives: primitives(add) }] }),
        20_000,
        {
          channels: [{ sampler: 0, targets: times(20_000, (i) => `/nodes/0/weights/${19_999 - i}`) }],
        },
      ),
    0,
  ],
  [
    "listed channels",
    () =>
      createLarge("EXT_property_animation", () => ({ nodes: times(5000, () => ({})) }), 1, {
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
  const { targeted, warnings } = await load(ofPointers(() => ({ nodes: [{}] }), ["/nodes/0".repeat(500_000), "/nodes/0/translation/0"]));
  expect(targeted).toBe(1);
  expect(warnings).toEqual([expect.stringMatching(/must point to a property that can be animated \(got \/nodes.{1,140}\.\.\.: /)]);
});
