/**
 * What engines are known to show otherwise, in files of `bake` alone: for each engine, the files of conformance/clips, or single clips of them, and why. A
 * script of that name in findings/ shows it with a file of its own.
 * @type {Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>}
 */
export const KNOWN = {
  bake: {
    three: {
      "clips/pointers.glb": "channels of KHR_animation_pointer are left out, also those of nodes",
    },
    babylon: {},
    galacean: {
      "clips/interpolations.glb": "rotations of CUBICSPLINE are not of unit length, and its weights are taken from the tangents",
      "clips/pointers.glb": "a file with channels of KHR_animation_pointer does not load",
    },
    playcanvas: {
      "clips/interpolations.glb": "playcanvas-spline-weights-are-nan, playcanvas-linear-rotation-is-nlerp",
      "clips/several-animations.glb: both": "playcanvas-linear-rotation-is-nlerp",
      "clips/pointers.glb": "playcanvas-pointer-stops-core-channels",
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
