import { Extension, type Document, type ReaderContext, type WriterContext } from "@gltf-transform/core";
import { DescribeFinding, itemsOf, omit } from "../../gltf/util/index.js";
import { type EventInput, EVENTS_EXTENSION, findEventProblem, putEvents, ReadEvents } from "../../gltf/schema/index.js";
import { AnimationEvents } from "./animationEvents.js";
import { expectSameCopy, Warnings } from "./document.js";

/**
 * `KHR_animation_events` for glTF-Transform: events stay with their animation.
 * @example
 * const events = document.createExtension(KHRAnimationEvents);
 * animation.setExtension("KHR_animation_events", events.createEvents().setEvents([{ time: 0.8, name: "step.r" }]));
 * @experimental follows a draft specification
 */
export class KHRAnimationEvents extends Extension {
  static override readonly EXTENSION_NAME = EVENTS_EXTENSION;
  override readonly extensionName = EVENTS_EXTENSION;

  private readonly _warnings = new Warnings(EVENTS_EXTENSION);

  constructor(document: Document) {
    super(expectSameCopy(document));
  }

  /** Creates the events of an animation, to be set as its extension. */
  createEvents(): AnimationEvents {
    return new AnimationEvents(this.document.getGraph());
  }

  /** @hidden */
  override read(context: ReaderContext): this {
    const { animations } = context.jsonDoc.json;
    const { definitions, findings } = ReadEvents(context.jsonDoc.json);
    findings.forEach((finding) => this._warnings.add(DescribeFinding(finding)));
    this._warnings.log(this.document);
    itemsOf(animations).forEach(({ extensions }, i) => {
      const extension = extensions?.[EVENTS_EXTENSION];
      if (extension !== undefined) {
        const own = definitions.filter(({ animation }) => animation === i);
        const events = this.createEvents()
          .setEvents(own.map(({ event, other }) => (Object.keys(other).length > 0 ? { ...event, other } : event)))
          .setOther(omit(Object(extension) as Record<string, unknown>, "events"));
        context.animations[i]!.setExtension(EVENTS_EXTENSION, events);
      }
    });
    return this;
  }

  /** @hidden */
  override write(context: WriterContext): this {
    for (const animation of this.document.getRoot().listAnimations()) {
      const events = animation.getExtension<AnimationEvents>(EVENTS_EXTENSION);
      const index = context.animationIndexMap.get(animation);
      if (events && index !== undefined) {
        const json = context.jsonDoc.json.animations![index]!;
        json.extensions = { ...json.extensions, [EVENTS_EXTENSION]: { ...events.getOther(), events: [] } };
        const pointer = `/animations/${index}/extensions/${EVENTS_EXTENSION}`;
        const valid = events.getEvents().filter((event, i) => this._isValid(`${pointer}/events/${i}`, event));
        putEvents(json, valid);
      }
    }
    this._warnings.log(this.document);
    return this;
  }

  private _isValid(pointer: string, event: EventInput): boolean {
    const problem = findEventProblem(event);
    if (problem) {
      this._warnings.add(`${pointer}/${problem.member}: ${problem.message}; the event is not written`);
    }
    return problem === null;
  }
}
