import { countText, isSoftware, timeText, type Conditions, type Figures, type Row, type Times } from "./figures.js";

/** What to read about, and where. */
export interface Hint {
  readonly text: string;
  /** An address, relative to the page. */
  readonly href: string;
  readonly label: string;
}

/** What figures mean, and what to do. */
export interface Advice {
  /** The answer to "Is it the animation?" */
  readonly answer: string;
  /** Complete sentences. */
  readonly sentences: readonly string[];
  /** Whether `RegisterCompiledGroups()` helps. */
  readonly suggestsLine: boolean;
  readonly hints: readonly Hint[];
}

/** The time that a picture has at 60 Hz, in milliseconds. */
const BUDGET = 1000 / 60;
/** More than this much time of a frame is slow: an application has other work to do. */
const SLOW = BUDGET / 2;
/** A smaller part of a frame is not worth a line of code, and may be an error of measurement. */
const WORTHWHILE = 0.1;
/** The cause of a slow frame has at least this part of it. */
const MAIN = 0.5;
/** A cause beside others has at least this part. */
const PARTIAL = 0.2;
/** How much longer than expected a picture takes where the processor is not the reason. */
const TOLERANCE = 1.25;

const JOIN: Hint = {
  text: "Join the parts of a character into one mesh for each material, which every viewer gains from.",
  href: "../docs/authoring.html#join-the-parts-of-a-character",
  label: "Join meshes",
};
const CROWD: Hint = {
  text: "Draw characters that only play clips as a crowd: one draw call for each material, however many there are.",
  href: "../docs/crowds.html",
  label: "Crowds",
};
const LEVELS: Hint = {
  text: "Draw fewer vertices: levels of detail for characters far away, and culling.",
  href: "../docs/crowds.html#options",
  label: "Levels of detail",
};
const SKELETONS: Hint = {
  text: "Skeletons that follow their nodes are part of the same line, and can be used without compiled groups.",
  href: "../docs/behavior.html#skeletons-follow-their-nodes",
  label: "Skeletons",
};
const RESULTS: Hint = {
  text: "See what compiled groups change, and what they leave to Babylon.js.",
  href: "../docs/behavior.html#compiled-groups",
  label: "Compiled groups",
};

/** The parts of a frame with plain groups, in milliseconds of processor time. */
interface Parts {
  readonly frame: number;
  /** The frame after the line of code. */
  readonly after: number;
  readonly step: number;
  /** What following skeletons save. */
  readonly skeletons: number;
  /** What is left without animations and skeletons. */
  readonly rest: number;
  /** The time of the graphics card; null if it is unknown, or not what makes pictures late. */
  readonly gpu: number | null;
}

/** Says what figures mean, by those of the most instances. */
export function advise(figures: Figures): Advice {
  const row = figures.rows.at(-1)!;
  const parts = partsOf(row, figures);
  const { frame, after, rest, gpu } = parts;
  const suggestsLine = frame - after > WORTHWHILE * frame;
  const isGpu = gpu !== null && gpu > SLOW && gpu > frame;
  const isSlow = frame > SLOW;
  const animation = figures.plays === "" ? 0 : (frame - rest) / frame;
  const cost = costOf(figures, row, parts, suggestsLine);
  const hasManyMeshes = isSlow && rest > Math.max(PARTIAL * frame, SLOW / 2);
  const isCrowd = row.instances > 1 && (hasManyMeshes || isGpu || (isSlow && !suggestsLine));
  const hints: Hint[] = [
    ...(hasManyMeshes && figures.contents.meshes > 1 ? [JOIN] : []),
    ...(isGpu ? [LEVELS] : []),
    ...(isCrowd ? [CROWD] : []),
  ];
  if (suggestsLine) {
    hints.push(RESULTS, ...(parts.skeletons > PARTIAL * frame ? [SKELETONS] : []));
  }
  return { answer: answerOf(figures, animation, { isGpu, isSlow }), sentences: cost, suggestsLine, hints };
}

function answerOf({ plays, rows }: Figures, animation: number, { isGpu, isSlow }: { isGpu: boolean; isSlow: boolean }): string {
  const many = countText(rows.at(-1)!.instances, "instance");
  if (isGpu) {
    return "No: the graphics card is the limit.";
  }
  if (!isSlow) {
    return plays === "" ? "No: the file has no animations, and nothing is slow here." : `Nothing is slow here, with ${many}.`;
  }
  if (plays === "") {
    return "No: the file has no animations. Its meshes take the time.";
  }
  if (animation >= MAIN) {
    return "Yes, it is the animation.";
  }
  return animation >= PARTIAL ? "In part: the animation takes time, the meshes take more." : "No: the meshes take the time.";
}

/** What a frame costs, and what of it. */
function costOf(figures: Figures, row: Row, parts: Parts, suggestsLine: boolean): string[] {
  const { contents, conditions, file, plays } = figures;
  const { frame, after, step, skeletons, rest, gpu } = parts;
  const of = row.instances === 1 ? file : `${file}, ${row.instances.toLocaleString("en")} times`;
  const budget = `A picture at 60 Hz has ${timeText(BUDGET)} ms, for all that the application does.`;
  const drawn = `${countText(contents.meshes * row.instances, "mesh", "meshes")} in ${countText(row.drawCalls, "draw call")}`;
  const sentences: string[] = [];
  if (plays === "") {
    sentences.push(`${of}: ${timeText(frame)} ms of processor time a frame. ${budget}`);
    sentences.push(
      "The file has no animations to measure. If they are in files of their own, measure a file that has both character and animations.",
    );
  } else {
    sentences.push(
      suggestsLine
        ? `${of}: ${timeText(frame)} ms → ${timeText(after)} ms of processor time a frame, with one line. ${budget}`
        : `${of}: ${timeText(frame)} ms of processor time a frame. ${budget}`,
    );
    const bones = suggestsLine && skeletons > 0 ? ` skeletons would take ${timeText(skeletons)} ms less;` : "";
    sentences.push(
      `The animation step takes ${timeText(step)} ms of the ${timeText(frame)} ms;${bones} ${timeText(rest)} ms is what Babylon.js does for ${drawn}.`,
    );
    if (!suggestsLine) {
      sentences.push("Compiled groups change less than a tenth of the frame.");
    }
  }
  if (gpu !== null) {
    sentences.push(
      `The graphics card needs ${timeText(gpu)} ms for a picture of ${countText(contents.vertices * row.instances, "vertex", "vertices")}.`,
    );
  }
  if (isSoftware(conditions.renderer)) {
    sentences.push(
      "This browser draws on the processor, without a graphics card: what its pictures take says nothing about machines that have one.",
    );
  }
  if (frame <= SLOW && (gpu === null || gpu <= SLOW)) {
    sentences.push(
      "If the application is slow with this file nevertheless, the time goes elsewhere: the profiler of the browser says where.",
    );
  }
  return [...sentences, ...figures.notes];
}

function partsOf({ times }: Row, { conditions }: Figures): Parts {
  const { plain, compiled = plain, following = compiled } = times;
  const rest = Math.max(following.frame - following.step, 0);
  return {
    frame: plain.frame,
    after: Math.min(following.frame, plain.frame),
    step: Math.min(plain.step, plain.frame),
    skeletons: times.following ? Math.max(plain.frame - plain.step - rest, 0) : 0,
    rest: Math.min(rest, plain.frame),
    gpu: isSoftware(conditions.renderer) ? null : (plain.gpu ?? unexplained(plain, conditions)),
  };
}

/** The time of a picture that comes later than the processor explains, as seen without the graphics card's own time. */
function unexplained({ picture, frame }: Times, { display }: Conditions): number | null {
  // a picture that is not ready waits for the next one of the display
  const expected = Math.max(Math.ceil((frame * TOLERANCE) / display), 1) * display;
  return picture > TOLERANCE * expected ? picture : null;
}
