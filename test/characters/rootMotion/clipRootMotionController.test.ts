/** Root motion of clips in closed form, compared with walks that are formulas. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { QuadraticEase } from "@babylonjs/core/Animations/easing.js";
import { AnimationGroupMask, AnimationGroupMaskMode } from "@babylonjs/core/Animations/animationGroupMask.js";
import { RootMotionClip, RootMotionController } from "@babylonjs/core/Animations/rootMotion.js";
import { Matrix, Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { type ClipAnimationGroup, CreateClip, CrossFade, SetUpdateRate } from "../../../src/index.js";
import { ClipRootMotionController, CreateRootMotionClipAsync, GetMotionBetween } from "../../../src/root-motion.js";
import { ruleOf } from "../../helpers/rules.js";
import { createScene, disposeScenes, FRAME, importAsset, render } from "../../helpers/scene.js";
import { createTraveller, importTraveller, placeAt, type Traveller, type Walk } from "../../helpers/travellers.js";
import { WallClock } from "../../helpers/wallClock.js";

const WALK: Walk = { name: "walk", seconds: 1.25, distance: 2 };
const RUN: Walk = { name: "run", seconds: 0.75, distance: 3 };
const TURN: Walk = { name: "turn", seconds: 1, distance: 1.5, turn: 30 };
const SPEED = WALK.distance / WALK.seconds;

afterEach(disposeScenes);

async function control(walks: readonly Walk[], settings = {}): Promise<Traveller & { readonly controller: ClipRootMotionController }> {
  const traveller = await importTraveller(walks, settings);
  return { ...traveller, controller: new ClipRootMotionController(traveller.character, traveller.motions) };
}

/** The components of a position, which a test expects to be close to others. */
function expectAt({ position }: TransformNode, expected: readonly number[], digits = 6): void {
  position.asArray().forEach((component, i) => expect(component).toBeCloseTo(expected[i]!, digits));
}

describe("a walk of 2 m in 1.25 s", () => {
  it("goes as far as time says: the first frame shows its beginning", async () => {
    const { scene, played, character } = await control([WALK]);
    played[0]!.play();
    render(scene, 1);
    expectAt(character, [0, 0, 0]);
    render(scene, 250);
    expectAt(character, [0, 0, 250 * FRAME * SPEED]);
  });

  it("eases as its animations do", async () => {
    const scene = createScene({ rightHanded: true });
    const { animationGroups } = await importAsset(createTraveller([WALK]), scene);
    animationGroups[0]!.targetedAnimations.forEach(({ animation }) => animation.setEasingFunction(new QuadraticEase()));
    const motion = new RootMotionClip(CreateClip("walk", animationGroups[0]!, { end: WALK.seconds }));
    const character = motion.characterNode;
    new ClipRootMotionController(character, [motion]);
    (motion.animationGroup as ClipAnimationGroup).play();
    const wayAt = (seconds: number): number => {
      const cycles = seconds / WALK.seconds;
      return WALK.distance * (Math.floor(cycles) + (cycles % 1) ** 2); // a quadratic ease in begins slowly
    };
    for (let frame = 0; frame < 100; frame++) {
      render(scene, 1);
      expectAt(character, [0, 0, wayAt(frame * FRAME)], 3);
      expect(GetMotionBetween(motion, 0.5, 0.5 + frame * FRAME, new Matrix()).getTranslation().z).toBeCloseTo(
        wayAt(0.5 + frame * FRAME) - wayAt(0.5),
        3,
      );
    }
  });

  it("goes on from start to start", async () => {
    const { scene, played, character } = await control([WALK]);
    for (let start = 1; start <= 3; start++) {
      played[0]!.play();
      render(scene, 26);
      played[0]!.stop();
      render(scene, 5);
      expectAt(character, [0, 0, 25 * start * FRAME * SPEED]);
    }
  });

  it.each([
    ["once", { repetitions: 1 }, 1],
    ["three times", { repetitions: 3 }, 3],
    ["three times backwards", { repetitions: 3, speed: -1, offset: WALK.seconds }, -3],
    ["twice as fast", { repetitions: 2, speed: 2 }, 2],
    ["from the middle", { repetitions: 2, offset: WALK.seconds / 2 }, 1.5],
    ["a half", { repetitions: 4, start: WALK.seconds / 4, end: (3 * WALK.seconds) / 4 }, 2],
    ["forth and back and forth", { repetitions: 3, reverse: true }, 1],
  ])("plays %s", async (_, settings, cycles) => {
    const { scene, played, character } = await control([WALK], settings);
    played[0]!.play();
    render(scene, 400);
    expect(played[0]!.isFinished).toBe(true);
    expectAt(character, [0, 0, cycles * WALK.distance]);
  });

  it("does not move by a seek, but by the time after it", async () => {
    const { scene, played, character } = await control([WALK]);
    played[0]!.play();
    render(scene, 11);
    played[0]!.timestamp = 1;
    render(scene, 10);
    played[0]!.timestamp = 0.1;
    render(scene, 10);
    expectAt(character, [0, 0, 30 * FRAME * SPEED]);
  });

  it("turns back where its speed changes its sign, in whichever pass", async () => {
    const { scene, played, character } = await control([WALK]);
    played[0]!.play();
    render(scene, 251);
    played[0]!.speedRatio = -1;
    render(scene, 250);
    expectAt(character, [0, 0, 0]);
  });

  it("turns back in an event of its loop", async () => {
    const { scene, played, character } = await control([WALK]);
    const [clip] = played;
    clip!.onRepeatObservable.addOnce(() => (clip!.speedRatio = -1));
    clip!.play();
    render(scene, 81); // the loop comes in the 79th step, after 1.264 s
    expectAt(character, [0, 0, (79 - 1) * FRAME * SPEED]);
  });

  it("starts again in an event of its end", async () => {
    const { scene, played, character } = await control([WALK], { repetitions: 1 });
    const [clip] = played;
    clip!.onFinishObservable.addOnce(() => clip!.play());
    clip!.play();
    render(scene, 200);
    expectAt(character, [0, 0, 2 * WALK.distance]);
  });

  it("stands still while it is paused, and where nobody renders", async () => {
    const { scene, played, character } = await control([WALK]);
    played[0]!.play();
    render(scene, 11);
    played[0]!.pause();
    render(scene, 10);
    played[0]!.restart();
    scene.animationsEnabled = false;
    render(scene, 10);
    expectAt(character, [0, 0, 10 * FRAME * SPEED]);
  });

  it("keeps the travel out of the pose", async () => {
    const { scene, played } = await control([WALK]);
    played[0]!.play();
    render(scene, 30);
    expectAt(scene.getTransformNodeByName("hips")!, [0, 1, 0]);
  });
});

describe("frames of any length", () => {
  let clock: WallClock;
  beforeEach(() => void (clock = new WallClock()));
  afterEach(() => clock.restore());

  async function playFor(walk: Walk, steps: readonly number[], settings = {}): Promise<TransformNode> {
    const { scene, played, character } = await control([walk], settings);
    scene.useConstantAnimationDeltaTime = false;
    played[0]!.play();
    scene.render();
    scene.render(); // the first frame of a scene has no time
    for (const seconds of steps) {
      clock.advance(seconds);
      scene.render();
    }
    return character;
  }

  const components = ({ position, rotationQuaternion: q }: TransformNode): number[] => [...position.asArray(), ...(q?.asArray() ?? [])];

  it.each([WALK, TURN])("$name: one frame of 10 s is 10,000 frames of 1 ms", async (walk) => {
    const long = components(await playFor(walk, [10]));
    const short = components(
      await playFor(
        walk,
        Array.from({ length: 10_000 }, () => 0.001),
      ),
    );
    long.forEach((component, i) => expect(Math.abs(component - short[i]!)).toBeLessThan(1e-9));
    expect(Math.hypot(...long.slice(0, 3))).toBeGreaterThan(1);
  });

  it("an even number of passes of ping-pong is no motion at all", async () => {
    const once = await playFor(TURN, [6 * TURN.seconds], { reverse: true });
    expect(components(once)).toEqual([0, 0, 0]);
    const often = await playFor(
      TURN,
      Array.from({ length: 600 }, () => (6 * TURN.seconds) / 600),
      { reverse: true },
    );
    components(often).forEach((component, i) => expect(component).toBeCloseTo([0, 0, 0, 0, 0, 0, 1][i]!, 12));
  });

  it("twelve turns of 30 degrees are a circle", async () => {
    for (const steps of [[12 * TURN.seconds], Array.from({ length: 1200 }, () => TURN.seconds / 100)]) {
      const [x, y, z, ...rotation] = components(await playFor(TURN, steps));
      expect(Math.hypot(x!, y!, z!)).toBeLessThan(1e-5);
      expect(Math.abs(rotation[3]!)).toBeCloseTo(1, 5);
    }
  });

  it("a turn moves the character along its arc", async () => {
    const character = await playFor(TURN, [4.5 * TURN.seconds]);
    // lines between the keys of an arc are shorter by their sagitta
    expectAt(
      character,
      placeAt({ ...TURN, distance: 4.5 * TURN.distance, turn: 4.5 * 30 }, 1).map((c, i) => c - (i === 1 ? 1 : 0)),
      4,
    );
    expect(character.rotationQuaternion!.toEulerAngles().y).toBeCloseTo((4.5 * 30 * Math.PI) / 180, 5);
  });
});

describe("clips that are mixed", () => {
  it("have the shares of their weights", async () => {
    const { scene, played, character } = await control([WALK, RUN]);
    played[0]!.weight = 0.25;
    played[1]!.weight = 0.5;
    played.forEach((clip) => clip.play());
    render(scene, 101);
    expectAt(character, [0, 0, 100 * FRAME * (0.25 * SPEED + 0.5 * (RUN.distance / RUN.seconds))]);
  });

  it("have shares of 1 where the weights add up to more", async () => {
    const { scene, played, character } = await control([WALK, RUN]);
    played[0]!.weight = 0.5;
    played[1]!.weight = 1;
    played.forEach((clip) => clip.play());
    render(scene, 101);
    expectAt(character, [0, 0, 100 * FRAME * ((1 / 3) * SPEED + (2 / 3) * (RUN.distance / RUN.seconds))]);
  });

  it("in layers have the shares that those above them leave", async () => {
    const { scene, played, character } = await control([WALK, RUN, TURN]);
    [0, 1, 5].forEach((layer, i) => (played[i]!.layer = layer));
    played[1]!.weight = 0.25;
    played[2]!.weight = 0;
    played.forEach((clip) => clip.play());
    render(scene, 101);
    expectAt(character, [0, 0, 100 * FRAME * (0.75 * SPEED + 0.25 * (RUN.distance / RUN.seconds))]);
    played[1]!.setWeightForAllAnimatables(1);
    const { z } = character.position;
    render(scene, 100);
    expectAt(character, [0, 0, z + 100 * FRAME * (RUN.distance / RUN.seconds)]);
  });

  it("have the same shares in frames in which an update rate leaves out their poses", async () => {
    const { scene, groups, played, character } = await control([WALK, RUN]);
    const additive = CreateClip("additive", groups[0]!, {}, { weight: 1 });
    additive.isAdditive = true;
    additive.play();
    SetUpdateRate(character, 0.1);
    played.forEach((clip) => {
      clip.weight = 1;
      clip.play();
    });
    render(scene, 101);
    expectAt(character, [0, 0, 50 * FRAME * (SPEED + RUN.distance / RUN.seconds)]);
    played[1]!.pause();
    render(scene, 100);
    expectAt(character, [0, 0, 50 * FRAME * (3 * SPEED + RUN.distance / RUN.seconds)]);
  });

  it("count a clip that has no root motion", async () => {
    const { scene, groups, played, character } = await control([WALK, RUN]);
    const idle = CreateClip("idle", groups[1]!, { start: 0, end: 0.1 }, { weight: 1 });
    played[0]!.weight = 1;
    idle.play();
    played[0]!.play();
    render(scene, 101);
    expectAt(character, [0, 0, (100 * FRAME * SPEED) / 2]);
  });

  it("count a plain group", async () => {
    const { scene, groups, played, character } = await control([WALK, RUN]);
    groups[1]!.weight = 0.75;
    played[0]!.weight = 0.75;
    groups[1]!.start(true);
    played[0]!.play();
    render(scene, 101);
    expectAt(character, [0, 0, (100 * FRAME * SPEED) / 2]);
  });

  it.each<[string, (clip: ClipAnimationGroup, hips: object) => void]>([
    ["a mask leaves it out", (clip) => (clip.mask = new AnimationGroupMask(["hips"], AnimationGroupMaskMode.Exclude))],
    [
      "it was stopped",
      (clip, hips) => clip.targetedAnimations.forEach(({ animation }) => clip.getScene().stopAnimation(hips, animation.name)),
    ],
  ])("have no share in a root that they do not animate, because %s", async (_, leaveOut) => {
    for (const weight of [-1, 0.5]) {
      const { scene, played, character } = await control([WALK, RUN]);
      played.forEach((clip) => {
        clip.weight = weight;
        clip.play();
      });
      render(scene, 11);
      leaveOut(played[1]!, scene.getTransformNodeByName("hips")!);
      const { z } = character.position;
      render(scene, 100);
      expectAt(character, [0, 0, z + 100 * FRAME * Math.abs(weight) * SPEED]);
    }
  });

  it("of two without a weight, the later one moves the character, although Babylon evaluates the earlier one", async () => {
    const { scene, played, character } = await control([WALK, RUN]);
    played[0]!.evaluationMode = "babylon";
    played.forEach((clip) => clip.play());
    render(scene, 101);
    expectAt(character, [0, 0, 100 * FRAME * (RUN.distance / RUN.seconds)]);
  });

  it("of two without a weight, the later one moves the character", async () => {
    const { scene, played, character } = await control([WALK, RUN]);
    played.forEach((clip) => clip.play());
    render(scene, 101);
    expectAt(character, [0, 0, 100 * FRAME * (RUN.distance / RUN.seconds)]);
  });

  it.each([false, true])("a cross-fade moves by the weights of each frame (keepStep: %s)", async (keepStep) => {
    const { scene, played, character } = await control([WALK, RUN]);
    const [walk, run] = played;
    walk!.play();
    render(scene, 11);
    let expected = character.position.z;
    CrossFade(walk!, run!, 0.8, { keepStep });
    for (let frame = 0; frame < 60; frame++) {
      const before = [walk!, run!].map((clip) => clip.timestamp);
      scene.render();
      [walk!, run!].forEach((clip, i) => {
        const { seconds, distance } = [WALK, RUN][i]!;
        const played = (((clip.timestamp - before[i]!) % seconds) + seconds) % seconds;
        const weight = clip.isStarted ? (clip.effectiveWeight === -1 ? 1 : clip.effectiveWeight) : 0;
        expected += weight * (played / seconds) * distance;
      });
    }
    expect(walk!.isStarted).toBe(false);
    expectAt(character, [0, 0, expected], 5);
  });
});

describe("the character node", () => {
  it("moves within its parent, by its own rotation and scale", async () => {
    const { scene, played, character, controller } = await control([WALK]);
    const parent = new TransformNode("parent", scene);
    parent.scaling.setAll(2);
    parent.rotation.x = 0.5;
    character.parent = parent;
    character.rotationQuaternion = Quaternion.RotationAxis(Vector3.Up(), 1);
    character.scaling.setAll(0.1);
    played[0]!.play();
    render(scene, 11);
    const way = 0.1 * 10 * FRAME * SPEED;
    expectAt(character, [way * Math.sin(1), 0, way * Math.cos(1)]);
    const world = Vector3.TransformNormal(character.position.scale(1 / 10), parent.computeWorldMatrix(true));
    controller.deltaPosition.asArray().forEach((component, i) => expect(component).toBeCloseTo(world.asArray()[i]!, 6));
  });

  it("of a left-handed scene goes and turns as with Babylon's controller", async () => {
    const places: number[][] = [];
    for (const isOwn of [false, true]) {
      const { scene, groups, motions, character } = await importTraveller([TURN], {}, createScene());
      const [motion] = isOwn ? motions : [new RootMotionClip(groups[0]!)];
      const controller = new (isOwn ? ClipRootMotionController : RootMotionController)(character, [motion!]);
      motion!.animationGroup.start(true);
      render(scene, 300);
      places.push([...character.position.asArray(), ...character.rotationQuaternion!.asArray()]);
      controller.dispose();
    }
    places[0]!.forEach((component, i) => expect(component).toBeCloseTo(places[1]![i]!, 4));
  });

  it("stays where applyToCharacter is false, and the motion is there to be used", async () => {
    const { scene, played, character, controller } = await control([TURN]);
    controller.applyToCharacter = false;
    let steps = 0;
    let turn = 0;
    controller.onRootMotionObservable.add(({ deltaRotation }) => {
      steps++;
      turn += deltaRotation;
    });
    played[0]!.play();
    render(scene, 26);
    expect(steps).toBe(25);
    expect(turn).toBeCloseTo((25 * FRAME * 30 * Math.PI) / 180, 6);
    expectAt(character, [0, 0, 0]);
    expect(controller.deltaPosition.length()).toBeCloseTo(FRAME * TURN.distance, 4);
  });

  it("stays when the controller is disposed, or has lost the clip", async () => {
    const { scene, played, motions, character, controller } = await control([WALK, RUN]);
    controller.removeClip(motions[1]!);
    expect(controller.clips).toEqual([motions[0]]);
    played[1]!.play();
    render(scene, 5);
    expectAt(character, [0, 0, 0]);
    controller.dispose();
    played[0]!.play();
    render(scene, 5);
    expectAt(character, [0, 0, 0]);
    expect(() => new ClipRootMotionController(character, motions)).not.toThrow();
  });

  it("does not jump when a clip is added, or after a reset", async () => {
    const { scene, played, motions, character, controller } = await control([WALK]);
    controller.removeClip(motions[0]!);
    played[0]!.play();
    render(scene, 21);
    controller.addClip(motions[0]!);
    render(scene, 10);
    expectAt(character, [0, 0, 10 * FRAME * SPEED]);
    controller.reset();
    expect(controller.deltaPosition.length()).toBe(0);
  });
});

describe("GetMotionBetween", () => {
  const way = (matrix: Matrix): readonly number[] => matrix.getTranslation().asArray();

  it.each([
    ["a loop", {}, 1, 6, 5 * SPEED],
    ["back", {}, 6, 1, -5 * SPEED],
    ["backwards", { speed: -2, offset: WALK.seconds }, 1, 6, -10 * SPEED],
    ["three passes", { repetitions: 3 }, 0, 100, 3 * WALK.distance],
    ["ping-pong", { reverse: true }, 0, 2 * WALK.seconds, 0],
    ["half a pass of ping-pong", { reverse: true }, 0.5 * WALK.seconds, 1.5 * WALK.seconds, 0],
    ["nothing", {}, 3, 3, 0],
  ])("%s", async (_, settings, from, to, expected) => {
    const { motions } = await importTraveller([WALK], settings);
    const matrix = GetMotionBetween(motions[0]!, from, to, new Matrix());
    way(matrix).forEach((component, i) => expect(component).toBeCloseTo([0, 0, expected][i]!, 5));
  });

  it("even passes of ping-pong are exactly no motion", async () => {
    const { motions } = await importTraveller([TURN], { reverse: true });
    expect(GetMotionBetween(motions[0]!, 0, 8 * TURN.seconds, new Matrix()).equals(Matrix.Identity())).toBe(true);
  });

  it("is what playing does, and its inverse takes it back", async () => {
    const { scene, played, character, motions } = await control([TURN]);
    played[0]!.play();
    render(scene, 101);
    const before = character.computeWorldMatrix(true).clone();
    render(scene, 300);
    const after = character.computeWorldMatrix(true);
    const motion = GetMotionBetween(motions[0]!, 100 * FRAME, 400 * FRAME, new Matrix());
    const back = GetMotionBetween(motions[0]!, 400 * FRAME, 100 * FRAME, new Matrix());
    motion
      .multiply(before)
      .asArray()
      .forEach((component, i) => expect(component).toBeCloseTo(after.asArray()[i]!, 5));
    back
      .multiply(after)
      .asArray()
      .forEach((component, i) => expect(component).toBeCloseTo(before.asArray()[i]!, 5));
  });

  it.each([NaN, -1, Infinity])("refuses the time %s", async (time) => {
    const { motions } = await importTraveller([WALK]);
    expect(() => GetMotionBetween(motions[0]!, time, 0, new Matrix())).toThrow(`fromTotalTime: ${ruleOf("finiteNumberAtLeast0", time)}`);
    expect(() => GetMotionBetween(motions[0]!, 0, "1" as never, new Matrix())).toThrow(TypeError);
  });
});

it("CreateRootMotionClipAsync makes Babylon's RootMotionClip of a clip", async () => {
  const { clips, character } = await importTraveller([WALK]);
  const motion = await CreateRootMotionClipAsync(clips[0]!, { name: "in place" });
  expect(motion).toBeInstanceOf(RootMotionClip);
  expect([motion.animationGroup.name, motion.characterNode, motion.sourceAnimationGroup]).toEqual(["in place", character, clips[0]]);
});

it.each([false, true])("CreateRootMotionClipAsync keeps the timed events, with cloneAnimations: %s", async (cloneAnimations) => {
  const { clips } = await importTraveller([TURN]);
  clips[0]!.addEvent({ time: 0.5, name: "step" });
  const { animationGroup } = await CreateRootMotionClipAsync(clips[0]!, { cloneAnimations });
  expect(animationGroup.events.map(({ name }) => name)).toEqual(["step"]);
});

describe("a clip that cannot be controlled", () => {
  const add = (character: TransformNode, clips: readonly unknown[]) => (): unknown =>
    new ClipRootMotionController(character, clips as never);

  it("is refused with the rule that it breaks, and nothing is observed", async () => {
    const { scene, groups, clips, motions, character } = await importTraveller([WALK]);
    const observers = scene.onAfterAnimationsObservable.observers.length;
    expect(add(character, [clips[0]])).toThrow(`clips/0: ${ruleOf("rootMotionClip")} (got `);
    expect(add(character, [null])).toThrow(TypeError);
    expect(add(character, [new RootMotionClip(groups[0]!)])).toThrow(`clips/0: ${ruleOf("motionOfClip", '"walk"')}`);
    expect(add(new TransformNode("other", scene), motions)).toThrow(`clips/0: ${ruleOf("motionOfCharacter", "other", "walk", "__root__")}`);
    const sideways = new RootMotionClip(clips[0]!, { upAxis: Vector3.Right() });
    expect(add(character, [motions[0], sideways])).toThrow(`clips/1: ${ruleOf("upAxisOfOthers", "walk", "[1,0,0]")}`);
    expect(scene.onAfterAnimationsObservable.observers.length).toBe(observers);
    expect(add(character, motions)).not.toThrow();
  });

  it("is refused with another controller, or another up axis", async () => {
    const { clips, motions, character } = await importTraveller([WALK]);
    const controller = new ClipRootMotionController(character, motions);
    expect(() => controller.addClip(motions[0]!)).not.toThrow();
    expect(add(character, motions)).toThrow(`clips/0: ${ruleOf("noOtherController", "walk")}`);
    const sideways = new RootMotionClip(clips[0]!, { upAxis: Vector3.Right() });
    expect(() => controller.addClip(sideways)).toThrow(`clip: ${ruleOf("upAxisOfOthers", "walk", "[1,0,0]")}`);
    const followed = new RootMotionClip(clips[0]!);
    new RootMotionController(character, [followed]);
    expect(() => controller.addClip(followed)).toThrow(`clip: ${ruleOf("noOtherController", "walk")}`);
  });
});
