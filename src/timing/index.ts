export { findClipSettingsProblem, resolveClipSettings } from "./settings.js";
export type { ClipSettings, ClipSettingsProblem, ResolvedClipSettings } from "./settings.js";
export { TimestampAt } from "./timestamp.js";
export type { ClipTime, OvertimePolicy, TimestampOptions } from "./timestamp.js";
export { crossingAt } from "./crossing.js";
export type { BoundCrossing, Heading } from "./crossing.js";
export { ClipClock } from "./clock.js";
export type { ClipClockOptions, ClipStep, Elapsing } from "./clock.js";
