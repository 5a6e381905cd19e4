/**
 * @typedef {import("../../scripts/glb.mjs").Json} Json
 */

const FLOAT = 5126;
const UNSIGNED_SHORT = 5123;
const UNSIGNED_BYTE = 5121;
export const ARRAY_BUFFER = 34962;
export const ELEMENT_ARRAY_BUFFER = 34963;
const COMPONENTS = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };

/** Builds one buffer. Each accessor has its own buffer view. */
export class BufferBuilder {
  /** @type {Json[]} */ accessors = [];
  /** @type {Json[]} */ bufferViews = [];
  /** @type {Uint8Array[]} */ #chunks = [];
  #byteLength = 0;

  /**
   * @param {string} name
   * @param {keyof typeof COMPONENTS} type
   * @param {Float32Array | Uint16Array | Uint8Array} data
   * @param {{ target?: number, hasBounds?: boolean, normalized?: boolean }} [options]
   * @returns {number} index of the accessor
   */
  add(name, type, data, { target, hasBounds = false, normalized = false } = {}) {
    const bufferView = this.addBytes(name, new Uint8Array(data.buffer, data.byteOffset, data.byteLength), target);
    const size = COMPONENTS[type];
    const componentType = data instanceof Float32Array ? FLOAT : data instanceof Uint16Array ? UNSIGNED_SHORT : UNSIGNED_BYTE;
    const bounds = hasBounds ? boundsOf([...data], size) : {};
    return (
      this.accessors.push({
        name,
        bufferView,
        componentType,
        ...(normalized && { normalized }),
        count: data.length / size,
        type,
        ...bounds,
      }) - 1
    );
  }

  /**
   * @param {string} name
   * @param {Uint8Array} bytes
   * @param {number} [target]
   * @returns {number} index of the buffer view
   */
  addBytes(name, bytes, target) {
    const { byteLength } = bytes;
    const index = this.bufferViews.push({ name, buffer: 0, byteOffset: this.#byteLength, byteLength, ...(target && { target }) }) - 1;
    this.#chunks.push(bytes, new Uint8Array(-byteLength & 3));
    this.#byteLength += (byteLength + 3) & ~3;
    return index;
  }

  /** The members of the asset's JSON for the buffer, and its bytes. */
  finish() {
    const bin = new Uint8Array(Buffer.concat(this.#chunks));
    const { accessors, bufferViews } = this;
    return { bin, json: { accessors, bufferViews, buffers: [{ name: "all", byteLength: bin.length }] } };
  }
}

/**
 * @param {number[]} values
 * @param {number} size
 */
function boundsOf(values, size) {
  const columns = Array.from({ length: size }, (_, column) => values.filter((_, i) => i % size === column));
  return { min: columns.map((column) => Math.min(...column)), max: columns.map((column) => Math.max(...column)) };
}

/** A unit cube around the origin. Each face has its own four corners, so that faces look flat. */
export function createCube() {
  const faces = [0, 1, 2].flatMap((axis) => [1, -1].map((side) => ({ axis, side })));
  const normals = faces.flatMap(({ axis, side }) => Array.from({ length: 4 }, () => along(axis, side)).flat());
  const positions = faces.flatMap(({ axis, side }) =>
    [-1, 1].flatMap((u) => [-1, 1].flatMap((v) => along(axis, side, u * side, v).map((coordinate) => coordinate / 2))),
  );
  const indices = faces.flatMap((_, face) => [0, 2, 3, 0, 3, 1].map((corner) => face * 4 + corner));
  return { positions, normals, indices };
}

/** @param {BufferBuilder} buffer */
export function addCube(buffer) {
  const { positions, normals, indices } = createCube();
  const target = ARRAY_BUFFER;
  return {
    attributes: {
      POSITION: buffer.add("cube positions", "VEC3", new Float32Array(positions), { target, hasBounds: true }),
      NORMAL: buffer.add("cube normals", "VEC3", new Float32Array(normals), { target }),
    },
    indices: buffer.add("cube indices", "SCALAR", new Uint16Array(indices), { target: ELEMENT_ARRAY_BUFFER }),
  };
}

/** The vector with components along an axis and along the two axes that follow it. */
export function along(/** @type {number} */ axis, /** @type {number} */ main, u = 0, v = 0) {
  const vector = [0, 0, 0];
  [main, u, v].forEach((component, i) => (vector[(axis + i) % 3] = component));
  return vector;
}

/**
 * A sphere of diameter 1 around the origin, with texture coordinates.
 * @param {BufferBuilder} buffer
 */
export function addSphere(buffer, rings = 24, segments = 48) {
  const grid = Array.from({ length: rings + 1 }, (_, ring) => Array.from({ length: segments + 1 }, (_, segment) => [ring, segment])).flat();
  const normals = grid.flatMap(([ring = 0, segment = 0]) => {
    const [polar, azimuth] = [(Math.PI * ring) / rings, (2 * Math.PI * segment) / segments];
    return [Math.sin(polar) * Math.sin(azimuth), Math.cos(polar), Math.sin(polar) * Math.cos(azimuth)];
  });
  const coordinates = grid.flatMap(([ring = 0, segment = 0]) => [segment / segments, ring / rings]);
  const indices = grid.flatMap(([ring = 0, segment = 0], corner) => {
    const below = corner + segments + 1;
    return ring < rings && segment < segments ? [corner, below, corner + 1, corner + 1, below, below + 1] : [];
  });
  const target = ARRAY_BUFFER;
  return {
    attributes: {
      POSITION: buffer.add("sphere positions", "VEC3", new Float32Array(normals.map((value) => value / 2)), { target, hasBounds: true }),
      NORMAL: buffer.add("sphere normals", "VEC3", new Float32Array(normals), { target }),
      TEXCOORD_0: buffer.add("sphere texture coordinates", "VEC2", new Float32Array(coordinates), { target }),
    },
    indices: buffer.add("sphere indices", "SCALAR", new Uint16Array(indices), { target: ELEMENT_ARRAY_BUFFER }),
  };
}
