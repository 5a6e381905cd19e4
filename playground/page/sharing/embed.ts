/** The size of an embedded page in CSS pixels. */
const SIZE = { width: 800, height: 450 };

/**
 * The HTML that shows a page within another one: view and playback, without the editor.
 * @param address of the page that is shared
 * @param title for people who do not see the page
 */
export function embedCode(address: string, title: string): string {
  const url = new URL(address);
  url.search = [url.search.slice(1), "embed"].filter(Boolean).join("&");
  const attributes = { src: url.href, title, ...SIZE, style: "border: 0", loading: "lazy" };
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${escaped(String(value))}"`);
  return `<iframe ${written.join(" ")}></iframe>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
