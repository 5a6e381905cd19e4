/** The clock of animation groups against Babylon's own groups: each frame is the same number, and in the same pass. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { GroupClock, type GroupPlayback, playbackOfStart } from "../../../src/gltf/timing/groupClock.js";
import { createAnimation, createGroup } from "../../helpers/group.js";
import { createRandom } from "../../helpers/random.js";
import { createScene, disposeScenes, FRAME } from "../../helpers/scene.js";

afterEach(disposeScenes);

const KEYS = { first: 0, last: 57, framePerSecond: 60 };

/** What Babylon's root motion reads of a runtime animation. */
interface Evaluated {
  readonly _evaluatedFrom: number;
  readonly _evaluatedTo: number;
  readonly _evaluatedProgress: number;
}

/** A plain group and a clock that play the same, and what they have shown so far. */
class Pair {
  readonly babylon: unknown[] = [];
  readonly ours: unknown[] = [];
  private readonly _scene = createScene();
  private readonly _group = createGroup(this._scene, [
    { x: 0 },
    createAnimation("x", { frames: [KEYS.first, KEYS.last], values: [KEYS.first, KEYS.last] }),
  ]);
  private readonly _clock: GroupClock;
  private _isFirst = true;

  constructor({ from, to, loop, speedRatio }: GroupPlayback) {
    this._group.onAnimationGroupLoopObservable.add(() => this.babylon.push("loop"));
    this._group.onAnimationGroupEndObservable.add(() => this.babylon.push("end"));
    this._group.start(loop, speedRatio, from, to);
    this._clock = new GroupClock(playbackOfStart({ from, to, loop, speedRatio }), KEYS);
    this._log();
  }

  render(): void {
    if (this._group.isStarted) {
      const { crossings, isFinished } = this._clock.advance(this._isFirst ? 0 : FRAME);
      this.ours.push(...Array<string>(crossings - Number(isFinished)).fill("loop"), ...(isFinished ? ["end"] : []));
      const { length } = this.babylon;
      const played = this._group.animatables[0]!.getAnimations()[0]!;
      this._scene.render();
      if (this._isFirst && this.babylon[length] === "loop") {
        this.babylon.splice(length, 1); // backwards, Babylon reports a loop from frame 0 to the first frame
      }
      this._isFirst = false;
      this._log();
      this._logWay(played);
    }
  }

  change(change: Partial<GroupPlayback>): void {
    const { from = this._group.from, to = this._group.to, loop, speedRatio } = change;
    this._group.from = from;
    this._group.to = to;
    this._group.loopAnimation = loop ?? this._group.loopAnimation;
    this._group.speedRatio = speedRatio ?? this._group.speedRatio;
    this._clock.playback = { ...this._clock.playback, ...change };
  }

  seek(frame: number): void {
    this._group.goToFrame(frame);
    this._clock.seek(frame);
  }

  reset(): void {
    this._group.reset();
    this._clock.reset();
    this._isFirst = true;
  }

  /** Logs the frame as loops do not wrap it, by which root motion goes. */
  private _logWay({ _evaluatedFrom: from, _evaluatedTo: to, _evaluatedProgress: progress }: Evaluated): void {
    if (from !== to) {
      const { frame, passes } = this._clock;
      this.babylon.push(Math.round(from + progress) + 0);
      this.ours.push(Math.round(frame + passes * Math.abs(to - from)) + 0);
    }
  }

  private _log(): void {
    if (this._group.isStarted) {
      this.babylon.push(this._group.getCurrentFrame());
      this.ours.push(this._clock.frame);
    }
  }
}

const ALL: GroupPlayback = { from: 0, to: 57, loop: true, speedRatio: 1 };

const CASES: readonly (Partial<GroupPlayback> & { readonly comment: string })[] = [
  { comment: "forward" },
  { comment: "once", loop: false },
  { comment: "a range", from: 12, to: 35 },
  { comment: "a range, once", from: 12, to: 35, loop: false },
  { comment: "a range beyond the keys", from: -5, to: 1000 },
  { comment: "at double speed", speedRatio: 2 },
  { comment: "a bound is met exactly", from: 0, to: 48 },
  { comment: "a bound is met exactly, once", from: 0, to: 48, loop: false },
  { comment: "speed -1 from an upper to a lower frame: forward, once", from: 35, to: 12, speedRatio: -1, loop: false },
  { comment: "speed -1", speedRatio: -1 },
  { comment: "speed -1, once", speedRatio: -1, loop: false },
  { comment: "from an upper to a lower frame: backwards", from: 35, to: 12 },
  { comment: "speed 0", speedRatio: 0 },
  { comment: "no length", from: 20, to: 20 },
  { comment: "no length, once", from: 20, to: 20, loop: false },
  { comment: "several loops in one step", speedRatio: 200 },
];

describe("GroupClock: the frames, loops and ends of Babylon's groups", () => {
  it.each(CASES)("$comment", (playback) => {
    const pair = new Pair({ ...ALL, ...playback });
    for (let i = 0; i < 140; i++) {
      pair.render();
    }
    expect(pair.ours).toEqual(pair.babylon);
  });

  it.each(Array.from({ length: 100 }, (_, seed) => seed))("random changes, seed %i", (seed) => {
    const random = createRandom(seed);
    const within = (low: number, high: number): number => low + Math.floor(random() * (high - low));
    const pair = new Pair({ ...ALL, loop: random() < 0.8, speedRatio: within(1, 4) / 2 });
    const changes = [
      () => pair.change({ loop: random() < 0.7 }),
      () => pair.change({ speedRatio: within(-4, 5) / 2 }),
      () => pair.change({ from: within(0, 25) }),
      () => pair.change({ to: within(30, 60) }),
      () => pair.seek(within(-10, 70)),
      () => pair.reset(),
    ];
    for (let i = 0; i < 300; i++) {
      pair.render();
      if (random() < 0.1) {
        changes[within(0, changes.length)]!();
      }
    }
    // after a seek, Babylon adds up the same milliseconds in another order
    const rounded = (log: readonly unknown[]): unknown[] =>
      log.map((each) => (typeof each === "number" ? Math.round(each * 1e9) / 1e9 : each));
    expect(rounded(pair.ours)).toEqual(rounded(pair.babylon));
  });
});
