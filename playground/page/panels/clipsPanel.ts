import type { Channels } from "../channels/channels.js";
import type { Model } from "../files/model.js";
import type { Moves } from "../moves/moves.js";
import { element, format, icon, setTitle, type IconName } from "../controls/dom.js";
import type { Editor } from "../document/editor.js";
import { createNameField } from "../document/nameField.js";
import { Playable } from "../playback/playable.js";
import type { Player } from "../playback/player.js";
import { dragRow } from "../controls/drag.js";
import { VirtualList } from "../controls/virtualList.js";

const KINDS = { clip: "", controller: "controller", animation: "animation", move: "" } as const;
/** Pixels of a row. */
const HEIGHT = 44;

/** A row: a playable, or the title of a file's moves. */
type Item = Playable | Moves;

/** The list of clips and animations, each with a play button, and the commands that change it. */
export function createClipsPanel(root: HTMLElement, count: HTMLElement, editor: Editor, channels: Channels): { update(): void } {
  root.classList.add("clips");
  const { player } = editor;
  const empty = element("p", { class: "empty" });
  const list = new VirtualList<Item, HTMLElement>(
    "Clips and animations",
    HEIGHT,
    (item) => (item instanceof Playable ? createRow(item, editor) : createTitle(item, editor, () => focusChosen(list, editor))),
    (row, item) => (item instanceof Playable ? updateRow(row, item, editor) : updateTitle(row, item, editor)),
  );
  const tools = createTools(editor, () => focusChosen(list, editor));
  root.append(tools.root, list.root, empty);
  list.root.addEventListener("keydown", (event) => {
    if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
      event.preventDefault();
      keepFocus(list, editor, () => editor.moveBy(event.key === "ArrowUp" ? -1 : 1));
    } else if (event.key === "F2") {
      rename(list, editor);
    }
  });
  let listed: Pick<Player, "model" | "chosen"> = { model: null, chosen: null };
  const show = (): void => {
    const { scrollTop } = list.root;
    const hadFocus = list.root.contains(document.activeElement);
    list.items = itemsOf(player.playables, player.model);
    list.root.scrollTop = scrollTop;
    if (hadFocus && player.chosen) {
      focusChosen(list, editor); // the row with the focus is gone
    }
    const { model, chosen } = player;
    if (model === listed.model && chosen !== listed.chosen) {
      rowOfChosen(list, editor)?.scrollIntoView({ block: "nearest" }); // it was made or changed just now
    }
    listed = { model, chosen };
    empty.hidden = player.playables.length > 0;
    empty.textContent = emptyText(player.model, channels);
    count.textContent = player.playables.length > 0 ? String(player.playables.length) : "";
    tools.update();
  };
  const update = (): void => {
    list.update();
    tools.update();
  };
  channels.onChange.add(() => (empty.textContent = emptyText(player.model, channels)));
  player.onList.add(show);
  player.onChoose.add(update);
  player.onEdit.add(update);
  editor.onRename.add(() => rename(list, editor));
  return { update };
}

/** The playables, with a title above the moves of each other file. */
function itemsOf(playables: readonly Playable[], model: Model | null): readonly Item[] {
  const titles = new Map(model?.moves.map((moves) => [moves.playables[0], moves]));
  return playables.flatMap((playable) => [titles.get(playable) ?? [], playable].flat());
}

/** Says why the list is empty. */
function emptyText(model: Model | null, channels: Channels): string {
  const count = (model?.json["animations"] as readonly unknown[] | undefined)?.length ?? 0;
  if (!model || count === 0) {
    return model ? "This model has no animations." : "No model is open.";
  }
  const reasons = new Set(channels.of("left out").map(({ reason }) => reason));
  const [reason = "they animate nothing"] = reasons;
  const more = reasons.size > 1 ? " The list of channels has the other reasons." : "";
  return `None of its ${count} ${count === 1 ? "animation" : "animations"} can be played: ${reason}${more === "" ? "" : "."}${more}`;
}

/**
 * The buttons above the list.
 * @param leave takes the focus, when the button that has it becomes disabled
 */
function createTools(editor: Editor, leave: () => void): { readonly root: HTMLElement; update(): void } {
  const tool = (name: IconName, label: string, act: () => void): HTMLButtonElement => {
    const button = element("button", { type: "button", class: "icon-button", "aria-label": label, title: label }, icon(name));
    button.addEventListener("click", act);
    return button;
  };
  const add = element("button", { type: "button", class: "button" }, icon("add"), "New clip");
  add.addEventListener("click", () => editor.newClip());
  const cut = tool("cut", "Cut at the playhead", () => editor.cut());
  const up = tool("up", "Move up (Alt+↑)", () => editor.moveBy(-1));
  const down = tool("down", "Move down (Alt+↓)", () => editor.moveBy(1));
  const duplicate = tool("duplicate", "Duplicate", () => editor.duplicate());
  const remove = tool("remove", "Delete", () => {
    const hadFocus = document.activeElement === remove;
    editor.remove();
    if (hadFocus && remove.disabled) {
      leave();
    }
  });
  return {
    root: element("div", { class: "tools", role: "toolbar", "aria-label": "Clips" }, add, duplicate, cut, up, down, remove),
    update() {
      const { chosen, position } = editor;
      add.disabled = !editor.canAdd;
      duplicate.disabled = remove.disabled = !chosen;
      cut.disabled = !editor.canCut;
      setTitle(cut, editor.cutTitle);
      up.disabled = !position || position.index === 0;
      down.disabled = !position || position.index === position.count - 1;
    },
  };
}

/**
 * The title above the moves of another file, with buttons that keep and discard them.
 * @param leave takes the focus from the button that is hidden once the moves are kept
 */
function createTitle(moves: Moves, editor: Editor, leave: () => void): HTMLElement {
  const { name } = moves.file.source;
  const button = (label: string, act: () => void): HTMLElement => {
    const made = element("button", { type: "button", class: "button", "aria-label": `${label} the moves of ${name}` }, label);
    made.addEventListener("click", act);
    return made;
  };
  const discard = button("Discard", () => editor.discardMoves(moves));
  const keep = button("Keep", () => {
    editor.keepMoves(moves);
    leave();
  });
  return element("div", { class: "clip-group" }, element("span", { class: "title", title: name }, `Moves of ${name}`), keep, discard);
}

/** What is kept can only be discarded. */
function updateTitle(row: HTMLElement, { file }: Moves, { document }: Editor): void {
  (row.children[1] as HTMLElement).hidden = document!.moves.includes(file);
}

function createRow(playable: Playable, editor: Editor): HTMLElement {
  const { player } = editor;
  const toggle = element("button", { type: "button", class: "icon-button" });
  toggle.addEventListener("click", () => {
    player.choose(playable);
    player.toggle(playable);
  });
  const tag = KINDS[playable.origin.kind];
  const choose = element(
    "button",
    { type: "button", class: "choose" },
    element("span", { class: "title" }, playable.name),
    ...(tag ? [element("span", { class: "tag" }, tag)] : []),
    element("span", { class: "summary" }),
  );
  choose.addEventListener("click", () => player.select(playable));
  const row = element("div", { class: "clip" }, toggle, choose);
  if (playable.entry !== null) {
    choose.addEventListener("dblclick", () => editor.onRename.notifyObservers());
  }
  row.append(playable.entry === null ? element("span", { class: "grip" }) : createGrip(row, playable, editor));
  return row;
}

/** Drags a clip to another place. By keyboard, the same is done with alt and an arrow. */
function createGrip(row: HTMLElement, playable: Playable, editor: Editor): HTMLElement {
  const grip = element("span", { class: "grip", title: "Drag to reorder", "aria-hidden": "true" }, icon("grip"));
  grip.addEventListener("pointerdown", (event) => {
    if (event.button === 0) {
      event.preventDefault();
      editor.player.choose(playable);
      const { index, count } = editor.position!;
      // clips that animate nothing are not listed
      const listed = editor.player.playables.filter(({ entry }) => entry !== null);
      dragRow(row, grip, event, { height: HEIGHT, index: listed.indexOf(playable), count: listed.length }, (to) => {
        const neighbor = editor.document!.clips.findIndex(({ id }) => id === listed[to]!.entry);
        editor.moveTo(Math.min(neighbor < 0 ? index : neighbor, count - 1));
      });
    }
  });
  return grip;
}

function updateRow(row: HTMLElement, playable: Playable, { player }: Editor): void {
  const { bounds } = playable;
  const isPlaying = player.isPlaying(playable);
  const [toggle, choose] = row.children as unknown as [HTMLElement, HTMLElement];
  const isChosen = player.chosen === playable;
  row.classList.toggle("chosen", isChosen);
  choose.setAttribute("aria-pressed", String(isChosen));
  const { name } = playable;
  setTextOf(choose, ".title", name);
  choose.title = playable.origin.pointer;
  const label = `${isPlaying ? "Pause" : "Play"} ${name}`;
  if (toggle.getAttribute("aria-label") !== label) {
    toggle.setAttribute("aria-pressed", String(isPlaying));
    toggle.setAttribute("aria-label", label);
    toggle.replaceChildren(icon(isPlaying ? "pause" : "play"));
  }
  const share = bounds.end > bounds.start ? (playable.timestamp - bounds.start) / (bounds.end - bounds.start) : 0;
  row.style.setProperty("--share", playable.isStarted ? Math.min(share, 1).toFixed(4) : "0");
  setTextOf(choose, ".summary", summarise(playable));
}

function setTextOf(parent: HTMLElement, selector: string, text: string): void {
  const node = parent.querySelector(selector)!;
  if (node.textContent !== text) {
    node.textContent = text;
  }
}

/** Lets the name of the selected clip be changed in its row: enter or leaving the field accepts it, escape does not. */
function rename(list: VirtualList<Item, HTMLElement>, editor: Editor): void {
  const row = rowOfChosen(list, editor);
  if (!row || !editor.chosen || row.querySelector("input")) {
    return;
  }
  const { name } = editor.chosen.playable;
  const { input, problem, show } = createNameField(editor, { id: "new-name", class: "rename", "aria-label": `New name of ${name}` });
  show(name);
  const choose = row.children[1] as HTMLElement;
  choose.hidden = true;
  choose.after(input, problem);
  input.addEventListener("input", () => problem.scrollIntoView({ block: "nearest" }));
  input.focus();
  input.select();
  let isOpen = true;
  const close = (accepts: boolean): void => {
    if (isOpen) {
      isOpen = false;
      const hadFocus = document.activeElement === input;
      choose.hidden = false;
      input.remove();
      problem.remove();
      if (accepts) {
        editor.rename(input.value);
      }
      if (hadFocus) {
        (rowOfChosen(list, editor)?.children[1] as HTMLElement | undefined)?.focus();
      }
    }
  };
  input.addEventListener("blur", () => close(true));
  input.addEventListener("keydown", ({ key }) => {
    if (key === "Enter" || key === "Escape") {
      close(key === "Enter");
    }
  });
}

/** Scrolls to the row of the selected clip. */
function rowOfChosen(list: VirtualList<Item, HTMLElement>, { player }: Editor): HTMLElement | null {
  const index = player.chosen ? list.items.indexOf(player.chosen) : -1;
  const [top, height] = [index * HEIGHT, list.root.clientHeight];
  if (top < list.root.scrollTop || top + HEIGHT > list.root.scrollTop + height) {
    list.root.scrollTop = top - (height - HEIGHT) / 2;
  }
  list.update();
  return index < 0 ? null : list.root.querySelector<HTMLElement>(".chosen");
}

/** The rows are made again when their order changes; the focus stays with the clip. */
function keepFocus(list: VirtualList<Item, HTMLElement>, editor: Editor, act: () => void): void {
  act();
  focusChosen(list, editor);
}

function focusChosen(list: VirtualList<Item, HTMLElement>, editor: Editor): void {
  (rowOfChosen(list, editor)?.children[1] as HTMLElement | undefined)?.focus();
}

/** The settings of a clip in short: `0–1.5 s · ⇄ · 4 times`. */
function summarise({ settings }: Playable): string {
  const { start, end, speed, repetitions, reverse } = settings;
  return [
    `${format(start, 2)}–${format(end, 2)} s`,
    speed === 1 ? "" : `${format(speed, 2)}×`,
    reverse ? "⇄" : "",
    repetitions === -1 ? "∞" : repetitions === 1 ? "once" : `${repetitions} times`,
  ]
    .filter(Boolean)
    .join(" · ");
}
