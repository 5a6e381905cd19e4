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

  const follow = async (playable: Playable | null): Promise<void> => {
    const own = ++turn;
    const isLast = (): boolean => own === turn;
    walk?.dispose(player.playables);
    walk = null;
    say("");
    stage.wake();
    if (!check.input.checked || !playable) {
      return;
    }
    try {
      // what measures clips comes with its first use
      const { createRootWalk } = await import("./rootWalk.js");
      const made = isLast() ? await createRootWalk(stage, playable, isLast) : null;
      walk = made ?? walk;
      if (isLast() && !made) {
        say(`${playable.name} stays where it is.`);
      }
    } catch (error) {
      if (isLast()) {
        say(`${playable.name} has no root motion: ${textOf(error).replace(/^RootMotionClip: /, "")}`);
      }
    }
    stage.wake();
  };
  const check = createCheck("Root motion", () => void follow(player.chosen));
  let followed: Playable | null = null;
  player.onChoose.add((playable) => {
    if (playable !== followed || !playable) {
      followed = playable;
      void follow(playable);
    }
  });
  return {
    parts: [check.root, note],
    get path() {
      return walk?.path.map(({ x, y, z }) => [x, y, z] as const) ?? [];
    },
  };
}
