/** An application: it has every import of the README, as written there, and plays a clip of each of two files. */
import "@babylonjs/loaders/glTF/index.js";
import { ImportMeshAsync } from "@babylonjs/core/Loading/sceneLoader.js";
import { LoadAssetContainerAsync } from "@babylonjs/core/Loading/sceneLoader.js";
import { GLTFLoaderAnimationStartMode } from "@babylonjs/loaders/glTF/glTFFileLoader.js";
import { CreateClip, CrossFade } from "babylon-gltf-animation";
import { RegisterCompiledGroups } from "babylon-gltf-animation";
import { GetClip } from "babylon-gltf-animation";
import { ApplyPose, ApplyRestPose, GetRestPose, RegisterPointer } from "babylon-gltf-animation";
import { Matrix } from "@babylonjs/core/Maths/math.vector.js";
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { ArcRotateCamera } from "@babylonjs/core/Cameras/arcRotateCamera.js";
import { Engine } from "@babylonjs/core/Engines/engine.js";
import { HemisphericLight } from "@babylonjs/core/Lights/hemisphericLight.js";
import { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import type { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Scene } from "@babylonjs/core/scene.js";
import { CreateClipCrowd } from "babylon-gltf-animation/crowd";
import { Clip } from "babylon-gltf-animation/sampling";
import { GltfFile } from "babylon-gltf-animation/tools";
import { FILES } from "./files.js";

/** Of 16 ms; the first one shows where a clip begins. */
const FRAMES = 101;

/** Plays a clip of a file for 1.6 s. */
async function play(file: string, name: string): Promise<Scene> {
  const scene = new Scene(new NullEngine());
  scene.useConstantAnimationDeltaTime = true;
  scene.useRightHandedSystem = true;
  new FreeCamera("camera", new Vector3(0, 1, -5), scene);
  const gltf = { animationStartMode: GLTFLoaderAnimationStartMode.NONE };
  const result = await ImportMeshAsync(file, scene, { pluginExtension: ".glb", pluginOptions: { gltf } });
  GetClip(result, name)?.play();
  for (let frame = 0; frame < FRAMES; frame++) {
    scene.render();
  }
  return scene;
}

async function run(): Promise<string> {
  const unused = [
    CreateClip,
    CrossFade,
    RegisterCompiledGroups,
    ApplyPose,
    ApplyRestPose,
    ArcRotateCamera,
    Engine,
    HemisphericLight,
    GetRestPose,
    RegisterPointer,
    CreateClipCrowd,
    Clip,
    GltfFile,
    LoadAssetContainerAsync,
    Matrix,
  ];
  const ruler = (await play(FILES.settings, "all defaults")).getMeshByName("ruler");
  const material = (await play(FILES.pointers, "all")).materials[0] as PBRMaterial;
  const isComplete = unused.every((value) => typeof value === "function");
  return `x ${ruler?.position.x.toFixed(6)}, metallic ${material.metallic?.toFixed(6)}, all imports: ${isComplete}`;
}

const report = (text: string): void => {
  if (typeof document === "undefined") {
    console.log(text);
  } else {
    document.title = text;
  }
};

run().then(report, (error: unknown) => report(String(error)));
