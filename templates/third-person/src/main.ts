import { ArcRotateCamera } from "@babylonjs/core/Cameras/arcRotateCamera.js";
import { Engine } from "@babylonjs/core/Engines/engine.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { MeshBuilder } from "@babylonjs/core/Meshes/meshBuilder.js";
import { Scene } from "@babylonjs/core/scene.js";
import { createCharacter } from "./character.js";
import { Input } from "./input.js";
import { createWorld } from "./world.js";

const engine = new Engine(document.querySelector("canvas"), true);
const scene = new Scene(engine);

const camera = new ArcRotateCamera("camera", -Math.PI / 2, 1.25, 3.4, Vector3.Zero(), scene);
camera.attachControl();
camera.inputs.removeByType("ArcRotateCameraKeyboardMoveInput"); // keys move the character
[camera.lowerRadiusLimit, camera.upperRadiusLimit] = [2, 10];
[camera.lowerBetaLimit, camera.upperBetaLimit] = [0.3, 1.5];
[camera.minZ, camera.panningSensibility, camera.wheelDeltaPercentage] = [0.05, 0, 0.01];

const input = new Input();
const shadows = await createWorld(scene);
const character = await createCharacter(scene, input);
shadows.addShadowCaster(character.model.meshes[0]!);

// a sword in the hand: what is below a joint moves with it
const sword = MeshBuilder.CreateBox("sword", { width: 0.02, height: 0.05, depth: 0.55 }, scene);
sword.parent = scene.getTransformNodeByName("right hand");
sword.position.set(-0.03, -0.05, 0.22);
sword.receiveShadows = true;
shadows.addShadowCaster(sword);

const output = document.querySelector("output")!;
const rootMotion = document.querySelector<HTMLInputElement>("#root-motion")!;
rootMotion.addEventListener("change", () => {
  character.rootMotion = rootMotion.checked;
  rootMotion.blur(); // Space jumps again
});

scene.onBeforeAnimationsObservable.add(() => {
  const seconds = Math.min(engine.getDeltaTime() / 1000, 0.05);
  if (seconds === 0) {
    return;
  }
  input.update();
  camera.alpha -= 2.5 * input.look.x * seconds;
  camera.beta += 1.5 * input.look.y * seconds;
  character.update(seconds, -camera.alpha - Math.PI / 2);
  camera.target.copyFrom(character.player.position).y += 0.75;
});

scene.onAfterRenderObservable.add(() => {
  const { controller, player, speed } = character;
  const text = `${controller.stateOf("body")}, ${controller.stateOf("arms")} · ${speed.toFixed(1)} m/s · ${player.position.y.toFixed(1)} m high`;
  if (output.textContent !== text) {
    output.textContent = text;
  }
});

engine.runRenderLoop(() => scene.render());
addEventListener("resize", () => engine.resize());
