import { describe, expect, it } from "@jest/globals";
import { frameTimes, passOf, timestampInPass } from "../../playground/page/sharing/filmTiming.js";
import { writeWebM } from "../../playground/page/sharing/webm.js";
import { resolveClipSettings } from "../../src/timing/index.js";
import { bytesOf, elementsOf, numberOf, type Element } from "../helpers/ebml.js";

describe("the frames of a film", () => {
  it("are at whole milliseconds, 30 in a second, without the one that begins the next pass", () => {
    expect(frameTimes(0.2)).toEqual([0, 33, 67, 100, 133, 167]);
    expect(frameTimes(1)).toHaveLength(30);
    expect(frameTimes(1.001)).toHaveLength(31);
    expect(frameTimes(0)).toEqual([0]);
    expect(() => frameTimes(601)).toThrow("A film has at most 600 s; one pass of this clip takes 601 s.");
  });

  it.each([
    { comment: "a loop", settings: { start: 2, end: 4, speed: 2 }, seconds: 1, at: { 0: 2, 0.25: 2.5, 0.75: 3.5 } },
    { comment: "backwards", settings: { start: 2, end: 4, speed: -2 }, seconds: 1, at: { 0: 4, 0.25: 3.5, 0.75: 2.5 } },
    { comment: "there and back", settings: { end: 1, reverse: true }, seconds: 2, at: { 0: 0, 0.75: 0.75, 1.25: 0.75 } },
    { comment: "from the start, whatever the offset", settings: { end: 2, offset: 1, repetitions: 1 }, seconds: 2, at: { 0: 0, 1.5: 1.5 } },
    { comment: "without an end, until the last key", settings: { start: 1 }, seconds: 4, at: { 0: 1, 3: 4 } },
    { comment: "at rest", settings: { start: 1, end: 2, speed: 0 }, seconds: 0, at: { 0: 1 } },
  ])("show one pass: $comment", ({ settings, seconds, at }) => {
    const resolved = resolveClipSettings(settings);
    expect(passOf(resolved, 5)).toBe(seconds);
    for (const [time, timestamp] of Object.entries(at)) {
      expect(timestampInPass(resolved, 5, Number(time))).toBeCloseTo(timestamp, 12);
    }
  });
});

describe("a WebM file", () => {
  const frames = Array.from({ length: 75 }, (_, i) => ({
    time: Math.round((i * 1000) / 30),
    isKey: i % 30 === 0,
    data: Uint8Array.of(i, i + 1, 255),
  }));
  const bytes = bytesOf(writeWebM({ codec: "V_VP9", width: 641, height: 300, duration: 2500, frames }));
  const [header, segment, ...rest] = elementsOf(bytes);
  const parts = elementsOf(segment!.data);
  const find = (within: readonly Element[], id: number): Element => within.find((element) => element.id === id)!;

  it("has an EBML header for WebM, and one segment", () => {
    expect([header!.id, segment!.id, rest]).toEqual([0x1a45dfa3, 0x18538067, []]);
    expect(new TextDecoder().decode(find(elementsOf(header!.data), 0x4282).data)).toBe("webm");
  });

  it("states duration, time scale, codec and size", () => {
    const information = elementsOf(find(parts, 0x1549a966).data);
    expect(numberOf(find(information, 0x2ad7b1))).toBe(1_000_000);
    const { data } = find(information, 0x4489);
    expect(new DataView(data.buffer, data.byteOffset).getFloat64(0)).toBe(2500);
    const track = elementsOf(find(elementsOf(find(parts, 0x1654ae6b).data), 0xae).data);
    expect(new TextDecoder().decode(find(track, 0x86).data)).toBe("V_VP9");
    const video = elementsOf(find(track, 0xe0).data);
    expect([numberOf(find(video, 0xb0)), numberOf(find(video, 0xba))]).toEqual([641, 300]);
  });

  it("has every frame at its time, in clusters that begin with a key frame", () => {
    const clusters = parts.filter(({ id }) => id === 0x1f43b675).map(({ data }) => elementsOf(data));
    expect(clusters).toHaveLength(3);
    const read = clusters.flatMap(([time, ...blocks]) =>
      blocks.map(({ data }) => {
        const view = new DataView(data.buffer, data.byteOffset);
        return { time: numberOf(time!) + view.getInt16(1), isKey: (data[3]! & 0x80) !== 0, data: Uint8Array.from(data.subarray(4)) };
      }),
    );
    expect(read).toEqual(frames);
  });

  it("has an index that leads to the clusters", () => {
    const points = elementsOf(find(parts, 0x1c53bb6b).data).map(({ data }) => elementsOf(data));
    const found = points.map((point) => {
      const position = numberOf(find(elementsOf(find(point, 0xb7).data), 0xf1));
      const [cluster] = elementsOf(segment!.data.subarray(position));
      return { time: numberOf(find(point, 0xb3)), id: cluster!.id, clusterTime: numberOf(elementsOf(cluster!.data)[0]!) };
    });
    expect(found).toEqual([0, 1000, 2000].map((time) => ({ time, id: 0x1f43b675, clusterTime: time })));
  });

  it("refuses a frame too far from its key frame", () => {
    const late = [frames[0]!, { ...frames[1]!, time: 40_000 }];
    expect(() => writeWebM({ codec: "V_VP8", width: 1, height: 1, duration: 40_001, frames: late })).toThrow(
      "time: must be at most 32767 ms after a key frame (got 40000)",
    );
  });
});
