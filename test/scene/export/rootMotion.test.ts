/** A clip with root motion is exported as an ordinary clip, and so is the clip that plays in place. */
import { afterEach, expect, it } from "@jest/globals";
import { GetClips } from "../../../src/index.js";
import { exportScene } from "../../helpers/exported.js";
import { evaluateAll } from "../../helpers/exportedPose.js";
import type { Json } from "../../helpers/gltfPose.js";
import { disposeScenes } from "../../helpers/scene.js";
import { importTraveller } from "../../helpers/travellers.js";

afterEach(disposeScenes);

it("a clip keeps its travel in the file, and the clip in place has none", async () => {
  const { scene, groups } = await importTraveller([{ name: "walk", seconds: 1, distance: 2 }]);
  groups.forEach((group) => group.dispose());
  expect(GetClips(scene).map(({ name }) => name)).toEqual(["walk", "walk (in place)"]);
  const exported = await exportScene(scene);
  const clips = exported.json["extensions"].KHR_animation_clip.clips as Json[];
  expect(clips.map(({ name, start, end }) => [name, start ?? 0, end])).toEqual([
    ["walk", 0, 1],
    ["walk (in place)", 0, 1],
  ]);
  const hips = (exported.json["nodes"] as Json[]).findIndex(({ name }) => name === "hips");
  const places = clips.map(({ animations }) =>
    (animations as number[]).flatMap((index) =>
      [...evaluateAll(exported, exported.json["animations"][index], 0.5)]
        .filter(([pointer]) => pointer === `/nodes/${hips}/translation`)
        .flatMap(([, value]) => value.map((component) => Math.round(component * 1e5) / 1e5)),
    ),
  );
  expect(places.map(([x, y, z]) => [Math.abs(x!), y, Math.abs(z!)])).toEqual([
    [0, 1, 1],
    [0, 1, 0],
  ]);
});
