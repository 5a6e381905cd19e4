import type { AppendType, GltfAnimation, GltfChannel, GltfFile, GltfJson, GltfSampler, GltfTarget } from "../../gltf/file/index.js";
import {
  AssetError,
  attempt,
  attemptOrNote,
  createFinding,
  errorsAmong,
  excerpt,
  type Finding,
  findingOf,
  findSimilar,
  findUnknownMembers,
  getOrMake,
  itemsOf,
  keyError,
  type MemberNames,
  omit,
  show,
} from "../../gltf/util/index.js";
import { type ClipInput, listExtension, readAllClips, ReadClips } from "../../gltf/schema/index.js";
import {
  channelsOf,
  copyAccessor,
  ChannelMatcher,
  CONVERT,
  findOtherSkeleton,
  type MatchedWeights,
  MissingObject,
  movedNodesOf,
  offsetOf,
  type RenameNodes,
  WeightMatcher,
} from "../../gltf/matching/index.js";
import { appendClips } from "../clipLists.js";
import { arrangeWeights, canJoin, restWeightsOf } from "./arrangeWeights.js";
import { ExpressionCopier, type ExpressionTrack } from "./copyExpressions.js";
import { findUses } from "../validate/extensionRules.js";

/** Options of {@link CopyAnimations}. */
export interface CopyOptions {
  /** Names or indices of the animations to copy. Default: all animations. */
  readonly animations?: readonly (string | number)[] | undefined;
  /**
   * Maps names in the source to names in the target (of nodes, materials, morph targets, ...): a function, or an object with the names that
   * differ. Default: no names differ.
   */
  readonly rename?: RenameNodes | undefined;
  /**
   * Maps names of morph targets in the source to names in the target, as `rename`. Default: known names of faces, and names that differ in
   * prefix or spelling only, find each other.
   */
  readonly renameTargets?: RenameNodes | undefined;
}

const OPTION_NAMES: MemberNames<CopyOptions> = { animations: true, rename: true, renameTargets: true };

/** The result of copying animations. */
export interface CopyReport {
  /** The copied animations: indices in the source and in the target. */
  readonly animations: readonly { readonly source: number; readonly animation: number }[];
  /** The number of copied clips and controllers. */
  readonly clips: number;
  /**
   * `NOT_COPIED` for omitted parts, `NAME_TAKEN` for names that the target already had, and errors of the source; with JSON pointers in the
   * source. Objects that the target does not have are one finding for all channels that animate them. `OTHER_REST_POSE` if the target has
   * another skeleton, also in another unit.
   */
  readonly findings: readonly Finding[];
  /** `NOT_COPIED` for each channel and animation that was left out because the target does not have the animated object. */
  readonly details: readonly Finding[];
}

/**
 * Copies animations from another file to a file with the same skeleton. Animated objects are matched by name: nodes and, for channels of
 * `KHR_animation_pointer`, materials, cameras and lights. Nodes with the same name are told apart by the names of the ancestors. A clip is
 * copied if all animations of the clip are copied; controllers become clips. Each accessor is copied once.
 *
 * Weights of morph targets are matched by the names of the morph targets (`targetNames`), on all meshes at once: in any order, with and without
 * prefixes, and between the vocabularies of ARKit, VRM and Oculus. Other morph targets keep their weights. The expressions of a `.vrma` become
 * weights of morph targets: by the expressions that a VRM declares, or by the names of the morph targets.
 *
 * Animations are not retargeted: values do not change, so both files must have the same skeleton: joints with the same offsets, in the same unit.
 * @param target the file to change; data are appended
 * @param source the file with the animations; not changed
 * @throws RangeError if the source has no animation with a given name or index
 * @example
 * const { findings } = CopyAnimations(character, run, { animations: ["run"], rename: (name) => name.replace("mixamorig:", "") });
 */
export function CopyAnimations(target: GltfFile, source: GltfFile, options: CopyOptions = {}): CopyReport {
  const findings = [...findUnknownMembers("options", options, OPTION_NAMES)];
  const details: Finding[] = [];
  const known = namesOf(itemsOf(target.json.animations));
  const matcher = new ChannelMatcher(source.json, target.json, options.rename);
  const weights = new WeightMatcher(source.json, target.json, matcher.names, options.renameTargets);
  const expressions = ExpressionCopier.of(target, source, options.renameTargets);
  const copier = new AnimationCopier(target, source, matcher, weights, expressions, findings, details);
  const copied = new Map<number, number>();
  const left: number[] = [];
  const animations: GltfAnimation[] = [];
  for (const index of choose(source, options.animations)) {
    attemptOrNote("NOT_COPIED", `/animations/${index}`, findings, () => {
      const animation = copier.copy(index);
      if (animation) {
        animations.push(animation);
        copied.set(index, (target.json.animations ??= []).push(animation) - 1);
      } else {
        left.push(index);
      }
    });
  }
  if (copied.size > 0 && left.length > 0) {
    const names = left.map((index) => String(source.json.animations![index]!.name ?? index)).join(", ");
    const message = `the target has nothing that these animate, which are left out (got ${excerpt(names, 200)})`;
    findings.push(createFinding("NOT_COPIED", "/animations", message));
  }
  findings.push(...matcher.names.findMissing("the target", "rename"), ...weights.findMissing("the target", "renameTargets"));
  findings.push(...(expressions?.findMissing() ?? []));
  findings.push(...copier.findOtherSkeleton());
  const clips = clipsOf(source.json, copied, findings);
  findings.push(
    ...noteTakenNames("/animations", known, animations),
    ...noteTakenNames("/extensions/KHR_animation_clip/clips", namesOf(ReadClips(target.json).definitions), clips),
  );
  appendClips(target.json, clips);
  for (const name of findUses({ animations, extensions: { KHR_animation_clip: { clips: clips.map(({ other }) => other) } } }).keys()) {
    if (name !== "KHR_animation_clip") {
      listExtension(target.json, name);
    }
  }
  return { animations: Array.from(copied, ([from, animation]) => ({ source: from, animation })), clips: clips.length, findings, details };
}

const namesOf = (items: readonly Named[]): readonly unknown[] => items.map(({ name }) => name);

interface Named {
  readonly name?: unknown;
}

/** Notes copied items whose names the target already had: a search by such a name finds only the older item. */
function noteTakenNames(pointer: string, known: readonly unknown[], copied: readonly Named[]): readonly Finding[] {
  const older = new Set(known);
  const taken = namesOf(copied).filter((name) => typeof name === "string" && older.has(name));
  const rule = "names that the target already had, so that searching by name finds only the older ones";
  return taken.length > 0 ? [createFinding("NAME_TAKEN", pointer, `${rule} (got ${excerpt(taken.join(", "), 400)})`)] : [];
}

function choose({ json }: GltfFile, chosen: CopyOptions["animations"]): readonly number[] {
  const animations = json.animations ?? [];
  const indices = chosen?.map((key, i) => {
    const index = typeof key === "number" ? key : animations.findIndex(({ name }) => name === key);
    if (!animations[index]) {
      const similar = findSimilar(
        String(key),
        animations.flatMap(({ name }) => (typeof name === "string" ? [name] : [])),
      );
      const hint = similar === undefined ? "" : `did you mean ${show(similar)}?`;
      const rule = `must be the name or index of one of the source's ${animations.length} animations`;
      throw keyError(`options.animations/${i}`, rule, key, hint);
    }
    return index;
  });
  return [...new Set(indices ?? animations.keys())];
}

/** The clips for the target: all clips of the source whose animations were all copied. */
function clipsOf(source: GltfJson, copied: ReadonlyMap<number, number>, findings: Finding[]): readonly ClipInput[] {
  const { definitions, findings: found } = readAllClips(source);
  findings.push(...errorsAmong(found));
  return definitions
    .filter(({ animations }) => animations.every((index) => copied.has(index)))
    .map(({ name, animations, settings, other }) => ({
      name,
      animations: animations.map((index) => copied.get(index)!),
      settings,
      other: structuredClone(other),
    }));
}

class AnimationCopier {
  /** Accessor indices in the target, by accessor indices in the source. */
  private readonly _accessors = new Map<number, number>();
  /** The moved nodes of the target by those of the source. */
  private readonly _nodes = new Map<number, number>();

  constructor(
    private readonly _target: GltfFile,
    private readonly _source: GltfFile,
    private readonly _matcher: ChannelMatcher,
    private readonly _weights: WeightMatcher,
    private readonly _expressions: ExpressionCopier | null,
    private readonly _findings: Finding[],
    private readonly _details: Finding[],
  ) {}

  /**
   * @returns an animation for the target, not yet added to the target; null if the target has none of the animated objects
   * @throws AssetError if the target has none of the animated properties
   */
  copy(index: number): GltfAnimation | null {
    const pointer = `/animations/${index}`;
    const json = this._source.json.animations![index]!;
    const samplers: GltfSampler[] = [];
    const samplerOf = new Map<number, number>();
    const channels: GltfChannel[] = [];
    if (json.extensions?.["EXT_property_animation"] !== undefined) {
      this._findings.push(createFinding("NOT_COPIED", `${pointer}/extensions/EXT_property_animation`, CONVERT));
    }
    const all = channelsOf(this._source.json, index);
    const faces = this._weights.match(index, all);
    const tracks = new Map<number, ExpressionTrack>();
    let missing = 0;
    all.forEach((channel, i) => {
      attemptOrNote("NOT_COPIED", `${pointer}/channels/${i}`, this._findings, () => {
        const shown = this._expressions?.match(channel) ?? null;
        if (shown !== null) {
          shown.forEach((expression) => tracks.set(expression, this._expressions!.read(index, channel)));
          if (shown.length === 0) {
            this._details.push(createFinding("NOT_COPIED", `${pointer}/channels/${i}`, "must move a part of the face that the target has"));
            missing++;
          }
          return;
        }
        const error = faces.channels.get(i);
        if (error) {
          this._details.push(findingOf("NOT_COPIED", error));
          missing++;
        }
        if (error !== undefined) {
          const own = faces.nodes.filter(({ parts: [first] }) => first.channel === i);
          const target = omit(channel.target, "extensions");
          own.forEach(({ node, parts }) => {
            const sampler = this._weightsSampler(index, all, node, parts, samplers, samplerOf);
            channels.push({ ...channel, sampler, target: { ...target, node, path: "weights" } });
          });
          return;
        }
        const target = this._match(`${pointer}/channels/${i}`, channel, index);
        if (!target) {
          missing++;
          return;
        }
        const sampler = getOrMake(samplerOf, channel.sampler, () => samplers.push(this._copySampler(json, channel.sampler)) - 1);
        channels.push({ ...channel, sampler, target });
        if (target.node !== undefined && target.path !== "weights") {
          this._nodes.set(channel.target.node!, target.node);
        }
      });
    });
    for (const { node, sampler } of this._expressions?.write(tracks) ?? []) {
      if (channels.some(({ target }) => target.node === node && target.path === "weights")) {
        const rule = `must not move morph targets whose weights a channel has, too (got those of node ${node} of the target)`;
        this._findings.push(createFinding("NOT_COPIED", pointer, rule));
      } else {
        channels.push({ sampler: samplers.push(sampler) - 1, target: { node, path: "weights" } });
      }
    }
    if (channels.length === 0) {
      const error = new AssetError(pointer, "must animate something that the target has");
      if (missing === 0) {
        throw error;
      }
      this._details.push(findingOf("NOT_COPIED", error));
      return null;
    }
    return structuredClone({ ...withoutProperties(json), channels, samplers });
  }

  /** A finding if the animations that were copied were made for another skeleton. */
  findOtherSkeleton(): readonly Finding[] {
    const { json } = this._source;
    const pairs = new Map(
      Array.from(this._nodes, ([source, target]) => [source, { own: offsetOf(json, source), other: offsetOf(this._target.json, target) }]),
    );
    const moved = movedNodesOf(
      json,
      (accessor) =>
        attempt(
          "",
          () => this._source.readAccessor(accessor),
          () => undefined,
        ) ?? [],
    );
    return findOtherSkeleton(json, pairs, moved, "the target", "a library retargets clips (LoadClipLibraryAsync)");
  }

  /** @returns the target of a channel; null, with a detail, if the target does not have the animated object */
  private _match(pointer: string, channel: GltfChannel, animation: number): GltfTarget | null {
    try {
      return this._matcher.match(pointer, channel, animation);
    } catch (error) {
      if (error instanceof MissingObject) {
        this._details.push(findingOf("NOT_COPIED", error));
        return null;
      }
      throw error;
    }
  }

  /**
   * The sampler of a node's weights: a copy, if the channel has them in the order of the node's mesh.
   * @param samplers receives the sampler
   * @param samplerOf the copied samplers by those of the source
   */
  private _weightsSampler(
    animation: number,
    channels: readonly GltfChannel[],
    node: number,
    parts: MatchedWeights["parts"],
    samplers: GltfSampler[],
    samplerOf: Map<number, number>,
  ): number {
    const json = this._source.json.animations![animation]!;
    const [first] = parts;
    const { sampler: stated } = channels[first.channel]!;
    const { size, weights } = first;
    if (size === weights.length && weights.every((weight, i) => weight === i)) {
      return getOrMake(samplerOf, stated, () => samplers.push(this._copySampler(json, stated)) - 1);
    }
    const sampler = json.samplers[stated]!;
    const all = parts.map((part) => ({ part, sampler: json.samplers[channels[part.channel]!.sampler]! }));
    const [own, ...others] = all.filter((each) => canJoin(each.sampler, sampler));
    all
      .filter((each) => !canJoin(each.sampler, sampler))
      .forEach(({ part: { channel } }) => {
        const rule = `must have the interpolation, and in splines the key times, of channel ${first.channel}: the target has both in one mesh`;
        this._findings.push(createFinding("NOT_COPIED", `/animations/${animation}/channels/${channel}`, rule));
      });
    const { times, values } = arrangeWeights(this._source, [own!, ...others], restWeightsOf(this._target.json, node, weights.length));
    const input = times ? this._target.append(times, "SCALAR", { bounds: true }) : this._copyAccessor(sampler.input, true);
    return samplers.push({ ...sampler, input, output: this._target.append(values, "SCALAR") }) - 1;
  }

  private _copySampler({ samplers }: GltfAnimation, index: number): GltfSampler {
    const sampler = samplers[index]!;
    return { ...sampler, input: this._copyAccessor(sampler.input, true), output: this._copyAccessor(sampler.output, false) };
  }

  private _copyAccessor(index: number, bounds: boolean): number {
    return getOrMake(this._accessors, index, () => {
      const { components, normalized } = copyAccessor(this._source, index);
      if (components.length === 0) {
        throw new AssetError(`/accessors/${index}/count`, "must be > 0 (got 0)");
      }
      const { type } = this._source.json.accessors![index]!;
      return this._target.append(components, type as AppendType, { normalized, bounds });
    });
  }
}

/** The animation without EXT_property_animation, whose samplers and objects have other indices in the target. */
function withoutProperties(json: GltfAnimation): GltfAnimation {
  if (json.extensions?.["EXT_property_animation"] === undefined) {
    return json;
  }
  const extensions = omit(json.extensions, "EXT_property_animation");
  return Object.keys(extensions).length > 0 ? { ...json, extensions } : omit(json, "extensions");
}
