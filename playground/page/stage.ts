import { ArcRotateCamera } from "@babylonjs/core/Cameras/arcRotateCamera.js";
import type { Camera } from "@babylonjs/core/Cameras/camera.js";
import { Engine } from "@babylonjs/core/Engines/engine.js";
import { HemisphericLight } from "@babylonjs/core/Lights/hemisphericLight.js";
import { DirectionalLight } from "@babylonjs/core/Lights/directionalLight.js";
import { ImageProcessingConfiguration } from "@babylonjs/core/Materials/imageProcessingConfiguration.js";
import { Color4 } from "@babylonjs/core/Maths/math.color.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import { Observable } from "@babylonjs/core/Misc/observable.js";
import { Scene } from "@babylonjs/core/scene.js";
import "@babylonjs/core/Culling/ray.js";
import { createEnvironment } from "./environment.js";

/** Factor on the page's lights for models with lights of their own. */
const DIMMED = 0.15;

/** The canvas with engine, scene, camera and lights of the page. */
export class Stage {
  readonly engine: Engine;
  readonly scene: Scene;
  /** Notified after each frame. */
  readonly onFrame = new Observable<void>();
  /** Notified when a frame fails. Drawing then stops until {@link resume}. */
  readonly onFailure = new Observable<unknown>();
  /** Milliseconds per frame for all animations, a running average. */
  animationMilliseconds = 0;
  private readonly _camera: ArcRotateCamera;
  private readonly _lights: readonly (HemisphericLight | DirectionalLight)[];
  private _isBroken = false;

  /** @throws Error if the browser has no WebGL */
  constructor(readonly canvas: HTMLCanvasElement) {
    this.engine = new Engine(canvas, true, { stencil: true, audioEngine: false, adaptToDeviceRatio: false });
    this.engine.setHardwareScalingLevel(1 / Math.min(devicePixelRatio, 2));
    this.scene = new Scene(this.engine);
    this.scene.useRightHandedSystem = true; // as in glTF
    this._camera = new ArcRotateCamera("orbit", 1.2, 1.2, 5, Vector3.Zero(), this.scene);
    this._camera.inputs.removeByType("ArcRotateCameraKeyboardMoveInput"); // the arrow keys step
    this._camera.wheelDeltaPercentage = 0.01;
    this._camera.pinchDeltaPercentage = 0.01;
    this._camera.attachControl(true);
    const { imageProcessingConfiguration } = this.scene;
    imageProcessingConfiguration.toneMappingEnabled = true;
    imageProcessingConfiguration.toneMappingType = ImageProcessingConfiguration.TONEMAPPING_KHR_PBR_NEUTRAL;
    const sky = new HemisphericLight("page sky", Vector3.Up(), this.scene);
    const sun = new DirectionalLight("page sun", new Vector3(-0.5, -1, -0.7), this.scene);
    this._lights = [sky, sun];
    this._measure();
    new ResizeObserver(() => this.engine.resize()).observe(canvas);
    this.engine.runRenderLoop(() => this._render());
  }

  /** Creates the environment texture, which materials reflect. */
  async lightAsync(): Promise<void> {
    this.scene.environmentTexture = await createEnvironment(this.scene);
    this.showLights(false);
  }

  /** @param hasOwnLights whether the model has lights; the page's are then dimmed */
  showLights(hasOwnLights: boolean): void {
    const share = hasOwnLights ? DIMMED : 1;
    const [sky, sun] = this._lights;
    sky!.intensity = 0.1 * share;
    sun!.intensity = 1.6 * share;
    this.scene.environmentIntensity = 0.75 * share;
  }

  setBackground(hex: string): void {
    this.scene.clearColor = Color4.FromHexString(hex);
  }

  /** Places the page's camera in front of a model. */
  frame(meshes: readonly AbstractMesh[]): void {
    const { low, high } = extentOf(meshes);
    const size = high.subtract(low).length();
    const radius = Number.isFinite(size) && size > 0 ? size : 2;
    const camera = this._camera;
    camera.setTarget(Number.isFinite(size) ? low.add(high).scale(0.5) : Vector3.Zero());
    camera.alpha = 1.3;
    camera.beta = 1.3;
    camera.radius = (radius * 0.5) / Math.sin(camera.fov / 2) / Math.min(1.12, this.engine.getAspectRatio(camera));
    camera.minZ = radius / 500;
    camera.maxZ = radius * 100;
    camera.lowerRadiusLimit = radius / 50;
    camera.upperRadiusLimit = radius * 20;
    camera.panningSensibility = 2000 / radius;
    this.lookThrough(null);
  }

  /** @param camera a camera of the model, or null for the page's own */
  lookThrough(camera: Camera | null): void {
    this.scene.activeCamera = camera ?? this._camera;
  }

  /** Settles after a complete frame, once all shaders and textures are ready. */
  async drawnAsync(): Promise<void> {
    await new Promise((resolve) => this.onFrame.addOnce(resolve));
    await this.scene.whenReadyAsync();
    await new Promise((resolve) => this.onFrame.addOnce(resolve));
  }

  resume(): void {
    this._isBroken = false;
  }

  private _render(): void {
    if (this._isBroken || !this.scene.activeCamera) {
      return;
    }
    try {
      this.scene.render();
    } catch (error) {
      this._isBroken = true;
      this.onFailure.notifyObservers(error);
    }
    this.onFrame.notifyObservers();
  }

  private _measure(): void {
    let began = 0;
    // inserted first, so that the time includes the clips
    this.scene.onBeforeAnimationsObservable.add(() => (began = performance.now()), undefined, true);
    this.scene.onAfterAnimationsObservable.add(() => {
      this.animationMilliseconds += (performance.now() - began - this.animationMilliseconds) / 30;
    });
  }
}

function extentOf(meshes: readonly AbstractMesh[]): { low: Vector3; high: Vector3 } {
  const low = new Vector3(Infinity, Infinity, Infinity);
  const high = new Vector3(-Infinity, -Infinity, -Infinity);
  for (const mesh of meshes) {
    if (mesh.getTotalVertices() > 0) {
      mesh.computeWorldMatrix(true);
      if (!mesh.hasInstances && mesh.skeleton) {
        mesh.refreshBoundingInfo({ applySkeleton: true, applyMorph: true });
      }
      const { minimumWorld, maximumWorld } = mesh.getBoundingInfo().boundingBox;
      low.minimizeInPlace(minimumWorld);
      high.maximizeInPlace(maximumWorld);
    }
  }
  return { low, high };
}
