import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { CameraViews } from "../../host/index.js";
import { argumentError } from "../../../gltf/util/index.js";
import type { Player } from "../players/player.js";
import { CharacterView } from "./characterView.js";
import type { Pacing } from "./posePace.js";

/**
 * Seconds of animation time between two poses of a character, >= 0: 0 for a pose in each frame, Infinity for none. `"visible"` is 0 while
 * Babylon draws the character, otherwise Infinity.
 */
export type UpdateInterval = number | "visible";

/**
 * How often the pose of a character is updated: an interval, or a function that is called for each character in each frame, when Babylon has found
 * the meshes to draw.
 * @param distance units from the nearest active camera to the middle of the character
 * @param isVisible whether Babylon draws the character
 */
export type UpdateRate = UpdateInterval | ((distance: number, isVisible: boolean) => UpdateInterval);

/** What keeps the characters of a scene. */
export interface CharacterKeeper {
  /** Lets frames pass without a tick of a group, until it wakes. */
  rest(player: Player): void;
  /** Logs an error of a rate once. */
  reportOnce(rate: UpdateRate, error: unknown): void;
}

/** The seconds between two poses from which on groups rest: it saves more than to begin and end a rest takes. */
const LONG = 1;

/**
 * Groups whose poses are shown in the same frames, so that they can be mixed: those below a root that has a rate, otherwise those that move the same
 * nodes.
 */
export class Character implements Pacing {
  readonly players = new Set<Player>();
  /** The root, or the nodes that the groups move. */
  readonly nodes = new Set<TransformNode>();
  readonly view = new CharacterView(this.nodes);
  /** The index in the list of characters. */
  index = -1;
  isDue = true;
  /** 0 until the first pose is shown. */
  interval = 0;
  /** Whether rows may play some of the groups. */
  private _areSteady = false;

  constructor(
    readonly rate: UpdateRate,
    private readonly _keeper: CharacterKeeper,
    /** The share of the first interval that is left out. */
    readonly spread: number,
  ) {}

  /** How often poses are to be shown, as Babylon draws the character or not. */
  ask(views: CameraViews): number {
    const { rate, view } = this;
    const { isVisible } = view;
    if (typeof rate === "number") {
      return rate;
    }
    try {
      const interval = typeof rate === "function" ? rate(view.distanceTo(views), isVisible) : rate;
      return expectInterval("result", interval) === "visible" ? (isVisible ? 0 : Infinity) : (interval as number);
    } catch (error) {
      this._keeper.reportOnce(rate, error);
      return 0;
    }
  }

  /** Shows the poses of the present timestamps. */
  show(): void {
    this.wakeAll();
    this.players.forEach(showStale);
  }

  onSkip(player: Player): void {
    if (this.interval >= LONG && player.canRest) {
      this.onSteady();
      this._keeper.rest(player);
    }
  }

  onSteady(): void {
    this._areSteady = true;
  }

  wakeAll(): void {
    if (this._areSteady) {
      this._areSteady = false;
      this.players.forEach(wake);
    }
  }
}

/** @throws TypeError or RangeError unless the value is "visible" or a number >= 0 */
export function expectInterval(argument: string, value: unknown): UpdateInterval {
  if (value !== "visible" && !(typeof value === "number" && value >= 0)) {
    throw argumentError(argument, 'must be a number >= 0, or "visible"', value, "number");
  }
  return value;
}

function wake(player: Player): void {
  player.wake();
}

function showStale(player: Player): void {
  const { posing, playhead } = player;
  if (posing.isStale) {
    try {
      posing.pose(playhead.timestamp);
    } catch (error) {
      player.fail(error);
    }
  }
}
