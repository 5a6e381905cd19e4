/**
 * Follows a pointer until it is released.
 * @param onEnd receives false if the drag was given up: with escape, or with a second finger
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
  addEventListener("pointerdown", (event) => event.pointerId !== pointerId && end(false), { signal, capture: true });
  addEventListener(
    "keydown",
    (event) => {
      if (event.key === "Escape") {
        event.stopPropagation(); // it is about the drag alone
        end(false);
      }
    },
    { signal, capture: true },
  );
}
