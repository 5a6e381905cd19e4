import { Engine } from "@babylonjs/core/Engines/engine.js";
import { EngineInstrumentation } from "@babylonjs/core/Instrumentation/engineInstrumentation.js";
import { SceneInstrumentation } from "@babylonjs/core/Instrumentation/sceneInstrumentation.js";
import "@babylonjs/core/Engines/AbstractEngine/abstractEngine.timeQuery.js";
import "@babylonjs/core/Engines/Extensions/engine.query.js";
import type { Source } from "../files/source.js";
import { medianOf, pause } from "../playback/timing.js";
import { countText, isSoftware, KINDS, rounded, type Conditions, type Figures, type Row, type Times } from "./figures.js";
import { playedAnimations } from "./playedAnimations.js";
import type { Settings } from "./settings.js";
import { Subject } from "./subject.js";

export interface MeasurementOptions extends Settings {
  /** The version of this package. */
  readonly version: string;
  readonly signal: AbortSignal;
  /** @param share 0..1 */
  readonly onProgress: (share: number, text: string) => void;
}

/** Frames of an empty page. */
const EMPTY_FRAMES = 12;
/** Frames at the beginning of a turn that do not count: the pictures of the turn before may still be on their way. */
const SKIPPED_FRAMES = 2;
/** Frames of a turn that count, at least. */
const LEAST_FRAMES = 2;
/** Milliseconds of the frames that count, at least. */
const TURN_MILLISECONDS = 150;

/** The scale of the drawing without a graphics card, which would take most of the time and say nothing. */
const SOFTWARE_SCALE = 0.25;

/** More nodes in the instances of a scene would take gigabytes. */
const MAX_NODES = 60_000;
/** Pictures that would take longer than so many milliseconds are left out, if those before them took long already. */
const MAX_PICTURE = 3000;
/** A picture of so many milliseconds takes long. */
const LONG_PICTURE = 50;

/** What the turns of one kind have measured. */
class Samples {
  readonly steps: number[] = [];
  readonly frames: number[] = [];
  readonly pictures: number[] = [];
  readonly gpu: number[] = [];
}

/**
 * Measures a file in scenes of its own: plain groups, compiled groups, and following skeletons in turns, with each number of instances.
 * @param canvas is not used for anything else, before or after
 * @throws Error if the file cannot be loaded or drawn, or the signal's reason
 */
export async function measure(source: Source, canvas: HTMLCanvasElement, options: MeasurementOptions): Promise<Figures> {
  const { instances, rounds, width, height, signal, onProgress } = options;
  onProgress(0, `Loading ${source.name}`);
  const display = await measureDisplay(signal);
  const engine = new Engine(canvas, true, { stencil: true, audioEngine: false, adaptToDeviceRatio: false, loseContextOnDispose: true });
  const scale = isSoftware(engine.getGlInfo().renderer) ? SOFTWARE_SCALE : 1;
  engine.setSize(Math.ceil(width * scale), Math.ceil(height * scale));
  const gpu = new EngineInstrumentation(engine);
  gpu.captureGPUFrameTime = true;
  try {
    const { indices, text } = playedAnimations(source.json);
    const subjects = await loadSubjects(source, engine, indices, signal);
    const [plain] = subjects as [Subject, ...Subject[]];
    const rows: Row[] = [];
    const notes = [...source.notes];
    for (const [i, count] of instances.entries()) {
      const excess = excessOf(plain, count, rows.at(-1));
      if (excess) {
        notes.push(`${count} instances are left out: ${excess}.`);
        break;
      }
      const onRound = (round: number): void => {
        const share = (i + round / rounds) / instances.length;
        onProgress(share, `Measuring ${source.name} × ${count}`);
      };
      const { row, done } = await measureRow(subjects, gpu, count, { ...options, onRound });
      rows.push(row);
      if (done < rounds) {
        notes.push(`The times of ${countText(count, "instance")} are those of ${countText(done, "round")}, because a round takes long.`);
      }
    }
    return {
      file: source.name,
      plays: plain.plays ? text : "",
      contents: plain.contents,
      rows,
      notes: [...subjects.at(-1)!.exceptions, ...notes],
      conditions: { ...conditionsOf(engine, options), display },
    };
  } finally {
    gpu.dispose();
    engine.dispose();
  }
}

async function loadSubjects(source: Source, engine: Engine, animations: readonly number[], signal: AbortSignal): Promise<Subject[]> {
  const subjects: Subject[] = [];
  // one after the other: loading ends with a release of the source
  for (const kind of KINDS) {
    const [plain] = subjects;
    if (!plain || (plain.plays && (kind !== "following" || plain.hasSkeletons))) {
      subjects.push(await Subject.load(kind, source, engine, animations));
      signal.throwIfAborted();
    }
  }
  return subjects;
}

/** Why so many instances are too much for this machine; null if they are not. */
function excessOf({ nodes }: Subject, instances: number, before: Row | undefined): string | null {
  if (before && nodes * instances > MAX_NODES) {
    return `they would have ${(nodes * instances).toLocaleString("en")} nodes`;
  }
  const expected = before ? (before.times.plain.picture * instances) / before.instances : 0;
  const { picture = 0 } = before?.times.plain ?? {};
  return picture > LONG_PICTURE && expected > MAX_PICTURE
    ? `a picture of ${before!.instances} takes ${picture.toFixed(0)} ms already`
    : null;
}

async function measureRow(
  subjects: readonly Subject[],
  gpu: EngineInstrumentation,
  instances: number,
  { rounds, seconds, signal, onRound }: MeasurementOptions & { readonly onRound: (round: number) => void },
): Promise<{ row: Row; done: number }> {
  const measured = subjects.map((subject) => ({ subject, samples: new Samples() }));
  onRound(0);
  for (const { subject } of measured) {
    subject.grow(instances);
    await pause(signal);
    await subject.scene.whenReadyAsync();
    await subject.step.warmUp(signal);
    await drawTurn(subject, gpu, new Samples(), signal);
  }
  const drawCalls = await countDrawCalls(subjects[0]!, signal);
  const began = performance.now();
  let done = 0;
  for (let round = 0; round < rounds && (round === 0 || performance.now() - began < 1000 * seconds); round++) {
    for (let turn = 0; turn < measured.length; turn++) {
      const { subject, samples } = measured[(turn + round) % measured.length]!;
      samples.steps.push(subject.step.measure());
      await drawTurn(subject, gpu, samples, signal);
    }
    done = round + 1;
    onRound(done);
  }
  const times = Object.fromEntries(measured.map(({ subject: { kind }, samples }) => [kind, timesOf(samples)])) as Row["times"];
  return { row: { instances, drawCalls, times }, done };
}

/** Draws frame by frame, as an application does. */
async function drawTurn({ scene }: Subject, gpu: EngineInstrumentation, samples: Samples, signal: AbortSignal): Promise<void> {
  const { gpuFrameTimeCounter: counter } = gpu;
  let last = await nextFrame(signal);
  let known = counter.count;
  let elapsed = 0;
  let processor = 0;
  let frames = -SKIPPED_FRAMES;
  while (frames < LEAST_FRAMES || elapsed < TURN_MILLISECONDS) {
    const time = drawFrame(scene);
    const now = await nextFrame(signal);
    if (frames >= 0) {
      processor += time;
      elapsed += now - last;
      samples.pictures.push(now - last);
      if (counter.count > known) {
        samples.gpu.push(counter.current / 1e6); // from nanoseconds
      }
    }
    known = counter.count;
    last = now;
    frames++;
  }
  samples.frames.push(processor / frames);
}

/** @returns milliseconds of processor time */
function drawFrame(scene: Subject["scene"]): number {
  const engine = scene.getEngine();
  engine.beginFrame();
  const began = performance.now();
  scene.render();
  const time = performance.now() - began;
  engine.endFrame();
  return time;
}

function timesOf({ steps, frames, pictures, gpu }: Samples): Times {
  return {
    step: rounded(medianOf(steps)),
    frame: rounded(medianOf(frames)),
    picture: rounded(medianOf(pictures)),
    gpu: gpu.length > 0 ? rounded(medianOf(gpu)) : null,
  };
}

async function countDrawCalls({ scene }: Subject, signal: AbortSignal): Promise<number> {
  const instrumentation = new SceneInstrumentation(scene);
  drawFrame(scene);
  await nextFrame(signal);
  drawFrame(scene);
  const { current } = instrumentation.drawCallsCounter;
  instrumentation.dispose();
  return current;
}

/** The milliseconds from one picture of the display to the next. */
async function measureDisplay(signal: AbortSignal): Promise<number> {
  const times: number[] = [];
  while (times.length <= EMPTY_FRAMES) {
    times.push(await nextFrame(signal));
  }
  return Math.max(rounded(medianOf(times.slice(1).map((time, i) => time - times[i]!))), 1);
}

/** @throws the signal's reason, once it is aborted */
async function nextFrame(signal: AbortSignal): Promise<number> {
  const time = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
  signal.throwIfAborted();
  return time;
}

function conditionsOf(engine: Engine, { rounds, version }: MeasurementOptions): Omit<Conditions, "display"> {
  return {
    browser: browserOf(navigator.userAgent),
    renderer: engine.getGlInfo().renderer,
    width: engine.getRenderWidth(),
    height: engine.getRenderHeight(),
    rounds,
    babylon: Engine.Version,
    version,
    date: new Date().toISOString().slice(0, 10),
  };
}

/** What browsers call themselves; those that call themselves Chrome or Safari, too, come first. */
const BROWSERS = { Edg: "Edge", OPR: "Opera", Firefox: "Firefox", HeadlessChrome: "Chrome", Chrome: "Chrome", Version: "Safari" };

/** The name, version and system of a browser: "Chrome 140.0.0.0, X11; Linux x86_64". */
function browserOf(userAgent: string): string {
  const [, system = ""] = /\(([^)]*)\)/.exec(userAgent) ?? [];
  for (const [token, name] of Object.entries(BROWSERS)) {
    const [, version] = new RegExp(`${token}/([\\d.]+)`).exec(userAgent) ?? [];
    if (version !== undefined) {
      return `${name} ${version}, ${system}`;
    }
  }
  return userAgent;
}
