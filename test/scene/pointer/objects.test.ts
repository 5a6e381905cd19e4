/** Which Babylon objects a property is written to, where it is not simply all of one glTF object. */
import { afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Camera } from "@babylonjs/core/Cameras/camera.js";
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { PointLight } from "@babylonjs/core/Lights/pointLight.js";
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Node } from "@babylonjs/core/node.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { GLTFLoader, type IGLTFLoaderExtension } from "@babylonjs/loaders/glTF/2.0/index.js";
import { registerGLTFExtension, unregisterGLTFExtension } from "@babylonjs/loaders/glTF/2.0/glTFLoaderExtensionRegistry.js";
import "../../../src/index.js";
import { RegisterPointer, UnregisterPointer, type PointerRegistration } from "../../../src/pure.js";
import type { Asset, Json } from "../../helpers/gltfPose.js";
import { type AddAccessor, addTriangle, createPointed, type PointedChannel, stateAt } from "../../helpers/gltfAsset.js";
import { collectWarnings, createScene, disposeScenes, importAsset } from "../../helpers/scene.js";

afterEach(disposeScenes);

async function load(asset: Asset, loader: Json = {}): Promise<Scene> {
  const scene = createScene();
  const { warnings } = await collectWarnings(() => importAsset(asset, scene, { loader }));
  expect(warnings).toEqual([]);
  return scene;
}

function goToEnd(scene: Scene): void {
  scene.animationGroups[0]!.start();
  scene.animationGroups[0]!.pause();
  scene.animationGroups[0]!.goToFrame(60);
}

/** A mesh with morph targets, on two nodes of which one has weights of its own. */
const createMorphed = (add: AddAccessor): Json => {
  const attributes = addTriangle(add);
  return {
    scenes: [{ nodes: [0, 1] }],
    nodes: [
      { name: "plain", mesh: 0 },
      { name: "own", mesh: 0, weights: [0.5] },
    ],
    meshes: [{ primitives: [{ attributes, targets: [attributes] }], extras: { wear: 0 }, extensions: { VENDOR_x: { y: 0 } } }],
  };
};

describe("of a mesh", () => {
  beforeAll(() =>
    RegisterPointer({
      pointer: "/meshes/{}/extensions/VENDOR_x/y",
      type: "float",
      target: "mesh",
      property: "visibility",
      write: (mesh, [value]) => void ((mesh as { visibility: number }).visibility = value!),
    }),
  );

  it("are all its nodes, with any weights", async () => {
    const scene = await load(createPointed(createMorphed, [{ pointer: "/meshes/0/extensions/VENDOR_x/y", values: [[0], [0.25]] }]));
    goToEnd(scene);
    expect(["plain", "own"].map((name) => scene.getMeshByName(name)!.visibility)).toEqual([0.25, 0.25]);
  });

  it("are all its nodes for extras, too", async () => {
    const scene = await load(createPointed(createMorphed, [{ pointer: "/meshes/0/extras/wear", values: [[0], [0.25]] }]));
    goToEnd(scene);
    const extras = ["plain", "own"].map((name) => (scene.getMeshByName(name)!.metadata as Json)["gltf"].extras as unknown);
    expect(extras).toEqual([{ wear: 0.25 }, { wear: 0.25 }]);
  });

  it("are, for its weights, the nodes without weights of their own", async () => {
    const scene = await load(createPointed(createMorphed, [{ pointer: "/meshes/0/weights/0", values: [[0], [0.25]] }]));
    goToEnd(scene);
    const weights = ["plain", "own"].map((name) => scene.getMeshByName(name)!.morphTargetManager!.getTarget(0).influence);
    expect(weights).toEqual([0.25, 0.5]);
  });
});

/** A node in the scene and one out of it, each with a camera and a light; a material that nothing uses. */
const createRest = (): Json => ({
  extensionsUsed: ["KHR_lights_punctual"],
  extensions: { KHR_lights_punctual: { lights: [{ type: "point" }, { type: "point" }] } },
  scenes: [{ nodes: [0] }],
  nodes: [0, 1].map((i) => ({ name: `n${i}`, camera: i, extensions: { KHR_lights_punctual: { light: i } } })),
  cameras: [0, 1].map(() => ({ type: "perspective", perspective: { yfov: 1, znear: 1, zfar: 10 } })),
  materials: [{}],
});

describe("objects that are not loaded", () => {
  const SEEN: PointedChannel = { pointer: "/cameras/0/perspective/yfov", values: [[1], [0.5]] };

  it.each<PointedChannel>([
    { pointer: "/materials/0/alphaCutoff", values: [[0], [1]] },
    { pointer: "/cameras/1/perspective/yfov", values: [[0], [1]] },
    { pointer: "/extensions/KHR_lights_punctual/lights/1/intensity", values: [[0], [1]] },
    { pointer: "/nodes/1/translation/0", values: [[0], [1]] },
    { pointer: "/nodes/1/matrix", values: [new Array<number>(16).fill(0), new Array<number>(16).fill(1)] },
  ])("is not animated, and its channel noted in the loader's log: $pointer", async (channel) => {
    const notes: string[] = [];
    const { Log } = Logger;
    Logger.Log = (message) => void notes.push(String(message));
    try {
      const scene = await load(createPointed(createRest, [channel, SEEN]), { loggingEnabled: true });
      expect(scene.animationGroups[0]!.targetedAnimations).toHaveLength(1);
    } finally {
      Logger.Log = Log;
    }
    const message = `/animations/0/channels/0: animates nothing that is loaded (${channel.pointer})`;
    expect(notes.filter((note) => note.includes("nothing that is loaded"))).toEqual([expect.stringContaining(message)]);
  });
});

describe("cameras and lights", () => {
  /** Another extension, which hangs a camera and a light of its own on every node. */
  class Stowaway implements IGLTFLoaderExtension {
    readonly name = "TEST_stowaway";
    readonly enabled = true;
    readonly order = 1000;

    constructor(private readonly _loader: Parameters<Parameters<typeof registerGLTFExtension>[2]>[0]) {}

    loadNodeAsync(...[context, node, assign]: Parameters<NonNullable<IGLTFLoaderExtension["loadNodeAsync"]>>): Promise<TransformNode> {
      return this._loader.loadNodeAsync(context, node, (transformNode) => {
        const { babylonScene } = this._loader;
        new FreeCamera("own camera", new Vector3(), babylonScene).parent = transformNode;
        new PointLight("own light", new Vector3(), babylonScene).parent = transformNode;
        assign(transformNode);
      });
    }

    dispose(): void {}
  }

  it("are those that the file has, not those of others", async () => {
    const channels: PointedChannel[] = [
      { pointer: "/cameras/0/perspective/yfov", values: [[1], [0.5]] },
      { pointer: "/extensions/KHR_lights_punctual/lights/0/intensity", values: [[0], [7]] },
    ];
    registerGLTFExtension("TEST_stowaway", false, (loader) => new Stowaway(loader));
    try {
      const scene = await load(createPointed(createRest, channels));
      goToEnd(scene);
      expect(scene.cameras.map(({ name, fov }) => [name, fov])).toEqual([
        ["camera", 0.8],
        ["camera0", 0.5],
        ["own camera", 0.8],
      ]);
      expect(new Map(scene.lights.map(({ name, intensity }) => [name, intensity]))).toEqual(
        new Map([
          ["n0", 7],
          ["own light", 1],
        ]),
      );
    } finally {
      unregisterGLTFExtension("TEST_stowaway");
    }
  });
});

it("objects are written in the order of their nodes, and counted from 0", async () => {
  const template = "/cameras/{}/extensions/VENDOR_order/x";
  const written: unknown[] = [];
  const write = ({ parent }: Camera, _: unknown, index: number): void => void written.push([parent!.name, index]);
  RegisterPointer({ pointer: template, type: "float", default: 0, target: "camera", property: "x", write });
  const create = (): Json => ({
    nodes: [0, 1, 2].map((i) => ({ name: `n${i}`, camera: 0 })),
    cameras: [{ type: "perspective", perspective: { yfov: 1, znear: 1 }, extensions: { VENDOR_order: {} } }],
  });
  const scene = await load(createPointed(create, [{ pointer: "/cameras/0/extensions/VENDOR_order/x", values: [[0], [1]] }]));
  goToEnd(scene);
  expect(written.slice(-3)).toEqual([["n0", 0], ["n1", 1], ["n2", 2]]); // oxfmt-ignore
  UnregisterPointer(template);
});

it("cameras, lights and nodes get no members by being animated", async () => {
  const channels: PointedChannel[] = [
    { pointer: "/cameras/0/perspective/yfov", values: [[1], [0.5]] },
    { pointer: "/extensions/KHR_lights_punctual/lights/0/range", values: [[1], [2]] },
    { pointer: "/nodes/0/scale/0", values: [[1], [2]] },
  ];
  const scene = await load(createPointed(() => stateAt(createRest(), "/extensions/KHR_lights_punctual/lights/0/range", 1), channels));
  const membersOf = (): string[][] => scene.getNodes().map((node) => Object.keys(node).sort());
  const before = membersOf();
  goToEnd(scene);
  expect(scene.lights.map(({ range }) => range)).toContain(2);
  expect(membersOf()).toEqual(before);
});

it("a matrix turns a node whose rotation the application has set by angles", async () => {
  const [from, to] = [[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 2, 3, 4, 1]]; // oxfmt-ignore
  const scene = await load(createPointed(() => ({ nodes: [{ name: "node" }] }), [{ pointer: "/nodes/0/matrix", values: [from, to] }]));
  const node = scene.getTransformNodeByName("node")!;
  node.rotation = new Vector3(1, 0, 0);
  goToEnd(scene);
  node.computeWorldMatrix(true);
  [...Matrix.Compose(node.scaling, node.rotationQuaternion!, node.position).m].forEach((element, i) =>
    expect(element).toBeCloseTo(to[i]!, 5),
  );
});

describe("a node that another extension makes", () => {
  /** Makes a node below each node of the file, with JSON pointers such as the loader's own extensions give to cameras and lights. */
  class Vendor implements IGLTFLoaderExtension {
    readonly name = "TEST_vendor";
    readonly enabled = true;
    readonly order = 1000;

    constructor(
      private readonly _loader: GLTFLoader,
      private readonly _make: (scene: Scene) => Node,
      private readonly _pointers: readonly string[],
    ) {}

    loadNodeAsync(...[context, node, assign]: Parameters<NonNullable<IGLTFLoaderExtension["loadNodeAsync"]>>): Promise<TransformNode> {
      return this._loader.loadNodeAsync(context, node, (transformNode) => {
        const made = this._make(this._loader.babylonScene);
        made.parent = transformNode;
        for (const pointer of this._pointers) {
          GLTFLoader.AddPointerMetadata(made, pointer);
        }
        assign(transformNode);
      });
    }

    dispose(): void {}
  }

  const template = "/nodes/{}/extensions/VENDOR_prop/power";

  async function loadAtEnd(make: (scene: Scene) => Node, pointers: readonly string[]): Promise<Scene> {
    const registration = {
      target: "light",
      property: "intensity",
      write: (light: object, [power]: number[]) => Object.assign(light, { power }),
    };
    RegisterPointer({ pointer: template, type: "float", ...registration } as unknown as PointerRegistration);
    registerGLTFExtension("TEST_vendor", false, (loader) => new Vendor(loader, make, pointers));
    try {
      const create = (): Json => {
        const rest = createRest();
        rest["nodes"][0].extensions.VENDOR_prop = { power: 0 };
        return rest;
      };
      const scene = await load(
        createPointed(create, [
          { pointer: "/nodes/0/extensions/VENDOR_prop/power", values: [[0], [0.5]] },
          { pointer: "/cameras/0/perspective/yfov", values: [[1], [0.5]] },
          { pointer: "/extensions/KHR_lights_punctual/lights/0/intensity", values: [[0], [7]] },
        ]),
      );
      goToEnd(scene);
      return scene;
    } finally {
      unregisterGLTFExtension("TEST_vendor");
      UnregisterPointer(template);
    }
  }

  it("is neither a camera nor a light of the file", async () => {
    const pointers = ["/nodes/0/extensions/VENDOR_prop", "/nodes/0/extensions/KHR_lights_punctual/x", "/cameras/0"];
    const scene = await loadAtEnd((made) => new TransformNode("made", made), pointers);
    const made = scene.getTransformNodeByName("made")!;
    expect(["power", "fov", "intensity"].filter((name) => name in made)).toEqual([]);
    expect(scene.getCameraByName("camera0")!.fov).toBe(0.5);
    expect(scene.getLightByName("n0")).toMatchObject({ intensity: 7, power: 0.5 });
  });

  it("is, if it is a light, the one that the extension's properties belong to", async () => {
    const make = (scene: Scene): Node => new PointLight("made", new Vector3(), scene);
    const scene = await loadAtEnd(make, ["/nodes/0/extensions/VENDOR_prop"]);
    expect(scene.getLightByName("made")).toMatchObject({ intensity: 1, power: 0.5 });
    expect(scene.getLightByName("n0")).toMatchObject({ intensity: 7 });
    expect(scene.getLightByName("n0")).not.toHaveProperty("power");
  });
});

describe("with node animations switched off", () => {
  const HALF = Math.SQRT1_2;
  const QUARTER = [0, HALF, 0, HALF];
  /** A joint, a node beside it, and a mesh with morph targets and the skin of the joint. */
  const create = (add: AddAccessor): Json => {
    const attributes = addTriangle(add);
    return {
      scenes: [{ nodes: [0, 1, 2] }],
      nodes: [{ name: "joint" }, { name: "node" }, { name: "skinned", mesh: 0, skin: 0, weights: [0] }],
      skins: [{ joints: [0] }],
      meshes: [{ primitives: [{ attributes, targets: [attributes] }] }],
    };
  };
  const MOTIONS: readonly (readonly [part: string, from: readonly number[], to: readonly number[]])[] = [
    ["translation", [0, 0, 0], [1, 2, 3]],
    ["translation/1", [0], [2]],
    ["rotation", [0, 0, 0, 1], QUARTER],
    ["rotation/1", [0], [1]],
    ["scale", [1, 1, 1], [2, 2, 2]],
    ["scale/0", [1], [2]],
    ["matrix", [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 4, 5, 6, 1]],
  ];

  it.each(MOTIONS)("%s is animated where Babylon animates its own channels: of joints", async (part, from, to) => {
    const asset = createPointed(
      create,
      [0, 1].map((node) => ({ pointer: `/nodes/${node}/${part}`, values: [from, to] })),
    );
    const scene = await load(asset, { loadNodeAnimations: false });
    const poses = (): number[][] =>
      ["joint", "node"].map((name) => [...scene.getTransformNodeByName(name)!.computeWorldMatrix(true).asArray()]);
    const [, before] = poses();
    goToEnd(scene);
    const [joint, node] = poses();
    expect(joint).not.toEqual(before);
    expect(node).toEqual(before);
  });

  it("weights are animated", async () => {
    const scene = await load(createPointed(create, [{ pointer: "/nodes/2/weights/0", values: [[0], [1]] }]), { loadNodeAnimations: false });
    goToEnd(scene);
    expect(scene.getMeshByName("skinned")!.morphTargetManager!.getTarget(0).influence).toBe(1);
  });

  it("weights are not where no morph targets are loaded", async () => {
    const channels = [{ pointer: "/nodes/2/weights/0", values: [[0], [1]] }];
    const scene = await load(createPointed(create, channels), { loadMorphTargets: false });
    expect(scene.animationGroups).toEqual([]);
  });
});
