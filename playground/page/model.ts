import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { LoadAssetContainerAsync, SceneLoader } from "@babylonjs/core/Loading/sceneLoader.js";
import type { AssetContainer, InstantiatedEntries } from "@babylonjs/core/assetContainer.js";
import type { Camera } from "@babylonjs/core/Cameras/camera.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { registerBuiltInGLTFExtensions } from "@babylonjs/loaders/glTF/2.0/Extensions/dynamic.js";
import type { GLTFFileLoader, GLTFLoaderAnimationStartMode } from "@babylonjs/loaders/glTF/glTFFileLoader.js";
import "@babylonjs/loaders/glTF/2.0/glTFLoader.js";
import "@babylonjs/core/Materials/standardMaterial.js";
import type { Json } from "../../scripts/glb.mjs";
import "../../src/index.js";
import { CreateClip, GetClips, type ClipAnimationGroup } from "../../src/pure.js";
import { provideDecoders } from "./decoders.js";
import { Playable, type Origin } from "./playable.js";
import type { Source } from "./source.js";
import { registerMissingTextures } from "./textures.js";

registerBuiltInGLTFExtensions();
provideDecoders();
registerMissingTextures();

const START_NONE = 0 as GLTFLoaderAnimationStartMode;

/** A model in the scene, with its clips and animations. */
export interface Model {
  readonly name: string;
  readonly json: Json;
  readonly playables: readonly Playable[];
  /** The root nodes, which Babylon adds above those of the file. */
  readonly roots: readonly TransformNode[];
  readonly meshes: readonly AbstractMesh[];
  readonly cameras: readonly Camera[];
  readonly hasLights: boolean;
  readonly dispose: () => void;
}

/**
 * Loads a model into the scene, without playing it.
 * @param crowd number of copies to show, in rows; 1 shows the model itself
 * @throws Error if Babylon cannot load it
 */
export async function loadModel(source: Source, scene: Scene, crowd = 1): Promise<Model> {
  // the Inspector turns on validation, which fetches a script from another server; this observer runs after the Inspector's
  const unvalidated = SceneLoader.OnPluginActivatedObservable.add((loader) => ((loader as GLTFFileLoader).validate = false));
  const container = await LoadAssetContainerAsync(source.glb, scene, {
    pluginExtension: ".glb",
    name: source.name,
    rootUrl: source.rootUrl,
    pluginOptions: {
      gltf: {
        animationStartMode: START_NONE,
        preprocessUrlAsync: (url) => new Promise((resolve) => resolve(url.startsWith("data:") ? url : source.resolve(url))),
      },
    },
  }).finally(() => unvalidated.remove());
  try {
    return show(source, container, crowd);
  } catch (error) {
    container.dispose();
    throw error;
  }
}

function show(source: Source, container: AssetContainer, crowd: number): Model {
  const clips = GetClips(container);
  const groups = container.animationGroups.slice(0, container.animationGroups.length - clips.length);
  const origins = [...clips.map(originOfClip), ...groups.map(originOfAnimation)];
  groups.forEach((group) => clips.push(CreateClip(group.name || "animation", group, { start: 0, end: secondsOf(group) })));
  const copies = crowd > 1 ? instantiate(container, crowd) : [];
  if (crowd <= 1) {
    container.addAllToScene();
  }
  const membersOf = (index: number): typeof clips => (crowd > 1 ? copies.map((copy) => GetClips(copy)[index]!) : [clips[index]!]);
  return {
    name: source.name,
    json: source.json,
    playables: clips.flatMap((clip, i) =>
      clip.targetedAnimations.length > 0 ? [new Playable(clip.name, origins[i]!, membersOf(i), secondsOf(clip))] : [],
    ),
    roots: (crowd > 1 ? copies.flatMap(({ rootNodes }) => rootNodes) : container.rootNodes) as TransformNode[],
    meshes: crowd > 1 ? copies.flatMap(({ rootNodes }) => rootNodes.flatMap((root) => root.getChildMeshes())) : container.meshes,
    cameras: container.cameras,
    hasLights: container.lights.length > 0,
    dispose: () => {
      copies.forEach((copy) => copy.dispose());
      container.dispose();
    },
  };
}

/** Seconds until the last key. */
function secondsOf(group: AnimationGroup): number {
  const last = Math.max(0, ...group.targetedAnimations.map(({ animation }) => animation.getKeys().at(-1)?.frame ?? 0));
  return last / (group.targetedAnimations[0]?.animation.framePerSecond ?? 60);
}

function originOfAnimation(_group: AnimationGroup, index: number): Origin {
  return { kind: "animation", place: `/animations/${index}`, animations: [index] };
}

function originOfClip({ source }: ClipAnimationGroup): Origin {
  const { place, animations } = source!; // the loader sets it
  return { kind: place.startsWith("/extensions/KHR_animation_controller/") ? "controller" : "clip", place, animations };
}

/** Creates copies in rows and columns. */
function instantiate(container: AssetContainer, count: number): InstantiatedEntries[] {
  const columns = Math.ceil(Math.sqrt(count));
  return Array.from({ length: count }, (_, i) => {
    const copy = container.instantiateModelsToScene(undefined, false, { doNotInstantiate: false });
    const [column, row] = [i % columns, Math.floor(i / columns)];
    for (const root of copy.rootNodes as TransformNode[]) {
      root.position.x += (column - (columns - 1) / 2) * 4.4;
      root.position.z += (row - (columns - 1) / 2) * 3.4;
    }
    return copy;
  });
}
