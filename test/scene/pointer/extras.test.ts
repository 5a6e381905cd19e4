import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "@jest/globals";
import type { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { unpackGlb } from "../../../scripts/glb.mjs";
import "../../../src/index.js";
import { OnExtrasAnimatedObservable, type ExtrasEvent } from "../../../src/pure.js";
import type { Asset, Json } from "../../helpers/gltfPose.js";
import { addTriangle, createPointed, createRuler, stateAt } from "../../helpers/gltfAsset.js";
import { ruleOf } from "../../helpers/rules.js";
import { collectWarnings, createScene, disposeScenes, importAsset, loadContainer, render } from "../../helpers/scene.js";

afterEach(() => {
  OnExtrasAnimatedObservable.clear();
  disposeScenes();
});

const pointTo = (pointer: string): Json => ({ path: "pointer", extensions: { KHR_animation_pointer: { pointer } } });

/** A node and an asset with extras, and a channel over one of them: three numbers, of which the first is the time. */
function createAsset(pointer: string): Asset {
  const { json, bin } = createRuler();
  json["extensionsUsed"] = ["KHR_animation_pointer"];
  json["nodes"][0].extras = { wind: [7, 8, 9], name: "n", deep: [{ wind: [7, 8, 9] }] };
  json["extras"] = { wind: [7, 8, 9] };
  json["animations"][0].channels = [{ sampler: 0, target: pointTo(pointer) }];
  return { json, bin };
}

describe("extras", () => {
  it.each([
    { pointer: "/nodes/0/extras/wind", expected: { wind: [5, 0, 0], name: "n", deep: [{ wind: [7, 8, 9] }] } },
    { pointer: "/nodes/0/extras/deep/0/wind", expected: { wind: [7, 8, 9], name: "n", deep: [{ wind: [5, 0, 0] }] } },
  ])("$pointer is written to the metadata, and reported by event; the asset's own stays", async ({ pointer, expected }) => {
    const scene = createScene();
    let json: Json = {};
    const asset = createAsset(pointer);
    const { animationGroups, transformNodes } = await importAsset(asset, scene, { onParsed: (parsed) => (json = parsed) });
    const node = transformNodes[0]!;
    const events: ExtrasEvent[] = [];
    OnExtrasAnimatedObservable.add((event) => events.push(event));
    animationGroups[0]!.play();
    animationGroups[0]!.goToFrame(300);
    expect(node.metadata).toMatchObject({ gltf: { extras: expected } });
    expect(events).toEqual([{ pointer, value: [5, 0, 0], object: node, scene }]);
    expect(json["nodes"][0].extras).toEqual(asset.json["nodes"][0].extras);
  });

  it("may hold any object of the application; only the containers along the path are copied", async () => {
    const scene = createScene();
    const asset = createAsset("/nodes/0/extras/deep/0/wind");
    const { animationGroups, transformNodes } = await importAsset(asset, scene);
    const node = transformNodes[0]!;
    const own = { run: () => 1, node, wind: [7, 8, 9] };
    const beside = { run: () => 2 };
    node.metadata = { own, gltf: { extras: { deep: [own, beside], beside } } };
    const deep = (): Json[] => (node.metadata as Json)["gltf"].extras.deep as Json[];
    animationGroups[0]!.play();
    animationGroups[0]!.goToFrame(300);
    expect(deep()[0]).toEqual({ ...own, wind: [5, 0, 0] });
    expect(own.wind).toEqual([7, 8, 9]);
    expect(deep()[1]).toBe(beside);
    expect((node.metadata as Json)["own"]).toBe(own);
    const [before] = deep();
    animationGroups[0]!.goToFrame(200);
    // its own by now
    expect(deep()[0]).toBe(before);
  });

  it("are ordinary members, and nothing is copied in later frames", async () => {
    const { animationGroups, transformNodes } = await importAsset(createAsset("/nodes/0/extras/deep/0/wind"), createScene());
    const node = transformNodes[0]!;
    animationGroups[0]!.play();
    animationGroups[0]!.goToFrame(300);
    const { metadata } = node as { metadata: Json };
    const { gltf } = metadata;
    const ordinary = { writable: true, enumerable: true, configurable: true };
    expect(Object.getOwnPropertyDescriptor(gltf.extras, "deep")).toEqual({ ...ordinary, value: gltf.extras.deep });
    expect(Object.getOwnPropertyDescriptor(gltf.extras.deep[0], "wind")).toEqual({ ...ordinary, value: [5, 0, 0] });
    animationGroups[0]!.goToFrame(200);
    expect(node.metadata).toBe(metadata);
    expect((node.metadata as Json)["gltf"]).toBe(gltf);
  });

  it("that the application has removed are not set", async () => {
    const { animationGroups, transformNodes } = await importAsset(createAsset("/nodes/0/extras/deep/0/wind"), createScene());
    const node = transformNodes[0]!;
    animationGroups[0]!.play();
    for (const deep of [undefined, [], [null], [7]]) {
      node.metadata = { gltf: { extras: { deep } } };
      const before = structuredClone(node.metadata) as Json;
      animationGroups[0]!.goToFrame(300);
      expect(node.metadata).toEqual(before);
    }
  });

  it("are each instance's own, also where two values in them are animated", async () => {
    const scene = createScene();
    const asset = createAsset("/nodes/0/extras/wind");
    asset.json["animations"][0].channels.push({ sampler: 0, target: pointTo("/nodes/0/extras/deep/0/wind") });
    const container = await loadContainer(asset, scene);
    const [first, second] = [0, 1].map(() => container.instantiateModelsToScene());
    for (const [{ animationGroups }, frame] of [
      [first!, 300],
      [second!, 120],
    ] as const) {
      // oxfmt-ignore
      animationGroups[0]!.play();
      animationGroups[0]!.goToFrame(frame);
    }
    const extras = [first!, second!].map(
      ({ rootNodes }) => (rootNodes[0]!.getDescendants()[0]!.metadata as Json)["gltf"].extras as unknown,
    );
    expect(extras).toEqual([5, 2].map((x) => ({ wind: [x, 0, 0], name: "n", deep: [{ wind: [x, 0, 0] }] })));
  });

  it("of glTF objects without a Babylon object are reported by event", async () => {
    const scene = createScene();
    const { animationGroups } = await importAsset(createAsset("/extras/wind"), scene);
    const events: ExtrasEvent[] = [];
    OnExtrasAnimatedObservable.add((event) => events.push(event));
    animationGroups[0]!.play();
    animationGroups[0]!.goToFrame(300);
    expect(events).toEqual([{ pointer: "/extras/wind", value: [5, 0, 0], object: null, scene }]);
  });

  it.each(["/extras/wind", "/nodes/0/extras/wind"])("tell two scenes with the same file apart: %s", async (pointer) => {
    const scenes = [createScene(), createScene()];
    const results = await Promise.all(scenes.map((scene) => importAsset(createAsset(pointer), scene)));
    const told: [number, unknown][] = [];
    OnExtrasAnimatedObservable.add(({ scene, value }) => told.push([scenes.indexOf(scene), value]));
    results.forEach(({ animationGroups }, i) => {
      animationGroups[0]!.play();
      animationGroups[0]!.goToFrame(300 - 180 * i);
    });
    expect(told).toEqual([
      [0, [5, 0, 0]],
      [1, [2, 0, 0]],
    ]);
  });

  it("are each instance's own", async () => {
    const scene = createScene();
    const container = await loadContainer(createAsset("/nodes/0/extras/wind"), scene);
    const { animationGroups, rootNodes } = container.instantiateModelsToScene();
    animationGroups[0]!.play();
    animationGroups[0]!.goToFrame(300);
    const windOf = (node: { metadata: unknown }): unknown =>
      (node.metadata as { gltf?: { extras?: { wind: number[] } } }).gltf?.extras?.wind;
    expect(windOf(container.transformNodes[0]!)).toEqual([7, 8, 9]);
    expect(rootNodes.flatMap((root) => root.getDescendants()).map(windOf)).toContainEqual([5, 0, 0]);
  });

  it.each([
    ["/nodes/0/extras/name", 'it is "n"; in extras, numbers, arrays of numbers, and booleans can be animated'],
    ["/nodes/0/extras/deep", 'it is [{"wind":[7,8,9]}]; in extras, numbers, arrays of numbers, and booleans can be animated'],
    ["/nodes/0/extras/absent", "there is no /nodes/0/extras/absent"],
    ["/nodes/0/extras/absent/0", "there is no /nodes/0/extras/absent/0"],
    ["/nodes/0/extras", "that is all extras of an object, not one value"],
  ])("%s is refused: %s", async (pointer, reason) => {
    const { warnings } = await collectWarnings(() => importAsset(createAsset(pointer), createScene()));
    expect(warnings).toEqual([expect.stringContaining(ruleOf("animatable", pointer, reason))]);
  });
});

describe("booleans in extras", () => {
  /** A node whose extras have booleans, and a channel over one of them: false, then true from 1 s, then false from 2 s. */
  const createFlags = (pointer: string, interpolation: "STEP" | "LINEAR" = "STEP"): Asset =>
    createPointed(
      () => ({ nodes: [{ name: "node", extras: { open: true, deep: { flags: [false, true] }, size: 1 } }] }),
      [{ pointer, times: [0, 1, 2], values: [[0], [1], [0]], interpolation }],
    );

  it.each([
    { pointer: "/nodes/0/extras/open", extrasOf: (value: boolean) => ({ open: value, deep: { flags: [false, true] }, size: 1 }) },
    { pointer: "/nodes/0/extras/deep/flags/1", extrasOf: (value: boolean) => ({ open: true, deep: { flags: [false, value] }, size: 1 }) },
  ])("are written as booleans, and reported by event: $pointer", async ({ pointer, extrasOf }) => {
    const scene = createScene();
    const { result, warnings } = await collectWarnings(() => importAsset(createFlags(pointer), scene));
    expect(warnings).toEqual([]);
    const node = scene.getNodeByName("node")!;
    const told: unknown[] = [];
    OnExtrasAnimatedObservable.add(({ value, object }) => told.push([value, object]));
    const [group] = result.animationGroups;
    group!.play();
    for (const [frame, value] of [
      [30, false],
      [59, false],
      [61, true],
      [119, true],
      [120, false],
    ] as const) {
      group!.goToFrame(frame);
      expect(told.splice(0).at(-1)).toEqual([value, node]);
      expect((node.metadata as Json)["gltf"].extras).toEqual(extrasOf(value));
    }
  });

  it("are refused with another interpolation than STEP", async () => {
    const { warnings } = await collectWarnings(() => importAsset(createFlags("/nodes/0/extras/open", "LINEAR"), createScene()));
    expect(warnings).toEqual([expect.stringContaining(ruleOf("useStep", "/nodes/0/extras/open", "LINEAR"))]);
  });
});

describe("the extras of every kind of object", () => {
  /** A node with a mesh, a camera and a light; all have extras. */
  function createObjects(pointer: string): Asset {
    return createPointed(
      (add) => {
        const extras = { wind: 7 };
        return {
          extensionsUsed: ["KHR_lights_punctual"],
          scenes: [{ nodes: [0, 1, 2] }],
          nodes: [
            { name: "mesh", mesh: 0 },
            { name: "eye", camera: 0 },
            { name: "light", extensions: { KHR_lights_punctual: { light: 0 } } },
          ],
          meshes: [{ name: "mesh", extras, primitives: [{ attributes: addTriangle(add), material: 0 }] }],
          materials: [{ name: "material", extras }],
          cameras: [{ name: "eye", type: "perspective", perspective: { yfov: 1, znear: 0.1 }, extras }],
          extensions: { KHR_lights_punctual: { lights: [{ name: "light", type: "point", extras }] } },
        };
      },
      [{ pointer, values: [[1], [3]] }],
    );
  }

  const objects: readonly (readonly [place: string, objectOf: (scene: Scene) => object | null])[] = [
    ["/meshes/0", (scene) => scene.getMeshByName("mesh")],
    ["/materials/0", (scene) => scene.getMaterialByName("material")],
    ["/cameras/0", (scene) => scene.getCameraByName("eye")],
    ["/extensions/KHR_lights_punctual/lights/0", (scene) => scene.getLightByName("light")],
  ];

  it.each(objects)("are written to the object, and reported by event: %s", async (place, objectOf) => {
    const scene = createScene();
    const pointer = `${place}/extras/wind`;
    const { warnings, result } = await collectWarnings(() => importAsset(createObjects(pointer), scene));
    expect(warnings).toEqual([]);
    const object = objectOf(scene)!;
    const events: ExtrasEvent[] = [];
    OnExtrasAnimatedObservable.add((event) => events.push(event));
    result.animationGroups[0]!.play();
    result.animationGroups[0]!.goToFrame(30);
    expect(events).toEqual([{ pointer, value: 2, object, scene }]);
    expect(object).toHaveProperty("metadata.gltf.extras.wind", 2);
  });

  it.each(["/meshes/0/primitives/0", "/scenes/0", "/nodes/2/extensions/KHR_lights_punctual", "/cameras/0/perspective"])(
    "are reported without an object for parts of objects: %s",
    async (place) => {
      const asset = createObjects(`${place}/extras/wind`);
      const json = stateAt(asset.json, `${place}/extras/wind`, 7);
      const scene = createScene();
      const { animationGroups } = await importAsset({ ...asset, json }, scene);
      const events: ExtrasEvent[] = [];
      OnExtrasAnimatedObservable.add((event) => events.push(event));
      animationGroups[0]!.play();
      animationGroups[0]!.goToFrame(30);
      expect(events).toEqual([{ pointer: `${place}/extras/wind`, value: 2, object: null, scene }]);
    },
  );
});

/** The demo model, with its first three numbers that change in place of a color. */
function createFigure(pointer: string): Asset {
  const asset = unpackGlb(readFileSync(new URL("../../../playground/models/figure.glb", import.meta.url)));
  const animation = asset.json["animations"].find(({ channels }: Json) =>
    channels.some(({ target }: Json) => target.path === "translation"),
  );
  const { sampler } = animation.channels.find(({ target }: Json) => target.path === "translation");
  animation.channels = [{ sampler, target: pointTo(pointer) }];
  asset.json["extensionsUsed"].push("KHR_animation_pointer");
  return asset;
}

describe("materials", () => {
  it("are not marked dirty where only a uniform changes", async () => {
    const scene = createScene();
    const { animationGroups, meshes } = await importAsset(createFigure("/materials/0/emissiveFactor"), scene);
    const group = animationGroups.find(({ targetedAnimations }) => targetedAnimations.length === 1)!;
    const material = group.targetedAnimations[0]!.target as { name: string };
    const mesh = meshes.find((candidate) => candidate.material?.name === material.name) as Mesh;
    group.play();
    render(scene, 3);
    const before = (mesh.material as PBRMaterial).emissiveColor.asArray();
    group.goToFrame(270);
    expect((mesh.material as PBRMaterial).emissiveColor.asArray()).not.toEqual(before);
    expect(mesh.subMeshes[0]!.materialDefines!.isDirty).toBe(false);
  });
});
