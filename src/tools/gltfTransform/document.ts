import { Document } from "@gltf-transform/core";

/**
 * Checks that a document and the extensions use the same copy of `@gltf-transform/core`. Two copies do not recognize each other's classes:
 * documents would lose references without a message.
 * @throws Error if the document belongs to another copy than the extensions
 */
export function expectSameCopy(document: Document): Document {
  if (!(document instanceof Document)) {
    throw new Error(
      "document: must be made by the copy of @gltf-transform/core that babylon-gltf-animation imports; " +
        "install both, and the command line of glTF-Transform, in the same project",
    );
  }
  return document;
}

/** The most warnings to log when a document is read or written. */
const MAX_WARNINGS = 100;

/** Collects the warnings of an extension, and logs a bounded number of warnings. */
export class Warnings {
  private readonly _messages: string[] = [];

  constructor(private readonly _extension: string) {}

  add(message: string): void {
    this._messages.push(message);
  }

  /** Logs the collected warnings; the last message states the number of omitted warnings. */
  log(document: Document): void {
    const messages = this._messages.splice(0);
    const omitted = messages.length - MAX_WARNINGS;
    const logger = document.getLogger();
    messages.slice(0, MAX_WARNINGS).forEach((message) => logger.warn(message));
    if (omitted > 0) {
      logger.warn(`${this._extension}: ${omitted} more warnings are not shown`);
    }
  }
}
