import {
  componentsOf,
  type AppendType,
  type Components,
  type GltfAnimation,
  type GltfChannel,
  type GltfFile,
  type GltfSampler,
} from "../../file/index.js";
import { excerpt } from "../../messages/show.js";
import { AssetError, readPropertyChannels, toAssetError, type ClipDefinition } from "../../schema/index.js";
import { channelsOf, readProperty, readTrack, type SamplerTrack } from "../channels.js";
import { piecesOf, type Piece } from "./pieces.js";
import { retime, type Keys } from "./retime.js";

/** More crossings of a bound would only repeat what is there. */
const MAX_REPETITIONS = 1000;
/** The most numbers that one clip may become: 256 MiB as floats. */
const MAX_COMPONENTS = 2 ** 26;

/** A channel with its keys, and where it stands. */
interface Source {
  readonly channel: GltfChannel;
  readonly track: SamplerTrack;
}

/** Makes animations of clips, and adds their keys to a file. */
export class Baker {
  /** Accessors of times by what they hold, since most channels of a clip have the same. */
  private readonly _times = new Map<string, number>();

  /** @param warnings receives what is left out */
  constructor(
    private readonly _file: GltfFile,
    private readonly _tolerance: number,
    private readonly _warnings: string[],
  ) {}

  /**
   * @returns an animation that is not yet among those of the file
   * @throws AssetError where nothing can be made of the clip
   */
  bake(clip: ClipDefinition, passes: number): GltfAnimation {
    const { place, name, other } = clip;
    const sources = this._sourcesOf(clip);
    const pieces = piecesToBake(place, clip, passes, sources);
    const samplers: GltfSampler[] = [];
    const samplerOf = new Map<SamplerTrack, number>();
    const channels = sources.map(({ channel, track }) => {
      const sampler = samplerOf.get(track) ?? samplers.push(this._addSampler(track, retime(track, pieces, this._tolerance))) - 1;
      samplerOf.set(track, sampler);
      return { ...channel, sampler };
    });
    const [only] = clip.animations;
    const animationName = name ?? (clip.animations.length === 1 ? this._file.json.animations![only!]!.name : undefined);
    return {
      ...(animationName === undefined ? {} : { name: animationName }),
      channels,
      samplers,
      ...(other["extras"] === undefined ? {} : { extras: other["extras"] }),
    };
  }

  /** The channels of all animations of a clip; of those that animate the same property the last, which is the one that shows. */
  private _sourcesOf({ place, animations }: ClipDefinition): readonly Source[] {
    const sources = new Map<string, Source>();
    for (const animation of animations) {
      const tracks = new Map<string, SamplerTrack>();
      channelsOf(this._file.json, animation).forEach((channel, i) => {
        const channelPlace = `/animations/${animation}/channels/${i}`;
        try {
          const property = readProperty(channelPlace, channel);
          if (property) {
            const key = `${channel.sampler} ${property.type} ${property.isRotation}`;
            const track = tracks.get(key) ?? this._expectKeys(channelPlace, readTrack(this._file, animation, channel.sampler, property));
            tracks.set(key, track);
            sources.set(property.pointer, { channel, track });
          }
        } catch (error) {
          this._warnings.push(toAssetError(channelPlace, error).message);
        }
      });
      if (readPropertyChannels(`/animations/${animation}`, this._file.json.animations![animation]).length > 0) {
        this._warnings.push(`/animations/${animation}/extensions/EXT_property_animation: must be converted before, to be baked`);
      }
    }
    if (sources.size === 0) {
      throw new AssetError(place, "must have a channel that animates something");
    }
    return [...sources.values()];
  }

  /** @throws AssetError for a track that cannot be baked: without keys, with several at the same time, or with parts of elements */
  private _expectKeys(place: string, track: SamplerTrack): SamplerTrack {
    const { times, size, json } = track;
    if (times.length === 0) {
      throw new AssetError(place, "must have keys (got none)");
    }
    const repeated = times.findIndex((time, i) => i > 0 && time === times[i - 1]);
    if (repeated > 0) {
      throw new AssetError(place, `must have keys at ascending times (got ${times[repeated]} twice)`);
    }
    const { count, type } = this._file.json.accessors![json.output]!;
    if (size % componentsOf(type) !== 0) {
      throw new AssetError(`/accessors/${json.output}/count`, `must be a multiple of the ${times.length} keys (got ${count})`);
    }
    return track;
  }

  private _addSampler(track: SamplerTrack, { times, values }: Keys): GltfSampler {
    const { json, components, interpolation, size } = track;
    const isSame = isEqual(times, track.times) && isEqual(values, track.values);
    if (isSame) {
      return json;
    }
    const accessor = this._file.json.accessors![json.output]!;
    const isStep = interpolation === "STEP";
    const isPoint = interpolation === "CUBICSPLINE" && times.length === 1; // for which glTF has no spline (glTF 2.0, 3.11)
    const numbers = isPoint ? values.subarray(size, 2 * size) : values;
    const output = isStep ? convert(numbers, components) : Float32Array.from(numbers);
    return {
      ...json,
      ...(isPoint ? { interpolation: "LINEAR" } : {}),
      input: this._addTimes(times),
      output: this._file.append(output, accessor.type as AppendType, { normalized: isStep && accessor.normalized === true }),
    };
  }

  private _addTimes(times: Float32Array): number {
    const key = times.join();
    const accessor = this._times.get(key) ?? this._file.append(times, "SCALAR", { bounds: true });
    this._times.set(key, accessor);
    return accessor;
  }
}

function isEqual(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) {
    return false;
  }
  for (let i = 0; i < a.length; i++) {
    if (a[i] !== b[i]) {
      return false;
    }
  }
  return true;
}

/** Values in the component type that they were in, since those of STEP are nothing else than what was there. */
function convert(values: Float64Array, { constructor }: Components): Components {
  return new (constructor as new (values: Float64Array) => Components)(values);
}

function piecesToBake(place: string, { settings }: ClipDefinition, passes: number, sources: readonly Source[]): readonly Piece[] {
  const { repetitions, start, end, speed } = settings;
  if (repetitions === 0) {
    throw new AssetError(`${place}/repetitions`, "must not be 0 to be baked, since the clip never plays (got 0)");
  }
  if (repetitions > MAX_REPETITIONS) {
    throw new AssetError(`${place}/repetitions`, `must be at most ${MAX_REPETITIONS} to be baked (got ${repetitions})`);
  }
  const lastKey = sources.reduce((last, { track }) => Math.max(last, track.times.at(-1)!), 0);
  const pieces = piecesOf(settings, passes, lastKey);
  const duration = pieces.at(-1)!.to;
  if (!Number.isFinite(Math.fround(duration))) {
    throw new AssetError(place, `must last a time that floats can hold (got ${excerpt(`${start}..${end} at speed ${speed}`)})`);
  }
  const components = sources.reduce((sum, { track }) => sum + track.values.length, 0) * pieces.length;
  if (components > MAX_COMPONENTS) {
    throw new AssetError(place, `must become at most ${MAX_COMPONENTS} numbers to be baked (got ${components})`);
  }
  return pieces;
}
