/** A character of clips that each move nodes of their own, so that times and weights can be read one by one. */
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { type ClipAnimationGroup, CreateClip, GetClips, SetClock } from "../../../src/pure.js";
import { createAnimation, createGroup } from "../../helpers/group.js";
import { createScene } from "../../helpers/scene.js";
import type { Shown } from "./reference.js";

/** Creates loops, by the seconds of their cycles. */
export function createClips(scene: Scene, durations: Readonly<Record<string, number>>): void {
  for (const [name, duration] of Object.entries(durations)) {
    const node = new TransformNode(name, scene);
    const animation = createAnimation("position.x", {
      ...{ frames: [0, duration * 60], values: [0, 1], dataType: Animation.ANIMATIONTYPE_FLOAT },
    });
    CreateClip(name, createGroup(scene, [node, animation]), { end: duration });
  }
}

/** A scene whose frames have the lengths that a test says. */
export class Stage {
  readonly scene = createScene();
  private _now = 0;

  constructor() {
    SetClock(this.scene, () => this._now);
  }

  /** Renders frames, each some seconds after the one before. */
  frames(...deltas: readonly number[]): void {
    for (const delta of deltas) {
      this._now += delta;
      this.scene.render();
    }
  }

  /** What the clips show. A copy has the name of its clip first. */
  get shown(): Shown[] {
    return this.started.map(({ name, layer, timestamp, effectiveWeight }) => ({
      ...{ layer, clip: name.split(" ")[0]!, timestamp, weight: effectiveWeight },
    }));
  }

  /** What the clips show, for people: name, timestamp and weight. */
  get words(): string[] {
    const round = (value: number): number => Number(value.toFixed(6));
    return this.shown.map(({ clip, timestamp, weight }) => `${clip} at ${round(timestamp)} by ${round(weight)}`);
  }

  get started(): ClipAnimationGroup[] {
    return GetClips(this.scene).filter(({ isStarted }) => isStarted);
  }
}
