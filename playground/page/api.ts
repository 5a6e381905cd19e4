import type { Message } from "./checks/messages.js";
import type { Timeline } from "./plots/timeline.js";

/** `window.playground`, for tests and the console. All times are in seconds. */
export interface PlaygroundApi {
  /** Settles when the model opened last is shown or has failed. Never rejects: see `messages`. */
  readonly ready: Promise<void>;
  /** Settles after a frame that shows the current state completely, with all shaders and textures. */
  drawn(): Promise<void>;
  /** How many frames have been drawn. None are while nothing changes. */
  readonly frames: number;
  /** The model's clips, controllers and animations, in the order of the list. */
  readonly clips: readonly ClipState[];
  /** Errors and warnings about the shown model. */
  readonly messages: readonly Message[];
  /**
   * Selects a clip and pauses it at a timestamp, clamped to its bounds.
   * @throws RangeError if no clip has that name
   */
  seek(name: string, timestamp: number): void;
  /** The way of the character's root as it is drawn on the ground: points in the scene, in meters. Empty while root motion is off. */
  readonly rootPath: readonly (readonly [number, number, number])[];
  /**
   * The position of the first node with a name, in the scene, in meters.
   * @throws RangeError if no node has that name
   */
  position(node: string): readonly [number, number, number];
  /**
   * The plot of a clip from total time 0.
   * @throws RangeError if no clip has that name
   */
  plotData(name: string): Timeline;
}

/** The state of a clip. */
export interface ClipState {
  readonly name: string;
  readonly kind: "clip" | "controller" | "animation" | "move";
  /** JSON pointer into the asset; for a move, the other file and the name. */
  readonly pointer: string;
  /** What plays it, or would play it. */
  readonly playedAs: "clip" | "plain group" | "compiled group";
  readonly isPlaying: boolean;
  readonly timestamp: number;
}

declare global {
  interface Window {
    playground: PlaygroundApi;
  }
}
