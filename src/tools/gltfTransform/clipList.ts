import { ExtensionProperty, PropertyType, RefSet, type Document, type IProperty, type Nullable } from "@gltf-transform/core";

export interface ClipListAttributes extends IProperty {
  clips: RefSet<ExtensionProperty>;
  other: Record<string, unknown>;
}

/**
 * The root's object of `KHR_animation_clip`. The list refers to all clips of the document, because functions that copy documents copy only
 * referenced properties. A merge copies the list of the second document, too, but does not attach the copy to the root.
 */
export class ClipList extends ExtensionProperty<ClipListAttributes> {
  static override readonly EXTENSION_NAME = "KHR_animation_clip";
  declare extensionName: "KHR_animation_clip";
  declare propertyType: "ClipList";
  declare parentTypes: [PropertyType.ROOT];

  protected override init(): void {
    this.extensionName = "KHR_animation_clip";
    this.propertyType = "ClipList";
    this.parentTypes = [PropertyType.ROOT];
  }

  protected override getDefaults(): Nullable<ClipListAttributes> {
    return Object.assign(super.getDefaults() as IProperty, { clips: new RefSet<ExtensionProperty>(), other: {} });
  }

  /** @param clip a `Clip`; importing the class would be circular */
  addClip(clip: ExtensionProperty): this {
    return this.addRef("clips", clip);
  }

  /** Members of the object's JSON that the draft does not define. */
  getOther(): Record<string, unknown> {
    return this.get("other");
  }

  setOther(other: Record<string, unknown>): this {
    return this.set("other", other);
  }
}

/** The clip list of a document's root, created if missing. */
export function clipListOf(document: Document): ClipList {
  const root = document.getRoot();
  const known = root.getExtension<ClipList>(ClipList.EXTENSION_NAME);
  if (known) {
    return known;
  }
  const list = new ClipList(document.getGraph());
  root.setExtension(ClipList.EXTENSION_NAME, list);
  return list;
}
