import { Logger } from "@babylonjs/core/Misc/logger.js";
import { Observable } from "@babylonjs/core/Misc/observable.js";

/** What went wrong, or looks wrong. */
export interface Message {
  readonly level: "error" | "warning";
  /** JSON pointer into the asset; null where the message names none. */
  readonly place: string | null;
  readonly text: string;
  /** How often it was told. */
  readonly count: number;
}

/** A file may give rise to any number of them, of any length. */
const MAX_MESSAGES = 500;
const MAX_LENGTH = 600;

/** All that Babylon, this package and the page have to say about the model that is shown. */
export class Messages {
  readonly onChange = new Observable<void>();
  private readonly _messages = new Map<string, Message>();
  private _dropped = 0;

  /** Listens to Babylon's logger from now on, and to errors that nobody caught. */
  listen(): void {
    const { Warn, Error: error } = Logger;
    Logger.Warn = (message, limit) => {
      this.add("warning", message);
      Warn(message, limit);
    };
    Logger.Error = (message, limit) => {
      this.add("error", message);
      error(message, limit);
    };
    window.addEventListener("error", (event) => this.add("error", event.message));
    window.addEventListener("unhandledrejection", (event) => this.add("error", event.reason));
  }

  get all(): readonly Message[] {
    const rest = { level: "warning", place: null, text: `and ${this._dropped} more messages`, count: 1 } as const;
    return [...this._messages.values(), ...(this._dropped > 0 ? [rest] : [])];
  }

  add(level: Message["level"], cause: unknown): void {
    const text = textOf(cause);
    const known = this._messages.get(text);
    if (!known && this._messages.size >= MAX_MESSAGES) {
      this._dropped++;
    } else {
      this._messages.set(text, { ...splitPlace(text), level, count: (known?.count ?? 0) + 1 });
    }
    this.onChange.notifyObservers();
  }

  clear(): void {
    this._messages.clear();
    this._dropped = 0;
    this.onChange.notifyObservers();
  }
}

/** What a person can read of whatever was thrown or logged. */
export function textOf(cause: unknown): string {
  const item: unknown = Array.isArray(cause) ? cause[0] : cause;
  const text = item instanceof Error ? item.message || item.name : String(item);
  const short = text.replace(/^Unable to load from [^:]*: /, "").replace(/^Error: /, "");
  return short.length > MAX_LENGTH ? `${short.slice(0, MAX_LENGTH)}…` : short;
}

/** `/nodes/3/mesh: must be ...` in its two parts. Babylon's own places begin with one slash more at times. */
export function splitPlace(text: string): { place: string | null; text: string } {
  const match = /^\/?(\/[^\s:]+):\s+(.+)$/su.exec(text);
  return match ? { place: match[1]!, text: match[2]! } : { place: null, text };
}
