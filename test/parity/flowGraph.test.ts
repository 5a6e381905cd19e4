/** Flow graphs, which files with KHR_interactivity and Babylon's editor make, play clips as they play groups. */
import { expect, it } from "@jest/globals";
import "@babylonjs/loaders/glTF/2.0/Extensions/KHR_interactivity.js";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { FlowGraphCoordinator } from "@babylonjs/core/FlowGraph/flowGraphCoordinator.js";
import { FlowGraphSceneReadyEventBlock } from "@babylonjs/core/FlowGraph/Blocks/Event/flowGraphSceneReadyEventBlock.js";
import { FlowGraphPauseAnimationBlock } from "@babylonjs/core/FlowGraph/Blocks/Execution/Animation/flowGraphPauseAnimationBlock.js";
import { FlowGraphPlayAnimationBlock } from "@babylonjs/core/FlowGraph/Blocks/Execution/Animation/flowGraphPlayAnimationBlock.js";
import { FlowGraphStopAnimationBlock } from "@babylonjs/core/FlowGraph/Blocks/Execution/Animation/flowGraphStopAnimationBlock.js";
import type { FlowGraphContext } from "@babylonjs/core/FlowGraph/flowGraphContext.js";
import type { FlowGraphSignalConnection } from "@babylonjs/core/FlowGraph/flowGraphSignalConnection.js";
import { compareWithPlain, type Features } from "./compare.js";
import type { Asset, Json } from "../helpers/gltfPose.js";
import { isClip, Stage, STRIDER } from "./stage.js";

interface Inputs {
  readonly speed?: number;
  readonly loop?: boolean;
  readonly from?: number;
  readonly to?: number;
  /** Whether the group plays on a timeline that does not wrap, as `animation/start` of KHR_interactivity does. */
  readonly isVirtual?: boolean;
}

interface Stop {
  /** The frame to stop at; default at once. */
  readonly frame?: number;
  readonly isVirtual?: boolean;
}

/** A graph that begins with the scene. */
class Graph {
  readonly context: FlowGraphContext;
  readonly ready = new FlowGraphSceneReadyEventBlock();
  private readonly _coordinator: FlowGraphCoordinator;

  constructor(private readonly _stage: Stage) {
    this._coordinator = new FlowGraphCoordinator({ scene: _stage.scene });
    const graph = this._coordinator.createGraph();
    this.context = graph.createContext();
    graph.addEventBlock(this.ready);
  }

  /** A block that plays a group after a signal. */
  play(after: FlowGraphSignalConnection, group: AnimationGroup, inputs: Inputs = {}): FlowGraphPlayAnimationBlock {
    const block = new FlowGraphPlayAnimationBlock({ animationGroup: group, useVirtualTimeline: inputs.isVirtual ?? false });
    block.speed.setValue(inputs.speed ?? 1, this.context);
    block.loop.setValue(inputs.loop ?? false, this.context);
    block.from.setValue(inputs.from ?? group.from, this.context);
    block.to.setValue(inputs.to ?? group.to, this.context);
    after.connectTo(block.in);
    return block;
  }

  /** A block that stops a group after a signal. */
  stop(after: FlowGraphSignalConnection, group: AnimationGroup, { frame, isVirtual = false }: Stop = {}): FlowGraphStopAnimationBlock {
    const block = new FlowGraphStopAnimationBlock({ useVirtualStopAt: isVirtual });
    block.animationGroup.setValue(group, this.context);
    if (frame !== undefined) {
      block.stopAtFrame.setValue(frame, this.context);
    }
    after.connectTo(block.in);
    return block;
  }

  start(): void {
    this._coordinator.start();
  }

  /** Renders frames, and writes the outputs of a block and the pose to the log. */
  run(block: FlowGraphPlayAnimationBlock, frames: number): void {
    const { _stage: stage, context } = this;
    for (let i = 0; i < frames; i++) {
      stage.skip(1);
      stage.log.push(block.currentFrame.getValue(context), block.currentTime.getValue(context));
      stage.logPose();
    }
  }
}

const FEATURES: Features = {
  "PlayAnimation, once": (s) => {
    s.listen();
    const graph = new Graph(s);
    const block = graph.play(graph.ready.done, s.walk);
    graph.start();
    graph.run(block, 70);
    s.logState();
  },
  "PlayAnimation, looping": (s) => {
    s.listen();
    const graph = new Graph(s);
    const block = graph.play(graph.ready.done, s.walk, { loop: true, speed: 2 });
    graph.start();
    graph.run(block, 70);
  },
  "PlayAnimation, from and to": (s) => {
    s.listen();
    const graph = new Graph(s);
    const block = graph.play(graph.ready.done, s.walk, { loop: true, from: 10, to: 30 });
    graph.start();
    graph.run(block, 50);
  },
  "PlayAnimation after PlayAnimation": (s) => {
    s.listen();
    s.listen(s.run);
    const graph = new Graph(s);
    const first = graph.play(graph.ready.done, s.walk);
    const second = graph.play(first.done, s.run);
    graph.start();
    graph.run(second, 120);
    s.logState();
  },
  "PauseAnimation and StopAnimation": (s) => {
    s.listen();
    const graph = new Graph(s);
    const block = graph.play(graph.ready.done, s.walk, { loop: true });
    graph.start();
    graph.run(block, 10);
    const pause = new FlowGraphPauseAnimationBlock();
    pause.animationToPause.setValue(s.walk, graph.context);
    pause._execute(graph.context);
    graph.run(block, 5);
    s.logState();
    const stop = new FlowGraphStopAnimationBlock();
    stop.animationGroup.setValue(s.walk, graph.context);
    stop._execute(graph.context);
    graph.run(block, 5);
    s.logState();
  },
};

/** A start that is wrong, or has no end. */
function startBy(inputs: Inputs): (s: Stage) => void {
  return (s) => {
    s.listen();
    const graph = new Graph(s);
    const block = graph.play(graph.ready.done, s.walk, inputs);
    graph.start();
    graph.run(block, 130);
    s.logState();
  };
}

/** A stop at a frame of a group that plays, with what comes after either. */
function stopAt(stop: Stop, inputs: Inputs = {}): (s: Stage) => void {
  return (s) => {
    s.listen();
    const graph = new Graph(s);
    const block = graph.play(graph.ready.done, s.walk, inputs);
    const stopped = graph.stop(block.out, s.walk, stop);
    graph.play(stopped.done, s.run);
    graph.start();
    graph.run(block, 150);
    s.logState();
  };
}

const STARTS: Features = {
  "PlayAnimation at speed 0": startBy({ speed: 0 }),
  "PlayAnimation at a negative speed": startBy({ speed: -1 }),
  "PlayAnimation at speed NaN": startBy({ speed: NaN }),
  "PlayAnimation at an infinite speed": startBy({ speed: Infinity }),
  "PlayAnimation from NaN": startBy({ from: NaN }),
  "PlayAnimation from infinity": startBy({ from: Infinity }),
  "PlayAnimation to NaN": startBy({ to: NaN }),
  "PlayAnimation to infinity": startBy({ to: Infinity }),
  "StopAnimation after another": stopAt({}),
  "StopAnimation at a frame": stopAt({ frame: 30 }),
  "StopAnimation at a frame of a loop": stopAt({ frame: 30 }, { loop: true }),
  "StopAnimation at a frame that never comes": stopAt({ frame: 300 }, { loop: true }),
};

/** Stops of Babylon.js 9.28 and later, for `animation/stopAt` of KHR_interactivity. */
const VIRTUAL_STOPS: Features = {
  "StopAnimation at a frame without wrapping, of a loop": stopAt({ frame: 120, isVirtual: true }, { isVirtual: true, loop: true }),
  "StopAnimation at a frame without wrapping that has passed": stopAt({ frame: 0, isVirtual: true }, { isVirtual: true }),
};

/** A group reaches a frame one frame before it shows it, a clip when it shows it: both leave the pose of the frame. */
const EXACT_STOPS: Features = {
  "StopAnimation at a frame without wrapping": stopAt({ frame: 30, isVirtual: true }, { isVirtual: true }),
};

compareWithPlain(FEATURES, {
  onPurpose: ["PauseAnimation and StopAnimation"],
  onPurposeOfGroups: [],
});

it("a clip is compiled while a flow graph reads its time, and afterwards", async () => {
  const s = await Stage.create("created");
  const graph = new Graph(s);
  const block = graph.play(graph.ready.done, s.walk);
  graph.start();
  graph.run(block, 10);
  const by: unknown[] = [isClip(s.walk) && s.walk.evaluation.by];
  graph.run(block, 60); // to the end
  s.walk.start(false);
  s.skip(70);
  by.push(isClip(s.walk) && s.walk.evaluation.by);
  expect(by).toEqual(["compiled", "compiled"]);
});

compareWithPlain(STARTS);

if ("startWithVirtualTimeline" in AnimationGroup.prototype) {
  compareWithPlain(VIRTUAL_STOPS);
  compareWithPlain(EXACT_STOPS, { variants: ["compiled"] });
}

/** The strider with a graph of its own: nodes of flows that follow each other. */
function withGraph(operations: readonly (readonly [op: string, values: Json, flow?: string])[]): Asset {
  const ops = ["event/onStart", ...operations.map(([op]) => op)];
  const flows = (i: number, flow = "out"): Json => (i < operations.length ? { flows: { [flow]: { node: i + 1, socket: "in" } } } : {});
  const values = (of: Json): Json =>
    Object.fromEntries(Object.entries(of).map(([name, value]) => [name, { value: [value], type: name === "animation" ? 0 : 1 }]));
  const graph = {
    types: [{ signature: "ref" }, { signature: "float" }],
    declarations: ops.map((op) => ({ op })),
    nodes: [
      { declaration: 0, ...flows(0) },
      ...operations.map(([, of, flow], i) => ({ declaration: i + 1, values: values(of), ...flows(i + 1, flow) })),
    ],
  };
  const extensions = { KHR_interactivity: { graphs: [graph], graph: 0 } };
  return { ...STRIDER, json: { ...STRIDER.json, extensionsUsed: ["KHR_interactivity"], extensions } };
}

const WALK = { animation: "/animations/0", speed: 1.5, startTime: 0.1, endTime: 0.8 };

/** Graphs of files with what their groups are to do. */
const FILES: Readonly<Record<string, Asset>> = {
  "animation/start": withGraph([["animation/start", WALK]]),
  "animation/start, without an end": withGraph([["animation/start", { ...WALK, endTime: Infinity }]]),
  "animation/start, over many passes": withGraph([["animation/start", { ...WALK, endTime: 2.5 }]]),
  "animation/start, backwards": withGraph([["animation/start", { ...WALK, startTime: 2, endTime: 0.5 }]]),
  "animation/stop after a delay": withGraph([
    ["animation/start", WALK],
    ["flow/setDelay", { duration: 0.2 }, "done"],
    ["animation/stop", { animation: "/animations/0" }],
  ]),
  "animation/stopAt": withGraph([
    ["animation/start", WALK],
    ["animation/stopAt", { animation: "/animations/0", stopTime: 0.5 }, "done"],
    ["animation/start", { ...WALK, animation: "/animations/1" }],
  ]),
  "animation/stopAt, in a later pass": withGraph([
    ["animation/start", { ...WALK, endTime: Infinity }],
    ["animation/stopAt", { animation: "/animations/0", stopTime: 1.6 }],
  ]),
};

if ("startWithVirtualTimeline" in AnimationGroup.prototype) {
  for (const [name, asset] of Object.entries(FILES)) {
    const play = (s: Stage): void => {
      s.listen();
      s.play(150);
      s.logState();
      s.log.push(new Set(s.log.map(String)).size > 10); // something moved
    };
    compareWithPlain({ [`a graph of a file: ${name}`]: play }, { asset, variants: ["compiled"] });
  }
}
