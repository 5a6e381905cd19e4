import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Node } from "@babylonjs/core/node.js";
import type { Scene } from "@babylonjs/core/scene.js";
import type { CameraViews } from "../../host/index.js";

/** The skinned meshes of a scene by their joints. */
export class SkinnedMeshes {
  private readonly _byJoint = new Map<Node, AbstractMesh[]>();
  private _meshCount = -1;

  constructor(private readonly _scene: Scene) {}

  /** @returns whether meshes were added or removed since the last call */
  update(): boolean {
    const { meshes } = this._scene;
    if (meshes.length === this._meshCount) {
      return false;
    }
    this._meshCount = meshes.length;
    this._byJoint.clear();
    for (const mesh of meshes) {
      for (const bone of mesh.skeleton?.bones ?? []) {
        const joint = bone.getTransformNode();
        if (joint) {
          const known = this._byJoint.get(joint);
          if (known) {
            known.push(mesh);
          } else {
            this._byJoint.set(joint, [mesh]);
          }
        }
      }
    }
    return true;
  }

  /** The next update finds all anew. */
  clear(): void {
    this._meshCount = -1;
    this._byJoint.clear();
  }

  of(joint: Node): readonly AbstractMesh[] {
    return this._byJoint.get(joint) ?? NONE;
  }
}

const NONE: readonly AbstractMesh[] = [];
const low = new Vector3();
const high = new Vector3();

/** The meshes of a character: those below its nodes, and those that have joints there. */
export class CharacterView {
  /** Whether Babylon draws one of the meshes. */
  isVisible = true;
  /** The last frame in which Babylon drew one of the meshes. */
  lastSeen = -1;
  /** Whether there may be other meshes than were found. */
  isStale = true;
  private _meshes = NONE;
  private _nodes: readonly Node[] = [];

  /** @param _roots the nodes that move, or nodes above them */
  constructor(private readonly _roots: ReadonlySet<TransformNode>) {}

  get meshes(): readonly AbstractMesh[] {
    return this._meshes;
  }

  /** Finds the meshes: those that move, or else those below the nearest node that has some. */
  findMeshes(skinned: SkinnedMeshes): void {
    this.isStale = false;
    this._nodes = [...new Set([...this._roots].flatMap((root) => [root, ...root.getDescendants()]))];
    let found = meshesAt(this._nodes, skinned);
    for (let [node] = this._roots as Iterable<Node>; node?.parent && found.size === 0; node = node.parent) {
      found = meshesAt(node.parent.getDescendants(), skinned);
    }
    this._meshes = [...found];
  }

  /** Units from the nearest active camera to the middle of the meshes; Infinity without a camera. */
  distanceTo(views: CameraViews): number {
    low.setAll(Infinity);
    high.setAll(-Infinity);
    for (const mesh of this._meshes) {
      const { minimumWorld, maximumWorld } = mesh.getBoundingInfo().boundingBox;
      low.minimizeInPlace(minimumWorld);
      high.maximizeInPlace(maximumWorld);
    }
    if (this._meshes.length === 0) {
      const [root] = this._roots;
      low.copyFrom(root!.getAbsolutePosition());
      high.copyFrom(low);
    }
    return views.distanceTo((low.x + high.x) / 2, (low.y + high.y) / 2, (low.z + high.z) / 2);
  }

  /** Lets Babylon draw a pose that was shown after it had found the meshes to draw. */
  applyPose(): void {
    for (const node of this._nodes) {
      node.computeWorldMatrix(true);
    }
    new Set(this._meshes.map(({ skeleton }) => skeleton)).forEach((skeleton) => skeleton?.prepare(true));
  }
}

function meshesAt(nodes: readonly Node[], skinned: SkinnedMeshes): ReadonlySet<AbstractMesh> {
  const own = nodes.filter((node): node is AbstractMesh => isMesh(node) && node.getTotalVertices() > 0);
  return new Set([...own, ...nodes.flatMap((node) => skinned.of(node))]);
}

function isMesh(node: Node): node is AbstractMesh {
  return node instanceof TransformNode && "getBoundingInfo" in node;
}
