import type { Option } from "commander";

/**
 * Says the flags of the command in a message that says the names of the library: `options.rootNode` and `rootNode` become `--root-node`.
 * Names of one word only after `options.`, because they are words; values in quotes stay.
 * @param options the options of the command that runs
 */
export function withFlags(message: string, options: readonly Option[]): string {
  return options.reduce((text, option) => {
    const name = option.attributeName();
    const prefix = name === name.toLowerCase() ? "options\\." : "(?:options\\.)?";
    return text.replace(new RegExp(`(?<!["\\w./-])${prefix}${name}(?:/\\d+)?(?!["\\w/-]|\\.\\w)`, "g"), option.long ?? name);
  }, message);
}
