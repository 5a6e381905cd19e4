import { byId, element } from "../controls/dom.js";
import type { Model } from "../files/model.js";
import type { Player } from "../playback/player.js";
import { distinctNames } from "../stage/distinctNames.js";
import type { Stage } from "../stage/stage.js";

/** More are not listed. */
const MOST = 200;

/** The list of the model's cameras, with the page's own in front. */
export class CameraList {
  readonly select = byId<HTMLSelectElement>("camera-select");

  constructor(
    player: Player,
    private readonly _stage: Stage,
  ) {
    this.select.addEventListener("change", () => this._look(player.model));
    _stage.onCamera.add((camera) => (this.select.value = String(camera ? player.model?.cameras.indexOf(camera) : -1)));
  }

  show({ cameras }: Model): void {
    const names = distinctNames(cameras.slice(0, MOST).map(({ name }) => name || "camera"));
    const options = names.map((name, i) => element("option", { value: i }, name));
    this.select.replaceChildren(element("option", { value: -1 }, "orbit"), ...options);
    byId("camera-field").hidden = cameras.length === 0;
  }

  /** Shows the cameras of another copy of the model, and looks through the same one. */
  exchange(copy: Model): void {
    const { value } = this.select;
    this.show(copy);
    this.select.value = value;
    this._look(copy);
  }

  private _look(model: Model | null): void {
    this._stage.lookThrough(model?.cameras[Number(this.select.value)] ?? null);
  }
}
