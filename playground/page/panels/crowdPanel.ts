import { element, setText } from "../controls/dom.js";
import { NumberField } from "../controls/numberField.js";
import { adviceOf } from "../checks/advice.js";
import type { CrowdRows } from "../stage/crowdRows.js";
import { textOf } from "../checks/messages.js";
import type { Model } from "../files/model.js";
import type { Player } from "../playback/player.js";
import type { Stage } from "../stage/stage.js";

/** The numbers of characters that the slider offers. */
const COUNTS = [1, 4, 9, 25, 49, 100, 250, 500, 1000, 2500, 5000, 10_000];
const DEFAULT = 100;
const MOST = 10_000;

export interface CrowdPanel {
  /** The number of characters shown in place of the model; 0 for none. */
  readonly count: number;
  /** Whether the characters play all clips in turn, instead of the selected clip. */
  isInTurn: boolean;
  /** Shows so many characters in place of the model, or the model again if 0. Settles when they are there. */
  show(count: number): Promise<void>;
  /** To be called in each frame. */
  update(): void;
}

/** A crowd of the shown model: number of characters, clips, and cost of a frame. */
export function createCrowdPanel(root: HTMLElement, player: Player, stage: Stage): CrowdPanel {
  const form = createForm();
  root.append(...form.parts);
  const frameMilliseconds = measureFrames(stage);
  let wanted = 0;
  let shown: Shown | null = null;
  let isStale = false;

  const rebuild = async (): Promise<void> => {
    shown = hide(shown, stage);
    isStale = false;
    form.fail("");
    const { model } = player;
    try {
      // crowds come with their first use
      const { CrowdRows } = wanted > 0 ? await import("../stage/crowdRows.js") : { CrowdRows: null };
      if (CrowdRows && model?.container && model === player.model && wanted > 0 && !shown) {
        const own = stage.extent;
        const crowd = new CrowdRows(model.container, model.playables, own);
        shown = { crowd, model, own };
        resize();
      }
    } catch (error) {
      wanted = 0;
      // the argument that the rule is about means nothing here
      form.fail(`The model cannot become a crowd. ${adviceOf(textOf(error).replace(/^\w+: /, ""))}`);
    }
    form.show(wanted, player.model, shown?.crowd ?? null);
  };
  const resize = (): void => {
    const { crowd } = shown!;
    const before = crowd.count;
    stage.frameExtent(crowd.resize(wanted));
    crowd.play(player.chosen, form.inTurn.checked, before);
  };
  const playAll = (): void => shown?.crowd.play(player.chosen, form.inTurn.checked);

  const setWanted = async (count: number): Promise<void> => {
    wanted = count;
    if (count > 0) {
      form.setCount(count);
    }
    if (shown && count > 0) {
      resize();
      form.show(wanted, player.model, shown.crowd);
    } else {
      await rebuild();
    }
  };
  form.isShown.addEventListener("change", () => void setWanted(form.isShown.checked ? form.count : 0));
  form.onCount = (count) => void setWanted(count);
  form.inTurn.addEventListener("change", playAll);
  player.onChoose.add(playAll);
  player.onEdit.add(() => (isStale = true));
  player.onList.add(() => {
    if (shown && shown.model === player.model) {
      isStale = true;
    } else {
      wanted = 0;
      void rebuild();
    }
  });
  form.show(0, null, null);
  return {
    get count() {
      return wanted;
    },
    get isInTurn() {
      return form.inTurn.checked;
    },
    set isInTurn(isInTurn) {
      if (isInTurn !== form.inTurn.checked) {
        form.inTurn.checked = isInTurn;
        playAll();
      }
    },
    show: setWanted,
    update() {
      if (isStale && shown) {
        void rebuild();
      } else if (shown && player.chosen) {
        shown.crowd.follow(player.chosen);
      }
      form.showCost(shown?.crowd ?? null, frameMilliseconds());
    },
  };
}

interface Shown {
  readonly crowd: CrowdRows;
  readonly model: Model;
  /** The extent of the model. */
  readonly own: Stage["extent"];
}

function hide(shown: Shown | null, stage: Stage): null {
  if (shown) {
    shown.crowd.dispose();
    stage.frameExtent(shown.own);
  }
  return null;
}

/** A running average of the milliseconds that the page works for a frame. */
function measureFrames({ engine }: Stage): () => number {
  let average = 0;
  let began = 0;
  engine.onBeginFrameObservable.add(() => (began = performance.now()));
  engine.onEndFrameObservable.add(() => (average += (performance.now() - began - average) / 30));
  return () => average;
}

function createForm() {
  const isShown = element("input", { type: "checkbox" });
  const inTurn = element("input", { type: "checkbox" });
  const slider = element("input", { type: "range", id: "crowd-count", min: 0, max: COUNTS.length - 1, step: 1 });
  const number = new NumberField({
    label: "Number of characters",
    step: 1,
    take: (count) => {
      if (!Number.isInteger(count) || count < 1 || count > MOST) {
        return `characters: use a whole number from 1 to 10,000 instead of ${count}`;
      }
      form.onCount(count);
      return null;
    },
    onProblem: (text) => form.fail(text ?? ""),
  });
  const alert = element("p", { class: "problem full", role: "alert", hidden: true });
  const note = element("p", { class: "note full", hidden: true });
  const [calls, cost] = [element("dd", { id: "crowd-calls" }), element("dd", { id: "crowd-cost" })];
  const facts = element("dl", { class: "facts full" }, element("dt", {}, "Draw calls"), calls, element("dt", {}, "Whole frame"), cost);
  const fields = element(
    "div",
    { class: "form" },
    element("label", { class: "check full" }, isShown, "Show a crowd in place of the model"),
    ...[element("label", { for: "crowd-count" }, "Characters"), slider, number.input],
    element("label", { class: "check wide" }, inTurn, "All clips in turn"),
    ...[facts, note, alert],
  );
  slider.addEventListener("input", () => form.onCount(COUNTS[Number(slider.value)]!));
  const form = {
    ...{ parts: [fields], isShown, inTurn },
    onCount: (() => undefined) as (count: number) => void,
    /** The number of characters that is set, shown or not. */
    get count() {
      return number.value!;
    },
    setCount(count: number) {
      number.show(count);
      const next = COUNTS.findIndex((each) => each >= count);
      slider.value = String(next);
      slider.setAttribute("aria-valuetext", count.toLocaleString("en"));
    },
    fail(text: string) {
      alert.textContent = text;
      alert.hidden = text === "";
    },
    show(wanted: number, model: Model | null, crowd: CrowdRows | null) {
      isShown.checked = wanted > 0;
      isShown.disabled = !model?.container;
      inTurn.disabled = slider.disabled = number.input.disabled = !crowd;
      facts.hidden = !crowd;
      const notes = model && !model.container ? ["This model is shown as ordinary copies."] : (crowd?.warnings ?? []);
      setText(note, notes.join("; "));
      note.hidden = notes.length === 0;
    },
    showCost(crowd: CrowdRows | null, milliseconds: number) {
      if (crowd) {
        setText(calls, `${crowd.drawCalls} for ${crowd.count.toLocaleString("en")} characters`);
        setText(cost, `${milliseconds.toFixed(1)} ms of the page’s time`);
      }
    },
  };
  form.setCount(DEFAULT);
  return form;
}
