import { Extension, PropertyType, type Document, type ReaderContext, type WriterContext } from "@gltf-transform/core";
import { DescribeFinding, excerpt } from "../../gltf/util/index.js";
import {
  type ClipAsset,
  type ClipDefinition,
  type ClipInput,
  type ExtensibleAsset,
  ReadClips,
  WriteClips,
} from "../../gltf/schema/index.js";
import { Clip } from "./clip.js";
import { ClipList, clipListOf } from "./clipList.js";
import { disposeEmptyAnimations } from "./emptyAnimations.js";
import { expectSameCopy, Warnings } from "./document.js";

const NAME = "KHR_animation_clip";

/**
 * `KHR_animation_clip` for glTF-Transform. Clips keep their animations when functions such as `prune` change the document.
 * @example
 * const clips = document.createExtension(KHRAnimationClip);
 * clips.createClip("walk").addAnimation(animation).setStart(2).setEnd(3.2);
 * @experimental follows a draft specification
 */
export class KHRAnimationClip extends Extension {
  static override readonly EXTENSION_NAME = NAME;
  override readonly extensionName = NAME;
  override readonly prewriteTypes = [PropertyType.ACCESSOR];

  private readonly _warnings = new Warnings(NAME);

  constructor(document: Document) {
    super(expectSameCopy(document));
  }

  /** Creates a clip of the document. A clip without animations is not written. */
  createClip(name = ""): Clip {
    return new Clip(this.document.getGraph(), name);
  }

  /** The clips of the document, in the order of the file. */
  listClips(): Clip[] {
    return this.listProperties().filter((property) => property instanceof Clip);
  }

  /** @hidden */
  override prewrite(): this {
    disposeEmptyAnimations(this.document);
    return this;
  }

  /** @hidden */
  override read(context: ReaderContext): this {
    const asset = context.jsonDoc.json as ClipAsset;
    const { definitions, findings } = ReadClips(asset);
    findings.forEach((finding) => this._warnings.add(DescribeFinding(finding)));
    this._warnings.log(this.document);
    definitions.forEach((definition) => this._readClip(definition, context));
    if (definitions.length > 0) {
      const members = Object.entries(asset.extensions![NAME] as object).filter(([member]) => member !== "clips");
      clipListOf(this.document).setOther(Object.fromEntries(members));
    }
    return this;
  }

  /** @hidden */
  override write(context: WriterContext): this {
    const json = context.jsonDoc.json as ClipAsset & ExtensibleAsset;
    const lists = this.listProperties().filter((property) => property instanceof ClipList);
    // the lists of merged documents follow the list of the root, whose members win
    const other = Object.assign({}, ...lists.reverse().map((list) => list.getOther())) as Record<string, unknown>;
    json.extensions = { ...json.extensions, [NAME]: other };
    WriteClips(
      json,
      this.listClips().flatMap((clip) => this._toInput(clip, context) ?? []),
    );
    this._warnings.log(this.document);
    return this;
  }

  private _readClip({ name, animations, settings, other }: ClipDefinition, context: ReaderContext): void {
    const clip = this.createClip(name)
      .setStart(settings.start)
      .setEnd(settings.end)
      .setOffset(settings.offset)
      .setSpeed(settings.speed)
      .setRepetitions(settings.repetitions)
      .setReverse(settings.reverse);
    animations.forEach((index) => clip.addAnimation(context.animations[index]!));
    const { extras, ...rest } = other;
    const isObject = typeof extras === "object" && extras !== null && !Array.isArray(extras);
    clip.setOther(isObject ? rest : other).setExtras(isObject ? (extras as Record<string, unknown>) : {});
  }

  private _toInput(clip: Clip, context: WriterContext): ClipInput | null {
    const animations = clip.listAnimations().map((animation) => context.animationIndexMap.get(animation)!);
    const name = clip.getName();
    if (animations.length === 0) {
      this._warnings.add(`${NAME}: clip "${excerpt(name)}" is not written, because it has no animations any more`);
      return null;
    }
    const extras = clip.getExtras();
    return {
      ...(name && { name }),
      animations,
      settings: {
        start: clip.getStart(),
        end: clip.getEnd(),
        offset: clip.getOffset(),
        speed: clip.getSpeed(),
        repetitions: clip.getRepetitions(),
        reverse: clip.getReverse(),
      },
      other: { ...clip.getOther(), ...(Object.keys(extras).length > 0 && { extras }) },
    };
  }
}
