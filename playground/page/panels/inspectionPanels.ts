import { Channels, keyTimesOf } from "../channels/channels.js";
import { createChannelsPanel } from "./channelsPanel.js";
import { Checks } from "../checks/checks.js";
import { Flaws } from "../channels/flaws.js";
import { CurvePanel } from "../curves/curvePanel.js";
import { byId } from "../controls/dom.js";
import { createComparePanel } from "./comparePanel.js";
import { createTabs, type TabPanel } from "./tabs.js";
import { createKeysPanel } from "./keysPanel.js";
import type { Messages } from "../checks/messages.js";
import { createMessagesPanel } from "./messagesPanel.js";
import { destinationOf } from "../checks/pointers.js";
import type { Panel } from "./panelUpdates.js";
import type { Playable } from "../playback/playable.js";
import type { Player } from "../playback/player.js";
import { TimeView } from "../plots/timeView.js";

export interface InspectionPanels {
  readonly checks: Checks;
  readonly channels: Channels;
  readonly everyFrame: readonly Panel[];
  readonly everyFourthFrame: readonly Panel[];
  /** Moves to the key of the shown curve before or after the current time. */
  readonly stepKey: (direction: 1 | -1) => void;
}

/**
 * The panels about the content of a file: messages, channels, curves, keys.
 * @param more further tabs beside those of curves and keys
 */
export function createInspectionPanels(player: Player, messages: Messages, more: readonly TabPanel[]): InspectionPanels {
  const checks = new Checks(messages);
  const panel = createMessagesPanel(
    byId<HTMLDetailsElement>("messages-panel"),
    byId("messages"),
    byId("messages-count"),
    checks,
    (pointer) => go(pointer),
  );
  const channels = new Channels(player, checks);
  const view = new TimeView();
  followClip(view, player, channels);
  const list = createChannelsPanel(byId("channels"), byId("channels-count"), player, channels, (finding) => panel.reveal(finding));
  const tabs = createTabs(byId("time-tabs"), [
    { title: "Timeline", root: byId("timeline") },
    { title: "Curve", root: byId("curve") },
    { title: "Keys", root: byId("dope") },
    ...more,
  ]);
  const curve = new CurvePanel(byId("curve"), player, channels, new Flaws(player, channels), view);
  const dope = createKeysPanel(byId("dope"), player, channels, view);
  byId("channels").addEventListener("click", ({ target }) => (target as Element).closest(".choose") && tabs.show(byId("curve")));

  /** Shows the channel, clip or animation at a JSON pointer. */
  function go(pointer: string): void {
    const destination = destinationOf(pointer);
    if (!destination) {
      return;
    }
    const isWanted = ({ origin }: Playable): boolean =>
      destination.kind === "clip" ? origin.pointer === destination.pointer : origin.animations.includes(destination.animation);
    if (destination.kind === "clip" || !player.chosen || !isWanted(player.chosen)) {
      const wanted = player.playables.filter(isWanted);
      const playable = wanted.find(({ origin }) => origin.kind === "animation") ?? wanted[0];
      if (playable) {
        player.choose(playable);
      }
    }
    const channel = destination.kind === "channel" ? channels.find(destination.pointer) : undefined;
    if (channel) {
      list.reveal(channel);
    }
  }
  return {
    checks,
    channels,
    everyFrame: [curve, dope, createComparePanel(byId("compare"), player)],
    everyFourthFrame: [list],
    stepKey: (direction) => curve.step(direction),
  };
}

/** The part of the shown range that is left free on each side. */
const MARGIN = 0.04;

/** Shows the range of a clip when it is selected. Zooming out ends at the range of all keys. */
function followClip(view: TimeView, player: Player, channels: Channels): void {
  let shown: Playable | null = null;
  const follow = (): void => {
    const { chosen } = player;
    if (!chosen) {
      return;
    }
    const { start, end } = chosen.bounds;
    let [low, high] = [start, end];
    for (const channel of channels.of("clip")) {
      const times = keyTimesOf(channel);
      low = Math.min(low, times[0] ?? low);
      high = Math.max(high, times[times.length - 1] ?? high);
    }
    const margin = (high - low || 1) * MARGIN;
    view.setWhole(low - margin, high + margin);
    if (shown !== chosen) {
      shown = chosen;
      if (end > start) {
        view.show(start - (end - start) * MARGIN, end + (end - start) * MARGIN);
      } else {
        view.showWhole();
      }
    }
  };
  channels.onChange.add(follow, undefined, true);
  player.onEdit.add(follow, undefined, true);
}
