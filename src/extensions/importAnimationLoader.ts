import type { AnimationLoader } from "../keys/index.js";

/** Imports the code that loads keys on demand, for files without clips; the code for those with clips includes it. */
export async function importAnimationLoader(): Promise<typeof AnimationLoader> {
  return (await import("../keys/animationLoader.js")).AnimationLoader;
}
