/**
 * Decodes KTX2 textures with the Basis Universal transcoder, in place of Babylon's decoder, which comes in no package. It is a worker with
 * an address of its own, because the transcoder compiles functions from text, which the page's Content-Security-Policy forbids.
 */
import { EngineFormat, type IDecodedData, type IMipmap } from "@babylonjs/core/Materials/Textures/ktx2decoderTypes.js";
import { workerFunction } from "@babylonjs/core/Misc/khronosTextureContainer2Worker.js";

/** The part of the transcoder that is used: https://github.com/BinomialLLC/basis_universal/tree/master/webgl/transcoder */
interface Transcoder {
  initializeBasis(): void;
  readonly KTX2File: new (bytes: Uint8Array) => Ktx2File;
}

interface Ktx2File {
  isValid(): boolean;
  getLevels(): number;
  getLayers(): number;
  getFaces(): number;
  getHasAlpha(): boolean;
  getDFDTransferFunc(): number;
  startTranscoding(): boolean;
  getImageLevelInfo(level: number, layer: number, face: number): { origWidth: number; origHeight: number };
  getImageTranscodedSizeInBytes(level: number, layer: number, face: number, format: number): number;
  transcodeImage(...args: [target: Uint8Array, level: number, layer: number, face: number, format: number, ...number[]]): boolean;
  close(): void;
  delete(): void;
}

declare const BASIS: (options: { locateFile: () => string }) => Promise<Transcoder>;
declare const importScripts: (url: string) => void;

/** Uncompressed: every graphics card has it, whatever the size of the picture. `cTFRGBA32` of the transcoder. */
const RGBA32 = 13;
/** `KHR_DF_TRANSFER_SRGB` of the Khronos Data Format Specification. */
const SRGB = 2;

async function createTranscoder(): Promise<Transcoder> {
  importScripts(new URL("three/examples/jsm/libs/basis/basis_transcoder.js", import.meta.url).href);
  const binary = new URL("three/examples/jsm/libs/basis/basis_transcoder.wasm", import.meta.url).href;
  const transcoder = await BASIS({ locateFile: () => binary });
  transcoder.initializeBasis();
  return transcoder;
}

let transcoder: Promise<Transcoder> | undefined;

/** Takes the place of `KTX2DECODER.KTX2Decoder`. */
class KTX2Decoder {
  async decode(bytes: Uint8Array): Promise<IDecodedData> {
    const { KTX2File } = await (transcoder ??= createTranscoder());
    const file = new KTX2File(bytes);
    try {
      return decode(file);
    } finally {
      file.close();
      file.delete();
    }
  }
}

function decode(file: Ktx2File): IDecodedData {
  if (!file.isValid()) {
    throw new Error("must be a KTX2 file with Basis Universal data");
  }
  if (file.getFaces() !== 1 || file.getLayers() > 1) {
    throw new Error("must be a KTX2 file with one picture, neither a cube nor an array");
  }
  if (!file.startTranscoding()) {
    throw new Error("the KTX2 file is damaged");
  }
  const mipmaps = Array.from({ length: file.getLevels() }, (_, level) => readLevel(file, level));
  const { width, height } = mipmaps[0]!;
  return {
    width,
    height,
    transcodedFormat: EngineFormat.RGBA8Format,
    mipmaps,
    layerCount: 1,
    isInGammaSpace: file.getDFDTransferFunc() === SRGB,
    hasAlpha: file.getHasAlpha(),
    transcoderName: "Basis Universal",
  };
}

function readLevel(file: Ktx2File, level: number): IMipmap {
  const { origWidth: width, origHeight: height } = file.getImageLevelInfo(level, 0, 0);
  const data = new Uint8Array(file.getImageTranscodedSizeInBytes(level, 0, 0, RGBA32));
  if (!file.transcodeImage(data, level, 0, 0, RGBA32, 0, -1, -1)) {
    throw new Error("the KTX2 file is damaged");
  }
  return { data, width, height, layerIndex: 0 };
}

workerFunction({ KTX2Decoder });
