import type { AssetContainer } from "@babylonjs/core/assetContainer.js";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { runCoroutineSync } from "@babylonjs/core/Misc/coroutine.js";
import { logWarning, nodePointerOf } from "../../../scene/host/index.js";
import { argumentError, createFinding, DescribeFinding, excerpt, type Finding, getOrMake, show } from "../../../gltf/util/index.js";
import type { RootMotion } from "../../rootMotion/motionTrack.js";
import { GetClips } from "../../../scene/playing/index.js";
import type { Box } from "./boundingBox.js";
import { CrowdClip, UnfitClip } from "./crowdClip.js";
import type { ResolvedCrowdOptions } from "./crowdOptions.js";
import { type Geometry, geometryKey, isMergeable, mergeParts } from "./geometry.js";
import { IDENTITY, Palette } from "./palette.js";
import { createPart, drawnMeshes, movingNodes, type Part } from "./parts.js";
import { Rig } from "./rig.js";

/** Vertices that become one mesh of a crowd. */
export interface Shape {
  readonly geometry: Geometry;
  /** The first of the parts: its mesh has the material and the flags. */
  readonly model: Part;
}

/** Length limit of the logged warning; the crowd has all of it. */
const MAX_WARNING = 1000;

/** An asset taken apart for a crowd: the nodes and clips that move vertices, and the vertices. */
export class CrowdAsset {
  readonly rig: Rig;
  readonly palette = new Palette();
  readonly clips: CrowdClip[] = [];
  /** For each level of detail, the most detailed first. */
  readonly levels: readonly (readonly Shape[])[];
  /** Vertices by palette entry. */
  readonly boxes: Box[] = [];
  /** What the crowd does not show. */
  readonly findings: Finding[];
  private readonly _name: string;
  private readonly _nodes = new Map<string, TransformNode>();

  /**
   * @param compiled from {@link compileClips}
   * @throws RangeError where the container cannot become a crowd
   */
  constructor(
    readonly container: AssetContainer,
    options: ResolvedCrowdOptions,
    compiled: CompiledClips = runCoroutineSync(compileClips(container, options)),
  ) {
    const meshes = drawnMeshes(container.meshes);
    if (meshes.length === 0) {
      throw new RangeError("container: must have a visible mesh (got none)");
    }
    this.findings = [...compiled.findings];
    this._name = options.name;
    const extra = options.nodes.map((name) => this.nodeOf(name));
    this.rig = new Rig([...movingNodes(meshes), ...extra]);
    this.rig.readRest();
    this.rig.computeWorlds(this.rig.rest);
    const parts = meshes.map((mesh) => createPart(mesh, this.rig, this.palette));
    extra.forEach((node) => this.palette.add(this.rig.indexOf(node), IDENTITY));
    const levels = [parts, ...options.levels.map(({ container: other }, i) => this._partsOf(other, `options.levels/${i}/container`))];
    this.levels = levels.map((each) => mergeAll(each, options.mergeMeshes, this.boxes));
    this.addClips(compiled.clips);
  }

  /** Adds clips, and findings about what they cannot animate. */
  addClips(clips: readonly CrowdClip[]): void {
    for (const clip of clips) {
      if (!clip.connect(this.rig) && clip.unbaked.length === 0) {
        this.findings.push(createFinding("NOT_IN_CROWD", `clips/${excerpt(clip.name)}`, "must move a joint or mesh of the container"));
      }
    }
    const unbaked = [...new Set(clips.flatMap((clip) => clip.unbaked))];
    if (unbaked.length > 0) {
      this.findings.push(createFinding("NOT_IN_CROWD", "clips", `shown at rest, the same for all characters: ${unbaked.join(", ")}`));
    }
    const blending = clips.filter(({ isBlending }) => isBlending).map(({ name }) => excerpt(name));
    if (blending.length > 0) {
      const message = `enableBlending does not count in crowds, whose characters fade: ${blending.join(", ")}`;
      this.findings.push(createFinding("NOT_IN_CROWD", "clips", message));
    }
    this.clips.push(...clips);
  }

  /** Logs the findings from an index on. */
  logFindings(first = 0): void {
    if (this.findings.length > first) {
      const text = this.findings.slice(first).map(DescribeFinding).join("; ");
      logWarning(`${excerpt(this._name)}: ${excerpt(text, MAX_WARNING)}`);
    }
  }

  /** Writes the row of a pose. */
  writeRow(pose: Float64Array, out: Float32Array): void {
    this.rig.computeWorlds(pose);
    this.palette.writeRow(this.rig, out);
  }

  /** The meshes of another container, moved by the nodes of the same names. */
  private _partsOf({ meshes }: AssetContainer, argument: string): Part[] {
    return drawnMeshes(meshes).map((mesh) =>
      createPart(mesh, this.rig, this.palette, ({ name }) => {
        const index = this.rig.nodes.findIndex((node) => node.name === name);
        if (index < 0) {
          throw new RangeError(`${argument}: must have the names of joints and meshes that the crowd's container has (got ${show(name)})`);
        }
        return index;
      }),
    );
  }

  /**
   * Finds a node by its name: of several, the first of the file, with one warning.
   * @throws RangeError where the asset has none
   */
  nodeOf(name: string): TransformNode {
    return getOrMake(this._nodes, name, () => {
      const { transformNodes, meshes } = this.container;
      const found = [...transformNodes, ...meshes].filter((node) => node.name === name).sort((a, b) => indexOf(a) - indexOf(b));
      if (!found[0]) {
        throw argumentError("node", "must be the name of a node of the container", name, "string");
      }
      // a node with a skin is two of Babylon's, of which one has a pointer
      const pointers = found.flatMap((node) => nodePointerOf(node) ?? []);
      const count = pointers.length || found.length;
      if (count > 1) {
        const used = pointers[0] ?? "the first";
        logWarning(`${excerpt(this._name)}: ${count} nodes have the name ${excerpt(name)}; ${used} is used; rename the others`);
      }
      return found[0];
    });
  }
}

/** The index of a node in the file, from which the loader made a Babylon node; others come behind. */
function indexOf(node: TransformNode): number {
  return Number(nodePointerOf(node)?.slice("/nodes/".length) ?? Number.MAX_VALUE);
}

function groupsOf(container: AssetContainer, given: readonly AnimationGroup[] | null): readonly AnimationGroup[] {
  const clips = GetClips(container);
  return given ?? (clips.length > 0 ? clips : container.animationGroups);
}

/** The clips of a crowd, without those that cannot be baked. */
export interface CompiledClips {
  readonly clips: readonly CrowdClip[];
  /** `NOT_IN_CROWD` for each clip that is left out. */
  readonly findings: readonly Finding[];
}

/**
 * Compiles the clips of a container.
 * @yields after each clip
 */
export function* compileClips(
  container: AssetContainer,
  { clips: given, rootMotion }: ResolvedCrowdOptions,
): Generator<void, CompiledClips, void> {
  const clips: CrowdClip[] = [];
  const findings: Finding[] = [];
  const groups = groupsOf(container, given ?? null);
  if (groups.length === 0 && !given) {
    findings.push(createFinding("NOT_IN_CROWD", "container", "has no animation groups, so that all characters stand in the rest pose"));
  }
  rootMotion.forEach(({ sourceAnimationGroup: source }, i) => {
    if (!groups.includes(source)) {
      throw new RangeError(`options.rootMotion/${i}: must be made from a clip of the crowd (got ${show(source.name)})`);
    }
  });
  for (const group of groups) {
    const motion = rootMotion.find(({ sourceAnimationGroup }) => sourceAnimationGroup === group) ?? null;
    clips.push(...createClip(group, motion, findings));
    yield;
  }
  return { clips, findings };
}

/** Skips a clip that cannot be baked, with a finding. */
function createClip(group: AnimationGroup, motion: RootMotion | null, findings: Finding[]): CrowdClip[] {
  try {
    return [new CrowdClip(group, motion)];
  } catch (error) {
    if (!(error instanceof UnfitClip)) {
      throw error;
    }
    findings.push(createFinding("NOT_IN_CROWD", error.pointer, error.rule));
    return [];
  }
}

function mergeAll(parts: readonly Part[], canMerge: boolean, boxes: Box[]): Shape[] {
  const groups = new Map<string, Part[]>();
  parts.forEach((part, i) => {
    const key = canMerge && isMergeable(part) ? geometryKey(part) : String(i);
    groups.set(key, [...(groups.get(key) ?? []), part]);
  });
  return Array.from(groups.values(), (group) => ({ geometry: mergeParts(group, boxes), model: group[0]! }));
}
