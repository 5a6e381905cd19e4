import asyncHooks from "node:async_hooks";
import { setFlagsFromString } from "node:v8";
import { constants, createContext, runInContext } from "node:vm";
import { TestEnvironment } from "jest-environment-node";

// Most code of a test file runs only a little: to optimize it as early as that of an application takes longer than it saves.
setFlagsFromString("--interrupt-budget=600000");

/** Globals that Node itself knows by identity: a context's own are others. */
const OF_NODE = new Set(["Buffer", "ArrayBuffer", "Uint8Array"]);

/** An `AsyncLocalStorage` that stores nothing. */
class NoStorage {
  getStore() {
    return undefined;
  }

  /**
   * @template {unknown[]} A
   * @template R
   * @param {unknown} _store
   * @param {(...args: A) => R} callback
   * @param {A} args
   */
  run(_store, callback, ...args) {
    return callback(...args);
  }
}

// Jest keeps the running test in a store, to know whose a late error is. Before Node 24, this takes a tenth of the time of all tests.
// Without it, a late error fails the file instead of the test.
if ("_propagate" in asyncHooks.AsyncLocalStorage.prototype) {
  Object.assign(asyncHooks, { AsyncLocalStorage: NoStorage });
}

/**
 * Copies a property of a global object. Jest's getters read a value when it is first used and keep it in their own object: in another
 * one, they would do so each time.
 * @param {object} source
 * @param {object} target
 * @param {PropertyKey} key
 */
function copyProperty(source, target, key) {
  const descriptor = /** @type {PropertyDescriptor} */ (Object.getOwnPropertyDescriptor(source, key));
  if (!descriptor.get || !descriptor.configurable) {
    Object.defineProperty(target, key, descriptor);
    return;
  }
  const { configurable, enumerable = false } = descriptor;
  /** @param {unknown} value */
  const keep = (value) => {
    Object.defineProperty(target, key, { configurable, enumerable, writable: true, value });
    return value;
  };
  Object.defineProperty(target, key, {
    configurable,
    enumerable,
    get: () => keep(Reflect.get(source, key)),
    set(value) {
      keep(value);
    },
  });
}

/**
 * Jest's environment for Node, with an ordinary global object. That of a contextified object is asked through interceptors for every
 * `Math` and `Array`, which takes twelve times as long. Node before 20.18 has no other.
 */
export default class PlainEnvironment extends TestEnvironment {
  /** @param {ConstructorParameters<typeof TestEnvironment>} args */
  constructor(...args) {
    super(...args);
    if (constants.DONT_CONTEXTIFY) {
      this._useOrdinaryGlobal();
    }
  }

  _useOrdinaryGlobal() {
    const context = createContext(constants.DONT_CONTEXTIFY);
    /** @type {unknown} */
    const itself = runInContext("globalThis", context);
    const global = /** @type {typeof globalThis} */ (itself);
    for (const key of Reflect.ownKeys(this.global)) {
      if (OF_NODE.has(String(key)) || !Object.hasOwn(global, key)) {
        copyProperty(this.global, global, key);
      }
    }
    global.global = global;
    global.Error.stackTraceLimit = 100;
    const ModuleMocker = /** @type {typeof import("jest-mock").ModuleMocker} */ (this.moduleMocker?.constructor);
    Object.assign(this, { context, global, moduleMocker: new ModuleMocker(global) });
  }
}
