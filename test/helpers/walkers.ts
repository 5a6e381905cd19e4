/** Crowds of the walker, a figure with a skin, and the clips "walk" and "run". */
import { readFileSync } from "node:fs";
import type { AssetContainer } from "@babylonjs/core/assetContainer.js";
import { Matrix } from "@babylonjs/core/Maths/math.vector.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { unpackGlb } from "../../scripts/glb.mjs";
import { CreateClipCrowd, type ClipCrowd, type ClipCrowdOptions } from "../../src/crowd.js";
import { GetClip, type ClipAnimationGroup } from "../../src/index.js";
import { createScene, loadContainer } from "./scene.js";

export const NODES = ["hips", "torso", "left shin", "right forearm"];

const WALKER = unpackGlb(readFileSync(new URL("../../playground/models/snippets-walker.glb", import.meta.url)));

export interface Walkers {
  readonly scene: Scene;
  readonly container: AssetContainer;
  readonly crowd: ClipCrowd;
}

export function loadWalker(scene: Scene): Promise<AssetContainer> {
  return loadContainer(WALKER, scene);
}

/** Rows are single floats, one for each frame of a test scene. */
export async function createWalkers(options: ClipCrowdOptions = {}, scene = createScene()): Promise<Walkers> {
  const container = await loadWalker(scene);
  const crowd = CreateClipCrowd(container, { halfFloat: false, posesPerSecond: 1 / 0.016, ...options });
  return { scene, container, crowd };
}

/** An ordinary instance of the walker. */
export interface OrdinaryWalker {
  readonly walk: ClipAnimationGroup;
  readonly run: ClipAnimationGroup;
  nodeMatrix(name: string): Matrix;
}

export function createOrdinary(container: AssetContainer): OrdinaryWalker {
  const entries = container.instantiateModelsToScene((name) => name);
  const nodes = entries.rootNodes.flatMap((root) => [root, ...root.getDescendants(false)]) as TransformNode[];
  return {
    walk: GetClip(entries, "walk")!,
    run: GetClip(entries, "run")!,
    nodeMatrix(name) {
      nodes.forEach((node) => node.computeWorldMatrix(true)); // parents come first
      return nodes
        .find((node) => node.name === name)!
        .getWorldMatrix()
        .clone();
    },
  };
}

/** The largest difference between the node matrices of a character and an instance. */
export function distanceTo(crowd: ClipCrowd, index: number, ordinary: OrdinaryWalker): number {
  return Math.max(
    ...NODES.flatMap((name) => {
      const [own, expected] = [crowd.getNodeMatrixToRef(index, name, new Matrix()).asArray(), ordinary.nodeMatrix(name).asArray()];
      return Array.from(own, (component, i) => Math.abs(component - expected[i]!));
    }),
  );
}

/** The largest change of a character's node matrices while something runs. */
export function changeDuring(crowd: ClipCrowd, index: number, run: () => void): number {
  const read = (): number[] => NODES.flatMap((name) => Array.from(crowd.getNodeMatrixToRef(index, name, new Matrix()).asArray()));
  const before = read();
  run();
  return Math.max(...read().map((component, i) => Math.abs(component - before[i]!)));
}
