import { hermite, samplerOfTrack } from "../../gltf/sampling/index.js";
import { getOrMake, itemsOf, type Json, membersOf, objectsOf } from "../../gltf/util/index.js";
import { angleBetween, errorOfLine } from "../rotations.js";
import type { EngineRuleName } from "./engineTable.js";
import type { PlayedAsset, PlayedChannel } from "./playedAsset.js";
import { mistakenInThree } from "./threeNames.js";
import { expressionNodes, readVrmAnimation, restsInTPose } from "./vrmAnimation.js";

/** Finds the JSON pointers of all places with a kind of content. */
type EngineCheck = (asset: PlayedAsset) => readonly string[];

/** Shorter differences in time are due to rounding, in seconds. */
const TIME_TOLERANCE = 1e-4;
/** Smaller differences of a value are not seen. */
const VALUE_TOLERANCE = 1e-3;
/** What lasts no longer than this is a jump, in seconds. */
const JUMP = 1.1e-3;
const FLOAT = 5126;

/** A rule about each channel of a node. */
const ofChannels =
  (isFound: (channel: PlayedChannel, asset: PlayedAsset, last: number, first: number) => boolean): EngineCheck =>
  (asset) =>
    asset.animations.flatMap(({ channels, first, last }) =>
      channels.filter((channel) => channel.node !== null && isFound(channel, asset, last, first)).map(({ at }) => at),
    );

/** A rule about each channel by JSON pointer. */
const ofPointers =
  (isFound: (pointer: string, channel: PlayedChannel, asset: PlayedAsset) => boolean): EngineCheck =>
  (asset) =>
    asset.animations.flatMap(({ channels }) =>
      channels.filter((channel) => channel.pointer !== null && isFound(channel.pointer, channel, asset)).map(({ at }) => at),
    );

/** A rule about each node that a channel animates. */
const ofAnimated =
  (isFound: (node: number, asset: PlayedAsset) => boolean): EngineCheck =>
  (asset) =>
    [...asset.animated].filter((node) => isFound(node, asset)).map((node) => `/nodes/${node}`);

/** A rule about each primitive of a mesh with animated weights. */
const ofMorphs =
  (isFound: (primitive: Json, mesh: Json, asset: PlayedAsset) => boolean): EngineCheck =>
  (asset) =>
    animatedMorphs(asset)
      .filter((index) => objectsOf(asset.meshes[index]!["primitives"]).some((primitive) => isFound(primitive, asset.meshes[index]!, asset)))
      .map((index) => `/meshes/${index}`);

/** A rule about each channel of a VRM animation. */
const ofVrm =
  (isFound: (channel: PlayedChannel, asset: PlayedAsset) => boolean): EngineCheck =>
  (asset) =>
    readVrmAnimation(asset)
      ? asset.animations.flatMap(({ channels }) => channels.filter((channel) => isFound(channel, asset)).map(({ at }) => at))
      : [];

/** How to find what {@link ENGINE_RULES} names. */
export const ENGINE_CHECKS: { readonly [Rule in EngineRuleName]: EngineCheck } = {
  "ends-early": ofChannels((channel, _, last) => channel.interpolation !== "STEP" && endsEarly(channel, last)),
  "ends-early-step": ofChannels((channel, _, last) => channel.interpolation === "STEP" && endsEarly(channel, last)),
  "begins-late": ofChannels(({ range, keys }) => range !== null && keys > 1 && range[0] > TIME_TOLERANCE),
  "lead-in": ({ animations }) =>
    animations.filter(({ first, last }) => first > TIME_TOLERANCE && last > first).map(({ index }) => `/animations/${index}`),
  "one-key": ofChannels(({ keys }) => keys === 1),
  "one-key-moves": ofChannels((channel, asset) => channel.keys === 1 && !isRest(asset, channel)),
  "one-key-beside": ofChannels(({ keys, range }, _, last) => keys === 1 && range !== null && last > range[0] + TIME_TOLERANCE),
  "one-key-only": ({ animations }) =>
    animations
      .filter(({ channels }) => channels.length > 0 && channels.every(({ keys }) => keys === 1))
      .map(({ index }) => `/animations/${index}`),
  "no-length": ({ animations }) =>
    animations
      .filter(({ channels, last }) => channels.length > 0 && last === 0 && channels.every(({ keys }) => keys === 1))
      .map(({ index }) => `/animations/${index}`),
  step: ofChannels(isStep),
  "step-vectors": ofChannels((channel) => isVector(channel) && channel.interpolation === "STEP"),
  "step-weights": ofChannels((channel) => channel.path === "weights" && isStep(channel)),
  spline: ofChannels(isSpline),
  "spline-length": ofChannels((channel) => isSpline(channel) && hasInterval(channel, isWeighed)),
  "spline-rotation": ofChannels((channel) => channel.path === "rotation" && isSpline(channel)),
  "spline-rotation-length": ofChannels(
    (channel) => channel.path === "rotation" && isSpline(channel) && hasInterval(channel, leavesUnitLength),
  ),
  "spline-weights": ofChannels((channel) => channel.path === "weights" && isSpline(channel)),
  weights: ofChannels(({ path }) => path === "weights"),
  "spline-corner": ofChannels((channel) => isSpline(channel) && hasInterval(channel, beginsWithCorner)),
  "spline-pointer": ofPointers((_, channel) => isSpline(channel)),
  "wide-arc": ofChannels((channel) => channel.path === "rotation" && channel.interpolation === "LINEAR" && hasWideArc(channel)),
  "linear-vectors": ofChannels(
    (channel) => isVector(channel) && channel.interpolation === "LINEAR" && channel.keys > 1 && changes(channel),
  ),
  "no-change-held": ofChannels((channel, asset) => holdsNoChange(channel, asset)),
  "integer-rotation": ofChannels((channel, asset) => channel.path === "rotation" && isInteger(channel, asset)),
  "integer-weights": ofChannels((channel, asset) => channel.path === "weights" && isInteger(channel, asset)),
  sparse: ofChannels((channel, asset) => accessorsOf(channel, asset).some(({ sparse }) => sparse !== undefined)),
  "sparse-without-offset": ofChannels((channel, asset) => accessorsOf(channel, asset).some(({ sparse }) => lacksOffset(sparse))),
  "node-weights": ({ nodes, meshes }) =>
    [...nodes.keys()].filter((node) => hasOtherWeights(nodes[node]!, meshes)).map((node) => `/nodes/${node}/weights`),
  "equal-paths": (asset) => {
    const shared = sharedKeys(asset, (node) => `${asset.pathOf(node)[1]} ${nameOf(asset.nodes[node])}`);
    return ofAnimated((node) => asset.pathOf(node).some((each) => shared.has(each)))(asset);
  },
  "equal-names": (asset) => {
    const shared = sharedKeys(asset, (node) => nameOf(asset.nodes[node])!);
    return ofAnimated((node) => shared.has(node))(asset);
  },
  "numbered-names": (asset) => [...new Set(mistakenInThree(asset).mistaken.map(({ node }) => `/nodes/${node}`))],
  "slash-in-name": ofAnimated((node, asset) => asset.pathOf(node).some((each) => /\//.test(nameOf(asset.nodes[each]) ?? ""))),
  "cut-names": ofAnimated((node, { nodes }) => /[/.:]/.test(nameOf(nodes[node]) ?? "")),
  "animation-names": ({ source: { json } }) => {
    const names = objectsOf(json.animations).map((animation) => nameOf(animation));
    return [...names.keys()].filter((i) => names.indexOf(names[i]) < i).map((i) => `/animations/${i}`);
  },
  "material-names": ofPointers((pointer, _, asset) => hasDoubtfulMaterial(pointer, asset)),
  "channel-without-node": ({ animations }) =>
    animations.flatMap(({ channels }) => channels.filter(({ node, pointer }) => node === null && pointer === null).map(({ at }) => at)),
  pointer: ofPointers(() => true),
  "pointer-yfov": ofPointers((pointer) => /\/yfov$/.test(pointer)),
  "pointer-vec4": ofPointers((_, { sampler }, { accessors }) => accessors[sampler["output"] as number]?.["type"] === "VEC4"),
  "pointer-no-transform": ofPointers((pointer) => !/\/KHR_texture_transform\/(offset|rotation|scale)$/.test(pointer)),
  "pointer-needle": ofPointers((pointer) =>
    /\/(aspectRatio|innerConeAngle|outerConeAngle|KHR_texture_transform\/rotation|weights(\/\d+)?)$/.test(pointer),
  ),
  "pointer-metallic": ofPointers((pointer) => /\/metallicFactor$/.test(pointer)),
  "shared-mesh": (asset) => {
    const unskinned = [...asset.nodes.keys()].filter((node) => asset.nodes[node]!["skin"] === undefined);
    const moversOf = (node: number): string =>
      asset
        .pathOf(node)
        .filter((each) => asset.animated.has(each))
        .join();
    return [...usersOfMeshes(unskinned, asset)]
      .filter(([, nodes]) => new Set(nodes.map(moversOf)).size > 1)
      .map(([mesh]) => `/meshes/${mesh}`);
  },
  "shared-morph-mesh": (asset) => {
    const users = usersOfMeshes([...asset.nodes.keys()], asset);
    return animatedMorphs(asset)
      .filter((mesh) => (users.get(mesh)?.length ?? 0) > 1)
      .map((mesh) => `/meshes/${mesh}`);
  },
  "shared-shape": (asset) => {
    const shapes = asset.meshes.map(({ primitives }) =>
      objectsOf(primitives)
        .map(({ attributes }) => membersOf(attributes)["POSITION"])
        .filter((position) => position !== undefined),
    );
    const isShared = (mesh: number): boolean =>
      shapes.some((shape, other) => other !== mesh && shape.some((each) => shapes[mesh]!.includes(each)));
    return animatedMorphs(asset)
      .filter(isShared)
      .map((mesh) => `/meshes/${mesh}`);
  },
  "morph-without-weights": ofMorphs((_, mesh) => mesh["weights"] === undefined),
  "one-target": ofMorphs(({ targets }) => itemsOf(targets).length === 1),
  "morph-without-normals": ofMorphs(({ attributes }) => membersOf(attributes)["NORMAL"] === undefined),
  "morph-shares-position": ofMorphs(({ attributes, targets }) => {
    const { POSITION: position } = membersOf(attributes);
    return position !== undefined && objectsOf(targets).some((target) => target["POSITION"] === position);
  }),
  "sparse-morph": ofMorphs(({ targets }, _, { accessors }) =>
    objectsOf(targets).some((target) =>
      Object.values(target).some((accessor) => {
        const { sparse, bufferView } = membersOf(accessors[accessor as number]);
        return sparse !== undefined && bufferView === undefined;
      }),
    ),
  ),
  "outside-scene": (asset) => {
    const { scene = 0 } = asset.source.json as Json;
    const shown = asset.nodesOfScene(scene);
    return [...asset.animated].filter((node) => !shown.has(node)).map((node) => `/nodes/${node}`);
  },
  "several-animations": ({ animations }) => (animations.length > 1 ? ["/animations"] : []),
  "mixed-animations": ({ animations }) => (animations.length > 1 ? ["/animations"] : []),
  "no-skin": (asset) => {
    const joints = jointsOf(asset);
    return [...asset.animated].filter((node) => !joints.has(node)).map((node) => `/nodes/${node}`);
  },
  "below-joint": (asset) => {
    const holders = holdersOfSkins(asset);
    const moved = new Set(
      asset.coreChannels.filter((channel) => holders.has(channel.node!) && moves(channel, asset)).map(({ node }) => node!),
    );
    return [...asset.nodes.keys()]
      .filter((node) => isRigid(asset.nodes[node]!) && asset.pathOf(node).some((each) => moved.has(each)))
      .map((node) => `/nodes/${node}`);
  },
  "no-inverse-bind": ({ source: { json } }) =>
    objectsOf(json["skins"]).flatMap((skin, i) => (skin["inverseBindMatrices"] === undefined ? [`/skins/${i}`] : [])),
  "no-mesh": ({ animations, meshes }) => (animations.length > 0 && meshes.length === 0 ? ["/animations"] : []),
  "pivot-extras": (asset) =>
    [...asset.nodes.keys()].filter((node) => isMovedByExtras(node, asset)).map((node) => `/nodes/${node}/extras/pivot`),
  "between-samples": ofChannels((channel) => isLostBetweenSamples(channel)),
  "vrm-step": ofVrm(isStep),
  "vrm-spline": ofVrm(isSpline),
  "vrm-weights": ofVrm((channel, asset) => expressionNodes(asset).has(channel.node!) && isBeyondOne(channel)),
  "vrm-channel-without-node": ofVrm(({ node, pointer }) => node === null && pointer === null),
  "vrm-hips": (asset) => {
    const animation = readVrmAnimation(asset);
    return animation && !animation.bones.has("hips") ? ["/extensions/VRMC_vrm_animation/humanoid"] : [];
  },
  "vrm-rest": (asset) => {
    const animation = readVrmAnimation(asset);
    return animation && !restsInTPose(asset, animation.bones) ? ["/extensions/VRMC_vrm_animation/humanoid"] : [];
  },
};

/**
 * Whether extras of a node move it in three.js. They do not where they repeat what the file says, as its exporter writes them: the first child is moved back by
 * the pivot, and neither of the two changes its place.
 */
function isMovedByExtras(node: number, { nodes, coreChannels }: PlayedAsset): boolean {
  const { extras, children } = nodes[node]!;
  const { pivot } = membersOf(extras);
  const [child] = itemsOf(children) as readonly number[];
  if (pivot === undefined || child === undefined) {
    return false;
  }
  const place = itemsOf(nodes[child]?.["translation"]) as readonly number[];
  const isMovedBack = itemsOf(pivot).length === 3 && itemsOf(pivot).every((number, i) => number === -(place[i] ?? 0));
  return (
    !isMovedBack || coreChannels.some((channel) => channel.path === "translation" && (channel.node === node || channel.node === child))
  );
}

function endsEarly({ keys, range }: PlayedChannel, last: number): boolean {
  return keys > 1 && range !== null && range[1] < last - TIME_TOLERANCE;
}

const isVector = ({ path }: PlayedChannel): boolean => path === "translation" || path === "scale";

function isStep(channel: PlayedChannel): boolean {
  return channel.interpolation === "STEP" && channel.keys > 1 && changes(channel);
}

function isSpline({ interpolation, keys }: PlayedChannel): boolean {
  return interpolation === "CUBICSPLINE" && keys > 1;
}

/** Whether two neighboring keys have other values. Keys that cannot be read count as others. */
function changes(channel: PlayedChannel): boolean {
  const track = channel.track();
  const size = track ? track.size * (track.interpolation === "CUBICSPLINE" ? 3 : 1) : 0;
  return !track || track.values.some((value, i) => i >= size && Math.abs(value - track.values[i - size]!) > 1e-6);
}

/** Whether a channel moves its node from rest. */
function moves(channel: PlayedChannel, asset: PlayedAsset): boolean {
  return channel.path !== "weights" && (changes(channel) || !isRest(asset, channel));
}

function jointsOf({ source: { json } }: PlayedAsset): ReadonlySet<unknown> {
  return new Set(objectsOf(json["skins"]).flatMap((skin) => itemsOf(skin["joints"])));
}

/** The joints, and the nodes of skinned meshes with those above them, up to a joint. */
function holdersOfSkins(asset: PlayedAsset): ReadonlySet<unknown> {
  const joints = jointsOf(asset);
  const holders = new Set(joints);
  for (const node of asset.nodes.keys()) {
    const path = asset.nodes[node]!["skin"] === undefined ? [] : asset.pathOf(node);
    const joint = path.findIndex((each) => joints.has(each));
    path.slice(0, joint < 0 ? path.length : joint).forEach((each) => holders.add(each));
  }
  return holders;
}

/** Whether a node shows something that no skin moves. */
function isRigid({ mesh, skin, extensions }: Json): boolean {
  const { light } = membersOf(membersOf(extensions)["KHR_lights_punctual"]);
  return (mesh !== undefined && skin === undefined) || light !== undefined;
}

/** Two neighboring keys of a track. */
interface Interval {
  readonly seconds: number;
  readonly from: ArrayLike<number>;
  readonly to: ArrayLike<number>;
  /** The tangents of a spline at the first key. */
  readonly inTangent: ArrayLike<number>;
  readonly outTangent: ArrayLike<number>;
  /** The in-tangent of a spline at the second key. */
  readonly nextTangent: ArrayLike<number>;
}

/** Whether two neighboring keys are of a kind. Keys that cannot be read count as such. */
function hasInterval(channel: PlayedChannel, isFound: (interval: Interval) => boolean): boolean {
  const track = channel.track();
  if (!track) {
    return true;
  }
  const { times, values, size, interpolation } = track;
  const parts = interpolation === "CUBICSPLINE" ? 3 : 1;
  const part = (key: number, index: number): ArrayLike<number> => {
    const at = (parts * key + index) * size;
    return values.subarray(at, at + size);
  };
  const middle = parts === 3 ? 1 : 0;
  for (let key = 0; key + 1 < times.length; key++) {
    const seconds = times[key + 1]! - times[key]!;
    const [from, to] = [part(key, middle), part(key + 1, middle)];
    if (isFound({ seconds, from, to, inTangent: part(key, 0), outTangent: part(key, parts - 1), nextTangent: part(key + 1, 0) })) {
      return true;
    }
  }
  return false;
}

const largest = (values: ArrayLike<number>): number => Array.from(values).reduce((most, value) => Math.max(most, Math.abs(value)), 0);

/**
 * Whether tangents that are multiplied by the position between the keys, not by the time, give another curve, which they do at 1 s between keys, too: they weigh
 * at most 4/27.
 */
function isWeighed({ seconds, outTangent, nextTangent }: Interval): boolean {
  return (Math.max(1, seconds) * 4 * Math.max(largest(outTangent), largest(nextTangent))) / 27 > VALUE_TOLERANCE;
}

/** Whether the cubic between two quaternions has another length than 1 on its way. */
function leavesUnitLength({ seconds, from, to, outTangent, nextTangent }: Interval): boolean {
  return [0.25, 0.5, 0.75].some((t) => {
    const value = Array.from(from, (component, i) => hermite(t, component, seconds * outTangent[i]!, to[i]!, seconds * nextTangent[i]!));
    return Math.abs(Math.hypot(...value) - 1) > VALUE_TOLERANCE;
  });
}

/** Whether the in-tangent in place of the out-tangent gives another curve. */
function beginsWithCorner({ seconds, inTangent, outTangent }: Interval): boolean {
  return (seconds * 4 * largest(Array.from(outTangent, (component, i) => component - inTangent[i]!))) / 27 > VALUE_TOLERANCE;
}

/** Whether a line between two quaternions of a track is visibly no arc. Keys that cannot be read are not judged. */
function hasWideArc(channel: PlayedChannel): boolean {
  const isWide = ({ seconds, from, to }: Interval): boolean => seconds > JUMP && errorOfLine(angleBetween(from, to)) > VALUE_TOLERANCE;
  return channel.track() !== null && hasInterval(channel, isWide);
}

/** Whether lines between the values at each 15th of a second miss a key visibly. */
function isLostBetweenSamples(channel: PlayedChannel): boolean {
  const track = channel.interpolation === "LINEAR" ? channel.track() : null;
  if (!track || track.times.length < 2) {
    return false;
  }
  const sample = samplerOfTrack(track);
  const [first, last] = [track.times[0]!, track.times.at(-1)!];
  return Array.from(track.times).some((time, key) => {
    const before = Math.max(first, Math.floor(time * 15) / 15);
    const after = Math.min(last, Math.ceil(time * 15) / 15);
    if (after <= before) {
      return false;
    }
    const [a, b] = [sample(before), sample(after)];
    const shown = a.map((component, i) => component + ((time - before) / (after - before)) * (b[i]! - component));
    const value = track.values.subarray(key * track.size, (key + 1) * track.size);
    const unit = Math.max(1, largest(value));
    return track.isRotation
      ? angleBetween(shown, value) > 2 * VALUE_TOLERANCE
      : shown.some((component, i) => Math.abs(component - value[i]!) > VALUE_TOLERANCE * unit);
  });
}

/** Whether the first key of a channel has the value at rest. */
function isRest({ nodes, meshes }: PlayedAsset, { node, path, track }: PlayedChannel): boolean {
  const read = track();
  if (!read || node === null) {
    return false;
  }
  const { values, size, interpolation } = read;
  const at = interpolation === "CUBICSPLINE" ? size : 0;
  const value = values.subarray(at, at + size);
  const json = membersOf(nodes[node]);
  const mesh = membersOf(meshes[json["mesh"] as number]);
  const byDefault = path === "rotation" ? [0, 0, 0, 1] : value.map(() => (path === "scale" ? 1 : 0));
  const rest = itemsOf(json[path] ?? (path === "weights" ? mesh["weights"] : undefined) ?? Array.from(byDefault)) as readonly number[];
  return value.every((component, i) => Math.abs(component - rest[i]!) <= VALUE_TOLERANCE);
}

/** What leaves a node as it is. */
const NO_CHANGE: ReadonlyMap<string, readonly number[]> = new Map([
  ["translation", [0, 0, 0]],
  ["rotation", [0, 0, 0, 1]],
  ["scale", [1, 1, 1]],
]);

/** Whether a translation, rotation or scale stays for a while at what leaves the node as it is, and is something else before. */
function holdsNoChange(channel: PlayedChannel, asset: PlayedAsset): boolean {
  const none = NO_CHANGE.get(channel.path);
  const isNone = (value: ArrayLike<number>): boolean =>
    channel.path === "rotation"
      ? Math.abs(value[3]!) >= 1 - 1e-6 // by gl-matrix, angles up to 0.16 degrees
      : none!.every((component, i) => Math.abs(component - value[i]!) <= 1e-6);
  const isHeld = ({ seconds, from, to }: Interval): boolean =>
    seconds > JUMP && isNone(from) && (channel.interpolation === "STEP" || isNone(to));
  return none !== undefined && (changes(channel) || !isRest(asset, channel)) && hasInterval(channel, isHeld);
}

function accessorsOf({ sampler }: PlayedChannel, { accessors }: PlayedAsset): readonly Json[] {
  return [sampler["input"], sampler["output"]].map((index) => membersOf(accessors[index as number]));
}

function isInteger(channel: PlayedChannel, asset: PlayedAsset): boolean {
  const { componentType } = accessorsOf(channel, asset)[1]!;
  return typeof componentType === "number" && componentType !== FLOAT;
}

function lacksOffset(sparse: unknown): boolean {
  const { indices, values } = membersOf(sparse);
  return sparse !== undefined && [indices, values].some((part) => membersOf(part)["byteOffset"] === undefined);
}

export function hasOtherWeights({ weights, mesh }: Json, meshes: readonly Json[]): boolean {
  if (!Array.isArray(weights) || !Object.hasOwn(meshes, mesh as number)) {
    return false;
  }
  const ofMesh = itemsOf(meshes[mesh as number]!["weights"]) as readonly number[];
  return (weights as readonly number[]).some((weight, i) => Math.abs(weight - (ofMesh[i] ?? 0)) > VALUE_TOLERANCE);
}

export function nameOf(object: Json | undefined): string | undefined {
  const { name } = membersOf(object);
  return typeof name === "string" ? name : undefined;
}

/** The nodes with a name that have the key of another one. */
function sharedKeys({ nodes }: PlayedAsset, keyOf: (node: number) => string): ReadonlySet<number> {
  const byKey = new Map<string, number[]>();
  for (const node of nodes.keys()) {
    if (nameOf(nodes[node]) !== undefined) {
      getOrMake(byKey, keyOf(node), (): number[] => []).push(node);
    }
  }
  return new Set([...byKey.values()].filter(({ length }) => length > 1).flat());
}

function hasDoubtfulMaterial(pointer: string, { source: { json } }: PlayedAsset): boolean {
  const [, index] = /^\/materials\/(\d+)\//.exec(pointer) ?? [];
  const names = objectsOf(json["materials"]).map((material) => nameOf(material));
  if (index === undefined || Number(index) >= names.length) {
    return false;
  }
  const name = names[Number(index)];
  return name === undefined || name === "material" || /[./:[\]]/.test(name) || names.filter((other) => other === name).length > 1;
}

/** The meshes whose weights channels of nodes animate, by index. */
function animatedMorphs({ coreChannels, nodes, meshes }: PlayedAsset): readonly number[] {
  const morphs = coreChannels.filter(({ path }) => path === "weights").map(({ node }) => nodes[node!]!["mesh"] as number);
  return [...new Set(morphs)].filter((mesh) => Object.hasOwn(meshes, mesh));
}

function usersOfMeshes(nodes: readonly number[], asset: PlayedAsset): ReadonlyMap<number, readonly number[]> {
  const users = new Map<number, number[]>();
  for (const node of nodes) {
    const { mesh } = asset.nodes[node]!;
    if (typeof mesh === "number" && mesh in asset.meshes) {
      getOrMake(users, mesh, (): number[] => []).push(node);
    }
  }
  return users;
}

function isBeyondOne({ path, track }: PlayedChannel): boolean {
  const read = path === "translation" ? track() : null;
  if (!read) {
    return false;
  }
  const parts = read.interpolation === "CUBICSPLINE" ? 3 : 1;
  const at = parts === 3 ? read.size : 0;
  return read.values.some((value, i) => i % (parts * read.size) === at && (value < -1e-6 || value > 1 + 1e-6));
}
