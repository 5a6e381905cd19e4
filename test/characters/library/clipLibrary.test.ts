import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "@jest/globals";
import type { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import type { Texture } from "@babylonjs/core/Materials/Textures/texture.js";
import { Matrix } from "@babylonjs/core/Maths/math.vector.js";
import { MeshoptCompression } from "@babylonjs/core/Meshes/Compression/meshoptCompression.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { Tools } from "@babylonjs/core/Misc/tools.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { MeshoptDecoder, MeshoptEncoder } from "meshoptimizer";
import { packGlb, unpackGlb } from "../../../scripts/glb.mjs";
import { CreateClipCrowd, type ClipCrowd } from "../../../src/crowd.js";
import {
  ApplyRestPose,
  type ClipAnimationGroup,
  type ClipLibrary,
  type ClipSidecar,
  CrossFade,
  GetClips,
  LoadClipLibraryAsync,
  RegisterPlaybackMetadata,
} from "../../../src/index.js";
import { GltfFile } from "../../../src/tools.js";
import { keyDataOf } from "../../../src/scene/keys/keyData.js";
import { exportScene } from "../../helpers/exported.js";
import {
  addTriangle,
  createAsset,
  createModel,
  nodeAnimation,
  PNG,
  pointedAnimation,
  pointerTarget,
  type TestChannel,
} from "../../helpers/gltfAsset.js";
import type { Asset, Json } from "../../helpers/gltfPose.js";
import { ruleOf } from "../../helpers/rules.js";
import { collectWarnings, createScene, disposeScenes, importAsset, loadContainer, render, withClips } from "../../helpers/scene.js";
import { sentencesOf } from "../../helpers/findings.js";
import { createFinding } from "../../../src/gltf/util/index.js";

afterEach(disposeScenes);

const MOVE: TestChannel = { node: 0, path: "translation", times: [0, 1], values: [0, 0, 0, 1, 2, 3] };
const TURN: TestChannel = { node: 1, path: "rotation", times: [0, 2], values: [0, 0, 0, 1, 0, 0.6, 0, 0.8] };
const MOVES = createModel(2, [[MOVE, TURN], [TURN]]);
const STILL = createModel(2, []);

const bytesOf = ({ json, bin }: Asset): Uint8Array => new Uint8Array(packGlb(json, bin));
const load = (asset: Asset, scene: Scene): Promise<ClipLibrary> => LoadClipLibraryAsync(bytesOf(asset), scene);

function nodeIn(roots: readonly { getDescendants(direct: boolean): readonly unknown[] }[], name: string): TransformNode {
  const nodes = roots.flatMap((root) => root.getDescendants(false)) as TransformNode[];
  return nodes.find((node) => node.name === name)!;
}

/** What a scene has of everything that a file can bring. */
const counts = (scene: Scene): Json => ({
  nodes: scene.getNodes().length,
  materials: scene.materials.length,
  textures: scene.textures.length,
  geometries: scene.geometries.length,
  groups: scene.animationGroups.length,
  skeletons: scene.skeletons.length,
});

describe("LoadClipLibraryAsync", () => {
  it("makes nothing but the library", async () => {
    const scene = createScene();
    const before = counts(scene);
    const library = await load(MOVES, scene);
    expect(counts(scene)).toEqual(before);
    expect(library.clipNames).toEqual(["animation 0", "animation 1"]);
    expect(library.report).toEqual({ clips: 0, findings: [] });
  });

  it("reads a .gltf with a data URI, given as bytes, an ArrayBuffer, a File and a data URI", async () => {
    const { json, bin } = MOVES;
    const gltf = structuredClone(json);
    gltf["buffers"][0].uri = `data:application/octet-stream;base64,${Buffer.from(bin).toString("base64")}`;
    const text = JSON.stringify(gltf);
    const bytes = new TextEncoder().encode(text);
    const sources = [bytes, bytes.slice().buffer, new File([bytes], "moves.gltf"), `data:model/gltf+json;base64,${btoa(text)}`];
    for (const source of sources) {
      const library = await LoadClipLibraryAsync(source, createScene());
      expect(library.clipNames).toEqual(["animation 0", "animation 1"]);
      expect(library.name).toBe(source instanceof File ? "moves.gltf" : "library");
    }
  });

  describe("of a .gltf with files", () => {
    const { json, bin } = MOVES;
    const gltf = {
      ...structuredClone(json),
      buffers: [{ byteLength: bin.length, uri: "the%20keys.bin" }],
      images: [{ uri: "picture.png" }],
    };
    const loadFile = Tools.LoadFileAsync.bind(Tools);

    afterEach(() => {
      Tools.LoadFileAsync = loadFile;
    });

    it.each([
      ["https://example.org/models/moves.gltf?version=2", "https://example.org/models/the%20keys.bin"],
      ["moves.gltf", "the%20keys.bin"],
    ])("loads only the buffers beside %s", async (url, buffer) => {
      const loaded: string[] = [];
      Tools.LoadFileAsync = ((name: string) => {
        loaded.push(name);
        const bytes = name === url ? new TextEncoder().encode(JSON.stringify(gltf)) : bin;
        return Promise.resolve(Uint8Array.from(bytes).buffer);
      }) as typeof Tools.LoadFileAsync;
      const scene = createScene();
      const library = await LoadClipLibraryAsync(url, scene);
      expect(loaded).toEqual([url, buffer]);
      expect(library.addTo(await importAsset(STILL, scene))).toHaveLength(2);
      expect(library.report.findings).toEqual([]);
    });

    it("finds the buffers among the files that were dropped with a File", async () => {
      const loaded: string[] = [];
      Tools.LoadFileAsync = ((url: string) => {
        loaded.push(url);
        return Promise.resolve(Uint8Array.from(bin).buffer);
      }) as typeof Tools.LoadFileAsync;
      await LoadClipLibraryAsync(new File([JSON.stringify(gltf)], "moves.gltf"), createScene());
      expect(loaded).toEqual(["file:the%20keys.bin"]); // Babylon's URL of a dropped file
    });

    it("says which file cannot be loaded", async () => {
      Tools.LoadFileAsync = (): Promise<never> => Promise.reject(new Error("404"));
      const scene = createScene();
      const bytes = new TextEncoder().encode(JSON.stringify(gltf));
      const library = await LoadClipLibraryAsync(bytes, scene, { rootUrl: "https://example.org/" });
      expect(library.addTo(await importAsset(STILL, scene))).toEqual([]);
      expect(sentencesOf(library.report.findings, "NOT_COPIED")).toEqual([
        `/buffers/0/uri: ${ruleOf("uriOfResource", "the%20keys.bin")}`,
        `/animations/0: ${ruleOf("somethingOfTarget")}`,
        `/animations/1: ${ruleOf("somethingOfTarget")}`,
      ]);
    });
  });

  it.each(["EXT_meshopt_compression", "KHR_meshopt_compression"])("decodes keys of %s", async (extension) => {
    await MeshoptEncoder.ready;
    await MeshoptDecoder.ready;
    // Babylon's loads the decoder from its network
    const decodeGltfBufferAsync: MeshoptCompression["decodeGltfBufferAsync"] = (source, count, stride, mode, filter) => {
      const decoded = new Uint8Array(count * stride);
      MeshoptDecoder.decodeGltfBuffer(decoded, count, stride, source, mode, filter);
      return Promise.resolve(decoded);
    };
    const original = Object.getOwnPropertyDescriptor(MeshoptCompression, "Default")!;
    Object.defineProperty(MeshoptCompression, "Default", { configurable: true, value: { decodeGltfBufferAsync } });
    try {
      const asset = structuredClone(MOVES);
      const views = asset.json["bufferViews"] as Json[];
      const [{ output }] = asset.json["animations"][0].samplers as [Json];
      const index = asset.json["accessors"][output].bufferView as number;
      const { byteOffset, byteLength } = views[index]!;
      const encoded = MeshoptEncoder.encodeGltfBuffer(asset.bin.subarray(byteOffset, byteOffset + byteLength), 2, 12, "ATTRIBUTES");
      const at = asset.bin.length;
      const bin = new Uint8Array([...asset.bin, ...encoded, ...new Uint8Array(-encoded.length & 3)]);
      asset.json["buffers"] = [{ byteLength: bin.length }, { byteLength, extensions: { [extension]: { fallback: true } } }];
      const compressed = { buffer: 0, byteOffset: at, byteLength: encoded.length, byteStride: 12, count: 2, mode: "ATTRIBUTES" };
      views[index] = { buffer: 1, byteOffset: 0, byteLength, extensions: { [extension]: compressed } };
      const scene = createScene();
      const result = await importAsset(STILL, scene);
      const library = await load({ json: asset.json, bin }, scene);
      const [clip] = library.addTo(result);
      expect(library.report.findings).toEqual([]);
      clip!.timestamp = 0.5;
      expect(nodeIn(result.meshes, "n0").position.asArray()).toEqual([0.5, 1, 1.5]);
      views[index]["extensions"][extension].count = -1;
      const broken = await load({ json: asset.json, bin }, scene);
      broken.addTo(result);
      expect(sentencesOf(broken.report.findings, "NOT_COPIED")).toEqual([
        `/buffers/1/uri: ${ruleOf("uriWithoutBytes", "undefined")}; ${extension} is not decoded`,
      ]);
    } finally {
      Object.defineProperty(MeshoptCompression, "Default", original);
    }
  });

  it("rejects what is no file, and says why", async () => {
    const scene = createScene();
    await expect(LoadClipLibraryAsync(3 as never, scene)).rejects.toThrow(new TypeError(`source: ${ruleOf("librarySource", 3)}`));
    const next = "; read the file first";
    await expect(LoadClipLibraryAsync("a.glb", scene)).rejects.toThrow(
      new RangeError(`source: ${ruleOf("bytesInNode", '"a.glb"')}${next}`),
    );
    await expect(LoadClipLibraryAsync(new Uint8Array(3), scene)).rejects.toThrow(`/: ${ruleOf("validJson")}`);
  });

  it("reports clips, keys and channels that cannot be used, and keeps the rest", async () => {
    const asset = withClips(createModel(2, [[MOVE, TURN], [{ ...MOVE, times: [1, 0] }]]), [
      { name: "both", animations: [0, 1] },
      { name: "wrong", animations: [7] },
    ]);
    asset.json["animations"][0].samplers[1].interpolation = "CUBIC";
    const scene = createScene();
    const { result: library, warnings } = await collectWarnings(() => load(asset, scene));
    const reason = `/extensions/KHR_animation_clip/clips/1/animations/0: ${ruleOf("indexOfAnimations", 2, 7)}`;
    expect(warnings).toEqual([`library: ${reason}`]);
    const [clip] = library.addTo(await importAsset(STILL, scene));
    expect(clip!.targetedAnimations).toHaveLength(1);
    expect(sentencesOf(library.report.findings, "NOT_COPIED", "CLIP_INVALID")).toEqual([
      reason,
      `/animations/0/samplers/1/interpolation: ${ruleOf("interpolation", '"CUBIC"')}`,
      `/accessors/4: ${ruleOf("timesOfKeys")}`,
    ]);
  });
});

describe("ClipLibrary.addTo", () => {
  const CLIPS = withClips(MOVES, [
    { name: "both", animations: [0, 1], end: 2, repetitions: 3 },
    { name: "turn", animations: [1], start: 0.5, end: 1, speed: -1, offset: 0.5, extras: { mood: "calm" } } as never,
  ]);

  it("adds clips to results, containers, instances and nodes, which end with them", async () => {
    const scene = createScene();
    const library = await load(CLIPS, scene);
    const result = await importAsset(STILL, scene);
    const container = await loadContainer(STILL, scene);
    const instance = container.instantiateModelsToScene();
    const named = container.instantiateModelsToScene((name) => name);
    const [root] = named.rootNodes as [TransformNode];
    expect(library.addTo(result)).toEqual(GetClips(result));
    expect(GetClips(scene).map(({ name }) => name)).toEqual(["both", "turn"]);
    library.addTo(container);
    expect(GetClips(container)).toHaveLength(2);
    expect(GetClips(scene)).toHaveLength(2);
    const [, turn] = library.addTo(instance);
    expect(turn!.settings).toEqual({ start: 0.5, end: 1, offset: 0.5, speed: -1, repetitions: -1, reverse: false });
    expect(turn!.metadata).toEqual({ gltf: { extras: { mood: "calm" } } });
    expect(GetClips(instance)).toHaveLength(2);
    library.addTo(root);
    expect(GetClips(scene)).toHaveLength(6);
    turn!.timestamp = 1;
    expect(nodeIn(instance.rootNodes as never, "Clone of n1").rotationQuaternion!.y).toBeCloseTo(Math.sin(Math.atan2(0.6, 0.8) / 2), 6);
    expect(nodeIn([root] as never, "n1").rotationQuaternion!.y).toBe(0);

    root.dispose();
    expect(GetClips(scene)).toHaveLength(4);
    instance.dispose();
    expect(GetClips(scene)).toHaveLength(2);
    expect(instance.animationGroups).toEqual([]);
    container.dispose();
    expect(GetClips(scene)).toHaveLength(2);
    result.meshes[0]!.dispose();
    expect(scene.animationGroups).toEqual([]);
    expect(result.animationGroups).toEqual([]);
  });

  it("gives the chosen clips in order, and says which there are", async () => {
    const scene = createScene();
    const [library, result] = [await load(CLIPS, scene), await importAsset(STILL, scene)];
    expect(library.addTo(result, { clips: ["turn", "both"] }).map(({ name }) => name)).toEqual(["turn", "both"]);
    expect(() => library.addTo(result, { clips: ["both", "fly"] })).toThrow(
      new RangeError(`options.clips/1: ${ruleOf("oneOfList", "both, turn", '"fly"')}`),
    );
    expect(() => library.addTo(result, { clips: ["trun"] })).toThrow(
      new RangeError(`options.clips/0: ${ruleOf("oneOfList", "both, turn", '"trun"')}; did you mean "turn"?`),
    );
    const other = await importAsset(createModel(1, []), scene);
    const count = scene.animationGroups.length;
    expect(() => library.addTo(other, { clips: ["both", "turn"] })).toThrow(
      new RangeError(`options.clips/1: ${ruleOf("somethingOfCharacter", '"turn"')}`),
    );
    expect(scene.animationGroups).toHaveLength(count);
    expect(
      library
        .addTo(other, { weight: 0.5, evaluationMode: "babylon" })
        .map(({ name, weight, evaluationMode }) => [name, weight, evaluationMode]),
    ).toEqual([["both", 0.5, "babylon"]]);
    expect(library.report).toEqual({
      clips: 1,
      findings: [
        createFinding("NOT_COPIED", "/nodes", "only 1 of the 2 animated nodes is in the character; missing: n1", "renameNodes"),
        createFinding("NOT_COPIED", "/extensions/KHR_animation_clip/clips/1", ruleOf("somethingOfTarget")),
      ],
    });
    expect(() => library.addTo({} as never)).toThrow(new TypeError(`character: ${ruleOf("character", "{}")}`));
    const elsewhere = await importAsset(STILL, createScene()); // its clips would play in the frames of a scene that may never be drawn
    expect(() => library.addTo(elsewhere)).toThrow(new RangeError(`character: ${ruleOf("sceneOfLibrary", '"__root__"')}`));
  });

  it("logs each message once, whatever the number of characters", async () => {
    const scene = createScene();
    const library = await load(MOVES, scene);
    const { warnings } = await collectWarnings(async () => {
      for (let i = 0; i < 3; i++) {
        library.addTo(await importAsset(createModel(1, []), scene));
      }
    });
    expect(warnings).toEqual([
      "library: __root__: /nodes: only 1 of the 2 animated nodes is in the character; missing: n1 (see renameNodes) (and 1 more in the report of the library)",
    ]);
  });

  it("compares the rest pose of the file, also after Babylon's own animation has moved the joints", async () => {
    const scene = createScene();
    const { json, bin } = unpackGlb(readFileSync(new URL("../../../playground/models/hero.glb", import.meta.url)));
    const character = { json: { ...json, extensionsUsed: [], extensions: {} }, bin };
    const result = await importAsset(character, scene);
    result.animationGroups.find(({ name }) => name === "jump")!.start(true);
    render(scene, 30);
    const library = await load({ json, bin }, scene);
    library.addTo(result);
    expect(library.report.findings).toEqual([]);
  });

  it("warns once where joints have other offsets: by more than 1 %, whatever their rotations", async () => {
    const resting = (nodes: readonly Json[]): Asset => {
      const asset = createModel(2, [[MOVE, TURN]]);
      asset.json["nodes"] = nodes.map((node, i) => ({ name: `n${i}`, ...node }));
      return asset;
    };
    const turned = (degrees: number): Json => ({
      rotation: [Math.sin((degrees * Math.PI) / 360), 0, 0, Math.cos((degrees * Math.PI) / 360)],
    });
    const reportOf = async (source: Asset, target: Asset): Promise<readonly string[]> => {
      const scene = createScene();
      const [library, result] = [await load(source, scene), await importAsset(target, scene)];
      library.addTo(result);
      return sentencesOf(library.report.findings, "OTHER_REST_POSE");
    };
    const here = resting([{ translation: [0, 1, 0] }, {}]);
    const message = (count: number, first: string): string =>
      `/animations: ${ruleOf("restOfSkeleton", "the character", count, 2, first)}; see retarget`;
    expect(await reportOf(here, resting([{ translation: [0, 1.009, 0] }, turned(90)]))).toEqual([]);
    expect(await reportOf(here, resting([{ translation: [0, 1.011, 0] }, turned(90)]))).toEqual([message(1, "n0")]);
    expect(await reportOf(here, resting([{ translation: [0, 0.9, 0] }, { translation: [0, 0, 0.1] }]))).toEqual([message(2, "n0")]);
    expect(await reportOf(here, resting([{ translation: [0, 0.99, 0.14] }, {}]))).toEqual([message(1, "n0")]); // as long, in another direction
    const matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1];
    expect(await reportOf(resting([{ matrix }, {}]), here)).toEqual([]);
  });

  it("compares with the pose before anything moved the character", async () => {
    const scene = createScene();
    const [library, result] = [await load(MOVES, scene), await importAsset(STILL, scene)];
    library.addTo(result)[0]!.timestamp = 1;
    library.addTo(result);
    expect(library.report.findings).toEqual([]);
  });

  it("makes no animations before a clip plays, and the same ones for all characters", async () => {
    const scene = createScene();
    const library = await load(MOVES, scene);
    const container = await loadContainer(STILL, scene);
    const instances = Array.from({ length: 20 }, () => container.instantiateModelsToScene());
    const clips = instances.map((instance) => library.addTo(instance, { clips: ["animation 0"] })[0]);
    const { animations } = (library as unknown as { _shared: { animations: Map<unknown, unknown> } })._shared;
    expect(animations.size).toBe(0);
    clips.forEach((clip) => clip.play());
    render(scene, 10);
    expect(animations.size).toBe(2);
    const all = clips.flatMap(({ targetedAnimations }) => targetedAnimations);
    expect(new Set(all.map(({ animation }) => animation)).size).toBe(2);
    expect(new Set(all.map(({ target }) => target as unknown)).size).toBe(40);
    expect(all.every(({ animation }) => keyDataOf(animation) !== null)).toBe(true); // no keys were made
    expect(new Set(clips.map((clip) => clip.player.posing.binding.tracks)).size).toBe(1);
  });

  it("gives clips that fade with the clips of the character's own file", async () => {
    const scene = createScene();
    const result = await importAsset(
      withClips(createModel(2, [[{ ...MOVE, values: [4, 4, 4, 4, 4, 4] }]]), [{ name: "idle", animations: [0] }]),
      scene,
    );
    const [idle] = GetClips(result);
    const [move] = (await load(createModel(2, [[{ ...MOVE, values: [2, 2, 2, 2, 2, 2] }]]), scene)).addTo(result);
    idle!.play();
    CrossFade(idle!, move!, 0.064);
    render(scene, 3);
    expect(nodeIn(result.meshes, "n0").position.x).toBeGreaterThan(2);
    expect(nodeIn(result.meshes, "n0").position.x).toBeLessThan(4);
    render(scene, 4);
    expect(nodeIn(result.meshes, "n0").position.asArray()).toEqual([2, 2, 2]);
  });

  it("animates properties by JSON pointer together with the character's own file, and restores them", async () => {
    const glowing = (values: readonly (readonly number[])[], factor: number): Asset =>
      createAsset((add) => ({
        extensionsUsed: ["KHR_animation_pointer"],
        nodes: [{ name: "n", mesh: 0 }],
        meshes: [{ primitives: [{ attributes: addTriangle(add), material: 0 }] }],
        materials: [{ name: "glow", pbrMetallicRoughness: { metallicFactor: factor } }],
        ...(values.length > 0 && {
          animations: [pointedAnimation(add, [{ pointer: "/materials/0/pbrMetallicRoughness/metallicFactor", values }])],
        }),
      }));
    const scene = createScene();
    const own = await importAsset(withClips(glowing([[0.25], [0.25]], 0.5), [{ name: "own", animations: [0] }]), scene);
    const still = await importAsset(glowing([], 0.75), scene);
    const library = await load(glowing([[0], [1]], 0.125), scene);
    const [[first], [second]] = [library.addTo(own), library.addTo(still)];
    const metallic = (): (number | null)[] =>
      (scene.materials as unknown as { metallic: number | null }[]).map((material) => material.metallic);
    const target = first!.targetedAnimations[0]!.target as unknown;
    expect(target).toBe(GetClips(own)[0]!.targetedAnimations[0]!.target);
    first!.timestamp = 0.5;
    second!.timestamp = 1;
    expect(metallic()).toEqual([0.5, 1]);
    first!.reset();
    second!.reset();
    ApplyRestPose(own);
    ApplyRestPose(still);
    expect(metallic()).toEqual([0.5, 0.75]); // of the character's files, not of the library
  });

  it("leaves out pointers that only the loading of a material can prepare", async () => {
    const glass = (animations: boolean): Asset =>
      createAsset((add) => ({
        extensionsUsed: ["KHR_animation_pointer", "KHR_materials_ior"],
        nodes: [{ name: "n", mesh: 0 }],
        meshes: [{ primitives: [{ attributes: addTriangle(add), material: 0 }] }],
        materials: [{ name: "glass", extensions: { KHR_materials_ior: { ior: 1.4 } } }],
        ...(animations && {
          animations: [
            pointedAnimation(add, [
              { pointer: "/materials/0/extensions/KHR_materials_ior/ior", values: [[1], [2]] },
              {
                pointer: "/nodes/0/translation",
                values: [
                  [0, 0, 0],
                  [1, 1, 1],
                ],
              },
            ]),
          ],
        }),
      }));
    const scene = createScene();
    const [library, result] = [await load(glass(true), scene), await importAsset(glass(false), scene)];
    expect(library.addTo(result)[0]!.targetedAnimations).toHaveLength(1);
    expect(sentencesOf(library.report.findings, "POINTER_INVALID")).toEqual([
      `/animations/0/channels/0/target/extensions/KHR_animation_pointer/pointer: ${ruleOf("animatable", "/materials/0/extensions/KHR_materials_ior/ior", ruleOf("materialAnimated"))}`,
    ]);
  });

  it("restores texture transforms to the values in the scene, and visibility, which Babylon has no single property for, to that of the library", async () => {
    const sign = (offset: readonly number[], visible: boolean, isAnimated: boolean): Asset =>
      createAsset((add) => ({
        extensionsUsed: ["KHR_animation_pointer", "KHR_texture_transform", "KHR_node_visibility"],
        nodes: [{ name: "sign", mesh: 0, extensions: { KHR_node_visibility: { visible } } }],
        meshes: [{ primitives: [{ attributes: addTriangle(add), material: 0 }] }],
        images: [{ uri: PNG }],
        textures: [{ source: 0 }],
        materials: [
          {
            name: "print",
            pbrMetallicRoughness: { baseColorTexture: { index: 0, extensions: { KHR_texture_transform: { offset } } } },
          },
        ],
        ...(isAnimated && {
          animations: [
            pointedAnimation(add, [
              {
                pointer: "/materials/0/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/offset",
                values: [
                  [0, 0],
                  [1, 1],
                ],
              },
              { pointer: "/nodes/0/extensions/KHR_node_visibility/visible", values: [[1], [0]], interpolation: "STEP" },
            ]),
          ],
        }),
      }));
    const scene = createScene();
    const result = await importAsset(sign([0.5, 0.75], true, false), scene);
    const [clip] = (await load(sign([0.125, 0.25], false, true), scene)).addTo(result);
    const state = (): readonly unknown[] => {
      const { uOffset, vOffset } = (scene.materials[0] as PBRMaterial).albedoTexture as Texture;
      return [uOffset, vOffset, nodeIn(result.meshes, "sign").isVisible];
    };
    expect(state()).toEqual([0.5, 0.75, true]);
    clip!.timestamp = 1;
    expect(state()).toEqual([1, 1, false]);
    clip!.reset();
    ApplyRestPose(result);
    expect(state()).toEqual([0.5, 0.75, false]);
  });

  it("refuses dialects that the tools convert", async () => {
    const source = structuredClone(MOVES);
    source.json["animations"][0].channels[0].target = { path: "pointer", extensions: { KHR_animation2: { path: "/nodes/0/translation" } } };
    source.json["animations"][1].channels[0].target = pointerTarget("/nodes/1/rotation");
    const scene = createScene();
    const [library, result] = [await load(source, scene), await importAsset(STILL, scene)];
    expect(library.addTo(result)).toHaveLength(2);
    expect(sentencesOf(library.report.findings, "NOT_COPIED")).toEqual([`/animations/0/channels/0: ${ruleOf("convertedToCopy")}`]);
  });

  it("refuses channels of EXT_property_animation, once for all animations", async () => {
    const source = structuredClone(MOVES);
    const extensions = { EXT_property_animation: { channels: [{ sampler: 0, target: "/nodes/0/scale" }] } };
    (source.json["animations"] as Json[]).forEach((animation) => (animation["extensions"] = extensions));
    const scene = createScene();
    const [library, result] = [await load(source, scene), await importAsset(STILL, scene)];
    expect(library.addTo(result)).toHaveLength(2);
    expect(sentencesOf(library.report.findings, "NOT_COPIED")).toEqual([
      `/animations/0/extensions/EXT_property_animation: ${ruleOf("convertedToCopy")}`,
    ]);
  });
});

describe("a skinned character", () => {
  it("has one node for the two that Babylon makes of it", async () => {
    const asset = createAsset((add) => ({
      nodes: [{ name: "body", mesh: 0, skin: 0 }, { name: "bone" }],
      skins: [{ joints: [1] }],
      meshes: [{ primitives: [{ attributes: addTriangle(add), targets: [{ POSITION: add("VEC3", new Array<number>(9).fill(1)) }] }] }],
      animations: [
        nodeAnimation(add, "a", [
          { node: 0, path: "weights", times: [0, 1], values: [0, 1] },
          { ...MOVE, node: 1 },
        ]),
      ],
    }));
    const still = structuredClone(asset);
    delete still.json["animations"];
    const scene = createScene();
    const library = await load(asset, scene);
    const container = await loadContainer(still, scene);
    for (const character of [await importAsset(still, scene), container.instantiateModelsToScene((name) => name)]) {
      const [clip] = library.addTo(character);
      expect(library.report.findings).toEqual([]);
      expect(clip!.targetedAnimations).toHaveLength(2);
    }
  });
});

it("a crowd bakes the clips that a library added to its container", async () => {
  const scene = createScene();
  const walker = unpackGlb(readFileSync(new URL("../../../playground/models/snippets-walker.glb", import.meta.url)));
  const still = structuredClone(walker);
  delete still.json["animations"];
  delete still.json["extensions"];
  const library = await load(walker, scene);
  const [container, original] = [await loadContainer(still, scene), await loadContainer(walker, scene)];
  library.addTo(container, { clips: ["run"] });
  const [crowd, expected] = [container, original].map((each) => CreateClipCrowd(each, { halfFloat: false })) as [ClipCrowd, ClipCrowd];
  expect(crowd.clips.map(({ name }) => name)).toEqual(["run"]);
  for (const each of [crowd, expected]) {
    each.play(each.add(), "run");
  }
  render(scene, 7);
  for (const node of ["hips", "left shin", "right forearm"]) {
    const [matrix, other] = [crowd, expected].map((each) => each.getNodeMatrixToRef(0, node, new Matrix()).asArray());
    expect(matrix).toEqual(other);
  }
});

it("reports no clips where a clip cannot be added", async () => {
  const scene = createScene();
  const library = await load(MOVES, scene);
  const character = await importAsset(createModel(1, []), scene);
  expect(() => library.addTo(character, { clips: ["animation 0", "animation 1"] })).toThrow("options.clips/1");
  expect(library.report.clips).toBe(0);
});

describe("ClipCrowd.addClips", () => {
  const walker = unpackGlb(readFileSync(new URL("../../../playground/models/snippets-walker.glb", import.meta.url)));
  const onlyWalk = structuredClone(walker);
  const { clips } = onlyWalk.json["extensions"].KHR_animation_clip as { clips: Json[] };
  onlyWalk.json["extensions"].KHR_animation_clip = { clips: clips.filter(({ name }) => name === "walk") };
  const NODES = ["hips", "left shin", "right forearm"];
  const matricesOf = (crowd: ClipCrowd, index: number): number[][] =>
    NODES.map((node) => [...crowd.getNodeMatrixToRef(index, node, new Matrix()).asArray()]);

  it("gives a crowd the rows that it would have been made with, while its characters play on", async () => {
    const scene = createScene();
    const [container, original] = [await loadContainer(onlyWalk, scene), await loadContainer(walker, scene)];
    const [crowd, expected] = [container, original].map((each) => CreateClipCrowd(each, { halfFloat: false })) as [ClipCrowd, ClipCrowd];
    const library = await load(walker, scene);
    for (const each of [crowd, expected]) {
      each.addMany(3);
      each.play(0, "walk");
    }
    const pooled = crowd.promote(2);
    pooled.demote();
    render(scene, 5);
    const { texture } = crowd.meshes[0]!.bakedVertexAnimationManager!;
    const [run] = crowd.addClips(library, ["run"]);
    expect(crowd.clips.map(({ name }) => name)).toEqual(["walk", "run"]);
    expect(crowd.meshes[0]!.bakedVertexAnimationManager!.texture).not.toBe(texture);
    expect(matricesOf(crowd, 0)).toEqual(matricesOf(expected, 0));
    for (const each of [crowd, expected]) {
      each.play(1, "run", { offset: 0.1 });
      each.play(0, "run", { fade: 0.1 });
    }
    render(scene, 3); // in the fade
    expect(matricesOf(crowd, 0)).toEqual(matricesOf(expected, 0));
    render(scene, 9);
    expect(matricesOf(crowd, 0)).toEqual(matricesOf(expected, 0));
    expect(matricesOf(crowd, 1)).toEqual(matricesOf(expected, 1));
    crowd.play(2, run!.group);
    expect(crowd.promote(2).clip?.name).toBe("run");
    crowd.dispose();
    expect(scene.textures.filter(({ name }) => name === "crowd")).toHaveLength(1); // of the other crowd
  });

  it("makes one texture, with room for the characters that are posed exactly", async () => {
    const scene = createScene();
    const library = await load(walker, scene);
    const crowd = CreateClipCrowd(await loadContainer(onlyWalk, scene), { exact: true });
    crowd.playMany(crowd.addMany(100), "walk");
    render(scene, 1);
    const textures: unknown[] = [];
    scene.onNewTextureAddedObservable.add((texture) => textures.push(texture));
    crowd.addClips(library, ["run"]);
    render(scene, 2);
    expect(textures).toEqual([crowd.meshes[0]!.bakedVertexAnimationManager!.texture]);
  });

  it("warns of what the characters of a crowd cannot have of their own", async () => {
    const scene = createScene();
    const source = structuredClone(walker);
    const [, run] = source.json["animations"] as Json[];
    const sampler = run!["samplers"].push({ input: run!["samplers"][0].input, output: run!["samplers"][0].input }) - 1;
    run!["channels"].push({ sampler, target: pointerTarget("/materials/0/pbrMetallicRoughness/roughnessFactor") });
    const library = await load(source, scene);
    const crowd = CreateClipCrowd(await loadContainer(onlyWalk, scene));
    expect(crowd.findings).toEqual([]);
    const { warnings: logged } = await collectWarnings(() => Promise.resolve(crowd.addClips(library, ["run"])));
    expect(sentencesOf(crowd.findings, "NOT_IN_CROWD")).toEqual([
      expect.stringMatching(/^clips: shown at rest, the same for all characters: .+/),
    ]);
    expect(logged).toEqual([`crowd: ${sentencesOf(crowd.findings, "NOT_IN_CROWD")[0]!}`]);
  });

  it("has the events of a library that was loaded before the crowd reported events", async () => {
    const scene = createScene();
    const source = structuredClone(walker);
    (source.json["animations"] as Json[]).forEach((animation) => {
      animation["extensions"] = { KHR_animation_events: { events: [0, 0.1, 0.7, 1.3, 1.7, 2].map((time) => ({ time, name: "step" })) } };
    });
    const library = await load(source, scene);
    const crowd = CreateClipCrowd(await loadContainer(onlyWalk, scene));
    const heard: number[] = [];
    crowd.onEventObservable.add(({ name, indices, count }) => name === "step" && heard.push(...indices.subarray(0, count)));
    crowd.play(crowd.add(), "walk");
    render(scene, 1);
    crowd.addClips(library, ["run"]);
    crowd.play(0, "run");
    render(scene, 60);
    expect(heard.length).toBeGreaterThan(0);
  });

  it("changes nothing where the rows of a clip cannot be baked", async () => {
    const scene = createScene();
    const container = await loadContainer(onlyWalk, scene);
    const library = await load(walker, scene);
    const crowd = CreateClipCrowd(container, { posesPerSecond: ({ name }) => (name === "run" ? 0 : 60) });
    const groups = [...container.animationGroups];
    expect(() => crowd.addClips(library, ["run"])).toThrow(ruleOf("finiteNumberAbove0", "run"));
    expect(crowd.clips).toHaveLength(1);
    expect(crowd.findings).toEqual([]);
    expect(container.animationGroups).toEqual(groups);
  });

  it("changes nothing where a clip cannot be added", async () => {
    const scene = createScene();
    const container = await loadContainer(onlyWalk, scene);
    const crowd = CreateClipCrowd(container);
    const [library, other] = [await load(walker, scene), await load(MOVES, scene)];
    const groups = container.animationGroups.length;
    expect(() => crowd.addClips(library, ["run", "fly"])).toThrow(
      new RangeError(`options.clips/1: ${ruleOf("oneOfList", "walk, run", '"fly"')}`),
    );
    expect(() => crowd.addClips(other, ["animation 0"])).toThrow(RangeError);
    expect(crowd.clips).toHaveLength(1);
    expect(container.animationGroups).toHaveLength(groups);
    crowd.dispose();
    expect(() => crowd.addClips(library, ["run"])).toThrow(`crowd: ${ruleOf("notDisposed", '"crowd"')}`);
  });
});

describe("timed events of a library", () => {
  const STEPS = [
    { time: 0.3, name: "step.l" },
    { time: 0.8, name: "step.r" },
  ];
  const withEvents = (asset: Asset): Asset => {
    const { json, bin } = structuredClone(asset);
    json["animations"][0].extensions = { KHR_animation_events: { events: [STEPS[1], STEPS[0], { time: "late", name: "x" }] } };
    json["animations"][1].extras = { events: [{ time: 0.5, name: "clap" }] };
    return { json: { ...json, extensionsUsed: ["KHR_animation_events"] }, bin };
  };

  it("are those of the clips, within their bounds, with messages about invalid ones", async () => {
    const scene = createScene();
    const clips = [
      { name: "both", animations: [0, 1], start: 0.4, end: 2 },
      { name: "first", animations: [0], end: 0.5 },
    ];
    const library = await load(withEvents(withClips(MOVES, clips)), scene);
    const [both, first] = library.addTo(await importAsset(STILL, scene));
    expect(both!.events.map(({ name }) => name)).toEqual(["clap", "step.r"]);
    expect(first!.events).toEqual([expect.objectContaining(STEPS[0]!)]);
    expect(sentencesOf(library.report.findings, "EVENT_INVALID")).toEqual([
      expect.stringMatching(/^\/animations\/0\/extensions\/KHR_animation_events\/events\/2\/time: must be .* \(got "late"\)$/),
    ]);
  });

  it("are notified for each character, and shared by all, as the keys are", async () => {
    const scene = createScene();
    const library = await load(withEvents(MOVES), scene);
    const [one, two] = [await importAsset(STILL, scene), await importAsset(STILL, scene)].map(
      (result) => library.addTo(result, { clips: ["animation 0"] })[0],
    ) as [ClipAnimationGroup, ClipAnimationGroup];
    const log: string[] = [];
    [one, two].forEach((clip, i) => clip.onEventObservable.add(({ event }) => log.push(`${i} ${event.name}`)));
    one.play();
    render(scene, 32); // 0.5 s
    two.play();
    render(scene, 32);
    expect(log).toEqual(["0 step.l", "0 step.r", "1 step.l"]);
    two.addEvent({ time: 0.9, name: "late" });
    expect(one.events.map(({ name }) => name)).toEqual(["step.l", "step.r", "late"]);
  });

  it("are those of channels by JSON pointer, too", async () => {
    const source = structuredClone(MOVES);
    source.json["animations"][1].channels[0].target = pointerTarget("/nodes/1/rotation");
    const scene = createScene();
    const library = await load(withEvents(source), scene);
    const [, turn] = library.addTo(await importAsset(STILL, scene));
    expect(turn!.events.map(({ name }) => name)).toEqual(["clap"]);
  });
});

describe("playback settings of another tool in a library", () => {
  const SETTINGS = structuredClone(MOVES);
  SETTINGS.json["animations"][1].extras = { start: 0.5, end: 1.5, loop: false };
  SETTINGS.json["accessors"].forEach((accessor: Json) => accessor["type"] === "SCALAR" && Object.assign(accessor, { min: [0], max: [2] }));
  const CLIP = { start: 0.5, end: 1.5, repetitions: 1 };
  const load = (options: Parameters<typeof LoadClipLibraryAsync>[2], asset = SETTINGS): Promise<ClipLibrary> =>
    LoadClipLibraryAsync(bytesOf(asset), createScene(), options);

  afterEach(() => RegisterPlaybackMetadata([]));

  it("are those of the clips, by the option or as registered; other animations are clips of their whole range", async () => {
    const added = async (library: ClipLibrary): Promise<Json[]> =>
      library.addTo(await importAsset(STILL, library.scene)).map(({ name, settings }) => ({ name, settings }));
    const expected = [
      { name: "animation 1", settings: expect.objectContaining(CLIP) as unknown },
      { name: "animation 0", settings: expect.objectContaining({ start: 0, end: 2, repetitions: -1 }) as unknown },
    ];
    expect(await added(await load({ metadata: ["extras"] }))).toEqual(expected);
    RegisterPlaybackMetadata();
    expect(await added(await load({}))).toEqual(expected);
  });

  it("come with their events", async () => {
    const text =
      "clipAnimations:\n- takeName: animation 0\n  firstFrame: 0\n  lastFrame: 60\n  events:\n  - time: 0.25\n    functionName: dust\n";
    const library = await load({ sidecar: () => ({ format: "unity", text, fps: 30 }) });
    const [clip] = library.addTo(await importAsset(STILL, library.scene));
    expect(clip!.events).toEqual([expect.objectContaining({ time: 0.5, name: "dust" })]);
  });

  it("are ignored without the format, and in a file with clips", async () => {
    for (const library of [await load({}), await load({ metadata: ["unreal"] })]) {
      expect(library.clipNames).toEqual(["animation 0", "animation 1"]);
    }
    const withOwn = withClips(SETTINGS, [{ name: "own", animations: [0] }]);
    expect((await load({ metadata: ["extras"] }, withOwn)).clipNames).toEqual(["own"]);
  });

  it("are those of names and of a sidecar, which wins", async () => {
    const settingsOf = async (library: ClipLibrary): Promise<Json> => {
      const [clip] = library.addTo(await importAsset(STILL, library.scene));
      return { name: clip!.name, ...clip!.settings };
    };
    const names = { "1$": { speed: 2 } };
    expect(await settingsOf(await load({ names }))).toMatchObject({ name: "animation 1", speed: 2, end: 2 });
    const urls: string[] = [];
    const sidecar = (url: string): ClipSidecar => {
      urls.push(url);
      const animations = { "animation 0": { "settings/loop_mode": 2 } };
      return { format: "godot", text: `_subresources=${JSON.stringify({ animations })}\n` };
    };
    expect(await settingsOf(await load({ names, sidecar }))).toMatchObject({ name: "animation 0", speed: 1, reverse: true });
    expect(urls).toEqual(["library"]);
    const fails = await load({ sidecar: () => Promise.reject(new Error("404")) });
    expect([fails.clipNames, sentencesOf(fails.report.findings, "SIDECAR_UNUSABLE")]).toEqual([
      ["animation 0", "animation 1"],
      ["sidecar: 404"],
    ]);
  });

  it("have messages about invalid values, and formats that are unknown are refused", async () => {
    const wrong = structuredClone(SETTINGS);
    wrong.json["animations"][1].extras = { loop: true, speed: "fast" };
    expect(sentencesOf((await load({ metadata: ["extras"] }, wrong)).report.findings, "METADATA_DOUBTFUL")).toEqual([
      `/animations/1/extras/speed: ${ruleOf("finiteNumber", '"fast"')}`,
    ]);
    await expect(load({ metadata: ["fbx"] as never })).rejects.toThrow(
      `options.metadata: ${ruleOf("listSomeOf", "unreal, verge3d, hubs, vrmxt, extras, interactivity")} (got `,
    );
  });
});

describe("disposal", () => {
  it("leaves the arrays that addTo returned as they are", async () => {
    const scene = createScene();
    const result = await importAsset(MOVES, scene);
    const library = await load(MOVES, scene);
    const clips = library.addTo(result);
    const before = [...clips];
    clips.pop();
    library.dispose();
    expect(clips).toEqual(before.slice(0, -1));
    expect(before.length).toBeGreaterThan(1);
    expect(scene.animationGroups.some((group) => before.includes(group as never))).toBe(false);
  });

  it("of the library disposes its clips and nothing else, and leaves no observers", async () => {
    const scene = createScene();
    const result = await importAsset(withClips(MOVES, [{ name: "own", animations: [0] }]), scene);
    const observers = (): number =>
      [scene.onDisposeObservable, result.meshes[0]!.onDisposeObservable].flatMap((observable) =>
        observable.observers.filter((observer) => !observer._willBeUnregistered),
      ).length;
    GetClips(result)[0]!.play();
    render(scene, 1);
    GetClips(result)[0]!.stop();
    const before = { ...counts(scene), observers: observers(), animations: nodeIn(result.meshes, "n0").animations.length };
    const library = await load(MOVES, scene);
    library.addTo(result)[1]!.play();
    library.addTo(result, { clips: ["animation 0"] })[0].play();
    render(scene, 2);
    library.dispose();
    library.dispose();
    expect({ ...counts(scene), observers: observers(), animations: nodeIn(result.meshes, "n0").animations.length }).toEqual(before);
    expect(result.animationGroups).toHaveLength(3); // two groups and a clip
    expect(library.clipNames).toEqual([]);
    expect(() => library.addTo(result)).toThrow(new RangeError(`library: ${ruleOf("notDisposed", '"library"')}`));
  });

  it("of the scene disposes the library", async () => {
    const scene = createScene();
    const library = await load(MOVES, scene);
    library.addTo(await importAsset(STILL, scene));
    scene.dispose();
    expect(library.clipNames).toEqual([]);
  });

  it("of a character and a library lets go of both", async () => {
    const scene = createScene();
    const forget = async (): Promise<WeakRef<object>[]> => {
      const [library, result] = [await load(MOVES, scene), await importAsset(STILL, scene)];
      const [clip] = library.addTo(result);
      clip!.play();
      render(scene, 3);
      result.meshes[0]!.dispose();
      library.dispose();
      return [library, clip!, result.meshes[0]!].map((object) => new WeakRef(object));
    };
    const references = await forget();
    for (let i = 0; i < 10 && references.some((reference) => reference.deref()); i++) {
      render(scene, 1);
      await new Promise((resolve) => setImmediate(resolve));
      globalThis.gc!();
    }
    expect(references.map((reference) => reference.deref()?.constructor.name)).toEqual([undefined, undefined, undefined]);
  });
});

it("the exporter writes clips of a library with the character, and the tools read them", async () => {
  const scene = createScene();
  const result = await importAsset(STILL, scene);
  const moves = withClips(MOVES, [
    { name: "both", animations: [0], end: 2 },
    { name: "turn", animations: [1], end: 2, extras: { mood: "calm" } } as never,
  ]);
  const [both] = (await load(moves, scene)).addTo(result);
  const exported = await exportScene(scene);
  expect(exported.report).toMatchObject({ clips: 2, leftOut: [] });
  const file = GltfFile.parse(exported.glb);
  expect((file.json.extensions!["KHR_animation_clip"] as Json)["clips"]).toMatchObject([
    { name: "both", end: 2 },
    { name: "turn", end: 2, extras: { mood: "calm" } },
  ]);
  const other = createScene();
  const again = await importAsset(exported, other);
  const [reloaded] = GetClips(again);
  for (const timestamp of [0, 0.3, 0.7, 1, 1.9]) {
    both!.timestamp = timestamp;
    reloaded!.timestamp = timestamp;
    for (const name of ["n0", "n1"]) {
      const [own, theirs] = [nodeIn(result.meshes, name), nodeIn(again.meshes.length > 0 ? again.meshes : again.transformNodes, name)];
      [...own.position.asArray(), ...own.rotationQuaternion!.asArray()].forEach((component, i) => {
        expect([...theirs.position.asArray(), ...theirs.rotationQuaternion!.asArray()][i]).toBeCloseTo(component, 6);
      });
    }
  }
});

it.each([60, 30])("clips of a library count 60 frames a second on a character that was loaded with %i", async (targetFps) => {
  const scene = createScene();
  const result = await importAsset(MOVES, scene, { loader: { targetFps } });
  expect(result.animationGroups[0]!.to).toBe(2 * targetFps);
  const [clip] = (await load(MOVES, scene)).addTo(result);
  expect([clip!.to, clip!.duration]).toEqual([120, 2]);
  clip!.goToFrame(30);
  expect(clip!.timestamp).toBe(0.5);
  expect(scene.getTransformNodeByName("n0")!.position.y).toBeCloseTo(1, 6);
});
