import type { Numbers } from "../../../gltf/sampling/index.js";

/** An axis-aligned box that grows. */
export class Box {
  /** Layout: `[minX, minY, minZ, maxX, maxY, maxZ]`; without contents, the minima are Infinity */
  readonly bounds = new Float64Array([Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]);

  get isEmpty(): boolean {
    return this.bounds[0]! > this.bounds[3]!;
  }

  /** A sphere around the box. Layout: `[x, y, z, radius]`; all 0 without contents */
  get sphere(): Float64Array {
    const [a, b, c, d, e, f] = this.isEmpty
      ? [0, 0, 0, 0, 0, 0]
      : (this.bounds as unknown as [number, number, number, number, number, number]);
    return Float64Array.of((a + d) / 2, (b + e) / 2, (c + f) / 2, Math.hypot(d - a, e - b, f - c) / 2);
  }

  clear(): void {
    this.bounds.fill(Infinity, 0, 3).fill(-Infinity, 3);
  }

  addPoint(points: Numbers, at: number): void {
    const { bounds } = this;
    for (let axis = 0; axis < 3; axis++) {
      const value = points[at + axis]!;
      bounds[axis] = Math.min(bounds[axis]!, value);
      bounds[axis + 3] = Math.max(bounds[axis + 3]!, value);
    }
  }

  /** Adds another box, moved by a matrix. Allocates nothing. */
  addMoved({ bounds: other }: Box, m: Numbers, at: number): void {
    const { bounds } = this;
    if (other[0]! > other[3]!) {
      return;
    }
    for (let axis = 0; axis < 3; axis++) {
      let center = m[at + 12 + axis]!;
      let half = 0;
      for (let row = 0; row < 3; row++) {
        const component = m[at + 4 * row + axis]!;
        center += ((other[row]! + other[row + 3]!) / 2) * component;
        half += ((other[row + 3]! - other[row]!) / 2) * Math.abs(component);
      }
      bounds[axis] = Math.min(bounds[axis]!, center - half);
      bounds[axis + 3] = Math.max(bounds[axis + 3]!, center + half);
    }
  }
}
