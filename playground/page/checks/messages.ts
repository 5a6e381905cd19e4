import { Logger } from "@babylonjs/core/Misc/logger.js";
import { Observable } from "@babylonjs/core/Misc/observable.js";
import { splitPointer } from "./pointers.js";

/** An error or a warning. */
export interface Message {
  readonly level: "error" | "warning";
  /** JSON pointer into the asset; null if the message has none. */
  readonly pointer: string | null;
  readonly text: string;
  /** The number of occurrences. */
  readonly count: number;
}

/** A file may cause any number of messages of any length. */
const MAX_MESSAGES = 500;
const MAX_LENGTH = 600;

/** The text of a log line, without the name of the package. */
const withoutName = (message: unknown): string =>
  String(Array.isArray(message) ? message[0] : message).replace(/^babylon-gltf-animation: /, "");

/** The messages of Babylon, this package and the page about the shown model. */
export class Messages {
  readonly onChange = new Observable<void>();
  /** Beginnings of log lines that are left out, because the page lists what they say. */
  readonly toldElsewhere = new Set<string>();
  private readonly _messages = new Map<string, Message>();
  private readonly _refusals = new Set<string>();
  private _earlier = new Set<string>();
  private _dropped = 0;
  /** How many loads are under way that repeat messages. */
  private _repeats = 0;

  /** Starts to collect the messages of Babylon's logger, and uncaught errors. */
  listen(): void {
    const { Warn, Error: error } = Logger;
    Logger.Warn = (message, limit) => {
      const text = withoutName(message);
      if (![...this.toldElsewhere].some((beginning) => text.startsWith(beginning))) {
        this.add("warning", text);
      }
      Warn(message, limit);
    };
    Logger.Error = (message, limit) => {
      this.add("error", withoutName(message));
      error(message, limit);
    };
    window.addEventListener("error", (event) => this.add("error", event.message));
    window.addEventListener("unhandledrejection", (event) => this.add("error", event.reason));
  }

  get all(): readonly Message[] {
    const rest = { level: "warning", pointer: null, text: `and ${this._dropped} more messages`, count: 1 } as const;
    return [...this._messages.values(), ...(this._dropped > 0 ? [rest] : [])];
  }

  add(level: Message["level"], cause: unknown): void {
    const text = textOf(cause);
    if (this._earlier.delete(text)) {
      this._messages.delete(text);
    }
    const known = this._messages.get(text);
    if (known && this._repeats > 0) {
      return;
    }
    if (!known && this._messages.size >= MAX_MESSAGES) {
      this._dropped++;
    } else {
      this._messages.set(text, { ...splitPointer(text), level, count: (known?.count ?? 0) + 1 });
    }
    this.onChange.notifyObservers();
  }

  /** Adds the error of a file that is not opened. It leaves with the next file. */
  refuse(text: string): void {
    this.add("error", text);
    this._refusals.add(textOf(text));
  }

  /** Removes the errors of files that were not opened. */
  forgetRefusals(): void {
    this._refusals.forEach((text) => this._messages.delete(text));
    this._refusals.clear();
    this.onChange.notifyObservers();
  }

  /** Marks the messages so far as earlier: a new model is being loaded, and may replace the shown model. See {@link clearEarlier}. */
  begin(): void {
    this.forgetRefusals();
    this._earlier = new Set(this._messages.keys());
  }

  /** Runs a task that loads the shown model again: messages that are known do not count again. */
  async repeat<T>(task: () => Promise<T>): Promise<T> {
    this._repeats++;
    try {
      return await task();
    } finally {
      this._repeats--;
    }
  }

  /** Removes the messages from before {@link begin}. */
  clearEarlier(): void {
    this._earlier.forEach((text) => this._messages.delete(text));
    this._earlier.clear();
    this._dropped = 0;
    this.onChange.notifyObservers();
  }
}

/** The readable text of anything thrown or logged. */
export function textOf(cause: unknown): string {
  const item: unknown = Array.isArray(cause) ? cause[0] : cause;
  const text = item instanceof Error ? item.message || item.name : String(item);
  const short = text.replace(/^Unable to load from [^:]*: /, "").replace(/^Error: /, "");
  return short.length > MAX_LENGTH ? `${short.slice(0, MAX_LENGTH)}…` : short;
}
