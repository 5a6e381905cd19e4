import { Ray } from "@babylonjs/core/Culling/ray.js";
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { VertexBuffer } from "@babylonjs/core/Buffers/buffer.js";
import { Material } from "@babylonjs/core/Materials/material.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { Characters } from "../play/characters.js";
import type { Culling } from "./culling.js";
import type { DrawList } from "./drawList.js";
import type { Place } from "./place.js";
import type { PoseTexture } from "../asset/poseTexture.js";
import { influencesOf } from "../asset/geometry.js";

/** A character that a ray hits. */
export interface CrowdPickingInfo {
  readonly index: number;
  /** From the origin of the ray, in units of the scene. */
  readonly distance: number;
  readonly pickedPoint: Vector3;
  /** The mesh of the crowd whose triangle was hit. */
  readonly mesh: Mesh;
}

interface Candidate {
  readonly index: number;
  /** The least distance of a hit. */
  readonly near: number;
  readonly meshes: readonly Mesh[];
}

/** Picks characters by their triangles, in the pose that was drawn last. */
export class Picking {
  private readonly _row: Float32Array;
  /** As precise as the matrices of the scene's engine, also if the page makes another engine. */
  private readonly _inverse = new Matrix();

  constructor(
    private readonly _characters: Characters,
    private readonly _lists: readonly DrawList[],
    private readonly _culling: Culling,
    private readonly _texture: PoseTexture,
    private readonly _place: Place,
  ) {
    this._row = new Float32Array(16 * _texture.size.entries);
  }

  /** @returns the nearest hit; null without one */
  pick(ray: Ray): CrowdPickingInfo | null {
    const { world } = this._place;
    const hit = world.determinant() === 0 ? null : this._pick(Ray.Transform(ray, world.invertToRef(this._inverse)));
    if (!hit) {
      return null;
    }
    const pickedPoint = Vector3.TransformCoordinates(hit.pickedPoint, world);
    return { ...hit, distance: Vector3.Distance(ray.origin, pickedPoint), pickedPoint };
  }

  /** As {@link pick}, in the space of the crowd. */
  private _pick(ray: Ray): CrowdPickingInfo | null {
    let best: CrowdPickingInfo | null = null;
    const candidates = this._lists.flatMap((list) => this._candidates(ray, list)).sort((a, b) => a.near - b.near);
    for (const { index, near, meshes } of candidates) {
      if (best && near > best.distance) {
        break;
      }
      const hit = this._pickCharacter(ray, index, meshes);
      if (hit && !(best && best.distance <= hit.distance)) {
        best = hit;
      }
    }
    return best;
  }

  /** The drawn characters whose spheres a ray meets. */
  private _candidates({ origin, direction, length }: Ray, { slots, count, meshes }: DrawList): Candidate[] {
    const { spheres } = this._culling;
    const { alive } = this._characters;
    const size = direction.length();
    const found: Candidate[] = [];
    for (let slot = 0; slot < count; slot++) {
      const index = slots[slot]!;
      const x = spheres[4 * index]! - origin.x;
      const y = spheres[4 * index + 1]! - origin.y;
      const z = spheres[4 * index + 2]! - origin.z;
      const radius = spheres[4 * index + 3]!;
      const along = (x * direction.x + y * direction.y + z * direction.z) / size;
      const aside = x * x + y * y + z * z - along * along;
      if (alive[index] === 1 && aside <= radius * radius && along >= -radius && along - radius <= length * size) {
        found.push({ index, near: Math.max(along - radius, 0), meshes });
      }
    }
    return found;
  }

  private _pickCharacter(ray: Ray, index: number, meshes: readonly Mesh[]): CrowdPickingInfo | null {
    const matrix = Matrix.FromArray(this._characters.matrices, 16 * index);
    if (matrix.determinant() === 0) {
      return null; // scaled to nothing
    }
    const row = this._characters.rows[index]!;
    for (let entry = 0; entry < this._texture.size.entries; entry++) {
      this._texture.readMatrix(row, entry, this._row, 16 * entry);
    }
    const local = Ray.Transform(ray, matrix.clone().invert());
    let best: CrowdPickingInfo | null = null;
    for (const mesh of meshes) {
      const along = mesh.isVisible && mesh.isEnabled() ? this._intersect(local, mesh) : null;
      if (along !== null) {
        const pickedPoint = Vector3.TransformCoordinates(local.origin.add(local.direction.scale(along)), matrix);
        const distance = Vector3.Distance(ray.origin, pickedPoint);
        best = best && best.distance <= distance ? best : { index, distance, pickedPoint, mesh };
      }
    }
    return best;
  }

  /** @returns how far along the ray the nearest triangle is; null without one */
  private _intersect(ray: Ray, mesh: Mesh): number | null {
    if ((mesh.material?.fillMode ?? Material.TriangleFillMode) !== Material.TriangleFillMode) {
      return null;
    }
    const positions = this._skin(mesh);
    const indices = mesh.getIndices()!;
    const corners = [new Vector3(), new Vector3(), new Vector3()] as const;
    let nearest: number | null = null;
    for (let i = 0; i + 2 < indices.length; i += 3) {
      corners.forEach((corner, c) => corner.fromArray(positions, 3 * indices[i + c]!));
      const hit = ray.intersectsTriangle(...corners);
      if (hit && hit.distance >= 0 && hit.distance <= ray.length && (nearest === null || hit.distance < nearest)) {
        nearest = hit.distance;
      }
    }
    return nearest;
  }

  /**
   * The vertices of a mesh, moved by the row that was read. As in the shader, where the sum of the weights becomes the fourth coordinate,
   * positions are divided by this sum. A vertex without weights gets the position NaN: no ray hits its triangles, which are not drawn.
   */
  private _skin(mesh: Mesh): Float32Array {
    const points = mesh.getVerticesData(VertexBuffer.PositionKind)!;
    const influences = influencesOf(mesh);
    const skinned = new Float32Array(points.length);
    for (let vertex = 0; vertex < points.length / 3; vertex++) {
      let sum = 0;
      for (const { matrices, weights } of influences) {
        for (let i = 4 * vertex; i < 4 * vertex + 4; i++) {
          if (weights[i] !== 0) {
            this._addMoved(points, 3 * vertex, 16 * matrices[i]!, weights[i]!, skinned);
            sum += weights[i]!;
          }
        }
      }
      for (let i = 3 * vertex; i < 3 * vertex + 3; i++) {
        skinned[i] = skinned[i]! / sum;
      }
    }
    return skinned;
  }

  private _addMoved(points: ArrayLike<number>, at: number, m: number, weight: number, out: Float32Array): void {
    const row = this._row;
    const x = points[at]!;
    const y = points[at + 1]!;
    const z = points[at + 2]!;
    for (let axis = 0; axis < 3; axis++) {
      const moved = x * row[m + axis]! + y * row[m + 4 + axis]! + z * row[m + 8 + axis]! + row[m + 12 + axis]!;
      out[at + axis] = out[at + axis]! + weight * moved;
    }
  }
}
