/** How the name of a thing begins: an article, a number, or a name. */
const THING = '(?:an? |the |one |another |true |["A-Z\\d])';

/** What is said of rules of a form. A rule of another form, or with a next step of its own after a semicolon, stays as it is. */
const FORMS: readonly (readonly [RegExp, string])[] = [
  [/^must be valid JSON \(got the end\)$/, "Go on: the text ends too early."],
  [/^must be valid JSON \(got (.*)\)$/, "Correct the text: it is not JSON from “$1” on."],
  [/^must be >= start \(got (.*) < (.*)\)$/, "Use $2, which is the start, or more instead of $1."],
  [/^must be an integer >= -1 \(got (.*)\)$/, "Use a whole number, or -1 for endless, instead of $1."],
  [/^must be an? ([^;]*) \(got undefined\)$/, "Add the $1 that is missing."],
  [new RegExp(`^must be (${THING}[^;]*) \\(got undefined\\)$`), "Add what is missing: $1."],
  [/^must be >= (\S+) \(got ([^<]*)\)$/, "Use $1 or more instead of $2."],
  [/^must be ((?:within|[<>]=?) [^;]*) \(got (.*)\)$/, "Use a value $1 instead of $2."],
  [/^must be (finite [^;]*) \(got (.*)\)$/, "Use a value that is $1 instead of $2."],
  [new RegExp(`^must be (${THING}[^;]*) \\(got (.*)\\)$`), "Use $1 instead of $2."],
  [/^must have ([^;]*) \(got (?:undefined|none)\)$/, "Add $1."],
  [/^must (name|list) ([^;]*) \(got undefined\)$/, "$1 $2."],
  [/^must not (?!be )([^;]*) \(got (.*)\)$/, "Do not $1, as $2 does."],
  [/^must not (?!be )([^;]*)$/, "Do not $1."],
  [/^must (agree|begin|match|point|refer|end|contain|list|name|have|differ) ([^;]*) \(got (.*)\)$/, "Make it $1 $2; now it is $3."],
  [/^must (list|name|have|contain) ([^;]*?)\.?$/, "$1 $2."],
];

/**
 * What the author should do to a file that breaks a rule: "must be a string (got 5)" becomes "Use a string instead of 5."
 * @param text a rule; other texts stay as they are
 */
export function adviceOf(text: string): string {
  for (const [rule, words] of FORMS) {
    const found = rule.exec(text);
    if (found) {
      const advice = words.replace(/\$(\d)/g, (_, index: string) => found[Number(index)]!);
      return advice[0]!.toUpperCase() + advice.slice(1);
    }
  }
  return text;
}

/** The advice about a setting, as it stands beside its field: "end: use 2.5, which is the start, or more instead of 1". */
export function adviceAbout(setting: string, rule: string): string {
  const advice = adviceOf(rule);
  return `${setting}: ${advice[0]!.toLowerCase()}${advice.slice(1).replace(/\.$/, "").replaceAll("-1 for endless", "endless")}`;
}
