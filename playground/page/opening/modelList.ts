import { byId, element } from "../controls/dom.js";
import { DEMOS, type Demo } from "../files/demos.js";
import type { Opening } from "./opening.js";

const OTHER = "other";

/** The list of models: the demos, and the opened file. */
export class ModelList {
  private readonly _select = byId<HTMLSelectElement>("model-select");
  private _shown: Pick<Opening, "name" | "demo"> | null = null;

  /** @param onChoose what opens a demo that the user chooses */
  constructor(onChoose: (demo: Demo) => void) {
    this._select.append(...DEMOS.map(({ id, title }) => element("option", { value: id }, title)));
    this._select.addEventListener("change", () => {
      const demo = DEMOS.find(({ id }) => id === this._select.value);
      if (demo) {
        onChoose(demo);
      }
    });
  }

  show(opening: Opening): void {
    this._shown = opening;
    this.restore();
  }

  /** Selects the shown model again, after the user has chosen one that is not opened. */
  restore(): void {
    this._select.querySelector(`[value=${OTHER}]`)?.remove();
    if (this._shown && !this._shown.demo) {
      this._select.append(element("option", { value: OTHER }, this._shown.name));
    }
    this._select.value = this._shown ? (this._shown.demo?.id ?? OTHER) : "";
  }
}
