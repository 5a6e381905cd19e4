import ts from "typescript";

/**
 * @typedef {object} Mutant a small change of a source text, which a test should notice
 * @property {number} start of the replaced text
 * @property {number} end of the replaced text
 * @property {string} replacement
 * @property {Host} host
 */

/**
 * @typedef {object} Host the expression or statement around a mutant that can be replaced by a choice between it and the mutant
 * @property {number} start
 * @property {number} end
 * @property {boolean} isStatement
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
        mutants.push({ start: target.getStart(), end: target.end, replacement, host: hostOf(node, target) });
      }
      node.forEachChild(visit);
    }
  };
  visit(source);
  return mutants.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** @param {ts.Node} node @param {ts.Node} target its part that changes @returns {Host} */
function hostOf(node, target) {
  const host = ts.isBinaryExpression(node) || ts.isPropertyAccessExpression(node) ? chainOf(node) : target;
  return { start: host.getStart(), end: host.end, isStatement: ts.isStatement(host) };
}

/** A function taken out of its call would lose its object, and a property its assignment. @param {ts.Node} node @returns {ts.Node} */
function chainOf(node) {
  const { parent } = node;
  const isLink = ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent) || ts.isCallExpression(parent);
  const isBase = (isLink || ts.isNonNullExpression(parent)) && parent.expression === node;
  return isBase || (ts.isBinaryExpression(parent) && parent.left === node && isAssignment(parent)) ? chainOf(parent) : node;
}

/** @param {ts.BinaryExpression} node */
function isAssignment({ operatorToken: { kind } }) {
  return kind >= SyntaxKind.FirstAssignment && kind <= SyntaxKind.LastAssignment;
}

/**
 * A text that behaves like any of the mutants, or like the original: code with mutants asks `isMutant(index)` for each of them.
 * @param {string} text
 * @param {readonly Mutant[]} mutants of the text
 */
export function switchable(text, mutants) {
  /** @type {Map<string, Host & { choices: string }>} */
  const hosts = new Map();
  for (const [index, { start, end, replacement, host }] of mutants.entries()) {
    const changed = text.slice(host.start, start) + replacement + text.slice(end, host.end);
    const choice = host.isStatement ? `if (isMutant(${index})) ${changed} else ` : `isMutant(${index}) ? ${changed} : `;
    const key = `${host.start} ${host.end}`;
    hosts.set(key, { ...host, choices: (hosts.get(key)?.choices ?? "") + choice });
  }
  const queue = [...hosts.values()].sort((a, b) => a.start - b.start || b.end - a.end);
  /** @param {number} start @param {number} end @returns {string} */
  const write = (start, end) => {
    let [written, position] = ["", start];
    for (let host = queue[0]; host && host.end <= end; host = queue[0]) {
      queue.shift();
      const [open, close] = host.isStatement ? "{}" : "()";
      written += text.slice(position, host.start) + open + host.choices + write(host.start, host.end) + close;
      position = host.end;
    }
    return written + text.slice(position, end);
  };
  return write(0, text.length);
}

/**
 * Types have no effect, and the texts of errors may be changed.
 * @param {ts.Node} node
 */
function isIgnored(node) {
  const isType = ts.isTypeNode(node) || ts.isInterfaceDeclaration(node);
  return isType || ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isThrowStatement(node);
}

/** @param {ts.Node} node @returns {(readonly [ts.Node, string])[]} what to replace, and by what */
function changesOf(node) {
  if (ts.isBinaryExpression(node)) {
    return changesOfBinary(node);
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

/** @param {ts.BinaryExpression} node @returns {(readonly [ts.Node, string])[]} */
function changesOfBinary(node) {
  const { left, operatorToken, right } = node;
  if (operatorToken.kind === SyntaxKind.QuestionQuestionToken) {
    // no other operator may stand beside ?? without parentheses
    return [[node, `((${left.getText()}) && ${right.getText()})`]];
  }
  const replacement = OPERATORS.get(operatorToken.kind);
  return replacement === undefined ? [] : [[operatorToken, replacement]];
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
