import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { AssetError } from "../../../src/gltf/util/index.js";
import { ReadClips, WriteClips, type ClipAsset, type ClipInput, type ExtensibleAsset } from "../../../src/gltf/schema/index.js";
import { resolveClipSettings } from "../../../src/gltf/timing/index.js";
import { unpackGlb } from "../../../scripts/glb.mjs";
import { itWithAssets, readAsset } from "../../helpers/assets.js";
import { sentencesOf } from "../../helpers/findings.js";
import { errorsAmong } from "../../../src/gltf/util/index.js";
import { ruleOf } from "../../helpers/rules.js";

type Asset = ClipAsset & ExtensibleAsset & Record<string, unknown>;

const createAsset = (more: object = {}): Asset => ({ animations: [{}, {}, {}], ...more });

const clipsOf = (asset: Asset): unknown => (asset.extensions?.["KHR_animation_clip"] as { clips: unknown } | undefined)?.clips;

const settings = fc
  .record({
    start: fc.double({ min: 0, max: 100, noNaN: true }),
    length: fc.oneof(fc.double({ min: 0, max: 100, noNaN: true }), fc.constant(Infinity)),
    offset: fc.double({ min: 0, max: 100, noNaN: true }),
    speed: fc.double({ min: -10, max: 10, noNaN: true }),
    repetitions: fc.integer({ min: -1, max: 5 }),
    reverse: fc.boolean(),
  })
  .map(({ start, length, ...rest }) => resolveClipSettings({ ...rest, start, end: start + length }));

const clip = fc.record({
  name: fc.option(fc.string(), { nil: undefined }),
  animations: fc.uniqueArray(fc.integer({ min: 0, max: 2 }), { minLength: 1 }),
  settings,
  other: fc.dictionary(fc.constantFrom("extras", "extensions", "other"), fc.jsonValue()),
});

describe("WriteClips", () => {
  it("writes clips that ReadClips reads back", () => {
    fc.assert(
      fc.property(fc.array(clip, { minLength: 1 }), (clips) => {
        const asset = createAsset();
        WriteClips(asset, clips);
        const { definitions, findings } = ReadClips(JSON.parse(JSON.stringify(asset)) as ClipAsset);
        expect(errorsAmong(findings)).toEqual([]);
        const expected = clips.map((each, i) => ({ pointer: `/extensions/KHR_animation_clip/clips/${i}`, ...each }));
        expect(JSON.parse(JSON.stringify(definitions))).toEqual(JSON.parse(JSON.stringify(expected)));
      }),
    );
  });

  it("omits default values, and writes members in a fixed order", () => {
    const asset = createAsset();
    const all = { reverse: true, repetitions: 2, speed: -1, offset: 1, end: 4, start: 2 };
    WriteClips(asset, [
      { animations: [0], settings: { start: 0, end: Infinity, offset: 0, speed: 1, repetitions: -1, reverse: false } },
      { other: { extras: { a: 1 } }, settings: all, animations: [2, 1], name: "b" },
    ]);
    expect(JSON.stringify(clipsOf(asset))).toBe(
      '[{"animations":[0]},{"name":"b","animations":[2,1],"start":2,"end":4,"offset":1,"speed":-1,"repetitions":2,"reverse":true,"extras":{"a":1}}]',
    );
  });

  it("warns about names that two clips have, and about settings that are clamped", () => {
    const asset = createAsset();
    const { findings } = WriteClips(asset, [
      { name: "walk", animations: [0] },
      { name: "run", animations: [1] },
      { name: "walk", animations: [2], settings: { end: 1, offset: 2 } },
      { animations: [0] },
      { animations: [1] },
    ]);
    const place = "/extensions/KHR_animation_clip/clips";
    expect(sentencesOf(findings, "CLIP_DOUBTFUL", "CLIP_NAME_DUPLICATE")).toEqual([
      `${place}/2/offset: ${ruleOf("withinClip", 1, 2, 1)}`,
      `${place}/2/name: ${ruleOf("nameTaken", `${place}/0`, "walk")}`,
    ]);
    expect(clipsOf(asset)).toHaveLength(5);
    expect(WriteClips(asset, [{ name: "walk", animations: [0] }])).toEqual({ findings: [] });
    expect(WriteClips(asset, [])).toEqual({ findings: [] });
  });

  it("leaves no member where a clip has no name", () => {
    const asset = createAsset();
    WriteClips(asset, [{ animations: [0] }]);
    expect(clipsOf(asset)).toStrictEqual([{ animations: [0] }]);
  });

  it("keeps the other members of the extension, other extensions and lists", () => {
    const asset = createAsset({
      extensions: { KHR_animation_clip: { clips: [{ animations: [1] }], extras: { a: 1 } }, OTHER: {} },
      extensionsUsed: ["OTHER", "KHR_animation_clip"],
      extensionsRequired: ["KHR_animation_clip"],
    });
    WriteClips(asset, [{ animations: [0] }]);
    expect(asset).toEqual(
      createAsset({
        extensions: { KHR_animation_clip: { clips: [{ animations: [0] }], extras: { a: 1 } }, OTHER: {} },
        extensionsUsed: ["OTHER", "KHR_animation_clip"],
        extensionsRequired: ["KHR_animation_clip"],
      }),
    );
  });

  it("removes the extension if there are no clips, and leaves no empty lists", () => {
    const before = createAsset();
    const asset = createAsset();
    WriteClips(asset, [{ animations: [0] }]);
    expect(asset.extensionsUsed).toEqual(["KHR_animation_clip"]);
    asset.extensionsRequired = ["KHR_animation_clip"];
    WriteClips(asset, []);
    expect(asset).toEqual(before);
  });

  it.each<{ comment: string; clips: ClipInput[]; message: string }>([
    {
      comment: "no animation",
      clips: [{ animations: [] }],
      message: `/extensions/KHR_animation_clip/clips/0/animations: ${ruleOf("notEmpty")}`,
    },
    {
      comment: "an animation that does not exist",
      clips: [{ animations: [0] }, { animations: [3] }],
      message: `/extensions/KHR_animation_clip/clips/1/animations/0: ${ruleOf("indexOfAnimations", 3, 3)}`,
    },
    {
      comment: "an end before the start",
      clips: [{ animations: [0], settings: { start: 2, end: 1 } }],
      message: `/extensions/KHR_animation_clip/clips/0/end: ${ruleOf("atLeastStart", 1, 2)}`,
    },
    {
      comment: "a setting among the other members",
      clips: [{ animations: [0], other: { start: 2 } }],
      message: `/extensions/KHR_animation_clip/clips/0/start: ${ruleOf("notMemberOfClip")}`,
    },
  ])("refuses invalid clips, and does not change the asset: $comment", ({ clips, message }) => {
    const asset = createAsset({ extensions: { KHR_animation_clip: { clips: [{ animations: [1] }] } } });
    const before = structuredClone(asset);
    expect(() => WriteClips(asset, clips)).toThrow(AssetError);
    expect(() => WriteClips(asset, clips)).toThrow(message);
    expect(asset).toEqual(before);
  });

  it("changes nothing in the playground's models when it writes the clips that were read from them", () => {
    const folder = new URL("../../../playground/models/", import.meta.url);
    let count = 0;
    for (const name of readdirSync(folder).filter((file) => file.endsWith(".glb"))) {
      const asset = unpackGlb(readFileSync(new URL(name, folder))).json as Asset;
      const before = structuredClone(asset);
      const { definitions, findings } = ReadClips(asset);
      expect(errorsAmong(findings)).toEqual([]);
      WriteClips(asset, definitions);
      expect(ReadClips(asset)).toEqual(ReadClips(before));
      expect({ ...asset, extensions: {} }).toEqual({ ...before, extensions: {} });
      count += definitions.length;
    }
    expect(count).toBeGreaterThan(5);
  });

  itWithAssets("and none leave a real file as it was", () => {
    const { json } = readAsset("pointer-ghost_v2.glb");
    const before = structuredClone(json);
    WriteClips(json, [{ animations: [0], name: "a" }]);
    expect(json).not.toEqual(before);
    WriteClips(json, []);
    expect(json).toEqual(before);
  });
});
