/** Definitions that travel in a file: `extras.animationController` of a node. */
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "@jest/globals";
import { WebIO, type Document } from "@gltf-transform/core";
import { GLTF2Export } from "@babylonjs/serializers/glTF/2.0/glTFSerializer.js";
import Ajv from "ajv";
import { packGlb, unpackGlb } from "../../../scripts/glb.mjs";
import { ControlCrowd, type ControllerDefinition, CreateController, GetControllerDefinition } from "../../../src/controller.js";
import { CreateClipCrowd } from "../../../src/crowd.js";
import { KHRAnimationClip } from "../../../src/gltf-transform.js";
import { RegisterKHR_animation_clip } from "../../../src/pure.js";
import { RegisterAnimationExport, UnregisterAnimationExport } from "../../../src/serializer.js";
import { BakeClips, CopyAnimations, GltfFile, ValidateAnimations, WriteController } from "../../../src/tools.js";
import type { Asset, Json } from "../../helpers/gltfPose.js";
import { ruleOf } from "../../helpers/rules.js";
import { createScene, disposeScenes, importAsset, loadContainer } from "../../helpers/scene.js";
import { runInMemory } from "../../tools/cli/memory.js";
import { createRandom } from "../../helpers/random.js";
import { Dice } from "./randomDefinition.js";

afterEach(disposeScenes);
RegisterKHR_animation_clip();

const HERO = unpackGlb(readFileSync(new URL("../../../playground/models/hero.glb", import.meta.url)));
const SCHEMA = JSON.parse(readFileSync(new URL("../../../conformance/controller.schema.json", import.meta.url), "utf8")) as object;
const DEFINITION: ControllerDefinition = {
  parameters: { isRunning: false },
  layers: [
    {
      states: { walk: { clip: "walk" }, run: { clip: "run" } },
      transitions: [{ from: "walk", to: "run", when: { isRunning: true }, keepStep: true }],
    },
    {
      name: "arms",
      mask: { include: ["spine"], exclude: ["head"] },
      states: { none: {}, wave: { clip: "wave" } },
      transitions: [{ from: "none", to: "wave", when: { isRunning: true } }],
    },
  ],
};
const AT = "/nodes/0/extras/animationController";

function withController(definition: unknown, node = 0): Asset {
  const json = structuredClone(HERO.json);
  json.nodes[node].extras = { ...json.nodes[node].extras, animationController: definition };
  return { ...HERO, json };
}

const glb = ({ json, bin }: Asset): Uint8Array => new Uint8Array(packGlb(json, bin));
const definitionIn = (asset: Asset): unknown =>
  (asset.json.nodes as Json[]).map(({ extras }) => extras?.animationController).find((each) => each);

describe("a definition in a file", () => {
  it("is the one of a character that is given none", async () => {
    const result = await importAsset(withController(DEFINITION), createScene());
    expect(GetControllerDefinition(result)).toEqual(DEFINITION);
    const controller = CreateController(result);
    controller.set("isRunning", true);
    expect([controller.stateOf(), controller.stateOf("arms")]).toEqual(["walk", "none"]);
  });

  it("is the one of each instance, and of a crowd", async () => {
    const scene = createScene();
    const container = await loadContainer(withController(DEFINITION), scene);
    const instances = [0, 1].map(() => container.instantiateModelsToScene((name) => name));
    const controllers = instances.map((instance) => CreateController(instance, null, { name: "hero" }));
    expect(controllers.map((controller) => controller.stateOf())).toEqual(["walk", "walk"]);
    const crowd = CreateClipCrowd(container);
    const [member] = ControlCrowd(crowd, [crowd.add()], GetControllerDefinition(container) as ControllerDefinition);
    expect(member!.stateOf()).toBe("walk");
  });

  it("is needed where none is given, and must be the only one", async () => {
    const none = await importAsset(HERO, createScene());
    expect(GetControllerDefinition(none)).toBeNull();
    expect(() => CreateController(none)).toThrow(new RangeError(`definition: ${ruleOf("definitionStated", "animationController")}`));
    const two = withController(DEFINITION);
    (two.json.nodes as Json[]).forEach((node) => (node.extras = { animationController: DEFINITION }));
    const result = await importAsset(two, createScene());
    expect(() => CreateController(result)).toThrow(
      /^character: must have one controller in its file \(got those of .*\); give a part of it, or a definition$/,
    );
  });

  it("is checked by ValidateAnimations, by the clips and nodes of the file", () => {
    const file = (definition: unknown): GltfFile => GltfFile.parse(glb(withController(definition)));
    expect(ValidateAnimations(file(DEFINITION)).filter(({ pointer }) => pointer.startsWith(AT))).toEqual([]);
    const findings = ValidateAnimations(file({ layers: [{ mask: "spin", states: { a: { clip: "wlak" } } }] }));
    expect(findings.filter(({ code }) => code === "CONTROLLER_INVALID").map(({ pointer }) => pointer)).toEqual([
      `${AT}/layers/0/states/a/clip`,
      `${AT}/layers/0/mask`,
    ]);
    expect(ValidateAnimations(file(3)).map(({ pointer, code }) => [pointer, code])).toContainEqual([AT, "CONTROLLER_INVALID"]);
  });

  it.each<[string, (bytes: Uint8Array) => Promise<Uint8Array>]>([
    [
      "glTF-Transform with this package's extension",
      async (bytes) => {
        const io = new WebIO().registerExtensions([KHRAnimationClip]);
        const document: Document = await io.readBinary(bytes);
        return io.writeBinary(document);
      },
    ],
    [
      "the exporter",
      async (bytes) => {
        const scene = createScene();
        await importAsset(unpackGlb(bytes), scene);
        RegisterAnimationExport();
        try {
          const { files } = await GLTF2Export.GLBAsync(scene, "hero");
          return new Uint8Array(await (files["hero.glb"] as Blob).arrayBuffer());
        } finally {
          UnregisterAnimationExport();
        }
      },
    ],
    [
      "BakeClips",
      (bytes) => {
        const file = GltfFile.parse(bytes);
        BakeClips(file);
        return Promise.resolve(file.toFiles("hero.glb")["hero.glb"]!);
      },
    ],
    [
      "CopyAnimations",
      (bytes) => {
        const file = GltfFile.parse(bytes);
        CopyAnimations(GltfFile.parse(glb(HERO)), file);
        return Promise.resolve(file.toFiles("hero.glb")["hero.glb"]!);
      },
    ],
  ])("is kept by %s", async (_, change) => {
    const written = unpackGlb(await change(glb(withController(DEFINITION))));
    expect(definitionIn(written)).toEqual(DEFINITION);
  });
});

describe("the command controller", () => {
  const FILES = { "hero.glb": glb(HERO), "own.glb": glb(withController(DEFINITION)), "controller.json": JSON.stringify(DEFINITION) };

  it("sets, gets and checks a definition", async () => {
    const set = await runInMemory(["controller", "set", "hero.glb", "controller.json", "-o", "out.glb"], { files: FILES });
    expect([set.code, set.stderr]).toEqual([0, "controller of hips added -> out.glb\n"]);
    const files = { "out.glb": set.files.get("out.glb")! };
    const get = await runInMemory(["controller", "get", "out.glb"], { files });
    expect([get.code, JSON.parse(get.stdout)]).toEqual([0, DEFINITION]);
    const check = await runInMemory(["controller", "check", "out.glb"], { files });
    expect([check.code, check.stdout]).toEqual([0, "out.glb: 0 errors, 0 warnings in 1 controller\n"]);
    const result = await importAsset(unpackGlb(files["out.glb"]), createScene());
    expect(CreateController(result).stateOf()).toBe("walk");
  });

  it("replaces a definition, at the node that is named", async () => {
    const other = JSON.stringify({ layers: [{ states: { a: { clip: "run" } } }] });
    const files = { ...FILES, "other.json": other };
    const again = await runInMemory(["controller", "set", "own.glb", "controller.json", "-o", "out.glb", "--node", "hips"], { files });
    expect([again.code, again.stderr]).toEqual([1, "nothing to do, nothing written: the file has this controller\n"]);
    const { code, stderr } = await runInMemory(["controller", "set", "own.glb", "other.json", "-o", "out.glb", "--node", "hips"], {
      files,
    });
    expect([code, stderr]).toEqual([0, "controller of hips replaced -> out.glb\n"]);
  });

  it("gets the definition of the node that is named", async () => {
    const two = withController(DEFINITION);
    const [, other] = two.json.nodes as Json[];
    other!.extras = { animationController: {} };
    const get = (name: string) => runInMemory(["controller", "get", "two.glb", "--node", name], { files: { "two.glb": glb(two) } });
    expect(JSON.parse((await get("hips")).stdout)).toEqual(DEFINITION);
    expect(JSON.parse((await get(other!.name)).stdout)).toEqual({});
  });

  it("knows animations and nodes without names by those that Babylon gives them", async () => {
    const unnamed = structuredClone(HERO.json);
    (unnamed.animations as Json[]).forEach((animation) => delete animation.name);
    delete unnamed.extensions;
    const [root] = unnamed.nodes as Json[];
    delete root!.name;
    const own = JSON.stringify({ layers: [{ mask: "node0", states: { a: { clip: "animation0" } } }] });
    const files = { "unnamed.glb": glb({ ...HERO, json: unnamed }), "own.json": own };
    const { stdout } = await runInMemory(["controller", "check", "unnamed.glb", "own.json"], { files });
    expect(stdout).toBe("unnamed.glb: 0 errors, 0 warnings in 1 controller\n");
  });

  it.each<[string[], string]>([
    [["controller", "get", "hero.glb"], "state a controller with --node: no node has one\n"],
    [["controller", "check", "hero.glb"], "hero.glb: has no controller; state a definition\n"],
    [
      ["controller", "set", "hero.glb", "bad.json", "-o", "o.glb"],
      `bad.json: /layers/0/states/a/clip: ${ruleOf("nameOf", "clip", '"wlak"')}; did you mean "walk"?\n`,
    ],
    [["controller", "set", "hero.glb", "hero.glb", "-o", "o.glb"], `hero.glb: ${ruleOf("json")}`],
  ])("refuses %j", async (argv, message) => {
    const bad = JSON.stringify({ layers: [{ states: { a: { clip: "wlak" } } }] });
    const { code, stderr } = await runInMemory(argv, { files: { ...FILES, "bad.json": bad } });
    expect(code).toBe(2);
    expect(stderr.startsWith(message)).toBe(true);
  });

  it("reports the errors of a definition", async () => {
    const bad = JSON.stringify({ layers: [{ states: { a: { clip: "wlak" } } }] });
    const { code, stdout } = await runInMemory(["controller", "check", "hero.glb", "bad.json"], { files: { ...FILES, "bad.json": bad } });
    expect(code).toBe(1);
    expect(stdout).toContain("/layers/0/states/a/clip");
  });
});

describe("the schema", () => {
  const validate = new Ajv().compile(SCHEMA);

  it("has all that definitions may have", () => {
    for (let seed = 0; seed < 300; seed++) {
      const definition: unknown = JSON.parse(JSON.stringify(new Dice(createRandom(seed + 1)).definition()));
      expect([validate(definition), validate.errors]).toEqual([true, null]);
    }
    expect([validate(DEFINITION), validate.errors]).toEqual([true, null]);
  });

  it.each([
    [{}],
    [{ layers: [] }],
    [{ layers: [{ states: {} }] }],
    [{ layers: [{ states: { a: { clip: 3 } } }] }],
    [{ layers: [{ states: { a: { clip: "walk", clips: [] } } }] }],
    [{ layers: [{ states: { a: { clip: "walk", repetitions: 0 } } }] }],
    [{ layers: [{ states: { a: { clip: "walk" } }, mask: {} }] }],
    [{ layers: [{ states: { a: { states: {} } } }] }],
    [{ layers: [{ states: { a: { clip: "walk", states: { b: {} } } } }] }],
    [{ layers: [{ states: { a: { clip: "walk", transitions: [] } } }] }],
    [{ parameters: { a: "x" }, layers: [{ states: { a: { clip: "walk" } } }] }],
    [{ layers: [{ states: { a: { clip: "walk" } }, transitions: [{ from: "a", to: "a", afterEach: 0 }] }] }],
    [{ layers: [{ states: { a: { clip: "walk" } }, transitions: [{ from: "a", to: "a", interruptedBy: ["nex"] }] }] }],
  ])("refuses %j", (definition) => {
    expect(validate(definition)).toBe(false);
  });
});

describe("WriteController", () => {
  it("writes to the topmost node that animations move, and keeps its other extras", () => {
    const { json } = structuredClone(HERO);
    const top = json.nodes.findIndex(({ name }: Json) => name === "hips");
    json.nodes[top].extras = { team: "blue" };
    expect(WriteController(json, DEFINITION)).toBe(top);
    expect(json.nodes[top].extras).toEqual({ team: "blue", animationController: DEFINITION });
    WriteController(json, undefined);
    expect(json.nodes[top].extras).toEqual({ team: "blue" });
  });

  it("writes to the node that is named, and leaves no empty extras behind", () => {
    const { json } = structuredClone(HERO);
    expect(WriteController(json, DEFINITION, 1)).toBe(1);
    expect(json.nodes[1].extras).toEqual({ animationController: DEFINITION });
    WriteController(json, undefined, 1);
    expect(json).toEqual(HERO.json);
  });

  it.each([
    [{ nodes: [{}] }, undefined, `node: ${ruleOf("indexOfNode", "no node that animations move")}`],
    [{ nodes: [{}] }, 1, `node: ${ruleOf("indexOfNode", 1)}`],
    [{}, -1, `node: ${ruleOf("indexOfNode", -1)}`],
  ])("throws for %j and node %s", (asset, node, message) => {
    expect(() => WriteController(asset, DEFINITION, node)).toThrow(new RangeError(message));
  });
});
