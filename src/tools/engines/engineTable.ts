/**
 * What other engines make of valid files, measured: 85 files without an error in Khronos' validator were played by each engine, stepped by its own clock, and the values read from
 * its own objects. `docs/engines.md` is generated from these tables.
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
  /** What is true of each file. */
  readonly note?: string;
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
    note: "Its mixer does not set [what a clip holds](../findings/three-held-values-are-not-set-again.sh) again, begins each fade at [the weights 0 and 1](../findings/three-interrupted-fades-jump.sh), mixes three rotations in an order that changes [when another action stops](../findings/three-stopped-actions-change-other-blends.sh), and shows another pose after [`setTime`](../findings/three-set-time-keeps-passes.sh) in ping-pong, by what was shown before. `crossFadeTo` that adapts the speeds [forgets `timeScale`](../findings/three-warped-fades-forget-the-speed.sh).",
  },
  babylon: { title: "Babylon.js", version: "9.35.0", right: 32, starts: "the first", note: "Measured without this package." },
  playcanvas: {
    title: "PlayCanvas",
    version: "2.23.3",
    right: 32,
    note: "At exactly the length of a loop, the last pose shows; in most others the first one of the next pass.",
  },
  lite: { title: "Babylon Lite", version: "1.10.0", right: 32, starts: "the first" },
  galacean: { title: "Galacean", version: "1.6.13", right: 32 },
  filament: {
    title: "Filament",
    version: "1.53.4",
    right: 32,
    note: "At exactly the length, the first pose shows. Its JavaScript has no way to read weights: the clips count without them.",
  },
  cesium: {
    title: "CesiumJS",
    version: "1.145.0",
    right: 32,
    note: "A second model that is given as bytes needs a `basePath` of its own, or is [the first one again](../findings/cesium-bytes-are-taken-for-the-first-file.sh).",
  },
  luma: { title: "luma.gl with loaders.gl", version: "9.4.2", right: 32, starts: "all" },
  ogl: { title: "OGL", version: "1.0.11", right: 27 },
  x_ite: { title: "X_ITE", version: "15.0.1", right: 32, note: "Most pointers play. A loop of 1.1 s is 4 ms off after ten hours." },
  vtkjs: { title: "vtk.js", version: "37.4.3", right: 32, starts: "all" },
  vtk: { title: "VTK (F3D, ParaView)", version: "9.1.0", note: "It ends with a crash on some valid files." },
  qt: {
    title: "Qt Quick 3D (balsam)",
    version: "6.4.2",
    note: "Lengths are whole milliseconds: a loop of 1.1 s is 34 s off after ten hours. balsam ends with a crash on some valid files.",
  },
  godot3: { title: "Godot 3", version: "3.2.3", note: "A loop of 1.1 s is 11 ms off after ten hours." },
  rhodonite: { title: "Rhodonite", version: "0.15.3", right: 32, starts: "all", note: "Most pointers play." },
  pixi3d: {
    title: "Pixi3D",
    version: "2.5.0",
    right: 32,
    note: "From the last key of a spline on, the value is [NaN](../findings/pixi3d-splines-end-in-nan.sh).",
  },
  hilo3d: {
    title: "Hilo3d",
    version: "1.19.1",
    right: 32,
    note: "What is left of a frame at the end of a loop [is lost](../findings/hilo3d-loops-lose-the-rest-of-a-frame.sh): a loop of 1.1 s is 9 minutes off after ten hours.",
  },
  maptalks: { title: "@maptalks/gltf-layer", version: "0.118.1", right: 23 },
  orillusion: {
    title: "Orillusion",
    version: "0.9.2",
    right: 2,
    note: "It moves joints of skins only: the clips count as if all nodes were joints of a skin.",
  },
  claygl: { title: "ClayGL", version: "1.3.0", right: 27, starts: "all" },
  "three-animation-pointer": {
    title: "@needle-tools/three-animation-pointer",
    version: "1.0.7",
    note: "An add-on of three.js: most pointers play. For the rest, see three.js.",
  },
  "three-vrm": { title: "@pixiv/three-vrm-animation", version: "3.5.5", note: "Its rows are about files with `VRMC_vrm_animation`." },
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

export const ENGINE_ROWS: readonly EngineRow[] = [
  { engine: "ogl", rule: "ends-early", seen: "extrapolates it", script: "ogl-channels-go-on-after-their-last-key" },
  { engine: "ogl", rule: "ends-early-step", seen: "goes back to its first value", script: "ogl-channels-go-on-after-their-last-key" },
  { engine: "rhodonite", rule: "ends-early", seen: "loops it alone", script: "rhodonite-short-channels-loop-alone" },
  { engine: "orillusion", rule: "ends-early", seen: "loops it alone", script: "orillusion-short-channels-loop-alone" },
  { engine: "maptalks", rule: "ends-early", seen: "goes back to its first key", script: "maptalks-short-channels-go-back" },

  {
    engine: "pixi3d",
    rule: "begins-late",
    seen: "continues the line through its first two keys backwards",
    script: "pixi3d-late-channels-begin-before-their-first-key",
  },
  { engine: "qt", rule: "begins-late", seen: "moves from the rest pose to its first key" },
  {
    engine: "ogl",
    rule: "lead-in",
    seen: "cuts the time before it: a length of 1 s for 2 s",
    script: "ogl-cuts-the-time-before-the-first-key",
  },
  { engine: "maptalks", rule: "lead-in", seen: "cuts the time before it" },
  { engine: "orillusion", rule: "lead-in", seen: "cuts the time before it" },

  { engine: "lite", rule: "no-length", seen: AT_REST, script: "lite-poses-of-single-keys-are-not-shown" },
  { engine: "filament", rule: "one-key-moves", seen: AT_REST, script: "filament-one-key-is-ignored" },
  { engine: "claygl", rule: "one-key-moves", seen: NEVER_PLAYS, script: "claygl-one-key-never-plays" },
  { engine: "maptalks", rule: "one-key-moves", seen: NEVER_PLAYS, script: "maptalks-one-key-never-plays" },
  { engine: "ogl", rule: "one-key-beside", seen: "shows NaN", script: "ogl-one-key-is-nan" },
  { engine: "rhodonite", rule: "one-key", seen: "shows NaN", script: "rhodonite-one-key-is-nan" },
  { engine: "orillusion", rule: "one-key", seen: "shows NaN", script: "orillusion-one-key-is-nan" },
  { engine: "qt", rule: "one-key-only", seen: "plays it with the length 0" },
  { engine: "three", rule: "no-length", seen: "shows the pose, but action.time is NaN", script: "three-one-key-time-is-nan" },
  {
    engine: "three-animation-pointer",
    rule: "no-length",
    seen: "shows the pose, but action.time is NaN",
    script: "three-one-key-time-is-nan",
  },

  { engine: "filament", rule: "step", seen: "shows the value before at exactly a key", script: "filament-steps-begin-after-their-key" },
  { engine: "vtk", rule: "step", seen: "shows the value before at exactly a key" },
  { engine: "claygl", rule: "step", seen: "interpolates linearly", script: "claygl-steps-are-ramps" },
  { engine: "orillusion", rule: "step", seen: "interpolates with an easing", script: "orillusion-steps-are-eased" },
  { engine: "qt", rule: "step", seen: "interpolates linearly" },
  {
    engine: "godot3",
    rule: "step",
    seen: "makes ramps of 1/15 s of the jumps",
    mend: "import with animation/fps 60 and animation/optimizer/enabled off",
  },
  { engine: "x_ite", rule: "step-weights", seen: "interpolates linearly", script: "xite-step-weights-are-ramps" },
  { engine: "maptalks", rule: "step-weights", seen: "shows NaN", script: "maptalks-steps-are-nan" },
  { engine: "maptalks", rule: "step-vectors", seen: "shows NaN", script: "maptalks-steps-are-nan" },

  {
    engine: "filament",
    rule: "spline-length",
    seen: "weighs tangents by the position between the keys, not by the time: 1.691 for 3.625",
    script: "filament-splines-do-not-know-their-length",
  },
  {
    engine: "ogl",
    rule: "spline-length",
    seen: "weighs tangents by the position between the keys, not by the time",
    script: "ogl-splines-do-not-know-their-length",
  },
  {
    engine: "galacean",
    rule: "spline-rotation-length",
    seen: "does not normalize: the node is up to 2.9 times as large",
    script: "galacean-spline-rotations-change-the-size",
  },
  {
    engine: "cesium",
    rule: "spline-rotation-length",
    seen: "does not normalize: the node is up to 2.33 times as large",
    script: "cesium-spline-rotations-change-the-size",
  },
  { engine: "maptalks", rule: "spline-rotation", seen: "shows NaN", script: "maptalks-spline-rotations-are-nan" },
  { engine: "playcanvas", rule: "spline-weights", seen: "shows NaN", script: "playcanvas-spline-weights-are-nan" },
  {
    engine: "ogl",
    rule: "weights",
    seen: "throws an error, and does not play the channels behind it",
    script: "ogl-weights-stop-the-animation",
  },
  { engine: "claygl", rule: "weights", seen: "does not morph" },
  { engine: "orillusion", rule: "weights", seen: "does not morph", mend: "leave them out: it reads none of glTF" },
  { engine: "maptalks", rule: "spline-weights", seen: "shows NaN" },
  {
    engine: "x_ite",
    rule: "spline-weights",
    seen: "plays tangents as values, or does not move",
    script: "xite-splines-of-weights-stand-still",
  },
  {
    engine: "claygl",
    rule: "spline",
    seen: "plays the in-tangents and values of the first keys as keys",
    script: "claygl-splines-play-tangents",
  },
  { engine: "qt", rule: "spline", seen: "loses the tangents, or takes them for keys" },
  {
    engine: "orillusion",
    rule: "spline",
    seen: "plays the in-tangents and values of the first keys as keys",
    script: "orillusion-splines-play-tangents",
  },
  {
    engine: "pixi3d",
    rule: "spline",
    seen: "exchanges the tangents between two keys, and shows NaN after the end",
    script: "pixi3d-splines-exchange-their-tangents",
  },
  { engine: "godot3", rule: "spline", seen: "shows other values" },
  {
    engine: "rhodonite",
    rule: "spline-corner",
    seen: "uses the in-tangent on both sides",
    script: "rhodonite-splines-leave-keys-by-the-in-tangent",
  },
  {
    engine: "three-animation-pointer",
    rule: "spline-pointer",
    seen: "plays the in-tangents as values",
    script: "needle-spline-pointers-play-tangents",
  },

  {
    engine: "playcanvas",
    rule: "wide-arc",
    seen: "normalizes a straight line: 35.8 degrees for 42.5 in a turn of 170",
    script: "playcanvas-linear-rotation-is-nlerp",
  },
  { engine: "orillusion", rule: "linear-vectors", seen: "eases it: 1.5625 for 2.5", script: "orillusion-linear-keys-are-eased" },

  {
    engine: "maptalks",
    rule: "no-change-held",
    seen: "keeps showing the value before",
    script: "maptalks-values-of-no-change-are-skipped",
  },
  {
    engine: "cesium",
    rule: "integer-rotation",
    seen: "turns by another angle: 47.7 degrees for 89.1",
    script: "cesium-integer-rotations-are-raw",
  },
  {
    engine: "claygl",
    rule: "integer-rotation",
    seen: "takes the raw integers: the node is enormous",
    script: "claygl-integer-rotations-are-raw",
  },
  {
    engine: "hilo3d",
    rule: "integer-rotation",
    seen: "takes the raw integers: the node is enormous",
    script: "hilo3d-integer-rotations-are-raw",
  },
  {
    engine: "maptalks",
    rule: "integer-rotation",
    seen: "takes the raw integers: the node is enormous",
    script: "maptalks-integer-rotations-are-raw",
  },
  { engine: "qt", rule: "integer-rotation", seen: "shows NaN" },
  { engine: "cesium", rule: "integer-weights", seen: "takes the raw integers: 127.5 for 0.5" },
  { engine: "luma", rule: "integer-weights", seen: "takes the raw integers: 127.5 for 0.5", script: "luma-normalized-weights-are-raw" },
  { engine: "hilo3d", rule: "integer-weights", seen: "takes the raw integers" },
  { engine: "maptalks", rule: "integer-weights", seen: NEVER_PLAYS },
  { engine: "qt", rule: "integer-weights", seen: "shows 0" },
  { engine: "godot3", rule: "integer-weights", seen: "takes the raw integers" },

  { engine: "lite", rule: "sparse", seen: "ignores the sparse values", script: "lite-sparse-keys-are-ignored" },
  { engine: "cesium", rule: "sparse", seen: "ignores the sparse values", script: "cesium-sparse-keys-are-ignored" },
  { engine: "ogl", rule: "sparse", seen: LOADS_NOT },
  { engine: "claygl", rule: "sparse", seen: "ignores the sparse values", script: "claygl-sparse-keys-are-ignored" },
  { engine: "maptalks", rule: "sparse", seen: "ignores the sparse values", script: "maptalks-sparse-keys-are-ignored" },
  { engine: "vtkjs", rule: "sparse", seen: "shows other values" },
  { engine: "x_ite", rule: "sparse", seen: "shows other values" },
  { engine: "pixi3d", rule: "sparse", seen: "shows other values" },
  { engine: "rhodonite", rule: "sparse", seen: "shows other values" },
  { engine: "godot3", rule: "sparse", seen: "shows other values" },
  { engine: "vtk", rule: "sparse-without-offset", seen: "loads none of the animations" },

  { engine: "playcanvas", rule: "node-weights", seen: "shows the mesh's", script: "playcanvas-node-weights-are-ignored" },
  { engine: "lite", rule: "node-weights", seen: "shows the mesh's", script: "lite-weights-of-nodes-are-ignored" },
  { engine: "x_ite", rule: "node-weights", seen: "ignores the node's", script: "xite-weights-of-nodes-are-ignored" },
  { engine: "vtkjs", rule: "node-weights", seen: "ignores the node's", script: "vtkjs-weights-at-rest-are-ignored" },
  { engine: "pixi3d", rule: "node-weights", seen: "ignores the node's", script: "pixi3d-weights-of-nodes-are-ignored" },
  { engine: "hilo3d", rule: "node-weights", seen: "ignores the node's" },
  { engine: "vtk", rule: "node-weights", seen: "ignores the node's" },
  { engine: "qt", rule: "node-weights", seen: "ignores the node's" },
  { engine: "godot3", rule: "node-weights", seen: "ignores the node's" },

  { engine: "playcanvas", rule: "equal-paths", seen: "moves the first of them", script: "playcanvas-root-nodes-of-one-name" },
  { engine: "galacean", rule: "equal-paths", seen: "moves the first of them", script: "galacean-siblings-of-one-name" },
  { engine: "orillusion", rule: "equal-names", seen: "takes one for the other" },
  { engine: "qt", rule: "equal-names", seen: "takes one for the other" },
  {
    engine: "three",
    rule: "numbered-names",
    seen: "moves the other object",
    script: "three-parts-take-names-of-nodes",
  },
  { engine: "galacean", rule: "slash-in-name", seen: "never moves it", script: "galacean-slashes-in-names-stop-nodes" },
  { engine: "godot3", rule: "cut-names", seen: "cuts the name" },
  { engine: "vtkjs", rule: "animation-names", seen: "merges or replaces them" },
  { engine: "rhodonite", rule: "animation-names", seen: "merges or replaces them" },
  { engine: "hilo3d", rule: "animation-names", seen: "keeps the last one of a name", script: "hilo3d-second-animation-of-a-name-is-lost" },
  { engine: "maptalks", rule: "animation-names", seen: "plays all of one name at once", script: "maptalks-animations-of-one-name-mix" },
  { engine: "godot3", rule: "animation-names", seen: "replaces the first by the second" },
  {
    engine: "three-animation-pointer",
    rule: "material-names",
    seen: 'finds materials by their names: "Material.001" plays on "Material", "material" on none',
    script: "needle-pointers-find-materials-by-a-part-of-the-name",
  },

  { engine: "luma", rule: "channel-without-node", seen: "moves node 0", script: "luma-channel-without-node-moves-the-first-node" },
  { engine: "galacean", rule: "channel-without-node", seen: LOADS_NOT, script: "galacean-channel-without-node-stops-the-file" },
  { engine: "ogl", rule: "channel-without-node", seen: LOADS_NOT },

  { engine: "three", rule: "pointer", seen: "does not animate it, without a warning" },
  { engine: "filament", rule: "pointer", seen: "does not animate it, without a warning" },
  { engine: "cesium", rule: "pointer", seen: "does not animate it, without a warning" },
  { engine: "claygl", rule: "pointer", seen: "does not animate it" },
  { engine: "maptalks", rule: "pointer", seen: "does not animate it" },
  { engine: "orillusion", rule: "pointer", seen: "does not animate it" },
  {
    engine: "playcanvas",
    rule: "pointer",
    seen: "throws an error in play, and the core channels beside it do not play either",
    script: "playcanvas-pointer-stops-core-channels",
  },
  { engine: "galacean", rule: "pointer", seen: LOADS_NOT, script: "galacean-channel-without-node-stops-the-file" },
  { engine: "ogl", rule: "pointer", seen: LOADS_NOT },
  { engine: "pixi3d", rule: "pointer", seen: LOADS_NOT, script: "pixi3d-pointers-stop-the-model" },
  { engine: "vtk", rule: "pointer", seen: "drops the animation" },
  { engine: "lite", rule: "pointer-yfov", seen: "does not animate it" },
  { engine: "qt", rule: "pointer-vec4", seen: "refuses the file" },
  { engine: "vtkjs", rule: "pointer-no-transform", seen: "does not animate it" },
  { engine: "three-animation-pointer", rule: "pointer-needle", seen: "does not animate it" },
  {
    engine: "babylon",
    rule: "pointer-metallic",
    seen: "animates the roughness instead (loaders 9.28)",
    script: "babylon-pointer-metallic-moves-roughness",
  },

  {
    engine: "ogl",
    rule: "shared-mesh",
    seen: "does not load the file, or moves all of them as the first",
    script: "ogl-animated-twins-do-not-load",
  },
  { engine: "x_ite", rule: "shared-morph-mesh", seen: "morphs all of them alike", script: "xite-morphs-move-meshes-of-one-accessor" },
  { engine: "vtkjs", rule: "shared-morph-mesh", seen: "morphs all of them alike", script: "vtkjs-twins-share-their-face" },
  { engine: "pixi3d", rule: "shared-morph-mesh", seen: "morphs all of them alike", script: "pixi3d-twins-share-their-face" },
  { engine: "hilo3d", rule: "shared-morph-mesh", seen: "shows one of them" },
  { engine: "maptalks", rule: "shared-morph-mesh", seen: "shows one of them" },
  { engine: "x_ite", rule: "shared-shape", seen: "morphs them alike", script: "xite-morphs-move-meshes-of-one-accessor" },
  { engine: "galacean", rule: "morph-without-weights", seen: "does not morph", script: "galacean-morphs-without-weights-stand-still" },
  { engine: "pixi3d", rule: "morph-without-weights", seen: "does not morph", script: "pixi3d-morphs-without-weights-stand-still" },
  { engine: "maptalks", rule: "morph-without-weights", seen: "does not morph" },
  { engine: "hilo3d", rule: "one-target", seen: "throws an error", script: "hilo3d-one-morph-target-throws" },
  { engine: "maptalks", rule: "morph-without-normals", seen: "refuses it" },
  { engine: "vtkjs", rule: "morph-shares-position", seen: "does not show it as it is" },

  { engine: "cesium", rule: "sparse-morph", seen: "stops to draw, with an error" },
  { engine: "cesium", rule: "outside-scene", seen: LOADS_NOT },
  { engine: "babylon", rule: "several-animations", seen: "starts the first by itself" },
  { engine: "lite", rule: "several-animations", seen: "starts the first by itself" },
  { engine: "luma", rule: "several-animations", seen: "starts all of them at once" },
  { engine: "rhodonite", rule: "several-animations", seen: "plays all of them at once" },
  { engine: "vtkjs", rule: "mixed-animations", seen: "averages them", script: "vtkjs-animations-play-as-their-average" },
  {
    engine: "claygl",
    rule: "mixed-animations",
    seen: "plays all of them at once, each with the length of the longest",
    script: "claygl-clips-last-as-long-as-the-longest",
  },
  { engine: "orillusion", rule: "no-skin", seen: "does not move it" },
  { engine: "lite", rule: "below-joint", seen: "leaves it at rest", script: "lite-nodes-of-joints-stand-still" },

  { engine: "pixi3d", rule: "no-inverse-bind", seen: "does not load or play it" },
  { engine: "hilo3d", rule: "no-inverse-bind", seen: "does not load or play it" },
  { engine: "maptalks", rule: "no-inverse-bind", seen: "does not load or play it" },
  { engine: "rhodonite", rule: "no-inverse-bind", seen: "does not load or play it" },
  { engine: "vtk", rule: "no-inverse-bind", seen: "does not load or play it" },
  { engine: "qt", rule: "no-inverse-bind", seen: "does not load or play it" },

  { engine: "luma", rule: "no-mesh", seen: "does not play it" },
  { engine: "maptalks", rule: "no-mesh", seen: "does not play it" },
  { engine: "godot3", rule: "between-samples", seen: "imports 15 values a second, and loses what happens in between" },

  { engine: "three-vrm", rule: "vrm-step", seen: "mixes the values", script: "three-vrm-animation-expressions-ignore-step" },
  { engine: "three-vrm", rule: "vrm-spline", seen: "plays the in-tangents as values" },
  { engine: "three-vrm", rule: "vrm-weights", seen: "passes it on" },
  {
    engine: "three-vrm",
    rule: "vrm-channel-without-node",
    seen: "shifts the channels behind it by one",
    script: "three-vrm-animation-channels-shift",
  },
  { engine: "three-vrm", rule: "vrm-hips", seen: "throws an error" },
  { engine: "three-vrm", rule: "vrm-rest", seen: "takes the rest pose for the T-pose, and turns joints by the difference" },
];
