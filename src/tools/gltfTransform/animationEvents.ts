import { ExtensionProperty, PropertyType, type IProperty, type Nullable } from "@gltf-transform/core";
import type { EventInput } from "../../gltf/schema/index.js";

/** The attributes of {@link AnimationEvents}. */
export interface AnimationEventsAttributes extends IProperty {
  /** The member `events`; glTF-Transform has no attributes that are lists of objects. */
  list: Record<string, unknown>;
  other: Record<string, unknown>;
}

/**
 * The events of an animation. See {@link KHRAnimationEvents}.
 * @experimental follows a draft specification
 */
export class AnimationEvents extends ExtensionProperty<AnimationEventsAttributes> {
  static override readonly EXTENSION_NAME = "KHR_animation_events";
  declare extensionName: "KHR_animation_events";
  declare propertyType: "AnimationEvents";
  declare parentTypes: [PropertyType.ANIMATION];

  protected override init(): void {
    this.extensionName = "KHR_animation_events";
    this.propertyType = "AnimationEvents";
    this.parentTypes = [PropertyType.ANIMATION];
  }

  protected override getDefaults(): Nullable<AnimationEventsAttributes> {
    return Object.assign(super.getDefaults() as IProperty, { list: { events: [] }, other: {} });
  }

  /** The events, in ascending order of time after reading. Times are in seconds. */
  getEvents(): readonly EventInput[] {
    return this.get("list")["events"] as readonly EventInput[];
  }

  /** Replaces the events. Invalid events are left out, with a warning, when the document is written. */
  setEvents(events: readonly EventInput[]): this {
    return this.set("list", { events });
  }

  /** Members of the extension's JSON that the draft does not define. */
  getOther(): Record<string, unknown> {
    return this.get("other");
  }

  /** Members of the extension's JSON that the draft does not define. */
  setOther(other: Record<string, unknown>): this {
    return this.set("other", other);
  }
}
