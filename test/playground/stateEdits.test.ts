/** Edits of a controller's graph, its address, and the file that it is saved in. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import type { Json } from "../../scripts/glb.mjs";
import { ClipDocument } from "../../playground/page/document/clipDocument.js";
import { savedFile } from "../../playground/page/document/saving.js";
import {
  addLayer,
  addOneShot,
  addState,
  addTransition,
  changeClip,
  changeLayer,
  changeState,
  changeTransition,
  freeName,
  moduleOf,
  moveState,
  newDefinition,
  newTransition,
  removeLayer,
  removeParameter,
  removeState,
  removeTransition,
  renameParameter,
  renameState,
  setParameter,
  speedOf,
  withCondition,
} from "../../playground/page/states/edits.js";
import { graphJson, graphOf, innerSheet, sheetAt, type ControllerGraph } from "../../playground/page/states/graph.js";
import { readDefinition, writeDefinition } from "../../playground/page/states/link.js";
import { CheckController, type ControllerDefinition } from "../../src/controller.js";
import { GltfFile } from "../../src/tools.js";
import { Dice } from "../characters/controller/randomDefinition.js";
import { createRandom } from "../helpers/random.js";

const BYTES = readFileSync(new URL("../../playground/models/hero.glb", import.meta.url));
const DEFINITION: ControllerDefinition = {
  parameters: { speed: 0, wave: "trigger" },
  layers: [
    {
      weight: "speed",
      states: { stand: { clip: "idle" }, move: { blend: "speed", speed: "speed", clips: [{ clip: "walk", at: 0 }] } },
      transitions: [
        { from: "stand", to: "move", when: { speed: { above: 1 }, wave: true } },
        { from: "move", to: "stand", when: { wave: true } },
        { from: "*", to: "stand" },
      ],
    },
  ],
};
const graph = graphOf(DEFINITION, [{ stand: [10, 20] }])!;
const definitionOf = (edited: ControllerGraph): ControllerDefinition => graphJson(edited).definition;
const layerOf = (edited: ControllerGraph, layer = 0): ControllerDefinition["layers"][number] => definitionOf(edited).layers[layer]!;

describe("edits", () => {
  it("make the hero of the guide from its clips", () => {
    let made = graphOf(newDefinition("idle"))!;
    made = renameState(made, 0, "idle", "move");
    made = setParameter(made, "speed", 0);
    const clips = [
      { clip: "idle", at: 0 },
      { clip: "walk", at: 1.4 },
    ];
    made = changeState(made, 0, "move", { clip: undefined, blend: "speed", clips });
    made = addState(made, 0, { name: "jump", state: { clip: "jump" } });
    made = setParameter(made, "grounded", true);
    made = addTransition(made, 0, { from: "move", to: "jump", after: 1 });
    made = changeTransition(made, 0, 0, { from: "move", to: "jump", after: undefined, when: { grounded: false }, duration: 0.1 });
    made = addLayer(made);
    made = changeLayer(made, 1, { name: "arms", mask: "spine" });
    expect(definitionOf(made)).toEqual({
      parameters: { speed: 0, grounded: true },
      layers: [
        {
          states: { move: { blend: "speed", clips }, jump: { clip: "jump" } },
          transitions: [{ from: "move", to: "jump", when: { grounded: false }, duration: 0.1 }],
        },
        { name: "arms", mask: "spine", states: { none: {} } },
      ],
    });
    expect(definitionOf(removeLayer(made, 1)).layers).toHaveLength(1);
  });

  it("rename a state wherever it is named", () => {
    const renamed = renameState(changeLayer(graph, 0, { start: "stand" }), 0, "stand", "wait");
    expect(layerOf(renamed)).toMatchObject({
      start: "wait",
      transitions: [
        { from: "wait", to: "move" },
        { from: "move", to: "wait" },
        { from: "*", to: "wait" },
      ],
    });
    expect(graphJson(renamed).places).toEqual([{ wait: [10, 20] }]);
  });

  it("delete a state with its transitions, its place, and as the beginning", () => {
    const removed = removeState(changeLayer(graph, 0, { start: "stand" }), 0, "stand");
    expect(layerOf(removed)).toEqual({ weight: "speed", states: { move: DEFINITION.layers[0]!.states["move"] } });
    expect(graphJson(removed).places).toBeNull();
  });

  it("keep the state in which a layer begins, where JSON has another one first", () => {
    expect(layerOf(addState(graph, 0, { name: "1", state: {} })).start).toBe("stand");
    expect(layerOf(renameState(graph, 0, "move", "1")).start).toBe("stand");
    expect(layerOf(renameState(graph, 0, "stand", "1")).start).toBeUndefined();
  });

  it("rename a parameter wherever it is named", () => {
    const text = JSON.stringify(definitionOf(renameParameter(graph, "speed", "pace")));
    expect(JSON.parse(text)).toEqual(
      JSON.parse(
        JSON.stringify(DEFINITION)
          .replaceAll('"speed":0', '"pace":0')
          .replaceAll('"speed":{', '"pace":{')
          .replaceAll(':"speed"', ':"pace"'),
      ),
    );
  });

  it("delete a parameter with its conditions", () => {
    const { parameters, layers } = definitionOf(removeParameter(graph, "wave"));
    expect(parameters).toEqual({ speed: 0 });
    expect(layers[0]!.transitions).toEqual([
      { from: "stand", to: "move", when: { speed: { above: 1 } } },
      { from: "move", to: "stand" },
      { from: "*", to: "stand" },
    ]);
  });

  it("move states, and let them go back", () => {
    const moved = moveState(graph, 0, "move", [5, 6]);
    expect(graphJson(moved).places).toEqual([{ stand: [10, 20], move: [5, 6] }]);
    expect(definitionOf(moved)).toEqual(DEFINITION);
    expect(graphJson(moveState(graph, 0, "stand", null)).places).toBeNull();
  });

  it("delete a transition", () => {
    expect(layerOf(removeTransition(graph, 0, 1)).transitions).toEqual([DEFINITION.layers[0]!.transitions![0], { from: "*", to: "stand" }]);
  });

  it("leave random definitions valid, whatever is renamed", () => {
    for (let seed = 0; seed < 100; seed++) {
      const definition = new Dice(createRandom(seed + 1)).definition();
      let edited = graphOf(definition)!;
      Object.keys(definition.parameters!).forEach((name) => (edited = renameParameter(edited, name, `new ${name}`)));
      definition.layers.forEach(({ states }, i) =>
        Object.keys(states).forEach((name) => (edited = renameState(edited, i, name, `${name}!`))),
      );
      expect([seed, CheckController(definitionOf(edited)).filter(({ severity }) => severity === 0)]).toEqual([seed, []]);
    }
  });

  const CLIPS = [
    { name: "idle", repetitions: -1 },
    { name: "jump", repetitions: 1 },
  ];
  const STATES: ControllerDefinition = {
    parameters: { wave: "trigger", speed: 0 },
    layers: [
      {
        states: {
          idle: { clip: "idle" },
          jump: { clip: "jump" },
          wave: {},
          once: { clip: "idle", repetitions: 1 },
          long: { clip: "jump", repetitions: -1 },
          ground: { states: { jump: { clip: "jump" } } },
          speed: {
            blend: "speed",
            clips: [
              { clip: "idle", at: 0 },
              { clip: "jump", at: 1 },
            ],
          },
        },
      },
    ],
  };

  it("make transitions that are taken at the end only of states that end, and else by the trigger of their target", () => {
    const states = graphOf(STATES)!;
    const made = (from: string, to: string): object => newTransition(states, states.sheets[0]!, from, to, CLIPS);
    expect(made("jump", "idle")).toEqual({ from: "jump", to: "idle", after: 1 });
    expect(made("once", "wave")).toEqual({ from: "once", to: "wave", after: 1 });
    for (const from of ["idle", "wave", "long", "ground", "speed", "*"]) {
      expect(made(from, "jump")).toEqual({ from, to: "jump" });
    }
    expect(made("idle", "wave")).toEqual({ from: "idle", to: "wave", when: { wave: true } });
    expect(made("idle", "speed")).toEqual({ from: "idle", to: "speed" });
  });

  it("drop the time that a transition has by default once it has a condition, but none that a person typed", () => {
    const states = graphOf(STATES)!;
    const transition = newTransition(states, states.sheets[0]!, "jump", "idle", CLIPS);
    let edited = addTransition(states, 0, transition);
    edited = changeTransition(edited, 0, 0, { ...transition, duration: 0.1 });
    expect(withCondition(edited.sheets[0]!.arrows[0]!, "wave", true)).toEqual({
      from: "jump",
      to: "idle",
      duration: 0.1,
      when: { wave: true },
    });
    edited = changeTransition(edited, 0, 0, { ...transition, after: 0.8 });
    const typed = withCondition(edited.sheets[0]!.arrows[0]!, "wave", true);
    expect(typed).toEqual({ from: "jump", to: "idle", after: 0.8, when: { wave: true } });
    expect(withCondition({ from: "jump", to: "idle", after: 1 }, "wave", true).after).toBe(1);
  });

  it("add a state that a trigger plays once, with both transitions", () => {
    const states = graphOf(STATES)!;
    const { nodes, arrows } = addOneShot(states, 0, "idle", "jump").sheets[0]!;
    expect(nodes.at(-1)).toEqual({ name: "jump 2", state: { clip: "jump" } });
    expect(arrows).toEqual([
      { from: "idle", to: "jump 2", when: { "jump 2": true } },
      { from: "jump 2", to: "idle", after: 1 },
    ]);
    const inner = addOneShot(addOneShot(states, [0, "ground"], "jump", "hop"), [0, "ground"], "jump", "speed");
    expect(inner.parameters).toEqual({ ...STATES.parameters, hop: "trigger", "speed 2": "trigger" });
    expect(Object.keys(sheetAt(inner, 0)!.nodes.find(({ name }) => name === "ground")!.state.states!)).toEqual(["jump", "hop", "speed"]);
    expect(sheetAt(inner, [0, "ground"])!.arrows).toHaveLength(4);
    const again = addOneShot(setParameter(states, "wave 2", "trigger"), 0, "idle", "wave");
    expect(again.sheets[0]!.arrows[0]!.when).toEqual({ "wave 2": true });
  });

  it("let a name that comes from the clip follow it, but none that a person has given", () => {
    const states = graphOf({
      layers: [
        {
          states: { walk: { clip: "walk" }, "walk 2": { clip: "walk" }, step: { clip: "walk" }, "walk back": { clip: "walk" }, run: {} },
          transitions: [{ from: "walk", to: "step" }],
        },
      ],
    })!;
    const named = (name: string, clip: string | undefined): string => changeClip(states, 0, name, clip).name;
    expect([named("walk", "idle"), named("walk 2", "idle"), named("walk", "run")]).toEqual(["idle", "idle", "run 2"]);
    expect([named("step", "idle"), named("walk back", "idle"), named("run", "idle"), named("walk", undefined)]).toEqual([
      ...["step", "walk back", "run", "walk"],
    ]);
    const layer = layerOf(changeClip(states, 0, "walk", "idle").graph);
    expect(Object.entries(layer.states)[0]).toEqual(["idle", { clip: "idle" }]);
    expect(layer.transitions).toEqual([{ from: "idle", to: "step" }]);
  });

  it("place a clip of a blend at its speed, where the number is one", () => {
    const clips = [
      { name: "walk", repetitions: -1, metersPerSecond: 0.62 },
      { name: "idle", repetitions: -1 },
    ];
    expect([speedOf("walk", "speed", clips), speedOf("walk", "walkSpeed", clips)]).toEqual([0.62, 0.62]);
    expect([speedOf("walk", "fear", clips), speedOf("idle", "speed", clips), speedOf("gone", "speed", clips)]).toEqual([null, null, null]);
  });

  const MACHINES: ControllerDefinition = {
    layers: [
      {
        states: {
          ground: {
            states: {
              idle: { clip: "idle" },
              walk: { clip: "walk" },
              crouch: { states: { still: {}, creep: { clip: "walk" } }, start: "creep" },
            },
            start: "crouch/creep",
            transitions: [
              { from: "idle", to: "walk" },
              { from: "*", to: "crouch/creep" },
            ],
          },
          jump: { clip: "jump" },
        },
        start: "ground/walk",
        transitions: [
          { from: "jump", to: "ground/walk" },
          { from: "jump", to: "ground/crouch/creep" },
          { from: "ground", to: "jump" },
        ],
      },
    ],
  };
  const machines = graphOf(MACHINES, [
    { ground: [1, 2], "ground/walk": [3, 4], "ground/crouch/creep": [5, 6], "ground/*": [7, 8], "ground/gone": [0, 0] },
  ])!;

  it("have a sheet of a machine, with its places", () => {
    const ground = innerSheet(machines.sheets[0]!, "ground")!;
    expect(ground).toEqual({
      layer: { start: "crouch/creep" },
      nodes: Object.entries(MACHINES.layers[0]!.states["ground"]!.states!).map(([name, state]) => ({ name, state })),
      arrows: MACHINES.layers[0]!.states["ground"]!.transitions,
      places: { walk: [3, 4], "crouch/creep": [5, 6], "*": [7, 8] },
    });
    expect(sheetAt(machines, [0, "ground", "crouch"])).toEqual(innerSheet(ground, "crouch"));
    expect([sheetAt(machines, [0, "jump"]), sheetAt(machines, [0, "gone"]), sheetAt(machines, 1)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("change states of a machine as those of a layer", () => {
    let edited = addState(machines, [0, "ground"], { name: "run", state: { clip: "run" } });
    edited = addTransition(edited, [0, "ground"], { from: "walk", to: "run" });
    edited = changeState(edited, [0, "ground", "crouch"], "still", { clip: "idle" });
    edited = moveState(edited, [0, "ground", "crouch"], "still", [9, 9]);
    edited = changeLayer(edited, [0, "ground"], { start: "idle" });
    const { ground } = layerOf(edited).states;
    expect(ground!.start).toBe("idle");
    expect(ground!.states!["run"]).toEqual({ clip: "run" });
    expect(ground!.transitions!.at(-1)).toEqual({ from: "walk", to: "run" });
    expect(ground!.states!["crouch"]).toEqual({ states: { still: { clip: "idle" }, creep: { clip: "walk" } }, start: "creep" });
    expect(graphJson(edited).places![0]).toEqual({ ...graphJson(machines).places![0], "ground/crouch/still": [9, 9] });
    expect(layerOf(edited).transitions).toEqual(MACHINES.layers[0]!.transitions);
    expect(CheckController(definitionOf(edited)).filter(({ severity }) => severity === 0)).toEqual([]);
  });

  it("rename and delete states of a machine also where the sheets around it name them", () => {
    const renamed = renameState(machines, [0, "ground", "crouch"], "creep", "sneak");
    const layer = layerOf(renamed);
    expect(layer.transitions![1]).toEqual({ from: "jump", to: "ground/crouch/sneak" });
    expect(layer.states["ground"]).toMatchObject({ start: "crouch/sneak", transitions: [{ from: "idle" }, { to: "crouch/sneak" }] });
    expect(layer.states["ground"]!.states!["crouch"]).toMatchObject({ start: "sneak", states: { sneak: { clip: "walk" } } });
    expect(Object.keys(graphJson(renamed).places![0]!)).toContain("ground/crouch/sneak");
    const removed = layerOf(removeState(machines, [0, "ground"], "walk"));
    expect(removed).not.toHaveProperty("start");
    expect(removed.transitions).toEqual(MACHINES.layers[0]!.transitions!.slice(1));
    expect(removed.states["ground"]!.transitions).toEqual([{ from: "*", to: "crouch/creep" }]);
    expect(graphJson(removeState(machines, 0, "ground")).places).toBeNull();
  });

  it("leave random definitions with machines valid, whatever is renamed within", () => {
    const renameAll = (graphs: ControllerGraph, at: readonly [number, ...string[]]): ControllerGraph =>
      sheetAt(graphs, at)!.nodes.reduce((edited, { name, state }) => {
        const renamed = renameState(edited, at, name, `${name}!`);
        return state.states ? renameAll(renamed, [...at, `${name}!`]) : renamed;
      }, graphs);
    for (let seed = 0; seed < 200; seed++) {
      const definition = new Dice(createRandom(seed + 1)).definition();
      const edited = definition.layers.reduce((graphs, _, i) => renameAll(graphs, [i]), graphOf(definition)!);
      expect([seed, CheckController(definitionOf(edited)).filter(({ severity }) => severity === 0)]).toEqual([seed, []]);
      const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value).replaceAll("!", "").replaceAll(',"transitions":[]', ""));
      expect([seed, plain(definitionOf(edited))]).toEqual([seed, plain(definition)]);
    }
  });

  it("find names that are free", () => {
    expect(freeName("state", ["state", "state 2"])).toBe("state 3");
    expect(freeName("walk", ["state"])).toBe("walk");
  });
});

describe("the address of a graph", () => {
  it.each([[DEFINITION], [{ layers: [{ states: { "größe → 走る": {} } }] }]])("has the definition: %j", (definition) => {
    expect(readDefinition(writeDefinition(definition))).toEqual(definition);
  });

  it("may be JSON, as a person writes it", () => {
    expect(readDefinition(`#${encodeURIComponent(JSON.stringify(DEFINITION))}`)).toEqual(DEFINITION);
  });

  it("may have none", () => {
    expect(readDefinition("")).toBeUndefined();
  });

  it.each(["#%7Bx", "#nothing", `#${"a".repeat(60_001)}`])("throws for what is none: %.12s", (hash) => {
    expect(() => readDefinition(hash)).toThrow();
  });
});

describe("a module", () => {
  it("has the definition as it is, for CreateController", () => {
    const text = moduleOf(DEFINITION);
    expect(text).toMatch(
      /^import type \{ ControllerDefinition \} from "babylon-gltf-animation\/controller";\n\nexport const definition = \{/,
    );
    expect(JSON.parse(/definition = ([^]*) as const satisfies ControllerDefinition;\n$/.exec(text)![1]!)).toEqual(DEFINITION);
  });
});

describe("a document with a controller", () => {
  const open = (change: (json: Json) => void = () => undefined): { document: ClipDocument; file: GltfFile } => {
    const file = GltfFile.parse(BYTES);
    change(file.json);
    return { document: new ClipDocument(file.json), file };
  };
  const save = async (document: ClipDocument, file: GltfFile): Promise<GltfFile["json"]> => {
    const bytes = file.toFiles("hero.glb")["hero.glb"]!;
    const source = { name: "hero.glb", bytes, rootUrl: "", resolve: (url: string) => url, release: () => undefined };
    return GltfFile.parse((await savedFile(source, document)).bytes).json;
  };

  it("writes it to the topmost node that animations move, with the places beside it, and reads it again", async () => {
    const { document, file } = open();
    document.setController({ kind: "addState", clip: "stand" }, graphJson(graph));
    expect(document.isDirty).toBe(true);
    const json = await save(document, file);
    expect(json.nodes![0]!.extras).toEqual({ animationController: DEFINITION, animationControllerPlaces: [{ stand: [10, 20] }] });
    expect(new ClipDocument(json).controller).toEqual({ node: 0, ...graphJson(graph) });
  });

  it("takes edits back, and leaves the file as it was", async () => {
    const { document, file } = open((json) => (json.nodes[3].extras = { team: 1, animationController: DEFINITION }));
    expect(document.controller).toEqual({ node: 3, definition: DEFINITION, places: null });
    document.setController({ kind: "removeController", clip: "controller" }, null);
    expect((await save(document, file)).nodes![3]!.extras).toEqual({ team: 1 });
    document.undo();
    expect(document.isDirty).toBe(false);
    expect((await save(document, file)).nodes![3]!.extras).toEqual({ team: 1, animationController: DEFINITION });
  });

  it("takes typing for one step", () => {
    const { document } = open();
    for (const definition of [{ layers: [1] }, { layers: [2] }]) {
      document.setController({ kind: "controllerJson", clip: "controller" }, { definition, places: null }, true);
    }
    document.undo();
    expect(document.controller).toBeNull();
  });
});
