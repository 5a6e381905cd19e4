import ts from "typescript";

/**
 * @typedef {object} Mutant a small change of a source text, which a test should notice
 * @property {number} start of the replaced text
 * @property {number} end of the replaced text
 * @property {string} replacement
 */

const { SyntaxKind } = ts;

/** @type {ReadonlyMap<ts.SyntaxKind, string>} */
const OPERATORS = new Map([
  [SyntaxKind.PlusToken, "-"],
  [SyntaxKind.MinusToken, "+"],
  [SyntaxKind.AsteriskToken, "/"],
  [SyntaxKind.SlashToken, "*"],
  [SyntaxKind.PercentToken, "*"],
  [SyntaxKind.LessThanToken, "<="],
  [SyntaxKind.LessThanEqualsToken, "<"],
  [SyntaxKind.GreaterThanToken, ">="],
  [SyntaxKind.GreaterThanEqualsToken, ">"],
  [SyntaxKind.EqualsEqualsEqualsToken, "!=="],
  [SyntaxKind.ExclamationEqualsEqualsToken, "==="],
  [SyntaxKind.AmpersandAmpersandToken, "||"],
  [SyntaxKind.BarBarToken, "&&"],
  [SyntaxKind.QuestionQuestionToken, "&&"],
  [SyntaxKind.PlusEqualsToken, "-="],
  [SyntaxKind.MinusEqualsToken, "+="],
  [SyntaxKind.AsteriskEqualsToken, "/="],
  [SyntaxKind.SlashEqualsToken, "*="],
]);

/** @type {Readonly<Record<string, string>>} */
const FUNCTIONS = { min: "max", max: "min", floor: "ceil", ceil: "floor", some: "every", every: "some", push: "unshift" };

/** @param {string} text of a TypeScript module @returns {Mutant[]} in the order of the text */
export function mutantsOf(text) {
  const source = ts.createSourceFile("source.ts", text, ts.ScriptTarget.Latest, true);
  /** @type {Mutant[]} */
  const mutants = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (!isIgnored(node)) {
      for (const [target, replacement] of changesOf(node)) {
        mutants.push({ start: target.getStart(), end: target.end, replacement });
      }
      node.forEachChild(visit);
    }
  };
  visit(source);
  return mutants.sort((a, b) => a.start - b.start || a.end - b.end);
}

/**
 * Types have no effect, and the texts of messages may be changed.
 * @param {ts.Node} node
 */
function isIgnored(node) {
  return ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node);
}

/** @param {ts.Node} node @returns {(readonly [ts.Node, string])[]} what to replace, and by what */
function changesOf(node) {
  if (ts.isBinaryExpression(node)) {
    const replacement = OPERATORS.get(node.operatorToken.kind);
    return replacement === undefined ? [] : [[node.operatorToken, replacement]];
  }
  if (ts.isPrefixUnaryExpression(node)) {
    return changesOfPrefix(node);
  }
  if (ts.isIfStatement(node) || ts.isConditionalExpression(node)) {
    const condition = ts.isIfStatement(node) ? node.expression : node.condition;
    return [
      [condition, "true"],
      [condition, "false"],
    ];
  }
  if (ts.isPropertyAccessExpression(node) && Object.hasOwn(FUNCTIONS, node.name.text)) {
    return [[node.name, /** @type {string} */ (FUNCTIONS[node.name.text])]];
  }
  return ts.isStatement(node) ? changesOfStatement(node) : changesOfLiteral(node);
}

/** @param {ts.PrefixUnaryExpression} node @returns {(readonly [ts.Node, string])[]} */
function changesOfPrefix(node) {
  const { operator, operand } = node;
  return operator === SyntaxKind.ExclamationToken || operator === SyntaxKind.MinusToken ? [[node, `(${operand.getText()})`]] : [];
}

/** @param {ts.Statement} node @returns {(readonly [ts.Node, string])[]} */
function changesOfStatement(node) {
  // without super() nothing would run at all
  const isCall = ts.isExpressionStatement(node) && !node.getText().startsWith("super");
  const isExit = ts.isContinueStatement(node) || ts.isBreakStatement(node) || (ts.isReturnStatement(node) && !node.expression);
  return isCall || isExit ? [[node, ";"]] : [];
}

/** @param {ts.Node} node @returns {(readonly [ts.Node, string])[]} */
function changesOfLiteral(node) {
  if (node.kind === SyntaxKind.TrueKeyword || node.kind === SyntaxKind.FalseKeyword) {
    return [[node, node.kind === SyntaxKind.TrueKeyword ? "false" : "true"]];
  }
  return ts.isNumericLiteral(node) && !ts.isPropertyAssignment(node.parent) ? [[node, `(${node.text} + 1)`]] : [];
}
