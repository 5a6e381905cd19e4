import { followDrag } from "../controls/drag.js";
import type { TimeView } from "./timeView.js";

/** The part of an element in which time runs, in client coordinates. */
interface TimeArea {
  readonly left: number;
  readonly width: number;
}

export interface GestureTarget {
  /** Above `top`, there is a ruler. */
  readonly area: () => TimeArea & { readonly top: number };
  /** Receives the time that is clicked, or dragged to in the ruler above the area. */
  readonly seek: (seconds: number) => void;
  /** Receives the time under the mouse; null when the mouse leaves the plot. */
  readonly hover?: (seconds: number | null) => void;
}

/** Pixels that a click may move. */
const SLOP = 4;
const ZOOM_PER_PIXEL = 0.002;

/** Seconds at a place, and the length of a pixel. */
function scaleOf(view: TimeView, area: () => TimeArea): { timeAt: (x: number) => number; secondsPerPixel: () => number } {
  const secondsPerPixel = (): number => (view.to - view.from) / area().width;
  return { timeAt: (x) => view.from + (x - area().left) * secondsPerPixel(), secondsPerPixel };
}

/** Zooms with the wheel; zooms and pans with two fingers. */
export function listenToZoom(element: HTMLElement, view: TimeView, area: () => TimeArea): void {
  const pointers = new Map<number, number>();
  const { timeAt, secondsPerPixel } = scaleOf(view, area);
  element.style.touchAction = "pan-y";
  element.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const scale = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 30;
      const isPan = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
      if (isPan) {
        view.pan((event.deltaX || event.deltaY) * scale * secondsPerPixel());
      } else {
        view.zoom(Math.exp(event.deltaY * scale * ZOOM_PER_PIXEL * (event.ctrlKey ? 4 : 1)), timeAt(event.clientX));
      }
    },
    { passive: false },
  );
  element.addEventListener("pointerdown", ({ pointerId, pointerType, clientX }) => {
    if (pointerType === "touch") {
      pointers.set(pointerId, clientX);
    }
  });
  element.addEventListener("pointermove", ({ pointerId, clientX: x }) => {
    const last = pointers.get(pointerId);
    const [other] = [...pointers].flatMap(([id, place]) => (id === pointerId ? [] : [place]));
    if (last === undefined) {
      return;
    }
    pointers.set(pointerId, x);
    if (other !== undefined) {
      view.zoom(Math.abs(last - other) / Math.max(Math.abs(x - other), 1), timeAt((last + other) / 2));
      view.pan(((last - x) / 2) * secondsPerPixel());
    }
  });
  const end = ({ pointerId }: PointerEvent): void => void pointers.delete(pointerId);
  element.addEventListener("pointerup", end);
  element.addEventListener("pointercancel", end);
}

/** Zooms, pans by dragging, seeks by clicking or by dragging in the ruler. */
export function listenToGestures(element: HTMLElement, view: TimeView, { area, seek, hover }: GestureTarget): void {
  const { timeAt, secondsPerPixel } = scaleOf(view, area);
  listenToZoom(element, view, area);
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !event.isPrimary) {
      return;
    }
    const isInRuler = event.clientY < area().top;
    let isClick = true;
    let last = event.clientX;
    if (isInRuler) {
      seek(timeAt(event.clientX));
    }
    followDrag(
      element,
      event,
      ({ clientX }) => {
        isClick &&= Math.abs(clientX - event.clientX) <= SLOP;
        if (isInRuler) {
          seek(timeAt(clientX));
        } else if (!isClick) {
          view.pan((last - clientX) * secondsPerPixel());
        }
        last = clientX;
      },
      (isDropped) => {
        if (isDropped && isClick && !isInRuler) {
          seek(timeAt(event.clientX));
        }
      },
    );
  });
  element.addEventListener("pointermove", ({ pointerType, clientX, buttons }) => {
    if (buttons === 0) {
      hover?.(pointerType === "mouse" ? timeAt(clientX) : null);
    }
  });
  element.addEventListener("pointerleave", () => hover?.(null));
}

/**
 * Keys of a focused plot: zoom, pan, everything.
 * @param more further keys, or replacements
 */
export function listenToViewKeys(
  element: HTMLElement,
  view: TimeView,
  around: () => number,
  more: Readonly<Record<string, () => void>> = {},
): void {
  const actions: Readonly<Record<string, () => void>> = {
    "+": () => view.zoom(0.5, around()),
    "=": () => view.zoom(0.5, around()),
    "-": () => view.zoom(2, around()),
    "0": () => view.showWhole(),
    "Shift+ArrowLeft": () => view.pan((view.from - view.to) / 8),
    "Shift+ArrowRight": () => view.pan((view.to - view.from) / 8),
    ...more,
  };
  element.addEventListener("keydown", (event) => {
    // a character already says whether shift is held
    const action = actions[event.shiftKey && event.key.length > 1 ? `Shift+${event.key}` : event.key];
    if (action && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      event.stopPropagation();
      action();
    }
  });
}
