/** Pins what src/scene/host/gltfPointers.ts uses of Babylon's internals. */
import { afterEach, expect, it } from "@jest/globals";
import { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { GLTFLoader } from "@babylonjs/loaders/glTF/2.0/index.js";
import { carryPointers, nodePointerOf, pointersOf } from "../../../src/scene/host/targets.js";
import { createScene, disposeScenes } from "../../helpers/scene.js";

afterEach(disposeScenes);

it("_internalMetadata.gltf.pointers: the JSON pointers of the loader, which Babylon shares with the copies of a mesh only", () => {
  const scene = createScene();
  const [mesh, node] = [new Mesh("mesh", scene), new TransformNode("node", scene)];
  for (const each of [mesh, node]) {
    GLTFLoader.AddPointerMetadata(each, "/meshes/0/primitives/0");
    GLTFLoader.AddPointerMetadata(each, "/nodes/12");
    expect(pointersOf(each)).toEqual(["/meshes/0/primitives/0", "/nodes/12"]);
    expect(nodePointerOf(each)).toBe("/nodes/12");
  }
  expect(pointersOf(mesh.clone("copy"))).toBe(pointersOf(mesh));
  const copy = node.clone("copy", null)!;
  expect(pointersOf(copy)).toEqual([]);
  carryPointers(node, copy);
  expect(pointersOf(copy)).toBe(pointersOf(node));
});

it("objects without JSON pointers have none, and are left as they are", () => {
  const copy = {};
  carryPointers({}, copy);
  carryPointers({}, null);
  expect(copy).toEqual({});
  expect([pointersOf(null), pointersOf(copy), nodePointerOf(copy)]).toEqual([[], [], undefined]);
});
