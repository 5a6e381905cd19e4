/** Libraries of moves for other skeletons: what `addTo` makes, shares, keeps and says. */
import { afterEach, describe, expect, it, jest } from "@jest/globals";
import type { AssetContainer } from "@babylonjs/core/assetContainer.js";
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { CreateClipCrowd } from "../../../src/crowd.js";
import type { ClipAnimationGroup, RetargetOptions } from "../../../src/index.js";
import { BodyPair } from "../../../src/gltf/humanoid/pairBodies.js";
import { keyDataOf } from "../../../src/scene/keys/keyData.js";
import { eachAsset, readAsset } from "../../helpers/assets.js";
import { sentencesOf } from "../../helpers/findings.js";
import { createModel } from "../../helpers/gltfAsset.js";
import type { Asset, Json } from "../../helpers/gltfPose.js";
import { ruleOf } from "../../helpers/rules.js";
import { collectWarnings, createScene, disposeScenes, importAsset, loadContainer, render, withClips } from "../../helpers/scene.js";
import { createWalker, HERO, HIPS_AND_FOOT, loadMoves, LONGER, OTHER, otherName } from "../../helpers/twoHeroes.js";

afterEach(disposeScenes);

const numbersOf = ({ position, scaling, rotationQuaternion }: TransformNode): readonly number[] => [
  ...position.asArray(),
  ...scaling.asArray(),
  ...(rotationQuaternion?.asArray() ?? []),
];

/** The other hero with names that say nothing, so that no humanoid in it is sure. */
const UNKNOWN = structuredClone(OTHER);
const unknown = (name: string): string => `x${(HERO.json["nodes"] as Json[]).findIndex((node) => node["name"] === name)}`;
(UNKNOWN.json["nodes"] as Json[]).forEach((node, i) => (node["name"] = `x${i}`));

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
    const spy = jest.spyOn(BodyPair.prototype, "transfer");
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
      const character = await importAsset(UNKNOWN, scene);
      const retargeted = moves.addTo(character, { renameNodes: { hips: unknown("hips"), head: unknown("head") }, retarget: true });
      const names = "the 21 animated nodes are hips, eyes, .*; the joints of the character are x\\d+, .* \\(see renameNodes\\)";
      expect(() => moves.addTo(character, { clips: ["walk"], retarget: true })).toThrow(
        new RegExp(`^options.clips/0: ${ruleOf("somethingOfCharacter")} \\(got "walk"\\): ${names}$`),
      );
      expect(() => moves.addTo(character, { retarget: true })).toThrow(
        new RegExp(`^character: ${ruleOf("jointsOfClips")} \\(got "__root__"\\): ${names}$`),
      );
      expect(scene.animationGroups).toEqual(retargeted);
      return retargeted;
    });
    expect(
      clips[0]!.targetedAnimations.map(({ target, animation }) => `${(target as TransformNode).name} ${animation.targetProperty}`),
    ).toEqual([`${unknown("hips")} position`, `${unknown("hips")} rotationQuaternion`, `${unknown("head")} rotationQuaternion`]);
    expect(warnings).toEqual([
      expect.stringMatching(
        /^library: __root__: \/nodes: must be joints of the character: 16 of 21 animated nodes are not; missing: .* \(and 3 more in the report of the library\)$/,
      ),
    ]);
    expect(sentencesOf(moves.report.findings, "NOT_COPIED")[0]).toMatch(/21 of 21 animated nodes are not/);
  });

  /** A hero whose names say nothing: a function of the index makes them. */
  const named = ({ json, bin }: Asset, nameOf: (index: number) => string): Asset => {
    const renamed = structuredClone(json);
    (renamed["nodes"] as Json[]).forEach((node, i) => (node["name"] = nameOf(i)));
    return { json: renamed, bin };
  };
  const dots = (i: number): string => `rig.x ${i}`;
  const none = (i: number): string => `rigx${i}`;
  const colons = (i: number): string => `rig_x:${i}`;
  /** Two nodes for each name without separators. */
  const twice = (i: number): string => (i < 20 ? `rig${"._"[i % 2]}x${i - (i % 2)}` : "mesh");

  it("finds joints whose names differ by separators alone", async () => {
    const [scene, other] = [createScene(), createScene()];
    const [moves, expectedMoves] = [await loadMoves(named(HERO, dots), scene), await loadMoves(named(HERO, dots), other)];
    const options = { clips: ["walk"], retarget: true } as const;
    const [clip] = moves.addTo(await importAsset(named(OTHER, colons), scene), options);
    const [expected] = expectedMoves.addTo(await importAsset(named(OTHER, dots), other), options);
    expect(poseAt(clip, 0.3)).toEqual(poseAt(expected, 0.3));
    expect(clip.targetedAnimations.length).toBeGreaterThan(20);
    expect(moves.report.findings).toEqual(expectedMoves.report.findings);
  });

  it("plays keys as they are if only separators differ", async () => {
    const scene = createScene();
    const [moves, plain] = [await loadMoves(named(HERO, dots), scene), await loadMoves(HERO, scene)];
    const [clip] = moves.addTo(await importAsset(named(HERO, none), scene), { clips: ["walk"], retarget: true });
    const [own] = plain.addTo(await importAsset(HERO, scene), { clips: ["walk"] });
    expect(poseAt(clip, 0.3)).toEqual(poseAt(own, 0.3));
  });

  it.each([
    ["the character", none, twice],
    ["the library", twice, none],
  ])("finds no joint where %s spells a name in two ways", async (_, library, character) => {
    const scene = createScene();
    const moves = await loadMoves(named(HERO, library), scene);
    const body = await importAsset(named(HERO, character), scene);
    expect(() => moves.addTo(body, { clips: ["walk"], retarget: true })).toThrow(ruleOf("somethingOfCharacter"));
  });

  it("takes names of joints in other spellings", async () => {
    const scene = createScene();
    const character = await importAsset(OTHER, scene);
    const moves = await loadMoves(HERO, scene);
    const names = [HIPS_AND_FOOT, { rootNode: "hips:", groundNode: "left_foot" }];
    const clips = names.map((retarget) => moves.addTo(character, { clips: ["walk"], renameNodes: otherName, retarget })[0]);
    const [own, other] = clips.map(({ targetedAnimations }) => targetedAnimations.map(({ animation }) => animation));
    expect(own!.length).toBeGreaterThan(0);
    other!.forEach((animation, i) => expect(animation).toBe(own![i]));
  });

  it("says what it needs", async () => {
    const scene = createScene();
    const character = await importAsset(OTHER, scene);
    const moves = await loadMoves(HERO, scene);
    const add = (retarget: RetargetOptions): unknown => moves.addTo(character, { renameNodes: otherName, retarget });
    const rule = ruleOf("nameOfSharedJoint");
    expect(() => add({ groundNode: "left foot" })).toThrow(`options.retarget.rootNode: ${rule} (got undefined)`);
    expect(() => add({ rootNode: "hips" })).toThrow(`options.retarget.groundNode: ${rule} (got undefined)`);
    expect(() => add({ rootNode: "hips", groundNode: "tail" })).toThrow(`options.retarget.groundNode: ${rule} (got "tail")`);
    const still = await importAsset(createModel(2, []), scene);
    expect(() => moves.addTo(still, { retarget: true })).toThrow(`character: ${ruleOf("skeletonToRetarget", '"__root__"')}`);
    const unready = await loadMoves(HERO, scene, false);
    expect(() => unready.addTo(character, { retarget: true })).toThrow(`options.retarget: ${ruleOf("libraryToRetarget", '"library"')}`);
    const { warnings } = await collectWarnings(() =>
      Promise.resolve(add({ rootNode: "hips", groundNode: "left foot", groundNod: "hips" } as RetargetOptions)),
    );
    expect(warnings).toEqual([
      "library: __root__: /nodes: library: palms are assumed: hands have no fingers (and 1 more in the report of the library)",
      `addTo: options.retarget.groundNod: ${ruleOf("hasNoEffect", '"hips"')}; did you mean groundNode?`,
    ]);
  });

  it("leaves out channels whose keys cannot be used, and says why", async () => {
    const broken = structuredClone(HERO);
    broken.json["animations"][0].samplers[0].interpolation = "SMOOTH";
    const scene = createScene();
    const moves = await loadMoves(broken, scene);
    const [idle] = moves.addTo(await importAsset(OTHER, scene), { renameNodes: otherName, retarget: true }) as [ClipAnimationGroup];
    const options = { renameNodes: otherName, retarget: true, clips: ["idle"] } as const;
    const [whole] = (await loadMoves(HERO, scene)).addTo(await importAsset(OTHER, scene), options);
    expect(whole.targetedAnimations.length - idle.targetedAnimations.length).toBe(1);
    expect(sentencesOf(moves.report.findings, "NOT_COPIED")).toEqual([
      `/animations/0/samplers/0/interpolation: ${ruleOf("interpolation", '"SMOOTH"')}`,
      "SKELETON_DOUBTFUL /nodes: library: palms are assumed: hands have no fingers",
      "SKELETON_DOUBTFUL /nodes: character: palms are assumed: hands have no fingers",
    ]);
  });

  it("scales the way of the root with the size of the character", async () => {
    const scene = createScene();
    const { asset, hips } = createWalker();
    const moves = await loadMoves(asset, scene);
    const character = await importAsset(OTHER, scene);
    const wayIn = (retarget: RetargetOptions): readonly number[] => {
      const [walk] = moves.addTo(character, { clips: ["walk"], renameNodes: otherName, retarget });
      return poseAt(walk, 1).slice(0, 3);
    };
    // how far is ahead of the hips at rest does not go onto another body
    const [x, y, z] = hips.map((each) => each * LONGER) as [number, number, number];
    wayIn(HIPS_AND_FOOT).forEach((each, i) => expect(each).toBeCloseTo([x, y, z + 2 * LONGER][i]!, 5));
    wayIn({}).forEach((each, i) => expect(each).toBeCloseTo([x, y, z + 2 * LONGER][i]!, 5));
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
