/** Live poses: what computes them, and how many there may be. */
import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { AnimationKeyInterpolation } from "@babylonjs/core/Animations/animationKey.js";
import { Matrix, Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { AssetContainer } from "@babylonjs/core/assetContainer.js";
import { toHalf } from "../../../src/characters/crowd/asset/halfFloat.js";
import { CrowdAsset } from "../../../src/characters/crowd/asset/crowdAsset.js";
import { resolveOptions } from "../../../src/characters/crowd/asset/crowdOptions.js";
import { rowTimesOf, sampledTimeOf } from "../../../src/characters/crowd/live/clipRows.js";
import { instantiateKernels, WasmKernels } from "../../../src/characters/crowd/live/wasmKernels.js";
import { type ClipCrowd, CreateClipCrowd } from "../../../src/crowd.js";
import { CreateClip, RequireClip } from "../../../src/index.js";
import { slerp, type Track } from "../../../src/gltf/sampling/index.js";
import { eachAsset, readAsset } from "../../helpers/assets.js";
import { createAnimation } from "../../helpers/group.js";
import { stageKernels } from "../../helpers/poseKernels.js";
import { createRandom } from "../../helpers/random.js";
import { ruleOf } from "../../helpers/rules.js";
import { collectWarnings, createScene, disposeScenes, loadContainer, render } from "../../helpers/scene.js";
import { createOrdinary, createWalkers, distanceTo, loadWalker } from "../../helpers/walkers.js";

afterEach(() => {
  jest.restoreAllMocks();
  disposeScenes();
});

const track = (times: number[], interpolation: Track["interpolation"], ease?: Track["ease"]): Track => {
  const size = interpolation === "CUBICSPLINE" ? 3 : 1;
  return {
    times: Float64Array.from(times),
    values: new Float64Array(size * times.length),
    size: 1,
    interpolation,
    isRotation: false,
    ease,
  };
};

describe("the rows of a clip", () => {
  it("are at the keys of all tracks within the clip, and at its ends", () => {
    expect([...rowTimesOf([track([0, 1, 2, 5], "LINEAR"), track([0.5, 1, 9], "LINEAR")], 0.25, 4)]).toEqual([0.25, 0.5, 1, 2, 4]);
  });

  it("come twice where a track jumps: just before, and from then on", () => {
    const times = rowTimesOf([track([0, 1, 2], "STEP"), track([0, 0.5, 0.5, 2], "LINEAR")], 0, 2);
    expect([...times]).toEqual([0, 0.5, 0.5, 1, 1, 2, 2]);
    const sampled = Array.from(times, (_, row) => sampledTimeOf(times, row));
    expect(sampled.map((time, row) => time < times[row]!)).toEqual([false, true, false, true, false, true, false]);
    sampled.forEach((time, row) => expect(time).toBeCloseTo(times[row]!, 12));
  });

  it.each([-2, -0, 0, 1e-9, 5])("are sampled before a jump at %d", (time) => {
    expect(sampledTimeOf(Float64Array.of(time, time), 0)).toBeLessThan(time);
    expect(sampledTimeOf(Float64Array.of(time, time), 0)).toBeCloseTo(time, 12);
  });

  it.each([
    ["CUBICSPLINE", track([0, 1], "CUBICSPLINE")],
    ["an easing", track([0, 1], "LINEAR", (amount) => amount ** 2)],
  ])("are none with %s", (_, curved) => {
    expect(rowTimesOf([track([0, 1], "LINEAR"), curved], 0, 1)).toHaveLength(0);
  });
});

describe("the kernels in WebAssembly", () => {
  const kernels = instantiateKernels()!;
  const { memory } = kernels;
  memory.grow(64);
  const floats = new Float32Array(memory.buffer);
  const random = createRandom(7);

  /** Sets the rotation of a node of a block. */
  function setRotation(block: number, node: number, rotation: readonly number[]): void {
    rotation.forEach((component, i) => (floats[40 * block + 12 + 4 * i + node] = component));
  }

  const randomRotation = (): number[] => {
    const components = [0, 1, 2, 3].map(() => random() - 0.5);
    const length = Math.hypot(...components);
    return components.map((component) => component / length);
  };
  const near = (rotation: readonly number[], by: number): number[] => {
    const components = rotation.map((component) => component + by * (random() - 0.5));
    return components.map((component) => component / Math.hypot(...components));
  };

  it.each([0, 0.125, 0.3, 0.5, 0.77, 1])("interpolate rotations of any distance by the shortest arc, at %d", (amount) => {
    const pairs: [number[], number[]][] = [
      [
        [0, 0, 0, 1],
        [0, 0, 1, 0],
      ],
      [
        [0.6, 0, 0, 0.8],
        [0.6, 0, 0, 0.8],
      ],
    ];
    for (let i = 0; i < 2000; i++) {
      const a = randomRotation();
      const b = i % 2 === 0 ? randomRotation() : near(a, 2 ** -(i % 20));
      pairs.push([a, i % 3 === 0 ? b.map((component) => -component) : b]);
    }
    let worst = 0;
    for (const [a, b] of pairs) {
      [0, 1, 2, 3].forEach((node) => {
        setRotation(0, node, node === 2 ? a : [0, 0, 0, 1]);
        setRotation(1, node, node === 2 ? b : [0, 0, 0, 1]);
      });
      floats[2 ** 17] = amount;
      kernels.blend(0, 160, 2 ** 19, 1, 0x80000000, 320);
      const expected = new Float64Array(4);
      slerp(Float64Array.from(a), 0, Float64Array.from(b), 0, amount, expected, 0);
      expected.forEach((component, i) => (worst = Math.max(worst, Math.abs(component - floats[80 + 12 + 4 * i + 2]!))));
    }
    expect(worst).toBeLessThan(5e-7);
  });

  it("round to the same half floats", () => {
    const values = new Float32Array(2 ** 16);
    for (let i = 0; i < values.length; i++) {
      values[i] = (random() - 0.5) * 2 ** Math.floor(random() * 44 - 26);
    }
    values.set([0, -0, 1 + 2 ** -11, 1 + 3 * 2 ** -11, 65504, 65519, 65520, -1e9, Infinity, -Infinity, 2 ** -25, 2 ** -14, -(2 ** -24)]);
    floats.set(values);
    kernels.halves(0, values.length, 2 ** 20);
    const rounded = new Uint16Array(memory.buffer, 2 ** 20, values.length);
    expect(rounded).toEqual(Uint16Array.from(values, toHalf));
  });
});

describe("both kernels show the same", () => {
  const FILES = [
    "skin-Fox.glb",
    "skin-raylib-robot-14anims.glb",
    "skin-CesiumMan.glb",
    "trs-InterpolationTest.glb",
    "assetgen/Animation_Node_05.glb",
  ];
  eachAsset(FILES.map((file) => ({ file })))("$file", async ({ file }) => {
    const container = await loadContainer(readAsset(file), createScene());
    const asset = new CrowdAsset(container, resolveOptions({}));
    const staged = stageKernels(asset);
    const random = createRandom(3);
    const { clips, palette } = asset;
    const size = Math.max(1, ...palette.inverseBinds.flatMap((matrix) => [...matrix.map(Math.abs)]));
    for (let i = 0; i < 300; i++) {
      const parts = [0, 1, 2].slice(0, 1 + (i % 3)).map(() => {
        const clip = i % 7 === 0 ? null : clips[Math.floor(random() * clips.length)]!;
        return { clip, time: clip ? clip.start + random() * (clip.end - clip.start) : 0, amount: random() };
      });
      const [expected, actual] = staged.map(({ kernels, row }) => {
        parts.forEach(({ clip, time, amount }, part) => kernels[part === 0 ? "set" : "blend"](clip, Float64Array.of(time, amount)));
        return row();
      });
      const largest = Math.max(size, ...expected!.map(Math.abs));
      const apart = Math.max(...expected!.map((component, at) => Math.abs(component - actual![at]!)));
      expect(apart / largest).toBeLessThan(2e-6);
    }
  });
});

describe("both kernels show the same, whatever a clip has", () => {
  /** Both kernels of the walker, and the largest difference between their rows at many times of a clip. */
  async function differenceOf(change: (group: AnimationGroup, container: AssetContainer) => void, start = 0, end = 1): Promise<number> {
    const scene = createScene();
    const container = await loadWalker(scene);
    const group = new AnimationGroup("clip", scene);
    change(group, container);
    group.normalize(60 * start, 60 * end);
    const asset = new CrowdAsset(container, resolveOptions({ clips: [group] }));
    const staged = stageKernels(asset);
    let worst = 0;
    for (let time = start; time <= end; time += 0.0117) {
      const [expected, actual] = staged.map(({ kernels, row }) => {
        kernels.set(asset.clips[0]!, Float64Array.of(time, 1));
        return Float32Array.from(row());
      });
      expected!.forEach((component, i) => (worst = Math.max(worst, Math.abs(component - actual![i]!))));
    }
    return worst;
  }

  const nodeOf = ({ transformNodes, meshes }: AssetContainer, name: string): TransformNode =>
    [...transformNodes, ...meshes].find((node) => node.name === name)!;
  const rotations = (frames: number[], values: Quaternion[]): Animation =>
    createAnimation("rotationQuaternion", { frames, values, dataType: Animation.ANIMATIONTYPE_QUATERNION });

  it("first channels that move nothing drawn", async () => {
    const keys = (angle: number): Animation =>
      rotations(
        [0, 20, 40, 60],
        [0, 1, 0, 1].map((i) => Quaternion.RotationAxis(Vector3.Right(), i * angle)),
      );
    const difference = await differenceOf((group, container) => {
      group.addTargetedAnimation(keys(0.1), new TransformNode("helper", container.scene));
      group.addTargetedAnimation(keys(1), nodeOf(container, "left shin"));
    });
    expect(difference).toBeLessThan(1e-6);
  });

  it("jumps before, at and after 0", async () => {
    const difference = await differenceOf(
      (group, container) => {
        const jumping = createAnimation("position", { dataType: Animation.ANIMATIONTYPE_VECTOR3 });
        const { STEP } = AnimationKeyInterpolation;
        jumping.setKeys([-30, -15, 0, 15, 30].map((frame, i) => ({ frame, value: new Vector3(i, 0, 0), interpolation: STEP })));
        group.addTargetedAnimation(jumping, nodeOf(container, "hips"));
      },
      -0.5,
      0.5,
    );
    expect(difference).toBeLessThan(1e-6);
  });

  it.each([1, 2, 3, 4, 5, 6])("half turns, and rotations that come near them (%d)", async (seed) => {
    const random = createRandom(seed);
    const difference = await differenceOf((group, container) => {
      const axis = new Vector3(random() - 0.5, random() - 0.5, random() - 0.5).normalize();
      const base = Quaternion.FromEulerAngles(random(), random(), random());
      const turns = [0, 1, 2, 3, 4].map((i) => base.multiply(Quaternion.RotationAxis(axis, i * Math.PI)));
      group.addTargetedAnimation(rotations([0, 15, 30, 45, 60], turns), nodeOf(container, "left shin"));
    });
    expect(difference).toBeLessThan(1e-6);
  });

  it("more keys than a clip may have rows", async () => {
    const difference = await differenceOf((group, container) => {
      const frames = Array.from({ length: 5000 }, (_, i) => (60 * i) / 4999);
      const values = frames.map((frame) => Quaternion.RotationAxis(Vector3.Right(), Math.sin(frame)));
      group.addTargetedAnimation(rotations(frames, values), nodeOf(container, "left shin"));
    });
    expect(difference).toBeLessThan(1e-6);
  });

  it("no memory", async () => {
    const { crowd } = await createWalkers({ exact: true });
    expect(crowd.kernels).toBe("wasm");
    crowd.play(crowd.add(), "walk");
    jest.spyOn(WebAssembly.Memory.prototype, "grow").mockImplementation(() => {
      throw new RangeError("WebAssembly.Memory.grow(): Unable to grow instance memory");
    });
    render(crowd.scene, 2);
    const { crowd: other } = await createWalkers({ exact: true });
    expect(other.kernels).toBe("javascript");
    other.play(other.add(), "walk");
    render(other.scene, 2);
    const [m, expected] = [crowd, other].map((each) => each.getNodeMatrixToRef(0, "left shin", new Matrix()).m);
    m!.forEach((component, i) => expect(component).toBeCloseTo(expected![i]!, 6));
  });
});

describe("a crowd", () => {
  /** Characters that play, fade, are mixed and have an additive clip on top. */
  async function play(): Promise<{ crowd: ClipCrowd; matrices: number[][] }> {
    const { scene, container } = await createWalkers();
    const groups = ["walk", "run"].map((name) => container.animationGroups.find((group) => group.name === name)!);
    const added = groups[1]!.clone("added");
    added.isAdditive = true;
    const crowd = CreateClipCrowd(container, { clips: [...groups, added], exact: true, halfFloat: false });
    const indices = [...crowd.addMany(4)];
    crowd.playMany(indices, "walk", { offset: 0.2 });
    render(scene, 3);
    crowd.play(indices[1]!, "run", { fade: 1 });
    crowd.setWeights(indices[2]!, ["walk", "run"], [0.3, 0.7]);
    crowd.setWeights(indices[3]!, ["walk", "added"], [1, 0.5]);
    const matrices: number[][] = [];
    for (let frame = 0; frame < 20; frame++) {
      render(scene, 1);
      matrices.push(
        indices.flatMap((index) => ["torso", "left shin"].flatMap((name) => [...crowd.getNodeMatrixToRef(index, name, new Matrix()).m])),
      );
    }
    return { crowd, matrices };
  }

  it("uses WebAssembly, and JavaScript where it is not allowed, with the same poses", async () => {
    const wasm = await play();
    jest.spyOn(WebAssembly, "Instance").mockImplementation(() => {
      throw new WebAssembly.CompileError("Refused to compile or instantiate WebAssembly module");
    });
    const script = await play();
    expect([wasm.crowd.kernels, script.crowd.kernels]).toEqual(["wasm", "javascript"]);
    const numbers = script.matrices.flat();
    expect(new Set(numbers).size).toBeGreaterThan(100);
    wasm.matrices.flat().forEach((number, i) => expect(Math.abs(number - numbers[i]!)).toBeLessThan(2e-6));
  });

  it("that is exact shows the poses of ordinary instances between the rows", async () => {
    const { scene, container, crowd } = await createWalkers({ exact: true, posesPerSecond: 2 });
    const { walk, ...ordinary } = createOrdinary(container);
    const index = crowd.add();
    crowd.play(index, "walk");
    walk.play();
    let largest = 0;
    for (let frame = 0; frame < 30; frame++) {
      render(scene, 1);
      largest = Math.max(largest, distanceTo(crowd, index, { walk, ...ordinary }));
    }
    expect(largest).toBeLessThan(1e-6);
  });

  it("that is exact computes no pose that has not changed", async () => {
    const { scene, crowd } = await createWalkers({ exact: true });
    const indices = crowd.addMany(3);
    crowd.playMany(indices, "walk");
    const write = jest.spyOn(WasmKernels.prototype, "write");
    const written = (change: () => void, frames = 1): number => {
      change();
      write.mockClear();
      render(scene, frames);
      return write.mock.calls.length;
    };
    render(scene, 2);
    const counts = [
      written(() => undefined),
      written(() => crowd.pause(indices[1]!)),
      written(() => crowd.seek(indices[1]!, 0.25)),
      written(() => [0, 2].forEach((i) => crowd.pause(indices[i]!))),
      written(() => crowd.play(indices[0]!, "run", { offset: 0.25, speed: 0 })),
      written(() => crowd.remove(indices[0]!)),
      written(() => crowd.play(indices[1]!, "run", { fade: 10 }), 2),
      written(() => crowd.addMany(100)),
    ];
    expect(counts).toEqual([3, 2, 3, 0, 1, 2, 2, 1]);
  });

  it("that is exact shows a clip without length", async () => {
    const { container } = await createWalkers();
    const stand = CreateClip("stand", RequireClip(container, "walk"), { start: 0.3, end: 0.3 });
    const crowd = CreateClipCrowd(container, { clips: [stand], exact: true, halfFloat: false });
    const ordinary = createOrdinary(container);
    const index = crowd.add();
    crowd.play(index, "stand");
    ordinary.walk.timestamp = 0.3;
    render(crowd.scene, 2);
    expect(distanceTo(crowd, index, ordinary)).toBeLessThan(1e-6);
  });

  it("may be exact for a while", async () => {
    const { scene, crowd } = await createWalkers({ posesPerSecond: 0.5 });
    const index = crowd.add();
    crowd.play(index, "walk");
    const changes = (): number => {
      const shown = Array.from({ length: 6 }, () => {
        render(scene, 1);
        return crowd.getNodeMatrixToRef(index, "left shin", new Matrix()).m[6]!;
      });
      return new Set(shown).size;
    };
    expect([crowd.exact, changes()]).toEqual([false, 1]);
    crowd.exact = true;
    expect([crowd.exact, changes()]).toEqual([true, 6]);
    crowd.exact = false;
    expect(changes()).toBe(1);
  });

  it("that is exact shows the nearest rows where no exact row is left", async () => {
    const { scene, crowd } = await createWalkers({ exact: true, posesPerSecond: 2, maxLivePoses: 1 });
    const indices = crowd.addMany(2);
    crowd.playMany(indices, "walk");
    const shown = (): number[] => [...indices].map((index) => crowd.getNodeMatrixToRef(index, "left shin", new Matrix()).m[6]!);
    render(scene, 4);
    const before = shown();
    render(scene, 4);
    expect(shown().map((value, i) => value !== before[i])).toEqual([true, false]);
  });

  it("poses any number of characters exactly, by a texture that grows", async () => {
    const { scene, container, crowd } = await createWalkers();
    const indices = crowd.addMany(500);
    const { warnings } = await collectWarnings(async () => {
      crowd.playMany(indices, "walk", { speed: 0 });
      render(scene, 2);
      crowd.playMany(indices, "run", { speed: 0, fade: 8 });
      render(scene, 250);
      return Promise.resolve();
    });
    expect(warnings).toEqual([]);
    const first = crowd.getNodeMatrixToRef(indices[0]!, "left shin", new Matrix());
    const [walking, running] = [createOrdinary(container), createOrdinary(container)];
    [walking.walk, running.run].forEach((clip) => (clip.timestamp = 0));
    expect([walking, running].map((each) => distanceTo(crowd, indices[499]!, each) > 0.01)).toEqual([true, true]);
    expect(crowd.getNodeMatrixToRef(indices[499]!, "left shin", new Matrix()).m).toEqual(first.m);
  });

  it.each([-1, 0.5, NaN])("refuses %d live poses", async (maxLivePoses) => {
    await expect(createWalkers({ maxLivePoses })).rejects.toThrow(
      `options.maxLivePoses: ${ruleOf("integerAtLeast0OrInfinity", maxLivePoses)}`,
    );
  });
});
