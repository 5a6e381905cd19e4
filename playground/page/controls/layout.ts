import { byId } from "./dom.js";
import { createSplitter } from "./splitter.js";

/** Puts splitters between the view and the panels beside and below it, which leave some of the view. */
export function layOut(): void {
  const [root, view] = [byId("main"), byId("stage")];
  const [side, below] = [byId("panels"), byId("time-panels")];
  const options = { root, axis: "x", label: "Width of the panels", panel: side, property: "side", least: 300 } as const;
  side.before(createSplitter({ ...options, most: () => root.clientWidth - 320 }));
  const most = (): number => view.clientHeight + below.offsetHeight - 120;
  below.before(createSplitter({ root, axis: "y", label: "Height of the timeline", panel: below, property: "time", least: 120, most }));
}
