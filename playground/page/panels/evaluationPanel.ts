import { textOf } from "../checks/messages.js";
import { element, setText } from "../controls/dom.js";
import type { Comparison } from "../playback/comparison.js";
import type { GroupKind } from "../playback/groupPlayable.js";
import type { Playable } from "../playback/playable.js";
import type { Player } from "../playback/player.js";
import type { Stage } from "../stage/stage.js";

const EVALUATORS = { compiled: "this package, from compiled data", babylon: "Babylon.js, animation by animation" } as const;

const KINDS: Readonly<Record<GroupKind, string>> = { plain: "Plain groups", compiled: "Compiled groups" };

export interface EvaluationPanel {
  /** Shows how the animations of the file are loaded. */
  showKind(kind: GroupKind): void;
  /** To be called every few frames. */
  update(): void;
}

export interface EvaluationOptions {
  /** Loads the animations of the open model in another way. */
  readonly onKind: (kind: GroupKind) => void;
  /** Measures animations of the open model in both ways. */
  readonly compare: (playable: Playable, signal: AbortSignal) => Promise<Comparison>;
}

/** How the selected clip is played and why, the time of a frame, and the choice between plain and compiled groups with its measured effect. */
export function createEvaluationPanel(root: HTMLElement, player: Player, stage: Stage, options: EvaluationOptions): EvaluationPanel {
  const facts = element("dl", { class: "facts" });
  const add = (label: string): HTMLElement => {
    const value = element("dd");
    facts.append(element("dt", {}, label), value);
    return value;
  };
  const [kind, by, why] = [add("Played as"), add("Computed by"), add("Because")];
  const [cost, rate, playing] = [add("Animations"), add("Frames"), add("Playing")];
  const choice = createChoice((wanted) => {
    comparison.clear();
    options.onKind(wanted);
  });
  const comparison = createComparison(player, options.compare);
  const more = element("a", { href: "measure.html" }, "Is it the animation?");
  const many = element("p", { class: "note" }, "Many characters are slow? ", more, " measures them, and says what to do.");
  root.append(facts, choice.root, ...comparison.parts, many);
  return {
    showKind: (shown) => choice.show(shown),
    update() {
      const { chosen } = player;
      const evaluation = chosen?.evaluation;
      const reason = evaluation?.by === "babylon" ? evaluation.reason : "";
      setText(kind, chosen?.playedAs ?? "–");
      setText(by, evaluation ? EVALUATORS[evaluation.by] : "–");
      setText(why, reason);
      why.hidden = (why.previousElementSibling as HTMLElement).hidden = reason === "";
      setText(cost, `${stage.animationMilliseconds.toFixed(2)} ms per frame`);
      setText(rate, `${stage.engine.getFps().toFixed(0)} per second`);
      const running = player.playables.filter(({ isPlaying }) => isPlaying);
      const channels = running.reduce((sum, { members, lead }) => sum + members.length * lead.targetedAnimations.length, 0);
      setText(playing, `${running.length} of ${player.playables.length}, ${countOf(channels)}`);
    },
  };
}

function countOf(channels: number): string {
  return `${channels} ${channels === 1 ? "channel" : "channels"}`;
}

/** The switch between plain and compiled groups. */
function createChoice(onKind: (kind: GroupKind) => void): { root: HTMLElement; show(kind: GroupKind): void } {
  const inputs = Object.entries(KINDS).map(([value, label]) => {
    const input = element("input", { type: "radio", name: "group-kind", value });
    input.addEventListener("change", () => onKind(value as GroupKind));
    return { input, root: element("label", { class: "check" }, input, label) };
  });
  const note = element("p", { class: "note" }, "Clips, and animations that are mixed or fade, are always played by this package.");
  return {
    root: element(
      "fieldset",
      { class: "group-kind" },
      element("legend", {}, "Load the animations of a file as"),
      ...inputs.map((each) => each.root),
      note,
    ),
    show: (kind) => inputs.forEach(({ input }) => (input.checked = input.value === kind)),
  };
}

/** A button that measures the selected animation in both ways, and the result. */
function createComparison(player: Player, compare: EvaluationOptions["compare"]) {
  const button = element("button", { type: "button", class: "button" }, "Measure both");
  const result = element("div", { class: "comparison", role: "status" });
  let running: AbortController | null = null;
  const clear = (): void => {
    running?.abort();
    running = null;
    result.replaceChildren();
    button.disabled = !player.chosen || player.chosen.origin.kind === "move"; // only the file is loaded again
  };
  const run = async (playable: Playable): Promise<void> => {
    clear();
    const own = (running = new AbortController());
    button.disabled = true;
    result.replaceChildren(element("p", { class: "note" }, `Measuring ${playable.name}…`));
    try {
      const measured = await compare(playable, own.signal);
      if (running === own) {
        clear();
        result.replaceChildren(...describe(playable.name, measured));
      }
    } catch (error) {
      if (running === own) {
        clear();
        result.replaceChildren(element("p", { class: "problem" }, `The animations cannot be measured: ${textOf(error)}`));
      }
    }
  };
  button.addEventListener("click", () => player.chosen && void run(player.chosen));
  player.onChoose.add(clear);
  clear();
  return { parts: [button, result], clear };
}

function describe(name: string, { plain, compiled, channels, reason }: Comparison): readonly HTMLElement[] {
  const rows = Object.entries({ plain, compiled }).map(([kind, time]) =>
    element("tr", {}, element("th", { scope: "row" }, KINDS[kind as GroupKind]), element("td", {}, `${toDigits(time)} µs per frame`)),
  );
  const verdict =
    reason !== null
      ? `Babylon.js plays the compiled groups, too: ${reason}.`
      : compiled <= plain
        ? `Compiled groups are ${toDigits(plain / compiled)} times as fast.`
        : `Plain groups are ${toDigits(compiled / plain)} times as fast.`;
  return [
    element("table", {}, element("tbody", {}, ...rows)),
    element("p", {}, verdict),
    element(
      "p",
      { class: "note" },
      `Processor time of the animation step for the animation of ${name} (${countOf(channels)}), without drawing: the median of 15 rounds in this browser.`,
    ),
  ];
}

/** Three digits are as many as a measurement is good for. */
function toDigits(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(value >= 10 ? 3 : 2);
}
