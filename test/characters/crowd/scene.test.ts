/** Crowds with the rest of the scene: attachments, rays, ordinary instances, memory. */
import { afterEach, describe, expect, it } from "@jest/globals";
import type { AssetContainer } from "@babylonjs/core/assetContainer.js";
import { Ray } from "@babylonjs/core/Culling/ray.js";
import { Matrix, Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { VertexBuffer } from "@babylonjs/core/Buffers/buffer.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { VertexData } from "@babylonjs/core/Meshes/mesh.vertexData.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { runCoroutineSync } from "@babylonjs/core/Misc/coroutine.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CreateClipCrowd, CreateClipCrowdAsync, type ClipCrowd } from "../../../src/crowd.js";
import { bakeAll } from "../../../src/characters/crowd/asset/bake.js";
import { compileClips, CrowdAsset } from "../../../src/characters/crowd/asset/crowdAsset.js";
import { resolveOptions } from "../../../src/characters/crowd/asset/crowdOptions.js";
import { expectFit } from "../../../src/characters/crowd/asset/poseTexture.js";
import { ClipAnimationGroup } from "../../../src/pure.js";
import { addTimes, addTriangle, createAsset } from "../../helpers/gltfAsset.js";
import { ruleOf } from "../../helpers/rules.js";
import { collectWarnings, createScene, disposeScenes, FRAME, loadContainer, render } from "../../helpers/scene.js";
import { createOrdinary, createWalkers, distanceTo, loadWalker } from "../../helpers/walkers.js";

afterEach(disposeScenes);

const EXACT = 1e-5;

describe("an attachment", () => {
  /** The vertices of an attached mesh as they are drawn for a character: moved by its node, then by its own matrix. */
  function drawnVertices(crowd: ClipCrowd, mesh: Mesh, node: string, index: number, offset: Matrix): Vector3[] {
    const positions = mesh.getVerticesData(VertexBuffer.PositionKind)!;
    const world = crowd.getNodeMatrixToRef(index, node, new Matrix());
    const fromBindSpace = offset.clone().invert().multiply(world); // the copy is in the bind space of the joint
    return Array.from({ length: positions.length / 3 }, (_, i) =>
      Vector3.TransformCoordinates(Vector3.FromArray(positions, 3 * i), fromBindSpace),
    );
  }

  it("is drawn where a child of the node would be", async () => {
    const { scene, container, crowd } = await createWalkers({ posesPerSecond: 64 });
    const box = CreateBox("box", { size: 0.3 }, scene);
    box.position.set(0.1, -0.2, 0.05);
    box.rotation.set(0.3, 0.2, 0.1);
    const skeleton = container.skeletons[0]!;
    const bone = skeleton.bones.find((each) => each.getTransformNode()!.name === "right forearm")!;
    const attachment = crowd.attach(box, "right forearm");
    const index = crowd.add();
    crowd.play(index, "walk", { speed: 0, offset: 0.5 });
    render(scene, 1);
    const ordinary = createOrdinary(container);
    ordinary.walk.timestamp = 0.5;
    const world = Matrix.Compose(box.scaling, box.rotation.toQuaternion(), box.position).multiply(ordinary.nodeMatrix("right forearm"));
    const positions = box.getVerticesData(VertexBuffer.PositionKind)!;
    const drawn = drawnVertices(crowd, attachment.mesh, "right forearm", index, bone.getAbsoluteInverseBindMatrix().clone().invert());
    drawn.forEach((vertex, i) => {
      const expected = Vector3.TransformCoordinates(Vector3.FromArray(positions, 3 * i), world);
      expect(Vector3.Distance(vertex, expected)).toBeLessThan(EXACT);
    });
    expect(attachment.mesh.thinInstanceCount).toBe(1);
    const [own, attached] = [crowd.meshes[0]!, attachment.mesh].map((mesh) =>
      Array.from(mesh.getVertexBuffer("bakedVertexAnimationSettingsInstanced")!.getData() as Float32Array),
    );
    expect(own![0]).toBeGreaterThan(0);
    expect(attached).toEqual(own);
  });

  it("has all the vertex data of its mesh", async () => {
    const { scene, crowd } = await createWalkers();
    const box = CreateBox("box", {}, scene);
    const count = box.getTotalVertices();
    const kinds = { tangent: 4, uv: 2, uv2: 2, color: 4 };
    for (const [kind, size] of Object.entries(kinds)) {
      const valueOf = kind === "tangent" ? (i: number) => [1, 0, 0, 1][i % 4]! : (i: number) => ((7 * i) % 11) / 16;
      box.setVerticesData(
        kind,
        Array.from({ length: count * size }, (_, i) => valueOf(i)),
        false,
        size,
      );
    }
    const { mesh } = crowd.attach(box, "torso"); // the walker at rest is not turned
    for (const [kind, size] of Object.entries({ ...kinds, position: 3, normal: 3 })) {
      expect(mesh.getVertexBuffer(kind)!.getSize()).toBe(size);
      expect(mesh.getVerticesData(kind)).toHaveLength(size * count);
    }
    for (const kind of ["tangent", "uv", "uv2", "color", "normal"]) {
      Array.from(mesh.getVerticesData(kind)!).forEach((value, i) => expect(value).toBeCloseTo(box.getVerticesData(kind)![i]!, 5));
    }
    expect(mesh.getIndices()).toHaveLength(box.getIndices()!.length);
  });

  it.each([1, -1])("has the triangles of its mesh without indices, too, where it is scaled by %s", async (scale) => {
    const { scene, crowd } = await createWalkers();
    const attached = [[], [0, 1, 2]].map((indices) => {
      const mesh = new Mesh("triangle", scene);
      const data = new VertexData();
      data.positions = [0, 0, 0, 1, 0, 0, 0, 1, 0];
      data.indices = indices;
      data.applyToMesh(mesh);
      mesh.scaling.x = scale;
      return crowd.attach(mesh, "torso").mesh.getIndices();
    });
    expect(attached[1]).toHaveLength(3);
    expect(attached[0]).toEqual(attached[1]);
  });

  it("is only on the characters that have it, and gone when it is disposed", async () => {
    const { scene, crowd } = await createWalkers({ capacity: 2 });
    const indices = crowd.addMany(4);
    const box = CreateBox("box", {}, scene);
    const some = crowd.attach(box, "torso", [indices[1]!, indices[3]!]);
    const all = crowd.attach(box, "hips");
    render(scene, 1);
    expect([some.mesh.thinInstanceCount, all.mesh.thinInstanceCount]).toEqual([2, 4]);
    expect([0, 1].map((slot) => crowd.indexOf({ pickedMesh: some.mesh, thinInstanceIndex: slot }))).toEqual([indices[1], indices[3]]);
    some.setEnabled(indices[1]!, false);
    some.setEnabled(indices[0]!, true);
    crowd.remove(indices[3]!);
    crowd.addMany(3);
    render(scene, 1);
    expect([some.mesh.thinInstanceCount, all.mesh.thinInstanceCount]).toEqual([1, 6]);
    const count = scene.meshes.length;
    some.dispose();
    render(scene, 1);
    expect(scene.meshes).toHaveLength(count - 1);
    expect(() => crowd.attach(box, "tail")).toThrow(`node: ${ruleOf("nameOfNodeOfContainer")}`);
    expect(() => crowd.attach(box, "__root__")).toThrow(`node: ${ruleOf("locatableNode")}`);
  });
});

describe("a ray", () => {
  it("picks the character whose triangles it meets first, in the pose that is shown", async () => {
    const { scene, container, crowd } = await createWalkers({ posesPerSecond: 64 });
    const places = [0, 0.4, 3].map((z) =>
      Matrix.Compose(new Vector3(1, 1, 1), Quaternion.FromEulerAngles(0, z, 0), new Vector3(0.1, 0, z)),
    );
    const indices = places.map((place, i) => {
      const index = crowd.add(place);
      crowd.play(index, "run", { speed: 0, offset: 0.125 * i });
      return index;
    });
    render(scene, 1);
    const vertices = ordinaryTriangles(container.meshes.find((mesh) => mesh.getTotalVertices() > 0) as Mesh, crowd, indices);
    let hits = 0;
    for (let x = -0.6; x < 0.7; x += 0.13) {
      for (let y = 0.05; y < 2; y += 0.13) {
        const ray = new Ray(new Vector3(x, y, -5), new Vector3(0, 0, 1), 100);
        const expected = nearest(ray, vertices);
        const picked = crowd.pickWithRay(ray);
        expect(picked?.index).toBe(expected?.index);
        if (picked && expected) {
          expect(Math.abs(picked.distance - expected.distance)).toBeLessThan(1e-4);
          expect(Math.abs(picked.pickedPoint.z - (expected.distance - 5))).toBeLessThan(1e-4);
          hits++;
        }
      }
    }
    expect(hits).toBeGreaterThan(10);
    expect(crowd.pickWithRay(new Ray(new Vector3(0, 1, -5), new Vector3(0, 0, 1), 1))).toBeNull();
  });

  it("meets triangles within its length, of characters around its origin too, if their meshes are shown", async () => {
    const { scene, crowd } = await createWalkers();
    crowd.add();
    render(scene, 1);
    const pick = (z: number, length: number): number | null =>
      crowd.pickWithRay(new Ray(new Vector3(0, 1.2, z), new Vector3(0, 0, 1), length))?.distance ?? null;
    const front = pick(-5, 100)!;
    expect(front).toBeLessThan(5);
    expect(pick(-5, front + 0.01)).toBeCloseTo(front, 5);
    expect(pick(-5, front - 0.01)).toBeNull();
    const back = 10 - crowd.pickWithRay(new Ray(new Vector3(0, 1.2, 5), new Vector3(0, 0, -1), 100))!.distance - 5;
    expect(back).toBeGreaterThan(front - 5);
    expect(pick(back - 0.01, 100)).toBeCloseTo(0.01, 4);
    expect(pick(back + 0.01, 100)).toBeNull();
    crowd.meshes[0]!.isVisible = false;
    expect(pick(-5, 100)).toBeNull();
  });

  it("picks small characters from all sides, wherever they are", async () => {
    const { scene, crowd } = await createWalkers();
    const target = new Vector3(30, -20, 10);
    crowd.add();
    const index = crowd.add(Matrix.Scaling(0.01, 0.01, 0.01).multiply(Matrix.Translation(30, -20, 10)));
    render(scene, 1);
    const torso = crowd.getNodeMatrixToRef(index, "torso", new Matrix()).getTranslation();
    expect(Vector3.Distance(torso, target)).toBeLessThan(0.03);
    for (const side of [-1, 1]) {
      for (const axis of [new Vector3(0.2, 0.1, 1), new Vector3(1, 0.1, 0.2), new Vector3(1, -2, 3)]) {
        const direction = axis.scale(side); // not of length 1
        const ray = new Ray(torso.subtract(direction.scale(2)), direction, 100);
        expect(crowd.pickWithRay(ray)?.index).toBe(index);
        expect(crowd.pickWithRay(new Ray(ray.origin, direction.negate(), 100))).toBeNull();
      }
    }
  });

  it("meets vertices where the shader puts them, whatever the sum of their weights", async () => {
    // the shader's fourth coordinate is the sum of the weights, by which the device divides; where it is 0, no triangle is drawn
    const asset = createAsset((add) => ({
      nodes: [{ mesh: 0, skin: 0 }, { name: "joint" }, { name: "other", translation: [0, 0, 1] }],
      skins: [{ joints: [1, 2] }],
      meshes: [
        {
          primitives: [
            {
              attributes: {
                POSITION: add("VEC3", [0, 0, 0, 1, 0, 0, 0, 1, 0, 2, 1, 0, 3, 1, 0, 2, 2, 0], { min: [0, 0, 0], max: [3, 2, 0] }),
                JOINTS_0: add(
                  "VEC4",
                  Uint8Array.from({ length: 24 }, (_, i) => (i % 4) & 1),
                ),
                WEIGHTS_0: add("VEC4", [0.5, 0, 0, 0, 0.25, 0.25, 0, 0, 1.5, 0.5, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]),
              },
            },
          ],
        },
      ],
      animations: [
        {
          samplers: [{ input: addTimes(add, [0]), output: add("VEC3", [0, 0, 0]) }],
          channels: [{ sampler: 0, target: { node: 1, path: "translation" } }],
        },
      ],
    }));
    const scene = createScene({ rightHanded: true });
    const crowd = CreateClipCrowd(await loadContainer(asset, scene));
    crowd.add();
    render(scene, 1);
    const zAt = (x: number, y: number): number | null =>
      crowd.pickWithRay(new Ray(new Vector3(x, y, -5), new Vector3(0, 0, 1), 100))?.pickedPoint.z ?? null;
    const corners = [0, 0.5, 0.25] as const; // the share of the joint that is 1 m away
    expect(zAt(0.1, 0.1)).toBeCloseTo(0.8 * corners[0] + 0.1 * corners[1] + 0.1 * corners[2], 3);
    expect(zAt(0.7, 0.2)).toBeCloseTo(0.1 * corners[0] + 0.7 * corners[1] + 0.2 * corners[2], 3);
    expect([zAt(0.7, 0.4), zAt(0.1, 1.2)]).toEqual([null, null]);
    expect([zAt(1.5, 0.65), zAt(2.2, 1.2)]).toEqual([null, null]);
  });

  /** The triangles of each character, skinned by the definition of skinning from the matrices of its joints. */
  function ordinaryTriangles(mesh: Mesh, crowd: ClipCrowd, indices: readonly number[]): { index: number; corners: Vector3[] }[] {
    const [positions, bones, weights] = [VertexBuffer.PositionKind, VertexBuffer.MatricesIndicesKind, VertexBuffer.MatricesWeightsKind].map(
      (kind) => mesh.getVerticesData(kind)!,
    );
    const joints = mesh.skeleton!.bones;
    return indices.map((index) => {
      const matrices = joints.map((bone) =>
        bone.getAbsoluteInverseBindMatrix().multiply(crowd.getNodeMatrixToRef(index, bone.getTransformNode()!.name, new Matrix())),
      );
      const vertices = Array.from({ length: positions!.length / 3 }, (_, v) => {
        const vertex = Vector3.FromArray(positions!, 3 * v);
        return [0, 1, 2, 3].reduce((sum, k) => {
          const moved = Vector3.TransformCoordinates(vertex, matrices[bones![4 * v + k]!]!);
          return sum.add(moved.scale(weights![4 * v + k]!));
        }, Vector3.Zero());
      });
      return { index, corners: Array.from(mesh.getIndices()!, (i) => vertices[i]!) };
    });
  }

  function nearest(ray: Ray, all: readonly { index: number; corners: Vector3[] }[]): { index: number; distance: number } | null {
    let best: { index: number; distance: number } | null = null;
    for (const { index, corners } of all) {
      for (let i = 0; i < corners.length; i += 3) {
        const hit = ray.intersectsTriangle(corners[i]!, corners[i + 1]!, corners[i + 2]!);
        if (hit && hit.distance <= ray.length && (!best || hit.distance < best.distance)) {
          best = { index, distance: hit.distance };
        }
      }
    }
    return best;
  }
});

describe("nodes with the same name", () => {
  /** A rigid mesh and the joint of another mesh have the name "Head"; the mesh with the skin has its own. */
  async function loadTwins(order: readonly [mesh: number, joint: number]): Promise<AssetContainer> {
    const asset = createAsset((add) => {
      const attributes = addTriangle(add);
      const skinned = {
        ...attributes,
        JOINTS_0: add("VEC4", new Uint8Array(12)),
        WEIGHTS_0: add("VEC4", [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]),
      };
      const nodes: object[] = [];
      nodes[order[0]] = { name: "Head", mesh: 0, translation: [1, 0, 0] };
      nodes[order[1]] = { name: "Head", translation: [2, 0, 0] };
      return {
        nodes: [...nodes, { name: "body", mesh: 1, skin: 0 }],
        skins: [{ joints: [order[1]] }],
        meshes: [{ primitives: [{ attributes }] }, { primitives: [{ attributes: skinned }] }],
        animations: [
          {
            samplers: [{ input: addTimes(add, [0]), output: add("VEC3", [0, 0, 1]) }],
            channels: [{ sampler: 0, target: { node: order[0], path: "translation" } }],
          },
        ],
      };
    });
    return loadContainer(asset, createScene({ rightHanded: true }));
  }

  it.each([
    { order: [0, 1], x: 1 },
    { order: [1, 0], x: 2 },
  ] as const)("of two, the first of the file is used, and one warning names it: $order", async ({ order, x }) => {
    const container = await loadTwins(order);
    const translation = (crowd: ClipCrowd): number[] => crowd.getNodeMatrixToRef(0, "Head", new Matrix()).getTranslation().asArray();
    const { warnings, result: crowd } = await collectWarnings(() => CreateClipCrowdAsync(container));
    crowd.add();
    render(crowd.scene, 1);
    expect(warnings).toEqual([]);
    const { warnings: later } = await collectWarnings(() => Promise.resolve([translation(crowd), translation(crowd)]));
    expect(translation(crowd)).toEqual([x, 0, 0]);
    expect(later).toEqual(["crowd: 2 nodes have the name Head; /nodes/0 is used; rename the others"]);
  });

  it("a node with a skin, which is two of Babylon's, is one", async () => {
    const container = await loadTwins([0, 1]);
    expect([...container.transformNodes, ...container.meshes].filter(({ name }) => name === "body")).toHaveLength(2);
    const { warnings } = await collectWarnings(() => CreateClipCrowdAsync(container, { nodes: ["body"] }));
    expect(warnings).toEqual([]);
  });
});

describe("promotion", () => {
  it("makes an ordinary instance at the same place and timestamp, which plays on, and gives it back", async () => {
    const { scene, crowd } = await createWalkers();
    const place = Matrix.Compose(new Vector3(2, 2, 2), Quaternion.FromEulerAngles(0, 1, 0), new Vector3(3, 0, 1));
    const [index, other] = [crowd.add(place), crowd.add()];
    crowd.play(index, "walk", { reverse: true, repetitions: 5, speed: 2 });
    render(scene, 50);
    const { timestamp, completedRepetitions, direction } = crowd.at(index).time;
    const promoted = crowd.promote(index);
    expect(crowd.promote(index)).toBe(promoted);
    expect(promoted.clip!.timestamp).toBe(timestamp);
    const root = promoted.entries.rootNodes[0] as TransformNode;
    expect(root.parent).toBe(promoted.root);
    promoted.root
      .computeWorldMatrix(true)
      .asArray()
      .forEach((component, i) => expect(component).toBeCloseTo(place.m[i]!, 5));
    render(scene, 1);
    expect(crowd.meshes[0]!.thinInstanceCount).toBe(1);
    expect(crowd.indexOf({ pickedMesh: crowd.meshes[0]!, thinInstanceIndex: 0 })).toBe(other);
    render(scene, 4);
    promoted.root.position.x = 9;
    const expected = timestamp + direction * 4 * 2 * FRAME;
    expect(promoted.clip!.timestamp).toBeCloseTo(expected, 10);
    promoted.demote();
    promoted.demote();
    render(scene, 1);
    expect(crowd.at(index).time).toMatchObject({ completedRepetitions, direction });
    expect(crowd.timestamps[index]).toBeCloseTo(expected + direction * 2 * FRAME, 10);
    expect(crowd.matrices[16 * index + 12]).toBe(9);
    expect(crowd.meshes[0]!.thinInstanceCount).toBe(2);
  });

  it("uses instances again, each in its own pose", async () => {
    const { scene, crowd } = await createWalkers({ posesPerSecond: 64 });
    const [a, b] = [crowd.add(), crowd.add()];
    crowd.play(a, "run", { speed: 0, offset: 0.25 });
    render(scene, 1);
    const first = crowd.promote(a);
    first.demote();
    const count = scene.meshes.length;
    const second = crowd.promote(b);
    expect(second.root).toBe(first.root);
    expect(second.clip).toBeNull();
    const torso = second.root.getDescendants(false).find(({ name }) => name === "torso") as TransformNode;
    torso.parent!.computeWorldMatrix(true);
    const expected = crowd.getNodeMatrixToRef(b, "torso", new Matrix());
    second.root.getDescendants(false).forEach((node) => node.computeWorldMatrix(true));
    torso
      .getWorldMatrix()
      .asArray()
      .forEach((component, i) => expect(component).toBeCloseTo(expected.m[i]!, 5));
    expect(scene.meshes).toHaveLength(count);
    crowd.remove(b);
    expect(second.root.isEnabled()).toBe(false);
  });
});

describe("what a crowd leaves behind", () => {
  function contents(scene: Scene): Record<string, number> {
    const { meshes, materials, textures, skeletons, geometries, transformNodes, animationGroups, lights, cameras } = scene;
    const lists = { meshes, materials, textures, skeletons, geometries, transformNodes, animationGroups, lights, cameras };
    const observables = {
      animations: scene.onBeforeAnimationsObservable,
      targets: scene.onBeforeRenderTargetsRenderObservable,
      dispose: scene.onDisposeObservable,
    };
    return Object.fromEntries([
      ...Object.entries(lists).map(([name, list]) => [name, list.length]),
      ...Object.entries(observables).map(([name, { observers }]) => [name, (observers as unknown[]).length]),
    ]) as Record<string, number>;
  }

  it("is nothing, after characters, attachments and promotions", async () => {
    const scene = createScene();
    const container = await loadWalker(scene);
    const first = CreateClipCrowd(container);
    first.play(first.add(), "walk");
    first.promote(0); // the scene keeps the geometry that instances share with the container, and its scheduler of clips
    first.dispose();
    await new Promise((resolve) => setTimeout(resolve)); // Babylon removes observers in a task
    const before = contents(scene);
    for (let i = 0; i < 3; i++) {
      const crowd = CreateClipCrowd(container, { capacity: 1 });
      const box = CreateBox("box", {}, scene);
      const indices = crowd.addMany(5);
      crowd.playMany(indices, "walk");
      crowd.setColor(indices[0]!, { r: 1, g: 0, b: 0, a: 1 });
      crowd.attach(box, "torso");
      crowd.promote(indices[1]!);
      crowd.promote(indices[2]!).demote();
      render(scene, 3);
      crowd.dispose();
      crowd.dispose();
      box.dispose();
      expect(() => crowd.add()).toThrow(`crowd: ${ruleOf("notDisposed")}`);
      expect(() => crowd.play(indices[0]!, "walk")).toThrow("index: the crowd has no character");
    }
    render(scene, 1);
    await new Promise((resolve) => setTimeout(resolve));
    expect(contents(scene)).toEqual(before);
  });

  it("is no material, whichever of two crowds of a container goes first", async () => {
    const scene = createScene();
    const container = await loadWalker(scene);
    const before = [...scene.materials];
    for (const first of [0, 1]) {
      const crowds = [CreateClipCrowd(container), CreateClipCrowd(container)];
      crowds[first]!.dispose();
      expect(scene.materials).toContain(container.meshes.find(({ material }) => material)!.material);
      crowds[1 - first]!.dispose();
      expect(scene.materials).toEqual(before);
    }
  });

  it("is nothing after its scene is disposed", async () => {
    const { scene, crowd } = await createWalkers();
    crowd.add();
    scene.dispose();
    expect(crowd.count).toBe(0);
  });

  it("is not a change of the container", async () => {
    const scene = createScene();
    const container = await loadWalker(scene);
    const node = container.transformNodes.find(({ name }) => name === "torso")!;
    const before = node.rotationQuaternion!.asArray();
    const crowd = CreateClipCrowd(container);
    crowd.play(crowd.add(), "run");
    render(scene, 10);
    expect(node.rotationQuaternion!.asArray()).toEqual(before);
    expect(container.meshes.every((mesh) => !mesh.hasThinInstances)).toBe(true);
  });
});

describe("baking over several frames", () => {
  it("gives the same crowd, and tells its progress", async () => {
    const scene = createScene();
    const container = await loadWalker(scene);
    const shares: number[] = [];
    const options = { halfFloat: false, posesPerSecond: 64 };
    const crowd = await CreateClipCrowdAsync(container, { ...options, sliceMilliseconds: 0.01, onProgress: (share) => shares.push(share) });
    expect(shares.length).toBeGreaterThan(64);
    expect(shares.at(-1)).toBe(1);
    expect(shares.every((share, i) => i === 0 || share > shares[i - 1]!)).toBe(true);
    const ordinary = createOrdinary(container);
    ordinary.run.timestamp = 0.25;
    crowd.play(crowd.add(), "run", { speed: 0, offset: 0.25 });
    render(scene, 1);
    expect(distanceTo(crowd, 0, ordinary)).toBeLessThan(1e-6);
  });

  it("pauses after each clip that it compiles, too", async () => {
    const container = await loadWalker(createScene());
    const compiling = compileClips(container, resolveOptions({}));
    const steps = container.animationGroups.filter((group) => group instanceof ClipAnimationGroup);
    expect(steps.length).toBeGreaterThan(1);
    steps.forEach(() => expect(compiling.next()).toEqual({ done: false, value: undefined }));
    const { done, value } = compiling.next();
    expect(done).toBe(true);
    expect(value!.clips.map(({ name }) => name)).toEqual(steps.map(({ name }) => name));
  });

  it("can be aborted", async () => {
    const scene = createScene();
    const container = await loadWalker(scene);
    const count = scene.meshes.length;
    const controller = new AbortController();
    const { signal } = controller;
    const crowd = CreateClipCrowdAsync(container, { sliceMilliseconds: 0.01, signal, onProgress: () => controller.abort() });
    await expect(crowd).rejects.toThrow();
    expect(scene.meshes).toHaveLength(count);
  });
});

const caps = { maxTextureSize: 2048, textureHalfFloat: true, textureFloat: true };
const engine = (more: object = {}): never =>
  ({ _gl: {}, isWebGPU: false, version: 2, description: "WebGL2", getCaps: () => caps, ...more }) as never;

describe("an engine that cannot draw a crowd", () => {
  it.each([
    { what: "WebGL 1", more: { version: 1, description: "WebGL1" }, size: {}, message: `engine: ${ruleOf("webGL2", "WebGL1")}` },
    {
      what: "too many rows",
      more: {},
      size: { baked: 2000 },
      message: `options.clips: ${ruleOf("rowsAtMost", 1984, 2000)}`,
    },
    {
      what: "too many matrices",
      more: {},
      size: { entries: 513 },
      message: ruleOf("jointsAtMost", 512, 513),
    },
  ])("is refused: $what", ({ more, size, message }) => {
    expect(() => expectFit(engine(more), { entries: 512, baked: 1984, live: 64, ...size })).toThrow(message);
    expect(() => expectFit(engine(more), { entries: 512, baked: 1984, live: 64, ...size })).toThrow(
      /use ordinary instances|lower posesPerSecond/,
    );
  });

  it("is not refused at its limits", () => {
    expect(() => expectFit(engine(), { entries: 512, baked: 1984, live: 64 })).not.toThrow();
    expect(() => expectFit(engine({ isWebGPU: true, version: 1 }), { entries: 512, baked: 1984, live: 64 })).not.toThrow();
  });
});

describe("poses that are too many for any device", () => {
  it("are refused before they are baked, with the options that make them fewer", () => {
    const engine = createScene().getEngine();
    expect(() => expectFit(engine, { entries: 512, baked: 16_320, live: 64 })).not.toThrow(); // 2^23 matrices
    expect(() => expectFit(engine, { entries: 512, baked: 16_321, live: 64 })).toThrow(
      new RangeError(`options.clips: ${ruleOf("rowsAtMostBesideLive", 16320, 64, 512, 16321)}`),
    );
    expect(() => expectFit(engine, { entries: 512, baked: 1, live: 20_000 })).toThrow(ruleOf("rowsAtMostBesideLive", 0, 20000));
  });

  it("are refused by CreateClipCrowd and by CreateClipCrowdAsync", async () => {
    const container = await loadWalker(createScene());
    const options = { posesPerSecond: 1e9 };
    expect(() => CreateClipCrowd(container, options)).toThrow(/^options\.clips: must have at most \d+ rows, beside 64 live ones/);
    await expect(CreateClipCrowdAsync(container, options)).rejects.toThrow(RangeError);
  });
});

describe("live rows of a crowd that gets clips", () => {
  it("are as many as before if the texture has room for them, and never fewer than those of a new crowd", async () => {
    const container = await loadWalker(createScene());
    const options = resolveOptions({});
    const asset = new CrowdAsset(container, options);
    const { baked } = runCoroutineSync(bakeAll(asset, options)).size;
    const liveRows = (room: number, before: number): number => {
      const getEngine = () => engine({ getCaps: () => ({ ...caps, maxTextureSize: baked + room }) });
      const drawn = Object.create(asset, { container: { value: { scene: { getEngine } } } }) as CrowdAsset;
      return runCoroutineSync(bakeAll(drawn, options, { live: before })).size.live;
    };
    const rows = [liveRows(100, 0), liveRows(100, 80), liveRows(100, 128), liveRows(64, 128)];
    expect(rows).toEqual([64, 80, 100, 64]);
    expect(() => liveRows(63, 128)).toThrow(ruleOf("rowsAtMost", baked - 1));
  });
});

describe("half floats", () => {
  /** Half of the last place of numbers up to 8. */
  const HALF = 4 * 2 ** -11;

  it("give way to single floats where coordinates are too large for them", async () => {
    const scene = createScene();
    const container = await loadWalker(scene);
    (container.rootNodes[0] as TransformNode).position.x = 1e6;
    const crowd = CreateClipCrowd(container);
    crowd.add();
    render(scene, 1);
    expect(Math.abs(crowd.getNodeMatrixToRef(0, "torso", new Matrix()).m[12]! - 1e6)).toBeLessThan(1);
  });

  it("keep baked and live rows within their precision", async () => {
    const scene = createScene();
    const container = await loadWalker(scene);
    const crowd = CreateClipCrowd(container, { posesPerSecond: 64 });
    const ordinary = createOrdinary(container);
    crowd.play(crowd.add(), "run", { speed: 0, offset: 0.25 });
    ordinary.run.timestamp = 0.25;
    render(scene, 1);
    expect(distanceTo(crowd, 0, ordinary)).toBeLessThan(HALF);
    expect(distanceTo(crowd, 0, ordinary)).toBeGreaterThan(1e-5); // they are no single floats
    const between = 0.25 + 0.5 / 64;
    crowd.play(0, "run", { speed: 1e-9, offset: between });
    ordinary.run.timestamp = between;
    render(scene, 1);
    expect(distanceTo(crowd, 0, ordinary)).toBeLessThan(HALF);
    expect(distanceTo(crowd, 0, ordinary)).toBeGreaterThan(1e-5);
  });
});
