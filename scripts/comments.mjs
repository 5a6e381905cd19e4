import ts from "typescript";

/** The comments before and behind each token. @param {string} code */
function* commentsIn(code) {
  const file = ts.createSourceFile("module.js", code, ts.ScriptTarget.ES2022, true, ts.ScriptKind.JS);
  /** @param {ts.Node} node @returns {Generator<ts.CommentRange>} */
  function* visit(node) {
    yield* ts.getLeadingCommentRanges(code, node.getFullStart()) ?? [];
    yield* ts.getTrailingCommentRanges(code, node.getEnd()) ?? [];
    for (const child of node.getChildren(file).filter(({ kind }) => kind !== ts.SyntaxKind.JSDoc)) {
      yield* visit(child);
    }
  }
  yield* visit(file);
}

/**
 * Removes the comments of a module, and the lines that have nothing else. Annotations for bundlers stay.
 * @param {string} code JavaScript
 */
export function stripComments(code) {
  const found = [...commentsIn(code)].map(({ pos, end }) => /** @type {const} */ ([pos, end]));
  const ends = new Map(found.filter(([pos, end]) => !/__PURE__|webpack[A-Z]/.test(code.slice(pos, end))));
  let rest = "";
  let at = 0;
  for (const [pos, end] of [...ends].sort(([a], [b]) => a - b)) {
    const line = code.slice(at, pos).replace(/[ \t]+$/, "");
    const isWholeLine = (line === "" || line.endsWith("\n")) && code[end] === "\n";
    rest += isWholeLine ? line : code.slice(at, pos);
    at = isWholeLine ? end + 1 : end;
  }
  return rest + code.slice(at);
}
