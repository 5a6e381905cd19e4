import { DescribeFinding } from "../../../src/pure.js";
import { element } from "../controls/dom.js";
import { textOf, type Messages } from "../checks/messages.js";
import { modelsOf, ModelError, readFiles, type ModelFiles } from "../files/source.js";
import { describeFiles } from "../opening/opening.js";
import { painted, type LoadingView } from "../opening/loadingView.js";
import type { Player } from "../playback/player.js";
import type { Stage } from "../stage/stage.js";
import { isForModel, loadMoves, logNameOf } from "./moves.js";

/** Where the controls are, and what they act on. */
export interface TryMovesOptions {
  /** The panel that gets the button. */
  readonly panel: HTMLElement;
  /** The view that gets the question. */
  readonly view: HTMLElement;
  readonly player: Player;
  readonly stage: Stage;
  readonly messages: Messages;
  readonly loading: LoadingView;
  /** Tells people who do not see the page what happened. */
  readonly announce: (text: string) => void;
  /** Runs a task after what is being loaded. */
  readonly enqueue: (task: () => Promise<void>) => void;
}

export interface TryMoves {
  /**
   * Asks what to do with files that were dropped on the shown model, if they have moves for it. Opens them at once if they have none.
   * @param openFiles opens them in place of the model
   */
  ask(files: ModelFiles, openFiles: () => void): void;
}

/** Lets the moves of another file play on the shown model: by a button, or by a question about dropped files. */
export function createTryMoves({ panel, view, player, stage, messages, loading, announce, enqueue }: TryMovesOptions): TryMoves {
  const tryFiles = (files: ModelFiles): void =>
    enqueue(async () => {
      const name = modelsOf(files)[0]?.path ?? "files";
      messages.forgetRefusals();
      try {
        await add(files);
      } catch (error) {
        const text = error instanceof ModelError ? error.message : `${name} cannot be read: ${textOf(error)}`;
        messages.refuse(text);
        announce(text);
      }
    });

  const add = async (files: ModelFiles): Promise<void> => {
    const { model } = player;
    if (!model) {
      throw new ModelError("Open the model first that the moves are for.");
    }
    const source = await readFiles(files, () => undefined);
    // the library logs the first of its messages; all are listed here
    const beginning = `${logNameOf(source)}: `;
    messages.toldElsewhere.add(beginning);
    const moves = await loadMoves(source, stage.scene)
      .then((file) => (player.model === model ? model.addMoves(file) : file.library.dispose()))
      .finally(() => messages.toldElsewhere.delete(beginning));
    if (!moves) {
      return; // another model was opened meanwhile
    }
    const { playables, findings } = moves;
    findings.forEach((finding) => messages.add("warning", `${source.name}: ${DescribeFinding(finding)}`));
    const [first] = playables;
    if (!first) {
      throw new ModelError(`${source.name} has no moves for ${model.name}.`);
    }
    player.relist(first);
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) {
      player.play(first);
    }
    const count = playables.length === 1 ? "1 move" : `${playables.length} moves`;
    announce(`On trial: ${count} of ${source.name}. Moves are saved into ${model.name} once they are kept.`);
  };

  const question = createQuestion(view);
  panel.append(...createButton(player, tryFiles));
  player.onList.add(() => question.close());
  return {
    ask(files, openFiles) {
      question.close();
      const { model } = player;
      if (!model) {
        openFiles();
        return;
      }
      loading.showProgress(`Reading ${describeFiles(files)}`, null);
      const reading = painted().then(() => readFiles(files, () => undefined));
      void reading
        .finally(() => loading.hideProgress())
        .then(
          ({ name, json }) => {
            if (player.model === model && isForModel(json, model.json)) {
              question.show(name, model.name, openFiles, () => tryFiles(files));
            } else {
              openFiles();
            }
          },
          openFiles, // which says why they cannot be read
        );
    },
  };
}

/** A button that looks like others, for the input of files that it stands before. */
function createButton(player: Player, onFiles: (files: ModelFiles) => void): readonly HTMLElement[] {
  const input = element("input", {
    ...{ id: "moves-input", class: "visually-hidden file-input", type: "file", multiple: true },
    "aria-label": "Try moves of a file: a .glb, or a .gltf with its files",
  });
  const label = element("label", { class: "button try-moves", for: "moves-input" }, "Try moves of a file…");
  input.addEventListener("change", () => {
    onFiles(Array.from(input.files ?? [], (file) => ({ path: file.name, file })));
    input.value = ""; // allows selecting the same file again
  });
  const show = (): void => {
    input.disabled = !player.model;
    label.hidden = !player.model;
  };
  player.onList.add(show);
  show();
  return [label, input];
}

function createQuestion(view: HTMLElement) {
  const text = element("p", { id: "moves-question" });
  const opens = element("button", { type: "button", class: "button" }, "Open it");
  const tries = element("button", { type: "button", class: "button primary" }, "Try its moves");
  const buttons = element("div", { class: "row" }, opens, tries);
  const root = element("div", { class: "moves-question", role: "group", "aria-labelledby": "moves-question", hidden: true }, text, buttons);
  let answers: { readonly opens: () => void; readonly tries: () => void } | null = null;
  let before: Element | null = null;
  const close = (): void => {
    if (root.contains(document.activeElement)) {
      (before as HTMLElement | null)?.focus();
    }
    answers = null;
    root.hidden = true;
  };
  const answer = (name: "opens" | "tries"): void => {
    const act = answers?.[name];
    close();
    act?.();
  };
  opens.addEventListener("click", () => answer("opens"));
  tries.addEventListener("click", () => answer("tries"));
  root.addEventListener("keydown", ({ key }) => key === "Escape" && close());
  view.append(root);
  return {
    close,
    show(file: string, model: string, openIt: () => void, tryIt: () => void): void {
      text.textContent = `${file} has moves for the nodes of ${model}.`;
      tries.textContent = `Try its moves on ${model}`;
      answers = { opens: openIt, tries: tryIt };
      before = document.activeElement;
      root.hidden = false;
      tries.focus();
    },
  };
}
