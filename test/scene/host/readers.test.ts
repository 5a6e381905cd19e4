/**
 * Watches which code of the installed Babylon.js reads members of animations that mean nothing for compiled clips: a version that brings another reader
 * fails here, with the file and the member, before somebody's character stands still.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";

const MODULES = join(process.cwd(), "node_modules");

/** The files that declare the members; they may read their own members. */
const GROUP = "@babylonjs/core/Animations/animationGroup.pure.js";
const ANIMATABLE = "@babylonjs/core/Animations/animatable.core.js";
const RUNTIME_ANIMATION = "@babylonjs/core/Animations/runtimeAnimation.js";
const SCENE = "@babylonjs/core/scene.pure.js";

/** Where readers are looked for. The Inspector is one file. */
const SEARCHED = [
  "@babylonjs/core",
  "@babylonjs/loaders",
  "@babylonjs/serializers",
  "babylonjs-inspector/babylon.inspector-v2.bundle.js",
] as const;

/** Members that clips have as every group or target does, or that say nothing about playing. */
const HARMLESS = new Set(["_scene", "_parentContainer"]);

/** Public members that exist for compiled clips, too, but are stand-ins, some of which switch the clip to Babylon's evaluation when they are used. */
const STAND_INS = ["animatables", "runtimeAnimations", "masterFrame", "elapsedTime", "getAllAnimatablesByTarget"] as const;

/** The known readers: their members, and the meaning for clips. */
const READERS: Readonly<Record<string, readonly [members: readonly string[], meaning: string]>> = {
  "@babylonjs/core/Animations/rootMotion.js": [
    [
      ..."_animationStepEvaluated _animationStepWriteCount _animationWrites".split(" "),
      ..."_evaluatedFrom _evaluatedJump _evaluatedProgress _evaluatedSyncRoot _evaluatedTo _syncRoot".split(" "),
      "animatables",
    ],
    "Root motion works: clips mark evaluated steps, and set the playback of their animatables (test/parity).",
  ],
  "@babylonjs/core/Animations/animation.optimizations.js": [
    ["_activeAnimatables", "_animation", "_coreRuntimeAnimation", "_runtimeAnimations", "animatables"],
    "Merges the scene's animatables into one for speed. Compiled clips have no animatables, so nothing is merged, and nothing needs to be.",
  ],
  "@babylonjs/core/FlowGraph/Blocks/Execution/Animation/flowGraphPlayAnimationBlock.pure.js": [
    ["animatables", "elapsedTime"],
    "Flow graphs read the time of each clip that they play, which stays compiled (test/parity).",
  ],
  "@babylonjs/core/Animations/animatable.core.js": [["getAllAnimatablesByTarget"], "The declaration."],
  "@babylonjs/core/Animations/animationGroup.pure.js": [["masterFrame"], "The declaration of getCurrentFrame, which clips override."],
  "@babylonjs/core/Animations/runtimeAnimation.js": [["masterFrame"], "Synchronized animations, which Babylon evaluates."],
  "@babylonjs/core/scene.pure.js": [["getAllAnimatablesByTarget"], "The declaration."],
  "@babylonjs/core/Bones/skeleton.js": [
    ["getAllAnimatablesByTarget"],
    "MakeSkeletonAnimationAdditive stops animatables of the skeleton and of its bones; clips of glTF files animate linked nodes instead.",
  ],
  "@babylonjs/core/Behaviors/Cameras/interpolatingBehavior.js": [["masterFrame"], "Animatables of its own."],
  "@babylonjs/core/Loading/sceneLoader.js": [
    ["animatables"],
    "ImportAnimationsAsync stops or keeps the animatables of the scene; clips play on as groups do (test/parity).",
  ],
  "@babylonjs/core/Misc/assetsManager.js": [["animatables"], "Lists the animatables that a file has started; compiled clips have none."],
  "@babylonjs/core/assetContainer.js": [["animatables"], "mergeAnimationsTo takes animatables; copies of clips are groups (test/parity)."],
  "@babylonjs/core/Cameras/arcRotateCamera.pure.js": [["_target"], "The target of the camera."],
  "@babylonjs/core/Materials/material.pure.js": [["animatables"], "Textures with animations."],
  "@babylonjs/core/Materials/materialPluginManager.pure.js": [["animatables"], "Textures with animations."],
  "@babylonjs/core/Materials/materialDefines.js": [["_keys"], "The names of defines."],
  "@babylonjs/core/Sprites/sprite.js": [["_loopAnimation"], "Animation of sprites."],
  "@babylonjs/core/Sprites/spriteRenderer.js": [["_animate"], "Animation of sprites."],
  "babylonjs-inspector/babylon.inspector-v2.bundle.js": [
    ["_currentValue", "_events", "getAllAnimatablesByTarget", "masterFrame", "runtimeAnimations"],
    "Animations of a single object, and the curve editor's playhead, which calls goToFrame of the stand-ins (test/parity). The private members are of other classes.",
  ],
};

function read(file: string): string {
  return readFileSync(join(MODULES, file), "utf8");
}

/** The private members that a class of animations declares, and those of a scene that are about animations. */
function privateMembers(): readonly string[] {
  const inClass = /\bthis\.(_\w+)|^ +(?:static |async |get |set )*(_\w+)\(/gm;
  const declared = [GROUP, ANIMATABLE, RUNTIME_ANIMATION].flatMap((file) => [...read(file).matchAll(inClass)].map(([, a, b]) => (a ?? b)!));
  const ofScene = [...read(SCENE).matchAll(/\bthis\.(_\w*animat\w*)/gi)].map(([, name]) => name!);
  return [...new Set([...declared, ...ofScene])].filter((name) => !HARMLESS.has(name)).sort();
}

function filesOf(place: string): readonly string[] {
  if (place.endsWith(".js")) {
    return [place];
  }
  const files = readdirSync(join(MODULES, place), { recursive: true, encoding: "utf8" });
  // shaders are text for the graphics card
  return files.filter((file) => file.endsWith(".js") && !/^Shaders/.test(file)).map((file) => `${place}/${file.replaceAll("\\", "/")}`);
}

/** The members of other objects than `this` that each file reads. */
function findReaders(members: readonly string[]): Record<string, readonly string[]> {
  const access = new RegExp(String.raw`(\w+|[\])])[?!]?\.(${members.join("|")})\b`, "g");
  const readers: Record<string, readonly string[]> = {};
  for (const file of SEARCHED.flatMap(filesOf)) {
    const isOwn = [GROUP, ANIMATABLE, RUNTIME_ANIMATION, SCENE].includes(file);
    const found = [...read(file).matchAll(access)]
      .filter(([, object, member]) => object !== "this" && !(isOwn && member!.startsWith("_")))
      .map(([, , member]) => member!);
    if (found.length > 0) {
      readers[file] = [...new Set(found)].sort();
    }
  }
  return readers;
}

it("the members that are watched are those of groups, animatables, runtime animations and scenes", () => {
  expect(privateMembers()).toEqual(
    expect.arrayContaining(
      ["_animatables", "_targetedAnimations", "_runtimeAnimations", "_evaluatedProgress", "_playbackProgress"].concat([
        "_activeAnimatables",
        "_animationStepEvaluated",
        "_animationTime",
      ]),
    ),
  );
});

it("the readers of private members and stand-ins are known", () => {
  const known = Object.fromEntries(Object.entries(READERS).map(([file, [members]]) => [file, [...members].sort()]));
  expect(findReaders([...privateMembers(), ...STAND_INS])).toEqual(known);
});
