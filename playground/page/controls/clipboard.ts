/**
 * Copies a text, for the user to paste elsewhere.
 * @throws Error where the browser has no clipboard for pages: under http
 */
export async function copy(text: string): Promise<void> {
  const { clipboard } = navigator as { readonly clipboard?: Clipboard };
  if (!clipboard) {
    throw new Error("The browser lets a page copy only under https. The address of this page is the link.");
  }
  await clipboard.writeText(text);
}
