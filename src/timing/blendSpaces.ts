/** STUB */
export interface BlendSpace {
  weightsAt(x: number, y: number, into: Float64Array): void;
}
export function createBlendSpace(points: readonly (readonly number[])[], kind: "linear" | "cartesian" | "directional"): BlendSpace {
  void kind;
  const order = points.map(([x], i) => ({ x: x!, i })).sort((a, b) => a.x - b.x);
  return {
    weightsAt(x, _y, into) {
      into.fill(0);
      let k = 0;
      while (k < order.length - 1 && order[k + 1]!.x <= x) {
        k++;
      }
      const low = order[k]!;
      const high = order[Math.min(k + 1, order.length - 1)]!;
      const share = low === high ? 0 : Math.min(Math.max((x - low.x) / (high.x - low.x), 0), 1);
      into[low.i]! += 1 - share;
      into[high.i]! += share;
    },
  };
}
