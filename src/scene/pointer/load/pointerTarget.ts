import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { IAnimatable } from "@babylonjs/core/Animations/animatable.interface.js";
import {
  type ComponentTarget,
  type ConvertibleTarget,
  type DescribedTarget,
  logError,
  type TargetConverter,
  type TargetDescription,
} from "../../host/index.js";
import { type BabylonTarget, clampTo, type ResolvedPointer } from "../../../gltf/objectModel/index.js";
import { getOrMake, withElement } from "../../../gltf/util/index.js";
import type { Setter } from "../setters/setters.js";
import { setterOf } from "../setters/setterOf.js";
import { type AnimatedValue, kindOf, type ValueKind } from "./valueKind.js";

/** The animated properties of Babylon objects, by the first object that a property is written to. */
const known = new WeakMap<object, AnimatedPointer[]>();

/** An animated property of a glTF object, and the Babylon objects that the value is written to. */
export class AnimatedPointer {
  /** The components as set by animations, before clamping. */
  readonly components: number[];
  private readonly _limited: number[];
  private readonly _low: number;
  private readonly _high: number;
  private readonly _isRotation: boolean;
  private readonly _setter: Setter;
  private _isBroken = false;
  /** The properties of copied objects; null before the first copy, because files have many properties and few are copied. */
  private _converted: WeakMap<object, AnimatedPointer> | null = null;
  /** The target of the whole property, followed by the target of each component. */
  private readonly _targets: (PointerTarget | undefined)[];

  constructor(
    readonly pointer: ResolvedPointer,
    readonly objects: readonly object[],
    components = pointer.initial,
  ) {
    this.components = [...components];
    this._limited = [...pointer.initial];
    this._targets = new Array<PointerTarget | undefined>(components.length + 1);
    this._low = clampTo(pointer.property, -Infinity);
    this._high = clampTo(pointer.property, Infinity);
    this._setter = setterOf(pointer.property.babylon as BabylonTarget);
    this._isRotation = pointer.property.type === "quat";
    for (const object of objects) {
      if ("uniqueId" in object) {
        (object as Partial<IAnimatable>).animations ??= []; // as Babylon's loader does for animated objects
      }
    }
    if (objects[0]) {
      getOrMake(known, objects[0], (): AnimatedPointer[] => []).push(this);
    }
  }

  /**
   * The animated property of a Babylon object, if a file animates it.
   * @param property the pointer of the property, with `{}` for each array index
   */
  static on(object: object, property: string): AnimatedPointer | undefined {
    return known.get(object)?.find(({ pointer }) => pointer.property.pointer === property);
  }

  /**
   * The target of animations of the property. All animations of a property share a target, so that Babylon mixes the animations by weight.
   * @param element the animated component; -1 for the whole property
   */
  targetFor(element: number): PointerTarget {
    return (this._targets[element + 1] ??= new PointerTarget(this, element));
  }

  /** The property for copies of the Babylon objects; unchanged if no object was copied. */
  convert(converter: TargetConverter): AnimatedPointer {
    // only Babylon objects are copied; an object that the converter does not know stays
    const copyOf = (object: object): object => ("uniqueId" in object ? ((converter(object) as object | null) ?? object) : object);
    const converted = this.objects.map(copyOf);
    const changed = converted.find((object, i) => object !== this.objects[i]);
    if (!changed) {
      return this;
    }
    return getOrMake((this._converted ??= new WeakMap<object, AnimatedPointer>()), changed, () => {
      this.objects.forEach((object) => this._setter.copy?.(object, copyOf));
      return new AnimatedPointer(this.pointer, converted, this.components);
    });
  }

  /** Writes the clamped value to the Babylon objects. Components that are not finite are skipped, and rotations as a whole. */
  write(): void {
    const { _setter: setter, objects, components, _limited: limited, _low: low, _high: high } = this;
    const length = this._isRotation ? lengthOf(components) : 1;
    if (!Number.isFinite(length)) {
      return;
    }
    for (let i = 0; i < limited.length; i++) {
      const component = Math.min(Math.max(components[i]! / (length || 1), low), high);
      if (Number.isFinite(component)) {
        limited[i] = component;
      }
    }
    for (let i = 0; i < objects.length && !this._isBroken; i++) {
      try {
        setter.write(objects[i]!, limited, i);
      } catch (error) {
        this._isBroken = true; // the setter would fail again in each frame
        logError(`${this.pointer.pointer}: cannot be animated`, error);
      }
    }
  }
}

/** Scratch memory for the components of a value. */
const parts: number[] = [];

function lengthOf(components: readonly number[]): number {
  let square = 0;
  for (let i = 0; i < components.length; i++) {
    square += components[i]! ** 2;
  }
  return Math.sqrt(square);
}

/** The target of a Babylon animation of `value`: a whole glTF property, or one component. */
export class PointerTarget implements IAnimatable, ComponentTarget, ConvertibleTarget, DescribedTarget {
  animations: Animation[] = [];
  /** The name of the first Babylon object, for animation masks and for display. */
  readonly name: string;
  readonly id: string;
  readonly kind: ValueKind;
  readonly offset: number;
  readonly width: number;

  /** @param _element the animated component; -1 for the whole property */
  constructor(
    readonly holder: AnimatedPointer,
    private readonly _element: number,
  ) {
    const { pointer, objects } = holder;
    const named: { readonly name?: string } | undefined = objects[0];
    this.name = named?.name ?? pointer.pointer;
    this.id = pointer.pointer;
    this.kind = kindOf(pointer, _element);
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

  describe(): TargetDescription {
    const { pointer, property } = this.holder.pointer;
    return {
      pointer: withElement(pointer, this._element),
      template: this._element >= 0 ? `${property.pointer}/{}` : property.pointer,
      property: (property.babylon as BabylonTarget).property,
    };
  }
}
