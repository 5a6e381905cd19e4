/** Clips of a library for another skeleton, in a crowd: as on an instance in the scene. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { Matrix } from "@babylonjs/core/Maths/math.vector.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { CreateClipCrowd } from "../../../src/crowd.js";
import type { Asset } from "../../helpers/gltfPose.js";
import { collectWarnings, createScene, disposeScenes, importAsset, loadContainer, render } from "../../helpers/scene.js";
import { HERO, loadMoves, OTHER, otherName } from "../../helpers/twoHeroes.js";

afterEach(disposeScenes);

/** The hero with longer limbs, with a clip of its own. */
const BODY: Asset = { json: { ...OTHER.json, animations: HERO.json["animations"].slice(0, 1) }, bin: OTHER.bin };

describe("ClipCrowd.addClips", () => {
  it("retargets clips to the skeleton of the crowd", async () => {
    const scene = createScene();
    const library = await loadMoves(HERO, scene);
    const options = { retarget: true, renameNodes: otherName };
    const crowd = CreateClipCrowd(await loadContainer(BODY, scene), { halfFloat: false, exact: true });
    const result = await importAsset(BODY, scene);
    const [expected] = library.addTo(result, { clips: ["walk"], ...options });
    const index = crowd.add();
    crowd.addClips(library, ["walk"], options);
    crowd.play(index, "walk");
    crowd.pause(index);
    for (const time of [0.1, 0.37, 0.6]) {
      crowd.seek(index, time);
      render(scene, 1);
      expected.timestamp = time;
      for (const name of ["hips", "left forearm", "right foot"].map(otherName)) {
        const node = result.transformNodes.find((each: TransformNode) => each.name === name)!;
        node.computeWorldMatrix(true);
        const [actual, wanted] = [crowd.getNodeMatrixToRef(index, name, new Matrix()), node.getWorldMatrix()];
        wanted.asArray().forEach((value, i) => expect(actual.m[i]).toBeCloseTo(value, 4));
      }
    }
  });

  it("warns of options that it does not know", async () => {
    const scene = createScene();
    const library = await loadMoves(HERO, scene);
    const crowd = CreateClipCrowd(await loadContainer(HERO, scene));
    const { warnings } = await collectWarnings(() => Promise.resolve(crowd.addClips(library, ["walk"], { rename: {} } as never)));
    expect(warnings).toEqual([expect.stringMatching(/^addClips: options\.rename: has no effect/)]);
  });
});
