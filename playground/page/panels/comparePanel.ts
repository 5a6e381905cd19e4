import { element, icon, setText } from "../controls/dom.js";
import { NumberField } from "../controls/numberField.js";
import { Mix } from "../playback/mix.js";
import type { Playable } from "../playback/playable.js";
import type { Player } from "../playback/player.js";

/** More options would not be read. */
const MAX_OPTIONS = 500;

/** Two clips, A and B, with a slider and cross-fades from one to the other. */
export function createComparePanel(root: HTMLElement, player: Player): { update(): void } {
  const mix = new Mix(player);
  const sides = [createSide(player, mix, "a"), createSide(player, mix, "b")] as const;
  const slider = createSlider(mix);
  const fade = createFade(mix);
  const check = element("input", { type: "checkbox" });
  const weighted = element("label", { class: "check", title: "Show both clips at once, each with its share" }, check, "Mix by weight");
  const inStep = element("input", { type: "checkbox" });
  const step = element("label", { class: "check", title: "Both clips stay at the same phase of their cycle" }, inStep, "In step");
  const actions = createActions(player, mix);
  const form = element("form", { class: "compare", "aria-label": "Compare" });
  form.addEventListener("submit", (event) => event.preventDefault());
  const empty = element("p", { class: "empty" }, "Select a clip.");
  form.append(...sides.map((side) => side.root), slider.root, element("div", { class: "row" }, weighted, step), ...fade.parts, actions);
  root.append(form, empty);
  const show = (): void => {
    mix.follow();
    form.hidden = !player.chosen;
    empty.hidden = player.chosen !== null;
    check.checked = mix.isWeighted;
    check.disabled = slider.input.disabled = fade.button.disabled = mix.b === null;
    sides.forEach((side) => side.show());
    update();
  };
  const update = (): void => {
    mix.keepStep();
    sides.forEach((side) => side.update());
    slider.update();
    fade.update();
  };
  check.addEventListener("input", () => mix.setWeighted(check.checked));
  inStep.addEventListener("input", () => {
    mix.isInStep = inStep.checked;
    mix.keepStep();
  });
  player.onList.add(show);
  player.onChoose.add(show);
  player.onEdit.add(show);
  return { update };
}

/** The choice of A or B, with a button that plays it. */
function createSide(player: Player, mix: Mix, side: "a" | "b"): { readonly root: HTMLElement; show(): void; update(): void } {
  const name = side.toUpperCase();
  const select = element("select", { id: `compare-${side}` });
  const toggle = element("button", { type: "button", class: "icon-button" });
  const root = element("div", { class: "side" }, element("label", { for: select.id, title: `Clip ${name}` }, name), select, toggle);
  let listed: readonly (readonly [Playable, string])[] = [];
  const own = (): Playable | null => mix[side];
  toggle.addEventListener("click", () => own() && player.toggle(own()!));
  select.addEventListener("change", () => {
    const playable = player.playables[Number(select.value)];
    if (playable) {
      mix.replace(side, playable);
    }
  });
  let shown = "";
  const update = (): void => {
    const playable = own();
    const isPlaying = playable !== null && player.isPlaying(playable);
    const label = `${isPlaying ? "Pause" : "Play"} ${playable?.name ?? ""}`;
    if (label !== shown) {
      shown = label;
      toggle.replaceChildren(icon(isPlaying ? "pause" : "play"));
      toggle.setAttribute("aria-label", `${label} (${name})`);
    }
  };
  return {
    root,
    show() {
      const { playables } = player;
      root.hidden = !own();
      const other = mix[side === "a" ? "b" : "a"];
      const options = playables.filter((playable, i) => playable !== other && (i < MAX_OPTIONS || playable === own()));
      if (options.length !== listed.length || options.some((each, i) => each !== listed[i]![0] || each.name !== listed[i]![1])) {
        listed = options.map((each) => [each, each.name] as const);
        select.replaceChildren(...options.map((each) => element("option", { value: playables.indexOf(each) }, each.name)));
      }
      select.value = own() ? String(playables.indexOf(own()!)) : "";
      update();
    },
    update,
  };
}

/** The slider from A to B, with the share of both. */
function createSlider(mix: Mix): { readonly root: HTMLElement; readonly input: HTMLInputElement; update(): void } {
  const input = element("input", { type: "range", min: 0, max: 1, step: 0.01, value: 0, "aria-label": "From A to B" });
  const [a, b] = [element("output"), element("output")];
  input.addEventListener("input", () => mix.moveTo(Number(input.value)));
  return {
    root: element("div", { class: "mix" }, a, input, b),
    input,
    update() {
      const { position } = mix;
      const percent = Math.round(100 * position);
      if (Math.abs(Number(input.value) - position) > 0.005) {
        input.value = String(position);
      }
      setText(a, `${100 - percent} %`);
      setText(b, `${percent} %`);
      input.setAttribute("aria-valuetext", `${100 - percent} % A, ${percent} % B`);
    },
  };
}

/** Buttons for both clips, and for all. */
function createActions(player: Player, mix: Mix): HTMLElement {
  const button = (text: string, label: string, act: () => void): HTMLButtonElement => {
    const made = element("button", { type: "button", class: "button", title: label }, text);
    made.addEventListener("click", act);
    return made;
  };
  return element(
    "div",
    { class: "row actions" },
    button("Swap", "Exchange A and B, and select A", () => mix.swap()),
    button("Play both", "Play both clips; with weights, they mix", () => [mix.b, mix.a].forEach((each) => each && player.play(each))),
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

/** The button that fades to the other clip, and how long that takes. */
function createFade(mix: Mix): { readonly parts: readonly HTMLElement[]; readonly button: HTMLButtonElement; update(): void } {
  const problem = element("div");
  const seconds = new NumberField({
    id: "fade-seconds",
    label: "Cross-fade duration in seconds",
    step: 0.1,
    take: (duration) => (duration >= 0 ? null : `Cross-fade: use 0 s or more instead of ${duration}`),
    onProblem: (text) => problem.replaceChildren(...(text === null ? [] : [element("p", { class: "problem", role: "alert" }, text)])),
  });
  seconds.input.setAttribute("aria-label", "Cross-fade duration in seconds");
  seconds.show(0.5);
  const button = element("button", { type: "button", class: "button" }, "Fade");
  button.addEventListener("click", () => mix.fade(seconds.value!));
  const target = element("span", { class: "target" });
  const unit = element("span", { "aria-hidden": "true" }, "s");
  return {
    parts: [element("div", { class: "row fade" }, button, target, seconds.input, unit), problem],
    button,
    update: () => setText(target, mix.target ? `${mix.isFading ? "back " : ""}to ${mix.target.name} in` : ""),
  };
}
