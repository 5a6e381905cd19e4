/**
 * Writes films: a minimal WebM file with one video track, whose frames are in memory. Structure: EBML header, then a segment of its
 * information, the track, an index of the key frames (cues) and clusters that begin with a key frame each (RFC 9559).
 */

/** A compressed frame. */
export interface FilmFrame {
  /** Milliseconds, whole, ascending. */
  readonly time: number;
  readonly isKey: boolean;
  readonly data: Uint8Array;
}

export interface Film {
  readonly codec: "V_VP8" | "V_VP9";
  readonly width: number;
  readonly height: number;
  /** Milliseconds. */
  readonly duration: number;
  /** The first one is a key frame. */
  readonly frames: readonly FilmFrame[];
}

type Bytes = readonly Uint8Array[];

/** The parts of a WebM file, in order. */
export function writeWebM({ codec, width, height, duration, frames }: Film): Bytes {
  const header = master(0x1a45dfa3, [
    uint(0x4286, 1),
    uint(0x42f7, 1),
    uint(0x42f2, 4),
    uint(0x42f3, 8),
    text(0x4282, "webm"),
    uint(0x4287, 4),
    uint(0x4285, 2),
  ]);
  const information = master(0x1549a966, [
    uint(0x2ad7b1, 1_000_000), // nanoseconds in a unit of time
    float(0x4489, duration),
    text(0x4d80, "babylon-gltf-animation"),
    text(0x5741, "babylon-gltf-animation"),
  ]);
  const video = master(0xe0, [uint(0xb0, width), uint(0xba, height)]);
  const track = master(0xae, [uint(0xd7, 1), uint(0x73c5, 1), uint(0x9c, 0), uint(0x83, 1), text(0x86, codec), video]);
  const tracks = master(0x1654ae6b, [track]);
  const clusters = clustersOf(frames);
  const before = sizeOf(information) + sizeOf(tracks);
  // the positions have a fixed size, so that the index has the same size wherever the clusters begin
  const cuesSize = sizeOf(cuesOf(clusters, 0));
  const cues = cuesOf(clusters, before + cuesSize);
  return [...header, ...master(0x18538067, [information, tracks, cues, ...clusters.map(({ bytes }) => bytes)])];
}

interface Cluster {
  readonly time: number;
  readonly bytes: Bytes;
}

function clustersOf(frames: readonly FilmFrame[]): readonly Cluster[] {
  const groups: FilmFrame[][] = [];
  for (const frame of frames) {
    if (frame.isKey || groups.length === 0) {
      groups.push([]);
    }
    groups.at(-1)!.push(frame);
  }
  return groups.map((group) => {
    const { time } = group[0]!;
    return { time, bytes: master(0x1f43b675, [uint(0xe7, time), ...group.map((frame) => block(frame, time))]) };
  });
}

/** A frame, with its time in a signed 16-bit number relative to the cluster. */
function block({ time, isKey, data }: FilmFrame, clusterTime: number): Bytes {
  const relative = time - clusterTime;
  if (relative > 0x7fff) {
    throw new RangeError(`time: must be at most 32767 ms after a key frame (got ${relative})`);
  }
  return binary(0xa3, [Uint8Array.of(0x81, relative >> 8, relative & 0xff, isKey ? 0x80 : 0), data]);
}

function cuesOf(clusters: readonly Cluster[], begin: number): Bytes {
  let position = begin;
  const points = clusters.map(({ time, bytes }) => {
    const positions = master(0xb7, [uint(0xf7, 1), uint(0xf1, position, 6)]);
    position += sizeOf(bytes);
    return master(0xbb, [uint(0xb3, time), positions]);
  });
  return master(0x1c53bb6b, points);
}

function sizeOf(bytes: Bytes): number {
  return bytes.reduce((sum, { length }) => sum + length, 0);
}

function master(id: number, children: readonly Bytes[]): Bytes {
  return binary(id, children.flat());
}

/** An element: its id, its size in eight bytes, and its content. */
function binary(id: number, content: Bytes): Bytes {
  const size = bigEndian(sizeOf(content), 8);
  size[0] = 0x01;
  return [bigEndian(id), size, ...content];
}

function uint(id: number, value: number, length?: number): Bytes {
  return binary(id, [bigEndian(value, length)]);
}

function float(id: number, value: number): Bytes {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value);
  return binary(id, [bytes]);
}

function text(id: number, value: string): Bytes {
  return binary(id, [new TextEncoder().encode(value)]);
}

/** @param length in bytes; default: as few as the value needs */
function bigEndian(value: number, length = Math.max(Math.ceil(Math.log2(value + 1) / 8), 1)): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let i = length - 1, rest = value; i >= 0; i--, rest = Math.floor(rest / 256)) {
    bytes[i] = rest % 256;
  }
  return bytes;
}
