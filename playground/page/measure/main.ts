import "../../head.css";
import "../styles/page.css";
import "../styles/measure.css";
import { textOf } from "../checks/messages.js";
import { announce } from "../controls/announce.js";
import { byId, element } from "../controls/dom.js";
import { enforceContentSecurityPolicy } from "../files/contentSecurityPolicy.js";
import { DEMOS } from "../files/demos.js";
import { acceptFiles } from "../files/fileInput.js";
import { openingOfDemo, openingOfFiles, type Opening } from "../opening/opening.js";
import type { Figures } from "./figures.js";
import { readFigures } from "./link.js";
import { showResult, type Origin } from "./resultView.js";
import { readSettings } from "./settings.js";

enforceContentSecurityPolicy(null);

const result = byId("result");
const failure = byId("failure");
/** What can come out, as long as nothing has. */
const causes = byId("causes");
const running = byId("running");
const progress = byId<HTMLProgressElement>("progress");
const picture = byId("picture");
const stop = byId<HTMLButtonElement>("stop");

/** What ends the measurement that runs; null if none does. */
let current: AbortController | null = null;

/** Says something to everybody, once. */
function say(text: string): void {
  if (byId("status").textContent !== text) {
    announce(text);
  }
}

function show(figures: Figures, origin: Origin): void {
  const hadFocus = document.activeElement === stop;
  end();
  causes.hidden = true;
  showResult(result, figures, origin);
  const answer = result.querySelector<HTMLElement>("h2")!;
  say(origin === "measured" ? `Measured. ${answer.textContent}` : `Figures of a link. ${answer.textContent}`);
  if (hadFocus) {
    answer.focus();
  }
}

function fail(text: string): void {
  end();
  result.hidden = true;
  failure.textContent = text;
  failure.hidden = false;
  say(text);
}

/** Back to where files can be measured. */
function end(): void {
  if (document.activeElement === stop) {
    byId("sample").focus();
  }
  current = null;
  running.hidden = true;
  picture.replaceChildren();
}

async function start({ name, read }: Opening): Promise<void> {
  current?.abort();
  const own = (current = new AbortController());
  const { signal } = own;
  const canvas = element("canvas", { role: "img", "aria-label": "What is measured" });
  const onProgress = (share: number, text: string): void => {
    if (own === current) {
      progress.value = share;
      byId("progress-text").textContent = text;
      say(text);
    }
  };
  result.hidden = failure.hidden = causes.hidden = true;
  running.hidden = false;
  picture.replaceChildren(canvas);
  onProgress(0, `Reading ${name}`);
  try {
    // Babylon comes with its first use: a link shows its figures without it
    const [{ measure }, source] = await Promise.all([import("./measurement.js"), read(() => signal.throwIfAborted())]);
    signal.throwIfAborted();
    const figures = await measure(source, canvas, {
      ...readSettings(location.search),
      version: document.body.dataset["version"]!,
      signal,
      onProgress,
    });
    if (own === current) {
      show(figures, "measured");
    }
  } catch (error) {
    if (own === current) {
      if (signal.aborted) {
        end();
        say("Stopped.");
      } else {
        const text = textOf(error);
        fail(text.includes(name) ? text : `${name} cannot be measured: ${text}`);
      }
    }
  }
}

/** Shows the figures of the address, if it has some. */
function showLink(): void {
  try {
    const figures = readFigures(location.hash);
    if (figures) {
      current?.abort();
      current = null;
      show(figures, "link");
    }
  } catch (error) {
    fail(`The figures of this link cannot be read: ${textOf(error)}.`);
  }
}

const hero = DEMOS.find(({ id }) => id === "hero")!;
const open = (opening: Opening): void => {
  history.replaceState(history.state, "", location.pathname + location.search); // what a link showed is gone
  void start(opening);
};
byId("sample").addEventListener("click", () => open({ ...openingOfDemo(hero), name: hero.file }));
stop.addEventListener("click", () => current?.abort());
acceptFiles(
  byId<HTMLInputElement>("file-input"),
  byId("drop-hint"),
  (files) => open(openingOfFiles(files)),
  (files) => open(openingOfFiles(files)),
);
addEventListener("hashchange", showLink);
showLink();
