/** Names of morph targets of faces, as data. */

/** The blend shapes of ARKit (`ARFaceAnchor.BlendShapeLocation`). In files, also with capitals, `_L` and `_R`, blanks, or numbers before them. */
const ARKIT = [
  ...["browDownLeft", "browDownRight", "browInnerUp", "browOuterUpLeft", "browOuterUpRight"],
  ...["cheekPuff", "cheekSquintLeft", "cheekSquintRight"],
  ...["eyeBlinkLeft", "eyeBlinkRight", "eyeLookDownLeft", "eyeLookDownRight", "eyeLookInLeft", "eyeLookInRight"],
  ...["eyeLookOutLeft", "eyeLookOutRight", "eyeLookUpLeft", "eyeLookUpRight"],
  ...["eyeSquintLeft", "eyeSquintRight", "eyeWideLeft", "eyeWideRight"],
  ...["jawForward", "jawLeft", "jawOpen", "jawRight"],
  ...["mouthClose", "mouthDimpleLeft", "mouthDimpleRight", "mouthFrownLeft", "mouthFrownRight", "mouthFunnel", "mouthLeft"],
  ...["mouthLowerDownLeft", "mouthLowerDownRight", "mouthPressLeft", "mouthPressRight", "mouthPucker", "mouthRight"],
  ...["mouthRollLower", "mouthRollUpper", "mouthShrugLower", "mouthShrugUpper", "mouthSmileLeft", "mouthSmileRight"],
  ...["mouthStretchLeft", "mouthStretchRight", "mouthUpperUpLeft", "mouthUpperUpRight"],
  ...["noseSneerLeft", "noseSneerRight", "tongueOut"],
] as const;

/** Names of the same shape: in VRM 1, VRM 0, VRoid's meshes, Oculus' visemes and Ready Player Me's, as far as each has it. */
const SAME_SHAPES: readonly (readonly [shape: string, ...names: string[]])[] = [
  ["aa", "a", "viseme_aa", "v_aa", "Fcl_MTH_A"],
  ["ih", "i", "viseme_ih", "viseme_I", "v_ih", "Fcl_MTH_I"],
  ["ou", "u", "viseme_ou", "viseme_U", "v_ou", "Fcl_MTH_U"],
  ["ee", "e", "viseme_E", "v_e", "Fcl_MTH_E"],
  ["oh", "o", "viseme_oh", "viseme_O", "v_oh", "Fcl_MTH_O"],
  ["sil", "viseme_sil", "v_sil"],
  ["PP", "viseme_PP", "v_pp"],
  ["FF", "viseme_FF", "v_ff"],
  ["TH", "viseme_TH", "v_th"],
  ["DD", "viseme_DD", "v_dd"],
  ["kk", "viseme_kk", "v_kk"],
  ["CH", "viseme_CH", "v_ch"],
  ["SS", "viseme_SS", "v_ss"],
  ["nn", "viseme_nn", "v_nn"],
  ["RR", "viseme_RR", "v_rr"],
  ["neutral", "Fcl_ALL_Neutral"],
  ["happy", "joy", "Fcl_ALL_Joy"],
  ["angry", "Fcl_ALL_Angry"],
  ["sad", "sorrow", "Fcl_ALL_Sorrow"],
  ["relaxed", "fun", "Fcl_ALL_Fun"],
  ["surprised", "Fcl_ALL_Surprised"],
  ["blink", "eyesClosed", "Fcl_EYE_Close"],
  ["eyeBlinkLeft", "blinkLeft", "Fcl_EYE_Close_L"],
  ["eyeBlinkRight", "blinkRight", "Fcl_EYE_Close_R"],
  ["lookUp", "eyesLookUp"],
  ["lookDown", "eyesLookDown"],
  ["lookLeft"],
  ["lookRight"],
];

/** Shapes of the whole face, and the two parts that show the same together. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  blink: ["eyeBlinkLeft", "eyeBlinkRight"],
  lookUp: ["eyeLookUpLeft", "eyeLookUpRight"],
  lookDown: ["eyeLookDownLeft", "eyeLookDownRight"],
  lookLeft: ["eyeLookOutLeft", "eyeLookInRight"],
  lookRight: ["eyeLookInLeft", "eyeLookOutRight"],
  mouthSmile: ["mouthSmileLeft", "mouthSmileRight"],
  browInnerUp: ["browInnerUpLeft", "browInnerUpRight"],
  cheekPuff: ["cheekPuffLeft", "cheekPuffRight"],
};

/** What is left of a name without separators and capitals, with a short word of side. */
function keyOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replace(/(?<=.)(l)eft$|(?<=.)(r)ight$/, "$1$2");
}

const shapes = new Map<string, string>();
/** The shapes with names so long that they are found behind a prefix, such as `A14_` or `ai_`. */
const longShapes = new Map<string, string>();

/** Fills the maps when a name is first looked up. */
function fill(): void {
  const addLong = (shape: string): void => void longShapes.set(keyOf(shape), shape);
  [...ARKIT, "mouthSmile", ...PARTS["browInnerUp"]!, ...PARTS["cheekPuff"]!].forEach(addLong);
  longShapes.forEach((shape, key) => shapes.set(key, shape));
  SAME_SHAPES.forEach(([shape, ...names]) => [shape, ...names].forEach((name) => shapes.set(keyOf(name), shape)));
}

/**
 * The shape of a face that a morph target's name means in a known vocabulary, by its first name in the tables.
 * @param name without the prefix of its mesh
 * @returns null for other names
 * @example faceShapeOf("A14_Eye_Blink_Left") // "eyeBlinkLeft"
 */
export function faceShapeOf(name: string): string | null {
  if (shapes.size === 0) {
    fill();
  }
  const known = shapes.get(keyOf(name));
  if (known !== undefined) {
    return known;
  }
  for (let rest = name, at = rest.indexOf("_"); at >= 0; at = rest.indexOf("_")) {
    rest = rest.slice(at + 1);
    const shape = longShapes.get(keyOf(rest));
    if (shape !== undefined) {
      return shape;
    }
  }
  return null;
}

/** The shapes that show together what a shape of the whole face shows; empty for others. */
export function partsOfShape(shape: string): readonly string[] {
  return PARTS[shape] ?? [];
}
