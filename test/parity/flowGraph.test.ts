/** Flow graphs, which files with KHR_interactivity and Babylon's editor make, play clips as they play groups. */
import { expect, it } from "@jest/globals";
import { FlowGraphCoordinator } from "@babylonjs/core/FlowGraph/flowGraphCoordinator.js";
import { FlowGraphSceneReadyEventBlock } from "@babylonjs/core/FlowGraph/Blocks/Event/flowGraphSceneReadyEventBlock.js";
import { FlowGraphPauseAnimationBlock } from "@babylonjs/core/FlowGraph/Blocks/Execution/Animation/flowGraphPauseAnimationBlock.js";
import { FlowGraphPlayAnimationBlock } from "@babylonjs/core/FlowGraph/Blocks/Execution/Animation/flowGraphPlayAnimationBlock.js";
import { FlowGraphStopAnimationBlock } from "@babylonjs/core/FlowGraph/Blocks/Execution/Animation/flowGraphStopAnimationBlock.js";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { FlowGraphContext } from "@babylonjs/core/FlowGraph/flowGraphContext.js";
import type { FlowGraphSignalConnection } from "@babylonjs/core/FlowGraph/flowGraphSignalConnection.js";
import { compareWithPlain, type Features } from "./compare.js";
import { isClip, Stage } from "./stage.js";

interface Inputs {
  readonly speed?: number;
  readonly loop?: boolean;
  readonly from?: number;
  readonly to?: number;
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
    const block = new FlowGraphPlayAnimationBlock({ animationGroup: group });
    block.speed.setValue(inputs.speed ?? 1, this.context);
    block.loop.setValue(inputs.loop ?? false, this.context);
    block.from.setValue(inputs.from ?? group.from, this.context);
    block.to.setValue(inputs.to ?? group.to, this.context);
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

compareWithPlain(FEATURES, {
  onPurpose: ["PauseAnimation and StopAnimation"],
  onPurposeOfGroups: ["PauseAnimation and StopAnimation"],
});

it("a clip is evaluated by Babylon while a flow graph reads its time, and compiled after a run in which nobody does", async () => {
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
  expect(by).toEqual(["babylon", "compiled"]);
});
