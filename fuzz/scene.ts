import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Scene } from "@babylonjs/core/scene.js";
import { ClipAnimationGroup } from "../src/pure.js";

const engine = new NullEngine();

/** A scene that renders nothing, in constant steps of 16 ms. Nothing keeps it in memory once it is disposed. */
export function createScene(rightHanded = false): Scene {
  const scene = new Scene(engine);
  scene.useConstantAnimationDeltaTime = true;
  scene.useRightHandedSystem = rightHanded;
  new FreeCamera("camera", new Vector3(0, 1, -5), scene);
  new ClipAnimationGroup("first", scene).play().dispose(); // from the first clip on, the package observes the end of a scene
  return scene;
}
