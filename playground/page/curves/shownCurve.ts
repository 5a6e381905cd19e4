import { adviceOf } from "../checks/advice.js";
import { componentNames } from "../channels/channelList.js";
import { curveOf, isRotation, type Channel } from "../channels/channels.js";
import { decimate, EulerCurve, type Columns, type TrackCurve } from "../channels/curve.js";
import { format, formatValue, NOTHING } from "../controls/dom.js";

/** What is shown of a channel. */
export interface ShownCurve {
  readonly channel: Channel;
  readonly track: TrackCurve;
  /** The angles of a quaternion. */
  readonly euler: EulerCurve | null;
  /** The names of the components of the track. */
  readonly names: readonly string[];
}

/** The curve of a channel, or a sentence that says why there is none. */
export function showChannel(channel: Channel | null): ShownCurve | string {
  if (!channel) {
    return "Select a channel to see its curve.";
  }
  const track = curveOf(channel);
  if (typeof track === "string") {
    return channel.reason === null ? track : `This channel is left out: ${adviceOf(channel.reason)}`;
  }
  const euler = isRotation(channel) && track.size === 4 ? new EulerCurve(track) : null;
  return { channel, track, euler, names: componentNames(channel.targetPointer, track.size) };
}

export function factsOf({ channel, track }: ShownCurve): string {
  const { times } = track;
  const keys = times.length === 1 ? "1 key" : `${times.length.toLocaleString("en")} keys`;
  return `${keys} · ${channel.interpolation} · ${format(times[0]!)}–${format(times[times.length - 1]!)} s`;
}

/** Describes the curve for those who do not see it. */
export function labelOf(shown: ShownCurve): string {
  const { channel, track } = shown;
  const whole = decimate(track, track.times[0]!, track.times[track.times.length - 1]!, 1);
  const range = rangeOf(whole, 0);
  return `${channel.title}: ${factsOf(shown)}, values from ${formatValue(range[0])} to ${formatValue(range[1])}`;
}

/** The least and greatest value, with a margin around. */
export function rangeOf({ lows, highs }: Columns, share = 0.08): readonly [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (let i = 0; i < lows.length; i++) {
    low = lows[i]!.reduce((a, b) => Math.min(a, b), low);
    high = highs[i]!.reduce((a, b) => Math.max(a, b), high);
  }
  const extent = high - low > NOTHING * Math.max(Math.abs(low), Math.abs(high), 1) ? high - low : 0;
  const margin = share === 0 ? 0 : extent * share || Math.abs(low) * share || 0.5;
  return Number.isFinite(low) ? [low - margin, high + margin] : [0, 1];
}
