/**
 * What other engines make of valid files, measured: 85 files without an error in Khronos' validator were played by each engine, stepped by its own clock, and the values read from
 * its own objects. `docs/engines.md` is generated from these tables and `scripts/engineNotes.mjs`.
 */

/** When the tables were measured. */
export const MEASURED = "November 2026";

/** The number of clips of `conformance/clips` that can be baked. */
export const CLIPS = 32;

/** An engine that was measured, or a viewer that stands for one. */
export interface Engine {
  readonly title: string;
  readonly version: string;
  /** Which animations it starts by itself; undefined for none. */
  readonly starts?: "the first" | "all";
  /**
   * How many of the 32 clips of `conformance/engines` it plays right, as ordinary animations that were baked for all engines; undefined if that is not
   * measured.
   */
  readonly right?: number;
}

/** The engines that {@link ValidateAnimations} and {@link BakeClips} know, by their names in the option `for`. */
export const ENGINES = {
  three: {
    title: "three.js",
    version: "0.187.0",
    right: 32,
  },
  babylon: { title: "Babylon.js", version: "9.35.0", right: 32, starts: "the first" },
  playcanvas: {
    title: "PlayCanvas",
    version: "2.23.3",
    right: 32,
  },
  lite: {
    title: "Babylon Lite",
    version: "1.10.0",
    right: 32,
    starts: "the first",
  },
  galacean: {
    title: "Galacean",
    version: "1.6.13",
    right: 32,
  },
  filament: {
    title: "Filament",
    version: "1.53.4",
    right: 32,
  },
  cesium: {
    title: "CesiumJS",
    version: "1.145.0",
    right: 32,
  },
  luma: { title: "luma.gl with loaders.gl", version: "9.4.2", right: 32, starts: "all" },
  ogl: { title: "OGL", version: "1.0.11", right: 27 },
  x_ite: { title: "X_ITE", version: "15.0.1", right: 32 },
  vtkjs: { title: "vtk.js", version: "37.4.3", right: 32, starts: "all" },
  vtk: { title: "VTK (F3D, ParaView)", version: "9.1.0" },
  qt: {
    title: "Qt Quick 3D (balsam)",
    version: "6.4.2",
  },
  godot3: { title: "Godot 3", version: "3.2.3" },
  rhodonite: { title: "Rhodonite", version: "0.15.3", right: 32, starts: "all" },
  pixi3d: {
    title: "Pixi3D",
    version: "2.5.0",
    right: 32,
  },
  hilo3d: {
    title: "Hilo3d",
    version: "1.19.1",
    right: 32,
  },
  maptalks: { title: "@maptalks/gltf-layer", version: "0.118.1", right: 23 },
  orillusion: {
    title: "Orillusion",
    version: "0.9.2",
    right: 2,
  },
  claygl: { title: "ClayGL", version: "1.3.0", right: 27, starts: "all" },
  "three-animation-pointer": {
    title: "@needle-tools/three-animation-pointer",
    version: "1.0.7",
  },
  "three-vrm": { title: "@pixiv/three-vrm-animation", version: "3.5.5" },
} as const satisfies Readonly<Record<string, Engine>>;

/** The name of an engine, as in `--for three`. */
export type EngineName = keyof typeof ENGINES;

/** What `BakeClips` does for engines, one for each kind of content; in words, after "bake --for ...". */
export const MENDS = {
  pointers: "writes pointers to nodes as core channels, and leaves out the others",
  channels: "leaves out channels of nothing that is shown",
  range: "writes a key at 0 and one at the common end",
  steps: "writes each jump as two LINEAR keys",
  splines: "writes LINEAR keys within a tolerance",
  floats: "writes floats",
  dense: "writes outputs that are not sparse",
  arcs: "writes rotations with at most 10 degrees between two keys",
  names: 'gives unique names without "/", "." and ":"',
  copies: "gives it a name that is its own",
  meshes: "gives each animated morph mesh to one node, with weights, NORMAL, two targets, own dense accessors",
  skins: "writes inverse bind matrices",
  expressions: "keeps weights of expressions within 0..1",
} as const;

export type Mend = keyof typeof MENDS;

/** A kind of content that engines show otherwise. */
export interface EngineRule {
  /** The content in words, as the beginning of a message. */
  readonly what: string;
  /** What the specification says. */
  readonly right: string;
  /** The part of baking that mends it, or what mends it in words. */
  readonly mend: Mend | { readonly words: string };
  /** Whether it is a matter of use rather than of the content: a note instead of a warning. */
  readonly isNote?: true;
}

const words = (text: string): { readonly words: string } => ({ words: text });

export const ENGINE_RULES = {
  "ends-early": { what: "a channel that ends before its animation", right: "holds its last value", mend: "range" },
  "ends-early-step": { what: "a STEP channel that ends before its animation", right: "holds its last value", mend: "range" },
  "begins-late": { what: "a channel whose first key is after 0", right: "has its first value until then", mend: "range" },
  "lead-in": { what: "an animation whose first key is after 0", right: "begins at 0", mend: "range" },
  "one-key": { what: "a channel with one key", right: "has the value all the time", mend: "range" },
  "one-key-moves": { what: "a channel with one key, other than at rest", right: "has the value all the time", mend: "range" },
  "one-key-beside": { what: "a channel with one key in a longer animation", right: "has the value all the time", mend: "range" },
  "one-key-only": { what: "an animation of single keys", right: "shows the pose", mend: "range" },
  "no-length": { what: "an animation whose only keys are at 0", right: "shows the pose", mend: "range" },
  step: { what: "a channel with STEP", right: "holds each value until exactly the next key", mend: "steps" },
  "step-vectors": { what: "a translation or scale with STEP", right: "holds each value until the next key", mend: "steps" },
  "step-weights": { what: "weights with STEP", right: "hold each value until the next key", mend: "steps" },
  spline: { what: "a channel with CUBICSPLINE", right: "a cubic with the tangents of its keys", mend: "splines" },
  "spline-length": {
    what: "a spline with tangents",
    right: "tangents are per second: 3.625 after 1 s of 4 s",
    mend: "splines",
  },
  "spline-rotation": { what: "a rotation with CUBICSPLINE", right: "is normalized", mend: "splines" },
  "spline-rotation-length": { what: "a rotation with CUBICSPLINE whose cubic leaves unit length", right: "is normalized", mend: "splines" },
  "spline-weights": { what: "weights with CUBICSPLINE", right: "cubics with the tangents of their keys", mend: "splines" },
  weights: {
    what: "weights of morph targets",
    right: "morph",
    mend: words("leave them out: it has no morph targets"),
  },
  "spline-corner": { what: "a spline key whose two tangents differ", right: "each side has its own tangent", mend: "splines" },
  "spline-pointer": { what: "a pointer with CUBICSPLINE", right: "a cubic with the tangents of its keys", mend: "pointers" },
  "wide-arc": { what: "a LINEAR rotation with wide angles between keys", right: "turns at a constant speed (slerp)", mend: "arcs" },
  "linear-vectors": {
    what: "a LINEAR translation or scale",
    right: "moves at a constant speed",
    mend: words("nothing in the file mends it"),
  },
  "no-change-held": {
    what: "a translation that stays at 0, a rotation at none, or a scale at 1, after others",
    right: "is shown",
    mend: words("hold values that are off by 0.000002, or by 0.2 degrees"),
  },
  "integer-rotation": { what: "a rotation in normalized integers", right: "integers stand for -1..1", mend: "floats" },
  "integer-weights": { what: "weights in normalized integers", right: "integers stand for 0..1", mend: "floats" },
  sparse: { what: "a sparse accessor of an animation", right: "is applied", mend: "dense" },
  "sparse-without-offset": { what: "a sparse accessor of an animation without byteOffset", right: "is applied", mend: "dense" },
  "node-weights": { what: "weights of a node other than those of its mesh", right: "the node has those of its own", mend: "meshes" },
  "equal-paths": { what: "an animated node with a sibling of the same name", right: "names need not be unique", mend: "names" },
  "equal-names": { what: "an animated node whose name another node has", right: "names need not be unique", mend: "names" },
  "numbered-names": {
    what: "an animated node with the name that a loader gives to a second object, such as Mole_1 for another Mole",
    right: "names need not be unique",
    mend: "copies",
  },
  "slash-in-name": { what: 'an animated node with "/" in its name or above it', right: "names may have any characters", mend: "names" },
  "cut-names": { what: 'an animated node with "/", "." or ":" in its name', right: "names may have any characters", mend: "names" },
  "animation-names": { what: "animations with equal names, or several without", right: "names need not be unique", mend: "names" },
  "material-names": {
    what: "a pointer to a material whose name is missing, shared, or has special characters",
    right: "names do not matter",
    mend: words('give the materials unique names without ".", "/", ":", "[", "]", and none "material"'),
  },
  "channel-without-node": { what: "a channel without node and pointer", right: "is ignored", mend: "channels" },
  pointer: { what: "a channel with KHR_animation_pointer", right: "animates the property", mend: "pointers" },
  "pointer-yfov": { what: "a pointer to yfov", right: "animates the property", mend: "pointers" },
  "pointer-vec4": { what: "a pointer with four components", right: "animates the property", mend: "pointers" },
  "pointer-no-transform": {
    what: "a pointer to other than a texture transform",
    right: "animates the property",
    mend: "pointers",
  },
  "pointer-needle": {
    what: "a pointer to an aspect ratio, cone angle, texture rotation or weights",
    right: "animates the property",
    mend: "pointers",
  },
  "pointer-metallic": { what: "a pointer to a metallic factor", right: "animates the property", mend: words("import this package") },
  "shared-mesh": {
    what: "a mesh of nodes that move apart",
    right: "each node moves by itself",
    mend: words("give each of the nodes a mesh of its own"),
  },
  "shared-morph-mesh": { what: "a mesh with animated weights on several nodes", right: "each node has weights of its own", mend: "meshes" },
  "shared-shape": {
    what: "an animated morph mesh whose POSITION another mesh has",
    right: "each mesh has a shape of its own",
    mend: "meshes",
  },
  "morph-without-weights": { what: "an animated morph mesh without weights", right: "its weights are 0 at rest", mend: "meshes" },
  "one-target": { what: "an animated mesh with one morph target", right: "morphs", mend: "meshes" },
  "morph-without-normals": { what: "an animated morph mesh without NORMAL", right: "is shaded flat", mend: "meshes" },
  "morph-shares-position": { what: "a morph target with the accessor of POSITION", right: "morphs", mend: "meshes" },
  "sparse-morph": { what: "a morph target with a sparse accessor of zeros", right: "morphs", mend: "meshes" },
  "outside-scene": { what: "an animated node outside of the scene", right: "is not shown", mend: "channels" },
  "several-animations": {
    what: "several animations",
    right: "none starts by itself",
    mend: words("stop all, and play one: an application has to say which"),
    isNote: true,
  },
  "mixed-animations": { what: "several animations", right: "each plays alone", mend: words("keep one animation in the file") },
  "no-skin": {
    what: "an animated node that is no joint of a skin",
    right: "moves",
    mend: words("bind what moves to a skin"),
  },
  "below-joint": {
    what: "a light, or a mesh without a skin, on or below an animated joint or an animated node that holds a skinned mesh",
    right: "follows the node",
    mend: words("bind the mesh to the joint with the weight 1; no file mends lights"),
  },
  "no-inverse-bind": { what: "a skin without inverseBindMatrices", right: "they are identities", mend: "skins" },
  "no-mesh": {
    what: "a file with animations and without a mesh",
    right: "its nodes move",
    mend: words("add a mesh, if only a triangle"),
  },
  "pivot-extras": {
    what: 'extras of the name "pivot" in a node with children',
    right: "extras move nothing",
    mend: words("rename them"),
  },
  "between-samples": {
    what: "a motion that 15 values a second do not show",
    right: "each key counts",
    mend: words("import with animation/fps 60 and animation/optimizer/enabled off"),
  },
  "vrm-step": { what: "a VRM animation with STEP", right: "holds each value until the next key", mend: "steps" },
  "vrm-spline": { what: "a VRM animation with CUBICSPLINE", right: "a cubic with the tangents of its keys", mend: "splines" },
  "vrm-weights": { what: "a weight of a VRM expression beyond 0..1", right: "weights are within 0..1", mend: "expressions" },
  "vrm-channel-without-node": { what: "a channel without node in a VRM animation", right: "is ignored", mend: "channels" },
  "vrm-hips": {
    what: "a VRM animation without hips in humanBones",
    right: "hips are required",
    mend: words("add hips to humanoid.humanBones"),
  },
  "vrm-rest": {
    what: "a VRM animation that does not rest in a T-pose",
    right: "the rest pose is a T-pose",
    mend: words("export it again with the T-pose as the rest pose"),
  },
} as const satisfies Readonly<Record<string, EngineRule>>;

export type EngineRuleName = keyof typeof ENGINE_RULES;

/** What an engine shows of a kind of content. */
export interface EngineRow {
  readonly engine: EngineName;
  readonly rule: EngineRuleName;
  /** What is seen instead, as the end of a sentence about the engine. */
  readonly seen: string;
  /** The name of the script in `findings` that shows it. */
  readonly script?: string;
  /** What mends it in this engine, if not what mends it in others. */
  readonly mend?: string;
}

const LOADS_NOT = "does not load the file";
const NEVER_PLAYS = "does not play it";
const AT_REST = "shows the pose at rest";

/** The members of an {@link EngineRow} in their order; null for no script. */
type Columns = readonly [engine: EngineName, rule: EngineRuleName, seen: string, script?: string | null, mend?: string];

const ROWS: readonly Columns[] = [
  ["ogl", "ends-early", "extrapolates it", "ogl-channels-go-on-after-their-last-key"],
  ["ogl", "ends-early-step", "goes back to its first value", "ogl-channels-go-on-after-their-last-key"],
  ["rhodonite", "ends-early", "loops it alone", "rhodonite-short-channels-loop-alone"],
  ["orillusion", "ends-early", "loops it alone", "orillusion-short-channels-loop-alone"],
  ["maptalks", "ends-early", "goes back to its first key", "maptalks-short-channels-go-back"],
  ["pixi3d", "begins-late", "continues the line through its first two keys backwards", "pixi3d-late-channels-begin-before-their-first-key"],
  ["qt", "begins-late", "moves from the rest pose to its first key"],
  ["ogl", "lead-in", "cuts the time before it: a length of 1 s for 2 s", "ogl-cuts-the-time-before-the-first-key"],
  ["maptalks", "lead-in", "cuts the time before it"],
  ["orillusion", "lead-in", "cuts the time before it"],
  ["lite", "no-length", AT_REST, "lite-poses-of-single-keys-are-not-shown"],
  ["filament", "one-key-moves", AT_REST, "filament-one-key-is-ignored"],
  ["claygl", "one-key-moves", NEVER_PLAYS, "claygl-one-key-never-plays"],
  ["maptalks", "one-key-moves", NEVER_PLAYS, "maptalks-one-key-never-plays"],
  ["ogl", "one-key-beside", "shows NaN", "ogl-one-key-is-nan"],
  ["rhodonite", "one-key", "shows NaN", "rhodonite-one-key-is-nan"],
  ["orillusion", "one-key", "shows NaN", "orillusion-one-key-is-nan"],
  ["qt", "one-key-only", "plays it with the length 0"],
  ["three", "no-length", "shows the pose, but action.time is NaN", "three-one-key-time-is-nan"],
  ["three-animation-pointer", "no-length", "shows the pose, but action.time is NaN", "three-one-key-time-is-nan"],
  ["filament", "step", "shows the value before at exactly a key", "filament-steps-begin-after-their-key"],
  ["vtk", "step", "shows the value before at exactly a key"],
  ["claygl", "step", "interpolates linearly", "claygl-steps-are-ramps"],
  ["orillusion", "step", "interpolates with an easing", "orillusion-steps-are-eased"],
  ["qt", "step", "interpolates linearly"],
  ["godot3", "step", "makes ramps of 1/15 s of the jumps", null, "import with animation/fps 60 and animation/optimizer/enabled off"],
  ["x_ite", "step-weights", "interpolates linearly", "xite-step-weights-are-ramps"],
  ["maptalks", "step-weights", "shows NaN", "maptalks-steps-are-nan"],
  ["maptalks", "step-vectors", "shows NaN", "maptalks-steps-are-nan"],
  [
    "filament",
    "spline-length",
    "weighs tangents by the position between the keys, not by the time: 1.691 for 3.625",
    "filament-splines-do-not-know-their-length",
  ],
  ["ogl", "spline-length", "weighs tangents by the position between the keys, not by the time", "ogl-splines-do-not-know-their-length"],
  [
    "galacean",
    "spline-rotation-length",
    "does not normalize: the node is up to 2.9 times as large",
    "galacean-spline-rotations-change-the-size",
  ],
  [
    "cesium",
    "spline-rotation-length",
    "does not normalize: the node is up to 2.33 times as large",
    "cesium-spline-rotations-change-the-size",
  ],
  ["maptalks", "spline-rotation", "shows NaN", "maptalks-spline-rotations-are-nan"],
  ["playcanvas", "spline-weights", "shows NaN", "playcanvas-spline-weights-are-nan"],
  ["ogl", "weights", "throws an error, and does not play the channels behind it", "ogl-weights-stop-the-animation"],
  ["claygl", "weights", "does not morph"],
  ["orillusion", "weights", "does not morph", null, "leave them out: it reads none of glTF"],
  ["maptalks", "spline-weights", "shows NaN"],
  ["x_ite", "spline-weights", "plays tangents as values, or does not move", "xite-splines-of-weights-stand-still"],
  ["claygl", "spline", "plays the in-tangents and values of the first keys as keys", "claygl-splines-play-tangents"],
  ["qt", "spline", "loses the tangents, or takes them for keys"],
  ["orillusion", "spline", "plays the in-tangents and values of the first keys as keys", "orillusion-splines-play-tangents"],
  ["pixi3d", "spline", "exchanges the tangents between two keys, and shows NaN after the end", "pixi3d-splines-exchange-their-tangents"],
  ["godot3", "spline", "shows other values"],
  ["rhodonite", "spline-corner", "uses the in-tangent on both sides", "rhodonite-splines-leave-keys-by-the-in-tangent"],
  ["three-animation-pointer", "spline-pointer", "plays the in-tangents as values", "needle-spline-pointers-play-tangents"],
  ["playcanvas", "wide-arc", "normalizes a straight line: 35.8 degrees for 42.5 in a turn of 170", "playcanvas-linear-rotation-is-nlerp"],
  ["orillusion", "linear-vectors", "eases it: 1.5625 for 2.5", "orillusion-linear-keys-are-eased"],
  ["maptalks", "no-change-held", "keeps showing the value before", "maptalks-values-of-no-change-are-skipped"],
  ["cesium", "integer-rotation", "turns by another angle: 47.7 degrees for 89.1", "cesium-integer-rotations-are-raw"],
  ["claygl", "integer-rotation", "takes the raw integers: the node is enormous", "claygl-integer-rotations-are-raw"],
  ["hilo3d", "integer-rotation", "takes the raw integers: the node is enormous", "hilo3d-integer-rotations-are-raw"],
  ["maptalks", "integer-rotation", "takes the raw integers: the node is enormous", "maptalks-integer-rotations-are-raw"],
  ["qt", "integer-rotation", "shows NaN"],
  ["cesium", "integer-weights", "takes the raw integers: 127.5 for 0.5"],
  ["luma", "integer-weights", "takes the raw integers: 127.5 for 0.5", "luma-normalized-weights-are-raw"],
  ["hilo3d", "integer-weights", "takes the raw integers"],
  ["maptalks", "integer-weights", NEVER_PLAYS],
  ["qt", "integer-weights", "shows 0"],
  ["godot3", "integer-weights", "takes the raw integers"],
  ["lite", "sparse", "ignores the sparse values", "lite-sparse-keys-are-ignored"],
  ["cesium", "sparse", "ignores the sparse values", "cesium-sparse-keys-are-ignored"],
  ["ogl", "sparse", LOADS_NOT],
  ["claygl", "sparse", "ignores the sparse values", "claygl-sparse-keys-are-ignored"],
  ["maptalks", "sparse", "ignores the sparse values", "maptalks-sparse-keys-are-ignored"],
  ["vtkjs", "sparse", "shows other values"],
  ["x_ite", "sparse", "shows other values"],
  ["pixi3d", "sparse", "shows other values"],
  ["rhodonite", "sparse", "shows other values"],
  ["godot3", "sparse", "shows other values"],
  ["vtk", "sparse-without-offset", "loads none of the animations"],
  ["playcanvas", "node-weights", "shows the mesh's", "playcanvas-node-weights-are-ignored"],
  ["lite", "node-weights", "shows the mesh's", "lite-weights-of-nodes-are-ignored"],
  ["x_ite", "node-weights", "ignores the node's", "xite-weights-of-nodes-are-ignored"],
  ["vtkjs", "node-weights", "ignores the node's", "vtkjs-weights-at-rest-are-ignored"],
  ["pixi3d", "node-weights", "ignores the node's", "pixi3d-weights-of-nodes-are-ignored"],
  ["hilo3d", "node-weights", "ignores the node's"],
  ["vtk", "node-weights", "ignores the node's"],
  ["qt", "node-weights", "ignores the node's"],
  ["godot3", "node-weights", "ignores the node's"],
  ["playcanvas", "equal-paths", "moves the first of them", "playcanvas-root-nodes-of-one-name"],
  ["galacean", "equal-paths", "moves the first of them", "galacean-siblings-of-one-name"],
  ["orillusion", "equal-names", "takes one for the other"],
  ["qt", "equal-names", "takes one for the other"],
  ["three", "numbered-names", "moves the other object", "three-parts-take-names-of-nodes"],
  ["three", "pivot-extras", "moves the node and its first child by them", "three-extras-move-nodes"],
  ["three-animation-pointer", "pivot-extras", "moves the node and its first child by them", "three-extras-move-nodes"],
  ["galacean", "slash-in-name", "never moves it", "galacean-slashes-in-names-stop-nodes"],
  ["godot3", "cut-names", "cuts the name"],
  ["vtkjs", "animation-names", "merges or replaces them"],
  ["rhodonite", "animation-names", "merges or replaces them"],
  ["hilo3d", "animation-names", "keeps the last one of a name", "hilo3d-second-animation-of-a-name-is-lost"],
  ["maptalks", "animation-names", "plays all of one name at once", "maptalks-animations-of-one-name-mix"],
  ["godot3", "animation-names", "replaces the first by the second"],
  [
    "three-animation-pointer",
    "material-names",
    'finds materials by their names: "Material.001" plays on "Material", "material" on none',
    "needle-pointers-find-materials-by-a-part-of-the-name",
  ],
  ["luma", "channel-without-node", "moves node 0", "luma-channel-without-node-moves-the-first-node"],
  ["galacean", "channel-without-node", LOADS_NOT, "galacean-channel-without-node-stops-the-file"],
  ["ogl", "channel-without-node", LOADS_NOT],
  ["three", "pointer", "does not animate it, without a warning"],
  ["filament", "pointer", "does not animate it, without a warning"],
  ["cesium", "pointer", "does not animate it, without a warning"],
  ["claygl", "pointer", "does not animate it"],
  ["maptalks", "pointer", "does not animate it"],
  ["orillusion", "pointer", "does not animate it"],
  [
    "playcanvas",
    "pointer",
    "throws an error in play, and the core channels beside it do not play either",
    "playcanvas-pointer-stops-core-channels",
  ],
  ["galacean", "pointer", LOADS_NOT, "galacean-channel-without-node-stops-the-file"],
  ["ogl", "pointer", LOADS_NOT],
  ["pixi3d", "pointer", LOADS_NOT, "pixi3d-pointers-stop-the-model"],
  ["vtk", "pointer", "drops the animation"],
  ["lite", "pointer-yfov", "does not animate it"],
  ["qt", "pointer-vec4", "refuses the file"],
  ["vtkjs", "pointer-no-transform", "does not animate it"],
  ["three-animation-pointer", "pointer-needle", "does not animate it"],
  ["babylon", "pointer-metallic", "animates the roughness instead (loaders 9.28)", "babylon-pointer-metallic-moves-roughness"],
  ["ogl", "shared-mesh", "does not load the file, or moves all of them as the first", "ogl-animated-twins-do-not-load"],
  ["x_ite", "shared-morph-mesh", "morphs all of them alike", "xite-morphs-move-meshes-of-one-accessor"],
  ["vtkjs", "shared-morph-mesh", "morphs all of them alike", "vtkjs-twins-share-their-face"],
  ["pixi3d", "shared-morph-mesh", "morphs all of them alike", "pixi3d-twins-share-their-face"],
  ["hilo3d", "shared-morph-mesh", "shows one of them"],
  ["maptalks", "shared-morph-mesh", "shows one of them"],
  ["x_ite", "shared-shape", "morphs them alike", "xite-morphs-move-meshes-of-one-accessor"],
  ["galacean", "morph-without-weights", "does not morph", "galacean-morphs-without-weights-stand-still"],
  ["pixi3d", "morph-without-weights", "does not morph", "pixi3d-morphs-without-weights-stand-still"],
  ["maptalks", "morph-without-weights", "does not morph"],
  ["hilo3d", "one-target", "throws an error", "hilo3d-one-morph-target-throws"],
  ["maptalks", "morph-without-normals", "refuses it"],
  ["vtkjs", "morph-shares-position", "does not show it as it is"],
  ["cesium", "sparse-morph", "stops to draw, with an error"],
  ["cesium", "outside-scene", LOADS_NOT],
  ["babylon", "several-animations", "starts the first by itself"],
  ["lite", "several-animations", "starts the first by itself"],
  ["luma", "several-animations", "starts all of them at once"],
  ["rhodonite", "several-animations", "plays all of them at once"],
  ["vtkjs", "mixed-animations", "averages them", "vtkjs-animations-play-as-their-average"],
  [
    "claygl",
    "mixed-animations",
    "plays all of them at once, each with the length of the longest",
    "claygl-clips-last-as-long-as-the-longest",
  ],
  ["orillusion", "no-skin", "does not move it"],
  ["lite", "below-joint", "leaves it at rest", "lite-nodes-of-joints-stand-still"],
  ["pixi3d", "no-inverse-bind", "does not load or play it"],
  ["hilo3d", "no-inverse-bind", "does not load or play it"],
  ["maptalks", "no-inverse-bind", "does not load or play it"],
  ["rhodonite", "no-inverse-bind", "does not load or play it"],
  ["vtk", "no-inverse-bind", "does not load or play it"],
  ["qt", "no-inverse-bind", "does not load or play it"],
  ["luma", "no-mesh", "does not play it"],
  ["maptalks", "no-mesh", "does not play it"],
  ["godot3", "between-samples", "imports 15 values a second, and loses what happens in between"],
  ["three-vrm", "vrm-step", "mixes the values", "three-vrm-animation-expressions-ignore-step"],
  ["three-vrm", "vrm-spline", "plays the in-tangents as values"],
  ["three-vrm", "vrm-weights", "passes it on"],
  ["three-vrm", "vrm-channel-without-node", "shifts the channels behind it by one", "three-vrm-animation-channels-shift"],
  ["three-vrm", "vrm-hips", "throws an error"],
  ["three-vrm", "vrm-rest", "takes the rest pose for the T-pose, and turns joints by the difference"],
];

export const ENGINE_ROWS: readonly EngineRow[] = /*#__PURE__*/ ROWS.map(([engine, rule, seen, script, mend]) => ({
  engine,
  rule,
  seen,
  ...(script && { script }),
  ...(mend && { mend }),
}));
