import { findKeyAmong } from "../../../gltf/sampling/index.js";
import type { CrowdAsset } from "../asset/crowdAsset.js";
import type { CrowdClip } from "../asset/crowdClip.js";
import type { PoseTexture } from "../asset/poseTexture.js";
import { rowTimesOf, sampledTimeOf } from "./clipRows.js";
import { POSE_KERNELS } from "./poseKernelsBinary.js";
import { AMOUNT, type ClipMoment, type PoseKernels, TIMESTAMP } from "./poseKernels.js";

/** What `assembly/poses.ts` exports. Addresses are multiples of 16. */
interface Instance {
  readonly memory: WebAssembly.Memory;
  blend(a: number, b: number, amountAt: number, blocks: number, flips: number, out: number): void;
  palette(
    pose: number,
    nodes: number,
    parents: number,
    worlds: number,
    entries: number,
    entryNodes: number,
    inverseBinds: number,
    out: number,
  ): void;
  halves(from: number, count: number, out: number): void;
}

/** Null where WebAssembly, or its SIMD, cannot be used: a policy reports each attempt. */
let compiled: WebAssembly.Module | null | undefined;

/** @returns null where WebAssembly, or its SIMD, cannot be used */
export function instantiateKernels(): Instance | null {
  try {
    compiled = compiled === undefined ? compile() : compiled;
    return compiled && (new WebAssembly.Instance(compiled).exports as unknown as Instance);
  } catch {
    return null;
  }
}

function compile(): WebAssembly.Module | null {
  try {
    return new WebAssembly.Module(Uint8Array.from(atob(POSE_KERNELS), (character) => character.charCodeAt(0)));
  } catch {
    return null;
  }
}

/** For `blend`: whether rotations are negated where that makes the arc shorter. */
const FLIPS = 0x80000000 | 0;
const KEEPS = 0;

/** The components of a node in a pose, and the floats of a block of four nodes. */
const COMPONENTS = 10;
const BLOCK = 4 * COMPONENTS;
const PAGE = 2 ** 16;

/** The most rows of a clip, and the most bytes of the rows of all clips. Clips beyond them are sampled in JavaScript. */
const MAX_ROWS = 4096;
const MAX_BYTES = 2 ** 26;

/** The rows of a clip at its keys; none for a clip that is sampled in JavaScript. */
interface ClipRows {
  readonly times: Float64Array;
  readonly address: number;
}

/** Poses in WebAssembly, in single precision. Clips whose keys are joined by lines and arcs are kept as rows of poses; others are sampled in JavaScript. */
export class WasmKernels implements PoseKernels {
  readonly name = "wasm";
  private readonly _rows = new Map<CrowdClip, ClipRows>();
  private _rowBytes = 0;
  private _end = 0;
  private readonly _nodes: number;
  private readonly _entries: number;
  /** How many blocks of four nodes a pose has. */
  private readonly _blocks: number;
  private readonly _isHalf: boolean;
  /** Addresses. */
  private readonly _amount: number;
  private readonly _pose: number;
  private readonly _other: number;
  private readonly _rest: number;
  private readonly _parents: number;
  private readonly _worlds: number;
  private readonly _entryNodes: number;
  private readonly _inverseBinds: number;
  private readonly _matrices: number;
  private readonly _halves: number;
  private readonly _scratch: Float64Array;
  /** Views of the memory; replaced when the memory grows. */
  private _floats!: Float32Array;
  private _row!: Float32Array | Uint16Array;

  /** @throws RangeError without memory */
  constructor(
    private readonly _instance: Instance,
    private readonly _asset: CrowdAsset,
    private readonly _texture: PoseTexture,
  ) {
    const { rig, palette } = _asset;
    this._nodes = rig.nodes.length;
    this._entries = palette.length;
    this._blocks = Math.ceil(this._nodes / 4);
    this._isHalf = _texture.data instanceof Uint16Array;
    this._scratch = new Float64Array(rig.rest.length);
    this._matrices = this._allocate(64 * this._entries);
    this._halves = this._allocate(32 * this._entries);
    this._amount = this._allocate(4);
    this._pose = this._allocate(this._poseBytes);
    this._other = this._allocate(this._poseBytes);
    this._rest = this._allocate(this._poseBytes);
    this._parents = this._allocate(4 * this._nodes);
    this._worlds = this._allocate(4 * 64 * this._blocks);
    this._entryNodes = this._allocate(4 * this._entries);
    this._inverseBinds = this._allocate(64 * this._entries);
    this._view();
    const { buffer } = _instance.memory;
    new Int32Array(buffer).set(rig.parents, this._parents / 4);
    new Int32Array(buffer).set(palette.nodes, this._entryNodes / 4);
    palette.inverseBinds.forEach((matrix, i) => this._floats.set(matrix, this._inverseBinds / 4 + 16 * i));
    this._put(rig.rest, this._rest);
  }

  set(clip: CrowdClip | null, moment: ClipMoment): void {
    this._sample(clip, moment, this._pose);
  }

  blend(clip: CrowdClip | null, moment: ClipMoment): void {
    this._sample(clip, moment, this._other);
    this._floats[this._amount / 4] = moment[AMOUNT]!;
    this._instance.blend(this._pose, this._other, this._amount, this._blocks, FLIPS, this._pose);
  }

  add(clip: CrowdClip, moment: ClipMoment): void {
    this._get(this._pose, this._scratch);
    clip.sampleInto(moment[TIMESTAMP]!, this._scratch, moment[AMOUNT]);
    this._put(this._scratch, this._pose);
  }

  write(row: number): void {
    const { _instance: instance, _nodes: nodes, _entries: entries } = this;
    instance.palette(this._pose, nodes, this._parents, this._worlds, entries, this._entryNodes, this._inverseBinds, this._matrices);
    if (this._isHalf) {
      instance.halves(this._matrices, 16 * entries, this._halves);
    }
    this._texture.setLive(row, this._row);
  }

  private get _poseBytes(): number {
    return 4 * BLOCK * this._blocks;
  }

  private _sample(clip: CrowdClip | null, moment: ClipMoment, out: number): void {
    const { _instance: instance, _blocks: blocks } = this;
    if (clip === null) {
      this._floats[this._amount / 4] = 0;
      instance.blend(this._rest, this._rest, this._amount, blocks, KEEPS, out);
      return;
    }
    const rows = this._rows.get(clip) ?? this._createRows(clip);
    const timestamp = moment[TIMESTAMP]!;
    if (rows.times.length === 0) {
      this._scratch.set(this._asset.rig.rest);
      clip.sampleInto(timestamp, this._scratch);
      this._put(this._scratch, out);
      return;
    }
    const { times, address } = rows;
    const last = times.length - 1;
    const share = last > 0 ? (timestamp - times[0]!) / (times[last]! - times[0]!) : 0;
    const key = Math.max(findKeyAmong(times, 0, times.length, moment, TIMESTAMP, Math.floor(share * last)), 0); // keys at even times are found at once
    const next = Math.min(key + 1, last);
    const begin = times[key]!;
    this._floats[this._amount / 4] = next === key ? 0 : Math.max((timestamp - begin) / (times[next]! - begin), 0);
    instance.blend(address + key * this._poseBytes, address + next * this._poseBytes, this._amount, blocks, KEEPS, out);
  }

  private _createRows(clip: CrowdClip): ClipRows {
    const times = rowTimesOf(clip.tracks, clip.start, clip.end);
    const address = this._allocateRows(times.length);
    const rows = address === null ? NO_ROWS : { times, address };
    this._rows.set(clip, rows);
    const before = new Float64Array(this._scratch.length);
    for (let row = 0; row < rows.times.length; row++) {
      this._scratch.set(this._asset.rig.rest);
      clip.sampleInto(sampledTimeOf(times, row), this._scratch);
      alignRotations(this._scratch, before, this._nodes);
      before.set(this._scratch);
      this._put(this._scratch, rows.address + row * this._poseBytes);
    }
    return rows;
  }

  /** @returns null where there are too many */
  private _allocateRows(count: number): number | null {
    const bytes = this._poseBytes * count;
    if (count > MAX_ROWS || this._rowBytes + bytes > MAX_BYTES) {
      return null;
    }
    try {
      const address = this._allocate(bytes);
      this._rowBytes += bytes;
      this._view();
      return address;
    } catch {
      return null; // no memory
    }
  }

  /** Writes a pose, given as the rig has it, into its blocks. */
  private _put(pose: Float64Array, address: number): void {
    const { _floats: floats, _nodes: count } = this;
    for (let node = 0; node < 4 * this._blocks; node++) {
      let at = address / 4 + (node >> 2) * BLOCK + (node & 3);
      for (let component = 0; component < COMPONENTS; component++, at += 4) {
        // the last block may have room for nodes that are not there
        floats[at] = node < count ? pose[componentAt(count, node, component)]! : Number(component === 6);
      }
    }
  }

  private _get(address: number, pose: Float64Array): void {
    const { _nodes: count } = this;
    for (let node = 0; node < count; node++) {
      let at = address / 4 + (node >> 2) * BLOCK + (node & 3);
      for (let component = 0; component < COMPONENTS; component++, at += 4) {
        pose[componentAt(count, node, component)] = this._floats[at]!;
      }
    }
  }

  /** @throws RangeError without memory */
  private _allocate(bytes: number): number {
    const { memory } = this._instance;
    const address = this._end;
    const end = address + 16 * Math.ceil(bytes / 16);
    const missing = end - memory.buffer.byteLength;
    if (missing > 0) {
      memory.grow(Math.ceil(missing / PAGE));
    }
    this._end = end;
    return address;
  }

  /** Makes the views again, after the memory has grown. */
  private _view(): void {
    const { buffer } = this._instance.memory;
    const length = 16 * this._entries;
    this._floats = new Float32Array(buffer);
    this._row = this._isHalf ? new Uint16Array(buffer, this._halves, length) : new Float32Array(buffer, this._matrices, length);
  }
}

const NO_ROWS: ClipRows = { times: new Float64Array(0), address: 0 };

/** Gives the rotations of a pose the signs with which the arcs from the pose before are the shortest. */
function alignRotations(pose: Float64Array, before: Float64Array, nodes: number): void {
  for (let at = 0; at < 4 * nodes; at += 4) {
    const [x, y, z, w] = [pose[at]!, pose[at + 1]!, pose[at + 2]!, pose[at + 3]!];
    if (before[at]! * x + before[at + 1]! * y + before[at + 2]! * z + before[at + 3]! * w < 0) {
      pose.set([-x, -y, -z, -w], at);
    }
  }
}

/** The index of a component of a node in a pose of the rig: of the position, the rotation or the scaling. */
function componentAt(count: number, node: number, component: number): number {
  if (component < 3) {
    return 4 * count + 3 * node + component;
  }
  return component < 7 ? 4 * node + component - 3 : 7 * count + 3 * node + component - 7;
}
