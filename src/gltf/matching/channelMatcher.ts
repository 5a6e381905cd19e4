import type { GltfChannel, GltfJson, GltfTarget } from "../file/index.js";
import { PointerResolver } from "../objectModel/index.js";
import { readChannelPointer, readChannelPointers2 } from "../schema/index.js";
import { AssetError } from "../util/index.js";
import { CORE_TYPES, expectOutput, readProperty } from "./channels.js";
import { BABYLON_MODEL } from "./babylonModel.js";
import { NameMatcher, type RenameNodes } from "./nameMatcher.js";
import { expectProperty } from "./targetProperty.js";

/** The rule for channels of extensions whose objects cannot be matched. */
export const CONVERT = "must be converted before it can be copied";

/** Finds the targets of channels in another asset, but for weights of morph targets with names: `WeightMatcher` finds these first. */
export class ChannelMatcher {
  readonly names: NameMatcher;
  private readonly _resolver: PointerResolver;
  /** The nodes of the other asset for core channels that matched before, by node, path and size: animations repeat their targets. */
  private readonly _known = new Map<string, number>();

  constructor(
    private readonly _source: GltfJson,
    target: GltfJson,
    rename?: RenameNodes,
  ) {
    this.names = new NameMatcher(_source, target, rename);
    this._resolver = new PointerResolver(target, BABYLON_MODEL);
  }

  /**
   * The target of a channel in the other asset.
   * @param pointer JSON pointer of the channel
   * @param animation the index of the channel's animation
   * @throws AssetError if the other asset does not have the animated property
   */
  match(pointer: string, channel: GltfChannel, animation: number): GltfTarget {
    const { target } = channel;
    const isPlain = !("extensions" in target) && Object.keys(channel).length === 2; // no pointer: saves reading the property
    const type = isPlain && target.node !== undefined ? CORE_TYPES[target.path] : undefined;
    const size = expectOutput(this._source, animation, channel.sampler, type ?? readProperty(this._source, pointer, channel)?.type ?? null);
    const key = type === undefined ? "" : `${target.node} ${target.path} ${size}`;
    const known = this._known.get(key);
    if (known !== undefined) {
      return { ...target, node: known };
    }
    const pointed = readChannelPointer(pointer, channel);
    if (pointed) {
      const [pointer] = pointed.pointers;
      const matched = this.names.matchPointer(pointed.pointer, pointer!);
      expectProperty(this._resolver, pointed.pointer, matched, size);
      return { ...target, path: "pointer", extensions: { ...target.extensions, KHR_animation_pointer: { pointer: matched } } };
    }
    if (readChannelPointers2(pointer, channel)) {
      throw new AssetError(pointer, CONVERT);
    }
    const node = this.names.match(`${pointer}/target/node`, ["nodes"], target.node);
    expectProperty(this._resolver, `${pointer}/target/path`, `/nodes/${node}/${target.path}`, size);
    if (type !== undefined) {
      this._known.set(key, node);
    }
    return { ...target, node };
  }
}
