/** The graph of a controller: made of a definition, and back; laid out. */
import { describe, expect, it } from "@jest/globals";
import { graphJson, graphOf, namesOf, startOf, stateAt, type ControllerGraph, type Sheet } from "../../playground/page/states/graph.js";
import { layOutSheet, withMoved, type Box } from "../../playground/page/states/layout.js";
import { describeState, describeTransition } from "../../playground/page/states/words.js";
import { CheckController, type ControllerDefinition } from "../../src/controller.js";
import { Dice } from "../characters/controller/randomDefinition.js";
import { createRandom } from "../helpers/random.js";

const HERO: ControllerDefinition = {
  parameters: { speed: 0, grounded: true, wave: "trigger" },
  layers: [
    {
      states: {
        move: {
          blend: "speed",
          clips: [
            { clip: "idle", at: 0 },
            { clip: "walk", at: 1.4 },
          ],
        },
        jump: { clip: "jump", speed: "speed", repetitions: 2 },
      },
      transitions: [
        { from: "move", to: "jump", when: { grounded: false }, duration: 0.1 },
        { from: "jump", to: "move", when: { grounded: true }, after: 0.8 },
        { from: "*", to: "move", when: { wave: true, speed: { above: 0.5, atMost: 2 } }, duration: 0 },
      ],
    },
    { name: "arms", mask: "spine", states: { none: {} } },
  ],
};

/** As a file keeps it. */
const reopened = (graph: ControllerGraph): ControllerGraph | null => {
  const { definition, places } = JSON.parse(JSON.stringify(graphJson(graph))) as { definition: unknown; places: unknown };
  return graphOf(definition, places);
};

describe("a graph", () => {
  it("has a sheet for a layer, a node for a state, an arrow for a transition", () => {
    const graph = graphOf(HERO)!;
    expect(graph.parameters).toEqual(HERO.parameters);
    expect(graph.sheets.map(({ layer }) => layer)).toEqual([{}, { name: "arms", mask: "spine" }]);
    expect(graph.sheets.map(({ nodes }) => nodes.map(({ name }) => name))).toEqual([["move", "jump"], ["none"]]);
    expect(graph.sheets[0]!.arrows).toEqual(HERO.layers[0]!.transitions);
    expect(namesOf(graph.sheets[0]!)).toEqual(["*", "move", "jump"]);
    expect(graph.sheets.map(startOf)).toEqual(["move", "none"]);
  });

  it("says what states play, and when transitions are taken", () => {
    const { parameters, sheets } = graphOf(HERO)!;
    expect(sheets.flatMap(({ nodes }) => nodes.map(({ state }) => describeState(state)))).toEqual([
      "idle, walk by speed",
      "jump · × speed · 2 times",
      "empty",
    ]);
    expect(sheets[0]!.arrows.map((arrow) => describeTransition(arrow, parameters))).toEqual([
      ["not grounded", "fades 0.1 s"],
      ["grounded", "after 0.8 passes", "fades 0.2 s"],
      ["wave fires", "speed > 0.5, ≤ 2", "at once"],
    ]);
  });

  it.each([
    ["no object", 1],
    ["no layers", {}],
    ["an empty list of layers", { layers: [] }],
    ["a layer without states", { layers: [{}] }],
    ["a state that is no object", { layers: [{ states: { a: "idle" } }] }],
    ["a transition that leads nowhere", { layers: [{ states: { a: {} }, transitions: [{ from: "a" }] }] }],
    ["parameters that are a list", { parameters: [1], layers: [{ states: { a: {} } }] }],
  ])("is null for %s, as a check finds an error", (_, definition) => {
    expect(graphOf(definition)).toBeNull();
    expect(CheckController(definition as object).some(({ severity }) => severity === 0)).toBe(true);
  });

  it("keeps places beside the definition, and leaves out what is none of a state", () => {
    const places = [{ move: [10, 20], "*": [0, -5], gone: [1, 1], jump: ["1", 2] }, null];
    const graph = graphOf(HERO, places)!;
    expect(graph.sheets.map((sheet) => sheet.places)).toEqual([{ move: [10, 20], "*": [0, -5] }, {}]);
    expect(reopened(graph)).toEqual(graph);
    expect(graphJson(graph).definition).toEqual(HERO);
  });

  it("goes to JSON and back unchanged, of 1,000 random definitions, which stay as valid as they were", () => {
    for (let seed = 0; seed < 1000; seed++) {
      const dice = new Dice(createRandom(seed + 1));
      const definition = dice.definition();
      const places = definition.layers.map(({ states }) =>
        Object.fromEntries(
          Object.keys(states)
            .filter(() => dice.chance(0.5))
            .map((name) => [name, [dice.number(-500, 500), dice.number(-500, 500)]]),
        ),
      );
      const graph = graphOf(definition, places)!;
      expect([seed, reopened(graph)]).toEqual([seed, graph]);
      expect([seed, CheckController(graphJson(graph).definition)]).toEqual([seed, CheckController(definition)]);
    }
  });
});

describe("a layout", () => {
  const large: Sheet = graphOf({
    layers: [
      {
        states: Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`state ${i}`, { clip: "walk" }])),
        transitions: Array.from({ length: 120 }, (_, i) => ({
          from: `state ${i % 60}`,
          to: `state ${(i * 7 + 1) % 60}`,
          when: { speed: { above: i } },
        })),
      },
    ],
  })!.sheets[0]!;

  const overlap = (a: Box, b: Box): boolean => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

  it.each(["right", "down"] as const)("of 60 states leading %s has no two nodes at one place", (direction) => {
    const { boxes, ways } = layOutSheet(large, {}, direction);
    const list = [...boxes.values()];
    expect(list).toHaveLength(60);
    expect(list.flatMap((box, i) => list.slice(i + 1).filter((other) => overlap(box, other)))).toEqual([]);
    expect(ways.every((way) => way !== null && way.points.length >= 2)).toBe(true);
  });

  it("leads from state to state: each way begins and ends at the border of its nodes", () => {
    const { parameters, sheets } = graphOf(HERO)!;
    const { boxes, ways } = layOutSheet(sheets[0]!, parameters);
    const distance = ({ x, y, width, height }: Box, point: { x: number; y: number }): number =>
      Math.max(x - point.x, point.x - x - width, y - point.y, point.y - y - height);
    sheets[0]!.arrows.forEach(({ from, to }, i) => {
      const { points } = ways[i]!;
      expect(distance(boxes.get(from)!, points[0]!)).toBeCloseTo(0, 6);
      expect(distance(boxes.get(to)!, points.at(-1)!)).toBeCloseTo(0, 6);
    });
  });

  it("has a node where a person has put it, and the others where they are without", () => {
    const sheet = graphOf(HERO)!.sheets[0]!;
    const automatic = layOutSheet(sheet, HERO.parameters!);
    const moved = layOutSheet({ ...sheet, places: { jump: [300, 200] } }, HERO.parameters!);
    expect(moved.boxes.get("jump")).toEqual({ ...automatic.boxes.get("jump"), x: 300, y: 200 });
    expect(moved.boxes.get("move")).toEqual(automatic.boxes.get("move"));
    expect(moved).toEqual(withMoved(sheet, automatic, "jump", { x: 300, y: 200 }));
  });

  it("leaves out a transition whose state is missing", () => {
    const sheet = graphOf({ layers: [{ states: { a: {} }, transitions: [{ from: "a", to: "b" }] }] })!.sheets[0]!;
    expect(layOutSheet(sheet, {}).ways).toEqual([null]);
  });

  it("has a loop for a transition from a state to itself", () => {
    const sheet = graphOf({ layers: [{ states: { a: {} }, transitions: [{ from: "a", to: "a" }] }] })!.sheets[0]!;
    const { boxes, ways } = layOutSheet(sheet, {});
    expect(ways[0]!.label.y).toBeLessThan(boxes.get("a")!.y);
  });

  it("leads to and from the node of a machine where it leads to and from a state within", () => {
    const ground = { states: { idle: { clip: "idle" }, walk: { clip: "walk" } }, transitions: [{ from: "idle", to: "walk" }] };
    const transitions = [
      { from: "jump", to: "ground/walk" },
      { from: "ground", to: "jump" },
      { from: "jump", to: "ground/run/fast" },
      { from: "air/up", to: "jump" },
    ];
    const sheet = graphOf({ layers: [{ states: { ground, jump: { clip: "jump" } }, transitions }] })!.sheets[0]!;
    const { boxes, ways } = layOutSheet(sheet, {});
    expect([...boxes.keys()]).toEqual(["ground", "jump"]);
    expect(ways.map((way) => way !== null)).toEqual([true, true, true, false]);
    expect(describeState(sheet.nodes[0]!.state)).toBe("states idle, walk");
    expect([stateAt(sheet, "ground/walk"), stateAt(sheet, "ground"), stateAt(sheet, "ground/run"), stateAt(sheet, "air")]).toEqual([
      { clip: "walk" },
      ground,
      undefined,
      undefined,
    ]);
  });
});
