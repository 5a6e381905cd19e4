/** The second way to the same poses: Babylon's `AnimatorAvatar` retargets the groups of the file that is the library. */
import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { AnimatorAvatar, type IRetargetOptions } from "@babylonjs/core/Animations/animatorAvatar.js";
import type { AssetContainer } from "@babylonjs/core/assetContainer.js";
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { CreateClipCrowd } from "../../../src/crowd.js";
import type { ClipAnimationGroup, RetargetOptions } from "../../../src/index.js";
import { keyDataOf } from "../../../src/scene/keys/keyData.js";
import { eachAsset, readAsset } from "../../helpers/assets.js";
import { sentencesOf } from "../../helpers/findings.js";
import { createModel } from "../../helpers/gltfAsset.js";
import type { Asset, Json } from "../../helpers/gltfPose.js";
import { collectWarnings, createScene, disposeScenes, importAsset, loadContainer, render, withClips } from "../../helpers/scene.js";
import { createWalker, HERO, HIPS_AND_FOOT, interpolated, laterBy, loadMoves, LONGER, OTHER, otherName } from "../../helpers/twoHeroes.js";

afterEach(disposeScenes);

const ELF = "skin-babylon-Elf-3dsmax-4groups.glb";
const ROBOT = "skin-raylib-robot-14anims.glb";
const PLAYER = "import/godot-player.glb";

const OWN: Readonly<Record<string, () => Asset>> = {
  "hero.glb": () => HERO,
  "hero.glb in steps": () => interpolated("STEP"),
  "hero.glb in splines": () => interpolated("CUBICSPLINE"),
  "hero.glb, a frame later": () => laterBy(1 / 24, HERO),
  "hero.glb in splines, a frame later": () => laterBy(1 / 24, interpolated("CUBICSPLINE")),
};
const assetOf = (file: string): Asset => OWN[file]?.() ?? readAsset(file);

const HERO_TO_ELF = {
  hips: "mixamorig:Hips",
  spine: "mixamorig:Spine",
  chest: "mixamorig:Spine1",
  neck: "mixamorig:Neck",
  head: "mixamorig:Head",
  "left arm": "mixamorig:LeftArm",
  "left forearm": "mixamorig:LeftForeArm",
  "left hand": "mixamorig:LeftHand",
  "left thigh": "mixamorig:LeftUpLeg",
  "left shin": "mixamorig:LeftLeg",
  "left foot": "mixamorig:LeftFoot",
  "right arm": "mixamorig:RightArm",
  "right thigh": "mixamorig:RightUpLeg",
  "right shin": "mixamorig:RightLeg",
};
const ROBOT_TO_PLAYER = {
  Hips: "hip",
  Abdomen: "waist",
  Torso: "chest",
  Neck: "neck",
  Head: "head",
  "UpperLeg.L": "l-thigh",
  "LowerLeg.L": "l-leg",
};
const PLAYER_TO_ROBOT = Object.fromEntries(Object.entries(ROBOT_TO_PLAYER).map(([robot, player]) => [player, robot]));
const CESIUM_TO_ROBOT = {
  Skeleton_torso_joint_1: "Hips",
  Skeleton_torso_joint_2: "Torso",
  leg_joint_L_1: "UpperLeg.L",
  leg_joint_L_2: "LowerLeg.L",
  leg_joint_L_3: "Foot.L",
};

interface Row {
  readonly file: string;
  readonly library: string;
  readonly names: Readonly<Record<string, string>>;
  readonly how?: RetargetOptions;
  readonly byHand?: IRetargetOptions;
  readonly rightHanded?: boolean;
}

const ROWS: readonly Row[] = [
  { file: ELF, library: "hero.glb", names: HERO_TO_ELF },
  { file: ELF, library: "hero.glb", names: HERO_TO_ELF, rightHanded: true },
  { file: ELF, library: "hero.glb in steps", names: HERO_TO_ELF },
  { file: ELF, library: "hero.glb in splines", names: HERO_TO_ELF },
  {
    file: ELF,
    library: "hero.glb",
    names: HERO_TO_ELF,
    how: { rootNode: "hips", groundNode: "left foot" },
    byHand: { rootNodeName: "hips", groundReferenceNodeName: "left foot" },
  },
  {
    file: ELF,
    library: "hero.glb",
    names: HERO_TO_ELF,
    how: { rootNode: "hips", groundNode: "left foot", keepGround: true, verticalAxis: "Y", fixRotations: true },
    byHand: {
      rootNodeName: "hips",
      groundReferenceNodeName: "left foot",
      fixGroundReference: true,
      groundReferenceVerticalAxis: "Y",
      fixAnimations: true,
    },
  },
  {
    file: ELF,
    library: "hero.glb",
    names: HERO_TO_ELF,
    how: { rootNode: "hips", groundNode: "left foot", keepGround: "lowest" },
    byHand: {
      rootNodeName: "hips",
      groundReferenceNodeName: "left foot",
      fixGroundReference: true,
      fixGroundReferenceDynamicRefNode: true,
    },
  },
  {
    file: ELF,
    library: "hero.glb, a frame later",
    names: HERO_TO_ELF,
    how: { rootNode: "hips", groundNode: "left foot", keepGround: true },
    byHand: { rootNodeName: "hips", groundReferenceNodeName: "left foot", fixGroundReference: true },
  },
  {
    file: ELF,
    library: "hero.glb in splines, a frame later",
    names: HERO_TO_ELF,
    how: { rootNode: "hips", groundNode: "left foot" },
    byHand: { rootNodeName: "hips", groundReferenceNodeName: "left foot" },
  },
  { file: PLAYER, library: ROBOT, names: ROBOT_TO_PLAYER },
  {
    // the joints above the hips are animated, and are no joints of the player
    file: PLAYER,
    library: ROBOT,
    names: ROBOT_TO_PLAYER,
    how: { rootNode: "Hips", groundNode: "LowerLeg.L" },
    byHand: { rootNodeName: "Hips", groundReferenceNodeName: "LowerLeg.L" },
  },
  { file: ROBOT, library: PLAYER, names: PLAYER_TO_ROBOT },
  { file: ROBOT, library: "skin-CesiumMan.glb", names: CESIUM_TO_ROBOT },
  { file: "skin-Fox.glb", library: "skin-Fox.glb", names: {} },
];

const nodesOf = ({ transformNodes, meshes }: AssetContainer): readonly TransformNode[] => [...transformNodes, ...meshes];

const numbersOf = ({ position, scaling, rotationQuaternion }: TransformNode): readonly number[] => [
  ...position.asArray(),
  ...scaling.asArray(),
  ...(rotationQuaternion?.asArray() ?? []),
];

/** The largest difference of two poses: of quaternions up to their sign, of values above 1 relative to the value. */
function differenceOf(actual: readonly TransformNode[], expected: readonly TransformNode[]): number {
  expect(actual.map(({ name }) => name)).toEqual(expected.map(({ name }) => name));
  const differences = actual.map((node, i) => {
    const [own, other] = [numbersOf(node), numbersOf(expected[i]!)];
    const sign = own.slice(6).reduce((sum, each, at) => sum + each * other[6 + at]!, 0) < 0 ? -1 : 1;
    return own.map((each, at) => Math.abs(each - (at < 6 ? 1 : sign) * other[at]!) / Math.max(1, Math.abs(each)));
  });
  return Math.max(...differences.flat());
}

describe("a retargeted clip shows the poses of groups that AnimatorAvatar retargets", () => {
  eachAsset(ROWS.map((row, i) => ({ ...row, i })))(
    "$i: $library on $file",
    async ({ file, library, names, how = {}, byHand = {}, rightHanded = false }) => {
      const scene = createScene({ rightHanded });
      const character = await loadContainer(assetOf(file), scene);
      character.addAllToScene();
      const clips = (await loadMoves(assetOf(library), scene)).addTo(character, { renameNodes: names, retarget: how });

      const other = createScene({ rightHanded });
      const twin = await loadContainer(assetOf(file), other);
      twin.addAllToScene();
      const { animationGroups } = await importAsset(assetOf(library), other, { keys: "eager" });
      const avatar = new AnimatorAvatar("avatar", twin.rootNodes[0] as TransformNode, false, false);
      avatar.showWarnings = false;
      const options = { mapNodeNames: new Map(Object.entries(names)), ...byHand };
      const groups = animationGroups.map((group) => avatar.retargetAnimationGroup(group, options));

      expect(clips.map(({ name }) => name)).toEqual(groups.map(({ name }) => name));
      const poses = new Set<string>();
      clips.forEach((clip, i) => {
        const group = groups[i]!;
        expect(clip.targetedAnimations).toHaveLength(group.targetedAnimations.length);
        group.play(true);
        group.pause();
        for (let step = 0; step <= 12; step++) {
          const timestamp = (clip.duration * step) / 12;
          clip.timestamp = timestamp;
          group.goToFrame(timestamp * 60);
          const difference = differenceOf(nodesOf(character), nodesOf(twin));
          expect(`${clip.name} at ${timestamp}: ${difference < 1e-6 ? "same" : difference}`).toBe(`${clip.name} at ${timestamp}: same`);
          poses.add(JSON.stringify(nodesOf(character).map(numbersOf)));
        }
        clip.reset();
        clip.stop();
        group.reset();
        group.stop();
      });
      expect(poses.size).toBeGreaterThan(10);
    },
  );
});

describe("addTo with retarget", () => {
  const poseAt = (clip: ClipAnimationGroup, timestamp: number): readonly number[] => {
    clip.timestamp = timestamp;
    return clip.targetedAnimations.flatMap(({ target }) => numbersOf(target as TransformNode));
  };

  it("retargets each clip once for all characters with the skeleton, wherever they are and whatever they do", async () => {
    const scene = createScene();
    const moves = await loadMoves(HERO, scene);
    const container = await loadContainer(OTHER, scene);
    const options = { renameNodes: otherName, retarget: HIPS_AND_FOOT };
    const spy = jest.spyOn(AnimatorAvatar.prototype, "retargetAnimationGroup");
    try {
      const first = container.instantiateModelsToScene();
      const clips = moves.addTo(first, options);
      clips[1]!.play();
      render(scene, 20);
      const placed = container.instantiateModelsToScene((name) => `placed ${name}`);
      const [place] = placed.rootNodes as TransformNode[];
      place!.position.set(5, 6, 7);
      place!.scaling.scaleInPlace(3);
      place!.rotate(Vector3.Up(), 1);
      const loaded = await importAsset(OTHER, scene);
      for (const character of [first, loaded, await loadContainer(OTHER, scene)]) {
        const more = moves.addTo(character, options);
        more.forEach((clip, i) => {
          expect(clip.targetedAnimations.map(({ animation }) => animation)).toEqual(
            clips[i]!.targetedAnimations.map(({ animation }) => animation),
          );
        });
      }
      const named = moves.addTo(placed, { ...options, renameNodes: (name) => `placed other ${name}`, clips: ["walk"] });
      clips[1]!.stop();
      expect(poseAt(named[0], 0.3)).toEqual(poseAt(clips[1]!, 0.3));
      expect(spy).toHaveBeenCalledTimes(moves.clipNames.length + 1); // other names are another skeleton
    } finally {
      spy.mockRestore();
    }
  });

  it("keeps settings, names and events, and leaves nothing in the scene but the clips", async () => {
    const asset = withClips(structuredClone(HERO), [
      { name: "stroll", animations: [1], start: 0.1, end: 0.8, speed: 0.5, repetitions: 3, reverse: true },
    ]);
    asset.json["animations"][1].extras = { events: [{ time: 0.4, name: "step" }] };
    const scene = createScene();
    const character = await importAsset(OTHER, scene);
    const before = [scene.getNodes().length, scene.skeletons.length, scene.animationGroups.length, scene.rootNodes.length];
    const pose = scene.transformNodes.map(numbersOf);
    const moves = await loadMoves(asset, scene);
    const [clip] = moves.addTo(character, { renameNodes: otherName, retarget: HIPS_AND_FOOT }) as [ClipAnimationGroup];
    expect([scene.getNodes().length, scene.skeletons.length, scene.animationGroups.length - 1, scene.rootNodes.length]).toEqual(before);
    expect(scene.transformNodes.map(numbersOf)).toEqual(pose);
    expect(scene.animatables).toEqual([]);
    const [plain] = moves.addTo(await importAsset(HERO, scene)) as [ClipAnimationGroup];
    expect([clip.name, clip.settings, clip.events, clip.from, clip.to]).toEqual([
      plain.name,
      plain.settings,
      plain.events,
      plain.from,
      plain.to,
    ]);
    expect(clip.events).toHaveLength(1);
    expect(moves.report.findings).toEqual([]);
  });

  it("keeps the keys of the library where they are right, be it by JSON pointer", async () => {
    const scene = createScene();
    const pointed = structuredClone(HERO);
    for (const { channels } of pointed.json["animations"] as Json[]) {
      for (const channel of channels) {
        const pointer = `/nodes/${channel.target.node}/${channel.target.path}`;
        channel.target = { path: "pointer", extensions: { KHR_animation_pointer: { pointer } } };
      }
    }
    const plain = (await loadMoves(HERO, scene)).addTo(await importAsset(HERO, scene), { retarget: true });
    const [clip] = (await loadMoves(pointed, scene)).addTo(await importAsset(HERO, scene), { retarget: true }) as [ClipAnimationGroup];
    const arrays = new Set(
      plain.flatMap((each) => each.targetedAnimations.map(({ animation }) => keyDataOf(animation)!.sampler.values.array)),
    );
    expect(arrays.size).toBe(1);
    expect(clip.targetedAnimations).toHaveLength(plain[0]!.targetedAnimations.length);
    expect(poseAt(clip, 0.3)).toEqual(poseAt(plain[0]!, 0.3));
  });

  it("gives a crowd the clips that its container got", async () => {
    const scene = createScene();
    const moves = await loadMoves(HERO, scene);
    const container = await loadContainer(OTHER, scene);
    moves.addTo(container, { clips: ["run"], renameNodes: otherName, retarget: true });
    const crowd = CreateClipCrowd(container, { halfFloat: false });
    crowd.play(crowd.add(), "run");
    const character = await importAsset(OTHER, scene);
    const [run] = moves.addTo(character, { clips: ["run"], renameNodes: otherName, retarget: true });
    run.play();
    render(scene, 7);
    const shin = scene.transformNodes.find(({ name }) => name === "other left shin")!;
    const baked = crowd.getNodeMatrixToRef(0, shin.name, new Matrix()).asArray();
    shin
      .computeWorldMatrix(true)
      .asArray()
      .forEach((each, i) => expect(baked[i]).toBeCloseTo(each, 1));
  });

  it("says which animated nodes are no joints of the character", async () => {
    const scene = createScene();
    const moves = await loadMoves(HERO, scene);
    const { result: clips, warnings } = await collectWarnings(async () => {
      const character = await importAsset(OTHER, scene);
      const retargeted = moves.addTo(character, { renameNodes: { hips: "other hips", head: "other head" }, retarget: true });
      const names = "the 21 animated nodes are hips, eyes, .*; the joints of the character are other hips, .* \\(see renameNodes\\)";
      expect(() => moves.addTo(character, { clips: ["walk"], retarget: true })).toThrow(
        new RegExp(`^options.clips/0: must animate something that the character has \\(got "walk"\\): ${names}$`),
      );
      expect(() => moves.addTo(character, { retarget: true })).toThrow(
        new RegExp(`^character: must have joints that the clips animate, for options.retarget \\(got "__root__"\\): ${names}$`),
      );
      expect(scene.animationGroups).toEqual(retargeted);
      return retargeted;
    });
    expect(clips[0]!.targetedAnimations.map(({ target }) => (target as TransformNode).name)).toEqual([
      "other hips",
      "other hips",
      "other head",
    ]);
    expect(warnings[0]).toMatch(
      /^library: __root__: \/nodes: must be joints of the character: 19 of 21 animated nodes are not; missing: .* \(see renameNodes\)$/,
    );
    expect(sentencesOf(moves.report.findings, "NOT_COPIED")[0]).toMatch(/21 of 21 animated nodes are not/);
  });

  it("says what it needs", async () => {
    const scene = createScene();
    const character = await importAsset(OTHER, scene);
    const moves = await loadMoves(HERO, scene);
    const add = (retarget: RetargetOptions): unknown => moves.addTo(character, { renameNodes: otherName, retarget });
    const rule = "must be the name of a node in the library that is a joint of the character";
    expect(() => add({ groundNode: "left foot" })).toThrow(`options.retarget.rootNode: ${rule} (got undefined)`);
    expect(() => add({ rootNode: "hips" })).toThrow(`options.retarget.groundNode: ${rule} (got undefined)`);
    expect(() => add({ keepGround: true })).toThrow(`options.retarget.rootNode: ${rule} (got undefined)`);
    expect(() => add({ rootNode: "hips", groundNode: "tail" })).toThrow(`options.retarget.groundNode: ${rule} (got "tail")`);
    const still = await importAsset(createModel(2, []), scene);
    expect(() => moves.addTo(still, { retarget: true })).toThrow(
      'character: must have a skeleton with nodes, for options.retarget (got "__root__")',
    );
    const unready = await loadMoves(HERO, scene, false);
    expect(() => unready.addTo(character, { retarget: true })).toThrow(
      'options.retarget: needs a library that LoadClipLibraryAsync loaded with retarget: true (got "library")',
    );
    const { warnings } = await collectWarnings(() =>
      Promise.resolve(add({ rootNode: "hips", groundNode: "left foot", keepGrund: true } as RetargetOptions)),
    );
    expect(warnings).toEqual(["addTo: options.retarget.keepGrund: has no effect (got true); did you mean keepGround?"]);
  });

  it("leaves out channels whose keys cannot be used, and says why", async () => {
    const broken = structuredClone(HERO);
    broken.json["animations"][0].samplers[0].interpolation = "SMOOTH";
    const scene = createScene();
    const moves = await loadMoves(broken, scene);
    const [idle] = moves.addTo(await importAsset(OTHER, scene), { renameNodes: otherName, retarget: true }) as [ClipAnimationGroup];
    expect(idle.targetedAnimations).toHaveLength(HERO.json["animations"][0].channels.length - 1);
    expect(sentencesOf(moves.report.findings, "NOT_COPIED")).toEqual([
      '/animations/0/samplers/0/interpolation: must be LINEAR, STEP or CUBICSPLINE (got "SMOOTH")',
    ]);
  });

  it("scales the way of the root with the size of the character, with two nodes to measure it by", async () => {
    const scene = createScene();
    const { asset, hips } = createWalker();
    const moves = await loadMoves(asset, scene);
    const character = await importAsset(OTHER, scene);
    const wayIn = (retarget: RetargetOptions): readonly number[] => {
      const [walk] = moves.addTo(character, { clips: ["walk"], renameNodes: otherName, retarget });
      return poseAt(walk, 1).slice(0, 3);
    };
    const [x, y, z] = hips.map((each) => each * LONGER) as [number, number, number];
    wayIn(HIPS_AND_FOOT).forEach((each, i) => expect(each).toBeCloseTo([x, y, z + 2 * LONGER][i]!, 5));
    wayIn({}).forEach((each, i) => expect(each).toBeCloseTo([x, y, z + 2][i]!, 5));
  });

  eachAsset([{ file: "pointer-ghost_v2.glb" }])("binds weights of morph targets as without, in $file", async ({ file }) => {
    const scene = createScene();
    const moves = await loadMoves(readAsset(file), scene);
    const [plain, retargeted] = [false, true].map((retarget) => async () => {
      const { meshes } = await importAsset(readAsset(file), scene);
      const [clip] = moves.addTo({ meshes } as AssetContainer, { clips: [0], retarget });
      clip.timestamp = 0.3;
      return meshes.map(({ morphTargetManager }) => morphTargetManager?.getTarget(0).influence);
    }) as [() => Promise<unknown>, () => Promise<unknown>];
    const influences = (await plain()) as readonly (number | undefined)[];
    expect(influences.some((each) => each !== undefined && each > 0)).toBe(true);
    expect(await retargeted()).toEqual(influences);
  });
});
