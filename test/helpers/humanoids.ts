/**
 * Humanoids whose truth is known because they are made here: bones with any rolls, proportions, names and poses, and moves that are given as
 * rotations in the world since T, which a body of any other make must show, too.
 */
import { Matrix, Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { HumanBone } from "../../src/tools.js";
import { addTimes, createAsset, type Interpolation } from "./gltfAsset.js";
import { type Asset, evaluateAnimations, type Json } from "./gltfPose.js";
import { createRandom } from "./random.js";

/** Where each bone is in T, relative to its parent: the left side is at +X, and the body faces +Z. */
const CENTER: readonly (readonly [bone: string, parent: string, offset: readonly [number, number, number]])[] = [
  ["spine", "hips", [0, 0.1, 0]],
  ["chest", "spine", [0, 0.12, 0]],
  ["upperChest", "chest", [0, 0.12, 0]],
  ["neck", "upperChest", [0, 0.16, 0]],
  ["head", "neck", [0, 0.1, 0]],
];
const LEFT: typeof CENTER = [
  ["Shoulder", "upperChest", [0.05, 0.12, 0]],
  ["UpperArm", "Shoulder", [0.12, 0, 0]],
  ["LowerArm", "UpperArm", [0.28, 0, 0]],
  ["Hand", "LowerArm", [0.25, 0, 0]],
  ["UpperLeg", "hips", [0.09, -0.05, 0]],
  ["LowerLeg", "UpperLeg", [0, -0.42, 0]],
  ["Foot", "LowerLeg", [0, -0.4, 0]],
  ["Toes", "Foot", [0, -0.075, 0.13]],
];
const FINGERS: typeof CENTER = [
  ["ThumbMetacarpal", "Hand", [0.03, -0.01, 0.03]],
  ["ThumbProximal", "ThumbMetacarpal", [0.03, 0, 0.02]],
  ["ThumbDistal", "ThumbProximal", [0.02, 0, 0.01]],
  ...["Index", "Middle", "Ring", "Little"].flatMap((finger, i): typeof CENTER => [
    [`${finger}Proximal`, "Hand", [0.09, 0, [0.03, 0, -0.02, -0.04][i]!]],
    [`${finger}Intermediate`, `${finger}Proximal`, [0.035, 0, 0]],
    [`${finger}Distal`, `${finger}Intermediate`, [0.025, 0, 0]],
  ]),
];

interface BoneInT {
  readonly bone: HumanBone;
  readonly parent: HumanBone | null;
  readonly offset: Vector3;
}

const BONES: readonly BoneInT[] = [
  { bone: "hips", parent: null, offset: Vector3.Zero() },
  ...CENTER.map(([bone, parent, offset]) => ({ bone, parent, offset: Vector3.FromArray(offset) }) as BoneInT),
  ...(["left", "right"] as const).flatMap((side) =>
    [...LEFT, ...FINGERS].map(([bone, parent, [x, y, z]]) => {
      const isCenter = parent === parent.toLowerCase() || parent === "upperChest";
      return {
        bone: `${side}${bone}`,
        parent: isCenter ? parent : `${side}${parent}`,
        offset: new Vector3(side === "left" ? x : -x, y, z),
      } as BoneInT;
    }),
  ),
];

/** The names of all bones, parents first. */
export const BONE_NAMES: readonly HumanBone[] = BONES.map(({ bone }) => bone);
export const FINGER_BONES: readonly HumanBone[] = BONE_NAMES.filter((bone) => /Thumb|Index|Middle|Ring|Little/.test(bone));
const MIXAMO: Readonly<Record<string, string>> = {
  spine: "Spine",
  chest: "Spine1",
  upperChest: "Spine2",
  UpperArm: "Arm",
  LowerArm: "ForeArm",
  UpperLeg: "UpLeg",
  LowerLeg: "Leg",
  Toes: "ToeBase",
};
/** The name of a bone as Mixamo's files have it. */
export function mixamoName(bone: HumanBone): string {
  const [, side = "", rest = bone] = /^(left|right)(.*)$/.exec(bone) ?? [];
  const [, finger, part] = /^(Thumb|Index|Middle|Ring|Little)(.*)$/.exec(rest) ?? [];
  const numbers: Readonly<Record<string, number>> = { Metacarpal: 1, Intermediate: 2, Distal: 3 };
  const number = numbers[part!] ?? (finger === "Thumb" ? 2 : 1);
  const word = finger ? `Hand${finger === "Little" ? "Pinky" : finger}${number}` : (MIXAMO[rest] ?? capital(rest));
  return `mixamorig:${capital(side)}${word}`;
}
/** The name of a bone as VRM 1 has it. */
export const vrmName = (bone: HumanBone): string => bone;
/** The name of a bone as Unreal's mannequin has it. */
export function unrealName(bone: HumanBone): string {
  const [, side, rest = bone] = /^(left|right)(.*)$/.exec(bone) ?? [];
  const [, finger, part] = /^(Thumb|Index|Middle|Ring|Little)(.*)$/.exec(rest) ?? [];
  const numbers: Readonly<Record<string, string>> = {
    Metacarpal: "01",
    Proximal: finger === "Thumb" ? "02" : "01",
    Intermediate: "02",
    Distal: "03",
  };
  const words: Readonly<Record<string, string>> = {
    hips: "pelvis",
    spine: "spine_01",
    chest: "spine_02",
    upperChest: "spine_03",
    neck: "neck_01",
    head: "head",
    Shoulder: "clavicle",
    UpperLeg: "thigh",
    LowerLeg: "calf",
    Toes: "ball",
  };
  const word = finger ? `${finger === "Little" ? "pinky" : finger.toLowerCase()}_${numbers[part!]}` : (words[rest] ?? rest.toLowerCase());
  return side ? `${word}_${side[0]}` : word;
}
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

export const turn = (x: number, y: number, z: number, degrees: number): Quaternion =>
  Quaternion.RotationAxis(new Vector3(x, y, z).normalize(), (degrees * Math.PI) / 180);

/** Rotations in the world since T, where the body faces +Z; bones that are left out follow their parents. */
export type Pose = Readonly<Partial<Record<HumanBone, Quaternion>>>;

/** The arms of an A-pose. */
export const A_POSE: Pose = Object.fromEntries(
  BONE_NAMES.filter((bone) => /Arm|Hand|Thumb|Index|Middle|Ring|Little/.test(bone)).map((bone) => [
    bone,
    turn(0, 0, bone.startsWith("left") ? -1 : 1, 45),
  ]),
);

export interface Move {
  readonly times: readonly number[];
  /** The pose at each time. */
  readonly poses: readonly Pose[];
  /** The way of the hips from where they stand, at each time, in shares of the leg; where the body faces +Z. */
  readonly ways: readonly Vector3[];
  readonly interpolation?: Interpolation;
}

export interface HumanoidOptions {
  readonly name?: (bone: HumanBone) => string;
  /** The bones that the body lacks; their children hang on the bone above. */
  readonly without?: readonly HumanBone[];
  /** The pose in which the skin is made. Default: T */
  readonly bind?: Pose;
  /** The pose at rest. Default: the pose of the skin */
  readonly rest?: Pose;
  /** Where the body faces, in degrees about +Y since +Z. */
  readonly facing?: number;
  /** The node above the hips. */
  readonly armature?: { readonly rotation?: Quaternion; readonly scale?: number; readonly translation?: Vector3 };
  readonly isSkinned?: boolean;
  /** What the bind matrices of a quantized file have besides. */
  readonly decoding?: Matrix;
  /** The bones whose bind matrix is the identity, as tools write it for joints without vertices. */
  readonly junk?: readonly HumanBone[];
  /** How many nodes that are no bones lie between bones. */
  readonly helpers?: number;
  /** Rolls and proportions. */
  readonly seed?: number;
  /** How much proportions differ, 0..1. */
  readonly variety?: number;
  readonly size?: number;
  readonly moves?: readonly Move[];
  readonly json?: (nodeOf: (bone: HumanBone) => number) => Json;
}

/** A humanoid that was made here. */
export class Humanoid {
  readonly asset: Asset;
  /** The length of thigh and shin. */
  readonly leg: number;
  /** The height of the ankles in T. */
  readonly ankle: number;
  /** Where the hips stand in T, in the space of the file. */
  readonly standing: Vector3;
  readonly nodes = new Map<HumanBone, number>();
  readonly names = new Map<HumanBone, string>();
  private readonly _rolls = new Map<HumanBone, Quaternion>();
  private readonly _facing: Quaternion;
  private readonly _bones: readonly BoneInT[];

  constructor(private readonly _options: HumanoidOptions = {}) {
    const { name = mixamoName, without = [], facing = 0, seed = 1, variety = 0, size = 1 } = _options;
    const random = createRandom(seed);
    const vary = (): number => 1 + variety * (2 * random() - 1);
    this._facing = turn(0, 1, 0, facing);
    const scales = new Map<string, number>();
    const left = new Set<string>(without);
    const parentOf = ({ parent }: BoneInT): HumanBone | null => {
      const above = BONES.find(({ bone }) => bone === parent);
      return above && left.has(above.bone) ? parentOf(above) : parent;
    };
    const offsetFrom = (each: BoneInT, parent: HumanBone | null): Vector3 => {
      const above = BONES.find(({ bone }) => bone === each.parent);
      return each.parent === parent || !above ? each.offset : each.offset.add(offsetFrom(above, parent));
    };
    this._bones = BONES.filter(({ bone }) => !left.has(bone)).map((each) => {
      const key = each.bone.replace(/^(left|right)/, "");
      const factor = scales.get(key) ?? vary();
      scales.set(key, factor);
      const parent = parentOf(each);
      return { bone: each.bone, parent, offset: offsetFrom(each, parent).scale(size * factor) };
    });
    for (const { bone } of this._bones) {
      this.names.set(bone, name(bone));
      const roll = new Quaternion(random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5).normalize();
      this._rolls.set(bone, seed === 0 ? Quaternion.Identity() : roll);
    }
    const length = (bone: HumanBone): number => this._bones.find((each) => each.bone === bone)?.offset.length() ?? 0;
    this.leg = length("leftLowerLeg") + length("leftFoot");
    const legOffset = this._bones.find(({ bone }) => bone === "leftUpperLeg")!.offset.y;
    this.ankle = 0.08 * size;
    this.standing = new Vector3(0, this.ankle + this.leg - legOffset, 0);
    this.asset = this._createAsset(random);
  }

  /** Where a bone is in T, relative to the one above. */
  offset(bone: HumanBone): Vector3 {
    return this._bones.find((each) => each.bone === bone)!.offset;
  }

  /** The rotation of a bone's node in the world, in a pose since T. */
  rotation(bone: HumanBone, pose: Pose): Quaternion {
    return this._facing.multiply(this._sinceT(bone, pose)).multiply(this._rolls.get(bone)!);
  }

  /** The rotation since T of a bone whose node has a rotation in the world. */
  sinceT(bone: HumanBone, world: Quaternion): Quaternion {
    return Quaternion.Inverse(this._facing)
      .multiply(world)
      .multiply(Quaternion.Inverse(this._rolls.get(bone)!));
  }

  /** Where the hips are on a way, in shares of the leg. */
  hips(way: Vector3): Vector3 {
    return this.standing.add(way.scale(this.leg)).applyRotationQuaternion(this._facing);
  }

  /** The way of the hips that are at a place, in shares of the leg. */
  wayOf(place: Vector3): Vector3 {
    return place
      .applyRotationQuaternion(Quaternion.Inverse(this._facing))
      .subtract(this.standing)
      .scale(1 / this.leg);
  }

  /** The rotations since T and the way of the hips at a time, straight from the asset's keys. */
  poseAt(animation: number, time: number): { readonly pose: Pose; readonly way: Vector3 } {
    const worlds = evaluateWorlds(this.asset, animation, time);
    const pose: Partial<Record<HumanBone, Quaternion>> = {};
    for (const [bone, node] of this.nodes) {
      pose[bone] = this.sinceT(bone, worlds[node]!.rotation);
    }
    return { pose, way: this.wayOf(worlds[this.nodes.get("hips")!]!.position) };
  }

  private _sinceT(bone: HumanBone, pose: Pose): Quaternion {
    const { parent } = BONES.find((each) => each.bone === bone)!;
    return pose[bone] ?? (parent ? this._sinceT(parent, pose) : Quaternion.Identity());
  }

  private _places(pose: Pose, hips: Vector3): ReadonlyMap<HumanBone, Vector3> {
    const places = new Map<HumanBone, Vector3>();
    for (const { bone, parent, offset } of this._bones) {
      const turned = parent && offset.applyRotationQuaternion(this._facing.multiply(this._sinceT(parent, pose)));
      places.set(bone, parent ? places.get(parent)!.add(turned!) : hips);
    }
    return places;
  }

  private _createAsset(random: () => number): Asset {
    const { bind = {}, rest = bind, armature = {}, isSkinned = true, decoding, junk = [], helpers = 0, moves = [], json } = this._options;
    const { rotation: above = Quaternion.Identity(), scale = 1, translation = Vector3.Zero() } = armature;
    const nodes: Json[] = [
      { name: "Armature", rotation: above.asArray(), scale: [scale, scale, scale], translation: translation.asArray(), children: [] },
    ];
    const helped = new Map<HumanBone, Quaternion>();
    for (const { bone, parent } of this._bones) {
      let at = parent ? this.nodes.get(parent)! : 0;
      if (parent && helpers > 0 && random() < helpers / this._bones.length) {
        const own = new Quaternion(random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5).normalize();
        helped.set(bone, own);
        const helper = nodes.push({ name: `Aux${nodes.length}`, rotation: own.asArray(), children: [] }) - 1;
        nodes[at]!["children"].push(helper);
        at = helper;
      }
      const node = nodes.push({ name: this.names.get(bone), children: [] }) - 1;
      nodes[at]!["children"].push(node);
      this.nodes.set(bone, node);
    }
    const localOf = (bone: HumanBone, pose: Pose): Quaternion => {
      const { parent } = this._bones.find((each) => each.bone === bone)!;
      const outer = parent ? this.rotation(parent, pose) : above;
      const inner = helped.get(bone) ?? Quaternion.Identity();
      return Quaternion.Inverse(outer.multiply(inner)).multiply(this.rotation(bone, pose));
    };
    const hipsLocal = (place: Vector3): Vector3 =>
      place
        .subtract(translation)
        .applyRotationQuaternion(Quaternion.Inverse(above))
        .scale(1 / scale);
    const atRest = this._places(rest, this.hips(Vector3.Zero()));
    for (const { bone, parent } of this._bones) {
      const node = nodes[this.nodes.get(bone)!]!;
      node["rotation"] = localOf(bone, rest).asArray();
      const inner = parent && this.rotation(parent, rest).multiply(helped.get(bone) ?? Quaternion.Identity());
      const own = parent
        ? atRest
            .get(bone)!
            .subtract(atRest.get(parent)!)
            .applyRotationQuaternion(Quaternion.Inverse(inner!))
            .scale(1 / scale)
        : hipsLocal(atRest.get(bone)!);
      node["translation"] = own.asArray();
    }
    nodes.forEach((node) => node["children"].length === 0 && delete node["children"]);
    const bound = this._places(bind, this.hips(Vector3.Zero()));
    const joints = this._bones.map(({ bone }) => this.nodes.get(bone)!);
    return createAsset((add) => {
      const inverses = this._bones.flatMap(({ bone }) => {
        const matrix = Matrix.Compose(new Vector3(scale, scale, scale), this.rotation(bone, bind), bound.get(bone)!);
        const inverted = Matrix.Invert(matrix);
        if (junk.includes(bone)) {
          return [...Matrix.Identity().asArray()];
        }
        return [...(decoding ? decoding.multiply(inverted) : inverted).asArray()]; // row vectors: the decoding comes first
      });
      const skin = isSkinned && {
        meshes: [{ primitives: [{ attributes: addSkinned(add) }] }],
        skins: [{ joints, inverseBindMatrices: add("MAT4", inverses) }],
      };
      if (isSkinned) {
        nodes.push({ name: "Body", mesh: 0, skin: 0 });
      }
      const animations = moves.map(({ times, poses, ways, interpolation = "LINEAR" }, i) => {
        const input = addTimes(add, times);
        const isSpline = interpolation === "CUBICSPLINE";
        const places = ways.map((way) => hipsLocal(this.hips(way)).asArray());
        const samplers: Json[] = [{ input, interpolation, output: add("VEC3", isSpline ? withTangents(places, times) : places.flat()) }];
        const channels: Json[] = [{ sampler: 0, target: { node: this.nodes.get("hips"), path: "translation" } }];
        for (const { bone } of this._bones) {
          let last = Quaternion.Identity();
          const values = poses.map((pose) => {
            const own = localOf(bone, pose);
            last = Quaternion.Dot(own, last) < 0 ? own.scale(-1) : own;
            return last.asArray();
          });
          channels.push({ sampler: samplers.length, target: { node: this.nodes.get(bone), path: "rotation" } });
          samplers.push({ input, interpolation, output: add("VEC4", isSpline ? withTangents(values, times) : values.flat()) });
        }
        return { name: `move ${i}`, channels, samplers };
      });
      const roots = isSkinned ? [0, nodes.length - 1] : [0];
      return {
        scenes: [{ nodes: roots }],
        nodes,
        ...skin,
        ...(animations.length > 0 && { animations }),
        ...json?.((bone) => this.nodes.get(bone)!),
      };
    });
  }
}

/** The keys of a spline through values: the tangents are parallel to the chord of the neighbors. */
function withTangents(values: readonly (readonly number[])[], times: readonly number[]): readonly number[] {
  return values.flatMap((value, i) => {
    const [a, b] = [Math.max(i - 1, 0), Math.min(i + 1, values.length - 1)];
    const tangent = value.map((_, k) => (values[b]![k]! - values[a]![k]!) / (times[b]! - times[a]!));
    return [...tangent, ...value, ...tangent];
  });
}

function addSkinned(add: Parameters<Parameters<typeof createAsset>[0]>[0]): Json {
  return {
    POSITION: add("VEC3", [0, 0, 0, 1, 0, 0, 0, 1, 0], { min: [0, 0, 0], max: [1, 1, 0] }),
    JOINTS_0: add("VEC4", new Uint8Array(12)),
    WEIGHTS_0: add("VEC4", [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]),
  };
}

/** A move of random rotations of all bones, up to some degrees, about their own parents' motion. */
export function randomMove(seed: number, degrees = 60, keys = 4): Move {
  const random = createRandom(seed);
  const times = Array.from({ length: keys }, (_, i) => i * 0.25);
  const poses = times.map((): Pose => {
    const pose: Partial<Record<HumanBone, Quaternion>> = {};
    for (const { bone, parent } of BONES) {
      const own = turn(random() - 0.5, random() - 0.5, random() - 0.5, degrees * random());
      pose[bone] = parent ? pose[parent]!.multiply(own) : own;
    }
    return pose;
  });
  // too high for feet to stand, and too low for another ground
  const ways = times.map(() => new Vector3(random() - 0.5, 0.2 + 0.2 * random(), random() - 0.5));
  return { times, poses, ways };
}

/** Where the hips and both ankles are at a time, as they are off their places in T; in shares of the leg, where the body faces +Z. */
export interface Stance {
  readonly hips: Vector3;
  readonly left: Vector3;
  readonly right: Vector3;
}

/** A move of a body whose ankles are where they are stated: the angles of thigh and shin are those of a triangle. */
export function steppingMove(body: Humanoid, times: readonly number[], stanceAt: (time: number) => Stance): Move {
  const [thigh, shin] = [body.offset("leftLowerLeg").length(), body.offset("leftFoot").length()];
  const forward = (radians: number): Quaternion => Quaternion.RotationAxis(Vector3.Right(), -radians);
  const corner = (a: number, b: number, opposite: number): number => Math.acos((a * a + b * b - opposite * opposite) / (2 * a * b));
  const stances = times.map(stanceAt);
  const poses = stances.map((stance): Pose => {
    const turns = (["left", "right"] as const).flatMap((side) => {
      const { y, z } = stance[side]
        .subtract(stance.hips)
        .scale(body.leg)
        .add(new Vector3(0, -body.leg, 0));
      const [length, angle] = [Math.hypot(y, z), Math.atan2(z, -y)];
      if (length > thigh + shin || length < Math.abs(thigh - shin)) {
        throw new RangeError(`stance: must be within the reach of the leg (got ${length / body.leg})`);
      }
      return [
        [`${side}UpperLeg`, forward(angle + corner(thigh, length, shin))],
        [`${side}LowerLeg`, forward(angle - corner(shin, length, thigh))],
        [`${side}Foot`, Quaternion.Identity()],
      ] as const;
    });
    return Object.fromEntries(turns);
  });
  return { times, poses, ways: stances.map(({ hips }) => hips) };
}

/** A move as a spline whose tangents are those of the chords. */
export const splined = (move: Move): Move => ({ ...move, interpolation: "CUBICSPLINE" });

interface World {
  readonly position: Vector3;
  readonly rotation: Quaternion;
  readonly scale: number;
}

/** The places of all nodes at a time of an animation, straight from the keys: uniform scales only. */
export function evaluateWorlds(asset: Asset, animation: number | null, time: number): readonly World[] {
  const nodes = structuredClone(asset.json["nodes"]) as Json[];
  if (animation !== null) {
    evaluateAnimations(asset, [animation], time).forEach(({ node, path, value }) => (nodes[node]![path] = value));
  }
  const worlds: World[] = [];
  const visit = (index: number, { position, rotation, scale }: World): void => {
    const { translation = [0, 0, 0], rotation: own = [0, 0, 0, 1], scale: size = [1], children = [] } = nodes[index]!;
    const world = {
      position: Vector3.FromArray(translation as number[])
        .scale(scale)
        .applyRotationQuaternion(rotation)
        .add(position),
      rotation: rotation.multiply(Quaternion.FromArray(own as number[])).normalize(),
      scale: scale * (size as number[])[0]!,
    };
    worlds[index] = world;
    (children as number[]).forEach((child) => visit(child, world));
  };
  const below = new Set(nodes.flatMap(({ children = [] }) => children as number[]));
  const origin = { position: Vector3.Zero(), rotation: Quaternion.Identity(), scale: 1 };
  nodes.forEach((_, i) => !below.has(i) && visit(i, origin));
  return worlds;
}

/** The angle between two rotations, in degrees. */
export function degreesBetween(a: Quaternion, b: Quaternion): number {
  const { x, y, z, w } = Quaternion.Inverse(a).multiply(b);
  return (2 * Math.atan2(Math.hypot(x, y, z), Math.abs(w)) * 180) / Math.PI;
}
