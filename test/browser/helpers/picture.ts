/** Pictures of a canvas, and how they differ. */
import type { Page } from "playwright-core";

/** Pixels: four bytes each, red, green, blue, alpha; row by row. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

interface EncodedPicture {
  readonly width: number;
  readonly height: number;
  readonly base64: string;
}

/**
 * What a canvas shows after a scene was rendered, read in the same task: exactly what was drawn, from the lowest row up.
 * @param render an expression for what draws into the canvas, such as `scene.render()`; it is awaited
 * @param canvas an expression for the canvas
 */
export async function renderPicture(page: Page, render: string, canvas = `document.querySelector("canvas")`): Promise<Picture> {
  // a string: what is evaluated in the page is not compiled here
  return decode(
    await page.evaluate<EncodedPicture>(`(async () => {
      await ${render};
      const gl = ${canvas}.getContext("webgl2");
      const { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
      const pixels = new Uint8Array(width * height * 4);
      gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
      let binary = "";
      for (let i = 0; i < pixels.length; i += 0x8000) {
        binary += String.fromCharCode(...pixels.subarray(i, i + 0x8000));
      }
      return { width, height, base64: btoa(binary) };
    })()`),
  );
}

function decode({ width, height, base64 }: EncodedPicture): Picture {
  return { width, height, pixels: new Uint8Array(Buffer.from(base64, "base64")) };
}

export interface PictureDifference {
  /** Of any channel of any pixel, 0..255. */
  readonly greatest: number;
  /** How many pixels differ by more than {@link VISIBLE} in a channel. */
  readonly visible: number;
}

/** What one sees. */
const VISIBLE = 8;

/** @throws RangeError for pictures of different sizes */
export function comparePictures(a: Picture, b: Picture): PictureDifference {
  if (a.width !== b.width || a.height !== b.height) {
    throw new RangeError(`pictures must have one size (got ${a.width} x ${a.height} and ${b.width} x ${b.height})`);
  }
  let greatest = 0;
  let visible = 0;
  for (let pixel = 0; pixel < a.pixels.length; pixel += 4) {
    let difference = 0;
    for (let i = pixel; i < pixel + 4; i++) {
      difference = Math.max(difference, Math.abs(a.pixels[i]! - b.pixels[i]!));
    }
    greatest = Math.max(greatest, difference);
    visible += difference > VISIBLE ? 1 : 0;
  }
  return { greatest, visible };
}

/** How many pixels are visibly not what most of the border is: 0 for a blank picture. */
export function countDrawn({ width, height, pixels }: Picture): number {
  const background = pixels.slice(0, 4);
  return comparePictures({ width, height, pixels }, { width, height, pixels: fill(width * height, background) }).visible;
}

function fill(count: number, pixel: Uint8Array): Uint8Array {
  const pixels = new Uint8Array(count * 4);
  for (let i = 0; i < pixels.length; i += 4) {
    pixels.set(pixel, i);
  }
  return pixels;
}
