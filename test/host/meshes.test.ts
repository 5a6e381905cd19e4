/** Pins what src/host/morphTargets.ts uses of Babylon's internals. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { MorphTarget } from "@babylonjs/core/Morph/morphTarget.js";
import { MorphTargetManager } from "@babylonjs/core/Morph/morphTargetManager.js";
import { managedTargetOf, setInfluence } from "../../src/host/meshes.js";
import { createScene, disposeScenes } from "../helpers/scene.js";

afterEach(disposeScenes);

let manager: MorphTargetManager;
let targets: readonly MorphTarget[];
/** The targets whose observers were notified, with what they were told. */
let heard: string[];

beforeEach(() => {
  const scene = createScene();
  manager = new MorphTargetManager(scene);
  targets = ["a", "b"].map((name) => new MorphTarget(name, 0, scene));
  heard = [];
  for (const target of targets) {
    manager.addTarget(target);
    const [observer] = target.onInfluenceChanged.observers;
    const { callback } = observer!;
    observer!.callback = (isSwitched, state) => {
      heard.push(`${target.name} ${isSwitched}`);
      callback(isSwitched, state);
    };
  }
});

function set(target: MorphTarget, influence: number): ReturnType<typeof setInfluence> {
  return setInfluence(target, influence, managedTargetOf(target));
}

describe("a target that only its manager observes", () => {
  it("is set at once; the manager is told later, once for all", () => {
    const [first, second] = [set(targets[0]!, 0.5), set(targets[1]!, 0.25)];
    expect(targets.map(({ influence }) => influence)).toEqual([0.5, 0.25]);
    expect([second, heard, manager.numInfluencers]).toEqual([null, [], 0]);
    first!.write();
    expect(heard).toEqual(["b true"]);
    expect([...manager.influences]).toEqual([0.5, 0.25]);
    first!.write();
    expect(heard).toEqual(["b true"]);
  });

  it("tells whether one began or ceased to be in use", () => {
    set(targets[0]!, 0.5)!.write();
    set(targets[0]!, 0.25)!.write();
    set(targets[0]!, 0)!.write();
    expect(heard).toEqual(["a true", "a false", "a true"]);
  });

  it("is not told of the value that it has", () => {
    expect([set(targets[0]!, 0), heard]).toEqual([null, []]);
  });
});

describe("observers are notified at once, after the manager", () => {
  it("if there are others", () => {
    targets[1]!.onInfluenceChanged.add(() => heard.push(`user, ${manager.numInfluencers}`));
    expect([set(targets[0]!, 0.5), set(targets[1]!, 0.25)]).toEqual([expect.anything(), null]);
    expect(heard).toEqual(["a true", "b true", "user, 2"]);
  });

  it("if the manager's has gone, for another one", () => {
    const managed = managedTargetOf(targets[0]!);
    manager.removeTarget(targets[0]!);
    targets[0]!.onInfluenceChanged.add((isSwitched) => heard.push(`user ${isSwitched}`));
    expect(setInfluence(targets[0]!, 0.5, managed)).toBeNull();
    expect([targets[0]!.influence, heard]).toEqual([0.5, ["user true"]]);
  });
});

it("a target without a manager in its scene is set as by Babylon", () => {
  const target = new MorphTarget("alone", 0, createScene());
  target.onInfluenceChanged.add((isSwitched) => heard.push(`user ${isSwitched}`));
  expect([managedTargetOf(target), set(target, 0.5), target.influence, heard]).toEqual([null, null, 0.5, ["user true"]]);
});
