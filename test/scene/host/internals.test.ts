/**
 * Pins what src/scene/host uses of Babylon's internals. A test that fails here says what Babylon changed; those that fail elsewhere then
 * only say what that broke.
 */
import { readFileSync } from "node:fs";
import { afterEach, expect, it } from "@jest/globals";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { ImportMeshAsync } from "@babylonjs/core/Loading/sceneLoader.js";
import { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import { Matrix } from "@babylonjs/core/Maths/math.vector.js";
import { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import "@babylonjs/core/Meshes/thinInstanceMesh.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { AssetContainer } from "@babylonjs/core/assetContainer.js";
import type { Node } from "@babylonjs/core/node.js";
import { PrecisionDate } from "@babylonjs/core/Misc/precisionDate.js";
import type { GLTFLoader, IGLTFLoaderExtension } from "@babylonjs/loaders/glTF/2.0/index.js";
import {
  registerGLTFExtension,
  registeredGLTFExtensions,
  unregisterGLTFExtension,
} from "@babylonjs/loaders/glTF/2.0/glTFLoaderExtensionRegistry.js";
import { urlOf } from "../../../src/scene/host/gltf/gltfLoader.js";
import { isHeadless } from "../../../src/scene/host/scene.js";
import { forgetInstanceMatrices } from "../../../src/scene/host/meshes.js";
import { packGlb, unpackGlb } from "../../../scripts/glb.mjs";
import type { Json } from "../../helpers/gltfPose.js";
import { addTriangle, createPointed, createRuler } from "../../helpers/gltfAsset.js";
import { createScene, disposeScenes, importAsset, loadContainer, render } from "../../helpers/scene.js";

afterEach(disposeScenes);

type Internals = Record<string, unknown>;

/** The loader of an asset as an extension meets it when everything is loaded. */
async function loaderWhenReady(
  load: typeof importAsset | typeof loadContainer,
  look: (loader: GLTFLoader & Internals) => void,
): Promise<void> {
  registerGLTFExtension("TEST_look", false, (loader) => {
    const extension: IGLTFLoaderExtension = {
      name: "TEST_look",
      enabled: true,
      onReady: () => look(loader as unknown as GLTFLoader & Internals),
      dispose: () => undefined,
    };
    return extension;
  });
  try {
    await load(createRuler(), createScene());
  } finally {
    unregisterGLTFExtension("TEST_look");
  }
}

it("Scene._animationTimeLast: when animations last ran, in milliseconds of PrecisionDate; unset before", () => {
  const scene = createScene();
  new AnimationGroup("any", scene);
  const internals = scene as unknown as Internals;
  expect(internals["_animationTimeLast"]).toBeUndefined();
  const before = PrecisionDate.Now;
  render(scene, 1);
  expect(internals["_animationTimeLast"]).toBeGreaterThanOrEqual(before);
  expect(internals["_animationTimeLast"]).toBeLessThanOrEqual(PrecisionDate.Now);
});

it("Scene._blockEntityCollection: keeps new groups out of the scene", () => {
  const scene = createScene();
  const internals = scene as unknown as Internals;
  expect(internals["_blockEntityCollection"]).toBe(false);
  internals["_blockEntityCollection"] = true;
  new AnimationGroup("blocked", scene);
  expect(scene.animationGroups).toEqual([]);
});

it("AnimationGroup._parentContainer: where a disposed group is removed from", () => {
  const scene = createScene();
  const group = new AnimationGroup("group", scene);
  expect(group._parentContainer).toBeNull();
  const container = new AssetContainer(scene);
  container.animationGroups.push(group);
  group._parentContainer = container;
  group.dispose();
  expect(container.animationGroups).toEqual([]);
});

it("Scene.animatables and AnimationGroup.animatables: the arrays that the scene and the group go through themselves", () => {
  const scene = createScene();
  const group = new AnimationGroup("group", scene);
  expect(scene.animatables).toBe((scene as unknown as Internals)["_activeAnimatables"]);
  expect(group.animatables).toBe((group as unknown as Internals)["_animatables"]);
});

it("Animation.runtimeAnimations, hasRunningRuntimeAnimations: the private list, in which a runtime animation is from its making to its end", () => {
  const scene = createScene();
  const animation = new Animation("x", "x", 60, Animation.ANIMATIONTYPE_FLOAT);
  animation.setKeys([0, 60].map((frame) => ({ frame, value: frame })));
  const list = (animation as unknown as Internals)["_runtimeAnimations"];
  expect([animation.runtimeAnimations, animation.hasRunningRuntimeAnimations]).toEqual([[], false]);
  expect(animation.runtimeAnimations).toBe(list);
  const animatable = scene.beginDirectAnimation({ x: 0 }, [animation], 0, 60, true);
  expect([list, animation.hasRunningRuntimeAnimations]).toEqual([animatable.getAnimations(), true]);
  animatable.stop();
  expect([list, animation.hasRunningRuntimeAnimations]).toEqual([[], false]);
});

it("Scene.deltaTime: the milliseconds of the last animation step, known after it", () => {
  const scene = createScene();
  new AnimationGroup("any", scene);
  render(scene, 1);
  expect(scene.deltaTime).toBe(16);
});

it("GLTFLoader._assetContainer, and IAnimation._babylonAnimationGroup: set while loading", async () => {
  await loaderWhenReady(importAsset, (loader) => {
    expect(loader["_assetContainer"]).toBeNull();
    expect(loader.gltf.animations![0]!._babylonAnimationGroup).toBeInstanceOf(AnimationGroup);
  });
  await loaderWhenReady(loadContainer, (loader) => expect(loader["_assetContainer"]).toBeInstanceOf(AssetContainer));
  expect.assertions(3);
});

it("GLTFLoader._fileName: the name of the file, after the address of its folder", async () => {
  const names: unknown[] = [];
  await loaderWhenReady(
    ({ json, bin }, scene) => {
      const rootUrl = "https://example.com/models/";
      return ImportMeshAsync(packGlb(json, bin), scene, { pluginExtension: ".glb", rootUrl });
    },
    (loader) => void names.push(loader["_fileName"], loader.rootUrl, urlOf(loader)),
  );
  const [name, rootUrl, url] = names as string[];
  expect(name).toMatch(/^[\w-]+$/); // a made-up one for data in memory
  expect(url).toBe(rootUrl! + name!);
});

it("GLTFLoader._getAnimationGroups gives the result's groups, _startAnimations starts them: both asked of the instance, after onReady", async () => {
  const calls: string[] = [];
  await loaderWhenReady(importAsset, (loader) => {
    expect((loader["_getAnimationGroups"] as () => unknown[]).call(loader)).toHaveLength(1);
    loader["_getAnimationGroups"] = () => (calls.push("_getAnimationGroups"), []);
    loader["_startAnimations"] = () => calls.push("_startAnimations");
  });
  expect(calls).toEqual(["_startAnimations", "_getAnimationGroups"]);
});

it("GLTFLoader._loadAnimationChannelAsync: loads a channel, asking the extensions first", async () => {
  const events: string[] = [];
  let loading: Promise<void> | undefined;
  registerGLTFExtension("TEST_asked", false, () => ({
    name: "TEST_asked",
    enabled: true,
    dispose: () => undefined,
    _loadAnimationChannelAsync: (context) => (events.push(`asked for ${context}`), null),
  }));
  try {
    await loaderWhenReady(importAsset, (loader) => {
      events.length = 0;
      const animation = loader.gltf.animations![0]!;
      const onLoad = (target: Node, { targetProperty }: Animation): void => void events.push(`${target.name} ${targetProperty}`);
      const load = (loader as Internals)["_loadAnimationChannelAsync"] as (...args: unknown[]) => Promise<void>;
      loading = load.call(loader, "here", "/animations/0", animation, animation.channels[0], onLoad);
    });
    await loading;
  } finally {
    unregisterGLTFExtension("TEST_asked");
  }
  expect(events).toEqual(["asked for here", "n0 position"]);
});

it("GLTFLoader._loadAnimationSamplerAsync: the values of a sampler as floats, once for all channels", async () => {
  let data: unknown;
  await loaderWhenReady(importAsset, (loader) => {
    const load = loader["_loadAnimationSamplerAsync"] as (context: string, sampler: unknown) => Promise<unknown>;
    data = load.call(loader, "", loader.gltf.animations![0]!.samplers[0]);
  });
  expect(await data).toEqual({ input: new Float32Array([0, 10]), output: new Float32Array([0, 0, 0, 10, 0, 0]), interpolation: "LINEAR" });
});

it("INode._babylonTransformNode, _primitiveBabylonMeshes and IMaterial._data: the Babylon objects of glTF objects", async () => {
  const asset = unpackGlb(readFileSync(new URL("../../../playground/models/figure.glb", import.meta.url)));
  let json: Json = {};
  await importAsset(asset, createScene(), { onParsed: (parsed) => (json = parsed) });
  const node = (json["nodes"] as Json[]).find(({ mesh }) => mesh !== undefined)!;
  expect(node["_babylonTransformNode"]).toBeInstanceOf(TransformNode);
  expect((node["_primitiveBabylonMeshes"] as unknown[])[0]).toBeInstanceOf(AbstractMesh);
  const [data] = Object.values((json["materials"] as Json[])[0]!["_data"] as Json) as Json[];
  expect(data!["babylonMaterial"]).toBeInstanceOf(PBRMaterial);
});

it("INode._babylonTransformNodeForSkin, _isJoint, _numMorphTargets: the node beside a skinned mesh, its joints and its morph targets", async () => {
  const asset = createPointed((add) => {
    const attributes = addTriangle(add);
    return {
      nodes: [{ mesh: 0, skin: 0 }, { name: "joint" }],
      scenes: [{ nodes: [0, 1] }],
      skins: [{ joints: [1] }],
      meshes: [{ primitives: [{ attributes, targets: [attributes] }] }],
    };
  }, []);
  let loaded: Json = {};
  await importAsset(asset, createScene(), { onParsed: (parsed) => (loaded = parsed) });
  const [skinned, joint] = loaded["nodes"] as [Json, Json];
  expect(skinned["_babylonTransformNodeForSkin"]).toBeInstanceOf(TransformNode);
  expect(skinned["_babylonTransformNodeForSkin"]).not.toBeInstanceOf(AbstractMesh);
  expect(skinned["_babylonTransformNode"]).toBeInstanceOf(AbstractMesh);
  expect(joint["_babylonTransformNodeForSkin"]).toBeUndefined();
  expect([skinned["_isJoint"], joint["_isJoint"]]).toEqual([undefined, true]);
  expect([skinned["_numMorphTargets"], joint["_numMorphTargets"]]).toEqual([1, undefined]);
});

it("AnimationGroup._from, _to: the range of the keys, assigned in this order, also by the functions that cut keys", () => {
  const scene = createScene();
  const assigned: string[] = [];
  class Watched extends AnimationGroup {
    override clone(): Watched {
      return this;
    }
  }
  for (const bound of ["_from", "_to"] as const) {
    const value = Symbol(bound);
    Object.defineProperty(Watched.prototype, bound, {
      get(this: Record<symbol, number>) {
        return this[value];
      },
      set(this: Record<symbol, number>, frame: number) {
        assigned.push(`${bound} ${frame}`);
        this[value] = frame;
      },
    });
  }
  const group = new Watched("watched", scene);
  const animation = new Animation("x", "position.x", 60, Animation.ANIMATIONTYPE_FLOAT);
  animation.setKeys([
    { frame: 0, value: 0 },
    { frame: 60, value: 1 },
  ]);
  group.addTargetedAnimation(animation, new TransformNode("node", scene));
  expect([group.from, group.to]).toEqual([0, 60]);
  assigned.length = 0;
  AnimationGroup.ClipFrames(group, 10, 30);
  expect(assigned).toEqual(["_from 0", "_to 20"]);
});

it("Animation._keys: set by setKeys only, not by the constructor, and read by all methods that need keys", () => {
  const animation = new Animation("x", "position.x", 60, Animation.ANIMATIONTYPE_FLOAT);
  expect(Object.hasOwn(animation, "_keys")).toBe(false);
  const keys = [
    { frame: 0, value: 0 },
    { frame: 60, value: 1 },
  ];
  animation.setKeys(keys, true);
  expect((animation as unknown as Internals)["_keys"]).toBe(keys);
  expect(animation.getKeys()).toBe(keys);
  const reads: string[] = [];
  Object.defineProperty(animation, "_keys", { get: () => (reads.push("read"), keys) });
  const methods = { evaluate: () => animation.evaluate(30), clone: () => animation.clone(), highest: () => animation.getHighestFrame() };
  for (const method of Object.values(methods)) {
    reads.length = 0;
    method();
    expect(reads.length).toBeGreaterThan(0);
  }
});

it("GLTFLoader._extensionsLoadAnimationAsync: loads an animation before the loader itself does; _extensions: all of them", async () => {
  await loaderWhenReady(importAsset, (loader) => {
    const loading = Promise.resolve();
    loader["_extensionsLoadAnimationAsync"] = () => loading;
    expect(loader.loadAnimationAsync("/animations/0", loader.gltf.animations![0]!)).toBe(loading);
    expect((loader["_extensions"] as IGLTFLoaderExtension[]).map(({ name }) => name)).toContain("TEST_look");
  });
});

it("registeredGLTFExtensions: the map that the loader looks into itself", () => {
  expect(registeredGLTFExtensions).toBeInstanceOf(Map);
  registerGLTFExtension("TEST_map", true, () => null as never);
  expect((registeredGLTFExtensions as Map<string, unknown>).delete("TEST_map")).toBe(true);
  expect(unregisterGLTFExtension("TEST_map")).toBe(false);
});

it("ThinEngine._gl: what an engine draws with; the NullEngine has none", () => {
  const engine = createScene().getEngine();
  expect(isHeadless(engine)).toBe(true);
  expect(Object.getOwnPropertyNames(new NullEngine())).not.toContain("_engine");
  expect(isHeadless(Object.assign(Object.create(engine) as NullEngine, { _gl: {} }))).toBe(false);
});

it("Mesh._thinInstanceDataStorage.worldMatrices: the matrices that Babylon picks thin instances with", () => {
  const mesh = new Mesh("any", createScene());
  mesh.thinInstanceSetBuffer("matrix", Float32Array.from(Matrix.Identity().asArray()), 16, false);
  expect(mesh.thinInstanceGetWorldMatrices()).toHaveLength(1);
  const storage = (mesh as unknown as { _thinInstanceDataStorage: Internals })._thinInstanceDataStorage;
  expect(storage["worldMatrices"]).toBe(mesh.thinInstanceGetWorldMatrices());
  forgetInstanceMatrices(mesh);
  expect(storage["worldMatrices"]).toBeNull();
});
