const OGL_WEIGHTS = "ogl-weights-stop-the-animation";
const CLAYGL_WEIGHTS = "ClayGL has no morph targets";
const NO_CHANGE = "maptalks-values-of-no-change-are-skipped";
const EASED = "orillusion-linear-keys-are-eased";
const ORILLUSION_WEIGHTS = "Orillusion reads no weights of glTF";

/**
 * What engines are known to show otherwise, by the way to bake: for each engine, the files of conformance/clips, or single clips of them, and why. A
 * script of that name in findings/ shows it with a file of its own.
 * @type {Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>}
 */
export const KNOWN = {
  bake: {
    three: {
      "clips/pointers.glb": "channels of KHR_animation_pointer are left out, also those of nodes",
    },
    babylon: {},
    cesium: {
      "clips/interpolations.glb: all": "cesium-spline-rotations-change-the-size",
      "clips/interpolations.glb: backwards": "cesium-spline-rotations-change-the-size",
      "clips/several-animations.glb: both": "cesium-integer-rotations-are-raw",
      "clips/pointers.glb": "channels of KHR_animation_pointer are left out, also those of nodes",
    },
    filament: {
      "clips/settings.glb: speed 0": "a channel with one key shows the pose at rest",
      "clips/settings.glb: no length": "a channel with one key shows the pose at rest",
      "clips/interpolations.glb":
        "STEP has the value before at exactly a key, and the tangents of CUBICSPLINE do not know the time between its keys",
      "clips/pointers.glb": "channels of KHR_animation_pointer are left out, also those of nodes",
    },
    vtkjs: {
      "clips/pointers.glb": "channels of KHR_animation_pointer are left out, also those of nodes",
    },
    ogl: {
      "clips/interpolations.glb": OGL_WEIGHTS,
      "clips/several-animations.glb": OGL_WEIGHTS,
      "clips/pointers.glb": "a file with channels of KHR_animation_pointer does not load",
    },
    galacean: {
      "clips/interpolations.glb": "rotations of CUBICSPLINE are not of unit length, and its weights are taken from the tangents",
      "clips/pointers.glb": "a file with channels of KHR_animation_pointer does not load",
    },
    lite: {
      "clips/settings.glb: speed 0": "lite-poses-of-single-keys-are-not-shown",
      "clips/settings.glb: no length": "lite-poses-of-single-keys-are-not-shown",
    },
    rhodonite: {
      "clips/settings.glb: speed 0": "rhodonite-one-key-is-nan",
      "clips/settings.glb: no length": "rhodonite-one-key-is-nan",
      "clips/interpolations.glb": "rhodonite-splines-leave-keys-by-the-in-tangent",
    },
    x_ite: {
      "clips/interpolations.glb":
        "xite-step-weights-are-ramps, xite-splines-of-weights-stand-still, CUBICSPLINE is extrapolated before its first key",
    },
    pixi3d: {
      "clips/interpolations.glb": "pixi3d-splines-exchange-their-tangents",
      "clips/several-animations.glb: both": "pixi3d-late-channels-begin-before-their-first-key",
      "clips/pointers.glb": "pixi3d-pointers-stop-the-model",
    },
    hilo3d: {
      "clips/several-animations.glb": "hilo3d-one-morph-target-throws",
      "clips/pointers.glb": "channels of KHR_animation_pointer are left out, also those of nodes",
    },
    claygl: {
      "clips/settings.glb: speed 0": "claygl-one-key-never-plays",
      "clips/settings.glb: no length": "claygl-one-key-never-plays",
      "clips/interpolations.glb": `claygl-splines-play-tangents, claygl-steps-are-ramps, ${CLAYGL_WEIGHTS}`,
      "clips/several-animations.glb: both": `claygl-integer-rotations-are-raw, ${CLAYGL_WEIGHTS}`,
      "clips/several-animations.glb": CLAYGL_WEIGHTS,
      "clips/pointers.glb": "channels of KHR_animation_pointer are left out, also those of nodes",
    },
    maptalks: {
      "clips/settings.glb: all defaults": NO_CHANGE,
      "clips/settings.glb: loop, fast": NO_CHANGE,
      "clips/settings.glb: loop, once": NO_CHANGE,
      "clips/settings.glb: ping-pong backwards, twice": NO_CHANGE,
      "clips/settings.glb: speed 0": "maptalks-one-key-never-plays",
      "clips/settings.glb: no length": "maptalks-one-key-never-plays",
      "clips/controllers.glb: minimum": NO_CHANGE,
      "clips/controllers.glb: ping-pong, three times": NO_CHANGE,
      "clips/controllers.glb: bounds the other way round": NO_CHANGE,
      "clips/interpolations.glb": "maptalks-steps-are-nan, maptalks-spline-rotations-are-nan",
      "clips/several-animations.glb: both": "maptalks-integer-rotations-are-raw",
      "clips/pointers.glb": "channels of KHR_animation_pointer are left out, also those of nodes",
    },
    orillusion: {
      "clips/": EASED,
    },
    playcanvas: {
      "clips/interpolations.glb": "playcanvas-spline-weights-are-nan, playcanvas-linear-rotation-is-nlerp",
      "clips/several-animations.glb: both": "playcanvas-linear-rotation-is-nlerp",
      "clips/pointers.glb": "playcanvas-pointer-stops-core-channels",
    },
  },
  "bake --for all": {
    ogl: {
      "clips/interpolations.glb": OGL_WEIGHTS,
      "clips/several-animations.glb": OGL_WEIGHTS,
    },
    claygl: {
      "clips/interpolations.glb": CLAYGL_WEIGHTS,
      "clips/several-animations.glb": CLAYGL_WEIGHTS,
    },
    maptalks: {
      "clips/settings.glb: all defaults": NO_CHANGE,
      "clips/settings.glb: loop, fast": NO_CHANGE,
      "clips/settings.glb: loop, once": NO_CHANGE,
      "clips/settings.glb: ping-pong backwards, twice": NO_CHANGE,
      "clips/controllers.glb: minimum": NO_CHANGE,
      "clips/controllers.glb: ping-pong, three times": NO_CHANGE,
      "clips/controllers.glb: bounds the other way round": NO_CHANGE,
      "clips/interpolations.glb: part, ping-pong": NO_CHANGE,
      "clips/interpolations.glb: backwards": NO_CHANGE,
    },
    orillusion: {
      "clips/settings.glb: all defaults": EASED,
      "clips/settings.glb: loop": EASED,
      "clips/settings.glb: ping-pong": EASED,
      "clips/settings.glb: no end": EASED,
      "clips/settings.glb: beyond the last key": EASED,
      "clips/older-names.glb": EASED,
      "clips/controllers.glb": EASED,
      "clips/interpolations.glb": `${EASED}, ${ORILLUSION_WEIGHTS}`,
      "clips/several-animations.glb: both": `${EASED}, ${ORILLUSION_WEIGHTS}`,
      "clips/several-animations.glb": ORILLUSION_WEIGHTS,
      "clips/pointers.glb": EASED,
    },
  },
};

/**
 * @param {string} way the name of a way to bake
 * @param {string} engine
 * @param {string} clip the name of a case
 * @returns {string | undefined} why the engine shows something else; undefined if nothing is known
 */
export function knownReason(way, engine, clip) {
  return Object.entries(KNOWN[way]?.[engine] ?? {}).find(([name]) => clip.startsWith(name))?.[1];
}
