import type { CenterBone, Finger, LimbBone, Side } from "./bones.js";

type Named = CenterBone | LimbBone;

/** The words by which files of a kind name their bones. */
interface Convention {
  /** Where the words were seen. */
  readonly source: string;
  /** Whether the words also name other things, so that any other word counts more. */
  readonly isWeak?: true;
  /** Words in lower case, without side and number, separated by blanks. */
  readonly words: Readonly<Partial<Record<Named, string>>>;
}

/**
 * The names of bones as data. A word that several conventions give to different bones is first tried as that of the earlier row.
 * To add a convention, add a row.
 */
export const CONVENTIONS: readonly Convention[] = [
  {
    source: "Mixamo, Ready Player Me, Decentraland, MotionBuilder, Meshy, CMU and Rokoko: exported characters and BVH files",
    words: {
      hips: "hips",
      spine: "spine lowerback",
      neck: "neck",
      head: "head",
      shoulder: "shoulder",
      upperArm: "arm",
      lowerArm: "forearm",
      hand: "hand",
      upperLeg: "upleg",
      lowerLeg: "leg",
      foot: "foot",
      toes: "toebase toe toes",
    },
  },
  {
    source:
      "VRM 1 specification (humanoid.md), Unity's HumanBodyBones, Godot's SkeletonProfileHumanoid, VRoid Studio, KayKit: exported characters",
    words: {
      hips: "hips",
      spine: "spine chest upperchest",
      shoulder: "shoulder",
      upperArm: "upperarm",
      lowerArm: "lowerarm",
      hand: "hand wrist",
      upperLeg: "upperleg",
      lowerLeg: "lowerleg",
      toes: "toes",
    },
  },
  {
    source: "Unreal's mannequins; 3ds Max's Biped and Valve's characters; Character Creator (CC_Base): exported characters",
    words: {
      hips: "pelvis",
      spine: "spine waist",
      neck: "neck necktwist",
      shoulder: "clavicle clav",
      upperArm: "upperarm",
      lowerArm: "lowerarm forearm",
      upperLeg: "thigh",
      lowerLeg: "calf",
      toes: "ball toe toebase",
    },
  },
  {
    source: "Rigify and Auto-Rig Pro (Blender): DEF, ORG and metarig bones, *_stretch",
    words: {
      upperArm: "upperarm armstretch",
      lowerArm: "forearm forearmstretch",
      upperLeg: "thigh thighstretch",
      lowerLeg: "shin legstretch",
    },
  },
  {
    source: "Daz Genesis: abdomenLower, chestUpper, lCollar, lShldrBend, lForearmBend, lThighBend, lShin",
    words: {
      spine: "abdomen abdomenlower abdomenupper chestlower chestupper",
      neck: "necklower",
      shoulder: "collar collarbone",
      upperArm: "shldr shldrbend",
      lowerArm: "forearmbend",
      upperLeg: "thighbend",
    },
  },
  {
    source: "MakeHuman's default skeleton, Quaternius, Kenney, Godot's demos: exported characters",
    words: {
      spine: "torso tummy belly stomach waist",
      head: "skull",
      hand: "wrist fist",
      upperArm: "armupper uparm",
      lowerArm: "armlower loarm",
      upperLeg: "legupper",
      lowerLeg: "leglower loleg",
    },
  },
  {
    source: "Meta's avatars, Bitmoji, and other characters with words in reverse (ArmUpper, HandWrist, FootAnkle)",
    words: {
      spine: "spinelower spinemiddle spineupper bodyupper",
      upperArm: "armupper",
      lowerArm: "armlower",
      hand: "handwrist",
      upperLeg: "legupper",
      lowerLeg: "leglower",
      foot: "footankle",
      toes: "football",
    },
  },
  {
    source: "Names of joints: Cats (Unity), SMPL (L_Hip, L_Knee, L_Ankle, L_Foot), OpenPose, Maya",
    words: {
      hips: "hip",
      spine: "back ribcage ribs thorax",
      shoulder: "scapula",
      upperArm: "shoulder bicep",
      lowerArm: "elbow",
      upperLeg: "hip leg",
      lowerLeg: "knee",
      foot: "ankle",
      toes: "foot",
    },
  },
  {
    source: "MikuMikuDance (PMX): the standard bones in Japanese",
    words: {
      hips: "下半身",
      spine: "上半身",
      neck: "首",
      head: "頭",
      shoulder: "肩",
      upperArm: "腕",
      lowerArm: "ひじ 肘",
      hand: "手首",
      upperLeg: "足",
      lowerLeg: "ひざ 膝",
      foot: "足首",
      toes: "つま先",
    },
  },
  {
    source: "German, Spanish, French and Italian words of anatomy, from dictionaries",
    words: {
      hips: "huefte hufte becken cadera bassin bacino",
      spine: "wirbel columna colonne colonna",
      neck: "hals cuello cou collo",
      head: "kopf cabeza tete testa",
      shoulder: "schulter hombro epaule spalla",
      upperArm: "oberarm brazo bras braccio",
      lowerArm: "unterarm antebrazo avantbras avambraccio",
      hand: "mano main",
      upperLeg: "oberschenkel muslo cuisse coscia",
      lowerLeg: "unterschenkel pierna jambe mollet gamba",
      foot: "fuss pie pied piede",
      toes: "zehen",
    },
  },
  {
    source: "Roots that are the hips where no other word is: exported characters, MikuMikuDance",
    isWeak: true,
    words: { hips: "root bodylower 腰 センター cog", spine: "body" },
  },
];

/** Words of sides that are never anything else. */
export const SIDE_WORDS: Readonly<Record<string, Side>> = {
  left: "left",
  l: "left",
  lf: "left",
  lft: "left",
  左: "left",
  right: "right",
  r: "right",
  rgt: "right",
  右: "right",
};

/** Rarer words of sides, left and right: a pair counts only in a file that uses it for at least three bones. */
export const SIDE_PAIRS: readonly (readonly [left: string, right: string])[] = [
  ["lt", "rt"],
  ["le", "ri"],
  ["li", "re"],
  ["lf", "rt"],
  ["links", "rechts"],
  ["linke", "rechte"],
  ["linker", "rechter"],
  ["linkes", "rechtes"],
  ["gauche", "droite"],
  ["gauche", "droit"],
  ["g", "d"],
  ["izq", "der"],
  ["izquierda", "derecha"],
  ["izquierdo", "derecho"],
  ["esq", "dir"],
  ["esquerda", "direita"],
  ["sx", "dx"],
  ["sinistra", "destra"],
  ["sinistro", "destro"],
];

/** Words of prefixes and suffixes that say nothing. */
export const PLAIN_WORDS: ReadonlySet<string> = new Set(
  (
    "a armature avatar b base bend bind bip biped bn bone c cc character def deform j jnt joint jt m mixamorig rig rl skel skeleton stretch " +
    "valve x"
  ).split(" "),
);

/** Words of helpers, controls, clothes and things, whose nodes are no bones of the body. */
export const NOISE_WORDS: ReadonlySet<string> = new Set(
  (
    "adj box breast brow brows bust butt cape cloak cloth control ctl ctrl ear end eye eyes fake fk front headfront headtracker helper hair hat " +
    "handslot holster ik item jaw kneepad leaf master mch nub null org orient orientation pad parent part pole prop roll scale sec shield skirt " +
    "slot socket sword tail target tip top tracker tweak twist weapon wing"
  ).split(" "),
);

/** Words of fingers; null for words that do not say which. */
export const FINGER_WORDS: Readonly<Record<string, Finger | null>> = {
  thumb: "thumb",
  index: "index",
  pointer: "index",
  middle: "middle",
  mid: "middle",
  ring: "ring",
  pinky: "little",
  little: "little",
  finger: null,
  fingers: null,
  palm: null,
  metacarpal: null,
  f: null,
};
