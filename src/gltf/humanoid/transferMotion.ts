import type { Interpolation, Numbers } from "../sampling/index.js";
import { getOrMake } from "../util/index.js";
import type { BodyBone } from "./bodyBones.js";
import { SIDES, sided } from "./bones.js";
import { carrierOf } from "./givers.js";
import type { Motion, NodeTrack } from "./nodeTrack.js";
import type { Grounding, LocalPose, Root, Transfer } from "./transfer.js";
import { lengthOfLeg } from "./referencePose.js";
import { degreesApart, distance, inverse, lengthOf, normalized, ORIGIN, subtract, times, type Turn, type Vector } from "./vectors.js";

/** The keys of a node of the target, in the layout of glTF. */
export interface TransferredTrack {
  readonly node: number;
  readonly path: "translation" | "rotation";
  readonly times: Numbers;
  readonly values: Float32Array;
  readonly interpolation: Interpolation;
}

/** Degrees, and the share of the leg, by which a constant must differ from the rest to get a key. */
const [OTHER_TURN, OTHER_PLACE] = [0.01, 1e-5];
/** The lift, as a share of the leg, that counts. */
const SOME_LIFT = 1e-5;
/** The share of the time between keys over which the slope of a combination of splines is measured. */
const SLOPE = 1e-3;

/**
 * Carries a motion over. A track that depends on one track of the source keeps its times and interpolation; other tracks have the times of all that they depend on.
 */
export function transferMotion(transfer: Transfer, motion: Motion, grounding: Grounding): readonly TransferredTrack[] {
  return new MotionTransfer(transfer, motion, grounding).run();
}

class MotionTransfer {
  private readonly _poses = new Map<string, LocalPose>();
  /** Whether the motion moves the whole body, by a root or both thighs: then it also sets what stays, where that differs from the target's rest. */
  private readonly _isWhole: boolean;

  constructor(
    private readonly _transfer: Transfer,
    private readonly _motion: Motion,
    private readonly _grounding: Grounding,
  ) {
    const thighs = SIDES.map((side) => _transfer.source.bones.get(sided(side, "upperLeg")));
    const turnsThighs = thighs.every((node) => node !== undefined && _motion.track(node, "rotation"));
    this._isWhole = (this._canStand && turnsThighs) || _transfer.roots.some((root) => this._rootTracks(root).length > 0);
  }

  run(): readonly TransferredTrack[] {
    const { nodes, carried, target } = this._transfer;
    return nodes.flatMap((node) => [
      ...(carried.has(node) || target.reference.offsets.has(node) ? this._translationOf(node) : []),
      ...this._rotationOf(node),
    ]);
  }

  private _rotationOf(node: number): readonly TransferredTrack[] {
    const bone = this._transfer.boneOf.get(node);
    const { tracks, direct } = bone === undefined ? NOTHING : this._dependencies(bone);
    const turnAt = (time: number, isBefore: boolean): Turn | undefined => this._poseAt(time, isBefore).turns.get(node);
    if (tracks.length === 0) {
      const turn = this._isWhole ? turnAt(0, false) : undefined;
      const rest = normalized(this._transfer.target.tree.nodes[node]!.rotation);
      return turn && degreesApart(turn, rest) > OTHER_TURN ? [constant(node, "rotation", turn)] : [];
    }
    if (direct) {
      const { track, giver } = direct;
      const right = this._transfer.rightOf(bone!, giver, track.node);
      const first = asTurn(track.part(0, 1));
      const left = times(turnAt(track.times[0]!, false)!, inverse(times(normalized(first), right)));
      return [mapped(node, "rotation", track, (value) => times(left, asTurn(value), right), true)];
    }
    return [combined(node, "rotation", tracks, (time, isBefore) => turnAt(time, isBefore)!)];
  }

  private _translationOf(node: number): readonly TransferredTrack[] {
    const { carried, target, roots } = this._transfer;
    const placeAt = (time: number, isBefore: boolean): Vector => this._poseAt(time, isBefore, this._grounding).places.get(node)!;
    const root = roots.find(({ bone }) => target.bones.get(bone) === node);
    const tracks = root ? this._rootTracks(root) : carried.has(node) ? this._carrierTracks(this._transfer.boneOf.get(node)!) : [];
    const lifting = root && this._isWhole ? this._liftingTracks(tracks) : [];
    if (tracks.length + lifting.length === 0) {
      const isOther = (place: Vector): boolean =>
        distance(place, target.tree.nodes[node]!.translation) > OTHER_PLACE * Math.max(lengthOf(place), OTHER_PLACE);
      const place = this._isWhole ? placeAt(0, false) : null;
      return place && isOther(place) ? [constant(node, "translation", place)] : [];
    }
    const own = root && this._transfer.source.bones.get(root.bone);
    if (root && tracks.length === 1 && tracks[0]!.node === own && tracks[0]!.path === "translation" && lifting.length === 0) {
      const at = (value: Vector): Vector => this._transfer.rootAt(root, value);
      const zero = at(ORIGIN);
      return [
        mapped(
          node,
          "translation",
          tracks[0]!,
          (value, isTangent) => {
            const place = at(asVector(value));
            return isTangent ? subtract(place, zero) : place;
          },
          false,
        ),
      ];
    }
    return [combined(node, "translation", [...new Set([...tracks, ...lifting])], placeAt)];
  }

  /** The tracks that lift the hips to keep feet on the ground; none if nothing lifts them. */
  private _liftingTracks(tracks: readonly NodeTrack[]): readonly NodeTrack[] {
    const { source, target } = this._transfer;
    if (!this._canStand) {
      return [];
    }
    const legs = source.feet.flatMap((foot) => this._tracksAbove(foot));
    const leg = lengthOfLeg(target.legs);
    const moments = timesOf([...tracks, ...legs]);
    const isLifted = moments.some((time) => Math.abs(this._transfer.liftAt(this._motion, time, this._grounding!)) > SOME_LIFT * leg);
    return isLifted ? legs : [];
  }

  private get _canStand(): boolean {
    return this._grounding !== null && this._transfer.target.bones.has("hips");
  }

  /** The tracks of the rotations that a bone depends on, and the one that it follows, if that is the only one. */
  private _dependencies(bone: BodyBone): Dependencies {
    const { givers, source, target, boneOf } = this._transfer;
    const own = givers.get(bone);
    if (!own) {
      return NOTHING;
    }
    const pathOf = (giver: BodyBone): readonly number[] => source.tree.pathUp(source.bones.get(giver)!);
    const pathsOf = ([first, second]: readonly [BodyBone, ...unknown[]]): readonly (readonly number[])[] => [
      pathOf(first),
      ...(typeof second === "string" ? [pathOf(second as BodyBone)] : []),
    ];
    const parent = target.tree
      .pathUp(target.bones.get(bone)!)
      .slice(1)
      .map((node) => boneOf.get(node))
      .find((each) => each !== undefined && givers.has(each));
    const paths = pathsOf(own);
    const above = parent === undefined ? [] : pathsOf(givers.get(parent)!);
    const all = [...paths, ...above];
    const isShared = (node: number): boolean => above.length > 0 && all.every((path) => path.includes(node));
    const nodes = [...new Set(all.flat())].filter((node) => !isShared(node));
    const tracks = nodes.flatMap((node) => this._motion.track(node, "rotation") ?? []);
    const [track] = tracks;
    const isDirect =
      tracks.length === 1 && own.length === 1 && paths[0]!.includes(track!.node) && !above.some((path) => path.includes(track!.node));
    return { tracks, direct: isDirect ? { track: track!, giver: own[0] } : null };
  }

  /** What moves a root: its own translation, and everything above. */
  private _rootTracks({ bone }: Root): readonly NodeTrack[] {
    const [own, ...above] = this._transfer.source.tree.pathUp(this._transfer.source.bones.get(bone)!);
    const track = this._motion.track(own!, "translation");
    const tracks = [...(track ? [track] : []), ...above.flatMap((node) => this._motion.tracksOf(node))];
    return tracks;
  }

  /** What moves a bone that another one carries. */
  private _carrierTracks(bone: BodyBone): readonly NodeTrack[] {
    const { givers, source, roots } = this._transfer;
    const carriers = [carrierOf(bone), "hips" as const].flatMap((each) => givers.get(each)?.[0] ?? []);
    const turning = carriers.flatMap((each) => this._tracksAbove(source.bones.get(each)!));
    return [...new Set([...turning, ...roots.flatMap((root) => this._rootTracks(root))])];
  }

  private _tracksAbove(node: number): readonly NodeTrack[] {
    return this._transfer.source.tree.pathUp(node).flatMap((each) => this._motion.tracksOf(each).filter(({ path }) => path !== "scale"));
  }

  private _poseAt(time: number, isBefore: boolean, grounding: Grounding = null): LocalPose {
    const read = (): LocalPose => this._transfer.poseAt(this._motion, time, isBefore, grounding);
    return getOrMake(this._poses, `${time} ${isBefore} ${grounding}`, read);
  }
}

interface Dependencies {
  readonly tracks: readonly NodeTrack[];
  readonly direct: { readonly track: NodeTrack; readonly giver: BodyBone } | null;
}

const NOTHING: Dependencies = { tracks: [], direct: null };

const asTurn = (value: Numbers): Turn => [value[0]!, value[1]!, value[2]!, value[3]!];
const asVector = (value: Numbers): Vector => [value[0]!, value[1]!, value[2]!];

function constant(node: number, path: TransferredTrack["path"], value: readonly number[]): TransferredTrack {
  return { node, path, times: Float32Array.of(0), values: Float32Array.from(value), interpolation: "LINEAR" };
}

/** A track of the source with other values and tangents. */
function mapped(
  node: number,
  path: TransferredTrack["path"],
  track: NodeTrack,
  map: (value: Numbers, isTangent: boolean) => readonly number[],
  isRotation: boolean,
): TransferredTrack {
  const { times: keys, interpolation } = track;
  const size = isRotation ? 4 : 3;
  const isSpline = interpolation === "CUBICSPLINE";
  const values = new Float32Array(keys.length * size * (isSpline ? 3 : 1));
  for (let key = 0; key < keys.length; key++) {
    if (isSpline) {
      ([0, 1, 2] as const).forEach((part) => values.set(map(track.part(key, part), part !== 1), (3 * key + part) * size));
    } else {
      values.set(map(track.part(key, 1), false), key * size);
    }
  }
  return { node, path, times: keys, values, interpolation };
}

/** The distinct times of several tracks, ascending. */
function timesOf(tracks: readonly NodeTrack[]): readonly number[] {
  return [...new Set(tracks.flatMap(({ times: keys }) => [...keys]))].sort((a, b) => a - b);
}

/** A track with the times of several ones, whose values are computed. Where one of them jumps, it has two keys at one time. */
function combined(
  node: number,
  path: TransferredTrack["path"],
  tracks: readonly NodeTrack[],
  at: (time: number, isBefore: boolean) => readonly number[],
): TransferredTrack {
  const moments = timesOf(tracks);
  const [first, last] = [moments[0]!, moments.at(-1)!];
  const isStep = tracks.every(({ interpolation }) => interpolation === "STEP");
  const isSpline = tracks.some(({ interpolation }) => interpolation === "CUBICSPLINE");
  const jumps = new Set(isStep ? [] : tracks.flatMap((track) => [...track.jumps()]));
  const keys = moments.flatMap((time) =>
    jumps.has(time) && time > first
      ? [
          { time, isBefore: true },
          { time, isBefore: false },
        ]
      : [{ time, isBefore: false }],
  );
  let previous: readonly number[] | null = null;
  const aligned = (value: readonly number[]): readonly number[] => {
    const isOpposite = previous !== null && path === "rotation" && value.reduce((sum, each, i) => sum + each * previous![i]!, 0) < 0;
    return isOpposite ? value.map((each) => -each) : value;
  };
  const values = keys.flatMap(({ time, isBefore }, i) => {
    const value = aligned(at(time, isBefore));
    previous = value;
    if (!isSpline) {
      return value;
    }
    const slope = (step: number, isEarlier: boolean): readonly number[] => {
      const [near, far] = [aligned(at(time + step, isEarlier)), aligned(at(time + 2 * step, isEarlier))];
      return value.map((each, k) => (4 * near[k]! - far[k]! - 3 * each) / (2 * step));
    };
    const [before, after] = [keys[i - 1]?.time ?? first, keys[i + 1]?.time ?? last];
    const none = value.map(() => 0);
    return [
      ...(before < time ? slope((before - time) * SLOPE, true) : none),
      ...value,
      ...(after > time ? slope((after - time) * SLOPE, false) : none),
    ];
  });
  return {
    node,
    path,
    times: Float32Array.from(keys, ({ time }) => time),
    values: Float32Array.from(values),
    interpolation: isStep ? "STEP" : isSpline ? "CUBICSPLINE" : "LINEAR",
  };
}
