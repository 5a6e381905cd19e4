import type { AbstractEngine } from "@babylonjs/core/Engines/abstractEngine.js";

interface EngineInternals {
  readonly _gl?: object | null;
  readonly _engine?: object;
}

/** Whether an engine draws nothing, as the `NullEngine` does. Its limits mean nothing, and it cannot update textures. */
export function isHeadless(engine: AbstractEngine): boolean {
  const { _gl, _engine } = engine as unknown as EngineInternals;
  return !engine.isWebGPU && !_gl && !_engine;
}
