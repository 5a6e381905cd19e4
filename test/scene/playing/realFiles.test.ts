import { afterEach, describe } from "@jest/globals";
import "../../../src/index.js";
import { GetClips } from "../../../src/pure.js";
import { eachAsset, readAsset } from "../../helpers/assets.js";
import { evaluateAnimations, type Asset, type Json } from "../../helpers/gltfPose.js";
import { largestDistance } from "../../helpers/loadedPose.js";
import { createScene, disposeScenes, FRAME, importAsset, KEYS, render, withClips, type ClipJson } from "../../helpers/scene.js";

const TOLERANCE = 1e-5;
const FRAMES = 140;

afterEach(disposeScenes);

/** The sample code of the drafts, bounds held at the last repetition. Small steps only: one crossing a step. */
function* timestamps({ start = 0, end = Infinity, offset = 0, speed = 1, repetitions = -1, reverse = false }: ClipJson): Generator<number> {
  let timestamp = start + offset;
  let left = repetitions;
  for (let velocity = speed; ;) {
    yield timestamp;
    if (left === 0) {
      continue;
    }
    timestamp += velocity * FRAME;
    const crossed = timestamp > end + 1e-9 ? end : timestamp < start - 1e-9 ? start : null;
    if (crossed !== null) {
      left -= left > 0 ? 1 : 0;
      if (left === 0) {
        timestamp = crossed;
      } else if (reverse) {
        timestamp = 2 * crossed - timestamp;
        velocity = -velocity;
      } else {
        timestamp += crossed === end ? start - end : end - start;
      }
    }
  }
}

/** Clips of every kind over a file's animations: within the keys, wider than them, backwards, ping-pong, several animations. */
function clipsOver(asset: Asset): ClipJson[] {
  const count = asset.json["animations"].length as number;
  const all = Array.from({ length: count }, (_, i) => i);
  return [
    ...all.slice(0, 3).map((i) => ({ animations: [i], name: `as it is ${i}` })),
    { animations: [0], name: "loop", start: 0.2, end: 0.9, speed: 1.3 },
    { animations: [0], name: "wider than its keys", end: 1000, offset: 0, speed: 40 },
    { animations: [count - 1], name: "ping-pong", start: 0.1, end: 0.7, offset: 0.3, reverse: true, repetitions: 4 },
    { animations: [count - 1], name: "backwards", start: 0.05, end: 1.2, offset: 1.15, speed: -0.7 },
    { animations: all, name: "all at once, backwards and forth", end: 2, offset: 2, speed: -0.9, reverse: true },
  ];
}

const FILES = [
  "skin-Fox.glb",
  "skin-CesiumMan.glb",
  "skin-raylib-robot-14anims.glb",
  "skin-RiggedSimple.glb",
  "skin-SimpleSkin.glb",
  "skin-RecursiveSkeletons.glb",
  "trs-InterpolationTest.glb",
  "trs-BoxAnimated.glb",
  "trs-AnimatedCube.glb",
  "trs-blender-03_all_animations.glb",
  "trs-blender-07_nla.glb",
  "morph-MorphStressTest.glb",
  "morph-AnimatedMorphCube.glb",
  "morph-AnimatedMorphCube-quantized.glb",
  "morph-SimpleMorph.glb",
  "skin-babylon-Elf-3dsmax-4groups.glb",
  "trs-AnimatedTriangle.glb",
  "trs-babylon-animation_position-only.glb",
  "odd-camera_animated-t2..10.glb",
  "odd-blender-23-sparse-weights.glb",
  "assetgen/Animation_NodeMisc_00.glb",
  "assetgen/Animation_NodeMisc_01.glb",
  "assetgen/Animation_Node_05.glb",
  "assetgen/Animation_SamplerType_01-BYTEnorm.glb",
];

describe("the pose is that of the accessors at the clip's timestamp", () => {
  const rows = FILES.flatMap((file) => [false, true].flatMap((rightHanded) => KEYS.map((keys) => ({ file, rightHanded, keys }))));
  eachAsset(rows)("$file, right-handed $rightHanded, keys $keys", async ({ file, rightHanded, keys }) => {
    const asset = readAsset(file);
    const clips = clipsOver(asset);
    const scene = createScene({ rightHanded });
    let loaded: Json = {};
    const result = await importAsset(withClips(asset, clips), scene, { keys, onParsed: (json) => (loaded = json) });
    for (const [i, clip] of GetClips(result).entries()) {
      const expected = timestamps(clips[i]!);
      clip.play();
      for (let frame = 0; frame < FRAMES; frame++) {
        render(scene, 1);
        const timestamp = expected.next().value as number;
        const values = evaluateAnimations(asset, clips[i]!.animations, timestamp, keys === "onDemand"); // Babylon's keys are as they are rounded
        const { distance: apart, at } = largestDistance(loaded, values);
        // `expect` takes longer than the frame
        if (!(Math.abs(clip.timestamp - timestamp) < 1e-6 && apart >= 0 && apart < TOLERANCE)) {
          throw new Error(`${clip.name} at ${timestamp} s, not ${clip.timestamp} s, is off by ${apart}: ${at}`);
        }
      }
      clip.stop();
    }
  });
});
