/**
 * What the sections of docs/engines.md say of engines beside their tables.
 * @type {Partial<Record<import("../src/tools/engines/engineTable.js").EngineName, string>>}
 */
export const NOTES = {
  three: `Its mixer does not set [what a clip holds](../findings/three-held-values-are-not-set-again.sh) again, begins each fade at [the weights 0 and 1](../findings/three-interrupted-fades-jump.sh), mixes three rotations in an order that changes [when another action stops](../findings/three-stopped-actions-change-other-blends.sh), and shows another pose after [\`setTime\`](../findings/three-set-time-keeps-passes.sh) in ping-pong, by what was shown before. An action in ping-pong [ends with a frame](../findings/three-ping-pong-ends-with-the-wrong-pose.sh) of the other end, and one that is stopped as it has finished [takes the frame](../findings/three-stopping-in-finished-leaves-out-an-action.sh) of another. Once a clip has played in two blend modes, each \`clipAction\` [makes an action more](../findings/three-an-additive-action-makes-more-actions.sh), and the objects of an \`AnimationObjectGroup\` [take over](../findings/three-object-groups-stop-at-the-first.sh) what the first one had; what such a group has played [cannot be uncached](../findings/three-uncaching-throws-for-object-groups.sh). \`crossFadeTo\` that adapts the speeds [forgets \`timeScale\`](../findings/three-warped-fades-forget-the-speed.sh), and \`warp\` from a \`timeScale\` of 0 makes it [NaN](../findings/three-warps-from-a-standstill-are-nan.sh). An action that \`startAt\` schedules [counts at once](../findings/three-scheduled-actions-take-part-at-once.sh), and one with a root of its own [is not mixed](../findings/three-actions-with-a-root-of-their-own-do-not-mix.sh) with the others. Clones [stand still](../findings/three-clones-of-nodes-without-names-stand-still.sh) where animated nodes have no names.

Libraries that play through it add to this. drei 10.7: \`useAnimations\` plays [the clips before](../findings/drei-actions-play-the-clips-before.sh) after a change, all \`Clone\`s of a model without a skin have [one list of morph weights](../findings/drei-clones-share-their-face.sh), and \`useGLTF\` morphs [the children of a face](../findings/drei-use-gltf-morphs-children-too.sh), too. model-viewer 4.4: [\`currentTime\` is multiplied](../findings/model-viewer-current-time-is-multiplied-by-the-speed.sh) by the speed, [a gesture is not seen](../findings/model-viewer-second-gesture-is-not-seen.sh) the second time, and [an appended animation](../findings/model-viewer-appended-animations-never-leave.sh) that has ended counts half. A-Frame's \`animation-mixer\` (7.7) keeps [the speed that a clip had](../findings/aframe-clips-keep-a-former-speed.sh) before.`,
  babylon: "Measured without this package.",
  playcanvas:
    "At exactly the length of a loop, the last pose shows; in most others the first one of the next pass. [Controllers](controller.md) says what its state graphs do otherwise.",
  lite: `While groups fade, what has no skin [stands still](../findings/lite-fades-stop-doors.sh), and where weights have a sum below 1, a character [shrinks](../findings/lite-weights-shrink-characters.sh). \`goToFrame\` of the last frame shows [the first](../findings/lite-last-frame-shows-the-first.sh).`,
  galacean:
    "Its Animator takes a transition before [its exit time](../findings/galacean-exit-times-do-not-wait.sh) if another one of the state has none, and misses it if [another character](../findings/galacean-characters-miss-transitions-of-others.sh) with the same controller has passed it. It fires events of what plays once [again at the end](../findings/galacean-events-fire-again-at-the-end.sh), and no time passes in a frame in which [a layer begins](../findings/galacean-playing-one-layer-stops-the-others.sh).",
  filament: "At exactly the length, the first pose shows. Its JavaScript has no way to read weights: the clips count without them.",
  cesium: `A second model that is given as bytes needs a \`basePath\` of its own, or is [the first one again](../findings/cesium-bytes-are-taken-for-the-first-file.sh).`,
  x_ite: "Most pointers play. A loop of 1.1 s is 4 ms off after ten hours.",
  vtk: "It ends with a crash on some valid files.",
  qt: "Lengths are whole milliseconds: a loop of 1.1 s is 34 s off after ten hours. balsam ends with a crash on some valid files.",
  godot3: "A loop of 1.1 s is 11 ms off after ten hours.",
  rhodonite: "Most pointers play.",
  pixi3d: "From the last key of a spline on, the value is [NaN](../findings/pixi3d-splines-end-in-nan.sh).",
  hilo3d:
    "What is left of a frame at the end of a loop [is lost](../findings/hilo3d-loops-lose-the-rest-of-a-frame.sh): a loop of 1.1 s is 9 minutes off after ten hours.",
  orillusion: "It moves joints of skins only: the clips count as if all nodes were joints of a skin.",
  "three-animation-pointer": "An add-on of three.js: most pointers play. For the rest, see three.js.",
  "three-vrm": `Its rows are about files with \`VRMC_vrm_animation\`.`,
};
