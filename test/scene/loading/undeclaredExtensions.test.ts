import { afterEach, describe, expect, it } from "@jest/globals";
import "../../../src/index.js";
import type { Asset, Json } from "../../helpers/gltfPose.js";
import { createRuler } from "../../helpers/gltfAsset.js";
import { ruleOf } from "../../helpers/rules.js";
import { collectWarnings, createScene, disposeScenes, importAsset, withClips } from "../../helpers/scene.js";

afterEach(disposeScenes);

async function warningsOf(asset: Asset): Promise<readonly string[]> {
  const { warnings } = await collectWarnings(() => importAsset(asset, createScene()));
  return warnings;
}

const { json, bin } = createRuler();

/** The ruler with something else in its animation. */
function withAnimation(change: (animation: Json) => void, more: Json = {}): Asset {
  const changed = structuredClone(json);
  change(changed["animations"][0]);
  return { json: { ...changed, ...more }, bin };
}

const pointing = (name: string): Json => ({ path: "pointer", extensions: { [name]: { pointer: "/nodes/0/translation" } } });

describe("an extension that a file uses and does not list", () => {
  it.each<{ name: string; place: string; asset: Asset }>([
    {
      name: "KHR_animation_clip",
      place: "/extensions/KHR_animation_clip",
      asset: { json: { ...withClips({ json, bin }, [{ animations: [0] }]).json, extensionsUsed: [] }, bin },
    },
    {
      name: "KHR_animation_controller",
      place: "/extensions/KHR_animation_controller",
      asset: { json: { ...json, extensions: { KHR_animation_controller: {} } }, bin },
    },
    ...["KHR_animation_pointer", "KHR_animation2"].map((name) => ({
      name,
      place: `/animations/0/channels/0/target/extensions/${name}`,
      asset: withAnimation((animation) => (animation["channels"][0].target = pointing(name))),
    })),
    {
      name: "EXT_property_animation",
      place: "/animations/0/extensions/EXT_property_animation",
      asset: withAnimation((animation) => (animation["extensions"] = { EXT_property_animation: { channels: [] } })),
    },
  ])("is warned about: $name", async ({ name, place, asset }) => {
    expect(await warningsOf(asset)).toEqual([`/extensionsUsed: ${ruleOf("listUsed", name, place)}`]);
  });

  it.each<{ comment: string; asset: Asset }>([
    { comment: "listed", asset: withClips({ json, bin }, [{ animations: [0] }]) },
    { comment: "not used", asset: { json, bin } },
    { comment: "one of others", asset: { json: { ...json, extensions: { VENDOR_clip: {} } }, bin } },
    { comment: "in odd places", asset: { json: { ...json, extensions: null, animations: [] }, bin } },
  ])("is not, where it is $comment", async ({ asset }) => {
    expect(await warningsOf(asset)).toEqual([]);
  });
});
