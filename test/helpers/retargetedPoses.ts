/** Clips of a humanoid on another one in a scene, beside the truth by which both were made. */
import { Matrix, Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { RenameNodes, RetargetOptions } from "../../src/index.js";
import { sentencesOf } from "./findings.js";
import { degreesBetween, type Humanoid } from "./humanoids.js";
import { createScene, importAsset } from "./scene.js";
import { loadMoves } from "./twoHeroes.js";

interface Difference {
  readonly bone: string;
  readonly degrees: number;
  /** Of the hips, in shares of the leg. */
  readonly hips: number;
}

export interface Result {
  readonly worst: Difference;
  readonly findings: readonly string[];
  /** All bones that are more than a tenth of a degree off, with the angles. */
  readonly off: readonly string[];
}

/**
 * Plays all clips of the source on the target, and compares all bones with the truth at keys and between them.
 * @param rightHanded the scene
 */
export async function compare(
  source: Humanoid,
  target: Humanoid,
  retarget: RetargetOptions | true = true,
  shares: readonly number[] = [0, 1 / 3, 0.4, 0.77, 1],
  rightHanded = true,
  renameNodes?: RenameNodes,
): Promise<Result> {
  const scene = createScene({ rightHanded });
  const library = await loadMoves(source.asset, scene);
  const character = await importAsset(target.asset, scene);
  const clips = library.addTo(character, { retarget, renameNodes });
  const toFile = Matrix.Invert(character.meshes[0]!.computeWorldMatrix(true));
  let worst: Difference = { bone: "", degrees: 0, hips: 0 };
  const off = new Map<string, number>();
  clips.forEach((clip, animation) => {
    for (const share of shares) {
      const time = share * clip.duration;
      clip.timestamp = time;
      const { pose, way } = source.poseAt(animation, time);
      for (const [bone, name] of target.names) {
        if (!source.nodes.has(bone)) {
          continue;
        }
        const node = scene.getNodeByName(name) as TransformNode;
        const world = node.computeWorldMatrix(true).multiply(toFile);
        const [rotation, position] = [new Quaternion(), new Vector3()];
        world.decompose(undefined, rotation, position);
        const degrees = degreesBetween(rotation, target.rotation(bone, pose));
        const hips = bone === "hips" ? Vector3.Distance(position, target.hips(way)) / target.leg : 0;
        if (degrees > 0.1) {
          off.set(bone, Math.max(degrees, off.get(bone) ?? 0));
        }
        worst = {
          bone: degrees > worst.degrees ? bone : worst.bone,
          degrees: Math.max(worst.degrees, degrees),
          hips: Math.max(worst.hips, hips),
        };
      }
    }
    clip.stop();
  });
  const findings = sentencesOf(library.report.findings, "SKELETON_DOUBTFUL");
  return { worst, findings, off: Array.from(off, ([bone, degrees]) => `${bone} ${degrees.toFixed(1)}`) };
}
