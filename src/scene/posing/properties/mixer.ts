import { addInto, blendInto, slerp } from "../../../gltf/sampling/index.js";
import { getOrMake, grow } from "../../../gltf/util/index.js";
import type { AnimatedProperty } from "./animatedProperty.js";
import { flushComponents, type PropertyAccess } from "./propertyAccess.js";
import type { PropertyMask } from "./propertyList.js";
import type { ValueKind } from "./valueKind.js";

/** A pose to mix, and its weight. */
export interface WeightedPose {
  /** The mixed value of each property, from {@link Mixer.valuesOf}. */
  readonly mixed: MixedList;
  /** The index in `values` of the first component of each property. */
  readonly offsets: readonly number[];
  readonly values: Float64Array;
  /** The mask of the properties into which the pose is mixed. */
  readonly mask: PropertyMask;
  /** 0..1 */
  readonly weight: number;
  /** The layer, an integer >= 0. */
  readonly layer: number;
  /** Whether the values are differences, to be added to the mixture of the other poses. */
  readonly isAdditive: boolean;
  readonly pending: PendingPose;
}

/** What a pose had when it was queued, while it waits to be mixed: as in Babylon, what an event changes counts from the next frame. */
export class PendingPose {
  /** Who mixes the pose: the mixer at the end of the frame, or Babylon in the scene's animation step; null if the pose does not wait. */
  by: "mixer" | "step" | null = null;
  /** The timestamp to sample in the step; NaN for a pose that was sampled when it was queued. */
  timestamp = NaN;
  weight = -1;
  layer = 0;
  mask: PropertyMask = null;
  isAdditive = false;
  /** The next pose of the same list that waits for the mixer; null for the last one. */
  next: WeightedPose | null = null;

  queue(by: "mixer" | "step", { weight, layer, mask, isAdditive }: WeightedPose, timestamp = NaN): void {
    this.by = by;
    this.timestamp = timestamp;
    this.weight = weight;
    this.layer = layer;
    this.mask = mask;
    this.isAdditive = isAdditive;
  }
}

/** A property that poses are mixed into. */
export class MixedValue {
  /** The row of the property in the mixer's arrays while a frame is mixed; otherwise -1. */
  row = -1;
  /** The number of the flush in which the value was last mixed. */
  flush = 0;
  /** The layers that were mixed then, and the sum of the weights of each. */
  private readonly _layers: number[] = [];
  private readonly _totals: number[] = [];
  private _layerCount = 0;
  /** The value at rest until the next flush, and its number, from {@link Mixer.keepRest}; null for that of the property. */
  private _keptRest: Float64Array | null = null;
  private _keptNumber = 0;

  private _ground: Ground | null = null;

  /** The lists that have the value. */
  lists: readonly WeakRef<MixedList>[] = [];

  /** The kind of the property. A copy, since in a crowd, following a reference costs more than mixing a value. */
  readonly kind: ValueKind;

  constructor(readonly property: AnimatedProperty) {
    this.kind = property.kind;
  }

  get rest(): Float64Array {
    return this._keptRest ?? this.property.rest!;
  }

  get ground(): Ground {
    const number = this._keptRest ? this._keptNumber : this.property.restNumber;
    if (this._ground?.restNumber !== number) {
      this._ground = new Ground(this.property, this.rest, number);
    }
    return this._ground;
  }

  /**
   * Keeps the value at rest of a run that ends, until the next flush.
   * @returns whether it was not kept yet
   */
  keepRest(): boolean {
    const isNew = !this._keptRest;
    if (isNew) {
      this._keptRest = this.property.rest!.slice();
      this._keptNumber = this.property.restNumber;
    }
    return isNew;
  }

  forgetKeptRest(): void {
    this._keptRest = null;
  }

  /** Copies the value at rest into an array. */
  putRest(values: Float64Array, at: number): void {
    const { _keptRest: kept, property } = this;
    const from = kept ?? property.table.rests!;
    const first = kept ? 0 : property.at;
    for (let i = 0; i < this.kind.size; i++) {
      values[at + i] = from[first + i]!;
    }
  }

  begin(row: number, flush: number): void {
    this.row = row;
    this.flush = flush;
    this._layerCount = 0;
  }

  noteTotal(layer: number, total: number): void {
    this._layers[this._layerCount] = layer;
    this._totals[this._layerCount++] = total;
  }

  /** The sum of the weights of a layer when the value was last mixed. */
  totalOf(layer: number): number {
    const index = this._layers.indexOf(layer);
    return index < this._layerCount ? (this._totals[index] ?? 0) : 0;
  }
}

/**
 * The value under the layers of a property: what an unweighted clip or the application wrote last, at first the value at rest. If the property still holds the result of
 * the last frame, nothing was written since: the value under the layers then is the last mixture of layer 0.
 */
class Ground {
  private readonly _values: Float64Array;
  private readonly _written: Float64Array;

  constructor(
    private readonly _property: AnimatedProperty,
    rest: Float64Array,
    readonly restNumber: number,
  ) {
    this._values = rest.slice();
    this._written = rest.slice();
  }

  find(): Float64Array {
    try {
      this._property.read(present, 0);
    } catch {
      return this._values; // `noteWritten` reads again, and its error is reported
    }
    for (let i = 0; i < this._written.length; i++) {
      if (present[i] !== this._written[i]) {
        this._property.read(this._values, 0);
        break;
      }
    }
    return this._values;
  }

  /** Takes a value over, in place of what was written to the property until now. */
  take(values: Float64Array, at: number): void {
    for (let i = 0; i < this._values.length; i++) {
      this._values[i] = values[at + i]!;
    }
    this.noteWritten();
  }

  /** Ignores what was written to the property until now, such as a mixture with layers. */
  noteWritten(): void {
    this._property.read(this._written, 0); // a setter may round
  }
}

/** The maximum number of components of a value. */
const WIDTH = 4;

/**
 * The properties of a group that poses are mixed into. Groups with the same properties in the same order have one list. Where no other list has any of
 * them, as with the clips of a character that share its nodes, all have the same sum of weights, and are mixed together.
 */
export class MixedList {
  readonly ref = new WeakRef(this);
  /** Whether no other list has one of the values. */
  isSole: boolean;
  /** The number of the flush that mixes the values one by one, since a pose has a mask or a layer. */
  singly = 0;
  /** The number of the flush that last mixed the values together, and the sum of the weights. */
  flush = 0;
  total = 0.5;
  /** The first and the last pose of the list that waits. */
  firstPose: WeightedPose | null = null;
  lastPose: WeightedPose | null = null;
  // copies of what the properties have, since in a crowd, following a reference costs more than mixing a value
  readonly targets: readonly object[];
  readonly accesses: readonly PropertyAccess<object>[];
  readonly owns: readonly unknown[];
  readonly sizes: Uint8Array;
  /** 1 for rotations. */
  readonly rotations: Uint8Array;

  constructor(readonly values: readonly MixedValue[]) {
    this.targets = values.map(({ property }) => property.target);
    this.accesses = values.map(({ property }) => property.access);
    this.owns = values.map(({ property }) => property.own);
    this.sizes = Uint8Array.from(values, ({ kind }) => kind.size);
    this.rotations = Uint8Array.from(values, ({ kind }) => Number(kind.isRotation));
    const others = new Set(values.flatMap(({ lists }) => lists.map((ref) => ref.deref())));
    others.delete(undefined);
    this.isSole = others.size === 0 && new Set(values).size === values.length;
    others.forEach((other) => (other!.isSole = false));
    values.forEach((value) => (value.lists = [...value.lists.filter((ref) => ref.deref()), this.ref]));
  }

  has(properties: readonly AnimatedProperty[]): boolean {
    return properties.length === this.values.length && this.values.every(({ property }, i) => property === properties[i]);
  }
}

/** Lets go of the poses of a list. */
function unchain(list: MixedList): void {
  for (let pose = list.firstPose; pose;) {
    const next: WeightedPose | null = pose.pending.next;
    pose.pending.next = null;
    pose = next;
  }
  list.firstPose = list.lastPose = null;
}

const present = new Float64Array(WIDTH);

/**
 * The lowest sum of weights that leaves no share for the value at rest. Weights such as 0.4, 0.3, 0.2 and 0.1 add up to 1 except for
 * rounding.
 */
const WHOLE = 1 - 2 ** -50;

/**
 * Mixes the poses of several clips as Babylon mixes weighted groups: where the sum of the weights is below 1, the value at rest fills
 * the remainder; weights whose sum is above 1 are normalized. Quaternions are mixed one after the other, by the shortest arc. Additive
 * poses come last, and leave the weights of the others as they are.
 *
 * Layers are mixed one after the other, each over the result of those below it: what lies below a layer fills the remainder of its weights.
 */
export class Mixer {
  private readonly _known = new WeakMap<AnimatedProperty, MixedValue>();
  private readonly _lists = new WeakMap<readonly AnimatedProperty[], MixedList>();
  /** The values whose values at rest are kept until the next flush. */
  private readonly _kept: MixedValue[] = [];
  private readonly _poses: (WeightedPose | null)[] = [];
  private _poseCount = 0;
  private _flushCount = 0;
  /**
   * The properties of a frame, one for each row of the arrays below: a crowd has too many properties for an object with an array per
   * property.
   */
  private readonly _mixed: (MixedValue | null)[] = [];
  private _rowCount = 0;
  private _values = new Float64Array(0);
  /** The sum of the weights of each row. */
  private _totals = new Float64Array(0);
  /** The part of each row's sum of weights that has been mixed into the values so far. */
  private _weights = new Float64Array(0);
  /** The layer of the sums of each row. */
  private _layers = new Int32Array(0);
  /** Whether each row has a value: it has one from the first weight above 0 on. */
  private _isFilled = new Uint8Array(0);

  /** The mixed values of a list, which each later call gets, too. */
  valuesOf(properties: readonly AnimatedProperty[]): MixedList {
    return getOrMake(this._lists, properties, () => this._listOf(properties));
  }

  private _listOf(properties: readonly AnimatedProperty[]): MixedList {
    const values = properties.map((property) => this._valueOf(property));
    const known = values[0]?.lists.map((ref) => ref.deref()).find((list) => list?.has(properties));
    return known ?? new MixedList(values);
  }

  private _valueOf(property: AnimatedProperty): MixedValue {
    const value = this._known.get(property) ?? new MixedValue(property);
    this._known.set(property, value);
    return value;
  }

  /** Adds a pose to the mixture of the frame. */
  add(pose: WeightedPose): void {
    if (pose.pending.by !== "mixer") {
      this._poses[this._poseCount++] = pose;
    }
    pose.pending.queue("mixer", pose);
  }

  /** Removes a pose that waits from the mixture of the frame. */
  remove(pose: WeightedPose): void {
    this._poses.splice(this._poses.indexOf(pose), 1);
    this._poseCount--;
    pose.pending.by = null;
  }

  /** Keeps the values at rest for a pose that waits: the run of the pose ends, and the next run may begin from others. */
  keepRest(pose: WeightedPose): void {
    if (pose.pending.by === "mixer") {
      pose.mixed.values.forEach((value, i) => {
        if (pose.pending.mask?.[i] !== 0 && value.keepRest()) {
          this._kept.push(value);
        }
      });
    }
  }

  /** The sum of the weights of the poses of a layer that the last flush mixed into a property. */
  totalOf(property: AnimatedProperty, layer: number): number {
    const mixed = this._known.get(property);
    for (let i = 0; mixed && i < mixed.lists.length; i++) {
      const list = mixed.lists[i]!.deref();
      if (list?.flush === this._flushCount) {
        return layer === 0 ? list.total : 0;
      }
    }
    return mixed?.flush === this._flushCount ? mixed.totalOf(layer) : 0;
  }

  /** Lets the value at rest lie below the layers of a property: layer 0 shows it no more. */
  emptyGround(property: AnimatedProperty): void {
    const { ground, rest } = this._valueOf(property);
    ground.take(rest, 0);
  }

  /** What lies below the layers of a property. */
  groundOf(property: AnimatedProperty): Float64Array {
    return this._valueOf(property).ground.find();
  }

  /** Sets what lies below the layers of a property. */
  setGround(property: AnimatedProperty, values: Float64Array): void {
    this._valueOf(property).ground.take(values, 0);
  }

  /** Writes what lies below the layers of a property: no layer shows it any more. */
  writeGround(property: AnimatedProperty): void {
    const { ground } = this._valueOf(property);
    property.write(ground.find(), 0);
    ground.noteWritten();
  }

  /** Mixes the poses that were added, and writes the result. */
  flush(): void {
    this._flushCount++;
    this._mixTogether();
    if (this._poseCount === 0) {
      this._forgetRests();
      flushComponents();
      return;
    }
    for (let layer = 0; layer < Infinity; layer = this._layerAbove(layer)) {
      this._mixLayer(layer);
    }
    for (let i = 0; i < this._poseCount; i++) {
      this._poses[i]!.pending.by = null;
      this._poses[i] = null; // the array outlives the poses
    }
    this._poseCount = 0;
    for (let row = 0; row < this._rowCount; row++) {
      const mixed = this._mixed[row]!;
      this._mixed[row] = null;
      mixed.row = -1;
      mixed.noteTotal(this._layers[row]!, this._totals[row]!);
      this._write(mixed, row);
    }
    this._rowCount = 0;
    this._forgetRests();
    flushComponents();
  }

  private _forgetRests(): void {
    if (this._kept.length > 0) {
      this._kept.forEach((value) => value.forgetKeptRest());
      this._kept.length = 0;
    }
  }

  /** Mixes the poses of lists whose values all have the same weights. The others stay. */
  private _mixTogether(): void {
    const { _poses: poses, _poseCount: count, _flushCount: flush } = this;
    for (let i = 0; i < count; i++) {
      this._chain(poses[i]!);
    }
    let left = 0;
    for (let i = 0; i < count; i++) {
      const pose = poses[i]!;
      const { mixed } = pose;
      // a pose may just have made its list, which then shares values with another one
      if (mixed.singly === flush || !mixed.isSole) {
        poses[left++] = pose;
      } else if (mixed.flush !== flush) {
        mixed.flush = flush;
        this._mixList(mixed);
      }
    }
    for (let i = left; i < count; i++) {
      poses[i] = null; // the array outlives the poses
    }
    for (let i = 0; i < left; i++) {
      unchain(poses[i]!.mixed);
    }
    this._poseCount = left;
  }

  /** Adds a pose to those of its list. */
  private _chain(pose: WeightedPose): void {
    const { mixed, pending } = pose;
    if (pending.layer !== 0 || pending.mask !== null) {
      mixed.singly = this._flushCount;
    }
    if (mixed.lastPose) {
      mixed.lastPose.pending.next = pose;
    } else {
      mixed.firstPose = pose;
    }
    mixed.lastPose = pose;
  }

  private _mixList(list: MixedList): void {
    this._reserve(list.values.length);
    let total = 0;
    for (let pose = list.firstPose; pose; pose = pose.pending.next) {
      total += pose.pending.isAdditive ? 0 : pose.pending.weight;
    }
    list.total = total;
    let sum = 0;
    let isFilled = false;
    for (let pass = 0; pass < 2; pass++) {
      for (let pose = list.firstPose; pose; pose = pose.pending.next) {
        const { weight, isAdditive } = pose.pending;
        if (weight === 0 || isAdditive !== (pass === 1)) {
          continue;
        }
        if (sum === 0 && total < WHOLE) {
          if (!isFilled) {
            this._putRests(list);
          }
          sum = 1 - total;
        }
        isFilled = true;
        if (isAdditive) {
          this._addPose(list, pose, weight);
        } else {
          this._blendPose(list, pose, weight / (sum += weight));
        }
      }
    }
    for (let pose = list.firstPose; pose; pose = pose.pending.next) {
      pose.pending.by = null;
    }
    unchain(list);
    this._writeList(list, isFilled);
  }

  private _putRests({ values }: MixedList): void {
    for (let i = 0; i < values.length; i++) {
      values[i]!.putRest(this._values, i * WIDTH);
    }
  }

  /** As {@link blendInto}, for all values. */
  private _blendPose({ sizes, rotations }: MixedList, { values, offsets }: WeightedPose, amount: number): void {
    const { _values: into } = this;
    for (let i = 0; i < sizes.length; i++) {
      const at = i * WIDTH;
      const from = offsets[i]!;
      if (amount !== 1 && rotations[i] === 1) {
        slerp(into, at, values, from, amount, into, at);
      } else {
        for (let c = 0; c < sizes[i]!; c++) {
          const before = into[at + c]!;
          into[at + c] = amount === 1 ? values[from + c]! : before + amount * (values[from + c]! - before);
        }
      }
    }
  }

  private _addPose({ values: mixed }: MixedList, { values, offsets }: WeightedPose, weight: number): void {
    const { _values: into } = this;
    for (let i = 0; i < mixed.length; i++) {
      addInto(into, i * WIDTH, values, offsets[i]!, mixed[i]!.kind, weight);
    }
  }

  private _writeList({ values, targets, accesses, owns }: MixedList, isFilled: boolean): void {
    const { _values: mixed } = this;
    for (let i = 0; i < values.length; i++) {
      try {
        for (; isFilled && i < values.length; i++) {
          accesses[i]!.write(targets[i]!, mixed, i * WIDTH, owns[i]);
        }
        if (!isFilled && !values[i]!.kind.isRotation) {
          values[i]!.property.write(values[i]!.rest, 0); // Babylon leaves rotations as they are
        }
      } catch (error) {
        values[i]!.property.fail(error);
      }
    }
  }

  private _layerAbove(layer: number): number {
    let above = Infinity;
    for (let i = 0; i < this._poseCount; i++) {
      const { layer: other } = this._poses[i]!.pending;
      above = other > layer ? Math.min(above, other) : above;
    }
    return above;
  }

  private _mixLayer(layer: number): void {
    for (let i = 0; i < this._poseCount; i++) {
      this._sumWeights(this._poses[i]!, layer);
    }
    for (let i = 0; i < this._poseCount; i++) {
      this._mix(this._poses[i]!, layer, false);
    }
    for (let i = 0; i < this._poseCount; i++) {
      this._mix(this._poses[i]!, layer, true);
    }
  }

  private _sumWeights({ mixed: { values: mixed }, pending }: WeightedPose, layer: number): void {
    const { mask } = pending;
    if (pending.layer !== layer) {
      return;
    }
    const share = pending.isAdditive ? 0 : pending.weight;
    this._reserve(this._rowCount + mixed.length);
    for (let i = 0; i < mixed.length; i++) {
      if (mask === null || mask[i] === 1) {
        const value = mixed[i]!;
        if (value.row < 0) {
          value.begin(this._rowCount++, this._flushCount);
          this._mixed[value.row] = value;
          this._isFilled[value.row] = 0;
          this._beginLayer(value.row, layer);
        } else if (this._layers[value.row] !== layer) {
          if (this._layers[value.row] === 0) {
            this._takeGround(value);
          }
          value.noteTotal(this._layers[value.row]!, this._totals[value.row]!);
          this._beginLayer(value.row, layer);
        }
        this._totals[value.row]! += share;
      }
    }
  }

  /** The mixture of layer 0 lies below the layers, also when its clips stop. */
  private _takeGround({ ground, rest, row }: MixedValue): void {
    if (this._isFilled[row] === 1) {
      ground.take(this._values, row * WIDTH);
    } else {
      ground.take(rest, 0); // only weights of 0
    }
  }

  private _beginLayer(row: number, layer: number): void {
    this._layers[row] = layer;
    this._totals[row] = 0;
    this._weights[row] = 0;
  }

  private _mix({ mixed: { values: mixed }, offsets, values, pending }: WeightedPose, layer: number, additive: boolean): void {
    const { mask, weight } = pending;
    if (weight === 0 || pending.layer !== layer || pending.isAdditive !== additive) {
      return;
    }
    const { _values: into, _totals: totals, _weights: weights } = this;
    for (let i = 0; i < mixed.length; i++) {
      if (mask === null || mask[i] === 1) {
        const value = mixed[i]!;
        const { row, kind } = value;
        if (weights[row] === 0 && totals[row]! < WHOLE) {
          if (this._isFilled[row] === 0) {
            if (layer === 0) {
              value.putRest(into, row * WIDTH);
            } else {
              into.set(value.ground.find(), row * WIDTH);
            }
          }
          weights[row] = 1 - totals[row]!;
        }
        this._isFilled[row] = 1;
        if (additive) {
          addInto(into, row * WIDTH, values, offsets[i]!, kind, weight);
        } else {
          blendInto(into, row * WIDTH, values, offsets[i]!, kind, weight / (weights[row]! += weight));
        }
      }
    }
  }

  private _write(value: MixedValue, row: number): void {
    const { property } = value;
    try {
      const ground = this._layers[row]! > 0 ? value.ground.find() : null; // also where it is covered: nothing may write it again
      if (this._isFilled[row] === 1) {
        property.write(this._values, row * WIDTH);
      } else if (ground) {
        property.write(ground, 0); // only weights of 0
      } else if (!property.kind.isRotation) {
        property.write(value.rest, 0); // Babylon leaves rotations as they are
      }
      if (ground) {
        value.ground.noteWritten();
      }
    } catch (error) {
      property.fail(error);
    }
  }

  private _reserve(rows: number): void {
    if (rows > this._totals.length) {
      this._totals = grow(this._totals, 2 * rows, Float64Array);
      this._weights = grow(this._weights, 2 * rows, Float64Array);
      this._layers = grow(this._layers, 2 * rows, Int32Array);
      this._isFilled = grow(this._isFilled, 2 * rows, Uint8Array);
      this._values = grow(this._values, 2 * rows * WIDTH, Float64Array);
    }
  }
}
