/** The same model in several compressions: a ring of teeth with a chequered texture, that turns once a second. */
import { createRequire } from "node:module";
import { Document, NodeIO, type Accessor } from "@gltf-transform/core";
import { EXTMeshoptCompression, KHRDracoMeshCompression, KHRTextureBasisu } from "@gltf-transform/extensions";
import { createDefaultContainer, write } from "ktx-parse";
import { MeshoptEncoder } from "meshoptimizer/encoder";
import { packGlb, unpackGlb, type Json } from "../../../scripts/glb.mjs";
import { createPng } from "./visibleAsset.js";

/** It has no types. */
const draco3d = createRequire(import.meta.url)("draco3dgltf") as { createEncoderModule(): Promise<unknown> };

const TEETH = 24;
/** Pixels of the texture on each side. */
const SIZE = 8;
const RED = [230, 40, 40, 255] as const;
const BLUE = [40, 60, 230, 255] as const;

/** Half red, half blue. */
const colorAt = (x: number): readonly number[] => (x < SIZE / 2 ? RED : BLUE);

function createRing(): Record<"positions" | "texcoords", Float32Array<ArrayBuffer>> & { indices: Uint16Array<ArrayBuffer> } {
  const [positions, texcoords, indices]: [number[], number[], number[]] = [[], [], []];
  for (let i = 0; i <= TEETH; i++) {
    const angle = (i / TEETH) * 2 * Math.PI;
    const outer = i % 2 === 0 ? 1 : 0.75;
    positions.push(Math.cos(angle) * 0.5, Math.sin(angle) * 0.5, 0, Math.cos(angle) * outer, Math.sin(angle) * outer, 0);
    texcoords.push(i / TEETH, 0, i / TEETH, 1);
    if (i < TEETH) {
      const at = i * 2;
      indices.push(at, at + 1, at + 2, at + 2, at + 1, at + 3);
    }
  }
  return { positions: Float32Array.from(positions), texcoords: Float32Array.from(texcoords), indices: Uint16Array.from(indices) };
}

function createDocument(texture: { readonly bytes: Uint8Array<ArrayBuffer>; readonly mimeType: string }): Document {
  const document = new Document();
  const buffer = document.createBuffer();
  const { positions, texcoords, indices } = createRing();
  const accessor = (type: "VEC3" | "VEC2" | "SCALAR" | "VEC4", array: Float32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>): Accessor =>
    document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
  const image = document.createTexture("chequered").setImage(texture.bytes).setMimeType(texture.mimeType);
  const material = document.createMaterial().setBaseColorTexture(image).setDoubleSided(true).setRoughnessFactor(1).setMetallicFactor(0);
  // NEAREST, without mipmaps, of which the KTX2 file has none
  material.getBaseColorTextureInfo()!.setMagFilter(9728).setMinFilter(9728);
  const primitive = document
    .createPrimitive()
    .setIndices(accessor("SCALAR", indices))
    .setAttribute("POSITION", accessor("VEC3", positions))
    .setAttribute("TEXCOORD_0", accessor("VEC2", texcoords))
    .setMaterial(material);
  const node = document.createNode("ring").setMesh(document.createMesh().addPrimitive(primitive));
  document.createScene().addChild(node);
  const half = Math.SQRT1_2;
  const sampler = document
    .createAnimationSampler()
    .setInput(accessor("SCALAR", Float32Array.from([0, 0.5, 1])))
    .setOutput(accessor("VEC4", Float32Array.from([0, 0, 0, 1, 0, 0, half, half, 0, 0, 1, 0])));
  const channel = document.createAnimationChannel().setTargetNode(node).setTargetPath("rotation").setSampler(sampler);
  document.createAnimation("turn").addSampler(sampler).addChannel(channel);
  return document;
}

function createImage(): Uint8Array<ArrayBuffer> {
  const row = [0, ...Array.from({ length: SIZE }, (_, x) => colorAt(x)).flat()];
  return Uint8Array.from(createPng(SIZE, Uint8Array.from(Array.from({ length: SIZE }, () => row).flat())));
}

/** Blocks of 4 x 4 pixels of one color: mode 8 of UASTC, a code of five bits and four bytes (Basis Universal, UASTC specification). */
function createKtx2(): Uint8Array<ArrayBuffer> {
  const blocks = Array.from({ length: (SIZE / 4) ** 2 }, (_, i) => {
    const [r, g, b, a] = colorAt((i % (SIZE / 4)) * 4) as [number, number, number, number];
    let bits = 0x17n | (BigInt(r) << 5n) | (BigInt(g) << 13n) | (BigInt(b) << 21n) | (BigInt(a) << 29n);
    return Array.from({ length: 16 }, () => {
      const byte = Number(bits & 255n);
      bits >>= 8n;
      return byte;
    });
  });
  const levelData = Uint8Array.from(blocks.flat());
  const container = createDefaultContainer();
  Object.assign(container, { vkFormat: 0, typeSize: 1, pixelWidth: SIZE, pixelHeight: SIZE, levelCount: 1 });
  container.levels = [{ levelData, uncompressedByteLength: levelData.length }];
  const sample = { bitOffset: 0, bitLength: 127, channelType: 3, channelID: 3, samplePosition: [0, 0, 0, 0] };
  container.dataFormatDescriptor = [
    {
      ...container.dataFormatDescriptor[0]!,
      colorModel: 166, // UASTC
      texelBlockDimension: [3, 3, 0, 0],
      bytesPlane: [16, 0, 0, 0, 0, 0, 0, 0],
      samples: [{ ...sample, sampleLower: 0, sampleUpper: 0xffffffff }],
    },
  ] as typeof container.dataFormatDescriptor;
  return Uint8Array.from(write(container));
}

const PNG = { bytes: createImage(), mimeType: "image/png" };

export const COMPRESSIONS = [
  "none",
  "KHR_draco_mesh_compression",
  "EXT_meshopt_compression",
  "KHR_meshopt_compression",
  "KHR_texture_basisu",
];

/** The model as .glb. */
export async function createCompressed(compression: string): Promise<Uint8Array> {
  const io = new NodeIO();
  if (compression === "KHR_texture_basisu") {
    const document = createDocument({ bytes: createKtx2(), mimeType: "image/ktx2" });
    document.createExtension(KHRTextureBasisu).setRequired(true);
    return io.registerExtensions([KHRTextureBasisu]).writeBinary(document);
  }
  const document = createDocument(PNG);
  if (compression === "KHR_draco_mesh_compression") {
    document
      .createExtension(KHRDracoMeshCompression)
      .setRequired(true)
      .setEncoderOptions({ quantizationBits: { POSITION: 16, TEX_COORD: 14 } });
    const encoder: unknown = await draco3d.createEncoderModule();
    return io.registerExtensions([KHRDracoMeshCompression]).registerDependencies({ "draco3d.encoder": encoder }).writeBinary(document);
  }
  if (compression.endsWith("_meshopt_compression")) {
    await MeshoptEncoder.ready;
    const method = EXTMeshoptCompression.EncoderMethod.QUANTIZE; // exact for floats
    document.createExtension(EXTMeshoptCompression).setRequired(true).setEncoderOptions({ method });
    io.registerExtensions([EXTMeshoptCompression]).registerDependencies({ "meshopt.encoder": MeshoptEncoder });
    const { json, bin } = unpackGlb(await io.writeBinary(document));
    // the same JSON under either name
    return packGlb(JSON.parse(JSON.stringify(json).replaceAll(EXTMeshoptCompression.EXTENSION_NAME, compression)) as Json, bin);
  }
  return io.writeBinary(document);
}
