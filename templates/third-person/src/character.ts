/** The character: physics moves a capsule, and the controller chooses what the model plays. */
import "@babylonjs/loaders/glTF/index.js";
import { ImportMeshAsync } from "@babylonjs/core/Loading/sceneLoader.js";
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { CharacterSupportedState, PhysicsCharacterController } from "@babylonjs/core/Physics/v2/characterController.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { GLTFLoaderAnimationStartMode } from "@babylonjs/loaders/glTF/glTFFileLoader.js";
import { RequireClip } from "babylon-gltf-animation";
import { CreateController } from "babylon-gltf-animation/controller";
import {
  ClipRootMotionController,
  CreateRootMotionClipAsync,
  GetMotionBetween,
  type RootMotionOfClip,
} from "babylon-gltf-animation/root-motion";
import type { Input } from "./input.js";
import { moves } from "./moves.js";
import { GRAVITY } from "./world.js";

const HEIGHT = 1.1; // of the capsule, in meters
const RADIUS = 0.22;
const START = new Vector3(0, HEIGHT / 2 + 0.01, 0);
const JUMP = 3.6; // meters per second: 0.66 m high
const LEEWAY = 0.15; // seconds that it may jump after an edge, and that a small step is no fall

export type Character = Awaited<ReturnType<typeof createCharacter>>;

export async function createCharacter(scene: Scene, input: Input) {
  const model = await ImportMeshAsync("hero.glb", scene, {
    pluginOptions: { gltf: { animationStartMode: GLTFLoaderAnimationStartMode.NONE } }, // the controller starts the clips
  });
  const player = new TransformNode("player", scene);
  model.meshes[0]!.parent = player;

  // walk and run travel in the file: they are played in place, and their travel is measured
  const [walk, run] = await Promise.all([inPlace("walk"), inPlace("run")]);
  function inPlace(name: string): Promise<RootMotionOfClip> {
    return CreateRootMotionClipAsync(RequireClip(model, name), { characterNode: player });
  }
  const speeds = { walk: speedOf(walk), run: speedOf(run) };
  const names = { walk: walk.animationGroup.name, run: run.animationGroup.name };
  const controller = CreateController(model, moves(speeds), { name: "hero", clips: names });
  const travel = new ClipRootMotionController(player, [walk, run]);
  travel.applyToCharacter = false; // it moves the capsule instead

  // the player's node is at the lower end of the capsule
  const capsule = new PhysicsCharacterController(START, { capsuleHeight: HEIGHT, capsuleRadius: RADIUS }, scene);
  capsule.keepDistance = 0.01; // between feet and ground
  capsule.keepContactTolerance = 0.02;
  capsule.maxStepHeight = 0.2;

  let yaw = 0;
  let secondsInAir = 0;
  let lastSeconds = 0;
  const wanted = new Vector3();

  return {
    model,
    player,
    controller,
    /** Whether the clips say how fast the character walks; otherwise, physics does, and the clips follow. */
    rootMotion: false,

    /** In meters per second, without climbing and falling. */
    get speed(): number {
      const { x, z } = capsule.getVelocity();
      return Math.hypot(x, z);
    },

    /** Moves the character. Call it before the clips advance, so that the pose of a frame fits its speed. */
    update(seconds: number, cameraYaw: number): void {
      const { x, y } = input.move;
      const tilt = Math.hypot(x, y);
      const wantedSpeed = tilt < 0.5 ? 2 * tilt * speeds.walk : speeds.walk + (2 * tilt - 1) * (speeds.run - speeds.walk);
      if (tilt > 0) {
        const turn = cameraYaw + Math.atan2(x, y) - yaw;
        yaw += Math.atan2(Math.sin(turn), Math.cos(turn)) * Math.min(1, 12 * seconds); // the shorter way round
        player.rotation.y = yaw;
      }
      const body = controller.stateOf("body");
      const isLed = this.rootMotion && body === "ground"; // the other clips travel nowhere
      const speed = isLed ? travel.deltaPosition.length() / (lastSeconds || 1) : wantedSpeed;
      const direction = isLed ? yaw : cameraYaw + Math.atan2(x, y);
      wanted.set(Math.sin(direction) * speed, 0, Math.cos(direction) * speed);
      lastSeconds = seconds;

      const ground = capsule.checkSupport(seconds, Vector3.Down());
      let velocity = capsule.getVelocity();
      // in the first frames of a jump, the capsule is still near the ground
      const isSupported = ground.supportedState === CharacterSupportedState.SUPPORTED && velocity.dot(ground.averageSurfaceNormal) < 0.5;
      secondsInAir = isSupported ? 0 : secondsInAir + seconds;
      if (isSupported) {
        capsule.acceleration = 1 - Math.exp(-12 * seconds); // a share of the difference, the same at any frame rate
        const { averageSurfaceNormal: normal, averageSurfaceVelocity } = ground;
        velocity = capsule.calculateMovement(seconds, player.forward, normal, velocity, averageSurfaceVelocity, wanted, Vector3.Up());
      } else {
        if (body === "ground" || body === "land") {
          velocity.y = Math.min(velocity.y, -1); // follows the ground over crests and down stairs
        }
        velocity.x += (wanted.x - velocity.x) * 4 * seconds; // the player steers a little in the air, too
        velocity.y += GRAVITY.y * seconds;
        velocity.z += (wanted.z - velocity.z) * 4 * seconds;
      }
      if (input.jump && secondsInAir < LEEWAY) {
        velocity.y = JUMP + (GRAVITY.y * seconds) / 2; // as high at any frame rate
        secondsInAir = LEEWAY;
        controller.fire("jump");
      }
      if (input.attack) {
        controller.fire("attack");
      }
      input.jump = input.attack = false;
      capsule.setVelocity(velocity);
      capsule.integrate(seconds, ground, GRAVITY);
      if (capsule.getPosition().y < -20) {
        capsule.setPosition(START); // it has fallen off the world
        capsule.setVelocity(Vector3.Zero());
      }
      player.position.copyFrom(capsule.getPosition()).y -= HEIGHT / 2;

      // at a wall, physics is slower than wanted; by root motion, it is as fast as the clips of this value
      controller.set("speed", this.rootMotion ? wantedSpeed : this.speed);
      controller.set("grounded", secondsInAir < LEEWAY);
    },
  };
}

/** How far a clip travels, in meters per second. */
function speedOf(motion: RootMotionOfClip): number {
  const { duration } = motion.animationGroup;
  return GetMotionBetween(motion, 0, duration, new Matrix()).getTranslation().length() / duration;
}
