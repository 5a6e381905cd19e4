import { DracoDecoder } from "@babylonjs/core/Meshes/Compression/dracoDecoder.js";
import { MeshoptCompression } from "@babylonjs/core/Meshes/Compression/meshoptCompression.js";
import { KhronosTextureContainer2 } from "@babylonjs/core/Misc/khronosTextureContainer2.js";
import { initializeWebWorker } from "@babylonjs/core/Misc/khronosTextureContainer2Worker.js";
import { AutoReleaseWorkerPool } from "@babylonjs/core/Misc/workerPool.js";
import { EXT_meshopt_compression } from "@babylonjs/loaders/glTF/2.0/Extensions/EXT_meshopt_compression.pure.js";
import { registerGLTFExtension } from "@babylonjs/loaders/glTF/2.0/glTFLoaderExtensionRegistry.js";

/** Has the JSON of the extension that Babylon reads; the decoder distinguishes the formats. */
const KHR_MESHOPT = "KHR_meshopt_compression";

/** Half of the processors, at most four. */
const WORKERS = Math.min(Math.ceil(navigator.hardwareConcurrency / 2), 4);

/**
 * Tells Babylon where the decoders of Draco, Meshopt and KTX2 are: beside the page, instead of on Babylon's server. A decoder is
 * fetched with the first file that needs it.
 */
export function provideDecoders(): void {
  DracoDecoder.DefaultConfiguration = {
    wasmUrl: new URL("three/examples/jsm/libs/draco/gltf/draco_wasm_wrapper.js", import.meta.url).href,
    wasmBinaryUrl: new URL("three/examples/jsm/libs/draco/gltf/draco_decoder.wasm", import.meta.url).href,
  };
  MeshoptCompression.Configuration.decoder.url = new URL("meshopt_decoder.cjs", import.meta.url).href;
  registerGLTFExtension(KHR_MESHOPT, true, (loader) => {
    const enabled = loader.isExtensionUsed(KHR_MESHOPT);
    return Object.assign(new EXT_meshopt_compression(loader), { name: KHR_MESHOPT, enabled });
  });
  KhronosTextureContainer2.WorkerPool = new AutoReleaseWorkerPool(WORKERS, () =>
    initializeWebWorker(new Worker(new URL("./ktx2Worker.ts", import.meta.url), { name: "ktx2" })),
  );
}
