import "./styles/page.css";
import "./styles/editing.css";
import "./styles/inspection.css";
import "./styles/moves.css";
import type { BaseTexture } from "@babylonjs/core/Materials/Textures/baseTexture.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { ApplyRestPose } from "../../src/pure.js";
import type { PlaygroundApi } from "./api.js";
import { createCrowdPanel } from "./panels/crowdPanel.js";
import { createClipsPanel } from "./panels/clipsPanel.js";
import { DEMOS, type Demo } from "./files/demos.js";
import { createSplitter } from "./controls/splitter.js";
import { distinctNames } from "./stage/distinctNames.js";
import { DocumentBar } from "./document/documentBar.js";
import { byId, element } from "./controls/dom.js";
import { listenToEditingKeys, listenToKeys } from "./controls/keyboard.js";
import { Editor } from "./document/editor.js";
import { createEvaluationPanel } from "./panels/evaluationPanel.js";
import { extentOfMotion, nodesBelow } from "./stage/extent.js";
import { acceptFiles } from "./files/fileInput.js";
import { createInspector } from "./stage/inspector.js";
import { UnsavedChangesDialog } from "./document/unsavedChanges.js";
import { createInspectionPanels } from "./panels/inspectionPanels.js";
import { Messages, textOf } from "./checks/messages.js";
import { loadModel, type LoadOptions, type Model } from "./files/model.js";
import type { GroupKind } from "./playback/groupPlayable.js";
import type { Playable } from "./playback/playable.js";
import { Player } from "./playback/player.js";
import { colorOf } from "./plots/plot.js";
import { enforceContentSecurityPolicy } from "./files/contentSecurityPolicy.js";
import { createSettingsPanel } from "./panels/settingsPanel.js";
import { createSharing } from "./sharing/sharing.js";
import { modelsOf, ModelError, readFiles, readUrl, type ModelFiles, type Progress, type Source } from "./files/source.js";
import { createStatisticsPanel } from "./panels/statisticsPanel.js";
import { Stage, type Staged } from "./stage/stage.js";
import { horizonOf, timelineOf } from "./plots/timeline.js";
import { createTimelinePanel } from "./panels/timelinePanel.js";
import { createRootMotionSwitch } from "./moves/rootMotionSwitch.js";
import { createTryMoves } from "./moves/tryMoves.js";
import { createTransport } from "./playback/transport.js";
import { createViewMenu } from "./stage/viewMenu.js";

const requested = new URLSearchParams(location.search).get("model");
const requestedDemo = DEMOS.find(({ id }) => id === (requested ?? "figure"));
document.documentElement.classList.toggle("embedded", new URLSearchParams(location.search).has("embed"));
enforceContentSecurityPolicy(requestedDemo ? null : requested);

const loading = byId("loading");
const progress = byId<HTMLProgressElement>("progress");
const failure = byId("failure");
byId("failure-close").addEventListener("click", () => (failure.hidden = true));

const messages = new Messages();
messages.listen();
const player = new Player();
const inspection = createInspectionPanels(player, messages);
const stage = createStage();
const announce = (text: string): void => void (byId("status").textContent = text);
const editor = new Editor(player, announce);
const documentBar = new DocumentBar(byId("document"), editor, messages, announce);
const unsavedChanges = new UnsavedChangesDialog(player, documentBar);

createSettingsPanel(byId("settings"), editor);
createStatisticsPanel(byId("statistics"), player);
const inspector = createInspector(byId("main"), byId<HTMLButtonElement>("inspect"), stage.scene, (reason) => messages.add("error", reason));
const crowdPanel = createCrowdPanel(byId("crowd"), player, stage);
/** Settles when the measurement that was started last is over. */
let measured: Promise<unknown> = Promise.resolve();
/** How the animations of a file are loaded. */
let groupKind: GroupKind = "compiled";
const evaluationPanel = createEvaluationPanel(byId("evaluation"), player, stage, {
  onKind: (kind) => void (ready = Promise.allSettled([ready, measured]).then(() => reloadAs(kind))),
  compare: async ({ origin }, signal) => {
    // what measures comes with its first use
    const { compareGroups } = await import("./playback/comparison.js");
    await ready; // two loads at a time would share the addresses of local files
    signal.throwIfAborted();
    const { source } = player.model!;
    const measuring = messages.repeat(() => compareGroups(source, origin.animations, signal));
    measured = measuring;
    return measuring;
  },
});
evaluationPanel.showKind(groupKind);
const everyFrame = [
  createTransport(byId("transport"), player),
  createTimelinePanel(byId("timeline"), editor),
  crowdPanel,
  ...inspection.everyFrame,
];
const everyFourthFrame = [
  createClipsPanel(byId("clips"), byId("clips-count"), editor, inspection.channels),
  ...inspection.everyFourthFrame,
  evaluationPanel,
];
layOut();
listenToKeys(player, stage, () => inspector.toggle(), inspection.stepKey);
const rootMotion = createRootMotionSwitch(player, stage);
createViewMenu(byId("view-tools"), stage, rootMotion.parts);
const isPlaying = (playable: Playable): boolean => playable.isPlaying;
stage.isMoving = () => inspector.isOpen || player.playables.some(isPlaying);
const wake = (): void => stage.wake();
player.onChoose.add(wake);
player.onEdit.add(wake);
listenToEditingKeys(editor, () => documentBar.save());

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
const paint = (): void => stage.setPageColor(colorOf("--view"));
dark.addEventListener("change", paint);
paint();

const modelSelect = byId<HTMLSelectElement>("model-select");
const cameraSelect = byId<HTMLSelectElement>("camera-select");
const OTHER = "other";
modelSelect.append(...DEMOS.map(({ id, title }) => element("option", { value: id }, title)));
modelSelect.addEventListener("change", () => {
  const demo = DEMOS.find(({ id }) => id === modelSelect.value);
  if (demo) {
    unsavedChanges.ask(() => void openDemo(demo), listModel);
  }
});
cameraSelect.addEventListener("change", () => stage.lookThrough(player.model?.cameras[Number(cameraSelect.value)] ?? null));
stage.onCamera.add((camera) => (cameraSelect.value = String(camera ? player.model?.cameras.indexOf(camera) : -1)));
const sharing = createSharing(byId("share"), {
  editor,
  messages,
  stage,
  cameras: cameraSelect,
  crowd: crowdPanel,
  rootMotion,
  localName: () => (inspection.checks.source?.rootUrl.startsWith("files:") ? inspection.checks.source.name : null),
});
const tryMoves = createTryMoves({
  ...{ panel: byId("clips"), view: byId("stage"), player, stage, messages, announce },
  enqueue: (task) => void (ready = ready.then(task)),
});
const openFiles = (files: ModelFiles): void => {
  const name = modelsOf(files)[0]?.path ?? "files";
  unsavedChanges.ask(() => void open({ name, read: (onProgress) => readFiles(files, onProgress), address: "" }));
};
acceptFiles(byId<HTMLInputElement>("file-input"), byId("drop-hint"), openFiles, (files) => tryMoves.ask(files, () => openFiles(files)));

/** Puts splitters between the view and the panels beside and below it, which leave some of the view. */
function layOut(): void {
  const [root, view] = [byId("main"), byId("stage")];
  const [side, below] = [byId("panels"), byId("time-panels")];
  const options = { root, axis: "x", label: "Width of the panels", panel: side, property: "side", least: 300 } as const;
  side.before(createSplitter({ ...options, most: () => root.clientWidth - 320 }));
  const most = (): number => view.clientHeight + below.offsetHeight - 120;
  below.before(createSplitter({ root, axis: "y", label: "Height of the timeline", panel: below, property: "time", least: 120, most }));
}

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
  byId("failure-text").textContent = text;
  failure.hidden = false;
  byId("status").textContent = text;
}

function createStage(): Stage {
  try {
    return new Stage(byId<HTMLCanvasElement>("canvas"));
  } catch (error) {
    loading.hidden = true;
    fail("The view needs WebGL. This browser does not support it, or it is switched off.");
    throw error;
  }
}

function clear(): void {
  const { model } = player;
  player.model = null;
  inspection.checks.source = null;
  void stage.stageAsync(null);
  model?.moves.forEach(({ file }) => file.library.dispose());
  model?.dispose();
  failure.hidden = true;
}

/** What to open. */
interface Opening {
  readonly name: string;
  readonly read: (onProgress: Progress) => Promise<Source>;
  readonly demo?: Demo;
  /** The query of the page's address when the model is shown. */
  readonly address: string;
}

/** Counts the opened models; only the last one is shown. */
let opened = 0;

/** Settles when the model opened last is shown or has failed. */
let ready: Promise<void> = Promise.resolve();

/** Replaces the shown model, or keeps the shown model if loading fails. Errors become messages. */
function open(opening: Opening): Promise<void> {
  return (ready = openNext(opening));
}

async function openNext(opening: Opening): Promise<void> {
  const { name, read, demo } = opening;
  const turn = ++opened;
  messages.begin();
  failure.hidden = true;
  showProgress(name, null);
  try {
    const source = await read((share) => showProgress(name, share));
    const { model, environment } = await loadApart(source, { groups: groupKind, ...(demo?.crowd && { copies: demo.crowd }) });
    if (turn === opened) {
      messages.clearEarlier();
      source.notes.forEach((note) => messages.add("warning", note));
      await showModel(model, environment, opening);
    } else {
      model.dispose();
    }
  } catch (error) {
    if (turn === opened) {
      const text = textOf(error);
      // a text that begins with a JSON pointer is shown with its place
      fail(error instanceof ModelError || text.startsWith("/") ? text : `${name} cannot be loaded: ${text}`);
      listModel();
    }
  }
  if (turn === opened) {
    loading.hidden = true;
  }
}

/** Loads a model beside the shown one, whose environment stays for the time being. */
async function loadApart(source: Source, options: LoadOptions): Promise<{ model: Model; environment: BaseTexture | null }> {
  const { scene } = stage;
  const before = scene.environmentTexture;
  try {
    const model = await loadModel(source, scene, options);
    return { model, environment: scene.environmentTexture === before ? null : scene.environmentTexture };
  } finally {
    scene.environmentTexture = before;
  }
}

/** What the list of models shows as open. */
let listed: Pick<Opening, "name" | "demo"> | null = null;

function listModel(): void {
  modelSelect.querySelector(`[value=${OTHER}]`)?.remove();
  if (listed && !listed.demo) {
    modelSelect.append(element("option", { value: OTHER }, listed.name));
  }
  modelSelect.value = listed ? (listed.demo?.id ?? OTHER) : "";
}

async function showModel(model: Model, environment: BaseTexture | null, { name, demo, address }: Opening): Promise<void> {
  clear();
  listed = { name, ...(demo && { demo }) };
  listModel();
  history.replaceState(null, "", location.pathname + address);
  const staged = toStaged(model, environment);
  const lit = stage.stageAsync(staged);
  inspection.checks.source = model.source;
  player.model = model;
  listCameras(model);
  describe(model, staged);
  const first = demo ? demo.plays.flatMap((clip) => player.find(clip) ?? []) : model.playables.slice(0, 1);
  player.choose(first[0] ?? model.playables[0] ?? null);
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) {
    first.forEach((playable) => player.play(playable));
  }
  if (demo?.characters) {
    await crowdPanel.show(demo.characters);
  }
  await sharing.applyAddress();
  byId("status").textContent = `${demo?.title ?? model.name}: ${model.playables.length} clips and animations`;
  await lit;
}

/** Loads the shown model again, with its animations as other groups. Clips, their edits and what plays stay as they are. */
async function reloadAs(kind: GroupKind): Promise<void> {
  const { model } = player;
  const [before, turn] = [groupKind, opened];
  groupKind = kind;
  if (!model || model.groups === kind) {
    return;
  }
  const { source, document, copies } = model;
  const moves = model.moves.map(({ file }) => file);
  try {
    const next = await messages.repeat(() => loadApart(source, { groups: kind, document, copies, moves }));
    if (turn === opened && player.model === model) {
      await exchange(model, next);
    } else {
      next.model.dispose();
    }
  } catch (error) {
    groupKind = before;
    evaluationPanel.showKind(before);
    fail(`${model.name} cannot be loaded again: ${textOf(error)}`);
  }
}

/** Shows another copy of the shown model in the same state. */
async function exchange(model: Model, { model: next, environment }: Awaited<ReturnType<typeof loadApart>>): Promise<void> {
  const states = model.playables.map(({ isPosing, isPlaying, timestamp, weight }) => ({ isPosing, isPlaying, timestamp, weight }));
  const chosen = model.playables.indexOf(player.chosen!);
  const camera = cameraSelect.value;
  const characters = crowdPanel.count;
  const staged = toStaged(next, environment);
  player.model = next;
  model.dispose();
  listCameras(next);
  cameraSelect.value = camera;
  stage.lookThrough(next.cameras[Number(camera)] ?? null);
  const lit = stage.replaceAsync(staged);
  player.choose(next.playables[chosen] ?? null);
  // the selected clip is the last one that poses the model
  const order = [...states.keys()].sort((a, b) => Number(a === chosen) - Number(b === chosen));
  order.forEach((i) => {
    const { isPosing, isPlaying, timestamp, weight } = states[i]!;
    const playable = next.playables[i]!;
    playable.weight = weight;
    if (isPosing) {
      playable.seek(timestamp);
    }
    if (isPlaying) {
      playable.play();
    }
  });
  if (characters > 0) {
    await crowdPanel.show(characters);
  }
  byId("status").textContent = `The animations are loaded as ${next.groups} groups.`;
  await lit;
}

function toStaged({ roots, meshes, playables, hasLights }: Model, environment: BaseTexture | null): Staged {
  const nodes = nodesBelow(roots);
  const extent = extentOfMotion(nodes, meshes, playables);
  ApplyRestPose(stage.scene);
  const hasMeshes = meshes.some((mesh) => mesh.getTotalVertices() > 0);
  return { nodes: nodes.filter(({ parent }) => parent), extent, hasMeshes, hasLights, environment };
}

/** Says what there is where nothing would be seen. */
function describe({ playables, cameras }: Model, { nodes, hasMeshes }: Staged): void {
  const count = (number: number, name: string): string => `${number} ${name}${number === 1 ? "" : "s"}`;
  const parts = [count(nodes.length, "node"), count(cameras.length, "camera"), `${playables.length} clips and animations`];
  byId("view-note").textContent = hasMeshes ? "" : `No meshes in this file: ${parts.join(", ")}.`;
}

function listCameras({ cameras }: Model): void {
  const names = distinctNames(cameras.slice(0, 200).map(({ name }) => name || "camera"));
  cameraSelect.replaceChildren(element("option", { value: -1 }, "orbit"), ...names.map((name, i) => element("option", { value: i }, name)));
  byId("camera-field").hidden = cameras.length === 0;
}

function openDemo(demo: Demo, address = `?model=${demo.id}`): Promise<void> {
  // the address of a built page has a hash in the name of the file
  const read = async (onProgress: Progress): Promise<Source> => ({ ...(await readUrl(demo.url, onProgress)), name: demo.file });
  return open({ name: demo.title, read, demo, address });
}

/** Opens the model that the address names. The address stays as a whole, including unknown parameters. */
function openRequested(): Promise<void> {
  const address = location.search + location.hash;
  return requestedDemo
    ? openDemo(requestedDemo, address)
    : open({ name: requested!, read: (onProgress) => readUrl(requested!, onProgress), address });
}

function byName(name: string): Playable {
  const found = player.find(name);
  if (!found) {
    throw new RangeError(`name: must be the name of a clip (got ${name})`);
  }
  return found;
}

ready = stage
  .setView({})
  .catch((error: unknown) => messages.add("warning", error))
  .then(openRequested);
window.playground = {
  get ready() {
    return ready;
  },
  drawn: () => stage.drawnAsync(),
  get frames() {
    return frame;
  },
  get clips() {
    return player.playables.map(({ name, origin, playedAs, isPlaying, timestamp }) => ({
      name,
      kind: origin.kind,
      pointer: origin.pointer,
      playedAs,
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
    stage.wake();
  },
  get rootPath() {
    return rootMotion.path;
  },
  position(name) {
    const node = player.model?.roots.flatMap((root) => root.getDescendants<TransformNode>(false)).find((each) => each.name === name);
    if (!node) {
      throw new RangeError(`node: must be the name of a node (got ${name})`);
    }
    node.computeWorldMatrix(true);
    const { x, y, z } = node.getAbsolutePosition();
    return [x, y, z];
  },
  plotData(name) {
    const { settings, lastKey } = byName(name);
    return timelineOf(settings, 0, horizonOf(settings, lastKey));
  },
} satisfies PlaygroundApi;
