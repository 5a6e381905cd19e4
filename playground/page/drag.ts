const MODIFIERS = ["Shift", "Control", "Alt", "Meta"];

/**
 * Follows a pointer until it is released. Meanwhile the keys of the page do nothing: they could change or delete what is dragged.
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
