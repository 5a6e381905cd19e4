/** Rotations that a file states as integers have unit length up to rounding; what is shown has unit length in all ways to show it. */
import { afterEach, describe, expect, it } from "@jest/globals";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { Quaternion } from "@babylonjs/core/Maths/math.vector.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import "../../../src/index.js";
import { GetTrack, LoadClipLibraryAsync, RegisterCompiledGroups, UnregisterCompiledGroups } from "../../../src/pure.js";
import { packGlb } from "../../../scripts/glb.mjs";
import { bake } from "../../helpers/bakedClips.js";
import { exportScene } from "../../helpers/exported.js";
import { addTimes, createAsset, createModel, type Interpolation, pointerTarget } from "../../helpers/gltfAsset.js";
import { readAccessor, type Asset, type Json } from "../../helpers/gltfPose.js";
import { createScene, disposeScenes, importAsset, withClips } from "../../helpers/scene.js";

afterEach(() => {
  UnregisterCompiledGroups();
  disposeScenes();
});

/** Turns about several axes, two of which are equal. */
const TURNS = [
  Quaternion.RotationYawPitchRoll(0.3, 1.1, -0.4),
  Quaternion.RotationYawPitchRoll(1.2, 0.2, 0.9),
  Quaternion.RotationYawPitchRoll(1.2, 0.2, 0.9),
  Quaternion.RotationYawPitchRoll(-0.7, -0.5, 0.1),
];
const TIMES = [0, 1, 2, 3];

const TYPES = { bytes: [Int8Array, 127], shorts: [Int16Array, 32767] } as const;
type TypeName = keyof typeof TYPES;

/** The components of the turns, as integers; with zero tangents for splines. */
function integersOf(type: TypeName, interpolation: Interpolation): Int8Array | Int16Array {
  const [array, max] = TYPES[type];
  const zeros = interpolation === "CUBICSPLINE" ? [0, 0, 0, 0] : [];
  return array.from(TURNS.flatMap((turn) => [...zeros, ...turn.asArray().map((component) => Math.round(max * component)), ...zeros]));
}

/** The rotation of each turn in the file, with unit length (glTF 2.0, 3.6.2.2 and 3.11). */
function expectedTurns(type: TypeName): readonly Quaternion[] {
  const [, max] = TYPES[type];
  return TURNS.map((turn) => Quaternion.FromArray(turn.asArray().map((component) => Math.round(max * component) / max)).normalize());
}

function createTurning(type: TypeName, interpolation: Interpolation, target: Json): Asset {
  return createAsset((add) => ({
    extensionsUsed: ["KHR_animation_pointer"],
    nodes: [{ name: "n0" }],
    animations: [
      {
        name: "turn",
        samplers: [
          { input: addTimes(add, TIMES), output: add("VEC4", integersOf(type, interpolation), { normalized: true }), interpolation },
        ],
        channels: [{ sampler: 0, target }],
      },
    ],
  }));
}

const TARGETS = { core: { node: 0, path: "rotation" }, pointer: pointerTarget("/nodes/0/rotation") } as const;

/** The rotation between two turns at half the time. */
function between(a: Quaternion, b: Quaternion, interpolation: Interpolation): Quaternion {
  return interpolation === "STEP" ? a : Quaternion.Slerp(a, b, 0.5).normalize();
}

function expectTurns(shown: (time: number) => Quaternion, type: TypeName, interpolation: Interpolation): void {
  const turns = expectedTurns(type);
  for (let half = 0; half <= 6; half++) {
    const key = Math.floor(half / 2);
    const expected = half % 2 === 0 ? turns[key]! : between(turns[key]!, turns[key + 1]!, interpolation);
    const rotation = shown(half / 2);
    expect(rotation.length()).toBeCloseTo(1, 6);
    expect(Math.abs(Quaternion.Dot(rotation, expected))).toBeCloseTo(1, 6);
  }
}

function seeker(group: AnimationGroup, node: TransformNode): (time: number) => Quaternion {
  group.start(true);
  group.pause();
  return (time) => {
    group.goToFrame(60 * time);
    node.getScene().render();
    return node.rotationQuaternion!.clone();
  };
}

const CASES = (["bytes", "shorts"] as const).flatMap((type) =>
  (["LINEAR", "STEP", "CUBICSPLINE"] as const).flatMap((interpolation) =>
    (["core", "pointer"] as const).map((target) => ({ type, interpolation, target })),
  ),
);

describe.each(CASES)("$type, $interpolation, $target", ({ type, interpolation, target }) => {
  it.each(["clip", "group"] as const)("a %s turns by unit quaternions, compiled and with Babylon's evaluation", async (player) => {
    if (player === "group") {
      RegisterCompiledGroups();
    }
    const asset = withClips(
      createTurning(type, interpolation, TARGETS[target]),
      player === "clip" ? [{ animations: [0], name: "clip", end: 3 }] : [],
    );
    const { animationGroups, transformNodes } = await importAsset(asset, createScene({ rightHanded: true }));
    const node = transformNodes.find(({ name }) => name === "n0")!;
    const group = animationGroups.at(-1)!;
    expectTurns(seeker(group, node), type, interpolation);
    group.stop();
    group.targetedAnimations[0]!.animation.getKeys(); // clips and groups evaluate keys that were made as they did before
    expectTurns(seeker(group, node), type, interpolation);
    group.stop();
    group.targetedAnimations[0]!.animation.loopMode = 4; // only Babylon evaluates it
    expectTurns(seeker(group, node), type, interpolation);
  });
});

it.each(["bytes", "shorts"] as const)("a library's clips turn by unit quaternions of %s", async (type) => {
  const { json, bin } = createTurning(type, "LINEAR", TARGETS.core);
  const scene = createScene({ rightHanded: true });
  const library = await LoadClipLibraryAsync(packGlb(json, bin), scene);
  const character = await importAsset(createModel(1, []), scene);
  const [clip] = library.addTo(character);
  expectTurns(
    seeker(
      clip!,
      character.transformNodes.find(({ name }) => name === "n0")!,
    ),
    type,
    "LINEAR",
  );
});

it.each(["bytes", "shorts"] as const)("a cut of keys in %s is baked as unit quaternions", (type) => {
  const { asset } = bake(withClips(createTurning(type, "LINEAR", TARGETS.core), [{ animations: [0], start: 0.5, end: 2.5 }]));
  const { output } = asset.json["animations"][0].samplers[0];
  const rotations = readAccessor(asset, output as number);
  const [first, second, third] = expectedTurns(type);
  const baked = [0, 4, 8].map((at) => Quaternion.FromArray(rotations, at));
  [between(first!, second!, "LINEAR"), second!, third!].forEach((expected, i) => {
    expect(baked[i]!.length()).toBeCloseTo(1, 6);
    expect(Math.abs(Quaternion.Dot(baked[i]!, expected))).toBeCloseTo(1, 6);
  });
});

it.each(["bytes", "shorts"] as const)("keys in %s are exported with unit length", async (type) => {
  const scene = createScene({ rightHanded: true });
  await importAsset(createTurning(type, "LINEAR", TARGETS.core), scene);
  const asset = await exportScene(scene);
  const { output } = asset.json["animations"][0].samplers[0];
  const rotations = readAccessor(asset, output as number);
  expectedTurns(type).forEach((turn, i) => expect(Quaternion.FromArray(rotations, 4 * i).equalsWithEpsilon(turn, 1e-6)).toBe(true));
});

it("keys in floats stay as they are, whatever their length", async () => {
  const values = [0, 0, 0, 0.9, 0, 0.6, 0, 0.9].map(Math.fround);
  const model = createModel(1, [[{ node: 0, path: "rotation", times: [0, 1], values }]]);
  const { animationGroups } = await importAsset(model, createScene({ rightHanded: true }));
  expect([...GetTrack(animationGroups[0]!.targetedAnimations[0]!.animation).values]).toEqual(values);
});
