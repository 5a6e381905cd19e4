/** Rounded shapes as distances, and the meshes of their surfaces. */
import { add, clamp, cross, dot, length, mix, normalize, scale, subtract } from "./vectors.mjs";

/**
 * @typedef {import("./vectors.mjs").Vector} Vector
 * @typedef {(point: Vector) => number} Shape the distance of a point to the surface in meters, roughly; negative inside
 * @typedef {{ positions: Vector[], normals: Vector[], indices: number[] }} Surface
 */

/** A capsule whose ends may differ in radius. @param {Vector} a @param {Vector} b @param {number} from @returns {Shape} */
export function capsule(a, b, from, to = from) {
  const axis = subtract(b, a);
  return (point) => {
    const t = clamp(dot(subtract(point, a), axis) / (dot(axis, axis) || 1));
    return length(subtract(point, mix(a, b, t))) - (from + (to - from) * t);
  };
}

/** Capsules from point to point. @param {Vector[]} points @param {number} radius @returns {Shape} */
export function tube(points, radius) {
  return blend(0.001, ...points.slice(1).map((point, i) => capsule(points[i] ?? point, point, radius)));
}

/** @param {Vector} center @param {Vector} radii @returns {Shape} */
export function ellipsoid(center, radii) {
  const [x, y, z] = radii;
  return (point) => {
    const [px, py, pz] = subtract(point, center);
    const near = length([px / x, py / y, pz / z]);
    const slope = length([px / (x * x), py / (y * y), pz / (z * z)]);
    return slope === 0 ? -Math.min(x, y, z) : (near * (near - 1)) / slope;
  };
}

/** A ring around the axis y. @param {Vector} center @param {Vector} radii of the ring along x and z, and its half height in y @param {number} thickness @returns {Shape} */
export function ring(center, [rx, height, rz], thickness) {
  return (point) => {
    const [x, y, z] = subtract(point, center);
    const around = length([x / rx, 0, z / rz]);
    const radial = around === 0 ? -rx : (around - 1) * (length([x, 0, z]) / around);
    return length([radial / thickness, y / height, 0]) * Math.min(thickness, height) - Math.min(thickness, height);
  };
}

/** The shape, stretched along its axes from a center. @param {Shape} shape @param {Vector} center @param {Vector} factors @returns {Shape} */
export function stretch(shape, center, factors) {
  const least = Math.min(...factors);
  return (point) => {
    const [x, y, z] = subtract(point, center);
    return shape(add(center, [x / factors[0], y / factors[1], z / factors[2]])) * least;
  };
}

/** Shapes that flow into each other. @param {number} radius of the transition @param {Shape[]} shapes @returns {Shape} */
export function blend(radius, ...shapes) {
  return (point) =>
    shapes.reduce((sum, shape) => {
      const distance = shape(point);
      const near = Math.max(radius - Math.abs(sum - distance), 0) / radius;
      return Math.min(sum, distance) - (near * near * radius) / 4;
    }, 1e3);
}

/** The shape without another one, with a rounded edge. @param {number} radius @param {Shape} shape @param {Shape} other @returns {Shape} */
export function carve(radius, shape, other) {
  const rest = blend(radius, (point) => -shape(point), other);
  return (point) => -rest(point);
}

/** The part of the shape above a height. @param {Shape} shape @param {number} height @returns {Shape} */
export function above(shape, height) {
  return (point) => Math.max(shape(point), height - point[1]);
}

/** The direction in which the distance grows. @param {Shape} shape @param {Vector} point @returns {Vector} */
export function gradient(shape, point, step = 1e-4) {
  /** @type {Vector[]} */
  const axes = [
    [step, 0, 0],
    [0, step, 0],
    [0, 0, step],
  ];
  const [x = 0, y = 0, z = 0] = axes.map((axis) => (shape(add(point, axis)) - shape(subtract(point, axis))) / (2 * step));
  return [x, y, z];
}

/** The corners of a cell, as steps along the axes. @type {readonly Vector[]} */
const CORNERS = Array.from({ length: 8 }, (_, i) => /** @type {const} */ ([i & 1, (i >> 1) & 1, i >> 2]));
const EDGES = CORNERS.flatMap((_, a) => [1, 2, 4].flatMap((bit) => (a & bit ? [] : [/** @type {const} */ ([a, a | bit])])));

/**
 * The mesh of a shape's surface (surface nets: a vertex in each cell that the surface crosses), each vertex moved onto the surface.
 * @param {Shape} shape
 * @param {Vector} min corner of the box that contains the shape
 * @param {Vector} max
 * @param {number} cell size of a cell in meters
 * @returns {Surface}
 */
export function meshOf(shape, min, max, cell) {
  const countOf = (/** @type {0 | 1 | 2} */ axis) => Math.ceil((max[axis] - min[axis]) / cell) + 1;
  /** @type {Vector} */
  const counts = [countOf(0), countOf(1), countOf(2)];
  const [nx, ny] = counts;
  const indexOf = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ z) => x + nx * (y + ny * z);
  const pointOf = (/** @type {Vector} */ at) => add(min, scale(at, cell));
  const distances = new Float64Array(counts[0] * counts[1] * counts[2]);
  forEachCell(counts, (at) => (distances[indexOf(...at)] = shape(pointOf(at))));
  const distanceAt = (/** @type {Vector} */ at) => distances[indexOf(...at)] ?? 1;
  /** @type {Map<number, number>} */
  const vertices = new Map();
  /** @type {Vector[]} */
  const positions = [];
  forEachCell([counts[0] - 1, counts[1] - 1, counts[2] - 1], (at) => {
    const values = CORNERS.map((corner) => distanceAt(add(at, corner)));
    const crossings = EDGES.flatMap(([a, b]) => {
      const [from, to] = [values[a] ?? 1, values[b] ?? 1];
      return from < 0 === to < 0 ? [] : [mix(CORNERS[a] ?? at, CORNERS[b] ?? at, from / (from - to))];
    });
    if (crossings.length > 0) {
      const center = scale(crossings.reduce(add), 1 / crossings.length);
      vertices.set(indexOf(...at), positions.push(moveOnto(shape, pointOf(add(at, center)), cell)) - 1);
    }
  });
  /** @type {number[]} */
  const indices = [];
  forEachCell(counts, (at) => {
    CORNERS.filter((_, i) => [1, 2, 4].includes(i)).forEach((axis, i) => {
      const [u, v] = [CORNERS[[2, 4, 1][i] ?? 0] ?? axis, CORNERS[[4, 1, 2][i] ?? 0] ?? axis];
      const isInside = distanceAt(at) < 0;
      const end = add(at, axis);
      if (end.some((coordinate, k) => coordinate >= (counts[k] ?? 0)) || isInside === distanceAt(end) < 0) {
        return;
      }
      const quad = [subtract(subtract(at, u), v), subtract(at, v), at, subtract(at, u)].map(
        (corner) => vertices.get(indexOf(...corner)) ?? -1,
      );
      const [a = 0, b = 0, c = 0, d = 0] = isInside ? quad : quad.reverse();
      const isSplitAtA = isShorter(positions, a, c, b, d);
      indices.push(...(isSplitAtA ? [a, b, c, a, c, d] : [a, b, d, b, c, d]));
    });
  });
  return { positions, normals: positions.map((point) => normalize(gradient(shape, point))), indices };
}

/** @param {Vector[]} positions @param {number} a @param {number} c @param {number} b @param {number} d */
function isShorter(positions, a, c, b, d) {
  const distance = (/** @type {number} */ i, /** @type {number} */ j) => {
    const [from, to] = [positions[i], positions[j]];
    return from && to ? length(subtract(from, to)) : 0;
  };
  return distance(a, c) <= distance(b, d);
}

/** @param {Vector} counts @param {(at: Vector) => void} visit */
function forEachCell([nx, ny, nz], visit) {
  for (let z = 0; z < nz; z++) {
    for (let y = 0; y < ny; y++) {
      for (let x = 0; x < nx; x++) {
        visit([x, y, z]);
      }
    }
  }
}

/** @param {Shape} shape @param {Vector} start @param {number} cell @returns {Vector} */
function moveOnto(shape, start, cell) {
  let point = start;
  for (let i = 0; i < 4; i++) {
    const slope = gradient(shape, point);
    const step = scale(slope, -shape(point) / Math.max(dot(slope, slope), 0.1));
    point = add(point, scale(step, Math.min(1, cell / 2 / (length(step) || 1))));
  }
  return length(subtract(point, start)) < 1.5 * cell ? point : start;
}

/** A sheet with two sides: a grid of points and its normals, each side with vertices of its own. @param {(u: number, v: number) => Vector} pointAt @param {number} columns @param {number} rows @returns {Surface} */
export function sheet(pointAt, columns, rows, thickness = 0.006) {
  const grid = Array.from(
    { length: (columns + 1) * (rows + 1) },
    (_, i) => /** @type {const} */ ([i % (columns + 1), Math.floor(i / (columns + 1))]),
  );
  const normals = grid.map(([column, row]) => {
    const [u, v] = [column / columns, row / rows];
    const [alongU, alongV] = [subtract(pointAt(u + 0.01, v), pointAt(u - 0.01, v)), subtract(pointAt(u, v + 0.01), pointAt(u, v - 0.01))];
    return normalize(cross(alongU, alongV));
  });
  const middle = grid.map(([column, row]) => pointAt(column / columns, row / rows));
  const side = (/** @type {number} */ sign) => middle.map((point, i) => add(point, scale(normals[i] ?? point, (sign * thickness) / 2)));
  const width = columns + 1;
  const faces = grid.flatMap(([column, row], i) =>
    column < columns && row < rows
      ? [
          [i, i + 1, i + width + 1],
          [i, i + width + 1, i + width],
        ]
      : [],
  );
  const back = grid.length;
  const border = [
    ...Array.from({ length: columns }, (_, i) => [i, i + 1]),
    ...Array.from({ length: rows }, (_, i) => [columns + i * width, columns + (i + 1) * width]),
    ...Array.from({ length: columns }, (_, i) => [rows * width + columns - i, rows * width + columns - i - 1]),
    ...Array.from({ length: rows }, (_, i) => [(rows - i) * width, (rows - i - 1) * width]),
  ];
  return {
    positions: [...side(1), ...side(-1)],
    normals: [...normals, ...normals.map((normal) => scale(normal, -1))],
    indices: [
      ...faces.flat(),
      ...faces.flatMap(([a = 0, b = 0, c = 0]) => [back + a, back + c, back + b]),
      ...border.flatMap(([a = 0, b = 0]) => [a, back + a, b, b, back + a, back + b]),
    ],
  };
}
