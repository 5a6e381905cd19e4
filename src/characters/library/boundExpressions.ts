import { Animation } from "@babylonjs/core/Animations/animation.js";
import type { GltfChannel } from "../../gltf/file/index.js";
import { type AnimatedExpressions, readAnimatedExpressions } from "../../gltf/humanoid/index.js";
import { expectOutput, findingOfMissing, matchMorphs, type RenameNodes, renamingBy, STAYS } from "../../gltf/matching/index.js";
import { createFinding, type Finding, getOrMake } from "../../gltf/util/index.js";
import type { NodeChannel } from "../../scene/host/index.js";
import { type Expression, expressionsOfMeshes } from "./expressions.js";
import type { LibraryData } from "./libraryData.js";

export { readAnimatedExpressions };

/** The animation of an expression's weight: the first of three components. */
export const WEIGHT: NodeChannel = { property: "weight", dataType: Animation.ANIMATIONTYPE_FLOAT, stride: 3, width: 1 };

const EXTENSION = "/extensions/VRMC_vrm_animation";

/** The expressions of a character that a `.vrma` moves. */
export class BoundExpressions {
  /** The expressions of the character by the names in the library. */
  private readonly _byName = new Map<string, Expression[]>();
  private readonly _found = new Set<string>();
  private readonly _missing = new Set<string>();
  private _looks = false;

  /** @param rename names of expressions in the character, by names in the library */
  constructor(
    private readonly _data: LibraryData,
    private readonly _animated: AnimatedExpressions,
    meshes: Parameters<typeof expressionsOfMeshes>[0],
    rename: RenameNodes | undefined,
  ) {
    const own = expressionsOfMeshes(meshes);
    const names = [...new Set(_animated.nodes.values())];
    const matched = matchMorphs(names.map(renamingBy(rename)), [...own.keys()]);
    [...own.values()].forEach((expression, i) => {
      const name = matched[i] === STAYS ? undefined : names[matched[i]!];
      if (name !== undefined) {
        getOrMake(this._byName, name, (): Expression[] => []).push(expression);
      }
    });
  }

  /**
   * The expressions whose weight a channel moves; null for a channel of something else.
   * @throws AssetError if the channel cannot be read
   */
  match({ target, sampler }: GltfChannel, animation: number): readonly Expression[] | null {
    const node = target?.extensions === undefined ? (target?.node ?? STAYS) : STAYS;
    if (node !== STAYS && node === this._animated.lookAt) {
      this._looks = true;
      return NO_EXPRESSIONS;
    }
    const name = this._animated.nodes.get(node);
    if (name === undefined || target.path !== "translation") {
      return name === undefined ? null : NO_EXPRESSIONS; // the specification gives other paths no meaning
    }
    const expressions = this._byName.get(name) ?? NO_EXPRESSIONS;
    (expressions.length > 0 ? this._found : this._missing).add(name);
    expectOutput(this._data.json, animation, sampler, "VEC3");
    this._data.expectKeys(animation, sampler);
    return expressions;
  }

  /** What the character does not get. */
  findMissing(): readonly Finding[] {
    return [
      ...findingOfMissing(`${EXTENSION}/expressions`, "expressions", this._found, this._missing, "the character", "renameTargets"),
      ...(this._looks
        ? [createFinding("NOT_COPIED", `${EXTENSION}/lookAt`, "must be turned into rotations of the eyes, or weights of look expressions")]
        : []),
    ];
  }
}

const NO_EXPRESSIONS: readonly Expression[] = [];
