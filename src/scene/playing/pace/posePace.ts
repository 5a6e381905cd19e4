import type { Posing } from "../../posing/index.js";
import type { Player } from "../players/player.js";
import type { PendingStart } from "../players/playhead.js";
import type { ClipScheduler } from "../players/scheduler.js";

/** Decides in which frames groups show their poses. */
export interface Pacing {
  /** Whether the groups show their poses in this frame. */
  readonly isDue: boolean;
  /** Seconds between two poses; 0 while each frame shows one. */
  readonly interval: number;
  /** Called in frames in which a group does not show its pose. */
  onSkip(player: Player): void;
  /** Called when the row of a group plays it from now on. */
  onSteady(): void;
}

/** Decides in which frames a group shows its pose. */
export class PosePace {
  /** Seconds between two poses of an unweighted group; null where only the character counts. */
  interval: number | null = null;
  /** The pacing of the character that the group moves; null to show a pose in each frame. */
  character: Pacing | null = null;
  /** Seconds since the last pose, where the group has an interval of its own. */
  private _since = 0;

  /**
   * Whether the pose is due in this frame. Poses that Babylon evaluates, and poses beside those, are shown in every frame, and an interval of the group's
   * own does not count for poses that are mixed by weight: a pose that is missing in a frame would change the mixture.
   * @param seconds since the frame before
   * @param scheduler gives the share of the first interval that is left out
   */
  isDue(seconds: number, pending: PendingStart, posing: Posing, scheduler: Pick<ClipScheduler, "nextSpread">): boolean {
    const { character, interval } = this;
    if ((character === null && interval === null) || posing.choice?.by !== "compiled" || posing.isInStep) {
      return true;
    }
    if (interval === null || posing.weight !== -1) {
      return character?.isDue ?? true;
    }
    if (pending !== null) {
      this._since = interval === Infinity ? 0 : interval * scheduler.nextSpread();
      return true;
    }
    const sum = this._since + Math.abs(seconds);
    this._since = sinceUpdate(sum, interval);
    return sum !== this._since || interval === 0;
  }
}

/** The share of an interval that may be missing: sums of frames are rounded. */
const INTERVAL_ROUNDING = 2e-6;

/**
 * The seconds since the last update that was due.
 * @param seconds since the update before
 * @returns `seconds` if none is due yet; otherwise less, so that updates keep their pace
 */
export function sinceUpdate(seconds: number, interval: number): number {
  const updates = Math.floor(seconds / interval + INTERVAL_ROUNDING);
  return updates >= 1 ? Math.max(seconds - updates * interval, 0) || 0 : seconds;
}
