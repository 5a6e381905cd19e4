import type { PlatformIO } from "@gltf-transform/core";
import { KHRAnimationClip, KHRAnimationEvents, KHRAnimationPointer } from "./tools/gltfTransform/index.js";

/** A configuration for the command line of glTF-Transform, `--config`: adds the extensions of this package. */
export default {
  onProgramReady({ io }: { io: PlatformIO }): Promise<void> {
    io.registerExtensions([KHRAnimationClip, KHRAnimationEvents, KHRAnimationPointer]);
    return Promise.resolve();
  },
};
