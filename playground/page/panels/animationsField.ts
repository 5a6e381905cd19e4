import { element, setText } from "../controls/dom.js";
import type { Editor } from "../document/editor.js";
import type { Playable } from "../playback/playable.js";
import { VirtualList } from "../controls/virtualList.js";

interface Choice {
  readonly index: number;
  readonly name: string;
}

/** The checkboxes for the animations that a clip plays. Hidden in files with one animation. */
export class AnimationsField {
  readonly root = element("details", { class: "animations wide" });
  readonly label = element("span", { id: "animations-label" }, "Animations");
  private readonly _summary = element("summary", { "aria-describedby": "animations-label" });
  private readonly _list: VirtualList<Choice, HTMLElement>;
  private _names: readonly string[] = [];
  private _chosen: readonly number[] = [];

  constructor(private readonly _editor: Editor) {
    this._list = new VirtualList<Choice, HTMLElement>(
      "Animations of the clip",
      36,
      (choice) => this._createRow(choice),
      (row, choice) => this._updateRow(row, choice),
    );
    this.root.append(this._summary, this._list.root);
    // the list knows its height only while it is open
    this.root.addEventListener("toggle", () => this._list.update());
  }

  show({ origin }: Playable): void {
    const names = this._editor.document!.animationNames;
    this._chosen = origin.animations;
    this.root.hidden = this.label.hidden = names.length < 2 || origin.animations.length === 0;
    const shown = origin.animations.map((index) => names[index] ?? String(index));
    setText(this._summary, shown.length > 2 ? `${shown.length} of ${names.length}` : shown.join(", "));
    if (names.join("\n") !== this._names.join("\n")) {
      this._names = names;
      this._list.items = names.map((name, index) => ({ index, name }));
    }
    this._list.update();
  }

  private _createRow({ index, name }: Choice): HTMLElement {
    const input = element("input", { type: "checkbox" });
    input.addEventListener("change", () => {
      const others = this._chosen.filter((other) => other !== index);
      const { chosen, document } = this._editor;
      if (chosen) {
        document!.change(chosen.id, "animations", { animations: input.checked ? [...others, index].sort((a, b) => a - b) : others });
      }
    });
    return element("div", {}, element("label", { class: "check" }, input, element("span", { class: "title" }, name)));
  }

  /** The last animation of a clip cannot be taken out. */
  private _updateRow(row: HTMLElement, { index }: Choice): void {
    const input = row.querySelector("input")!;
    input.checked = this._chosen.includes(index);
    input.disabled = input.checked && this._chosen.length === 1;
  }
}
