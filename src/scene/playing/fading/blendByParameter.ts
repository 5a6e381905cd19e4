import { warnOfUnknownMembers } from "../../host/index.js";
import { type BlendSpaceKind, LinearSpace, PlaneSpace, type SpacePoint } from "../../../gltf/blending/index.js";
import { argumentError, excerpt, type MemberNames, show } from "../../../gltf/util/index.js";
import type { ClipAnimationGroup } from "../groups/clipAnimationGroup.js";
import { expectClip } from "./crossFade.js";
import { isBlended, ParameterBlend } from "./parameterBlend.js";

/** A clip of a blend, and the value of the parameter at which the clip is shown alone. */
export interface BlendPoint {
  readonly clip: ClipAnimationGroup;
  /** Finite; for example the average speed of a walk. */
  readonly at: number;
}

/**
 * Blends clips by one parameter, such as walking and running by speed. At the value of a clip, the clip is shown alone; between two clips,
 * their weights change linearly. All clips stay at the same phase of their cycles, so that feet stay in step; the cycles per second are mixed
 * by the same weights. The clips should be related cycles that begin with the same foot. Clips that are not started are started; a clip that
 * plays gives its phase to the others.
 *
 * The `weight` of the clips, and cross-fades of single clips, multiply with the weights of the blend. A clip without a share reports no events.
 * @param points clips of one scene, at least one, with different values in any order
 * @throws TypeError or RangeError if a point is invalid, or a clip has no length, is disposed, or is in another blend; what `start` throws if a clip
 * cannot be started. No clip has been started then
 * @example
 * const pace = BlendByParameter([{ clip: walk, at: 1.4 }, { clip: run, at: 4 }]);
 * pace.value = 2.7; // both by half
 * @experimental follows draft specifications
 */
export function BlendByParameter(points: readonly BlendPoint[]): ParameterBlend {
  expectPoints("BlendByParameter", points, LINE);
  const sorted = [...points].sort((a, b) => a.at - b.at);
  const space = new LinearSpace(sorted.map(({ at }) => at));
  return new ParameterBlend(
    sorted.map(({ clip }) => clip),
    {
      accept: expectNumber,
      weightsAt: (value, into, isTakingPart) => space.weightsAt(value, 0, into, isTakingPart),
    },
    sorted[0]!.at,
  );
}

/** A clip of a blend by two parameters, and the values of the parameters at which the clip is shown alone. */
export interface BlendPoint2D {
  readonly clip: ClipAnimationGroup;
  /** Finite; for example the average velocity of a walk, to the side and ahead. */
  readonly at: readonly [x: number, y: number];
}

/** The options of {@link BlendByParameters}. */
export interface BlendByParametersOptions {
  /**
   * What lies between two clips. `"cartesian"`: the straight way from one to the other, for parameters of any kind. `"directional"`: for
   * velocities; between clips of the same magnitude, the direction counts, and between clips of the same direction the magnitude. The clip at
   * the origin, if there is one, is that of no motion. Default `"cartesian"`.
   */
  readonly space?: "cartesian" | "directional" | undefined;
}

const OPTION_NAMES: MemberNames<BlendByParametersOptions> = { space: true };

/**
 * Blends clips by two parameters, such as walks by the velocity to the side and ahead, like {@link BlendByParameter} by one. The weights are
 * those of gradient bands: at the value of a clip, the clip is shown alone, and the weights change continuously between the clips. Beyond
 * the clips, those next to the value are shown. All clips stay at the same phase of their cycles, and the cycles per second are mixed by the
 * weights.
 *
 * In a directional space, give a clip at the origin: without one, the direction of motion jumps when the value passes the origin.
 * @param points clips of one scene, at least one, with different values in any order
 * @throws TypeError or RangeError if a point or an option is invalid, or a clip has no length, is disposed, or is in another blend; what `start` throws if a clip
 * cannot be started. No clip has been started then
 * @example
 * const motion = BlendByParameters(
 *   [
 *     { clip: idle, at: [0, 0] },
 *     { clip: walk, at: [0, 1.4] },
 *     { clip: strafeLeft, at: [-1, 0] },
 *     { clip: strafeRight, at: [1, 0] },
 *   ],
 *   { space: "directional" },
 * );
 * motion.value = [0.5, 0.7];
 * @experimental follows draft specifications
 */
export function BlendByParameters(
  points: readonly BlendPoint2D[],
  options: BlendByParametersOptions = {},
): ParameterBlend<readonly [x: number, y: number]> {
  const kind = expectSpace(options);
  expectPoints("BlendByParameters", points, PLANE);
  const space = new PlaneSpace(
    points.map(({ at: [x, y] }) => [x, y]),
    kind,
  );
  return new ParameterBlend<SpacePoint>(
    points.map(({ clip }) => clip),
    {
      accept: (value) => copyPair("value", value),
      weightsAt: (value, into, isTakingPart) => space.weightsAt(value[0], value[1], into, isTakingPart),
    },
    points[0]!.at,
  );
}

const POINT_NAMES: MemberNames<BlendPoint> = { clip: true, at: true };

/** The values of a kind of blend. */
interface Values<Value> {
  /** @throws TypeError or RangeError if the value of a point is invalid */
  expect(argument: string, value: Value): void;
  areEqual(a: Value, b: Value): boolean;
}

const LINE: Values<number> = {
  expect: (argument, value) => {
    if (!Number.isFinite(value)) {
      throw argumentError(argument, "must be a finite number", value, "number");
    }
  },
  areEqual: (a, b) => a === b,
};

const PLANE: Values<SpacePoint> = {
  expect: copyPair,
  areEqual: ([ax, ay], [bx, by]) => ax === bx && ay === by,
};

/** @throws TypeError or RangeError if the points or one of them are invalid */
function expectPoints<Value>(
  caller: string,
  points: readonly { readonly clip: ClipAnimationGroup; readonly at: Value }[],
  values: Values<Value>,
): void {
  const given: unknown = points;
  if (!Array.isArray(given) || given.length === 0) {
    throw new TypeError(`points: must be an array of at least one point (got ${show(points)})`);
  }
  points.forEach((point, i) => {
    const argument = `points/${i}`;
    const others = points.slice(0, i);
    const { clip, at } = point ?? {};
    warnOfUnknownMembers(caller, argument, point, POINT_NAMES);
    expectClip(`${argument}/clip`, clip);
    values.expect(`${argument}/at`, at);
    expectLength(`${argument}/clip`, clip);
    if (others.some((other) => values.areEqual(other.at, at))) {
      throw new RangeError(`${argument}/at: must differ from the values of the other points (got ${show(at)})`);
    }
    expectOtherClip(
      `${argument}/clip`,
      clip,
      others.map((other) => other.clip),
    );
    clip.player.posing.expectStart();
  });
}

/** @throws RangeError if the clip has no length */
function expectLength(argument: string, clip: ClipAnimationGroup): void {
  if (!(clip.duration > 0)) {
    throw new RangeError(`${argument}: must have a length > 0 (got ${clip.duration} for ${excerpt(clip.name)})`);
  }
}

/** @throws RangeError if the clip is one of the others, of another scene than they, or in another blend */
function expectOtherClip(argument: string, clip: ClipAnimationGroup, others: readonly ClipAnimationGroup[]): void {
  if (others.some((other) => other === clip || other.getScene() !== clip.getScene())) {
    throw new RangeError(`${argument}: must be another clip of the same scene (got ${excerpt(clip.name)})`);
  }
  if (isBlended(clip)) {
    throw new RangeError(`${argument}: must not be in another blend (got ${excerpt(clip.name)})`);
  }
}

/** @throws TypeError or RangeError if the option is not the name of a space @returns the space of the options */
function expectSpace(options: BlendByParametersOptions): BlendSpaceKind {
  const { space = "cartesian" } = options;
  warnOfUnknownMembers("BlendByParameters", "options", options, OPTION_NAMES);
  if (space !== "cartesian" && space !== "directional") {
    throw argumentError("options.space", 'must be "cartesian" or "directional"', space, "string");
  }
  return space;
}

/** @throws TypeError unless the value is a number; RangeError for NaN */
function expectNumber(value: number): number {
  if (typeof value !== "number" || Number.isNaN(value)) {
    throw argumentError("value", "must be a number", value, "number");
  }
  return value;
}

/** @throws TypeError unless the pair is an array of two numbers; RangeError if they are not finite @returns a copy that cannot be changed */
function copyPair(argument: string, pair: SpacePoint): SpacePoint {
  const given: unknown = pair;
  if (!Array.isArray(given) || given.length !== 2 || !given.every(Number.isFinite)) {
    throw argumentError(argument, "must be an array of two finite numbers", pair, "object");
  }
  const [x, y] = pair;
  return Object.freeze([x, y] as const);
}
