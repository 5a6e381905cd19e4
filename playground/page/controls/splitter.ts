import { element } from "./dom.js";
import { followDrag } from "./drag.js";

/** CSS pixels of a step by an arrow key. */
const STEP = 16;
const PREFIX = "babylon-gltf-animation.";

export interface SplitterOptions {
  readonly label: string;
  /** "x" for a splitter between left and right, whose panel is on the right; "y" for one whose panel is below. */
  readonly axis: "x" | "y";
  /** The panel that gets larger or smaller. */
  readonly panel: HTMLElement;
  /** The element that has the size as a custom property, and the name of it without `--`, under which the size is kept, too. */
  readonly root: HTMLElement;
  readonly property: string;
  /** The least size in CSS pixels. */
  readonly least: number;
  /** The greatest size in the present window. */
  readonly most: () => number;
}

/**
 * A separator that changes the size of a panel: by dragging, with arrow keys, Home and End; a double click or Enter resets it. The browser keeps
 * the size for the next visit.
 */
export function createSplitter(options: SplitterOptions): HTMLElement {
  const { label, axis, panel, root, property, least, most } = options;
  const splitter = element("div", {
    class: `splitter ${axis}`,
    role: "separator",
    tabindex: 0,
    title: "Drag to resize, double-click to reset",
    "aria-label": label,
    "aria-orientation": axis === "x" ? "vertical" : "horizontal",
    "aria-controls": panel.id,
    "aria-valuemin": least,
  });
  let wanted = readSize(property);
  const sizeOf = (): number => panel.getBoundingClientRect()[axis === "x" ? "width" : "height"];
  const show = (): void => {
    if (wanted === null) {
      root.style.removeProperty(`--${property}`);
    } else {
      root.style.setProperty(`--${property}`, `${clampSize(wanted, least, most())}px`);
    }
    splitter.setAttribute("aria-valuemax", String(Math.round(Math.max(most(), least))));
    splitter.setAttribute("aria-valuenow", String(Math.round(sizeOf())));
  };
  const resize = (size: number | null): void => {
    wanted = size === null ? null : Math.round(clampSize(size, least, most()));
    show();
  };
  const keep = (): void => writeSize(property, wanted);
  splitter.addEventListener("pointerdown", (event) => {
    if (event.button === 0) {
      event.preventDefault();
      splitter.focus({ preventScroll: true });
      const [before, from, size] = [wanted, axis === "x" ? event.clientX : event.clientY, sizeOf()];
      followDrag(
        splitter,
        event,
        (moved) => resize(size + from - (axis === "x" ? moved.clientX : moved.clientY)),
        (isDropped) => {
          resize(isDropped ? wanted : before);
          keep();
        },
      );
    }
  });
  splitter.addEventListener("dblclick", () => {
    resize(null);
    keep();
  });
  splitter.addEventListener("keydown", (event) => {
    const by = { ArrowUp: STEP, ArrowLeft: STEP, ArrowDown: -STEP, ArrowRight: -STEP }[event.key];
    const sizes: Readonly<Record<string, number | null>> = { Home: least, End: most(), Enter: null };
    if (by !== undefined || event.key in sizes) {
      event.preventDefault();
      event.stopPropagation();
      resize(by === undefined ? sizes[event.key]! : sizeOf() + by);
      keep();
    }
  });
  addEventListener("resize", show);
  new ResizeObserver(show).observe(panel);
  show();
  return splitter;
}

/** A size within bounds; the least size where the window has no room for it. */
export function clampSize(size: number, least: number, most: number): number {
  return Math.max(Math.min(size, most), least);
}

/** The size that the browser has kept; null if there is none, or if the browser keeps nothing. */
export function readSize(name: string): number | null {
  try {
    const size = Number(localStorage.getItem(PREFIX + name) ?? NaN);
    return Number.isFinite(size) && size > 0 ? size : null;
  } catch {
    return null; // storage may be forbidden
  }
}

/** Keeps a size, if the browser keeps anything; null removes it. */
export function writeSize(name: string, size: number | null): void {
  try {
    if (size === null) {
      localStorage.removeItem(PREFIX + name);
    } else {
      localStorage.setItem(PREFIX + name, String(size));
    }
  } catch {
    // the size holds until the page is closed
  }
}
