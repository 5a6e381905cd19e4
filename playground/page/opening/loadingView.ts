import type { Messages } from "../checks/messages.js";
import { announce } from "../controls/announce.js";
import { byId } from "../controls/dom.js";

/** Settles when the page has had time to show what it shows now, before work that takes long. */
export function painted(): Promise<void> {
  return new Promise((resolve) => (document.hidden ? resolve() : requestAnimationFrame(() => setTimeout(resolve))));
}

/** Shows over the view what is loading, and what has failed. */
export class LoadingView {
  private readonly _loading = byId("loading");
  private readonly _progress = byId<HTMLProgressElement>("progress");
  private readonly _failure = byId("failure");

  constructor(private readonly _messages: Messages) {
    byId("failure-close").addEventListener("click", () => this.hideFailure());
  }

  /** @param share the loaded part, from 0 to 1; null if it is unknown */
  showProgress(what: string, share: number | null): void {
    this._loading.hidden = false;
    byId("loading-text").textContent = what;
    if (share === null) {
      this._progress.removeAttribute("value");
    } else {
      this._progress.value = share;
    }
  }

  hideProgress(): void {
    this._loading.hidden = true;
  }

  /** Shows an error over the view, and among the messages. */
  fail(text: string): void {
    this._messages.refuse(text);
    byId("failure-text").textContent = text;
    this._failure.hidden = false;
    announce(text);
  }

  hideFailure(): void {
    this._failure.hidden = true;
  }
}
