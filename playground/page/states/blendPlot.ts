import { followDrag } from "../controls/drag.js";
import { element } from "../controls/dom.js";
import type { Field } from "./fields.js";

/** A clip of a blend. */
export interface BlendPoint {
  readonly name: string;
  /** One number on a line, two in a plane. */
  readonly at: readonly number[];
}

type Range = readonly [low: number, high: number];

/** What a plot shows of an axis: all places, with room beside them. */
export function rangeOf(places: readonly number[]): Range {
  const [low, high] = [Math.min(...places), Math.max(...places)];
  const room = (high - low || 2) * 0.2;
  return [low - room, high + room];
}

/** The place at a share of an axis, with as many digits as a pixel can tell apart. */
export function placeAt(share: number, [low, high]: Range): number {
  const digits = Math.max(0, 2 - Math.floor(Math.log10(high - low)));
  return Number((low + Math.min(Math.max(share, 0), 1) * (high - low)).toFixed(Math.min(digits, 20))) + 0; // no -0
}

/**
 * A plot of a blend, on which points are dragged. It is for pointers alone: the fields beside it say and set the same.
 * @param move takes the new place of a point when it is dropped
 */
export function blendPlot(points: () => readonly BlendPoint[], move: (index: number, at: readonly number[]) => void): Field {
  const plot = element("div", { class: "blend-plot full", "aria-hidden": "true" });
  let ranges: readonly Range[] = [];
  const put = (point: HTMLElement, at: readonly number[]): void => {
    const [x = 0, y = 0.5] = at.map((place, axis) => (place - ranges[axis]![0]) / (ranges[axis]![1] - ranges[axis]![0]));
    point.style.left = `${100 * x}%`;
    point.style.top = `${100 * (1 - y)}%`;
  };
  const pointOf = ({ name, at }: BlendPoint, index: number): HTMLElement => {
    const point = element("span", { class: "point", "data-name": name });
    put(point, at);
    point.addEventListener("pointerdown", (event) => {
      let dropped = at;
      event.preventDefault();
      followDrag(
        point,
        event,
        ({ clientX, clientY }) => {
          const { left, bottom, width, height } = plot.getBoundingClientRect();
          const shares = [(clientX - left) / width, (bottom - clientY) / height];
          dropped = at.map((_, axis) => placeAt(shares[axis]!, ranges[axis]!));
          put(point, dropped);
        },
        (isDropped) => {
          put(point, at);
          if (isDropped && dropped !== at) {
            move(index, dropped);
          }
        },
      );
    });
    return point;
  };
  const show = (): void => {
    const all = points();
    ranges = (all[0]?.at ?? []).map((_, axis) => rangeOf(all.map(({ at }) => at[axis]!)));
    plot.classList.toggle("plane", ranges.length > 1);
    plot.replaceChildren(...all.map(pointOf));
  };
  show();
  return { nodes: [plot], show };
}
