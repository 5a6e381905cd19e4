import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { PlaygroundApi } from "./api.js";
import type { Messages } from "./checks/messages.js";
import type { RootMotionSwitch } from "./moves/rootMotionSwitch.js";
import type { ModelOpener } from "./opening/modelOpener.js";
import type { Playable } from "./playback/playable.js";
import type { Player } from "./playback/player.js";
import { horizonOf, timelineOf } from "./plots/timeline.js";
import type { Stage } from "./stage/stage.js";

export interface PageParts {
  readonly opener: ModelOpener;
  readonly player: Player;
  readonly stage: Stage;
  readonly messages: Messages;
  readonly rootMotion: RootMotionSwitch;
  /** How many frames have been drawn. */
  readonly frames: () => number;
}

/** What tests and the console see of the page. */
export function createPageApi({ opener, player, stage, messages, rootMotion, frames }: PageParts): PlaygroundApi {
  return {
    get ready() {
      return opener.ready;
    },
    drawn: () => stage.drawnAsync(),
    get frames() {
      return frames();
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
      player.choose(playableOf(player, name));
      player.seek(timestamp);
      stage.wake();
    },
    get rootPath() {
      return rootMotion.path;
    },
    position: (name) => positionOf(player, name),
    plotData(name) {
      const { settings, lastKey } = playableOf(player, name);
      return timelineOf(settings, 0, horizonOf(settings, lastKey));
    },
  };
}

function playableOf(player: Player, name: string): Playable {
  const found = player.find(name);
  if (!found) {
    throw new RangeError(`name: must be the name of a clip (got ${name})`);
  }
  return found;
}

function positionOf({ model }: Player, name: string): readonly [number, number, number] {
  const node = model?.roots.flatMap((root) => root.getDescendants<TransformNode>(false)).find((each) => each.name === name);
  if (!node) {
    throw new RangeError(`node: must be the name of a node (got ${name})`);
  }
  node.computeWorldMatrix(true);
  const { x, y, z } = node.getAbsolutePosition();
  return [x, y, z];
}
