/** The clips of the editor's document in a scene. */
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { afterEach, expect, it } from "@jest/globals";
import { ClipDocument } from "../../playground/page/document/clipDocument.js";
import { SceneClips } from "../../playground/page/document/sceneClips.js";
import { Playable } from "../../playground/page/playback/playable.js";
import { CreateClip } from "../../src/pure.js";
import { animate } from "../helpers/group.js";
import { createScene, disposeScenes } from "../helpers/scene.js";

afterEach(disposeScenes);

it("are disposed together, those of whole animations and moves, too", () => {
  const scene = createScene();
  const group = animate(scene, new TransformNode("node", scene), "position.x", Animation.ANIMATIONTYPE_FLOAT, 0, 1);
  const clips = [{ name: "half", animations: [0], start: 0, end: 0.5 }];
  const document = new ClipDocument({
    animations: [{ name: "whole", channels: [], samplers: [] }],
    extensionsUsed: ["KHR_animation_clip"],
    extensions: { KHR_animation_clip: { clips } },
  });
  const whole = new Playable("whole", { kind: "animation", pointer: "/animations/0", animations: [0] }, [CreateClip("whole", group)], 1);
  const move = new Playable("wave", { kind: "move", pointer: "moves.glb: wave", animations: [] }, [CreateClip("wave", group)], 1);
  let moves = [move];
  const shown = new SceneClips(document, [[group]], [], [whole], () => moves);
  expect(shown.playables.map(({ name }) => name)).toEqual(["half", "whole", "wave"]);
  expect(scene.animationGroups).toHaveLength(4);
  move.seek(0.5);
  moves = [];
  shown.update();
  expect(shown.playables.map(({ name }) => name)).toEqual(["half", "whole"]);
  expect(move.isPosing).toBe(false); // no longer listed
  moves = [move];
  shown.update();
  shown.dispose();
  expect(scene.animationGroups).toEqual([group]);
});
