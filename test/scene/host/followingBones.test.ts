/** Pins what the driver of a skeleton uses of Babylon's internals. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { Bone } from "@babylonjs/core/Bones/bone.js";
import { Skeleton } from "@babylonjs/core/Bones/skeleton.js";
import { Matrix, Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import {
  driveSkeleton,
  inverseBindOf,
  isDirty,
  matricesOf,
  matrixIndexOf,
  prepareByBabylon,
  publishMatrices,
  setBones,
} from "../../../src/scene/host/index.js";
import { createScene, disposeScenes } from "../../helpers/scene.js";

afterEach(disposeScenes);

/** Two bones that are linked to nodes, the second one below the first. */
function createSkeleton(): { skeleton: Skeleton; bone: Bone; node: TransformNode } {
  const scene = createScene();
  const skeleton = new Skeleton("skeleton", "skeleton", scene);
  let parent: Bone | null = null;
  for (const name of ["parent", "child"]) {
    parent = new Bone(name, skeleton, parent, Matrix.Translation(0, 1, 0));
    const node = new TransformNode(name, scene);
    node.position.set(1, 2, 3);
    node.rotationQuaternion = Quaternion.RotationAxis(Vector3.Up(), 0.5);
    parent.linkTransformNode(node);
  }
  return { skeleton, bone: parent!, node: parent!.getTransformNode()! };
}

/** The calls of a driver, while something is done with a bone. */
function callsOf(use: (bone: Bone, skeleton: Skeleton) => unknown): readonly string[] {
  const { skeleton, bone } = createSkeleton();
  prepareByBabylon(skeleton);
  const calls = new Set<string>();
  const driver = {
    prepare: () => void calls.add("prepare"),
    onRead: () => void calls.add("read"),
    onChange: () => void calls.add("change"),
    onClone: () => void calls.add("clone"),
  };
  driveSkeleton(skeleton, driver);
  use(bone, skeleton);
  return [...calls].sort();
}

describe("Bone._decompose, _compose, getFinalMatrix, _updateAbsoluteBindMatrices: reads and changes of a bone pass through them", () => {
  const UP = Vector3.Up();
  it.each<[string, (bone: Bone) => unknown]>([
    ["position", (bone) => bone.position],
    ["rotation", (bone) => bone.rotation],
    ["rotationQuaternion", (bone) => bone.rotationQuaternion],
    ["scaling", (bone) => bone.scaling],
    ["getLocalMatrix", (bone) => bone.getLocalMatrix()],
    ["getFinalMatrix", (bone) => bone.getFinalMatrix()],
    ["getWorldMatrix", (bone) => bone.getWorldMatrix()],
    ["getAbsoluteMatrix", (bone) => bone.getAbsoluteMatrix()],
    ["getAbsoluteTransform", (bone) => bone.getAbsoluteTransform()],
    ["getPosition", (bone) => bone.getPosition()],
    ["getAbsolutePosition", (bone) => bone.getAbsolutePosition()],
    ["getScale", (bone) => bone.getScale()],
    ["getRotation", (bone) => bone.getRotation()],
    ["getRotationQuaternion", (bone) => bone.getRotationQuaternion()],
    ["getRotationMatrix", (bone) => bone.getRotationMatrix(undefined, bone.getTransformNode()!)],
    ["getDirection", (bone) => bone.getDirection(UP)],
    ["getAbsolutePositionFromLocal", (bone) => bone.getAbsolutePositionFromLocal(UP)],
    ["getLocalPositionFromAbsolute", (bone) => bone.getLocalPositionFromAbsolute(UP)],
    ["translate", (bone) => bone.translate(UP)],
    ["setPosition", (bone) => bone.setPosition(UP)],
    ["setAbsolutePosition", (bone) => bone.setAbsolutePosition(UP)],
    ["scale", (bone) => bone.scale(1, 2, 3)],
    ["setScale", (bone) => bone.setScale(UP)],
    ["setYawPitchRoll", (bone) => bone.setYawPitchRoll(1, 2, 3)],
    ["rotate", (bone) => bone.rotate(UP, 1)],
    ["setAxisAngle", (bone) => bone.setAxisAngle(UP, 1)],
    ["setRotation", (bone) => bone.setRotation(UP)],
    ["setRotationQuaternion", (bone) => bone.setRotationQuaternion(Quaternion.Identity())],
    ["updateMatrix, of the local matrix alone", (bone) => bone.updateMatrix(Matrix.Identity(), false)],
    ["setRotationMatrix", (bone) => bone.setRotationMatrix(Matrix.Identity())],
    [
      "_matrix, as Babylon's animations of bones write it",
      (bone) => ((bone as unknown as { _matrix: Matrix })._matrix = Matrix.Identity()),
    ],
  ])("%s", (_, use) => expect(callsOf(use)).toContain("read"));

  it.each<[string, (bone: Bone, skeleton: Skeleton) => unknown, string]>([
    ["linkTransformNode", (bone) => bone.linkTransformNode(null), "change"],
    ["setParent", (bone) => bone.setParent(null), "change"],
    ["updateMatrix", (bone) => bone.updateMatrix(Matrix.Identity()), "change"],
    ["the bind matrix of a parent", (bone) => bone.getParent()!.updateMatrix(Matrix.Identity()), "change"],
    ["Skeleton.prepare", (_, skeleton) => skeleton.prepare(), "prepare"],
    [
      "getTransformMatrices of a skeleton that is dirty",
      (bone, skeleton) => (bone.markAsDirty(), skeleton.getTransformMatrices(null)),
      "prepare",
    ],
    ["clone", (_, skeleton) => skeleton.clone("clone", "clone"), "clone"],
  ])("%s", (_, use, call) => expect(callsOf(use)).toContain(call));

  it("reads that do not depend on the pose pass by", () => {
    expect(callsOf((bone) => [bone.name, bone.getBindMatrix(), bone.getRestMatrix(), bone.getParent(), bone.getTransformNode()])).toEqual(
      [],
    );
  });
});

it("Skeleton.prepare, Skeleton._currentRenderId: once a frame", () => {
  const { skeleton } = createSkeleton();
  let calls = 0;
  const nothing = (): void => undefined;
  driveSkeleton(skeleton, { prepare: () => void calls++, onRead: nothing, onChange: nothing, onClone: nothing });
  skeleton.prepare();
  skeleton.prepare();
  expect(calls).toBe(1);
  skeleton.prepare(true);
  expect(calls).toBe(2);
  skeleton.getScene().render();
  skeleton.prepare();
  expect(calls).toBe(3);
});

it("Skeleton._transformMatrices: there after Babylon has prepared, a matrix for each bone and an identity", () => {
  const { skeleton } = createSkeleton();
  expect(matricesOf(skeleton)).toBeNull();
  prepareByBabylon(skeleton);
  expect(matricesOf(skeleton)).toBe(skeleton.getTransformMatrices(null));
  expect(matricesOf(skeleton)!.slice(32)).toEqual(Float32Array.from(Matrix.Identity().asArray()));
});

it("Skeleton._absoluteTransformIsDirty: absolute matrices are computed again, which reads the bones", () => {
  const { skeleton, bone } = createSkeleton();
  prepareByBabylon(skeleton);
  bone.getAbsoluteMatrix();
  let reads = 0;
  const nothing = (): void => undefined;
  driveSkeleton(skeleton, { prepare: nothing, onRead: () => void reads++, onChange: nothing, onClone: nothing });
  bone.getAbsoluteMatrix();
  expect(reads).toBe(0);
  publishMatrices(skeleton, skeleton.bones, matricesOf(skeleton)!);
  bone.getAbsoluteMatrix();
  expect(reads).toBeGreaterThan(0);
});

it("Skeleton._transformMatrixTexture: receives the matrices where they are in a texture", () => {
  const { skeleton } = createSkeleton();
  prepareByBabylon(skeleton);
  const updates: unknown[] = [];
  Object.assign(skeleton, { _canUseTextureForBones: true, _transformMatrixTexture: { update: (data: unknown) => updates.push(data) } });
  publishMatrices(skeleton, skeleton.bones, matricesOf(skeleton)!);
  skeleton.useTextureToStoreBoneMatrices = false;
  publishMatrices(skeleton, skeleton.bones, matricesOf(skeleton)!);
  expect(updates).toEqual([matricesOf(skeleton)]);
});

it("Bone._index, _absoluteInverseBindMatrix: the index of its matrix, and what it is multiplied by", () => {
  const { skeleton, bone } = createSkeleton();
  expect(skeleton.bones.map(matrixIndexOf)).toEqual([0, 1]);
  expect(matrixIndexOf(new Bone("other", skeleton, null, null, null, null, -1), 2)).toBe(-1);
  expect(inverseBindOf(bone)).toBe(bone.getAbsoluteInverseBindMatrix());
});

it("Skeleton._isDirty: changed bones make it true, published matrices false", () => {
  const { skeleton, bone } = createSkeleton();
  prepareByBabylon(skeleton);
  expect(isDirty(skeleton)).toBe(false);
  bone.markAsDirty();
  expect(isDirty(skeleton)).toBe(true);
  publishMatrices(skeleton, skeleton.bones, matricesOf(skeleton)!);
  expect(isDirty(skeleton)).toBe(false);
});

it("Bone._childUpdateId: nodes that are attached to bones move once matrices are published", () => {
  const { skeleton } = createSkeleton();
  const root = skeleton.bones[0]!; // nodes that are attached to others look for changes in each frame
  const hand = new TransformNode("hand", skeleton.getScene());
  hand.parent = root;
  prepareByBabylon(skeleton);
  const matrixInNextFrame = (): readonly number[] => {
    skeleton.getScene().incrementRenderId();
    return [...hand.computeWorldMatrix().asArray()];
  };
  const before = matrixInNextFrame();
  root.getTransformNode()!.position.x = 9;
  const locals = skeleton.bones.flatMap((each) => {
    const { position, rotationQuaternion, scaling } = each.getTransformNode()!;
    return [...position.asArray(), ...rotationQuaternion!.asArray(), ...scaling.asArray()];
  });
  setBones(skeleton, skeleton.bones, Float64Array.from(locals));
  expect(matrixInNextFrame()).toEqual(before);
  publishMatrices(skeleton, skeleton.bones, matricesOf(skeleton)!);
  const after = matrixInNextFrame();
  skeleton.prepare(true);
  const expected = matrixInNextFrame();
  expect(expected).not.toEqual(before);
  expected.forEach((component, i) => expect(after[i]).toBeCloseTo(component, 6));
});

it("Bone._localPosition, _localRotation, _localScaling, _needToCompose: the state that Babylon leaves", () => {
  const [{ skeleton }, { skeleton: babylons }] = [createSkeleton(), createSkeleton()];
  const locals = [1, 2, 3, ...Quaternion.RotationAxis(Vector3.Up(), 0.5).asArray(), 1, 1, 1];
  prepareByBabylon(babylons);
  setBones(skeleton, skeleton.bones, Float64Array.from([...locals, ...locals]));
  skeleton.bones.forEach((bone, i) => {
    const stateOf = (each: Bone): readonly (readonly number[])[] => [
      each.position.asArray(),
      each.rotationQuaternion.asArray(),
      each.scaling.asArray(),
      [...each.getLocalMatrix().asArray()],
      [...each.getFinalMatrix().asArray()],
      [...each.getAbsoluteMatrix().asArray()],
    ];
    expect(stateOf(bone)).toEqual(stateOf(babylons.bones[i]!));
  });
});
