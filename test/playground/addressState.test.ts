import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { asDecimal } from "../../playground/page/controls/decimal.js";
import { readState, writeState, type AddressState } from "../../playground/page/sharing/addressState.js";

const number = fc.double({ min: -1000, max: 1000, noNaN: true }).map((value) => Number(value.toFixed(6)) + 0);
const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 });
const decimal = fc.double({ min: -1000, max: 1000, noNaN: true }).map((value) => asDecimal(value) + 0);
const settings = fc.record(
  {
    start: decimal,
    end: fc.oneof(decimal, fc.constant(Infinity)),
    offset: decimal,
    speed: decimal,
    repetitions: fc.integer({ min: -1 }),
    reverse: fc.boolean(),
  },
  { requiredKeys: [] },
);
const share = fc.double({ min: 0, max: 1, noNaN: true }).map((value) => Number(value.toFixed(6)) + 0);
const clip = fc.record(
  { clip: text, time: number, isPlaying: fc.constant(true), weight: share, settings },
  { requiredKeys: ["clip", "settings"] },
);
const orbit = fc.tuple(
  number,
  number,
  fc.double({ min: 0.01, max: 100, noNaN: true }).map((value) => Number(value.toFixed(6))),
  number,
  number,
  number,
);

/** As JSON gives it back. */
const json = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown);

const view = fc
  .record(
    {
      environment: fc.constantFrom("daylight", "none"),
      exposure: fc.integer({ min: -16, max: 16 }).map((quarters) => quarters / 4),
      background: fc.constantFrom("white", "grey", "black"),
      grid: fc.constant(true),
      axes: fc.constant(true),
    },
    { requiredKeys: [] },
  )
  .filter((members) => Object.keys(members).length > 0);

describe("the state in an address", () => {
  it("is read as it was written", () => {
    const states = fc.record(
      {
        file: text,
        camera: fc.nat(),
        orbit,
        view,
        crowd: fc.integer({ min: 1, max: 10_000 }),
        rootMotion: fc.constant(true),
        made: fc.array(json, { maxLength: 4 }),
        clips: fc.array(clip, { maxLength: 4 }),
      },
      { requiredKeys: ["clips"] },
    );
    fc.assert(
      fc.property(states, (state) => {
        const { hash, omitted } = writeState(state);
        fc.pre(omitted === 0);
        expect(readState(hash)).toEqual({ state, problems: [] });
        // nothing in it needs to be escaped in a URL
        expect(new URL(`http://a/${hash}`).hash).toBe(hash);
      }),
    );
  });

  it("is short and readable", () => {
    const clips = [
      { clip: "walk", time: 2.75, settings: { end: 3, reverse: true } },
      { clip: "door", time: 1, isPlaying: true, weight: 0.5, settings: {} },
    ];
    const state: AddressState = { orbit: [1.3, 1.3, 6.2809241, 0.6, 1.02, 0], clips };
    expect(writeState(state).hash).toBe(
      "#orbit=1.3,1.3,6.280924,0.6,1.02,0&clip=walk;t=2.75;end=3;reverse=1&clip=door;t=1;play;weight=0.5",
    );
  });

  it("has a crowd that plays all clips in turn, and root motion", () => {
    const state: AddressState = { crowd: 100, isInTurn: true, rootMotion: true, clips: [] };
    expect(writeState(state).hash).toBe("#crowd=100;turn&root-motion");
    expect(readState("#crowd=100;turn&root-motion")).toEqual({ state, problems: [] });
  });

  it("is bounded: the last clips are left out, and counted", () => {
    const clips = Array.from({ length: 1000 }, (_, i) => ({ clip: `a clip with the number ${i}`, time: i, settings: {} }));
    const { hash, omitted } = writeState({ clips });
    expect(hash.length).toBeLessThanOrEqual(2000);
    const { state, problems } = readState(hash);
    expect(problems).toEqual([]);
    expect(state.clips).toEqual(clips.slice(0, state.clips.length));
    expect(state.clips.length + omitted).toBe(1000);
  });

  it("has the JSON of clips that were made, twenty of them without difficulty", () => {
    const made = Array.from({ length: 20 }, (_, i) => ({ name: `bewegung ${i} größer`, animations: [0], start: i, end: i + 1.25 }));
    const { hash, omitted } = writeState({ made, clips: [{ clip: "bewegung 3 größer", time: 3.5, settings: {} }] });
    expect(omitted).toBe(0);
    expect(readState(hash)).toEqual({
      state: { made, clips: [{ clip: "bewegung 3 größer", time: 3.5, settings: {} }] },
      problems: [],
    });
  });

  it("has no clips if those that were made are too long, and counts them", () => {
    const made = Array.from({ length: 100 }, (_, i) => ({ name: `a clip with the number ${i}`, animations: [0], end: 1 }));
    const camera = { camera: 2, clips: [{ clip: "a clip with the number 7", settings: {} }] };
    expect(writeState({ ...camera, made })).toEqual({ hash: "#camera=2", omitted: 100 });
  });

  it("has events, or says that they are too long", () => {
    const events = [[1, [{ time: 0.3, name: "Schritt größer", payload: { foot: "l" } }]]] as const;
    const { hash, ...omissions } = writeState({ events, clips: [] });
    expect(omissions).toEqual({ omitted: 0 });
    expect(readState(hash)).toEqual({ state: { events, clips: [] }, problems: [] });
    const many = [[0, Array.from({ length: 100 }, (_, time) => ({ time, name: "step" }))]] as const;
    expect(writeState({ camera: 2, events: many, clips: [] })).toEqual({ hash: "#camera=2", omitted: 0, omitsEvents: true });
  });

  it.each([
    ["crowd=0", "The address is wrong at “crowd=0”: a crowd has 1 to 10,000 characters."],
    ["crowd=2.5", "The address is wrong at “crowd=2.5”: a crowd has 1 to 10,000 characters."],
    ["crowd=10001", "The address is wrong at “crowd=10001”: a crowd has 1 to 10,000 characters."],
    ["crowd=9;apart", "The address is wrong at “crowd=9;apart”: a crowd has no “apart”."],
    ["events=W10x", "The address is wrong at “events=W10x”: it must be the events of animations, as this page writes them."],
    ["events=W1swXV0", "The address is wrong at “events=W1swXV0”: it must be the events of animations, as this page writes them."],
    ["clips=W10x", "The address is wrong at “clips=W10x”: it must be a list of clips, as this page writes it."],
    ["clips=e30", "The address is wrong at “clips=e30”: it must be a list of clips, as this page writes it."],
    ["clips=%", "The address is wrong at “clips=%”: it must be a list of clips, as this page writes it."],
    ["clip=walk;t=soon", "The address is wrong at “clip=walk;t=soon”: “soon” is not a number."],
    ["clip=walk;color=red", "The address is wrong at “clip=walk;color=red”: a clip has no “color”."],
    ["orbit=1,2", "The address is wrong at “orbit=1,2”: an orbit has two angles, a distance > 0 and a point."],
    ["orbit=1,2,0,0,0,0", "The address is wrong at “orbit=1,2,0,0,0,0”: an orbit has two angles, a distance > 0 and a point."],
    ["camera=1.5", "The address is wrong at “camera=1.5”: 1.5 is not the number of a camera."],
    ["clip=%E0%A4%A", "The address is wrong at “clip=%E0%A4%A”: URI malformed"],
    ["view=background=red", "The address is wrong at “view=background=red”: the view has no “background=red”."],
    ["view=exposure=bright", "The address is wrong at “view=exposure=bright”: “bright” is not a number."],
    ["page=3", "The address is wrong at “page=3”: this page knows file, camera, orbit, view, crowd, root-motion, clips, events and clip."],
  ])("costs only itself where it is wrong: %s", (wrong, problem) => {
    expect(readState(`#${wrong}&clip=door;t=1`)).toEqual({
      state: { clips: [{ clip: "door", time: 1, settings: {} }] },
      problems: [problem],
    });
  });

  it("is not read if it is very long", () => {
    expect(readState(`#${"clip=a&".repeat(1000)}`)).toEqual({
      state: { clips: [] },
      problems: ["The address is too long: its part behind # has 7001 characters."],
    });
  });
});

it("half a surrogate pair in the name of a file or a clip is replaced", () => {
  const { hash } = writeState({ file: "a\ud800", clips: [{ clip: "\udc00b", settings: {} }] });
  expect(readState(hash)).toEqual({ state: { file: "a\ufffd", clips: [{ clip: "\ufffdb", settings: {} }] }, problems: [] });
});
