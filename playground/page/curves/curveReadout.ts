import { keyAt } from "../channels/curve.js";
import { firstKeyFrom } from "../channels/keyTimes.js";
import { element, formatValue } from "../controls/dom.js";
import { colorOfComponent } from "./curveDrawing.js";
import type { ShownCurve } from "./shownCurve.js";

/** The values at a time, as shown above the plot; the Euler angles beside a quaternion. */
export function valuesAt({ track, euler, names }: ShownCurve, time: number, isEuler: boolean): HTMLElement[] {
  return [
    element("span", { class: "time" }, `${time.toFixed(3)} s`),
    showValues(track.at(time), names, "", !isEuler || !euler),
    ...(euler ? [showValues(euler.at(time), ["x", "y", "z"], "°", isEuler)] : []),
    element("span", { class: "where" }, placeOf(track.times, time)),
  ];
}

/** Says which key is at a time, or before it. */
function placeOf(times: ShownCurve["track"]["times"], time: number): string {
  const key = keyAt(times, time);
  if (key >= 0) {
    return `key ${key + 1} of ${times.length}`;
  }
  const before = firstKeyFrom(times, time);
  return before === 0 ? "before key 1" : `after key ${before}`;
}

/** @param isDrawn whether the plot shows these values: they get its colors */
function showValues(values: ArrayLike<number>, labels: readonly string[], unit: string, isDrawn: boolean): HTMLElement {
  const parts = labels.map((label, i) => {
    const mark = element("i");
    mark.style.background = isDrawn ? `var(${colorOfComponent(i, labels.length)})` : "none";
    return element("span", {}, mark, `${label === "value" ? "" : `${label} `}${formatValue(values[i] ?? NaN)}${unit}`);
  });
  return element("span", { class: isDrawn ? "values" : "values aside" }, ...parts);
}
