import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { BaseTexture } from "@babylonjs/core/Materials/Textures/baseTexture.js";
import { Material } from "@babylonjs/core/Materials/material.js";
import type { Scene } from "@babylonjs/core/scene.js";
import type { ExportedAsset, ExportedJson } from "../../host/gltf/gltfExporter.js";
import { getOrMake } from "../../../gltf/util/index.js";
import { timedEventListsOf } from "../../playing/index.js";
import {
  type ClipInput,
  EVENTS_EXTENSION,
  type ExtensibleAsset,
  listExtension,
  putEvents,
  WriteClips,
} from "../../../gltf/schema/index.js";
import type { TimedEvent } from "../../../gltf/timing/index.js";
import { AnimationWriter } from "./animationWriter.js";
import { endOf, holdsAtEnd, readCurve } from "../read/readCurve.js";
import type { Curve } from "../read/curve.js";
import { extensionsIn } from "./json.js";
import { type AnimatedPart, joinParts, type LeaveOut } from "../read/joinParts.js";
import { Locator } from "./locator.js";
import { type AnimatedPaths, completeMaterial, texturesFor } from "./materials.js";
import type { AnimationExportOptions, SkippedAnimation } from "../plan/options.js";
import { type ExportedPart, PropertyLists } from "../plan/exportedProperty.js";
import { type Channel, type ExportPlan, planExport, type PlannedAnimation } from "../plan/planExport.js";
import { Samplers } from "./samplers.js";
import { initialValueOf, writeInitialValue } from "./initialValues.js";
import { TargetResolver } from "../plan/targets.js";

const NO_TAILS: AnimatedPaths = new Map();

/** Exports the animations and clips of one asset that Babylon's exporter writes. The scene does not change. */
export class AnimationExport {
  readonly leftOut: SkippedAnimation[] = [];
  /** The number of written channels. */
  channels = 0;
  /** Whether a channel animates by JSON pointer. */
  hasPointers = false;
  /** The clips to write. */
  clips: readonly ClipInput[] = [];
  private readonly _plan: ExportPlan;
  /** The parts of properties that a channel animates, or the reason why the channel cannot be exported. */
  private readonly _parts = new Map<Channel, ExportedPart[] | string>();
  /** The animated parts of each property, over all animations. */
  private readonly _allParts = new PropertyLists<ExportedPart>();
  private readonly _animatedMaterials = new Map<object, Map<string, Set<number>>>();
  private readonly _locator: Locator;
  /** The curves of the animations, by whether a repeated last key is kept. */
  private readonly _curves = new Map<boolean, Map<Animation, Curve | string>>();
  private readonly _stateLate: (() => void)[] = [];

  constructor(
    private readonly _asset: ExportedAsset,
    private readonly _options: AnimationExportOptions,
  ) {
    this._plan = planExport(_asset.scene, _options.groupsAsClips ?? false, _asset.replaceAnimations());
    this._locator = new Locator(_asset);
    const resolver = new TargetResolver(_asset.scene);
    for (const channel of this._plan.animations.flatMap(({ channels }) => channels)) {
      const parts = resolver.resolve(channel.target, channel.animation);
      this._parts.set(channel, parts);
      if (typeof parts !== "string") {
        parts.forEach((part) => this._allParts.at(part.property).push(part));
        this._addToMaterials(parts);
      }
    }
  }

  get scene(): Scene {
    return this._asset.scene;
  }

  /** Records a node. To be called for each node that the exporter writes. */
  addNode(node: object, json: ExportedJson, isMirrored: boolean): void {
    this._locator.addNode(node, json, isMirrored);
  }

  /** The textures that the animations of a material need. */
  texturesOf(material: object): BaseTexture[] {
    const paths = this._tailsOf(material);
    const textures = paths.size > 0 ? texturesFor(material, paths) : [];
    if (textures.length > 0) {
      this._asset.keepTextureCoordinates(material);
    }
    return textures;
  }

  /** Writes the animations, once all indices are final. */
  write(): void {
    this._locator.findMerged();
    this._completeMaterials();
    const samplers = new Samplers(this._asset);
    const indices = new Map<PlannedAnimation, number>();
    for (const planned of this._plan.animations) {
      const json = this._createAnimation(planned, samplers);
      if (json) {
        this._writeEvents(planned, json);
        const index = this._asset.animations.push(json) - 1;
        indices.set(planned, index);
        if (planned.group) {
          this._asset.setAnimationOf(planned.group, index);
        }
      }
    }
    samplers.write();
    this._createClips(indices);
  }

  /** Writes the initial values of objects that Babylon adds to the asset last. */
  writeLate(): void {
    this._stateLate.forEach((state) => state());
  }

  writeClips(): void {
    const { root, animations } = this._asset;
    const asset = { ...root, animations } as ExtensibleAsset & { animations: unknown[] }; // Babylon adds the animations later
    WriteClips(asset, this.clips);
    Object.assign(root, { extensions: asset.extensions, extensionsUsed: asset.extensionsUsed });
  }

  private _addToMaterials(parts: readonly ExportedPart[]): void {
    for (const { property: exported, offset, size } of parts) {
      if (exported.object instanceof Material) {
        const paths = getOrMake(this._animatedMaterials, exported.object, () => new Map<string, Set<number>>());
        const components = getOrMake(paths, exported.pathInObject, () => new Set<number>());
        Array.from({ length: size }, (_, i) => components.add(offset + i));
      }
    }
  }

  private _tailsOf(material: object): AnimatedPaths {
    return this._animatedMaterials.get(material) ?? NO_TAILS;
  }

  private _completeMaterials(): void {
    for (const [material, index] of this._asset.writtenMaterials) {
      const paths = this._tailsOf(material);
      if (paths.size > 0) {
        const json = this._asset.materials[index]!;
        completeMaterial(this._asset, material, json, paths);
        this._list(Object.keys((json["extensions"] as object | undefined) ?? {}));
      }
    }
  }

  private _list(extensions: readonly string[]): void {
    extensions.forEach((name) => listExtension(this._asset.root, name));
  }

  private _createAnimation({ name, extras, group, channels }: PlannedAnimation, samplers: Samplers): ExportedJson | null {
    const leaveOut: LeaveOut = (target, reason) => void this.leftOut.push({ group, target, reason });
    const writer = new AnimationWriter(samplers);
    for (const parts of this._properties(channels, leaveOut)) {
      this._addProperty(parts, writer, leaveOut);
    }
    if (channels.length === 0) {
      leaveOut(null, group!.targetedAnimations.length > 0 ? "shouldExportAnimation leaves out all its animations" : "it has no animations");
    }
    const { channels: written, samplers: used } = writer.finish(lastOf(channels));
    this.channels += written.length;
    return written.length > 0 ? { ...(name && { name }), channels: written, samplers: used, extras } : null;
  }

  /** The animated parts of each property, with curves, for one animation. */
  private _properties(channels: readonly Channel[], leaveOut: LeaveOut): AnimatedPart[][] {
    const properties = new PropertyLists<AnimatedPart>();
    const end = lastOf(channels);
    const keepsEnd = !channels.some(({ animation }) => endOf(animation) === end && !holdsAtEnd(animation));
    for (const channel of channels) {
      const { animation, target } = channel;
      const parts = this._parts.get(channel)!;
      const curve = typeof parts === "string" ? parts : this._curveOf(animation, keepsEnd);
      if (typeof parts === "string" || typeof curve === "string") {
        leaveOut(target, curve as string);
        continue;
      }
      for (const part of parts) {
        properties.at(part.property).push({ ...part, target, curve });
      }
    }
    return properties.all();
  }

  private _curveOf(animation: Animation, keepsEnd: boolean): Curve | string {
    const curves = getOrMake(this._curves, keepsEnd, () => new Map<Animation, Curve | string>());
    return getOrMake(curves, animation, () => readCurve(animation, this._asset.sampleRate, keepsEnd));
  }

  private _addProperty(parts: readonly AnimatedPart[], writer: AnimationWriter, leaveOut: LeaveOut): void {
    const { property: exported } = parts[0]!;
    const location = this._locator.locate(exported);
    if (typeof location === "string") {
      parts.forEach(({ target }) => leaveOut(target, location));
      return;
    }
    const initial = initialValueOf(exported, this._allParts.at(exported), this._options.initialValues ?? "rest");
    const curve = joinParts(parts, initial, this._asset.sampleRate, leaveOut);
    if (!curve) {
      return;
    }
    if (!location.json()) {
      this._stateLate.push(() => void writeInitialValue(location, exported, initial));
    } else if (!writeInitialValue(location, exported, initial)) {
      parts.forEach(({ target }) => leaveOut(target, "Babylon did not export its texture"));
      return;
    }
    writer.add(location, exported.type, curve);
    this.hasPointers ||= !location.core;
    this._list(extensionsIn(location.tokens));
  }

  /** Writes the events of an animation, unless an earlier animation of a clip has the same list, so that no clip gets events twice. */
  private _writeEvents(planned: PlannedAnimation, json: ExportedJson): void {
    const { animations, clips } = this._plan;
    const earlier = new Set<readonly TimedEvent[]>();
    const all = timedEventListsOf(planned.channels);
    if (all.length === 0) {
      return;
    }
    const index = animations.indexOf(planned);
    for (const clip of clips.filter((each) => each.animations.includes(planned))) {
      const before = clip.animations.filter((each) => animations.indexOf(each) < index);
      before.flatMap(({ channels }) => timedEventListsOf(channels)).forEach((list) => earlier.add(list));
    }
    putEvents(json, all.filter((list) => !earlier.has(list)).flat());
    this._list(Object.keys(Object(json["extensions"]) as object).filter((name) => name === EVENTS_EXTENSION));
  }

  private _createClips(indices: ReadonlyMap<PlannedAnimation, number>): void {
    this.clips = this._plan.clips.flatMap(({ group, settings, problem, other, animations }): ClipInput[] => {
      const written = animations.flatMap((animation) => indices.get(animation) ?? []);
      if (written.length === 0 || problem !== null) {
        this.leftOut.push({ group, target: null, reason: problem ?? "it animates nothing that is exported" });
        return [];
      }
      return [{ name: String(group.name), animations: written, settings, other }];
    });
  }
}

/** The end time of the longest animation, in seconds. */
function lastOf(channels: readonly Channel[]): number {
  return channels.reduce((last, { animation }) => Math.max(last, endOf(animation)), 0);
}
