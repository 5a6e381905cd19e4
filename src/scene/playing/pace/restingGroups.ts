import { addTime } from "../../../gltf/timing/index.js";
import { grow } from "../../../gltf/util/index.js";
import type { Player } from "../players/player.js";
import type { PlayerClock } from "../players/plays.js";

/**
 * The elapsed time of groups that are out of view and not observed, one row each. A resting group costs one addition a frame. Time is summed as the
 * clocks sum it, to the last bit.
 */
export class RestingGroups {
  private readonly _players: Player<PlayerClock>[] = [];
  private readonly _indices = new Map<Player<PlayerClock>, number>();
  private _elapsed = new Float64Array(0);
  private _lost = new Float64Array(0);
  private _scales = new Float64Array(0);
  private _keepsLost = new Uint8Array(0);

  add(player: Player<PlayerClock>): void {
    const { elapsed, lost, scale, keepsLost } = player.restingClock.resting!;
    const index = this._players.push(player) - 1;
    if (index >= this._elapsed.length) {
      const capacity = 2 * index + 16;
      this._elapsed = grow(this._elapsed, capacity, Float64Array);
      this._lost = grow(this._lost, capacity, Float64Array);
      this._scales = grow(this._scales, capacity, Float64Array);
      this._keepsLost = grow(this._keepsLost, capacity, Uint8Array);
    }
    this._indices.set(player, index);
    this._elapsed[index] = elapsed;
    this._lost[index] = lost;
    this._scales[index] = scale;
    this._keepsLost[index] = keepsLost;
  }

  /** The clock of a group, at the present time. */
  peek(player: Player<PlayerClock>): PlayerClock {
    const index = this._indices.get(player)!;
    return player.restingClock.peek(this._elapsed[index]!, this._lost[index]!);
  }

  /** Gives the clock of a group the present time. */
  remove(player: Player<PlayerClock>): void {
    const index = this._indices.get(player)!;
    const last = this._players.pop()!;
    this._indices.delete(player);
    player.endRest(this._elapsed[index]!, this._lost[index]!);
    if (last !== player) {
      const from = this._players.length;
      this._players[index] = last;
      this._indices.set(last, index);
      this._elapsed[index] = this._elapsed[from]!;
      this._lost[index] = this._lost[from]!;
      this._scales[index] = this._scales[from]!;
      this._keepsLost[index] = this._keepsLost[from]!;
    }
  }

  /** @param delta seconds; negative where a clock goes back */
  advance(delta: number): void {
    const { _elapsed: elapsed, _lost: lost, _scales: scales, _keepsLost: keepsLost } = this;
    for (let i = 0; i < this._players.length; i++) {
      sum.elapsed = elapsed[i]!;
      sum.lost = lost[i]!;
      addTime(sum, delta * scales[i]!, -Infinity);
      elapsed[i] = sum.elapsed;
      lost[i] = keepsLost[i] === 0 ? 0 : sum.lost;
    }
  }
}

/** Scratch. Fractions, so that V8 sees numbers of one kind. */
const sum = { elapsed: 0.5, lost: 0.5 };
