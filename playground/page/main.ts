import "./style.css";
import type { PlaygroundApi } from "./api.js";
import { createClipsPanel } from "./clipsPanel.js";
import { DEMOS, type Demo } from "./demos.js";
import { byId, element } from "./dom.js";
import { createEvaluationPanel } from "./evaluationPanel.js";
import { acceptFiles } from "./files.js";
import { createInspector } from "./inspector.js";
import { listenToKeys } from "./keyboard.js";
import { createLook } from "./look.js";
import { Messages, textOf } from "./messages.js";
import { loadModel, type Model } from "./model.js";
import type { Playable } from "./playable.js";
import { Player } from "./player.js";
import { colourOf } from "./plot.js";
import { enforcePolicy } from "./policy.js";
import { createSettingsPanel } from "./settingsPanel.js";
import { ModelError, readFiles, readUrl, type Source } from "./source.js";
import { createSharing } from "./sharing.js";
import { Stage } from "./stage.js";
import { horizonOf, timelineOf } from "./timeline.js";
import { createTimelinePanel } from "./timelinePanel.js";
import { createTransport } from "./transport.js";

const requested = new URLSearchParams(location.search).get("model");
const requestedDemo = DEMOS.find(({ id }) => id === (requested ?? "figure"));
enforcePolicy(requestedDemo ? null : requested);

const loading = byId("loading");
const progress = byId<HTMLProgressElement>("progress");
const failure = byId("failure");

const messages = new Messages();
messages.listen();
const player = new Player();
const look = createLook(player, messages);
const stage = createStage();

createSettingsPanel(byId("settings"), player);
const inspector = createInspector(byId("main"), byId<HTMLButtonElement>("inspect"), stage.scene, (reason) => messages.add("error", reason));
const everyFrame = [createTransport(byId("transport"), player), createTimelinePanel(byId("timeline"), player), ...look.everyFrame];
const everyFourthFrame = [
  createClipsPanel(byId("clips"), byId("clips-count"), player),
  ...look.everyFourthFrame,
  createEvaluationPanel(byId("evaluation"), player, stage),
];
listenToKeys(player, () => inspector.toggle(), look.stepKey);

let frame = 0;
stage.onFrame.add(() => {
  everyFrame.forEach((panel) => panel.update());
  if (frame++ % 4 === 0) {
    everyFourthFrame.forEach((panel) => panel.update());
  }
});
stage.onFailure.add((error) => {
  clear();
  fail(`The model cannot be drawn: ${textOf(error)}`);
  stage.resume();
});

const dark = matchMedia("(prefers-color-scheme: dark)");
const paint = (): void => stage.setBackground(colourOf("--view"));
dark.addEventListener("change", paint);
paint();

const modelSelect = byId<HTMLSelectElement>("model-select");
const cameraSelect = byId<HTMLSelectElement>("camera-select");
const OTHER = "other";
modelSelect.append(...DEMOS.map(({ id, title }) => element("option", { value: id }, title)));
modelSelect.addEventListener("change", () => {
  const demo = DEMOS.find(({ id }) => id === modelSelect.value);
  if (demo) {
    history.replaceState(null, "", `?model=${demo.id}`);
    void openDemo(demo);
  }
});
cameraSelect.addEventListener("change", () => stage.lookThrough(player.model?.cameras[Number(cameraSelect.value)] ?? null));
const sharing = createSharing(byId("share"), {
  player,
  messages,
  scene: stage.scene,
  canvas: stage.canvas,
  cameras: cameraSelect,
  localName: () => (look.checks.source?.rootUrl.startsWith("files:") ? look.checks.source.name : null),
});
acceptFiles(byId<HTMLInputElement>("file-input"), byId("drop-hint"), (files) => {
  const name = files.find(({ path }) => /\.(glb|gltf)$/i.test(path))?.path ?? "files";
  void open(name, () => readFiles(files));
});

function showProgress(name: string, share: number | null): void {
  loading.hidden = false;
  byId("loading-text").textContent = `Loading ${name}`;
  if (share === null) {
    progress.removeAttribute("value");
  } else {
    progress.value = share;
  }
}

function fail(text: string): void {
  messages.add("error", text);
  failure.textContent = text;
  failure.hidden = false;
  byId("status").textContent = text;
}

function createStage(): Stage {
  try {
    return new Stage(byId<HTMLCanvasElement>("canvas"));
  } catch (error) {
    fail("The view needs WebGL. This browser does not support it, or it is switched off.");
    throw error;
  }
}

function clear(): void {
  const { model } = player;
  player.model = null;
  stage.lookThrough(null);
  model?.dispose();
  failure.hidden = true;
}

/** Counts the opened models; only the last one is shown. */
let opened = 0;

/** Settles when the model opened last is shown or has failed. */
let ready: Promise<void> = Promise.resolve();

/** Replaces the shown model. Errors become messages. */
function open(name: string, read: () => Promise<Source>, demo?: Demo): Promise<void> {
  return (ready = openNext(name, read, demo));
}

async function openNext(name: string, read: () => Promise<Source>, demo: Demo | undefined): Promise<void> {
  const turn = ++opened;
  clear();
  look.checks.source = null;
  messages.clear();
  listModel(name, demo);
  showProgress(name, null);
  try {
    const source = await read();
    const model = await loadModel(source, stage.scene, demo?.crowd).finally(source.release);
    if (turn !== opened) {
      model.dispose();
      return;
    }
    look.checks.source = source;
    showModel(model, demo);
  } catch (error) {
    if (turn === opened) {
      const text = textOf(error);
      // a text that begins with a JSON pointer is shown with its place
      fail(error instanceof ModelError || text.startsWith("/") ? text : `${name} cannot be loaded: ${text}`);
    }
  }
  if (turn === opened) {
    loading.hidden = true;
  }
}

function listModel(name: string, demo: Demo | undefined): void {
  modelSelect.querySelector(`[value=${OTHER}]`)?.remove();
  if (!demo) {
    modelSelect.append(element("option", { value: OTHER }, name));
  }
  modelSelect.value = demo?.id ?? OTHER;
}

function showModel(model: Model, demo: Demo | undefined): void {
  stage.showLights(model.hasLights);
  stage.frame(model.meshes);
  player.model = model;
  listCameras(model);
  const first = demo ? demo.plays.flatMap((name) => player.find(name) ?? []) : model.playables.slice(0, 1);
  player.choose(first[0] ?? model.playables[0] ?? null);
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) {
    first.forEach((playable) => player.play(playable));
  }
  sharing.applyAddress();
  byId("status").textContent = `${demo?.title ?? model.name}: ${model.playables.length} clips and animations`;
}

function listCameras({ cameras }: Model): void {
  const options = cameras.slice(0, 200).map(({ name }, i) => element("option", { value: i }, name || `camera ${i}`));
  cameraSelect.replaceChildren(element("option", { value: -1 }, "orbit"), ...options);
  byId("camera-field").hidden = cameras.length === 0;
}

function openDemo(demo: Demo): Promise<void> {
  return open(demo.title, () => readUrl(demo.url, (share) => showProgress(demo.title, share)), demo);
}

function openRequested(): Promise<void> {
  return requestedDemo ? openDemo(requestedDemo) : open(requested!, () => readUrl(requested!, (share) => showProgress(requested!, share)));
}

function byName(name: string): Playable {
  const found = player.find(name);
  if (!found) {
    throw new RangeError(`name: must be the name of a clip (got ${name})`);
  }
  return found;
}

ready = stage
  .lightAsync()
  .catch((error: unknown) => messages.add("warning", error))
  .then(openRequested);
window.playground = {
  get ready() {
    return ready;
  },
  drawn: () => stage.drawnAsync(),
  get clips() {
    return player.playables.map(({ name, origin, isPlaying, timestamp }) => ({
      name,
      kind: origin.kind,
      place: origin.place,
      isPlaying,
      timestamp,
    }));
  },
  get messages() {
    return messages.all;
  },
  seek(name, timestamp) {
    player.choose(byName(name));
    player.seek(timestamp);
  },
  plotData(name) {
    const { settings, lastKey } = byName(name);
    return timelineOf(settings, 0, horizonOf(settings, lastKey));
  },
} satisfies PlaygroundApi;
