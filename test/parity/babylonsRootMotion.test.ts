/** The cases that Babylon's own unit tests of root motion check, for clips and compiled groups beside plain groups. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { AnimationEvent } from "@babylonjs/core/Animations/animationEvent.js";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import {
  RootMotionClip,
  RootMotionController,
  RootMotionSource,
  type IRootMotionClipOptions,
} from "@babylonjs/core/Animations/rootMotion.js";
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { disposeScenes } from "../helpers/scene.js";
import { compareWithPlain, type Features, type Script } from "./compare.js";
import { gaitOf, nodeOf, SPEED, WALKER } from "./gaits.js";
import { Stage } from "./stage.js";

interface Driven {
  readonly clips: readonly RootMotionClip[];
  readonly groups: readonly AnimationGroup[];
  readonly controller: RootMotionController;
}

/** Lets gaits move the character. */
function drive(s: Stage, names: readonly string[], options: IRootMotionClipOptions = {}): Driven {
  const clips = names.map((name) => new RootMotionClip(gaitOf(s, name), options));
  const controller = new RootMotionController(clips[0]!.characterNode, clips);
  return { clips, controller, groups: clips.map(({ animationGroup }) => animationGroup) };
}

const round = (value: number): number => Math.round(value * 1e6) / 1e6;

/** Writes to the log where the character is, which way it looks, and where its joints are in the world. */
function logPlaces(s: Stage): void {
  const root = nodeOf(s, "character").parent as TransformNode;
  s.log.push([...root.position.asArray(), ...(root.rotationQuaternion?.asArray() ?? [])].map(round));
  for (const name of ["character", "armature", "hips", "left foot", "right foot"]) {
    s.log.push([...nodeOf(s, name).computeWorldMatrix(true).asArray()].map(round));
  }
}

/** Renders frames, and writes the places of every few of them to the log. */
function walk(s: Stage, frames: number, every = 10): void {
  for (let i = 1; i <= frames; i++) {
    s.skip(1);
    if (i % every === 0) {
      logPlaces(s);
    }
  }
  logPlaces(s);
}

const logMeasures = (s: Stage, clip: RootMotionClip): void => {
  const { source, rootNode, characterNode, contactNodes, cycleDistance, averageSpeed, travelDirection } = clip;
  s.log.push(source, rootNode?.name, characterNode.name, contactNodes.map(({ name }) => name).join());
  s.log.push([cycleDistance, averageSpeed, ...travelDirection.asArray()]);
  s.log.push([clip.fromFrame, clip.toFrame, clip.duration, clip.cycleRotation, ...clip.cycleOffset.asArray()], clip.extractsRotation);
};

function channelOf({ targetedAnimations }: AnimationGroup, target: object, property: string): Animation {
  return targetedAnimations.find((each) => each.target === target && each.animation.targetProperty === property)!.animation;
}

/** Writes the position of the hips in a group to the log. */
function logHips(s: Stage, group: AnimationGroup): void {
  const animation = channelOf(group, nodeOf(s, "hips"), "position");
  s.log.push([0, 15, 30, 60].flatMap((frame) => (animation.evaluate(frame) as Vector3).asArray()));
}

/** What a group of one gait measures. */
const measure =
  (name: string, options: IRootMotionClipOptions = {}): Script =>
  (s) => {
    const clip = new RootMotionClip(gaitOf(s, name), options);
    logMeasures(s, clip);
    logHips(s, clip.animationGroup);
    logHips(s, gaitOf(s, name));
  };

const MEASURES: Features = {
  "travel of the hips": measure("walk"),
  "lateral motion": measure("walk", { extractLateralMotion: true }),
  "no travel": measure("idle"),
  "travel of the feet": measure("in place"),
  "travel of the feet below hips that surge": measure("in place, surging"),
  "travel of chosen feet": (s) =>
    measure("in place", { source: RootMotionSource.FootContact, contactNodes: [nodeOf(s, "left foot"), nodeOf(s, "right foot")] })(s),
  "feet that veer slightly": measure("in place, veering"),
  "feet that veer slightly, without snapping": measure("in place, veering", { directionSnapAngle: 0 }),
  "feet that go diagonally": measure("in place, diagonal"),
  "hips that veer": measure("veer"),
  "hips that veer, snapping": measure("veer", { directionSnapAngle: Math.PI / 18 }),
  "a turn": measure("arc"),
  "a turn that is left in the pose": measure("arc", { extractRotation: false }),
  "a turn on the spot": measure("turn on the spot"),
  "a twist": measure("twist"),
  "whole revolutions": measure("spin", { extractRotation: true }),
  "tangents of the hips": (s) => {
    const source = gaitOf(s, "walk");
    const hips = nodeOf(s, "hips");
    for (const key of channelOf(source, hips, "position").getKeys()) {
      key.inTangent = new Vector3(0, 0, 0.04);
      key.outTangent = new Vector3(0, 0, 0.04);
    }
    const { animationGroup } = new RootMotionClip(source);
    for (const group of [animationGroup, source]) {
      s.log.push(
        channelOf(group, hips, "position")
          .getKeys()
          .flatMap(({ outTangent }) => (outTangent as Vector3).asArray().map(round)),
      );
    }
  },
  "each clip has its own group": (s) => {
    const source = gaitOf(s, "walk");
    const names = (): string => s.scene.animationGroups.map(({ name }) => name).join();
    const [first, second] = [new RootMotionClip(source), new RootMotionClip(source)];
    s.log.push(first.animationGroup === second.animationGroup, names());
    first.dispose();
    s.log.push(names());
    logHips(s, second.animationGroup);
    logHips(s, source);
  },
  "a character below a common node": (s) => {
    const root = nodeOf(s, "character").parent as TransformNode;
    root.parent = new TransformNode("level", s.scene);
    for (const options of [{}, { characterNode: root }]) {
      logMeasures(s, new RootMotionClip(gaitOf(s, "walk"), options));
    }
    s.log.push(s.log.filter((each) => each === "level").length === 1, s.log.filter((each) => each === root.name).length === 1);
  },
  "shared and cloned animations": (s) => {
    const source = gaitOf(s, "walk");
    for (const cloneAnimations of [false, true]) {
      const { animationGroup } = new RootMotionClip(source, { cloneAnimations });
      for (const name of ["hips", "left foot"]) {
        s.log.push(channelOf(animationGroup, nodeOf(s, name), "position") === channelOf(source, nodeOf(s, name), "position"));
      }
    }
  },
  "groups that are refused": (s) => {
    const attempt = (run: () => unknown): void => {
      try {
        run();
        s.log.push("accepted");
      } catch (error) {
        s.log.push((error as Error).message);
      }
    };
    const source = gaitOf(s, "walk");
    const options = { rootNode: nodeOf(s, "hips") };
    const addTo = (group: AnimationGroup, property: string, target: object): AnimationGroup => {
      const animation = new Animation(property, property, 60, Animation.ANIMATIONTYPE_VECTOR3);
      animation.setKeys([0, 60].map((frame) => ({ frame, value: Vector3.One() })));
      group.addTargetedAnimation(animation, target);
      return group;
    };
    const empty = (): AnimationGroup => {
      const group = gaitOf(s, "idle").clone("empty");
      group.targetedAnimations.slice().forEach(({ animation }) => group.removeTargetedAnimation(animation));
      return group;
    };
    const root = nodeOf(s, "character").parent as TransformNode;
    attempt(() => new RootMotionClip(addTo(source.clone("scales"), "scaling", root), options));
    attempt(() => new RootMotionClip(addTo(source.clone("moves"), "position", root), options));
    attempt(() => new RootMotionClip(empty()));
    attempt(() => new RootMotionClip(addTo(empty(), "value", { value: Vector3.One() })));
    attempt(() => new RootMotionClip(addTo(empty(), "position", new TransformNode("loose", s.scene))));
    const clip = new RootMotionClip(source);
    const controller = new RootMotionController(clip.characterNode, [clip]);
    const other = new TransformNode("other", s.scene);
    attempt(() => new RootMotionController(other, [clip]));
    controller.removeClip(clip);
    attempt(() => new RootMotionController(other, [clip]));
    const additive = AnimationGroup.MakeAnimationAdditive(gaitOf(s, "run"), { referenceFrame: 0 });
    attempt(() => new RootMotionClip(additive));
  },
};

/** A gait that plays with the given arguments. */
const play =
  (name: string, args: Parameters<AnimationGroup["start"]>, frames: number, options?: IRootMotionClipOptions): Script =>
  (s) => {
    drive(s, [name], options).groups[0]!.start(...args);
    walk(s, frames);
  };

const loopMode =
  (mode: number, start: (group: AnimationGroup, s: Stage) => void): Script =>
  (s) => {
    gaitOf(s, "walk").targetedAnimations.forEach(({ animation }) => (animation.loopMode = mode));
    const [group] = drive(s, ["walk"]).groups;
    start(group!, s);
    walk(s, 130);
  };

/** A gait that follows an idle group. */
function follow(s: Stage, speed = 1, loop = true): { readonly idle: AnimationGroup; readonly group: AnimationGroup } {
  const [group] = drive(s, ["walk"]).groups;
  const idle = gaitOf(s, "idle");
  idle.start(true, speed);
  group!.start(loop);
  group!.syncAllAnimationsWith(idle.animatables[0]!);
  return { idle, group: group! };
}

/** Adds an animation of a further node to a group. */
function addProp(s: Stage, group: AnimationGroup, lastFrame: number, framesPerSecond = 60): void {
  const animation = new Animation("prop", "position", framesPerSecond, Animation.ANIMATIONTYPE_VECTOR3);
  animation.setKeys([0, lastFrame].map((frame) => ({ frame, value: new Vector3(frame, 0, 0) })));
  group.addTargetedAnimation(animation, new TransformNode("prop", s.scene));
}

const PLAYED: Features = {
  "a walk": play("walk", [true], 126),
  "feet that slide": play("in place", [true], 126),
  "a twist": play("twist", [true], 126),
  "an idle": play("idle", [true], 100),
  "a veer that snaps": play("veer", [true], 126, { directionSnapAngle: Math.PI / 18 }),
  "an arc": play("arc", [true], 155),
  "a turn on the spot": play("turn on the spot", [true], 95),
  "whole revolutions": play("spin", [true, 3], 130, { extractRotation: true }),
  "the source itself": (s) => {
    drive(s, ["walk"]);
    gaitOf(s, "walk").start(true);
    walk(s, 40);
  },
  "a character that is turned and scaled": (s) => {
    const root = nodeOf(s, "character").parent as TransformNode;
    root.rotationQuaternion = Quaternion.RotationAxis(Vector3.Up(), 0.7);
    root.scaling.scaleInPlace(2);
    drive(s, ["walk"]).groups[0]!.start(true);
    walk(s, 126);
  },
  "speed and weight": (s) => {
    const [group] = drive(s, ["walk"]).groups;
    group!.start(true, 2);
    group!.weight = 0.5;
    walk(s, 63);
  },
  "travel that is only reported": (s) => {
    const { controller, groups } = drive(s, ["walk"]);
    controller.applyToCharacter = false;
    let travelled = 0;
    controller.onRootMotionObservable.add(() => (travelled += controller.deltaPosition.length()));
    groups[0]!.start(true);
    walk(s, 63);
    s.log.push(travelled);
  },
  backwards: play("walk", [true, -1], 130),
  "several cycles in a frame": play("walk", [true, 70], 10),
  "exactly a cycle in a frame": play("walk", [true, 1000 / 16], 10),
  "a range": play("walk", [true, 1, 20, 40], 130),
  "a start between frames": (s) => {
    const [group] = drive(s, ["walk"]).groups;
    group!.start(true);
    walk(s, 40);
    group!.stop();
    group!.start(true);
    walk(s, 20);
  },
  "an end": play("walk", [false], 70),
  "an end, backwards": play("walk", [false, -1], 70),
  "an explicit stop": (s) => {
    const [group] = drive(s, ["walk"]).groups;
    group!.start(true);
    walk(s, 40);
    group!.stop();
    walk(s, 5);
  },
  "a start after each end": (s) => {
    const [group] = drive(s, ["walk"]).groups;
    for (let i = 0; i < 138; i++) {
      if (!group!.isStarted) {
        group!.start(false);
      }
      s.skip(1);
    }
    logPlaces(s);
  },
  "a clip that is disposed of": (s) => {
    const { clips, groups } = drive(s, ["walk"]);
    groups[0]!.start(true);
    walk(s, 30);
    clips[0]!.dispose();
    walk(s, 30);
  },
  "a controller that is disposed of": (s) => {
    const { clips, controller, groups } = drive(s, ["walk"]);
    groups[0]!.start(true);
    walk(s, 30);
    controller.dispose();
    walk(s, 30);
    s.log.push(clips[0]!.controller, groups[0]!.isPlaying);
  },
  "a source and a character that are disposed of": (s) => {
    const { clips, controller, groups } = drive(s, ["walk"]);
    groups[0]!.start(true);
    s.skip(10);
    gaitOf(s, "walk").dispose();
    nodeOf(s, "character").parent!.dispose();
    s.try(() => clips[0]!.dispose());
    s.try(() => controller.dispose());
    s.skip(3);
    s.log.push(s.scene.animationGroups.includes(groups[0]!));
  },
  "an AnimationEvent of the hips": (s) => {
    channelOf(gaitOf(s, "walk"), nodeOf(s, "hips"), "position").addEvent(new AnimationEvent(30, () => s.log.push("event")));
    drive(s, ["walk"]).groups[0]!.start(true);
    walk(s, 40);
  },
  "the loop mode YOYO": loopMode(Animation.ANIMATIONLOOPMODE_YOYO, (group) => group.start(true)),
  "the loop mode CONSTANT": loopMode(Animation.ANIMATIONLOOPMODE_CONSTANT, (group) => group.start(true)),
  "the loop mode CONSTANT, backwards": loopMode(Animation.ANIMATIONLOOPMODE_CONSTANT, (group) => group.start(true, -1)),
  "the loop mode CONSTANT, turned back": loopMode(Animation.ANIMATIONLOOPMODE_CONSTANT, (group, s) => {
    group.start(true);
    s.skip(10);
    group.speedRatio = -1;
  }),
  "the loop mode RELATIVE": loopMode(Animation.ANIMATIONLOOPMODE_RELATIVE, (group) => group.start(true)),
  "the loop mode RELATIVE_FROM_CURRENT": loopMode(Animation.ANIMATIONLOOPMODE_RELATIVE_FROM_CURRENT, (group) => group.start(true)),
  "a longer channel": (s) => {
    addProp(s, gaitOf(s, "walk"), 120);
    const { clips, groups } = drive(s, ["walk"]);
    logMeasures(s, clips[0]!);
    groups[0]!.start(true);
    walk(s, 126);
  },
  "a channel at another rate": (s) => {
    addProp(s, gaitOf(s, "walk"), 30, 30);
    const { clips, groups } = drive(s, ["walk"]);
    logMeasures(s, clips[0]!);
    groups[0]!.start(true);
    walk(s, 126);
  },
  "two weights": (s) => {
    const { groups } = drive(s, ["walk", "run"]);
    groups.forEach((group) => (group.start(true).weight = 0.8));
    walk(s, 63);
  },
  enableBlending: (s) => {
    const [group] = drive(s, ["walk"]).groups;
    group!.enableBlending = true;
    group!.blendingSpeed = 0.1;
    const { animatables } = group!.start(true);
    animatables.forEach(({ onAnimationEndObservable }) => onAnimationEndObservable); // the first frame moves the character where Babylon evaluates it
    s.log.push(animatables.length);
    walk(s, 30);
  },
  "an additive walk": (s) => {
    const idle = gaitOf(s, "idle");
    const { groups } = drive(s, ["walk"], { cloneAnimations: true });
    const additive = AnimationGroup.MakeAnimationAdditive(groups[0]!, { referenceFrame: 0 });
    idle.start(true).weight = 1;
    additive.start(true).weight = 0.5;
    walk(s, 63);
    s.log.push(additive === groups[0]);
    logHips(s, gaitOf(s, "walk"));
  },
  "the later of two without weights": (s) => {
    const { groups } = drive(s, ["walk", "run"]);
    groups.forEach((group) => group.start(true));
    walk(s, 63);
    for (const group of [...groups].reverse()) {
      group.stop();
      group.start(true);
    }
    walk(s, 63);
  },
  "weights beside a group that the controller does not know": (s) => {
    const [group] = drive(s, ["walk"]).groups;
    gaitOf(s, "idle").start(true).weight = 0.8;
    group!.start(true).weight = 0.8;
    walk(s, 63);
  },
  "following a group that stands still": (s) => {
    follow(s, 0);
    walk(s, 63);
  },
  "following a slower group": (s) => {
    follow(s, 0.5);
    walk(s, 130);
  },
  "following a group that stops": (s) => {
    const { idle } = follow(s);
    walk(s, 63);
    idle.stop();
    s.skip(10);
    s.log.push((nodeOf(s, "character").parent as TransformNode).position.length()); // the pose differs on purpose
  },
  "following to an end": (s) => {
    const { group } = follow(s, 0.5, false);
    walk(s, 70);
    s.log.push(!!group.isStarted);
  },
};

describe("measures", () => {
  compareWithPlain(MEASURES, { asset: WALKER });
});

describe("played", () => {
  compareWithPlain(PLAYED, {
    asset: WALKER,
    onPurpose: ["the loop mode CONSTANT, backwards", "a longer channel", "following to an end"],
  });
});

afterEach(disposeScenes);

it("plain groups walk as far as the formula says, so that the comparisons mean something", async () => {
  const s = await Stage.create("plain", undefined, WALKER);
  drive(s, ["walk"]).groups[0]!.start(true);
  s.skip(126);
  expect((nodeOf(s, "character").parent as TransformNode).position.length()).toBeCloseTo(125 * 0.016 * SPEED, 5);
});
