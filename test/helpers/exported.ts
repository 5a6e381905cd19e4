import { GLTF2Export, type IExportOptions } from "@babylonjs/serializers/glTF/2.0/glTFSerializer.js";
import "@babylonjs/serializers/glTF/2.0/Extensions/index.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { unpackGlb } from "../../scripts/glb.mjs";
import {
  OnAnimationsExportedObservable,
  RegisterAnimationExport,
  UnregisterAnimationExport,
  type AnimationExportOptions,
  type AnimationsExportedEvent,
} from "../../src/serializer.js";
import type { Asset } from "./gltfPose.js";

/** An exported asset, and what was reported of its animations. */
export interface Exported extends Asset {
  readonly glb: Uint8Array;
  readonly report: AnimationsExportedEvent;
}

async function exportGlb(scene: Scene, options: IExportOptions): Promise<Uint8Array> {
  const { files } = await GLTF2Export.GLBAsync(scene, "scene", { exportWithoutWaitingForScene: true, ...options });
  return new Uint8Array(await (files["scene.glb"] as Blob).arrayBuffer());
}

/** Exports a scene with the animations of this package. */
export async function exportScene(scene: Scene, options: AnimationExportOptions = {}, more: IExportOptions = {}): Promise<Exported> {
  const events: AnimationsExportedEvent[] = [];
  const observer = OnAnimationsExportedObservable.add((event) => void events.push(event));
  RegisterAnimationExport(options);
  try {
    const glb = await exportGlb(scene, more);
    return { glb, ...unpackGlb(glb), report: events[0]! };
  } finally {
    UnregisterAnimationExport();
    OnAnimationsExportedObservable.remove(observer);
  }
}

/** Exports a scene as Babylon does by itself. */
export function exportByBabylon(scene: Scene): Promise<Uint8Array> {
  return exportGlb(scene, {});
}
