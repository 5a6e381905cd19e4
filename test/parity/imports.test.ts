/** `ImportAnimationsAsync` and `mergeAnimationsTo` move the nodes of a scene by the animations of another file, compiled or not. */
import { ImportAnimationsAsync } from "@babylonjs/core/Loading/sceneLoader.js";
import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { Node } from "@babylonjs/core/node.js";
import { packGlb } from "../../scripts/glb.mjs";
import { createAsset, nodeAnimation } from "../helpers/gltfAsset.js";
import { loadContainer, START_ALL, START_FIRST, START_NONE, withClips } from "../helpers/scene.js";
import { compareWithPlain, type Script } from "./compare.js";
import { CHARACTER, type Stage } from "./stage.js";

/** Animations of the joints and the morph targets of the character, in a file of their own. */
const MOVES = createAsset((add) => ({
  scenes: [{ nodes: [0] }],
  nodes: [{ name: "hips", children: [1] }, { name: "leg" }],
  animations: [
    nodeAnimation(add, "jump", [
      { node: 0, path: "translation", times: [0, 0.2, 0.41], values: [0, 1, 0, 0, 3, 0, 0, 1, 0] },
      { node: 1, path: "rotation", times: [0, 0.41], values: [0, 0, 0, 1, 0, 0, 1, 0] },
      { node: 1, path: "translation", times: [0, 0.41], values: [0, -0.5, 0, 0, -1, 0] },
    ]),
    nodeAnimation(add, "wave", [{ node: 1, path: "scale", times: [0, 0.31], values: [1, 1, 1, 2, 2, 2] }]),
  ],
}));

const LOADED = {
  created: MOVES,
  plain: MOVES,
  compiled: MOVES,
  file: withClips(MOVES, [
    { name: "jump", animations: [0], end: 0.41 },
    { name: "wave", animations: [1], end: 0.31 },
  ]),
} as const;

const START_MODES = { "the default": undefined, NONE: START_NONE, FIRST: START_FIRST, ALL: START_ALL } as const;
const LOADING_MODES = ["Clean", "Stop", "Sync", "NoSync"] as const;

function loaderOptions({ variant }: Stage, mode: keyof typeof START_MODES): Record<string, unknown> {
  const animationStartMode = START_MODES[mode];
  return {
    ...(animationStartMode !== undefined && { animationStartMode }),
    ...(variant === "compiled" && { extensionOptions: { compiledGroups: { enabled: true } } }),
  };
}

async function importMoves(s: Stage, options: object, mode: keyof typeof START_MODES): Promise<void> {
  const { json, bin } = LOADED[s.variant];
  await ImportAnimationsAsync(packGlb(json, bin), s.scene, {
    pluginExtension: ".glb",
    pluginOptions: { gltf: loaderOptions(s, mode) },
    ...options,
  });
}

function observe(s: Stage): void {
  s.play(30);
  s.log.push(s.scene.animationGroups.filter(({ isPlaying }) => isPlaying).length);
}

const features: Record<string, Script> = {};
for (const mode of Object.keys(START_MODES) as (keyof typeof START_MODES)[]) {
  for (const overwriteAnimations of [true, false]) {
    for (const [animationGroupLoadingMode, name] of LOADING_MODES.entries()) {
      const title = `overwriteAnimations ${overwriteAnimations}, ${name}, start mode ${mode}`;
      const options = { overwriteAnimations, animationGroupLoadingMode };
      features[`${title}, into a scene that rests`] = async (s) => {
        await importMoves(s, options, mode);
        observe(s);
      };
      features[`${title}, while a group plays`] = async (s) => {
        s.walk.start(true);
        s.skip(10);
        await importMoves(s, options, mode);
        observe(s);
      };
    }
  }
}
for (const [mode, startMode] of Object.entries({ NONE: START_NONE, FIRST: START_FIRST, ALL: START_ALL })) {
  features[`mergeAnimationsTo, start mode ${mode}`] = async (s) => {
    const before = s.scene.animatables.length;
    const other = await loadContainer(LOADED[s.variant], s.scene, { startMode, loader: loaderOptions(s, "the default") });
    other.mergeAnimationsTo(s.scene, s.scene.animatables.slice(before));
    other.dispose();
    observe(s);
  };
}

/** What code does to what the loader has started, before the first frame. */
const BEFORE_THE_FIRST_FRAME: Readonly<Record<string, (s: Stage, started: readonly Animatable[]) => void>> = {
  nothing: () => undefined,
  "reads each animatable": (s, started) =>
    s.log.push(
      started.map((each) => [(each.target as Node).name, each.fromFrame, each.toFrame, each.loopAnimation, each.speedRatio, each.weight]),
    ),
  "stops the animations of a node": (s) => s.scene.stopAnimation(s.node("leg")),
  "stops one animatable": (_, [, second]) => second!.stop(),
  "stops all animations": (s) => s.scene.stopAllAnimations(),
  "pauses all animatables": (_, started) => started.forEach((each) => each.pause()),
};
for (const [name, act] of Object.entries(BEFORE_THE_FIRST_FRAME)) {
  features[`a group that the loader started, when code ${name}`] = async (s) => {
    s.scene.transformNodes.slice().forEach((node) => node.dispose());
    const { animatables } = s.scene;
    const before = animatables.length;
    const other = await loadContainer(LOADED[s.variant], s.scene, { startMode: START_FIRST, loader: loaderOptions(s, "the default") });
    other.addAllToScene();
    const started = animatables.slice(before);
    s.log.push(started.length);
    act(s, started);
    for (let frame = 0; frame < 10; frame++) {
      s.scene.render();
      s.log.push(["hips", "leg"].map((node) => s.scene.getTransformNodeByName(node)!.position.asArray()));
    }
  };
}

compareWithPlain(features, { asset: CHARACTER, variants: ["file", "compiled"] });
