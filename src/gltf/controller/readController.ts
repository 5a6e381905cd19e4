import { LinearSpace, PlaneSpace, type SpacePoint } from "../blending/index.js";
import {
  AssetError,
  attemptOrNote,
  createFinding,
  doubtsAmong,
  errorsAmong,
  expectArray,
  expectBoolean,
  expectItems,
  expectNumber,
  expectObject,
  expectString,
  excerpt,
  type Finding,
  findSimilar,
  findSpelling,
  hintAmong,
  isObject,
  type MemberNames,
  show,
} from "../util/index.js";
import type {
  BlendedClipDefinition,
  ConditionDefinition,
  ControllerDefinition,
  JointMask,
  LayerDefinition,
  StateDefinition,
  TransitionDefinition,
} from "./definition.js";
import {
  type Amount,
  type BlendPlan,
  type Condition,
  type ControllerPlan,
  DURATION,
  isTimed,
  type LayerPlan,
  type Parameter,
  type StatePlan,
  type TransitionPlan,
} from "./plan.js";

/** What a definition may name. */
export interface ControllerNames {
  /** The names of all clips; null (default) if they are not known. */
  readonly clips?: Iterable<string> | null | undefined;
  /** The names of all joints and other nodes; null (default) if they are not known. */
  readonly nodes?: Iterable<string> | null | undefined;
}

/** The result of reading a definition. */
export interface ControllerReading {
  /** Null if there is an error among the findings. */
  readonly plan: ControllerPlan | null;
  readonly findings: readonly Finding[];
}

/** More findings do not help. */
const MAX_FINDINGS = 100;

/** Blends within blends, and machines within states. */
const MAX_DEPTH = 16;

/** Any state. */
const ANY = "*";

/** The members of a layer, or of a state with a machine of its own. */
const MACHINE = { states: true, start: true, transitions: true } as const;

/** Members of other engines' state machines: the names that these have here, the first one that an object has. Words may follow a name. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  ...{ motion: ["clip"], animation: ["clip"], animationGroup: ["clip"], animationName: ["clip"] },
  ...{ blendTree: ["clips with blend"], children: ["clips"], motions: ["clips"], blendParameter: ["blend"] },
  ...{ threshold: ["at"], position: ["at"], value: ["at"], point: ["at"] },
  ...{ speedMultiplier: ["speed"], timeScale: ["speed"], speedRatio: ["speed"], loop: ["repetitions"], wrapMode: ["repetitions"] },
  ...{ exitTime: ["after"], hasExitTime: ["after"], delay: ["afterSeconds"] },
  ...{ transitionDuration: ["duration"], time: ["duration"], fade: ["duration"], fadeTime: ["duration"], xfade_time: ["duration"] },
  ...{ source: ["from"], target: ["to"], destination: ["to"], destinationState: ["to"], next: ["to"] },
  ...{ condition: ["when"], conditions: ["when"], trigger: ["when with true for a trigger"], interruptionSource: ["interruptedBy"] },
  ...{ avatarMask: ["mask"], defaultState: ["start"], entry: ["start"], initial: ["start"], initialState: ["start"] },
  ...{ defaultWeight: ["weight"], states: ["layers, which have states"], transitions: ["layers, which have transitions"] },
  ...{ stateMachine: ["states"], subStateMachine: ["states"], machine: ["states"] },
  ...{ params: ["parameters"], variables: ["parameters"], triggers: ["parameters"], inputs: ["parameters"] },
  ...{ notEqual: ["not"], NotEqual: ["not"], additiveLayer: ["additive"], blending: ["additive"], blendType: ["space", "additive"] },
  ...{ transitionOffset: ["offset"], cycleOffset: ["offset"], fixedDuration: ["duration"] },
  ...{ greater: ["above"], Greater: ["above"], greaterThan: ["above"], gt: ["above"], gte: ["atLeast"], min: ["atLeast"] },
  ...{ less: ["below"], Less: ["below"], lessThan: ["below"], lt: ["below"], lte: ["atMost"], max: ["atMost"] },
};

type Blend = Pick<StateDefinition, "clips" | "blend" | "space">;

/** A state that is no machine. */
type ShownState = Omit<StateDefinition, keyof typeof MACHINE>;

type Members<T> = Readonly<Partial<Record<keyof T, unknown>>>;

/** A transition, with the indices of the states that it leaves. */
interface ReadTransition extends TransitionPlan {
  readonly from: readonly number[];
  readonly pointer: string;
}

/** A state as a machine knows it: alone, or a machine of its own. */
interface StateNode {
  /** The indices of the states within, in order; of a state alone, its own. */
  readonly within: readonly number[];
  /** The index of the state that is entered. */
  readonly start: number;
}

/** What a layer has read: all states within its machines, in order, by paths. */
interface LayerReading {
  readonly states: StatePlan[];
  /** The JSON pointers of the states. */
  readonly pointers: string[];
  /** For each state, the transitions that leave it, in the order in which they are tried. */
  readonly transitions: ReadTransition[][];
}

/** Reads a definition, which is not changed. Never throws because of it. @throws TypeError unless `names` are names */
export function readController(definition: unknown, names: ControllerNames = {}): ControllerReading {
  const reader = new Reader(names);
  const plan = reader.read(definition);
  const errors = errorsAmong(reader.findings);
  const findings = [...errors, ...doubtsAmong(reader.findings)].slice(0, MAX_FINDINGS);
  return { plan: errors.length > 0 ? null : plan, findings };
}

class Reader {
  readonly findings: Finding[] = [];
  private readonly _clips: ReadonlySet<string> | null;
  private readonly _nodes: ReadonlySet<string> | null;
  private readonly _parameters = new Map<string, Parameter>();

  constructor(names: ControllerNames) {
    if (!isObject(names)) {
      throw new TypeError(`names: must be an object with clips and nodes (got ${show(names)})`);
    }
    this._clips = expectNames("names.clips", names.clips);
    this._nodes = expectNames("names.nodes", names.nodes);
  }

  read(definition: unknown): ControllerPlan | null {
    return this._attempt("", () => {
      if (!isObject(definition)) {
        const hint = typeof definition === "string" ? "; JSON.parse makes one of a text" : "";
        throw new AssetError("definition", `must be an object (got ${show(definition)})${hint}`);
      }
      const { parameters = {}, layers } = this._members<ControllerDefinition>("", definition, { parameters: true, layers: true });
      this._each("/parameters", parameters, (pointer, value, name) => this._readParameter(pointer, value, name));
      const items = expectItems("/layers", layers);
      this._expectNames(items);
      const read = items.map((layer, i) => this._attempt(`/layers/${i}`, () => this._readLayer(layer, i)));
      if (read.every((layer) => layer?.states.every(({ clips }) => clips.length === 0)) && errorsAmong(this.findings).length === 0) {
        throw new AssetError("/layers", "must play at least one clip");
      }
      return { parameters: this._parameters, layers: read as LayerPlan[] };
    });
  }

  /** @throws AssetError unless the names of layers differ, which are their indices by default */
  private _expectNames(layers: readonly unknown[]): void {
    const names = layers.map((layer, i) => (isObject(layer) && layer["name"] !== undefined ? layer["name"] : String(i)));
    const again = names.findIndex((name, i) => names.indexOf(name) < i);
    if (again >= 0) {
      throw new AssetError(`/layers/${again}/name`, `must differ from those of the other layers (got ${show(names[again])})`);
    }
  }

  private _readParameter(pointer: string, value: unknown, name: string): void {
    const kind = value === "trigger" ? value : typeof value;
    if ((kind !== "number" && kind !== "boolean" && kind !== "trigger") || !(kind !== "number" || Number.isFinite(value))) {
      throw new AssetError(pointer, `must be a finite number, true, false or "trigger" (got ${show(value)})`);
    }
    this._parameters.set(name, { index: this._parameters.size, kind, initial: kind === "trigger" ? 0 : Number(value) });
  }

  private _readLayer(json: unknown, index: number): LayerPlan {
    const at = `/layers/${index}`;
    const known: MemberNames<LayerDefinition> = { name: true, mask: true, additive: true, weight: true, ...MACHINE };
    const members = this._members<LayerDefinition>(at, json, known);
    const { name = String(index), mask, additive = false, weight } = members;
    const errors = errorsAmong(this.findings).length;
    const reading: LayerReading = { states: [], pointers: [], transitions: [] };
    const targets = new Map<string, StateNode>();
    const machine = this._readMachine(at, members, "", reading, targets);
    if (additive === true && index === 0) {
      throw new AssetError(`${at}/additive`, "must not be true for the lowest layer, below which nothing lies");
    }
    const plan = {
      name: expectString(`${at}/name`, name),
      mask: mask === undefined ? null : this._readMask(`${at}/mask`, mask),
      isAdditive: expectBoolean(`${at}/additive`, additive),
      weight: this._readAmount(`${at}/weight`, weight, { least: 0, most: 1 }),
      start: machine.start,
      targets: new Map([...targets].map(([path, { start }]) => [path, start])),
    };
    const states = reading.states.map((state, i) => {
      const transitions = reading.transitions[i]!;
      return { ...state, transitions, isTimed: transitions.some(isTimed) };
    });
    if (errorsAmong(this.findings).length === errors) {
      this._doubt(states, machine.start, reading);
    }
    return { ...plan, states };
  }

  /**
   * Reads the states of a layer, or of a machine within a state, and the transitions between them.
   * @param path of the machine, with a slash at its end; empty for a layer
   * @param targets gets the states and machines within, by paths from here
   */
  private _readMachine(
    at: string,
    { states, start, transitions = [] }: Members<LayerDefinition>,
    path: string,
    reading: LayerReading,
    targets: Map<string, StateNode>,
  ): StateNode {
    const stated = expectStated(`${at}/states`, states);
    if (Object.keys(stated).length === 0) {
      throw new AssetError(`${at}/states`, "must not be empty (got {})");
    }
    const first = reading.states.length;
    for (const [name, state] of Object.entries(stated)) {
      const pointer = `${at}/states/${toToken(name)}`;
      this._attempt(pointer, () => this._readNode(pointer, state, name, path, reading, targets));
      if (!targets.has(name)) {
        targets.set(name, { within: [], start: first }); // there is an error already
      }
    }
    const within = reading.states.slice(first).map(({ index }) => index);
    const ways = expectArray(`${at}/transitions`, transitions).map((each, i) => {
      const pointer = `${at}/transitions/${i}`;
      return this._attempt(pointer, () => this._readTransition(pointer, each, within, targets));
    });
    for (const isFromAny of [false, true]) {
      ways
        .filter((way) => way?.isFromAny === isFromAny)
        .forEach((way) => way!.from.forEach((state) => reading.transitions[state]?.push(way!)));
    }
    const begin = start === undefined ? null : targets.get(expectOneOf(`${at}/start`, start, new Set(targets.keys()), "state"))!;
    const { start: usual } = [...targets.values()][0] ?? { start: first };
    return { within, start: begin?.start ?? usual };
  }

  /** Reads a state, or the machine within it. */
  private _readNode(at: string, json: unknown, name: string, path: string, reading: LayerReading, targets: Map<string, StateNode>): void {
    if (name === ANY) {
      throw new AssetError(at, `must have another name, since "*" means any state`);
    }
    const add = (target: string, node: StateNode): void => {
      if (targets.has(target)) {
        throw new AssetError(at, `must differ from the other states by its path (got ${show(target)})`);
      }
      targets.set(target, node);
    };
    if (!isObject(json) || json["states"] === undefined) {
      const index = reading.states.length;
      add(name, { within: [index], start: index });
      reading.states.push(this._readState(at, json, `${path}${name}`, index));
      reading.pointers.push(at);
      reading.transitions.push([]);
      return;
    }
    const parts = path.split("/");
    if (parts.length > MAX_DEPTH) {
      throw new AssetError(`${at}/states`, `must not be nested deeper than ${MAX_DEPTH} states`);
    }
    const members = this._members<Pick<StateDefinition, "clip" | "clips" | keyof typeof MACHINE>>(at, json, {
      clip: true,
      clips: true,
      ...MACHINE,
    });
    for (const member of ["clip", "clips"] as const) {
      if (members[member] !== undefined) {
        throw new AssetError(`${at}/${member}`, `must not be stated beside states (got ${show(members[member])})`);
      }
    }
    const inner = new Map<string, StateNode>();
    add(name, this._readMachine(at, members, `${path}${name}/`, reading, inner));
    inner.forEach((node, each) => add(`${name}/${each}`, node));
  }

  private _readState(at: string, json: unknown, name: string, index: number): StatePlan {
    const known: MemberNames<ShownState> = { clip: true, clips: true, blend: true, space: true, speed: true, repetitions: true };
    const { clip, clips, blend, space, speed, repetitions = null } = this._members<ShownState>(at, json, known);
    if (clip !== undefined && clips !== undefined) {
      throw new AssetError(`${at}/clips`, `must not be stated beside clip (got ${show(clips)})`);
    }
    if (repetitions !== null && !(Number.isInteger(repetitions) && ((repetitions as number) > 0 || repetitions === -1))) {
      throw new AssetError(`${at}/repetitions`, `must be an integer >= 1, or -1 (got ${show(repetitions)})`);
    }
    if (clips === undefined && (blend !== undefined || space !== undefined)) {
      this._note(`${at}/${blend === undefined ? "space" : "blend"}`, "has no effect without clips");
    }
    const names: string[] = clip === undefined ? [] : [expectOneOf(`${at}/clip`, clip, this._clips, "clip")];
    const blended = clips === undefined ? null : this._readBlend(at, { clips, blend, space }, names, 0);
    const rate = this._readAmount(`${at}/speed`, speed, { least: 0, most: Infinity });
    return {
      ...{ index, name, clips: names, blend: blended, speed: rate },
      ...{ repetitions: repetitions as number | null, transitions: [], isTimed: false },
    };
  }

  /** @param names of the clips that the state plays: those of the blend are added @param depth how many blends it is within */
  private _readBlend(at: string, { clips, blend, space = "cartesian" }: Members<Blend>, names: string[], depth: number): BlendPlan {
    if (depth > MAX_DEPTH) {
      throw new AssetError(`${at}/clips`, `must not be nested deeper than ${MAX_DEPTH} blends`);
    }
    const items = expectItems(`${at}/clips`, clips);
    const isPlane = Array.isArray(blend);
    const inputs = isPlane ? blend.map((name, i) => this._readInput(`${at}/blend/${i}`, name)) : [this._readInput(`${at}/blend`, blend)];
    if (isPlane && blend.length !== 2) {
      throw new AssetError(`${at}/blend`, `must be a parameter or two of them (got ${show(blend)})`);
    }
    if (space !== "cartesian" && space !== "directional") {
      throw new AssetError(`${at}/space`, `must be "cartesian" or "directional" (got ${show(space)})`);
    }
    const points: SpacePoint[] = [];
    const parts = items.map((item, i) => {
      const pointer = `${at}/clips/${i}`;
      const known = { clip: true, clips: true, blend: true, space: true, at: true } as const;
      const part = this._members<BlendedClipDefinition>(pointer, item, known);
      const point: readonly unknown[] = isPlane ? expectArray(`${pointer}/at`, part.at) : [part.at];
      if (point.length !== inputs.length || !point.every(Number.isFinite)) {
        throw new AssetError(`${pointer}/at`, `must be ${isPlane ? "two finite numbers" : "a finite number"} (got ${show(part.at)})`);
      }
      if (points.some((other) => other.every((value, c) => value === point[c]))) {
        throw new AssetError(`${pointer}/at`, `must differ from those of the other clips (got ${show(item)})`);
      }
      points.push(point as unknown as SpacePoint);
      return this._readPart(pointer, part, names, depth);
    });
    const plane = isPlane ? new PlaneSpace(points, space) : new LinearSpace(points.map(([value]) => value));
    return { space: plane, inputs, parts, weights: new Float64Array(parts.length) };
  }

  /** A clip of a blend, or a blend within it. */
  private _readPart(at: string, part: Members<BlendedClipDefinition>, names: string[], depth: number): number | BlendPlan {
    const { clip, clips } = part;
    if (clips === undefined) {
      return names.push(expectOneOf(`${at}/clip`, clip, this._clips, "clip")) - 1;
    }
    if (clip !== undefined) {
      throw new AssetError(`${at}/clips`, `must not be stated beside clip (got ${show(clips)})`);
    }
    return this._readBlend(at, part, names, depth + 1);
  }

  private _readMask(at: string, json: unknown): JointMask {
    if (!isObject(json)) {
      return { include: [this._readJoint(at, json)] };
    }
    const { include, exclude } = this._members<JointMask>(at, json, { include: true, exclude: true });
    const namesIn = (pointer: string, list: unknown): string[] =>
      expectItems(pointer, list).map((name, i) => this._readJoint(`${pointer}/${i}`, name));
    const mask = {
      ...(include === undefined ? {} : { include: namesIn(`${at}/include`, include) }),
      ...(exclude === undefined ? {} : { exclude: namesIn(`${at}/exclude`, exclude) }),
    };
    const both = mask.exclude?.findIndex((name) => mask.include?.includes(name)) ?? -1;
    if (both >= 0) {
      throw new AssetError(`${at}/exclude/${both}`, `must not be included, too (got ${show(mask.exclude![both])})`);
    }
    if (!mask.include && !mask.exclude) {
      throw new AssetError(at, "must have include or exclude (got {})");
    }
    return mask;
  }

  /** @param states the indices of all states of the machine @param targets those that can be named */
  private _readTransition(at: string, json: unknown, states: readonly number[], targets: ReadonlyMap<string, StateNode>): ReadTransition {
    const known: MemberNames<TransitionDefinition> = {
      ...{ from: true, to: true, when: true, after: true, afterSeconds: true, afterEach: true },
      ...{ duration: true, durationPasses: true, offset: true, keepStep: true, interruptedBy: true },
    };
    const members = this._members<TransitionDefinition>(at, json, known);
    const { from, to, when = {}, after = 0, afterSeconds = 0, afterEach, interruptedBy = ["next"] } = members;
    const { duration = DURATION, durationPasses, offset, keepStep = false } = members;
    const conditions: Condition[] = [];
    this._each(`${at}/when`, when, (pointer, condition, name) => conditions.push(this._readCondition(pointer, condition, name)));
    const sides = expectArray(`${at}/interruptedBy`, interruptedBy);
    if (!sides.every((side) => side === "next" || side === "previous") || new Set(sides).size < sides.length) {
      throw new AssetError(`${at}/interruptedBy`, `must be a list of "next" and "previous" (got ${show(interruptedBy)})`);
    }
    const names = new Set(targets.keys());
    const isFromAny = from === ANY;
    const left = isFromAny ? null : targets.get(expectOneOf(`${at}/from`, from, names, "state"))!;
    const target = targets.get(expectOneOf(`${at}/to`, to, names, "state"))!;
    return {
      from: left ? left.within : states.filter((state) => !target.within.includes(state)),
      isFromAny,
      to: target.start,
      conditions,
      after: expectTime(`${at}/after`, after),
      afterSeconds: expectTime(`${at}/afterSeconds`, afterSeconds),
      afterEach: afterEach === undefined ? 0 : expectShare(`${at}/afterEach`, afterEach, 1),
      duration: expectTime(`${at}/duration`, duration),
      durationPasses: durationPasses === undefined ? 0 : expectShare(`${at}/durationPasses`, durationPasses, Number.MAX_VALUE),
      offset:
        offset === undefined ? null : this._readAmount(`${at}/offset`, expectNumber(`${at}/offset`, offset), { least: 0, most: 1 }).value,
      keepStep: expectBoolean(`${at}/keepStep`, keepStep),
      interruptedBy: sides,
      pointer: at,
    };
  }

  private _readCondition(at: string, json: unknown, name: string): Condition {
    const { index, kind } = this._parameterOf(at, name);
    const isTrigger = kind === "trigger";
    const anything = { parameter: index, isTrigger, above: -Infinity, atLeast: -Infinity, below: Infinity, atMost: Infinity, not: NaN };
    if (kind === "number" && isObject(json)) {
      const known = { above: true, atLeast: true, below: true, atMost: true, not: true } as const;
      const bounds = this._members<Exclude<ConditionDefinition, number | boolean>>(at, json, known);
      const read = Object.entries(bounds).map(([bound, value]) => [bound, expectNumber(`${at}/${bound}`, value)]);
      return { ...anything, ...(Object.fromEntries(read) as Partial<Condition>) };
    }
    if (isTrigger && json !== true) {
      throw new AssetError(at, `must be true for a trigger (got ${show(json)})`);
    }
    const value = kind === "number" ? expectNumber(at, json) : Number(expectBoolean(at, json));
    return { ...anything, atLeast: value, atMost: value };
  }

  /** Reports states that nothing leads to, and transitions that are never taken. */
  private _doubt(states: readonly StatePlan[], start: number, { pointers, transitions }: LayerReading): void {
    const reached = new Set([start]);
    reached.forEach((state) => transitions[state]!.filter(isPossible).forEach(({ to }) => reached.add(to)));
    states.forEach(({ index }) => {
      if (!reached.has(index)) {
        this._note(pointers[index]!, "is never entered: no transition that can be taken leads to it");
      }
    });
    new Set(transitions.flat()).forEach((transition) => this._doubtTransition(transition, states, transitions));
    for (const circle of circlesOf(transitions)) {
      const names = excerpt([...circle.map(({ left }) => states[left]!.name), states[circle[0]!.left]!.name].join(" > "), 100);
      const isAlways = circle.every(({ conditions }) => conditions.length === 0);
      const rule = `leads round in each frame${isAlways ? "" : " in which the conditions hold"}, so that no clip plays on: ${names}`;
      this._note(circle[0]!.pointer, `${rule}; add after, afterSeconds or conditions`);
    }
  }

  private _doubtTransition(transition: ReadTransition, states: readonly StatePlan[], all: LayerReading["transitions"]): void {
    const { pointer, from, isFromAny, after, afterEach } = transition;
    const left = from.map((state) => states[state]!);
    const repetitions = Math.max(...left.map((state) => ((state.repetitions ?? -1) < 0 ? Infinity : state.repetitions!)));
    const sure = from.map((state) => all[state]!.slice(0, all[state]!.indexOf(transition)).find(isSure));
    if (!isPossible(transition)) {
      this._note(`${pointer}/when`, "never holds");
    } else if (!isFromAny && after > repetitions) {
      this._note(`${pointer}/after`, `is never reached: its state plays ${repetitions} times (got ${after})`);
    } else if (!isFromAny && (after > 0 || afterEach > 0) && left.every(({ clips }) => clips.length === 0)) {
      this._note(`${pointer}/${after > 0 ? "after" : "afterEach"}`, "is never reached: its state has no clip; afterSeconds counts seconds");
    } else if (sure.length > 0 && !sure.includes(undefined)) {
      const [before] = sure;
      const list = pointer.slice(0, pointer.lastIndexOf("/") + 1);
      const name = before!.pointer.startsWith(list) ? `transition ${before!.pointer.slice(list.length)}` : before!.pointer;
      this._note(pointer, `is never taken: ${name} has no condition and comes before it`);
    }
  }

  private _readInput(at: string, name: unknown): Amount {
    return { parameter: this._numberOf(at, name), value: 0 };
  }

  private _readAmount(at: string, json: unknown = 1, { least, most }: { least: number; most: number }): Amount {
    if (typeof json === "string") {
      return { parameter: this._numberOf(at, json), value: 0 };
    }
    const value = expectNumber(at, json);
    if (!(value >= least && value <= most && value < Infinity)) {
      throw new AssetError(at, `must be ${most === Infinity ? `finite and >= ${least}` : `within ${least}..${most}`} (got ${show(json)})`);
    }
    return { parameter: -1, value };
  }

  private _numberOf(at: string, name: unknown): number {
    const { index, kind } = this._parameterOf(at, name);
    if (kind !== "number") {
      throw new AssetError(at, `must be a parameter that is a number (got ${show(name)})`);
    }
    return index;
  }

  private _parameterOf(at: string, name: unknown): Parameter {
    return this._parameters.get(expectOneOf(at, name, new Set(this._parameters.keys()), "parameter"))!;
  }

  /** The name of a node, as it is spelled there. */
  private _readJoint(at: string, name: unknown): string {
    const spelling = this._nodes && typeof name === "string" ? findSpelling(name, this._nodes) : undefined;
    return expectOneOf(at, spelling ?? name, this._nodes, "node");
  }

  /** The members of an object; others are reported. */
  private _members<T>(at: string, json: unknown, known: MemberNames<T>): Members<T> {
    const object = expectObject(at, json);
    for (const name of Object.keys(object)) {
      if (!Object.hasOwn(known, name)) {
        const word = Object.hasOwn(WORDS, name) ? WORDS[name]!.find((each) => Object.hasOwn(known, each.split(" ")[0]!)) : undefined;
        const similar = findSimilar(name, Object.keys(known));
        const hint = word !== undefined ? `; use ${word}` : similar === undefined ? "" : `; did you mean ${similar}?`;
        this.findings.push(createFinding("OPTION_UNKNOWN", `${at}/${toToken(name)}`, `has no effect (got ${show(object[name])})${hint}`));
      }
    }
    return Object.fromEntries(
      Object.entries(object).filter(([name, value]) => Object.hasOwn(known, name) && value !== undefined),
    ) as Members<T>;
  }

  private _each(at: string, json: unknown, read: (pointer: string, value: unknown, name: string) => void): void {
    for (const [name, value] of Object.entries(expectStated(at, json))) {
      const pointer = `${at}/${toToken(name)}`;
      this._attempt(pointer, () => read(pointer, value, name));
    }
  }

  private _attempt<T>(at: string, read: () => T): T | null {
    return attemptOrNote("CONTROLLER_INVALID", at, this.findings, read);
  }

  private _note(at: string, rule: string): void {
    this.findings.push(createFinding("CONTROLLER_DOUBTFUL", at, rule));
  }
}

/** The most steps in a search for circles: definitions with more have been written by no hand. */
const MAX_STEPS = 10_000;

/** A transition of a state, with the index of the state. */
interface Way extends ReadTransition {
  readonly left: number;
}

/**
 * Circles of transitions that may be taken one in each frame: without triggers, which are used up, and without waiting.
 * @param transitions of each state, in the order in which they are tried
 * @returns each circle once, beginning with its first transition
 */
function circlesOf(transitions: LayerReading["transitions"]): readonly (readonly Way[])[] {
  const circles: Way[][] = [];
  const ways = transitions.map((all, left) => {
    const sure = all.findIndex(isSure);
    const taken = sure < 0 ? all : all.slice(0, sure + 1); // the others are never reached
    return taken.filter(isInstant).map((transition) => ({ ...transition, left }));
  });
  let steps = 0;
  const search = (start: number, path: readonly Way[]): void => {
    for (const way of ways[path.at(-1)?.to ?? start]!) {
      const next = [...path, way];
      if (++steps < MAX_STEPS && way.to >= start && isPossible({ conditions: next.flatMap(({ conditions }) => conditions) })) {
        if (way.to === start) {
          circles.push(next);
        } else if (!path.some(({ left }) => left === way.to)) {
          search(start, next);
        }
      }
    }
  };
  transitions.forEach((_, state) => search(state, []));
  return circles;
}

/** Whether a transition is taken in any frame in which it is tried. */
function isSure(transition: TransitionPlan): boolean {
  return transition.conditions.length === 0 && !isTimed(transition);
}

/** Whether a transition may be taken in the frame in which its state was entered, and the next one in the frame after. */
function isInstant(transition: ReadTransition): boolean {
  const { conditions, duration, interruptedBy } = transition;
  return !isTimed(transition) && !conditions.some(({ isTrigger }) => isTrigger) && (duration === 0 || interruptedBy.includes("next"));
}

/** Whether all conditions leave a value of each parameter. */
function isPossible({ conditions }: Pick<TransitionPlan, "conditions">): boolean {
  return conditions.every(({ parameter }) => {
    const all = conditions.filter((each) => each.parameter === parameter);
    const above = Math.max(...all.map((each) => each.above));
    const atLeast = Math.max(...all.map((each) => each.atLeast));
    const below = Math.min(...all.map((each) => each.below));
    const atMost = Math.min(...all.map((each) => each.atMost));
    const isValue = atLeast === atMost && above < atLeast && atMost < below && !all.some(({ not }) => not === atLeast);
    return Math.max(above, atLeast) < Math.min(below, atMost) || isValue;
  });
}

/** @throws TypeError unless a value is a list of names, or nothing */
function expectNames(argument: string, value: unknown): ReadonlySet<string> | null {
  if (value === undefined || value === null) {
    return null;
  }
  const list = typeof value === "object" && Symbol.iterator in value ? [...(value as Iterable<unknown>)] : [value];
  const at = list.findIndex((name) => typeof name !== "string");
  if (typeof value !== "object" || at >= 0) {
    const other = list[Math.max(at, 0)];
    const hint = isObject(other) && "name" in other ? "; map(({ name }) => name) gives them" : "";
    throw new TypeError(`${argument}: must be a list of names (got ${show(other)})${hint}`);
  }
  return new Set(list as string[]);
}

/** The members of an object, but for those that are undefined. */
function expectStated(at: string, value: unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(expectObject(at, value)).filter(([, member]) => member !== undefined));
}

function expectTime(at: string, value: unknown): number {
  const time = expectNumber(at, value);
  if (!(time >= 0 && time < Infinity)) {
    throw new AssetError(at, `must be finite and >= 0 (got ${show(value)})`);
  }
  return time;
}

/** @throws AssetError unless a value is > 0 and at most `most` */
function expectShare(at: string, value: unknown, most: number): number {
  const share = expectNumber(at, value);
  if (!(share > 0 && share <= most)) {
    throw new AssetError(at, `must be ${most === 1 ? "> 0 and <= 1" : "finite and > 0"} (got ${show(value)})`);
  }
  return share;
}

/** @param known null where all names are right */
function expectOneOf(at: string, value: unknown, known: ReadonlySet<string> | null, noun: string): string {
  const name = expectString(at, value);
  if (known && !known.has(name)) {
    throw new AssetError(at, `must be the name of a ${noun} (got ${show(name)})${hintAmong(name, [...known])}`);
  }
  return name;
}

function toToken(name: string): string {
  return excerpt(name.replaceAll("~", "~0").replaceAll("/", "~1"), 40);
}
