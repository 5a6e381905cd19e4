import { areOrdered, type Floats, type SamplerKeys } from "../../scene/keys/index.js";
import { componentsOf, type GltfFile, type GltfJson, type GltfSampler } from "../../gltf/file/index.js";
import { movedNodesOf } from "../../gltf/matching/index.js";
import type { Interpolation } from "../../gltf/sampling/index.js";
import type { MetadataReading } from "../../gltf/metadata/loading.js";
import { groupEvents, ReadClips, ReadControllers, ReadEvents } from "../../gltf/schema/index.js";
import type { ClipSettings, TimedEvent } from "../../gltf/timing/index.js";
import { areNormalizedIntegers, AssetError, attempt, type Finding, itemsOf } from "../../gltf/util/index.js";

/** A clip of a library. */
export interface LibraryClip {
  readonly name: string;
  /** JSON pointer of the clip or the animation in the file. */
  readonly pointer: string;
  readonly animations: readonly number[];
  readonly settings: ClipSettings;
  /** The members that the drafts do not define. */
  readonly other: Readonly<Record<string, unknown>>;
}

/** The keys of a file's animations in one typed array, and the JSON that says what they animate. The rest of the file is not kept. */
export class LibraryData {
  readonly json: GltfJson;
  readonly clips: readonly LibraryClip[];
  /** The timed events by animation. */
  readonly events: ReadonlyMap<number, readonly TimedEvent[]>;
  /** What was found in the file. */
  readonly findings: readonly Finding[];
  /** The keys of all animations. */
  private readonly _floats: Float32Array;
  /** Where the numbers of each accessor begin; -1 for accessors that were not read. */
  private readonly _starts: Int32Array;
  private readonly _lengths: Int32Array;
  /** The reasons why accessors cannot be used. */
  private readonly _faults = new Map<number, AssetError>();
  private _movedNodes: ReadonlySet<number> | null = null;

  /**
   * Reads the keys. The file must have the bytes of its animations' buffer views; accessors without bytes cost only their channels.
   * @param metadata the playback settings of another tool; null if there are none to read
   */
  constructor(file: GltfFile, metadata: MetadataReading | null) {
    const { animations = [], accessors = [] } = file.json;
    const inputs = new Set<number>();
    const used = new Set<number>();
    for (const { samplers } of animations) {
      for (const { input, output } of itemsOf(samplers)) {
        inputs.add(input);
        used.add(input).add(output);
      }
    }
    this._starts = new Int32Array(accessors.length).fill(-1);
    this._lengths = new Int32Array(accessors.length);
    this._floats = this._read(file, [...used], inputs);
    this.json = partOf(file.json);
    const findings: Finding[] = [];
    this.clips = this._readClips(metadata, findings);
    const events = ReadEvents(this.json);
    const grouped = groupEvents(events);
    this.events = metadata ? new Map([...metadata.events, ...grouped.events]) : grouped.events;
    this.findings = [...findings, ...events.findings, ...grouped.findings];
  }

  /** The seconds of the first and the last key of an animation; [Infinity, -Infinity] without keys. */
  rangeOf(animation: number): readonly [first: number, last: number] {
    let [first, last] = [Infinity, -Infinity];
    for (const { input } of itemsOf(this.json.animations?.[animation]?.samplers)) {
      const [start, length] = [this._starts[input] ?? -1, this._lengths[input]!];
      if (start >= 0 && length > 0) {
        first = Math.min(first, this._floats[start]!);
        last = Math.max(last, this._floats[start + length - 1]!);
      }
    }
    return [first, last];
  }

  /** The nodes whose translations the animations change: not those that keep one. */
  get movedNodes(): ReadonlySet<number> {
    return (this._movedNodes ??= movedNodesOf(this.json, (accessor) => {
      const { array, at, length } = this._floatsOf(accessor);
      return array.subarray(at, at + length); // none of an accessor that was not read
    }));
  }

  /** The name of an animation, as Babylon's loader names its group. */
  nameOf(animation: number): string {
    return this.json.animations?.[animation]?.name || `animation${animation}`;
  }

  /** @throws AssetError if the keys of a sampler cannot be used */
  expectKeys(animation: number, sampler: number): void {
    const { input, output, interpolation = "LINEAR" } = this._samplerOf(animation, sampler);
    const fault = this._faults.get(input) ?? this._faults.get(output);
    if (fault) {
      throw fault;
    }
    const pointer = `/animations/${animation}/samplers/${sampler}`;
    if (interpolation !== "LINEAR" && interpolation !== "STEP" && interpolation !== "CUBICSPLINE") {
      throw new AssetError(`${pointer}/interpolation`, `must be LINEAR, STEP or CUBICSPLINE (got ${JSON.stringify(interpolation)})`);
    }
    if (this._lengths[input] === 0) {
      throw new AssetError(`${pointer}/input`, "must have keys (got 0)");
    }
  }

  /**
   * The keys of a sampler that {@link expectKeys} has accepted.
   * @param stride the number of components for each time
   */
  keysOf(animation: number, sampler: number, stride: number): SamplerKeys {
    const { input, output, interpolation = "LINEAR" } = this._samplerOf(animation, sampler);
    return {
      times: this._floatsOf(input),
      values: this._floatsOf(output),
      interpolation: interpolation as Interpolation,
      stride,
      isQuantized: areNormalizedIntegers(this.json.accessors![output]!),
    };
  }

  private _samplerOf(animation: number, sampler: number): GltfSampler {
    return this.json.animations![animation]!.samplers[sampler]!;
  }

  private _floatsOf(accessor: number): Floats {
    return { array: this._floats, at: this._starts[accessor]!, length: this._lengths[accessor]! };
  }

  private _read(file: GltfFile, used: readonly number[], inputs: ReadonlySet<number>): Float32Array {
    const accessors = file.json.accessors ?? [];
    let total = 0;
    const parts = used.map((index) => {
      const read = attempt(
        `/accessors/${String(index)}`,
        () => file.readAccessor(index),
        (error) => this._faults.set(index, error),
      );
      if (read) {
        const components = componentsOf(accessors[index]!.type);
        const floats = { array: read, at: 0, length: read.length };
        if (inputs.has(index) && read.length > 0 && !(components === 1 && areOrdered(floats))) {
          this._faults.set(index, new AssetError(`/accessors/${index}`, "must be times of keys: finite numbers in ascending order"));
        }
        this._starts[index] = total;
        this._lengths[index] = read.length;
        total += read.length;
      }
      return read;
    });
    const floats = new Float32Array(total);
    parts.forEach((part, i) => part && floats.set(part, this._starts[used[i]!]));
    return floats;
  }

  /** @param findings receives what is found about clips */
  private _readClips(metadata: MetadataReading | null, findings: Finding[]): readonly LibraryClip[] {
    const { json } = this;
    const readings = [ReadClips(json), ReadControllers(json), ...(metadata ? [metadata] : [])];
    findings.push(...readings.flatMap((reading) => reading.findings));
    const clips = readings.flatMap(({ definitions }, i) =>
      definitions.map(({ name, ...definition }, index) => ({
        name: name ?? `${["clip", "controller"][i]}${index}`,
        ...definition,
      })),
    );
    if (clips.length > 0 && !metadata) {
      return clips;
    }
    const known = new Set(clips.flatMap(({ animations }) => animations));
    return [...clips, ...itemsOf(json.animations).flatMap((_, index) => (known.has(index) ? [] : this._clipOf(index)))];
  }

  /** The clip of a whole animation. */
  private _clipOf(index: number): LibraryClip {
    const end = Math.max(this.rangeOf(index)[1], 0);
    return { name: this.nameOf(index), pointer: `/animations/${index}`, animations: [index], settings: { end }, other: {} };
  }
}

/** The members of an asset that say what animations animate. */
function partOf({ asset, animations, nodes, meshes, materials, cameras, extensions, accessors }: GltfJson): GltfJson {
  const targets = itemsOf(meshes as readonly Record<string, unknown>[] | undefined).map(({ name, extras, weights, primitives }) => ({
    ...{ name, extras, weights },
    primitives: itemsOf(primitives).slice(0, 1),
  }));
  const lists = { ...(nodes && { nodes }), ...(animations && { animations }), ...(extensions && { extensions }) };
  return { asset, ...lists, ...(accessors && { accessors }), meshes: targets, materials, cameras };
}
