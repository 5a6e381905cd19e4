import "../../head.css";
import "../styles/page.css";
import "../styles/inspection.css";
import "../styles/states.css";
import { textOf } from "../checks/messages.js";
import { createToolButton } from "../controls/buttons.js";
import { byId, element } from "../controls/dom.js";
import { enforceContentSecurityPolicy } from "../files/contentSecurityPolicy.js";
import { graphOf, layerName, type ControllerGraph } from "./graph.js";
import { GraphView, type Part } from "./graphView.js";
import { layOutSheet } from "./layout.js";
import { readDefinition } from "./link.js";
import { describeState, describeTransition, titleOf } from "./words.js";

enforceContentSecurityPolicy(null);

let graph: ControllerGraph | null = null;
const text = byId("text");
const missing = [...text.childNodes];
const layers = element("select", { "aria-label": "Layer" });
const view = new GraphView({ layOut: layOutSheet, onSelect: describe });
const problem = byId("problem");

/** Says all about a part: the graph shortens long texts. */
function describe(part: Part | null): void {
  const sheet = graph!.sheets[Number(layers.value)]!;
  if (!part) {
    const names = Object.entries(graph!.parameters).map(([name, value]) => `${name} (${String(value)})`);
    text.textContent = names.length > 0 ? `Parameters: ${names.join(", ")}` : "The controller has no parameters.";
  } else if ("state" in part) {
    const node = sheet.nodes.find(({ name }) => name === part.state);
    text.textContent = `${titleOf(part.state)}${node ? `: ${describeState(node.state)}` : ""}`;
  } else {
    const arrow = sheet.arrows[part.transition]!;
    text.textContent = `${titleOf(arrow.from)} → ${arrow.to}: ${describeTransition(arrow, graph!.parameters).join(", ")}`;
  }
}

function showLayer(): void {
  view.show(graph!.sheets[Number(layers.value)]!, graph!.parameters, true);
  view.select(null);
  describe(null);
}

/** Shows the definition of the address. */
function showAddress(): void {
  let failure: string | null = null;
  graph = null;
  try {
    const definition = readDefinition(location.hash);
    graph = definition === undefined ? null : graphOf(definition);
    if (definition !== undefined && !graph) {
      failure = "The address has no definition of a controller: it needs layers with states.";
    }
  } catch (error) {
    failure = `The definition of this address cannot be read: ${textOf(error)}`;
  }
  problem.textContent = failure;
  problem.hidden = failure === null;
  byId("tools").hidden = byId("body").hidden = graph === null;
  if (graph) {
    layers.replaceChildren(...graph.sheets.map((sheet, i) => element("option", { value: i }, `Layer ${layerName(sheet, i)}`)));
    showLayer();
  } else {
    text.replaceChildren(...missing);
  }
}

byId("body").append(view.root);
byId("tools").append(
  layers,
  createToolButton("−", "Zoom out (-)", () => view.zoom(0.8)),
  createToolButton("+", "Zoom in (+)", () => view.zoom(1.25)),
  createToolButton("↔", "Show everything (0)", () => view.showWhole()),
);
layers.addEventListener("change", showLayer);
addEventListener("hashchange", showAddress);
showAddress();
