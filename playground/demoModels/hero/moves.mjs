/** The moves of the hero: functions from a time to a pose. Feet are planted on the floor, and the legs reach them. */
import { ANKLE, ARM_ANGLE, BALL, HEEL, jointOf, SHIN, THIGH } from "./skeleton.mjs";
import {
  about,
  add,
  clamp,
  cross,
  inverse,
  length,
  multiply,
  normalize,
  rotate,
  rotation,
  rotationToAxes,
  scale,
  subtract,
} from "./vectors.mjs";

/**
 * @typedef {import("./vectors.mjs").Vector} Vector
 * @typedef {import("./vectors.mjs").Quaternion} Quaternion
 * @typedef {"left" | "right"} Side
 * @typedef {{ x: number, z: number, height?: number, pitch?: number, yaw?: number }} Foot where the foot is on the floor, how high it is lifted, and degrees: pitch lifts the heel, or the toes if negative
 * @typedef {{ out?: number, forward?: number, twist?: number, bend?: number, wrist?: number }} Arm in degrees; `out` and `forward` of hanging down
 * @typedef {{ at: Vector, turn: Quaternion, joints: Record<string, Quaternion>, arms: Record<Side, Arm>, feet: Record<Side, Foot>, eyes?: number }} Posture `at` is where the hips are, from standing straight; `eyes` is how far they are open
 * @typedef {{ name: string, seconds: number, frames: number, speed?: number, once?: true, postureAt: (time: number) => Posture }} Move `speed` is that of the floor in meters per second
 * @typedef {{ hips: Vector, eyes: number, rotations: Record<string, Quaternion> }} Pose
 */

const SIDES = /** @type {const} */ (["left", "right"]);
const signOf = (/** @type {Side} */ side) => (side === "left" ? 1 : -1);
export const wave = (/** @type {number} */ cycles) => Math.sin(2 * Math.PI * cycles);
export const smooth = (/** @type {number} */ t) => clamp(t) ** 2 * (3 - 2 * clamp(t));
const fraction = (/** @type {number} */ value) => value - Math.floor(value);

/**
 * A smooth curve through points, level at its extremes.
 * @param {readonly (readonly [time: number, value: number])[]} points
 * @param {number} time
 */
export function curve(points, time) {
  const next = points.findIndex(([at]) => at > time);
  if (next <= 0) {
    return points.at(next)?.[1] ?? 0;
  }
  const slopeAt = (/** @type {number} */ i) => {
    const [before, here, after] = [points[i - 1], points[i], points[i + 1]];
    const isExtreme = !before || !here || !after || (here[1] - before[1]) * (after[1] - here[1]) <= 0;
    return isExtreme ? 0 : (after[1] - before[1]) / (after[0] - before[0]);
  };
  const [[from, a] = [0, 0], [to, b] = [1, 0]] = [points[next - 1], points[next]];
  const [span, t] = [to - from, (time - from) / (to - from)];
  const [t2, t3] = [t * t, t * t * t];
  return (
    (2 * t3 - 3 * t2 + 1) * a + (t3 - 2 * t2 + t) * span * slopeAt(next - 1) + (3 * t2 - 2 * t3) * b + (t3 - t2) * span * slopeAt(next)
  );
}

// Standing

const STANCE = 0.088;
const TOES_OUT = 9;

/** @returns {Record<Side, Foot>} */
export function standing(pitch = 0, height = 0) {
  return { left: { x: STANCE, z: 0, yaw: TOES_OUT, pitch, height }, right: { x: -STANCE, z: 0, yaw: -TOES_OUT, pitch, height } };
}

/** How open the eyes are that blink at some times. @param {number} time @param {number[]} blinks */
function blinking(time, ...blinks) {
  return 1 - 0.92 * Math.max(...blinks.map((at) => 1 - smooth(Math.abs(time - at) / 0.09)));
}

/** @param {number} time @param {number} seconds @param {number} cycles how often the cape sways */
function calmCape(time, seconds, cycles, lift = 0) {
  const sway = (/** @type {number} */ lag) => wave((cycles * time) / seconds - lag);
  return {
    cape: rotation(3 + lift + 1.2 * sway(0), 0, 0.8 * sway(0.1)),
    "cape middle": rotation(2 + lift / 2 + 2.2 * sway(0.14), 0, 1.2 * sway(0.2)),
    "cape hem": rotation(2 + lift / 2 + 3.5 * sway(0.28), 0, 1.6 * sway(0.3)),
  };
}

/** @param {number} seconds @param {number} time @returns {Posture} */
export function idle(seconds, time) {
  const cycle = time / seconds;
  const breath = wave(2 * cycle - 0.25);
  const shift = wave(cycle);
  return {
    at: [0.012 * shift, -0.012 + 0.004 * breath, 0],
    turn: rotation(0, 2 * shift, 1.2 * shift),
    joints: {
      spine: rotation(1 - 1.5 * breath, -1 * shift, -1.6 * shift),
      chest: rotation(1 - 2 * breath, 0, -0.8 * shift),
      neck: rotation(1 + 1.5 * breath),
      head: rotation(1 + 1.5 * wave(2 * cycle), 14 * wave(cycle + 0.12) * smooth(2 * Math.abs(wave(cycle / 2))), 2.5 * wave(cycle + 0.3)),
      ...calmCape(time, seconds, 2),
    },
    arms: {
      left: { out: 16 + 1.5 * breath, forward: 2 + 2 * wave(cycle), bend: 22 + 2 * breath },
      right: { out: 16 + 1.5 * breath, forward: 2 - 2 * wave(cycle), bend: 22 + 2 * breath },
    },
    feet: standing(),
    eyes: blinking(time, 0.9, 2.5),
  };
}

/** @param {number} seconds @param {number} time @returns {Posture} */
function greet(seconds, time) {
  const rest = idle(seconds, time);
  const raised = smooth(time / 0.4) * smooth((seconds - time) / 0.5);
  const swing = wave((time - 0.4) / 0.42) * raised;
  const between = (/** @type {number} */ from, /** @type {number} */ to) => from + (to - from) * raised;
  return {
    ...rest,
    at: add(rest.at, [0.012 * raised, 0.004 * raised, 0]),
    joints: {
      ...rest.joints,
      spine: multiply(rotation(-2 * raised, 0, -4 * raised), rest.joints["spine"] ?? rotation()),
      chest: multiply(rotation(0, 0, -4 * raised), rest.joints["chest"] ?? rotation()),
      head: rotation(-4 * raised, -3 * raised, 8 * raised + 2 * swing),
    },
    arms: {
      left: { out: between(17, 24), forward: 2, bend: between(22, 34) },
      right: { out: between(16, 106), forward: between(2, 24), twist: 90 * raised, bend: between(22, 40) + 24 * swing, wrist: 14 * swing },
    },
    eyes: blinking(time, 0.3, 2.05),
  };
}

// Walking and running

/**
 * @typedef {object} Gait
 * @property {number} speed meters per second
 * @property {number} planted the part of the cycle in which a foot is on the floor
 * @property {number} landing how fast a foot moves where it touches the floor, as a part of the floor's speed
 * @property {number} lift meters
 * @property {readonly (readonly [cycle: number, pitch: number])[]} pitch of a foot, from when it touches the floor
 * @property {number} height of the hips, from standing straight
 * @property {number} bob meters
 * @property {number} highest when in the cycle the hips are highest
 * @property {number} lean degrees
 * @property {number} twist degrees
 * @property {number} swing of the arms in degrees
 * @property {number} bend of the elbows in degrees
 * @property {readonly [number, number, number]} cape degrees
 */

/** @type {Gait} */
const WALK = {
  speed: 0.62,
  planted: 0.6,
  landing: 1,
  lift: 0.045,
  pitch: [
    ...[
      [-0.12, 4],
      [0, -16],
      [0.12, 0],
      [0.34, 0],
      [0.6, 40],
      [0.68, 48],
      [0.88, 4],
    ].map(([a = 0, b = 0]) => /** @type {const} */ ([a, b])),
    [1, -16],
  ],
  height: -0.022,
  bob: 0.011,
  highest: 0.3,
  lean: 3,
  twist: 9,
  swing: 34,
  bend: 24,
  cape: [13, 7, 6],
};

/** @type {Gait} */
const RUN = {
  speed: 1.75,
  planted: 0.34,
  landing: 0.3,
  lift: 0.11,
  pitch: [
    ...[
      [-0.1, 6],
      [0, -8],
      [0.08, 0],
      [0.16, 0],
      [0.34, 46],
      [0.5, 80],
      [0.72, 30],
    ].map(([a = 0, b = 0]) => /** @type {const} */ ([a, b])),
    [0.9, 6],
    [1, -8],
  ],
  height: -0.03,
  bob: 0.026,
  highest: 0.42,
  lean: 13,
  twist: 13,
  swing: 52,
  bend: 82,
  cape: [36, 9, 9],
};

/** @param {Gait} gait @param {number} seconds of a cycle @param {number} cycle of this foot @returns {Foot} */
function step({ speed, planted, landing, lift, pitch }, seconds, cycle) {
  const at = fraction(cycle);
  const half = (speed * planted * seconds) / 2;
  const foot = { x: 0.062, pitch: curve(pitch, at), yaw: 4 };
  if (at < planted) {
    return { ...foot, z: half * (1 - (2 * at) / planted) };
  }
  const w = (at - planted) / (1 - planted);
  const [w2, w3] = [w * w, w * w * w];
  const slope = -speed * (1 - planted) * seconds; // as fast as the floor where it leaves it
  const z = half * (-(2 * w3 - 3 * w2 + 1) + (3 * w2 - 2 * w3)) + slope * (w3 - 2 * w2 + w + landing * (w3 - w2));
  return { ...foot, z, height: lift * Math.sin(Math.PI * w) ** 2 };
}

/** @param {Gait} gait @param {number} seconds @param {number} time @returns {Posture} */
function stride(gait, seconds, time) {
  const cycle = time / seconds;
  const { height, bob, highest, lean, twist, swing, bend, cape } = gait;
  const forth = Math.cos(2 * Math.PI * (cycle - 0.02)); // 1 if the left foot is ahead
  const sway = Math.cos(2 * Math.PI * (cycle - gait.planted / 2)); // 1 if the left foot bears
  const flap = (/** @type {number} */ lag) => wave(2 * cycle - lag);
  const [left, right] = [step(gait, seconds, cycle), step(gait, seconds, cycle + 0.5)];
  return {
    at: [0.012 * sway, height + bob * Math.cos(4 * Math.PI * (cycle - highest)), 0],
    turn: rotation(lean / 2, -twist * forth, 2.5 * sway),
    joints: {
      spine: rotation(lean / 2, twist * forth, -2.5 * sway),
      chest: rotation(lean / 4 + flap(0.1), 0.8 * twist * forth, -1.5 * sway),
      neck: rotation(-lean / 3, -0.3 * twist * forth, 0),
      head: rotation(-lean * 0.65 - 1.5 * flap(0.35), -0.5 * twist * forth, 1.5 * sway),
      cape: rotation(cape[0] + 2.5 * flap(0.1), 0, 2 * forth),
      "cape middle": rotation(cape[1] + 5 * flap(0.3), 0, 3 * wave(cycle)),
      "cape hem": rotation(cape[2] + 8 * flap(0.5), 0, 4 * wave(cycle - 0.1)),
    },
    arms: {
      left: { out: 13, forward: 3 - swing * forth, bend: bend - 0.4 * swing * forth },
      right: { out: 13, forward: 3 + swing * forth, bend: bend + 0.4 * swing * forth },
    },
    feet: { left, right: { ...right, x: -right.x, yaw: -(right.yaw ?? 0) } },
    eyes: blinking(time, -1),
  };
}

// Turning on the spot

const STEPS = 6;

/** @param {number} seconds @param {number} time @returns {Posture} */
function turnAround(seconds, time) {
  const phase = (2 * STEPS * time) / seconds;
  const stepsOf = (/** @type {number} */ first) => {
    const local = clamp(phase - first, 0, 2 * STEPS);
    const done = Math.floor(local / 2);
    return { turned: (360 / STEPS) * (done + smooth(local - 2 * done)), lifted: Math.sin(Math.PI * clamp(local - 2 * done)) ** 2 };
  };
  const feet = { left: stepsOf(0), right: stepsOf(1) };
  const turned = (feet.left.turned + feet.right.turned) / 2;
  const footOf = (/** @type {Side} */ side) => {
    const [x, , z] = rotate(about([0, 1, 0], feet[side].turned), [signOf(side) * STANCE, 0, 0]);
    return { x, z, yaw: feet[side].turned + signOf(side) * TOES_OUT, height: 0.04 * feet[side].lifted, pitch: 8 * feet[side].lifted };
  };
  const inside = smooth(time / 0.4) * smooth((seconds - time) / 0.4);
  const lean = (feet.right.lifted - feet.left.lifted) * inside;
  const rest = idle(seconds, 0);
  return {
    at: add(rotate(about([0, 1, 0], turned), [0.014 * lean, 0, 0]), [0, -0.02 + 0.006 * wave(phase - 0.25) * inside, 0]),
    turn: multiply(about([0, 1, 0], turned), rotation(0, 0, 1.5 * lean)),
    joints: {
      spine: rotation(2, 4 * inside, -2 * lean),
      chest: rotation(1, 5 * inside, -1 * lean),
      neck: rotation(1, 4 * inside, 0),
      head: rotation(1, 12 * inside, 2 * lean),
      ...calmCape(time, seconds, 6, 9 * inside),
    },
    arms: {
      left: { ...rest.arms.left, out: 16 + 8 * inside, forward: 2 - 8 * lean },
      right: { ...rest.arms.right, out: 16 + 8 * inside, forward: 2 + 8 * lean },
    },
    feet: { left: footOf("left"), right: footOf("right") },
    eyes: blinking(time, 0.25, 1.8),
  };
}

// Jumping

const TAKE_OFF = 0.46;
const FLIGHT = 0.46;
const LANDING = TAKE_OFF + FLIGHT;

/** @param {number} seconds @param {number} time @returns {Posture} */
function jump(seconds, time) {
  const w = clamp((time - TAKE_OFF) / FLIGHT);
  const rise = 0.5 * 9.81 * FLIGHT * FLIGHT * w * (1 - w);
  const tuck = 0.075 * Math.sin(Math.PI * w) ** 2;
  const at = (/** @type {number[][]} */ ...points) =>
    curve(
      points.map(([a = 0, b = 0]) => /** @type {const} */ ([a, b])),
      time,
    );
  const hips = at([0, -0.012], [0.26, -0.125], [0.3, -0.125], [TAKE_OFF, 0.022], [LANDING, 0.012], [1.08, -0.11], [seconds, -0.012]);
  const bow = at([0, 0], [0.26, 24], [TAKE_OFF, -6], [0.7, -8], [LANDING, 6], [1.08, 20], [seconds, 0]);
  const reach = at([0, 2], [0.26, -52], [TAKE_OFF, 130], [0.68, 158], [LANDING, 70], [1.1, 12], [seconds, 2]);
  const out = at([0, 16], [0.26, 26], [TAKE_OFF, 24], [0.68, 30], [LANDING, 46], [1.1, 30], [seconds, 16]);
  const bend = at([0, 20], [0.26, 22], [TAKE_OFF, 22], [0.68, 12], [LANDING, 34], [1.1, 30], [seconds, 20]);
  const pitch = at([0, 0], [0.34, 0], [TAKE_OFF, 42], [0.66, 34], [LANDING, 16], [LANDING + 0.07, 0], [seconds, 0]);
  const lift = at([0, 0], [0.26, 12], [TAKE_OFF, 2], [0.62, 14], [LANDING, 58], [1.06, 34], [1.26, 4], [seconds, 0]);
  const back = at([0, 0], [0.26, -0.035], [TAKE_OFF, 0.012], [LANDING, 0], [1.08, -0.03], [seconds, 0]);
  const arm = { out, forward: reach, bend };
  return {
    at: [0, hips + rise, back],
    turn: rotation(0.45 * bow),
    joints: {
      spine: rotation(0.5 * bow),
      chest: rotation(0.4 * bow),
      neck: rotation(-0.4 * bow),
      head: rotation(-0.55 * bow - 5 * Math.sin(Math.PI * w)),
      cape: rotation(3 + lift),
      "cape middle": rotation(2 + 0.5 * lift),
      "cape hem": rotation(2 + 0.45 * lift),
    },
    arms: { left: arm, right: arm },
    feet: standing(pitch, rise + tuck),
    eyes: blinking(time, 0.2),
  };
}

/** @type {readonly Move[]} */
export const MOVES = [
  { name: "idle", seconds: 3.2, frames: 32, postureAt: (time) => idle(3.2, time) },
  { name: "walk", seconds: 0.9, frames: 27, speed: WALK.speed, postureAt: (time) => stride(WALK, 0.9, time) },
  { name: "run", seconds: 0.6, frames: 36, speed: RUN.speed, postureAt: (time) => stride(RUN, 0.6, time) },
  { name: "turn", seconds: 3, frames: 60, postureAt: (time) => turnAround(3, time) },
  { name: "jump", seconds: 1.4, frames: 56, once: true, postureAt: (time) => jump(1.4, time) },
  { name: "wave", seconds: 2.4, frames: 48, once: true, postureAt: (time) => greet(2.4, time) },
];

// From a posture to the rotations of the joints

/** Where the ankle is: the foot rolls on its heel or its ball. @param {Foot} foot @returns {Vector} */
function ankleOf({ x, z, height = 0, pitch = 0, yaw = 0 }) {
  const toPivot = pitch > 0 ? BALL : -HEEL;
  const rolled = add([0, 0, toPivot], rotate(about([1, 0, 0], pitch), [0, ANKLE, -toPivot]));
  return add([x, height, z], rotate(about([0, 1, 0], yaw), rolled));
}

/**
 * The rotations of a leg that reaches an ankle, with the knee where the foot points.
 * @param {Vector} hip @param {Vector} ankle @param {Vector} forward
 * @returns {{ thigh: Quaternion, shin: Quaternion }} in the world
 */
function reachAnkle(hip, ankle, forward) {
  const way = subtract(ankle, hip);
  const distance = Math.min(length(way), THIGH + SHIN - 1e-4);
  const down = normalize(way);
  const x = normalize(cross(forward, down));
  const y = scale(down, -1);
  const frame = rotationToAxes(x, y, cross(x, y));
  const degrees = (/** @type {number} */ cosine) => (Math.acos(clamp(cosine, -1, 1)) * 180) / Math.PI;
  const atHip = degrees((THIGH ** 2 + distance ** 2 - SHIN ** 2) / (2 * THIGH * distance));
  const atKnee = degrees((THIGH ** 2 + SHIN ** 2 - distance ** 2) / (2 * THIGH * SHIN));
  const thigh = multiply(frame, about([1, 0, 0], -atHip));
  return { thigh, shin: multiply(thigh, about([1, 0, 0], 180 - atKnee)) };
}

/** @param {Side} side @param {Arm} arm @returns {Record<string, Quaternion>} */
function rotationsOfArm(side, { out = 0, forward = 0, twist = 0, bend = 0, wrist = 0 }) {
  const sign = signOf(side);
  const { at, tip } = jointOf(`${side} arm`);
  const along = normalize(subtract(tip, at));
  const elbow = cross(along, [0, 0, 1]);
  const lowered = multiply(about([1, 0, 0], -forward), about([0, 0, 1], sign * (out - ARM_ANGLE)));
  return {
    [`${side} arm`]: multiply(lowered, about(along, -sign * twist)),
    [`${side} forearm`]: about(elbow, bend),
    [`${side} hand`]: about(elbow, wrist + 0.15 * bend),
  };
}

/** @param {Posture} posture @returns {Pose} */
export function poseOf({ at, turn, joints, arms, feet, eyes = 1 }) {
  const hips = add(jointOf("hips").at, at);
  const rotations = { ...joints, hips: turn };
  for (const side of SIDES) {
    const foot = feet[side];
    const hip = add(hips, rotate(turn, subtract(jointOf(`${side} thigh`).at, jointOf("hips").at)));
    const sole = about([0, 1, 0], foot.yaw ?? 0);
    const forward = normalize(add(rotate(sole, [0, 0, 1]), scale(rotate(turn, [0, 0, 1]), 0.6)));
    const { thigh, shin } = reachAnkle(hip, ankleOf(foot), forward);
    Object.assign(rotations, rotationsOfArm(side, arms[side]), {
      [`${side} thigh`]: multiply(inverse(turn), thigh),
      [`${side} shin`]: multiply(inverse(thigh), shin),
      [`${side} foot`]: multiply(inverse(shin), multiply(sole, about([1, 0, 0], foot.pitch ?? 0))),
    });
  }
  return { hips, eyes, rotations };
}

/** How far a leg is from its foot, in meters: 0 if it reaches. @param {Posture} posture */
export function missingReach({ at, turn, feet }) {
  return Math.max(
    ...SIDES.map((side) => {
      const hip = add(add(jointOf("hips").at, at), rotate(turn, subtract(jointOf(`${side} thigh`).at, jointOf("hips").at)));
      return length(subtract(ankleOf(feet[side]), hip)) - (THIGH + SHIN);
    }),
  );
}
