import { element, setText } from "../controls/dom.js";
import type { Player } from "../playback/player.js";
import type { Stage } from "../stage/stage.js";

const MODES = { compiled: "compiled", babylon: "through Babylon’s animatables" } as const;

/** How the selected clip is evaluated and why, and the time of a frame. */
export function createEvaluationPanel(root: HTMLElement, player: Player, stage: Stage): { update(): void } {
  const facts = element("dl", { class: "facts" });
  const add = (label: string): HTMLElement => {
    const value = element("dd");
    facts.append(element("dt", {}, label), value);
    return value;
  };
  const [mode, why, cost, rate, playing] = [add("Evaluation"), add("Reason"), add("Animations"), add("Frames"), add("Playing")];
  root.append(facts);
  return {
    update() {
      const evaluation = player.chosen?.lead.evaluation;
      setText(mode, evaluation ? MODES[evaluation.by] : "–");
      setText(why, evaluation?.by === "compiled" ? "no fallback needed" : evaluation?.reason || "–");
      setText(cost, `${stage.animationMilliseconds.toFixed(2)} ms per frame`);
      setText(rate, `${stage.engine.getFps().toFixed(0)} per second`);
      const running = player.playables.filter(({ isPlaying }) => isPlaying);
      const channels = running.reduce((sum, { members, lead }) => sum + members.length * lead.targetedAnimations.length, 0);
      setText(playing, `${running.length} of ${player.playables.length}, ${channels} ${channels === 1 ? "channel" : "channels"}`);
    },
  };
}
