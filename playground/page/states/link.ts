/** The address of a page that shows the graph of a definition. */

/** Longer addresses are cut off by some programs, but not by browsers. */
const MAX_LENGTH = 60_000;

/** The address of the page `states.html` beside another page, with a definition behind the #. */
export function graphAddress(definition: unknown, page: string): string {
  return new URL(`states.html${writeDefinition(definition)}`, page).href;
}

/** Base64 for URLs (RFC 4648, section 5), which is shorter than escaped JSON. */
export function writeDefinition(definition: unknown): string {
  const binary = Array.from(new TextEncoder().encode(JSON.stringify(definition)), (byte) => String.fromCharCode(byte)).join("");
  return `#${btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/**
 * Reads the part of an address behind the #: as {@link writeDefinition} writes it, or JSON, escaped or not.
 * @returns undefined if there is nothing
 * @throws RangeError if it is too long; SyntaxError if it is no JSON
 */
export function readDefinition(hash: string): unknown {
  const text = hash.replace(/^#/, "");
  if (text.length > MAX_LENGTH) {
    throw new RangeError(`it has ${text.length.toLocaleString("en")} characters, of ${MAX_LENGTH.toLocaleString("en")} at most`);
  }
  return text === "" ? undefined : (JSON.parse(/^[\w-]+$/.test(text) ? fromBase64(text) : decodeURIComponent(text)) as unknown);
}

function fromBase64(text: string): string {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
}
