/** A character that walks, stands and turns by formulas, for the comparisons of root motion. */
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { createAsset, nodeAnimation, type TestChannel } from "../helpers/gltfAsset.js";
import type { Asset } from "../helpers/gltfPose.js";
import type { Stage } from "./stage.js";

/** Units that a walk travels in its cycle of one second. */
export const SPEED = 1.2;

interface Gait {
  readonly name: string;
  /** Units that a cycle travels; default 0. */
  readonly travel?: number;
  /** Whether the hips carry the travel, or the feet slide below hips that stay; default the hips. */
  readonly inPlace?: boolean;
  /** Radians that a cycle turns by, along an arc if it travels. */
  readonly turn?: number;
  /** Radians that the hips twist by either way during a cycle. */
  readonly twist?: number;
  /** Radians between the way and the axis z. */
  readonly veer?: number;
  /** Units that the hips surge twice in a cycle. */
  readonly surge?: number;
}

const GAITS: readonly Gait[] = [
  { name: "walk", travel: SPEED },
  { name: "run", travel: 2 * SPEED },
  { name: "idle" },
  { name: "in place", travel: SPEED, inPlace: true },
  { name: "in place, surging", travel: SPEED, inPlace: true, surge: 0.3 },
  { name: "in place, veering", travel: SPEED, inPlace: true, veer: 0.05 },
  { name: "in place, diagonal", travel: SPEED, inPlace: true, veer: 0.5 },
  { name: "arc", travel: SPEED, turn: Math.PI / 2 },
  { name: "turn on the spot", turn: Math.PI / 2 },
  { name: "spin", turn: 2 * Math.PI },
  { name: "twist", travel: SPEED, twist: 0.15 },
  { name: "veer", travel: SPEED, veer: 0.05 },
];

const STEPS = 60;
const NODE = { character: 0, armature: 1, hips: 2, left: 3, right: 4 } as const;

type Point = readonly [number, number, number];

/** Turns a point about the axis y. */
function turned([x, y, z]: Point, angle: number): Point {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [x * cos + z * sin, y, z * cos - x * sin];
}

/** Into the space of the armature, which is turned by a quarter and half as large. */
function toArmature(point: Point): Point {
  return turned(point, -Math.PI / 2).map((each) => 2 * each) as unknown as Point;
}

/** Where a foot is: on the ground for half of a cycle, then swinging to its next place. */
function footAt(phase: number, side: 1 | -1, travel: number): Point {
  const shifted = side === 1 ? phase : phase + 0.5;
  const [cycle, part] = [Math.floor(shifted), shifted % 1];
  const ground = travel * (cycle + (side === 1 ? 0.25 : -0.25));
  const swing = Math.max(0, 2 * part - 1);
  return [0.1 * side, 0.15 * Math.sin(Math.PI * swing), ground + travel * swing];
}

function gaitChannels({ travel = 0, inPlace = false, turn = 0, twist = 0, veer = 0, surge = 0 }: Gait): readonly TestChannel[] {
  const phases = Array.from({ length: STEPS + 1 }, (_, i) => i / STEPS);
  const headingAt = (phase: number): number => turn * phase + twist * Math.sin(2 * Math.PI * phase);
  const hipsAt = (phase: number): Point => {
    const [x, z] = inPlace
      ? [0, 0]
      : turn === 0
        ? [0, travel * phase]
        : [(travel / turn) * (1 - Math.cos(turn * phase)), (travel / turn) * Math.sin(turn * phase)];
    return turned([x + 0.03 * Math.sin(2 * Math.PI * phase), 1, z + surge * Math.sin(4 * Math.PI * phase)], veer);
  };
  // the feet are below hips whose rotation they share, so that only gaits that go straight have planted feet
  const footOffset = (phase: number, side: 1 | -1): Point => {
    const [hips, foot] = [hipsAt(phase), travel === 0 ? ([0.1 * side, 0, 0] as const) : footAt(phase, side, travel)];
    const [x, y, z] = turned([foot[0], foot[1], foot[2] - (inPlace ? travel * phase : 0)], veer);
    return [x - hips[0], y - hips[1], z - hips[2]];
  };
  const channel = (node: number, path: TestChannel["path"], valueAt: (phase: number) => readonly number[]): TestChannel => {
    return { node, path, times: phases, values: phases.flatMap((phase) => [...valueAt(phase)]) };
  };
  const turns = turn !== 0 || twist !== 0;
  return [
    channel(NODE.hips, "translation", (phase) => toArmature(hipsAt(phase))),
    ...(turns ? [channel(NODE.hips, "rotation", (phase) => [0, Math.sin(headingAt(phase) / 2), 0, Math.cos(headingAt(phase) / 2)])] : []),
    channel(NODE.left, "translation", (phase) => toArmature(footOffset(phase, 1))),
    channel(NODE.right, "translation", (phase) => toArmature(footOffset(phase, -1))),
  ];
}

/** A character below an armature that is scaled and turned, as converters of FBX files write it; its gaits take one second each. */
export const WALKER: Asset = createAsset((add) => ({
  scenes: [{ nodes: [0] }],
  nodes: [
    { name: "character", children: [1] },
    { name: "armature", children: [2], scale: [0.5, 0.5, 0.5], rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2] },
    { name: "hips", children: [3, 4, 5] },
    { name: "left foot" },
    { name: "right foot" },
    { name: "head", translation: [0, 1.4, 0] },
  ],
  animations: GAITS.map((gait) => nodeAnimation(add, gait.name, gaitChannels(gait))),
}));

export function gaitOf(stage: Stage, name: string): AnimationGroup {
  return stage.groups[GAITS.findIndex((gait) => gait.name === name)]!;
}

export function nodeOf(stage: Stage, name: string): TransformNode {
  return stage.scene.getTransformNodeByName(name)!;
}
