import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { LoadAssetContainerAsync, SceneLoader } from "@babylonjs/core/Loading/sceneLoader.js";
import type { AssetContainer, InstantiatedEntries } from "@babylonjs/core/assetContainer.js";
import type { Camera } from "@babylonjs/core/Cameras/camera.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { registerBuiltInGLTFExtensions } from "@babylonjs/loaders/glTF/2.0/Extensions/dynamic.js";
import { registerGLTFExtension } from "@babylonjs/loaders/glTF/2.0/glTFLoaderExtensionRegistry.js";
import type { GLTFFileLoader, GLTFLoaderAnimationStartMode } from "@babylonjs/loaders/glTF/glTFFileLoader.js";
import "@babylonjs/loaders/glTF/2.0/glTFLoader.js";
import "@babylonjs/core/Materials/standardMaterial.js";
import type { Json } from "../../../scripts/glb.mjs";
import "../../../src/index.js";
import { CreateClip, GetClips, type ClipAnimationGroup } from "../../../src/pure.js";
import { ClipDocument } from "../document/clipDocument.js";
import { provideDecoders } from "./decoders.js";
import { addMoves, type Moves, type MovesFile } from "../moves/moves.js";
import { GroupPlayable, type GroupKind } from "../playback/groupPlayable.js";
import { Playable, type Origin } from "../playback/playable.js";
import { lastKeyOf, SceneClips } from "../document/sceneClips.js";
import { followEvents } from "../events/sceneEvents.js";
import type { Source } from "./source.js";
import { registerMissingTextures } from "./missingTextures.js";

registerBuiltInGLTFExtensions();
provideDecoders();
registerMissingTextures();

const START_NONE = 0 as GLTFLoaderAnimationStartMode;

/** The index of each group's animation in the file. */
const animationIndices = new WeakMap<AnimationGroup, number>();

registerGLTFExtension("playground", false, (loader) => ({
  name: "playground",
  enabled: true,
  // the loader goes on with other extensions: it does not call this one again
  loadAnimationAsync: async (context, animation) => {
    const group = await loader.loadAnimationAsync(context, animation);
    animationIndices.set(group, animation.index);
    return group;
  },
  dispose: () => undefined,
}));

/** A model in the scene, with its clips and animations. */
export interface Model {
  readonly name: string;
  readonly json: Json;
  readonly source: Source;
  /** The clips that can be edited and saved. */
  readonly document: ClipDocument;
  /** The document's clips, then controllers, then animations, then moves of other files. */
  readonly playables: readonly Playable[];
  /** The root nodes, which Babylon adds above those of the file. */
  readonly roots: readonly TransformNode[];
  readonly meshes: readonly AbstractMesh[];
  readonly cameras: readonly Camera[];
  readonly hasLights: boolean;
  /** The loaded container; null where copies are shown. */
  readonly container: AssetContainer | null;
  /** How its animations were loaded. */
  readonly groups: GroupKind;
  /** The number of copies shown. */
  readonly copies: number;
  /** The moves of other files that it has: those on trial, and those that the document keeps. */
  readonly moves: readonly Moves[];
  /** All files whose moves it got, also those that were discarded, which undo may bring back. */
  readonly movesFiles: readonly MovesFile[];
  /** Adds the moves of another file, which are listed last; none if they fit nothing. */
  readonly addMoves: (file: MovesFile) => Moves;
  /** Lists the moves again, after a trial has begun or ended. */
  readonly updateMoves: () => void;
  readonly dispose: () => void;
}

/** How to load a model. */
export interface LoadOptions {
  readonly groups: GroupKind;
  /** The number of copies to show, in rows; 1 (default) shows the model, not copies. */
  readonly copies?: number;
  /** The clips, if the model was open before. Default: the clips of the file. */
  readonly document?: ClipDocument;
  /** The files whose moves it got, if the model was open before. Default: none. */
  readonly moves?: readonly MovesFile[];
}

/**
 * Loads a model into the scene, without playing it.
 * @throws Error if Babylon cannot load it
 */
export async function loadModel(source: Source, scene: Scene, options: LoadOptions): Promise<Model> {
  const container = await loadContainer(source, scene, options.groups);
  try {
    return show(source, container, options);
  } catch (error) {
    container.dispose();
    throw error;
  }
}

/**
 * Loads a file, without showing or playing it.
 * @param skeletons whether skeletons follow their nodes; those of plain groups never do
 * @throws Error if Babylon cannot load it
 */
export async function loadContainer(source: Source, scene: Scene, groups: GroupKind, skeletons = true): Promise<AssetContainer> {
  // the Inspector turns on validation, which fetches a script from another server; this observer runs after the Inspector's
  const unvalidated = SceneLoader.OnPluginActivatedObservable.add((loader) => ((loader as GLTFFileLoader).validate = false));
  return LoadAssetContainerAsync(source.glb, scene, {
    pluginExtension: ".glb",
    name: source.name,
    rootUrl: source.rootUrl,
    pluginOptions: {
      gltf: {
        animationStartMode: START_NONE,
        extensionOptions: { compiledGroups: { enabled: groups === "compiled", skeletons } },
        preprocessUrlAsync: (url) => new Promise((resolve) => resolve(url.startsWith("data:") ? url : source.resolve(url))),
      },
    },
  }).finally(() => {
    unvalidated.remove();
    source.release();
  });
}

/** The groups that the loader made of the file's animations, by index. With holes, because the loader drops groups that animate nothing. */
export function groupsByIndex({ animationGroups }: AssetContainer): readonly (AnimationGroup | undefined)[] {
  const groups: (AnimationGroup | undefined)[] = [];
  for (const group of animationGroups) {
    const index = animationIndices.get(group);
    if (index !== undefined) {
      groups[index] = group;
    }
  }
  return groups;
}

function show(
  source: Source,
  container: AssetContainer,
  { groups: kind, copies: crowd = 1, document: opened, moves: files = [] }: LoadOptions,
): Model {
  const document = opened ?? new ClipDocument(source.json);
  if (opened) {
    // the document has its own, which may have been edited
    GetClips(container)
      .filter((clip) => !isController(clip))
      .forEach((clip) => clip.dispose());
  }
  const originals = [...container.animationGroups];
  const copies = crowd > 1 ? instantiate(container, crowd) : [];
  if (crowd <= 1) {
    container.addAllToScene();
  }
  const shown = crowd > 1 ? copies : [container];
  const animations = groupsByIndex(container);
  const groups = shown.map((copy) => Array.from(animations, (group) => copy.animationGroups[originals.indexOf(group!)]));
  const loaded = shown.map((copy) => GetClips(copy));
  const fixed = [...controllersOf(GetClips({ animationGroups: originals }), loaded), ...animationsOf(animations, groups)];
  const everyMoves = files.map((file) => addMoves(file, shown));
  const listedMoves = (): readonly Moves[] => everyMoves.filter(({ file }) => file.isOnTrial || document.moves.includes(file));
  const playableMoves = (): readonly Playable[] => listedMoves().flatMap(({ playables }) => playables);
  const clips = new SceneClips(document, groups, opened ? [] : loaded, fixed, playableMoves);
  const unfollowEvents = followEvents(document, fixed);
  return {
    name: source.name,
    json: source.json,
    source,
    document,
    get playables() {
      return clips.playables;
    },
    roots: (crowd > 1 ? copies.flatMap(({ rootNodes }) => rootNodes) : container.rootNodes) as TransformNode[],
    meshes: crowd > 1 ? copies.flatMap(({ rootNodes }) => rootNodes.flatMap((root) => root.getChildMeshes())) : container.meshes,
    cameras: container.cameras,
    hasLights: container.lights.length > 0,
    container: crowd > 1 ? null : container,
    groups: kind,
    copies: crowd,
    get moves() {
      return listedMoves();
    },
    get movesFiles() {
      return everyMoves.map(({ file }) => file);
    },
    addMoves: (file) => {
      const added = addMoves(file, shown);
      if (added.playables.length > 0) {
        everyMoves.push(added);
        clips.update();
      }
      return added;
    },
    updateMoves: () => clips.update(),
    dispose: () => {
      unfollowEvents();
      clips.dispose();
      copies.forEach((copy) => copy.dispose());
      container.dispose();
    },
  };
}

/** @param originals the clips that the loader made; copies have different names */
function controllersOf(originals: readonly ClipAnimationGroup[], loaded: readonly (readonly ClipAnimationGroup[])[]): readonly Playable[] {
  return originals.flatMap((clip, i) => {
    const { pointer, animations } = clip.source!; // the loader sets it
    const origin: Origin = { kind: "controller", pointer, animations };
    const members = loaded.map((clips) => clips[i]!);
    return isController(clip) ? [new Playable(clip.name, origin, members, lastKeyOf(clip))] : [];
  });
}

function isController({ source }: ClipAnimationGroup): boolean {
  return source!.pointer.startsWith("/extensions/KHR_animation_controller/");
}

/** Lists each animation that animates something, with a clip of its full length. */
function animationsOf(
  originals: readonly (AnimationGroup | undefined)[],
  copies: readonly (readonly (AnimationGroup | undefined)[])[],
): readonly Playable[] {
  return originals.flatMap((group, index) => {
    if (!copies[0]![index] || group!.targetedAnimations.length === 0) {
      return [];
    }
    const origin: Origin = { kind: "animation", pointer: `/animations/${index}`, animations: [index] };
    const lastKey = lastKeyOf(group!);
    const name = group!.name || "animation";
    const members = copies.map((groups) => CreateClip(name, groups[index]!, { start: 0, end: lastKey }));
    return [
      new GroupPlayable(
        name,
        origin,
        members,
        lastKey,
        copies.map((groups) => groups[index]!),
      ),
    ];
  });
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
