/** Faces with the expressions of VRM 1 and VRM 0, and a `.vrma` that moves them. */
import { addTriangle, createAsset, type Interpolation, nodeAnimation } from "./gltfAsset.js";
import { type Asset, evaluateSampler, type Json } from "./gltfPose.js";

/** A file of faces: the names of morph targets by node. The first mesh has two primitives. */
export function createFaces(faces: Readonly<Record<string, readonly string[]>>, more: Json = {}): Asset {
  return createAsset((add) => {
    const attributes = addTriangle(add);
    return {
      nodes: Object.keys(faces).map((name, mesh) => ({ name, mesh })),
      meshes: Object.values(faces).map((targetNames, mesh) => {
        const primitive = { attributes, targets: targetNames.map(() => ({ POSITION: add("VEC3", [1, 0, 0, 0, 1, 0, 0, 0, 1]) })) };
        return { primitives: mesh === 0 ? [primitive, primitive] : [primitive], extras: { targetNames } };
      }),
      ...more,
    };
  });
}

const HEAD = { head: ["m0", "m1", "m2", "m3"], teeth: ["t0", "t1"] };

const to = (node: number, index: number, weight = 1): Json => ({ node, index, weight });
export const VRM1: Asset = createFaces(HEAD, {
  extensionsUsed: ["VRMC_vrm"],
  extensions: {
    VRMC_vrm: {
      specVersion: "1.0",
      expressions: {
        preset: {
          happy: { overrideBlink: "blend", morphTargetBinds: [to(0, 0), to(0, 1, 0.5), to(1, 0)] },
          angry: { isBinary: true, overrideBlink: "blend", overrideMouth: "block", morphTargetBinds: [to(1, 1)] },
          sad: { overrideMouth: "blend", morphTargetBinds: [to(9, 0), to(0, 9)] },
          blink: { overrideBlink: "block", morphTargetBinds: [to(0, 2)] },
          aa: { isBinary: true, morphTargetBinds: [to(0, 3)] },
          oh: { morphTargetBinds: [to(0, 3, 0.5)] },
        },
        custom: { wink: { morphTargetBinds: [to(0, 0, 0.25)], materialColorBinds: [{}] } },
      },
    },
  },
});

export const percent = (mesh: number, index: number, weight = 100): Json => ({ mesh, index, weight });
export const VRM0: Asset = createFaces(HEAD, {
  extensionsUsed: ["VRM"],
  extensions: {
    VRM: {
      blendShapeMaster: {
        blendShapeGroups: [
          { name: "Joy", presetName: "joy", binds: [percent(0, 0), percent(0, 1, 50), percent(1, 0)] },
          { name: "Blink", presetName: "blink", binds: [percent(0, 2)] },
          { name: "A", presetName: "a", isBinary: true, binds: [percent(0, 3)] },
          { name: "wink", presetName: "unknown", binds: [percent(0, 0, 25)] },
        ],
      },
    },
  },
});

export interface TalkTrack {
  readonly times: readonly number[];
  /** Along X, one for each time; three for splines. */
  readonly weights: readonly number[];
  readonly interpolation?: Interpolation;
}

/** A `.vrma` of expressions: a track by name, for each of its animations. */
export function createTalk(animations: readonly Readonly<Record<string, TalkTrack>>[], custom: readonly string[] = []): Asset {
  const names = [...new Set(animations.flatMap((tracks) => Object.keys(tracks)))];
  const declared = (isCustom: boolean): Json =>
    Object.fromEntries(names.flatMap((name, i) => (custom.includes(name) === isCustom ? [[name, { node: i + 2 }]] : [])));
  return createAsset((add) => ({
    nodes: [{ name: "hips" }, { name: "gaze" }, ...names.map((_, i) => ({ name: `node ${i}` }))],
    animations: animations.map((tracks, k) =>
      nodeAnimation(
        add,
        `talk ${k}`,
        Object.entries(tracks).map(([name, { times, weights, interpolation = "LINEAR" }]) => ({
          ...{ node: names.indexOf(name) + 2, path: "translation" as const, times, interpolation },
          values: weights.flatMap((weight) => [weight, 7, 8]),
        })),
      ),
    ),
    extensionsUsed: ["VRMC_vrm_animation"],
    extensions: {
      VRMC_vrm_animation: {
        specVersion: "1.0",
        humanoid: { humanBones: { hips: { node: 0 } } },
        expressions: { preset: declared(false), custom: declared(true) },
      },
    },
  }));
}

export const TRACKS: Readonly<Record<string, TalkTrack>> = {
  happy: { times: [0, 0.5, 1], weights: [0, 1, 0.5] },
  blink: { times: [0, 0.25, 0.75], weights: [0, 1, 0.4], interpolation: "STEP" },
  oh: { times: [0, 1], weights: [0, 0, 9, -9, 0, 0], interpolation: "CUBICSPLINE" },
  wink: { times: [0, 1], weights: [-1, 2] },
};
export const TALK: Asset = createTalk([TRACKS], ["wink"]);

/** The weight that the keys of the file give at a time. */
export function weightAt(asset: Asset, channel: number, time: number): number {
  const [value = NaN] = evaluateSampler(asset, (asset.json["animations"][0].samplers as Json[])[channel]!, time, false) ?? [];
  return Math.min(Math.max(value, 0), 1);
}
