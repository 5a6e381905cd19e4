import { type AppendType, type GltfAnimation, type GltfChannel, type GltfFile, type GltfSampler, isEqual } from "../../gltf/file/index.js";
import { CORE_TYPES, readTrack } from "../../gltf/matching/index.js";
import type { Track } from "../../gltf/sampling/index.js";
import {
  attemptOrNote,
  createFinding,
  type Finding,
  getOrMake,
  isObject,
  itemsOf,
  membersOf,
  objectsOf,
  show,
} from "../../gltf/util/index.js";
import { sourceOf } from "../asset.js";
import { expectKeys } from "../bake/baker.js";
import { updateLists } from "../convert/convertAnimations.js";
import { convertChannels } from "../convert/convertChannels.js";
import { leaveOutPointers, pruneSamplers } from "../convert/leaveOutPointers.js";
import { mergeWeights } from "../convert/mergeWeights.js";
import { checkEngines, ENGINE_NAMES } from "./checkEngines.js";
import { ENGINE_ROWS, ENGINE_RULES, type EngineName, type EngineRule, type EngineRuleName, type Mend } from "./engineTable.js";
import { PlayedAsset, withFloats } from "./playedAsset.js";
import { PortableMeshes } from "./portableMeshes.js";
import { clampFirst, portableTrack } from "./portableTrack.js";
import { expressionNodes, readVrmAnimation } from "./vrmAnimation.js";

/** How long an animation of single keys at 0 lasts in other engines, in seconds. */
const POSE_LENGTH = 0.1;
const FLOAT = 5126;

/** What baking does for some engines: the union of what mends the rows of each. */
function mendsFor(engines: readonly EngineName[]): ReadonlySet<Mend> {
  return new Set(
    ENGINE_ROWS.flatMap(({ engine, rule, mend }) => {
      const { mend: ofRule }: EngineRule = ENGINE_RULES[rule];
      return engines.includes(engine) && mend === undefined && typeof ofRule === "string" ? [ofRule] : [];
    }),
  );
}

/**
 * Rewrites animations, and what they animate, so that engines play them as glTF says.
 * @param own the animations to rewrite; others stay
 * @param tolerance the largest error of a component where a curve becomes lines
 * @param findings receives what is left out, what has another name, and what these engines still show otherwise
 * @returns the animations that changed
 */
export function writeForEngines(
  file: GltfFile,
  engines: readonly EngineName[],
  own: ReadonlySet<GltfAnimation>,
  tolerance: number,
  findings: Finding[],
): ReadonlySet<GltfAnimation> {
  const { json } = file;
  const mends = mendsFor(engines);
  const indices = (): readonly number[] => itemsOf(json.animations).flatMap((animation, i) => (own.has(animation) ? [i] : []));
  const before = new Map([...own].map((animation) => [animation, JSON.stringify(animation)]));
  // of all channels: the length stays if some are left out
  const lengths = new Map(new PlayedAsset(sourceOf(file)).animations.map(({ index, last }) => [json.animations![index]!, last]));
  if (mends.has("pointers")) {
    indices().forEach((index) =>
      attemptOrNote("NOT_BAKED", `/animations/${index}`, findings, () => {
        convertChannels(file, index, findings);
        mergeWeights(file, index, tolerance, "BAKED_OTHERWISE", findings);
      }),
    );
    leaveOutPointers(json, indices(), "NOT_BAKED", findings);
    updateLists(json);
  }
  const writer = new AnimationWriter(file, mends, tolerance, findings);
  if (mends.has("channels")) {
    writer.leaveOutUnseen(indices());
  }
  const asset = new PlayedAsset(sourceOf(file));
  const meshes = new PortableMeshes(file, findings);
  const morphs = weightsOf(asset, indices());
  const fixed = weightsOf(
    asset,
    [...itemsOf(json.animations).keys()].filter((index) => !indices().includes(index)),
  );
  const second = mends.has("meshes") ? meshes.ownMorphs(morphs, fixed) : new Set<number>();
  for (const index of indices()) {
    writer.write(asset, index, lengths.get(json.animations![index]!) ?? 0, second);
  }
  writer.forgetSparse();
  if (mends.has("skins")) {
    meshes.completeSkins();
  }
  if (mends.has("names")) {
    const named = [...new Set([...asset.animated].flatMap((node) => asset.pathOf(node)))].sort((a, b) => a - b);
    meshes.rename("nodes", named);
    meshes.rename("animations", [...new Set([...indices(), ...itemsOf(json.animations).keys()])]);
    meshes.rename("materials", [...itemsOf(json["materials"]).keys()]);
  }
  if (mends.has("copies")) {
    meshes.renameMistaken();
  }
  meshes.completeSpots();
  // of all engines, what no baking can mend would be said of nearly every file
  const isAll = engines.length === ENGINE_NAMES.length;
  const isWanted = (rule: EngineRuleName): boolean => {
    const { mend, isNote }: EngineRule = ENGINE_RULES[rule];
    return isAll ? typeof mend === "string" || rule === "no-mesh" : isNote !== true;
  };
  findings.push(...checkEngines(sourceOf(file), engines, isWanted));
  return new Set(itemsOf(json.animations).filter((animation) => own.has(animation) && before.get(animation) !== JSON.stringify(animation)));
}

/** The nodes whose weights some animations animate. */
function weightsOf({ animations }: PlayedAsset, indices: readonly number[]): ReadonlySet<number> {
  const channels = indices.flatMap((index) => animations[index]!.channels);
  return new Set(
    channels.flatMap(({ node, path, pointer }) => {
      const pointed = /^\/nodes\/(\d+)\/weights/.exec(pointer ?? "")?.[1];
      return pointed !== undefined ? [Number(pointed)] : path === "weights" && node !== null ? [node] : [];
    }),
  );
}

/** Writes the keys of animations for other engines. */
class AnimationWriter {
  /** Accessors of key times, by content. */
  private readonly _times = new Map<string, number>();
  /** The accessors of the samplers that were replaced. */
  private readonly _replaced = new Set<number>();

  constructor(
    private readonly _file: GltfFile,
    private readonly _mends: ReadonlySet<Mend>,
    private readonly _tolerance: number,
    private readonly _findings: Finding[],
  ) {}

  /** Leaves out channels without a node, and channels of nodes that no scene shows. An animation keeps one channel at least. */
  leaveOutUnseen(indices: readonly number[]): void {
    const asset = new PlayedAsset(sourceOf(this._file));
    const scenes = itemsOf(this._file.json["scenes"]);
    const shown = new Set(scenes.flatMap((_, scene) => [...asset.nodesOfScene(scene)]));
    for (const index of indices) {
      const { channels } = asset.animations[index]!;
      const unseen = channels.filter(({ node, pointer }) => pointer === null && (node === null || !shown.has(node)));
      if (unseen.length === channels.length) {
        continue; // the findings of the engines report it
      }
      for (const { at, node } of unseen) {
        const message = node === null ? "has no node, so that players ignore it" : `animates node ${node}, which no scene shows`;
        this._findings.push(createFinding("NOT_BAKED", at, `${message}; it is left out`));
      }
      const animation = this._file.json.animations![index]!;
      if (unseen.length > 0) {
        animation.channels = animation.channels.filter((_, i) => !unseen.some((channel) => channel.index === i));
        pruneSamplers(animation);
      }
    }
  }

  /**
   * @param length the time of the last key in seconds
   * @param second the nodes with one weight more than their keys have
   */
  write(asset: PlayedAsset, index: number, length: number, second: ReadonlySet<number>): void {
    const animation = this._file.json.animations![index]!;
    const expressions = this._mends.has("expressions") && readVrmAnimation(asset) ? expressionNodes(asset) : new Set<number>();
    const isPose = this._mends.has("range") && length === 0;
    const samplers: GltfSampler[] = [];
    const written = new Map<string, number>();
    const stated = itemsOf(animation.samplers);
    const channels = itemsOf(animation.channels).flatMap((channel, i): readonly GltfChannel[] => {
      const at = `/animations/${index}/channels/${i}`;
      if (!isObject(stated[channel.sampler])) {
        const message = `must be the index of a sampler (got ${show(channel.sampler)}); the channel is left out`;
        this._findings.push(createFinding("NOT_BAKED", `${at}/sampler`, message));
        return [];
      }
      const { node, path } = asset.animations[index]!.channels[i]!;
      const isPadded = path === "weights" && second.has(node!);
      const isClamped = path === "translation" && expressions.has(node!);
      const key = `${channel.sampler} ${path === "rotation"} ${isPadded} ${isClamped} ${CORE_TYPES[path]}`;
      const write = (): GltfSampler =>
        path in CORE_TYPES
          ? this._write(at, index, channel.sampler, path, isPose ? POSE_LENGTH : length, { isPadded, isClamped })
          : stated[channel.sampler]!;
      const stays = (): number => samplers.push(stated[channel.sampler]!) - 1;
      const sampler = getOrMake(written, key, () => {
        const made = attemptOrNote("BAKED_OTHERWISE", at, this._findings, write);
        return made ? samplers.push(made) - 1 : stays();
      });
      return [{ ...channel, sampler }];
    });
    const isSame =
      channels.length === itemsOf(animation.channels).length &&
      channels.every(({ sampler }, i) => isEqual(samplers[sampler], stated[animation.channels[i]!.sampler]));
    if (!isSame && channels.length > 0) {
      Object.assign(animation, { channels, samplers });
    }
  }

  /** Makes accessors dense that nothing uses any more, because some engines read all. */
  forgetSparse(): void {
    const { animations, accessors } = this._file.json;
    const used = new Set(itemsOf(animations).flatMap(({ samplers }) => itemsOf(samplers).flatMap(({ input, output }) => [input, output])));
    const primitives = objectsOf(this._file.json["meshes"]).flatMap(({ primitives }) => objectsOf(primitives));
    const parts = primitives.flatMap(({ attributes, indices, targets }) => [membersOf(attributes), { indices }, ...objectsOf(targets)]);
    parts.forEach((part) => Object.values(part).forEach((accessor) => used.add(accessor as number)));
    for (const index of this._replaced) {
      const accessor = accessors![index]!;
      if (!used.has(index) && accessor["sparse"] !== undefined && accessor.bufferView !== undefined) {
        delete accessor["sparse"];
        delete accessor.min;
        delete accessor.max;
      }
    }
  }

  private _write(
    at: string,
    animation: number,
    index: number,
    path: string,
    length: number,
    { isPadded, isClamped }: { isPadded: boolean; isClamped: boolean },
  ): GltfSampler {
    const mends = this._mends;
    const read = readTrack(this._file, animation, index, { type: CORE_TYPES[path]!, isRotation: path === "rotation" });
    expectKeys(at, read);
    const { json } = read;
    const accessors = this._file.json.accessors!;
    const stated = withFloats(this._file, read);
    const { track: portable, isWithin } = portableTrack(stated, {
      steps: mends.has("steps"),
      splines: mends.has("splines"),
      arcs: mends.has("arcs"),
      length: mends.has("range") ? length : null,
      tolerance: 0.9 * this._tolerance,
    });
    if (!isWithin) {
      const message = `has a curve that bends too fast for the tolerance ${this._tolerance}, with keys 0.1 ms apart, or 65,536 of them between two`;
      this._findings.push(createFinding("BAKED_OTHERWISE", at, message));
    }
    const clamped = isClamped && portable.interpolation === "LINEAR" ? clampFirst(portable) : portable;
    const track = isPadded ? padded(clamped) : clamped;
    const isDense = mends.has("dense") && [json.input, json.output].some((accessor) => accessors[accessor]!["sparse"] !== undefined);
    const isInteger = accessors[json.output]!.componentType !== FLOAT && mends.has("floats");
    if (track === stated && !isDense && !isInteger) {
      return { ...json };
    }
    this._replaced.add(json.input).add(json.output);
    const output = this._file.append(Float32Array.from(track.values), CORE_TYPES[path] as AppendType);
    return { ...json, interpolation: track.interpolation, input: this._addTimes(track.times), output };
  }

  private _addTimes(times: Track["times"]): number {
    return getOrMake(this._times, times.join(), () => this._file.append(Float32Array.from(times), "SCALAR", { bounds: true }));
  }
}

/** The track with a weight of 0 behind the others. */
function padded({ values, size, ...rest }: Track): Track {
  const more = new Float64Array((values.length / size) * (size + 1));
  for (let at = 0; at < values.length / size; at++) {
    more.set(values.subarray(at * size, (at + 1) * size), at * (size + 1));
  }
  return { ...rest, values: more, size: size + 1 };
}
