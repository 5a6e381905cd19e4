import { multiplyAt, type Numbers } from "../../../gltf/sampling/index.js";
import type { Rig } from "./rig.js";

/** The matrices that vertices are moved by: one entry for each joint of a skin, and for each rigid node. */
export class Palette {
  /** The rig node of each entry. */
  readonly nodes: number[] = [];
  /** The inverse bind matrix of each entry. */
  readonly inverseBinds: Float64Array[] = [];
  private readonly _ofNode = new Map<number, number[]>();

  get length(): number {
    return this.nodes.length;
  }

  /** @returns the entry of a node; several skins that bind a joint alike share one */
  add(node: number, inverseBind: Readonly<ArrayLike<number>>): number {
    const ofNode = this._ofNode.get(node) ?? [];
    this._ofNode.set(node, ofNode);
    const known = ofNode.find((entry) => this.inverseBinds[entry]!.every((component, i) => component === inverseBind[i]));
    if (known !== undefined) {
      return known;
    }
    this.inverseBinds.push(Float64Array.from(inverseBind));
    const entry = this.nodes.push(node) - 1;
    ofNode.push(entry);
    return entry;
  }

  /** Any entry of a node; -1 without one. */
  entryOf(node: number): number {
    return this._ofNode.get(node)?.[0] ?? -1;
  }

  /**
   * Writes the row of the rig's present world matrices. Allocates nothing.
   * @param out receives 16 components for each entry
   */
  writeRow({ worlds }: Rig, out: Numbers): void {
    const { nodes, inverseBinds } = this;
    for (let entry = 0; entry < nodes.length; entry++) {
      multiplyAt(inverseBinds[entry]!, 0, worlds, 16 * nodes[entry]!, out, 16 * entry);
    }
  }
}

export const IDENTITY: readonly number[] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
