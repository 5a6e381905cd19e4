/** Other engines as players of glTF files, without a page: each shows an animation at a time, and says the values of its own objects. */
import { Quaternion } from "@babylonjs/core/Maths/math.vector.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import "@babylonjs/loaders/glTF/2.0/index.js";
import { packGlb } from "../../scripts/glb.mjs";
import type { Asset, ChannelValue, Json } from "./gltfPose.js";
import { createScene, importAsset } from "./scene.js";

// names in variables: two of the packages have no types, and those of the third are not those of a program without a page
const THREE_JS: string = "three";
const GLTF_LOADER: string = "three/examples/jsm/loaders/GLTFLoader.js";
const PLAYCANVAS: string = "playcanvas";

/** Shows an animation at a time in seconds, and returns the values of the nodes that it animates. */
export type Player = (animation: number, time: number) => readonly ChannelValue[];

/** The asset without its materials and pictures, which engines without a page cannot load; with unique names of its nodes. */
function bare({ json, bin }: Asset): Asset {
  const rest = structuredClone(json);
  ["materials", "textures", "images"].forEach((list) => delete rest[list]);
  const primitives = ((rest["meshes"] ?? []) as Json[]).flatMap((mesh) => mesh["primitives"] as Json[]);
  primitives.forEach((primitive) => delete primitive["material"]);
  const listed = (rest["extensionsUsed"] ?? []) as string[];
  const used = listed.filter((name) => !/materials|texture/.test(name));
  delete rest["extensionsRequired"];
  delete rest["extensionsUsed"];
  return { json: { ...rest, ...(used.length > 0 && { extensionsUsed: used }) }, bin };
}

const channelsOf = ({ json }: Asset, animation: number): readonly { node: number; path: string }[] =>
  (json["animations"][animation].channels as Json[]).map(({ target }) => target as { node: number; path: string });

/** three.js: its loader and its mixer. */
export async function playInThree(asset: Asset): Promise<Player> {
  const THREE = (await import(THREE_JS)) as Json;
  const { GLTFLoader } = (await import(GLTF_LOADER)) as Json;
  const glb = Uint8Array.from(packGlb(bare(asset).json, asset.bin));
  const gltf = (await new GLTFLoader().parseAsync(glb.buffer, "")) as Json;
  const objects = new Map<number, Json>();
  for (const [object, of] of gltf["parser"].associations as Map<Json, { nodes?: number } | undefined>) {
    if (of?.nodes !== undefined && object["isObject3D"]) {
      objects.set(of.nodes, object);
    }
  }
  return (animation, time) => {
    const mixer = new THREE["AnimationMixer"](gltf["scene"]) as Json;
    const action = mixer["clipAction"](gltf["animations"][animation]) as Json;
    action["setLoop"](THREE["LoopOnce"], 1);
    action["clampWhenFinished"] = true;
    action["play"]();
    mixer["update"](time);
    const values = channelsOf(asset, animation).map(({ node, path }) => {
      const object = objects.get(node)!;
      const morphed = (
        object["morphTargetInfluences"] ? object : object["children"].find((child: Json) => child["morphTargetInfluences"])
      ) as Json;
      const value: number[] =
        path === "weights"
          ? [...(morphed["morphTargetInfluences"] as number[])]
          : object[{ translation: "position", rotation: "quaternion", scale: "scale" }[path]!].toArray();
      return { node, path, value };
    });
    mixer["stopAllAction"]();
    return values;
  };
}

let playCanvas: Promise<Json> | undefined;
let count = 0;

/** PlayCanvas with a device that draws nothing, in a stand-in for a page. */
async function startPlayCanvas(): Promise<Json> {
  const pc = (await import(PLAYCANVAS)) as Json;
  const listener = { addEventListener: () => undefined, removeEventListener: () => undefined, style: {} };
  const page = globalThis as Json;
  page["window"] = globalThis;
  page["document"] = { ...listener, createElement: () => ({ ...listener, getContext: () => null }) };
  const canvas = {
    ...listener,
    id: "canvas",
    width: 1,
    height: 1,
    getBoundingClientRect: () => ({ left: 0, top: 0, width: 1, height: 1 }),
  };
  const app = new pc["AppBase"](canvas) as Json;
  const options = new pc["AppOptions"]() as Json;
  options["graphicsDevice"] = new pc["NullGraphicsDevice"](canvas, {});
  options["componentSystems"] = [
    pc["AnimComponentSystem"],
    pc["RenderComponentSystem"],
    pc["CameraComponentSystem"],
    pc["LightComponentSystem"],
  ];
  options["resourceHandlers"] = [pc["ContainerHandler"], pc["AnimClipHandler"], pc["TextureHandler"], pc["MaterialHandler"]];
  app["init"](options);
  delete page["window"];
  delete page["document"];
  return { pc, app };
}

/** PlayCanvas: its parser and its component for animations. */
export async function playInPlayCanvas(asset: Asset): Promise<Player> {
  const { pc, app } = await (playCanvas ??= startPlayCanvas());
  const { json, bin } = bare(asset);
  const contents = Uint8Array.from(packGlb(json, bin)).buffer;
  const loaded = new pc.Asset("model", "container", { url: `${count++}.glb`, contents }); // it caches by address
  await new Promise((resolve, reject) => {
    loaded.once("load", resolve);
    loaded.once("error", reject);
    app.assets.add(loaded);
    app.assets.load(loaded);
  });
  const entity = loaded.resource.instantiateRenderEntity();
  app.root.addChild(entity);
  entity.addComponent("anim", { activate: true });
  return (animation, time) => {
    entity.anim.assignAnimation("animation", loaded.resource.animations[animation].resource, undefined, 1, false);
    entity.anim.baseLayer.play("animation");
    entity.anim.baseLayer.activeStateCurrentTime = time;
    app.systems.fire("animationUpdate", 0);
    return channelsOf(asset, animation).map(({ node, path }) => {
      const found = entity.findByName(json["nodes"][node].name);
      const { morphInstance } = found.render?.meshInstances[0] ?? {};
      const vector = { translation: "getLocalPosition", rotation: "getLocalRotation", scale: "getLocalScale" }[path];
      const { x, y, z, w } = vector === undefined ? ({} as Json) : (found[vector]() as Json);
      const targets = (json["meshes"]?.[json["nodes"][node].mesh]?.primitives[0].targets ?? []).length as number;
      const weights = (): number[] => Array.from({ length: targets }, (_, i) => morphInstance.getWeight(i) as number);
      return { node, path, value: path === "weights" ? weights() : path === "rotation" ? [x, y, z, w] : [x, y, z] };
    });
  };
}

/** Babylon.js: its loader and its animation groups. */
export async function playInBabylon(asset: Asset): Promise<Player> {
  const { json, bin } = bare(asset);
  const scene = createScene();
  const { animationGroups } = await importAsset({ json, bin }, scene);
  return (animation, time) => {
    const group = animationGroups[animation]!;
    group.start(false);
    group.goToFrame(60 * time);
    const values = channelsOf(asset, animation).map(({ node, path }) => {
      const target = scene.getNodeByName(json["nodes"][node].name as string) as TransformNode;
      const mesh = [target, ...target.getChildren()].find((each) => (each as AbstractMesh).morphTargetManager) as AbstractMesh | undefined;
      const manager = mesh?.morphTargetManager;
      const value =
        path === "weights"
          ? Array.from({ length: manager!.numTargets }, (_, i) => manager!.getTarget(i).influence)
          : path === "translation"
            ? target.position.asArray()
            : path === "scale"
              ? target.scaling.asArray()
              : (target.rotationQuaternion ?? Quaternion.Identity()).asArray();
      return { node, path, value };
    });
    group.stop();
    return values;
  };
}
