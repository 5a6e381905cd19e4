export { looping, settingsForStart, withSpeed } from "./babylonSettings.js";
export { ClipClock } from "./clock.js";
export type { ClipClockOptions, ClipClockState, ClipStep } from "./clock.js";
export { ColumnClock } from "./columnClock.js";
export { GroupClock, playbackOfStart } from "./groupClock.js";
export type { GroupKeys, GroupPlayback } from "./groupClock.js";
export { GroupColumns } from "./groupColumns.js";
export { TimeColumns } from "./timeColumns.js";
export { crossingAt } from "./crossing.js";
export type { Heading } from "./crossing.js";
export { describeExcess, describeLateEvent, TIME_TOLERANCE } from "./excess.js";
export { clamp, findClipSettingsProblem, resolveClipSettings, SETTING_NAMES, SETTING_REPLACEMENTS, SETTINGS } from "./settings.js";
export type { ClipSettings, ClipSettingsProblem, ResolvedClipSettings } from "./settings.js";
export { positionAfter, TimestampAt } from "./timestamp.js";
export type { ClipTime, OvertimePolicy, TimestampOptions } from "./timestamp.js";
export { PlayedTime } from "./playedTime.js";
export { unwrappedTimestamp, VirtualTimeline, wrapVirtualFrame } from "./virtualTimeline.js";
export type { ClipPosition } from "./virtualTimeline.js";
export { ClipColumns, HELD, RUNNING, STARTING } from "./clipColumns.js";
export { areSavedColumns, restoreColumns, SAVED_COLUMNS, saveColumns, settingsAmong } from "./savedColumns.js";
export {
  countFullPasses,
  countPasses,
  EVENT_TOLERANCE,
  findTimedEventProblem,
  isBetween,
  resolveTimedEvent,
  timestampOfEvent,
} from "./timedEvent.js";
export type { TimedEvent } from "./timedEvent.js";
