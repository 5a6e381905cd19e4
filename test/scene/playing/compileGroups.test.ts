/** CompileGroups: what it replaces, keeps and refuses. That the groups play as before is in compileGroupsOfLoaders.test.ts. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { AnimationGroupMask } from "@babylonjs/core/Animations/animationGroupMask.js";
import { CompiledAnimationGroup, CompileGroups, CreateClip, ReasonNotToCompile } from "../../../src/pure.js";
import { createRuler } from "../../helpers/rulerClip.js";
import { ruleOf } from "../../helpers/rules.js";
import { createScene, disposeScenes } from "../../helpers/scene.js";

afterEach(disposeScenes);

describe("CompileGroups", () => {
  it("replaces groups in the scene and its lists, with settings, metadata, id and observers", () => {
    const scene = createScene();
    const groups = ["a", "b", "c"].map((name) => {
      const { group } = createRuler(scene);
      group.name = name;
      return group;
    });
    const [, before] = groups;
    const { uniqueId } = before!;
    const seen: string[] = [];
    before!.onAnimationGroupPlayObservable.add(({ name }) => seen.push(`${name} plays`));
    before!.onAnimationGroupEndObservable.add(({ name }) => seen.push(`${name} ends`));
    scene.onAnimationGroupRemovedObservable.add(({ name }) => seen.push(`${name} removed`));
    Object.assign(before!, { from: 60, to: 120, speedRatio: 2, weight: 0.5, playOrder: 3, metadata: { own: 1 }, isAdditive: true });
    before!.mask = new AnimationGroupMask(["ruler"]);
    before!.enableBlending = true;
    const [after] = CompileGroups([before!]);
    expect(scene.animationGroups).toEqual([groups[0], after, groups[2]]);
    expect(after).toBeInstanceOf(CompiledAnimationGroup);
    const { name, from, to, speedRatio, weight, playOrder, metadata, isAdditive, mask, enableBlending } = after!;
    expect([name, from, to, speedRatio, weight, playOrder, metadata, isAdditive, enableBlending]).toEqual([
      ...["b", 60, 120, 2, 0.5, 3, { own: 1 }, true, true],
    ]);
    expect([after!.uniqueId, mask?.hasTarget("ruler"), before!.targetedAnimations.length]).toEqual([uniqueId, true, 0]);
    after!.start();
    after!.stop();
    expect(seen).toEqual(["b removed", "b plays", "b ends"]);
    expect(CompileGroups(scene)).toEqual(scene.animationGroups);
    expect(scene.animationGroups[1]).toBe(after);
  });

  it("replaces what Babylon makes of compiled groups: merged and parsed ones", () => {
    const scene = createScene();
    createRuler(scene);
    const [group] = CompileGroups(scene);
    const made = [AnimationGroup.MergeAnimationGroups([group!], false)!, AnimationGroup.Parse(group!.serialize(), scene)];
    const areCompiled = (groups: readonly AnimationGroup[]): readonly boolean[] =>
      groups.map((each) => each instanceof CompiledAnimationGroup);
    expect(areCompiled(made)).toEqual([false, false]);
    expect(areCompiled(CompileGroups(scene))).toEqual([true, true, true]);
  });
});

describe("ReasonNotToCompile", () => {
  class Own extends AnimationGroup {}

  it("is said of groups that stay as they are", () => {
    const scene = createScene();
    const { group } = createRuler(scene);
    const own = new Own("own", scene);
    const clip = CreateClip("clip", group);
    group.start();
    const empty = new AnimationGroup("empty", scene);
    empty.dispose();
    expect([group, own, clip, empty].map(ReasonNotToCompile)).toEqual([
      "it is started",
      "it is of a class of its own",
      "it is a clip",
      "it is disposed",
    ]);
    expect(CompileGroups(scene)).toEqual([group, own, clip]);
  });

  it("is none of groups that Babylon evaluates still: their evaluation says why", () => {
    const scene = createScene();
    const { group } = createRuler(scene);
    group.targetedAnimations[0]!.animation.loopMode = Animation.ANIMATIONLOOPMODE_CONSTANT;
    expect(ReasonNotToCompile(group)).toBeNull();
    const [compiled] = CompileGroups(scene) as [CompiledAnimationGroup];
    expect(compiled.evaluation).toEqual({ by: "babylon", reason: "the animation x has a loop mode other than CYCLE" });
  });

  it("takes animation groups only", () => {
    expect(() => ReasonNotToCompile({} as never)).toThrow(new TypeError(`group: ${ruleOf("animationGroup", "{}")}`));
    expect(() => CompileGroups([undefined as never])).toThrow(new TypeError(`group: ${ruleOf("animationGroup", "undefined")}`));
    expect(() => CompileGroups({} as never)).toThrow(new TypeError(`owner: ${ruleOf("animationGroupsMember", "{}")}`));
  });
});
