import { element } from "./dom.js";

const MODIFIERS = ["Shift", "Control", "Alt", "Meta"];

/**
 * Follows a pointer until it is released. Meanwhile the keys of the page do nothing: a key could change or delete the dragged object.
 * @param onEnd receives false if the drag was given up: with escape, with a second finger, or because its element is gone
 */
export function followDrag(
  target: HTMLElement,
  { pointerId }: PointerEvent,
  onMove: (event: PointerEvent) => void,
  onEnd: (isDropped: boolean) => void = () => undefined,
): void {
  const controller = new AbortController();
  const { signal } = controller;
  const end = (isDropped: boolean): void => {
    controller.abort();
    onEnd(isDropped);
  };
  target.setPointerCapture(pointerId);
  target.addEventListener("pointermove", (event) => event.pointerId === pointerId && onMove(event), { signal });
  target.addEventListener("pointerup", (event) => event.pointerId === pointerId && end(true), { signal });
  target.addEventListener("pointercancel", (event) => event.pointerId === pointerId && end(false), { signal });
  // if the element is gone, the document receives this
  addEventListener("lostpointercapture", (event) => event.pointerId === pointerId && end(false), { signal, capture: true });
  addEventListener("pointerdown", (event) => event.pointerId !== pointerId && end(false), { signal, capture: true });
  addEventListener(
    "keydown",
    (event) => {
      if (!MODIFIERS.includes(event.key)) {
        event.preventDefault();
        event.stopPropagation();
      }
      if (event.key === "Escape") {
        end(false);
      }
    },
    { signal, capture: true },
  );
}

interface RowPlace {
  /** Pixels of a row. */
  readonly height: number;
  readonly index: number;
  /** The number of rows, from the first one, between which the row can be dropped. */
  readonly count: number;
}

/**
 * Drags a row of a list to another place. A line shows where it would be dropped.
 * @param onDrop receives the new index of the row
 */
export function dragRow(row: HTMLElement, grip: HTMLElement, event: PointerEvent, place: RowPlace, onDrop: (to: number) => void): void {
  const list = row.closest<HTMLElement>(".list")!;
  const line = element("div", { class: "drop-line" });
  const { height, index, count } = place;
  let to = index;
  const move = ({ clientY }: PointerEvent): void => {
    const box = list.getBoundingClientRect();
    list.scrollTop += clientY < box.top + height / 2 ? -height / 4 : clientY > box.bottom - height / 2 ? height / 4 : 0;
    const gap = Math.round((clientY - box.top + list.scrollTop) / height);
    to = Math.min(Math.max(gap > index ? gap - 1 : gap, 0), count - 1);
    line.hidden = to === index;
    line.style.top = `${(to > index ? to + 1 : to) * height}px`;
  };
  row.classList.add("dragged");
  line.hidden = true;
  list.firstElementChild!.append(line);
  followDrag(grip, event, move, (isDropped) => {
    line.remove();
    row.classList.remove("dragged");
    if (isDropped && to !== index) {
      onDrop(to);
    }
  });
}
