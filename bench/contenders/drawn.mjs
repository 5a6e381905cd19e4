/**
 * Characters in whole scenes: with meshes, skins, a camera that sees all of them, and a light. Nothing reaches a graphics card.
 *
 * @typedef {{ glb: Uint8Array, count: number, atRest?: boolean }} DrawnOptions characters at rest play nothing
 * @typedef {object} Drawn
 * @property {() => void} instantiate creates the characters; they play the file's first animation, each at its own phase
 * @property {() => void} step the animation step, with the matrices of joints and the culling if both are part of it
 * @property {() => void} render a whole frame of 16 ms
 * @property {() => number[]} read where each character is in its animation
 * @property {() => void} dispose
 *
 * @typedef {(options: DrawnOptions) => Promise<Drawn>} CreateDrawn
 */
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { HemisphericLight } from "@babylonjs/core/Lights/hemisphericLight.js";
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { InstancedMesh2 } from "@three.ez/instanced-mesh";
import { AnimationMixer, HemisphereLight, Matrix4, PerspectiveCamera, Scene, WebGLRenderer } from "three";
import { clone } from "three/examples/jsm/utils/SkeletonUtils.js";
import { createScene, disposeScene, loadContainer, own, secondsOf, step } from "./babylon.mjs";
import { phaseOf } from "./contender.mjs";
import { createCanvas } from "./nullWebGl.mjs";
import { DELTA_SECONDS, loadModel } from "./three.mjs";

/**
 * @typedef {import("@babylonjs/core/Animations/animationGroup.js").AnimationGroup} AnimationGroup
 * @typedef {import("../../src/crowd.js").ClipCrowd} ClipCrowd
 * @typedef {import("../../src/crowd.js").ClipCrowdOptions} ClipCrowdOptions
 */

const BUILT = new URL("../../dist/esm/crowd.js", import.meta.url).href;
/** The package's crowds as published. */
const crowds = /** @type {typeof import("../../src/crowd.js")} */ (await import(BUILT));

/** Distance between characters. */
const SPACE = 5;
/** Longer than any measurement. */
const ENDLESS_FADE = 1e6;

/** The place of a character in a square. @param {number} index @param {number} count @returns {[number, number]} */
function placeOf(index, count) {
  const side = Math.ceil(Math.sqrt(count));
  return [((index % side) - side / 2) * SPACE, (Math.floor(index / side) - side / 2) * SPACE];
}

/** How far the camera is away to see all characters. @param {number} count */
function distanceTo(count) {
  return SPACE * (Math.sqrt(count) + 10);
}

/** @param {number} count */
function createStage(count) {
  const scene = createScene();
  const distance = distanceTo(count);
  const camera = new FreeCamera("camera", new Vector3(0, distance, -distance), scene);
  camera.setTarget(Vector3.Zero());
  camera.maxZ = 4 * distance;
  new HemisphericLight("light", Vector3.Up(), scene);
  step(scene); // the scene's time begins with its first step
  return scene;
}

/**
 * @typedef {object} CrowdStage
 * @property {number} [fading] the share of the characters that are in a fade in every frame
 * @property {boolean} [isScript] whether poses are computed in JavaScript
 * @property {number} [events] how many events the first clip has, for a listener
 * @property {boolean} [isMoving] whether root motion moves the characters
 */

/** @param {ClipCrowdOptions} [options] @param {CrowdStage} [stage] @returns {CreateDrawn} */
export function createClipCrowd(options = {}, { fading = 0, isScript = false, events = 0, isMoving = false } = {}) {
  return async ({ glb, count }) => {
    const scene = createStage(count);
    const container = await loadContainer(scene, glb);
    /** @type {ClipCrowd} */
    let crowd;
    return {
      instantiate() {
        const rootMotion = isMoving ? container.animationGroups.slice(0, 1).map(motionOf) : [];
        const create = () => crowds.CreateClipCrowd(container, { ...options, rootMotion, capacity: count });
        crowd = isScript ? withoutWebAssembly(create) : create();
        const [first, second] = /** @type {[AnimationGroup, AnimationGroup]} */ (crowd.clips.map(({ group }) => group));
        listen(crowd, first, events);
        for (const index of crowd.addMany(count)) {
          const [x, z] = placeOf(index, count);
          crowd.setMatrix(index, Matrix.Translation(x, 0, z));
          crowd.play(index, first, { offset: phaseOf(index) * secondsOf(first, first.to), rootMotion: isMoving });
        }
        for (let index = 0; index < fading * count; index++) {
          crowd.play(index, second, { fade: ENDLESS_FADE });
        }
      },
      step() {
        step(scene);
        scene.onBeforeRenderTargetsRenderObservable.notifyObservers(scene); // where crowds cull and write the rows of their characters
      },
      render: () => scene.render(),
      read: () => [...crowd.timestamps],
      dispose: () => disposeScene(scene),
    };
  };
}

/** As where a Content-Security-Policy does not allow it. @template T @param {() => T} create @returns {T} */
function withoutWebAssembly(create) {
  const { Instance } = WebAssembly;
  try {
    WebAssembly.Instance = /** @type {never} */ (
      function () {
        throw new Error("not allowed");
      }
    );
    return create();
  } finally {
    WebAssembly.Instance = Instance;
  }
}

/** A motion of one unit a second, which the poses of the file do not have. @param {AnimationGroup} group */
function motionOf(group) {
  const root = /** @type {import("@babylonjs/core/Meshes/transformNode.js").TransformNode} */ (group.targetedAnimations[0]?.target);
  return {
    ...{ sourceAnimationGroup: group, animationGroup: group, characterNode: root, upAxis: Vector3.Up(), extractsRotation: false },
    ...{ fromFrame: group.from, toFrame: group.to, duration: secondsOf(group, group.to - group.from), getRotationAtFrame: () => 0 },
    getOffsetAtFrame: (/** @type {number} */ frame, /** @type {Vector3} */ result) => result.set(0, 0, secondsOf(group, frame)),
  };
}

/**
 * Adds events to a clip of a crowd, evenly spread, and listens.
 * @param {ClipCrowd} crowd @param {AnimationGroup} group @param {number} count
 */
function listen(crowd, group, count) {
  const clip = own.CreateClip("events", group);
  for (let i = 0; i < count; i++) {
    clip.addEvent({ time: (secondsOf(group, group.to) * (i + 0.5)) / count, name: `event ${i % 2}` });
  }
  clip.dispose();
  if (count > 0) {
    crowd.onEventObservable.add(() => undefined);
  }
}

/**
 * Measures how long a crowd takes to be baked.
 * @param {Uint8Array} glb
 */
export async function createBaking(glb) {
  const scene = createStage(1);
  const container = await loadContainer(scene, glb);
  return { run: () => crowds.CreateClipCrowd(container).dispose(), dispose: () => disposeScene(scene) };
}

/** Ordinary instances with our clips. @type {CreateDrawn} */
export const createClipInstances = (options) =>
  createInstances(options, (group) => own.CreateClip(group.name, group, { start: 0, end: secondsOf(group, group.to) }));

/** Ordinary instances with compiled groups. @type {CreateDrawn} */
export const createCompiledInstances = (options) => createInstances(options, (group) => group, { groups: true });

/** Ordinary instances with compiled groups, whose skeletons follow. @type {CreateDrawn} */
export const createFollowingInstances = (options) => createInstances(options, (group) => group, { groups: true, skeletons: true });

/** Ordinary instances with Babylon's own AnimationGroups, whose skeletons follow. @type {CreateDrawn} */
export const createFollowingGroupInstances = (options) => createInstances(options, (group) => group, { skeletons: true });

/** Ordinary instances with Babylon's own AnimationGroups. @type {CreateDrawn} */
export const createGroupInstances = (options) => createInstances(options, (group) => group);

/**
 * @param {DrawnOptions} options
 * @param {(group: AnimationGroup) => AnimationGroup} toPlayed maps a group of the file to the group to play
 * @param {{ groups?: boolean, skeletons?: boolean }} [parts] whether the groups of the file are compiled, and its skeletons follow
 * @returns {Promise<Drawn>}
 */
async function createInstances({ glb, count, atRest = false }, toPlayed, parts) {
  const scene = createStage(count);
  const container = await loadContainer(scene, glb, parts);
  container.animationGroups = container.animationGroups.slice(0, 1).map(toPlayed); // instances copy only the animation they play
  /** @type {AnimationGroup[]} */
  const groups = [];
  return {
    instantiate() {
      for (let i = 0; i < count; i++) {
        const { rootNodes, animationGroups } = container.instantiateModelsToScene((name) => name);
        const [x, z] = placeOf(i, count);
        rootNodes.forEach((root) =>
          /** @type {import("@babylonjs/core/Meshes/transformNode.js").TransformNode} */ (root).position.set(x, 0, z),
        );
        for (const group of atRest ? [] : animationGroups) {
          group.start(true);
          group.goToFrame(group.to * phaseOf(i));
          groups.push(group);
        }
      }
    },
    step: () => step(scene),
    render: () => scene.render(),
    read: () => groups.map((group) => group.getCurrentFrame()),
    dispose: () => disposeScene(scene),
  };
}

/** @param {number} count */
function createThreeStage(count) {
  const scene = new Scene();
  scene.add(new HemisphereLight());
  const distance = distanceTo(count);
  const camera = new PerspectiveCamera(45, 1, 1, 4 * distance);
  camera.position.set(0, distance, distance);
  camera.lookAt(0, 0, 0);
  const renderer = new WebGLRenderer({ canvas: createCanvas() });
  return { scene, camera, renderer };
}

/** three.js: clones, each with a mixer. @type {CreateDrawn} */
export async function createMixers({ glb, count, atRest = false }) {
  const { scene, camera, renderer } = createThreeStage(count);
  const model = await loadModel(glb);
  /** @type {any[]} */
  const actions = [];
  const update = () => {
    for (const action of actions) {
      action.getMixer().update(DELTA_SECONDS);
    }
  };
  return {
    instantiate() {
      for (let i = 0; i < count; i++) {
        const root = clone(model.scene);
        const [x, z] = placeOf(i, count);
        root.position.set(x, 0, z);
        scene.add(root);
        if (!atRest) {
          const action = new AnimationMixer(root).clipAction(model.animations[0]).play();
          action.time = action.getClip().duration * phaseOf(i);
          actions.push(action);
        }
      }
    },
    step: update,
    render() {
      update();
      renderer.render(scene, camera);
    },
    read: () => actions.map(({ time }) => time),
    dispose: () => renderer.dispose(),
  };
}

/**
 * three.js with @three.ez/instanced-mesh: one mixer poses all characters in turn; their joints' matrices go into a texture, which meshes of
 * equal skins share.
 * @type {CreateDrawn}
 */
export async function createSkinnedInstances({ glb, count }) {
  const { scene, camera, renderer } = createThreeStage(count);
  const model = await loadModel(glb);
  const mixer = new AnimationMixer(model.scene);
  const action = mixer.clipAction(model.animations[0]).play();
  const { duration } = action.getClip();
  const times = Array.from({ length: count }, (_, i) => phaseOf(i) * duration);
  /** @type {any[]} */
  const skinned = [];
  const update = () => {
    for (let i = 0; i < count; i++) {
      const time = ((times[i] ?? 0) + DELTA_SECONDS) % duration;
      times[i] = time;
      mixer.setTime(time);
      model.scene.updateMatrixWorld();
      skinned.forEach((mesh) => mesh.setBonesAt(i, false));
    }
  };
  return {
    instantiate() {
      model.scene.updateMatrixWorld();
      model.scene.traverse((/** @type {any} */ mesh) => {
        if (mesh.isSkinnedMesh) {
          scene.add(createInstancedMesh(mesh, count, renderer, skinned));
        }
      });
    },
    step: update,
    render() {
      update();
      renderer.render(scene, camera);
    },
    read: () => [...times],
    dispose: () => renderer.dispose(),
  };
}

/** @param {any} mesh @param {number} count @param {any} renderer @param {any[]} skinned meshes of different skins, which this may become one of */
function createInstancedMesh({ geometry, material, skeleton }, count, renderer, skinned) {
  const instanced = /** @type {any} */ (new InstancedMesh2(geometry, material, { capacity: count, renderer }));
  const matrix = new Matrix4();
  instanced.addInstances(count, () => {});
  for (let i = 0; i < count; i++) {
    const [x, z] = placeOf(i, count);
    instanced.setMatrixAt(i, matrix.makeTranslation(x, 0, z));
  }
  instanced.initSkeleton(skeleton, false);
  const twin = skinned.find((other) => isEqualSkin(other.skeleton, skeleton));
  if (twin) {
    instanced.boneTexture = twin.boneTexture;
  } else {
    skinned.push(instanced);
  }
  return instanced;
}

/** @param {any} a @param {any} b */
function isEqualSkin(a, b) {
  return (
    a.bones.length === b.bones.length &&
    a.bones.every((/** @type {any} */ bone, /** @type {number} */ i) => bone === b.bones[i] && a.boneInverses[i].equals(b.boneInverses[i]))
  );
}
