import { type DeclaredExpression, PROCEDURAL, type ProceduralKind } from "./declaredExpressions.js";

const KINDS = ["blink", "lookAt", "mouth"] as const satisfies readonly ProceduralKind[];

/** The weights of the expressions of a face, and what of them is shown. */
export class ExpressionWeights {
  /** As they are set, by expression; {@link show} clamps them. */
  readonly stated: number[];
  /** As they are shown, by expression, 0..1. */
  readonly shown: Float64Array;
  /** The kinds of the expressions that others may override. */
  private readonly _kinds: readonly (ProceduralKind | undefined)[];
  /** What others leave of each kind. */
  private readonly _left = { blink: 1, lookAt: 1, mouth: 1 };

  constructor(private readonly _declared: readonly Pick<DeclaredExpression, "name" | "isBinary" | "overrides">[]) {
    this.stated = _declared.map(() => 0);
    this.shown = new Float64Array(_declared.length);
    this._kinds = _declared.map(({ name }) => KINDS.find((kind) => PROCEDURAL[kind].includes(name)));
  }

  /** Turns the weights as they are set into those that are shown: what the specification of VRM 1 says of binary and of overriding expressions. */
  show(): void {
    const { stated, shown, _declared: declared } = this;
    for (let i = 0; i < stated.length; i++) {
      const weight = (stated[i] = Math.min(Math.max(stated[i]! || 0, 0), 1));
      shown[i] = declared[i]!.isBinary ? Number(weight > 0.5) : weight;
    }
    for (const kind of KINDS) {
      this._left[kind] = this._leave(kind);
    }
    for (let i = 0; i < shown.length; i++) {
      const kind = this._kinds[i];
      const left = kind ? this._left[kind] : 1;
      shown[i]! *= declared[i]!.isBinary && left < 1 ? 0 : left;
    }
  }

  /** What others leave of the weights of a kind of expressions, 0..1. */
  private _leave(kind: ProceduralKind): number {
    let sum = 0;
    for (let i = 0; i < this.shown.length; i++) {
      const how = this._declared[i]!.overrides[kind];
      if (how !== undefined && this.shown[i]! > 0) {
        sum += how === "block" ? 1 : this.shown[i]!;
      }
    }
    return 1 - Math.min(sum, 1);
  }
}
