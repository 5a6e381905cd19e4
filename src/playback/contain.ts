import type { Observable } from "@babylonjs/core/Misc/observable.js";
import { logError } from "../messages/log.js";

/**
 * Runs code of the application, such as observers. What it throws is logged: it neither ends the render loop nor leaves a clip or fade
 * half changed.
 * @param place who runs it, for the message
 */
export function contain(place: string, run: () => void): void {
  try {
    run();
  } catch (error) {
    logError(place, error);
  }
}

/** Notifies observers, whose errors are logged. */
export function notify<T>(place: string, observable: Observable<T>, event: T): void {
  if (observable.hasObservers()) {
    contain(`${place}: an observer threw`, () => observable.notifyObservers(event));
  }
}
