import type { BaseTexture } from "@babylonjs/core/Materials/Textures/baseTexture.js";
import { ApplyRestPose } from "../../../src/pure.js";
import { byId } from "../controls/dom.js";
import { loadModel, type LoadOptions, type Model } from "../files/model.js";
import type { Source } from "../files/source.js";
import { extentOfMotion, nodesBelow } from "../stage/extent.js";
import type { Stage, Staged } from "../stage/stage.js";

/** A model that is in the scene, but not on the stage yet. */
export interface LoadedModel {
  readonly model: Model;
  readonly environment: BaseTexture | null;
}

/** Loads a model beside the shown one, whose environment stays for the time being. */
export async function loadApart(source: Source, { scene }: Stage, options: LoadOptions): Promise<LoadedModel> {
  const before = scene.environmentTexture;
  try {
    const model = await loadModel(source, scene, options);
    return { model, environment: scene.environmentTexture === before ? null : scene.environmentTexture };
  } finally {
    scene.environmentTexture = before;
  }
}

export function toStaged({ model, environment }: LoadedModel, stage: Stage): Staged {
  const { roots, meshes, playables, hasLights } = model;
  const nodes = nodesBelow(roots);
  const extent = extentOfMotion(nodes, meshes, playables);
  ApplyRestPose(stage.scene);
  const hasMeshes = meshes.some((mesh) => mesh.getTotalVertices() > 0);
  return { nodes: nodes.filter(({ parent }) => parent), extent, hasMeshes, hasLights, environment };
}

/** Says what there is where nothing would be seen. */
export function noteContent({ playables, cameras }: Model, { nodes, hasMeshes }: Staged): void {
  const count = (number: number, name: string): string => `${number} ${name}${number === 1 ? "" : "s"}`;
  const parts = [count(nodes.length, "node"), count(cameras.length, "camera"), `${playables.length} clips and animations`];
  byId("view-note").textContent = hasMeshes ? "" : `No meshes in this file: ${parts.join(", ")}.`;
}
