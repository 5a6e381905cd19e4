import type { GLTFLoader } from "@babylonjs/loaders/glTF/2.0/index.js";
import { skeletonsOf } from "../../host/index.js";
import { FollowSkeletons, ReasonNotToFollow, unfollowAll } from "../../skeleton/index.js";

/** Lets the skeletons of a file follow their nodes in typed arrays, once they are loaded; the loader's log says which cannot, and why. */
export function followLoadedSkeletons(loader: GLTFLoader): void {
  loader.parent.onLoaderStateChangedObservable.addOnce(() => {
    const skeletons = skeletonsOf(loader);
    FollowSkeletons({ skeletons });
    for (const skeleton of skeletons) {
      const reason = ReasonNotToFollow(skeleton);
      if (reason !== null) {
        loader.log(`compiledGroups: Babylon computes the matrices of ${skeleton.name}, because ${reason}`);
      }
    }
  });
}

export { unfollowAll };
