import { element, format } from "./dom.js";
import { NumberField } from "./numberField.js";
import type { Playable } from "./playable.js";
import type { Player } from "./player.js";

/** More options would not be read. */
const MAX_TARGETS = 500;

/** The weight of the selected clip, and cross-fades to another one. Neither is a part of the file. */
export function createMixing(player: Player): { readonly parts: readonly Node[]; readonly show: (of: Playable) => void } {
  const check = element("input", { type: "checkbox" });
  check.addEventListener("input", () => player.setWeight(check.checked ? 1 : -1));
  const weighted = element("label", { class: "check wide" }, check, "Mix by weight");
  const slider = element("input", { type: "range", id: "weight", min: 0, max: 1, step: 0.01 });
  const value = element("output", { class: "number" });
  slider.addEventListener("input", () => player.setWeight(Number(slider.value)));
  const fade = createFade(player);
  return {
    parts: [element("h3", {}, "Mixing"), element("label", { for: "weight" }, "Weight"), slider, value, weighted, ...fade.parts],
    show(chosen) {
      const { weight } = chosen;
      check.checked = weight >= 0;
      slider.disabled = weight < 0;
      slider.value = String(weight < 0 ? 1 : weight);
      value.textContent = weight < 0 ? "off" : format(weight, 2);
      fade.show(chosen);
    },
  };
}

function createFade(player: Player): { readonly parts: readonly Node[]; readonly show: (of: Playable) => void } {
  const target = element("select", { id: "fade-target" });
  const button = element("button", { type: "button", class: "button" }, "Fade");
  const notes = element("div", { class: "full" });
  const seconds = new NumberField({
    label: "Cross-fade duration in seconds",
    step: 0.1,
    take: (duration) => (duration >= 0 ? null : `Cross-fade: must be >= 0 s (got ${duration})`),
    onProblem: (text) => notes.replaceChildren(...(text === null ? [] : [element("p", { class: "problem", role: "alert" }, text)])),
  });
  seconds.show(0.5);
  let others: readonly Playable[] = [];
  let wanted: Playable | undefined;
  target.addEventListener("change", () => (wanted = others[Number(target.value)]));
  button.addEventListener("click", () => {
    const to = others[Number(target.value)];
    if (to) {
      player.crossFadeTo(to, seconds.value!);
    }
  });
  return {
    parts: [element("label", { for: "fade-target" }, "Fade (s)"), element("div", { class: "row" }, target, button), seconds.input, notes],
    show(chosen) {
      others = player.playables.filter((playable) => playable !== chosen).slice(0, MAX_TARGETS);
      target.replaceChildren(...others.map(({ name }, i) => element("option", { value: i }, `to ${name}`)));
      target.value = String(Math.max(wanted ? others.indexOf(wanted) : 0, 0));
      button.disabled = target.disabled = others.length === 0;
    },
  };
}
