import type { GltfFile } from "../../gltf/file/index.js";
import { nameOfItem, type RenameNodes } from "../../gltf/matching/index.js";
import { leastGap } from "../../gltf/sampling/index.js";
import {
  type ClipDefinition,
  type ClipInput,
  type EventDefinition,
  readAllClips,
  ReadClips,
  ReadEvents,
  WriteEvents,
} from "../../gltf/schema/index.js";
import {
  createFinding,
  errorsAmong,
  excerpt,
  type Finding,
  findUnknownMembers,
  getOrMake,
  isObject,
  type MemberNames,
  rounded,
} from "../../gltf/util/index.js";
import { rangeOf, sourceOf } from "../asset.js";
import { appendClips, replaceClip } from "../clipLists.js";
import { SameNames } from "../motion/sameNames.js";

/** Options of {@link CopyClips}. */
export interface ClipCopyOptions {
  /** Maps names of animations in the source to names in the target: a function, or an object with the names that differ. Default: no names differ. */
  readonly rename?: RenameNodes | undefined;
}

const OPTION_NAMES: MemberNames<ClipCopyOptions> = { rename: true };

/** The result of {@link CopyClips}. */
export interface ClipCopyReport {
  /** The number of clips and controllers that the target did not have, or had otherwise. */
  readonly clips: number;
  /** The number of events in the animations whose events the target did not have, or had otherwise. */
  readonly events: number;
  /**
   * `NOT_COPIED` for clips and events whose animations the target does not have, `LENGTH_CHANGED` for those whose animations begin or end at
   * another time there, and errors of the source; with JSON pointers in the source.
   */
  readonly findings: readonly Finding[];
}

/**
 * Gives a file the clips and events of the file that it was made of, after a tool that drops them. Animations are found by their names,
 * several with one name and those without a name in their order; their channels stay as they are. A clip replaces the clip with the same
 * name, the events of an animation replace its events, and controllers become clips. Called again, it changes nothing.
 * @param target the file to change; compressed keys are no obstacle
 * @param source the file with the clips; not changed
 * @example
 * const { findings } = CopyClips(packed, original);
 * @experimental follows draft specifications
 */
export function CopyClips(target: GltfFile, source: GltfFile, options: ClipCopyOptions = {}): ClipCopyReport {
  const clips = readAllClips(source.json);
  const events = ReadEvents(source.json);
  const findings: Finding[] = [
    ...findUnknownMembers("options", options, OPTION_NAMES),
    ...errorsAmong([...clips.findings, ...events.findings]),
  ];
  const animations = new AnimationPairs(target, source, options.rename, findings);
  const left = [...ReadClips(target.json).definitions];
  const take = (isWanted: (clip: ClipDefinition) => boolean): ClipDefinition | undefined => {
    const index = left.findIndex(isWanted);
    return index < 0 ? undefined : left.splice(index, 1)[0];
  };
  const wanted = clips.definitions.flatMap(({ pointer, name, animations: played, settings, other }): readonly ClipInput[] => {
    const found = animations.find(pointer, played);
    return found ? [{ name, animations: found, settings, other: structuredClone(other) }] : [];
  });
  // equal ones first, so that none of several with one name replaces a clip that is right
  const changed = wanted.filter((clip) => !take((each) => keyOf(each) === keyOf(clip)));
  const added = changed.filter((clip) => {
    const replaced = clip.name === undefined ? undefined : take((each) => each.name === clip.name);
    if (replaced) {
      replaceClip(target.json, Number(replaced.pointer.split("/").at(-1)), clip);
    }
    return !replaced;
  });
  appendClips(target.json, added);
  return { clips: changed.length, events: copyEvents(target, events.definitions, animations), findings };
}

/** @returns the number of written events */
function copyEvents(target: GltfFile, events: readonly EventDefinition[], animations: AnimationPairs): number {
  const byAnimation = new Map<number, EventDefinition[]>();
  events.forEach((event) => getOrMake(byAnimation, event.animation, () => []).push(event));
  const known = ReadEvents(target.json).definitions;
  let count = 0;
  for (const [animation, definitions] of byAnimation) {
    const [found] = animations.find(`/animations/${animation}`, [animation]) ?? [];
    const written = definitions.map(({ event, other }) => structuredClone({ ...event, other }));
    const before = known.filter((each) => each.animation === found).map(({ event, other }) => ({ ...event, other }));
    if (found !== undefined && JSON.stringify(written) !== JSON.stringify(before)) {
      WriteEvents(target.json, found, written);
      count += written.length;
    }
  }
  return count;
}

const keyOf = ({ name, animations, settings, other }: ClipInput): string => JSON.stringify([name, animations, settings, other]);

/** Finds animations of the source in the target, and says once for each what became of it. */
class AnimationPairs {
  private readonly _after: ReadonlyMap<number, number>;
  private readonly _said = new Set<number>();

  constructor(
    private readonly _target: GltfFile,
    private readonly _source: GltfFile,
    rename: RenameNodes | undefined,
    private readonly _findings: Finding[],
  ) {
    this._after = new SameNames(_source.json, _target.json, rename).pairsOf(["animations"]).after;
  }

  /**
   * @param pointer JSON pointer of what needs the animations
   * @returns the indices in the target; null, with a finding, if the target does not have all
   */
  find(pointer: string, animations: readonly number[]): readonly number[] | null {
    const missing = animations.filter((animation) => !isObject(this._target.json.animations?.[this._after.get(animation)!]));
    if (missing.length > 0) {
      const names = missing.map((animation) => this._nameOf(animation)).join(", ");
      const rule = `must have animations that the target has, too (got ${excerpt(names)})`;
      this._findings.push(createFinding("NOT_COPIED", pointer, rule));
      return null;
    }
    return animations.map((animation) => {
      const found = this._after.get(animation)!;
      if (!this._said.has(animation)) {
        this._said.add(animation);
        this._compare(animation, found);
      }
      return found;
    });
  }

  private _nameOf(animation: number): string {
    return nameOfItem(this._source.json.animations![animation]) ?? `#${animation}`;
  }

  private _compare(animation: number, found: number): void {
    const before = rangeOf(sourceOf(this._source), [animation]);
    const after = rangeOf(sourceOf(this._target), [found]);
    if (before && after && before.some((time, i) => Math.abs(time - after[i]!) > leastGap(before[1]))) {
      const [was, is] = [before, after].map((range) => range.map(rounded).join(" to "));
      const message = `${excerpt(this._nameOf(animation), 40)} is from ${is} s in the target, not from ${was} s; times of clips and events stay`;
      this._findings.push(createFinding("LENGTH_CHANGED", `/animations/${animation}`, message));
    }
  }
}
