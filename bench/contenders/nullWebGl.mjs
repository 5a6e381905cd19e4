/**
 * A canvas with a WebGL context that does nothing, for three.js what Babylon's NullEngine is for Babylon.js. Its programs have no uniforms.
 */

/** @type {Map<string, number>} */
const CONSTANTS = new Map();

/** @param {string} name */
function constantOf(name) {
  const value = CONSTANTS.get(name) ?? CONSTANTS.size + 1;
  CONSTANTS.set(name, value);
  return value;
}

const SIZE = 512;
/** Limits, such as the number of texture units. */
const PLENTY = 4096;

/** @type {ReadonlyMap<unknown, unknown>} */
const PARAMETERS = new Map(
  Object.entries({
    VERSION: "WebGL 2.0",
    SHADING_LANGUAGE_VERSION: "WebGL GLSL ES 3.00",
    VIEWPORT: [0, 0, SIZE, SIZE],
    SCISSOR_BOX: [0, 0, SIZE, SIZE],
  }).map(([name, value]) => [constantOf(name), value]),
);

/** Methods that must return something. @type {Readonly<Record<string, (...values: unknown[]) => unknown>>} */
const METHODS = {
  getContextAttributes: () => ({ alpha: true }),
  getExtension: () => ({}),
  getParameter: (parameter) => PARAMETERS.get(parameter) ?? PLENTY,
  getProgramInfoLog: () => "",
  getProgramParameter: (_, parameter) => (parameter === constantOf("LINK_STATUS") ? 1 : 0),
  getShaderInfoLog: () => "",
  getShaderPrecisionFormat: () => ({ rangeMin: 127, rangeMax: 127, precision: 23 }),
  getSupportedExtensions: () => [],
};

/** The prototype of contexts: defines each member when it is first read, so that later reads cost as little as those of any object. */
const MEMBERS = new Proxy(
  {},
  {
    get(_, key, context) {
      const name = String(key);
      const create = name.startsWith("create") ? () => ({}) : () => undefined;
      const value = /^[A-Z]/.test(name) ? constantOf(name) : (METHODS[name] ?? create);
      Object.defineProperty(context, key, { value });
      return value;
    },
  },
);

export function createCanvas() {
  const context = /** @type {unknown} */ (Object.create(MEMBERS));
  const ignore = () => undefined;
  return {
    ...{ width: SIZE, height: SIZE, style: {} },
    addEventListener: ignore,
    removeEventListener: ignore,
    getContext: () => context,
  };
}
