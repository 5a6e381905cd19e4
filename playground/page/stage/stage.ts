import { ArcRotateCamera } from "@babylonjs/core/Cameras/arcRotateCamera.js";
import type { Camera } from "@babylonjs/core/Cameras/camera.js";
import { Engine } from "@babylonjs/core/Engines/engine.js";
import { HemisphericLight } from "@babylonjs/core/Lights/hemisphericLight.js";
import { DirectionalLight } from "@babylonjs/core/Lights/directionalLight.js";
import { ImageProcessingConfiguration } from "@babylonjs/core/Materials/imageProcessingConfiguration.js";
import type { BaseTexture } from "@babylonjs/core/Materials/Textures/baseTexture.js";
import { Color4 } from "@babylonjs/core/Maths/math.color.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { LinesMesh } from "@babylonjs/core/Meshes/linesMesh.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { Observable } from "@babylonjs/core/Misc/observable.js";
import { Scene } from "@babylonjs/core/scene.js";
import "@babylonjs/core/Culling/ray.js";
import { createEnvironment, type EnvironmentName } from "./environment.js";
import { createExtent, type Extent } from "./extent.js";
import { fit } from "./outline.js";
import { createGrid, NodeAxes } from "./gridAndAxes.js";

/** How the view shows a model. */
export interface ViewSettings {
  /** The environment that lights the model; "none" leaves only lights of the file. */
  readonly environment: EnvironmentName | "none";
  /** In stops: 1 doubles the light. */
  readonly exposure: number;
  readonly background: "page" | "white" | "grey" | "black";
  readonly grid: boolean;
  /** Axes of all nodes, and the skeleton. */
  readonly axes: boolean;
}

export const VIEW_DEFAULTS: ViewSettings = { environment: "studio", exposure: 0, background: "page", grid: false, axes: false };

const BACKGROUNDS = { white: "#ffffff", grey: "#777777", black: "#000000" } as const;

/** The facts about a model that the stage needs. */
export interface Staged {
  /** All nodes below the model's root, parents first. */
  readonly nodes: readonly TransformNode[];
  readonly extent: Extent;
  readonly hasMeshes: boolean;
  readonly hasLights: boolean;
  /** An environment that the file brings along. */
  readonly environment: BaseTexture | null;
}

const EMPTY: Staged = { nodes: [], extent: createExtent(), hasMeshes: true, hasLights: false, environment: null };

/** Frames without a change before drawing stops: panels that update every fourth frame show the last state. */
const QUIET_FRAMES = 4;
/** How many of the quiet frames draw the scene: a crowd is one frame behind its clip. */
const DRAWN_QUIET_FRAMES = 2;

/** The share of the height or width of the view that the motion fills. */
const FRAMED = 0.8;

/** Radians of a step by key. */
const ORBIT_STEP = Math.PI / 36;
const ZOOM_STEP = 1.1;
/** Part of the distance. */
const PAN_STEP = 0.05;

/** The canvas with engine, scene, camera and lights of the page. It draws only while something changes. */
export class Stage {
  readonly engine: Engine;
  readonly scene: Scene;
  /** Notified after every frame. */
  readonly onFrame = new Observable<void>();
  /** Notified when a frame fails. Drawing then stops until {@link resume}. */
  readonly onFailure = new Observable<unknown>();
  /** Notified when the settings of the view change. */
  readonly onView = new Observable<ViewSettings>();
  /** Notified when the view shows through another camera; null for the page's own. */
  readonly onCamera = new Observable<Camera | null>();
  /** Whether something moves by itself, so that drawing must go on. */
  isMoving: () => boolean = () => false;
  /** Milliseconds per frame for all animations, a running average. */
  animationMilliseconds = 0;
  private readonly _camera: ArcRotateCamera;
  private readonly _lights: readonly (HemisphericLight | DirectionalLight)[];
  private readonly _environments = new Map<EnvironmentName, Promise<BaseTexture>>();
  private _view = VIEW_DEFAULTS;
  private _staged = EMPTY;
  private _pageColor = "#808080";
  private _grid: LinesMesh | null = null;
  private _axes: NodeAxes | null = null;
  private _isBroken = false;
  private _quietFrames = 0;
  /** Where the page's camera was when it framed the motion. */
  private _framed: readonly number[] = [];
  private _isAsleep = true;

  /** @throws Error if the browser has no WebGL */
  constructor(readonly canvas: HTMLCanvasElement) {
    this.engine = new Engine(canvas, true, { stencil: true, audioEngine: false, adaptToDeviceRatio: false });
    this.engine.setHardwareScalingLevel(1 / Math.min(devicePixelRatio, 2));
    this.scene = new Scene(this.engine);
    this.scene.useRightHandedSystem = true; // as in glTF
    // the view would take the focus
    this.scene.preventDefaultOnPointerDown = this.scene.preventDefaultOnPointerUp = false;
    this._camera = new ArcRotateCamera("orbit", 1.2, 1.2, 5, Vector3.Zero(), this.scene);
    this._camera.inputs.removeByType("ArcRotateCameraKeyboardMoveInput"); // see keyboard.ts
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
    this._wakeOnChanges();
  }

  get view(): ViewSettings {
    return this._view;
  }

  /** Settles when the environment is there. */
  async setView(change: Partial<ViewSettings>): Promise<void> {
    this._view = { ...this._view, ...change };
    this._showBackground();
    this._showGuides();
    this.onView.notifyObservers(this._view);
    await this._lightAsync();
  }

  /** @param hex the color of the page, a background */
  setPageColor(hex: string): void {
    this._pageColor = hex;
    this._showBackground();
  }

  /** Lights and frames a model, or nothing. */
  async stageAsync(staged: Staged | null): Promise<void> {
    this._staged = staged ?? EMPTY;
    this._showGuides();
    this.resetCamera();
    await this._lightAsync();
  }

  /** Shows the same model, loaded again, from where the camera is. */
  async replaceAsync(staged: Staged): Promise<void> {
    this._staged = { ...staged, extent: this._staged.extent };
    this._showGuides();
    await this._lightAsync();
  }

  /** Moves the page's camera, without turning, until the whole motion fills the height or the width of the view. */
  frame(): void {
    const camera = this._camera;
    const radius = this._size;
    this._fit();
    camera.minZ = radius / 500;
    camera.maxZ = radius * 100;
    camera.lowerRadiusLimit = radius / 50;
    camera.upperRadiusLimit = radius * 20;
    camera.panningSensibility = 2000 / radius;
    this._framed = this._orbit;
    this.lookThrough(null);
  }

  private _fit(): void {
    const { points } = this._staged.extent;
    const camera = this._camera;
    const forward = new Vector3(
      -Math.cos(camera.alpha) * Math.sin(camera.beta),
      -Math.cos(camera.beta),
      -Math.sin(camera.alpha) * Math.sin(camera.beta),
    );
    const right = Vector3.Cross(forward, Vector3.Up()).normalize(); // in a right-handed system
    const up = Vector3.Cross(right, forward);
    const vertical = Math.tan(camera.fov / 2);
    const horizontal = vertical * this.engine.getAspectRatio(camera);
    const some = points.length > 0 ? points : [Vector3.Zero()];
    const { target, distance } = fit(some, FRAMED, { right, up, forward, horizontal, vertical });
    camera.target.copyFrom(target); // setTarget would turn it
    // nothing but a point has no size
    camera.radius = Math.max(distance, points.length > 0 && this._hasSize ? 0 : this._size / vertical / 2);
  }

  /** Where the page's camera is. */
  private get _orbit(): readonly number[] {
    const { alpha, beta, radius, target } = this._camera;
    return [alpha, beta, radius, target.x, target.y, target.z];
  }

  /** Frames the motion again in a view of another size, unless the user has moved the camera. */
  private _frameAgain(): void {
    const now = this._orbit;
    if (this.scene.activeCamera === this._camera && this._framed.length > 0 && now.every((value, i) => value === this._framed[i])) {
      this.frame();
    }
  }

  /** The framed extent. */
  get extent(): Extent {
    return this._staged.extent;
  }

  /** Frames more or less than the model. */
  frameExtent(extent: Extent): void {
    this._staged = { ...this._staged, extent };
    this._showGuides();
    this.frame();
  }

  /** As a model is shown first. */
  resetCamera(): void {
    this._camera.inertialAlphaOffset = this._camera.inertialBetaOffset = this._camera.inertialRadiusOffset = 0;
    this._camera.alpha = 1.3;
    this._camera.beta = 1.3;
    this.frame();
  }

  /** Turns the page's camera by steps, to the right and down. */
  orbit(right: number, down: number): void {
    this._camera.alpha -= right * ORBIT_STEP;
    this._camera.beta += down * ORBIT_STEP;
    this.wake();
  }

  /** Shifts the page's camera by steps, to the right and up. */
  pan(right: number, up: number): void {
    const camera = this._camera;
    const step = camera.radius * PAN_STEP;
    camera.target.addInPlace(camera.getDirection(Vector3.Right()).scale(right * step));
    camera.target.addInPlace(camera.getDirection(Vector3.Up()).scale(up * step));
    this.wake();
  }

  /** Moves the page's camera closer by steps. */
  zoom(steps: number): void {
    this._camera.radius *= ZOOM_STEP ** -steps;
    this.wake();
  }

  /** @param camera a camera of the model, or null for the page's own */
  lookThrough(camera: Camera | null): void {
    this.scene.activeCamera = camera ?? this._camera;
    this.onCamera.notifyObservers(camera);
    this.wake();
  }

  /** Draws in another size, and without a background if wanted, while something is recorded; the view is as before afterwards. */
  async record<T>(
    size: { readonly width: number; readonly height: number } | null,
    isTransparent: boolean,
    act: () => Promise<T>,
  ): Promise<T> {
    const { engine, scene } = this;
    const scaling = engine.getHardwareScalingLevel();
    if (size) {
      engine.setHardwareScalingLevel(1);
      engine.setSize(size.width, size.height);
      this._frameAgain();
    }
    if (isTransparent) {
      scene.clearColor = new Color4(0, 0, 0, 0);
    }
    try {
      return await act();
    } finally {
      this._showBackground();
      if (size) {
        engine.setHardwareScalingLevel(scaling);
        engine.resize();
        this._frameAgain();
      }
      this.wake();
    }
  }

  /** Draws until nothing changes any more. */
  wake(): void {
    this._quietFrames = 0;
    if (this._isAsleep) {
      this._isAsleep = false;
      this.scene.resetLastAnimationTimeFrame(); // no time has passed for the clips
      this.engine.runRenderLoop(this._render);
    }
  }

  /** Settles after a complete frame, once all shaders and textures are ready. */
  async drawnAsync(): Promise<void> {
    this.wake();
    await new Promise((resolve) => this.onFrame.addOnce(resolve));
    await this.scene.whenReadyAsync();
    this.wake();
    await new Promise((resolve) => this.onFrame.addOnce(resolve));
  }

  resume(): void {
    this._isBroken = false;
    this.wake();
  }

  private readonly _render = (): void => {
    if (!this._isBroken && this.scene.activeCamera && this._quietFrames < DRAWN_QUIET_FRAMES) {
      try {
        this.scene.render();
      } catch (error) {
        this._isBroken = true;
        this.onFailure.notifyObservers(error);
      }
    }
    this.onFrame.notifyObservers();
    const isChanging = this.isMoving() || !(this._isBroken || this.scene.isReady());
    this._quietFrames = isChanging ? 0 : this._quietFrames + 1;
    if (this._quietFrames > QUIET_FRAMES) {
      this._isAsleep = true;
      this.engine.stopRenderLoop(this._render);
    }
  };

  /** Whatever the user does on the page may change the view. */
  private _wakeOnChanges(): void {
    const wake = (): void => this.wake();
    this._camera.onViewMatrixChangedObservable.add(wake); // also while it comes to rest
    new ResizeObserver(() => {
      this.engine.resize();
      this._frameAgain();
      this.wake();
    }).observe(this.canvas);
    for (const type of ["pointerdown", "pointerup", "click", "input", "change", "wheel", "drop"]) {
      addEventListener(type, wake, { capture: true, passive: true });
    }
    // going from control to control changes nothing
    addEventListener("keydown", ({ key }) => key !== "Tab" && this.wake(), { capture: true, passive: true });
    addEventListener("pointermove", ({ buttons }) => buttons > 0 && this.wake(), { capture: true, passive: true });
    wake();
  }

  private get _size(): number {
    const { low, high } = this._staged.extent;
    const size = high.subtract(low).length();
    return this._hasSize ? size : 2;
  }

  private get _hasSize(): boolean {
    const { low, high } = this._staged.extent;
    return low.x <= high.x && high.subtract(low).length() > 0;
  }

  private async _lightAsync(): Promise<void> {
    const { environment, exposure } = this._view;
    const { hasLights, environment: own } = this._staged;
    const share = environment === "none" ? 0 : 1;
    const [sky, sun] = this._lights;
    sky!.intensity = hasLights ? 0 : 0.1 * share;
    sun!.intensity = hasLights ? 0 : 1.6 * share;
    this.scene.environmentIntensity = own ? 1 : (hasLights ? 0.4 : 0.75) * share;
    this.scene.imageProcessingConfiguration.exposure = 2 ** exposure;
    this.wake();
    const texture = own ?? (environment === "none" ? null : await this._environment(environment));
    if (environment === this._view.environment && own === this._staged.environment) {
      this.scene.environmentTexture = texture;
      this.wake();
    }
  }

  private _environment(name: EnvironmentName): Promise<BaseTexture> {
    const made = this._environments.get(name) ?? createEnvironment(name, this.scene);
    this._environments.set(name, made);
    return made;
  }

  private _showBackground(): void {
    const { background } = this._view;
    this.scene.clearColor = Color4.FromHexString(background === "page" ? this._pageColor : BACKGROUNDS[background]);
    this.wake();
  }

  private _showGuides(): void {
    const { nodes, extent, hasMeshes } = this._staged;
    this._grid?.dispose();
    this._axes?.dispose();
    this._grid = this._view.grid && extent.low.x <= extent.high.x ? createGrid(this.scene, extent) : null;
    this._axes = nodes.length > 0 && (this._view.axes || !hasMeshes) ? new NodeAxes(this.scene, nodes, this._size / 25) : null;
    this.wake();
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

/** Draws a scene with all its shaders and textures. The canvas keeps the picture until the task ends. */
export async function draw(scene: Scene): Promise<void> {
  scene.render();
  if (!scene.isReady()) {
    await scene.whenReadyAsync();
    scene.render();
  }
}
