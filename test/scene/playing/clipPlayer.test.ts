import { afterEach, describe, expect, it } from "@jest/globals";
import { ClipPlayer } from "../../../src/scene/playing/players/clipPlayer.js";
import { createAnimation, createGroup } from "../../helpers/group.js";
import { createScene, disposeScenes } from "../../helpers/scene.js";

afterEach(disposeScenes);

/** A clip from 1 s to 3 s that begins at 1.5 s; its target shows the timestamp, and was at 9 before. */
function createPlayer(): { player: ClipPlayer; target: { x: number }; log: string[] } {
  const target = { x: 9 };
  const group = createGroup(createScene(), [target, createAnimation("x", { frames: [0, 600], values: [0, 10] })]);
  const log: string[] = [];
  const listener = {
    isObserved: () => true,
    areEventsObserved: () => false,
    onEvent: () => undefined,
    onCrossing: ({ kind, bound }: { kind: string; bound: number }) => log.push(`${kind} ${bound}`),
    onTargetsEnd: (channels: readonly unknown[]) => log.push(`targets end: ${channels.length}`),
    onEnd: () => log.push("end"),
  };
  return { player: new ClipPlayer(group, [], listener, { start: 1, end: 3, offset: 0.5 }, {}), target, log };
}

/** Starts a player and plays it to 1.75 s. */
function play(player: ClipPlayer): void {
  player.start(null);
  player.tick(0.5); // after a start, no time passes
  player.tick(0.25);
}

const PHASES = {
  idle: () => undefined,
  sought: (player: ClipPlayer) => player.seek(2),
  playing: play,
  paused: (player: ClipPlayer) => (play(player), player.pause()),
  stopped: (player: ClipPlayer) => (play(player), player.stop(true)),
  disposed: (player: ClipPlayer) => (play(player), player.dispose()),
};

const CALLS = {
  nothing: () => undefined,
  start: (player: ClipPlayer) => player.start(null),
  pause: (player: ClipPlayer) => player.pause(),
  resume: (player: ClipPlayer) => player.resume(),
  tick: (player: ClipPlayer) => player.tick(0.25),
  stop: (player: ClipPlayer) => player.stop(false),
  "seek 2.5": (player: ClipPlayer) => player.seek(2.5),
  reset: (player: ClipPlayer) => player.reset(),
  "offset 1": (player: ClipPlayer) => player.change((settings) => ({ ...settings, offset: 1 })),
  "repetitions 0": (player: ClipPlayer) => player.change((settings) => ({ ...settings, repetitions: 0 })),
  dispose: (player: ClipPlayer) => player.dispose(),
};

type State = "playing" | "paused" | "not started";
type Row = readonly [
  phase: keyof typeof PHASES,
  call: keyof typeof CALLS,
  state: State,
  timestamp: number,
  x: number,
  next: number | "none",
];

/** After each call: the state, the timestamp, the value of the target, and where a start continues, if possible. */
const ROWS: readonly Row[] = [
  ["idle", "nothing", "not started", 1.5, 9, 1.5],
  ["idle", "start", "playing", 1.5, 9, "none"],
  ["idle", "pause", "not started", 1.5, 9, 1.5],
  ["idle", "resume", "not started", 1.5, 9, 1.5],
  ["idle", "stop", "not started", 1.5, 9, 1.5],
  ["idle", "seek 2.5", "not started", 2.5, 2.5, 2.5],
  ["idle", "reset", "not started", 1.5, 1.5, 1.5],
  ["idle", "offset 1", "not started", 2, 9, 2],
  ["idle", "repetitions 0", "not started", 1.5, 9, "none"],
  ["idle", "dispose", "not started", 1.5, 9, "none"],

  ["sought", "nothing", "not started", 2, 2, 2],
  ["sought", "start", "playing", 2, 2, "none"],
  ["sought", "pause", "not started", 2, 2, 2],
  ["sought", "resume", "not started", 2, 2, 2],
  ["sought", "stop", "not started", 2, 2, 2],
  ["sought", "seek 2.5", "not started", 2.5, 2.5, 2.5],
  ["sought", "reset", "not started", 1.5, 1.5, 1.5],
  ["sought", "offset 1", "not started", 2, 2, 2],
  ["sought", "repetitions 0", "not started", 2, 2, "none"],
  ["sought", "dispose", "not started", 2, 2, "none"],

  ["playing", "nothing", "playing", 1.75, 1.75, "none"],
  ["playing", "start", "playing", 1.75, 1.75, "none"],
  ["playing", "pause", "paused", 1.75, 1.75, "none"],
  ["playing", "resume", "playing", 1.75, 1.75, "none"],
  ["playing", "tick", "playing", 2, 2, "none"],
  ["playing", "stop", "not started", 1.75, 1.75, 1.5],
  ["playing", "seek 2.5", "playing", 2.5, 2.5, "none"],
  ["playing", "reset", "playing", 1.5, 9, "none"],
  ["playing", "offset 1", "playing", 1.75, 1.75, "none"],
  ["playing", "repetitions 0", "not started", 1.75, 1.75, "none"],
  ["playing", "dispose", "not started", 1.75, 1.75, "none"],

  ["paused", "nothing", "paused", 1.75, 1.75, "none"],
  ["paused", "start", "paused", 1.75, 1.75, "none"],
  ["paused", "pause", "paused", 1.75, 1.75, "none"],
  ["paused", "resume", "playing", 1.75, 1.75, "none"],
  ["paused", "tick", "paused", 1.75, 1.75, "none"],
  ["paused", "stop", "not started", 1.75, 1.75, 1.5],
  ["paused", "seek 2.5", "paused", 2.5, 2.5, "none"],
  ["paused", "reset", "paused", 1.5, 9, "none"],
  ["paused", "offset 1", "paused", 1.75, 1.75, "none"],
  ["paused", "repetitions 0", "not started", 1.75, 1.75, "none"],
  ["paused", "dispose", "not started", 1.75, 1.75, "none"],

  ["stopped", "nothing", "not started", 1.75, 1.75, 1.5],
  ["stopped", "start", "playing", 1.5, 1.75, "none"],
  ["stopped", "pause", "not started", 1.75, 1.75, 1.5],
  ["stopped", "resume", "not started", 1.75, 1.75, 1.5],
  ["stopped", "stop", "not started", 1.75, 1.75, 1.5],
  ["stopped", "seek 2.5", "not started", 2.5, 2.5, 2.5],
  ["stopped", "reset", "not started", 1.5, 1.5, 1.5],
  ["stopped", "offset 1", "not started", 1.75, 1.75, 2],
  ["stopped", "repetitions 0", "not started", 1.75, 1.75, "none"],
  ["stopped", "dispose", "not started", 1.75, 1.75, "none"],

  ["disposed", "nothing", "not started", 1.75, 1.75, "none"],
  ["disposed", "start", "not started", 1.75, 1.75, "none"],
  ["disposed", "pause", "not started", 1.75, 1.75, "none"],
  ["disposed", "resume", "not started", 1.75, 1.75, "none"],
  ["disposed", "stop", "not started", 1.75, 1.75, "none"],
  ["disposed", "dispose", "not started", 1.75, 1.75, "none"],
  ["disposed", "seek 2.5", "not started", 2.5, 2.5, "none"],
  ["disposed", "reset", "not started", 1.5, 1.5, "none"],
];

function stateOf({ isStarted, isPlaying }: ClipPlayer): State {
  return isPlaying ? "playing" : isStarted ? "paused" : "not started";
}

describe("a call in each phase", () => {
  it.each(ROWS)("%s, %s: %s at %d, shows %d; a start continues at %s", (phase, call, state, timestamp, x, next) => {
    const { player, target } = createPlayer();
    PHASES[phase](player);
    CALLS[call](player);
    expect([stateOf(player), player.playhead.clock.timestamp, target.x]).toEqual([state, timestamp, x]);
    expect(player.start(null) ? player.playhead.clock.timestamp : "none").toBe(next);
  });
});

describe("the end", () => {
  it.each(["stop", "repetitions 0", "dispose"] as const)("is reported once where a clip that is started ends by %s", (call) => {
    for (const phase of ["playing", "paused"] as const) {
      const { player, log } = createPlayer();
      PHASES[phase](player);
      CALLS[call](player);
      expect(log).toEqual(["targets end: 1", "end"]);
    }
  });

  it("is not reported by a silent stop", () => {
    const { player, log } = createPlayer();
    PHASES.stopped(player);
    expect(log).toEqual([]);
  });

  it("comes after the crossing that finishes the clip", () => {
    const { player, log, target } = createPlayer();
    player.change((settings) => ({ ...settings, repetitions: 2 }));
    play(player);
    player.tick(4);
    expect(log).toEqual(["repeat 3", "finish 3", "targets end: 1", "end"]);
    expect([stateOf(player), player.playhead.clock.isFinished, target.x]).toEqual(["not started", true, 3]);
  });
});

describe("the settings of one start", () => {
  it("replace those of the clip until the next start", () => {
    const { player } = createPlayer();
    player.start({ start: 4, end: 5 });
    expect([player.playhead.activeSettings.start, player.playhead.settings.start, player.playhead.clock.timestamp]).toEqual([4, 1, 4]);
    player.stop(true);
    expect(player.playhead.activeSettings).toBe(player.playhead.settings);
    player.start(null);
    expect(player.playhead.clock.timestamp).toBe(1.5);
  });

  it("that cannot be played change nothing", () => {
    const { player } = createPlayer();
    play(player);
    const before = player.playhead.settings;
    expect(() => player.change((settings) => ({ ...settings, end: 0 }))).toThrow(RangeError);
    expect([player.playhead.settings, player.playhead.clock.timestamp]).toEqual([before, 1.75]);
  });
});
