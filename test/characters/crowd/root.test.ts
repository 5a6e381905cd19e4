/** Crowds below other nodes, and far from the origin: beside ordinary instances in the same places. */
import { afterEach, describe, expect, it } from "@jest/globals";
import type { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { Ray } from "@babylonjs/core/Culling/ray.js";
import { NullEngine, NullEngineOptions } from "@babylonjs/core/Engines/nullEngine.js";
import { Frustum } from "@babylonjs/core/Maths/math.frustum.js";
import { Matrix, Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Node } from "@babylonjs/core/node.js";
import type { Scene } from "@babylonjs/core/scene.js";
import type { ClipCrowd, ClipCrowdOptions } from "../../../src/crowd.js";
import { GetClip } from "../../../src/index.js";
import { ruleOf } from "../../helpers/rules.js";
import { collectWarnings, createScene, disposeScenes, render } from "../../helpers/scene.js";
import { createWalkers, loadWalker, NODES, type Walkers } from "../../helpers/walkers.js";

afterEach(disposeScenes);

const CLOSE = 1e-3;
const EARTH_RADIUS = 6_378_137;
const SHARE = 0.25;

function createLargeScene(): Scene {
  const options = new NullEngineOptions();
  options.useHighPrecisionMatrix = true;
  return createScene({ engine: new NullEngine(options), useFloatingOrigin: true });
}

/** A node that is placed below another one. */
type Parents = (scene: Scene) => TransformNode;

function createNode(scene: Scene, parent: TransformNode | null, place: (node: TransformNode) => void): TransformNode {
  const node = new TransformNode("anchor", scene);
  node.parent = parent;
  place(node);
  return node;
}

const shipOf: Parents = (scene) => {
  const sea = createNode(scene, null, (node) => node.position.set(300, -2, 40));
  return createNode(scene, sea, (node) => {
    node.position.set(5, 1, -3);
    node.rotation.set(0.2, 1.1, -0.1);
    node.scaling.setAll(1.5);
  });
};

const PLACES: readonly { name: string; create: () => Scene; place: Parents }[] = [
  { name: "at the origin", create: createScene, place: (scene) => createNode(scene, null, () => {}) },
  { name: "on a ship that turns, and is larger than its sea", create: createScene, place: shipOf },
  {
    name: "on an anchor of a hundredth of its size",
    create: createScene,
    place: (scene) => createNode(scene, null, (node) => node.scaling.setAll(0.01)),
  },
  { name: "on a mirrored node", create: createScene, place: (scene) => createNode(scene, null, (node) => node.scaling.set(-1, 1, 1)) },
  {
    name: "on the earth, with large worlds",
    create: createLargeScene,
    place: (scene) =>
      createNode(
        scene,
        createNode(scene, null, (node) => node.position.set(EARTH_RADIUS, 0, 0)),
        (node) => node.rotation.set(0.3, 0.4, -0.5),
      ),
  },
];

const MATRICES = [0, 0.7, -3, 40].map((x, i) =>
  Matrix.Compose(new Vector3(1, 1, 1).scale(1 + i / 4), Quaternion.FromEulerAngles(0, x, 0), new Vector3(x, 0, 2 * i)),
);

interface Stage extends Walkers {
  readonly anchor: TransformNode;
  readonly instances: readonly Instance[];
}

/** An ordinary instance below the anchor. */
interface Instance {
  readonly place: TransformNode;
  readonly nodes: readonly TransformNode[];
}

/** Characters and ordinary instances in the same places below an anchor, in the same pose. */
async function createStage({ create, place }: (typeof PLACES)[number], options: ClipCrowdOptions = {}): Promise<Stage> {
  const scene = create();
  const walkers = await createWalkers({ posesPerSecond: 64, ...options }, scene);
  const { crowd, container } = walkers;
  const anchor = place(scene);
  crowd.root.parent = anchor;
  const instances = MATRICES.map((matrix) => {
    crowd.play(crowd.add(matrix), "walk", { speed: 0, offset: SHARE });
    const entries = container.instantiateModelsToScene((name) => name);
    const own = new TransformNode("place", scene);
    own.parent = anchor;
    own.rotationQuaternion = new Quaternion();
    matrix.decompose(own.scaling, own.rotationQuaternion, own.position);
    entries.rootNodes.forEach((root) => (root.parent = own));
    GetClip(entries, "walk")!.timestamp = SHARE;
    return { place: own, nodes: [own, ...own.getDescendants<TransformNode>(false)] };
  });
  return { ...walkers, anchor, instances };
}

function worldOf({ nodes }: Instance, name: string): Matrix {
  return nodes.find((node) => node.name === name)!.computeWorldMatrix(true);
}

function expectEqual(actual: Matrix, expected: Matrix): void {
  const apart = Math.max(...Array.from(actual.asArray(), (component, i) => Math.abs(component - expected.asArray()[i]!)));
  expect(apart).toBeLessThan(CLOSE);
}

/** Looks at a point of the anchor, from a point of the anchor. */
function look(scene: Scene, anchor: TransformNode, from: Vector3, at: Vector3): FreeCamera {
  const camera = scene.activeCamera as FreeCamera;
  const world = anchor.computeWorldMatrix(true);
  camera.minZ = 0.001;
  camera.position = Vector3.TransformCoordinates(from, world);
  camera.setTarget(Vector3.TransformCoordinates(at, world));
  return camera;
}

function drawn({ meshes }: ClipCrowd): readonly AbstractMesh[] {
  return meshes.filter((mesh) => mesh.isEnabled());
}

describe("the root of a crowd", () => {
  it.each(PLACES)("moves the nodes of characters: $name", async (place) => {
    const { scene, crowd, instances, anchor } = await createStage(place);
    for (let frame = 0; frame < 3; frame++) {
      scene.onBeforeRenderObservable.addOnce(() => (anchor.position.x += 1));
      render(scene, 1);
      instances.forEach((instance, index) =>
        NODES.forEach((name) => expectEqual(crowd.getNodeMatrixToRef(index, name, new Matrix()), worldOf(instance, name))),
      );
    }
  });

  it.each(PLACES)("moves what is drawn, relative to the camera in single precision: $name", async (place) => {
    const { scene, container, crowd, instances, anchor } = await createStage(place);
    const box = CreateBox("box", {}, scene);
    const attached = crowd.attach(box, "hips").mesh;
    look(scene, anchor, new Vector3(0, 1, -5), new Vector3(0, 1, 0));
    render(scene, 1);
    const fromCamera = ([...m]: ArrayLike<number> & Iterable<number>): number[] => {
      scene.floatingOriginOffset.asArray().forEach((component, axis) => (m[12 + axis]! -= component));
      return m.map(Math.fround);
    };
    const joint = container.skeletons[0]!.bones.find((bone) => bone.getTransformNode()!.name === "hips")!;
    for (const mesh of [crowd.meshes[0]!, attached]) {
      const world = Matrix.FromArray(fromCamera(mesh.getWorldMatrix().asArray()));
      mesh.thinInstanceGetWorldMatrices().forEach((matrix, slot) => {
        const local = crowd.getNodeMatrixToRef(slot, "hips", new Matrix()).multiply(crowd.root.computeWorldMatrix(true).clone().invert());
        expectEqual(local.multiply(world), Matrix.FromArray(fromCamera(worldOf(instances[slot]!, joint.name).asArray())));
        expectEqual(matrix.multiply(crowd.root.getWorldMatrix()), instances[slot]!.place.computeWorldMatrix(true));
      });
    }
  });

  it.each(PLACES)("moves what is culled and where levels begin: $name", async (place) => {
    const near = await createStage(place, { culling: "camera" });
    const { scene, crowd, anchor, instances } = near;
    const camera = look(scene, anchor, new Vector3(0, 1, -6), new Vector3(0, 1, 0));
    for (const target of [new Vector3(0, 1, 0), new Vector3(40, 1, 6), new Vector3(-40, 1, 6), new Vector3(0, 500, 0)]) {
      look(scene, anchor, new Vector3(0, 1, -6), target);
      render(scene, 1);
      const shown = drawn(crowd).flatMap((mesh) =>
        Array.from({ length: crowd.meshes[0]!.thinInstanceCount }, (_, slot) =>
          crowd.indexOf({ pickedMesh: mesh, thinInstanceIndex: slot }),
        ),
      );
      const planes = Frustum.GetPlanes(camera.getTransformationMatrix());
      instances.forEach(({ place: own }, index) => {
        const middle = Vector3.TransformCoordinates(new Vector3(0, 1, 0), own.computeWorldMatrix(true));
        const size = own.absoluteScaling.y;
        const inside = Math.min(...planes.map((plane) => plane.dotCoordinate(middle)));
        if (inside > 0) {
          expect(shown).toContain(index);
        } else if (inside < -3 * size) {
          expect(shown).not.toContain(index);
        }
      });
    }
  });

  it.each(PLACES)("moves the bounds of the meshes: $name", async (place) => {
    const { scene, crowd, instances, anchor } = await createStage(place);
    for (let frame = 0; frame < 2; frame++) {
      anchor.position.y += 10;
      render(scene, 1);
      const { minimumWorld, maximumWorld } = crowd.meshes[0]!.getBoundingInfo().boundingBox;
      const size = maximumWorld.subtract(minimumWorld).length();
      for (const instance of instances) {
        const { x, y, z } = worldOf(instance, "torso").getTranslation();
        [x, y, z].forEach((component, axis) => {
          expect(component).toBeGreaterThan(minimumWorld.asArray()[axis]!);
          expect(component).toBeLessThan(maximumWorld.asArray()[axis]!);
        });
      }
      expect(size).toBeLessThan(80 * anchor.absoluteScaling.x);
    }
  });

  it.each(PLACES)("moves what rays hit: $name", async (place) => {
    const { scene, crowd, anchor } = await createStage(place);
    const other = await createWalkers({ posesPerSecond: 64 }, createScene());
    MATRICES.forEach((matrix) => other.crowd.play(other.crowd.add(matrix), "walk", { speed: 0, offset: SHARE }));
    render(scene, 1);
    render(other.scene, 1);
    const world = anchor.computeWorldMatrix(true);
    let hits = 0;
    for (let x = -0.5; x < 1.2; x += 0.17) {
      const ray = new Ray(new Vector3(x, 1, -5), new Vector3(0.01, 0.02, 1).normalize(), 100);
      const expected = other.crowd.pickWithRay(ray);
      const picked = crowd.pickWithRay(Ray.Transform(ray, world));
      expect(picked?.index).toBe(expected?.index);
      if (expected) {
        const point = Vector3.TransformCoordinates(expected.pickedPoint, world);
        expect(Vector3.Distance(picked!.pickedPoint, point)).toBeLessThan(CLOSE);
        expect(Math.abs(picked!.distance - Vector3.Distance(Vector3.TransformCoordinates(ray.origin, world), point))).toBeLessThan(CLOSE);
        hits++;
      }
    }
    expect(hits).toBeGreaterThan(2);
  });

  it.each(PLACES)("takes promoted characters along: $name", async (place) => {
    const { scene, crowd, instances, anchor } = await createStage(place);
    render(scene, 1);
    const promoted = crowd.promote(1);
    anchor.position.z += 3;
    render(scene, 1);
    expectEqual(promoted.root.computeWorldMatrix(true), instances[1]!.place.computeWorldMatrix(true));
    promoted.demote();
    anchor.position.z += 3;
    render(scene, 1);
    NODES.forEach((name) => expectEqual(crowd.getNodeMatrixToRef(1, name, new Matrix()), worldOf(instances[1]!, name)));
  });

  it("does not move a promoted character that has another parent when it is given back", async () => {
    const { scene, crowd } = await createStage(PLACES[1]!);
    const promoted = crowd.promote(0);
    promoted.root.parent = null;
    promoted.root.position.set(1, 2, 3);
    const before = promoted.root.computeWorldMatrix(true).clone();
    promoted.demote();
    render(scene, 1);
    expectEqual(Matrix.FromArray(crowd.matrices).multiply(crowd.root.getWorldMatrix()), before);
  });

  it("counts the distances of levels of detail in units of the world", async () => {
    const scene = createScene();
    const far = await loadWalker(scene);
    const { crowd } = await createWalkers({ levels: [{ container: far, distance: 20 }] }, scene);
    crowd.add();
    crowd.root.scaling.setAll(0.1);
    const levelAt = (z: number): number => {
      crowd.root.position.set(0, 1, z - 5); // the camera is at z = -5
      render(scene, 1);
      return crowd.meshes.findIndex((mesh) => mesh.isEnabled());
    };
    expect([19, 21, 19].map(levelAt)).toEqual([0, 1, 0]);
  });

  it("has nothing of the crowd left when the crowd is disposed, but what else is below it", async () => {
    const { scene, crowd } = await createWalkers();
    const lamp = createNode(scene, crowd.root, () => {});
    crowd.add();
    render(scene, 1);
    crowd.dispose();
    expect([crowd.root.isDisposed(), lamp.isDisposed()]).toEqual([true, false]);
    render(scene, 1);
  });

  it.each<[string, (crowd: ClipCrowd, anchor: Node) => void]>([
    ["its root", ({ root }) => root.dispose()],
    ["a node above", (_, anchor) => anchor.dispose()],
  ])("disposes the crowd with %s, as instances below it", async (_, dispose) => {
    const { scene, crowd, anchor } = await createStage(PLACES[1]!);
    crowd.attach(CreateBox("box", {}, scene), "hips");
    const promoted = crowd.promote(0);
    crowd.promote(1).demote();
    render(scene, 1);
    dispose(crowd, anchor);
    expect([promoted.root.isDisposed(), ...crowd.meshes.map((mesh) => mesh.isDisposed())]).not.toContain(false);
    expect(crowd.count).toBe(0);
    expect(() => crowd.add()).toThrow(`crowd: ${ruleOf("notDisposed")}`);
    render(scene, 2);
  });

  it("hides the crowd while it is disabled", async () => {
    const { scene, crowd } = await createStage(PLACES[0]!);
    render(scene, 1);
    const ray = new Ray(new Vector3(0, 1, -5), new Vector3(0, 0, 1), 100);
    expect(crowd.pickWithRay(ray)).not.toBeNull();
    crowd.root.setEnabled(false);
    expect(crowd.pickWithRay(ray)).toBeNull();
    expect(drawn(crowd)).toEqual([]);
  });
});

describe("a crowd far from its root", () => {
  it.each<[string, () => Scene, number]>([
    ["is reported once in a scene with large worlds", createLargeScene, 1],
    ["is as precise as everything else in other scenes", createScene, 0],
  ])("%s", async (_, create, count) => {
    const scene = create();
    const { crowd } = await createWalkers({}, scene);
    const { warnings } = await collectWarnings(() => {
      for (const z of [0, 1]) {
        crowd.add(Matrix.Translation(EARTH_RADIUS, 0, z));
        render(scene, 2);
      }
      return Promise.resolve();
    });
    expect(warnings).toHaveLength(count);
    warnings.forEach((warning) => expect(warning).toContain(`crowd root: ${ruleOf("withinReach", 8192)}6378138`));
  });
});
