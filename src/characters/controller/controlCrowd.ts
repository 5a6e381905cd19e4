import type { ClipCrowd, CrowdClip } from "../crowd/index.js";
import { getOrMake, show } from "../../gltf/util/index.js";
import { clipFor, type LayerActor, type SavedRun, type StateRun } from "./actor.js";
import { expectClipName } from "./clipName.js";
import { ClipController, type ControllerRun, type ControllerScheduler } from "./controller.js";
import { type ControllerOptions, logDoubts, nameIn, planOf } from "./createController.js";
import type { ControllerDefinition } from "../../gltf/controller/index.js";
import type { CheckedDefinition, ControllerJson } from "./definitionTypes.js";
import { type StatePlan, valuesOf } from "../../gltf/controller/index.js";
import { beginningAt, ClipsRun } from "./stateRun.js";

type CharacterLayers = ReturnType<ClipCrowd["layer"]>;
type LayerPart = ReturnType<CharacterLayers["begin"]>[number];
type LayerClip = Parameters<CharacterLayers["begin"]>[1][number];

/** The options of {@link ControlCrowd}. */
export interface ControlCrowdOptions extends ControllerOptions {
  /**
   * Whether the characters' matrices move and turn by the root motion of the clips that they show, of which one at least must be in
   * `ClipCrowdOptions.rootMotion`. Default false: they play in place.
   */
  readonly rootMotion?: boolean | undefined;
}

/**
 * Lets controllers choose the clips of characters of a crowd. Each character has a controller of its own; all share the definition. A controller ends when its
 * character is removed, or the crowd plays or mixes other clips on it. A controller that is disposed leaves the character with its own clip.
 * @param indices of the characters
 * @param definition is not changed; its clips and masks have the names of the crowd's clips and nodes
 * @returns the controllers, in the order of the indices
 * @throws AssetError with the JSON pointer in the definition, if the definition is invalid; RangeError if the crowd has no such character, or is
 * disposed. Nothing changes then
 * @example
 * const controllers = ControlCrowd(crowd, crowd.addMany(1000), definition);
 * controllers.forEach((controller) => controller.set("speed", 2 * Math.random()));
 * @experimental
 */
export function ControlCrowd<const D extends ControllerJson = ControllerDefinition>(
  crowd: ClipCrowd,
  indices: ArrayLike<number>,
  definition: D & CheckedDefinition<D>,
  options: ControlCrowdOptions = {},
): ClipController<D>[] {
  const name = nameIn<ControlCrowdOptions>("ControlCrowd", options, { name: true, clips: true, rootMotion: true });
  const { rootMotion = false } = options;
  if (typeof rootMotion !== "boolean") {
    throw new TypeError(`options.rootMotion: must be true or false (got ${show(rootMotion)})`);
  }
  if (typeof (crowd as Partial<ClipCrowd> | null)?.layer !== "function") {
    throw new TypeError(`crowd: must be a ClipCrowd (got ${show(crowd)})`);
  }
  if (typeof (indices as ArrayLike<number> | null)?.length !== "number") {
    throw new TypeError(`indices: must be a list of numbers (got ${show(indices)})`);
  }
  const all = Array.from(indices);
  all.forEach((index) => crowd.at(index));
  const { plan, findings } = planOf(definition, { clips: crowd.clips.map((clip) => clip.name), nodes: crowd.nodeNames }, options.clips);
  logDoubts(findings, name);
  const { clips: initial = {} } = options;
  const clips = new CrowdClips(crowd.clips, initial);
  const names = {
    initial,
    reserve: (clip: string) =>
      expectClipName(
        "clip",
        clip,
        crowd.clips.map((each) => each.name),
      ),
  };
  if (rootMotion && !crowd.clips.some(({ track }) => track)) {
    throw new RangeError("options.rootMotion: needs clips with root motion; give their RootMotionClips to options.rootMotion of the crowd");
  }
  return all.map((index) => {
    const layers = crowd.layer(index, plan.layers, rootMotion);
    const values = valuesOf(plan);
    const actors = plan.layers.map((_, layer) => new CrowdLayerActor(layers, layer, clips, values));
    return new ClipController<D>(name, findings, plan, values, actors, names, new CrowdScheduler(layers), () => layers.dispose());
  });
}

/** Advances the controller of a character. */
class CrowdScheduler implements ControllerScheduler {
  constructor(private readonly _layers: CharacterLayers) {}

  addFade(run: ControllerRun): void {
    this._layers.driver = run;
  }

  /** The layers go, and the controller with them. */
  removeFade(): void {}

  get now(): number {
    return this._layers.now;
  }

  wake(): void {
    this._layers.wake();
  }
}

/** The clips that states begin. */
class CrowdClips {
  private readonly _byState = new Map<StatePlan, readonly LayerClip[]>();

  /** @param _names of the crowd's clips, where they differ from those in the definition */
  constructor(
    private readonly _clips: readonly CrowdClip[],
    private readonly _names: Readonly<Record<string, string>>,
  ) {}

  /** The same clips, but for one. */
  with(name: string, clip: string): CrowdClips {
    return new CrowdClips(this._clips, { ...this._names, [name]: clip });
  }

  /** @param phase the share of a pass at which they begin, 0..1; null for where their settings say */
  of(state: StatePlan, phase: number | null): readonly LayerClip[] {
    const clips = getOrMake(this._byState, state, () => state.clips.map((name) => this.clipOf(name, state)));
    return phase === null
      ? clips
      : clips.map(({ clip, settings }) => ({ clip, settings: beginningAt(settings, this._clips[clip]!.duration, phase) }));
  }

  /** The index of the character's clip with a name. */
  indexOf(name: string): number {
    return this._clips.findIndex((each) => each.name === name);
  }

  /** The clip of a state with a name in the definition. */
  clipOf(name: string, { repetitions }: StatePlan): LayerClip {
    const clip = this.indexOf(clipFor(name, this._names));
    const { settings, duration } = this._clips[clip]!;
    return { clip, settings: repetitions === null ? settings : { ...settings, end: settings.start + duration, repetitions } };
  }
}

/** Plays the states of a layer on a character of a crowd. */
class CrowdLayerActor implements LayerActor {
  constructor(
    private readonly _layers: CharacterLayers,
    private readonly _index: number,
    private _clips: CrowdClips,
    private readonly _values: Float64Array,
  ) {}

  begin(state: StatePlan, phase: number | null, late: number): StateRun {
    return this._run(state, this._layers.begin(this._index, this._clips.of(state, phase), late));
  }

  exchange(name: string, clip: string, runs: readonly StateRun[]): void {
    this._clips = this._clips.with(name, clip);
    for (const run of runs as readonly ClipsRun<LayerPart>[]) {
      run.exchange(name, (part) => this._layers.replace(this._index, part, this._clips.clipOf(name, run.state)));
    }
  }

  restore(state: StatePlan, saved: readonly number[]): StateRun {
    return this._run(state, this._layers.restore(this._index, this._clips.of(state, null), saved));
  }

  areSaved(states: readonly SavedRun[], nameOf: (name: string) => string): boolean {
    return states.every(({ state: { clips }, saved }) =>
      this._layers.areSaved(
        clips.map((name) => this._clips.indexOf(nameOf(name))),
        saved,
      ),
    );
  }

  end(runs: readonly StateRun[]): void {
    (runs as readonly ClipsRun<LayerPart>[]).forEach(({ clips }) => clips.forEach((clip) => clip.end()));
  }
  private _run(state: StatePlan, parts: LayerPart[]): StateRun {
    return new CrowdStateRun(state, parts, this._values, (clips) => this._layers.save(this._index, clips));
  }
}

/** The clips of a state in a crowd. */
class CrowdStateRun extends ClipsRun<LayerPart> {
  constructor(
    state: StatePlan,
    clips: LayerPart[],
    values: Float64Array,
    private readonly _save: (clips: readonly LayerPart[]) => number[],
  ) {
    super(state, clips, values);
  }

  override get saved(): readonly number[] {
    return this._save(this.clips);
  }
}
