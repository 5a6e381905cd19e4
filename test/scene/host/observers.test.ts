/** Pins `_onObserverAdded`, by which Babylon's observables tell that an observer is added. */
import { afterEach, expect, it } from "@jest/globals";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { watchObservers } from "../../../src/scene/host/animationGroups.js";
import { createScene, disposeScenes } from "../../helpers/scene.js";

afterEach(disposeScenes);

it("watchObservers calls a function for each observer that is added", () => {
  const { onAnimationGroupLoopObservable: observable } = new AnimationGroup("group", createScene());
  expect((observable as unknown as { _onObserverAdded: unknown })._onObserverAdded ?? null).toBeNull(); // there is nothing to replace
  let added = 0;
  watchObservers(observable as never, () => added++);
  observable.add(() => undefined);
  observable.addOnce(() => undefined);
  expect(added).toBe(2);
});
