/**
 * An application that knows nothing of this package, written after Babylon's documentation: it behaves alike, frame by frame, whether or not
 * compiled groups are registered.
 */
import { afterEach, expect } from "@jest/globals";
import { AnimationEvent } from "@babylonjs/core/Animations/animationEvent.js";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { AnimationGroupMask, AnimationGroupMaskMode } from "@babylonjs/core/Animations/animationGroupMask.js";
import { AnimatorAvatar } from "@babylonjs/core/Animations/animatorAvatar.js";
import type { AssetContainer } from "@babylonjs/core/assetContainer.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { CompiledAnimationGroup, RegisterCompiledGroups } from "../../src/index.js";
import { itWithAssets, readAsset } from "../helpers/assets.js";
import { createScene, disposeScenes, loadContainer } from "../helpers/scene.js";

afterEach(() => {
  RegisterCompiledGroups({ files: "chosen" }); // as the main entry does
  disposeScenes();
});

type Gait = "Idle" | "Walking" | "Running";

/** A character that idles, walks, runs, jumps and waves. */
class Character {
  readonly log: unknown[] = [];
  private readonly _weights: Record<Gait, number> = { Idle: 1, Walking: 0, Running: 0 };
  private _goal: Gait = "Idle";

  constructor(private readonly _groups: readonly AnimationGroup[]) {
    const walking = this.find("Walking");
    const { animation } = walking.targetedAnimations[0]!;
    [0.25, 0.75].forEach((share) => animation.addEvent(new AnimationEvent(Math.round(share * walking.to), () => this.log.push("step"))));
    for (const gait of ["Idle", "Walking", "Running"] as const) {
      const group = this.find(gait);
      group.start(true, 1, group.from, group.to, false);
      group.setWeightForAllAnimatables(this._weights[gait]);
    }
    walking.onAnimationGroupLoopObservable.add(() => this.log.push("a cycle of walking"));
    this.find("Jump").onAnimationGroupEndObservable.add(() => {
      this.log.push("landed");
      this.go("Idle");
    });
    const wave = this.find("Wave");
    wave.mask = new AnimationGroupMask(["player UpperArm.R", "player LowerArm.R", "player Palm1.R"], AnimationGroupMaskMode.Include);
    wave.onAnimationGroupEndObservable.add(() => this.log.push("waved"));
  }

  find(name: string): AnimationGroup {
    return this._groups.find((group) => group.name.endsWith(`Robot_${name}`))!;
  }

  go(gait: Gait): void {
    this._goal = gait;
  }

  jump(): void {
    this.find("Jump").start(false, 1.5);
  }

  wave(): void {
    this.find("Wave").play(false);
  }

  /** Moves the weights towards the goal, in `scene.onBeforeRenderObservable`. */
  update(): void {
    for (const gait of ["Idle", "Walking", "Running"] as const) {
      const step = gait === this._goal ? 0.06 : -0.06;
      this._weights[gait] = Math.min(Math.max(this._weights[gait] + step, 0), 1);
      this.find(gait).setWeightForAllAnimatables(this._weights[gait]);
    }
  }

  /** What an inspector shows of the groups. */
  inspect(): void {
    for (const { name, isPlaying, from, to, speedRatio, targetedAnimations, animatables } of this._groups) {
      this.log.push([name, isPlaying === true, from, to, speedRatio, targetedAnimations.length, animatables[0]?.masterFrame ?? 0]);
    }
  }
}

async function run(isRegistered: boolean): Promise<unknown[]> {
  RegisterCompiledGroups({ files: isRegistered ? "all" : "chosen" });
  const scene = createScene();
  const container: AssetContainer = await loadContainer(readAsset("skin-raylib-robot-14anims.glb"), scene);
  const [player, other] = ["player", "other"].map((prefix) => container.instantiateModelsToScene((name) => `${prefix} ${name}`));
  expect(player!.animationGroups[0] instanceof CompiledAnimationGroup).toBe(isRegistered);
  const character = new Character(player!.animationGroups);
  scene.onBeforeRenderObservable.add(() => character.update());

  const nodes = [player!, other!].flatMap(({ rootNodes }) =>
    rootNodes.flatMap((root) => [root, ...root.getDescendants()]),
  ) as TransformNode[];
  const script: Readonly<Record<number, () => void>> = {
    30: () => character.go("Walking"),
    120: () => character.go("Running"),
    160: () => character.wave(),
    200: () => character.jump(),
    280: () => {
      const avatar = new AnimatorAvatar("avatar", other!.rootNodes[0] as TransformNode, false);
      avatar.showWarnings = false;
      const options = { animationGroupName: "retargeted", fixRootPosition: true, rootNodeName: "other Hips", mapNodeNames: toOther(nodes) };
      avatar.retargetAnimationGroup(character.find("Running"), options).start(true);
    },
    300: () => scene.animationGroups.forEach((group) => (group.speedRatio *= 0.5)),
    330: () => character.find("Idle").pause(),
    340: () => character.find("Idle").play(true),
    380: () => container.dispose(),
  };
  for (let frame = 0; frame < 400; frame++) {
    script[frame]?.();
    if (frame >= 240 && frame < 270 && frame % 5 === 0) {
      character.inspect();
    }
    scene.render();
    character.log.push(
      nodes.map(({ position, rotationQuaternion, scaling }) => [position, rotationQuaternion, scaling]).flatMap(numbersOf),
    );
  }
  character.log.push(
    scene.animationGroups.length,
    scene.animationGroups.filter(({ isPlaying }) => isPlaying).map(({ name }) => name),
  );
  return character.log;
}

/** The numbers of vectors; of a quaternion, those of the equal rotation whose w is positive. */
function numbersOf(vectors: readonly ({ asArray(): number[] } | null)[]): number[] {
  return vectors.flatMap((vector) => {
    const numbers = vector?.asArray() ?? [];
    return numbers.length === 4 && numbers[3]! < 0 ? numbers.map((each) => -each) : numbers;
  });
}

/** An entry of the log with frames that sums of time in another order round alike. */
function rounded(entry: unknown): string {
  return JSON.stringify(entry, (_, value: unknown) => (typeof value === "number" ? Number(value.toFixed(9)) : value));
}

/** The names of the other character's nodes, by those of the player's. */
function toOther(nodes: readonly TransformNode[]): Map<string, string> {
  return new Map(nodes.flatMap(({ name }) => (name.startsWith("player ") ? [[name, name.replace("player ", "other ")] as const] : [])));
}

itWithAssets("an application behaves alike with and without compiled groups", async () => {
  const [expected, actual] = [await run(false), await run(true)];
  const events = (log: readonly unknown[]): unknown[] => log.filter((each) => typeof each === "string");
  expect(events(expected).length).toBeGreaterThan(8);
  expect(events(actual)).toEqual(events(expected));
  expect(actual).toHaveLength(expected.length);
  const worst = expected.map((entry, i) => {
    const other = actual[i];
    return Array.isArray(entry) && typeof entry[0] === "number"
      ? Math.max(...entry.map((each: number, j) => Math.abs(each - (other as number[])[j]!)))
      : rounded(entry) === rounded(other)
        ? 0
        : Infinity;
  });
  const at = worst.findIndex((each) => !(each < 1e-4));
  expect({ at, worst: worst[at], actual: JSON.stringify(actual[at])?.slice(0, 300) }).toEqual({ at: -1 });
});
