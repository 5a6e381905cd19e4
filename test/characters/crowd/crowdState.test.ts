/** Saved states of crowds: restored, all frames are the same to the last bit, poses and places included. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { Color4 } from "@babylonjs/core/Maths/math.color.js";
import { Matrix } from "@babylonjs/core/Maths/math.vector.js";
import { RootMotionClip } from "@babylonjs/core/Animations/rootMotion.js";
import { ControlCrowd, type ControllerDefinition } from "../../../src/controller.js";
import {
  type ClipCrowd,
  CreateClipCrowd,
  type CrowdPlaySettings,
  type CrowdState,
  RestoreCrowdState,
  SaveCrowdState,
} from "../../../src/crowd.js";
import { CreateClip } from "../../../src/index.js";
import { createRandom } from "../../helpers/random.js";
import { collectWarnings, createScene, disposeScenes, loadContainer, render } from "../../helpers/scene.js";
import { createTraveller } from "../../helpers/travellers.js";

afterEach(disposeScenes);

const WALKS = [
  { name: "walk", seconds: 1.25, distance: 2 },
  { name: "turn", seconds: 1, distance: 1.5, turn: 30 },
  { name: "run", seconds: 0.75, distance: 3 },
];
const NAMES = WALKS.map(({ name }) => name);

const DEFINITION: ControllerDefinition = {
  parameters: { pace: 0, turns: "trigger" },
  layers: [
    {
      states: {
        move: {
          blend: "pace",
          clips: [
            { clip: "walk", at: 0 },
            { clip: "run", at: 1 },
          ],
        },
        turn: { clip: "turn", repetitions: 1 },
      },
      transitions: [
        { from: "move", to: "turn", when: { turns: true }, duration: 0.3 },
        { from: "turn", to: "move", after: 1 },
      ],
    },
  ],
};

async function createTravellers(): Promise<ClipCrowd> {
  const container = await loadContainer(createTraveller(WALKS), createScene());
  const clips = container.animationGroups.map((group, i) => CreateClip(group.name, group, { end: WALKS[i]!.seconds }));
  return CreateClipCrowd(container, { clips, rootMotion: clips.map((clip) => new RootMotionClip(clip)), halfFloat: false, exact: true });
}

type Act = (crowd: ClipCrowd) => void;

/** Random calls, which are the same for crowds with the same characters. */
function createActs(random: () => number): readonly Act[][] {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  const act = (): Act => {
    const [kind, chosen] = [Math.floor(random() * 11), random()];
    const [clip, other, amount] = [pick(NAMES), pick(NAMES), random()];
    const settings: CrowdPlaySettings = {
      ...{ offset: random(), speed: pick([1, 1, -0.7, 0.3]), repetitions: pick([-1, -1, 1, 3]), reverse: random() < 0.2 },
      ...{ fade: pick([0, 0.3, 1]), keepStep: random() < 0.3, rootMotion: random() < 0.7 },
    };
    return (crowd) => {
      const alive = Array.from({ length: crowd["_characters"].end }, (_, i) => i).filter((i) => crowd["_characters"].alive[i] === 1);
      const index = alive[Math.floor(chosen * alive.length)];
      if (index === undefined || kind === 0) {
        crowd.add(Matrix.RotationYawPitchRoll(6 * amount, 0, 0).multiply(Matrix.Translation(amount, 0, -0)));
        return;
      }
      const acts: readonly (() => void)[] = [
        () => crowd.remove(index),
        () => crowd.play(index, clip, { ...settings, keepStep: settings.keepStep && crowd.isPlaying(index) }),
        () => crowd.play(index, clip, settings.fade === 0 ? settings : { ...settings, keepStep: false }),
        () => crowd.setWeights(index, [clip, other], [amount, 1 - amount]),
        () => crowd.pause(index),
        () => crowd.resume(index),
        () => crowd.seek(index, amount),
        () => crowd.setVisible(index, amount < 0.5),
        () => crowd.setColor(index, new Color4(amount, 1, 0.5, 1)),
        () => crowd.setMatrix(index, Matrix.Translation(0, amount, 0)),
      ];
      acts[kind - 1]!();
    };
  };
  return Array.from({ length: 40 }, () => Array.from({ length: random() < 0.6 ? 1 : 0 }, act));
}

/** All that a frame shows of a crowd. */
function frameOf(crowd: ClipCrowd): unknown {
  const { alive, clipIndices, columns, end, hidden, kinds, matrices, moves, colors } = crowd["_characters"];
  return Array.from({ length: end }, (_, i) =>
    alive[i] === 0
      ? null
      : {
          ...{ clip: clipIndices[i], hidden: hidden[i], kind: kinds[i], moves: moves[i] },
          // the time of no clip has no effect
          columns: Object.values(columns).flatMap((column: unknown) =>
            ArrayBuffer.isView(column) && clipIndices[i] !== 65_535 ? (column as Float64Array)[i]! : [],
          ),
          matrix: Array.from(matrices.slice(16 * i, 16 * i + 16)),
          color: colors ? Array.from(colors.slice(4 * i, 4 * i + 4)) : [1, 1, 1, 1],
          body: Array.from(crowd.getNodeMatrixToRef(i, "body", new Matrix()).m),
        },
  );
}

describe("a crowd goes on as it was saved", () => {
  it.each(Array.from({ length: 30 }, (_, seed) => seed))("after random calls: %i", async (seed) => {
    const random = createRandom(seed + 1);
    const acts = createActs(random);
    const at = Math.floor(random() * 35) + 1;
    const play = (crowd: ClipCrowd, from: number, to: number): unknown[] =>
      acts.slice(from, to).map((each) => {
        each.forEach((act) => act(crowd));
        render(crowd.scene, 1);
        return frameOf(crowd);
      });
    const unsaved = play(await createTravellers(), 0, 40);
    const crowd = await createTravellers();
    expect(play(crowd, 0, at)).toEqual(unsaved.slice(0, at));
    const saved = JSON.stringify(SaveCrowdState(crowd));
    expect(play(crowd, at, at + 3)).toEqual(unsaved.slice(at, at + 3));
    createActs(random).forEach((each) => each.forEach((act) => act(crowd)));
    RestoreCrowdState(crowd, JSON.parse(saved) as CrowdState);
    expect(frameOf(crowd)).toEqual(unsaved[at - 1]);
    expect(play(crowd, at, 40)).toEqual(unsaved.slice(at));
    const other = await createTravellers();
    other.play(other.add(), "walk");
    render(other.scene, 3);
    RestoreCrowdState(other, JSON.parse(saved) as CrowdState);
    expect(JSON.stringify(SaveCrowdState(other))).toBe(saved);
    expect(frameOf(other)).toEqual(unsaved[at - 1]);
    expect(play(other, at, 40)).toEqual(unsaved.slice(at));
  });

  it("with controllers whose root motion moves the characters", async () => {
    const crowd = await createTravellers();
    const control = (target: ClipCrowd, indices: Int32Array): void => {
      const controllers = ControlCrowd(target, indices, DEFINITION, { rootMotion: true });
      target.scene.onBeforeRenderObservable.add(() => {
        const frame = target.scene.getFrameId();
        controllers.forEach((controller, i) => {
          controller.set("pace", ((frame * (i + 1)) % 7) / 7);
          if (frame % (9 + i) === 0) {
            controller.fire("turns");
          }
        });
      });
    };
    control(crowd, crowd.addMany(5));
    render(crowd.scene, 42); // in fades
    const saved = JSON.stringify(SaveCrowdState(crowd));
    const [first, shown] = [crowd.scene.getFrameId(), frameOf(crowd)];
    const frames = Array.from({ length: 60 }, () => (render(crowd.scene, 1), frameOf(crowd)));
    const other = await createTravellers();
    render(other.scene, first - other.scene.getFrameId());
    RestoreCrowdState(other, JSON.parse(saved) as CrowdState, { control: (indices) => control(other, indices) });
    expect([other.scene.getFrameId(), frameOf(other)]).toEqual([first, shown]);
    expect(Array.from({ length: 60 }, () => (render(other.scene, 1), frameOf(other)))).toEqual(frames);
  });
});

describe("SaveCrowdState and RestoreCrowdState", () => {
  it("leave the order in which indices are used again", async () => {
    const crowd = await createTravellers();
    crowd.addMany(5);
    [3, 1, 4].forEach((index) => crowd.remove(index));
    const saved = SaveCrowdState(crowd);
    crowd.addMany(7);
    RestoreCrowdState(crowd, saved);
    expect(crowd.count).toBe(2);
    expect([crowd.add(), crowd.add(), crowd.add(), crowd.add()]).toEqual([4, 1, 3, 5]);
  });

  it("keep promoted characters promoted; what was restored shows once they are given back", async () => {
    const crowd = await createTravellers();
    const index = crowd.add();
    crowd.play(index, "walk");
    render(crowd.scene, 5);
    const saved = SaveCrowdState(crowd);
    const { timestamp } = crowd.at(index).time;
    const promoted = crowd.promote(index);
    render(crowd.scene, 5);
    RestoreCrowdState(crowd, saved);
    expect(crowd["_characters"].hidden[index]).toBe(2);
    promoted.demote();
    expect(crowd["_characters"].hidden[index]).toBe(0);
    expect(crowd.at(index).time.timestamp).toBe(timestamp);
  });

  it("save a promoted character as if it was given back", async () => {
    const crowd = await createTravellers();
    const index = crowd.add();
    crowd.play(index, "walk");
    render(crowd.scene, 5);
    const promoted = crowd.promote(index);
    render(crowd.scene, 5);
    promoted.root.position.x += 3;
    const saved = SaveCrowdState(crowd);
    expect(SaveCrowdState(crowd)).toEqual(saved);
    const { timestamp } = promoted.clip!;
    promoted.demote();
    expect(crowd.at(index).time.timestamp).toBe(timestamp);
    expect(SaveCrowdState(crowd)).toEqual(saved);

    const other = await createTravellers();
    RestoreCrowdState(other, saved);
    render(other.scene, 1);
    expect(other.at(index).time.timestamp).toBeGreaterThan(timestamp);
  });

  it("show a character whose clip is missing at rest, in its place", async () => {
    const crowd = await createTravellers();
    crowd.play(crowd.add(Matrix.Translation(4, 5, 6)), "walk");
    const saved = JSON.parse(JSON.stringify(SaveCrowdState(crowd)).replaceAll('"walk"', '"stroll"')) as CrowdState;
    const other = await createTravellers();
    const { warnings } = await collectWarnings(() => Promise.resolve(RestoreCrowdState(other, saved)));
    expect(warnings).toEqual([expect.stringContaining("character 0: clip: must be a clip of the crowd")]);
    expect(SaveCrowdState(other).characters[0]!.slice(14, 17)).toEqual([4, 5, 6]);
  });

  it("take what is no state, or of another crowd, as an error or a warning, and change nothing before", async () => {
    const crowd = await createTravellers();
    crowd.play(crowd.add(), "walk");
    const before = SaveCrowdState(crowd);
    const wrong: readonly [unknown, RegExp][] = [
      [null, /^state: must be a result of SaveCrowdState/],
      [{}, /^state: must be a result of SaveCrowdState/],
      [{ ...before, free: [0] }, /^state: must have each index below 2 once/],
      [{ ...before, characters: [[3, 0]] }, /^state: must have each index below 1 once/],
      [{ ...before, seconds: NaN }, /^state: must be a result of SaveCrowdState/],
    ];
    for (const [state, message] of wrong) {
      expect(() => RestoreCrowdState(crowd, state as CrowdState)).toThrow(message);
    }
    expect(() => RestoreCrowdState(crowd, before, { control: 3 as never })).toThrow(/^options.control: must be a function/);
    expect(() => SaveCrowdState(null as never)).toThrow(/^crowd: must be a ClipCrowd/);
    expect(SaveCrowdState(crowd)).toEqual(before);
    crowd.dispose();
    expect(() => SaveCrowdState(crowd)).toThrow(/^crowd: must not be disposed/);
  });
});
