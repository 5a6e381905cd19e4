import "../head.css";
import "./styles/page.css";
import "./styles/editing.css";
import "./styles/inspection.css";
import "./styles/moves.css";
import { Messages, textOf } from "./checks/messages.js";
import { announce } from "./controls/announce.js";
import { byId } from "./controls/dom.js";
import { listenToEditingKeys, listenToKeys } from "./controls/keyboard.js";
import { layOut } from "./controls/layout.js";
import { DocumentBar } from "./document/documentBar.js";
import { Editor } from "./document/editor.js";
import { UnsavedChangesDialog } from "./document/unsavedChanges.js";
import { enforceContentSecurityPolicy } from "./files/contentSecurityPolicy.js";
import { acceptFiles } from "./files/fileInput.js";
import { readSidecar } from "./files/sidecar.js";
import { modelsOf, type ModelFiles } from "./files/source.js";
import { createRootMotionSwitch } from "./moves/rootMotionSwitch.js";
import { createTryMoves } from "./moves/tryMoves.js";
import { CameraList } from "./opening/cameraList.js";
import { LoadingView } from "./opening/loadingView.js";
import { ModelList } from "./opening/modelList.js";
import { ModelOpener } from "./opening/modelOpener.js";
import { ModelView } from "./opening/modelView.js";
import { openingOfDemo, openingOfFiles, readRequested } from "./opening/opening.js";
import { createPageApi } from "./pageApi.js";
import { createClipsPanel } from "./panels/clipsPanel.js";
import { createCrowdPanel } from "./panels/crowdPanel.js";
import { createEvaluationPanel } from "./panels/evaluationPanel.js";
import { createInspectionPanels } from "./panels/inspectionPanels.js";
import { updatePanels } from "./panels/panelUpdates.js";
import { createSettingsPanel } from "./panels/settingsPanel.js";
import { createStatisticsPanel } from "./panels/statisticsPanel.js";
import { createTimelinePanel } from "./panels/timelinePanel.js";
import { Player } from "./playback/player.js";
import { createTransport } from "./playback/transport.js";
import { createSharing } from "./sharing/sharing.js";
import { createInspector } from "./stage/inspector.js";
import { createStage, followColorScheme, followPlayer } from "./stage/pageStage.js";
import { createViewMenu } from "./stage/viewMenu.js";
import { StatesTab } from "./states/statesTab.js";

const requested = readRequested(location);
document.documentElement.classList.toggle("embedded", new URLSearchParams(location.search).has("embed"));
enforceContentSecurityPolicy(requested.url);

// what is edited, and where it is shown
const messages = new Messages();
messages.listen();
const loading = new LoadingView(messages);
const player = new Player();
const states = new StatesTab(byId("states"), byId<HTMLDetailsElement>("states-panel"));
const inspection = createInspectionPanels(player, messages, [states]);
const { checks } = inspection;
const stage = createStage(loading);
const editor = new Editor(player, announce);
const documentBar = new DocumentBar(byId("document"), editor, messages, announce);
const unsavedChanges = new UnsavedChangesDialog(player, documentBar);

// panels and tools
createSettingsPanel(byId("settings"), editor);
createStatisticsPanel(byId("statistics"), player);
const inspector = createInspector(byId("main"), byId<HTMLButtonElement>("inspect"), stage.scene, (reason) => messages.add("error", reason));
const crowd = createCrowdPanel(byId("crowd"), player, stage);
const evaluation = createEvaluationPanel(byId("evaluation"), player, stage, {
  onKind: (kind) => opener.reloadAs(kind, () => evaluation.showKind(opener.groupKind)),
  compare: async ({ origin }, signal) => {
    // what measures comes with its first use
    const { compareGroups } = await import("./playback/comparison.js");
    return opener.measure(signal, (source) => compareGroups(source, origin.animations, signal));
  },
});
const transport = createTransport(byId("transport"), player);
const timeline = createTimelinePanel(byId("timeline"), editor);
const clips = createClipsPanel(byId("clips"), byId("clips-count"), editor, inspection.channels);
layOut();
listenToKeys(player, stage, () => inspector.toggle(), inspection.stepKey);
listenToEditingKeys(
  editor,
  () => documentBar.save(),
  () => !states.isOpen, // there, the key deletes states
);
const rootMotion = createRootMotionSwitch(player, stage);
createViewMenu(byId("view-tools"), stage, rootMotion.parts);
states.connect({ editor, stage, messages, announce });
followPlayer(stage, player, () => inspector.isOpen || states.isRunning);
followColorScheme(stage);
const frames = updatePanels(
  stage,
  [transport, timeline, crowd, states, ...inspection.everyFrame],
  [clips, ...inspection.everyFourthFrame, evaluation],
);

// models
const models = new ModelList((demo) =>
  unsavedChanges.ask(
    () => void opener.open(openingOfDemo(demo)),
    () => models.restore(),
  ),
);
const cameras = new CameraList(player, stage);
const localName = (): string | null => (checks.source?.rootUrl.startsWith("files:") ? checks.source.name : null);
const sharing = createSharing(byId("share"), { editor, messages, stage, cameras: cameras.select, crowd, rootMotion, localName });
const view = new ModelView({ player, stage, checks, loading, models, cameras, crowd, sharing });
const opener = new ModelOpener({ player, stage, messages, loading, models, view });
stage.onFailure.add((error) => {
  view.clear();
  loading.fail(`The model cannot be drawn: ${textOf(error)}`);
  stage.resume();
});
evaluation.showKind(opener.groupKind);
const tryMoves = createTryMoves({
  ...{ panel: byId("clips"), view: byId("stage"), player, stage, messages, loading, announce },
  enqueue: (task) => opener.enqueue(task),
});
const openFiles = async (files: ModelFiles): Promise<void> => {
  const { model } = player;
  const sidecar = model && modelsOf(files).length === 0 ? await readSidecar(files, model.name) : null;
  if (model && sidecar) {
    opener.openSidecar(sidecar, model);
  } else {
    unsavedChanges.ask(() => void opener.open(openingOfFiles(files)));
  }
};
acceptFiles(
  byId<HTMLInputElement>("file-input"),
  byId("drop-hint"),
  (files) => void openFiles(files),
  (files) => tryMoves.ask(files, () => void openFiles(files)),
);
opener.enqueue(async () => {
  await stage.setView({}).catch((error: unknown) => messages.add("warning", error));
  await opener.open(requested.opening);
});
window.playground = createPageApi({ opener, player, stage, messages, rootMotion, frames });
