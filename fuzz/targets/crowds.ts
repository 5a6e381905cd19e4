/** Random sequences of calls on a crowd, in and out of observers, with frames between them. */
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Ray } from "@babylonjs/core/Culling/ray.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import fc from "fast-check";
import type { ClipCrowd } from "../../src/crowd.js";
import { CreateClipCrowd } from "../../src/crowd.js";
import { GetClip } from "../../src/index.js";
import { createScene } from "../../test/helpers/scene.js";
import { loadWalker } from "../../test/helpers/walkers.js";
import { countsOf, expect, expectNoMore, expectPrototypesUntouched, expectArgumentError } from "../invariants.js";
import { collectLogged } from "../logged.js";
import type { Target } from "../target.js";

interface Call {
  readonly operation: keyof typeof OPERATIONS;
  readonly moment: "now" | "onRepeatObservable" | "onReverseObservable" | "onFinishObservable";
  readonly index: number;
  readonly x: number;
  readonly y: number;
  readonly flag: boolean;
  readonly frames: number;
}

type Operation = (crowd: ClipCrowd, given: Call) => unknown;

const CLIPS = ["walk", "run"];
const clipOf = ({ flag }: Call): string => CLIPS[flag ? 1 : 0]!;

/** What places may be made of, so that they are finite. */
const within = (value: number): number => (Math.abs(value) < 1e3 ? value : 0);

const OPERATIONS = {
  add: (crowd) => crowd.add(Matrix.Translation(1, 0, 0)),
  addMany: (crowd, { index }) => crowd.addMany(index),
  remove: (crowd, { index }) => crowd.remove(index),
  play: (crowd, given) => crowd.play(given.index, clipOf(given), { speed: given.x, offset: given.y }),
  "play with repetitions": (crowd, given) => crowd.play(given.index, clipOf(given), { repetitions: given.x, reverse: given.y > 0 }),
  fade: (crowd, given) => crowd.play(given.index, clipOf(given), { fade: given.x }),
  playMany: (crowd, given) => crowd.playMany([0, 1, given.index], clipOf(given), { speed: given.x }),
  pause: (crowd, { index }) => crowd.pause(index),
  resume: (crowd, { index }) => crowd.resume(index),
  seek: (crowd, { index, x }) => crowd.seek(index, x),
  setSpeed: (crowd, { index, x }) => crowd.setSpeed(index, x),
  setWeights: (crowd, { index, x, y, flag }) => crowd.setWeights(index, CLIPS, flag ? [x, y] : null),
  exact: (crowd, { flag }) => (crowd.exact = flag),
  setMatrix: (crowd, { index }) => crowd.setMatrix(index, Matrix.Scaling(2, 2, 2)),
  setVisible: (crowd, { index, flag }) => crowd.setVisible(index, flag),
  setColor: (crowd, { index, flag }) => crowd.setColor(index, flag ? { r: 1, g: 0, b: 0, a: 1 } : null),
  getNodeMatrixToRef: (crowd, { index, flag }) => crowd.getNodeMatrixToRef(index, flag ? "hips" : "nothing", new Matrix()),
  pickWithRay: (crowd) => crowd.pickWithRay(new Ray(new Vector3(0, 1, -5), new Vector3(0, 0, 1))),
  promote: (crowd, { index }) => crowd.promote(index),
  demote: (crowd, { index }) => crowd.promote(index).demote(),
  "move the root": ({ root }, { x, y }) => root.position.set(within(x), within(y), 0),
  "turn the root": ({ root }, { x }) => (root.rotation.y = within(x)),
  "scale the root": ({ root }, { x, y, flag }) => root.scaling.set(within(x), flag ? within(x) : within(y), within(x)),
  "give the root a parent": ({ root }, { flag }) => (root.parent = flag ? vehicle : null),
  "move the parent": (_, { x }) => (vehicle.position.z = within(x)),
  "give a promoted character another parent": (crowd, { index, flag }) => (crowd.promote(index).root.parent = flag ? vehicle : null),
  "dispose the root": ({ root }, { index, flag }) => index === 4 && flag && root.dispose(), // seldom: it ends the crowd
} as const satisfies Readonly<Record<string, Operation>>;

const numbers = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(-1, 0, 0.1, 0.25, 0.5, 1, 2) },
  { weight: 1, arbitrary: fc.constantFrom(NaN, Infinity, -Infinity, 1e-300, 1e300, -1e9) },
);

const calls: fc.Arbitrary<Call> = fc.record(
  {
    operation: fc.constantFrom(...(Object.keys(OPERATIONS) as (keyof typeof OPERATIONS)[])),
    moment: fc.constantFrom("now", "now", "now", "onRepeatObservable", "onReverseObservable", "onFinishObservable"),
    index: fc.nat(4),
    x: numbers,
    y: numbers,
    flag: fc.boolean(),
    frames: fc.constantFrom(0, 1, 1, 3, 40),
  },
  { noNullPrototype: true },
);

const scene = createScene();
const vehicle = new TransformNode("vehicle", scene);
const walker = loadWalker(scene).then((container) => {
  GetClip(container, "walk")!.play().stop(); // from the first clip on, the package observes the end of a scene
  return container;
});

/** Without the observers of Babylon's meshes that wait until they are ready. */
function count(): ReadonlyMap<string, number> {
  return new Map([...countsOf(scene)].filter(([name]) => name !== "onBeforeRenderObservable"));
}

/** The characters that there are. */
function indicesOf(crowd: ClipCrowd): readonly number[] {
  return Array.from({ length: crowd.capacity }, (_, i) => i).filter((i) => {
    try {
      return crowd.at(i).index === i;
    } catch {
      return false;
    }
  });
}

function describe(crowd: ClipCrowd): string {
  const characters = indicesOf(crowd).map((i) => [i, crowd.at(i).time, crowd.isPlaying(i), crowd.clipIndices[i]]);
  return JSON.stringify([crowd.count, characters]);
}

function expectSound(crowd: ClipCrowd): void {
  const indices = indicesOf(crowd);
  expect(indices.length === crowd.count, () => `must have ${crowd.count} characters (got ${indices.join()})`);
  for (const index of indices) {
    const { timestamp } = crowd.at(index).time;
    expect(timestamp >= 0 && Number.isFinite(timestamp), () => `the timestamp of ${index} must be finite and >= 0 (got ${timestamp})`);
  }
  expect(crowd.matrices.every(Number.isFinite), () => "world matrices must be finite");
}

/** What is shown after a frame. */
function expectShown(crowd: ClipCrowd): void {
  for (const index of indicesOf(crowd)) {
    const matrix = crowd.getNodeMatrixToRef(index, "hips", new Matrix()).asArray();
    expect(matrix.every(Number.isFinite), () => `the hips of ${index} must be somewhere (got ${Array.from(matrix).join(" ")})`);
  }
}

/** Makes a call. If its arguments are refused, nothing changes. */
function make(crowd: ClipCrowd, call: Call): void {
  const before = describe(crowd);
  try {
    OPERATIONS[call.operation](crowd, call);
  } catch (error) {
    expectArgumentError(error);
    expect(
      describe(crowd) === before,
      () => `${call.operation} was refused (${String(error)}), but changed ${before} to ${describe(crowd)}`,
    );
  }
}

function perform(crowd: ClipCrowd, call: Call, errors: unknown[]): void {
  if (call.moment === "now") {
    make(crowd, call);
  } else {
    crowd[call.moment].addOnce(() => {
      try {
        make(crowd, call);
      } catch (error) {
        errors.push(error);
      }
    });
  }
  for (let frame = 0; frame < call.frames; frame++) {
    scene.render();
    expectShown(crowd);
  }
  expectSound(crowd);
  if (errors.length > 0) {
    throw errors[0];
  }
}

async function performAll(script: readonly Call[]): Promise<void> {
  const container = await walker;
  const before = count();
  const crowd = CreateClipCrowd(container, { capacity: 1, posesPerSecond: 10, maxLivePoses: 2 });
  try {
    crowd.addMany(2);
    const errors: unknown[] = [];
    script.forEach((call) => perform(crowd, call, errors));
  } finally {
    crowd.dispose();
  }
  await new Promise((resolve) => setTimeout(resolve, 0));
  scene.render();
  expectNoMore(before, count());
}

export const CROWDS_TARGET: Target<readonly Call[]> = {
  name: "crowds",
  share: 2,
  cases: fc.array(calls, { maxLength: 15, size: "max" }),
  run: async (script) => {
    const { errors } = await collectLogged(() => performAll(script));
    expect(errors.length === 0, () => `must log no error: ${errors[0]}`);
    expectPrototypesUntouched();
  },
  describe: (script) => ({ text: script.map((call) => fc.stringify(call)).join("\n") }),
};
