import { Document, ExtensionProperty, RefSet, type Animation, type IProperty, type Nullable } from "@gltf-transform/core";
import { resolveClipSettings, type ResolvedClipSettings } from "../../gltf/timing/index.js";
import { clipListOf } from "./clipList.js";

/** The attributes of a {@link Clip}. */
export interface ClipAttributes extends IProperty, ResolvedClipSettings {
  animations: RefSet<Animation>;
  other: Record<string, unknown>;
}

/**
 * A clip: the range, speed and repetitions with which animations play. All times are in seconds. See {@link KHRAnimationClip}.
 * @experimental follows a draft specification
 */
export class Clip extends ExtensionProperty<ClipAttributes> {
  static override readonly EXTENSION_NAME = "KHR_animation_clip";
  declare extensionName: "KHR_animation_clip";
  declare propertyType: "Clip";
  declare parentTypes: ["ClipList"];

  protected override init(): void {
    this.extensionName = "KHR_animation_clip";
    this.propertyType = "Clip";
    this.parentTypes = ["ClipList"];
    clipListOf(Document.fromGraph(this.getGraph())!).addClip(this);
  }

  protected override getDefaults(): Nullable<ClipAttributes> {
    return Object.assign(super.getDefaults() as IProperty, {
      animations: new RefSet<Animation>(),
      ...resolveClipSettings({}),
      other: {},
    });
  }

  /** The animations that the clip plays. */
  listAnimations(): Animation[] {
    return this.listRefs("animations");
  }

  /** Adds an animation that the clip plays. A clip without animations is not written. */
  addAnimation(animation: Animation): this {
    return this.addRef("animations", animation);
  }

  removeAnimation(animation: Animation): this {
    return this.removeRef("animations", animation);
  }

  /** Lower bound of the timestamp, >= 0. Default 0. */
  getStart(): number {
    return this.get("start");
  }

  /** Lower bound of the timestamp, >= 0. Default 0. */
  setStart(start: number): this {
    return this.set("start", start);
  }

  /** Upper bound of the timestamp, at least the start. Default Infinity: the clip has no end and never loops. */
  getEnd(): number {
    return this.get("end");
  }

  /** Upper bound of the timestamp, at least the start. Default Infinity: the clip has no end and never loops. */
  setEnd(end: number): this {
    return this.set("end", end);
  }

  /** First timestamp, in seconds after the start. Default 0. */
  getOffset(): number {
    return this.get("offset");
  }

  /** First timestamp, in seconds after the start. Default 0. */
  setOffset(offset: number): this {
    return this.set("offset", offset);
  }

  /** Seconds of timestamp per second; negative plays backwards. Default 1. */
  getSpeed(): number {
    return this.get("speed");
  }

  /** Seconds of timestamp per second; negative plays backwards. Default 1. */
  setSpeed(speed: number): this {
    return this.set("speed", speed);
  }

  /** Number of bounds that the clip crosses before it finishes, an integer; -1 is endless. Default -1. */
  getRepetitions(): number {
    return this.get("repetitions");
  }

  /** Number of bounds that the clip crosses before it finishes, an integer; -1 is endless. Default -1. */
  setRepetitions(repetitions: number): this {
    return this.set("repetitions", repetitions);
  }

  /** Whether the clip turns at its bounds (ping-pong). Default false. */
  getReverse(): boolean {
    return this.get("reverse");
  }

  /** Whether the clip turns at its bounds (ping-pong). Default false. */
  setReverse(reverse: boolean): this {
    return this.set("reverse", reverse);
  }

  /** Members of the clip's JSON that the draft does not define, such as `extensions`. The clip keeps such members. */
  getOther(): Record<string, unknown> {
    return this.get("other");
  }

  /** Members of the clip's JSON that the draft does not define, such as `extensions`. The clip keeps such members. */
  setOther(other: Record<string, unknown>): this {
    return this.set("other", other);
  }
}
