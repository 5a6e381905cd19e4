/** The moves of the hero of a game: the jump in its parts, for physics that lifts the hero, and an attack for the upper body. */
import { curve, idle, MOVES, smooth, standing, wave } from "./moves.mjs";
import { multiply, rotation } from "./vectors.mjs";

/**
 * @typedef {import("./moves.mjs").Move} Move
 * @typedef {import("./moves.mjs").Posture} Posture
 */

/**
 * What the parts of the jump have in common: both arms and feet alike.
 * @param {object} amounts
 * @param {number} amounts.hips meters, from standing straight
 * @param {number} amounts.bow degrees forwards
 * @param {number} amounts.tuck how high the feet are, in meters
 * @param {number} amounts.pitch of the feet, in degrees
 * @param {{ out: number, forward: number, bend: number }} amounts.arm
 * @param {number} amounts.lift of the cape, in degrees
 * @param {number} [amounts.apart] how far the left foot is ahead of the right one, in meters
 * @returns {Posture}
 */
function leap({ hips, bow, tuck, pitch, arm, lift, apart = 0 }) {
  const { left, right } = standing(pitch, tuck);
  return {
    at: [0, hips, 0],
    turn: rotation(0.45 * bow),
    joints: {
      spine: rotation(0.5 * bow),
      chest: rotation(0.4 * bow),
      neck: rotation(-0.4 * bow),
      head: rotation(-0.55 * bow),
      cape: rotation(3 + lift),
      "cape middle": rotation(2 + 0.5 * lift),
      "cape hem": rotation(2 + 0.45 * lift),
    },
    arms: { left: arm, right: arm },
    feet: { left: { ...left, z: apart / 2 }, right: { ...right, z: -apart / 2 } },
  };
}

/** Pushes off, and draws up the feet. @param {number} seconds @param {number} time @returns {Posture} */
function jump(seconds, time) {
  const at = (/** @type {(readonly [number, number])[]} */ ...points) => curve(points, time / seconds);
  return leap({
    hips: at([0, -0.06], [0.3, 0.022], [1, 0.01]),
    bow: at([0, 12], [0.3, -6], [1, -6]),
    tuck: at([0, 0], [0.2, 0.01], [1, 0.085]),
    pitch: at([0, 10], [0.25, 42], [1, 30]),
    arm: { out: at([0, 26], [0.4, 24], [1, 38]), forward: at([0, -20], [0.5, 130], [1, 110]), bend: at([0, 30], [0.4, 18], [1, 24]) },
    lift: at([0, 4], [0.3, 2], [1, 24]),
    apart: 0.1 * smooth((1.4 * time) / seconds),
  });
}

/** @param {number} seconds @param {number} time @returns {Posture} */
function fall(seconds, time) {
  const flap = (/** @type {number} */ lag) => wave((2 * time) / seconds - lag);
  return leap({
    hips: 0.01 + 0.004 * wave(time / seconds),
    bow: -4 + 2 * wave(time / seconds),
    tuck: 0.075 + 0.012 * wave(time / seconds - 0.2),
    pitch: 28 + 4 * flap(0),
    arm: { out: 58 + 7 * flap(0.2), forward: 64 + 9 * wave(time / seconds), bend: 26 + 6 * flap(0.5) },
    lift: 52 + 6 * flap(0.1),
    apart: 0.1 + 0.02 * wave(time / seconds),
  });
}

/** @param {number} seconds @param {number} time @returns {Posture} */
function land(seconds, time) {
  const at = (/** @type {(readonly [number, number])[]} */ ...points) => curve(points, time / seconds);
  return leap({
    hips: at([0, 0.005], [0.3, -0.125], [1, -0.012]),
    bow: at([0, 2], [0.35, 24], [1, 1]),
    tuck: 0,
    pitch: at([0, 16], [0.15, 0], [1, 0]),
    arm: { out: at([0, 54], [0.4, 34], [1, 16]), forward: at([0, 50], [0.35, 12], [1, 2]), bend: at([0, 30], [0.4, 34], [1, 22]) },
    lift: at([0, 52], [0.4, 40], [0.85, 4], [1, 0]),
    apart: 0.1 * (1 - smooth((4 * time) / seconds)),
  });
}

/** Draws back the right arm and strikes from above, across the body. @param {number} seconds @param {number} time @returns {Posture} */
function attack(seconds, time) {
  const at = (/** @type {(readonly [number, number])[]} */ ...points) => curve(points, time / seconds);
  const rest = idle(seconds, 0);
  const twist = at([0, 0], [0.3, -34], [0.52, 38], [0.65, 38], [1, 0]); // to the left, seen from above
  const bow = at([0, 0], [0.3, -8], [0.52, 16], [0.65, 16], [1, 0]);
  const still = (/** @type {string} */ joint) => rest.joints[joint] ?? rotation();
  return {
    ...rest,
    joints: {
      ...rest.joints,
      spine: multiply(rotation(0.5 * bow, 0.5 * twist, 0), still("spine")),
      chest: multiply(rotation(0.5 * bow, 0.5 * twist, 0), still("chest")),
      head: rotation(-0.6 * bow, -0.8 * twist, 0),
      cape: rotation(3 + at([0, 0], [0.3, 0], [0.55, 22], [1, 0])),
      "cape middle": rotation(2 + at([0, 0], [0.35, 0], [0.62, 16], [1, 0])),
      "cape hem": rotation(2 + at([0, 0], [0.4, 0], [0.68, 18], [1, 0])),
    },
    arms: {
      left: { out: at([0, 16], [0.3, 30], [0.55, 26], [1, 16]), forward: at([0, 2], [0.3, 40], [0.55, -30], [1, 2]), bend: 40 },
      right: {
        out: at([0, 16], [0.3, 46], [0.52, 4], [0.65, 0], [1, 16]),
        forward: at([0, 2], [0.3, 168], [0.52, 34], [0.65, 22], [1, 2]),
        bend: at([0, 22], [0.3, 62], [0.48, 8], [0.65, 10], [1, 22]),
      },
    },
    eyes: 1,
  };
}

/** @type {readonly Move[]} */
export const GAME_MOVES = [
  ...MOVES.filter(({ name }) => ["idle", "walk", "run"].includes(name)),
  { name: "jump", seconds: 0.4, frames: 20, once: true, postureAt: (time) => jump(0.4, time) },
  { name: "fall", seconds: 0.8, frames: 24, postureAt: (time) => fall(0.8, time) },
  { name: "land", seconds: 0.5, frames: 25, once: true, postureAt: (time) => land(0.5, time) },
  { name: "attack", seconds: 0.6, frames: 36, once: true, postureAt: (time) => attack(0.6, time) },
];
