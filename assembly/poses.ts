/**
 * Poses of the characters of a crowd, in AssemblyScript: `npm run generate` makes `src/characters/crowd/live/poseKernelsBinary.ts` of it.
 *
 * Four nodes share each instruction. A pose has a block of 160 bytes for each four nodes: positions (x of four nodes, y of four, z of four), rotations
 * (x, y, z, w) and scalings (x, y, z), single floats. Matrices have 16 single floats, as Babylon's; products are those of column vectors.
 */

/** The bytes of a block, and where its rotations and scalings begin. */
const BLOCK: usize = 160;
const ROTATION: usize = 48;
const SCALING: usize = 112;
const MATRIX: usize = 64;

/** Cosines of half of the angle above which the series of {@link ratio} is exact. */
const SERIES_FROM: f32 = 0.95;

function lerp(a: v128, b: v128, t: v128): v128 {
  return f32x4.add(a, f32x4.mul(t, f32x4.sub(b, a)));
}

/** sin(tA)/sin(A) by its series in y = cos(A) - 1, as in `src/gltf/sampling/slerp.ts`. */
function ratio(t: f32, y: v128): v128 {
  const one = f32x4.splat(1);
  const q = t * t;
  let sum = f32x4.add(one, f32x4.mul(f32x4.splat((q - 25) / 55), y));
  sum = f32x4.add(one, f32x4.mul(f32x4.mul(f32x4.splat((q - 16) / 36), y), sum));
  sum = f32x4.add(one, f32x4.mul(f32x4.mul(f32x4.splat((q - 9) / 21), y), sum));
  sum = f32x4.add(one, f32x4.mul(f32x4.mul(f32x4.splat((q - 4) / 10), y), sum));
  sum = f32x4.add(one, f32x4.mul(f32x4.mul(f32x4.splat((q - 1) / 3), y), sum));
  return f32x4.mul(f32x4.splat(t), sum);
}

function dot(ax: v128, ay: v128, az: v128, aw: v128, bx: v128, by: v128, bz: v128, bw: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(ax, bx), f32x4.mul(ay, by)), f32x4.add(f32x4.mul(az, bz), f32x4.mul(aw, bw)));
}

/** Interpolates the rotations of four nodes. @param flips as of {@link blend} */
function slerp(a: usize, b: usize, amount: f32, flips: i32, out: usize): void {
  let ax = v128.load(a, 0),
    ay = v128.load(a, 16),
    az = v128.load(a, 32),
    aw = v128.load(a, 48);
  let bx = v128.load(b, 0),
    by = v128.load(b, 16),
    bz = v128.load(b, 32),
    bw = v128.load(b, 48);
  let cos = dot(ax, ay, az, aw, bx, by, bz, bw);
  const sign = v128.and(f32x4.lt(cos, f32x4.splat(0)), i32x4.splat(flips));
  bx = v128.xor(bx, sign);
  by = v128.xor(by, sign);
  bz = v128.xor(bz, sign);
  bw = v128.xor(bw, sign);
  cos = v128.xor(cos, sign);
  let t = amount;
  // the arc is halved until the series is exact; angles are at most 90 degrees, so that three halves are enough
  for (let i = 0; i < 3 && v128.any_true(f32x4.lt(cos, f32x4.splat(SERIES_FROM))); i++) {
    const length = f32x4.sqrt(f32x4.add(f32x4.splat(2), f32x4.mul(f32x4.splat(2), cos)));
    const mx = f32x4.div(f32x4.add(ax, bx), length),
      my = f32x4.div(f32x4.add(ay, by), length);
    const mz = f32x4.div(f32x4.add(az, bz), length),
      mw = f32x4.div(f32x4.add(aw, bw), length);
    t *= 2;
    if (t < 1) {
      bx = mx;
      by = my;
      bz = mz;
      bw = mw;
    } else {
      ax = mx;
      ay = my;
      az = mz;
      aw = mw;
      t -= 1;
    }
    cos = dot(ax, ay, az, aw, bx, by, bz, bw);
  }
  const y = f32x4.min(f32x4.splat(0), f32x4.sub(cos, f32x4.splat(1)));
  const ofA = ratio(1 - t, y),
    ofB = ratio(t, y);
  v128.store(out, f32x4.add(f32x4.mul(ofA, ax), f32x4.mul(ofB, bx)), 0);
  v128.store(out, f32x4.add(f32x4.mul(ofA, ay), f32x4.mul(ofB, by)), 16);
  v128.store(out, f32x4.add(f32x4.mul(ofA, az), f32x4.mul(ofB, bz)), 32);
  v128.store(out, f32x4.add(f32x4.mul(ofA, aw), f32x4.mul(ofB, bw)), 48);
}

/**
 * Interpolates between two poses: numbers linearly, rotations by the shortest arcs. `out` may be one of them.
 * @param amountAt the address of the amount: engines allocate numbers that they pass, but for integers
 * @param flips the sign bit; 0 for poses whose rotations are not to be negated, because they have the signs that belong together
 */
export function blend(a: usize, b: usize, amountAt: usize, blocks: i32, flips: i32, out: usize): void {
  const amount = load<f32>(amountAt);
  const t = f32x4.splat(amount);
  for (let i = 0; i < blocks; i++) {
    for (let at: usize = 0; at < ROTATION; at += 16) {
      v128.store(out + at, lerp(v128.load(a + at), v128.load(b + at), t));
    }
    slerp(a + ROTATION, b + ROTATION, amount, flips, out + ROTATION);
    for (let at = SCALING; at < BLOCK; at += 16) {
      v128.store(out + at, lerp(v128.load(a + at), v128.load(b + at), t));
    }
    a += BLOCK;
    b += BLOCK;
    out += BLOCK;
  }
}

/** Stores one column of the matrices of four nodes, given by its components. */
function storeColumn(out: usize, x: v128, y: v128, z: v128, w: v128): void {
  const xy01 = v128.shuffle<i32>(x, y, 0, 4, 1, 5),
    xy23 = v128.shuffle<i32>(x, y, 2, 6, 3, 7);
  const zw01 = v128.shuffle<i32>(z, w, 0, 4, 1, 5),
    zw23 = v128.shuffle<i32>(z, w, 2, 6, 3, 7);
  v128.store(out, v128.shuffle<i64>(xy01, zw01, 0, 2));
  v128.store(out, v128.shuffle<i64>(xy01, zw01, 1, 3), 64);
  v128.store(out, v128.shuffle<i64>(xy23, zw23, 0, 2), 128);
  v128.store(out, v128.shuffle<i64>(xy23, zw23, 1, 3), 192);
}

/** A matrix, given by its columns, times a column. */
function transform(c0: v128, c1: v128, c2: v128, c3: v128, v: v128): v128 {
  return f32x4.add(
    f32x4.add(f32x4.mul(c0, v128.shuffle<i32>(v, v, 0, 0, 0, 0)), f32x4.mul(c1, v128.shuffle<i32>(v, v, 1, 1, 1, 1))),
    f32x4.add(f32x4.mul(c2, v128.shuffle<i32>(v, v, 2, 2, 2, 2)), f32x4.mul(c3, v128.shuffle<i32>(v, v, 3, 3, 3, 3))),
  );
}

/** Writes the product of the matrices `a` and `b`. `out` may be `b`. */
function multiply(a: usize, b: usize, out: usize): void {
  const c0 = v128.load(a),
    c1 = v128.load(a, 16),
    c2 = v128.load(a, 32),
    c3 = v128.load(a, 48);
  v128.store(out, transform(c0, c1, c2, c3, v128.load(b)));
  v128.store(out, transform(c0, c1, c2, c3, v128.load(b, 16)), 16);
  v128.store(out, transform(c0, c1, c2, c3, v128.load(b, 32)), 32);
  v128.store(out, transform(c0, c1, c2, c3, v128.load(b, 48)), 48);
}

/**
 * Writes the matrices of a pose.
 * @param parents the index of each node's parent, before the node; -1 for roots
 * @param worlds receives the world matrices of all nodes, with room for a whole block
 * @param entryNodes the node of each entry
 * @param inverseBinds a matrix for each entry
 * @param out receives the product of the entry's node and its inverse bind matrix
 */
export function palette(
  pose: usize,
  nodes: i32,
  parents: usize,
  worlds: usize,
  entries: i32,
  entryNodes: usize,
  inverseBinds: usize,
  out: usize,
): void {
  const one = f32x4.splat(1),
    two = f32x4.splat(2),
    zero = f32x4.splat(0);
  let local = worlds;
  for (let node = 0; node < nodes; node += 4) {
    const x = v128.load(pose, 48),
      y = v128.load(pose, 64),
      z = v128.load(pose, 80),
      w = v128.load(pose, 96);
    const sx = v128.load(pose, 112),
      sy = v128.load(pose, 128),
      sz = v128.load(pose, 144);
    const xx = f32x4.mul(x, x),
      yy = f32x4.mul(y, y),
      zz = f32x4.mul(z, z);
    const xy = f32x4.mul(x, y),
      xz = f32x4.mul(x, z),
      yz = f32x4.mul(y, z);
    const xw = f32x4.mul(x, w),
      yw = f32x4.mul(y, w),
      zw = f32x4.mul(z, w);
    storeColumn(
      local,
      f32x4.mul(f32x4.sub(one, f32x4.mul(two, f32x4.add(yy, zz))), sx),
      f32x4.mul(f32x4.mul(two, f32x4.add(xy, zw)), sx),
      f32x4.mul(f32x4.mul(two, f32x4.sub(xz, yw)), sx),
      zero,
    );
    storeColumn(
      local + 16,
      f32x4.mul(f32x4.mul(two, f32x4.sub(xy, zw)), sy),
      f32x4.mul(f32x4.sub(one, f32x4.mul(two, f32x4.add(xx, zz))), sy),
      f32x4.mul(f32x4.mul(two, f32x4.add(yz, xw)), sy),
      zero,
    );
    storeColumn(
      local + 32,
      f32x4.mul(f32x4.mul(two, f32x4.add(xz, yw)), sz),
      f32x4.mul(f32x4.mul(two, f32x4.sub(yz, xw)), sz),
      f32x4.mul(f32x4.sub(one, f32x4.mul(two, f32x4.add(xx, yy))), sz),
      zero,
    );
    storeColumn(local + 48, v128.load(pose), v128.load(pose, 16), v128.load(pose, 32), one);
    pose += BLOCK;
    local += 4 * MATRIX;
  }
  for (let node = 0; node < nodes; node++) {
    const parent = load<i32>(parents + ((<usize>node) << 2));
    if (parent >= 0) {
      const own = worlds + <usize>node * MATRIX;
      multiply(worlds + <usize>parent * MATRIX, own, own);
    }
  }
  for (let entry = 0; entry < entries; entry++) {
    const node = load<i32>(entryNodes + ((<usize>entry) << 2));
    const at = <usize>entry * MATRIX;
    multiply(worlds + <usize>node * MATRIX, inverseBinds + at, out + at);
  }
}

/** The bits of the nearest half floats in the lower halves; ties go to the even one, as in `halfFloat.ts`. */
function halvesOf(bits: v128): v128 {
  const size = v128.and(bits, i32x4.splat(0x7fffffff));
  const sign = v128.and(i32x4.shr_u(bits, 16), i32x4.splat(0x8000));
  // below 2^-14, they are multiples of 2^-24, the precision of 0.5
  const small = i32x4.sub(f32x4.add(size, f32x4.splat(0.5)), i32x4.splat(0x3f000000));
  const tie = v128.and(i32x4.shr_u(size, 13), i32x4.splat(1));
  const rounded = i32x4.shr_u(i32x4.add(i32x4.sub(size, i32x4.splat(0x38000000 - 0xfff)), tie), 13);
  const half = v128.bitselect(small, i32x4.min_u(rounded, i32x4.splat(0x7c00)), i32x4.lt_s(size, i32x4.splat(0x38800000)));
  return v128.or(half, sign);
}

/** Converts single floats to half floats. @param count a multiple of 8 */
export function halves(from: usize, count: i32, out: usize): void {
  for (let i = 0; i < count; i += 8) {
    v128.store(out, i16x8.narrow_i32x4_u(halvesOf(v128.load(from)), halvesOf(v128.load(from, 16))));
    from += 32;
    out += 16;
  }
}
