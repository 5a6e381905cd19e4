import type { GLTFLoaderAnimationStartMode } from "@babylonjs/loaders/glTF/glTFFileLoader.js";
import type { GLTFLoader, IGLTFLoaderExtension, IScene } from "@babylonjs/loaders/glTF/2.0/index.js";
import { addToResult, containerOf, createInContainer, groupOf } from "../host/index.js";
import { AnimationLoader } from "../keys/index.js";
import { attempt, createFinding, findingOf, show } from "../../gltf/util/index.js";
import { type ChannelList, listChannels, type ClipAnimationGroup } from "../playing/index.js";
import { type ClipDefinition, ReadClips, ReadControllers } from "../../gltf/schema/index.js";
import type { MetadataDefinition } from "../../gltf/metadata/loading.js";
import { loadKeysOnDemand } from "./keysOnDemand.js";
import { LoadReport } from "./loadReport.js";
import type { LoadedMetadata } from "./onDemand/playbackMetadataLoading.js";
import { CLIP_EXTENSION_OPTION_NAMES, type ClipExtensionOptions, DEFAULT_MAX_CLIPS } from "./options.js";

/** The differences between KHR_animation_clip and KHR_animation_controller. */
interface ClipDialect {
  /** The default name of clips, before the index. */
  readonly unnamed: string;
  /** The order among the loader's extensions, which is also the order of the clips in the result. */
  readonly order: number;
  readonly read: typeof ReadClips;
}

const DIALECTS = {
  KHR_animation_clip: { unnamed: "clip", order: 10, read: ReadClips },
  KHR_animation_controller: { unnamed: "controller", order: 11, read: ReadControllers },
} as const satisfies Readonly<Record<string, ClipDialect>>;

type ClipExtensionName = keyof typeof DIALECTS;

/** A clip of a draft, or of playback metadata. */
type LoadedDefinition = ClipDefinition & Partial<MetadataDefinition>;

/** Creates a {@link ClipAnimationGroup} for each clip of an asset. */
export class ClipLoaderExtension implements IGLTFLoaderExtension {
  readonly name: string;
  readonly order: number;
  enabled = true;
  private readonly _dialect: ClipDialect;
  private readonly _report: LoadReport;
  private _definitions: readonly LoadedDefinition[] = [];
  /** The channels of the asset's animations, by index. */
  private readonly _channels = new Map<number, ChannelList>();
  /** The class of the clips; null if no scene is loaded, so that there is nothing to animate. */
  private _Clip: typeof ClipAnimationGroup | null = null;

  /**
   * @param _draft the extension whose clips are read, and whose loader options apply
   * @param _metadata clips of playback metadata, in place of those of the draft, for an extension with another name
   */
  constructor(
    private readonly _loader: GLTFLoader,
    private readonly _draft: ClipExtensionName,
    private readonly _metadata?: LoadedMetadata & { readonly name: string },
  ) {
    this.name = _metadata?.name ?? _draft;
    this._dialect = DIALECTS[_draft];
    this.order = this._dialect.order;
    this._report = new LoadReport(_loader, _draft, CLIP_EXTENSION_OPTION_NAMES);
  }

  dispose(): void {
    this._definitions = [];
    this._channels.clear();
    this._report.close();
  }

  /** @throws AssetError if the asset requires the extension and the JSON of the extension is invalid */
  onLoading(): void {
    const { maxClips = DEFAULT_MAX_CLIPS } = this._options;
    const { definitions, findings } = this._metadata ?? this._dialect.read(this._loader.gltf, { maxClips });
    findings.forEach((finding) => this._report.add(finding));
    this._definitions = definitions;
    if (!this._metadata || definitions.length > 0) {
      loadKeysOnDemand(this._loader, () => Promise.resolve(AnimationLoader));
    }
  }

  private get _options(): ClipExtensionOptions {
    return this._loader.parent.extensionOptions[this._draft] ?? {};
  }

  /** Imports the code that plays clips while the asset is loaded. */
  loadSceneAsync(context: string, scene: IScene): Promise<void> | null {
    this.enabled = false; // the loader asks each enabled extension about each part of the scene
    return this._definitions.length > 0 ? this._loadWithCodeAsync(context, scene) : null;
  }

  onReady(): void {
    this._metadata?.setEvents();
    let first: ClipAnimationGroup | undefined;
    const clips = this._definitions.flatMap((each) => {
      const create = (): ClipAnimationGroup | null => this._createClip(each);
      const clip = attempt(each.pointer, create, (error) => this._report.add(findingOf("CLIP_INVALID", error)));
      if (clip && each.isDefault) {
        first ??= clip;
      }
      return clip ?? [];
    });
    if (clips.length > 0) {
      // not in `_createClip`, where an error leaves out the clip: an invalid option is no fault of a clip
      clips.forEach((clip) => (clip.evaluationMode = this._options.evaluationMode ?? "auto"));
      const mode = this._loader.parent.animationStartMode;
      addToResult(this._loader, clips, (all) => startClips(all, mode, first));
    }
  }

  private async _loadWithCodeAsync(context: string, scene: IScene): Promise<void> {
    const [{ ClipAnimationGroup: Clip }] = await Promise.all([
      import("../playing/groups/clipAnimationGroup.js"),
      this._loader.loadSceneAsync(context, scene),
    ]);
    this._Clip = Clip;
    this.enabled = true; // for onReady
  }

  private _createClip(definition: LoadedDefinition): ClipAnimationGroup | null {
    const { babylonScene, parent } = this._loader;
    const lists = definition.animations.map((index) => this._channelsOf(index)).filter(({ channels }) => channels.length > 0);
    if (lists.length === 0) {
      const message = `must animate something that is loaded (got ${show(definition.animations)})`;
      this._report.add(createFinding("CLIP_WITHOUT_EFFECT", `${definition.pointer}/animations`, message));
      return null;
    }
    const { openEnd, overtime } = this._options;
    const name = definition.name ?? `${this._dialect.unnamed}${definition.pointer.slice(definition.pointer.lastIndexOf("/") + 1)}`;
    const clip = createInContainer(
      babylonScene,
      containerOf(this._loader),
      () => new this._Clip!(name, babylonScene, { settings: definition.settings, overtime }),
    );
    const { pointer, animations, dialect } = definition;
    clip.adoptChannels(lists, { pointer, animations, ...(dialect !== undefined && { dialect }) });
    if (openEnd === "lastKeyframe" && definition.settings.end === Infinity) {
      const { start, offset } = definition.settings;
      const end = Math.max(clip.to / parent.targetFps, start);
      clip.settings = { ...definition.settings, end };
      if (offset > clip.settings.offset) {
        const message = `must lie within the clip, 0..${end - start} (got ${offset}); clamped to ${end - start}`;
        this._report.add(createFinding("CLIP_DOUBTFUL", `${pointer}/offset`, message));
      }
    }
    if (Object.keys(definition.other).length > 0) {
      clip.metadata = { gltf: definition.other };
    }
    return clip;
  }

  private _channelsOf(index: number): ChannelList {
    const group = groupOf(this._loader.gltf.animations?.[index]);
    const list = this._channels.get(index) ?? (group ? listChannels(group) : NOTHING);
    this._channels.set(index, list);
    return list;
  }
}

const NOTHING: ChannelList = { channels: [], firstFrame: Infinity, lastFrame: -Infinity };

// the values of an enum whose module would register Babylon's loader if it were imported
const START_FIRST: GLTFLoaderAnimationStartMode.FIRST = 1;
const START_ALL: GLTFLoaderAnimationStartMode.ALL = 2;

/** @param first the clip that the mode FIRST starts; by default the first of all clips */
function startClips(clips: readonly ClipAnimationGroup[], mode: GLTFLoaderAnimationStartMode, first = clips[0]!): void {
  for (const clip of mode === START_ALL ? clips : mode === START_FIRST ? [first] : []) {
    clip.startDeferred();
  }
}
