import type { Node } from "@babylonjs/core/node.js";
import { followTokens } from "../../../gltf/util/index.js";

/** What a file declares about a node: which bone of a humanoid the node is. */
export interface DeclaredBone {
  /** The extension that declares it. */
  readonly extension: string;
  /** By the name of VRM 1. */
  readonly bone: string;
}

/** Notes what a file declares in the metadata of a node, beside the extras: of all that a node has, Babylon copies this to instances. */
export function declareBone(node: Node, humanoid: DeclaredBone): void {
  const { gltf, ...metadata } = Object(node.metadata) as { gltf?: object };
  node.metadata = { ...metadata, gltf: { ...gltf, humanoid } };
}

/** The bone that a node is declared to be; null for other nodes. */
export function declaredBoneOf({ metadata }: Node): DeclaredBone | null {
  const { extension, bone } = Object(followTokens(metadata, ["gltf", "humanoid"])) as Partial<DeclaredBone>;
  return typeof extension === "string" && typeof bone === "string" ? { extension, bone } : null;
}
