import { Animation } from "@babylonjs/core/Animations/animation.js";
import type { GltfChannel } from "../../gltf/file/index.js";
import { type AnimatedExpressions, readAnimatedExpressions } from "../../gltf/humanoid/index.js";
import { expectOutput, ExpressionMatcher, type RenameNodes } from "../../gltf/matching/index.js";
import type { Finding } from "../../gltf/util/index.js";
import type { NodeChannel } from "../../scene/host/index.js";
import { type Expression, faceOfMeshes } from "./expressions.js";
import type { LibraryData } from "./libraryData.js";

export { readAnimatedExpressions };

/** The animation of an expression's weight: the first of three components. */
export const WEIGHT: NodeChannel = { property: "weight", dataType: Animation.ANIMATIONTYPE_FLOAT, stride: 3, width: 1 };

/** The expressions of a character that a `.vrma` moves. */
export class BoundExpressions {
  private readonly _expressions: readonly Expression[];
  private readonly _matcher: ExpressionMatcher;

  /** @param rename names of expressions in the character, by names in the library */
  constructor(
    private readonly _data: LibraryData,
    animated: AnimatedExpressions,
    meshes: Parameters<typeof faceOfMeshes>[0],
    rename: RenameNodes | undefined,
  ) {
    const face = faceOfMeshes(meshes);
    this._expressions = [...(face?.expressions.values() ?? [])];
    this._matcher = new ExpressionMatcher(animated, face?.declared ?? [], rename);
  }

  /**
   * The expressions whose weight a channel moves; null for a channel of something else.
   * @throws AssetError if the channel cannot be read
   */
  match(channel: GltfChannel, animation: number): readonly Expression[] | null {
    const matched = this._matcher.match(channel);
    if (matched && matched.length > 0) {
      expectOutput(this._data.json, animation, channel.sampler, "VEC3");
      this._data.expectKeys(animation, channel.sampler);
    }
    return matched && matched.map((i) => this._expressions[i]!);
  }

  /** What the character does not get. */
  findMissing(): readonly Finding[] {
    return this._matcher.findMissing("the character");
  }
}
