import { adviceOf } from "../checks/advice.js";
import { isEqual } from "../document/json.js";
import type { ClipEntry } from "../document/clipDocument.js";
import { clipText, type ClipMessage } from "../document/clipJson.js";
import { element } from "../controls/dom.js";

/** The JSON of a clip as a text that can be edited. Each valid text while typing is applied to the clip. */
export class JsonField {
  readonly root: HTMLElement;
  private readonly _area = element("textarea", {
    id: "clip-json",
    spellcheck: "false",
    autocomplete: "off",
    "aria-describedby": "clip-json-notes",
  });
  private readonly _notes = element("div", { class: "notes", id: "clip-json-notes", role: "status" });
  private readonly _copy = element("button", { type: "button", class: "button" }, "Copy JSON");
  private _entry: ClipEntry | null = null;

  /**
   * @param _take checks and applies a text; returns messages
   * @param onEnd called when the typing ends
   */
  constructor(
    private readonly _take: (text: string) => readonly ClipMessage[],
    onEnd: () => void,
  ) {
    const label = element("label", { for: "clip-json" }, "JSON in the file");
    this._area.addEventListener("input", () => this._showNotes(this._take(this._area.value)));
    this._area.addEventListener("blur", onEnd);
    this._copy.addEventListener("click", () => {
      void navigator.clipboard.writeText(this._area.value).then(
        () => (this._copy.textContent = "Copied"),
        () => this._area.select(),
      );
    });
    this.root = element("div", { class: "json" }, label, this._area, this._notes, element("div", { class: "row" }, this._copy));
  }

  /** Shows the JSON of a clip, but does not lay out a text again that states the same. */
  show(entry: ClipEntry): void {
    if (entry === this._entry) {
      return;
    }
    const isOther = entry.id !== this._entry?.id;
    this._entry = entry;
    if (isOther || !isEqual(parsed(this._area.value), entry.json)) {
      this._area.value = clipText(entry.json);
      this._area.rows = Math.min(this._area.value.split("\n").length, 14);
      this._showNotes([]);
    }
    this._copy.textContent = "Copy JSON";
  }

  private _showNotes(messages: readonly ClipMessage[]): void {
    const isWrong = messages.some(({ level }) => level === "error");
    this._area.setAttribute("aria-invalid", String(isWrong));
    this._notes.replaceChildren(
      ...messages.map(({ level, pointer, text }) =>
        element("p", { class: level }, element("span", { class: "place" }, pointer), element("span", {}, `: ${adviceOf(text)}`)),
      ),
      ...(isWrong ? [element("p", { class: "hint" }, "The clip stays as it was until the text is valid.")] : []),
    );
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
