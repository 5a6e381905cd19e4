/** The flags that can be repeated: each value is one item of the option. */
const REPEATED: Readonly<Record<string, string>> = { renameTargets: "--rename-target" };

/** The flag of an option of the library. @example flagOf("rootNode") // "--root-node" */
export function flagOf(option: string): string {
  return REPEATED[option] ?? `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** The message of an error. If it is about an option of the library (`options.rootNode`, `options.clips/0`), it names the flag. */
export function withFlag({ message, argument = "" }: Error & { readonly argument?: string }): string {
  const [, option] = /^options\.([^/]+)/.exec(argument) ?? [];
  return option === undefined ? message : flagOf(option) + message.slice(argument.length);
}
