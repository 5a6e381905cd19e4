/** Track sets that lie in one pool have the values of the sets themselves. */
import { expect, it } from "@jest/globals";
import { type ClipTrack, type Interpolation, TrackPool, TrackSet } from "../../../src/gltf/sampling/index.js";
import { createRandom } from "../../helpers/random.js";

const random = createRandom(5);
const pick = <T>(...values: readonly T[]): T => values[Math.floor(random() * values.length)]!;

/** Up to four tracks at up to two arrays of times. */
function createTracks(): ClipTrack[] {
  const allTimes = [1, 2].map(() => Float64Array.from({ length: pick(1, 2, 5, 9) }, (_, i) => i * 0.25 + random() * 0.1));
  let offset = 0;
  return Array.from({ length: pick(1, 2, 4) }, () => {
    const [times, interpolation, isRotation] = [pick(...allTimes), pick<Interpolation>("STEP", "LINEAR", "CUBICSPLINE"), random() < 0.5];
    const size = isRotation ? 4 : pick(1, 3);
    const length = times.length * size * (interpolation === "CUBICSPLINE" ? 3 : 1);
    const values = new (pick<typeof Float32Array | typeof Float64Array>(Float32Array, Float64Array))(length).map(() => random() - 0.5);
    offset += size;
    return { track: { times, values, size, interpolation, isRotation }, offset: offset - size };
  });
}

it("200 sets have the same values in the pool, packed and as they are, also after others were removed", () => {
  const pool = new TrackPool();
  const sets = Array.from({ length: 200 }, () => {
    const tracks = createTracks();
    return { plain: new TrackSet(tracks), packed: new TrackSet(tracks, true) };
  });
  const wrong: object[] = [];
  for (const kept of [sets, sets.filter((_, i) => i % 3 === 0)]) {
    pool.clear();
    const handles = kept.map(({ packed }) => pool.add(packed));
    expect(handles).not.toContain(-1);
    expect(kept.map(({ packed }) => pool.add(packed))).toEqual(handles);
    const cursors = kept.map(({ plain }) => plain.createCursors());
    for (let time = -0.3; time < 6; time += 0.07) {
      kept.forEach(({ plain, packed }, i) => {
        const [expected, ofPacked, ofPool] = [0, 1, 2].map(() => new Float64Array(16)) as [Float64Array, Float64Array, Float64Array];
        plain.sampleInto(time, expected);
        packed.sampleInto(time, ofPacked);
        pool.sampleAt(handles[i]!, Float64Array.of(time), 0, ofPool, cursors[i]!, 0);
        if (String(ofPacked) !== String(expected) || String(ofPool) !== String(expected)) {
          wrong.push({ i, time });
        }
      });
    }
  }
  expect(wrong.slice(0, 3)).toEqual([]);
});

it("a set that is large, whose numbers may change, or that eases is not in it", () => {
  const [times, values] = [Float64Array.from({ length: 300 }, (_, i) => i), new Float64Array(300)];
  const track = { times, values, size: 1, interpolation: "LINEAR", isRotation: false } as const;
  const short = { ...track, times: times.slice(0, 2), values: values.slice(0, 2) };
  const sets = [
    new TrackSet([{ track, offset: 0 }], true),
    new TrackSet([{ track: short, offset: 0 }]),
    new TrackSet([{ track: { ...short, ease: (amount) => amount ** 2 }, offset: 0 }], true),
  ];
  expect(sets.map((set) => new TrackPool().add(set))).toEqual([-1, -1, -1]);
});
