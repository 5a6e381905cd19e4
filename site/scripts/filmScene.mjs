/**
 * The scene of the film, in the page: 10,000 figures in columns, each column at a pace of its own. After {@link SECONDS}, each figure is
 * where another one of its column was, with the same color and phase, so that the film repeats without a seam.
 */
/* global BABYLON */
import { BufferTarget, CanvasSource, Output, WebMOutputFormat } from "/node_modules/mediabunny/dist/bundles/mediabunny.mjs";

const SECONDS = 4.48; // whole frames
const FRAMES_PER_SECOND = 25;
const SIDE = 100;
/** The walk of the hero: seconds and meters of a cycle. */
const [CYCLE, STEP] = [0.9, 0.62 * 0.9];
/** Meters between two rows, and two columns. */
const [ROW, COLUMN] = [2 * STEP, 1.05];
const BACKGROUND = "#232a49";
/** Tints of all that a figure shows. */
const COLORS = ["#ffffff", "#fff1e2", "#e6cdb6", "#d2a781", "#fff6cf", "#dbe6ff", "#f7d9e4"];

/** A number of [0, 1) that depends on two others, always in the same way. @param {number} a @param {number} b */
function scatter(a, b) {
  const x = Math.sin(a * 127.1 + b * 311.7) * 43758.5453;
  return x - Math.floor(x);
}

const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector("canvas"));
const engine = new BABYLON.Engine(canvas, true, { preserveDrawingBuffer: true });
const scene = new BABYLON.Scene(engine);
scene.clearColor = BABYLON.Color4.FromHexString(`${BACKGROUND}ff`);
scene.fogMode = BABYLON.Scene.FOGMODE_LINEAR;
scene.fogColor = BABYLON.Color3.FromHexString(BACKGROUND);
[scene.fogStart, scene.fogEnd] = [22, 92];
const camera = new BABYLON.FreeCamera("camera", new BABYLON.Vector3(-8, 3.6, -49), scene);
camera.setTarget(new BABYLON.Vector3(1, -1.2, -34));
camera.fov = 0.62;
const light = new BABYLON.HemisphericLight("light", new BABYLON.Vector3(0.4, 1, -0.6), scene);
light.groundColor = new BABYLON.Color3(0.4, 0.4, 0.52);
light.intensity = 1.5;
const ground = BABYLON.MeshBuilder.CreateGround("ground", { width: 600, height: 600 }, scene);
ground.material = new BABYLON.StandardMaterial("ground", scene);
ground.material.diffuseColor = BABYLON.Color3.FromHexString("#2c345c");
ground.material.specularColor = BABYLON.Color3.Black();

const container = await BABYLON.LoadAssetContainerAsync("/playground/models/hero.glb", scene);
const levels = await Promise.all(
  Object.entries({ "/far.glb": 5, "/farther.glb": 14 }).map(async ([url, distance]) => ({
    container: await BABYLON.LoadAssetContainerAsync(url, scene),
    distance,
  })),
);
const walk = BABYLON.GLTFAnimation.GetClip(container, "walk");

const crowd = BABYLON.GLTFCrowd.CreateClipCrowd(container, { clips: [walk], capacity: SIDE * SIDE, culling: "camera", levels });
const figures = Array.from(crowd.addMany(SIDE * SIDE), (index) => {
  const [column, row] = [index % SIDE, Math.floor(index / SIDE)];
  const cycles = scatter(column, 0.5) < 0.6 ? 4 : 6;
  const towards = scatter(column, 7.7) < 0.85 ? -1 : 1;
  const kind = row % (cycles / 2);
  crowd.play(index, walk, { offset: CYCLE * scatter(column, kind), speed: (cycles * CYCLE) / SECONDS });
  crowd.setColor(index, BABYLON.Color4.FromHexString(`${COLORS[Math.floor(COLORS.length * scatter(column, kind + 20))]}ff`));
  const sway = 0.4 * (scatter(column, kind + 40) - 0.5);
  const x = COLUMN * (column - SIDE / 2) + sway;
  return { index, x, z: ROW * (row - SIDE / 2 - (towards > 0 ? 3 : 0)), towards, speed: (STEP * cycles) / SECONDS };
});

let shown = -1;
/** @param {number} time seconds */
function show(time) {
  for (const { index, x, z, towards, speed } of figures) {
    crowd.matrices.set([towards, 0, 0, 0, 0, 1, 0, 0, 0, 0, towards, 0, x, 0, z + towards * speed * time, 1], 16 * index);
  }
  crowd.markMatricesChanged();
  if (shown < 0 || time !== shown) {
    scene.render();
  }
  shown = time;
}

scene.useConstantAnimationDeltaTime = true;
scene.constantlyUpdateMeshUnderPointer = false;
await scene.whenReadyAsync();
/** The animation step of a frame of the film. */
const ticks = () => (scene.animationTimeScale = 1000 / FRAMES_PER_SECOND / 16);
ticks();

/** @param {number} time */
function picture(time) {
  engine.resize();
  show(time);
  show(time + 1e-6);
  return canvas.toDataURL("image/jpeg", 0.82);
}

const output = new Output({ format: new WebMOutputFormat(), target: new BufferTarget() });
const source = new CanvasSource(canvas, { codec: "vp9", bitrate: 1_500_000, latencyMode: "quality" });
let frame = 0;

async function begin() {
  engine.resize();
  output.addVideoTrack(source, { frameRate: FRAMES_PER_SECOND });
  await output.start();
}

/** @returns whether there are more */
async function addFrame() {
  show(frame / FRAMES_PER_SECOND);
  await source.add(frame / FRAMES_PER_SECOND, 1 / FRAMES_PER_SECOND);
  return ++frame < SECONDS * FRAMES_PER_SECOND;
}

async function end() {
  await output.finalize();
  const binary = Array.from(new Uint8Array(output.target.buffer), (byte) => String.fromCharCode(byte)).join("");
  return `data:video/webm;base64,${btoa(binary)}`;
}

globalThis.film = { picture, begin, addFrame, end };
