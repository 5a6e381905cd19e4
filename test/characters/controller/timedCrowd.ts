/** Crowds whose layers can be read one by one. */
import { AssetContainer } from "@babylonjs/core/assetContainer.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import { type ClipCrowd, CreateClipCrowd } from "../../../src/crowd.js";
import { CreateClip } from "../../../src/index.js";
import { createAnimation, createGroup } from "../../helpers/group.js";
import { createScene } from "../../helpers/scene.js";
import type { Shown } from "./reference.js";

export function layersOf(crowd: ClipCrowd, index: number): ReturnType<ClipCrowd["layer"]> | undefined {
  return crowd["_player"].layers.of(index);
}

export /** A crowd whose frames have the lengths that a test says. */
class TimedCrowd {
  readonly crowd: ClipCrowd;
  readonly scene = createScene();
  private _now = 0;

  constructor(durations: Readonly<Record<string, number>>) {
    const box = CreateBox("box", {}, this.scene);
    const container = new AssetContainer(this.scene);
    container.meshes.push(box);
    for (const [name, duration] of Object.entries(durations)) {
      const animation = createAnimation("position.x", { frames: [0, duration * 60], values: [0, 1] });
      container.animationGroups.push(CreateClip(name, createGroup(this.scene, [box, animation]), { end: duration }));
    }
    this.crowd = CreateClipCrowd(container, { clock: () => this._now, posesPerSecond: 4 });
    this.frame(0);
  }

  frame(delta: number): void {
    this._now += delta;
    this.scene.render();
  }

  shownBy(index: number): Shown[] {
    const { layers } = layersOf(this.crowd, index)!;
    return layers.flatMap(({ parts }, layer) =>
      parts.map(({ clip, timestamp, weight }) => ({ layer, clip: clip.name, timestamp, weight })),
    );
  }
}
