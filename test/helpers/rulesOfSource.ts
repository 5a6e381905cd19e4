import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** The rules that the messages of `src` state, as they are worded, in the form of those in `rules.ts`. */
export function rulesOfSource(folder: string): ReadonlySet<string> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const texts = files.flatMap((file) => textsIn(readFileSync(join(folder, file), "utf8")));
  return new Set(
    texts
      .filter((text) => /\bmust\b|\(got %s/.test(text))
      .map(ruleIn)
      .filter((rule) => /^[^(]*[a-z]{3}/.test(rule)),
  );
}

/** All strings and templates of a module. A substitution is `%s`. */
function textsIn(source: string): readonly string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    const variants = variantsOf(node);
    texts.push(...(variants ?? []));
    if (variants === null) {
      ts.forEachChild(node, visit);
    } else if (ts.isTemplateExpression(node)) {
      node.templateSpans.filter(({ expression }) => variantsOf(expression) === null).forEach(({ expression }) => visit(expression));
    }
  };
  visit(ts.createSourceFile("", source, ts.ScriptTarget.Latest));
  return texts;
}

/** The texts that an expression of strings can have, several with a conditional expression in it; null for other nodes. */
function variantsOf(node: ts.Node): readonly string[] | null {
  if (ts.isStringLiteralLike(node)) {
    return [node.text];
  }
  if (ts.isConditionalExpression(node)) {
    const [yes, no] = [variantsOf(node.whenTrue), variantsOf(node.whenFalse)];
    return yes && no && [...yes, ...no];
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [variantsOf(node.left), variantsOf(node.right)];
    return left && right && left.flatMap((start) => right.map((end) => start + end));
  }
  if (!ts.isTemplateExpression(node)) {
    return null;
  }
  return node.templateSpans.reduce<readonly string[]>(
    (starts, { expression, literal }) =>
      starts.flatMap((start) => (variantsOf(expression) ?? ["%s"]).map((variant) => start + variant + literal.text)),
    [node.head.text],
  );
}

/** A message without the place before its rule, a hint after it that depends on the values, and the one value that was got. */
function ruleIn(message: string): string {
  return message
    .replace(/^(?:(?:\S+|\w+ %s): )+/, "")
    .replace(/(?:; %s|(?<=[\w)])%s)+$/, "")
    .replace(/ \(got %s\)$/, "");
}
