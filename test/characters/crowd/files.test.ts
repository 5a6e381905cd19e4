/** What is left out of crowds, and which nodes can be asked for. */
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "@jest/globals";
import "@babylonjs/core/Cameras/universalCamera.js";
import { Matrix } from "@babylonjs/core/Maths/math.vector.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { unpackGlb } from "../../../scripts/glb.mjs";
import { CreateClipCrowd } from "../../../src/crowd.js";
import { GetClip } from "../../../src/index.js";
import { eachAsset, readAsset } from "../../helpers/assets.js";
import { ruleOf } from "../../helpers/rules.js";
import { collectWarnings, createScene, disposeScenes, loadContainer, render } from "../../helpers/scene.js";
import { sentencesOf } from "../../helpers/findings.js";

afterEach(disposeScenes);

const FIGURE = unpackGlb(readFileSync(new URL("../../../playground/models/figure.glb", import.meta.url)));

describe("a file with rigid parts", () => {
  it("bakes the clips of the file, and knows where its meshes and the nodes fixed to them are", async () => {
    const scene = createScene();
    const container = await loadContainer(FIGURE, scene);
    const crowd = CreateClipCrowd(container, { halfFloat: false, nodes: ["left shin"] });
    expect(crowd.clips.map(({ name, start, end }) => [name, start, end])).toEqual([
      ["idle", 0, 2],
      ["walk", 2.5, 3.5],
      ["walk backwards", 2.5, 3.5],
      ["jump", 4, 5.5],
      ["door", 0, 1.5],
    ]);
    expect(crowd.clips[1]!.settings).toMatchObject({ start: 2.5, end: 3.5, speed: 1.25 });
    expect(crowd.meshes.length).toBeLessThan(container.materials.length + 1);
    const index = crowd.add();
    crowd.play(index, "walk", { speed: 0, offset: 0.5 });
    render(scene, 1);
    const entries = container.instantiateModelsToScene((name) => name);
    GetClip(entries, "walk")!.timestamp = 3;
    const nodes = entries.rootNodes.flatMap((root) => [root, ...root.getDescendants(false)]) as TransformNode[];
    nodes.forEach((node) => node.computeWorldMatrix(true));
    for (const name of ["head box", "left shin box", "left shin", "eyes box1"]) {
      const expected = nodes
        .find((node) => node.name === name)!
        .getWorldMatrix()
        .asArray();
      const actual = crowd.getNodeMatrixToRef(index, name, new Matrix()).asArray();
      expected.forEach((component, i) => expect(Math.abs(component - actual[i]!)).toBeLessThan(0.01)); // at most half a row late
    }
    expect(() => crowd.getNodeMatrixToRef(index, "right shin", new Matrix())).toThrow(`node: ${ruleOf("listedNode", "right shin")}`);
  });

  it("plays only what is baked", async () => {
    const crowd = CreateClipCrowd(await loadContainer(FIGURE, createScene()));
    const index = crowd.add();
    crowd.play(index, "walk", { start: 2.6, end: 3 });
    expect(() => crowd.play(index, "walk", { start: 1 })).toThrow(`settings.start: ${ruleOf("withinBakedRange", 2.5, 3.5, "walk", 1)}`);
    expect(() => crowd.play(index, "idle", { end: 9 })).toThrow(`settings.end: ${ruleOf("withinBakedRange", 0, 2, "idle", 9)}`);
  });
});

describe("channels that characters cannot have of their own", () => {
  eachAsset([
    { file: "morph-SimpleMorph.glb", named: "/nodes/0/weights/0, /nodes/0/weights/1" },
    { file: "pointer-AnimateAllTheThings-blender24.glb", named: "/materials/" },
  ])("are named in one warning: $file", async ({ file, named }) => {
    const container = await loadContainer(readAsset(file), createScene());
    const { result, warnings } = await collectWarnings(() => Promise.resolve(CreateClipCrowd(container)));
    expect(result.findings).toHaveLength(1);
    expect(sentencesOf(result.findings, "NOT_IN_CROWD")[0]).toContain("shown at rest, the same for all characters: ");
    expect(sentencesOf(result.findings, "NOT_IN_CROWD")[0]).toContain(named);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]!.slice(0, 500)).toBe(`crowd: ${sentencesOf(result.findings, "NOT_IN_CROWD")[0]}`.slice(0, 500));
    expect(warnings[0]!.length).toBeLessThan(1100);
  });
});
