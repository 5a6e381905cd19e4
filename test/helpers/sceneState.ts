/**
 * Everything in a scene that affects drawing, as plain data: a flat list of paths and values. Two scenes that look the same
 * have the same state, whatever way they came to it; identities, caches and time stamps are left out.
 */
import type { Camera } from "@babylonjs/core/Cameras/camera.js";
import { Constants } from "@babylonjs/core/Engines/constants.js";
import type { Light } from "@babylonjs/core/Lights/light.js";
import { Matrix } from "@babylonjs/core/Maths/math.vector.js";
import { MaterialPluginBase } from "@babylonjs/core/Materials/materialPluginBase.js";
import type { Material } from "@babylonjs/core/Materials/material.js";
import type { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import { BaseTexture } from "@babylonjs/core/Materials/Textures/baseTexture.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import type { InstancedMesh } from "@babylonjs/core/Meshes/instancedMesh.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { SubMesh } from "@babylonjs/core/Meshes/subMesh.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Node } from "@babylonjs/core/node.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { getOrMake } from "../../src/gltf/util/collections.js";

type Plain = number | string | boolean | null;

/** Path -> value. */
export type SceneState = ReadonlyMap<string, Plain>;

/** Who an object is, where it belongs and when it changed: nothing that is seen. */
const NOT_SEEN = new Set([
  "uniqueId",
  "id",
  "uid",
  "metadata",
  "animations",
  "parent",
  "state",
  "doNotSerialize",
  "renderList",
  "renderPassId",
  "renderPassIds",
  "currentRefreshId",
  // of lights, values that are computed when they are used for drawing
  "transformedPosition",
  "transformedDirection",
  "refreshRate",
  "url",
  "isBlocking",
  "loadingError",
  "errorObject",
  // of textures, what needs a real one
  "canRescale",
  "textureType",
  "textureFormat",
  "noMipmap",
  "mimeType",
  "delayLoadState",
]);

const accessors = new WeakMap<object, ReadonlySet<string>>();

/** The names of the accessors that an object inherits. */
function accessorsOf(object: object): ReadonlySet<string> {
  const prototype = Object.getPrototypeOf(object) as object;
  return getOrMake(accessors, prototype, () => {
    const names = new Set<string>();
    for (let level: object | null = prototype; level && level !== Object.prototype; level = Object.getPrototypeOf(level) as object | null) {
      for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(level))) {
        if (property.get && isSeen(name)) {
          names.add(name);
        }
      }
    }
    return names;
  });
}

const seen = new Map<string, boolean>();

function isSeen(name: string): boolean {
  return seen.get(name) ?? getOrMake(seen, name, () => !NOT_SEEN.has(name) && !name.startsWith("on") && !name.startsWith("_"));
}

type Names = Map<string | number, string>;

const paths = new Map<string, Names>();

/**
 * The paths below a path, by their last name. Scenes are described thousands of times: a path that is the same string each time need not
 * be joined, hashed and compared again.
 */
function namesBelow(path: string): Names {
  return paths.get(path) ?? getOrMake(paths, path, () => new Map<string | number, string>());
}

function join(path: string, name: string | number, names = namesBelow(path)): string {
  let joined = names.get(name);
  if (joined === undefined) {
    joined = `${path}/${name}`;
    names.set(name, joined);
  }
  return joined;
}

class StateWriter {
  public readonly state = new Map<string, Plain>();

  public put(path: string, value: unknown): void {
    if (value === null || typeof value === "number" || typeof value === "string" || typeof value === "boolean") {
      this.state.set(path, value);
    } else if (value === undefined) {
      this.state.set(path, null);
    } else if (typeof value === "object") {
      const numbers = toNumbers(value);
      if (numbers) {
        const names = namesBelow(path);
        for (let i = 0; i < numbers.length; i++) {
          this.state.set(join(path, i, names), numbers[i]!);
        }
      }
    }
  }

  /** Removes the value at a path. */
  public drop(path: string): void {
    for (const name of [path, join(path, 0), join(path, 1), join(path, 2)]) {
      this.state.delete(name);
    }
  }

  /** All plain values of an object, and of the configurations and textures that belong to it. */
  public walk(path: string, object: object): void {
    const names = accessorsOf(object);
    const below = namesBelow(path);
    for (const name of names) {
      this._walkProperty(join(path, name, below), (object as Record<string, unknown>)[name]);
    }
    for (const name of Object.keys(object)) {
      const value = (object as Record<string, unknown>)[name];
      if (isSeen(name)) {
        this._walkProperty(join(path, name, below), value);
      } else if (value !== undefined && name.startsWith("_") && names.has(name.slice(1))) {
        // the private value behind a public property: Babylon draws with it. A texture is described there already
        this.put(join(path, name, below), value instanceof BaseTexture ? nameOf(value) : value);
      }
    }
  }

  private _walkProperty(path: string, value: unknown): void {
    if (value instanceof BaseTexture) {
      this.putTexture(path, value);
    } else if (value instanceof MaterialPluginBase) {
      this.walk(path, value);
    } else {
      this.put(path, value);
    }
  }

  public putTexture(path: string, texture: BaseTexture): void {
    this.walk(path, texture);
    this.put(join(path, "name"), nameOf(texture));
    this.put(join(path, "matrix"), texture.getTextureMatrix());
    if (texture.coordinatesMode !== Constants.TEXTURE_EXPLICIT_MODE) {
      // asking any other texture for one marks its materials as dirty, which would hide that nothing else did
      this.put(join(path, "reflectionMatrix"), texture.getReflectionTextureMatrix());
    }
    const { renderList } = texture as { renderList?: readonly AbstractMesh[] | null };
    if (renderList) {
      this.put(
        join(path, "renderList"),
        renderList
          .map(({ name }) => name)
          .sort()
          .join(),
      );
    }
    // asked of cubes only: from another texture Babylon would compute it
    if (texture.isCube && texture.sphericalPolynomial) {
      for (const name of ["x", "y", "z", "xx", "yy", "zz", "xy", "yz", "zx"] as const) {
        this.put(`${path}/sphericalPolynomial/${name}`, texture.sphericalPolynomial[name]);
      }
      const { l00 } = texture.sphericalPolynomial.preScaledHarmonics;
      this.put(`${path}/sphericalPolynomial/l00`, l00);
    }
  }
}

/** Babylon numbers the textures that it makes for a scene. */
function nameOf({ name }: BaseTexture): string {
  return name.replace(/^(data:\w*BRDFTexture)\d+$/, "$1");
}

/** The components of a color, vector, quaternion or matrix. */
function toNumbers(value: object): ArrayLike<number> | undefined {
  const { asArray } = value as { asArray?: () => ArrayLike<number> };
  return typeof asArray === "function" ? asArray.call(value) : undefined;
}

const NODE_VALUES = ["position", "rotation", "scaling", "billboardMode", "inheritVisibility", "isVisible"] as const;
const MESH_VALUES = [
  "visibility",
  "isPickable",
  "layerMask",
  "renderingGroupId",
  "alphaIndex",
  "receiveShadows",
  "hasVertexAlpha",
  "useVertexColors",
  "sideOrientation",
  "pointerOverDisableMeshTesting",
  // only the private field says whether the pointer may hover over a mesh
  "_isPointerMovePickable",
] as const;

function putNode(writer: StateWriter, path: string, node: Node): void {
  writer.put(join(path, "parent"), node.parent?.name ?? null);
  writer.put(join(path, "isEnabled"), node.isEnabled());
  writer.put(join(path, "worldMatrix"), node.getWorldMatrix());
}

function putTransformNode(writer: StateWriter, path: string, node: TransformNode, names: readonly string[]): void {
  putNode(writer, path, node);
  // as a matrix: a quaternion and its negative are the same rotation
  writer.put(join(path, "rotationQuaternion"), node.rotationQuaternion?.toRotationMatrix(new Matrix()) ?? null);
  for (const name of names) {
    writer.put(join(path, name), (node as unknown as Record<string, unknown>)[name]);
  }
}

const parsedDefines = new Map<string, ReadonlyMap<string, string>>();

/** Shader defines by their names. */
function definesOf(text: string): ReadonlyMap<string, string> {
  return getOrMake(parsedDefines, text, () => {
    const lines = text.matchAll(/^#define (\S+) ?(.*)$/gm);
    return new Map(Array.from(lines, ([, name, value]) => [name!, value || "defined"]));
  });
}

/** Whether Babylon keeps a define after its cause is gone. */
function isLeftOver(name: string, defines: ReadonlyMap<string, string>, material: Material | null): boolean {
  // how the coordinates of a texture are made, and of what its colors are
  const texture = /^(.+)DIRECTUV$/.exec(name)?.[1] ?? (isOpenPbr(material) ? /^(.+)_GAMMA$/.exec(name)?.[1] : undefined);
  const isOfBackground = isOpenPbr(material) && name === "REFRACTION_HIGH_QUALITY_BLUR";
  return (texture !== undefined && !defines.has(texture)) || (isOfBackground && !defines.has("REFRACTED_BACKGROUND"));
}

function isOpenPbr(material: Material | null): boolean {
  return material?.getClassName() === "OpenPBRMaterial";
}

function putMesh(writer: StateWriter, path: string, mesh: AbstractMesh, drawn: boolean): void {
  putTransformNode(writer, path, mesh, [...NODE_VALUES, ...MESH_VALUES]);
  writer.put(join(path, "drawn"), drawn);
  writer.put(join(path, "material"), mesh.material?.name ?? null);
  writer.put(join(path, "fillMode"), mesh.material?.fillMode ?? null);
  const morphs = mesh.morphTargetManager;
  for (let i = 0; i < (morphs?.numTargets ?? 0); i++) {
    // the shader gets numbers, whatever a file states
    writer.put(`${path}/morphTargets/${i}/influence`, Number(morphs!.getTarget(i).influence));
  }
  writer.put(`${path}/morphTargets/influencers`, morphs?.numInfluencers ?? 0);
  if (!drawn) {
    // a mesh that is not drawn keeps the shaders of its last drawing
    return;
  }
  const { material } = mesh;
  writer.put(join(path, "blended"), material?.needAlphaBlendingForMesh(mesh) ?? null);
  const source = ((mesh as InstancedMesh).isAnInstance ? (mesh as InstancedMesh).sourceMesh : mesh) as Mesh;
  // the root has no geometry
  ((source.subMeshes ?? []) as readonly SubMesh[]).forEach((subMesh, i) => {
    const defines = definesOf(String(subMesh.materialDefines ?? ""));
    for (const [name, value] of defines) {
      if (!isLeftOver(name, defines, material)) {
        writer.put(`${path}/subMeshes/${i}/defines/${name}`, value);
      }
    }
  });
}

const CAMERA_VALUES = [
  "position",
  "fov",
  "fovMode",
  "mode",
  "minZ",
  "maxZ",
  "orthoLeft",
  "orthoRight",
  "orthoTop",
  "orthoBottom",
  "projectionPlaneTilt",
  "oblique",
  "inertia",
  "layerMask",
  "ignoreCameraMaxZ",
  "rotation",
  "rotationQuaternion",
] as const;

function putCamera(writer: StateWriter, path: string, camera: Camera): void {
  putNode(writer, path, camera);
  for (const name of CAMERA_VALUES) {
    writer.put(join(path, name), (camera as unknown as Record<string, unknown>)[name]);
  }
  const { x, y, width, height } = camera.viewport;
  [x, y, width, height].forEach((value, i) => writer.put(`${path}/viewport/${i}`, value));
  writer.put(join(path, "view"), camera.getViewMatrix());
  writer.put(join(path, "projection"), camera.getProjectionMatrix());
}

function putLight(writer: StateWriter, path: string, light: Light): void {
  putNode(writer, path, light);
  writer.walk(path, light);
}

function putMaterial(writer: StateWriter, path: string, material: Material): void {
  writer.walk(path, material);
  const { subSurface } = material as Material & Partial<Pick<PBRMaterial, "subSurface">>;
  if (subSurface) {
    // drawn with the tint where there is no color, and with the distances of colors only where light goes through diffusely
    writer.drop(`${path}/subSurface/translucencyColor`);
    writer.put(`${path}/subSurface/translucencyColor`, subSurface.translucencyColor ?? subSurface.tintColor);
    if (!subSurface.isTranslucencyEnabled) {
      writer.drop(`${path}/subSurface/diffusionDistance`);
    }
  }
  writer.put(join(path, "needAlphaBlending"), material.needAlphaBlending());
  writer.put(join(path, "needAlphaTesting"), material.needAlphaTesting());
}

/** Describes a scene; render it before, so that what Babylon computes while drawing is up to date. */
export function describeScene(scene: Scene): SceneState {
  const writer = new StateWriter();
  const drawn = new Set<AbstractMesh>();
  const active = scene.getActiveMeshes();
  for (let i = 0; i < active.length; i++) {
    drawn.add(active.data[i]!);
  }
  scene.transformNodes.forEach((node, i) => putTransformNode(writer, `transformNodes/${i} ${node.name}`, node, NODE_VALUES));
  scene.meshes.forEach((mesh, i) => putMesh(writer, `meshes/${i} ${mesh.name}`, mesh, drawn.has(mesh)));
  scene.cameras.forEach((camera, i) => putCamera(writer, `cameras/${i} ${camera.name}`, camera));
  scene.lights.forEach((light, i) => putLight(writer, `lights/${i} ${light.name}`, light));
  scene.materials.forEach((material, i) => putMaterial(writer, `materials/${i} ${material.name}`, material));
  writer.put("environmentIntensity", scene.environmentIntensity);
  writer.put("customRenderTargets", scene.customRenderTargets.map(({ name }) => name).join());
  writer.put("environmentTexture", scene.environmentTexture?.name ?? null);
  if (scene.environmentTexture) {
    writer.putTexture("environmentTexture", scene.environmentTexture);
  }
  return writer.state;
}

const RELATIVE = 1e-5;
const ABSOLUTE = 1e-6;

function isSame(a: Plain | undefined, b: Plain | undefined): boolean {
  if (Object.is(a, b) || (a === 0 && b === 0)) {
    return true;
  }
  // some shader defines are numbers
  const [x, y] = [typeof a === "string" ? Number(a) : a, typeof b === "string" ? Number(b) : b];
  return typeof x === "number" && typeof y === "number" && Math.abs(x - y) <= ABSOLUTE + RELATIVE * Math.max(Math.abs(x), Math.abs(y));
}

/** A path at which two scenes differ, with both values; undefined where one of them has nothing there. */
export interface Difference {
  readonly path: string;
  readonly actual: Plain | undefined;
  readonly expected: Plain | undefined;
}

/** Where two scenes differ by more than rounding. */
export function compareStates(actual: SceneState, expected: SceneState): Difference[] {
  const differences: Difference[] = [];
  let shared = 0;
  for (const [path, value] of expected) {
    const other = actual.get(path);
    shared += other === undefined ? 0 : 1;
    if (other !== value && !isSame(other, value)) {
      differences.push({ path, actual: other, expected: value });
    }
  }
  if (shared < actual.size) {
    for (const [path, value] of actual) {
      if (!expected.has(path)) {
        differences.push({ path, actual: value, expected: undefined });
      }
    }
  }
  return differences;
}
