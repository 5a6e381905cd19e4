/**
 * Clips of one humanoid on another, with truth by construction: whatever rolls, proportions, poses, names and files two bodies have, all bones turn
 * in the world as they turn since T, and the hips go the same way, in shares of the leg. The expected pose is computed in model space from the
 * keys of the library's file, without anything of the package.
 */
import { afterEach, describe, expect, it } from "@jest/globals";
import { Matrix, Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { Scene } from "@babylonjs/core/scene.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { type ClipAnimationGroup, DescribeSkeletonAsync, GetExpressions } from "../../../src/index.js";
import type { HumanBone } from "../../../src/tools.js";
import { keyDataOf } from "../../../src/scene/keys/keyData.js";
import { evaluateAnimations, type Json } from "../../helpers/gltfPose.js";
import { sentencesOf } from "../../helpers/findings.js";
import {
  A_POSE,
  BONE_NAMES,
  FINGER_BONES,
  evaluateWorlds,
  splined,
  type Stance,
  steppingMove,
  Humanoid,
  type HumanoidOptions,
  mixamoName,
  randomMove,
  turn,
  unrealName,
  vrmName,
} from "../../helpers/humanoids.js";
import { createRandom } from "../../helpers/random.js";
import { ruleOf } from "../../helpers/rules.js";
import { createScene, disposeScenes, importAsset } from "../../helpers/scene.js";
import { compare } from "../../helpers/retargetedPoses.js";
import { loadMoves } from "../../helpers/twoHeroes.js";

afterEach(disposeScenes);

const NAMES = [mixamoName, unrealName, vrmName];
const MOVES = [randomMove(7), randomMove(8)];

/** Options of a body that can be known: a skin, any rest. */
function randomBody(random: () => number, moves?: HumanoidOptions["moves"]): HumanoidOptions {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  const decoding = pick([undefined, undefined, Matrix.Compose(new Vector3(3, 3, 3), Quaternion.Identity(), new Vector3(0.4, -1, 2))]);
  const rest = pick([undefined, undefined, randomMove(Math.floor(random() * 1e6), 25).poses[0]!]);
  return {
    name: pick(NAMES),
    seed: 1 + Math.floor(random() * 1e6),
    variety: 0.25,
    size: pick([1, 0.6, 1.8]),
    bind: pick([{}, A_POSE]),
    facing: pick([0, 90, 180, 270]),
    helpers: pick([0, 8]),
    armature: pick([{}, { rotation: turn(1, 0, 0, -90), scale: 0.01 }, { rotation: turn(1, 0, 0, 90), scale: 1 }]),
    ...(rest && !decoding && { rest }),
    ...(decoding && { decoding }),
    ...(moves && { moves }),
  };
}

describe("a clip of a humanoid on another one", () => {
  it.each(Array.from({ length: 30 }, (_, i) => i))("turns all bones as they turn since T, ten pairs from %i0", async (ten) => {
    for (let seed = 10 * ten; seed < 10 * ten + 10; seed++) {
      const random = createRandom(1000 + seed);
      const [source, target] = [new Humanoid(randomBody(random, MOVES)), new Humanoid(randomBody(random))];
      const { worst, off } = await compare(source, target);
      expect([seed, off, worst.hips < 0.01 ? "" : worst.hips]).toEqual([seed, [], ""]);
      disposeScenes();
    }
  });
});

it("DescribeSkeletonAsync finds the bones of a character as those of its file", async () => {
  const humanoid = new Humanoid({ seed: 3, helpers: 8, armature: { rotation: turn(1, 0, 0, -90), scale: 0.01 } });
  const { bones, isHumanoid } = await DescribeSkeletonAsync(await importAsset(humanoid.asset, createScene()));
  expect(isHumanoid).toBe(true);
  expect(Object.entries(bones).map(([bone, { node }]) => [bone, node.name])).toEqual(
    expect.arrayContaining([...humanoid.names].map(([bone, name]) => [bone, name])),
  );
});

describe("a file of moves without a skin", () => {
  const posed = randomMove(5, 50).poses[0]!;
  const moves = { seed: 9, moves: MOVES, isSkinned: false, rest: posed } as const;

  /** @param nameOf the name of a node in the scene */
  const expectKeys = (scene: Scene, clip: ClipAnimationGroup, { asset }: Humanoid, nameOf: (name: string) => string): void => {
    for (const time of [0, 0.2, 0.75]) {
      clip.timestamp = time;
      for (const { node, path, value } of evaluateAnimations(asset, [0], time)) {
        const { position, rotationQuaternion } = scene.getNodeByName(nameOf(asset.json["nodes"][node].name as string)) as TransformNode;
        const shown = (path === "rotation" ? rotationQuaternion! : position).asArray() as number[];
        const sign = path === "rotation" && shown.reduce((sum, each, i) => sum + each * value[i]!, 0) < 0 ? -1 : 1;
        value.forEach((each, i) => expect(sign * shown[i]!).toBeCloseTo(each, 5));
      }
    }
  };

  it("plays on its own body as it is, without a finding", async () => {
    const scene = createScene({ rightHanded: true });
    const source = new Humanoid({ ...moves, without: FINGER_BONES });
    const library = await loadMoves(source.asset, scene);
    const body = await importAsset(new Humanoid({ seed: 9, bind: A_POSE, without: FINGER_BONES }).asset, scene);
    const calm = new Humanoid({ ...moves, without: FINGER_BONES, moves: [randomMove(3, 15)] });
    const [clip] = (await loadMoves(calm.asset, scene)).addTo(body, { retarget: true }) as [ClipAnimationGroup];
    expectKeys(scene, clip, calm, (name) => name);
    expect(library.report.findings).toEqual([]);
  });

  it.each([
    ["three's names", (name: string) => name.replace(":", "")],
    ["names with underscores", (name: string) => name.replace(":", "_")],
  ])("plays on its own body as it is, spelled otherwise: %s", async (_, spell) => {
    const scene = createScene({ rightHanded: true });
    const calm = new Humanoid({ ...moves, moves: [randomMove(3, 15)] });
    const body = await importAsset(new Humanoid({ seed: 9, bind: A_POSE, name: (bone) => spell(mixamoName(bone)) }).asset, scene);
    const library = await loadMoves(calm.asset, scene);
    const [clip] = library.addTo(body, { retarget: true }) as [ClipAnimationGroup];
    expectKeys(scene, clip, calm, spell);
    expect(library.report.findings).toEqual([]);
  });

  it("takes the reference of the body that the option names, spelled otherwise", async () => {
    const threes = (bone: HumanBone): string => mixamoName(bone).replace(":", "");
    const lender = await importAsset(new Humanoid({ seed: 9, bind: A_POSE, name: threes }).asset, createScene({ rightHanded: true }));
    const target = new Humanoid({ name: unrealName, seed: 33, variety: 0.2, facing: 90 });
    const { worst, off, findings } = await compare(new Humanoid(moves), target, { body: lender });
    expect([off, findings]).toEqual([[], []]);
    expect(worst.hips).toBeLessThan(0.01);
  });

  it.each([
    ["a function", (name: string) => `lender ${name}`],
    ["an object", Object.fromEntries(BONE_NAMES.map((bone) => [mixamoName(bone), `lender ${mixamoName(bone)}`]))],
  ])("takes the reference of the body that the option names, renamed by %s", async (_, renameNodes) => {
    const own = { seed: 9, bind: A_POSE, name: (bone: HumanBone) => `lender ${mixamoName(bone)}` };
    const lender = await importAsset(new Humanoid(own).asset, createScene({ rightHanded: true }));
    const target = new Humanoid({ name: unrealName, seed: 33, variety: 0.2, facing: 90 });
    const { worst, off, findings } = await compare(new Humanoid(moves), target, { body: lender }, undefined, true, renameNodes);
    expect([off, findings]).toEqual([[], []]);
    expect(worst.hips).toBeLessThan(0.01);
  });

  it("takes the reference of the body that the option names", async () => {
    const source = new Humanoid(moves);
    const scene = createScene({ rightHanded: true });
    const body = await importAsset(new Humanoid({ seed: 9, bind: A_POSE }).asset, scene);
    body.meshes.forEach((mesh) => mesh.setEnabled(false));
    body.transformNodes.forEach((node) => (node.name = `lender ${node.name}`));
    const target = new Humanoid({ name: unrealName, seed: 33, variety: 0.2, facing: 90 });
    const lender = await importAsset(new Humanoid({ seed: 9, bind: A_POSE }).asset, createScene({ rightHanded: true }));
    const { worst, off, findings } = await compare(source, target, { body: lender });
    expect([off, findings]).toEqual([[], []]);
    expect(worst.hips).toBeLessThan(0.01);
  });

  it("says that the body that the option names has another skeleton", async () => {
    const lender = await importAsset(new Humanoid({ seed: 10, variety: 0.2 }).asset, createScene({ rightHanded: true }));
    const { findings } = await compare(new Humanoid(moves), new Humanoid({ name: unrealName, seed: 33 }), { body: lender });
    expect(findings[0]).toBe("/nodes: library: retarget.body has another skeleton: it does not count");
  });

  it("that rests in T needs no other body", async () => {
    const { worst, off, findings } = await compare(
      new Humanoid({ ...moves, rest: {} }),
      new Humanoid({ name: vrmName, seed: 4, bind: A_POSE }),
    );
    expect([off, findings]).toEqual([[], []]);
    expect(worst.hips).toBeLessThan(0.01);
  });

  it("says that twist and hips' height are estimates, if its rest is a pose", async () => {
    const bent = { leftLowerArm: turn(0, 1, 0, -70), leftHand: turn(0, 1, 0, -70) };
    const { findings } = await compare(new Humanoid({ ...moves, rest: bent }), new Humanoid({ name: vrmName, seed: 4 }));
    expect(findings).toEqual(["/nodes: library: twist and hips' height are estimates: no skin, and the rest is a pose (leftUpperArm)"]);
  });
});

describe("a .vrma as a library", () => {
  /** The nodes that the file declares for the bones, whose names say nothing. */
  const declare: HumanoidOptions["json"] = (nodeOf) => ({
    extensionsUsed: ["VRMC_vrm_animation"],
    extensions: {
      VRMC_vrm_animation: {
        specVersion: "1.0",
        humanoid: { humanBones: Object.fromEntries(BONE_NAMES.map((bone) => [bone, { node: nodeOf(bone) }])) },
      },
    },
  });
  const animation = {
    name: (bone) => `n${BONE_NAMES.indexOf(bone)}`,
    seed: 12,
    rest: {},
    moves: MOVES,
    json: declare,
  } satisfies HumanoidOptions;
  const bodies = [
    ["Mixamo's names, made in A", { name: mixamoName, seed: 21, variety: 0.2, bind: A_POSE }],
    ["VRM's names, facing -Z", { name: vrmName, seed: 22, facing: 180 }],
    ["Unreal's names, in centimeters", { name: unrealName, seed: 23, armature: { rotation: turn(1, 0, 0, -90), scale: 0.01 } }],
  ] as const satisfies readonly (readonly [string, HumanoidOptions])[];

  it.each(bodies)("goes onto a body by what it declares: %s", async (_, body) => {
    const { worst, off, findings } = await compare(new Humanoid({ ...animation, isSkinned: false }), new Humanoid(body));
    expect([off, findings]).toEqual([[], []]);
    expect(worst.hips).toBeLessThan(0.01);
  });

  it("gives the turns of bones that the body lacks to the bones below", async () => {
    const body = { ...bodies[1][1], without: ["upperChest", "leftShoulder", "rightShoulder"] as const };
    // at keys: between them, two rotations in one are no longer even
    const shares = [0, 1 / 3, 2 / 3, 1];
    const { worst, off, findings } = await compare(new Humanoid({ ...animation, isSkinned: false }), new Humanoid(body), true, shares);
    expect([off.filter((each) => !/^(spine|chest) /.test(each)), findings]).toEqual([[], []]); // the spine by shares
    expect(worst.hips).toBeLessThan(0.01);
  });

  /** The `.vrma` with an expression, `happy`, whose weight is the way of the hips along X, and a look-at. */
  const createTalking = (): Humanoid => {
    const talking = new Humanoid({ ...animation, isSkinned: false });
    const { nodes, animations, extensions } = talking.asset.json;
    const [happy, gaze] = [nodes.push({ name: "happy" }) - 1, nodes.push({ name: "gaze" }) - 1];
    Object.assign(extensions["VRMC_vrm_animation"], { expressions: { preset: { happy: { node: happy } } }, lookAt: { node: gaze } });
    for (const { channels } of animations as Json[]) {
      const rotation = (channels as Json[]).find(({ target }) => target.path === "rotation")!["sampler"] as number;
      channels.push(
        { sampler: 0, target: { node: happy, path: "translation" } },
        { sampler: rotation, target: { node: gaze, path: "rotation" } },
      );
    }
    return talking;
  };
  const NO_LOOK_AT = `/extensions/VRMC_vrm_animation/lookAt: ${ruleOf("lookAtConverted")}`;

  it("says that the character has not its expressions, and that the look-at is not copied", async () => {
    const scene = createScene({ rightHanded: true });
    const library = await loadMoves(createTalking().asset, scene);
    library.addTo(await importAsset(new Humanoid(bodies[0][1]).asset, scene), { retarget: true });
    expect(sentencesOf(library.report.findings, "NOT_COPIED")).toEqual([
      "/extensions/VRMC_vrm_animation/expressions: the only animated one is not in the character; missing: happy (see renameTargets)",
      NO_LOOK_AT,
    ]);
  });

  it("moves body and face of a VRM", async () => {
    const source = createTalking();
    const { asset } = new Humanoid(bodies[1][1]);
    const [mesh] = asset.json["meshes"] as [Json];
    mesh["primitives"][0].targets = [{ POSITION: mesh["primitives"][0].attributes.POSITION as number }];
    const node = (asset.json["nodes"] as Json[]).findIndex((each) => each["mesh"] === 0);
    asset.json["extensionsUsed"] = ["VRMC_vrm"];
    asset.json["extensions"] = {
      VRMC_vrm: { expressions: { preset: { happy: { morphTargetBinds: [{ node, index: 0, weight: 0.5 }] } } } },
    };
    const scene = createScene({ rightHanded: true });
    const library = await loadMoves(source.asset, scene);
    const character = await importAsset(asset, scene);
    const [clip] = library.addTo(character, { retarget: true }) as [ClipAnimationGroup];
    expect(sentencesOf(library.report.findings, "NOT_COPIED")).toEqual([NO_LOOK_AT]);
    const { morphTargetManager } = character.meshes.find((each) => each.morphTargetManager)!;
    for (const time of [0, 0.25, 0.5, 0.75]) {
      clip.timestamp = time;
      const [x = NaN] = evaluateAnimations(source.asset, [0], time).find(({ path }) => path === "translation")!.value;
      const weight = Math.min(Math.max(x, 0), 1);
      expect(GetExpressions(character).get("happy")!.weight).toBeCloseTo(weight, 5);
      expect(morphTargetManager!.getTarget(0).influence).toBeCloseTo(0.5 * weight, 5);
    }
  });

  it("rests in T, whatever its skin says", async () => {
    const { worst, off, findings } = await compare(new Humanoid({ ...animation, bind: A_POSE }), new Humanoid(bodies[0][1]));
    expect([off, findings]).toEqual([[], []]);
    expect(worst.hips).toBeLessThan(0.01);
  });
});

describe("bodies of other bones", () => {
  it.each([
    [
      "the target lacks bones",
      { without: [...FINGER_BONES, "leftToes", "rightToes", "neck", "leftShoulder", "rightShoulder"] as const },
      {},
    ],
    ["the source lacks bones", {}, { without: [...FINGER_BONES, "leftToes", "rightToes", "upperChest"] as const }],
  ])("%s", async (_, target, source) => {
    // at keys: between them, two rotations in one are no longer even
    const [from, to] = [new Humanoid({ seed: 5, moves: MOVES, ...source }), new Humanoid({ name: unrealName, seed: 6, ...target })];
    const { worst, off } = await compare(from, to, true, [0, 1 / 3, 2 / 3, 1]);
    // palms without fingers, and shares of the spine, are estimates
    expect(off.filter((each) => !/Hand|spine|chest/i.test(each))).toEqual([]);
    expect(worst.hips).toBeLessThan(0.01);
  });

  it("says what is assumed", async () => {
    const { findings } = await compare(
      new Humanoid({ seed: 5, moves: MOVES }),
      new Humanoid({ name: unrealName, seed: 6, without: [...FINGER_BONES, "leftFoot", "rightFoot", "leftToes", "rightToes"] }),
    );
    expect(findings.map((each) => each.replace(/^\/nodes: character: /, "").split(":")[0])).toEqual(
      expect.arrayContaining(["not found", "feet not found", "palms are assumed"]),
    );
  });

  it("reads a back that the bind pose bends, and says so", async () => {
    const bend = turn(1, 0, 0, 28);
    const bind = Object.fromEntries(["spine", "chest", "upperChest", "neck", "head"].map((bone) => [bone, bend]));
    const { findings } = await compare(new Humanoid({ seed: 5, moves: MOVES }), new Humanoid({ name: unrealName, seed: 6, bind }));
    expect(findings.join()).toMatch(/spine and where the head looks are estimates: the reference bends the back by 2\d degrees/);
  });
});

describe("the pose in which a body was made", () => {
  const target: HumanoidOptions = { name: unrealName, seed: 6, variety: 0.2, bind: A_POSE };

  it("does without the matrices of joints that have junk", async () => {
    const junk = ["leftLowerArm", "rightUpperLeg", "chest"] as const;
    const { worst, off } = await compare(new Humanoid({ seed: 5, moves: MOVES, junk }), new Humanoid({ ...target, junk }));
    expect(off).toEqual([]);
    expect(worst.hips).toBeLessThan(0.01);
  });

  it("has the offsets of the skin, where the rest moves bones against each other", async () => {
    const humanoid = new Humanoid(target);
    const moved = ["leftUpperArm", "neck"] as const;
    const offsets = moved.map((bone) => {
      const node = humanoid.asset.json["nodes"][humanoid.nodes.get(bone)!] as Json;
      const offset = node["translation"] as number[];
      node["translation"] = offset.map((each) => 1.8 * each);
      return offset;
    });
    const scene = createScene({ rightHanded: true });
    const library = await loadMoves(new Humanoid({ seed: 5, moves: MOVES }).asset, scene);
    const [clip] = library.addTo(await importAsset(humanoid.asset, scene), { retarget: true }) as [ClipAnimationGroup];
    clip.timestamp = 0.3;
    moved.forEach((bone, i) => {
      const { position } = scene.getNodeByName(humanoid.names.get(bone)!) as TransformNode;
      position.asArray().forEach((each, k) => expect(each).toBeCloseTo(offsets[i]![k]!, 5));
    });
    expect(sentencesOf(library.report.findings, "SKELETON_DOUBTFUL")).toEqual([
      "/nodes: character: the rest moves bones against each other, those of the bind pose count: neck_01, upperarm_l",
    ]);
  });

  it("gives way to the ground of moves that all stand far below it", async () => {
    const [times, ways] = [[0, 0.5, 1], [0, 1, 2].map((z) => new Vector3(0, -0.8, z))];
    const source = new Humanoid({ seed: 5, moves: [{ times, ways, poses: times.map(() => ({})) }] });
    const body = new Humanoid(target);
    const scene = createScene({ rightHanded: true });
    const library = await loadMoves(source.asset, scene);
    const [clip] = library.addTo(await importAsset(body.asset, scene), { retarget: true }) as [ClipAnimationGroup];
    clip.timestamp = 0.5;
    const hips = scene.getNodeByName(body.names.get("hips")!) as TransformNode;
    hips.computeWorldMatrix(true);
    expect(Vector3.Distance(hips.getAbsolutePosition(), body.hips(new Vector3(0, 0, 1)))).toBeLessThan(0.001);
    expect(sentencesOf(library.report.findings, "SKELETON_DOUBTFUL")).toEqual([
      "/nodes: library: its moves stand 80 % of a leg below its reference: their ground counts",
    ]);
  });

  it("may be mirrored: its left is the other one's right", async () => {
    const body = new Humanoid({ ...target, bind: {} });
    body.asset.json["nodes"][0].scale = [-1, 1, 1];
    const source = new Humanoid({ seed: 5, moves: MOVES });
    const scene = createScene({ rightHanded: true });
    const library = await loadMoves(source.asset, scene);
    const character = await importAsset(body.asset, scene);
    const nodeOf = (bone: HumanBone): TransformNode =>
      scene.getNodeByName(
        body.names.get(bone.replace(/^left|^right/, (side) => (side === "left" ? "right" : "left")) as HumanBone)!,
      ) as TransformNode;
    const linear = (matrix: Matrix): readonly number[] => [0, 1, 2, 4, 5, 6, 8, 9, 10].map((i) => matrix.m[i]!);
    const axes = (bone: HumanBone): Matrix => nodeOf(bone).computeWorldMatrix(true).clone().setTranslationFromFloats(0, 0, 0);
    const rest = new Map(BONE_NAMES.map((bone) => [bone, axes(bone)]));
    const [clip] = library.addTo(character, { retarget: true }) as [ClipAnimationGroup];
    for (const time of [0, 0.25, 0.4]) {
      clip.timestamp = time;
      const { pose } = source.poseAt(0, time);
      for (const bone of BONE_NAMES) {
        const expected = linear(rest.get(bone)!.multiply(Matrix.FromQuaternionToRef(pose[bone]!, new Matrix())));
        linear(axes(bone)).forEach((each, i) => expect([bone, each]).toEqual([bone, expect.closeTo(expected[i]!, 3)]));
      }
    }
    expect(sentencesOf(library.report.findings, "SKELETON_DOUBTFUL")).toEqual([
      "/nodes: character: the toes point against the sides that the names say: left and right are swapped",
    ]);
  });
});

describe("feet that stand", () => {
  const KEYS = Array.from({ length: 25 }, (_, i) => i / 24);
  const at = (y: number, z = 0): Vector3 => new Vector3(0, y, z);
  /** Where a walking foot is beside the hips: half of the time on the ground. */
  const step = (time: number): Vector3 => {
    const share = time - Math.floor(time);
    return share < 0.5 ? at(0, 0.35 - 1.4 * share) : at(0.15 * Math.sin(2 * Math.PI * (share - 0.5)), 1.4 * share - 1.05);
  };
  const MOVES_OF_FEET: Readonly<Record<string, (time: number) => Stance>> = {
    "a walk": (time) => {
      const way = at(0, 1.4 * time);
      return { hips: way.add(at(-0.09)), left: way.add(step(time)), right: way.add(step(time + 0.5)) };
    },
    "a squat": (time) => ({ hips: at(-0.05 - 0.6 * time), left: at(0), right: at(0, 0.2) }),
    "a leap with bent legs": (time) => {
      const height = 2 * time * (1 - time);
      return { hips: at(height - 0.05), left: at(2 * height), right: at(2 * height) };
    },
  };
  const pairs = Object.keys(MOVES_OF_FEET).flatMap((name) => Array.from({ length: 6 }, (_, i) => [name, i] as const));

  it.each(pairs)("are on the ground in %s, pair %i", async (name, seed) => {
    const proportions = { seed: 51 + seed, variety: 0.5 };
    const move = steppingMove(new Humanoid(proportions), KEYS, MOVES_OF_FEET[name]!);
    const source = new Humanoid({ ...proportions, moves: [move] });
    const armature = { rotation: turn(1, 0, 0, -90), scale: 0.01 };
    const target = new Humanoid({ name: unrealName, seed: 81 + seed, variety: 0.5, size: 1.8, bind: A_POSE, facing: 90, armature });
    const scene = createScene({ rightHanded: true });
    const library = await loadMoves(source.asset, scene);
    const character = await importAsset(target.asset, scene);
    const placeOf = (bone: HumanBone): Vector3 => {
      const node = scene.getNodeByName(target.names.get(bone)!) as TransformNode;
      node.computeWorldMatrix(true);
      return node.getAbsolutePosition();
    };
    const ground = { rootNode: mixamoName("hips"), groundNode: mixamoName("leftFoot") };
    for (const retarget of [true, ground]) {
      const [clip] = library.addTo(character, { retarget }) as [ClipAnimationGroup];
      for (let i = 0; i <= 48; i++) {
        const time = (clip.timestamp = i / 48);
        const worlds = evaluateWorlds(source.asset, 0, time);
        const feet = ["leftFoot", "rightFoot"] as const;
        const height = Math.min(...feet.map((foot) => worlds[source.nodes.get(foot)!]!.position.y)) - source.ankle;
        const own = Math.min(...feet.map((foot) => placeOf(foot).y)) - target.ankle;
        const off = Math.abs(own / target.leg - height / source.leg);
        const hips = Vector3.Distance(placeOf("hips"), target.hips(source.poseAt(0, time).way)) / target.leg;
        // the lower foot where one stands, or at all times; else the hips
        const [wrong, limit] =
          retarget === ground
            ? [off, 0.01]
            : height < 0.01 * source.leg
              ? [off, 0.032]
              : [hips, height > 0.1 * source.leg ? 0.001 : Infinity];
        expect([time, wrong <= limit ? "" : wrong]).toEqual([time, ""]);
      }
      clip.stop();
    }
  });

  it("are on the ground also where exporters leave out the keys of hips that do not move", async () => {
    const proportions = { seed: 57, variety: 0.5 };
    const inPlace = (time: number): Stance => ({ hips: at(-0.12), left: step(time), right: step(time + 0.5) });
    const source = new Humanoid({ ...proportions, moves: [steppingMove(new Humanoid(proportions), KEYS, inPlace)] });
    const { nodes, animations } = source.asset.json;
    const isOfHips = ({ target }: Json): boolean => target.node === source.nodes.get("hips") && target.path === "translation";
    const { value } = evaluateAnimations(source.asset, [0], 0).find((each) => isOfHips({ target: each }))!;
    nodes[source.nodes.get("hips")!].translation = value;
    animations[0].channels = (animations[0].channels as Json[]).filter((each) => !isOfHips(each));
    const target = new Humanoid({ name: unrealName, seed: 87, variety: 0.5, bind: A_POSE, rest: randomMove(5, 25).poses[0]! });
    const scene = createScene({ rightHanded: true });
    const library = await loadMoves(source.asset, scene);
    const [clip] = library.addTo(await importAsset(target.asset, scene), { retarget: true }) as [ClipAnimationGroup];
    const placeOf = (bone: HumanBone): Vector3 => {
      const node = scene.getNodeByName(target.names.get(bone)!) as TransformNode;
      node.computeWorldMatrix(true);
      return node.getAbsolutePosition();
    };
    const feet = ["leftFoot", "rightFoot"] as const;
    for (const time of KEYS) {
      clip.timestamp = time;
      const worlds = evaluateWorlds(source.asset, 0, time);
      const height = (Math.min(...feet.map((foot) => worlds[source.nodes.get(foot)!]!.position.y)) - source.ankle) / source.leg;
      const own = (Math.min(...feet.map((foot) => placeOf(foot).y)) - target.ankle) / target.leg;
      expect([time, Math.abs(own - height) < 0.032 ? "" : own - height]).toEqual([time, ""]);
    }
  });

  it("are left alone by clips that move no leg", async () => {
    const wave = randomMove(3, 40);
    const source = new Humanoid({ seed: 5, moves: [wave] });
    const [animation] = source.asset.json["animations"] as [Json];
    const own = BONE_NAMES.filter((bone) => /hips|Arm|Hand/.test(bone));
    animation["channels"] = (animation["channels"] as Json[]).filter(
      ({ target }) => target.path === "rotation" && own.some((bone) => source.nodes.get(bone) === target.node),
    );
    const scene = createScene({ rightHanded: true });
    const library = await loadMoves(source.asset, scene);
    const target = new Humanoid({ name: unrealName, seed: 6, variety: 0.2 });
    const [clip] = library.addTo(await importAsset(target.asset, scene), { retarget: true }) as [ClipAnimationGroup];
    const moved = clip.targetedAnimations.map(
      ({ target: each, animation: { targetProperty } }) => `${(each as TransformNode).name} ${targetProperty}`,
    );
    expect(moved.sort()).toEqual(own.map((bone) => `${unrealName(bone)} rotationQuaternion`).sort());
  });
});

describe("keys", () => {
  const own = (asset: Humanoid["asset"]): number => asset.json["accessors"].length as number;

  it.each(["LINEAR", "STEP", "CUBICSPLINE"] as const)("keep times and interpolation: %s", async (interpolation) => {
    const move = { ...randomMove(7), interpolation };
    const source = new Humanoid({ seed: 5, moves: [interpolation === "CUBICSPLINE" ? splined(move) : move] });
    const target = new Humanoid({ name: unrealName, seed: 6, variety: 0.2 });
    expect(own(source.asset)).toBeGreaterThan(0);
    const { worst, off } = await compare(source, target);
    expect(off).toEqual([]);
    expect(worst.hips).toBeLessThan(0.01);
    const scene = createScene({ rightHanded: true });
    const [clip] = (await loadMoves(source.asset, scene)).addTo(await importAsset(target.asset, scene), { retarget: true }) as [
      ClipAnimationGroup,
    ];
    for (const { animation } of clip.targetedAnimations) {
      expect(animation.getKeys().map(({ frame }) => frame / 60)).toEqual(move.times);
      expect(keyDataOf(animation)?.sampler.interpolation ?? interpolation).toBe(interpolation);
    }
  });
});
