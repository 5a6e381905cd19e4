import type { GLTFLoader } from "@babylonjs/loaders/glTF/2.0/index.js";
import { AnimationLoader } from "../../keys/index.js";
import { CompiledAnimationGroup } from "../../playing/index.js";
import { groupCreators, loadKeysOnDemand } from "../keysOnDemand.js";

/** Makes a loader load animations as compiled groups, where it can load keys on demand; otherwise the loader's log says why not. */
export function loadCompiledGroups(loader: GLTFLoader): void {
  const loading = { isOver: false };
  groupCreators.set(loader, (name, scene) => new CompiledAnimationGroup(name, scene, -1, 0, loading));
  // the loader starts groups next, before the code that waits for the file continues
  loader.parent.onLoaderStateChangedObservable.addOnce(() => queueMicrotask(() => (loading.isOver = true)));
  const obstacle = loadKeysOnDemand(loader, () => Promise.resolve(AnimationLoader));
  if (obstacle !== null) {
    loader.log(`compiledGroups: Babylon plays the animation groups, because ${obstacle}`);
  }
}
