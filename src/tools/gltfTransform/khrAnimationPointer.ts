import {
  Animation,
  Extension,
  PropertyType,
  type AnimationChannel,
  type Document,
  type GLTF,
  type Node,
  type Property,
  type ReaderContext,
  type WriterContext,
} from "@gltf-transform/core";
import { AssetError, DescribeFinding, excerpt, parseJsonPointer, toAssetError } from "../../gltf/util/index.js";
import { coreTargetOf, isCoreOutput } from "../../gltf/objectModel/index.js";
import { readChannelPointer, readChannelPointers2, unlistExtension } from "../../gltf/schema/index.js";
import { disposeChannel, disposeEmptyAnimations } from "./emptyAnimations.js";
import { findMissingPart, findObject, placesOf } from "./pointedObjects.js";
import { PointerChannel } from "./pointerChannel.js";
import { expectSameCopy, Warnings } from "./document.js";

const NAME = "KHR_animation_pointer";

/**
 * `KHR_animation_pointer` for glTF-Transform. Channels keep the animated objects when functions such as `dedup` change the document.
 * Pointers to translation, rotation, scale and weights of nodes are read as channels of core glTF.
 * @example
 * const pointers = document.createExtension(KHRAnimationPointer);
 * const channel = pointers.createPointerChannel().setObject(material).setPath("/pbrMetallicRoughness/baseColorFactor");
 * animation.addSampler(sampler).addChannel(channel.setSampler(sampler));
 */
export class KHRAnimationPointer extends Extension {
  static override readonly EXTENSION_NAME = NAME;
  override readonly extensionName = NAME;
  override readonly prereadTypes = [PropertyType.BUFFER];
  override readonly prewriteTypes = [PropertyType.ACCESSOR];

  private readonly _warnings = new Warnings(NAME);

  constructor(document: Document) {
    super(expectSameCopy(document));
  }

  /** Creates a channel, to be added to an animation. */
  createPointerChannel(name = ""): PointerChannel {
    return new PointerChannel(this.document.getGraph(), name);
  }

  /**
   * Moves the extension behind all other extensions. Extensions are read in alphabetical order, but lights have to exist before channels
   * refer to lights.
   * @hidden
   */
  override preread(): this {
    this.dispose();
    this.document.createExtension(KHRAnimationPointer).setRequired(this.isRequired());
    return this;
  }

  /** @hidden */
  override read(context: ReaderContext): this {
    (context.jsonDoc.json.animations ?? []).forEach((json, index) => {
      const animation = context.animations[index]!;
      const channels = animation.listChannels();
      channels.forEach((channel, i) => {
        // removed and added again, so that the order of the file is kept
        animation.removeChannel(channel);
        const read = this._readChannel(`/animations/${index}/channels/${i}`, json.channels[i]!, channel);
        if (read) {
          animation.addChannel(read);
        } else {
          disposeChannel(channel);
        }
      });
    });
    this._warnings.log(this.document);
    return this;
  }

  /**
   * Removes the channels that cannot be written.
   * @hidden
   */
  override prewrite(): this {
    const places = placesOf(this.document);
    for (const channel of this._listChannels()) {
      const loss = findLoss(channel, places);
      const change = loss ?? channel.findChange();
      if (change !== null) {
        const animation = channel.listParents().find((parent) => parent instanceof Animation)!;
        const effect = loss === null ? "looks different" : "is not written";
        this._warnings.add(
          `${NAME}: the channel of ${excerpt(channel.getPath())} in animation "${excerpt(animation.getName())}" ${effect}: ${change}`,
        );
      }
      if (loss !== null) {
        disposeChannel(channel);
      }
    }
    disposeEmptyAnimations(this.document);
    this._warnings.log(this.document);
    return this;
  }

  /** @hidden */
  override write(context: WriterContext): this {
    const { json } = context.jsonDoc;
    const places = placesOf(this.document);
    let count = 0;
    for (const animation of this.document.getRoot().listAnimations()) {
      const { channels } = json.animations![context.animationIndexMap.get(animation)!]!;
      animation.listChannels().forEach((channel, i) => {
        if (channel instanceof PointerChannel) {
          const pointer = places.get(channel.getObject()!)! + channel.getPath();
          channels[i]!.target = { path: "pointer", extensions: { [NAME]: { pointer } } } as unknown as GLTF.IAnimationChannelTarget;
          count++;
        }
      });
    }
    if (count === 0) {
      unlistExtension(json, NAME);
    }
    return this;
  }

  private _listChannels(): PointerChannel[] {
    const channels = this.document
      .getRoot()
      .listAnimations()
      .flatMap((animation) => animation.listChannels());
    return channels.filter((channel) => channel instanceof PointerChannel);
  }

  /** @returns the given channel if it does not use the extension; null if the channel cannot be read */
  private _readChannel(pointer: string, json: GLTF.IAnimationChannel, channel: AnimationChannel): AnimationChannel | null {
    try {
      const stated = readChannelPointer(pointer, json);
      if (!stated && readChannelPointers2(pointer, json)) {
        throw new AssetError(
          pointer,
          "must use KHR_animation_pointer, not KHR_animation2; the channel is left out (babylon-gltf-animation convert mends this)",
        );
      }
      stated?.findings.forEach((finding) => this._warnings.add(DescribeFinding(finding)));
      return stated ? this._toChannel(stated.pointer, stated.pointers[0]!, channel) : channel;
    } catch (error) {
      this._warnings.add(toAssetError(pointer, error).message);
      return null;
    }
  }

  /** @throws AssetError if the pointer does not lead to an object of the document */
  private _toChannel(at: string, pointer: string, channel: AnimationChannel): AnimationChannel {
    const tokens = parseJsonPointer(pointer);
    const found = tokens && findObject(this.document, tokens);
    if (!found) {
      throw new AssetError(at, `must point to an object that glTF-Transform knows; the channel is left out (got ${excerpt(pointer)})`);
    }
    const core = coreTargetOf(pointer);
    const output = channel.getSampler()?.getOutput();
    if (core && output && isCoreOutput(core.path, output.getComponentType(), output.getNormalized())) {
      return channel.setTargetPath(core.path).setTargetNode(found.object as Node);
    }
    const read = this.createPointerChannel(channel.getName())
      .setSampler(channel.getSampler())
      .setExtras(channel.getExtras())
      .setObject(found.object)
      .setPath(found.path)
      .rememberSurroundings();
    channel.dispose();
    return read;
  }
}

/** The reason why a channel cannot be written; null if the channel can be written. */
function findLoss(channel: PointerChannel, places: ReadonlyMap<Property, string>): string | null {
  const object = channel.getObject();
  if (!object) {
    return "its object is not in the document any more (palette replaces materials, prune removes unused objects)";
  }
  if (!places.has(object)) {
    return `objects of type ${object.propertyType} cannot be animated`;
  }
  const tokens = parseJsonPointer(channel.getPath());
  const missing = tokens ? findMissingPart(object, tokens) : channel.getPath();
  return missing === null ? null : `its object does not have ${excerpt(missing)}, or glTF-Transform does not know it`;
}
