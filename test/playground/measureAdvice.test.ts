import { describe, expect, it } from "@jest/globals";
import { advise } from "../../playground/page/measure/advice.js";
import type { Contents, Figures, Kind, Times } from "../../playground/page/measure/figures.js";

/** Animation step, whole frame, picture to picture, graphics card. */
type Numbers = readonly [step: number, frame: number, picture: number, gpu: number | null];

const timesOf = ([step, frame, picture, gpu]: Numbers): Times => ({ step, frame, picture, gpu });

interface Case {
  readonly instances?: number;
  readonly drawCalls?: number;
  readonly times: Partial<Record<Kind, Numbers>> & { readonly plain: Numbers };
  readonly plays?: string;
  readonly contents?: Partial<Contents>;
  readonly renderer?: string;
  readonly notes?: readonly string[];
}

function figuresOf({ instances = 100, drawCalls = 100, times, plays = "walk", contents, renderer = "GeForce", notes = [] }: Case): Figures {
  return {
    file: "fox.glb",
    plays,
    contents: { channels: 72, bones: 24, meshes: 1, vertices: 1728, ...contents },
    rows: [
      {
        instances,
        drawCalls,
        times: {
          plain: timesOf(times.plain),
          ...(times.compiled && { compiled: timesOf(times.compiled) }),
          ...(times.following && { following: timesOf(times.following) }),
        },
      },
    ],
    notes,
    conditions: {
      ...{ browser: "Chrome 140", renderer, width: 1280, height: 720, display: 16.7, rounds: 7 },
      ...{ babylon: "9.35.0", version: "0.1.0", date: "2026-11-28" },
    },
  };
}

const CROWDS = "../docs/crowds.html";
const JOIN = "../docs/authoring.html#join-the-parts-of-a-character";
const LEVELS = "../docs/crowds.html#options";
const GROUPS = "../docs/behavior.html#compiled-groups";
const SKELETONS = "../docs/behavior.html#skeletons-follow-their-nodes";

describe("advice about a measured file", () => {
  it.each<readonly [string, Case, { answer: string; line: boolean; hints: readonly string[] }]>([
    [
      "animation and skeletons take most of the frame",
      { times: { plain: [6, 10.7, 16.7, 2], compiled: [0.5, 6.4, 16.7, 2], following: [0.5, 2.6, 16.7, 2] } },
      { answer: "Yes, it is the animation.", line: true, hints: [GROUPS, SKELETONS] },
    ],
    [
      "a character of many meshes: the animation takes less than half",
      {
        times: { plain: [11, 52, 66.7, 5], compiled: [1, 38, 50, 5], following: [1, 33, 33.4, 5] },
        ...{ contents: { meshes: 19 }, drawCalls: 1900 },
      },
      { answer: "In part: the animation takes time, the meshes take more.", line: true, hints: [JOIN, CROWDS, GROUPS] },
    ],
    [
      "many meshes that hardly move",
      { times: { plain: [1, 40, 50, 5], compiled: [0.2, 39, 50, 5] }, contents: { meshes: 400, bones: 0 }, instances: 1 },
      { answer: "No: the meshes take the time.", line: false, hints: [JOIN] },
    ],
    [
      "the graphics card takes longest",
      { times: { plain: [3, 6, 33.4, 30], compiled: [0.3, 3, 33.4, 30], following: [0.3, 2, 33.4, 30] }, contents: { vertices: 90_000 } },
      { answer: "No: the graphics card is the limit.", line: true, hints: [LEVELS, CROWDS, GROUPS, SKELETONS] },
    ],
    [
      "pictures come late, and the browser does not tell the time of the graphics card",
      { times: { plain: [3, 6, 50, null], compiled: [2.9, 5.9, 50, null] } },
      { answer: "No: the graphics card is the limit.", line: false, hints: [LEVELS, CROWDS] },
    ],
    [
      "pictures wait for the next one of the display, because of the processor",
      { times: { plain: [9, 17, 33.4, null], compiled: [1, 6, 16.7, null] } },
      { answer: "Yes, it is the animation.", line: true, hints: [CROWDS, GROUPS] },
    ],
    [
      "drawn on the processor: pictures say nothing",
      { times: { plain: [0.2, 1, 400, 380], compiled: [0.1, 0.95, 400, 380] }, renderer: "ANGLE (Google, SwiftShader)" },
      { answer: "Nothing is slow here, with 100 instances.", line: false, hints: [] },
    ],
    [
      "nothing is slow, and the line still pays",
      { times: { plain: [2, 4, 16.7, 1], compiled: [0.2, 2, 16.7, 1] }, instances: 1 },
      { answer: "Nothing is slow here, with 1 instance.", line: true, hints: [GROUPS] },
    ],
    [
      "no animations, one static mesh",
      { times: { plain: [0, 0.1, 16.7, 0.2] }, plays: "", contents: { channels: 0, bones: 0 } },
      { answer: "No: the file has no animations, and nothing is slow here.", line: false, hints: [] },
    ],
    [
      "no animations, many meshes",
      { times: { plain: [0, 30, 33.4, 4] }, plays: "", contents: { channels: 0, bones: 0, meshes: 50 } },
      { answer: "No: the file has no animations. Its meshes take the time.", line: false, hints: [JOIN, CROWDS] },
    ],
    [
      "a clock that shows no time at all",
      { times: { plain: [0, 0, 16.7, null], compiled: [0, 0, 16.7, null] } },
      { answer: "Nothing is slow here, with 100 instances.", line: false, hints: [] },
    ],
    [
      "compiled groups take longer",
      { times: { plain: [6, 10, 16.7, 2], compiled: [8, 12, 16.7, 2] } },
      { answer: "Yes, it is the animation.", line: false, hints: [CROWDS] },
    ],
  ])("%s", (_title, measured, { answer, line, hints }) => {
    const advice = advise(figuresOf(measured));
    expect([advice.answer, advice.suggestsLine, advice.hints.map(({ href }) => href)]).toEqual([answer, line, hints]);
  });

  it("says the cost before and after, and what it is made of", () => {
    const times: Case["times"] = { plain: [6, 10.7, 16.7, 2], compiled: [0.5, 6.4, 16.7, 2], following: [0.5, 2.6, 16.7, 2] };
    expect(advise(figuresOf({ times, notes: ["Babylon.js plays a group itself: it blends."] })).sentences).toEqual([
      "fox.glb, 100 times: 10.7 ms → 2.6 ms of processor time a frame, with one line. A picture at 60 Hz has 16.7 ms, for all that the application does.",
      "The animation step takes 6 ms of the 10.7 ms; skeletons would take 2.6 ms less; 2.1 ms is what Babylon.js does for 100 meshes in 100 draw calls.",
      "The graphics card needs 2 ms for a picture of 172,800 vertices.",
      "Babylon.js plays a group itself: it blends.",
    ]);
  });

  it("says that a file has no animations, and where they may be", () => {
    const { sentences } = advise(figuresOf({ times: { plain: [0, 0.1, 16.7, null] }, plays: "", instances: 1 }));
    expect(sentences).toEqual([
      "fox.glb: 0.1 ms of processor time a frame. A picture at 60 Hz has 16.7 ms, for all that the application does.",
      "The file has no animations to measure. If they are in files of their own, measure a file that has both character and animations.",
      "If the application is slow with this file nevertheless, the time goes elsewhere: the profiler of the browser says where.",
    ]);
  });
});
