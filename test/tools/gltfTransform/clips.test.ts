import { Document } from "@gltf-transform/core";
import { cloneDocument, copyToDocument, mergeDocuments, prune, unpartition } from "@gltf-transform/functions";
import { expect, it } from "@jest/globals";
import { KHRAnimationClip, type Clip } from "../../../src/gltf-transform.js";
import { createModel, createRuler } from "../../helpers/gltfAsset.js";
import type { Asset, Json } from "../../helpers/gltfPose.js";
import { ruleOf } from "../../helpers/rules.js";
import { clipsOf, compareValues, nameByIndex, TestIO } from "../../helpers/transformed.js";

/** Two animations, of one node each. */
const TWO = createModel(
  2,
  [0, 1].map((node) => [{ node, path: "translation", times: [0, 1], values: [0, 0, 0, 1 + node, 0, 0] }]),
);

function withExtension({ json, bin }: Asset, extension: Json): Asset {
  return { json: { ...json, extensionsUsed: ["KHR_animation_clip"], extensions: { KHR_animation_clip: extension } }, bin };
}

const clipsIn = (document: Document): Clip[] => document.createExtension(KHRAnimationClip).listClips();

/** A new document with two animations, and the extension. */
function createDocument(): { document: Document; extension: KHRAnimationClip } {
  const document = new Document();
  document.createBuffer();
  const node = document.createNode();
  document.createScene().addChild(node);
  for (const name of ["first", "second"]) {
    const times = document
      .createAccessor()
      .setType("SCALAR")
      .setArray(new Float32Array([0, 1]));
    const values = document.createAccessor().setType("VEC3").setArray(new Float32Array(6));
    const sampler = document.createAnimationSampler().setInput(times).setOutput(values);
    const channel = document.createAnimationChannel().setTargetNode(node).setTargetPath("scale").setSampler(sampler);
    document.createAnimation(name).addSampler(sampler).addChannel(channel);
  }
  return { document, extension: document.createExtension(KHRAnimationClip) };
}

it("reads a clip with all members", async () => {
  const json = { name: "walk", animations: [1, 0], start: 1, end: 3, offset: 0.5, speed: -2, repetitions: 4, reverse: true };
  const document = await new TestIO().read(withExtension(TWO, { clips: [{ ...json, extras: { mood: "calm" }, later: { is: [1] } }] }));
  const [clip] = clipsIn(document) as [Clip];
  expect(clip.listAnimations().map((animation) => animation.getName())).toEqual(["animation 1", "animation 0"]);
  expect([clip.getName(), clip.getStart(), clip.getEnd(), clip.getOffset()]).toEqual(["walk", 1, 3, 0.5]);
  expect([clip.getSpeed(), clip.getRepetitions(), clip.getReverse()]).toEqual([-2, 4, true]);
  expect([clip.getExtras(), clip.getOther()]).toEqual([{ mood: "calm" }, { later: { is: [1] } }]);
});

it("reads a clip that states its animations only, with the defaults of the draft", async () => {
  const [clip] = clipsIn(await new TestIO().read(withExtension(TWO, { clips: [{ animations: [0] }] }))) as [Clip];
  expect([clip.getName(), clip.getStart(), clip.getEnd(), clip.getOffset()]).toEqual(["", 0, Infinity, 0]);
  expect([clip.getSpeed(), clip.getRepetitions(), clip.getReverse()]).toEqual([1, -1, false]);
});

it("writes clips in their order, without defaults, with all members that the draft does not define", async () => {
  const clips = [
    { name: "b", animations: [1], start: 1, end: 2, extras: { deep: [{ a: 1 }] }, extensions: { EXT_mood: { level: 1 } } },
    { animations: [0, 1], repetitions: 0, extras: 5 },
    { name: "a", animations: [0] },
  ];
  const io = new TestIO();
  const written = await io.write(await io.read(withExtension(TWO, { clips, extras: { by: "hand" }, later: 1 })));
  expect(written.json["extensions"].KHR_animation_clip).toEqual({ clips, extras: { by: "hand" }, later: 1 });
  expect(written.json["extensionsUsed"]).toEqual(["KHR_animation_clip"]);
  expect(io.warnings).toEqual([]);
});

it("keeps that the extension is required", async () => {
  const { json, bin } = withExtension(createRuler(), { clips: [{ animations: [0] }] });
  const io = new TestIO();
  const written = await io.write(await io.read({ json: { ...json, extensionsRequired: ["KHR_animation_clip"] }, bin }));
  expect(written.json["extensionsRequired"]).toEqual(["KHR_animation_clip"]);
});

it("leaves out invalid clips, with a warning for each, and keeps the others", async () => {
  const clips = [{ animations: [7] }, { name: "right", animations: [0] }, { animations: [0], start: 2, end: 1 }];
  const io = new TestIO();
  expect(clipsOf(await io.write(await io.read(withExtension(TWO, { clips }))))).toEqual([{ name: "right", animations: ["animation 0"] }]);
  expect(io.warnings).toEqual([
    `/extensions/KHR_animation_clip/clips/0/animations/0: ${ruleOf("indexOfAnimations", 2, 7)}`,
    `/extensions/KHR_animation_clip/clips/2/end: ${ruleOf("atLeastStart", 1, 2)}`,
  ]);
});

it("writes clips that are made in code", async () => {
  const { document, extension } = createDocument();
  const [first, second] = document.getRoot().listAnimations();
  extension.createClip("one").addAnimation(first!).setStart(0.25).setEnd(0.5).setExtras({ a: 1 });
  extension.createClip("two").addAnimation(second!).addAnimation(first!).setSpeed(-1).setOffset(0.5).setRepetitions(2).setReverse(true);
  extension.createClip("gone").addAnimation(first!).dispose();
  expect(clipsOf(await new TestIO().write(document))).toEqual([
    { name: "one", animations: ["first"], start: 0.25, end: 0.5, extras: { a: 1 } },
    { name: "two", animations: ["second", "first"], speed: -1, offset: 0.5, repetitions: 2, reverse: true },
  ]);
});

it("refuses to write a clip with invalid settings, and says where and why", async () => {
  const { document, extension } = createDocument();
  extension.createClip().addAnimation(document.getRoot().listAnimations()[0]!).setRepetitions(1.5);
  await expect(new TestIO().write(document)).rejects.toThrow(
    `/extensions/KHR_animation_clip/clips/0/repetitions: ${ruleOf("integerAtLeastMinus1", 1.5)}`,
  );
});

it("does not write a clip without animations, and warns", async () => {
  const { document, extension } = createDocument();
  extension.createClip("empty");
  const io = new TestIO();
  const { json } = await io.write(document);
  expect([json["extensions"], json["extensionsUsed"]]).toEqual([undefined, undefined]);
  expect(io.warnings).toEqual(['KHR_animation_clip: clip "empty" is not written, because it has no animations any more']);
});

it("logs 100 warnings at most, and how many more there were", async () => {
  const invalid = Array.from({ length: 130 }, () => ({ animations: [9] }));
  const io = new TestIO();
  const document = await io.read(withExtension(TWO, { clips: invalid }));
  expect(io.warnings).toHaveLength(101);
  expect(io.warnings[100]).toBe("KHR_animation_clip: 30 more warnings are not shown");
  io.warnings.length = 0;
  const extension = document.createExtension(KHRAnimationClip);
  Array.from({ length: 101 }, () => extension.createClip("empty"));
  await io.write(document);
  expect(io.warnings).toHaveLength(101);
  expect(io.warnings[100]).toBe("KHR_animation_clip: 1 more warnings are not shown");
});

it("does not write animations that lost all channels, although a clip plays them", async () => {
  const io = new TestIO();
  const document = await io.read(
    withExtension(TWO, {
      clips: [
        { name: "0", animations: [0] },
        { name: "both", animations: [0, 1] },
      ],
    }),
  );
  document.getRoot().listNodes()[0]!.dispose();
  await document.transform(prune({ keepLeaves: true }));
  const written = await io.write(document);
  expect(clipsOf(written)).toEqual([{ name: "both", animations: ["animation 1"] }]);
  expect(written.json["animations"].length).toBe(1);
  expect(written.json["accessors"].length).toBe(2);
  expect(io.warnings).toEqual(['KHR_animation_clip: clip "0" is not written, because it has no animations any more']);
});

it("copies and compares clips", () => {
  const { document, extension } = createDocument();
  const [first, second] = document.getRoot().listAnimations();
  const clip = extension
    .createClip("one")
    .addAnimation(first!)
    .setEnd(2)
    .setOther({ later: { is: [1] } });
  const copy = extension.createClip().addAnimation(second!).copy(clip);
  expect(copy.listAnimations()).toEqual([first]);
  expect([copy.getName(), copy.getEnd(), copy.getOther()]).toEqual(["one", 2, { later: { is: [1] } }]);
  expect(copy.getOther()).not.toBe(clip.getOther());
  expect(copy.equals(clip)).toBe(true);
  expect(copy.setReverse(true).equals(clip)).toBe(false);
  expect(
    copy
      .setReverse(false)
      .setOther({ later: { is: [2] } })
      .equals(clip),
  ).toBe(false);
});

it("lists clones of clips, and keeps them when the document is cloned", async () => {
  const { document, extension } = createDocument();
  const clip = extension.createClip("one").addAnimation(document.getRoot().listAnimations()[0]!).setStart(0.5);
  const clone = clip.clone().setName("clone").setStart(0.75);
  expect(extension.listClips()).toEqual([clip, clone]);
  expect([clip.getStart(), clip.getName()]).toEqual([0.5, "one"]);
  expect(clipsOf(await new TestIO().write(cloneDocument(document)))).toEqual([
    { name: "one", animations: ["first"], start: 0.5 },
    { name: "clone", animations: ["first"], start: 0.75 },
  ]);
});

it("merges the clips of documents, also those of a merged document, and keeps their animations", async () => {
  const io = new TestIO();
  const assets = ["a ", "b ", "c "].map((prefix) =>
    nameByIndex(withExtension(TWO, { clips: [{ name: `${prefix}clip`, animations: [1], extras: { prefix } }], from: prefix }), prefix),
  );
  const [a, b, c] = (await Promise.all(assets.map((asset) => io.read(asset)))) as [Document, Document, Document];
  mergeDocuments(b, c);
  mergeDocuments(a, b);
  await a.transform(unpartition());
  const written = await io.write(cloneDocument(a));
  expect(clipsOf(written)).toEqual(assets.flatMap(clipsOf));
  expect(compareValues(assets, written)).toEqual([]);
  expect(written.json["extensions"].KHR_animation_clip.from).toBe("a ");
});

it("copies single clips to another document, with their animations", async () => {
  const io = new TestIO();
  const source = await io.read(
    withExtension(TWO, {
      clips: [
        { name: "0", animations: [0] },
        { name: "1", animations: [1] },
      ],
    }),
  );
  const target = new Document();
  target.createExtension(KHRAnimationClip);
  copyToDocument(target, source, [clipsIn(source)[1]!]);
  expect(clipsOf(await io.write(target))).toEqual([{ name: "1", animations: ["animation 1"] }]);
});

it("refuses a document of another copy of the library", () => {
  const other = Object.create(null) as Document;
  expect(() => new KHRAnimationClip(other)).toThrow(`document: ${ruleOf("copyOfGltfTransform")}`);
});
