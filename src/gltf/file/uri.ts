import { AssetError, excerpt } from "../util/index.js";

export function isDataUri(uri: string): boolean {
  return /^data:/i.test(uri);
}

/**
 * Decodes a data URI (RFC 2397).
 * @param pointer JSON pointer of the URI
 * @throws AssetError if the URI cannot be decoded
 */
export function decodeDataUri(pointer: string, uri: string): Uint8Array {
  const comma = uri.indexOf(",");
  const data = uri.slice(comma + 1);
  try {
    if (comma !== -1) {
      const isBase64 = /^[^,]*;base64,/i.test(uri);
      return isBase64
        ? Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
        : new TextEncoder().encode(decodeURIComponent(data));
    }
  } catch {
    // reported below
  }
  throw new AssetError(pointer, `must be a data URI that can be decoded (got ${excerpt(uri)})`);
}

/** Encodes bytes as a data URI with the media type of glTF buffers. */
export function encodeDataUri(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += PART) {
    parts.push(String.fromCharCode(...bytes.subarray(at, at + PART)));
  }
  return `data:application/octet-stream;base64,${btoa(parts.join(""))}`;
}

/** Number of bytes per call of `String.fromCharCode`. */
const PART = 8192;

/** Decodes the percent-encoding of a URI. A URI with an invalid percent-encoding is returned unchanged. */
export function decodePercent(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
