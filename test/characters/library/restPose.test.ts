/** Which libraries are for the skeleton of a character: those whose joints have the same offsets, in whatever pose the file was saved. */
import { afterEach, describe, expect, it } from "@jest/globals";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { type Asset, type ChannelValue, evaluateAnimations, type Json } from "../../helpers/gltfPose.js";
import { sentencesOf } from "../../helpers/findings.js";
import { ruleOf } from "../../helpers/rules.js";
import { collectWarnings, createScene, disposeScenes, importAsset } from "../../helpers/scene.js";
import { HERO, loadMoves, OTHER, otherName } from "../../helpers/twoHeroes.js";

afterEach(disposeScenes);

const WALK = 1;

/** The hero's moves, saved in the middle of the walk: hips and joints are elsewhere at rest. */
function savedInPose(change: (nodes: readonly Json[]) => void = () => undefined): Asset {
  const json = structuredClone(HERO.json);
  evaluateAnimations(HERO, [WALK], 0.3).forEach(({ node, path, value }) => (json["nodes"][node][path] = value));
  const hips = json["nodes"][0];
  hips.translation = [0.02, hips.translation[1] - 0.1, 0.05];
  change(json["nodes"] as Json[]);
  return { json, bin: HERO.bin };
}

async function addWalk(moves: Asset, character: Asset, rename: (name: string) => string): Promise<readonly string[]> {
  const scene = createScene();
  const library = await loadMoves(moves, scene, false);
  const result = await importAsset(character, scene);
  const { warnings } = await collectWarnings(() => Promise.resolve(library.addTo(result, { clips: ["walk"], renameNodes: rename })));
  const findings = sentencesOf(library.report.findings, "OTHER_REST_POSE");
  expect(warnings).toEqual(findings.map((each) => `library: ${each}`));
  return findings;
}

const own = (name: string): string => name;
const message = (count: number, first: string): string =>
  `/animations: ${ruleOf("restOfSkeleton", "the character", count, 21, first)}; see retarget`;

describe("a library whose file rests in another pose", () => {
  it("is for its own body, without a warning: its values are right as they are", async () => {
    expect(await addWalk(savedInPose(), HERO, own)).toEqual([]);
    const scene = createScene({ rightHanded: true });
    const [walk] = (await loadMoves(savedInPose(), scene, false)).addTo(await importAsset(HERO, scene), { clips: ["walk"] });
    for (const time of [0, 0.1, 0.35, 0.6]) {
      walk.timestamp = time;
      for (const { node, path, value } of evaluateAnimations(HERO, [WALK], time)) {
        const { position, rotationQuaternion, scaling } = scene.getNodeByName(HERO.json["nodes"][node].name as string) as TransformNode;
        const shown = { translation: position, rotation: rotationQuaternion!, scale: scaling }[path as "translation"].asArray() as number[];
        value.forEach((each, i) => expect(shown[i]).toBeCloseTo(each, 5));
      }
    }
  });

  it("gets a warning where the body has longer limbs", async () => {
    expect(await addWalk(savedInPose(), OTHER, otherName)).toEqual([message(21, "hips")]);
  });

  it("gets a warning where one joint that no clip moves is elsewhere, or where the joints are turned about", async () => {
    const longerShin = savedInPose((nodes) => (nodes[13]!["translation"] = [0, -0.23, 0]));
    expect(await addWalk(longerShin, HERO, own)).toEqual([message(2, "hips")]);
    // as after an export with other axes: the same lengths along other axes
    const turned = savedInPose((nodes) => {
      for (const node of nodes.slice(1)) {
        const [x, y, z] = (node["translation"] as number[] | undefined) ?? [0, 0, 0];
        node["translation"] = [y, -x!, z];
      }
    });
    expect(await addWalk(turned, HERO, own)).toEqual([message(21, "hips")]);
  });

  it("does not count translations that a clip states and does not change", async () => {
    const stated = savedInPose((nodes) => (nodes[13]!["translation"] = [0, -0.23, 0]));
    const { json } = stated;
    const walk = json["animations"][WALK] as Json;
    const kept: ChannelValue[] = evaluateAnimations(HERO, [WALK], 0);
    const values = kept.find(({ path }) => path === "translation")!.value;
    const keys = new Float32Array([0, 0.5, ...values, ...values.map((each) => each + 1e-7)]);
    const bin = Buffer.concat([HERO.bin, Buffer.from(keys.buffer)]);
    json["buffers"][0].byteLength = bin.length;
    const bufferView = json["bufferViews"].push({ buffer: 0, byteOffset: HERO.bin.length, byteLength: keys.byteLength }) - 1;
    const accessor = { bufferView, componentType: 5126, count: 2 };
    const input =
      json["accessors"].push({ ...accessor, type: "SCALAR", min: [0], max: [0.5] }, { ...accessor, byteOffset: 8, type: "VEC3" }) - 2;
    const sampler = walk["samplers"].push({ input, output: input + 1 }) - 1;
    walk["channels"].push({ sampler, target: { node: 13, path: "translation" } });
    expect(await addWalk({ json, bin }, HERO, own)).toEqual([message(2, "hips")]);
  });
});
