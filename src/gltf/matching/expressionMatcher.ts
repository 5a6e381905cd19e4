import type { GltfChannel } from "../file/index.js";
import { type AnimatedExpressions, COLORS_STAY, type DeclaredExpression, NO_LOOK_AT } from "../humanoid/index.js";
import { createFinding, excerpt, type Finding, getOrMake } from "../util/index.js";
import { matchMorphs, STAYS } from "./morphNames.js";
import { findingOfMissing, type RenameNodes, renamingBy } from "./nameMatcher.js";

const EXTENSION = "/extensions/VRMC_vrm_animation";

/** Finds the expressions of a face that the channels of a `.vrma` move, by their names. */
export class ExpressionMatcher {
  /** The indices of the face's expressions by the names in the `.vrma`. */
  private readonly _byName = new Map<string, number[]>();
  private readonly _found = new Set<string>();
  private readonly _missing = new Set<string>();
  private readonly _empty = new Set<string>();
  private readonly _colored = new Set<string>();
  private _looks = false;

  /**
   * @param _own the expressions of the face
   * @param rename names of the face, by names in the `.vrma`
   */
  constructor(
    private readonly _animated: AnimatedExpressions,
    private readonly _own: readonly DeclaredExpression[],
    rename: RenameNodes | undefined,
  ) {
    const names = [...new Set(_animated.nodes.values())];
    const own = _own.map(({ name }) => name);
    matchMorphs(names.map(renamingBy(rename)), own).forEach((source, i) => {
      if (source !== STAYS) {
        getOrMake(this._byName, names[source]!, (): number[] => []).push(i);
      }
    });
  }

  /** The indices of the expressions whose weight a channel moves, empty if the face has none of them; null for a channel of something else. */
  match({ target }: GltfChannel): readonly number[] | null {
    const node = target?.extensions === undefined ? (target?.node ?? STAYS) : STAYS;
    if (node !== STAYS && node === this._animated.lookAt) {
      this._looks = true;
      return NONE;
    }
    const name = this._animated.nodes.get(node);
    if (name === undefined || target.path !== "translation") {
      return name === undefined ? null : NONE; // the specification gives other paths no meaning
    }
    const own = this._byName.get(name) ?? NONE;
    (own.length > 0 ? this._found : this._missing).add(name);
    for (const expression of own.map((i) => this._own[i]!)) {
      if (expression.changesMaterials) {
        this._colored.add(expression.name);
      } else if (!movesMorphs(expression)) {
        this._empty.add(expression.name);
      }
    }
    return own;
  }

  /**
   * What the face does not get.
   * @param target the name of what has the face
   */
  findMissing(target: string): readonly Finding[] {
    const pointer = `${EXTENSION}/expressions`;
    const [empty, colored] = [this._empty, this._colored].map((names) => [...names].join(", ")) as [string, string];
    return [
      ...findingOfMissing(pointer, "expressions", this._found, this._missing, target, "renameTargets"),
      ...(empty
        ? [createFinding("NOT_COPIED", pointer, `${target} has expressions that move no morph targets (got ${excerpt(empty)})`)]
        : []),
      ...(colored ? [createFinding("NOT_COPIED", pointer, `${COLORS_STAY} (got ${excerpt(colored)})`)] : []),
      ...(this._looks ? [createFinding("NOT_COPIED", `${EXTENSION}/lookAt`, NO_LOOK_AT)] : []),
    ];
  }
}

const NONE: readonly number[] = [];

/** Whether the weight of an expression changes the weights of morph targets: of its own, or of expressions that it overrides. */
export function movesMorphs({ binds, overrides }: DeclaredExpression): boolean {
  return binds.length > 0 || Object.keys(overrides).length > 0;
}
