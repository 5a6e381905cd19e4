import { byId } from "./dom.js";

/** Says in the status line what has happened, also to screen readers. */
export function announce(text: string): void {
  byId("status").textContent = text;
}
