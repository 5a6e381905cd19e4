import type { ChannelValue, Json } from "./gltfPose.js";

/** The values of the loaded nodes or morph targets that a channel animates; several where a mesh has several primitives. */
export function posed(json: Json, { node, path }: ChannelValue): number[][] {
  const loaded = json["nodes"][node];
  const target = loaded._babylonTransformNode;
  switch (path) {
    case "translation":
      return [target.position.asArray()];
    case "rotation":
      return [target.rotationQuaternion.asArray()];
    case "scale":
      return [target.scaling.asArray()];
    default:
      return loaded._primitiveBabylonMeshes.map(({ morphTargetManager: manager }: Json) =>
        Array.from({ length: manager["numTargets"] }, (_, i) => manager["getTarget"](i).influence as number),
      );
  }
}

function distance(actual: readonly number[], { value, path }: ChannelValue): number {
  const apart = (sign: number): number => Math.max(...value.map((component, i) => Math.abs(component - sign * actual[i]!)));
  return path === "rotation" ? Math.min(apart(1), apart(-1)) : apart(1);
}

/** The largest difference between a loaded and an expected component, and its place. */
export function largestDistance(json: Json, expected: readonly ChannelValue[]): { distance: number; at: string } {
  let largest = { distance: -1, at: "nothing animated" };
  for (const value of expected) {
    for (const actual of posed(json, value)) {
      const apart = distance(actual, value);
      if (!(apart <= largest.distance)) {
        largest = { distance: apart, at: `node ${value.node} ${value.path}: ${actual.join(" ")}, expected ${value.value.join(" ")}` };
      }
    }
  }
  return largest;
}
