/** Scenes that play, fade or go on rendering while they are exported. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { CreateClip, CrossFade, GetClips } from "../../../src/index.js";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import { Color3 } from "@babylonjs/core/Maths/math.color.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { GLTFExporter } from "@babylonjs/serializers/glTF/2.0/glTFExporter.js";
import { exportScene } from "../../helpers/exported.js";
import { createModel } from "../../helpers/gltfAsset.js";
import type { Asset, Json } from "../../helpers/gltfPose.js";
import { animate } from "../../helpers/group.js";
import { createScene, disposeScenes, importAsset, render, withClips } from "../../helpers/scene.js";

afterEach(disposeScenes);

const REST = [7, 8, 9];

/** A node that two animations move, one with a clip for each. */
function createMover(): Asset {
  const move = (x: number) => ({ node: 0, path: "translation", times: [0, 1], values: [x, 0, 0, x + 1, 2, 3] }) as const;
  const { json, bin } = createModel(1, [
    [move(1), { node: 0, path: "rotation", times: [0, 1], values: [0, 0, 0, 1, 0, 1, 0, 0] }],
    [move(5)],
  ]);
  json["nodes"][0].translation = REST;
  return withClips({ json, bin }, [
    { name: "walk", animations: [0], end: 1 },
    { name: "run", animations: [1], end: 1 },
  ]);
}

async function loadMover(): Promise<Scene> {
  const scene = createScene();
  await importAsset(createMover(), scene);
  return scene;
}

const nodeOf = ({ json }: Asset): Json => (json["nodes"] as Json[]).find(({ name }) => name === "n0")!;

/** Renders at every moment at which Babylon's exporter waits for extensions. */
async function whileRendering<T>(scene: Scene, run: () => Promise<T>): Promise<T> {
  const rendered = <R>(result: R): Promise<R> => {
    render(scene, 3);
    return Promise.resolve(result);
  };
  GLTFExporter.RegisterExtension(
    "TEST_frames",
    () => ({
      name: "TEST_frames",
      enabled: true,
      required: false,
      wasUsed: false,
      dispose: () => undefined,
      postExportNodeAsync: (_, json) => rendered(json),
      preGenerateBinaryAsync: () => rendered(undefined),
    }),
    0,
  );
  try {
    return await run();
  } finally {
    GLTFExporter.UnregisterExtension("TEST_frames");
  }
}

describe("an export is the same as that of the scene at rest", () => {
  const play = (scene: Scene): void => {
    GetClips(scene).forEach((clip) => clip.play());
    render(scene, 20);
  };

  it.each<[state: string, change: (scene: Scene) => void]>([
    ["after another export", () => undefined],
    ["while clips play", play],
    [
      "while clips are paused",
      (scene) => {
        play(scene);
        GetClips(scene).forEach((clip) => clip.pause());
      },
    ],
    [
      "while one clip fades into another",
      (scene) => {
        const [walk, run] = GetClips(scene);
        walk!.play();
        render(scene, 10);
        CrossFade(walk!, run!, 2);
        render(scene, 10);
      },
    ],
    [
      "while Babylon's own animatables play a clip",
      (scene) => {
        GetClips(scene).forEach((clip) => (clip.enableBlending = true));
        play(scene);
      },
    ],
    [
      "after clips were stopped in the middle",
      (scene) => {
        play(scene);
        GetClips(scene).forEach((clip) => clip.stop());
      },
    ],
  ])("%s", async (_, change) => {
    const scene = await loadMover();
    const { glb, json, report } = await exportScene(scene);
    expect(report).toMatchObject({ clips: 2, channels: 3, leftOut: [] });
    change(scene);
    const again = await exportScene(scene);
    expect(again.json).toEqual(json);
    expect(Buffer.compare(again.glb, glb)).toBe(0);
  });

  it("while clips play on in frames during the export", async () => {
    const scene = await loadMover();
    const { json } = await exportScene(scene);
    play(scene);
    const exported = await whileRendering(scene, () => exportScene(scene));
    expect(exported.report).toMatchObject({ clips: 2, channels: 3, leftOut: [] });
    expect(exported.json).toEqual(json);
  });

  it("when the first frame of a clip is rendered during the export", async () => {
    const scene = await loadMover();
    const { json } = await exportScene(scene);
    GetClips(scene)[0]!.play();
    const exported = await whileRendering(scene, () => exportScene(scene));
    expect(exported.json).toEqual(json);
  });
});

it("with initialValues: current, frames during the export change nothing of what is exported", async () => {
  const scene = await loadMover();
  GetClips(scene)[1]!.play();
  render(scene, 20);
  const { json, report } = await whileRendering(scene, () => exportScene(scene, { initialValues: "current" }));
  expect(report.leftOut).toEqual([]);
  expect(nodeOf({ json } as Asset)["translation"][0]).toBeGreaterThan(5);
});

describe("values at rest of a property that several groups animate", () => {
  const RED = new Color3(1, 0.25, 0.5);

  function createMaterial(): { scene: Scene; material: PBRMaterial } {
    const scene = createScene();
    const material = new PBRMaterial("material", scene);
    material.albedoColor.copyFrom(RED);
    CreateBox("box", {}, scene).material = material;
    return { scene, material };
  }

  const FLOAT = Animation.ANIMATIONTYPE_FLOAT;
  const COLOR = Animation.ANIMATIONTYPE_COLOR3;

  it.each([
    ["the same property", COLOR, "albedoColor", new Color3(0.5, 0.5, 0.5)],
    ["one component each", FLOAT, "albedoColor.g", 0.5],
  ] as const)("%s: are those from before the group that runs", async (_, type, property, to) => {
    const { scene, material } = createMaterial();
    const running = animate(scene, material, "albedoColor.r", FLOAT, 0, 1);
    animate(scene, material, property, type, typeof to === "number" ? 0 : Color3.Black(), to);
    running.start(true);
    render(scene, 20);
    expect(material.albedoColor.r).toBeLessThan(0.9);
    const { json, report } = await exportScene(scene);
    expect(report).toMatchObject({ channels: 2, leftOut: [] });
    expect(json["materials"][0].pbrMetallicRoughness.baseColorFactor).toEqual([1, 0.25, 0.5, 1]);
  });
});

it("an animation that runs without being attached to anything is exported", async () => {
  const scene = await loadMover();
  GetClips(scene).forEach((clip) => clip.dispose());
  const animation = new Animation("grow", "scaling", 60, Animation.ANIMATIONTYPE_VECTOR3);
  const node = scene.getTransformNodeByName("n0")!;
  animation.setKeys([
    { frame: 0, value: node.scaling.clone() },
    { frame: 60, value: node.scaling.scale(2) },
  ]);
  scene.beginDirectAnimation(node, [animation], 0, 60, true);
  render(scene, 2);
  const { json } = await exportScene(scene);
  expect(json["animations"][2]).toMatchObject({ name: "grow", channels: [{ target: { path: "scale" } }] });
});

it("an animation of something that is not part of a glTF file is reported while it runs", async () => {
  const scene = createScene();
  const animation = new Animation("fog", "fogDensity", 60, Animation.ANIMATIONTYPE_FLOAT);
  animation.setKeys([
    { frame: 0, value: 0 },
    { frame: 60, value: 1 },
  ]);
  scene.beginDirectAnimation(scene, [animation], 0, 60, true);
  const { report } = await exportScene(scene);
  expect(report.leftOut).toEqual([{ group: null, target: scene, reason: "its target is no object that Babylon exports" }]);
});

it("clips made in code keep their animations after their groups were disposed of", async () => {
  const { json, bin } = createMover();
  const scene = createScene();
  const { animationGroups } = await importAsset({ json: { ...json, extensions: {}, extensionsUsed: [] }, bin }, scene);
  CreateClip("both", [...animationGroups], { start: 0.25, end: 0.5 });
  animationGroups.forEach((group) => group.dispose());
  const exported = await exportScene(scene);
  expect(exported.report).toMatchObject({ clips: 1, channels: 2 });
  expect(exported.json["extensions"].KHR_animation_clip.clips).toEqual([{ name: "both", animations: [0], start: 0.25, end: 0.5 }]);
});
