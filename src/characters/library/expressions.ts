import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { IAnimatable } from "@babylonjs/core/Animations/animatable.interface.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import type { MorphTarget } from "@babylonjs/core/Morph/morphTarget.js";
import { COLORS_STAY, type DeclaredExpression, ExpressionWeights, type MorphBind, namedExpressions } from "../../gltf/humanoid/index.js";
import { withoutMesh } from "../../gltf/matching/index.js";
import { excerpt, getOrMake } from "../../gltf/util/index.js";
import {
  type ComponentHolder,
  type ComponentTarget,
  type ConvertibleTarget,
  declaredFaceOf,
  logWarningOnce,
  type TargetConverter,
  UNNAMED_MORPH,
} from "../../scene/host/index.js";
import { type ClipCharacter, partsOf } from "./clipCharacter.js";

/**
 * An expression of a character, such as `happy` or `blink`: one weight for a blend of morph targets, of all meshes of the face. It can be the target
 * of a Babylon `Animation` of `weight`.
 */
export interface Expression extends IAnimatable {
  /** The name in the file; of presets, that of VRM 1. */
  readonly name: string;
  /** How much of the expression is shown, 0..1. Other values are clamped, NaN is 0. What it does to morph targets shows at once. */
  weight: number;
}

class ExpressionTarget implements Expression, ComponentTarget, ConvertibleTarget {
  animations: Animation[] = [];
  readonly property = "weight";
  readonly width = 1;

  constructor(
    readonly name: string,
    readonly holder: Face,
    readonly offset: number,
  ) {}

  get weight(): number {
    return this.holder.components[this.offset]!;
  }

  set weight(weight: number) {
    this.holder.components[this.offset] = weight;
    this.holder.write();
  }

  /** Identifies the expression in its scene, for serialized clips. */
  get id(): string {
    return `${this.holder.meshes[0]!.id}/expressions/${this.name}`;
  }

  getClassName(): string {
    return "Expression";
  }

  convertTargets(converter: TargetConverter): Expression {
    const { meshes } = this.holder;
    const copies = meshes.map((mesh) => (converter(mesh) as AbstractMesh | null) ?? mesh);
    return (copies.some((copy, i) => copy !== meshes[i]) && faceOfMeshes(copies)?.expressions.get(this.name)) || this;
  }
}

/** A morph target, and the expressions that move it. */
interface BlendedMorph {
  readonly target: MorphTarget;
  /** The indices of the expressions. */
  readonly by: number[];
  /** The share of each one's weight. */
  readonly shares: number[];
  /** Whether one of them has been shown: before, the morph target belongs to others. */
  isUsed: boolean;
}

/** The expressions of a character, and the morph targets that they move. */
class Face implements ComponentHolder {
  /** In the order of what is declared. */
  readonly expressions: ReadonlyMap<string, Expression>;
  private readonly _weights: ExpressionWeights;
  private readonly _morphs: readonly BlendedMorph[];

  constructor(
    readonly meshes: readonly AbstractMesh[],
    /** What the file declares, or the names of morph targets say. */
    readonly declared: readonly DeclaredExpression[],
    targetsOf: (bind: MorphBind) => readonly MorphTarget[],
  ) {
    this._weights = new ExpressionWeights(declared);
    this.expressions = new Map(declared.map(({ name }, i) => [name, new ExpressionTarget(name, this, i)]));
    const morphs = new Map<MorphTarget, BlendedMorph>();
    declared.forEach(({ binds }, i) => {
      for (const bind of binds) {
        for (const target of targetsOf(bind)) {
          const { by, shares } = getOrMake(morphs, target, () => ({ target, by: [], shares: [], isUsed: false }));
          by.push(i);
          shares.push(bind.weight);
        }
      }
    });
    this._morphs = [...morphs.values()];
  }

  /** The weights, which writing clamps. */
  get components(): number[] {
    return this._weights.stated;
  }

  /** Shows the weights: each morph target has the sum over its expressions. */
  write(): void {
    const { stated, shown } = this._weights;
    this._weights.show();
    for (const morph of this._morphs) {
      let sum = 0;
      for (let k = 0; k < morph.by.length; k++) {
        const i = morph.by[k]!;
        sum += shown[i]! * morph.shares[k]!;
        morph.isUsed ||= stated[i] !== 0;
      }
      if (morph.isUsed) {
        morph.target.influence = sum;
      }
    }
  }
}

/** The faces by their first mesh. */
const faces = new WeakMap<AbstractMesh, Face>();

/**
 * The expressions of a character by name. A VRM declares them: the presets and custom ones of VRM 1, or the groups of VRM 0 with VRM 1's names for
 * presets. For other characters, each name of a morph target, without the prefix of its mesh, is an expression, which moves the morph targets of this name on all meshes.
 *
 * An expression owns the morph targets that it moves from the first weight above 0 on: they have the sum over all expressions. With VRM 1, an expression
 * may turn off or fade blinking, the mouth and the gaze. Colors and textures of expressions are not changed, which a warning says once.
 * @returns the same expressions for the same character; empty without named morph targets
 * @throws TypeError if the argument is not a character
 * @example GetExpressions(avatar).get("happy")!.weight = 0.7;
 */
export function GetExpressions(character: ClipCharacter): ReadonlyMap<string, Expression> {
  const meshes = partsOf(character).roots.flatMap((root) => [root as AbstractMesh, ...root.getChildMeshes()]);
  const face = faceOfMeshes(meshes);
  const partial = face?.declared.filter(({ changesMaterials }) => changesMaterials).map(({ name }) => name) ?? [];
  if (partial.length > 0) {
    logWarningOnce(`${excerpt(face!.meshes[0]!.name)}: ${COLORS_STAY} (got ${excerpt(partial.join(", "))})`);
  }
  return face?.expressions ?? NONE;
}

const NONE: ReadonlyMap<string, Expression> = new Map();

/** The face of some meshes, of which those without morph targets do not count; null without a face. */
export function faceOfMeshes(meshes: readonly AbstractMesh[]): Face | null {
  const own = [...new Set(meshes)].filter((mesh) => (mesh.morphTargetManager?.numTargets ?? 0) > 0);
  return faceOf(own.sort((a, b) => a.uniqueId - b.uniqueId));
}

function faceOf(meshes: readonly AbstractMesh[]): Face | null {
  const declaring = meshes.find((mesh) => declaredFaceOf(mesh));
  const expressions = declaring && declaredFaceOf(declaring)!.expressions;
  const own = expressions ? meshes.filter((mesh) => declaredFaceOf(mesh)?.expressions === expressions) : meshes;
  const [first] = own;
  if (!first) {
    return null;
  }
  const known = faces.get(first);
  if (known && known.meshes.length === own.length && known.meshes.every((mesh, i) => mesh === own[i])) {
    return known;
  }
  const face = expressions ? declaredFace(own, expressions as readonly DeclaredExpression[]) : namedFace(own);
  faces.set(first, face);
  return face;
}

function declaredFace(meshes: readonly AbstractMesh[], expressions: readonly DeclaredExpression[]): Face {
  return new Face(meshes, expressions, ({ node, index }) =>
    meshes.flatMap((mesh) => (declaredFaceOf(mesh)!.node === node ? (targetsOf(mesh)[index] ?? []) : [])),
  );
}

/** The face of a character that declares nothing. */
function namedFace(meshes: readonly AbstractMesh[]): Face {
  const byName = new Map<string, MorphBind[]>();
  meshes.forEach((mesh, node) =>
    targetsOf(mesh).forEach(({ name }, index) => {
      if (name !== "" && !UNNAMED_MORPH.test(name)) {
        getOrMake(byName, withoutMesh(name), (): MorphBind[] => []).push({ node, index, weight: 1 });
      }
    }),
  );
  return new Face(meshes, namedExpressions(byName), ({ node, index }) => [targetsOf(meshes[node]!)[index]!]);
}

function targetsOf({ morphTargetManager: manager }: AbstractMesh): readonly MorphTarget[] {
  return Array.from({ length: manager?.numTargets ?? 0 }, (_, i) => manager!.getTarget(i));
}
