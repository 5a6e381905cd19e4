import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import type { AbstractEngine } from "@babylonjs/core/Engines/abstractEngine.js";
import { HemisphericLight } from "@babylonjs/core/Lights/hemisphericLight.js";
import { Color4 } from "@babylonjs/core/Maths/math.color.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { AssetContainer } from "@babylonjs/core/assetContainer.js";
import { Scene } from "@babylonjs/core/scene.js";
import { ReasonNotToFollow } from "../../../src/pure.js";
import { groupsByIndex, loadContainer } from "../files/model.js";
import type { Source } from "../files/source.js";
import { reasonOf } from "../playback/comparison.js";
import type { GroupKind } from "../playback/groupPlayable.js";
import { TimedTask } from "../playback/timing.js";
import { extentOfMotion, nodesBelow, type Extent } from "../stage/extent.js";
import { fit } from "../stage/outline.js";
import type { Contents, Kind } from "./figures.js";

const LOADED: Readonly<Record<Kind, readonly [groups: GroupKind, skeletons: boolean]>> = {
  plain: ["plain", false],
  compiled: ["compiled", false],
  following: ["compiled", true],
};

/** The space of an instance, as a multiple of its size. */
const SPACING = 1.2;
/** The share of the picture that the instances fill. */
const FRAMED = 0.95;
/** The part of an animation by which an instance is ahead of the one before: no two of them show the same pose. */
const PHASE = (Math.sqrt(5) - 1) / 2;

/** A scene with instances of a file that play and are all in view. */
export class Subject {
  /** The animation step of 16 ms. */
  readonly step = new TimedTask(() => this.scene.animate());
  private readonly _roots: { readonly node: TransformNode; readonly x: number; readonly z: number; readonly index: number }[] = [];
  private readonly _camera: FreeCamera;
  private _extent: Extent | null = null;
  private _instances = 0;

  private constructor(
    readonly kind: Kind,
    readonly scene: Scene,
    private readonly _container: AssetContainer,
  ) {
    this._camera = new FreeCamera("camera", Vector3.Zero(), scene);
    scene.activeCamera = this._camera;
    new HemisphericLight("light", Vector3.Up(), scene);
  }

  /**
   * Loads a file, without instances.
   * @param animations indices of the animations that the instances play
   * @throws Error if Babylon cannot load it
   */
  static async load(kind: Kind, source: Source, engine: AbstractEngine, animations: readonly number[]): Promise<Subject> {
    const scene = new Scene(engine);
    scene.useRightHandedSystem = true;
    scene.useConstantAnimationDeltaTime = true;
    scene.clearColor = new Color4(0.2, 0.2, 0.24, 1);
    const container = await loadContainer(source, scene, ...LOADED[kind]);
    const groups = groupsByIndex(container);
    container.animationGroups = animations.flatMap((index) => groups[index] ?? []); // instances copy only what they play
    return new Subject(kind, scene, container);
  }

  get plays(): boolean {
    return this._container.animationGroups.length > 0;
  }

  get hasSkeletons(): boolean {
    return this._container.skeletons.length > 0;
  }

  get nodes(): number {
    return this._container.transformNodes.length + this._container.meshes.length;
  }

  get contents(): Contents {
    const { animationGroups, skeletons, meshes } = this._container;
    const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
    const drawn = meshes.filter((mesh) => mesh.getTotalVertices() > 0);
    return {
      channels: sum(animationGroups.map(({ targetedAnimations }) => targetedAnimations.length)),
      bones: sum(skeletons.map(({ bones }) => bones.length)),
      meshes: sum(drawn.map(({ subMeshes }) => subMeshes?.length ?? 1)),
      vertices: sum(drawn.map((mesh) => mesh.getTotalVertices())),
    };
  }

  /** What Babylon computes itself in spite of being asked for the faster kind, in sentences. */
  get exceptions(): readonly string[] {
    const { animationGroups, skeletons } = this.scene;
    const ofGroups = this.kind === "plain" ? null : reasonOf(animationGroups.filter(({ isPlaying }) => isPlaying));
    const ofSkeletons = this.kind === "following" ? skeletons.map(ReasonNotToFollow).find((reason) => reason !== null) : null;
    return [
      ...(ofGroups ? [`Babylon.js plays a group itself: ${ofGroups}.`] : []),
      ...(ofSkeletons ? [`Babylon.js computes a skeleton itself: ${ofSkeletons}.`] : []),
    ];
  }

  /** Adds instances until there are so many, in a square, and shows all of them. */
  grow(instances: number): void {
    for (; this._instances < instances; this._instances++) {
      this._add(this._instances);
    }
    const { low, high } = this._extent!;
    const space = SPACING * Math.max(high.x - low.x, high.z - low.z);
    for (const { node, x, z, index } of this._roots) {
      const [column, row] = placeOf(index);
      node.position.x = x + column * space;
      node.position.z = z - row * space;
    }
    const side = Math.ceil(Math.sqrt(instances)) - 1;
    this._frame(new Vector3(low.x, low.y, low.z - side * space), new Vector3(high.x + side * space, high.y, high.z));
  }

  private _add(index: number): void {
    const { rootNodes, animationGroups } = this._container.instantiateModelsToScene((name) => name);
    const roots = rootNodes as TransformNode[];
    this._extent ??= extentOf(roots);
    this._roots.push(...roots.map((node) => ({ node, x: node.position.x, z: node.position.z, index })));
    for (const group of animationGroups) {
      group.start(true);
      group.goToFrame(group.from + (group.to - group.from) * ((index * PHASE) % 1));
    }
  }

  private _frame(low: Vector3, high: Vector3): void {
    const camera = this._camera;
    const forward = new Vector3(0.3, -0.45, -1).normalize();
    const right = Vector3.Cross(forward, Vector3.Up()).normalize(); // in a right-handed system
    const up = Vector3.Cross(right, forward);
    const vertical = Math.tan(camera.fov / 2);
    const horizontal = vertical * this.scene.getEngine().getAspectRatio(camera);
    const corners = [0, 1, 2, 3, 4, 5, 6, 7].map(
      (bits) => new Vector3(bits & 1 ? low.x : high.x, bits & 2 ? low.y : high.y, bits & 4 ? low.z : high.z),
    );
    const { target, distance } = fit(corners, FRAMED, { right, up, forward, horizontal, vertical });
    camera.position = target.subtract(forward.scale(distance));
    camera.setTarget(target);
    camera.minZ = distance / 100;
    camera.maxZ = distance * 10;
  }
}

/** The extent of an instance at rest; of nothing, that of a unit. */
function extentOf(roots: readonly TransformNode[]): Extent {
  const meshes = roots.flatMap((root) => root.getChildMeshes());
  const extent = extentOfMotion(nodesBelow(roots), meshes, []);
  const { low, high } = extent;
  return low.x <= high.x && high.subtract(low).length() > 0 ? extent : { low: Vector3.Zero(), high: Vector3.One(), points: [] };
}

/** The column and row of an instance, such that any number of instances makes about a square. */
function placeOf(index: number): readonly [column: number, row: number] {
  const side = Math.floor(Math.sqrt(index));
  const rest = index - side * side;
  return rest < side ? [side, rest] : [2 * side - rest, side];
}
