import PlainEnvironment from "../../test/environment.mjs";
import { mutation } from "./mutation.mjs";

/** The environment of the other tests, with the mutant that is on. The first failure ends a test file: it noticed the mutant. */
export default class MutationEnvironment extends PlainEnvironment {
  _hasFailed = false;

  /** @param {ConstructorParameters<typeof PlainEnvironment>} args */
  constructor(...args) {
    super(...args);
    Object.assign(this.global, {
      mutation,
      // how fast-check reads its settings: a smaller example of the failure would take time
      [Symbol.for("fast-check/GlobalParameters")]: { endOnFailure: true },
    });
  }

  /** @param {import("@jest/types").Circus.AsyncEvent | import("@jest/types").Circus.SyncEvent} event */
  handleTestEvent(event) {
    if (event.name === "test_start" && this._hasFailed) {
      event.test.mode = "skip";
    }
    this._hasFailed ||= event.name === "test_done" && event.test.errors.length > 0;
  }
}
