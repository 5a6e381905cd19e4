import { element, format, icon, setText, type IconName } from "../controls/dom.js";
import type { Player } from "./player.js";

/** Seconds of a step by key or button: a frame of film. */
export const STEP = 1 / 24;

/** Play, stop and step buttons, and the slider of the timestamp. */
export function createTransport(root: HTMLElement, player: Player): { update(): void } {
  const iconButton = (name: IconName, label: string, className: string, act: () => void): HTMLButtonElement => {
    const button = element("button", { type: "button", class: `icon-button ${className}`, "aria-label": label, title: label });
    button.append(icon(name));
    button.addEventListener("click", act);
    return button;
  };
  const play = iconButton("play", "Play", "primary", () => player.togglePlay());
  const stop = iconButton("stop", "Stop and rewind", "", () => player.stop());
  const back = iconButton("back", "Step back", "step", () => player.step(-STEP));
  const forward = iconButton("forward", "Step forward", "step", () => player.step(STEP));
  const name = element("span", { class: "name" });
  const scrub = element("input", { type: "range", class: "scrub", step: "any", "aria-label": "Timestamp in seconds" });
  const timestamp = element("strong");
  const end = element("span");
  const now = element("span", { class: "now" }, timestamp, end);
  root.append(play, stop, back, forward, name, scrub, now);
  scrub.addEventListener("input", () => player.seek(Number(scrub.value)));

  let wasPlaying: boolean | null = null;
  const showPlaying = (isPlaying: boolean): void => {
    if (isPlaying !== wasPlaying) {
      wasPlaying = isPlaying;
      play.replaceChildren(icon(isPlaying ? "pause" : "play"));
      play.setAttribute("aria-label", isPlaying ? "Pause" : "Play");
      play.title = `${isPlaying ? "Pause" : "Play"} (space)`;
    }
  };
  return {
    update() {
      const { chosen } = player;
      for (const control of [play, stop, back, forward, scrub]) {
        control.disabled = !chosen;
      }
      showPlaying(player.canPause);
      setText(name, chosen?.name ?? "");
      setText(timestamp, chosen ? chosen.timestamp.toFixed(2) : "–");
      setText(end, chosen ? ` / ${format(chosen.bounds.end, 2)} s` : "");
      const { start, end: last } = chosen?.bounds ?? { start: 0, end: 1 };
      scrub.min = String(start);
      scrub.max = String(last);
      scrub.value = String(chosen?.timestamp ?? 0);
      scrub.setAttribute("aria-valuetext", chosen ? `${chosen.timestamp.toFixed(2)} seconds` : "no clip");
    },
  };
}
