/** How Markdown that is written for GitHub becomes pages: its anchors, links, tables and live examples. */
import { posix } from "node:path";
import { SNIPPETS } from "../playground/snippets/list.mjs";
import { resolveLink } from "./pages.mjs";

/** The anchor that GitHub gives a heading. @param {string} text */
export function slugify(text) {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{Pc} -]/gu, "")
    .replaceAll(" ", "-");
}

/** @param {string} text */
const escape = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/** The snippet that a paragraph leads to, if a link to it is all that the paragraph has. @param {any} inline the token */
function onlySnippet(inline) {
  const [open, , close, ...more] = inline.children ?? [];
  const href = open?.type === "link_open" && close?.type === "link_close" && more.length === 0 ? open.attrGet("href") : null;
  const name = /playground\/snippets\/([\w-]+)\.js$/.exec(href ?? "")?.[1];
  return name !== undefined && Object.hasOwn(SNIPPETS, name) ? name : null;
}

/**
 * A plugin of markdown-it.
 * @param {import("vitepress").MarkdownRenderer} md
 * @param {string} root the folder of the repository
 */
export function forSite(md, root) {
  // names such as AnimationGroup.to are no hosts
  md.linkify.set({ fuzzyLink: false });
  md.core.ruler.push("site", ({ tokens, env, Token }) => {
    if (env.path === undefined) {
      return; // a title by itself
    }
    const from = posix.relative(root, env.realPath ?? env.path);
    const up = "../".repeat(env.relativePath.split("/").length - 1) || "./";
    /** How many tables each heading has. @type {Map<string, number>} */
    const labels = new Map();
    /** The text before, which names a table. */
    let heading = "Table";
    tokens.forEach((token, i) => {
      const [before, after] = [tokens[i - 1], tokens[i + 1]];
      if (token.type === "heading_open") {
        heading = after?.content.replace(/[`*]/g, "") ?? heading;
      }
      if (token.type === "table_open") {
        const count = (labels.get(heading) ?? 0) + 1;
        labels.set(heading, count);
        token.meta = { label: count === 1 ? `Table: ${heading}` : `Table ${count}: ${heading}` };
      }
      if (token.type !== "inline") {
        return;
      }
      const name = onlySnippet(token);
      if (name !== null && before?.type === "paragraph_open" && before.level === 0 && after) {
        before.hidden = after.hidden = true;
        const live = new Token("html_inline", "", 0);
        live.content = `<LiveSnippet name="${name}" title="${escape(SNIPPETS[name] ?? name)}" />`;
        token.children = [live];
        return;
      }
      for (const child of token.children ?? []) {
        if (child.type === "link_open") {
          setLink(child, resolveLink(from, decodeURI(child.attrGet("href") ?? "")), up);
        }
      }
    });
  });
  // what is wider than the screen scrolls, also by keyboard
  md.renderer.rules.table_open = (tokens, i) =>
    `<div class="wide" tabindex="0" role="region" aria-label="${escape(tokens[i]?.meta?.label ?? "Table")}"><table>`;
  md.renderer.rules.table_close = () => "</table></div>";
}

/**
 * @param {any} token
 * @param {ReturnType<typeof resolveLink>} link
 * @param {string} up from the page to the root of the site
 */
function setLink(token, { kind, href }, up) {
  if (kind === "page" || kind === "other") {
    token.attrSet("href", href);
    return;
  }
  token.attrSet("href", href.replace(/^\//, up));
  if (kind === "download") {
    token.attrSet("download", posix.basename(href));
  } else if (kind !== "source") {
    token.attrSet("target", "_self"); // not a page of the router
  }
}
