import { readState, writeState, type AddressState } from "./addressState.js";

/** The item of the session's storage: the address, and the state that the tab shows under it, of any length. */
const ITEM = "state";

/** Keeps the whole state of the page for a reload of the tab, also what is too long for an address. */
export function keepState(state: AddressState): void {
  try {
    sessionStorage.setItem(ITEM, JSON.stringify([location.href, writeState(state, Infinity).hash]));
  } catch {
    // the browser stores nothing for pages, or too little: the address has the rest
  }
}

/** The state that an address says, or that the tab had under this address. */
export function readKept(address: URL): ReturnType<typeof readState> & { readonly isKept: boolean } {
  const hash = keptFor(address.href);
  return hash === null ? { ...readState(address.hash), isKept: false } : { ...readState(hash, Infinity), isKept: true };
}

function keptFor(href: string): string | null {
  try {
    const [kept, hash] = JSON.parse(sessionStorage.getItem(ITEM) ?? "[]") as readonly unknown[];
    return kept === href && typeof hash === "string" ? hash : null;
  } catch {
    return null;
  }
}
