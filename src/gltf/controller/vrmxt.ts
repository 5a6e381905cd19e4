import { AssetError, createFinding, excerpt, expectObject, type Finding, isObject, itemsOf, type Json, show } from "../util/index.js";
import type { BlendedClipDefinition, ConditionDefinition, StateDefinition, TransitionDefinition } from "./definition.js";
import { type Comparison, type ImportedController, withBound, type Writable } from "./importing.js";

const NAME = "VRMXT_AnimationController";
const CLIP = "VRMXT_AnimationClip";
const AT = `/extensions/${NAME}`;

/** The parts of a glTF file's JSON that the extension is about. */
export interface VRMXTAsset {
  readonly extensions?: unknown;
  readonly animations?: unknown;
}

const COMPARISONS = new Map<unknown, Comparison>(
  Object.entries({ eq: "equal", neq: "not", gt: "above", gte: "atLeast", lt: "below", lte: "atMost" }),
);

/**
 * Reads `VRMXT_AnimationController` of a glTF file, a draft of Extended VRM, which is not changed. States play the clips of the file by the names of its
 * animations, as `ImportClips(file, "vrmxt")` makes them.
 * @returns null if the file has none
 * @throws AssetError if it has no states, or no state in which it begins
 * @example
 * const imported = ReadVRMXTController(file.json);
 * if (imported) {
 *   WriteController(file.json, imported.definition);
 * }
 * @experimental follows a draft specification
 */
export function ReadVRMXTController({ extensions, animations }: VRMXTAsset): ImportedController | null {
  const json = isObject(extensions) ? extensions[NAME] : undefined;
  return json === undefined ? null : new VRMXTReader(expectObject(AT, json), itemsOf(animations as readonly unknown[])).read();
}

class VRMXTReader {
  private readonly _findings: Finding[] = [];
  private readonly _parameters: Record<string, number | boolean> = {};

  constructor(
    private readonly _json: Json,
    private readonly _animations: readonly unknown[],
  ) {}

  read(): ImportedController {
    const { states, transitions, entryState, defaultTransitionDuration } = this._json;
    this._items("parameters").forEach(([at, parameter]) => this._readParameter(at, parameter));
    const named = this._items("states").map(([at, state]) => [String(state["name"]), this._readState(at, state)] as const);
    if (named.length === 0) {
      throw new AssetError(`${AT}/states`, `must be a list with a state (got ${show(states)})`);
    }
    const start = named.find(([name]) => name === entryState)?.[0];
    if (start === undefined) {
      throw new AssetError(`${AT}/entryState`, `must be the name of a state (got ${show(entryState)})`);
    }
    const ways = transitions === undefined ? [] : this._items("transitions");
    const definition = {
      ...(Object.keys(this._parameters).length > 0 ? { parameters: this._parameters } : {}),
      layers: [
        {
          states: Object.fromEntries(named),
          start,
          transitions: ways.flatMap(([at, way]) => this._readTransition(at, way, defaultTransitionDuration)),
        },
      ],
    };
    return { definition, findings: this._findings };
  }

  private _items(name: "parameters" | "states" | "transitions"): [at: string, item: Json][] {
    return itemsOf(this._json[name] as readonly unknown[]).map((item, i) => [
      `${AT}/${name}/${i}`,
      expectObject(`${AT}/${name}/${i}`, item),
    ]);
  }

  private _readParameter(at: string, { name, type, default: value }: Json): void {
    if (type === "bool") {
      this._parameters[String(name)] = value === true;
    } else if (type === "float" || type === "int") {
      const isValid = type === "int" ? Number.isInteger(value) : Number.isFinite(value);
      this._parameters[String(name)] = isValid ? (value as number) : 0;
    } else {
      this._note(`${at}/type`, `is left out with its parameter: must be float, bool or int (got ${show(type)})`);
    }
  }

  private _readState(at: string, state: Json): StateDefinition {
    const { blendSpace, tags } = state;
    if (tags !== undefined) {
      this._note(`${at}/tags`, "are left out: a controller has none");
    }
    return blendSpace === undefined
      ? this._readClip(at, state)
      : this._readSpace(`${at}/blendSpace`, expectObject(`${at}/blendSpace`, blendSpace));
  }

  private _readSpace(at: string, { dimensions, paramX, paramY, entries }: Json): StateDefinition {
    if (dimensions !== 1 && dimensions !== 2) {
      this._note(`${at}/dimensions`, `is left out with what it blends: must be 1 or 2 (got ${show(dimensions)})`);
      return {};
    }
    const clips = itemsOf(entries as readonly unknown[]).flatMap((item, i): BlendedClipDefinition[] => {
      const pointer = `${at}/entries/${i}`;
      const entry = expectObject(pointer, item);
      const { clip } = this._readClip(pointer, entry);
      return clip === undefined ? [] : [{ clip, at: (dimensions === 1 ? entry["threshold"] : entry["position"]) as number }];
    });
    return clips.length === 0 ? {} : { blend: dimensions === 1 ? String(paramX) : [String(paramX), String(paramY)], clips };
  }

  /** The clip of a state, or of an entry; none, with a finding, if there is no such clip. */
  private _readClip(at: string, { clip, clipName }: Json): Pick<StateDefinition, "clip"> {
    const member = clip === undefined ? "clipName" : "clip";
    const index = clip === undefined ? this._animations.findIndex((each) => isObject(each) && each["name"] === clipName) : (clip as number);
    const animation = this._animations[index];
    if (!isObject(animation)) {
      this._note(`${at}/${member}`, `is left out: must be an animation of the file (got ${show(clip ?? clipName)})`);
      return {};
    }
    const name = typeof animation["name"] === "string" ? animation["name"] : `animation${index}`; // as Babylon's loader names it
    if (clip !== undefined && clipName !== undefined && clipName !== name) {
      this._note(`${at}/clipName`, `has no effect: animation ${index} is ${excerpt(name)} (got ${show(clipName)})`);
    }
    const { extensions } = animation;
    if (!isObject(extensions) || !isObject(extensions[CLIP])) {
      this._note(`${at}/${member}`, `is left out: animation ${index} must have ${CLIP}`);
      return {};
    }
    return { clip: name };
  }

  private _readTransition(at: string, { from, to, conditions, duration }: Json, usual: unknown): TransitionDefinition[] {
    const when = this._readConditions(`${at}/conditions`, conditions);
    if (when === null) {
      return [];
    }
    const way: Writable<TransitionDefinition> = { from: from as string, to: to as string };
    if (Object.keys(when).length > 0) {
      way.when = when;
    }
    way.duration = (duration ?? usual ?? 0) as number;
    return [way];
  }

  /** Null for those that never hold. */
  private _readConditions(at: string, conditions: unknown): Record<string, ConditionDefinition> | null {
    const when: Record<string, ConditionDefinition> = {};
    for (const [i, item] of itemsOf(conditions as readonly unknown[]).entries()) {
      const pointer = `${at}/${i}`;
      const { parameter, op, value } = expectObject(pointer, item);
      const name = String(parameter);
      const comparison = COMPARISONS.get(op);
      const isOrder = comparison !== "equal" && comparison !== "not";
      const isKnown = Object.hasOwn(this._parameters, name) && typeof value === typeof this._parameters[name];
      if (comparison === undefined || !isKnown || (typeof value === "boolean" && isOrder)) {
        this._note(pointer, `is left out: must compare a parameter with a value of its type (got ${show(item)})`);
        continue;
      }
      const known =
        typeof value === "boolean"
          ? flag(when[name], value === (comparison === "equal"))
          : withBound(when[name], comparison, value as number);
      if (known === null) {
        this._note(pointer, "and its transition are left out: never holds, or cannot be said beside the other conditions");
        return null;
      }
      when[name] = known;
    }
    return when;
  }

  private _note(at: string, rule: string): void {
    this._findings.push(createFinding("CONTROLLER_DOUBTFUL", at, rule));
  }
}

/** A condition of a boolean, and one more; null if both cannot hold. */
function flag(before: ConditionDefinition | undefined, is: boolean): boolean | null {
  return before === undefined || before === is ? is : null;
}
