/** The phase of a group; see {@link PHASES}. */
export type Phase = "idle" | "sought" | "playing" | "paused" | "stopped" | "disposed";

/** What happens to a group. A `stop` is a call, the end of the last repetition, or the loss of all targets. */
export type PhaseChange = "start" | "pause" | "resume" | "stop" | "seek" | "rewind" | "dispose";

/** A phase of a group that is in a scene. */
export type ScenePhase = Exclude<Phase, "disposed">;

interface PhaseRow {
  /**
   * Whether the group is started. A started group has its place in the scheduler and shares in the pose by its weight; events come from its
   * frames. Any other group has neither, and is posed by seeks only.
   */
  readonly isStarted: boolean;
  /**
   * Whether frames advance the clock, pose the targets and report events. A group that is started but does not advance holds its pose: for as
   * long as it has a part in a mixture, the scheduler poses it in each frame; otherwise, the targets keep the pose.
   */
  readonly advances: boolean;
  /** Whether a start continues from the timestamp. Otherwise, it begins at the beginning. */
  readonly isSought: boolean;
  /** The phase after each change; a change that is missing has no effect. */
  readonly next: Readonly<Partial<Record<PhaseChange, Phase>>>;
}

const OVER = { isStarted: false, advances: false, isSought: false } as const;
const BEFORE_START = { start: "playing", seek: "sought", rewind: "idle", dispose: "disposed" } as const;
const WHILE_STARTED = { pause: "paused", resume: "playing", stop: "stopped", dispose: "disposed" } as const;

/** All phases of a group, and what each change makes of them. A compiled group is never `sought`: a seek needs a start, as in Babylon. */
export const PHASES: Readonly<Record<Phase, PhaseRow>> = {
  /** At the beginning. */
  idle: { ...OVER, next: BEFORE_START },
  /** At a timestamp that was set. */
  sought: { ...OVER, isSought: true, next: BEFORE_START },
  playing: { isStarted: true, advances: true, isSought: false, next: { ...WHILE_STARTED, seek: "playing", rewind: "playing" } },
  paused: { isStarted: true, advances: false, isSought: false, next: { ...WHILE_STARTED, seek: "paused", rewind: "paused" } },
  /** At the last timestamp. */
  stopped: { ...OVER, next: BEFORE_START },
  disposed: { ...OVER, next: {} },
};
