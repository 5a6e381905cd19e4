import { embedCode } from "./embed.js";
import { createPictureOptions } from "./pictureSize.js";
import { writeState } from "./addressState.js";
import { byId, element } from "../controls/dom.js";
import type { Editor } from "../document/editor.js";
import { createMenuItem } from "../controls/buttons.js";
import { copy } from "../controls/clipboard.js";
import { textOf, type Messages } from "../checks/messages.js";
import { PageState } from "./pageState.js";
import { keepState, readKept } from "./tabState.js";
import type { RootMotionSwitch } from "../moves/rootMotionSwitch.js";
import type { CrowdPanel } from "../panels/crowdPanel.js";
import type { Player } from "../playback/player.js";
import { draw, type Stage } from "../stage/stage.js";

/** Milliseconds after which the address follows what the user does. */
const DELAY = 400;

export interface SharingOptions {
  readonly editor: Editor;
  readonly messages: Messages;
  readonly stage: Stage;
  /** The list of the model's cameras. */
  readonly cameras: HTMLSelectElement;
  readonly crowd: CrowdPanel;
  readonly rootMotion: RootMotionSwitch;
  /** The name of the opened file, if it is on the user's computer; null for models with an address. */
  readonly localName: () => string | null;
}

export interface Sharing {
  /** Shows what the address says about the model that has just been opened. */
  applyAddress(): Promise<void>;
}

/** Sends what the page shows: a link, a picture, a film. Nothing leaves the page unless the user passes it on. */
export function createSharing(root: HTMLElement, options: SharingOptions): Sharing {
  const { editor, messages, stage } = options;
  const { player } = editor;
  const { scene, canvas } = stage;
  const state = new PageState(editor, stage, options.cameras, options.crowd, options.rootMotion);
  const note = element("p", { class: "note" });
  const announce = (text: string): void => {
    note.textContent = text;
    byId("status").textContent = text; // the menu may be closed
  };
  const addressOf = (): { url: string; omitted: number; omitsEvents?: true } => {
    const { hash, ...omissions } = writeState(state.read(options.localName() ?? undefined));
    return { url: location.pathname + location.search + hash, ...omissions };
  };
  const follow = (): void => {
    const isAwaited = isWaiting && location.hash.startsWith("#file=");
    if (player.model && !dialog.root.open && !isAwaited) {
      history.replaceState(history.state, "", addressOf().url);
      keepState(state.read(options.localName() ?? undefined));
    }
  };
  let timer = 0;
  for (const type of ["pointerup", "keyup", "change", "wheel"]) {
    addEventListener(type, () => {
      clearTimeout(timer);
      timer = window.setTimeout(follow, DELAY);
    });
  }
  /** What a link does not show, and what sends it. */
  const omissions = (): readonly string[] => {
    const { omitted, omitsEvents } = addressOf();
    const moves = player.model?.moves.map(({ file }) => file.source.name) ?? [];
    return [
      omitted > 0 ? `${omitted} ${omitted === 1 ? "clip is" : "clips are"} left out, because the link would be too long.` : "",
      omitsEvents ? "The events are left out, because the link would be too long. Save the file to send them." : "",
      omitted > 0 && player.document?.isRemade ? "Save the file to send its clips." : "",
      moves.length > 0 ? `A link cannot hold the moves of ${moves.join(", ")}. Keep them, and save the file, to send them.` : "",
    ];
  };
  const copyLink = async (): Promise<void> => {
    follow();
    const local = options.localName();
    await copy(location.href);
    const opens = local === null ? "" : `It shows ${local} once that file is opened.`;
    announce(["The link is copied.", opens, ...omissions()].filter(Boolean).join(" "));
  };
  const copyEmbedCode = async (): Promise<void> => {
    follow();
    const local = options.localName();
    if (local !== null) {
      throw new Error(`${local} is on your computer only. Put it on a server, and open it by its address, to embed it.`);
    }
    await copy(embedCode(location.href, [player.model?.name, player.chosen?.name].filter(Boolean).join(", ")));
    announce(["The embed code is copied.", ...omissions()].filter(Boolean).join(" "));
  };
  const choices = createPictureOptions();
  const savePicture = async (): Promise<void> => {
    const blob = await stage.record(choices.size, choices.isTransparent, async () => {
      await draw(scene);
      return new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    });
    if (!blob) {
      throw new Error("The browser cannot make a picture of the view.");
    }
    save(blob, `${nameOf(player, player.chosen?.timestamp.toFixed(2))}.png`);
    announce("The picture is saved.");
  };
  const dialog = createFilmDialog(player);
  const saveFilm = async (): Promise<void> => {
    const name = nameOf(player);
    const { format } = choices;
    // H.264 has no odd sizes
    const size = choices.size ?? (format === "mp4" ? { width: canvas.width & ~1, height: canvas.height & ~1 } : null);
    const blob = await dialog.run(async (task) => {
      const { filmPass } = await import("./film.js"); // the encoder comes with its first use
      return stage.record(size, false, () => filmPass(canvas, scene, player, { ...task, format }));
    });
    announce(blob ? "The film is saved." : "Filming was canceled.");
    if (blob) {
      save(blob, `${name}.${format}`);
    }
  };
  const item = (text: string, hint: string, act: () => Promise<void>): HTMLButtonElement =>
    createMenuItem(text, hint, () => {
      note.textContent = "";
      act().catch((error: unknown) => {
        announce(textOf(error));
        messages.add("error", error);
      });
    });
  root.append(
    ...createPopover(
      "Share",
      item("Copy link", "to this clip, time and view", copyLink),
      item("Copy embed code", "HTML that shows it in another page", copyEmbedCode),
      item("Save picture", "PNG of the view", savePicture),
      item("Save film", "Video of one pass of the clip", saveFilm),
      choices.root,
      note,
    ),
  );

  // the address changes when the model is shown
  let pending: ReturnType<typeof readKept> | null = readKept(new URL(location.href));
  let isWaiting = false;
  const apply = async (): Promise<void> => {
    if (!pending || !player.model) {
      return;
    }
    const { state: stated, problems, isKept } = pending;
    problems.forEach((problem) => messages.add("warning", problem));
    pending = { state: stated, problems: [], isKept };
    showAwaited(null);
    if (stated.file !== undefined && stated.file !== options.localName()) {
      if (!isWaiting) {
        showAwaited(stated.file, isKept);
        messages.add("warning", describeAwaited(stated.file, isKept));
      }
      isWaiting = true;
      return;
    }
    pending = null;
    (await state.apply(stated)).forEach((problem) => messages.add("warning", problem));
  };
  addEventListener("hashchange", ({ newURL }) => {
    clearTimeout(timer);
    // the page may have written its own state to the address since
    pending = readKept(new URL(newURL));
    isWaiting = false;
    void apply();
  });
  return { applyAddress: apply };
}

/** Says over the view which file the address is for; null hides it. */
function showAwaited(file: string | null, isKept = false): void {
  const awaited = byId("awaited");
  awaited.hidden = file === null;
  awaited.textContent = file === null ? "" : `Open or drop ${file} ${isKept ? "again to go on" : "to see what the link shows"}`;
}

/** @param isKept whether this tab had the file open: a page that is loaded again has no files of the computer, nor moves of other files */
function describeAwaited(file: string, isKept: boolean): string {
  return isKept
    ? `The page was loaded again, which closes files: open ${file} again to go on. Its clips and events are kept, moves of other files are not.`
    : `The address is for the file ${file}. Open that file to see what it shows.`;
}

/** The name of a file of what is shown: model and clip, and what else tells it apart. */
function nameOf({ model, chosen }: Player, more?: string): string {
  const parts = [model?.name.replace(/(\.[0-9a-f]{8})?\.[^.]*$/, ""), chosen?.name, more];
  return parts
    .filter(Boolean)
    .join(" ")
    .replace(/[^\p{L}\p{N}._-]+/gu, "-")
    .slice(0, 100);
}

function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  element("a", { href: url, download: name }).click();
  // the download has begun by then
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** A button that opens a list of actions. */
function createPopover(label: string, ...items: readonly HTMLElement[]): HTMLElement[] {
  const menu = element("div", { class: "share-menu popup", id: "share-menu", popover: "auto" }, ...items);
  const button = element("button", { type: "button", class: "button", popovertarget: menu.id }, label);
  menu.addEventListener("beforetoggle", (event) => {
    if (event.newState === "open") {
      const { bottom, right } = button.getBoundingClientRect();
      menu.style.setProperty("--top", `${bottom}px`);
      menu.style.setProperty("--right", `${right}px`);
    }
  });
  return [button, menu];
}

interface FilmTask {
  readonly signal: AbortSignal;
  readonly onProgress: (share: number) => void;
}

/** Shows how far a film is, and cancels it. The page cannot be used meanwhile, which would show in the film. */
function createFilmDialog({ onList }: Player): {
  root: HTMLDialogElement;
  run(film: (task: FilmTask) => Promise<Blob>): Promise<Blob | null>;
} {
  const progress = element("progress", { max: 1, value: 0, "aria-label": "Progress of the film" });
  const percent = element("output");
  const cancel = element("button", { type: "button", class: "button" }, "Cancel");
  const show = (share: number): void => {
    progress.value = share;
    percent.textContent = `${Math.floor(100 * share)} %`;
  };
  const root = element(
    "dialog",
    { class: "film", "aria-label": "Filming" },
    element("h2", {}, "Filming one pass of the clip"),
    progress,
    element("div", { class: "row" }, percent, cancel),
  );
  return {
    root,
    async run(film) {
      const abort = new AbortController();
      const stop = (): void => abort.abort();
      cancel.onclick = stop;
      root.oncancel = stop; // by the escape key
      const onModel = onList.add(stop); // files can still be dropped, and a model may be loading
      document.body.append(root);
      show(0);
      root.showModal();
      try {
        return await film({ signal: abort.signal, onProgress: show });
      } catch (error) {
        if (abort.signal.aborted) {
          return null;
        }
        throw error;
      } finally {
        onList.remove(onModel);
        root.close();
        root.remove();
      }
    },
  };
}
