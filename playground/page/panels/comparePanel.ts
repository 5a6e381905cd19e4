import { element, format, icon, setText } from "../controls/dom.js";
import { NumberField } from "../controls/numberField.js";
import type { Playable } from "../playback/playable.js";
import type { Player } from "../playback/player.js";

/** More options would not be read. */
const MAX_OPTIONS = 500;

/** Weights of the selected clip and of a second clip, and cross-fades between the two. */
export function createComparePanel(root: HTMLElement, player: Player): { update(): void } {
  let other: Playable | null = null;
  let last: Playable | null = null;
  const sides = [createSide(player, "Weight"), createSide(player, "Weight of the other clip")] as const;
  const target = element("select", { id: "fade-target" });
  const fade = createFade(player, target, () => other);
  const check = element("input", { type: "checkbox" });
  const weighted = element("label", { class: "check" }, check, "Mix by weight");
  const form = element("form", { class: "compare", "aria-label": "Compare" });
  form.addEventListener("submit", (event) => event.preventDefault());
  const actions = createActions(player, () => other);
  const empty = element("p", { class: "empty" }, "Select a clip.");
  form.append(weighted, ...sides.map((side) => side.root), actions, ...fade.parts);
  root.append(form, empty);
  const show = (): void => {
    const { chosen, playables } = player;
    form.hidden = !chosen;
    empty.hidden = chosen !== null;
    if (last !== chosen) {
      // the clip that was selected before is what one compares with, unless another one is wanted
      other = other === chosen ? last : other;
      last = chosen;
    }
    const others = playables.filter((playable) => playable !== chosen);
    other = other && others.includes(other) ? other : (others[0] ?? null);
    const listed = others.slice(0, MAX_OPTIONS);
    const options = listed.map((playable) => element("option", { value: playables.indexOf(playable) }, `to ${playable.name}`));
    target.replaceChildren(...options);
    target.value = other ? String(playables.indexOf(other)) : "";
    target.disabled = other === null;
    check.checked = chosen !== null && chosen.weight >= 0;
    sides[0].show(chosen);
    sides[1].show(other);
    fade.show();
    actions.hidden = playables.length === 0;
  };
  target.addEventListener("change", () => {
    other = player.playables[Number(target.value)] ?? null;
    show();
  });
  check.addEventListener("input", () => {
    if (other) {
      other.weight = check.checked ? 0 : -1;
    }
    player.setWeight(check.checked ? 1 : -1);
  });
  player.onList.add(show);
  player.onChoose.add(show);
  player.onEdit.add(show);
  return { update: () => sides.forEach((side) => side.update()) };
}

interface Side {
  readonly root: HTMLElement;
  show(playable: Playable | null): void;
  update(): void;
}

/** A clip with the weight that the user set, and the effective weight. */
function createSide(player: Player, label: string): Side {
  let shown: Playable | null = null;
  const toggle = element("button", { type: "button", class: "icon-button" });
  const name = element("span", { class: "name" });
  const slider = element("input", { type: "range", min: 0, max: 1, step: 0.01, "aria-label": label });
  const value = element("output");
  const root = element("div", { class: "side" }, toggle, name, slider, value);
  toggle.addEventListener("click", () => shown && player.toggle(shown));
  slider.addEventListener("input", () => {
    if (shown && player.chosen) {
      shown.weight = Number(slider.value);
      player.onEdit.notifyObservers(player.chosen);
    }
  });
  let wasPlaying: boolean | null = null;
  const update = (): void => {
    if (!shown) {
      return;
    }
    const { isPlaying, lead } = shown;
    setText(value, lead.effectiveWeight < 0 ? "full" : format(lead.effectiveWeight, 2));
    if (isPlaying !== wasPlaying) {
      wasPlaying = isPlaying;
      toggle.replaceChildren(icon(isPlaying ? "pause" : "play"));
      toggle.setAttribute("aria-label", `${isPlaying ? "Pause" : "Play"} ${shown.name}`);
    }
  };
  return {
    root,
    show(playable) {
      root.hidden = !playable;
      wasPlaying = shown === playable ? wasPlaying : null;
      shown = playable;
      name.textContent = playable?.name ?? "";
      slider.disabled = !playable || playable.weight < 0;
      slider.value = String(!playable || playable.weight < 0 ? 1 : playable.weight);
      update();
    },
    update,
  };
}

/** Buttons for both clips, and for all. */
function createActions(player: Player, otherOf: () => Playable | null): HTMLElement {
  const button = (text: string, label: string, act: () => void): HTMLButtonElement => {
    const made = element("button", { type: "button", class: "button", title: label }, text);
    made.addEventListener("click", act);
    return made;
  };
  return element(
    "div",
    { class: "row actions" },
    button("Swap", "Select the other clip, and compare it with this one", () => {
      const other = otherOf();
      if (other) {
        player.choose(other);
      }
    }),
    button("Play both", "Play both clips; they mix by their weights", () =>
      [player.chosen, otherOf()].forEach((each) => each && player.play(each)),
    ),
    button("Play all", "Play all clips that do not move the same objects", () => playAll(player)),
    button("Stop all", "Stop and rewind all clips", () => player.playables.forEach((each) => each.isStarted && each.stop())),
  );
}

/** Plays all clips except clips that would stop a playing clip. */
function playAll(player: Player): void {
  const playing: Playable[] = [];
  for (const playable of player.playables) {
    const mixes = (other: Playable): boolean => other.weight >= 0 && playable.weight >= 0;
    if (playing.every((other) => mixes(other) || !other.sharesTargetsWith(playable))) {
      player.play(playable);
      playing.push(playable);
    }
  }
}

function createFade(
  player: Player,
  target: HTMLSelectElement,
  otherOf: () => Playable | null,
): { readonly parts: readonly HTMLElement[]; show(): void } {
  const problem = element("div");
  const seconds = new NumberField({
    label: "Cross-fade duration in seconds",
    step: 0.1,
    take: (duration) => (duration >= 0 ? null : `Cross-fade: must be >= 0 s (got ${duration})`),
    onProblem: (text) => problem.replaceChildren(...(text === null ? [] : [element("p", { class: "problem", role: "alert" }, text)])),
  });
  seconds.show(0.5);
  const keepStep = element("input", { type: "checkbox" });
  const button = element("button", { type: "button", class: "button" }, "Fade");
  button.addEventListener("click", () => {
    const to = otherOf();
    if (to) {
      player.crossFadeTo(to, seconds.value!, keepStep.checked);
    }
  });
  const step = element("label", { class: "check", title: "Both clips stay at the same phase of their cycle" }, keepStep, "In step");
  return {
    parts: [
      element("label", { for: "fade-target" }, "Cross-fade (s)"),
      element("div", { class: "row fade" }, target, button, seconds.input),
      step,
      problem,
    ],
    show() {
      button.disabled = target.disabled;
    },
  };
}
