/**
 * Makes the pages that VitePress builds work under any address. VitePress must know the folder that the pages are served from; this replaces
 * the folder that it is told by relative addresses in HTML, and by what the address of the page says in scripts.
 */

import { parseAst } from "vite";

/** The folder that VitePress is told. */
export const PLACEHOLDER = "/__SITE__/";

const GLOBAL = "globalThis.__SITE__";

/** Addresses that remain in the page when the router goes to a page in another folder become absolute. */
const MAKE_ABSOLUTE = `<script>
for (const link of document.querySelectorAll('a[href]:not([href^="#"]), link[rel=icon]')) link.href = link.href;
for (const image of document.images) image.src = image.src;
</script>`;

/**
 * @param {string} html
 * @param {string} up from the page to the root of the site: "./" or "../"; an absolute address if the page is shown for several addresses
 */
export function relocateHtml(html, up) {
  const script = `<script>${GLOBAL} = new URL("${up}", location.href).pathname;</script>`;
  const quoted = JSON.stringify(JSON.stringify(PLACEHOLDER)).slice(1, -1);
  const moved = html
    .replace("<head>", `<head>\n    ${script}`)
    // the data of the site, JSON in a string
    .replaceAll(quoted, `\\"" + ${GLOBAL} + "\\"`)
    .replaceAll(`="${PLACEHOLDER}`, `="${up}`)
    .replaceAll(`"${PLACEHOLDER}`, `${GLOBAL} + "`)
    .replace("</body>", `${MAKE_ABSOLUTE}\n  </body>`);
  return checked(moved);
}

/** @param {string} code a module @returns {string} */
export function relocateScript(code) {
  /** @type {{ start: number, end: number, text: string }[]} */
  const edits = [];
  visit(parseAst(code), ({ type, value, start, end }) => {
    if (type === "Literal" && typeof value === "string" && value.includes(PLACEHOLDER)) {
      const parts = value.split(PLACEHOLDER).map((part) => JSON.stringify(part));
      edits.push({ start, end, text: `(${parts.join(`+${GLOBAL}+`)})` });
    } else if (type === "TemplateElement" && code.slice(start, end).includes(PLACEHOLDER)) {
      edits.push({ start, end, text: code.slice(start, end).replaceAll(PLACEHOLDER, `\${${GLOBAL}}`) });
    }
  });
  const moved = edits
    .sort((a, b) => b.start - a.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code);
  return checked(moved);
}

/**
 * Calls a function with each node of a syntax tree.
 * @param {unknown} node
 * @param {(node: { type: string, value?: unknown, start: number, end: number }) => void} callback
 */
function visit(node, callback) {
  if (Array.isArray(node)) {
    node.forEach((each) => visit(each, callback));
  } else if (typeof node === "object" && node !== null) {
    if ("type" in node) {
      callback(/** @type {any} */ (node));
    }
    Object.values(node).forEach((each) => visit(each, callback));
  }
}

/** @param {string} text */
function checked(text) {
  const at = text.indexOf(PLACEHOLDER);
  if (at >= 0) {
    throw new Error(`an address is neither in HTML nor a string by itself: ${text.slice(Math.max(0, at - 100), at + 100)}`);
  }
  return text;
}
