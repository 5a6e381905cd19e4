import type { Message } from "./messages.js";
import type { Timeline } from "./timeline.js";

/** What `window.playground` offers, for tests and for the console. All times are in seconds. */
export interface PlaygroundApi {
  /** Settled once the model that was opened last is shown, or could not be. Never rejects: see `messages`. */
  readonly ready: Promise<void>;
  /** Settled once a frame shows all of the model as it is now, shaders and textures included. */
  drawn(): Promise<void>;
  /** What the model has to play: its clips, controllers and animations, in the order of the list. */
  readonly clips: readonly ClipState[];
  /** What went wrong with the model that is shown. */
  readonly messages: readonly Message[];
  /**
   * Chooses a clip and holds it at a timestamp, within its bounds.
   * @throws RangeError where no clip has that name
   */
  seek(name: string, timestamp: number): void;
  /**
   * What the plot of a clip shows from its beginning.
   * @throws RangeError where no clip has that name
   */
  plotData(name: string): Timeline;
}

/** Where a clip is. */
export interface ClipState {
  readonly name: string;
  readonly kind: "clip" | "controller" | "animation";
  /** JSON pointer into the asset. */
  readonly place: string;
  readonly isPlaying: boolean;
  readonly timestamp: number;
}

declare global {
  interface Window {
    playground: PlaygroundApi;
  }
}
