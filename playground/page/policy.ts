/**
 * Has the browser refuse whatever a file, or a library, would fetch from elsewhere: only this page's own server is asked, and the one that
 * the address of the page names.
 * @param address of a model; null for those of the page
 */
export function enforcePolicy(address: string | null): void {
  const origin = address && URL.canParse(address, location.href) ? new URL(address, location.href).origin : "null";
  const sources = ["'self'", "blob:", "data:", ...(origin === "null" || origin === location.origin ? [] : [origin])].join(" ");
  const meta = document.createElement("meta");
  meta.httpEquiv = "Content-Security-Policy";
  meta.content = [
    "default-src 'none'",
    `connect-src ${sources}`,
    `img-src ${sources}`,
    `media-src ${sources}`,
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  document.head.append(meta);
}
