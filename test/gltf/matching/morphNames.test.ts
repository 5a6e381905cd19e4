import { describe, expect, it } from "@jest/globals";
import { faceShapeOf } from "../../../src/gltf/matching/faceNames.js";
import { matchMorphs } from "../../../src/gltf/matching/morphNames.js";

const ROWS: readonly { comment: string; from: readonly string[]; to: readonly string[]; found: readonly (string | null)[] }[] = [
  { comment: "other order, fewer and more", from: ["a b", "smile", "x"], to: ["y", "smile", "a b"], found: [null, "smile", "a b"] },
  {
    comment: "the mesh before a dot",
    from: ["blendShape1.smile", "blendShape1.ah"],
    to: ["ah", "smile"],
    found: ["blendShape1.ah", "blendShape1.smile"],
  },
  { comment: "other meshes before dots", from: ["a.b.smile"], to: ["Head|smile"], found: ["a.b.smile"] },
  { comment: "sides after dots", from: ["smile.L", "smile.R"], to: ["smile.R", "m.smile.L"], found: ["smile.R", "smile.L"] },
  { comment: "separators and capitals", from: ["Brow Up_L"], to: ["browUp.L"], found: ["Brow Up_L"] },
  { comment: "the same name before other spellings", from: ["Smile", "smile"], to: ["smile"], found: ["smile"] },
  { comment: "no spelling of several", from: ["Smile", "SMILE"], to: ["smile"], found: [null] },
  { comment: "no name of several", from: ["smile"], to: ["smile", "smile"], found: [null, null] },
  { comment: "equal lists as they are, also equal names", from: ["a", "a"], to: ["a", "a"], found: ["a", "a"] },
  {
    comment: "ARKit with sides in letters",
    from: ["eyeBlinkLeft", "mouthLeft"],
    to: ["eyeBlink_L", "mouth_l"],
    found: ["eyeBlinkLeft", "mouthLeft"],
  },
  {
    comment: "ARKit of Character Creator",
    from: ["eyeBlinkLeft", "jawOpen"],
    to: ["A25_Jaw_Open", "A14_Eye_Blink_Left"],
    found: ["jawOpen", "eyeBlinkLeft"],
  },
  { comment: "ARKit of Bitmoji", from: ["browDownLeft"], to: ["face_shapes.ai_browDown_L"], found: ["browDownLeft"] },
  {
    comment: "visemes of Oculus and Ready Player Me",
    from: ["viseme_ih", "viseme_PP"],
    to: ["viseme_PP", "viseme_I"],
    found: ["viseme_PP", "viseme_ih"],
  },
  { comment: "VRM 1 and VRoid", from: ["aa", "happy"], to: ["Fcl_ALL_Joy", "Fcl_MTH_A", "Fcl_MTH_I"], found: ["happy", "aa", null] },
  { comment: "VRM 0 and VRM 1", from: ["A", "blink_l", "sorrow"], to: ["blinkLeft", "sad", "aa"], found: ["blink_l", "sorrow", "A"] },
  { comment: "both eyes", from: ["blink"], to: ["eyeBlinkRight", "jawOpen", "eyeBlinkLeft"], found: ["blink", null, "blink"] },
  {
    comment: "both eyes, if the face has no such shape",
    from: ["blink"],
    to: ["Fcl_EYE_Close_L", "Fcl_EYE_Close", "Fcl_EYE_Close_R"],
    found: [null, "blink", null],
  },
  {
    comment: "both eyes, if no eye has its own",
    from: ["blink", "eyeBlinkLeft"],
    to: ["eyeBlinkLeft", "eyeBlinkRight"],
    found: ["eyeBlinkLeft", null],
  },
  { comment: "not the mouth for the jaw", from: ["jawOpen"], to: ["mouthOpen"], found: [null] },
  { comment: "no names", from: ["", "_"], to: ["", "."], found: [null, null] },
];

describe("morph targets by names", () => {
  it.each(ROWS)("finds $comment", ({ from, to, found }) => {
    expect(Array.from(matchMorphs(from, to), (source) => from[source] ?? null)).toEqual(found);
  });

  it("knows ARKit's 52 shapes in each spelling", () => {
    // in the order of Apple's list
    const names =
      "eyeBlinkLeft eyeLookDownLeft eyeLookInLeft eyeLookOutLeft eyeLookUpLeft eyeSquintLeft eyeWideLeft eyeBlinkRight eyeLookDownRight eyeLookInRight eyeLookOutRight eyeLookUpRight eyeSquintRight eyeWideRight jawForward jawLeft jawRight jawOpen mouthClose mouthFunnel mouthPucker mouthLeft mouthRight mouthSmileLeft mouthSmileRight mouthFrownLeft mouthFrownRight mouthDimpleLeft mouthDimpleRight mouthStretchLeft mouthStretchRight mouthRollLower mouthRollUpper mouthShrugLower mouthShrugUpper mouthPressLeft mouthPressRight mouthLowerDownLeft mouthLowerDownRight mouthUpperUpLeft mouthUpperUpRight browDownLeft browDownRight browInnerUp browOuterUpLeft browOuterUpRight cheekPuff cheekSquintLeft cheekSquintRight noseSneerLeft noseSneerRight tongueOut".split(
        " ",
      );
    expect(new Set(names).size).toBe(52);
    const capital = (name: string): string => name[0]!.toUpperCase() + name.slice(1);
    const short = (name: string): string => name.replace(/Left$/, "_L").replace(/Right$/, "_R");
    const words = (name: string): string => capital(name).replace(/(?<=[a-z])(?=[A-Z])/g, "_");
    for (const spell of [
      capital,
      short,
      words,
      (name: string) => words(short(name)),
      (name: string) => `A09_${words(name)}`,
      (name: string) => name.toLowerCase(),
    ]) {
      const others = names.map(spell).reverse();
      expect(names.map((name) => faceShapeOf(spell(name)))).toEqual(names);
      expect(Array.from(matchMorphs(names, others), (source, i) => [spell(names[source]!), others[i]]).every(([a, b]) => a === b)).toBe(
        true,
      );
    }
  });
});
