/** Pins what src/scene/host/meshes.ts uses of Babylon's internals. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { AbstractEngine } from "@babylonjs/core/Engines/abstractEngine.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { MorphTarget } from "@babylonjs/core/Morph/morphTarget.js";
import { MorphTargetManager } from "@babylonjs/core/Morph/morphTargetManager.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { setPointerMovePickable } from "../../../src/scene/host/animatedProperties.js";
import { influenceChangesOf, joinInfluences, setInfluence, updateWorldMatrix } from "../../../src/scene/host/meshes.js";
import { createScene, disposeScenes } from "../../helpers/scene.js";

afterEach(disposeScenes);

type Internals = Record<string, unknown>;

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
  return setInfluence(target, influence, influenceChangesOf(target));
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

describe("targets that are set in one go", () => {
  function join(): NonNullable<ReturnType<typeof joinInfluences>> {
    return joinInfluences(targets, 0, 2, influenceChangesOf(targets[0]!))!;
  }

  it("the manager is told once, whether one began or ceased to be in use, and only of changes", () => {
    const joined = join();
    const values = [9, 0.5, 0.25, 0.75, 0.25, 0];
    const hears = [1, 1, 2, 3, 4].map((at) => {
      heard = [];
      expect(joined.write(values, at)).toBe(true);
      return heard.map((each) => each.slice(2));
    });
    expect(hears).toEqual([["true"], [], ["false"], ["false"], ["true"]]);
    expect(targets.map(({ influence }) => influence)).toEqual([0.25, 0]);
    expect([...manager.influences]).toEqual([0.25]);
  });

  it("are set one by one once another observer has come, also an earlier one", () => {
    const joined = join();
    targets[1]!.onInfluenceChanged.add(() => undefined);
    expect([joined.write([0.5, 0.25], 0), join().write([0.5, 0.25], 0)]).toEqual([false, false]);
    expect([targets.map(({ influence }) => influence), heard]).toEqual([[0, 0], []]);
  });

  it("are set one by one if one has left the manager", () => {
    const joined = join();
    expect(joined.write([0.5, 0.25], 0)).toBe(true);
    manager.removeTarget(targets[1]!);
    expect([joined.write([0, 0], 0), targets.map(({ influence }) => influence)]).toEqual([false, [0.5, 0.25]]);
  });

  it("are still set in one go when another one has joined the manager", () => {
    const joined = join();
    joined.write([0.5, 0.25], 0);
    manager.addTarget(new MorphTarget("late", 0, targets[0]!["_scene" as never]));
    expect([joined.write([0, 0], 0), manager.numInfluencers]).toEqual([true, 0]);
  });

  it("are not joined without a manager", () => {
    const alone = new MorphTarget("alone", 0, createScene());
    expect(joinInfluences([alone, alone], 0, 2, influenceChangesOf(alone))).toBeNull();
  });
});

it("a target that has left the manager is set as by Babylon; the manager still hears of the others", () => {
  const changes = influenceChangesOf(targets[0]!);
  manager.removeTarget(targets[1]!);
  const first = setInfluence(targets[0]!, 0.5, changes);
  expect([setInfluence(targets[1]!, 0.25, changes), targets[1]!.influence]).toEqual([null, 0.25]);
  first?.write();
  expect([heard, [...manager.influences]]).toEqual([["a true"], [0.5]]);
});

describe("observers are notified at once, after the manager", () => {
  it("if there are others", () => {
    targets[1]!.onInfluenceChanged.add(() => heard.push(`user, ${manager.numInfluencers}`));
    expect([set(targets[0]!, 0.5), set(targets[1]!, 0.25)]).toEqual([expect.anything(), null]);
    expect(heard).toEqual(["a true", "b true", "user, 2"]);
  });

  it("if one comes after the first change, also while a change waits", () => {
    const changes = influenceChangesOf(targets[0]!);
    setInfluence(targets[0]!, 0.5, changes);
    targets[1]!.onInfluenceChanged.add(() => heard.push(`user, ${manager.numInfluencers}`));
    expect([setInfluence(targets[1]!, 0.25, changes), heard]).toEqual([null, ["a true", "b true", "user, 2"]]);
  });

  it("if all were removed, and one has come", () => {
    const changes = influenceChangesOf(targets[0]!);
    targets[0]!.onInfluenceChanged.clear();
    expect([setInfluence(targets[0]!, 0.5, changes), heard]).toEqual([null, []]);
    targets[0]!.onInfluenceChanged.add((isSwitched) => heard.push(`user ${isSwitched}`));
    expect([setInfluence(targets[0]!, 0, changes), heard]).toEqual([null, ["user true"]]);
  });

  it("of a target that was added later", () => {
    const before = influenceChangesOf(targets[0]!);
    const late = new MorphTarget("late", 0, targets[0]!["_scene" as never]);
    manager.addTarget(late);
    late.onInfluenceChanged.add((isSwitched) => heard.push(`user ${isSwitched}`));
    expect(influenceChangesOf(late)).toBe(before);
    expect([set(late, 0.5), heard]).toEqual([null, ["user true"]]);
  });

  it("if the manager's has gone, for another one", () => {
    const changes = influenceChangesOf(targets[0]!);
    manager.removeTarget(targets[0]!);
    targets[0]!.onInfluenceChanged.add((isSwitched) => heard.push(`user ${isSwitched}`));
    expect(setInfluence(targets[0]!, 0.5, changes)).toBeNull();
    expect([targets[0]!.influence, heard]).toEqual([0.5, ["user true"]]);
  });
});

it("_targetInfluenceChangedObservers has the observer of each target, _observers all of a target; MorphTarget._scene leads to the managers", () => {
  const observers = targets.map(({ onInfluenceChanged }) => (onInfluenceChanged as unknown as Internals)["_observers"]);
  expect(observers.flat()).toEqual((manager as unknown as Internals)["_targetInfluenceChangedObservers"]);
  const scene = (targets[0] as unknown as Internals)["_scene"] as Scene;
  expect(scene.morphTargetManagers).toContain(manager);
});

it("Observable._onObserverAdded is called for each observer that is added, and set to null by clear", () => {
  const observable = targets[0]!.onInfluenceChanged;
  const internals = observable as unknown as { _onObserverAdded: ((observer: unknown) => void) | null };
  const added: unknown[] = [];
  internals._onObserverAdded = (observer) => added.push(observer);
  expect(added).toEqual([observable.add(() => undefined)]);
  observable.clear();
  expect(internals._onObserverAdded).toBeNull();
});

it("MorphTarget._influence is written without notification; Observable._numObserversMarkedAsDeleted counts those about to be removed", () => {
  const target = targets[0]!;
  (target as unknown as Internals)["_influence"] = 0.5;
  expect([target.influence, heard]).toEqual([0.5, []]);
  const observable = target.onInfluenceChanged;
  observable.remove(observable.observers[0]!);
  expect((observable as unknown as Internals)["_numObserversMarkedAsDeleted"]).toBe(1);
});

it("Node._currentRenderId: until the scene renders again, a world matrix is that of the last frame, unless this is another number", () => {
  const scene = createScene();
  const [above, node] = ["above", "node"].map((name) => new TransformNode(name, scene)) as [TransformNode, TransformNode];
  const child = CreateBox("child", {}, scene);
  node.parent = above;
  child.parent = above;
  scene.render();
  above.position.x = 1;
  expect(node.computeWorldMatrix().m[12]).toBe(0);
  expect((node as unknown as Internals)["_currentRenderId"]).toBe(scene.getRenderId());
  const counts = [0, 0, 0];
  [above, node, child].forEach((each, i) => each.onAfterWorldMatrixUpdateObservable.add(() => counts[i]!++));
  expect([updateWorldMatrix(node).m[12], updateWorldMatrix(node).m[12]]).toEqual([1, 1]);
  expect(counts).toEqual([1, 1, 0]);
  scene.render();
  expect(counts).toEqual([1, 1, 1]);
  node.freezeWorldMatrix();
  above.position.x = 2;
  expect(updateWorldMatrix(node).m[12]).toBe(1);
});

it("AbstractMesh._isPointerMovePickable: whether a mesh is under a moving pointer, apart from isPickable; Babylon 9.0 and older ignore it", () => {
  const scene = createScene();
  const mesh = CreateBox("any", {}, scene);
  Object.assign(mesh, { isPickable: false, enablePointerMoveEvents: true });
  const input = (scene as unknown as { _inputManager: { _ensurePointerMovePredicate?: () => void } })._inputManager;
  input._ensurePointerMovePredicate?.(); // as the first move of a pointer does
  const isUnderPointer = (): boolean => (scene.pointerMovePredicate as ((mesh: Mesh) => boolean) | undefined)?.(mesh) ?? false;
  expect(isUnderPointer()).toBe(false);
  setPointerMovePickable(mesh, true);
  expect(isUnderPointer()).toBe(!/^(8|9\.0)\./.test(AbstractEngine.Version));
});

it("a target without a manager in its scene is set as by Babylon", () => {
  const target = new MorphTarget("alone", 0, createScene());
  target.onInfluenceChanged.add((isSwitched) => heard.push(`user ${isSwitched}`));
  expect([influenceChangesOf(target), set(target, 0.5), target.influence, heard]).toEqual([null, null, 0.5, ["user true"]]);
});
