import { element, setText } from "../controls/dom.js";
import { textOf } from "../checks/messages.js";
import type { Playable } from "../playback/playable.js";
import type { Player } from "../playback/player.js";
import type { Stage } from "../stage/stage.js";
import { createCheck } from "../stage/viewMenu.js";
import type { RootWalk } from "./rootWalk.js";

export interface RootMotionSwitch {
  /** For the menu of the view. */
  readonly parts: readonly Node[];
  isOn: boolean;
  /** The points of the drawn way. */
  readonly path: readonly (readonly [number, number, number])[];
}

/** Lets the selected clip move the whole character, and draws its way on the ground. */
export function createRootMotionSwitch(player: Player, stage: Stage): RootMotionSwitch {
  const note = element("p", { class: "note wide", role: "status", hidden: true });
  let walk: RootWalk | null = null;
  /** Counts the changes; only the last one counts. */
  let turn = 0;
  const say = (text: string): void => {
    setText(note, text);
    note.hidden = text === "";
  };

  const show = (next: RootWalk | null): void => {
    if (next !== walk) {
      walk?.dispose(player.playables);
      walk = next;
      if (player.chosen) {
        player.onEdit.notifyObservers(player.chosen); // other clips play now than those that the panels listen to
      }
    }
  };

  const measure = async (playable: Playable | null): Promise<void> => {
    const own = ++turn;
    const isLast = (): boolean => own === turn;
    show(null);
    say("");
    stage.wake();
    if (!check.input.checked || !playable) {
      return;
    }
    try {
      // what measures clips comes with its first use
      const { createRootWalk } = await import("./rootWalk.js");
      await player.fadeEnd(); // it would end where other clips stand in
      const made = isLast() ? await createRootWalk(stage, playable, isLast) : null;
      if (!isLast()) {
        made?.dispose(player.playables);
        return;
      }
      show(made);
      say(made ? "" : `${playable.name} stays where it is.`);
    } catch (error) {
      if (isLast()) {
        say(`${playable.name} has no root motion: ${textOf(error).replace(/^RootMotionClip: /, "")}`);
      }
    }
    stage.wake();
  };
  const check = createCheck("Root motion", () => void measure(player.chosen));
  /** What is measured: the clip, between its bounds. */
  let measured: { readonly playable?: Playable; readonly start?: number; readonly end?: number } = {};
  const follow = (playable: Playable | null): void => {
    const { start, end } = playable?.settings ?? {};
    if (!playable || playable !== measured.playable || start !== measured.start || end !== measured.end) {
      measured = playable ? { playable, ...playable.settings } : {};
      void measure(playable);
    }
  };
  player.onChoose.add(follow);
  player.onEdit.add(follow);
  return {
    parts: [check.root, note],
    get isOn() {
      return check.input.checked;
    },
    set isOn(isOn) {
      if (isOn !== check.input.checked) {
        check.input.checked = isOn;
        void measure(player.chosen);
      }
    },
    get path() {
      return walk?.path.map(({ x, y, z }) => [x, y, z] as const) ?? [];
    },
  };
}
