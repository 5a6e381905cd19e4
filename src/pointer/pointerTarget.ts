import { Animation } from "@babylonjs/core/Animations/animation.js";
import type { IAnimatable } from "@babylonjs/core/Animations/animatable.interface.js";
import { Color4 } from "@babylonjs/core/Maths/math.color.js";
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { ComponentTarget, ConvertibleTarget, TargetConverter } from "../host/targets.js";
import { logError } from "../messages/log.js";
import { clampTo } from "./bounds.js";
import { getOrMake } from "./items.js";
import type { ResolvedPointer } from "./resolve.js";
import type { PointerLanding } from "./row.js";

/** A value as Babylon animates it. */
export type AnimatedValue = number | Vector3 | Color4 | Quaternion;

/** How values of a number of components are animated by Babylon. */
export interface ValueKind {
  readonly width: number;
  readonly dataType: number;
  readonly fromArray: (components: ArrayLike<number>, offset: number) => AnimatedValue;
}

export const SCALAR: ValueKind = { width: 1, dataType: Animation.ANIMATIONTYPE_FLOAT, fromArray: (from, at) => from[at]! };
const KINDS: { readonly [width: number]: ValueKind } = {
  // not a Vector2, which Babylon does not serialize
  2: { width: 2, dataType: Animation.ANIMATIONTYPE_VECTOR3, fromArray: (from, at) => new Vector3(from[at], from[at + 1], 0) },
  3: { width: 3, dataType: Animation.ANIMATIONTYPE_VECTOR3, fromArray: (from, at) => Vector3.FromArray(from, at) },
  4: {
    width: 4,
    dataType: Animation.ANIMATIONTYPE_COLOR4,
    fromArray: (from, at) => new Color4(from[at], from[at + 1], from[at + 2], from[at + 3]),
  },
};
const ROTATION: ValueKind = {
  width: 4,
  dataType: Animation.ANIMATIONTYPE_QUATERNION,
  fromArray: (from, at) => Quaternion.FromArray(from, at),
};

/** What a pointer animates at once: one component, or all of those that a value of Babylon's may have. */
export function kindOf({ element, row, initial }: ResolvedPointer): ValueKind {
  return element >= 0 ? SCALAR : row.type === "quat" ? ROTATION : (KINDS[initial.length] ?? SCALAR);
}

/** A property of a glTF object, and the Babylon objects that show it. */
export class PointerProperty {
  /** As animations set them, before they are limited. */
  readonly components: number[];
  private readonly _limited: number[];
  private _isBroken = false;
  private readonly _converted = new WeakMap<object, PointerProperty>();
  private readonly _targets = new Map<number, PointerTarget>();

  constructor(
    readonly pointer: ResolvedPointer,
    readonly landing: PointerLanding,
    readonly objects: readonly object[],
    components = pointer.initial,
  ) {
    this.components = [...components];
    this._limited = [...pointer.initial];
    for (const object of objects) {
      if ("uniqueId" in object) {
        (object as Partial<IAnimatable>).animations ??= []; // as Babylon's loader has it for all that is animated
      }
    }
  }

  /**
   * What animations of the property set: the same for all of them, so that Babylon mixes them by weight.
   * @param element the component that is animated, -1 for all of them
   */
  targetFor(element: number): PointerTarget {
    return getOrMake(this._targets, element, () => new PointerTarget(this, element));
  }

  /** The same property of the objects that take these ones' place in a clone. */
  convert(converter: TargetConverter): PointerProperty {
    // what is not Babylon's is not copied; what a converter does not know stays
    const copyOf = (object: object): object => ("uniqueId" in object ? ((converter(object) as object | null) ?? object) : object);
    const converted = this.objects.map(copyOf);
    const changed = converted.find((object, i) => object !== this.objects[i]);
    if (!changed) {
      return this;
    }
    return getOrMake(this._converted, changed, () => {
      this.objects.forEach((object) => this.landing.copy?.(object, copyOf));
      return new PointerProperty(this.pointer, this.landing, converted, this.components);
    });
  }

  /** Gives the Babylon objects the value, within its bounds; a component, or a rotation, that is not finite stays as it was. */
  write(): void {
    const { landing, objects, components, _limited: limited } = this;
    const { row } = this.pointer;
    const length = row.type === "quat" ? lengthOf(components) : 1;
    if (!Number.isFinite(length)) {
      return;
    }
    for (let i = 0; i < components.length; i++) {
      const component = clampTo(row, components[i]! / (length || 1));
      if (Number.isFinite(component)) {
        limited[i] = component;
      }
    }
    for (let i = 0; i < objects.length && !this._isBroken; i++) {
      try {
        landing.write(objects[i]!, limited, i);
      } catch (error) {
        this._isBroken = true; // it would come back in each frame
        logError(`${this.pointer.pointer}: cannot be animated`, error);
      }
    }
  }
}

/** Room for the parts of a value. */
const parts: number[] = [0, 0, 0, 0];

function lengthOf(components: readonly number[]): number {
  let square = 0;
  for (let i = 0; i < components.length; i++) {
    square += components[i]! ** 2;
  }
  return Math.sqrt(square);
}

/**
 * What an animation of a property sets: its `value`, all components of it or one, which it limits to the property's bounds and
 * hands on to the Babylon objects.
 */
export class PointerTarget implements IAnimatable, ComponentTarget, ConvertibleTarget {
  animations: Animation[] = [];
  /** That of the first Babylon object, for masks and for people. */
  readonly name: string;
  readonly id: string;
  readonly kind: ValueKind;
  readonly offset: number;
  readonly width: number;

  /** @param element the component that is animated, -1 for all of them */
  constructor(
    readonly holder: PointerProperty,
    private readonly _element: number,
  ) {
    const { pointer, objects } = holder;
    this.name = (objects[0] as { name?: string } | undefined)?.name ?? pointer.pointer;
    this.id = pointer.pointer;
    this.kind = kindOf({ ...pointer, element: _element });
    this.offset = Math.max(_element, 0);
    this.width = this.kind.width;
  }

  get value(): AnimatedValue {
    return this.kind.fromArray(this.holder.components, this.offset);
  }

  set value(value: AnimatedValue) {
    const { components } = this.holder;
    if (typeof value === "number") {
      components[this.offset] = value;
    } else {
      value.toArray(parts, 0);
      for (let i = 0; i < this.width; i++) {
        components[this.offset + i] = parts[i]!;
      }
    }
    this.holder.write();
  }

  getClassName(): string {
    return "PointerTarget";
  }

  convertTargets(converter: TargetConverter): PointerTarget {
    return this.holder.convert(converter).targetFor(this._element);
  }
}
