import type { GltfFile } from "../../gltf/file/index.js";
import {
  argumentError,
  attemptOrNote,
  createFinding,
  type Finding,
  findUnknownMembers,
  getOrMake,
  type MemberNames,
} from "../../gltf/util/index.js";
import { compressionFinding, findMeshCompression } from "../compression.js";
import { JoinedMesh } from "./joinedMesh.js";
import { findParts, type Part } from "./parts.js";

/** Options of {@link JoinParts}. */
export interface JoinOptions {
  /** Names of nodes or meshes that stay as they are. Default: none. */
  readonly keep?: readonly string[] | undefined;
}

/** The result of {@link JoinParts}. */
export interface JoinReport {
  /** The number of primitives in the scene, each of which a renderer draws by itself, before and after. */
  readonly before: number;
  readonly after: number;
  /** The indices of the nodes whose meshes were joined. */
  readonly nodes: readonly number[];
  /** `NOT_JOINED` for each node whose mesh stays as it is, with the reason, but for those of `keep`; first, for a file that is compressed. */
  readonly findings: readonly Finding[];
}

const OPTION_NAMES: MemberNames<JoinOptions> = { keep: true };

/**
 * Joins the meshes of a character that consists of many parts, so that renderers draw fewer: those of one skin become one mesh, with one primitive for each material, and so
 * do rigid parts that move with joints or with animated nodes. Each rigid part is skinned to its own node then. The result is ordinary glTF, and every viewer
 * shows the same, but for the normals of a rigid part that an animation scales unevenly.
 *
 * Nodes, animations, skins and materials stay, with their names and indices; the joined meshes come last. Meshes that cannot be joined stay as they are: each is a
 * finding. The data of the joined meshes is appended; that of the parts stays in the file, unused, until an optimizer removes it.
 * @param file the file to change
 * @throws TypeError if `keep` is not an array of strings
 * @example
 * const file = GltfFile.parse(bytes, {}, "robot.glb");
 * const { before, after } = JoinParts(file); // 19, 3
 * const { "robot.glb": joined } = file.toFiles();
 */
export function JoinParts(file: GltfFile, options: JoinOptions = {}): JoinReport {
  const { keep = [] } = options;
  if (!Array.isArray(keep) || keep.some((name) => typeof name !== "string")) {
    throw argumentError("options.keep", "must be an array of names", keep, "object");
  }
  const findings = [...findUnknownMembers("options", options, OPTION_NAMES)];
  const compression = findMeshCompression(file.json);
  if (compression !== undefined) {
    findings.push(compressionFinding("NOT_JOINED", file.json, compression));
  }
  const { parts, count } = findParts(file, new Set(keep), findings);
  const figures = new Map<string, Part[]>();
  for (const part of parts) {
    getOrMake(figures, part.figure, () => []).push(part);
  }
  let after = count;
  const nodes: number[] = [];
  for (const members of figures.values()) {
    const [first, ...others] = members as [Part, ...Part[]];
    const joined = attemptOrNote("NOT_JOINED", `/nodes/${first.node}`, findings, () => new JoinedMesh(file, members));
    if (joined && joined.saved > 0) {
      joined.add();
      after -= joined.saved;
      nodes.push(...members.map(({ node }) => node));
    } else {
      const reason = joined
        ? "must have the material and the attributes of another mesh that moves with the same skin, or below the same root"
        : `must be joined with nodes that can be read (got ${first.node})`;
      findings.push(...(joined ? members : others).map(({ node }) => createFinding("NOT_JOINED", `/nodes/${node}`, reason)));
    }
  }
  return { before: count, after, nodes: nodes.sort((a, b) => a - b), findings };
}
