import type { TimeView } from "./timeView.js";

export interface GestureTarget {
  /** The part of the element in which time runs, in client coordinates. */
  readonly area: () => { readonly left: number; readonly top: number; readonly width: number };
  /** Receives the time that is clicked, or dragged to in the ruler above the area. */
  readonly seek: (seconds: number) => void;
  /** Receives the time under the mouse; null when it leaves. */
  readonly hover?: (seconds: number | null) => void;
}

/** Pixels that a click may move. */
const SLOP = 4;
const ZOOM_PER_PIXEL = 0.002;

/** Zooms with the wheel or two fingers, pans by dragging, seeks by clicking or by dragging in the ruler. */
export function listenToGestures(element: HTMLElement, view: TimeView, { area, seek, hover }: GestureTarget): void {
  const pointers = new Map<number, number>();
  let began = { x: 0, isInRuler: false, isClick: true };
  const timeAt = (x: number): number => {
    const { left, width } = area();
    return view.from + ((x - left) / width) * (view.to - view.from);
  };
  const secondsPerPixel = (): number => (view.to - view.from) / area().width;
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
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) {
      return;
    }
    element.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, event.clientX);
    began = { x: event.clientX, isInRuler: event.clientY < area().top, isClick: pointers.size === 1 };
    if (began.isInRuler) {
      seek(timeAt(event.clientX));
    }
  });
  element.addEventListener("pointermove", (event) => {
    const last = pointers.get(event.pointerId);
    if (last === undefined) {
      hover?.(event.pointerType === "mouse" ? timeAt(event.clientX) : null);
      return;
    }
    if (began.isInRuler) {
      seek(timeAt(event.clientX));
    } else if (pointers.size === 2) {
      pinch(event.pointerId, event.clientX);
    } else if (!began.isClick || Math.abs(event.clientX - began.x) > SLOP) {
      began = { ...began, isClick: false };
      view.pan((last - event.clientX) * secondsPerPixel());
    }
    pointers.set(event.pointerId, event.clientX);
  });
  const pinch = (id: number, x: number): void => {
    const [other] = [...pointers].filter(([pointer]) => pointer !== id);
    const last = pointers.get(id)!;
    const [before, after] = [Math.abs(last - other![1]), Math.abs(x - other![1])];
    view.zoom(before / Math.max(after, 1), timeAt((last + other![1]) / 2));
    view.pan(((last - x) / 2) * secondsPerPixel());
  };
  const end = (event: PointerEvent): void => {
    if (pointers.delete(event.pointerId) && event.type === "pointerup" && began.isClick && !began.isInRuler) {
      seek(timeAt(event.clientX));
    }
  };
  element.addEventListener("pointerup", end);
  element.addEventListener("pointercancel", end);
  element.addEventListener("pointerleave", () => hover?.(null));
}

/** Keys of a focused plot: zoom, pan, everything. */
export function listenToViewKeys(element: HTMLElement, view: TimeView, around: () => number): void {
  const actions: Readonly<Record<string, () => void>> = {
    "+": () => view.zoom(0.5, around()),
    "=": () => view.zoom(0.5, around()),
    "-": () => view.zoom(2, around()),
    "0": () => view.showWhole(),
    "Shift+ArrowLeft": () => view.pan((view.from - view.to) / 8),
    "Shift+ArrowRight": () => view.pan((view.to - view.from) / 8),
  };
  element.addEventListener("keydown", (event) => {
    const action = actions[event.shiftKey && event.key.startsWith("Arrow") ? `Shift+${event.key}` : event.key];
    if (action && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      event.stopPropagation();
      action();
    }
  });
}
