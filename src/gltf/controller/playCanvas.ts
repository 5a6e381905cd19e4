import { AssetError, createFinding, expectObject, type Finding, isObject, itemsOf, type Json, show } from "../util/index.js";
import { type Comparison, type ImportedController, withBound, type Writable } from "./importing.js";
import type { BlendedClipDefinition, ConditionDefinition, LayerDefinition, StateDefinition, TransitionDefinition } from "./definition.js";

/** A state or transition of the graph, and its JSON pointer. */
interface Item {
  readonly json: Json;
  readonly at: string;
}

interface GraphLayer extends Item {
  readonly states: readonly Item[];
  readonly transitions: readonly Item[];
}

const [START, END, ANY] = ["START", "END", "ANY"];

const INTERRUPTIONS: Readonly<Record<string, TransitionDefinition["interruptedBy"]>> = {
  ...{ NONE: [], PREV_STATE: ["previous"], NEXT_STATE: ["next"] },
  ...{ PREV_STATE_NEXT_STATE: ["previous", "next"], NEXT_STATE_PREV_STATE: ["next", "previous"] },
};

const COMPARISONS = new Map<string, Comparison>(
  Object.entries({
    ...{ GREATER_THAN: "above", GREATER_THAN_EQUAL_TO: "atLeast", LESS_THAN: "below", LESS_THAN_EQUAL_TO: "atMost" },
    ...{ EQUAL_TO: "equal", NOT_EQUAL_TO: "not" },
  } as const),
);

const SPACES: Readonly<Record<string, StateDefinition["space"]>> = { "2D_CARTESIAN": "cartesian", "2D_DIRECTIONAL": "directional" };

/**
 * Reads an animation state graph of PlayCanvas: the JSON of the asset, or of its editor, which is not changed.
 * @param clips the names of the clips by the paths to which PlayCanvas assigns animations, `State` or `State.Child`; default the last name of the path
 * @throws AssetError if it is no such graph
 * @example
 * const { definition, findings } = ReadPlayCanvasGraph(graph, { Idle: "idle", "Move.Walk": "walk" });
 * await writeFile("controller.json", JSON.stringify(definition));
 * @experimental
 */
export function ReadPlayCanvasGraph(graph: unknown, clips: Readonly<Record<string, string>> = {}): ImportedController {
  if (!isObject(graph) || !isList(graph["layers"]) || (graph["parameters"] !== undefined && !isList(graph["parameters"]))) {
    throw new AssetError("graph", `must be an animation state graph of PlayCanvas, with layers and parameters (got ${show(graph)})`);
  }
  return new GraphReader(graph, clips).read();
}

/** Whether JSON looks like a graph of PlayCanvas rather than the definition of a controller: its states are a list. */
export function isPlayCanvasGraph(json: unknown): boolean {
  const layers = isObject(json) && isList(json["layers"]) ? Object.values(json["layers"]) : [];
  return layers.some((layer) => isObject(layer) && Array.isArray(layer["states"]));
}

/** Assets have arrays, the editor has objects with numbers as names. */
function isList(value: unknown): value is Json | readonly unknown[] {
  return isObject(value) || Array.isArray(value);
}

class GraphReader {
  private readonly _findings: Finding[] = [];
  private readonly _kinds = new Map<string, "number" | "boolean" | "trigger">();

  constructor(
    private readonly _graph: Json,
    private readonly _clips: Readonly<Record<string, string>>,
  ) {}

  read(): ImportedController {
    const parameters: Record<string, number | boolean | "trigger"> = {};
    for (const [key, parameter] of Object.entries((this._graph["parameters"] ?? {}) as Json)) {
      const { name = key, type, value } = expectObject(`/parameters/${key}`, parameter);
      const kind = type === "TRIGGER" ? "trigger" : type === "BOOLEAN" ? "boolean" : "number";
      this._kinds.set(String(name), kind);
      parameters[String(name)] = kind === "trigger" ? kind : kind === "boolean" ? value === true : Number(value ?? 0);
    }
    const layers = this._layers().map((layer, i) => this._readLayer(layer, i));
    return { definition: { parameters, layers }, findings: this._findings };
  }

  /** The layers of an asset; in the editor, states and transitions have lists of their own. */
  private _layers(): GraphLayer[] {
    return Object.entries(this._graph["layers"] as Json).map(([key, layer]) => {
      const at = `/layers/${key}`;
      const json = expectObject(at, layer);
      const items = (name: "states" | "transitions"): Item[] =>
        itemsOf(json[name] as readonly unknown[]).map((item, i) => {
          const isShared = !isObject(item);
          const pointer = isShared ? `/${name}/${String(item)}` : `${at}/${name}/${i}`;
          return { at: pointer, json: expectObject(pointer, isShared ? (this._graph[name] as Json | undefined)?.[String(item)] : item) };
        });
      return { json, at, states: items("states"), transitions: items("transitions") };
    });
  }

  private _readLayer({ json, at, states, transitions }: GraphLayer, index: number): LayerDefinition {
    const { name, weight, blendType, mask } = json as Json & { readonly name?: string };
    const own = states.filter((state) => ![START, END, ANY].includes(String(state.json["name"])));
    const ways = [...transitions].sort((a, b) => Number(a.json["priority"] ?? 0) - Number(b.json["priority"] ?? 0)); // stable, as there
    const begin = ways.find((way) => this._nameIn(way.json["from"]) === START);
    if (begin && itemsOf(begin.json["conditions"] as readonly unknown[]).length > 0) {
      this._note(`${begin.at}/conditions`, "are left out: a layer begins in one state");
    }
    const start = begin ? this._nameIn(begin.json["to"]) : undefined;
    const isLast = new Map(own.map((state) => [String(state.json["name"]), state]));
    if (blendType === "ADDITIVE" && index === 0) {
      this._note(`${at}/blendType`, "has no effect in the lowest layer");
    }
    return {
      ...(name === undefined ? {} : { name: `${name}` }),
      ...(typeof weight === "number" && weight !== 1 ? { weight } : {}),
      ...(blendType === "ADDITIVE" && index > 0 ? { additive: true } : {}),
      ...this._readMask(`${at}/mask`, mask),
      states: Object.fromEntries([...isLast].map(([state, item]) => [state, this._readState(item, state)])),
      ...(start === undefined || start === END ? {} : { start }),
      transitions: ways.flatMap((way) => this._readTransition(way, isLast, start)),
    };
  }

  private _readMask(at: string, mask: unknown): Pick<LayerDefinition, "mask"> {
    if (!isObject(mask) || Object.keys(mask).length === 0) {
      return {};
    }
    const all = Object.entries(mask);
    if (all.some(([, value]) => !isObject(value) || value["children"] !== true)) {
      this._note(at, "has nodes without their children; the mask has what is below them, too");
    }
    return { mask: { include: all.map(([path]) => path.split("/").at(-1)!) } };
  }

  private _readState({ json, at }: Item, name: string): StateDefinition {
    const { speed = 1, loop = true, blendTree } = json;
    const rate = typeof speed === "number" && speed >= 0 ? speed : 1;
    if (rate !== speed) {
      this._note(`${at}/speed`, `is left out: must be >= 0 (got ${show(speed)}); make a clip with a negative speed`);
    }
    return {
      ...(isObject(blendTree) ? this._readTree(blendTree, `${at}/blendTree`, name) : { clip: this._clipAt(name) }),
      ...(rate === 1 ? {} : { speed: rate }),
      repetitions: loop === false ? 1 : -1,
    };
  }

  private _readTree(tree: Json, at: string, path: string): Pick<StateDefinition, "clip" | "clips" | "blend" | "space"> {
    const { type, parameter, parameters = [parameter], children, syncAnimations } = tree;
    const inputs = itemsOf(parameters as readonly unknown[]).map(String);
    const space = SPACES[String(type)];
    if (type !== "1D" && space === undefined) {
      this._note(`${at}/type`, `is left out with what it blends: it must be 1D, 2D_CARTESIAN or 2D_DIRECTIONAL (got ${show(type)})`);
      return {};
    }
    if (syncAnimations === false) {
      this._note(`${at}/syncAnimations`, "has no effect: the clips of a blend go in step");
    }
    const clips = itemsOf(children as readonly unknown[]).map((child, i): BlendedClipDefinition => {
      const pointer = `${at}/children/${i}`;
      const { name, point, speed = 1, children: below, ...rest } = expectObject(pointer, child);
      if (speed !== 1) {
        this._note(`${pointer}/speed`, `is left out (got ${show(speed)}); give the clip this speed`);
      }
      const own = `${path}.${String(name)}`;
      const part = below === undefined ? { clip: this._clipAt(own) } : this._readTree({ ...rest, children: below }, pointer, own);
      return { ...part, at: point as number };
    });
    return { blend: space ? [inputs[0]!, inputs[1]!] : inputs[0]!, ...(space ? { space } : {}), clips };
  }

  private _clipAt(path: string): string {
    return Object.hasOwn(this._clips, path) ? this._clips[path]! : path.split(".").at(-1)!;
  }

  private _readTransition({ json, at }: Item, states: ReadonlyMap<string, Item>, start: string | undefined): TransitionDefinition[] {
    const [from, target] = [this._nameIn(json["from"]), this._nameIn(json["to"])];
    const to = target === END ? start : target;
    if (from === START || to === undefined) {
      return [];
    }
    if (from === to) {
      this._note(at, "is left out: PlayCanvas takes no transition to the state that is active");
      return [];
    }
    const when = this._readConditions(json["conditions"], `${at}/conditions`);
    if (!when) {
      return [];
    }
    const { time = 0, exitTime, transitionOffset, interruptionSource = "NONE" } = json;
    const way: Writable<TransitionDefinition> = { from: from === ANY ? "*" : from, to };
    if (Object.keys(when).length > 0) {
      way.when = when;
    }
    if (typeof exitTime === "number" && exitTime > 0) {
      const loops = states.get(from)?.json["loop"] !== false;
      way[exitTime < 1 && loops ? "afterEach" : "after"] = exitTime;
      if (way.after !== undefined && way.when) {
        this._note(`${at}/exitTime`, "holds from then on; in PlayCanvas only in the frame that gets there");
      }
    }
    way.duration = Number(time);
    if (typeof transitionOffset === "number" && transitionOffset > 0 && transitionOffset < 1) {
      way.offset = transitionOffset;
    }
    way.interruptedBy = INTERRUPTIONS[String(interruptionSource)] ?? [];
    return [way];
  }

  /** Null for those that never hold. */
  private _readConditions(conditions: unknown, at: string): Record<string, ConditionDefinition> | null {
    const when: Record<string, ConditionDefinition> = {};
    const list = Array.isArray(conditions) ? (conditions as unknown[]) : Object.values(isObject(conditions) ? conditions : {});
    for (const [i, item] of list.entries()) {
      const { parameterName: name, predicate, value } = expectObject(`${at}/${i}`, item);
      if (typeof name !== "string" || name === "") {
        continue; // one that the editor has not completed
      }
      const known =
        this._kinds.get(name) === "number"
          ? withBound(when[name], COMPARISONS.get(String(predicate)) ?? "equal", Number(value))
          : this._readFlag(when[name], name, predicate, value);
      if (known === null) {
        this._note(`${at}/${i}`, "and its transition are left out: never holds, or cannot be said beside the other conditions");
        return null;
      }
      when[name] = known;
    }
    return when;
  }

  /** A condition of a boolean or a trigger. */
  private _readFlag(before: ConditionDefinition | undefined, name: string, predicate: unknown, value: unknown): ConditionDefinition | null {
    const is = (value === true) === (predicate !== "NOT_EQUAL_TO");
    const isPossible = (before === undefined || before === is) && (is || this._kinds.get(name) !== "trigger");
    return isPossible ? is : null;
  }

  /** The name of a state; the editor has indices. */
  private _nameIn(state: unknown): string {
    return Number.isInteger(state)
      ? String(((this._graph["states"] as Json | undefined)?.[String(state)] as Json | undefined)?.["name"])
      : String(state);
  }

  private _note(at: string, rule: string): void {
    this._findings.push(createFinding("CONTROLLER_DOUBTFUL", at, rule));
  }
}
