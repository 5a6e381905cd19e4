import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { Node } from "@babylonjs/core/node.js";
import { type AnimationGroupOwner, groupsOf, logWarning, warnOfUnknownMembers } from "../../scene/host/index.js";
import {
  createFinding,
  DescribeFinding,
  doubtsAmong,
  errorOf,
  errorsAmong,
  excerpt,
  type Finding,
  isObject,
  type MemberNames,
  show,
} from "../../gltf/util/index.js";
import { clipFor } from "./actor.js";
import { expectClipName } from "./clipName.js";
import { ClipController } from "./controller.js";
import type { CheckedDefinition, ControllerJson } from "./definitionTypes.js";
import {
  CONTROLLER_MEMBER,
  type ControllerDefinition,
  controllerIn,
  type ControllerNames,
  type ControllerPlan,
  readController,
  valuesOf,
} from "../../gltf/controller/index.js";
import { SceneCharacter, SceneLayerActor } from "./sceneActor.js";

/** The options of {@link CreateController}. */
export interface ControllerOptions {
  /** The name in saved states and messages, unique in the scene. Default `"controller"`. */
  readonly name?: string | undefined;
  /**
   * The names of this character's clips by the names in the definition, where they differ: one definition serves characters whose clips have
   * other names. Default: no names differ
   */
  readonly clips?: Readonly<Record<string, string>> | undefined;
}

/**
 * Lets a controller choose what a character plays. The controller plays the character's clips, and makes clips of plain animation groups; nothing
 * else should start or stop them meanwhile. Each layer of the controller is a layer of the clips.
 * @param character the result of loading, instances of a container, or a scene: its groups are found by name, with those that were made of them
 * @param definition is not changed. Default the one that the file of the character has, see {@link GetControllerDefinition}
 * @throws AssetError with the JSON pointer in the definition, if the definition is invalid; TypeError or RangeError if there is none, an option is invalid, the character has no
 * animation groups, another controller plays its clips, or a clip cannot be played. No controller is left then
 * @example
 * const controller = CreateController(result, { parameters: { speed: 0 }, layers: [{ states: { move: { blend: "speed", clips: [{ clip: "idle", at: 0 }, { clip: "walk", at: 1.4 }] } } }] });
 * controller.set("speed", 0.7);
 * @experimental
 */
export function CreateController<const D extends ControllerJson = ControllerDefinition>(
  character: AnimationGroupOwner,
  definition: (D & CheckedDefinition<D>) | null = null,
  options: ControllerOptions = {},
): ClipController<D> {
  const name = nameIn<ControllerOptions>("CreateController", options, { name: true, clips: true });
  const groups = groupsFor(character);
  const nodes = nodesOf(groups);
  const stated = definition ?? expectDefinition(groups);
  const { clips: initial = {} } = options;
  const { plan, findings } = planOf(stated, { clips: groups.map((group) => String(group.name)), nodes: nodes.keys() }, initial);
  const names = new Set(plan.layers.flatMap(({ states }) => states.flatMap((state) => state.clips.map((each) => clipFor(each, initial)))));
  const clips = new SceneCharacter(() => groupsFor(character), names, name);
  logDoubts(findings, name);
  const values = valuesOf(plan);
  try {
    const actors = plan.layers.map((layer, i) => new SceneLayerActor(clips, layer, i, nodes, values, initial));
    const clipNames = { initial, reserve: (clip: string) => clips.reserve(clip) };
    const controller = new ClipController<D>(name, findings, plan, values, actors, clipNames, clips.scheduler, () => {
      observer?.remove();
      clips.dispose();
    });
    const played = groups.find((group) => names.has(group.name))!;
    const observer = topmostOf(played)?.onDisposeObservable?.addOnce(() => controller.dispose());
    return controller;
  } catch (thrown) {
    clips.dispose();
    throw thrown;
  }
}

/**
 * The animation groups of a character, and those that were made of them and are in the scene alone, such as clips in place of root motion, if no
 * other has their name.
 * @throws RangeError if there are none
 */
function groupsFor(character: AnimationGroupOwner): readonly AnimationGroup[] {
  const own = groupsOf(character);
  if (own.length === 0) {
    throw new RangeError(`character: must have animation groups (got ${show(own)})`);
  }
  const names = new Set(own.map(({ name }) => name));
  const others = own[0]!.getScene().animationGroups.filter(({ name }) => !names.has(name));
  const targets = others.length > 0 ? new Set(own.flatMap(targetsOf)) : null;
  return [...own, ...others.filter((group) => targetsOf(group).some((target) => targets!.has(target)))];
}

function targetsOf({ targetedAnimations }: AnimationGroup): unknown[] {
  return targetedAnimations.map(({ target }) => target as unknown);
}

/** The topmost node of the character that a group animates. */
function topmostOf({ targetedAnimations }: AnimationGroup): Partial<Node> | null | undefined {
  let node = targetedAnimations[0]?.target as Partial<Node> | null | undefined;
  while (node?.parent) {
    node = node.parent;
  }
  return node;
}

/**
 * The definition of a controller that the file of a character has: `extras.animationController` of a node that its clips animate, or of one above.
 * @param character the result of loading, a container, instances, or a scene
 * @returns the definition, which is not checked; null without one
 * @throws RangeError if several nodes have definitions
 * @example ControlCrowd(crowd, crowd.addMany(100), GetControllerDefinition(container) as ControllerDefinition);
 * @experimental
 */
export function GetControllerDefinition(character: AnimationGroupOwner): unknown {
  return definitionOf(groupsOf(character));
}

function definitionOf(groups: readonly AnimationGroup[]): unknown {
  const nodes = new Set<Partial<Node>>();
  for (const target of new Set(groups.flatMap(targetsOf))) {
    for (let node = target as Node | null | undefined; node && !nodes.has(node); node = node.parent) {
      nodes.add(node);
    }
  }
  const having = [...nodes].filter((node) => controllerIn(extrasOf(node)) !== undefined);
  if (having.length > 1) {
    const names = excerpt(having.map(({ name }) => name).join(", "));
    throw new RangeError(`character: must have one controller in its file (got those of ${names}); give a part of it, or a definition`);
  }
  return having.length === 0 ? null : controllerIn(extrasOf(having[0]!));
}

/** @throws RangeError if there is none */
function expectDefinition(groups: readonly AnimationGroup[]): unknown {
  const found = definitionOf(groups);
  if (found === null) {
    throw new RangeError(`definition: must be stated, because no node of the character has one in its extras (${CONTROLLER_MEMBER})`);
  }
  return found;
}

/** The `extras` of a node in its file, as Babylon's loader keeps them. */
function extrasOf({ metadata }: Partial<Node>): unknown {
  return (metadata as { readonly gltf?: { readonly extras?: unknown } } | null | undefined)?.gltf?.extras;
}

/**
 * Checks the definition of a controller, for editors and build steps.
 * @param definition any value; is not changed
 * @param names what the definition may name, if that is known
 * @returns `CONTROLLER_INVALID` for each broken rule, with which no controller is made; `CONTROLLER_DOUBTFUL` and `OPTION_UNKNOWN` for what has no
 * effect. At most 100
 * @throws TypeError unless `names` are names
 * @example CheckController(definition, { clips: result.animationGroups.map(({ name }) => name) }).map(DescribeFinding)
 * @experimental
 */
export function CheckController<const D>(
  definition: D & (D extends ControllerJson ? CheckedDefinition<D> : unknown),
  names: ControllerNames = {},
): readonly Finding[] {
  return readController(definition, names).findings;
}

/** The name of a controller. @throws TypeError if it is no text */
export function nameIn<Options extends ControllerOptions>(caller: string, options: Options, known: MemberNames<Options>): string {
  if (!isObject(options)) {
    throw new TypeError(`options: must be an object (got ${show(options)})`);
  }
  const { name = "controller" } = options;
  if (typeof name !== "string") {
    throw new TypeError(`options.name: must be a string (got ${show(name)})`);
  }
  warnOfUnknownMembers<Options>(caller, "options", options, known);
  return name;
}

/**
 * @param names what the character has
 * @param clips see {@link ControllerOptions.clips}
 * @throws AssetError with the JSON pointer of the first mistake; TypeError or RangeError if `clips` names no clips
 */
export function planOf(
  definition: unknown,
  names: ControllerNames & { readonly clips: readonly string[] },
  clips: ControllerOptions["clips"] = {},
): { readonly plan: ControllerPlan; readonly findings: readonly Finding[] } {
  expectClips(clips, names.clips);
  const { plan, findings } = readController(definition, { ...names, clips: [...names.clips, ...Object.keys(clips)] });
  const [error] = errorsAmong(findings);
  if (!plan) {
    const [unknown] = findings.filter(({ code }) => code === "OPTION_UNKNOWN"); // often the cause
    throw errorOf(unknown ? { ...error!, message: `${error!.message}; and ${DescribeFinding(unknown)}` } : error!);
  }
  return { plan, findings: [...findings, ...findUnused(plan, clips)] };
}

function expectClips(clips: unknown, names: readonly string[]): void {
  if (!isObject(clips)) {
    throw new TypeError(`options.clips: must be an object (got ${show(clips)})`);
  }
  Object.entries(clips).forEach(([key, name]) => expectClipName(`options.clips.${excerpt(key)}`, name, names));
}

function findUnused({ layers }: ControllerPlan, clips: Readonly<Record<string, string>>): readonly Finding[] {
  const used = new Set(layers.flatMap(({ states }) => states.flatMap((state) => state.clips)));
  const unused = Object.keys(clips).filter((name) => !used.has(name));
  return unused.map((name) =>
    createFinding(
      "OPTION_UNKNOWN",
      `options.clips.${excerpt(name)}`,
      `has no effect, since the definition names no such clip (got ${show(clips[name])})`,
    ),
  );
}

export function logDoubts(findings: readonly Finding[], name: string): void {
  doubtsAmong(findings).forEach((finding) => logWarning(`${name}: ${DescribeFinding(finding)}`));
}

/** The nodes that the clips of a character animate, and those above, by their names: of several, the first. */
function nodesOf(groups: readonly AnimationGroup[]): ReadonlyMap<string, Node> {
  const nodes = new Map<string, Node>();
  for (const target of new Set(groups.flatMap(targetsOf))) {
    for (let node = target as Node | null | undefined; node?.name !== undefined && !nodes.has(node.name); node = node.parent) {
      nodes.set(node.name, node);
    }
  }
  return nodes;
}
