/**
 * Real files whose channels point at properties: every value that Babylon shows is compared with the values of the accessors
 * at that time, read by hand, without the package's own table.
 */
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { Camera } from "@babylonjs/core/Cameras/camera.js";
import { Light } from "@babylonjs/core/Lights/light.js";
import type { SpotLight } from "@babylonjs/core/Lights/spotLight.js";
import { Material } from "@babylonjs/core/Materials/material.js";
import type { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import type { Texture } from "@babylonjs/core/Materials/Textures/texture.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Node } from "@babylonjs/core/node.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { unregisterGLTFExtension } from "@babylonjs/loaders/glTF/2.0/glTFLoaderExtensionRegistry.js";
import { CreateClip, RegisterKHR_animation2, RegisterKHR_animation_pointer, UnregisterKHR_animation_pointer } from "../../../src/pure.js";
import { describeWithAssets, readAsset, readAssetBytes } from "../../helpers/assets.js";
import { evaluateChannel, type Asset, type Json } from "../../helpers/gltfPose.js";
import { TEMPLATES } from "../../helpers/pointerAsset.js";
import { ruleOf } from "../../helpers/rules.js";
import { collectWarnings, createScene, disposeScenes, importAsset, render } from "../../helpers/scene.js";
import { compareStates, describeScene } from "../../helpers/sceneState.js";
import { settle } from "../../helpers/shaderEngine.js";

beforeEach(() => {
  RegisterKHR_animation_pointer();
  RegisterKHR_animation2();
});

afterEach(disposeScenes);

const TOLERANCE = 2e-5;

// ---- the dialects -------------------------------------------------------------------------------------------------------------------

const DIALECTS = ["KHR_animation_pointer", "KHR_animation2", "EXT_property_animation"] as const;
type Dialect = (typeof DIALECTS)[number];

function pointerOf(channel: Json): string {
  return channel["target"].extensions.KHR_animation_pointer.pointer as string;
}

/** The words that `target.path` of glTF itself may be. */
const CORE_PATHS = ["translation", "rotation", "scale", "weights"];

const REWRITES: Readonly<Record<Exclude<Dialect, "KHR_animation_pointer">, (animation: Json) => Json>> = {
  KHR_animation2: ({ channels, ...animation }) => ({
    ...animation,
    channels: (channels as Json[]).map(({ sampler, ...channel }) => {
      const path = pointerOf(channel);
      const word = CORE_PATHS.find((core) => path.endsWith(core)) ?? "translation";
      return { sampler, target: { path: word, extensions: { KHR_animation2: { path } } } };
    }),
  }),
  EXT_property_animation: ({ channels, ...animation }) => ({
    ...animation,
    channels: [],
    extensions: {
      EXT_property_animation: {
        channels: (channels as Json[]).map(({ sampler, ...channel }) => ({ sampler, target: pointerOf(channel) })),
      },
    },
  }),
};

/** The same file in another dialect. */
function inDialect({ json, bin }: Asset, dialect: Dialect): Asset {
  if (dialect === "KHR_animation_pointer") {
    return { json, bin };
  }
  const extensionsUsed = (json["extensionsUsed"] as string[]).map((name) => (name === "KHR_animation_pointer" ? dialect : name));
  return { json: { ...json, extensionsUsed, animations: (json["animations"] as Json[]).map(REWRITES[dialect]) }, bin };
}

/** Where a channel's pointer stands. */
function placeOf(dialect: Dialect, animation: number, channel: number): string {
  const places = {
    KHR_animation_pointer: `channels/${channel}/target/extensions/KHR_animation_pointer/pointer`,
    KHR_animation2: `channels/${channel}/target/extensions/KHR_animation2/path`,
    EXT_property_animation: `extensions/EXT_property_animation/channels/${channel}/target`,
  };
  return `/animations/${animation}/${places[dialect]}`;
}

// ---- what is expected ---------------------------------------------------------------------------------------------------------------

/** What a pointer's property is to be. */
interface PointerValue {
  readonly pointer: string;
  readonly value: readonly number[];
}

/** The bounds that the specifications give a property. */
function clamp(pointer: string, value: readonly number[]): readonly number[] {
  const { min = -Infinity, max = Infinity } = TEMPLATES.find((template) => template.pointer === pointer.replace(/\/\d+(?=\/|$)/g, "/{}"))!;
  return value.map((component) => Math.min(Math.max(component, min), max));
}

/** What the channels of an animation give at a time, straight from the accessors. */
function evaluatePointers(asset: Asset, animation: number, time: number, broken: readonly number[] = []): PointerValue[] {
  const json: Json = asset.json["animations"][animation];
  return (json["channels"] as Json[]).flatMap((channel, i) => {
    if (broken.includes(i)) {
      return [];
    }
    const pointer = pointerOf(channel);
    // the interpolation of glTF's channels, where only that of rotations differs
    const path = /^\/nodes\/\d+\/rotation$/.test(pointer) ? "rotation" : "other";
    const { value } = evaluateChannel(asset, json, { ...channel, target: { node: 0, path } }, time)!;
    return [{ pointer, value: clamp(pointer, value) }];
  });
}

/** The same file without animation, its properties as they are at a time. */
function statedAt({ json, bin }: Asset, values: readonly PointerValue[]): Asset {
  const stated = structuredClone(json);
  delete stated["animations"];
  for (const { pointer, value } of values) {
    const names = pointer.slice(1).split("/");
    const last = names.pop()!;
    let holder = stated;
    for (const name of names) {
      holder = holder[name] ??= {};
    }
    holder[last] = value.length > 1 || last === "weights" ? [...value] : value[0];
  }
  return { json: stated, bin };
}

// ---- what is seen -------------------------------------------------------------------------------------------------------------------

const nodesWhere = (json: Json, is: (node: Json) => boolean): Json[] => (json["nodes"] as Json[]).filter(is);
const childrenOf = (nodes: readonly Json[], kind: typeof Camera | typeof Light): Node[] =>
  nodes.flatMap((node) => (node["_babylonTransformNode"] as TransformNode).getChildren((child) => child instanceof kind, true));

/** The Babylon objects that a glTF object became. */
function objectsOf(json: Json, pointer: string): object[] {
  const { kind, index } = /^(?<kind>.*?)\/(?<index>\d+)/.exec(pointer)!.groups as { kind: string; index: string };
  switch (kind) {
    case "/cameras":
      return childrenOf(
        nodesWhere(json, ({ camera }) => camera === Number(index)),
        Camera,
      );
    case "/extensions/KHR_lights_punctual/lights":
      return childrenOf(
        nodesWhere(json, ({ extensions }) => extensions?.KHR_lights_punctual?.light === Number(index)),
        Light,
      );
    case "/materials":
      return Object.values(json["materials"][index]._data as Json).map(({ babylonMaterial }) => babylonMaterial as object);
    case "/meshes":
      return nodesWhere(json, ({ mesh, weights }) => mesh === Number(index) && weights === undefined).flatMap(
        ({ _primitiveBabylonMeshes }) => _primitiveBabylonMeshes as object[],
      );
    default:
      return pointer.endsWith("/weights")
        ? (json["nodes"][index]._primitiveBabylonMeshes as object[])
        : [json["nodes"][index]._babylonTransformNode as object];
  }
}

type Getter = (object: object) => readonly number[];

const ofNode =
  (get: (node: TransformNode) => readonly number[]): Getter =>
  (node) =>
    get(node as TransformNode);
const ofLight =
  (get: (light: SpotLight) => readonly number[]): Getter =>
  (light) =>
    get(light as SpotLight);
const ofCamera =
  (get: (camera: Camera) => readonly (number | null)[]): Getter =>
  (camera) =>
    get(camera as Camera) as number[];
const ofMaterial =
  (get: (material: PBRMaterial) => readonly (number | null)[]): Getter =>
  (material) =>
    get(material as PBRMaterial) as number[];
const ofTexture = (get: (texture: Texture) => readonly number[]): Getter =>
  ofMaterial(({ albedoTexture }) => get(albedoTexture as Texture));

function influences(mesh: object): readonly number[] {
  const { morphTargetManager } = mesh as AbstractMesh;
  return Array.from({ length: morphTargetManager!.numTargets }, (_, i) => morphTargetManager!.getTarget(i).influence);
}

const EXTENSIONS = "/materials/{}/extensions/KHR_materials_";
const TEXTURE_TRANSFORM = "/materials/{}/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/";

/** How Babylon shows each property that the files animate, in glTF's terms. */
const GETTERS: Readonly<Record<string, Getter>> = {
  "/nodes/{}/translation": ofNode(({ position }) => position.asArray()),
  "/nodes/{}/rotation": ofNode(({ rotationQuaternion }) => rotationQuaternion!.asArray()),
  "/nodes/{}/scale": ofNode(({ scaling }) => scaling.asArray()),
  "/nodes/{}/weights": influences,
  "/meshes/{}/weights": influences,
  "/cameras/{}/perspective/yfov": ofCamera(({ fov }) => [fov]),
  "/cameras/{}/perspective/znear": ofCamera(({ minZ }) => [minZ]),
  "/cameras/{}/perspective/zfar": ofCamera(({ maxZ }) => [maxZ]),
  "/cameras/{}/orthographic/xmag": ofCamera(({ orthoLeft, orthoRight }) => [(orthoRight! - orthoLeft!) / 2]),
  "/cameras/{}/orthographic/ymag": ofCamera(({ orthoBottom, orthoTop }) => [(orthoTop! - orthoBottom!) / 2]),
  "/cameras/{}/orthographic/znear": ofCamera(({ minZ }) => [minZ]),
  "/cameras/{}/orthographic/zfar": ofCamera(({ maxZ }) => [maxZ]),
  "/extensions/KHR_lights_punctual/lights/{}/color": ofLight(({ diffuse }) => diffuse.asArray()),
  "/extensions/KHR_lights_punctual/lights/{}/intensity": ofLight(({ intensity }) => [intensity]),
  "/extensions/KHR_lights_punctual/lights/{}/range": ofLight(({ range }) => [range]),
  "/extensions/KHR_lights_punctual/lights/{}/spot/innerConeAngle": ofLight(({ innerAngle }) => [innerAngle / 2]),
  "/extensions/KHR_lights_punctual/lights/{}/spot/outerConeAngle": ofLight(({ angle }) => [angle / 2]),
  // opaque materials have no alpha
  "/materials/{}/pbrMetallicRoughness/baseColorFactor": ofMaterial(({ albedoColor, alpha, transparencyMode }) =>
    transparencyMode === Material.MATERIAL_OPAQUE ? albedoColor.asArray() : [...albedoColor.asArray(), alpha],
  ),
  "/materials/{}/pbrMetallicRoughness/metallicFactor": ofMaterial(({ metallic }) => [metallic]),
  "/materials/{}/pbrMetallicRoughness/roughnessFactor": ofMaterial(({ roughness }) => [roughness]),
  "/materials/{}/emissiveFactor": ofMaterial(({ emissiveColor }) => emissiveColor.asArray()),
  "/materials/{}/alphaCutoff": ofMaterial(({ alphaCutOff }) => [alphaCutOff]),
  "/materials/{}/normalTexture/scale": ofMaterial(({ bumpTexture }) => [bumpTexture!.level]),
  "/materials/{}/occlusionTexture/strength": ofMaterial(({ ambientTextureStrength }) => [ambientTextureStrength]),
  [`${TEXTURE_TRANSFORM}offset`]: ofTexture(({ uOffset, vOffset }) => [uOffset, vOffset]),
  [`${TEXTURE_TRANSFORM}scale`]: ofTexture(({ uScale, vScale }) => [uScale, vScale]),
  [`${EXTENSIONS}emissive_strength/emissiveStrength`]: ofMaterial(({ emissiveIntensity }) => [emissiveIntensity]),
  [`${EXTENSIONS}ior/ior`]: ofMaterial(({ indexOfRefraction }) => [indexOfRefraction]),
  [`${EXTENSIONS}iridescence/iridescenceFactor`]: ofMaterial(({ iridescence }) => [iridescence.isEnabled ? iridescence.intensity : 0]),
  [`${EXTENSIONS}iridescence/iridescenceIor`]: ofMaterial(({ iridescence }) => [iridescence.indexOfRefraction]),
  [`${EXTENSIONS}iridescence/iridescenceThicknessMaximum`]: ofMaterial(({ iridescence }) => [iridescence.maximumThickness]),
  [`${EXTENSIONS}transmission/transmissionFactor`]: ofMaterial(({ subSurface }) => [
    subSurface.isRefractionEnabled ? subSurface.refractionIntensity : 0,
  ]),
  [`${EXTENSIONS}volume/thicknessFactor`]: ofMaterial(({ subSurface }) => [subSurface.maximumThickness]),
  [`${EXTENSIONS}volume/attenuationDistance`]: ofMaterial(({ subSurface }) => [subSurface.tintColorAtDistance]),
  [`${EXTENSIONS}volume/attenuationColor`]: ofMaterial(({ subSurface }) => subSurface.tintColor.asArray()),
};

function templateOf(pointer: string): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, "/{}");
}

function distance(pointer: string, actual: readonly number[], expected: readonly number[]): number {
  const apart = (sign: number): number =>
    Math.max(...actual.map((component, i) => Math.abs(component - sign * expected[i]!) / Math.max(1, Math.abs(expected[i]!))));
  return /^\/nodes\/\d+\/rotation$/.test(pointer) ? Math.min(apart(1), apart(-1)) : apart(1);
}

/** Compares all that Babylon shows with the expected values. Returns how many Babylon objects were compared. */
function expectShown(json: Json, expected: readonly PointerValue[], when: string): number {
  let count = 0;
  for (const { pointer, value } of expected) {
    const objects = objectsOf(json, pointer);
    if (objects.length === 0) {
      throw new Error(`${pointer}: nothing in Babylon shows it`);
    }
    for (const object of objects) {
      const actual = GETTERS[templateOf(pointer)]!(object);
      const apart = distance(pointer, actual, value);
      if (!(apart <= TOLERANCE)) {
        throw new Error(`${pointer} ${when} is off by ${apart}: ${actual.join(" ")}, expected ${value.join(" ")}`);
      }
      count++;
    }
  }
  return count;
}

/** Shows a time of a group of Babylon's. */
function seek(group: AnimationGroup, time: number): void {
  group.start(true);
  group.pause();
  group.goToFrame(time * group.targetedAnimations[0]!.animation.framePerSecond);
}

// ---- the files ----------------------------------------------------------------------------------------------------------------------

interface RealFile {
  readonly file: string;
  readonly channels: number;
  /** Channels that must not be animated, and why, as the warning says. */
  readonly broken: readonly { readonly channel: number; readonly why: string }[];
}

const FILES: readonly RealFile[] = [
  {
    file: "pointer-AnimateAllTheThings-blender24.glb",
    channels: 70,
    broken: [
      {
        channel: 40,
        why: ruleOf("animatable", "/materials/5/normalTexture/offset", "glTF does not define it as animatable"),
      },
      {
        channel: 52,
        why: ruleOf("animatedOnce", "/materials/6/occlusionTexture/strength"),
      },
    ],
  },
  { file: "pointer-ghost_v2.glb", channels: 94, broken: [] },
  { file: "pointer-WhackAMole.glb", channels: 91, broken: [] },
];

interface Loaded {
  readonly scene: Scene;
  readonly json: Json;
  readonly groups: readonly AnimationGroup[];
  readonly warnings: readonly string[];
}

async function load(asset: Asset, rightHanded = false, loader: Json = {}): Promise<Loaded> {
  const scene = createScene({ rightHanded });
  let json: Json = {};
  const { result, warnings } = await collectWarnings(() => importAsset(asset, scene, { loader, onParsed: (parsed) => (json = parsed) }));
  return { scene, json, groups: result.animationGroups, warnings };
}

const brokenOf = ({ broken }: RealFile): number[] => broken.map(({ channel }) => channel);

/** Times within the animations, and beyond both ends. */
const TIMES = [0, 0.013, 0.21, 0.37, 0.4, 0.83, 1.234, 2.5, 3.3, 4.9, 6.1, 7.77, 9.2, 10];

/** Nodes with a camera, which Babylon mirrors in left-handed scenes, whatever scale they have. */
const isMirrored = (json: Json, pointer: string): boolean =>
  /^\/nodes\/\d+\/scale$/.test(pointer) && json["nodes"][pointer.split("/")[2]!].camera !== undefined;

describeWithAssets.each(FILES)("$file", (realFile) => {
  const { file, channels, broken } = realFile;
  const read = (): Asset => readAsset(file);

  it.each(DIALECTS)("animates every valid channel, as %s, and warns of the others", async (dialect) => {
    const asset = read();
    expect((asset.json["animations"] as Json[]).flatMap((animation) => animation["channels"] as Json[])).toHaveLength(channels);
    const { json, groups, warnings } = await load(inDialect(asset, dialect));
    expect(warnings).toEqual(broken.map(({ channel, why }) => `${placeOf(dialect, 0, channel)}: ${why}`));
    expect(groups).toHaveLength(asset.json["animations"].length);
    for (const [i, group] of groups.entries()) {
      const valid = evaluatePointers(asset, i, 0, brokenOf(realFile));
      // a group for each animation, and in it an animation for each value, or for each Babylon object that has one
      expect(group.targetedAnimations.length).toBeGreaterThanOrEqual(valid.length);
      const moved = TIMES.flatMap((time) => {
        seek(group, time);
        return expectShown(json, evaluatePointers(asset, i, time, brokenOf(realFile)), `at ${time} s`);
      });
      expect(moved[0]).toBeGreaterThanOrEqual(valid.length);
      group.stop();
    }
  });

  it.each([false, true])("right-handed %s: clips over the animations show the same while they play", async (rightHanded) => {
    const asset = read();
    const { scene, json, groups } = await load(asset, rightHanded);
    for (const [i, group] of groups.entries()) {
      const clip = CreateClip("clip", group, { speed: 7 });
      clip.play();
      for (let frame = 0; frame < 20; frame++) {
        render(scene, 1);
        const expected = evaluatePointers(asset, i, clip.timestamp, brokenOf(realFile)).filter(({ pointer }) => !isMirrored(json, pointer));
        expectShown(json, expected, `at ${clip.timestamp} s`);
      }
      clip.dispose();
    }
  });

  it.each([0, 2.5, 7])("at %d s looks as the file with the values stated, and nothing else differs", async (time) => {
    const asset = read();
    const { scene, groups } = await load(asset);
    seek(groups[0]!, time);
    await settle(scene);
    const stated = statedAt(asset, evaluatePointers(asset, 0, time, brokenOf(realFile)));
    const expected = await load(stated);
    await settle(expected.scene);
    expect(compareStates(describeScene(scene), describeScene(expected.scene))).toEqual([]);
  });

  it.each(DIALECTS.slice(1))("as %s is the same scene at any time as in the ratified form", async (dialect) => {
    const asset = read();
    const [ratified, rewritten] = [await load(asset), await load(inDialect(asset, dialect))];
    for (const time of [0, 0.3, 4.4, 9]) {
      for (const { scene, groups } of [ratified, rewritten]) {
        seek(groups[0]!, time);
        await settle(scene);
      }
      expect(compareStates(describeScene(rewritten.scene), describeScene(ratified.scene))).toEqual([]);
    }
    const namesOf = ({ groups }: Loaded): unknown =>
      groups.map((group) => [group.name, group.from, group.to, group.targetedAnimations.map(({ animation }) => animation.name)]);
    expect(namesOf(rewritten)).toEqual(namesOf(ratified));
  });

  it("changes nothing that no channel targets", async () => {
    const asset = read();
    const { scene, json, groups } = await load(asset);
    await settle(scene);
    const before = describeScene(scene);
    const [group] = groups;
    group!.play(true);
    render(scene, 30);
    await settle(scene);
    const pointers = evaluatePointers(asset, 0, 0, brokenOf(realFile)).map(({ pointer }) => pointer);
    const targets = new Set(pointers.flatMap((pointer) => objectsOf(json, pointer)));
    const differences = compareStates(describeScene(scene), before);
    expect(differences.length).toBeGreaterThan(pointers.length);
    expect(differences.filter(({ path }) => !mayDiffer(scene, targets, path))).toEqual([]);
  });

  it.each(DIALECTS)("keeps its JSON unchanged, as %s, apart from Babylon's own additions", async (dialect) => {
    const asset = inDialect(read(), dialect);
    const text = JSON.stringify(asset.json);
    const { json, scene, groups } = await load(asset);
    groups.forEach((group) => group.play(true));
    render(scene, 3);
    expect(JSON.stringify(asset.json)).toBe(text);
    const withUs = jsonOf(json);
    UnregisterKHR_animation_pointer();
    ["KHR_animation_pointer", "KHR_animation2", "EXT_property_animation"].forEach((name) => unregisterGLTFExtension(name));
    expect(withUs).toEqual(jsonOf((await load(asset)).json));
    expect(withUs).toMatchObject(asset.json);
  });
});

/** What is JSON of an object that Babylon has put its own into. */
function jsonOf(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, member: unknown) => (key.startsWith("_") || key === "parent" ? undefined : member)));
}

/** Whether a path of a scene's description is about something that is targeted, or that follows from it. */
function mayDiffer({ transformNodes, meshes, cameras, lights, materials }: Scene, targets: ReadonlySet<object>, path: string): boolean {
  const [, list, index, rest] = /^(\w+)\/(\d+) [^]*?\/((?:\w|#).*)$/.exec(path) ?? [];
  const object = ({ transformNodes, meshes, cameras, lights, materials } as Record<string, readonly object[]>)[list!]?.[Number(index)];
  if (!object || targets.has(object)) {
    return object !== undefined;
  }
  if (list === "materials") {
    return false;
  }
  const node = object as Node;
  const isBelow = (ancestor: Node | null): boolean => ancestor !== null && (targets.has(ancestor) || isBelow(ancestor.parent));
  const isMoved = isBelow(node.parent) && /worldMatrix|view|transformed|absolute/i.test(path);
  const { material } = node as AbstractMesh;
  return isMoved || (list === "meshes" && material !== null && targets.has(material) && /subMeshes|blended/.test(rest ?? path));
}

// ---- the validator's files ----------------------------------------------------------------------------------------------------------

const CHANNEL = "/animations/0/channels/0/target";

/** Files that each break one rule of KHR_animation_pointer. They have no buffers: all values are 0. */
const SMALL_FILES: readonly { file: string; rule: string; warnings: readonly unknown[]; animated: readonly number[] }[] = [
  { file: "valid.gltf", rule: "no rule", warnings: [], animated: [2] },
  {
    file: "invalid_channel_target_node.gltf",
    rule: "target.node is not set beside the extension, which wins",
    warnings: [`${CHANNEL}/node: ${ruleOf("nodeNotSet", 0)}`],
    animated: [1],
  },
  // read as if the slash were there, as in all dialects
  {
    file: "invalid_pointer_syntax.gltf",
    rule: "pointers begin with a slash",
    warnings: [
      `${CHANNEL}/extensions/KHR_animation_pointer/pointer: ${ruleOf("beginWithSlash", "materials/0/pbrMetallicRoughness/baseColorFactor")}`,
    ],
    animated: [1],
  },
  {
    file: "missing_pointer.gltf",
    rule: "there is a pointer",
    warnings: [expect.stringMatching(/^\/animations\/0\/channels\/0\/target\/extensions\/KHR_animation_pointer\/pointer: must be /)],
    animated: [0],
  },
  {
    file: "node_visibility_pointer.gltf",
    rule: "the node, its extension and the property exist",
    warnings: [1, 2, 3].map((i) =>
      expect.stringMatching(
        new RegExp(
          `^/animations/${i}/channels/0/target/extensions/KHR_animation_pointer/pointer: ${ruleOf("animatable").replace("(", "\\(")}.*KHR_node_visibility`,
        ),
      ),
    ),
    animated: [1, 0, 0, 0],
  },
  {
    file: "pointer_to_extras.gltf",
    rule: "an extra that is a number has one component",
    warnings: [expect.stringContaining("/extras/someExtra")],
    animated: [0],
  },
  {
    file: "pointer_to_light.gltf",
    rule: "the property exists",
    warnings: [
      `/animations/0/channels/1/target/extensions/KHR_animation_pointer/pointer: ${ruleOf(
        "animatable",
        "/extensions/KHR_lights_punctual/lights/0/nonexistentProperty",
        "glTF does not define it as animatable",
      )}`,
    ],
    animated: [1],
  },
];

describeWithAssets("the validator's files load, with one warning for each broken rule", () => {
  /** Babylon loads nothing of a file without a scene, nor of a scene without nodes. */
  const read = (file: string): Asset => {
    const json = JSON.parse(new TextDecoder().decode(readAssetBytes(`validator-pointer/${file}`))) as Json;
    json["nodes"] ??= [{}];
    json["scenes"] ??= [{ nodes: [...(json["nodes"] as Json[]).keys()] }];
    return { json, bin: new Uint8Array(0) };
  };

  it.each(SMALL_FILES)("$file: $rule", async ({ file, warnings: expected, animated }) => {
    // they have no meshes that use their materials
    const { groups, warnings } = await load(read(file), false, { loadAllMaterials: true });
    expect(warnings).toEqual(expected);
    expect(groups.map(({ targetedAnimations }) => targetedAnimations.length)).toEqual(animated);
  });

  it.each(SMALL_FILES.filter(({ warnings }) => warnings.length === 1 && !/\/node:|begin with a slash/.test(String(warnings[0]))))(
    "$file is rejected where it requires the extension",
    async ({ file, warnings: [expected] }) => {
      const asset = read(file);
      asset.json["extensionsRequired"] = ["KHR_animation_pointer"];
      const error = await load(asset).then(
        () => null,
        (reason: Error) => reason,
      );
      const place = typeof expected === "string" ? expected : "/animations/0";
      expect(error?.message).toContain(place);
    },
  );
});
