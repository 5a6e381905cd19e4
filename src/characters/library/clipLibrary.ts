import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { Node } from "@babylonjs/core/node.js";
import type { Scene } from "@babylonjs/core/scene.js";
import {
  createForNode,
  describeCharacter,
  type LoadedAsset,
  logWarning,
  logWarningOnce,
  meshNodeOf,
  warnOfUnknownMembers,
} from "../../scene/host/index.js";
import {
  type ChannelList,
  CLIP_OPTION_NAMES,
  ClipAnimationGroup,
  type ClipOptions,
  prepareTimedEvents,
} from "../../scene/playing/index.js";
import { findOtherSkeleton, offsetOf, type RenameNodes } from "../../gltf/matching/index.js";
import {
  createFinding,
  DescribeFinding,
  excerpt,
  type Finding,
  findSimilar,
  getOrMake,
  type MemberNames,
  show,
} from "../../gltf/util/index.js";
import { type AnimatedFace, BoundCharacter, type Shared } from "./boundCharacter.js";
import { type ClipCharacter, partsOf } from "./clipCharacter.js";
import type { LibraryClip, LibraryData } from "./libraryData.js";
import type * as faces from "./faces.js";
import type * as pointers from "./pointers.js";
import { bonesOf, restOfTarget } from "./restPose.js";
import type { RetargetedCharacter, Retargeter } from "./retargeting.js";
import type { RetargetOptions } from "./retargetOptions.js";

/** Options of {@link ClipLibrary.addTo}, in addition to the options of each clip. */
export interface AddClipsOptions extends ClipOptions {
  /** The names of the clips to add, or their indices in {@link ClipLibrary.clipNames}. Default: all clips. */
  readonly clips?: readonly (string | number)[] | undefined;
  /**
   * Maps names in the library to names in the character (of nodes, materials, morph targets, ...): a function, or an object with the names
   * that differ. Default: no names differ.
   */
  readonly renameNodes?: RenameNodes | undefined;
  /**
   * Maps names of morph targets in the library to names in the character, as `renameNodes`. Default: known names of faces, and names that differ
   * in prefix or spelling only, find each other.
   */
  readonly renameTargets?: RenameNodes | undefined;
  /**
   * Retargets the clips to the skeleton of the character, whose joints may have other names, lengths and axes: `true`, or how. The bones of
   * humanoids are recognized (see `DescribeSkeleton`) and turn as they turn since T, whatever poses the files rest in; the joints of other
   * bodies are found by their names and turn as they turn since the bind pose. What cannot be known is a finding, `SKELETON_DOUBTFUL`. The
   * library must be loaded for it ({@link ClipLibraryOptions.retarget}). Default: false
   */
  readonly retarget?: boolean | RetargetOptions | undefined;
}

const ADD_NAMES: MemberNames<AddClipsOptions> = {
  ...CLIP_OPTION_NAMES,
  clips: true,
  renameNodes: true,
  renameTargets: true,
  retarget: true,
};

/** What a library could not do. */
export interface ClipLibraryReport {
  /** The number of clips that the last character got. */
  readonly clips: number;
  /**
   * What was found in the library's file, then what the last character did not get (`NOT_COPIED`), then what is an estimate
   * (`SKELETON_DOUBTFUL`), with JSON pointers in the library. Each reason is stated once, with the first pointer.
   */
  readonly findings: readonly Finding[];
}

/** The clips of a character, and where they are listed. */
interface Added {
  readonly clips: ClipAnimationGroup[];
  readonly groups: AnimationGroup[] | null;
  readonly roots: readonly Node[];
  readonly onDisposed: () => void;
}

/**
 * The clips of a file for any number of characters, made by {@link LoadClipLibraryAsync}. The library has keys only: no nodes, meshes or
 * materials. All characters share the keys.
 *
 * Animated objects are matched by name: nodes and, for channels of `KHR_animation_pointer`, materials, cameras and lights. Nodes with the
 * same name are told apart by the names of their ancestors. The prefix `Clone of ` of instances does not count. Where no object has the name, one
 * whose name differs by separators and blanks only is found. Weights of morph targets are matched by the names of the morph targets, on all meshes
 * at once, in any order and in the vocabularies of ARKit, VRM and Oculus. Other morph targets keep their weights.
 *
 * Without {@link AddClipsOptions.retarget}, values do not change, so library and character must have the same skeleton: joints with the same
 * offsets from their parents, in the same unit. They may rest in other poses.
 * @experimental follows draft specifications
 */
export class ClipLibrary {
  /** The URL or the name of the file. */
  readonly name: string;
  readonly scene: Scene;
  private _shared: Shared | null;
  private _retargeter: Retargeter | null;
  private _report: ClipLibraryReport;
  private readonly _characters = new Set<Added>();
  /** The messages that were logged: twenty characters of one file are not to log one message twenty times. */
  private readonly _logged = new Set<string>();

  /** @internal */
  constructor(
    name: string,
    scene: Scene,
    data: LibraryData,
    pointerCode: typeof pointers | null,
    faceCode: typeof faces | null,
    expressions: AnimatedFace | null,
    createRetargeter: ((shared: Shared) => Retargeter) | null,
  ) {
    this.name = name;
    this.scene = scene;
    const setEvents = new Map(Array.from(data.events, ([animation, events]) => [animation, prepareTimedEvents(events)]));
    this._shared = { data, animations: new Map(), setEvents, pointers: pointerCode, faces: faceCode, expressions };
    this._retargeter = createRetargeter && createRetargeter(this._shared);
    this._report = { clips: 0, findings: data.findings };
    this._log("", data.findings);
    scene.onDisposeObservable.add(this._onSceneDisposed);
  }

  /**
   * The names of all clips, in the order of the file. In a file without clips, each animation is a clip of its whole range, or with the
   * playback settings of another tool ({@link ClipLibraryOptions.metadata}); animations with such settings come first.
   */
  get clipNames(): readonly string[] {
    return this._shared?.data.clips.map(({ name }) => name) ?? [];
  }

  /** What could not be read from the file, and what the last character did not get. */
  get report(): ClipLibraryReport {
    return this._report;
  }

  /**
   * Adds clips to a character: to its container, or to the scene, and to its `animationGroups`, so that {@link GetClip} finds them. They are
   * disposed with the character. A part of a clip whose object the character does not have is left out; see {@link ClipLibrary.report}.
   * @returns the clips, in the order of `options.clips`, or of the file without those that animate nothing of the character
   * @throws RangeError if the library is disposed or of another scene, has no clip with a given name, or if such a clip animates nothing of the character; with
   * `retarget`, if the library is not loaded for it, the character has no skeleton, no animated node is one of its joints, or an option names
   * no joint
   * @throws TypeError if the first argument is not a character
   * @example const [walk, jump] = moves.addTo(character, { clips: ["walk", "jump"] });
   */
  addTo<const Names extends readonly (string | number)[]>(
    character: ClipCharacter,
    options: AddClipsOptions & { readonly clips: Names },
  ): { -readonly [Index in keyof Names]: ClipAnimationGroup };
  addTo(character: ClipCharacter, options?: AddClipsOptions): ClipAnimationGroup[];
  addTo(character: ClipCharacter, options: AddClipsOptions = {}): ClipAnimationGroup[] {
    const { data } = this._expectUsable();
    warnOfUnknownMembers("addTo", "options", options, ADD_NAMES, { rename: "renameNodes" });
    const {
      clips: names,
      renameNodes,
      renameTargets,
      retarget = false,
      overtime,
      clock,
      evaluationMode,
      weight,
      playOrder,
      layer,
    } = options;
    const clipOptions: ClipOptions = { overtime, clock, evaluationMode, weight, playOrder, layer };
    const wanted = names?.map((name, i) => this._expectClip(name, i)) ?? data.clips;
    const { roots, materials, groups } = partsOf(character);
    if (roots[0]!.getScene() !== this.scene) {
      throw new RangeError(`character: must be of the scene of the library (got ${show(roots[0]!.name)})`);
    }
    const byReason = new Map<string, Finding>();
    const asset = describeCharacter(roots, materials, this.scene);
    const retargeting = this._retargetingOf(roots, retarget);
    const add = (finding: Finding): void => void getOrMake(byReason, finding.message, () => finding);
    const bound = new BoundCharacter(this._shared!, asset, renameNodes, add, retargeting, renameTargets);
    const findings: Finding[] = [];
    const clips: ClipAnimationGroup[] = [];
    const unfit: LibraryClip[] = [];
    const added: Added = { clips, groups, roots, onDisposed: () => this._forget(added) };
    try {
      wanted.forEach((clip, i) => {
        const lists = clip.animations.flatMap((animation) => bound.bind(animation) ?? []);
        if (lists.length > 0) {
          clips.push(createForNode(roots[0]!, () => this._createClip(clip, lists, clipOptions)));
        } else if (names) {
          throw noTarget(`options.clips/${i}: must animate something that the character has (got ${show(clip.name)})`, bound);
        } else {
          unfit.push(clip);
        }
      });
      if (clips.length === 0 && bound.describeNoJoints() !== null) {
        throw noTarget(`character: must have joints that the clips animate, for options.retarget (got ${show(roots[0]!.name)})`, bound);
      }
    } catch (error) {
      clips.splice(0).forEach((clip) => clip.dispose());
      throw error;
    } finally {
      const missing = bound.findMissing();
      findings.push(...byReason.values(), ...missing);
      if (clips.length > 0 || missing.length === 0) {
        findings.push(...unfit.map(({ pointer }) => createFinding("NOT_COPIED", pointer, "must animate something that the target has")));
      }
      // the first one is logged: what is missing, before what is an estimate
      findings.sort((a, b) => Number(a.code === "SKELETON_DOUBTFUL") - Number(b.code === "SKELETON_DOUBTFUL"));
      this._report = { clips: clips.length, findings: [...data.findings, ...findings] };
    }
    this._log(`${excerpt(roots[0]!.name)}: `, findings);
    if (!retargeting) {
      this._compareRest(bound, asset, roots);
    }
    this._keep(added);
    return [...clips];
  }

  /** Disposes all clips that the library added, and drops the keys. */
  dispose(): void {
    this.scene.onDisposeObservable.removeCallback(this._onSceneDisposed);
    [...this._characters].forEach((added) => this._forget(added));
    this._shared = null;
    this._retargeter = null;
  }

  private readonly _onSceneDisposed = (): void => this.dispose();

  private _expectUsable(): Shared {
    if (!this._shared) {
      throw new RangeError(`library: must not be disposed (got ${show(this.name)})`);
    }
    return this._shared;
  }

  /** Binds a character's skeletons to retargeted animations; null without the option. */
  private _retargetingOf(
    roots: readonly Node[],
    option: boolean | RetargetOptions,
  ): ((rename: (name: string) => string) => RetargetedCharacter) | null {
    const retargeter = this._retargeter;
    if (option === false) {
      return null;
    }
    if (!retargeter) {
      throw new RangeError(
        `options.retarget: needs a library that LoadClipLibraryAsync loaded with retarget: true (got ${show(this.name)})`,
      );
    }
    return (rename) => retargeter.bind(roots, rename, option === true ? {} : option);
  }

  private _expectClip(key: string | number, index: number): LibraryClip {
    const { clips } = this._shared!.data;
    const [clip, ...others] = typeof key === "number" ? [clips[key]] : clips.filter(({ name }) => name === key);
    if (others.length > 0) {
      const message = `${others.length + 1} clips have the name ${show(key)}; the first is used; an index in clipNames names another`;
      logWarningOnce(`${excerpt(this.name)}: ${message}`);
    }
    if (!clip) {
      const known = excerpt(this.clipNames.join(", "), 340);
      const rule = known ? `must be one of ${known}` : "must be the name of a clip, but the library has none";
      const similar = typeof key === "string" ? findSimilar(key, this.clipNames) : undefined;
      const hint = similar === undefined ? "" : `; did you mean ${show(similar)}?`;
      throw new RangeError(`options.clips/${index}: ${rule} (got ${show(key)})${hint}`);
    }
    return clip;
  }

  private _createClip({ name, settings, other }: LibraryClip, lists: readonly ChannelList[], options: ClipOptions): ClipAnimationGroup {
    const clip = new ClipAnimationGroup(name, this.scene, { ...options, settings });
    clip.adoptChannels(lists);
    if (Object.keys(other).length > 0) {
      clip.metadata = { gltf: structuredClone(other) };
    }
    return clip;
  }

  private _keep(added: Added): void {
    const { clips, groups, roots, onDisposed } = added;
    groups?.push(...clips.filter((clip) => !groups.includes(clip)));
    this._characters.add(added);
    roots[0]!.onDisposeObservable.addOnce(onDisposed);
  }

  private _forget(added: Added): void {
    const { clips, groups, roots, onDisposed } = added;
    this._characters.delete(added);
    roots[0]!.onDisposeObservable.removeCallback(onDisposed);
    for (const clip of clips.splice(0)) {
      clip.dispose();
      const at = groups?.indexOf(clip) ?? -1;
      if (at >= 0) {
        groups!.splice(at, 1);
      }
    }
  }

  /** Warns about clips for another skeleton. */
  private _compareRest({ nodes }: BoundCharacter, { gltf }: LoadedAsset, roots: readonly Node[]): void {
    const { data } = this._shared!;
    const bones = bonesOf(roots);
    const offsets = new Map(
      Array.from(nodes, ([source, target]) => {
        const node = meshNodeOf(gltf.nodes![target])!;
        return [source, { own: offsetOf(data.json, source), other: restOfTarget(node, bones.get(node)).position.asArray() }];
      }),
    );
    for (const finding of findOtherSkeleton(data.json, offsets, data.movedNodes, "the character", "see retarget")) {
      this._report = { ...this._report, findings: [...this._report.findings, finding] };
      this._logOnce(DescribeFinding(finding));
    }
  }

  /** Logs the first of several findings, and how many more there are. */
  private _log(character: string, [first, ...others]: readonly Finding[]): void {
    if (first) {
      this._logOnce(
        character + DescribeFinding(first) + (others.length > 0 ? ` (and ${others.length} more in the report of the library)` : ""),
      );
    }
  }

  private _logOnce(message: string): void {
    if (!this._logged.has(message)) {
      this._logged.add(message);
      logWarning(`${excerpt(this.name)}: ${message}`);
    }
  }
}

/** The error for clips that find nothing to animate: with the names that differ, if these are why. */
function noTarget(message: string, bound: BoundCharacter): RangeError {
  const names = bound.describeNoJoints();
  return new RangeError(names === null ? message : `${message}: ${names}`);
}
