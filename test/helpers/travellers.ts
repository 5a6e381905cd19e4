/** Characters whose walk is a formula. */
import { RootMotionClip } from "@babylonjs/core/Animations/rootMotion.js";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { type ClipAnimationGroup, type ClipSettings, CreateClip } from "../../src/index.js";
import { addTriangle, createAsset, nodeAnimation } from "./gltfAsset.js";
import type { Asset } from "./gltfPose.js";
import { createScene, importAsset } from "./scene.js";

/** A walk of the hips along +z, or along an arc to +x. */
export interface Walk {
  readonly name: string;
  readonly seconds: number;
  /** The distance of a cycle, along the arc. */
  readonly distance: number;
  /** Degrees of a cycle about +y. */
  readonly turn?: number;
}

/** Where the hips are at a share of a cycle. */
export function placeAt({ distance, turn = 0 }: Walk, share: number): readonly [x: number, y: number, z: number] {
  const angle = (turn * Math.PI) / 180;
  const radius = distance / angle;
  return angle === 0 ? [0, 1, distance * share] : [radius * (1 - Math.cos(angle * share)), 1, radius * Math.sin(angle * share)];
}

/** Hips above a foot, and an animation for each walk. Between the keys, 1/60 s apart, arcs are lines. */
export function createTraveller(walks: readonly Walk[]): Asset {
  return createAsset((add) => ({
    scenes: [{ nodes: [0] }],
    nodes: [
      { name: "hips", children: [1, 2] },
      { name: "foot", translation: [0, -1, 0] },
      { name: "body", mesh: 0 },
    ],
    meshes: [{ primitives: [{ attributes: addTriangle(add) }] }],
    animations: walks.map((walk) => {
      const count = walk.turn ? Math.round(walk.seconds * 60) : 1;
      const shares = Array.from({ length: count + 1 }, (_, i) => i / count);
      const times = shares.map((share) => share * walk.seconds);
      const half = (share: number): number => ((walk.turn ?? 0) * Math.PI * share) / 360;
      return nodeAnimation(add, walk.name, [
        { node: 0, path: "translation", times, values: shares.flatMap((share) => placeAt(walk, share)) },
        { node: 0, path: "rotation", times, values: shares.flatMap((share) => [0, Math.sin(half(share)), 0, Math.cos(half(share))]) },
      ]);
    }),
  }));
}

export interface Traveller {
  readonly scene: Scene;
  readonly groups: readonly AnimationGroup[];
  readonly clips: readonly ClipAnimationGroup[];
  /** Babylon's `RootMotionClip` of each clip. */
  readonly motions: readonly RootMotionClip[];
  /** The in-place clip of each. */
  readonly played: readonly ClipAnimationGroup[];
  readonly character: TransformNode;
}

/** A traveller in a right-handed scene, so that the character's space is the world. */
export async function importTraveller(
  walks: readonly Walk[],
  settings: ClipSettings = {},
  scene = createScene({ rightHanded: true }),
): Promise<Traveller> {
  const { animationGroups: groups } = await importAsset(createTraveller(walks), scene);
  const clips = groups.map((group, i) => CreateClip(group.name, group, { end: walks[i]!.seconds, ...settings }));
  const motions = clips.map((clip) => new RootMotionClip(clip));
  return {
    ...{ scene, groups, clips, motions },
    played: motions.map(({ animationGroup }) => animationGroup as ClipAnimationGroup),
    character: motions[0]!.characterNode,
  };
}
