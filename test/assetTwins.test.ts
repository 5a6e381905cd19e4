/** The files made by script that stand for real ones where those are missing. */
import { describe, expect, it } from "@jest/globals";
import { packGlb } from "../scripts/glb.mjs";
import { itWithAssets, readAsset } from "./helpers/assets.js";
import { TWINS } from "./helpers/assetTwins.js";
import type { Asset, Json } from "./helpers/gltfPose.js";
import { validate } from "./helpers/validator.js";

/** What tests see of a file: the tree of its nodes, its skins and targets, and what its animations animate. */
function outlineOf({ json }: Asset): object {
  const nodes = json["nodes"] as Json[];
  const { skins = [], meshes, animations } = json as Record<string, Json[]>;
  const kinds = animations!.flatMap(({ channels, samplers }) =>
    (channels as Json[]).map(({ target, sampler }) => `${target.path} ${samplers[sampler].interpolation}`),
  );
  return {
    nodes: nodes.map(({ children = [], matrix, mesh, skin }) => ({ children, hasMatrix: matrix !== undefined, mesh, skin })),
    joints: skins.map(({ joints }) => joints),
    targets: meshes!.map(({ primitives }) => primitives[0].targets?.length ?? 0),
    animations: animations!.length,
    kinds: kinds.sort(),
  };
}

describe.each(Object.entries(TWINS))("the twin of %s", (name, create) => {
  it("has no errors", async () => {
    const { json, bin } = create();
    const { issues } = await validate(packGlb(json, bin));
    expect(issues.messages.filter(({ severity }) => severity === 0)).toEqual([]);
  });

  itWithAssets("has the nodes, skins, morph targets and kinds of channels of the file", () => {
    expect(outlineOf(create())).toEqual(outlineOf(readAsset(name)));
  });
});
