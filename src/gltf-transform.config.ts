import type { PlatformIO } from "@gltf-transform/core";
import { KHRAnimationClip, KHRAnimationPointer } from "./gltfTransform/index.js";

/** A configuration for the command line of glTF-Transform, `--config`: adds the extensions of this package. */
export default {
  onProgramReady({ io }: { io: PlatformIO }): Promise<void> {
    io.registerExtensions([KHRAnimationClip, KHRAnimationPointer]);
    return Promise.resolve();
  },
};
