/** Makes animated WebP pictures (RFC 9649) of screenshots, with the encoder of a browser. */

/**
 * @typedef {object} Shot
 * @property {Uint8Array} png all of one size
 * @property {number} milliseconds how long it is shown, at most 16,777,215
 */

/**
 * @typedef {object} Part the rectangle that differs from the picture before
 * @property {number} x even
 * @property {number} y even
 * @property {number} width
 * @property {number} height
 * @property {Uint8Array} webp
 * @property {number} milliseconds
 */

/**
 * An endless film. A shot that equals the one before makes that one longer.
 * @param {import("playwright-core").Page} page a page whose content does not matter
 * @param {readonly Shot[]} shots
 * @param {number} [quality] of each picture, below 1; 1, the default, is without loss
 * @returns {Promise<Uint8Array>}
 */
export async function animatedWebp(page, shots, quality = 1) {
  /** @type {Part[]} */
  const parts = [];
  for (const { png, milliseconds } of shots) {
    const changed = await page.evaluate(encodeChange, { png: Buffer.from(png).toString("base64"), quality });
    const last = parts.at(-1);
    if (changed) {
      const { base64, ...box } = changed;
      parts.push({ ...box, webp: Buffer.from(base64, "base64"), milliseconds });
    } else if (last) {
      last.milliseconds += milliseconds;
    }
  }
  return pack(parts);
}

/**
 * Runs in the page, and keeps the last picture there.
 * @param {{ png: string, quality: number }} shot the picture in base64
 */
async function encodeChange({ png, quality }) {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const { width, height } = image;
  const canvas = new OffscreenCanvas(width, height);
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d", { alpha: false }));
  context.drawImage(image, 0, 0);
  const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
  const state = /** @type {{ last?: Uint32Array }} */ (globalThis);
  let [left, top, right, bottom] = [width, height, 0, 0];
  pixels.forEach((pixel, i) => {
    if (pixel !== state.last?.[i]) {
      const [x, y] = [i % width, Math.floor(i / width)];
      [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1), Math.max(bottom, y + 1)];
    }
  });
  state.last = pixels;
  if (right === 0) {
    return null;
  }
  // the format states half of these
  const [x, y] = [left - (left % 2), top - (top % 2)];
  const part = new OffscreenCanvas(right - x, bottom - y);
  const drawn = /** @type {OffscreenCanvasRenderingContext2D} */ (part.getContext("2d", { alpha: false }));
  drawn.drawImage(canvas, -x, -y);
  const blob = await part.convertToBlob({ type: "image/webp", quality });
  const binary = Array.from(new Uint8Array(await blob.arrayBuffer()), (byte) => String.fromCharCode(byte)).join("");
  return { x, y, width: part.width, height: part.height, base64: btoa(binary) };
}

/** @param {readonly Part[]} parts the first one is the whole picture */
function pack(parts) {
  const [{ width, height } = { width: 1, height: 1 }] = parts;
  const ANIMATION = 2;
  const NO_BLENDING = 2;
  const frames = parts.map((part) => {
    const numbers = [part.x / 2, part.y / 2, part.width - 1, part.height - 1, part.milliseconds];
    return chunk("ANMF", ...numbers.map(uint24), [NO_BLENDING], imageOf(part.webp));
  });
  const canvas = chunk("VP8X", [ANIMATION, 0, 0, 0], uint24(width - 1), uint24(height - 1));
  // a white background, which nobody sees, and endless
  const endless = chunk("ANIM", [255, 255, 255, 255], [0, 0]);
  return chunk("RIFF", new TextEncoder().encode("WEBP"), canvas, endless, ...frames);
}

/** The chunks of a picture that has the pixels. @param {Uint8Array} webp */
function imageOf(webp) {
  const view = new DataView(webp.buffer, webp.byteOffset, webp.byteLength);
  const found = [];
  for (let at = 12; at < webp.length;) {
    const end = at + 8 + view.getUint32(at + 4, true);
    if (/^VP8[ L]$/.test(String.fromCharCode(...webp.subarray(at, at + 4)))) {
      found.push(webp.subarray(at, end + (end % 2)));
    }
    at = end + (end % 2);
  }
  return Buffer.concat(found);
}

/** @param {string} name @param {...ArrayLike<number>} contents */
function chunk(name, ...contents) {
  const content = Buffer.concat(contents.map((each) => Uint8Array.from(each)));
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, content.length, true);
  return Buffer.concat([new TextEncoder().encode(name), length, content, new Uint8Array(content.length % 2)]);
}

/** @param {number} value */
function uint24(value) {
  return [value & 255, (value >> 8) & 255, value >> 16];
}
