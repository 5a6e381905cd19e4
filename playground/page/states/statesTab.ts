import type { Messages } from "../checks/messages.js";
import type { Editor } from "../document/editor.js";
import type { Panel } from "../panels/panelUpdates.js";
import type { TabPanel } from "../panels/tabs.js";
import type { Stage } from "../stage/stage.js";
import type { StatesView } from "./statesView.js";

export interface StatesParts {
  readonly editor: Editor;
  readonly stage: Stage;
  readonly messages: Messages;
  readonly announce: (text: string) => void;
}

/** The tab with the graph of the controller. What it needs is loaded when it is first opened; while it is closed, it does nothing. */
export class StatesTab implements Panel, TabPanel {
  readonly title = "States";
  private _isOpen = false;
  private _view: StatesView | null = null;
  private _parts: StatesParts | null = null;

  /** @param _panel has what belongs to the graph beside the view */
  constructor(
    readonly root: HTMLElement,
    private readonly _panel: HTMLDetailsElement,
  ) {}

  /** Once the page is there. */
  connect(parts: StatesParts): void {
    this._parts = parts;
  }

  get isOpen(): boolean {
    return this._isOpen;
  }

  /** Whether a controller plays and is not paused: it may show nothing at times. */
  get isRunning(): boolean {
    return this._view?.isRunning ?? false;
  }

  onShow(isShown: boolean): void {
    if (isShown === this._isOpen) {
      return;
    }
    this._isOpen = isShown;
    this._panel.hidden = !isShown;
    if (this._view) {
      this._view.setOpen(isShown);
    } else if (isShown) {
      void this._load();
    }
  }

  update(): void {
    if (this._isOpen) {
      this._view?.update();
    }
  }

  private async _load(): Promise<void> {
    const { messages } = this._parts!;
    try {
      const { StatesView } = await import("./statesView.js");
      this._view ??= new StatesView(this.root, this._panel, this._parts!);
      this._view.setOpen(this._isOpen);
    } catch (error) {
      messages.add("error", error);
    }
  }
}
