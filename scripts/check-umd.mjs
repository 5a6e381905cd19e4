/**
 * `node scripts/check-umd.mjs`: checks the UMD bundles. The global has everything that the package imports from Babylon.js, the bundles have
 * all exports of the package, and a bundle loaded with `require` loads and plays a file.
 */
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { runInNewContext } from "node:vm";

const require = createRequire(import.meta.url);
const BABYLON = require("babylonjs");
const { GLTF2 } = require("babylonjs-loaders");

const FILE = "babylon-gltf-animation.js";
const OTHERS = ["crowd", "controller", "root-motion"];
const MODULES = new URL("../dist/esm/", import.meta.url);

/** @param {string} file */
function readModule(file) {
  return readFileSync(new URL(file, MODULES), "utf8");
}

/**
 * @param {string} code
 * @param {"import" | "export"} keyword
 */
function* declarationsIn(code, keyword) {
  for (const [line, names, module] of code.matchAll(new RegExp(`(?:^|(?<=; ))${keyword} ([^"]*) from "([^"]*)";`, "gm"))) {
    const named = /^\{ (.*?),? \}$/.exec(names ?? "")?.[1]?.split(", ");
    yield { line, module: module ?? "", names: named?.map((name) => name.split(" as ")) };
  }
}

/** All imports from Babylon's ES packages, by exported name. Without those of the exporter, which is on no global: no bundle has `./serializer`. */
function importsOfBabylon() {
  const files = readdirSync(MODULES, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".js"));
  const imports = files.flatMap((file) => [...declarationsIn(readModule(file), "import")]);
  return imports
    .filter(({ module }) => module.startsWith("@babylonjs/") && !module.startsWith("@babylonjs/serializers/"))
    .flatMap(({ line, module, names }) => {
      assert(names, `${line}: a global has names only`);
      return names.map(([name = ""]) => ({ name, from: module.startsWith("@babylonjs/loaders/") ? "BABYLON.GLTF2" : "BABYLON" }));
    });
}

/** @type {(object: object, name: string) => boolean} */
const has = (object, name) => Reflect.get(object, name) !== undefined;

function checkImports() {
  const imports = importsOfBabylon();
  const missing = imports.filter(({ name, from }) => !has(from === "BABYLON" ? BABYLON : GLTF2, name));
  assert.deepEqual(missing, [], "not on the global");
  return new Set(imports.map(({ name }) => name)).size;
}

/**
 * @param {Record<string, unknown>} bundle
 * @param {string} entry
 */
function checkExports(bundle, entry) {
  const exported = [...declarationsIn(readModule(entry), "export")].flatMap(({ names }) => names?.map((name) => name.at(-1)) ?? []);
  assert(exported.length > 0);
  assert.deepEqual(new Set(Object.keys(bundle)), new Set(exported), "the bundle has the exports of the package");
}

/**
 * Registers a pointer, loads a model that animates it, and checks the value at a timestamp.
 * @param {any} bundle may be loaded after another one
 */
async function checkPlaying(bundle) {
  /** @type {number[]} */
  const written = [];
  const write = (/** @type {object} */ _, /** @type {number[]} */ [value = NaN]) => void written.push(value);
  bundle.RegisterPointer({ pointer: "/nodes/{}/open", type: "float", default: 0, target: "node", property: "written", write });
  const engine = new BABYLON.NullEngine();
  const scene = new BABYLON.Scene(engine);
  new BABYLON.FreeCamera("camera", new BABYLON.Vector3(0, 1, -5), scene);
  const { animationGroups } = await BABYLON.ImportMeshAsync(createModel(), scene, { pluginExtension: ".gltf" });
  const [clip, ...others] = bundle.GetClips({ animationGroups });
  assert.deepEqual([clip.name, others.length], ["open", 0]);
  clip.timestamp = 0.5;
  assert.deepEqual([clip.timestamp, written.at(-1)], [0.5, 0.25]);
  engine.dispose();
}

/** @returns {string} data: URL of a model whose property goes from 0 to 1 in two seconds */
function createModel() {
  const floats = new Float32Array([0, 2, 0, 1]);
  const uri = `data:application/octet-stream;base64,${Buffer.from(floats.buffer).toString("base64")}`;
  const target = { path: "pointer", extensions: { KHR_animation_pointer: { pointer: "/nodes/0/open" } } };
  const accessor = { componentType: 5126, count: 2, type: "SCALAR" };
  const json = {
    asset: { version: "2.0" },
    extensionsUsed: ["KHR_animation_clip", "KHR_animation_pointer"],
    extensions: { KHR_animation_clip: { clips: [{ name: "open", animations: [0], end: 2 }] } },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ name: "door" }],
    animations: [{ channels: [{ sampler: 0, target }], samplers: [{ input: 0, output: 1 }] }],
    accessors: [0, 1].map((bufferView) => ({ ...accessor, bufferView, ...(bufferView === 0 && { min: [0], max: [2] }) })),
    bufferViews: [0, 8].map((byteOffset) => ({ buffer: 0, byteOffset, byteLength: 8 })),
    buffers: [{ byteLength: floats.byteLength, uri }],
  };
  return `data:${JSON.stringify(json)}`;
}

/**
 * Checks the error on a page without the scripts that come first, and that the script is the same in any encoding.
 * @param {string} file
 * @param {RegExp} message
 */
function checkOnPage(file, message) {
  const code = readFileSync(new URL(`../dist/umd/${file}`, import.meta.url), "utf8");
  // a page that does not state its encoding reads other characters wrong, and a name of such characters is a SyntaxError then
  assert(!/[^\0-\x7f]/.test(code), `${file}: must be ASCII`);
  for (const global of [{}, { BABYLON: {} }]) {
    assert.throws(() => runInNewContext(code, global), message);
  }
}

const names = checkImports();
const script = require(`../dist/umd/${FILE}`);
checkOnPage(FILE, /babylonjs\.loaders\.js must be loaded first/);
checkExports(script, "pure.js");
await checkPlaying(script);
console.log(`${FILE}: exports ${Object.keys(script).length} names, imports ${names} from Babylon.js, loads and plays a model`);
for (const entry of OTHERS) {
  const file = `babylon-gltf-animation.${entry}.js`;
  const bundle = require(`../dist/umd/${file}`);
  checkOnPage(file, /babylon-gltf-animation\.js must be loaded before its other scripts/);
  checkExports(bundle, `${entry}.js`);
  console.log(`${file}: exports ${Object.keys(bundle).length} names`);
}
