/** The second opinion on binding by name: three.js, which binds the tracks of one file to the objects of another. */
import { afterEach, expect, it } from "@jest/globals";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { AnimationMixer, PropertyBinding } from "three";
import { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";
import { packGlb } from "../../../scripts/glb.mjs";
import { LoadClipLibraryAsync } from "../../../src/index.js";
import { itWithAssets, readAsset } from "../../helpers/assets.js";
import { createModel, SWING } from "../../helpers/gltfAsset.js";
import type { Asset, Json } from "../../helpers/gltfPose.js";
import { createScene, disposeScenes, importAsset } from "../../helpers/scene.js";

afterEach(disposeScenes);

const TIMES = 100;

/** The parts of three.js's objects that the test reads. */
interface Object3d {
  readonly name: string;
  readonly position: { toArray(): number[] };
  readonly quaternion: { toArray(): number[] };
  readonly scale: { toArray(): number[] };
  traverse(visit: (object: Object3d) => void): void;
}

const bytesOf = ({ json, bin }: Asset): Uint8Array<ArrayBuffer> => Uint8Array.from(packGlb(json, bin));

/** A file without pictures, which three.js cannot read outside of a browser. */
function withoutPictures({ json, bin }: Asset): Asset {
  const copy = structuredClone(json);
  ["images", "textures", "samplers"].forEach((list) => delete copy[list]);
  copy["materials"] = (copy["materials"] as Json[] | undefined)?.map(({ name }) => ({ name }));
  return { json: copy, bin };
}

/** Without animations, and with the nodes in the other order of children. */
function characterOf({ json, bin }: Asset): Asset {
  const copy = structuredClone(json);
  delete copy["animations"];
  (copy["nodes"] as Json[]).forEach((node) => (node["children"] as number[] | undefined)?.reverse());
  return { json: copy, bin };
}

async function loadThree(asset: Asset): Promise<{ scene: Object3d; animations: { name: string; duration: number }[] }> {
  return (await new GLTFLoader().parseAsync(bytesOf(asset).buffer, "")) as never;
}

/** @param animations the indices of the animations to compare */
async function expectSame(file: Asset, animations: readonly number[]): Promise<void> {
  const source = withoutPictures(file);
  const character = characterOf(source);
  const scene = createScene();
  const result = await importAsset(character, scene);
  const clips = (await LoadClipLibraryAsync(bytesOf(source), scene)).addTo(result);
  const own = new Map<string, TransformNode>();
  [...scene.transformNodes, ...scene.meshes].forEach((node) => own.set(PropertyBinding.sanitizeNodeName(node.name) as string, node));
  const [target, { animations: tracks }] = [(await loadThree(character)).scene, await loadThree(source)];
  let compared = 0;
  for (const index of animations) {
    const mixer = new AnimationMixer(target);
    const clip = clips[index]!;
    const action = mixer.clipAction(tracks.find(({ name }) => name === clip.name));
    action.play();
    const animated = new Set(clip.targetedAnimations.map(({ target: node }) => node as unknown));
    for (let i = 0; i < TIMES; i++) {
      const time = (clip.duration * i) / TIMES;
      clip.timestamp = time;
      action.time = time;
      mixer.update(0);
      target.traverse(({ name, position, quaternion, scale }) => {
        const node = own.get(name);
        if (!node || !animated.has(node)) {
          return;
        }
        const expected = quaternion.toArray();
        const actual = node.rotationQuaternion!.asArray();
        const sign = Math.sign(actual.reduce((sum, component, at) => sum + component * expected[at]!, 0));
        const apart = [
          ...position.toArray().map((component, at) => component - node.position.asArray()[at]!),
          ...scale.toArray().map((component, at) => component - node.scaling.asArray()[at]!),
          ...expected.map((component, at) => component - sign * actual[at]!),
        ];
        expect(Math.max(...apart.map(Math.abs))).toBeLessThan(1e-5);
        compared++;
      });
    }
    mixer.stopAllAction();
  }
  expect(compared).toBeGreaterThanOrEqual(TIMES * animations.length);
}

it("binds to nodes as three.js does", async () => {
  await expectSame(createModel(2, [SWING]), [0]);
});

itWithAssets.each([
  ["skin-raylib-robot-14anims.glb", [0, 6]],
  ["skin-Fox.glb", [0, 1, 2]],
])("binds the animations of %s as three.js does", async (name, animations) => {
  await expectSame(readAsset(name), animations);
});
