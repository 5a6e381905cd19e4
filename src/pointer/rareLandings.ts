import type { PointerOwner, PointerLanding } from "./pointerRow.js";
import type * as rareSetters from "./rareSetters.js";
import type { Setter } from "./setters.js";

type RareSetters = typeof rareSetters;

let imported: RareSetters | undefined;

async function load(): Promise<RareSetters> {
  return (imported ??= await import("./rareSetters.js"));
}

/** A landing whose code is imported before the first channel that needs it is loaded. */
export function rare(owner: PointerOwner, at: string, choose: (setters: RareSetters) => Setter): PointerLanding {
  let chosen: Setter | undefined;
  const setter = (): Setter => (chosen ??= choose(imported!));
  return {
    owner,
    at,
    load,
    write: (object, value, index) => setter().write(object, value, index),
    copy: (object, copyOf) => setter().copy?.(object, copyOf),
  };
}
