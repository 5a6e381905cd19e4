import { AbstractEngine } from "@babylonjs/core/Engines/abstractEngine.js";
import type { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import { InternalTexture, InternalTextureSource } from "@babylonjs/core/Materials/Textures/internalTexture.js";
import { RawCubeTexture } from "@babylonjs/core/Materials/Textures/rawCubeTexture.js";
import type { SphericalPolynomial } from "@babylonjs/core/Maths/sphericalPolynomial.js";
import { Tools } from "@babylonjs/core/Misc/tools.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { createEngine } from "./scene.js";

/** An engine that draws nothing, but for which Babylon makes the same shader defines and textures as for that of a browser. */
export function createShaderEngine(): NullEngine {
  const engine = createEngine();
  // what every browser can do: without derivatives Babylon leaves normal textures out of its shaders
  Object.assign(engine.getCaps(), { standardDerivatives: true, textureLOD: true });
  // NullEngine has no cube textures, and cannot decode images
  engine.createRawCubeTexture = (_data, size) => {
    const texture = new InternalTexture(engine, InternalTextureSource.CubeRaw);
    return Object.assign(texture, { isCube: true, isReady: true, width: size, height: size });
  };
  // NullEngine reports a loaded texture by a timer, which takes a millisecond
  const createTexture = engine.createTexture.bind(engine);
  engine.createTexture = (url, noMipmap, invertY, scene, samplingMode, onLoad, ...rest) => {
    const texture = createTexture(url, noMipmap, invertY, scene, samplingMode, null, ...rest);
    setImmediate(() => onLoad?.(texture));
    return texture;
  };
  // the faces of an image-based light are left black
  RawCubeTexture.prototype.updateRGBDAsync = function (_data, sphericalPolynomial: SphericalPolynomial | null = null, lodScale = 0.8) {
    Object.assign(this.getInternalTexture()!, { _sphericalPolynomial: sphericalPolynomial, _lodGenerationScale: lodScale });
    return Promise.resolve();
  };
  return engine;
}

// Babylon waits a millisecond for these, thousands of times in a file of tests
Tools.SetImmediate = (action) => void setImmediate(action);

/** Lets what Babylon does later happen: the transmission helper sorts new meshes in a task of its own. */
export async function settle(scene: Scene): Promise<void> {
  scene.render();
  await new Promise<void>((resolve) => void setImmediate(resolve));
  scene.render();
}

/** Disposes the scenes of an engine that tests have in common. Call after each test. */
export function disposeScenesOf(engine: NullEngine): void {
  for (const scene of [...engine.scenes]) {
    scene.dispose();
  }
  // searched through for each new texture
  engine.clearInternalTexturesCache();
  // Babylon keeps shaders in arrays by the number of the render pass, and looks at all of their elements
  AbstractEngine._RenderPassIdCounter = 0;
}
