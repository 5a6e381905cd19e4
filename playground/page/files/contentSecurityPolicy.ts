/**
 * Sets a Content-Security-Policy that blocks all requests of files and libraries, except to the page's own server and the model's.
 * @param address URL of the model; null for a model of the page
 */
export function enforceContentSecurityPolicy(address: string | null): void {
  const origin = address && URL.canParse(address, location.href) ? new URL(address, location.href).origin : "null";
  const sources = ["'self'", "blob:", "data:", ...(origin === "null" || origin === location.origin ? [] : [origin])].join(" ");
  const meta = document.createElement("meta");
  meta.httpEquiv = "Content-Security-Policy";
  meta.content = [
    "default-src 'none'",
    `connect-src ${sources}`,
    `img-src ${sources}`,
    `media-src ${sources}`,
    // decoders are compiled from WebAssembly, some of them in workers that Babylon makes of text
    "script-src 'self' 'wasm-unsafe-eval'",
    "worker-src 'self' blob:",
    "style-src 'self' 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  document.head.append(meta);
}
